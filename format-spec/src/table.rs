//! Reading a table file, believing nothing.

use std::sync::atomic::{AtomicU64, Ordering};

use xxhash_rust::xxh3::xxh3_64;

use crate::block::decoded_bytes;
use crate::codec::{Codec, Coder, MOST_MODEL_BYTES, Model, Stored};
use crate::frame::Frame;
use crate::header::{ENTRY_BYTES, HEADER_BYTES};
use crate::{FormatError, Header, Source};

/// An open table file: a header that was checked, where its frames are, and how its values are foretold. Frames are checked when
/// they are read.
pub struct Table<S> {
    source: S,
    header: Header,
    coder: Coder,
    /// Offset from the file's start and XXH3-64 of each frame.
    frames: Vec<(u64, u64)>,
    /// A bit for each frame whose checksum was found right; only for sources whose bytes stay as they are.
    checked: Box<[AtomicU64]>,
}

impl<S: Source> Table<S> {
    /// Reads and checks header, frame table and model. Reads no frame. Memory: 16 bytes a frame and no more than the file is long, and
    /// the model, at most some megabytes.
    pub fn open(source: S) -> Result<Self, FormatError> {
        let mut scratch = Vec::new();
        let there = source.len();
        let head = source.bytes(0, there.min(HEADER_BYTES as u64) as usize, &mut scratch)?;
        let (header, table_checksum) = Header::from_bytes(head)?;
        if header.file_bytes != there {
            return Err(FormatError::Length { found: there, expected: header.file_bytes });
        }
        // Table and model end within the file (the header was checked for that), so this much is really there.
        let field = |field: &'static str, offset: u64, reason: String| FormatError::Field { field, offset, reason };
        let len = usize::try_from(header.data_offset() - HEADER_BYTES as u64)
            .map_err(|_| field("blocks", 32, "more than this host can address".into()))?;
        let bytes = source.bytes(HEADER_BYTES as u64, len, &mut scratch)?;
        if xxh3_64(bytes) != table_checksum {
            let what = "frame table and model".into();
            return Err(FormatError::Checksum { what, offset: HEADER_BYTES as u64 });
        }
        let (table, model) = bytes.split_at(len - header.model_bytes as usize);
        let mut frames = Vec::with_capacity(table.len() / ENTRY_BYTES);
        let mut least = header.data_offset();
        for (i, entry) in table.chunks_exact(ENTRY_BYTES).enumerate() {
            let offset = u64::from_le_bytes(entry[..8].try_into().expect("eight bytes"));
            let checksum = u64::from_le_bytes(entry[8..].try_into().expect("eight bytes"));
            let expected = if i == 0 { offset == least } else { offset > least };
            if !expected || offset >= there {
                return Err(field(
                    "frame offset",
                    (HEADER_BYTES + i * ENTRY_BYTES) as u64,
                    format!("frame {i} at {offset} does not follow the frame before it"),
                ));
            }
            frames.push((offset, checksum));
            least = offset;
        }
        let model = match (model, header.codec) {
            ([], _) => Ok(Vec::new()),
            (model, Codec::Zstd) => Err(format!("{} bytes where zstd frames need none", model.len())),
            (model, Codec::Contexts) => {
                zstd::bulk::decompress(model, MOST_MODEL_BYTES).map_err(|error| error.to_string())
            }
        };
        let coder = model
            .and_then(|model| Model::from_bytes(&model, header.codec, header.value_code))
            .and_then(|model| model.ready(header.value_code, header.wins_are_odd))
            .map_err(|reason| field("model", header.model_offset(), reason))?;
        let checked = (0..header.frames().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok(Table { source, header, coder, frames, checked })
    }

    /// What the file says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where the bytes come from.
    pub fn source(&self) -> &S {
        &self.source
    }

    /// Memory the model takes, in bytes.
    pub fn model_memory_bytes(&self) -> usize {
        self.coder.memory_bytes()
    }

    /// Bytes frame `frame` is stored in.
    ///
    /// # Panics
    /// When there is no such frame.
    pub fn frame_bytes(&self, frame: u64) -> u64 {
        let at = frame as usize;
        let end = self.frames.get(at + 1).map_or(self.header.file_bytes, |next| next.0);
        end - self.frames[at].0
    }

    /// Bytes block `block` decodes to.
    pub fn decoded_bytes(&self, block: u64) -> usize {
        decoded_bytes(&self.header, block)
    }

    /// Checks and decodes a block into `bytes`, which gets the block's decoded length. `scratch` is used by sources that
    /// cannot lend their bytes. With both vectors used before for as large a block, nothing is allocated.
    ///
    /// # Panics
    /// When there is no such block.
    pub fn read_block(&self, block: u64, scratch: &mut Vec<u8>, bytes: &mut Vec<u8>) -> Result<(), FormatError> {
        let number = block / u64::from(self.header.blocks_per_frame);
        self.decode(block, self.frame(number, scratch)?, bytes)
    }

    /// Checks a block and decodes its value `at` alone, and none that comes after it, where the codec can do that; `None` where it cannot. For
    /// those who want one value and will not come back.
    ///
    /// # Panics
    /// When there is no such block, or no such value in it.
    pub fn read_one(&self, block: u64, at: usize, scratch: &mut Vec<u8>) -> Result<Option<Stored>, FormatError> {
        let number = block / u64::from(self.header.blocks_per_frame);
        let frame = self.frame(number, scratch)?;
        let within = block % u64::from(self.header.blocks_per_frame);
        let values = self.header.values_in(block) as usize;
        assert!(at < values, "block {block} has {values} values");
        self.coder.decode_one(frame.block(within as usize), values, at).map_err(|reason| self.broken(block, reason))
    }

    /// Checks and decodes all blocks of a frame, one after the other: `each` gets the number of the block and its bytes.
    ///
    /// # Panics
    /// When there is no such frame.
    pub fn read_frame(
        &self,
        frame: u64,
        scratch: &mut Vec<u8>,
        bytes: &mut Vec<u8>,
        mut each: impl FnMut(u64, &[u8]) -> Result<(), FormatError>,
    ) -> Result<(), FormatError> {
        let stored = self.frame(frame, scratch)?;
        let first = frame * u64::from(self.header.blocks_per_frame);
        for block in first..first + self.header.blocks_in(frame) {
            self.decode(block, stored, bytes)?;
            each(block, bytes)?;
        }
        Ok(())
    }

    fn decode(&self, block: u64, frame: Frame<'_>, bytes: &mut Vec<u8>) -> Result<(), FormatError> {
        let within = block % u64::from(self.header.blocks_per_frame);
        let values = self.header.values_in(block) as usize;
        self.coder.decode(frame.block(within as usize), values, bytes).map_err(|reason| self.broken(block, reason))
    }

    #[cold]
    fn broken(&self, block: u64, reason: String) -> FormatError {
        let number = block / u64::from(self.header.blocks_per_frame);
        FormatError::Block { block, offset: self.frames[number as usize].0, reason }
    }

    fn frame<'a>(&'a self, number: u64, scratch: &'a mut Vec<u8>) -> Result<Frame<'a>, FormatError> {
        let (offset, checksum) = self.frames[number as usize];
        let blocks = self.header.blocks_in(number) as usize;
        let len = self.frame_bytes(number);
        let wrong = |reason: String| FormatError::Frame { frame: number, offset, reason };
        // No frame of so many blocks is longer: memory is not asked for by a damaged offset.
        let most = 1 + 2 * blocks as u64 + blocks as u64 * u64::from(u16::MAX);
        if len > most {
            return Err(wrong(format!("{len} bytes for {blocks} blocks")));
        }
        let stored = self.source.bytes(offset, len as usize, scratch)?;
        let (word, bit) = ((number / 64) as usize, 1 << (number % 64));
        if !self.source.is_fixed() || self.checked[word].load(Ordering::Relaxed) & bit == 0 {
            if xxh3_64(stored) != checksum {
                return Err(FormatError::Checksum { what: format!("frame {number}"), offset });
            }
            self.checked[word].fetch_or(bit, Ordering::Relaxed);
        }
        Frame::new(stored, blocks).map_err(|reason| wrong(reason.into()))
    }
}
