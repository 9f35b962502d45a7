//! Positions of the rule books with all their legal moves, and one position per rule that no rule book shows.

use super::{assert_legal, written};
use crate::naive::{Cell, NaiveGame, distinct_moves, legal_moves, read_fen};

use NaiveGame::{
    Brazilian, Canadian, English, International, InternationalGiveaway, Italian, Russian, RussianGiveaway, Spancireti,
    StopAfter,
};

/// The official Italian rules (FID 2008, RegTec CAPO I) and, last in 6.9, a position of Alioto Domenico; all by way
/// of DCTL italian.cpp.
#[test]
fn italian_rule_book() {
    for (article, fen, legal) in [
        ("5.3 b", "W:W24:B20,28", &["24x15"][..]),
        ("5.3 b", "W:W30:BK26", &["30-27"]),
        ("5.3 b", "W:W30:B27", &["30x23"]),
        ("5.3 c", "W:WK24:B20,28", &["24x15", "24x31"]),
        ("5.3 d", "W:WK30:BK26", &["30x21"]),
        ("5.3 d", "W:WK30:B27", &["30x23"]),
        ("5.6", "W:W30:B27", &["30x23"]),
        ("5.7", "W:W31:B12,20,28", &["31x8"]),
        ("5.8", "W:WK22:B18,19,27", &["22x13", "22x15", "22x31"]),
        ("5.9", "W:WK27:B5,6,13,15,21,23", &["27x25"]),
        ("6.6", "W:WK21,31:B10,18,27", &["31x6"]),
        ("6.7", "W:WK23,31:B19,26,27", &["23x21"]),
        ("6.8", "W:WK23:B19,K28", &["23x32"]),
        ("6.9", "W:WK30:B10,12,18,K20,K26,27", &["30x5"]),
        ("6.9", "W:WK30:B10,K12,K18,20,K26,K27", &["30x5"]),
        ("6.10", "W:WK31:B18,20,K27,K28", &["31x13", "31x15"]),
    ] {
        println!("article {article}");
        assert_legal(Italian, fen, legal);
    }
}

/// The international rules as taught by the FFJD (first of each article) and as translated by the FID (RegTec CAPO
/// II), by way of DCTL international.cpp.
#[test]
fn international_rule_book() {
    for (article, fen, legal) in [
        ("3.4", "W:W28", &["28-22", "28-23"][..]),
        ("3.4", "B:B13", &["13-18", "13-19"]),
        ("3.5", "W:W8", &["8-2", "8-3"]),
        (
            "3.9",
            "W:WK28",
            &[
                "28-22", "28-17", "28-11", "28-6", "28-23", "28-19", "28-14", "28-10", "28-5", "28-32", "28-37",
                "28-41", "28-46", "28-33", "28-39", "28-44", "28-50",
            ],
        ),
        ("3.9", "B:BK1", &["1-6", "1-7", "1-12", "1-18", "1-23", "1-29", "1-34", "1-40", "1-45"]),
        ("4.2", "W:W28,32:B23", &["28x19"]),
        ("4.2", "W:W35:B30,K40", &["35x24", "35x44"]),
        ("4.3", "W:WK46:B23", &["46x19", "46x14", "46x10", "46x5"]),
        ("4.3", "W:WK41:B23", &["41x19", "41x14", "41x10", "41x5"]),
        ("4.5", "W:W15:B8,19,20", &["15x2"]),
        ("4.5", "W:W47:B13,14,22,24,31,34,K41,44", &["47x49"]),
        ("4.6", "W:WK47:B9,12,33", &["47x17", "47x21", "47x26"]),
        ("4.6", "W:WK1:B7,9,17,19,20,30,31,33,43,44", &["1x15"]),
        ("4.8", "W:WK41,49:B9,10,12,19,38", &["41x43"]),
        ("4.8", "B:W27,28,38,39,42:BK25", &["25x33"]),
        ("4.13", "W:W48:B24,K31,34,K42,43", &["48x19"]),
        ("4.13", "W:WK48:B7,8,31,34,K42,44", &["48x50"]),
        ("4.14", "W:W26:B12,K21,31,32", &["26x8", "26x28"]),
        ("4.15", "W:W15:B9,10", &["15x13"]),
    ] {
        println!("article {article}");
        assert_legal(International, fen, legal);
        assert_legal(InternationalGiveaway, fen, legal);
    }
}

