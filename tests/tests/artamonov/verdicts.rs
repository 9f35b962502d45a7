//! Verdicts under rule 4-15.

use std::sync::LazyLock;

use dambase_format::{Metric, SliceIndex, TableGame};
use dambase_prober::audit::{AuditOptions, audit_under_rules};
use dambase_prober::{Verdict, Wdl};
use dambase_rules::GameRules;
use dambase_rules::artamonov::Artamonov;
use dambase_rules::played::Theory;
use dambase_tests::naive::artamonov::{Player, STOP_PLIES, State, Stopped, Value};

use super::made::{ORACLE_PIECES, counters, in_two, keys, oracle, position, rules, state, tables};

const LEADS: std::ops::RangeInclusive<i8> = -3..=3;

fn stopped() -> &'static Stopped<'static> {
    static SOLVED: LazyLock<Stopped<'static>> = LazyLock::new(|| Stopped::new(oracle()));
    &SOLVED
}

/// The long run is asked for.
fn is_long() -> bool {
    std::env::var_os("DAMBASE_LONG").is_some_and(|value| value == "1")
}

fn wdl(result: i8) -> Wdl {
    [Wdl::Loss, Wdl::Draw, Wdl::Win][(result + 1) as usize]
}

#[test]
fn every_verdict_to_three_pieces_at_every_count_and_lead_is_the_oracles() {
    // Black's positions are White's turned round: by default some of them show that.
    let chosen = oracle().states.iter().enumerate();
    let chosen = chosen.filter(|(number, state)| is_long() || state.turn == Player::White || number % 8 == 0);
    let chosen: Vec<&State> = chosen.map(|(_, state)| state).collect();
    in_two(&chosen, |of_oracle| {
        let position = position(of_oracle);
        for lead in LEADS {
            for count in 0..STOP_PLIES as u16 {
                let found = Theory::verdict(tables(), rules(), &position, &counters(&position, count, lead));
                let expected = wdl(stopped().result(of_oracle, count.into(), lead));
                assert_eq!(found, Some(expected), "{position:?}, {count} plies, {lead} ahead");
            }
        }
    });
}

#[test]
fn verdicts_say_what_the_rule_has_done_and_agree_with_the_moves() {
    let sample: Vec<&State> = oracle().states.iter().step_by(37).collect();
    in_two(&sample, |of_oracle| {
        let position = position(of_oracle);
        let theory = tables().probe_wdl(&position).unwrap();
        for lead in LEADS {
            for count in [0, 11, 22, 28, 29] {
                let counters = counters(&position, count, lead);
                let mut moves = Vec::new();
                // It is an error where the best move is worth something else than the position.
                let found = tables().probe_root_verdict(rules(), &position, &counters, &mut moves).unwrap();
                assert_eq!(found, tables().probe_verdict(rules(), &position, &counters).unwrap());
                let ruled = wdl(stopped().result(of_oracle, count.into(), lead));
                let verdict = match (ruled, theory) {
                    (Wdl::Win, _) => Verdict::Win,
                    (Wdl::Loss, _) => Verdict::Loss,
                    (Wdl::Draw, Wdl::Win) => Verdict::WinSpoiled,
                    (Wdl::Draw, Wdl::Draw) => Verdict::Draw,
                    (Wdl::Draw, Wdl::Loss) => Verdict::LossSaved,
                };
                assert_eq!(found.verdict, verdict);
                assert_eq!(found.article.map(|article| article.id), (ruled != theory).then_some("4-15"));
                // Plies are needed by whoever is not ahead.
                let counted = match ruled {
                    Wdl::Win => lead <= 0,
                    Wdl::Draw => false,
                    Wdl::Loss => lead >= 0,
                };
                assert_eq!(found.dtc.is_some(), counted, "{position:?}, {count} plies, {lead} ahead");
                // With as many left it is so, with one less it is not; and it is what the table gives for less used.
                if let Some(plies) = found.dtc {
                    assert!(plies + count <= STOP_PLIES as u16);
                    if plies > 1 {
                        let last = STOP_PLIES - usize::from(plies);
                        assert_eq!(wdl(stopped().result(of_oracle, last, lead)), ruled);
                        assert_ne!(wdl(stopped().result(of_oracle, last + 1, lead)), ruled);
                    }
                }
                for ranked in &moves {
                    assert_eq!(
                        ranked.evaluation.dtc.is_some(),
                        match ranked.evaluation.verdict.wdl() {
                            Wdl::Win => lead <= 0,
                            Wdl::Draw => false,
                            Wdl::Loss => lead >= 0,
                        }
                    );
                }
            }
            // The game has been stopped, unless it is over.
            let evaluation = tables().probe_verdict(rules(), &position, &counters(&position, 30, lead)).unwrap();
            if of_oracle.steps().is_empty() {
                assert_eq!((evaluation.verdict, evaluation.article), (Verdict::Loss, None));
            } else {
                assert_eq!(evaluation.verdict.wdl(), wdl(lead.signum()));
                assert_eq!(evaluation.article.map(|article| article.id), Some("4-15"));
            }
        }
    });
}

