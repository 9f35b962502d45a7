//! The header of a table file (FORMAT.md, "Header").

use std::fmt;
use std::str::FromStr;

use xxhash_rust::xxh3::xxh3_64;

use crate::FormatError;
use crate::codec::Codec;

/// First bytes of every table. The line ends in it give away transfers as text.
pub const MAGIC: [u8; 8] = *b"\x89DMB\r\n\x1a\n";
/// The version this code writes and reads.
pub const VERSION: u16 = 1;
/// Bytes of a header.
pub const HEADER_BYTES: usize = 512;
/// Bytes of an entry of the frame table.
pub const ENTRY_BYTES: usize = 16;
/// The most blocks a frame may have.
pub const MOST_BLOCKS_PER_FRAME: u16 = 256;
/// The most sections a slice may have.
pub const MOST_SECTIONS: usize = 4;
/// The most values a block may hold.
pub const MOST_VALUES_PER_BLOCK: u32 = 1 << 16;

const NAME_BYTES: usize = 32;
const STATS_BYTES: usize = 48;
const STATS_OFFSET: usize = 192;
const TABLE_CHECKSUM_OFFSET: usize = 496;
const HEADER_CHECKSUM_OFFSET: usize = 504;

/// What a file's values are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Metric {
    /// Win, draw or loss.
    Wdl = 1,
    /// Depth to win, in plies.
    Dtw = 2,
    /// Distance to clock reset under a set of draw rules, in plies.
    Dtc = 3,
}

impl Metric {
    /// All of them.
    pub const ALL: [Metric; 3] = [Metric::Wdl, Metric::Dtw, Metric::Dtc];
    /// Those without draw rules.
    pub const THEORY: [Metric; 2] = [Metric::Wdl, Metric::Dtw];

    /// Its name, which is also the ending of its files.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Wdl => "wdl",
            Metric::Dtw => "dtw",
            Metric::Dtc => "dtc",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Metric {
    type Err = String;
    /// Reads the name of a metric without draw rules.
    fn from_str(text: &str) -> Result<Self, String> {
        Metric::THEORY
            .into_iter()
            .find(|metric| metric.name() == text)
            .ok_or_else(|| format!("no metric is called \"{text}\"; the metrics are wdl, dtw"))
    }
}

/// What a table of [`Metric::Dtc`] says of the clocks it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockFields {
    /// Values of a position: one for each state of the inner clocks. They stand side by side.
    pub planes: u32,
    /// The limit of the outer clock, in plies. With 0 there is none, and a value is 1 where a win or loss is spoiled, else 0.
    pub limit_plies: u16,
    /// SHA-256 of the text of the draw rules that decide values.
    pub fingerprint: [u8; 32],
}

/// The most values a position may have.
const MOST_PLANES: u32 = 1 << 16;
const CLOCKS_OFFSET: usize = 384;
const CODEC_OFFSET: usize = 424;

/// How values are laid in the bytes of a decoded block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum ValueCode {
    /// Five a byte, in base 3: 0 loss, 1 draw, 2 win; the first value is the lowest digit.
    Trits = 1,
    /// A byte each: 0 for a draw, else plies plus one; in [`Metric::Dtc`] as [`ClockFields`] says.
    Bytes = 2,
    /// Two bytes each, little end first; values as in bytes.
    Words = 3,
}

impl ValueCode {
    /// Bytes that hold so many values.
    pub fn bytes_for(self, values: u64) -> u64 {
        match self {
            ValueCode::Trits => values.div_ceil(5),
            ValueCode::Bytes => values,
            ValueCode::Words => 2 * values,
        }
    }
}

/// What is counted of one section: every position in it, those whose value is not stored included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SectionStats {
    /// Positions the side to move wins.
    pub win: u64,
    /// Positions it loses.
    pub loss: u64,
    /// The rest.
    pub draw: u64,
    /// Plies of the longest win and the first position that has it, counted within the section; `None` where nothing is won
    /// or the file has no depths.
    pub longest_win: Option<(u16, u64)>,
}

