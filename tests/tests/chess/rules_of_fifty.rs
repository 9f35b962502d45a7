//! The fifty moves: mate on the hundredth ply wins, and a ply later it is a draw.

use dambase_prober::{ProbeError, Verdict};
use dambase_rules::GameRules;
use dambase_rules::chess::Chess;
use dambase_rules::draw::{Clocks, Counters, Past};

use crate::made::{fide, position, tables};

fn verdict(fen: &str) -> (Verdict, Option<u16>) {
    let (position, past) = Chess::read_fen(fen).unwrap();
    let counters = Counters::read::<Chess>(fide(), &position, "", past).unwrap();
    let ruled = tables().probe_verdict(fide(), &position, &counters).unwrap();
    (ruled.verdict, ruled.dtc)
}

#[test]
fn the_last_allowed_move_may_still_mate() {
    // Mate in one: on the hundredth ply it wins; after it the draw has been there to claim.
    let mate_in_one = |half_moves: u32| format!("7k/8/6K1/8/8/8/8/R7 w - - {half_moves} 80");
    assert_eq!(verdict(&mate_in_one(0)), (Verdict::Win, Some(1)));
    assert_eq!(verdict(&mate_in_one(99)), (Verdict::Win, Some(1)));
    assert_eq!(verdict(&mate_in_one(100)).0, Verdict::WinSpoiled);
    // Mated on the board, whatever the clock says.
    assert_eq!(verdict("R6k/8/6K1/8/8/8/8/8 b - - 100 80").0, Verdict::Loss);
}

#[test]
fn what_is_left_on_the_clock_decides() {
    // KBNvK takes longer than any other ending of four men without a pawn: its DTC is its DTW.
    let fen = |half_moves: u32| format!("8/8/8/3k4/8/8/8/KBN5 b - - {half_moves} 1");
    let position = position(&fen(0));
    let plies = tables().probe_dtw(&position).unwrap().plies();
    let Some(plies) = plies else { panic!("a decided position") };
    assert_eq!(verdict(&fen(0)), (Verdict::Loss, Some(plies)));
    let left = u32::from(100 - plies);
    assert_eq!(verdict(&fen(left)).0, Verdict::Loss);
    assert_eq!(verdict(&fen(left + 1)).0, Verdict::LossSaved);
}

#[test]
fn a_pawn_move_sets_the_clock_back() {
    // e8=Q+ at once: the clock at 99 does not matter.
    assert_eq!(verdict("8/4P3/8/8/8/k7/8/K7 w - - 99 1").0, Verdict::Win);
}

#[test]
fn clocks_of_a_fen_and_of_a_command_may_not_differ() {
    let (position, past) = Chess::read_fen("7k/8/6K1/8/8/8/8/R7 w - - 30 80").unwrap();
    assert!(Counters::read::<Chess>(fide(), &position, "fifty=20", past).is_err());
    let counters = Counters::read::<Chess>(fide(), &position, "fifty=20", Past::default()).unwrap();
    assert_eq!(counters.get(0), Some(20));
}

#[test]
fn castling_rights_are_refused_by_name_and_a_missing_table_is_named() {
    let castling = position("4k2r/8/8/8/8/8/8/4K3 w k - 0 1");
    match tables().probe_wdl(&castling) {
        Err(ProbeError::OutOfScope { reason }) => assert!(reason.contains("castling"), "{reason}"),
        other => panic!("{other:?}"),
    }
    match tables().probe_dtw(&position("4k1r1/8/8/8/8/8/8/3QKR2 w - - 0 1")) {
        Err(ProbeError::Missing { material, .. }) => assert_eq!(material, "KQRvKR"),
        other => panic!("{other:?}"),
    }
    assert!(Chess::parse_fen("4k3/8/8/8/8/8/8/4RK2 w - - 0 1").unwrap_err().to_string().contains("attacked"));
}
