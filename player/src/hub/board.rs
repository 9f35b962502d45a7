//! Positions and moves in the protocol's words.

use dambase_rules::artamonov::{self, Artamonov};
use dambase_rules::draughts::Draughts;
use dambase_rules::{MoveError, Pieces, Side, for_draughts_games};

use crate::playable::Playable;

/// A game of men and kings on numbered squares.
pub(super) trait HubGame: Playable {
    /// Squares of the board.
    const SQUARES: u32;
    /// Pieces belong to nobody: `w` and `W` are those that may be moved, `b` or `B` is the one that may not.
    const ONE_COLOUR: bool = false;

    /// The squares, from 0, that a move begins and ends on, and those of what it captures.
    fn squares(mv: &Self::Move) -> (u32, u32, u128);
}

macro_rules! hub_games {
    ($($name:ident)*) => {
        $(impl HubGame for dambase_rules::draughts::games::$name {
            const SQUARES: u32 = <Self as Draughts>::RULES.board.squares();

            fn squares(mv: &Self::Move) -> (u32, u32, u128) {
                let masks = <Self as Draughts>::MASKS;
                (masks.square(mv.from.into()), masks.square(mv.to.into()), masks.gathered(mv.captured))
            }
        })*
    };
}
for_draughts_games!(hub_games);

impl HubGame for Artamonov {
    const SQUARES: u32 = 32;
    const ONE_COLOUR: bool = true;

    fn squares(mv: &Self::Move) -> (u32, u32, u128) {
        let masks = artamonov::MASKS;
        (masks.square(mv.from.into()), masks.square(mv.to.into()), masks.gathered(mv.captured))
    }
}

/// Reads a position: the side to move, then a letter for each square.
pub(super) fn read_position<G: HubGame>(text: &str) -> Result<G::Position, String> {
    let expected = G::SQUARES as usize + 1;
    let letters = text.chars().count();
    if letters != expected {
        return Err(format!("a position of {} has {expected} letters, and this has {letters}", G::ID));
    }
    let mut letters = text.chars();
    let side = match letters.next() {
        Some('W' | 'w') => Side::White,
        Some('B' | 'b') => Side::Black,
        other => return Err(format!("the side to move is {:?}, and not W or B", other.unwrap_or(' '))),
    };
    let mut pieces = Pieces { side, ..Pieces::EMPTY };
    for (square, letter) in letters.enumerate() {
        let bit = 1 << square;
        let owner = usize::from(matches!(letter, 'b' | 'B'));
        let set = match letter {
            'w' | 'b' => &mut pieces.men,
            'W' | 'B' => &mut pieces.kings,
            'e' | 'E' => continue,
            _ => return Err(format!("{letter:?} on square {} is none of w, b, W, B and e", square + 1)),
        };
        if G::ONE_COLOUR {
            set[0] |= bit;
            if owner == 1 && pieces.barred.replace(square as u8).is_some() {
                return Err("two pieces are those that may not be moved".into());
            }
        } else {
            set[owner] |= bit;
        }
    }
    G::from_pieces(&pieces).map_err(|error| error.to_string())
}

/// Writes a position.
#[cfg(test)]
pub(super) fn position_text<G: HubGame>(position: &G::Position) -> String {
    let pieces = G::pieces(position);
    let letter = |square: u32| {
        let has = |set: u128| set >> square & 1 != 0;
        let barred = pieces.barred.map(u32::from) == Some(square);
        match () {
            () if has(pieces.men[1]) || (has(pieces.men[0]) && barred) => 'b',
            () if has(pieces.kings[1]) || (has(pieces.kings[0]) && barred) => 'B',
            () if has(pieces.men[0]) => 'w',
            () if has(pieces.kings[0]) => 'W',
            () => 'e',
        }
    };
    let side = if pieces.side == Side::White { 'W' } else { 'B' };
    std::iter::once(side).chain((0..G::SQUARES).map(letter)).collect()
}

/// Writes a move: `from-to`, or `from x to x captured x captured ...`.
pub(super) fn move_text<G: HubGame>(mv: &G::Move) -> String {
    let (from, to, captured) = G::squares(mv);
    if captured == 0 {
        return format!("{}-{}", from + 1, to + 1);
    }
    let mut text = format!("{}x{}", from + 1, to + 1);
    for square in (0..G::SQUARES).filter(|square| captured >> square & 1 != 0) {
        text.push_str(&format!("x{}", square + 1));
    }
    text
}

