//! Makes tables: plans the slices, solves them layer by layer, writes and checks the files.
//!
//! [`solve`] knows no game: it sees numbered nodes, moves that leave a layer, and un-moves inside it ([`problem`]). Each
//! family brings those ([`draughts`]). Everything about files is in [`write`](mod@write) and [`folder`], everything about order
//! and memory in [`plan`] and [`run`].
#![forbid(unsafe_code)]

mod artamonov;
mod chess;
mod clocked;
mod draughts;
mod error;
mod folder;
mod games;
mod load;
mod model;
pub mod plan;
pub mod problem;
mod run;
pub mod solve;
mod solved;
mod write;

pub use clocked::{ClockedSolvable, need_under_rules};
pub use error::GenerateError;
pub use games::{generate, generate_under_rules, plan, plan_under_rules};
pub use plan::{Plan, PlannedSlice};
pub use problem::Solvable;
pub use run::{Made, Options, Progress, Report};
