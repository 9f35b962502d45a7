//! FEN and moves of Artamonov's draughts in words.

use dambase_rules::artamonov::fen::{self, Fen, Taken};
use dambase_rules::artamonov::{Artamonov, MASKS, Position};
use dambase_rules::{GameRules, MoveError, Side};
use proptest::prelude::*;

fn reread(text: &str) -> String {
    fen::read(text).unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
}

fn refused(text: &str, offset: usize, words: &str) {
    let error = fen::read(text).expect_err(text);
    assert!(error.reason.contains(words) && error.offset == offset, "{text}: offset {}: {error}", error.offset);
}

#[test]
fn fields_stand_in_any_order() {
    for text in ["W:Me5,c3:Kd4:Xd4", "W:Xd4:Kd4:Mc3,e5", " W : M c3 , e5 : K 18 : X d4 . \n", "W:M22,15:K018:X18."] {
        assert_eq!(reread(text), "W:Me5,c3:Kd4:Xd4", "{text}");
    }
    assert_eq!(reread("B:Kd4"), "B:Kd4");
    // Men of nobody may stand anywhere.
    assert_eq!(reread("B:Mb8,a1:Xb8"), "B:Mb8,a1:Xb8");
    let start = fen::write(&Artamonov::start());
    assert_eq!(Artamonov::parse_fen(&start), Ok(Artamonov::start()));
}

#[test]
fn what_was_taken_and_what_is_left_are_24() {
    let Fen { taken, half_moves, .. } = fen::read("W:Kd4,b2:Xd4:T12,10:H7").unwrap();
    assert_eq!((taken, half_moves), (Some(Taken { white: 12, black: 10 }), Some(7)));
    assert_eq!((taken.unwrap().lead(Side::White), taken.unwrap().lead(Side::Black)), (2, -2));
    assert_eq!(reread("W:H7:T12,10:Xd4:Kd4,b2"), "W:Kd4,b2:Xd4:T12,10:H7");
    assert_eq!(fen::read("W:Kd4").unwrap().taken, None);
    refused("W:Kd4,b2:T12,11", 9, "12 and 11 pieces taken are not the 22 of 24 that are gone");
    refused("W:T0,1:Kd4,b2", 2, "0 and 1 pieces taken");
    refused("W:Kd4:T99999999999,1", 7, "White is too large");
}

#[test]
fn texts_that_are_no_fen_are_refused() {
    refused("", 0, "empty");
    refused(" \t\n", 0, "empty");
    refused("w:Mc3", 0, "must be W or B, found \"w\"");
    refused("W", 0, "the board is empty");
    refused("W:", 2, "found the end of the text");
    refused("W:M", 3, "expected a square, found the end");
    refused("W:Mc3,", 6, "expected a square, found the end");
    refused("W:Mc3,,d4", 6, "expected a square, found \",\"");
    refused("W:Mc3,Kd4", 6, "expected a square, found \"Kd4\"");
    refused("W:Wc3", 2, "expected M (men), K (kings), X");
    refused("W:Mc3:Md4", 6, "the field M is given twice");
    refused("W:Mc3,d4:Kc3", 10, "two pieces on square c3 (22)");
    refused("W:Mc3,22", 6, "two pieces on square c3 (22)");
    refused("W:Mc2", 3, "square c2 is a light square");
    refused("W:Mi1", 3, "square i1 is off the board");
    refused("W:M33", 3, "square 33 is off the board");
    refused("W:M0", 3, "square 0 is off the board");
    refused("W:M99999999999", 3, "off the board");
    refused("W:Mc3:Xd4", 7, "the barred square d4 (18) is empty");
    refused("W:Mc3:Xc3,d4", 9, "\",\" is left over");
    refused("W:Mc3:T1", 8, "expected ',' and the pieces taken by Black, found the end");
    refused("W:Mc3:T,1", 7, "expected the number of pieces taken by White, found \",\"");
    refused("W:Mc3:H", 7, "expected the number of plies");
    refused("W:Mc3 d4", 6, "\"d4\" is left over");
    refused("W:Mc3..", 6, "left over");
    refused("W:M\u{662f}", 3, "expected a square");
    let all = (1..=25).map(|square| square.to_string()).collect::<Vec<_>>().join(",");
    refused(&format!("W:M{all}"), 66, "more than 24 pieces: the one on square");
    let error = fen::read(&format!("W:M21{}", "z".repeat(1 << 20))).unwrap_err();
    assert!(error.reason.len() < 200, "{error}");
}