/// Reads a legal move: as it is written, captured squares in any order; or, as they are read, in the game's own notation, as far as it
/// fits one move.
pub(super) fn read_move<G: HubGame>(position: &G::Position, text: &str) -> Result<G::Move, MoveError> {
    let mut legal = Vec::new();
    G::legal_moves(position, &mut legal);
    let numbers = |separator: char| -> Option<Vec<u32>> {
        text.split(separator).map(|part| part.parse().ok().filter(|square| (1..=G::SQUARES).contains(square))).collect()
    };
    let separator = if text.contains('-') { '-' } else { 'x' };
    if let Some([from, to, captured @ ..]) = numbers(separator).as_deref() {
        let taken: u128 = captured.iter().map(|square| 1 << (square - 1)).fold(0, |set, bit: u128| set | bit);
        let ends = |mv: &G::Move| {
            let (f, t, c) = G::squares(mv);
            (f + 1, t + 1, c == 0) == (*from, *to, separator == '-')
        };
        // A capture without what it captures is enough where it is the only one.
        let fits: Vec<_> = legal.iter().filter(|mv| ends(mv)).collect();
        let exact = fits.iter().find(|mv| G::squares(mv).2 == taken);
        match (exact, fits.as_slice(), captured) {
            (Some(mv), ..) => return Ok(**mv),
            (None, [mv], []) => return Ok(**mv),
            _ => {}
        }
    }
    match G::parse_move(position, text) {
        Ok(mv) => Ok(mv),
        Err(MoveError::Ambiguous { text, .. }) => {
            Err(MoveError::Ambiguous { text, candidates: legal.iter().map(move_text::<G>).collect() })
        }
        Err(MoveError::Syntax { text, reason }) => Err(MoveError::Syntax { text, reason }),
        Err(MoveError::Illegal { text, .. }) => {
            Err(MoveError::Illegal { text, legal: legal.iter().map(move_text::<G>).collect() })
        }
    }
}

#[cfg(test)]
mod tests {
    use dambase_rules::draughts::games::{Canadian, English, International, Italian, Russian};
    use proptest::prelude::*;

    use super::*;

    /// Positions and moves of games that are played at random come back from their texts.
    fn round_trips<G: HubGame>(choices: &[u16]) {
        let mut position = G::start();
        let mut moves = Vec::new();
        for &choice in choices {
            let text = position_text::<G>(&position);
            assert_eq!(read_position::<G>(&text), Ok(position), "{text}");
            G::legal_moves(&position, &mut moves);
            for mv in &moves {
                assert_eq!(read_move::<G>(&position, &move_text::<G>(mv)), Ok(*mv), "{text}");
            }
            let Some(mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { return };
            position = G::play(&position, mv);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn texts_come_back(choices in proptest::collection::vec(any::<u16>(), 0..120)) {
            round_trips::<Russian>(&choices);
            round_trips::<English>(&choices);
            round_trips::<Italian>(&choices);
            round_trips::<International>(&choices);
            round_trips::<Canadian>(&choices);
            round_trips::<Artamonov>(&choices);
        }

        #[test]
        fn no_text_is_too_strange(text in ".{0,60}", letters in "[WBwbe]{33}") {
            let _ = read_position::<Russian>(&text);
            let _ = read_position::<Russian>(&letters);
            let _ = read_position::<Artamonov>(&letters);
            let _ = read_move::<Russian>(&<Russian as dambase_rules::GameRules>::start(), &text);
        }
    }

    #[test]
    fn the_examples_of_the_protocol_are_read() {
        let start = read_position::<International>("Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww").unwrap();
        assert_eq!(start, <International as dambase_rules::GameRules>::start());
        let mut position =
            read_position::<International>("BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee").unwrap();
        for text in ["38-15", "5-41", "48-26"] {
            let mv = read_move::<International>(&position, text).unwrap();
            position = <International as dambase_rules::GameRules>::play(&position, &mv);
        }
    }

    #[test]
    fn captures_name_what_they_take() {
        let position = read_position::<International>(
            &"W".chars()
                .chain((1..=50).map(|square| match square {
                    28 => 'w',
                    23 => 'b',
                    _ => 'e',
                }))
                .collect::<String>(),
        )
        .unwrap();
        let mv = read_move::<International>(&position, "28x19x23").unwrap();
        assert_eq!(move_text::<International>(&mv), "28x19x23");
        assert_eq!(read_move::<International>(&position, "28x19"), Ok(mv));
        assert!(read_move::<International>(&position, "28x19x24").is_err());
        assert!(read_move::<International>(&position, "28-19").is_err());
        assert!(read_move::<International>(&position, "0x19").is_err());
    }
}
