//! Classes of values (loss, draw, win), each foretold by those that stand at fixed distances before it in its block.

use std::cell::Cell;

use super::odds::odds_of;
use super::range::{Decoder, Encoder, TOTAL};
use super::{Need, bytes::Reader};

/// The most neighbours a class is foretold by.
pub const MOST_NEIGHBOURS: usize = 7;
/// The most that a neighbour can be away.
pub const MOST_DISTANCE: u16 = 1024;

/// Orders of the three classes, the likeliest first; a context says by number which it is. Number 0 stands for a context without odds.
pub const ORDERS: [[u8; 3]; 7] = [[1, 0, 2], [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The odds of the three classes in one context, in bytes, as a file holds them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClassOdds {
    /// A place in [`ORDERS`]; 0 where the context did not occur.
    pub order: u8,
    /// Odds of the second and the third class in that order; the first has the rest.
    pub others: [u8; 2],
}

/// How the classes of a file are foretold, as the file says it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClassModel {
    /// Distances of the neighbours; the first counts most in what a context without odds foretells.
    pub neighbours: Vec<u16>,
    /// Odds of each context, 3 to the power of the neighbours. A context is the number whose digits in base 3 are the neighbours'
    /// classes, the first neighbour the lowest digit.
    pub contexts: Vec<ClassOdds>,
}

/// A context made ready: where the odds of the first and the second class end, and the classes.
#[derive(Clone, Copy)]
struct Context {
    ends: [u16; 2],
    order: [u8; 3],
}

/// A model made ready for coding.
pub struct Classes {
    neighbours: Vec<u16>,
    contexts: Box<[Context]>,
}

impl ClassModel {
    /// Its bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.neighbours.len() as u8);
        bytes.extend(self.neighbours.iter().flat_map(|distance| distance.to_le_bytes()));
        bytes.extend(self.contexts.iter().map(|context| context.order));
        for other in 0..2 {
            bytes.extend(self.contexts.iter().map(|context| context.others[other]));
        }
    }

    /// Reads them back.
    pub fn read(bytes: &mut Reader<'_>) -> Result<Self, String> {
        let count = usize::from(bytes.byte()?);
        if count > MOST_NEIGHBOURS {
            return Err(format!("{count} neighbours of a class, not 0 to {MOST_NEIGHBOURS}"));
        }
        let neighbours = (0..count).map(|_| bytes.distance()).collect::<Result<Vec<_>, _>>()?;
        let len = 3usize.pow(count as u32);
        let orders = bytes.take(len)?;
        let seconds = bytes.take(len)?;
        let thirds = bytes.take(len)?;
        let contexts = orders
            .iter()
            .zip(seconds.iter().zip(thirds))
            .map(|(&order, (&second, &third))| ClassOdds { order, others: [second, third] })
            .collect();
        Ok(ClassModel { neighbours, contexts })
    }

    /// Makes it ready. An error where odds are more than there are.
    pub fn ready(&self) -> Result<Classes, String> {
        let contexts = self
            .contexts
            .iter()
            .enumerate()
            .map(|(number, odds)| {
                let Some(&order) = ORDERS.get(usize::from(odds.order)) else {
                    return Err(format!("class context {number}: order {} is not 0 to 6", odds.order));
                };
                if odds.order == 0 {
                    // It did not occur where the odds were counted: most likely like its first neighbour, else a draw.
                    let likely = if self.neighbours.is_empty() { 1 } else { (number % 3) as u8 };
                    let second = if likely == 0 { 1 } else { 0 };
                    return Ok(Context { ends: UNSEEN, order: [likely, second, 3 - likely - second] });
                }
                let [second, third] = odds.others.map(|byte| u32::from(odds_of(byte).max(1)));
                if second + third >= TOTAL {
                    return Err(format!("class context {number}: odds of {second} and {third} out of {TOTAL}"));
                }
                Ok(Context { ends: [(TOTAL - second - third) as u16, (TOTAL - third) as u16], order })
            })
            .collect::<Result<_, _>>()?;
        Ok(Classes { neighbours: self.neighbours.clone(), contexts })
    }
}

/// Ends of the odds in a context that did not occur.
const UNSEEN: [u16; 2] = [(TOTAL - TOTAL / 16) as u16, (TOTAL - TOTAL / 32) as u16];

