//! The naive oracle: the rules and the endgame values of the draughts games, written a second time straight from
//! the founding texts, slowly and simply.
//!
//! It exists to judge the real code, so it shares nothing with it: no crate of the workspace, no bitboards, no
//! ranked combinations, no colour reversal, no un-moves, no layers. A board is a grid walked step by step; a table
//! is a sorted list of positions; a value is found by looking at all successors again and again, one depth after
//! the other. Where the founding text is silent, the reading taken is the one of rules.md and its section is named.
//!
//! ```
//! use dambase_tests::naive::{Cell, Material, NaiveGame, Position, Side, Solver, Value, perft};
//!
//! let start = Position::start(NaiveGame::Russian);
//! assert_eq!(perft(&start, 4, false), 1469);
//!
//! let mut solver = Solver::new(NaiveGame::English);
//! let pieces = [(1, Cell::WhiteKing), (32, Cell::BlackKing)];
//! let pos = Position::from_pieces(NaiveGame::English, Side::White, &pieces);
//! assert_eq!(solver.value(&pos), Value::Draw);
//! assert_eq!(pos.material(), Material::new(0, 1, 0, 1));
//! ```

pub mod artamonov;
mod board;
mod draw;
mod fen;
mod games;
mod material;
mod moves;
mod perft;
mod played;
mod solve;
mod verdicts;

#[cfg(test)]
mod tests;

pub use board::{Cell, Position, Side};
pub use draw::{DrawSet, occurrences};
pub use fen::{read_fen, write_fen};
pub use games::NaiveGame;
pub use material::Material;
pub use moves::{NaiveMove, distinct_moves, legal_moves};
pub use perft::perft;
pub use played::{NaiveEnd, NaivePlayed};
pub use solve::{Solver, Value};
pub use verdicts::{PositionVerdicts, Verdicts, Wdl};
