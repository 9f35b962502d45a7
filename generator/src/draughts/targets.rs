//! Where moves out of a layer lead: other slices and other layers, found once for each placement of the men.

use std::sync::Arc;

use dambase_format::{Code, DraughtsCounts, MenPlacement};
use dambase_rules::Side;
use dambase_rules::bits::Bits;
use dambase_rules::draughts::{Landings, Position};

use super::geometry::TableDraughts;
use super::theory::DraughtsProblem;
use crate::solved::{Solved, code_without_moves};

/// A slice that moves lead to.
pub struct Reached<G: TableDraughts> {
    pub solved: Arc<Solved<G>>,
    /// The slice has the colours exchanged, or has White to move alone.
    exchanged: bool,
    symmetric: bool,
}

impl<G: TableDraughts> Reached<G> {
    /// The slice in which positions of `counts` are.
    pub fn new(solved: &Arc<Solved<G>>, counts: DraughtsCounts) -> Self {
        Reached {
            solved: Arc::clone(solved),
            exchanged: counts != solved.slice.counts(),
            symmetric: counts.is_symmetric(),
        }
    }

    fn is_turned(&self, side: Side) -> bool {
        self.exchanged || (self.symmetric && side == Side::Black)
    }
}

/// A placement of the men and a side to move in a solved slice.
pub struct Target<'a, G: TableDraughts> {
    pub solved: &'a Solved<G>,
    /// The number of its first position.
    start: u64,
    /// All men, as they stand before the board is turned.
    pub men: G::Word,
    /// The slice has these positions turned.
    pub turned: bool,
}

impl<G: TableDraughts> Target<'_, G> {
    /// The number of a position.
    #[inline(always)]
    pub fn number(&self, white_kings: G::Word, black_kings: G::Word) -> u64 {
        let slice = &self.solved.slice;
        self.start
            + if self.turned {
                slice.king_rank_turned(white_kings, black_kings, self.men)
            } else {
                slice.king_rank(white_kings, black_kings, self.men)
            }
    }

    /// What a position is worth to its side to move.
    #[inline(always)]
    pub fn code(&self, white_kings: G::Word, black_kings: G::Word) -> Code {
        self.solved.values.get(self.number(white_kings, black_kings))
    }
}

/// Numbers of a target for all squares of one king, which is the lowest of those that are numbered last: this and the count of
/// `free` squares below it.
#[derive(Clone, Copy)]
pub struct Run<B> {
    first: u64,
    free: B,
}

impl<B: Bits> Run<B> {
    /// The number with the king on a square.
    #[inline(always)]
    pub fn number(&self, bit: u32) -> u64 {
        self.first.wrapping_add((self.free & B::below(bit)).count().into())
    }
}

impl<G: TableDraughts> Target<'_, G> {
    /// The run of a king of `owner` beside the kings that stand; `None` where its numbers do not follow each other. The squares it
    /// is asked for are below the other kings of `owner`, and `some` is one of them.
    #[inline(always)]
    pub fn run(&self, white_kings: G::Word, black_kings: G::Word, owner: Side, some: u32) -> Option<Run<G::Word>> {
        if self.turned || (owner == Side::White && black_kings.any()) {
            return None;
        }
        let free = G::MASKS.squares & !self.men;
        let square = G::Word::bit(some);
        let (number, free) = match owner {
            Side::White => (self.number(white_kings | square, black_kings), free),
            Side::Black => (self.number(white_kings, black_kings | square), free & !white_kings),
        };
        let below = (free & G::Word::below(some)).count();
        Some(Run { first: number.wrapping_sub(below.into()), free })
    }
}

/// Where a capture leads.
pub enum AfterCapture<'a, G: TableDraughts> {
    /// The side to move has nothing left.
    Over(Code),
    /// A layer of another slice.
    Layer { target: Target<'a, G>, white_kings: G::Word, black_kings: G::Word },
}

/// The number of the first position of a placement of men with a side to move.
fn start_of<G: TableDraughts>(solved: &Solved<G>, men: MenPlacement<G::Word>, side: Side, turned: bool) -> u64 {
    let (men, side) = if turned {
        let men = MenPlacement { white: G::MASKS.turned(men.black), black: G::MASKS.turned(men.white) };
        (men, side.other())
    } else {
        (men, side)
    };
    let start = solved.slice.layer_of(men) * solved.slice.king_places();
    match side {
        Side::White => start,
        Side::Black => start + solved.slice.section_len(),
    }
}

/// What is remembered of a placement of men that captures lead to.
#[derive(Clone, Copy)]
struct Known<B> {
    men: MenPlacement<B>,
    /// The slot of the slice and the side to move; never 0.
    tag: u32,
    start: u64,
}

/// The placements of men that captures led to last. What is remembered holds for all layers of a slice.
pub struct Memo<B> {
    known: Box<[Known<B>; MEMO]>,
}

const MEMO: usize = 512;