/// Everything a header says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// What the values are.
    pub metric: Metric,
    /// The numbering of positions (FORMAT.md, "Index schemes").
    pub scheme: u8,
    /// What is between values and stored bytes.
    pub codec: Codec,
    /// How values are laid in a block.
    pub value_code: ValueCode,
    /// Positions whose value follows from other slices hold anything.
    pub exits_unstored: bool,
    /// Wins take an odd number of plies.
    pub wins_are_odd: bool,
    /// The value of a position may be less than it is worth where a capture is worth as much.
    pub captures_first: bool,
    /// Values in a block, the last one excepted.
    pub values_per_block: u32,
    /// Blocks in a frame, the last one excepted.
    pub blocks_per_frame: u16,
    /// Bytes of the model, as it is stored.
    pub model_bytes: u32,
    /// Values in the file.
    pub values: u64,
    /// The game's name.
    pub game: String,
    /// Canonical material.
    pub material: String,
    /// The draw-rule set the values hold under; empty for none.
    pub draw_rules: String,
    /// SHA-256 of the text of the rules that decide values.
    pub fingerprint: [u8; 32],
    /// In a table of [`Metric::Dtc`], and only there.
    pub clocks: Option<ClockFields>,
    /// A count for each section.
    pub sections: Vec<SectionStats>,
    /// Bytes of the file.
    pub file_bytes: u64,
}

impl Header {
    /// Values of each position.
    pub fn planes(&self) -> u32 {
        self.clocks.map_or(1, |clocks| clocks.planes)
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        self.values.div_ceil(u64::from(self.values_per_block))
    }

    /// Values in block `block`.
    pub fn values_in(&self, block: u64) -> u64 {
        let first = block * u64::from(self.values_per_block);
        (self.values - first).min(self.values_per_block.into())
    }

    /// How many frames there are: what is stored and checked as a whole.
    pub fn frames(&self) -> u64 {
        self.blocks().div_ceil(self.blocks_per_frame.into())
    }

    /// Blocks in frame `frame`.
    pub fn blocks_in(&self, frame: u64) -> u64 {
        let first = frame * u64::from(self.blocks_per_frame);
        (self.blocks() - first).min(self.blocks_per_frame.into())
    }

    /// Bytes of the frame table, which comes after the header.
    fn table_bytes(&self) -> u64 {
        self.frames() * ENTRY_BYTES as u64
    }

    /// Byte offset of the model, which comes after the frame table.
    pub fn model_offset(&self) -> u64 {
        HEADER_BYTES as u64 + self.table_bytes()
    }

    /// Byte offset of the first frame, which comes after the model.
    pub fn data_offset(&self) -> u64 {
        self.model_offset() + u64::from(self.model_bytes)
    }

