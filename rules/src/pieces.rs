//! Positions as plain sets of squares: what programs that have their own boards hand over.

use std::fmt;

use crate::Side;

/// The pieces on a board by kind and side, whatever the game. A set is a number: bit *i* is square *i*.
///
/// - Draughts: square *i* is the one numbered *i* + 1 in the game's PDN, counted from the upper left as White sees the board (in the
///   games written in letters, too: 8x8 has b8, d8, f8, h8, a7, ...). Men and kings, White's before Black's.
/// - Artamonov's draughts: pieces are nobody's, all in the first set of each pair. `barred` is the piece moved last.
/// - Chess: a1 is 0, b1 is 1, h8 is 63. `men` are pawns.
///
/// What a game does not have stays empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pieces {
    /// Men; pawns.
    pub men: [u128; 2],
    /// Kings.
    pub kings: [u128; 2],
    /// Queens of chess.
    pub queens: [u64; 2],
    /// Rooks of chess.
    pub rooks: [u64; 2],
    /// Bishops of chess.
    pub bishops: [u64; 2],
    /// Knights of chess.
    pub knights: [u64; 2],
    /// The side to move.
    pub side: Side,
    /// In chess the square behind a pawn that has just made its double step. One behind a pawn that cannot be captured so makes no
    /// difference.
    pub en_passant: Option<u8>,
    /// In chess the castlings that neither king nor rook has forfeited: bits 0 to 3 are White's short and long, Black's short and long.
    pub castling: u8,
    /// In Artamonov's draughts the square of the piece that may not be moved.
    pub barred: Option<u8>,
}

impl Pieces {
    /// An empty board, White to move.
    pub const EMPTY: Pieces = Pieces {
        men: [0; 2],
        kings: [0; 2],
        queens: [0; 2],
        rooks: [0; 2],
        bishops: [0; 2],
        knights: [0; 2],
        side: Side::White,
        en_passant: None,
        castling: 0,
        barred: None,
    };

    /// What a game without pieces and rights of chess must find empty, by the first that is not.
    pub(crate) fn not_of_draughts(&self) -> Option<PiecesError> {
        let sets =
            [("queens", self.queens), ("rooks", self.rooks), ("bishops", self.bishops), ("knights", self.knights)];
        if let Some((name, _)) = sets.iter().find(|(_, sets)| *sets != [0; 2]) {
            return Some(PiecesError(format!("there are no {name} in this game")));
        }
        (self.en_passant.is_some() || self.castling != 0)
            .then(|| PiecesError("en passant and castling are of chess alone".into()))
    }
}

/// Sets of squares that are no position of the game: what is wrong, naming the square or the set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PiecesError(pub String);

impl fmt::Display for PiecesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no position: {}", self.0)
    }
}

