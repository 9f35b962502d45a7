//! Positions with the values of Syzygy's tables (WDL, DTZ) and of an independent solver (DTM): tests/data/chess/samples.

use dambase_prober::{Metric, Value};
use dambase_rules::chess::Chess;
use dambase_rules::draw::Counters;
use dambase_rules::{GameRules, Wdl};

use crate::made::{data, fide, position, tables};
use dambase_format::TableGame;

/// Plies to a capture or pawn move, as the file has it: `None` for a draw, and where it is rounded.
fn dtz(text: &str, precise: &str, mated: bool) -> Option<u16> {
    if mated {
        // Syzygy says -1 of a side that is mated.
        return Some(0);
    }
    let plies: i32 = text.parse().unwrap();
    (precise == "1" && plies != 0).then(|| plies.unsigned_abs() as u16)
}

/// Here the file has 2, said to be exact, and it is 3: after Ka4 White has neither a capture nor a pawn move, so the loser lasts at least
/// three plies. [`the_exception_is_none_of_ours`] shows it.
const ROUNDED: &str = "8/8/8/6R1/1k6/P2K4/8/8 b - - 0 1";

#[test]
fn the_exception_is_none_of_ours() {
    let root = position(ROUNDED);
    let after = Chess::play(&root, &Chess::parse_move(&root, "Ka4").unwrap());
    let mut moves = Vec::new();
    Chess::legal_moves(&after, &mut moves);
    assert!(moves.iter().all(|mv| !mv.is_capture() && !mv.is_pawn_move()));
}

#[test]
fn values_are_those_of_other_tables() {
    let (mut files, mut positions) = (0, 0);
    for entry in std::fs::read_dir(data("samples")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let key = Chess::parse_material(name.trim_end_matches("_en_passant")).unwrap();
        if !tables().has(key, Metric::Dtw) {
            continue;
        }
        files += 1;
        for line in std::fs::read_to_string(&path).unwrap().lines().skip(1) {
            let [fen, wdl, plies_to_zero, precise, dtm] = line.split(',').collect::<Vec<_>>()[..] else {
                panic!("{name}: {line}")
            };
            let position = position(fen);
            let value = tables().probe_dtw(&position).unwrap_or_else(|error| panic!("{fen}: {error}"));
            let expected = match dtm {
                "draw" => Value::Draw,
                plies => match plies.parse::<i32>().unwrap() {
                    plies if plies > 0 => Value::Win(plies as u16),
                    plies => Value::Loss(plies.unsigned_abs() as u16),
                },
            };
            assert_eq!(value, expected, "{fen}");
            let sign = match wdl {
                "2" | "1" => Wdl::Win,
                "0" => Wdl::Draw,
                _ => Wdl::Loss,
            };
            assert_eq!(tables().probe_wdl(&position).unwrap(), sign, "{fen}");
            let counters = Counters::zero::<Chess>(fide(), &position);
            let ruled = tables().probe_verdict(fide(), &position, &counters).unwrap();
            // No win to four men is spoiled by the fifty moves.
            assert_eq!(ruled.verdict.wdl(), sign, "{fen}");
            if fen == ROUNDED {
                assert_eq!(ruled.dtc, Some(3));
            } else if let Some(plies) = dtz(plies_to_zero, precise, value == Value::Loss(0)) {
                assert_eq!(ruled.dtc, Some(plies), "{fen}");
            }
            positions += 1;
        }
    }
    assert!(files >= 9 && positions >= 3_600, "{files} files, {positions} positions");
}
