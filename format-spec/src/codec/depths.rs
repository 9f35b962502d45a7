//! Depths of values that are not draws, each foretold by those before it in its block; what is coded is how far that was off.

use super::Need;
use super::bytes::Reader;
use super::odds::odds_of;
use super::range::{Decoder, Encoder, TOTAL};

/// The most neighbours whose difference from what is foretold chooses the odds.
pub const MOST_DIFFERENCES: usize = 5;
/// The most a difference can count.
pub const MOST_CLAMP: u8 = 3;
/// The most symbols a context has odds for.
pub const MOST_SYMBOLS: u8 = 96;
/// The most contexts of a file.
pub const MOST_CONTEXTS: usize = 1 << 15;

/// A neighbour whose difference from what is foretold counts, up to `clamp` either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// How far before the value it stands.
    pub distance: u16,
    /// 1 to [`MOST_CLAMP`].
    pub clamp: u8,
}

impl Difference {
    /// How many values it can have.
    pub fn ways(self) -> usize {
        2 * usize::from(self.clamp) + 1
    }

    /// The difference as a digit, 0 to `ways() - 1`.
    #[inline(always)]
    pub fn digit(self, neighbour: u16, foretold: u16) -> usize {
        let clamp = i32::from(self.clamp);
        ((i32::from(neighbour) - i32::from(foretold)).clamp(-clamp, clamp) + clamp) as usize
    }
}

/// The odds of the symbols in one context, in bytes, as a file holds them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SymbolOdds {
    /// The likeliest symbol, which has the odds that the others leave.
    pub likeliest: u8,
    /// The odds of symbols 0, 1, ...; that of the likeliest does not count. Empty where the context did not occur.
    pub odds: Vec<u8>,
}

/// How the depths of a file are foretold, as the file says it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DepthModel {
    /// Foretold is the middle one of three neighbours' depths; the same distance thrice is that neighbour's.
    pub foretellers: [u16; 3],
    /// What stands before the first depth of a block.
    pub first: u16,
    /// Neighbours that choose the context.
    pub differences: Vec<Difference>,
    /// How many symbols there are; the last one says that the depth itself follows.
    pub symbols: u8,
    /// One for each context, and one for all contexts without odds. A context is the number whose digits are, the lowest first: 0 for
    /// class 0 or 1 for class 2, and the differences.
    pub contexts: Vec<SymbolOdds>,
}

/// The symbol for a depth that is so far from what was foretold: 0, -1, 1, -2, 2, ...
#[inline(always)]
pub fn symbol_of(depth: u16, foretold: u16) -> u32 {
    let off = i32::from(depth) - i32::from(foretold);
    if off >= 0 { 2 * off as u32 } else { (-2 * off - 1) as u32 }
}

/// What the middle one of three is.
#[inline(always)]
pub fn middle(a: u16, b: u16, c: u16) -> u16 {
    a.min(b).max(a.max(b).min(c))
}

impl DepthModel {
    /// How many contexts these differences make.
    pub fn count_contexts(differences: &[Difference]) -> usize {
        2 * differences.iter().map(|difference| difference.ways()).product::<usize>()
    }

