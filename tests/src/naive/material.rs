//! How many men and kings each side has, and all boards that can be set up with them.

use super::board::{Cell, Position, Side, cell_may_stand};
use super::games::NaiveGame;

/// The pieces on the board, without their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// White men.
    pub white_men: usize,
    /// White kings.
    pub white_kings: usize,
    /// Black men.
    pub black_men: usize,
    /// Black kings.
    pub black_kings: usize,
}

impl Material {
    /// The material with these numbers.
    #[must_use]
    pub fn new(white_men: usize, white_kings: usize, black_men: usize, black_kings: usize) -> Material {
        Material { white_men, white_kings, black_men, black_kings }
    }

    /// Every material of this many pieces in all in which neither side is empty.
    #[must_use]
    pub fn all(pieces: usize) -> Vec<Material> {
        let mut found = Vec::new();
        for white_men in 0..=pieces {
            for white_kings in 0..=pieces {
                for black_men in 0..=pieces {
                    for black_kings in 0..=pieces {
                        let material = Material::new(white_men, white_kings, black_men, black_kings);
                        if material.pieces() == pieces && material.both_present() {
                            found.push(material);
                        }
                    }
                }
            }
        }
        found
    }

    /// All pieces.
    #[must_use]
    pub fn pieces(self) -> usize {
        self.white_men + self.white_kings + self.black_men + self.black_kings
    }

    /// Whether each side has a piece.
    #[must_use]
    pub fn both_present(self) -> bool {
        self.white_men + self.white_kings > 0 && self.black_men + self.black_kings > 0
    }

    /// Calls `f` with every board of this material, men never on the row where they would have been crowned.
    pub fn for_each_board(self, game: NaiveGame, side: Side, f: &mut impl FnMut(&Position)) {
        let groups = [
            (Cell::WhiteMan, self.white_men),
            (Cell::WhiteKing, self.white_kings),
            (Cell::BlackMan, self.black_men),
            (Cell::BlackKing, self.black_kings),
        ];
        let pieces: Vec<Cell> = groups.into_iter().flat_map(|(cell, count)| vec![cell; count]).collect();
        place_pieces(&mut Position::empty(game, side), &pieces, 1, f);
    }

    /// How many boards there are, counted by setting them all up.
    #[must_use]
    pub fn count_boards(self, game: NaiveGame) -> u64 {
        let mut count = 0;
        self.for_each_board(game, Side::White, &mut |_| count += 1);
        count
    }
}

/// Sets up the first of `pieces` on every free square from `first` on, then the rest. Equal pieces stand next to one
/// another in the list and are placed on ascending squares, so that no board comes twice.
fn place_pieces(pos: &mut Position, pieces: &[Cell], first: usize, f: &mut impl FnMut(&Position)) {
    let Some((&piece, rest)) = pieces.split_first() else {
        f(pos);
        return;
    };
    for square in first..=pos.game().squares() {
        if pos.get(square) == Cell::Empty && cell_may_stand(pos.game(), square, piece) {
            pos.set(square, piece);
            let next = if rest.first() == Some(&piece) { square + 1 } else { 1 };
            place_pieces(pos, rest, next, f);
            pos.set(square, Cell::Empty);
        }
    }
}
