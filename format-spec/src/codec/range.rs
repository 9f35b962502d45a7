//! A range coder over static odds: whole numbers out of [`TOTAL`].

/// What the odds of a context add up to.
pub const TOTAL: u32 = 1 << TOTAL_BITS;
const TOTAL_BITS: u32 = 14;
/// Below this the range takes in another byte.
const LEAST: u32 = 1 << 24;

/// Writes the bytes of a block.
#[derive(Default)]
pub struct Encoder {
    /// The low end of the interval; a carry is in bit 32.
    low: u64,
    range: u32,
    out: Vec<u8>,
}

impl Encoder {
    /// Begins anew.
    pub fn begin(&mut self) {
        self.low = 0;
        self.range = u32::MAX;
        self.out.clear();
    }

    /// Codes a symbol whose odds are `size`, after others whose odds add up to `start`. The last symbol of a context is the one
    /// whose odds end at [`TOTAL`]: it gets what rounding leaves.
    #[inline(always)]
    pub fn encode(&mut self, start: u32, size: u32) {
        debug_assert!(size > 0 && start + size <= TOTAL);
        let unit = self.range >> TOTAL_BITS;
        self.low += u64::from(unit * start);
        self.range = if start + size == TOTAL { self.range - unit * start } else { unit * size };
        while self.range < LEAST {
            self.carry();
            self.out.push((self.low >> 24) as u8);
            self.low = (self.low & 0x00ff_ffff) << 8;
            self.range <<= 8;
        }
    }

    /// Codes 16 bits as they are.
    pub fn encode_bits(&mut self, bits: u16) {
        for byte in bits.to_be_bytes() {
            self.encode(u32::from(byte) << (TOTAL_BITS - 8), 1 << (TOTAL_BITS - 8));
        }
    }

    fn carry(&mut self) {
        if self.low >> 32 != 0 {
            self.low &= 0xffff_ffff;
            for byte in self.out.iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
    }

    /// The fewest bytes that say it all: what is missing at the end counts as zeros.
    pub fn finish(&mut self) -> &[u8] {
        let end = self.low + u64::from(self.range);
        for bytes in 0..=4u32 {
            let step = 1u64 << (32 - 8 * bytes);
            let value = self.low.div_ceil(step) * step;
            if value < end {
                self.low = value;
                self.carry();
                for byte in 0..bytes {
                    self.out.push((self.low >> (24 - 8 * byte)) as u8);
                }
                break;
            }
        }
        while self.out.last() == Some(&0) {
            self.out.pop();
        }
        &self.out
    }
}

/// Reads the bytes of a block. Any bytes decode to something; none make it panic.
pub struct Decoder<'a> {
    code: u32,
    range: u32,
    bytes: &'a [u8],
}

impl<'a> Decoder<'a> {
    /// Begins to read.
    #[inline]
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Decoder { code: 0, range: u32::MAX, bytes };
        for _ in 0..4 {
            decoder.code = decoder.code << 8 | decoder.next();
        }
        // Below the range, as it stays from here on: no encoder writes four bytes of ones.
        decoder.code = decoder.code.min(u32::MAX - 1);
        decoder
    }

    #[inline(always)]
    fn next(&mut self) -> u32 {
        match self.bytes {
            [first, rest @ ..] => {
                self.bytes = rest;
                u32::from(*first)
            }
            [] => 0,
        }
    }

    /// The size of one of [`TOTAL`], to be compared with the code.
    #[inline(always)]
    fn unit(&self) -> u32 {
        self.range >> TOTAL_BITS
    }

    #[inline(always)]
    fn take(&mut self, start: u32, size: u32) {
        self.code -= start;
        self.range = size;
        while self.range < LEAST {
            self.code = self.code << 8 | self.next();
            self.range <<= 8;
        }
    }

    /// The place of the symbol among those of a context, whose odds end at `ends`, the last at [`TOTAL`].
    #[inline(always)]
    pub fn decode(&mut self, ends: &[u16]) -> usize {
        let unit = self.unit();
        let mut start = 0;
        for (place, &end) in ends.iter().enumerate() {
            let end = unit * u32::from(end);
            // Compared with the last one's start alone: it gets what rounding leaves.
            if place + 1 == ends.len() {
                self.take(start, self.range - start);
                return place;
            }
            if self.code < end {
                self.take(start, end - start);
                return place;
            }
            start = end;
        }
        0
    }

    /// As [`Decoder::decode`] for three symbols, of which the first two end at `first` and `second`.
    #[inline(always)]
    pub fn decode_three(&mut self, first: u16, second: u16) -> usize {
        let unit = self.unit();
        let first = unit * u32::from(first);
        if self.code < first {
            self.take(0, first);
            return 0;
        }
        let second = unit * u32::from(second);
        if self.code < second {
            self.take(first, second - first);
            return 1;
        }
        self.take(second, self.range - second);
        2
    }

    /// Sixteen bits as they are.
    pub fn decode_bits(&mut self) -> u16 {
        let mut bits = 0;
        for _ in 0..2 {
            let unit = self.unit() << (TOTAL_BITS - 8);
            let byte = (self.code / unit).min(255);
            let size = if byte == 255 { self.range - byte * unit } else { unit };
            self.take(byte * unit, size);
            bits = bits << 8 | byte as u16;
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn symbols_come_back(
            odds in proptest::collection::vec(1u32..3000, 2..9),
            symbols in proptest::collection::vec((0usize..9, any::<u16>()), 0..400),
        ) {
            let sum: u32 = odds.iter().sum();
            let mut ends: Vec<u16> = odds
                .iter()
                .scan(0, |end, odds| {
                    *end += odds;
                    Some((u64::from(*end) * u64::from(TOTAL) / u64::from(sum)) as u16)
                })
                .collect();
            ends.dedup();
            ends.retain(|&end| end > 0);
            let mut encoder = Encoder::default();
            encoder.begin();
            for &(symbol, bits) in &symbols {
                let symbol = symbol % ends.len();
                let start = if symbol == 0 { 0 } else { u32::from(ends[symbol - 1]) };
                encoder.encode(start, u32::from(ends[symbol]) - start);
                if symbol == 1 {
                    encoder.encode_bits(bits);
                }
            }
            let bytes = encoder.finish().to_vec();
            prop_assert!(bytes.last() != Some(&0));
            let mut decoder = Decoder::new(&bytes);
            for &(symbol, bits) in &symbols {
                let symbol = symbol % ends.len();
                let found = if ends.len() == 3 { decoder.decode_three(ends[0], ends[1]) } else { decoder.decode(&ends) };
                prop_assert_eq!(found, symbol);
                if symbol == 1 {
                    prop_assert_eq!(decoder.decode_bits(), bits);
                }
            }
        }

        #[test]
        fn any_bytes_decode(bytes in proptest::collection::vec(any::<u8>(), 0..50), first in 0u16..16384, more in 0u16..16384) {
            let mut decoder = Decoder::new(&bytes);
            let second = first.max(more);
            for _ in 0..200 {
                decoder.decode_three(first, second);
                decoder.decode(&[first.min(more), second, TOTAL as u16]);
                decoder.decode_bits();
            }
        }
    }

    #[test]
    fn what_is_likely_takes_no_bytes() {
        let mut encoder = Encoder::default();
        encoder.begin();
        for _ in 0..10_000 {
            encoder.encode(0, TOTAL - 2);
        }
        assert!(encoder.finish().is_empty());
    }
}
