//! Probes Dambase endgame tables.
//!
//! A [`Tablebase`] opens folders of tables once and is then shared by reference, by any number of threads. It answers every
//! legal position of its tables: captures, both sides to move, both colour orders; what a table does not store is worked
//! out. An answer is exact or it is a [`ProbeError`] that says whose fault it is: a table that is [not
//! there](ProbeError::Missing), a position [no table can hold](ProbeError::OutOfScope), one that [cannot
//! arise](ProbeError::Impossible), a [broken file](ProbeError::Broken).
//!
//! Memory: decoded blocks take at most [`OpenOptions::cache_bytes`]; beside that there are 16 bytes for each frame of a table
//! and 8 for each of its blocks, 8 more for each block in memory, what its model takes (at most some megabytes), in each thread that
//! probes buffers of one block, and of one frame where files are not mapped, and the tables that were [preloaded](Tablebase::preload)
//! (a quarter of a byte a position of WDL). A probe whose block is in memory allocates nothing and takes no lock.
//!
//! How long a probe takes depends on what is in memory, from the quickest on:
//!
//! - A table that was [preloaded](Tablebase::preload): one look into memory. [In batches](Tablebase::probe_wdl_batch) the looks of
//!   many positions overlap.
//! - A block that is decoded: two looks. A block that is asked for the first time is decoded up to the value that is wanted and not kept;
//!   asked again, it is decoded in full and kept.
//! - A block that is not decoded, of a file in the system's page cache: about one microsecond for WDL where it was measured.
//! - A position with a capture on (in chess: whose stored value a capture may better) costs the probes of what its moves lead to.
//!
//! Where an engine must not wait, [`Tablebase::probe_wdl_in_memory`] answers from what is decoded, or not at all.
//!
//! ```no_run
//! use dambase_prober::{OpenOptions, Tablebase};
//! use dambase_rules::{GameRules, draughts::games::Russian};
//!
//! let tablebase = Tablebase::<Russian>::open(&["tables"], &OpenOptions::default())?;
//! let position = Russian::parse_fen("W:WKa1,Kb2,Kh8:BKg3")?;
//! let mut moves = Vec::new();
//! let evaluation = tablebase.probe_root(&position, &mut moves)?;
//! println!("{}, {:?} plies", evaluation.wdl, evaluation.dtw);
//! for ranked in &moves {
//!     println!("{} {}", Russian::move_text(&position, &ranked.mv), ranked.evaluation.wdl);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Files that change under the prober
//! A table that is replaced by rename or removed while it is open goes on answering from the old file. A table that is
//! changed in place is safe with [`Access::Read`] (checksums tell), and **forbidden** with [`Access::Map`]: the operating system
//! shows the change through the map, and a file cut short ends the process. Dambase's own generator only ever renames.
#![deny(unsafe_code)]

#[cfg(feature = "any")]
pub mod any;
#[cfg(feature = "audit")]
pub mod audit;
mod batch;
mod cache;
mod error;
mod file;
mod game_verdict;
mod lookup;
mod open;
mod prefetch;
mod preload;
mod probe;
mod root;
mod ruled;
mod ruled_root;
mod scan;
mod stopped;
mod table;
mod tablebase;

pub use dambase_format::{Metric, SliceKey, TableGame, Value};
pub use dambase_rules::Wdl;
pub use error::{OpenError, ProbeError, TableFault, TableProblem};
pub use game_verdict::GameVerdict;
pub use open::{Access, OpenOptions};
pub use preload::{PreloadError, PreloadedTables};
pub use probe::Evaluation;
pub use root::{LineStep, RankedMove};
pub use ruled::{RuledEvaluation, SpoiledWin, Verdict};
pub use ruled_root::RuledMove;
pub use tablebase::{TableInfo, Tablebase};
