//! Blocks as zstd frames.

use std::cell::RefCell;

use super::Need;
use crate::block::pack;
use crate::{Code, ValueCode};

/// The zstd level: what is above it takes several times as long for a few percent (benches/results.md).
const LEVEL: i32 = 6;

/// Codes and decodes packed blocks.
pub struct ZstdCoder {
    pub(super) value_code: ValueCode,
    pub(super) wins_are_odd: bool,
}

/// What a thread needs again and again.
#[derive(Default)]
struct Scratch {
    compressor: Option<zstd::bulk::Compressor<'static>>,
    decompressor: Option<zstd::bulk::Decompressor<'static>>,
    packed: Vec<u8>,
    frame: Vec<u8>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl ZstdCoder {
    /// Codes a block. A value that need not be as it is becomes the one before it, which costs next to nothing; those before
    /// the first value that is needed become that one.
    pub fn encode(
        &self,
        codes: &mut [Code],
        needs: impl Fn(usize) -> Need,
        stored: &mut Vec<u8>,
    ) -> std::io::Result<()> {
        let mut last = (0..codes.len()).find(|&at| needs(at) != Need::Any).map_or(0, |at| codes[at]);
        for (at, code) in codes.iter_mut().enumerate() {
            if needs(at) == Need::Any {
                *code = last;
            }
            last = *code;
        }
        SCRATCH.with_borrow_mut(|scratch| {
            pack(codes, self.value_code, self.wins_are_odd, &mut scratch.packed);
            let bytes = &scratch.packed;
            if bytes.iter().all(|byte| *byte == bytes[0]) {
                stored.push(bytes[0]);
                return Ok(());
            }
            let compressor = match &mut scratch.compressor {
                Some(compressor) => compressor,
                slot => {
                    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
                    // Frames have a checksum of their own, and the decoded size is known: leave both out.
                    compressor.include_checksum(false)?;
                    compressor.include_contentsize(false)?;
                    slot.insert(compressor)
                }
            };
            scratch.frame.clear();
            scratch.frame.reserve(zstd::zstd_safe::compress_bound(bytes.len()));
            compressor.compress_to_buffer(bytes, &mut scratch.frame)?;
            // One byte means a constant block, and a block's own length means itself: a frame of either length must not be.
            let itself = scratch.frame.len() >= bytes.len() || scratch.frame.len() == 1;
            stored.extend_from_slice(if itself { bytes } else { &scratch.frame });
            Ok(())
        })
    }

    /// Decodes a block of `values` values into packed bytes.
    pub fn decode(&self, stored: &[u8], values: usize, bytes: &mut Vec<u8>) -> Result<(), String> {
        let len = self.value_code.bytes_for(values as u64) as usize;
        bytes.resize(len, 0);
        match stored {
            [byte] => bytes.fill(*byte),
            _ if stored.len() == len => bytes.copy_from_slice(stored),
            _ => {
                let written = SCRATCH.with_borrow_mut(|scratch| {
                    let decompressor = match &mut scratch.decompressor {
                        Some(decompressor) => decompressor,
                        slot => slot.insert(zstd::bulk::Decompressor::new().map_err(|error| error.to_string())?),
                    };
                    decompressor.decompress_to_buffer(stored, bytes.as_mut_slice()).map_err(|error| error.to_string())
                })?;
                if written != len {
                    return Err(format!("{written} bytes instead of {len}"));
                }
            }
        }
        Ok(())
    }
}
