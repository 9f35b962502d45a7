//! More than four pieces: there repetition ends games, too.

use dambase_format::{ClockedGame, DtcShape, TableGame, decides};
use dambase_generator::{GenerateError, generate_under_rules};
use dambase_prober::{ProbeError, Wdl};
use dambase_rules::GameRules;
use dambase_rules::artamonov::Artamonov;
use dambase_rules::draw::NotModelled;
use dambase_rules::played::Theory;
use dambase_tests::naive::artamonov::{STOP_PLIES, Stopped};

use super::made::{Silent, counters, keys, options, oracle, rules, state, tables};

#[test]
fn five_pieces_are_refused_with_the_reason_before_anything_is_done() {
    let key = Artamonov::parse_material("KMMMM").unwrap();
    assert_eq!(
        <Artamonov as ClockedGame>::regime(rules(), key),
        Err(NotModelled::Repetition { clock: "four-pieces", most_pieces: 4 })
    );
    assert!(decides::<Artamonov>(rules(), key));
    let reason = DtcShape::of::<Artamonov>(rules(), key).unwrap_err().to_string();
    assert!(reason.contains("more than 4 pieces") && reason.contains("repetition"), "{reason}");
    let root = tempfile::tempdir().unwrap();
    let options = options(&root);
    match generate_under_rules::<Artamonov>(&keys(5), rules(), &options, &Silent) {
        Err(GenerateError::Request(text)) => assert!(text.contains(&reason) && text.contains("founding"), "{text}"),
        _ => panic!("not refused"),
    }
    assert!(!options.folder.exists());
}

#[test]
fn five_pieces_have_a_verdict_only_where_captures_lead_to_fewer() {
    let quiet = Artamonov::parse_fen("W:Ma1,c1,e1,g1:Kh8:Xh8").unwrap();
    let error = tables().probe_verdict(rules(), &quiet, &counters_of_five(&quiet, 0)).unwrap_err();
    assert!(matches!(error, ProbeError::OutOfScope { .. }) && error.to_string().contains("KMMMM"), "{error}");
    // Of five pieces two or more are taken: the oracle knows what is left.
    let stopped = Stopped::new(oracle());
    let key = Artamonov::parse_material("KKKMM").unwrap();
    let slice = Artamonov::slice(key).unwrap();
    let mut compared = 0;
    for index in (0..dambase_format::SliceIndex::len(&slice)).step_by(1_999) {
        let position = dambase_format::SliceIndex::position_at(&slice, index).unwrap();
        let steps = state(&position).steps();
        if steps.is_empty() || steps.iter().any(|step| step.taken.len() < 2) {
            continue;
        }
        for lead in [-3, -1, 1, 3] {
            let result = steps.iter().map(|step| {
                let ahead = (-(lead + step.taken.len() as i8)).clamp(-3, 3);
                if step.after.steps().is_empty() { 1 } else { -stopped.result(&step.after, 0, ahead) }
            });
            let expected = [Wdl::Loss, Wdl::Draw, Wdl::Win][(result.max().unwrap() + 1) as usize];
            let found = Theory::verdict(tables(), rules(), &position, &counters_of_five(&position, lead));
            assert_eq!(found, Some(expected), "{position:?} {lead}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
    assert_eq!(STOP_PLIES, 30);
}

/// The clock does not run with five pieces.
fn counters_of_five(position: &dambase_rules::artamonov::Position, lead: i8) -> dambase_rules::draw::Counters {
    let mut counters = counters(position, 0, lead);
    counters.set(0, None);
    counters
}
