//! The draughts family: two armies of men and kings on the dark squares.

pub mod board;
pub mod capture;
pub mod drawn_start;
mod family;
pub mod fen;
pub mod games;
mod masks;
pub mod mistake;
mod moves;
pub mod notation;
mod perft;
mod pieces;
mod position;
mod quiet;
mod rules;
mod squares;
mod sweep;

pub use board::{Board, Corner};
pub use capture::{FirstJump, Landings, for_each_capture_after, for_each_capture_landings, landings_behind};
pub use masks::{DIRECTIONS, Direction, Masks};
pub use moves::{
    Move, count_quiet_king_moves, for_each_capture_outcome, for_each_outcome_of_captures, for_each_quiet_man_move,
    for_each_successor, legal_moves, play,
};
pub use perft::perft;
pub use position::Position;
pub use quiet::{for_each_king_retreat, for_each_quiet_move, king_steps, man_steps};
pub use rules::{
    Draughts, King, Majority, ManCapture, ManTakes, Notation, Objective, PassingPromotion, Rules, SquareNames,
};
pub use sweep::{first_jumps, king_line, squares_with_king_move};