/// What plain search makes of a position with few plies left: -1, 0 or 1, as [`Stopped::result`] has it; `None` where a promotion
/// among four pieces begins the count anew.
fn search(of_oracle: &State, count: usize, lead: i8) -> Option<i8> {
    let mut best = -1;
    for step in of_oracle.steps() {
        let taken = step.taken.len() as i8;
        let ahead = -(lead + taken);
        let value = if step.after.steps().is_empty() {
            1
        } else if taken > 0 {
            -stopped().result(&step.after, 0, ahead.clamp(-3, 3))
        } else if step.promotes {
            return None;
        } else if count + 1 == STOP_PLIES {
            -ahead.signum()
        } else {
            -search(&step.after, count + 1, ahead)?
        };
        best = best.max(value);
    }
    Some(best)
}

#[test]
fn four_pieces_are_worth_what_plain_search_says_with_few_plies_left() {
    let mut compared = 0;
    for key in Artamonov::slices_of(4) {
        let slice = Artamonov::slice(key).unwrap();
        // Every so often, spread over the slice.
        for index in (0..slice.len()).step_by((slice.len() / 97) as usize) {
            let white = slice.position_at(index).unwrap();
            for position in [white, white.turned()] {
                let of_oracle = state(&position);
                for (count, lead) in
                    [(29, 0), (29, 2), (29, -2), (28, -1), (28, 0), (28, 1), (27, 0), (27, -2), (27, 3)]
                {
                    // Three more pieces than are left to be taken decide like all there are.
                    let Some(expected) = search(&of_oracle, count, lead) else { continue };
                    let found = Theory::verdict(tables(), rules(), &position, &counters(&position, count as u16, lead));
                    assert_eq!(found, Some(wdl(expected)), "{position:?}, {count} plies, {lead} ahead");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 5_000, "{compared}");
}

#[test]
fn tables_under_the_rule_verify_by_its_definition() {
    for key in keys(4) {
        let pieces = Artamonov::slice(key).unwrap().pieces();
        let sample = if is_long() || pieces <= ORACLE_PIECES as u32 { None } else { Some(20_000) };
        let options = AuditOptions { sample, threads: Some(2), seed: 7 };
        let report = audit_under_rules(tables(), rules(), key, options, &|_, _| ());
        let report = report.unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!((report.files_in_manifest, report.has_depths), (1, true));
    }
}

/// Win, draw, loss at each lead of a section.
type Counts = [[u64; 3]; 7];

#[test]
fn counts_add_up_and_are_those_of_the_header_where_nobody_leads() {
    for key in keys(ORACLE_PIECES as u32) {
        let slice = Artamonov::slice(key).unwrap();
        let (_, table) = tables().tables_under_rules().find(|(_, table)| table.key == key).unwrap();
        assert_eq!((table.metric, table.header.planes()), (Metric::Dtc, 4));
        for section in 0..slice.sections() {
            let mut counts: Counts = Default::default();
            for index in slice.section(section) {
                let position = slice.position_at(index).unwrap();
                let values = tables().probe_by_lead(rules(), &position, 3).unwrap().unwrap();
                // A greater lead is never worse.
                assert!(
                    values.is_sorted_by_key(|value| [Wdl::Loss, Wdl::Draw, Wdl::Win].iter().position(|v| v == value))
                );
                for (counts, value) in counts.iter_mut().zip(values) {
                    counts[value as usize] += 1;
                }
            }
            let stats = table.header.sections[section];
            let by = |value: Wdl| counts[3][value as usize];
            assert_eq!((by(Wdl::Win), by(Wdl::Draw), by(Wdl::Loss)), (stats.win, stats.draw, stats.loss));
            let all = slice.section(section).end - slice.section(section).start;
            assert!(counts.iter().all(|counts| counts.iter().sum::<u64>() == all));
        }
    }
}

#[test]
fn the_worked_example_of_the_format_is_right() {
    let position = Artamonov::parse_fen("W:Mh6,f2:Ka5,b4:Xa5").unwrap();
    let key = Artamonov::slice_key(&position).unwrap();
    assert_eq!(Artamonov::slice(key).unwrap().index_of(&position), 800_865);
    for (lead, count, verdict, dtc) in [
        (0, 27, Verdict::Win, Some(3)),
        (0, 28, Verdict::Draw, None),
        (-2, 24, Verdict::Draw, None),
        (-2, 25, Verdict::Loss, None),
        (2, 29, Verdict::Win, None),
        (-4, 0, Verdict::Loss, None),
    ] {
        let found = tables().probe_verdict(rules(), &position, &counters(&position, count, lead)).unwrap();
        assert_eq!((found.verdict, found.dtc), (verdict, dtc), "{lead} {count}");
    }
}

#[test]
fn no_win_to_three_pieces_is_spoiled_at_count_zero() {
    // By the oracle alone: with as many taken by both, all 30 plies left.
    let (mut wins, mut kept, mut losses, mut lost, mut drawn) = (0, 0, 0, 0, [0; 3]);
    for of_oracle in &oracle().states {
        let result = stopped().result(of_oracle, 0, 0);
        match oracle().value(of_oracle) {
            Value::Win(_) => (wins, kept) = (wins + 1, kept + u32::from(result == 1)),
            Value::Loss(_) => (losses, lost) = (losses + 1, lost + u32::from(result == -1)),
            Value::Draw => drawn[(result + 1) as usize] += 1,
        }
    }
    assert_eq!((kept, lost), (wins, losses));
    // Of what would never end the stop decides most: 25,698 lost, 65,460 drawn, 87,610 won for the side to move.
    assert_eq!((wins, losses, drawn), (129_048, 21_784, [25_698, 65_460, 87_610]));
}
