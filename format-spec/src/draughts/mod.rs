//! The index scheme of the draughts family (FORMAT.md, "Scheme 1").

mod counts;
mod game;
mod index;

pub use counts::DraughtsCounts;
pub use index::{DraughtsSlice, MenPlacement};
