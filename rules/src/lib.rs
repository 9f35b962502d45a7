//! The rules of every game Dambase knows: boards, positions, moves, notation.
//!
//! A game is data: a [`draughts::Rules`] constant on a zero-sized type (see [`draughts::games`]). The code that
//! moves pieces is written once, over those constants, and is monomorphic below the one closed enum
//! [`GameId`] that names the games at the door. Whatever is outside this crate knows games only by the
//! [`GameRules`] trait and never how a piece moves.
#![forbid(unsafe_code)]

pub mod artamonov;
pub mod bits;
pub mod chess;
pub mod draughts;
pub mod draw;
mod game_rules;
mod id;
mod outcome;
pub mod pdn;
mod pieces;
pub mod played;
mod with_game;

pub use game_rules::{Counting, FenError, GameRules, MoveError, Side};
pub use id::{Family, GameId, GameInfo, UnknownGame};
pub use outcome::{Outcome, Wdl};
pub use pieces::{Pieces, PiecesError};
pub use played::Game;
