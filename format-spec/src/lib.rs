//! What a Dambase table file means. The normative text is `FORMAT.md` beside this crate; this is its code.
//!
//! Two halves: how positions become numbers ([`TableGame`], [`SliceIndex`]), one scheme a family of games, and how a row of
//! numbered values becomes a file ([`header`], [`codec`], [`block`], [`Table`], [`TableWriter`]), which knows no game at all.
#![forbid(unsafe_code)]

mod artamonov;
pub mod block;
mod chess;
mod clocked;
pub mod codec;
mod combinations;
mod draughts;
mod error;
mod frame;
pub mod header;
#[cfg(feature = "manifest")]
pub mod manifest;
mod material;
mod slice;
mod source;
mod table;
mod value;
mod writer;

pub use artamonov::{ArtamonovCounts, ArtamonovSlice};
pub use chess::{ChessCounts, ChessSlice, LastPiece, PieceRow};
pub use clocked::{ClockedGame, DtcShape, Settled, decides, rules_fingerprint, table_rules};
pub use combinations::choose;
pub use draughts::{DraughtsCounts, DraughtsSlice, MenPlacement};
pub use error::FormatError;
pub use frame::join as join_frame;
pub use header::{ClockFields, Header, Metric, SectionStats, ValueCode};
pub use material::{MaterialError, SliceKey, same_material};
pub use slice::{Row, SliceIndex, TableGame, fingerprint};
pub use source::{Source, SourceError};
pub use table::Table;
pub use value::{Code, Value};
pub use writer::{TableWriter, table_bytes};
