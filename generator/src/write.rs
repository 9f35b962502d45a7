//! A solved slice into its files: written aside, read back, and only then given its name.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use dambase_format::block::pack;
use dambase_format::codec::{Codec, Coder, Model, Need, Parts};
use dambase_format::{
    Code, Header, Metric, SectionStats, SliceIndex, Table, TableGame, TableWriter, Value, ValueCode, fingerprint,
    join_frame,
};

use crate::GenerateError;
use crate::folder::{FileSource, Folder};
use crate::model;
use crate::solved::{Solved, Values};

/// Values in a block and blocks in a frame, chosen by measurement (benches/results.md): a probe that finds nothing decoded decodes half a
/// block or a whole one, and each frame costs 16 bytes beside its blocks. Depths by contexts take longest to decode.
fn layout(codec: Codec, metric: Metric) -> (u32, u16) {
    match (codec, metric) {
        (Codec::Contexts, Metric::Wdl) => (1 << 9, 128),
        (Codec::Contexts, Metric::Dtw | Metric::Dtc) => (1 << 8, 256),
        (Codec::Zstd, _) => (1 << 10, 64),
    }
}

/// The codec of a table.
fn codec_of<G: TableGame>(metric: Metric) -> Codec {
    match metric {
        Metric::Wdl => Codec::Contexts,
        Metric::Dtw | Metric::Dtc => G::DEPTH_CODEC,
    }
}

/// Frames that are coded before they are written in order.
const BATCH: u64 = 64;

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

/// A number has its bit.
#[inline(always)]
pub fn has_bit(bits: &[AtomicU64], index: u64) -> bool {
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
            (_, Values::Words(_)) => ValueCode::Words,
            (_, Values::Bytes(_) | Values::Classes(_)) => ValueCode::Bytes,
        },
        sections: match metric {
            // A WDL table is the same whether or not depths were known when it was made.
            Metric::Wdl => sections.iter().map(|stats| SectionStats { longest_win: None, ..*stats }).collect(),
            Metric::Dtw | Metric::Dtc => sections.to_vec(),
        },
        ..header_of::<G>(slice, metric)
    };
    let parts = if metric == Metric::Wdl { Parts::Class } else { Parts::Parity };
    let taken =
        forced.get(slice.len().div_ceil(64) as usize..).filter(|taken| metric == Metric::Wdl && !taken.is_empty());
    let need_of = |index| {
        if has_bit(forced, index) {
            Need::Any
        } else if taken.is_some_and(|taken| has_bit(taken, index)) {
            Need::AtMost
        } else {
            Need::Exact
        }
    };
    let name = Folder::file_name(&slice.material(), metric);
    write_values(folder, &name, header, parts, need_of, |index| solved.values.get(index))
}

/// The header of a table of this slice, as far as that is the same for all.
pub fn header_of<G: TableGame>(slice: &G::Slice, metric: Metric) -> Header {
    let codec = codec_of::<G>(metric);
    let (values_per_block, blocks_per_frame) = layout(codec, metric);
    Header {
        codec,
        metric,
        scheme: G::SCHEME,
        value_code: ValueCode::Bytes,
        exits_unstored: true,
        captures_first: G::CAPTURES_FIRST && metric == Metric::Wdl,
        wins_are_odd: G::WINS_ARE_ODD,
        values_per_block,
        blocks_per_frame,
        model_bytes: 0,
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

/// Writes a table under this name: `value_of` gives the value of each number, `parts` how values are taken apart, `need_of` what
/// is wanted of each.
pub fn write_values(
    folder: &Folder,
    name: &str,
    header: Header,
    parts: Parts,
    need_of: impl Fn(u64) -> Need + Sync,
    value_of: impl Fn(u64) -> Code + Sync,
) -> Result<Header, GenerateError> {
    let temporary = folder.temporary(name);
    let io = |error| GenerateError::Io { path: temporary.clone(), error };

    let model = match header.codec {
        Codec::Contexts => Model::Contexts(model::find(&header, parts, &value_of, &need_of)),
        Codec::Zstd => Model::Zstd,
    };
    let coder = model.ready(header.value_code, header.wins_are_odd).expect("odds that were counted add up");
    let file = File::create(&temporary).map_err(io)?;
    let mut writer = TableWriter::new(BufWriter::with_capacity(1 << 18, file), header.clone(), &model).map_err(io)?;
    let mut hashes = Vec::with_capacity(header.blocks() as usize);
    for first in (0..header.frames()).step_by(BATCH as usize) {
        let batch: std::io::Result<Vec<_>> = (first..(first + BATCH).min(header.frames()))
            .into_par_iter()
            .map_init(Worker::default, |worker, frame| worker.encode(&header, &coder, &value_of, &need_of, frame))
            .collect();
        for (stored, of_blocks) in batch.map_err(io)? {
            writer.frame(&stored).map_err(io)?;
            hashes.extend(of_blocks);
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

/// What a coding thread uses again and again.
#[derive(Default)]
struct Worker {
    codes: Vec<Code>,
    packed: Vec<u8>,
    blocks: Vec<Vec<u8>>,
}

impl Worker {
    /// The stored bytes of a frame, and the hashes of its decoded blocks.
    fn encode(
        &mut self,
        header: &Header,
        coder: &Coder,
        value_of: impl Fn(u64) -> Code,
        need_of: impl Fn(u64) -> Need,
        frame: u64,
    ) -> std::io::Result<(Vec<u8>, Vec<u64>)> {
        let first_block = frame * u64::from(header.blocks_per_frame);
        let blocks = header.blocks_in(frame);
        self.blocks.resize_with(blocks as usize, Vec::new);
        let mut hashes = Vec::with_capacity(blocks as usize);
        for (stored, block) in self.blocks.iter_mut().zip(first_block..) {
            let first = block * u64::from(header.values_per_block);
            self.codes.clear();
            self.codes.extend((first..first + header.values_in(block)).map(&value_of));
            stored.clear();
            coder.encode(&mut self.codes, |at| need_of(first + at as u64), stored)?;
            pack(&self.codes, header.value_code, header.wins_are_odd, &mut self.packed);
            hashes.push(xxh3_64(&self.packed));
        }
        let mut frame = Vec::new();
        join_frame(&self.blocks, &mut frame);
        Ok((frame, hashes))
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
    (0..header.frames())
        .into_par_iter()
        .try_for_each_init(Default::default, |(stored, bytes): &mut (Vec<u8>, Vec<u8>), frame| {
            let mut differs = None;
            table
                .read_frame(frame, stored, bytes, |block, bytes| {
                    if xxh3_64(bytes) != hashes[block as usize] {
                        differs = differs.or(Some(block));
                    }
                    Ok(())
                })
                .map_err(|error| error.to_string())?;
            differs.map_or(Ok(()), |block| Err(format!("block {block} decodes to other values")))
        })
        .map_err(failed)
}
