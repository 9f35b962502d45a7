//! Published numbers of move sequences; the array index is the depth minus one. The depths are those that run in
//! seconds; where a game has duplicate captures within reach both conventions are checked (rules.md 1.4).

use crate::naive::{NaiveGame, Position, perft, read_fen};

fn assert_perft(pos: &Position, expected: &[u64], drop_duplicates: bool) {
    for (depth, &count) in (1..).zip(expected) {
        let found = perft(pos, depth, drop_duplicates);
        assert_eq!(found, count, "{} depth {depth}, drop duplicates {drop_duplicates}", pos.game().id());
    }
}

/// From the start in both conventions; `common` goes as far as they agree.
fn assert_from_start(game: NaiveGame, common: &[u64], keep: &[u64], drop: &[u64]) {
    let start = Position::start(game);
    assert_perft(&start, &[common, keep].concat(), false);
    assert_perft(&start, &[common, drop].concat(), true);
}

/// DCTL board_08x08.cpp (shashki.com t-627 start-126). Giveaway has the perft of its base game.
#[test]
fn russian() {
    let common = [7, 49, 302, 1469, 7482, 37_986, 190_146];
    assert_from_start(NaiveGame::Russian, &common, &[929_905], &[929_899]);
    assert_from_start(NaiveGame::RussianGiveaway, &common, &[], &[]);
}

/// DCTL board_08x08.cpp (shashki.com t-627 start-78).
#[test]
fn brazilian() {
    let common = [7, 49, 302, 1469, 7473, 37_628, 187_302];
    assert_from_start(NaiveGame::Brazilian, &common, &[907_836], &[907_830]);
}

/// DCTL board_10x10.cpp (shashki.com t-627 start-69; damforum t=2308); the drop figures also Aart Bik, BikDam.
#[test]
fn international() {
    let common = [9, 81, 658, 4265, 27_117, 167_140, 1_049_442];
    assert_from_start(NaiveGame::International, &common, &[], &[6_483_961]);
    assert_from_start(NaiveGame::InternationalGiveaway, &common[..6], &[], &[]);
}

/// DCTL board_large.cpp (damforum t=4563).
#[test]
fn canadian() {
    let common = [11, 121, 1222, 10_053, 79_049, 584_100];
    assert_from_start(NaiveGame::Canadian, &common, &[], &[4_369_366]);
}

/// OEIS A133046, Aart Bik; DCTL board_08x08.cpp. The conventions first differ at depth 12.
#[test]
fn english() {
    let common = [7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931];
    assert_from_start(NaiveGame::English, &common, &[], &[]);
}

/// DCTL board_08x08.cpp (damforum t=2822). The conventions first differ at depth 12.
#[test]
fn italian() {
    let common = [7, 49, 302, 1469, 7361, 36_473, 177_532, 828_783];
    assert_from_start(NaiveGame::Italian, &common, &[], &[]);
}

/// Rules.md 11: nothing is published with Russian rules on 10x8; the beginning was computed independently.
#[test]
fn spancireti() {
    assert_from_start(NaiveGame::Spancireti, &[9, 81, 658, 4265, 27_132, 168_316], &[], &[]);
}

/// Rules.md 12: nothing is published; Russian up to the depth where the first king captures at a distance.
#[test]
fn stop_after() {
    assert_from_start(NaiveGame::StopAfter, &[7, 49, 302, 1469, 7482, 37_986], &[], &[]);
}

/// DCTL international/fmjd.cpp (damforum t=2308) and international/shashki.cpp (shashki.com t-627 start-58).
#[test]
fn international_positions() {
    let game = NaiveGame::International;
    let random178 = read_fen(game, "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46");
    assert_perft(&random178, &[14, 55, 1168, 5432, 87_195, 629_010], true);

    let woldouby = read_fen(game, "W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38");
    assert_perft(&woldouby, &[6, 12, 30, 73, 215, 590, 1944, 6269, 22_369, 88_050, 377_436], true);

    let kings = |first: usize| (first..first + 20).map(|square| format!("K{square}")).collect::<Vec<_>>().join(",");
    let all_kings = read_fen(game, &format!("W:W{}:B{}", kings(31), kings(1)));
    assert_perft(&all_kings, &[17, 79, 352, 1399, 7062, 37_589, 217_575], true);

    let almost_promotion = read_fen(game, "W:W6,7,8,9,10:B41,42,43,44,45");
    assert_perft(&almost_promotion, &[9, 81, 795, 7578, 86_351, 936_311], true);

    let front_rows = read_fen(game, "W:B16,17,18,19,20:W31,32,33,34,35");
    assert_perft(&front_rows, &[9, 81, 534, 2538, 9052, 29_999, 98_971, 310_315, 1_008_317, 3_174_159], false);
}

/// DCTL italian/gilbert.cpp, three positions by Ed Gilbert (damforum t=2822).
#[test]
fn italian_positions() {
    let game = NaiveGame::Italian;
    let position1 = read_fen(game, "W:W30,26,27,22,23,24,17,18,20:B14,15,16,9,11,5,6,1,3");
    assert_perft(&position1, &[5, 13, 42, 107, 360, 1099, 3736, 12_495, 43_686, 164_177, 628_686, 2_643_623], false);

    let position2 = read_fen(game, "B:W30,21,22,17,20,K6:B25,28,9,5,1,3");
    assert_perft(&position2, &[6, 47, 271, 1916, 10_810, 73_137, 389_809, 2_469_050], false);

    let position3 = read_fen(game, "W:WK27,K28,17,20,9,K12,8:B21,24,K19,K13,14,K11,4");
    assert_perft(&position3, &[13, 112, 828, 6756, 46_241, 368_908, 2_468_110], false);
}
