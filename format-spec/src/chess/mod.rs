//! The index scheme of chess (FORMAT.md, "Scheme 2").

mod counts;
mod game;
mod index;
mod kings;

pub use counts::ChessCounts;
pub use index::{ChessSlice, LastPiece, PieceRow};
