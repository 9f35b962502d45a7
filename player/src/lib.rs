//! Plays games: perfectly inside its tables, by a small search outside them.
//!
//! [`Player`] knows no protocol: it is given a [`Game`](dambase_rules::Game) under way and [`Limits`], and answers with a move. Inside the
//! tables it takes the quickest win and the longest resistance that the draw rules of the game leave, its counters and repetitions
//! included; where tables are missing it searches, and asks those that are there. [`hub`] and [`uci`] are the two protocols that
//! programs with a board speak.
//!
//! What a position is worth to a search is a guess; what a table says is exact. A player never shows the one as the other:
//! [`Worth::Points`] is a guess, all else is known.
#![forbid(unsafe_code)]

mod control;
pub mod hub;
mod limits;
mod oracle;
mod perfect;
mod playable;
mod player;
mod score;
mod search;
mod session;
mod transpositions;
pub mod uci;

pub use control::Control;
pub use limits::{GameClock, Limits};
pub use playable::Playable;
pub use player::{Answer, Job, Player, PlayerOptions, Report};
pub use score::{Score, Worth};
