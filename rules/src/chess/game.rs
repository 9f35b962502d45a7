//! Chess as [`GameRules`].

use super::castling::Castling;
use super::moves::{self, Move};
use super::position::{Kind, Position};
use super::{fen, notation, perft, pieces};
use crate::{Counting, FenError, GameId, GameRules, MoveError, Pieces, PiecesError, Side, Wdl};

/// Chess by FIDE's laws of 2014.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Chess;

impl GameRules for Chess {
    type Position = Position;
    type Move = Move;

    const ID: GameId = GameId::Chess;

    fn value_rules() -> String {
        // Hashed into the header of every table: what it says never changes.
        "family=chess;board=8x8;castling=standard;en-passant=next-ply;promotion=queen,rook,bishop,knight;mate=loss;\
         stalemate=draw"
            .to_owned()
    }

    fn start() -> Position {
        let mut start = Position { castling: Castling::ALL, ..Position::EMPTY };
        let back =
            [Kind::Rook, Kind::Knight, Kind::Bishop, Kind::Queen, Kind::King, Kind::Bishop, Kind::Knight, Kind::Rook];
        for (file, kind) in (0..).zip(back) {
            start.put(file, Side::White, kind);
            start.put(8 + file, Side::White, Kind::Pawn);
            start.put(48 + file, Side::Black, Kind::Pawn);
            start.put(56 + file, Side::Black, kind);
        }
        start
    }

    #[inline(always)]
    fn side_to_move(position: &Position) -> Side {
        position.side
    }

    #[inline(always)]
    fn value_without_moves(position: &Position) -> Wdl {
        if position.in_check(position.side) { Wdl::Loss } else { Wdl::Draw }
    }

    #[inline(always)]
    fn for_each_successor(position: &Position, mut visit: impl FnMut(Position)) {
        moves::for_each_move(position, |mv| visit(moves::play(position, mv)));
    }

    fn legal_moves(position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        moves::for_each_move(position, |mv| moves.push(mv));
    }

    #[inline(always)]
    fn play(position: &Position, mv: &Move) -> Position {
        moves::play(position, *mv)
    }

    fn perft(position: &Position, depth: u32, _: Counting) -> u64 {
        // A move has one route only.
        perft::perft(position, depth)
    }

    fn parse_fen(text: &str) -> Result<Position, FenError> {
        fen::read_fen(text).map(|fen| fen.position)
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
