//! The games and what distinguishes them, one question of the rule books per function.

/// A draughts game the oracle can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NaiveGame {
    /// 64Rc: Russian draughts.
    Russian,
    /// 64P: Russian draughts, the side without a move wins.
    RussianGiveaway,
    /// 64B: the rules of the 100-square game on 64 squares.
    Brazilian,
    /// 100: international draughts.
    International,
    /// 100P: international draughts, the side without a move wins.
    InternationalGiveaway,
    /// 144: the rules of the 100-square game on 144 squares.
    Canadian,
    /// 64C: English draughts, American checkers.
    English,
    /// 64I: Italian draughts.
    Italian,
    /// 80: Russian rules on a board 10 wide and 8 high.
    Spancireti,
    /// 64D: Russian draughts, but a king stops directly behind the piece it took.
    StopAfter,
}

/// How a king moves and captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KingRange {
    /// One step, and over an adjacent piece only.
    Short,
    /// Any distance, landing on any free square behind the piece taken.
    Flying,
    /// Any distance, landing on the square directly behind the piece taken.
    FlyingStopBehind,
}

/// What happens to a man that reaches the last row in the middle of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LastRowInCapture {
    /// It is a king at once and goes on as a king if it can.
    GoesOnAsKing,
    /// It goes on as a man if it can, and is a king only if it stops there.
    GoesOnAsMan,
    /// The move ends there.
    Ends,
}

/// Which of several captures may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Any.
    Free,
    /// One that takes the most pieces, a king counting one.
    MostPieces,
    /// The Italian order of precedence.
    Italian,
}

use NaiveGame::{
    Brazilian, Canadian, English, International, InternationalGiveaway, Italian, Russian, RussianGiveaway, Spancireti,
    StopAfter,
};

impl NaiveGame {
    /// Every game, in the order of their declaration.
    #[must_use]
    pub fn all() -> [NaiveGame; 10] {
        [
            Russian,
            RussianGiveaway,
            Brazilian,
            International,
            InternationalGiveaway,
            Canadian,
            English,
            Italian,
            Spancireti,
            StopAfter,
        ]
    }

    /// The name the project gives the game (design.md 2).
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Russian => "russian",
            RussianGiveaway => "russian-giveaway",
            Brazilian => "brazilian",
            International => "international",
            InternationalGiveaway => "international-giveaway",
            Canadian => "canadian",
            English => "english",
            Italian => "italian",
            Spancireti => "spancireti",
            StopAfter => "stop-after",
        }
    }

    /// Columns of the board, light squares included.
    #[must_use]
    pub fn columns(self) -> usize {
        match self {
            International | InternationalGiveaway | Spancireti => 10,
            Canadian => 12,
            _ => 8,
        }
    }

    /// Rows of the board.
    #[must_use]
    pub fn rows(self) -> usize {
        match self {
            International | InternationalGiveaway => 10,
            Canadian => 12,
            _ => 8,
        }
    }

    /// Squares one can play on: the dark half of the board.
    #[must_use]
    pub fn squares(self) -> usize {
        self.rows() * self.columns() / 2
    }

    /// Rows filled with men at the start, on each side. S002: 12 a side on 64 squares, 20 on 100, 30 on 144;
    /// rules.md 11: three rows on 10x8.
    pub(super) fn start_rows(self) -> usize {
        match self {
            International | InternationalGiveaway => 4,
            Canadian => 5,
            _ => 3,
        }
    }

    /// S002 64C 1: "the first move is made by the black" in English draughts; White begins everywhere else.
    pub(super) fn black_begins(self) -> bool {
        self == English
    }

    /// S002 64I 1: the corner square at the player's right hand is dark in Italian draughts, the left one elsewhere.
    pub(super) fn dark_corner_at_right(self) -> bool {
        self == Italian
    }

    /// S002 64Rc; 64C 3 and 64I 3 ("a king is a man that may also move and capture backward"); 64D.
    pub(super) fn king_range(self) -> KingRange {
        match self {
            English | Italian => KingRange::Short,
            // rules.md 12, reading (A): the duty to stop behind binds every jump of a chain.
            StopAfter => KingRange::FlyingStopBehind,
            _ => KingRange::Flying,
        }
    }

    /// S002 64Rc "in whatever direction", S000 4.1; 64C 2 and 64I 2: capturing backward is forbidden.
    pub(super) fn man_captures_backward(self) -> bool {
        !matches!(self, English | Italian)
    }

    /// S002 64I 4: a man may not take a king.
    pub(super) fn man_takes_king(self) -> bool {
        self != Italian
    }

    /// S002 64Rc, 100 item 3; S000 4.15; rules.md 9 [1.19] and 10 for the games where men only capture forward.
    pub(super) fn last_row_in_capture(self) -> LastRowInCapture {
        match self {
            Russian | RussianGiveaway | Spancireti | StopAfter => LastRowInCapture::GoesOnAsKing,
            Brazilian | International | InternationalGiveaway | Canadian => LastRowInCapture::GoesOnAsMan,
            English | Italian => LastRowInCapture::Ends,
        }
    }

    /// S002 100 item 2 and S000 4.13; 64C 3; 64I 5.
    pub(super) fn choice(self) -> Choice {
        match self {
            Russian | RussianGiveaway | Spancireti | StopAfter | English => Choice::Free,
            Brazilian | International | InternationalGiveaway | Canadian => Choice::MostPieces,
            Italian => Choice::Italian,
        }
    }

    /// S002 64P and 100P: the side that has no move wins. Elsewhere it loses.
    pub(super) fn without_a_move_wins(self) -> bool {
        matches!(self, RussianGiveaway | InternationalGiveaway)
    }
}