impl std::error::Error for PiecesError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{GameId, GameRules, with_game};

    /// Positions of a game that is played at random, by numbers.
    fn played<G: GameRules>(choices: &[u16], mut check: impl FnMut(&G::Position)) {
        let mut position = G::start();
        let mut moves = Vec::new();
        for &choice in choices {
            check(&position);
            G::legal_moves(&position, &mut moves);
            let Some(mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { return };
            position = G::play(&position, mv);
        }
    }

    proptest! {
        #[test]
        fn positions_come_back_from_their_sets(choices in proptest::collection::vec(any::<u16>(), 0..120)) {
            for id in GameId::all() {
                with_game!(id, G => played::<G>(&choices, |position| {
                    let pieces = G::pieces(position);
                    assert_eq!(G::from_pieces(&pieces).as_ref(), Ok(position), "{id} {}", G::fen(position));
                }));
            }
        }

        /// Whatever is taken for a position has a FEN that is read back as the same.
        #[test]
        fn sets_are_a_position_exactly_when_there_is_a_fen(
            men in any::<[u128; 2]>(), kings in any::<[u128; 2]>(), thin in any::<[u128; 2]>(), width in 0u32..129,
            others in any::<[[u64; 2]; 4]>(), chess in any::<bool>(), black in any::<bool>(),
            en_passant in proptest::option::of(0u8..70), castling in 0u8..17, barred in proptest::option::of(0u8..70),
        ) {
            let below = if width == 128 { u128::MAX } else { (1 << width) - 1 };
            let thin = thin[0] & thin[1] & below;
            let few = |sets: [u128; 2], by: u32| sets.map(|set| set & thin.rotate_left(by) & below);
            let some = |number: usize, by: u32| others[number].map(|set| if chess { set & (thin as u64).rotate_left(by) } else { 0 });
            let pieces = Pieces {
                men: few(men, 0), kings: few(kings, 7), queens: some(0, 3), rooks: some(1, 11), bishops: some(2, 17),
                knights: some(3, 23), side: if black { Side::Black } else { Side::White },
                en_passant: en_passant.filter(|_| chess), castling: if chess { castling } else { 0 }, barred: barred.filter(|_| !chess),
            };
            for id in GameId::all() {
                with_game!(id, G => if let Ok(position) = G::from_pieces(&pieces) {
                    let text = G::fen(&position);
                    let read = G::parse_fen(&text);
                    prop_assert_eq!(read.as_ref(), Ok(&position), "{} {}", id, text);
                    let back = G::pieces(&position);
                    prop_assert_eq!(Pieces { en_passant: None, ..back }, Pieces { en_passant: None, ..pieces });
                });
            }
        }
    }

    #[test]
    fn squares_are_those_that_are_documented() {
        fn fen<G: GameRules>(pieces: Pieces) -> String {
            G::from_pieces(&pieces).map_or_else(|error| error.to_string(), |position| G::fen(&position))
        }
        use crate::artamonov::Artamonov;
        use crate::chess::Chess;
        use crate::draughts::games::{Canadian, International, Italian, Russian};
        let pieces = Pieces { men: [1 << 31, 1 << 4], kings: [1 << 0, 0], side: Side::Black, ..Pieces::EMPTY };
        assert_eq!(fen::<Russian>(pieces), "B:WKb8,g1:Ba7");
        assert_eq!(fen::<Italian>(pieces), "B:WK1,32:B5");
        assert_eq!(fen::<International>(pieces), "B:WK1,32:B5");
        assert_eq!(fen::<Canadian>(Pieces { kings: [1 << 71, 1], ..Pieces::EMPTY }), "W:WK72:BK1");
        let pieces = Pieces { men: [1 << 31, 0], kings: [1, 0], barred: Some(0), ..Pieces::EMPTY };
        assert_eq!(fen::<Artamonov>(pieces), "W:Mg1:Kb8:Xb8");
        let pieces = Pieces { men: [1 << 8, 0], kings: [1 << 4, 1 << 63], rooks: [0, 1], ..Pieces::EMPTY };
        assert_eq!(fen::<Chess>(pieces), "7k/8/8/8/8/8/P7/r3K3 w - - 0 1");
    }

    #[test]
    fn what_is_no_position_is_refused_in_words() {
        fn refused<G: GameRules>(pieces: Pieces, words: &str) {
            let error = G::from_pieces(&pieces).expect_err(words).to_string();
            assert!(error.contains(words), "{error}");
        }
        use crate::artamonov::Artamonov;
        use crate::chess::Chess;
        use crate::draughts::games::Russian;
        let good = Pieces { men: [1 << 20, 1 << 9], kings: [1, 2], ..Pieces::EMPTY };
        assert!(Russian::from_pieces(&good).is_ok());
        refused::<Russian>(Pieces { kings: [1, 3], ..good }, "two pieces on square b8 (1)");
        refused::<Russian>(Pieces { kings: [1 << 32, 1], ..good }, "off the board");
        refused::<Russian>(Pieces { men: [1 << 2, 0], ..good }, "a man of white on square f8 (3), its last row");
        refused::<Russian>(Pieces { men: [0, 1 << 31], ..good }, "its last row");
        refused::<Russian>(Pieces { men: [0xfff_f000, 0], ..good }, "more than 12 pieces");
        refused::<Russian>(Pieces { men: [1 << 20, 0], kings: [0; 2], ..good }, "has no pieces");
        refused::<Russian>(Pieces::EMPTY, "empty");
        refused::<Russian>(Pieces { knights: [0, 1], ..good }, "no knights");
        refused::<Russian>(Pieces { castling: 1, ..good }, "of chess");
        refused::<Russian>(Pieces { barred: Some(0), ..good }, "barred");
        refused::<Artamonov>(good, "no colour");
        refused::<Artamonov>(Pieces { men: [1, 0], barred: Some(1), ..Pieces::EMPTY }, "barred");
        refused::<Artamonov>(Pieces { men: [1, 0], barred: Some(32), ..Pieces::EMPTY }, "barred");
        let good = Pieces { kings: [1, 1 << 63], ..Pieces::EMPTY };
        assert!(Chess::from_pieces(&good).is_ok());
        refused::<Chess>(Pieces { kings: [1, 2], ..good }, "side by side");
        refused::<Chess>(Pieces { kings: [1, 0], ..good }, "no king");
        refused::<Chess>(Pieces { kings: [1 << 64, 1], ..good }, "off the board");
        refused::<Chess>(Pieces { queens: [1 << 7, 0], ..good }, "is attacked");
        refused::<Chess>(Pieces { men: [1 << 7, 0], ..good }, "a pawn stands on h1");
        refused::<Chess>(Pieces { rooks: [1 << 63, 0], ..good }, "two pieces on h8");
        refused::<Chess>(Pieces { castling: 1, ..good }, "castling K");
        refused::<Chess>(Pieces { castling: 16, ..good }, "castling");
        refused::<Chess>(Pieces { en_passant: Some(40), ..good }, "en passant");
        refused::<Chess>(Pieces { en_passant: Some(64), ..good }, "en passant");
        refused::<Chess>(Pieces { barred: Some(1), ..good }, "barred");
    }
}