/// S002 64Rc: capturing is compulsory, forward and backward.
#[test]
fn capture_is_compulsory() {
    for game in [Russian, RussianGiveaway, Brazilian, English, StopAfter] {
        // d4 takes c5; a1 may not move.
        assert_legal(game, "W:W18,29:B14", &["18x9"]);
    }
    // The Italian board is mirrored: c4 takes d5.
    assert_legal(Italian, "W:W18,29:B14", &["18x11"]);
    // A man takes backward where the rules let him: d4 takes e3.
    for game in [Russian, RussianGiveaway, Brazilian, StopAfter] {
        assert_legal(game, "W:W18:B23", &["18x27"]);
    }
    // S002 64C 2, 64I 2.
    assert_legal(English, "W:W18:B23", &["18-14", "18-15"]);
    assert_legal(Italian, "W:W18:B22", &["18-13", "18-14"]);
}

/// S002 64I 4: only in Italian draughts kings are safe from men.
#[test]
fn man_takes_king() {
    for game in [Russian, RussianGiveaway, Brazilian, English, StopAfter] {
        assert_legal(game, "W:W18:BK14", &["18x9"]);
    }
    assert_legal(Italian, "W:W18:BK14", &["18-13"]);
}

/// S002 64Rc: a king goes and takes at any distance; 64C 3, 64I 3: one step; 64D: it stops at once behind the piece.
#[test]
fn king_range() {
    assert_legal(English, "W:WK29:B4", &["29-25"]);
    assert_legal(Italian, "W:WK32:B4", &["32-28"]);
    assert_legal(StopAfter, "W:WK29:B1", &["29-25", "29-22", "29-18", "29-15", "29-11", "29-8", "29-4"]);
    // King a1, man c3.
    assert_legal(Russian, "W:WK29:B22", &["29x18", "29x15", "29x11", "29x8", "29x4"]);
    assert_legal(StopAfter, "W:WK29:B22", &["29x18"]);
    assert_legal(English, "W:WK29:B22", &["29-25"]);
    // Men c3 and d4 shield one another.
    assert_legal(Russian, "W:WK29:B22,18", &["29-25"]);
}

/// S002 64Rc: if from one of the free squares behind the piece the capture can go on, the king must go on.
#[test]
fn duty_to_go_on() {
    // King a1 takes c3; e7 can be taken from f6 only, on d8.
    assert_legal(Russian, "W:WK29:B22,7", &["29x2"]);
    assert_legal(Spancireti, "W:WK36:B27,8", &["36x2"]);
    // 64D, reading (A) of rules.md 12: the king stops on d4, from where e7 is not to be taken.
    assert_legal(StopAfter, "W:WK29:B22,7", &["29x18"]);
    // From d4 either f6 (directly behind: g7; further: h8) or e3 (f2; g1) can be taken.
    assert_legal(Russian, "W:WK29:B22,11,23", &["29x8", "29x4", "29x27", "29x32"]);
    assert_legal(StopAfter, "W:WK29:B22,11,23", &["29x8", "29x27"]);
}

/// S002 64Rc leaves the choice, 100 item 2 and S000 4.13 do not.
#[test]
fn majority() {
    // Man c3 takes d4, or b4 and b6.
    let fen = "W:W22:B18,17,9";
    for game in [Russian, RussianGiveaway, StopAfter, English] {
        assert_legal(game, fen, &["22x15", "22x6"]);
    }
    assert_legal(Brazilian, fen, &["22x6"]);
    // S000 4.13: "a king counts as one piece".
    assert_legal(Brazilian, "W:W22:BK18,17,9", &["22x6"]);
}

