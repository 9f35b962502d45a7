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
}

/// A model made ready for coding.
pub struct Classes {
    /// How far each neighbour is away, and what its digit counts in a context.
    weights: Vec<(usize, usize)>,
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
        let weight = |number: usize| 3usize.pow(number as u32);
        let weights =
            self.neighbours.iter().enumerate().map(|(number, &by)| (usize::from(by), weight(number))).collect();
        Ok(Classes { weights, contexts })
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
    pub fn count(
        &self,
        classes: &mut [u8],
        changes: &mut Vec<i16>,
        needs: impl Fn(usize) -> Need,
        counts: &mut [[u64; 3]],
    ) {
        self.walk(classes, changes, |class, at, number| {
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
    pub fn encode(
        &self,
        classes: &mut [u8],
        changes: &mut Vec<i16>,
        needs: impl Fn(usize) -> Need,
        encoder: &mut Encoder,
    ) {
        self.walk(classes, changes, |class, at, number| {
            let place = self.place(class, needs(at), number);
            let Context { ends, order } = self.contexts[number];
            let ends = [0, ends[0].into(), ends[1].into(), TOTAL];
            encoder.encode(ends[place], ends[place + 1] - ends[place]);
            order[place]
        });
    }

    /// Decodes the first classes of a block: as many as there is room for.
    pub fn decode(&self, classes: &mut [u8], changes: &mut Vec<i16>, decoder: &mut Decoder<'_>) {
        self.walk(classes, changes, |_, _, number| {
            let Context { ends, order } = self.contexts[number];
            order[decoder.decode_three(ends[0], ends[1])]
        });
    }

    /// Goes through a block: `each` gets what stands in a place, the place and the number of its context, and says
    /// what is to stand there.
    ///
    /// A neighbour beyond the start of the block is the value before, and for the first value of a block a draw.
    ///
    /// Most values are like the one before, and then the contexts that they are neighbours in are, too. So a context is the one before with
    /// what has changed: where a value differs from the one before, it is put down in `changes` what that makes of the contexts that are to
    /// come. [`Classes::context_at`] says the same without that.
    #[inline(always)]
    fn walk(&self, classes: &mut [u8], changes: &mut Vec<i16>, mut each: impl FnMut(u8, usize, usize) -> u8) {
        let Some(first) = classes.first_mut() else { return };
        // A draw for every neighbour: all digits are 1.
        let ones = (self.contexts.len() - 1) / 2;
        *first = each(*first, 0, ones);
        let first = *first;
        // All neighbours of the second value are the first.
        let mut context = ones * usize::from(first);
        let mut before = first;
        let len = classes.len();
        // Beyond the block nothing is read, so it may be as it was left.
        if changes.len() < len + usize::from(MOST_DISTANCE) + 1 {
            changes.resize(len + usize::from(MOST_DISTANCE) + 1, 0);
        }
        changes[..len].fill(0);
        let mut at = 1;
        while at < len {
            // Up to the next distance the same neighbours are beyond the start; those at this one come to stand on the first value.
            let mut to = len;
            let mut beyond = 0;
            for &(distance, weight) in &self.weights {
                if distance == at && at > 1 {
                    context = context.wrapping_add_signed(
                        weight as isize * (isize::from(first as i8) - isize::from(classes[at - 2] as i8)),
                    );
                }
                if distance > at {
                    to = to.min(distance);
                    beyond += weight;
                }
            }
            for at in at..to {
                context = context.wrapping_add_signed(changes[at].into());
                let class = each(classes[at], at, context);
                classes[at] = class;
                if class != before {
                    // A neighbour beyond the start is the value before; at the stretch's end one of them may be so no more.
                    let still = if at + 1 < to { beyond } else { self.beyond(at + 1) };
                    self.put_down(&mut changes[at..], i16::from(class as i8) - i16::from(before as i8), still);
                    before = class;
                }
            }
            at = to;
        }
    }

    /// Puts down what becomes of the contexts after a value that differs from the one before by so much. Kept out of the loop, which
    /// needs its registers.
    #[inline(never)]
    fn put_down(&self, changes: &mut [i16], change: i16, beyond: usize) {
        // Wraps beyond the block alone, where nobody clears it.
        changes[1] = changes[1].wrapping_add(beyond as i16 * change);
        for &(distance, weight) in &self.weights {
            changes[distance] = changes[distance].wrapping_add(weight as i16 * change);
        }
    }

    /// The weights of the neighbours that are beyond the start of the block for the value `at`.
    #[cold]
    fn beyond(&self, at: usize) -> usize {
        self.weights.iter().filter(|&&(distance, _)| distance > at).map(|&(_, weight)| weight).sum()
    }

    /// The context of the value `at`, by what stands before it.
    #[cfg(test)]
    fn context_at(&self, classes: &[u8], at: usize) -> usize {
        let before = if at > 0 { classes[at - 1] } else { 1 };
        let class = |distance| if distance <= at { classes[at - distance] } else { before };
        self.weights.iter().map(|&(distance, weight)| weight * usize::from(class(distance))).sum()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn contexts_are_those_of_the_neighbours(
            neighbours in proptest::collection::vec(prop_oneof![1u16..9, 1u16..60, 1..=MOST_DISTANCE], 0..=MOST_NEIGHBOURS),
            runs in proptest::collection::vec((0u8..3, 1usize..40), 1..40),
        ) {
            let contexts = vec![ClassOdds::default(); 3usize.pow(neighbours.len() as u32)];
            let classes = ClassModel { neighbours, contexts }.ready().unwrap();
            let values: Vec<u8> = runs.iter().flat_map(|&(class, len)| std::iter::repeat_n(class, len)).collect();
            let mut walked = values.clone();
            let mut seen = 0;
            classes.walk(&mut walked, &mut vec![7; 5], |class, at, context| {
                assert_eq!((class, at), (values[at], seen));
                assert_eq!(context, classes.context_at(&values, at), "at {at}");
                seen += 1;
                class
            });
            prop_assert_eq!(seen, values.len());
        }
    }
}
