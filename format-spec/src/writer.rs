//! Writing a table file, block after block.

use std::io::{self, Seek, SeekFrom, Write};

use xxhash_rust::xxh3::xxh3_64;

use crate::Header;
use crate::header::ENTRY_BYTES;

/// A table file under construction: blocks go out as they come, the header last, so that a file that was not finished has
/// no magic and is no table.
pub struct TableWriter<W> {
    out: W,
    header: Header,
    table: Vec<u8>,
    offset: u64,
}

impl<W: Write + Seek> TableWriter<W> {
    /// Begins a file; `header.file_bytes` is filled in at the end.
    pub fn new(mut out: W, header: Header) -> io::Result<Self> {
        let offset = header.data_offset();
        out.seek(SeekFrom::Start(offset))?;
        Ok(TableWriter { out, table: Vec::with_capacity(header.blocks() as usize * ENTRY_BYTES), header, offset })
    }

    /// Writes the stored form of the next block.
    pub fn block(&mut self, stored: &[u8]) -> io::Result<()> {
        self.table.extend(self.offset.to_le_bytes());
        self.table.extend(xxh3_64(stored).to_le_bytes());
        self.offset += stored.len() as u64;
        self.out.write_all(stored)
    }

    /// Writes block table and header; returns the output (flushed, not yet synced) and the header as written.
    ///
    /// # Panics
    /// When there were more or fewer blocks than the header says: a fault of the caller.
    pub fn finish(mut self) -> io::Result<(W, Header)> {
        assert_eq!(self.table.len() as u64, self.header.blocks() * ENTRY_BYTES as u64, "blocks written");
        self.header.file_bytes = self.offset;
        let header = self.header.to_bytes(xxh3_64(&self.table));
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&header)?;
        self.out.write_all(&self.table)?;
        self.out.flush()?;
        Ok((self.out, self.header))
    }
}
