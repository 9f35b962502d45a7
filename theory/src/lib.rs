//! What endgame theory says, as sentences that tables decide.
//!
//! A [`Claim`] names a game, material, conditions and what should come true there; [`decide()`] goes over every position and says
//! whether it is so, with each exception. Conditions are written in a small [`language`]. [`explain`] finds such a sentence by itself.
//!
//! Nothing here knows how a piece moves: positions come from the tables, moves and captures from the rules of the game.
#![forbid(unsafe_code)]

mod board;
mod claim;
mod decide;
pub mod explain;
mod facts;
mod file;
pub mod language;
mod symmetry;
mod witness;

pub use board::Grid;
pub use claim::{Claim, Expected, Quantity};
pub use decide::{DecideError, Decision, Exception, Longest, Scope, Status, decide};
pub use facts::Seen;
pub use file::{ClaimsError, read_claims};
pub use witness::{Ending, Witness, witness};