fn position(fen: &str) -> Position {
    Artamonov::parse_fen(fen).unwrap()
}

#[test]
fn moves_are_written_as_in_russian_draughts() {
    let here = position("W:Ma3,b4,d6,g3,h4");
    for (text, full) in [("a3:e7", "a3:e7"), ("a3:c5:e7", "a3:e7"), ("21x14x7", "a3:e7")] {
        let mv = Artamonov::parse_move(&here, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(Artamonov::move_text(&here, &mv), full);
    }
    // Two ways round.
    let here = position("W:Mc5,e3,e5,f6:Kd2:Xf6");
    let Err(MoveError::Ambiguous { mut candidates, .. }) = Artamonov::parse_move(&here, "d2:b4") else { panic!() };
    candidates.sort();
    assert_eq!(candidates, ["d2:f4:d6:b4", "d2:g5:e7:b4"]);
    let Err(MoveError::Illegal { text, legal }) = Artamonov::parse_move(&here, " c5-b6 ") else { panic!() };
    assert_eq!(text, "c5-b6");
    assert!(legal.contains(&"d2:g5:e7:b4".to_owned()) && legal.iter().all(|text| text.contains(':')), "{legal:?}");
    // The barred piece has no moves, and neither has one that is not there.
    for text in ["f6-e7", "a1-b2"] {
        assert!(matches!(Artamonov::parse_move(&here, text), Err(MoveError::Illegal { .. })), "{text}");
    }
    for text in ["", "c3", "c3-d5", "c3-d4-e5", "c3+d4"] {
        assert!(matches!(Artamonov::parse_move(&here, text), Err(MoveError::Syntax { .. })), "{text}");
    }
    // Nobody can move, but a text may still be no move.
    let over = position("W:Kd4:Xd4");
    assert!(matches!(Artamonov::parse_move(&over, "d4-d5"), Err(MoveError::Syntax { .. })));
    let Err(MoveError::Illegal { legal, .. }) = Artamonov::parse_move(&over, "d4-e5") else { panic!() };
    assert!(legal.is_empty());
}

/// Any position with what a FEN may say of it.
fn fens() -> impl Strategy<Value = Fen> {
    let pieces = prop::collection::btree_map(0..32u32, any::<bool>(), 1..=24);
    (pieces, any::<bool>(), any::<prop::sample::Index>(), any::<Option<u32>>(), prop::option::of(0..24u8)).prop_map(
        |(pieces, white, barred, half_moves, taken)| {
            let set = |king| {
                pieces.iter().filter(|piece| *piece.1 == king).fold(0, |set, piece| set | 1 << MASKS.bit(*piece.0))
            };
            let gone = 24 - pieces.len() as u8;
            let bits: Vec<_> = pieces.keys().map(|&square| Some(MASKS.bit(square) as u8)).chain([None]).collect();
            Fen {
                position: Position {
                    men: set(false),
                    kings: set(true),
                    side: if white { Side::White } else { Side::Black },
                    barred: *barred.get(&bits),
                },
                taken: taken.map(|white| Taken { white: white.min(gone), black: gone - white.min(gone) }),
                half_moves: half_moves.filter(|&plies| plies != u32::MAX),
            }
        },
    )
}

proptest! {
    #[test]
    fn every_fen_is_read_back(fen in fens()) {
        prop_assert_eq!(fen::read(&fen.to_string()), Ok(fen));
    }

    #[test]
    fn every_move_is_read_back(fen in fens()) {
        let mut moves = Vec::new();
        // Many kings have captures without number.
        prop_assume!(fen.position.kings.count_ones() <= 6);
        Artamonov::legal_moves(&fen.position, &mut moves);
        for mv in moves {
            let text = Artamonov::move_text(&fen.position, &mv);
            match Artamonov::parse_move(&fen.position, &text) {
                Ok(read) => prop_assert_eq!(read, mv, "{}", text),
                // Captures of different pieces may have one written route in common; then it is said which fit.
                Err(MoveError::Ambiguous { .. }) => prop_assert!(mv.is_capture()),
                Err(error) => return Err(TestCaseError::fail(error.to_string())),
            }
        }
    }

    #[test]
    fn no_text_panics(text in "[WBMKXTH:,0-9a-i. ]{0,40}|\\PC{0,40}") {
        let _ = fen::read(&text);
        let _ = Artamonov::parse_move(&Artamonov::start(), &text);
    }
}
