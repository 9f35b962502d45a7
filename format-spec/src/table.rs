//! Reading a table file, believing nothing.

use xxhash_rust::xxh3::xxh3_64;

use crate::block::{decode, decoded_bytes};
use crate::header::{ENTRY_BYTES, HEADER_BYTES};
use crate::{FormatError, Header, Source};

/// An open table file: a header that was checked, and where its blocks are. Blocks are checked when they are read.
pub struct Table<S> {
    source: S,
    header: Header,
    /// Offset from the file's start and XXH3-64 of each block's stored bytes.
    blocks: Vec<(u64, u64)>,
}

impl<S: Source> Table<S> {
    /// Reads and checks header and block table. Reads no block. Memory: 16 bytes a block, and no more than the file is long.
    pub fn open(source: S) -> Result<Self, FormatError> {
        let mut scratch = Vec::new();
        let there = source.len();
        let head = source.bytes(0, there.min(HEADER_BYTES as u64) as usize, &mut scratch)?;
        let (header, table_checksum) = Header::from_bytes(head)?;
        if header.file_bytes != there {
            return Err(FormatError::Length { found: there, expected: header.file_bytes });
        }
        // The table ends within the file (the header was checked for that), so this much is really there.
        let too_large =
            || FormatError::Field { field: "blocks", offset: 32, reason: "more than this host can address".into() };
        let table_bytes = usize::try_from(header.blocks())
            .ok()
            .and_then(|blocks| blocks.checked_mul(ENTRY_BYTES))
            .ok_or_else(too_large)?;
        let table = source.bytes(HEADER_BYTES as u64, table_bytes, &mut scratch)?;
        if xxh3_64(table) != table_checksum {
            return Err(FormatError::Checksum { what: "the block table".into(), offset: HEADER_BYTES as u64 });
        }
        let mut blocks = Vec::with_capacity(table_bytes / ENTRY_BYTES);
        let mut least = header.data_offset();
        for (i, entry) in table.chunks_exact(ENTRY_BYTES).enumerate() {
            let offset = u64::from_le_bytes(entry[..8].try_into().expect("eight bytes"));
            let checksum = u64::from_le_bytes(entry[8..].try_into().expect("eight bytes"));
            let expected = if i == 0 { offset == least } else { offset > least };
            if !expected || offset >= there {
                return Err(FormatError::Field {
                    field: "block offset",
                    offset: (HEADER_BYTES + i * ENTRY_BYTES) as u64,
                    reason: format!("block {i} at {offset} does not follow the block before it"),
                });
            }
            blocks.push((offset, checksum));
            least = offset;
        }
        Ok(Table { source, header, blocks })
    }

    /// What the file says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where the bytes come from.
    pub fn source(&self) -> &S {
        &self.source
    }

    /// Bytes block `block` is stored in.
    ///
    /// # Panics
    /// When there is no such block.
    pub fn stored_bytes(&self, block: u64) -> u64 {
        let at = block as usize;
        let end = self.blocks.get(at + 1).map_or(self.header.file_bytes, |next| next.0);
        end - self.blocks[at].0
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
        let (offset, checksum) = self.blocks[block as usize];
        let decoded = self.decoded_bytes(block);
        let stored = self.stored_bytes(block);
        // zstd never makes a block longer: a longer one is stored as it is.
        if stored > decoded as u64 {
            return Err(FormatError::Block {
                block,
                offset,
                reason: format!("{stored} stored bytes for {decoded} decoded ones"),
            });
        }
        let stored = self.source.bytes(offset, stored as usize, scratch)?;
        if xxh3_64(stored) != checksum {
            return Err(FormatError::Checksum { what: format!("block {block}"), offset });
        }
        bytes.resize(decoded, 0);
        decode(stored, bytes).map_err(|reason| FormatError::Block { block, offset, reason })
    }
}
