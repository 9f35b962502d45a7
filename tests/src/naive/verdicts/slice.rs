//! What is kept of a material.

use super::layer::Members;
use super::regime::Regime;
use crate::naive::board::Side;

/// For which values of the slow clock a position is won and lost for the side to move; for the others it is drawn.
/// Bit n stands for the value n. Where no such clock runs it is bit 0 that counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Masks {
    pub(super) win: u64,
    pub(super) loss: u64,
}

impl Masks {
    pub(super) const DRAW: Masks = Masks { win: 0, loss: 0 };
    pub(super) const LOSS: Masks = Masks { win: 0, loss: u64::MAX };
    pub(super) const WIN: Masks = Masks { win: u64::MAX, loss: 0 };
    /// Before the first move is looked at: lost unless a move turns up that does not lose.
    pub(super) const NO_MOVE: Masks = Masks::LOSS;

    /// Looks at one more move, to a position with these masks.
    pub(super) fn add_move(&mut self, after: Masks) {
        self.win |= after.loss;
        self.loss &= after.win;
    }

    /// The masks by the value of the clock one ply earlier.
    pub(super) fn one_later(self) -> Masks {
        Masks { win: self.win >> 1, loss: self.loss >> 1 }
    }

    /// The value at `bit`, for every value of another clock.
    pub(super) fn spread(self, bit: usize) -> Masks {
        let all = |mask: u64| if mask >> bit & 1 == 1 { u64::MAX } else { 0 };
        Masks { win: all(self.win), loss: all(self.loss) }
    }

    /// Drawn where `open` has no bit.
    pub(super) fn only(self, open: u64) -> Masks {
        Masks { win: self.win & open, loss: self.loss & open }
    }

    /// Won for a side at once; drawn for `None`.
    pub(super) fn awarded(winner: Option<Side>, mover: Side) -> Masks {
        match winner {
            None => Masks::DRAW,
            Some(side) if side == mover => Masks::WIN,
            Some(_) => Masks::LOSS,
        }
    }
}

/// A material: its positions in the order of their keys, and under every set of draw rules what moves into it need.
pub(super) struct Slice {
    pub(super) keys: Vec<u64>,
    pub(super) layers: Vec<Members>,
    pub(super) stored: Vec<Stored>,
}

/// What moves that are not king moves lead to, under one set: the fast clock stands at zero after them.
pub(super) struct Stored {
    pub(super) regime: Regime,
    /// By slots: one for every value of the road clock of a position, or just one if it does not run there.
    pub(super) masks: Vec<Masks>,
    /// The first slot of every position and, at the end, the number of slots.
    pub(super) slots: Vec<u32>,
}

impl Stored {
    pub(super) fn first(&self, number: u32) -> usize {
        self.slots[number as usize] as usize
    }

    pub(super) fn width(&self, number: u32) -> usize {
        self.slots[number as usize + 1] as usize - self.first(number)
    }
}
