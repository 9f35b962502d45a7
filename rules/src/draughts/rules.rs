//! What one draughts game differs from another in, as data.
//!
//! Each field says where its value is laid down. The founding texts are named S000 (FMJD rules on 64 squares) and
//! S002 ("Rules of games"); FMJD-A1 is the FMJD's Annex 1, FID the Italian federation's technical rules of 2008.

use super::board::Board;
use super::masks::Masks;
use crate::bits::Bits;
use crate::draw::DrawRules;
use crate::{GameId, Side};

/// In which directions a man captures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ManCapture {
    /// Forward and backward (S000 4.1; S002 64Rc).
    BothWays,
    /// Forward only (S002 64C 2, 64I 2).
    Forward,
}

/// What a man may capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ManTakes {
    /// Men and kings.
    Anything,
    /// Men only (S002 64I 4; FID 5.3).
    MenOnly,
}

/// How far a king reaches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum King {
    /// One step, and over an adjacent piece (S002 64C 3, 64I 3).
    Short,
    /// Any distance; lands on any free square behind the captured piece (S000 3.9, 4.3; S002 64Rc).
    Flying,
    /// Any distance, but stops directly behind each captured piece (S002 64D; reading A of rules 64D).
    FlyingStopBehind,
}

/// Which of several captures must be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Majority {
    /// Any of them, but to its end (S002 64Rc, 64C).
    Free,
    /// One that takes the most pieces, a king counting as one (S000 4.13, 4.14; S002 100 2).
    Most,
    /// Most pieces; with a king; most kings; kings soonest (S002 64I 5; FID 6.6-6.10).
    Italian,
}

/// What becomes of a man that reaches the last row in the middle of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PassingPromotion {
    /// It goes on capturing at once as a king (S002 64Rc).
    GoesOnAsKing,
    /// It goes on as a man, and is crowned only where it stops (S000 3.5, 4.15; S002 100 3).
    StaysMan,
    /// The capture ends there and it is crowned (WCDF 1.19; FID; S002 64A 3).
    EndsCapture,
}

/// Who wins when the side to move has no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Objective {
    /// He loses (S000 7.2).
    Normal,
    /// He wins: giveaway (S002 64P, 100P).
    Giveaway,
}

/// How squares are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SquareNames {
    /// `c3`.
    Algebraic,
    /// `22`.
    Numeric,
}

/// How the game is written down. Decides nothing about values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Notation {
    /// How squares are written in FEN and moves.
    pub squares: SquareNames,
    /// Between the squares of a capture: `:` or `x`.
    pub capture: char,
}

/// A draughts game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The board.
    pub board: Board,
    /// Rows that each side fills with men at the start.
    pub start_rows: u8,
    /// Who moves first.
    pub first: Side,
    /// In which directions a man captures.
    pub man_capture: ManCapture,
    /// What a man may capture.
    pub man_takes: ManTakes,
    /// How far a king reaches.
    pub king: King,
    /// Which capture must be chosen.
    pub majority: Majority,
    /// A man on the last row amid a capture.
    pub passing_promotion: PassingPromotion,
    /// Who wins without a move.
    pub objective: Objective,
    /// How it is written.
    pub notation: Notation,
}

impl Rules {
    /// Pieces each side has at the start, the most it can ever have.
    pub const fn pieces_per_side(self) -> u32 {
        self.start_rows as u32 * self.board.row_squares()
    }

    /// The rules as they are, when they make a game.
    ///
    /// # Panics
    /// At compile time, when they do not.
    pub const fn check(self) -> Self {
        assert!(self.start_rows as u32 * 2 < self.board.rows as u32, "the armies overlap at the start");
        assert!(
            !(matches!(self.man_capture, ManCapture::BothWays) && matches!(self.majority, Majority::Italian)),
            "the Italian order of choices presumes that men capture forward"
        );
        assert!(
            !matches!(self.passing_promotion, PassingPromotion::EndsCapture)
                || matches!(self.man_capture, ManCapture::Forward),
            "a man that captures both ways is not stopped by the last row"
        );
        self
    }
}

/// A draughts game as a type: its rules are constants, so that the code below it is compiled for this game alone.
pub trait Draughts: Copy + Default + std::fmt::Debug + Send + Sync + 'static {
    /// The word that holds the board.
    type Word: Bits;
    /// Which game this is.
    const ID: GameId;
    /// Its rules.
    const RULES: Rules;
    /// Its sets of draw rules, the default first.
    const DRAW_RULES: &'static [DrawRules];
    /// Its board, laid into the word.
    const MASKS: &'static Masks<Self::Word>;
}
