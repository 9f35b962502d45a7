//! `dambase info`: what a table file says of itself.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use dambase_format::codec::Codec;
use dambase_format::{
    ClockedGame, Header, SliceIndex, Source, SourceError, Table, ValueCode, fingerprint, rules_fingerprint,
};
use dambase_rules::{GameId, with_game};
use serde::Serialize;

use crate::error::{CliError, CliResult, Outcome};
use crate::output::{Align, Out, TextTable, thousands};
use crate::size::show_bytes;

/// Shows the header of a table file, checked, and how its blocks are stored. Blocks are not decoded: `dambase verify` does.
#[derive(clap::Args)]
pub struct InfoArgs {
    /// The table file.
    file: PathBuf,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Info {
    file: String,
    format_version: u16,
    game: String,
    material: String,
    metric: &'static str,
    draw_rules: String,
    scheme: u8,
    value_code: &'static str,
    exits_unstored: bool,
    wins_are_odd: bool,
    rules_sha256: String,
    /// Null where this program does not know the game.
    rules_match: Option<bool>,
    positions: u64,
    /// Values of a position: states of the inner clocks. Of tables under draw rules, as the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    planes: Option<u32>,
    /// Plies the outer clock allows; 0 where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit_plies: Option<u16>,
    file_bytes: u64,
    positions_per_byte: f64,
    values_per_block: u32,
    blocks: u64,
    codec: &'static str,
    model_bytes: u32,
    blocks_per_frame: u16,
    frames: u64,
    largest_frame_bytes: u64,
    sections: Vec<SectionLine>,
}

#[derive(Serialize)]
struct SectionLine {
    win: u64,
    loss: u64,
    draw: u64,
    longest_win_plies: Option<u16>,
    longest_win_fen: Option<String>,
}

/// Runs the command.
pub fn run(args: &InfoArgs, out: &mut Out) -> CliResult {
    let source = FileSource::open(&args.file).map_err(|error| CliError::file(&args.file, error))?;
    let table = Table::open(source).map_err(|error| CliError::file(&args.file, error))?;
    let info = info(&args.file, &table);
    if args.json {
        out.json(&info)?
    } else {
        print(&info, out)?
    }
    Ok(Outcome::Done)
}

fn info(path: &Path, table: &Table<FileSource>) -> Info {
    let header = table.header();
    let known = header.game.parse::<GameId>().ok().map(|id| with_game!(id, G => known::<G>(header)));
    let (rules_match, fens) = known.unzip();
    let fens = fens.unwrap_or_else(|| vec![None; header.sections.len()]);
    let sections = header
        .sections
        .iter()
        .zip(fens)
        .map(|(section, fen)| SectionLine {
            win: section.win,
            loss: section.loss,
            draw: section.draw,
            longest_win_plies: section.longest_win.map(|(plies, _)| plies),
            longest_win_fen: fen,
        })
        .collect();
    Info {
        file: path.display().to_string(),
        format_version: dambase_format::header::VERSION,
        game: header.game.clone(),
        material: header.material.clone(),
        metric: header.metric.name(),
        draw_rules: header.draw_rules.clone(),
        scheme: header.scheme,
        value_code: match header.value_code {
            ValueCode::Trits => "trits",
            ValueCode::Bytes => "bytes",
            ValueCode::Words => "words",
        },
        exits_unstored: header.exits_unstored,
        wins_are_odd: header.wins_are_odd,
        rules_sha256: header.fingerprint.iter().map(|byte| format!("{byte:02x}")).collect(),
        rules_match,
        positions: header.values / u64::from(header.planes()),
        planes: header.clocks.map(|clocks| clocks.planes),
        limit_plies: header.clocks.map(|clocks| clocks.limit_plies),
        file_bytes: header.file_bytes,
        positions_per_byte: (header.values / u64::from(header.planes())) as f64 / header.file_bytes as f64,
        values_per_block: header.values_per_block,
        blocks: header.blocks(),
        codec: match header.codec {
            Codec::Contexts => "contexts",
            Codec::Zstd => "zstd",
        },
        model_bytes: header.model_bytes,
        blocks_per_frame: header.blocks_per_frame,
        frames: header.frames(),
        largest_frame_bytes: (0..header.frames()).map(|frame| table.frame_bytes(frame)).max().unwrap_or(0),
        sections,
    }
}

/// Whether the rules are those this program knows, and the position of each section's longest win as far as it can be told.
fn known<G: ClockedGame>(header: &Header) -> (bool, Vec<Option<String>>) {
    let draw_rules_match = header.clocks.is_none_or(|clocks| {
        let known = G::draw_rules().iter().find(|set| set.name == header.draw_rules);
        known.is_some_and(|set| clocks.fingerprint == rules_fingerprint(set))
    });
    let rules_match = header.fingerprint == fingerprint::<G>() && draw_rules_match;
    let slice = G::parse_material(&header.material).and_then(G::slice).ok().filter(|slice| {
        let shape = (slice.len(), slice.sections(), G::SCHEME);
        rules_match && shape == (header.values / u64::from(header.planes()), header.sections.len(), header.scheme)
    });
    let fens = header.sections.iter().zip(0..).map(|(section, number)| {
        let (_, within) = section.longest_win?;
        let slice = slice.as_ref()?;
        Some(G::fen(&slice.position_at(slice.section(number).start + within)?))
    });
    (rules_match, fens.collect())
}

fn print(info: &Info, out: &mut Out) -> CliResult<()> {
    let mut fields = TextTable::new([("file", Align::Left), (&info.file, Align::Left)]);
    let rules = match info.rules_match {
        Some(true) => "as this program has them",
        Some(false) => "other than this program has them",
        None => "of a game this program does not know",
    };
    let wins = if info.wins_are_odd { "an odd number of plies" } else { "an even number of plies" };
    let exits = if info.exits_unstored { "not stored, worked out by the prober" } else { "stored" };
    let draw_rules = match (info.planes, info.limit_plies) {
        (Some(planes), Some(limit)) => {
            let clock = if limit == 0 { "no clock".to_owned() } else { format!("a clock of {limit} plies") };
            format!("{}; {clock}, {planes} values a position", info.draw_rules)
        }
        _ => "none".to_owned(),
    };
    let size = match info.file_bytes {
        0..1024 => show_bytes(info.file_bytes),
        bytes => format!("{}, {} bytes", show_bytes(bytes), thousands(bytes)),
    };
    for (name, value) in [
        ("format version", info.format_version.to_string()),
        ("game", info.game.clone()),
        ("material", info.material.clone()),
        ("metric", info.metric.to_owned()),
        ("draw rules", draw_rules),
        ("index scheme", info.scheme.to_string()),
        ("values are", format!("{}, wins take {wins}", info.value_code)),
        ("captures", exits.to_owned()),
        ("rules", format!("{rules} (SHA-256 {})", info.rules_sha256)),
        ("positions", thousands(info.positions)),
        ("size", size),
        ("positions a byte", format!("{:.2}", info.positions_per_byte)),
        ("blocks", format!("{} of {} values", thousands(info.blocks), thousands(info.values_per_block))),
        (
            "frames",
            format!(
                "{} of {} blocks, the largest {} bytes",
                thousands(info.frames),
                info.blocks_per_frame,
                thousands(info.largest_frame_bytes)
            ),
        ),
        ("codec", format!("{}, a model of {} bytes", info.codec, thousands(info.model_bytes))),
    ] {
        fields.row([name.to_owned(), value]);
    }
    out.table(&fields)?;
    out.line("")?;
    let mut sections = TextTable::new([
        ("section", Align::Right),
        ("win", Align::Right),
        ("loss", Align::Right),
        ("draw", Align::Right),
        ("longest win", Align::Right),
        ("first position that has it", Align::Left),
    ]);
    for (number, section) in info.sections.iter().enumerate() {
        sections.row([
            number.to_string(),
            thousands(section.win),
            thousands(section.loss),
            thousands(section.draw),
            section.longest_win_plies.map_or_else(|| "-".to_owned(), |plies| plies.to_string()),
            section.longest_win_fen.clone().unwrap_or_default(),
        ]);
    }
    out.table(&sections)
}

/// A file that is read where it is needed.
struct FileSource {
    file: Mutex<File>,
    len: u64,
}

impl FileSource {
    fn open(path: &Path) -> io::Result<Self> {
        // Before it is opened: opening a pipe waits for somebody to write to it.
        if !std::fs::metadata(path)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file"));
        }
        let file = File::open(path)?;
        let len = file.metadata()?.len();
        Ok(FileSource { file: Mutex::new(file), len })
    }
}

impl Source for FileSource {
    fn len(&self) -> u64 {
        self.len
    }

    fn bytes<'a>(&'a self, offset: u64, len: usize, scratch: &'a mut Vec<u8>) -> Result<&'a [u8], SourceError> {
        let fail = |error| SourceError { offset, len, error };
        // Before memory is asked for: a damaged length must not ask for more than there is.
        if offset.checked_add(len as u64).is_none_or(|end| end > self.len) {
            return Err(fail(io::ErrorKind::UnexpectedEof.into()));
        }
        scratch.resize(len, 0);
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset)).and_then(|_| file.read_exact(scratch)).map_err(fail)?;
        Ok(scratch)
    }
}
