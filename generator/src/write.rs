//! A solved slice into its files: written aside, read back, and only then given its name.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use dambase_format::block::{Compressor, pack};
use dambase_format::{
    Code, Header, Metric, SectionStats, SliceIndex, Table, TableGame, TableWriter, Value, ValueCode, fingerprint,
};

use crate::GenerateError;
use crate::folder::{FileSource, Folder};
use crate::solved::{Solved, Values};

/// zstd level of the blocks. Part of what decides the bytes of a table, so not a setting.
const LEVEL: i32 = 17;

/// Values in a block, chosen by measurement (benches/results.md): 8 KiB decoded.
fn values_per_block(metric: Metric) -> u32 {
    match metric {
        Metric::Wdl => 5 << 13,
        Metric::Dtw | Metric::Dtc => 1 << 13,
    }
}

/// Blocks that are compressed before they are written in order.
const BATCH: u64 = 512;

/// Counts every section of a solved slice. Depths are left out of the counts where they mean nothing.
pub fn count<G: TableGame>(solved: &Solved<G>, unstored: &[AtomicU64], with_depths: bool) -> Vec<SectionStats> {
    const CHUNK: u64 = 1 << 16;
    (0..solved.slice.sections())
        .map(|section| {
            let section = solved.slice.section(section);
            let len = section.end - section.start;
            (0..len.div_ceil(CHUNK))
                .into_par_iter()
                .map(|chunk| {
                    let mut stats = SectionStats::default();
                    for at in chunk * CHUNK..((chunk + 1) * CHUNK).min(len) {
                        let index = section.start + at;
                        if is_nowhere::<G>(unstored, index) {
                            continue;
                        }
                        match Value::from_code(solved.values.get(index), G::WINS_ARE_ODD) {
                            Value::Loss(_) => stats.loss += 1,
                            Value::Draw => stats.draw += 1,
                            Value::Win(plies) => {
                                stats.win += 1;
                                if stats.longest_win.is_none_or(|(longest, _)| plies > longest) {
                                    stats.longest_win = Some((plies, at));
                                }
                            }
                        }
                    }
                    stats
                })
                .reduce(SectionStats::default, |a, b| SectionStats {
                    win: a.win + b.win,
                    loss: a.loss + b.loss,
                    draw: a.draw + b.draw,
                    // The first position among the longest, wherever the work was cut.
                    longest_win: [a.longest_win, b.longest_win]
                        .into_iter()
                        .flatten()
                        .min_by_key(|&(plies, at)| (std::cmp::Reverse(plies), at)),
                })
        })
        .map(|stats| if with_depths { stats } else { SectionStats { longest_win: None, ..stats } })
        .collect()
}

/// A number that stands for no position: where positions without a stored value are in no table, it alone has the bit.
#[inline(always)]
pub fn is_nowhere<G: TableGame>(unstored: &[AtomicU64], index: u64) -> bool {
    !G::EXITS_HAVE_NUMBERS && has_bit(unstored, index)
}

#[inline(always)]
fn has_bit(bits: &[AtomicU64], index: u64) -> bool {
    bits[(index / 64) as usize].load(Ordering::Relaxed) >> (index % 64) & 1 == 1
}

/// Writes one table of a slice and returns its header.
pub fn write_table<G: TableGame>(
    folder: &Folder,
    solved: &Solved<G>,
    forced: &[AtomicU64],
    metric: Metric,
    sections: &[SectionStats],
) -> Result<Header, GenerateError> {
    let slice = &solved.slice;
    let header = Header {
        value_code: match (metric, &solved.values) {
            (Metric::Wdl, _) => ValueCode::Trits,
            (_, Values::Bytes(_)) => ValueCode::Bytes,
            (_, Values::Words(_)) => ValueCode::Words,
        },
        values_per_block: values_per_block(metric),
        sections: match metric {
            // A WDL table is the same whether or not depths were known when it was made.
            Metric::Wdl => sections.iter().map(|stats| SectionStats { longest_win: None, ..*stats }).collect(),
            Metric::Dtw | Metric::Dtc => sections.to_vec(),
        },
        ..header_of::<G>(slice, metric)
    };
    write_values(folder, &Folder::file_name(&slice.material(), metric), header, forced, |index| {
        solved.values.get(index)
    })
}

