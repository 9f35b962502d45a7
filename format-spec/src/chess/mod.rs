//! The index scheme of chess (FORMAT.md, "Scheme 2").

mod counts;
mod game;
mod index;
mod kings;
mod rows;

pub use counts::ChessCounts;
pub use index::ChessSlice;
pub use rows::{LastPiece, PieceRow};
