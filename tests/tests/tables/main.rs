//! Tables as a whole: against published endgames and totals, and however the run that made them went.
//!
//! The comparison of every position with the naive oracle is in `values.rs` beside this folder.

mod made;
mod published;
mod runs;