    /// The header's bytes. `table_checksum` is the XXH3-64 of frame table and model.
    ///
    /// # Panics
    /// When a name is longer than 32 bytes or there are more than four sections: faults of the caller.
    pub fn to_bytes(&self, table_checksum: u64) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        let mut put = |offset: usize, field: &[u8]| bytes[offset..offset + field.len()].copy_from_slice(field);
        put(0, &MAGIC);
        put(8, &VERSION.to_le_bytes());
        put(10, &(HEADER_BYTES as u16).to_le_bytes());
        put(12, &[self.metric as u8, self.scheme, self.codec as u8, self.value_code as u8]);
        put(
            16,
            &[
                self.sections.len() as u8,
                self.exits_unstored.into(),
                self.wins_are_odd.into(),
                self.captures_first.into(),
            ],
        );
        put(20, &self.values_per_block.to_le_bytes());
        put(24, &self.values.to_le_bytes());
        put(32, &self.blocks().to_le_bytes());
        put(40, &(HEADER_BYTES as u64).to_le_bytes());
        put(48, &self.data_offset().to_le_bytes());
        put(56, &self.file_bytes.to_le_bytes());
        for (offset, name) in [(64, &self.game), (96, &self.material), (128, &self.draw_rules)] {
            assert!(name.len() <= NAME_BYTES, "names in headers have at most {NAME_BYTES} bytes");
            put(offset, name.as_bytes());
        }
        put(160, &self.fingerprint);
        assert!(self.sections.len() <= MOST_SECTIONS);
        for (i, section) in self.sections.iter().enumerate() {
            let (plies, at) = section.longest_win.map_or((u64::MAX, u64::MAX), |(plies, at)| (plies.into(), at));
            let fields = [section.win, section.loss, section.draw, plies, at, 0];
            for (j, field) in fields.into_iter().enumerate() {
                put(STATS_OFFSET + STATS_BYTES * i + 8 * j, &field.to_le_bytes());
            }
        }
        if let Some(clocks) = &self.clocks {
            put(CLOCKS_OFFSET, &clocks.planes.to_le_bytes());
            put(CLOCKS_OFFSET + 4, &clocks.limit_plies.to_le_bytes());
            put(CLOCKS_OFFSET + 8, &clocks.fingerprint);
        }
        put(CODEC_OFFSET, &self.model_bytes.to_le_bytes());
        put(CODEC_OFFSET + 4, &self.blocks_per_frame.to_le_bytes());
        put(TABLE_CHECKSUM_OFFSET, &table_checksum.to_le_bytes());
        let checksum = xxh3_64(&bytes[..HEADER_CHECKSUM_OFFSET]);
        bytes[HEADER_CHECKSUM_OFFSET..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads a header and the checksum of frame table and model, believing nothing.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Header, u64), FormatError> {
        if bytes.len() < MAGIC.len() || bytes[..MAGIC.len()] != MAGIC {
            return Err(FormatError::NotATable);
        }
        let Some(bytes) = bytes.get(..HEADER_BYTES) else {
            return Err(FormatError::Length { found: bytes.len() as u64, expected: HEADER_BYTES as u64 });
        };
        let u16_at = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let u32_at = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        let u64_at = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        let bad = |field: &'static str, offset: usize, reason: String| {
            Err(FormatError::Field { field, offset: offset as u64, reason })
        };
        // The version first: another version may keep its checksum elsewhere.
        if u16_at(8) != VERSION {
            return Err(FormatError::Version { found: u16_at(8), known: VERSION });
        }
        if xxh3_64(&bytes[..HEADER_CHECKSUM_OFFSET]) != u64_at(HEADER_CHECKSUM_OFFSET) {
            return Err(FormatError::Checksum { what: "the header".into(), offset: 0 });
        }
        // A right checksum says who wrote the bytes, not that he was right: everything is still looked at.
        if usize::from(u16_at(10)) != HEADER_BYTES {
            return bad("header_bytes", 10, format!("{} instead of {HEADER_BYTES}", u16_at(10)));
        }
        let Some(metric) = Metric::ALL.into_iter().find(|metric| *metric as u8 == bytes[12]) else {
            return bad("metric", 12, format!("{} is unknown", bytes[12]));
        };
        let Some(codec) = [Codec::Contexts, Codec::Zstd].into_iter().find(|codec| *codec as u8 == bytes[14]) else {
            return bad("codec", 14, format!("{} is unknown", bytes[14]));
        };
        let value_code = match (bytes[15], metric) {
            (1, Metric::Wdl) => ValueCode::Trits,
            (2, Metric::Dtw) => ValueCode::Bytes,
            (3, Metric::Dtw) => ValueCode::Words,
            (2, Metric::Dtc) => ValueCode::Bytes,
            (3, Metric::Dtc) => ValueCode::Words,
            (code, _) => return bad("value_code", 15, format!("{code} is not one of metric {metric}")),
        };
        let sections = usize::from(bytes[16]);
        if sections == 0 || sections > MOST_SECTIONS {
            return bad("sections", 16, format!("{sections} is not 1 to {MOST_SECTIONS}"));
        }
        for (field, offset) in [("exits_unstored", 17), ("wins_are_odd", 18), ("captures_first", 19)] {
            if bytes[offset] > 1 {
                return bad(field, offset, format!("{} is neither 0 nor 1", bytes[offset]));
            }
        }
        let values_per_block = u32_at(20);
        if values_per_block == 0 || values_per_block > MOST_VALUES_PER_BLOCK {
            return bad("values_per_block", 20, format!("{values_per_block} is not 1 to {MOST_VALUES_PER_BLOCK}"));
        }
        let (model_bytes, blocks_per_frame) = (u32_at(CODEC_OFFSET), u16_at(CODEC_OFFSET + 4));
        if blocks_per_frame == 0 || blocks_per_frame > MOST_BLOCKS_PER_FRAME {
            let reason = format!("{blocks_per_frame} is not 1 to {MOST_BLOCKS_PER_FRAME}");
            return bad("blocks_per_frame", CODEC_OFFSET + 4, reason);
        }
        let values = u64_at(24);
        if values < sections as u64 {
            return bad("values", 24, format!("{values} do not fill {sections} sections"));
        }
        let name = |field: &'static str, offset: usize| {
            let raw = &bytes[offset..offset + NAME_BYTES];
            let used = raw.iter().position(|&byte| byte == 0).unwrap_or(NAME_BYTES);
            let printable = raw[..used].iter().all(|byte| (b' '..=b'~').contains(byte));
            if !printable || raw[used..].iter().any(|&byte| byte != 0) {
                return Err(FormatError::Field {
                    field,
                    offset: offset as u64,
                    reason: "not ASCII text filled up with zeros".into(),
                });
            }
            Ok(String::from_utf8_lossy(&raw[..used]).into_owned())
        };
        let mut header = Header {
            metric,
            scheme: bytes[13],
            codec,
            value_code,
            exits_unstored: bytes[17] == 1,
            wins_are_odd: bytes[18] == 1,
            captures_first: bytes[19] == 1,
            values_per_block,
            blocks_per_frame,
            model_bytes,
            values,
            game: name("game", 64)?,
            material: name("material", 96)?,
            draw_rules: name("draw_rules", 128)?,
            fingerprint: bytes[160..192].try_into().expect("32 bytes"),
            clocks: (metric == Metric::Dtc).then(|| ClockFields {
                planes: u32_at(CLOCKS_OFFSET),
                limit_plies: u16_at(CLOCKS_OFFSET + 4),
                fingerprint: bytes[CLOCKS_OFFSET + 8..CLOCKS_OFFSET + 40].try_into().expect("32 bytes"),
            }),
            sections: Vec::new(),
            file_bytes: u64_at(56),
        };
        let planes = header.planes();
        if planes == 0 || planes > MOST_PLANES || values % u64::from(planes) != 0 {
            return bad("planes", CLOCKS_OFFSET, format!("{planes} do not share {values} values"));
        }
        let positions = values / u64::from(planes);
        let mut counted = 0;
        if header.clocks.is_some() == header.draw_rules.is_empty() {
            return bad("draw_rules", 128, format!("\"{}\" in a table of metric {metric}", header.draw_rules));
        }
        if u64_at(32) != header.blocks() {
            return bad("blocks", 32, format!("{} where {} follow from the values", u64_at(32), header.blocks()));
        }
        if u64_at(40) != HEADER_BYTES as u64 {
            return bad("table_offset", 40, format!("{} instead of {HEADER_BYTES}", u64_at(40)));
        }
        // At most 2^64 / 2^4 bytes of table, and what is added to it is small: nothing here overflows but by far too many blocks.
        let data_offset = header
            .frames()
            .checked_mul(ENTRY_BYTES as u64)
            .and_then(|table| table.checked_add(HEADER_BYTES as u64 + u64::from(model_bytes)))
            .filter(|&offset| offset == u64_at(48) && offset <= header.file_bytes);
        if data_offset.is_none() {
            return bad("data_offset", 48, format!("{} does not follow frame table and model", u64_at(48)));
        }
        for i in 0..sections {
            let at = STATS_OFFSET + STATS_BYTES * i;
            let [win, loss, draw, plies, index] = [0, 8, 16, 24, 32].map(|j| u64_at(at + j));
            // Not every number need stand for a position, but none for two.
            counted = [win, loss, draw].into_iter().try_fold(counted, u64::checked_add).unwrap_or(u64::MAX);
            if counted > positions {
                return bad("section counts", at, "they add up to more than the file's positions".into());
            }
            let longest_win = match (plies, index) {
                (u64::MAX, u64::MAX) => None,
                (plies, index) if plies <= u64::from(crate::value::MOST_PLIES) && index < positions => {
                    Some((plies as u16, index))
                }
                _ => return bad("longest win", at + 24, format!("{plies} plies at position {index}")),
            };
            header.sections.push(SectionStats { win, loss, draw, longest_win });
        }
        Ok((header, u64_at(TABLE_CHECKSUM_OFFSET)))
    }
}
