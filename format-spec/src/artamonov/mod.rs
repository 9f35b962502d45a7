//! The index scheme of one-colour draughts (FORMAT.md, "Scheme 3").

mod counts;
mod game;
mod index;

pub use counts::ArtamonovCounts;
pub use index::ArtamonovSlice;