impl<B: Bits> Default for Memo<B> {
    fn default() -> Self {
        let men = MenPlacement { white: B::EMPTY, black: B::EMPTY };
        Memo { known: Box::new([Known { men, tag: 0, start: 0 }; MEMO]) }
    }
}

impl<G: TableDraughts> DraughtsProblem<'_, G> {
    /// The layer that a man's move or a capture leads to, by counts and placement of the men.
    pub fn target(&self, counts: DraughtsCounts, men: MenPlacement<G::Word>, side: Side) -> Target<'_, G> {
        if counts == self.geometry.counts {
            let turned = self.geometry.symmetric && side == Side::Black;
            let solved = self.own;
            return Target { solved, start: start_of(solved, men, side, turned), men: men.white | men.black, turned };
        }
        let reached = self.reached(counts).1;
        let turned = reached.is_turned(side);
        let solved = &*reached.solved;
        Target { solved, start: start_of(solved, men, side, turned), men: men.white | men.black, turned }
    }

    #[inline(always)]
    fn reached(&self, counts: DraughtsCounts) -> (usize, &Reached<G>) {
        let slot = self.geometry.slot(counts).expect("moves lead to dependencies");
        (slot, self.exits[slot].as_ref().expect("moves lead to dependencies"))
    }

    /// Where a capture leads. The piece that captures is left out of the kings where it lands as one.
    #[inline(always)]
    pub fn after_capture(
        &self,
        position: &Position<G::Word>,
        line: &Landings<G::Word>,
        memo: &mut Memo<G::Word>,
    ) -> AfterCapture<'_, G> {
        let from = G::Word::bit(line.from);
        let kings = position.kings & !(line.captured | from);
        let crowned = line.king && !position.kings.has(line.from);
        let captured_kings = (line.captured & position.kings).count() as u8;
        let captured_men = line.captured.count() as u8 - captured_kings;
        let mut counts = self.geometry.counts;
        let mut white = position.white & !from;
        let mut black = position.black & !from;
        let landed_man = if line.king { G::Word::EMPTY } else { line.to };
        let mut men = MenPlacement { white: white & !kings, black: black & !kings };
        match position.side {
            Side::White => {
                black &= !line.captured;
                counts.black_men -= captured_men;
                counts.black_kings -= captured_kings;
                counts.white_men -= u8::from(crowned);
                counts.white_kings += u8::from(crowned);
                men.white |= landed_man;
                men.black &= !line.captured;
            }
            Side::Black => {
                white &= !line.captured;
                counts.white_men -= captured_men;
                counts.white_kings -= captured_kings;
                counts.black_men -= u8::from(crowned);
                counts.black_kings += u8::from(crowned);
                men.black |= landed_man;
                men.white &= !line.captured;
            }
        }
        let side = position.side.other();
        if (if side == Side::White { white } else { black }).is_empty() {
            return AfterCapture::Over(code_without_moves::<G>(&Position { white, black, kings, side }));
        }
        AfterCapture::Layer {
            target: self.remembered(counts, men, side, memo),
            white_kings: white & kings,
            black_kings: black & kings,
        }
    }

    /// Calls `visit` with what each position that captures from `position` by one line lead to is worth to its side to move.
    #[inline(always)]
    pub fn for_each_code_after(
        &self,
        position: &Position<G::Word>,
        line: &Landings<G::Word>,
        memo: &mut Memo<G::Word>,
        mut visit: impl FnMut(Code),
    ) {
        match self.after_capture(position, line, memo) {
            AfterCapture::Over(code) => visit(code),
            AfterCapture::Layer { target, white_kings, black_kings } if line.king => {
                for to in line.to.each() {
                    let to = G::Word::bit(to);
                    visit(match position.side {
                        Side::White => target.code(white_kings | to, black_kings),
                        Side::Black => target.code(white_kings, black_kings | to),
                    });
                }
            }
            AfterCapture::Layer { target, white_kings, black_kings } => visit(target.code(white_kings, black_kings)),
        }
    }

    /// The layer of another slice that a capture leads to.
    #[inline(always)]
    fn remembered(
        &self,
        counts: DraughtsCounts,
        men: MenPlacement<G::Word>,
        side: Side,
        memo: &mut Memo<G::Word>,
    ) -> Target<'_, G> {
        let (slot, reached) = self.reached(counts);
        let tag = 1 + 2 * slot as u32 + u32::from(side == Side::Black);
        // Fibonacci hashing: the product's highest bits depend on all bits.
        let mixed = men.white.folded().rotate_left(7) ^ men.black.folded().rotate_left(41) ^ u64::from(tag);
        let at = (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - MEMO.ilog2())) as usize;
        let turned = reached.is_turned(side);
        let known = &mut memo.known[at];
        if known.tag != tag || known.men != men {
            *known = Known { men, tag, start: start_of(&reached.solved, men, side, turned) };
        }
        Target { solved: &*reached.solved, start: known.start, men: men.white | men.black, turned }
    }
}
