//! Frames: blocks that are stored and checked together (FORMAT.md, "Frames").

/// Puts the stored bytes of blocks together: how long each is, then the blocks.
///
/// # Panics
/// When a block has more than 65,535 bytes: a fault of the caller, no block of so few values has.
pub fn join(blocks: &[Vec<u8>], frame: &mut Vec<u8>) {
    let width = match blocks.iter().map(Vec::len).max().unwrap_or(0) {
        0 => 0,
        1..=255 => 1,
        _ => 2,
    };
    frame.clear();
    frame.push(width);
    for block in blocks {
        let len = u16::try_from(block.len()).expect("a block is shorter").to_le_bytes();
        frame.extend(&len[..usize::from(width)]);
    }
    frame.extend(blocks.iter().flatten());
}

/// A frame that was found to have the bytes its lengths say, no more and no fewer.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    width: usize,
    lengths: &'a [u8],
    stored: &'a [u8],
}

impl<'a> Frame<'a> {
    /// A frame of `blocks` blocks. The error says what is wrong with it.
    pub fn new(bytes: &'a [u8], blocks: usize) -> Result<Self, &'static str> {
        let (&width, rest) = bytes.split_first().ok_or("it has no bytes")?;
        let width = usize::from(width);
        if width > 2 {
            return Err("its lengths have more than two bytes");
        }
        let (lengths, stored) = rest.split_at_checked(width * blocks).ok_or("it ends among its lengths")?;
        let frame = Frame { width, lengths, stored };
        if frame.length_of(lengths) != stored.len() {
            return Err("its blocks have more or fewer bytes than it has");
        }
        Ok(frame)
    }

    /// What these lengths add up to.
    fn length_of(self, lengths: &[u8]) -> usize {
        match self.width {
            0 => 0,
            1 => lengths.iter().map(|&byte| usize::from(byte)).sum(),
            _ => lengths.chunks_exact(2).map(|bytes| usize::from(u16::from_le_bytes([bytes[0], bytes[1]]))).sum(),
        }
    }

    /// The stored bytes of a block.
    ///
    /// # Panics
    /// When the frame has no such block.
    pub fn block(self, block: usize) -> &'a [u8] {
        let (before, from) = self.lengths.split_at(self.width * block);
        let start = self.length_of(before);
        &self.stored[start..start + self.length_of(&from[..self.width])]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn blocks_come_back(blocks in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..400), 1..70)) {
            let mut bytes = Vec::new();
            join(&blocks, &mut bytes);
            let frame = Frame::new(&bytes, blocks.len()).unwrap();
            for (number, block) in blocks.iter().enumerate() {
                prop_assert_eq!(frame.block(number), block);
            }
            bytes.push(0);
            prop_assert!(Frame::new(&bytes, blocks.len()).is_err());
            bytes.truncate(bytes.len() - 2);
            prop_assert!(Frame::new(&bytes, blocks.len()).is_err());
        }

        #[test]
        fn any_bytes_are_a_frame_or_not(bytes in proptest::collection::vec(any::<u8>(), 0..300), blocks in 1usize..64) {
            if let Ok(frame) = Frame::new(&bytes, blocks) {
                let len: usize = (0..blocks).map(|block| frame.block(block).len()).sum();
                prop_assert!(len < bytes.len());
            }
        }
    }
}