impl Classes {
    /// Memory it takes, in bytes.
    pub fn memory_bytes(&self) -> usize {
        self.contexts.len() * size_of::<Context>()
    }

    /// Counts the classes of a block by context: to the likeliest that will do where a class need not be coded as it is.
    pub fn count(&self, classes: &mut [u8], needs: impl Fn(usize) -> Need, counts: &mut [[u64; 3]]) {
        self.walk(classes, |class, at, number| {
            let class = self.contexts[number].order[self.place(class, needs(at), number)];
            counts[number][usize::from(class)] += 1;
            class
        });
    }

    /// The place in a context's order of what is to be coded.
    #[inline(always)]
    fn place(&self, class: u8, need: Need, context: usize) -> usize {
        let order = self.contexts[context].order;
        match need {
            // The classes of an order are all three.
            Need::Exact if order[0] == class => 0,
            Need::Exact => 1 + usize::from(order[1] != class),
            Need::Any => 0,
            Need::AtMost => order.iter().position(|fits| *fits <= class).expect("class 0 is in every order"),
        }
    }

    /// Codes the classes of a block. Where a class need not be coded as it is, it is changed to the likeliest that will do.
    pub fn encode(&self, classes: &mut [u8], needs: impl Fn(usize) -> Need, encoder: &mut Encoder) {
        self.walk(classes, |class, at, number| {
            let place = self.place(class, needs(at), number);
            let Context { ends, order } = self.contexts[number];
            let ends = [0, ends[0].into(), ends[1].into(), TOTAL];
            encoder.encode(ends[place], ends[place + 1] - ends[place]);
            order[place]
        });
    }

    /// Decodes the classes of a block.
    pub fn decode(&self, classes: &mut [u8], decoder: &mut Decoder<'_>) {
        self.walk(classes, |_, _, number| {
            let Context { ends, order } = self.contexts[number];
            order[decoder.decode_three(ends[0], ends[1])]
        });
    }

    /// Goes through a block: `each` gets what stands in a place, the place and the number of its context, and says
    /// what is to stand there.
    ///
    /// A neighbour beyond the start of the block is the value before, and for the first value of a block a draw. So up to the
    /// distance of the farthest neighbour there are stretches in which some neighbours stand for others.
    #[inline(always)]
    fn walk(&self, classes: &mut [u8], mut each: impl FnMut(u8, usize, usize) -> u8) {
        let Some(first) = classes.first_mut() else { return };
        // A draw for every neighbour: all digits are 1.
        let number = (self.contexts.len() - 1) / 2;
        *first = each(*first, 0, number);
        let mut from = 1;
        while from < classes.len() {
            let next =
                self.neighbours.iter().map(|&distance| usize::from(distance)).filter(|&distance| distance > from);
            let to = next.min().unwrap_or(classes.len()).min(classes.len());
            match self.neighbours.len() {
                0 => self.stretch::<0>(classes, from, to, &mut each),
                1 => self.stretch::<1>(classes, from, to, &mut each),
                2 => self.stretch::<2>(classes, from, to, &mut each),
                3 => self.stretch::<3>(classes, from, to, &mut each),
                4 => self.stretch::<4>(classes, from, to, &mut each),
                5 => self.stretch::<5>(classes, from, to, &mut each),
                6 => self.stretch::<6>(classes, from, to, &mut each),
                _ => self.stretch::<MOST_NEIGHBOURS>(classes, from, to, &mut each),
            }
            from = to;
        }
    }

    #[inline(always)]
    fn stretch<const N: usize>(
        &self,
        classes: &mut [u8],
        from: usize,
        to: usize,
        each: &mut impl FnMut(u8, usize, usize) -> u8,
    ) {
        let Ok(distances) = <[u16; N]>::try_from(self.neighbours.as_slice()) else { return };
        let cells = Cell::from_mut(classes).as_slice_of_cells();
        let here = &cells[from..to];
        let len = here.len();
        // What stands before each place at each distance; all are as long, so that no place is looked up twice.
        let before = distances.map(|distance| {
            let distance = usize::from(distance);
            let distance = if distance > from { 1 } else { distance };
            &cells[from - distance..][..len]
        });
        for at in 0..len {
            let context = (0..N).rev().fold(0, |context, number| 3 * context + usize::from(before[number][at].get()));
            here[at].set(each(here[at].get(), from + at, context));
        }
    }
}
