//! Artamonov's one-colour draughts (S002 "64A"): 24 pieces without an owner, which both players move.
//!
//! The rules are those of Russian draughts but for what the founding text changes; where it is silent the readings A1 to
//! A20 of rules.md 13 decide, and the code names them.
//!
//! A piece belongs to nobody: each player may move any of them but the one his opponent moved last. A man goes and takes
//! towards the opponent of whoever moves it; everything but the moving piece itself may be taken.

mod capture;
pub mod draw;
pub mod fen;
mod moves;
pub mod notation;
mod perft;
mod pieces;
mod position;
mod quiet;
mod recorded;
mod scan;

pub use capture::{can_capture, for_each_capture};
pub use moves::{Move, for_each_capture_outcome, for_each_successor, legal_moves, play};
pub use perft::perft;
pub use position::{MASKS, MOST_PIECES, Position};
pub use quiet::{for_each_quiet_move, for_each_retreat};

use crate::{Counting, FenError, GameId, GameRules, MoveError, Pieces, PiecesError, Side, Wdl};

/// Artamonov's draughts as a type.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Artamonov;

impl GameRules for Artamonov {
    type Position = Position;
    type Move = Move;

    const ID: GameId = GameId::Artamonov;

    /// It is hashed into the header of every table, so what it says never changes.
    fn value_rules() -> String {
        "family=artamonov;board=8x8;corner=left;may-not-move=piece-moved-last;capture-duty=of-movable-pieces;\
         takes=any-other-piece;man-forward=of-mover;man-capture=forward;king=flying;majority=free;\
         passing-promotion=ends-capture;promotion=on-arrival;objective=normal"
            .to_owned()
    }

    fn start() -> Position {
        Position::start()
    }

    #[inline(always)]
    fn side_to_move(position: &Position) -> Side {
        position.side
    }

    /// The goal is to leave the opponent without a move (64A 6), which may also be because the only piece that has one is the
    /// piece moved last (A5).
    #[inline(always)]
    fn value_without_moves(_: &Position) -> Wdl {
        Wdl::Loss
    }

    #[inline(always)]
    fn for_each_successor(position: &Position, visit: impl FnMut(Position)) {
        for_each_successor(position, visit);
    }

    fn legal_moves(position: &Position, moves: &mut Vec<Move>) {
        legal_moves(position, moves);
    }

    #[inline(always)]
    fn play(position: &Position, mv: &Move) -> Position {
        play(position, mv)
    }

    fn perft(position: &Position, depth: u32, counting: Counting) -> u64 {
        perft(position, depth, counting)
    }

    fn parse_fen(text: &str) -> Result<Position, FenError> {
        fen::read(text).map(|fen| fen.position)
    }

    fn fen(position: &Position) -> String {
        fen::write(position)
    }

    #[inline]
    fn pieces(position: &Position) -> Pieces {
        pieces::of(position)
    }

    #[inline]
    fn from_pieces(pieces: &Pieces) -> Result<Position, PiecesError> {
        pieces::read(pieces)
    }

    fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
        notation::parse_move(position, text)
    }

    fn move_text(position: &Position, mv: &Move) -> String {
        notation::move_text(position, mv)
    }
}