/// A man that reaches the last row in a capture is a king at once (S002 64Rc), stays a man if it goes on (100 item 3,
/// S000 4.15), or ends its move there (rules.md 9, 10).
#[test]
fn last_row_in_capture() {
    // Man f6 takes e7 on d8; there a king sees b6 and a man does not.
    let far = "W:W11:B7,9";
    for game in [Russian, RussianGiveaway, StopAfter] {
        assert_legal(game, far, &["11x13"]);
        let m = &legal_moves(&read_fen(game, far))[0];
        assert_eq!((m.promoted, m.result.get(13), &m.captured[..]), (true, Cell::WhiteKing, &[7, 9][..]));
    }
    for game in [Brazilian, English] {
        assert_legal(game, far, &["11x2"]);
        let m = &legal_moves(&read_fen(game, far))[0];
        assert_eq!((m.promoted, m.result.get(2), &m.captured[..]), (true, Cell::WhiteKing, &[7][..]));
    }
    // With a man on c7 all but the English man go on, the Brazilian one as a man that never was a king.
    let near = "W:W11:B7,6";
    assert_legal(Russian, near, &["11x9", "11x13"]);
    assert_legal(StopAfter, near, &["11x9"]);
    assert_legal(Brazilian, near, &["11x9"]);
    assert_legal(English, near, &["11x2"]);
    assert!(legal_moves(&read_fen(StopAfter, near))[0].promoted);
    let m = &legal_moves(&read_fen(Brazilian, near))[0];
    assert_eq!((m.promoted, m.result.get(9)), (false, Cell::WhiteMan));
    assert_legal(Canadian, "W:W14:B9,10", &["14x16"]);
    // A black man likewise, on the bottom row: c3 takes d2 on e1, then f2.
    let black = "B:W26,27:B22";
    assert_legal(Russian, black, &["22x24", "22x20"]);
    assert_legal(Brazilian, black, &["22x24"]);
    assert_legal(English, black, &["22x31"]);
    assert!(!legal_moves(&read_fen(Brazilian, black))[0].promoted);
}

/// S000 4.11, S002 64Rc: pieces are lifted when the capture is over; what has been jumped stands in the way.
#[test]
fn jumped_pieces_stand_in_the_way() {
    // King c1 takes d2, d6 and b6 and stands on a5; c3 is safe because d2 behind it is still occupied.
    let fen = "W:WK30:B26,10,9,22";
    assert_legal(Russian, fen, &["30x13", "30x5"]);
    assert_legal(Brazilian, fen, &["30x13"]);
    assert_legal(StopAfter, fen, &["30x5"]);
    let m = &legal_moves(&read_fen(Brazilian, fen))[0];
    assert_eq!(m.captured, [26, 10, 9]);
    assert_eq!(m.result, read_fen(Brazilian, "B:WK13:B22"));
}

/// Rules.md 1.2: the square the piece started from counts as empty; 1.4: the two ways round take the same pieces.
#[test]
fn round_trip() {
    // King c3 round b4, b6, d6, d4.
    let round = read_fen(English, "W:WK22:B17,18,9,10");
    let moves = legal_moves(&round);
    assert_eq!(moves.iter().map(written).collect::<Vec<_>>(), ["22x22", "22x22"]);
    assert!(moves.iter().all(|m| m.result == read_fen(English, "B:WK22")));
    assert_eq!(distinct_moves(&round).len(), 1);
}

/// Rules.md 1.4: captures from and to the same squares that take different pieces are different moves.
#[test]
fn same_squares_other_pieces() {
    let pos = read_fen(English, "W:W22:B17,9,18,10");
    let moves = distinct_moves(&pos);
    assert_eq!(moves.iter().map(written).collect::<Vec<_>>(), ["22x6", "22x6"]);
    assert_ne!(moves[0].captured, moves[1].captured);
}

/// A king between two pieces on one line may pause on any square between them; that is one capture.
#[test]
fn pausing_between_two_pieces_is_one_capture() {
    // King a1 takes b2 and f6; c3, d4 and e5 lie between.
    let moves = legal_moves(&read_fen(Russian, "W:WK29:B25,11"));
    assert_eq!(moves.iter().map(written).collect::<Vec<_>>(), ["29x8", "29x4"]);
}

/// S000 3.5 and 7.2; S002 64Rc "goal".
#[test]
fn quiet_promotion_and_no_move() {
    for game in NaiveGame::all() {
        // The first square of the second row.
        let square = game.columns() / 2 + 1;
        let moves = legal_moves(&read_fen(game, &format!("W:W{square}:B")));
        assert!(!moves.is_empty(), "{}", game.id());
        for m in moves {
            assert!(m.promoted && m.result.get(m.to) == Cell::WhiteKing, "{}", game.id());
            assert!(legal_moves(&m.result).is_empty(), "{}", game.id());
        }
    }
    // Man a5 is blocked by b6, which c7 guards.
    assert_legal(Russian, "W:W13:B9,6", &[]);
}
