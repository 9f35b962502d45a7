//! Bit planes with their rows and bits exchanged.

/// Swaps rows and bits of a plane: `from` has `rows` rows of `bits` bits, and `to` gets `bits` rows of `rows` bits.
pub fn transpose(from: &[u64], rows: usize, bits: usize, to: &mut [u64]) {
    let (words_from, words_to) = (bits.div_ceil(64), rows.div_ceil(64));
    let mut block = [0u64; 64];
    for word_to in 0..words_to {
        for word_from in 0..words_from {
            let mut any = 0;
            for (at, lane) in block.iter_mut().enumerate() {
                let row = word_to * 64 + at;
                *lane = if row < rows { from[row * words_from + word_from] } else { 0 };
                any |= *lane;
            }
            if any != 0 {
                transpose_block(&mut block);
            }
            for (at, &lane) in block.iter().enumerate() {
                let row = word_from * 64 + at;
                if row < bits {
                    to[row * words_to + word_to] = lane;
                }
            }
        }
    }
}

/// Swaps rows and bits of 64 words: halves are exchanged across the diagonal, then quarters, and so on.
fn transpose_block(block: &mut [u64; 64]) {
    let mut width = 32;
    let mut low = u64::from(u32::MAX);
    while width > 0 {
        let mut at = 0;
        while at < 64 {
            let swap = (block[at] >> width ^ block[at + width]) & low;
            block[at] ^= swap << width;
            block[at + width] ^= swap;
            at = (at + width + 1) & !width;
        }
        width /= 2;
        low ^= low << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_are_transposed() {
        for (rows, bits) in [(1, 1), (3, 70), (130, 65), (64, 64)] {
            let words = bits_words(bits);
            let mut from = vec![0u64; rows * words];
            let mut state = 1u64;
            for row in 0..rows {
                for bit in 0..bits {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    from[row * words + bit / 64] |= (state >> 63) << (bit % 64);
                }
            }
            let mut to = vec![!0; bits * bits_words(rows)];
            transpose(&from, rows, bits, &mut to);
            for row in 0..rows {
                for bit in 0..bits {
                    let there = to[bit * bits_words(rows) + row / 64] >> (row % 64) & 1;
                    assert_eq!(from[row * words + bit / 64] >> (bit % 64) & 1, there);
                }
            }
        }
    }

    fn bits_words(bits: usize) -> usize {
        bits.div_ceil(64)
    }
}
