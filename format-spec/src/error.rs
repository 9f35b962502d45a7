//! What can be wrong with the bytes of a table.

use crate::source::SourceError;

/// A table file that cannot be believed or read. Names the field and the place; the file's name is added by who opened it.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// The file is not a table at all.
    #[error("not a Dambase table (magic bytes at offset 0)")]
    NotATable,
    /// A version this code does not read.
    #[error("format version {found} at offset 8; this program reads version {known}")]
    Version {
        /// The version found.
        found: u16,
        /// The version known.
        known: u16,
    },
    /// A header field has an impossible value.
    #[error("header field {field} at offset {offset}: {reason}")]
    Field {
        /// The field's name in FORMAT.md.
        field: &'static str,
        /// Byte offset of the field.
        offset: u64,
        /// What is wrong.
        reason: String,
    },
    /// A checksum does not fit its bytes.
    #[error("checksum of {what} does not match its bytes at offset {offset}")]
    Checksum {
        /// What the checksum is over.
        what: String,
        /// Byte offset of those bytes.
        offset: u64,
    },
    /// The file ends too soon or goes on too long.
    #[error("the file has {found} bytes where its header says {expected}")]
    Length {
        /// Bytes there are.
        found: u64,
        /// Bytes there should be.
        expected: u64,
    },
    /// A frame is not made as frames are though its checksum fits.
    #[error("frame {frame} at offset {offset} is damaged: {reason}")]
    Frame {
        /// The frame's number.
        frame: u64,
        /// Byte offset of its bytes.
        offset: u64,
        /// What is wrong.
        reason: String,
    },
    /// A block cannot be decoded though its checksum fits.
    #[error("block {block} in the frame at offset {offset} cannot be decoded: {reason}")]
    Block {
        /// The block's number.
        block: u64,
        /// Byte offset of its frame.
        offset: u64,
        /// What is wrong.
        reason: String,
    },
    /// The bytes could not be had.
    #[error(transparent)]
    Source(#[from] SourceError),
}
