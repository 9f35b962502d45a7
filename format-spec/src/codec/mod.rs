//! The codecs of tables (FORMAT.md, "Blocks"): what is between the values of a block and its stored bytes.
//!
//! By *contexts*, values are foretold by those before them, and coded by how likely that makes them: smallest, and little has to be
//! decoded for a value. As *zstd* frames, they are made fastest. A file has a [`Model`], made by its writer; a reader makes a
//! [`Coder`] of it.

mod bytes;
mod classes;
mod depths;
mod odds;
mod range;
mod zstd_blocks;

use std::cell::RefCell;

use dambase_rules::Wdl;

use crate::value::code_wdl;
use crate::{Code, ValueCode};

use bytes::Reader;
use classes::Classes;
pub use classes::{ClassModel, ClassOdds, MOST_DISTANCE, MOST_NEIGHBOURS, ORDERS};
use depths::Depths;
pub use depths::{
    DepthModel, Difference, MOST_CLAMP, MOST_CONTEXTS, MOST_DIFFERENCES, MOST_SYMBOLS, SymbolOdds, middle, symbol_of,
};
pub use odds::{byte_of, odds_of};
pub use range::TOTAL;
use range::{Decoder, Encoder};
pub use zstd_blocks::ZstdCoder;

/// Which codec a file has. (Number 1 was used before the first release.)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Codec {
    /// By contexts.
    Contexts = 2,
    /// As zstd frames.
    Zstd = 3,
}

/// The most bytes of a model when it is not compressed.
pub const MOST_MODEL_BYTES: usize = 1 << 21;

/// What a value of a table must be for a reader to come to the right one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// As it is.
    Exact,
    /// Anything: readers do not look at it.
    Any,
    /// As it is, or worse for the side to move: readers know a move that is as good.
    AtMost,
}

/// How values are taken apart into a class and a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Parts {
    /// Trits: a class alone.
    Class = 0,
    /// Codes of plies: 0 is a draw; the others' parity is the class, the half of them the depth.
    Parity = 1,
    /// Numbers: 0 has class 1; the others class 2, and are the depth plus one.
    Whole = 2,
}

/// The class of a draw, and of 0.
const DRAW: u8 = 1;

impl Parts {
    /// The class of a value, 0 to 2.
    #[inline(always)]
    pub fn class(self, code: Code, wins_are_odd: bool) -> u8 {
        match self {
            Parts::Class => match code_wdl(code, wins_are_odd) {
                Wdl::Loss => 0,
                Wdl::Draw => DRAW,
                Wdl::Win => 2,
            },
            Parts::Parity if code == 0 => DRAW,
            Parts::Parity => 2 * u8::from(code.is_multiple_of(2)),
            Parts::Whole => 1 + u8::from(code != 0),
        }
    }

    /// The depth of a value that is not 0.
    #[inline(always)]
    pub fn depth(self, code: Code) -> u16 {
        match self {
            Parts::Class => 0,
            Parts::Parity => code.saturating_sub(1) / 2,
            Parts::Whole => code.saturating_sub(1),
        }
    }

    /// The greatest depth of each class that values of this width have.
    fn most(self, value_code: ValueCode) -> [u16; 3] {
        let greatest = match value_code {
            ValueCode::Trits => 0,
            ValueCode::Bytes => u16::from(u8::MAX),
            ValueCode::Words => u16::MAX,
        };
        match self {
            Parts::Class => [0; 3],
            // Odd codes are of class 0, even ones of class 2.
            Parts::Parity => [greatest.saturating_sub(1) / 2, 0, greatest.saturating_sub(2) / 2],
            Parts::Whole => [0, 0, greatest.saturating_sub(1)],
        }
    }

    #[inline(always)]
    fn code(self, class: u8, depth: u16) -> Code {
        match (class, self) {
            (DRAW, _) | (_, Parts::Class) => 0,
            (class, Parts::Parity) => 2 * depth + 1 + Code::from(class == 2),
            (_, Parts::Whole) => depth + 1,
        }
    }
}

/// What a file says of its codec.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Model {
    /// How values are foretold.
    Contexts(Contexts),
    /// Nothing is needed.
    Zstd,
}

impl Model {
    /// The codec it is of.
    pub fn codec(&self) -> Codec {
        match self {
            Model::Contexts(_) => Codec::Contexts,
            Model::Zstd => Codec::Zstd,
        }
    }

    /// Its bytes, not compressed.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Model::Contexts(contexts) => contexts.to_bytes(),
            Model::Zstd => Vec::new(),
        }
    }

    /// Reads them back, believing nothing.
    pub fn from_bytes(bytes: &[u8], codec: Codec, value_code: ValueCode) -> Result<Self, String> {
        match codec {
            Codec::Contexts => Contexts::from_bytes(bytes, value_code).map(Model::Contexts),
            Codec::Zstd if bytes.is_empty() => Ok(Model::Zstd),
            Codec::Zstd => Err(format!("{} bytes where zstd frames need none", bytes.len())),
        }
    }

    /// Makes it ready for coding.
    pub fn ready(&self, value_code: ValueCode, wins_are_odd: bool) -> Result<Coder, String> {
        match self {
            Model::Contexts(contexts) => contexts.ready(value_code, wins_are_odd).map(Coder::Contexts),
            Model::Zstd => Ok(Coder::Zstd(ZstdCoder { value_code, wins_are_odd })),
        }
    }
}