/// The header of a table of this slice, as far as that is the same for all.
pub fn header_of<G: TableGame>(slice: &G::Slice, metric: Metric) -> Header {
    Header {
        metric,
        scheme: G::SCHEME,
        value_code: ValueCode::Bytes,
        exits_unstored: true,
        wins_are_odd: G::WINS_ARE_ODD,
        values_per_block: values_per_block(metric),
        values: slice.len(),
        game: G::ID.name().to_owned(),
        material: slice.material(),
        draw_rules: String::new(),
        fingerprint: fingerprint::<G>(),
        clocks: None,
        sections: Vec::new(),
        file_bytes: 0,
    }
}

/// Writes a table under this name: `value_of` gives the value of each number, `forced` a bit for those that need not be stored.
pub fn write_values(
    folder: &Folder,
    name: &str,
    header: Header,
    forced: &[AtomicU64],
    value_of: impl Fn(u64) -> Code + Sync,
) -> Result<Header, GenerateError> {
    let temporary = folder.temporary(name);
    let io = |error| GenerateError::Io { path: temporary.clone(), error };

    let file = File::create(&temporary).map_err(io)?;
    let mut writer = TableWriter::new(BufWriter::with_capacity(1 << 18, file), header.clone()).map_err(io)?;
    let mut hashes = Vec::with_capacity(header.blocks() as usize);
    for first in (0..header.blocks()).step_by(BATCH as usize) {
        let batch: Result<Vec<_>, std::io::Error> = (first..(first + BATCH).min(header.blocks()))
            .into_par_iter()
            .map_init(Worker::default, |worker, block| worker.encode(&header, &value_of, forced, block))
            .collect();
        for (stored, hash) in batch.map_err(io)? {
            writer.block(&stored).map_err(io)?;
            hashes.push(hash);
        }
    }
    let (out, header) = writer.finish().map_err(io)?;
    let file = out.into_inner().map_err(|error| io(error.into_error()))?;
    file.sync_all().map_err(io)?;
    drop(file);
    read_back(&temporary, &header, &hashes)?;
    folder.publish(&temporary, name)?;
    Ok(header)
}

/// What a compressing thread uses again and again.
#[derive(Default)]
struct Worker {
    compressor: Option<Compressor>,
    codes: Vec<Code>,
    packed: Vec<u8>,
}

impl Worker {
    /// The stored bytes of a block, and the hash of its decoded ones.
    fn encode(
        &mut self,
        header: &Header,
        value_of: impl Fn(u64) -> Code,
        forced: &[AtomicU64],
        block: u64,
    ) -> std::io::Result<(Vec<u8>, u64)> {
        let compressor = match &mut self.compressor {
            Some(compressor) => compressor,
            None => self.compressor.insert(Compressor::new(LEVEL)?),
        };
        let first = block * u64::from(header.values_per_block);
        let is_forced = |index: u64| has_bit(forced, index);
        let range = first..first + header.values_in(block);
        // A value that need not be stored repeats the one before it, which costs next to nothing.
        let mut last = range.clone().find(|&index| !is_forced(index)).map_or(0, &value_of);
        self.codes.clear();
        self.codes.extend(range.map(|index| {
            if !is_forced(index) {
                last = value_of(index);
            }
            last
        }));
        let stored = compressor.encode(&self.codes, header.value_code, header.wins_are_odd)?;
        pack(&self.codes, header.value_code, header.wins_are_odd, &mut self.packed);
        Ok((stored, xxh3_64(&self.packed)))
    }
}

/// Opens the file anew as any reader would, decodes every block, and compares with what went in.
fn read_back(path: &Path, header: &Header, hashes: &[u64]) -> Result<(), GenerateError> {
    let failed = |reason: String| GenerateError::ReadBack { path: path.to_owned(), reason };
    let file = File::open(path).map_err(GenerateError::io(path))?;
    let source = FileSource::new(file).map_err(GenerateError::io(path))?;
    let table = Table::open(source).map_err(|error| failed(error.to_string()))?;
    if table.header() != header {
        return Err(failed("the header differs".into()));
    }
    hashes
        .par_iter()
        .enumerate()
        .try_for_each_init(Default::default, |(stored, bytes): &mut (Vec<u8>, Vec<u8>), (block, hash)| {
            table.read_block(block as u64, stored, bytes).map_err(|error| error.to_string())?;
            if xxh3_64(bytes) != *hash { Err(format!("block {block} decodes to other values")) } else { Ok(()) }
        })
        .map_err(failed)
}
