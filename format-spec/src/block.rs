//! Values in the packed bytes of a decoded block.

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

/// Decoded bytes of block `block` of a file.
pub fn decoded_bytes(header: &Header, block: u64) -> usize {
    // At most 2^16 values of two bytes: fits on any host.
    header.value_code.bytes_for(header.values_in(block)) as usize
}
