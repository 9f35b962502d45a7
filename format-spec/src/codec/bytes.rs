//! Bytes of a model, read with suspicion.

use super::classes::MOST_DISTANCE;

/// What is left to be read.
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// The next `len` bytes.
    pub fn take(&mut self, len: usize) -> Result<&'a [u8], String> {
        let (taken, rest) =
            self.0.split_at_checked(len).ok_or_else(|| format!("{len} bytes of a model are missing"))?;
        self.0 = rest;
        Ok(taken)
    }

    /// The next byte.
    pub fn byte(&mut self) -> Result<u8, String> {
        Ok(self.take(1)?[0])
    }

    /// The next two bytes, little end first.
    pub fn word(&mut self) -> Result<u16, String> {
        let bytes = self.take(2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    /// The distance of a neighbour.
    pub fn distance(&mut self) -> Result<u16, String> {
        match self.word()? {
            distance if (1..=MOST_DISTANCE).contains(&distance) => Ok(distance),
            distance => Err(format!("a neighbour at distance {distance}, not 1 to {MOST_DISTANCE}")),
        }
    }
}