    /// Its bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.foretellers.iter().flat_map(|distance| distance.to_le_bytes()));
        bytes.extend(self.first.to_le_bytes());
        bytes.push(self.differences.len() as u8);
        for difference in &self.differences {
            bytes.extend(difference.distance.to_le_bytes());
            bytes.push(difference.clamp);
        }
        bytes.push(self.symbols);
        bytes.extend(self.contexts.iter().map(|context| context.odds.len() as u8));
        for context in self.contexts.iter().filter(|context| !context.odds.is_empty()) {
            bytes.push(context.likeliest);
            bytes.extend(&context.odds);
        }
    }

    /// Reads them back.
    pub fn read(bytes: &mut Reader<'_>) -> Result<Self, String> {
        let foretellers = [bytes.distance()?, bytes.distance()?, bytes.distance()?];
        let first = bytes.word()?;
        let count = usize::from(bytes.byte()?);
        if count > MOST_DIFFERENCES {
            return Err(format!("{count} differences of a depth, not 0 to {MOST_DIFFERENCES}"));
        }
        let mut differences = Vec::with_capacity(count);
        for _ in 0..count {
            let (distance, clamp) = (bytes.distance()?, bytes.byte()?);
            if !(1..=MOST_CLAMP).contains(&clamp) {
                return Err(format!("a difference counts up to {clamp}, not 1 to {MOST_CLAMP}"));
            }
            differences.push(Difference { distance, clamp });
        }
        let symbols = bytes.byte()?;
        if !(2..=MOST_SYMBOLS).contains(&symbols) {
            return Err(format!("{symbols} symbols of a depth, not 2 to {MOST_SYMBOLS}"));
        }
        let contexts = Self::count_contexts(&differences);
        if contexts > MOST_CONTEXTS {
            return Err(format!("{contexts} contexts of a depth, not up to {MOST_CONTEXTS}"));
        }
        let lengths = bytes.take(contexts + 1)?;
        let contexts = lengths
            .iter()
            .map(|&len| {
                if len > symbols {
                    return Err(format!("odds for {len} of {symbols} symbols"));
                }
                Ok(match len {
                    0 => SymbolOdds::default(),
                    _ => SymbolOdds { likeliest: bytes.byte()?, odds: bytes.take(len.into())?.to_vec() },
                })
            })
            .collect::<Result<_, _>>()?;
        Ok(DepthModel { foretellers, first, differences, symbols, contexts })
    }

    /// Makes it ready. An error where odds are more than there are.
    pub fn ready(&self) -> Result<Depths, String> {
        let mut depths = Depths {
            foretellers: self.foretellers.map(usize::from),
            first: self.first,
            differences: self.differences.clone(),
            farthest: self
                .differences
                .iter()
                .map(|difference| difference.distance)
                .chain(self.foretellers)
                .max()
                .map_or(0, usize::from),
            escape: self.symbols - 1,
            ranges: Vec::with_capacity(self.contexts.len()),
            ends: Vec::new(),
            symbols: Vec::new(),
        };
        let Some((rest, contexts)) = self.contexts.split_last() else {
            return Err("no contexts of depths".into());
        };
        let rest = depths.add(rest, self.contexts.len() - 1)?;
        for (number, context) in contexts.iter().enumerate() {
            let range = if context.odds.is_empty() { rest } else { depths.add(context, number)? };
            depths.ranges.push(range);
        }
        Ok(depths)
    }
}

/// A model made ready for coding.
pub struct Depths {
    foretellers: [usize; 3],
    first: u16,
    differences: Vec<Difference>,
    farthest: usize,
    /// The last symbol: the depth itself follows.
    escape: u8,
    /// Where the symbols of each context are in the two lists below, and how many.
    ranges: Vec<(u32, u32)>,
    /// Ends of the odds, likeliest symbol first.
    ends: Vec<u16>,
    symbols: Vec<u8>,
}

impl Depths {
    /// Adds the symbols of a context.
    fn add(&mut self, context: &SymbolOdds, number: usize) -> Result<(u32, u32), String> {
        let start = self.ends.len();
        let likeliest = context.likeliest.min(self.escape);
        let odds_of = |symbol: u8| {
            let odds = context.odds.get(usize::from(symbol)).map_or(0, |&byte| odds_of(byte));
            // A depth that did not occur where the odds were counted can be coded all the same.
            if symbol == self.escape { odds.max(1) } else { odds }
        };
        let others: u32 =
            (0..=self.escape).filter(|&symbol| symbol != likeliest).map(|symbol| u32::from(odds_of(symbol))).sum();
        if others >= TOTAL {
            return Err(format!("depth context {number}: odds of {others} out of {TOTAL}"));
        }
        let mut end = (TOTAL - others) as u16;
        let mut list = vec![(end, likeliest)];
        for symbol in (0..=self.escape).filter(|&symbol| symbol != likeliest) {
            let odds = odds_of(symbol);
            if odds > 0 {
                end += odds;
                list.push((end, symbol));
            }
        }
        self.ends.extend(list.iter().map(|&(end, _)| end));
        self.symbols.extend(list.iter().map(|&(_, symbol)| symbol));
        Ok((start as u32, list.len() as u32))
    }

    /// Memory it takes, in bytes.
    pub fn memory_bytes(&self) -> usize {
        3 * self.ends.len() + 8 * self.ranges.len()
    }

    /// What is foretold of the depth `at`, and its context without the class. A neighbour beyond the start of the block is the
    /// depth before.
    #[inline(always)]
    fn foretell(&self, depths: &[u16], at: usize) -> (u16, usize) {
        if at >= self.farthest {
            self.foretell_by(|distance| depths[at - distance])
        } else {
            let before = if at > 0 { depths[at - 1] } else { self.first };
            self.foretell_by(|distance| if distance <= at { depths[at - distance] } else { before })
        }
    }

    #[inline(always)]
    fn foretell_by(&self, neighbour: impl Fn(usize) -> u16) -> (u16, usize) {
        let [a, b, c] = self.foretellers.map(&neighbour);
        let foretold = middle(a, b, c);
        let context = self.differences.iter().rev().fold(0, |context, difference| {
            context * difference.ways() + difference.digit(neighbour(difference.distance.into()), foretold)
        });
        (foretold, context)
    }

