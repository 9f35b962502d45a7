//! Classes of values (loss, draw, win), each foretold by those that stand at fixed distances before it in its block.

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
    /// The place of each class in that order.
    places: [u8; 3],
}

impl Context {
    fn new(ends: [u16; 2], order: [u8; 3]) -> Self {
        let mut places = [0; 3];
        for (place, class) in order.into_iter().enumerate() {
            places[usize::from(class)] = place as u8;
        }
        Context { ends, order, places }
    }
}

/// A model made ready for coding.
pub struct Classes {
    neighbours: Vec<u16>,
    farthest: usize,
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
                    return Ok(Context::new(UNSEEN, [likely, second, 3 - likely - second]));
                }
                let [second, third] = odds.others.map(|byte| u32::from(odds_of(byte).max(1)));
                if second + third >= TOTAL {
                    return Err(format!("class context {number}: odds of {second} and {third} out of {TOTAL}"));
                }
                Ok(Context::new([(TOTAL - second - third) as u16, (TOTAL - third) as u16], order))
            })
            .collect::<Result<_, _>>()?;
        let farthest = self.neighbours.iter().copied().max().unwrap_or(0).into();
        Ok(Classes { neighbours: self.neighbours.clone(), farthest, contexts })
    }
}

/// Ends of the odds in a context that did not occur.
const UNSEEN: [u16; 2] = [(TOTAL - TOTAL / 16) as u16, (TOTAL - TOTAL / 32) as u16];

impl Classes {
    /// The context of the value `at`, when a neighbour may be beyond the start of the block: there the value before stands for it,
    /// and for the first value of a block a draw.
    #[inline(always)]
    fn context_at_start(&self, classes: &[u8], at: usize) -> usize {
        let before = if at > 0 { classes[at - 1] } else { 1 };
        let mut context = 0;
        for &distance in self.neighbours.iter().rev() {
            let class = if usize::from(distance) <= at { classes[at - usize::from(distance)] } else { before };
            context = 3 * context + usize::from(class);
        }
        context
    }

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
        let Context { order, places, .. } = &self.contexts[context];
        match need {
            Need::Exact => places[usize::from(class)].into(),
            Need::Any => 0,
            Need::AtMost => order.iter().position(|fits| *fits <= class).expect("class 0 is in every order"),
        }
    }

    /// Codes the classes of a block. Where a class need not be coded as it is, it is changed to the likeliest that will do.
    pub fn encode(&self, classes: &mut [u8], needs: impl Fn(usize) -> Need, encoder: &mut Encoder) {
        self.walk(classes, |class, at, number| {
            let place = self.place(class, needs(at), number);
            let Context { ends, order, .. } = self.contexts[number];
            let ends = [0, ends[0].into(), ends[1].into(), TOTAL];
            encoder.encode(ends[place], ends[place + 1] - ends[place]);
            order[place]
        });
    }

    /// Decodes the classes of a block.
    pub fn decode(&self, classes: &mut [u8], decoder: &mut Decoder<'_>) {
        self.walk(classes, |_, _, number| {
            let Context { ends, order, .. } = self.contexts[number];
            order[decoder.decode_three(ends[0], ends[1])]
        });
    }

    /// Goes through a block: `each` gets what stands in a place, the place and the number of its context, and says
    /// what is to stand there.
    #[inline(always)]
    fn walk(&self, classes: &mut [u8], mut each: impl FnMut(u8, usize, usize) -> u8) {
        let start = classes.len().min(self.farthest);
        for at in 0..start {
            classes[at] = each(classes[at], at, self.context_at_start(classes, at));
        }
        match self.neighbours.len() {
            0 => self.walk_on::<0>(classes, start, each),
            1 => self.walk_on::<1>(classes, start, each),
            2 => self.walk_on::<2>(classes, start, each),
            3 => self.walk_on::<3>(classes, start, each),
            4 => self.walk_on::<4>(classes, start, each),
            5 => self.walk_on::<5>(classes, start, each),
            6 => self.walk_on::<6>(classes, start, each),
            _ => self.walk_on::<MOST_NEIGHBOURS>(classes, start, each),
        }
    }

    #[inline(always)]
    fn walk_on<const N: usize>(&self, classes: &mut [u8], start: usize, mut each: impl FnMut(u8, usize, usize) -> u8) {
        let Ok(distances) = <[u16; N]>::try_from(self.neighbours.as_slice()) else { return };
        let distances = distances.map(usize::from);
        for at in start..classes.len() {
            let mut context = 0;
            for neighbour in (0..N).rev() {
                context = 3 * context + usize::from(classes[at - distances[neighbour]]);
            }
            classes[at] = each(classes[at], at, context);
        }
    }
}
