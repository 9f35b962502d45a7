//! Where the moves out of a chess slice lead.

use dambase_format::{ChessCounts, SliceKey};
use dambase_rules::Side;
use dambase_rules::chess::Kind;

const TAKEN: usize = 6;
const CROWNED: usize = 6;

/// What is known of each slice that captures and promotions lead to.
pub struct ExitSlices<T> {
    slots: Vec<Option<T>>,
}

impl<T: Clone> ExitSlices<T> {
    /// Asks `known` for every slice that a move from this material can lead to.
    pub fn new(counts: ChessCounts, mut known: impl FnMut(SliceKey) -> T) -> Self {
        let mut slots = vec![None; 2 * TAKEN * CROWNED];
        for side in [Side::White, Side::Black] {
            let counts = if side == Side::White { counts } else { counts.exchanged() };
            for taken in [None].into_iter().chain((0..5).filter(|&kind| counts.black[kind] > 0).map(Some)) {
                for crowned in [None].into_iter().chain((1..5).filter(|_| counts.white[0] > 0).map(Some)) {
                    let mut after = counts;
                    if let Some(kind) = taken {
                        after.black[kind] -= 1;
                    }
                    if let Some(kind) = crowned {
                        after.white[0] -= 1;
                        after.white[kind] += 1;
                    }
                    if after != counts {
                        let kind = |number: usize| Kind::ALL[number];
                        slots[slot(side, taken.map(kind), crowned.map(kind))] = Some(known(after.canonical().key()));
                    }
                }
            }
        }
        ExitSlices { slots }
    }

    /// What is known of the slice that a move of `side` leads to which captures and promotes so.
    #[inline(always)]
    pub fn get(&self, side: Side, captured: Option<Kind>, promotion: Option<Kind>) -> &T {
        self.slots[slot(side, captured, promotion)].as_ref().expect("moves lead to dependencies")
    }
}

#[inline(always)]
fn slot(side: Side, taken: Option<Kind>, crowned: Option<Kind>) -> usize {
    let number = |kind: Option<Kind>| kind.map_or(0, |kind| kind as usize + 1);
    (side as usize * TAKEN + number(taken)) * CROWNED + number(crowned)
}