/// Codes and decodes the blocks of one file.
pub enum Coder {
    /// By contexts.
    Contexts(ContextCoder),
    /// As zstd frames.
    Zstd(ZstdCoder),
}

impl Coder {
    /// Memory it takes, in bytes.
    pub fn memory_bytes(&self) -> usize {
        match self {
            Coder::Contexts(coder) => coder.memory_bytes(),
            Coder::Zstd(_) => 0,
        }
    }

    /// Codes a block. Values that need not be as they are become what is coded for them.
    pub fn encode(
        &self,
        codes: &mut [Code],
        needs: impl Fn(usize) -> Need,
        stored: &mut Vec<u8>,
    ) -> std::io::Result<()> {
        match self {
            Coder::Contexts(coder) => {
                coder.encode(codes, needs, stored);
                Ok(())
            }
            Coder::Zstd(coder) => coder.encode(codes, needs, stored),
        }
    }

    /// Decodes a block of `values` values into packed bytes, which get the length that is right for them.
    pub fn decode(&self, stored: &[u8], values: usize, bytes: &mut Vec<u8>) -> Result<(), String> {
        match self {
            Coder::Contexts(coder) => coder.decode(stored, values, bytes),
            Coder::Zstd(coder) => coder.decode(stored, values, bytes),
        }
    }

    /// Decodes the value `at` of a block of `values` values and none that comes after it, where the codec can do that; `None` where it
    /// cannot.
    pub fn decode_one(&self, stored: &[u8], values: usize, at: usize) -> Result<Option<Stored>, String> {
        match self {
            Coder::Contexts(coder) => coder.decode_one(stored, values, at).map(Some),
            Coder::Zstd(_) => Ok(None),
        }
    }
}

/// A value as it stands in decoded bytes: a code, or a trit (0 loss, 1 draw, 2 win).
pub type Stored = u16;

/// How the values of a file are foretold, as the file says it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contexts {
    /// How values are taken apart.
    pub parts: Parts,
    /// How classes are foretold.
    pub classes: ClassModel,
    /// How depths are; `None` with [`Parts::Class`], and only there.
    pub depths: Option<DepthModel>,
}

impl Contexts {
    /// Its bytes, not compressed.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.parts as u8];
        self.classes.write(&mut bytes);
        if let Some(depths) = &self.depths {
            depths.write(&mut bytes);
        }
        bytes
    }

    /// Reads them back, believing nothing.
    pub fn from_bytes(bytes: &[u8], value_code: ValueCode) -> Result<Self, String> {
        let mut reader = Reader(bytes);
        let parts = match (reader.byte()?, value_code) {
            (0, ValueCode::Trits) => Parts::Class,
            (1, ValueCode::Bytes | ValueCode::Words) => Parts::Parity,
            (2, ValueCode::Bytes | ValueCode::Words) => Parts::Whole,
            (parts, _) => return Err(format!("{parts} says in no way how {value_code:?} are taken apart")),
        };
        let classes = ClassModel::read(&mut reader)?;
        let depths = (parts != Parts::Class).then(|| DepthModel::read(&mut reader)).transpose()?;
        if !reader.0.is_empty() {
            return Err(format!("{} bytes more than the model has", reader.0.len()));
        }
        Ok(Contexts { parts, classes, depths })
    }

    /// Makes it ready for coding.
    pub fn ready(&self, value_code: ValueCode, wins_are_odd: bool) -> Result<ContextCoder, String> {
        Ok(ContextCoder {
            parts: self.parts,
            wins_are_odd,
            most: self.parts.most(value_code),
            value_code,
            classes: self.classes.ready()?,
            depths: self.depths.as_ref().map(DepthModel::ready).transpose()?,
        })
    }
}

/// Codes and decodes by contexts.
pub struct ContextCoder {
    parts: Parts,
    wins_are_odd: bool,
    value_code: ValueCode,
    /// The greatest depth of each class.
    most: [u16; 3],
    classes: Classes,
    depths: Option<Depths>,
}

