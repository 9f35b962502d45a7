//! Blocks: values packed into bytes, bytes compressed (FORMAT.md, "Blocks").

use std::cell::RefCell;

use dambase_rules::Wdl;

use crate::value::code_wdl;
use crate::{Code, Header, ValueCode};

/// Packs the codes of a block.
pub fn pack(codes: &[Code], value_code: ValueCode, wins_are_odd: bool, bytes: &mut Vec<u8>) {
    bytes.clear();
    match value_code {
        ValueCode::Trits => bytes.extend(codes.chunks(5).map(|five| {
            five.iter().rev().fold(0, |byte, &code| {
                let trit = match code_wdl(code, wins_are_odd) {
                    Wdl::Loss => 0,
                    Wdl::Draw => 1,
                    Wdl::Win => 2,
                };
                3 * byte + trit
            })
        })),
        ValueCode::Bytes => bytes.extend(codes.iter().map(|&code| {
            debug_assert!(code <= u16::from(u8::MAX));
            code as u8
        })),
        ValueCode::Words => bytes.extend(codes.iter().flat_map(|code| code.to_le_bytes())),
    }
}

/// The trit at `at` of packed bytes: 0 loss, 1 draw, 2 win. `None` beyond the end or where the byte is no five trits.
#[inline]
pub fn trit(bytes: &[u8], at: usize) -> Option<Wdl> {
    /// The five digits of every byte.
    static DIGITS: [[u8; 5]; 243] = {
        let mut table = [[0; 5]; 243];
        let mut byte = 0;
        while byte < 243 {
            let mut rest = byte;
            let mut digit = 0;
            while digit < 5 {
                table[byte][digit] = (rest % 3) as u8;
                rest /= 3;
                digit += 1;
            }
            byte += 1;
        }
        table
    };
    let digits = DIGITS.get(usize::from(*bytes.get(at / 5)?))?;
    Some(match digits[at % 5] {
        0 => Wdl::Loss,
        1 => Wdl::Draw,
        _ => Wdl::Win,
    })
}

/// The code at `at` of packed bytes of [`ValueCode::Bytes`] or [`ValueCode::Words`]. `None` beyond the end.
#[inline]
pub fn code_at(bytes: &[u8], at: usize, value_code: ValueCode) -> Option<Code> {
    match value_code {
        ValueCode::Trits => None,
        ValueCode::Bytes => bytes.get(at).map(|&byte| Code::from(byte)),
        ValueCode::Words => Some(Code::from_le_bytes([*bytes.get(2 * at)?, *bytes.get(2 * at + 1)?])),
    }
}

thread_local! {
    static DECOMPRESSOR: RefCell<Option<zstd::bulk::Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Decodes a stored block into `bytes`, which must have the block's decoded length.
///
/// A single byte stands for a block of that byte alone; a block as long as its decoded bytes is those bytes; anything else is
/// one zstd frame.
pub fn decode(stored: &[u8], bytes: &mut [u8]) -> Result<(), String> {
    match stored {
        [byte] => bytes.fill(*byte),
        _ if stored.len() == bytes.len() => bytes.copy_from_slice(stored),
        _ => {
            let written = DECOMPRESSOR.with_borrow_mut(|slot| {
                let decompressor = match slot {
                    Some(decompressor) => decompressor,
                    None => slot.insert(zstd::bulk::Decompressor::new().map_err(|error| error.to_string())?),
                };
                decompressor.decompress_to_buffer(stored, &mut *bytes).map_err(|error| error.to_string())
            })?;
            if written != bytes.len() {
                return Err(format!("{written} bytes instead of {}", bytes.len()));
            }
        }
    }
    Ok(())
}

/// Compresses packed blocks; one a thread, used again and again. The bytes depend on the input and the level alone.
pub struct Compressor {
    zstd: zstd::bulk::Compressor<'static>,
    packed: Vec<u8>,
}

impl Compressor {
    /// A compressor of zstd level `level`, 1 to 22.
    pub fn new(level: i32) -> std::io::Result<Self> {
        let mut zstd = zstd::bulk::Compressor::new(level)?;
        // The file has its own checksums, and the decoded size is known: leave both out of every frame.
        zstd.include_checksum(false)?;
        zstd.include_contentsize(false)?;
        Ok(Compressor { zstd, packed: Vec::new() })
    }

    /// The stored form of a block of codes.
    pub fn encode(&mut self, codes: &[Code], value_code: ValueCode, wins_are_odd: bool) -> std::io::Result<Vec<u8>> {
        pack(codes, value_code, wins_are_odd, &mut self.packed);
        let bytes = &self.packed;
        if bytes.iter().all(|byte| *byte == bytes[0]) {
            return Ok(vec![bytes[0]]);
        }
        let stored = self.zstd.compress(bytes)?;
        // One byte means a constant block, and a block's own length means itself: a frame of either length must not be.
        if stored.len() >= bytes.len() || stored.len() == 1 {
            return Ok(bytes.clone());
        }
        Ok(stored)
    }
}

/// Decoded bytes of block `block` of a file.
pub fn decoded_bytes(header: &Header, block: u64) -> usize {
    // At most 2^20 values of two bytes: fits on any host.
    header.value_code.bytes_for(header.values_in(block)) as usize
}
