//! A position as a grid of cells, and the numbering of its dark squares.

use super::games::NaiveGame;
use super::material::Material;

/// The largest board has this many rows and columns.
const LARGEST: usize = 12;

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A white man.
    WhiteMan,
    /// A white king.
    WhiteKing,
    /// A black man.
    BlackMan,
    /// A black king.
    BlackKing,
}

impl Cell {
    /// Whose piece it is.
    #[must_use]
    pub fn side(self) -> Option<Side> {
        match self {
            Cell::Empty => None,
            Cell::WhiteMan | Cell::WhiteKing => Some(Side::White),
            Cell::BlackMan | Cell::BlackKing => Some(Side::Black),
        }
    }

    /// Whether it is a king of either side.
    #[must_use]
    pub fn is_king(self) -> bool {
        matches!(self, Cell::WhiteKing | Cell::BlackKing)
    }

    /// Whether it is a man of either side.
    #[must_use]
    pub fn is_man(self) -> bool {
        matches!(self, Cell::WhiteMan | Cell::BlackMan)
    }

    /// The king of a side.
    pub(super) fn king_of(side: Side) -> Cell {
        match side {
            Side::White => Cell::WhiteKing,
            Side::Black => Cell::BlackKing,
        }
    }
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Drawn at the bottom, moves up.
    White,
    /// Drawn at the top, moves down.
    Black,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// A row and a column of the grid, both from 0, the first row being the top one of the diagram.
pub(super) type Place = (usize, usize);

/// A position: what stands where and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    game: NaiveGame,
    side: Side,
    cells: [[Cell; LARGEST]; LARGEST],
}

impl Position {
    /// The board without pieces.
    #[must_use]
    pub fn empty(game: NaiveGame, side: Side) -> Position {
        Position { game, side, cells: [[Cell::Empty; LARGEST]; LARGEST] }
    }

    /// The position a game begins with.
    #[must_use]
    pub fn start(game: NaiveGame) -> Position {
        let side = if game.black_begins() { Side::Black } else { Side::White };
        let mut pos = Position::empty(game, side);
        let men = game.start_rows() * game.columns() / 2;
        for square in 1..=men {
            pos.set(square, Cell::BlackMan);
            pos.set(game.squares() + 1 - square, Cell::WhiteMan);
        }
        pos
    }

    /// The position with these pieces on these squares (PDN numbers).
    ///
    /// # Panics
    /// If a square is off the board, is named twice, or holds a man on the row where it would have been crowned.
    #[must_use]
    pub fn from_pieces(game: NaiveGame, side: Side, pieces: &[(usize, Cell)]) -> Position {
        let mut pos = Position::empty(game, side);
        for &(square, cell) in pieces {
            assert!(pos.get(square) == Cell::Empty, "{}: square {square} is named twice", game.id());
            assert!(cell_may_stand(game, square, cell), "{}: a man on its last row, square {square}", game.id());
            pos.set(square, cell);
        }
        pos
    }

    /// The game it is a position of.
    #[must_use]
    pub fn game(&self) -> NaiveGame {
        self.game
    }

    /// The side to move.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The same board with the other side to move.
    #[must_use]
    pub fn with_side(&self, side: Side) -> Position {
        Position { side, ..*self }
    }

    /// What stands on a square (PDN number).
    ///
    /// # Panics
    /// If the square is off the board.
    #[must_use]
    pub fn get(&self, square: usize) -> Cell {
        self.at(place(self.game, square))
    }

    /// Puts something on a square (PDN number), or clears it.
    ///
    /// # Panics
    /// If the square is off the board.
    pub fn set(&mut self, square: usize, cell: Cell) {
        self.put(place(self.game, square), cell);
    }

    /// Every piece with its square (PDN number), in order of the squares.
    #[must_use]
    pub fn pieces(&self) -> Vec<(usize, Cell)> {
        self.occupied().map(|at| (square_of(self.game, at), self.at(at))).collect()
    }

    /// How many men and kings each side has.
    #[must_use]
    pub fn material(&self) -> Material {
        let mut material = Material::new(0, 0, 0, 0);
        for at in self.occupied() {
            match self.at(at) {
                Cell::Empty => {}
                Cell::WhiteMan => material.white_men += 1,
                Cell::WhiteKing => material.white_kings += 1,
                Cell::BlackMan => material.black_men += 1,
                Cell::BlackKing => material.black_kings += 1,
            }
        }
        material
    }

    /// The places of all pieces, row by row from the top: in order of their numbers.
    pub(super) fn occupied(&self) -> impl Iterator<Item = Place> {
        let grid = (0..self.game.rows()).flat_map(|row| (0..self.game.columns()).map(move |column| (row, column)));
        grid.filter(|&at| self.at(at) != Cell::Empty)
    }

    pub(super) fn at(&self, (row, column): Place) -> Cell {
        self.cells[row][column]
    }

    pub(super) fn put(&mut self, (row, column): Place, cell: Cell) {
        self.cells[row][column] = cell;
    }
}

/// Whether a piece may stand on a square: a man on its own last row would have been crowned (S002 64Rc, S000 3.5).
pub(super) fn cell_may_stand(game: NaiveGame, square: usize, cell: Cell) -> bool {
    let row = place(game, square).0;
    match cell {
        Cell::WhiteMan => row != last_row(game, Side::White),
        Cell::BlackMan => row != last_row(game, Side::Black),
        _ => true,
    }
}

/// The row on which a side's men are crowned.
pub(super) fn last_row(game: NaiveGame, side: Side) -> usize {
    match side {
        Side::White => 0,
        Side::Black => game.rows() - 1,
    }
}

/// The grid place of a square. Rules.md 1.1: numbers run left to right, row by row, from the top; each row has half
/// as many dark squares as columns.
pub(super) fn place(game: NaiveGame, square: usize) -> Place {
    assert!((1..=game.squares()).contains(&square), "{}: no square {square}", game.id());
    let in_row = game.columns() / 2;
    let row = (square - 1) / in_row;
    // The number of rows is even, so the top left corner has the shade of the bottom right one; below it the shades
    // of the first column alternate.
    let first_is_dark = row.is_multiple_of(2) == game.dark_corner_at_right();
    let column = 2 * ((square - 1) % in_row) + usize::from(!first_is_dark);
    (row, column)
}

/// The PDN number of a dark grid place.
pub(super) fn square_of(game: NaiveGame, (row, column): Place) -> usize {
    row * (game.columns() / 2) + column / 2 + 1
}