/// What a thread needs again and again.
#[derive(Default)]
struct Scratch {
    classes: Vec<u8>,
    changes: Vec<i16>,
    depths: Vec<u16>,
    encoder: Encoder,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl ContextCoder {
    /// What must be coded where so much is needed. A greater class is better in win, draw and loss alone and where wins are odd; a value
    /// that may be worse is coded as it is elsewhere.
    #[inline(always)]
    fn needed(&self, need: Need) -> Need {
        let ordered = match self.parts {
            Parts::Class => true,
            Parts::Parity => self.wins_are_odd,
            Parts::Whole => false,
        };
        if need == Need::AtMost && !ordered { Need::Exact } else { need }
    }

    /// Memory it takes, in bytes.
    pub fn memory_bytes(&self) -> usize {
        self.classes.memory_bytes() + self.depths.as_ref().map_or(0, Depths::memory_bytes)
    }

    /// Counts what a block would be coded as, by context: classes, then, if there are depths, their symbols.
    pub fn count(
        &self,
        codes: &[Code],
        needs: impl Fn(usize) -> Need,
        classes_by: &mut [[u64; 3]],
        symbols_by: &mut [u64],
    ) {
        SCRATCH.with_borrow_mut(|Scratch { classes, changes, depths, .. }| {
            classes.clear();
            classes.extend(codes.iter().map(|&code| self.parts.class(code, self.wins_are_odd)));
            let before = self.depths.is_some().then(|| classes.clone());
            let needs = |at: usize| self.needed(needs(at));
            self.classes.count(classes, changes, needs, classes_by);
            if let (Some(coder), Some(before)) = (&self.depths, before) {
                depths.clear();
                depths.extend(codes.iter().map(|&code| self.parts.depth(code)));
                let needs = |at: usize| if classes[at] == before[at] { needs(at) } else { Need::Any };
                coder.count(classes, depths, self.most, needs, symbols_by);
            }
        });
    }

    /// Codes a block. Values that need not be as they are become what is coded for them.
    pub fn encode(&self, codes: &mut [Code], needs: impl Fn(usize) -> Need, stored: &mut Vec<u8>) {
        SCRATCH.with_borrow_mut(|Scratch { classes, changes, depths, encoder }| {
            encoder.begin();
            classes.clear();
            classes.extend(codes.iter().map(|&code| self.parts.class(code, self.wins_are_odd)));
            let before = self.depths.is_some().then(|| classes.clone());
            let needs = |at: usize| self.needed(needs(at));
            self.classes.encode(classes, changes, needs, encoder);
            if let (Some(coder), Some(before)) = (&self.depths, before) {
                depths.clear();
                depths.extend(codes.iter().map(|&code| self.parts.depth(code)));
                // Whose class has been changed has no depth of its own any more.
                let needs = |at: usize| if classes[at] == before[at] { needs(at) } else { Need::Any };
                coder.encode(classes, depths, self.most, needs, encoder);
                for (code, (&class, &depth)) in codes.iter_mut().zip(classes.iter().zip(depths.iter())) {
                    *code = self.parts.code(class, depth);
                }
            } else {
                for (code, &class) in codes.iter_mut().zip(classes.iter()) {
                    *code = match (class, self.wins_are_odd) {
                        (DRAW, _) => 0,
                        (2, true) | (0, false) => 2,
                        _ => 1,
                    };
                }
            }
            stored.extend_from_slice(encoder.finish());
        });
    }

    /// Decodes a block of `values` values into packed bytes, which get the length that is right for them.
    fn decode(&self, stored: &[u8], values: usize, bytes: &mut Vec<u8>) -> Result<(), String> {
        SCRATCH.with_borrow_mut(|scratch| {
            self.decode_first(stored, values, values, scratch)?;
            let Scratch { classes, depths, .. } = scratch;
            bytes.clear();
            if self.depths.is_none() {
                bytes.extend(classes.chunks(5).map(|five| five.iter().rev().fold(0, |byte, &class| 3 * byte + class)));
                return Ok(());
            }
            let codes = classes.iter().zip(depths.iter()).map(|(&class, &depth)| self.parts.code(class, depth));
            match self.value_code {
                ValueCode::Words => bytes.extend(codes.flat_map(Code::to_le_bytes)),
                _ => bytes.extend(codes.map(|code| code as u8)),
            }
            Ok(())
        })
    }

    /// Decodes the value `at` of a block of `values` values.
    fn decode_one(&self, stored: &[u8], values: usize, at: usize) -> Result<Stored, String> {
        SCRATCH.with_borrow_mut(|scratch| {
            self.decode_first(stored, values, at + 1, scratch)?;
            Ok(match scratch.depths.get(at) {
                Some(&depth) if self.depths.is_some() => self.parts.code(scratch.classes[at], depth),
                _ => scratch.classes[at].into(),
            })
        })
    }

    /// Decodes the first `first` of the `values` values of a block: their classes, and their depths if there are any.
    fn decode_first(&self, stored: &[u8], values: usize, first: usize, scratch: &mut Scratch) -> Result<(), String> {
        let Scratch { classes, changes, depths, .. } = scratch;
        let mut decoder = Decoder::new(stored);
        // All depths come after all classes.
        classes.resize(if self.depths.is_some() { values } else { first }, 0);
        self.classes.decode(classes, changes, &mut decoder);
        let Some(coder) = &self.depths else { return Ok(()) };
        if self.parts == Parts::Whole
            && let Some(at) = classes.iter().position(|&class| class == 0)
        {
            return Err(format!("value {at} has a class that does not occur"));
        }
        depths.resize(first, 0);
        coder
            .decode(&classes[..first], depths, self.most, &mut decoder)
            .map_err(|at| format!("value {at} has a depth that does not fit"))
    }
}
