//! Writing a table file, frame after frame.

use std::io::{self, Seek, SeekFrom, Write};

use xxhash_rust::xxh3::xxh3_64;

use crate::codec::{Model, Need};
use crate::frame::join;
use crate::header::ENTRY_BYTES;
use crate::{Code, Header};

/// A table file under construction: frames go out as they come, the header last, so that a file that was not finished has
/// no magic and is no table.
pub struct TableWriter<W> {
    out: W,
    header: Header,
    /// Frame table, then model.
    table: Vec<u8>,
    model: Vec<u8>,
    offset: u64,
}

/// A whole table in memory, of codes that must all be as they are: for small tables. `header` says how they are laid out; codec and
/// lengths are filled in.
///
/// # Panics
/// When there are more or fewer codes than the header says.
pub fn table_bytes(header: Header, model: &Model, codes: &[Code]) -> io::Result<Vec<u8>> {
    assert_eq!(codes.len() as u64, header.values, "codes given");
    let coder = model.ready(header.value_code, header.wins_are_odd).map_err(io::Error::other)?;
    let mut writer = TableWriter::new(io::Cursor::new(Vec::new()), header.clone(), model)?;
    let blocks = codes
        .chunks(header.values_per_block as usize)
        .map(|codes| {
            let mut stored = Vec::new();
            coder.encode(&mut codes.to_vec(), |_| Need::Exact, &mut stored).map(|()| stored)
        })
        .collect::<io::Result<Vec<_>>>()?;
    let mut frame = Vec::new();
    for blocks in blocks.chunks(header.blocks_per_frame.into()) {
        join(blocks, &mut frame);
        writer.frame(&frame)?;
    }
    Ok(writer.finish()?.0.into_inner())
}

/// zstd level of models: they are small, and read once.
const MODEL_LEVEL: i32 = 19;

impl<W: Write + Seek> TableWriter<W> {
    /// Begins a file; `header.codec` and `header.model_bytes` are filled in here, `header.file_bytes` at the end.
    pub fn new(mut out: W, mut header: Header, model: &Model) -> io::Result<Self> {
        let mut zstd = zstd::bulk::Compressor::new(MODEL_LEVEL)?;
        // The file has its own checksums.
        zstd.include_checksum(false)?;
        header.codec = model.codec();
        let bytes = model.to_bytes();
        let model = if bytes.is_empty() { bytes } else { zstd.compress(&bytes)? };
        header.model_bytes = u32::try_from(model.len()).map_err(io::Error::other)?;
        let offset = header.data_offset();
        out.seek(SeekFrom::Start(offset))?;
        let table = Vec::with_capacity(header.frames() as usize * ENTRY_BYTES + model.len());
        Ok(TableWriter { out, table, header, model, offset })
    }

    /// Writes the next frame.
    pub fn frame(&mut self, stored: &[u8]) -> io::Result<()> {
        self.table.extend(self.offset.to_le_bytes());
        self.table.extend(xxh3_64(stored).to_le_bytes());
        self.offset += stored.len() as u64;
        self.out.write_all(stored)
    }

    /// Writes header, frame table and model; returns the output (flushed, not yet synced) and the header as written.
    ///
    /// # Panics
    /// When there were more or fewer frames than the header says: a fault of the caller.
    pub fn finish(mut self) -> io::Result<(W, Header)> {
        assert_eq!(self.table.len() as u64, self.header.frames() * ENTRY_BYTES as u64, "frames written");
        self.header.file_bytes = self.offset;
        self.table.extend(&self.model);
        let header = self.header.to_bytes(xxh3_64(&self.table));
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&header)?;
        self.out.write_all(&self.table)?;
        self.out.flush()?;
        Ok((self.out, self.header))
    }
}
