//! Chess: positions, legal moves and moves taken back, FEN and SAN.
//!
//! The tables of attacks are those of cozy-chess; positions and legality are our own, since the solver wants positions that
//! are plain data, moves that are never made to see whether they are legal, and moves taken back. The rules are those of the
//! founding texts: FIDE's laws of 1 July 2014.

mod attacks;
mod castling;
mod clocks;
pub mod dead;
mod fen;
mod game;
mod moves;
mod notation;
mod perft;
mod pieces;
mod position;
mod recorded;
mod retreat;
mod sets;
mod spread;
mod symmetry;

pub use attacks::{FILE_A, FILE_H, RANK_1, RANK_8, between, bit, king_attacks, pawn_attacks, pawn_steps, squares};
pub use castling::{Castling, Way};
pub use fen::{Fen, read_fen, square_name};
pub use game::Chess;
pub use moves::{Move, count_moves, for_each_exit, for_each_move, has_legal_move, piece_attacks, play};
pub use notation::check_syntax;
pub use position::{Kind, Position};
pub use retreat::for_each_retreat;
pub use sets::CHESS;
pub use spread::spread;
pub use symmetry::Symmetry;
