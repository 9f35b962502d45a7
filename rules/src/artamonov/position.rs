//! A position of Artamonov's draughts.

use crate::Side;
use crate::bits::Bits;
use crate::draughts::games::Russian;
use crate::draughts::{self, Draughts, Masks, PassingPromotion, Rules};
use crate::{GameId, draughts::ManCapture};

/// The board: that of Russian draughts, with the same bits for its squares (S002 64A: "rules of Russian draughts").
pub const MASKS: &Masks<u64> = Russian::MASKS;

/// The pieces on the board at the start, the most there can be.
pub const MOST_PIECES: u32 = 24;

/// A placement of men and kings, the side to move, and the piece it may not move.
///
/// The sets lie on squares and do not overlap. Men may stand on all squares: those on the mover's last row have not arrived there
/// by his move and stay men (A6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The men; they are nobody's.
    pub men: u64,
    /// The kings; they are nobody's.
    pub kings: u64,
    /// The side to move.
    pub side: Side,
    /// The bit of the piece that may not be moved: the one the opponent moved last (64A 1; A3). None on the first move.
    pub barred: Option<u8>,
}

impl Position {
    /// Every piece.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.men | self.kings
    }

    /// The pieces that may be moved, had they where to go: all but the barred one (64A 1).
    #[inline(always)]
    pub fn movable(&self) -> u64 {
        self.occupied() & !self.barred_set()
    }

    /// The barred piece as a set.
    #[inline(always)]
    pub fn barred_set(&self) -> u64 {
        self.barred.map_or(0, |bit| 1 << bit)
    }

    /// The same board seen from the other player's chair: turned by 180 degrees, the side to move exchanged. Its value is the
    /// same, for pieces have no colour (A10).
    #[inline(always)]
    pub fn turned(&self) -> Self {
        Position {
            men: MASKS.turned(self.men),
            kings: MASKS.turned(self.kings),
            side: self.side.other(),
            barred: self.barred.map(|bit| MASKS.turned(1 << bit).lowest() as u8),
        }
    }

    /// The start: 24 men on the first and last three rows, White to move, nothing barred (S002 64A; A3).
    pub fn start() -> Self {
        let armies = draughts::Position::start::<Apart>();
        Position { men: armies.occupied(), kings: 0, side: Side::White, barred: None }
    }

    /// The position as one of ordinary draughts in which the side to move owns `own` and the opponent everything else.
    #[inline(always)]
    pub(super) fn apart(&self, own: u64) -> draughts::Position<u64> {
        let others = self.occupied() & !own;
        let (white, black) = match self.side {
            Side::White => (own, others),
            Side::Black => (others, own),
        };
        draughts::Position { white, black, kings: self.kings, side: self.side }
    }
}

/// The draughts that one piece plays against all others: the moves of [`Artamonov`](super::Artamonov) are made up of its.
///
/// Russian draughts in which a man captures forward only (64A 2) and stops where it is crowned (64A 3; A7). Kings are bound
/// by neither (A8, A9).
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Apart;

impl Draughts for Apart {
    type Word = u64;
    const ID: GameId = GameId::Artamonov;
    const RULES: Rules =
        Rules { man_capture: ManCapture::Forward, passing_promotion: PassingPromotion::EndsCapture, ..Russian::RULES }
            .check();
    const DRAW_RULES: &'static [crate::draw::DrawRules] = &[];
    const MASKS: &'static Masks<u64> = MASKS;
}
