//! The draughts games as [`GameRules`]s: where the modules of this family meet the interface all families share.

use super::board::Corner;
use super::moves::{self, Move};
use super::position::Position;
use super::rules::{Draughts, King, Majority, ManCapture, ManTakes, Objective, PassingPromotion, Rules};
use super::{fen, notation, perft, pieces};
use crate::{Counting, FenError, GameId, GameRules, MoveError, Pieces, PiecesError, Side, Wdl};

impl<G: Draughts> GameRules for G {
    type Position = Position<G::Word>;
    type Move = Move<G::Word>;

    const ID: GameId = <G as Draughts>::ID;

    fn value_rules() -> String {
        G::RULES.value_rules()
    }

    fn start() -> Self::Position {
        Position::start::<G>()
    }

    #[inline(always)]
    fn side_to_move(position: &Self::Position) -> Side {
        position.side
    }

    #[inline(always)]
    fn value_without_moves(_: &Self::Position) -> Wdl {
        match G::RULES.objective {
            Objective::Normal => Wdl::Loss,
            Objective::Giveaway => Wdl::Win,
        }
    }

    #[inline(always)]
    fn for_each_successor(position: &Self::Position, visit: impl FnMut(Self::Position)) {
        moves::for_each_successor::<G>(position, visit);
    }

    fn legal_moves(position: &Self::Position, moves: &mut Vec<Self::Move>) {
        moves::legal_moves::<G>(position, moves);
    }

    #[inline(always)]
    fn play(position: &Self::Position, mv: &Self::Move) -> Self::Position {
        moves::play(position, mv)
    }

    fn perft(position: &Self::Position, depth: u32, counting: Counting) -> u64 {
        perft::perft::<G>(position, depth, counting)
    }

    fn parse_fen(text: &str) -> Result<Self::Position, FenError> {
        fen::read::<G>(text).map(|fen| fen.position)
    }

    fn fen(position: &Self::Position) -> String {
        fen::write::<G>(position, G::RULES.notation.squares)
    }

    #[inline]
    fn pieces(position: &Self::Position) -> Pieces {
        pieces::of::<G>(position)
    }

    #[inline]
    fn from_pieces(pieces: &Pieces) -> Result<Self::Position, PiecesError> {
        pieces::read::<G>(pieces)
    }

    fn parse_move(position: &Self::Position, text: &str) -> Result<Self::Move, MoveError> {
        notation::parse_move::<G>(position, text)
    }

    fn move_text(position: &Self::Position, mv: &Self::Move) -> String {
        notation::move_text::<G>(position, mv)
    }
}

impl Rules {
    /// A canonical text of the rules that decide values; start, first mover and notation are not among them.
    ///
    /// It is hashed into the header of every table, so what it says of a game never changes: words here are chosen once,
    /// apart from the names in the code.
    pub fn value_rules(&self) -> String {
        let corner = match self.board.corner {
            Corner::Left => "left",
            Corner::Right => "right",
        };
        let man_capture = match self.man_capture {
            ManCapture::BothWays => "both-ways",
            ManCapture::Forward => "forward",
        };
        let man_takes = match self.man_takes {
            ManTakes::Anything => "anything",
            ManTakes::MenOnly => "men-only",
        };
        let king = match self.king {
            King::Short => "short",
            King::Flying => "flying",
            King::FlyingStopBehind => "flying-stop-behind",
        };
        let majority = match self.majority {
            Majority::Free => "free",
            Majority::Most => "most",
            Majority::Italian => "italian",
        };
        let passing_promotion = match self.passing_promotion {
            PassingPromotion::GoesOnAsKing => "goes-on-as-king",
            PassingPromotion::StaysMan => "stays-man",
            PassingPromotion::EndsCapture => "ends-capture",
        };
        let objective = match self.objective {
            Objective::Normal => "normal",
            Objective::Giveaway => "giveaway",
        };
        format!(
            "family=draughts;board={}x{};corner={corner};man-capture={man_capture};man-takes={man_takes};king={king};\
             majority={majority};passing-promotion={passing_promotion};objective={objective}",
            self.board.files, self.board.rows,
        )
    }
}
