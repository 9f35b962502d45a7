//! Where the bytes of a table come from: a map, a file, memory, a faulty disk of the tests.

use std::io;

/// Bytes that could not be read.
#[derive(Debug, thiserror::Error)]
#[error("reading {len} bytes at offset {offset}: {error}")]
pub struct SourceError {
    /// Byte offset asked for.
    pub offset: u64,
    /// Bytes asked for.
    pub len: usize,
    /// What the system said.
    pub error: io::Error,
}

/// The bytes of one table file.
pub trait Source: Send + Sync {
    /// How many bytes there are.
    fn len(&self) -> u64;

    /// The bytes are the same whenever they are asked for: what was found right once stays right.
    fn is_fixed(&self) -> bool {
        false
    }

    /// There are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// `len` bytes from `offset` on: lent as they lie where the source can, else read into `scratch`. A range beyond the end is
    /// an error, never a panic.
    fn bytes<'a>(&'a self, offset: u64, len: usize, scratch: &'a mut Vec<u8>) -> Result<&'a [u8], SourceError>;
}

impl<T: AsRef<[u8]> + Send + Sync> Source for T {
    fn len(&self) -> u64 {
        self.as_ref().len() as u64
    }

    fn is_fixed(&self) -> bool {
        true
    }

    fn bytes<'a>(&'a self, offset: u64, len: usize, _: &'a mut Vec<u8>) -> Result<&'a [u8], SourceError> {
        usize::try_from(offset)
            .ok()
            .and_then(|start| self.as_ref().get(start..start.checked_add(len)?))
            .ok_or_else(|| SourceError { offset, len, error: io::ErrorKind::UnexpectedEof.into() })
    }
}