    /// Odds' ends and symbols of a context.
    #[inline(always)]
    fn context(&self, number: usize) -> (&[u16], &[u8]) {
        let (start, len) = self.ranges[number];
        let range = start as usize..(start + len) as usize;
        (&self.ends[range.clone()], &self.symbols[range])
    }

    /// Counts the symbols of a block by context, `symbols` for each: see [`Depths::encode`].
    pub fn count(
        &self,
        classes: &[u8],
        depths: &mut [u16],
        most: [u16; 3],
        needs: impl Fn(usize) -> Need,
        counts: &mut [u64],
    ) {
        let symbols = usize::from(self.escape) + 1;
        for at in 0..classes.len() {
            let (foretold, context) = self.foretell(depths, at);
            let class = classes[at];
            if class == 1 {
                depths[at] = foretold;
                continue;
            }
            let context = 2 * context + usize::from(class == 2);
            depths[at] = self.fitting(depths[at], class, needs(at), context, foretold, most[usize::from(class)]);
            let symbol = symbol_of(depths[at], foretold).min(self.escape.into()) as usize;
            counts[context * symbols + symbol] += 1;
        }
    }

    /// What is to be coded for a depth.
    #[inline(always)]
    fn fitting(&self, depth: u16, class: u8, need: Need, context: usize, foretold: u16, most: u16) -> u16 {
        if need == Need::Exact {
            return depth;
        }
        let likely = self.depth(self.context(context).1[0], foretold).filter(|&depth| depth <= most);
        match (need, likely) {
            (Need::Exact, _) | (Need::AtMost, None) => depth,
            // It may be that of another class, or of no value at all.
            (Need::Any, None) => depth.min(most),
            (Need::Any, Some(likely)) => likely,
            // A slower win, a quicker loss.
            (Need::AtMost, Some(likely)) => {
                if class == 2 {
                    depth.max(likely)
                } else {
                    depth.min(likely)
                }
            }
        }
    }

    /// Codes the depths of a block whose classes are coded already; draws have none. Where a depth need not be coded as it is, it is
    /// changed to a likely one that will do; `needs` says of each place what will. `most` is the greatest depth of each class.
    pub fn encode(
        &self,
        classes: &[u8],
        depths: &mut [u16],
        most: [u16; 3],
        needs: impl Fn(usize) -> Need,
        encoder: &mut Encoder,
    ) {
        for at in 0..classes.len() {
            let (foretold, context) = self.foretell(depths, at);
            let class = classes[at];
            if class == 1 {
                depths[at] = foretold;
                continue;
            }
            let context = 2 * context + usize::from(class == 2);
            depths[at] = self.fitting(depths[at], class, needs(at), context, foretold, most[usize::from(class)]);
            let (ends, symbols) = self.context(context);
            let symbol = symbol_of(depths[at], foretold).min(self.escape.into()) as u8;
            let place = symbols
                .iter()
                .position(|&coded| coded == symbol)
                .or_else(|| symbols.iter().position(|&coded| coded == self.escape))
                .expect("every context has the last symbol");
            let start = if place == 0 { 0 } else { u32::from(ends[place - 1]) };
            encoder.encode(start, u32::from(ends[place]) - start);
            if symbols[place] == self.escape {
                encoder.encode_bits(depths[at]);
            }
        }
    }

    /// The depth a symbol other than the last stands for.
    #[inline(always)]
    fn depth(&self, symbol: u8, foretold: u16) -> Option<u16> {
        if symbol == self.escape {
            return None;
        }
        let off = i32::from(symbol.div_ceil(2));
        let depth = i32::from(foretold) + if symbol.is_multiple_of(2) { off } else { -off };
        u16::try_from(depth).ok()
    }

    /// Decodes the depths of a block whose classes are known; in draws, what was foretold. The error is the place of a depth below
    /// 0 or above that of its class in `most`.
    pub fn decode(
        &self,
        classes: &[u8],
        depths: &mut [u16],
        most: [u16; 3],
        decoder: &mut Decoder<'_>,
    ) -> Result<(), usize> {
        for at in 0..classes.len() {
            let (foretold, context) = self.foretell(depths, at);
            if classes[at] == 1 {
                depths[at] = foretold;
                continue;
            }
            let (ends, symbols) = self.context(2 * context + usize::from(classes[at] == 2));
            let symbol = symbols[decoder.decode(ends)];
            let depth = if symbol == self.escape { Some(decoder.decode_bits()) } else { self.depth(symbol, foretold) };
            depths[at] = depth.filter(|&depth| depth <= most[usize::from(classes[at])]).ok_or(at)?;
        }
        Ok(())
    }
}
