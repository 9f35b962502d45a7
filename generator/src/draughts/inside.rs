//! What becomes of the positions of a layer once the moves out of it are known.

use dambase_format::Code;
use dambase_rules::bits::Bits;
use dambase_rules::draughts::{Position, king_steps};

use super::geometry::TableDraughts;
use super::lines::FreeSquares;
use super::planes::{LinedUp, line_up};
use super::sets::KingSets;
use crate::solve::{DepthOverflow, Exits, ToTheEnd};
use crate::solved::Values;

/// What becomes of positions from which a king can move inside the layer.
pub trait Inside<G: TableDraughts> {
    /// Only positions with a capture on are looked at, and what they are worth is put down whatever it is.
    const CAPTURES_ALONE: bool = false;
    /// White's kings of the rows that follow.
    fn white_set(&mut self, set: usize);
    /// The value of a position is known, and stored.
    fn known(&mut self, black_set: usize, code: Code);
    /// A king of the side to move can move, and no capture is on.
    fn open(
        &mut self,
        position: &Position<G::Word>,
        black_set: usize,
        number: u64,
        exits: &mut Exits<ToTheEnd>,
        values: &Values,
    ) -> Result<(), DepthOverflow>;
}

/// How much a set of White's kings and one of Black's add to a position's place in the planes.
#[derive(Clone, Copy)]
pub struct Strides {
    pub white: u32,
    pub black: u32,
}

/// Positions go to the planes.
pub struct ToPlanes<'a> {
    /// Rows are White's sets, from the first of a range on, and bits are Black's.
    can_win: &'a mut [u64],
    can_lose: &'a mut [u64],
    words: usize,
    first_set: usize,
    lined_up: &'a mut LinedUp,
    strides: Strides,
    set: usize,
}

impl<'a> ToPlanes<'a> {
    pub fn new(
        can_win: &'a mut [u64],
        can_lose: &'a mut [u64],
        words: usize,
        first_set: usize,
        lined_up: &'a mut LinedUp,
        strides: Strides,
    ) -> Self {
        ToPlanes { can_win, can_lose, words, first_set, lined_up, strides, set: first_set }
    }

    #[inline(always)]
    fn place(&self, black_set: usize) -> u32 {
        self.set as u32 * self.strides.white + black_set as u32 * self.strides.black
    }
}

impl<G: TableDraughts> Inside<G> for ToPlanes<'_> {
    #[inline(always)]
    fn white_set(&mut self, set: usize) {
        self.set = set;
    }

    #[inline(always)]
    fn known(&mut self, black_set: usize, code: Code) {
        let place = self.place(black_set);
        line_up(&mut self.lined_up.known, code, place);
    }

    #[inline(always)]
    fn open(
        &mut self,
        _: &Position<G::Word>,
        black_set: usize,
        number: u64,
        exits: &mut Exits<ToTheEnd>,
        values: &Values,
    ) -> Result<(), DepthOverflow> {
        let word = (self.set - self.first_set) * self.words + black_set / 64;
        let bit = 1 << (black_set % 64);
        self.can_win[word] |= bit;
        if let Some(code) = exits.win() {
            let place = self.place(black_set);
            line_up(&mut self.lined_up.wins, code, place);
        } else if !exits.draws() {
            self.can_lose[word] |= bit;
            let loss = exits.loss();
            if loss > 0 {
                if values.set(number, loss).is_err() {
                    values.set(number, u8::MAX.into())?;
                    self.lined_up.deep.push(number);
                }
                let place = self.place(black_set);
                self.lined_up.tentative.push(place);
            }
        }
        Ok(())
    }
}

/// One side alone has kings: its moves lead to positions of the other side, which are all settled by moves of men.
pub struct ToOneSide<'a> {
    pub sets: &'a KingSets,
    pub free: &'a FreeSquares,
    /// The number of the first position with the side to move that has kings, and the same for the other side.
    pub start: u64,
    pub other_start: u64,
}

impl<G: TableDraughts> Inside<G> for ToOneSide<'_> {
    fn white_set(&mut self, _: usize) {}

    fn known(&mut self, _: usize, _: Code) {}

    #[inline(always)]
    fn open(
        &mut self,
        position: &Position<G::Word>,
        _: usize,
        number: u64,
        exits: &mut Exits<ToTheEnd>,
        values: &Values,
    ) -> Result<(), DepthOverflow> {
        let set = (number - self.start) as usize;
        let occupied = position.occupied();
        for (member, &square) in self.sets.members(set).iter().enumerate() {
            let moved = self.sets.moved(set, member);
            for to in king_steps::<G>(self.free.bit(square).into(), occupied).each() {
                let set = moved[usize::from(self.free.number(to as u8))];
                exits.stay_at(values.get(self.other_start + u64::from(set)));
            }
        }
        values.set(number, exits.best())
    }
}

/// Nobody has kings, or the side to move has none: all is known.
pub struct NoneInside;

impl<G: TableDraughts> Inside<G> for NoneInside {
    fn white_set(&mut self, _: usize) {}

    fn known(&mut self, _: usize, _: Code) {}

    fn open(
        &mut self,
        _: &Position<G::Word>,
        _: usize,
        _: u64,
        _: &mut Exits<ToTheEnd>,
        _: &Values,
    ) -> Result<(), DepthOverflow> {
        unreachable!("no king of the side to move")
    }
}

/// The layer is solved, but for positions with a capture on.
pub struct CapturesAlone;

impl<G: TableDraughts> Inside<G> for CapturesAlone {
    const CAPTURES_ALONE: bool = true;

    fn white_set(&mut self, _: usize) {}

    fn known(&mut self, _: usize, _: Code) {}

    fn open(
        &mut self,
        _: &Position<G::Word>,
        _: usize,
        _: u64,
        _: &mut Exits<ToTheEnd>,
        _: &Values,
    ) -> Result<(), DepthOverflow> {
        Ok(())
    }
}
