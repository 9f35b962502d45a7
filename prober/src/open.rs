//! Finding tables, and checking that each is what its name says.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use dambase_format::{Header, Metric, SliceIndex, SliceKey, Source, Table, TableGame, fingerprint};

use crate::cache::Cache;
use crate::error::{OpenError, TableFault, TableProblem};
use crate::file::{self, Origin};
use crate::lookup::Lookup;
use crate::table::Loaded;
use crate::tablebase::{Held, SliceEntry, Tablebase};

/// How files are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Access {
    /// Through a memory map: fastest, and files take no descriptors while they are open. They must not be changed in place.
    #[default]
    Map,
    /// By reading where it is needed: files may be changed in place (which is found out, not understood), and are each a
    /// descriptor as long as the tablebase lives.
    Read,
}

/// How tables are opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenOptions {
    /// The most bytes that decoded blocks take, of all tables together. With 0 every probe decodes its block anew.
    pub cache_bytes: usize,
    /// How files are read.
    pub access: Access,
}

impl Default for OpenOptions {
    /// 256 MiB of decoded blocks; files are mapped.
    fn default() -> Self {
        OpenOptions { cache_bytes: 256 << 20, access: Access::Map }
    }
}

impl<G: TableGame> Tablebase<G> {
    /// Opens the tables of the game in each of `folders`: the files `GAME/MATERIAL.wdl` and `GAME/MATERIAL.dtw` in it. Where
    /// several folders have a table, the first in which it can be used wins. No file is read whole.
    ///
    /// Errors when a folder is not there or cannot be listed. A file that cannot be used does not make the others so: see
    /// [`Tablebase::problems`].
    pub fn open<P: AsRef<Path>>(folders: &[P], options: &OpenOptions) -> Result<Self, OpenError> {
        let mut found = Found::<G>::default();
        for folder in folders {
            for path in table_files(folder.as_ref(), G::ID.info().tables.name())? {
                found.add(&path, || file::open(&path, options.access));
            }
        }
        Ok(found.finish(options))
    }

    /// Takes tables from anywhere: each source under a file's name, such as `KKvK.dtw`, with or without folders before it.
    pub fn from_sources(sources: impl IntoIterator<Item = (String, Box<dyn Source>)>, options: &OpenOptions) -> Self {
        let mut found = Found::<G>::default();
        for (name, source) in sources {
            found.add(Path::new(&name), || Ok(Origin(source)));
        }
        found.finish(options)
    }
}

/// The files of `folder/game` that are named like tables, sorted by name.
fn table_files(folder: &Path, game: &str) -> Result<Vec<PathBuf>, OpenError> {
    let error_at = |path: &Path, error: io::Error| OpenError::Folder { path: path.to_owned(), error };
    let inner = folder.join(game);
    let entries = match fs::read_dir(&inner) {
        Ok(entries) => entries,
        // A folder without tables of this game is no error, but a folder that is not there is.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return match fs::metadata(folder) {
                Ok(metadata) if metadata.is_dir() => Ok(Vec::new()),
                Ok(_) => Err(error_at(folder, io::ErrorKind::NotADirectory.into())),
                Err(error) => Err(error_at(folder, error)),
            };
        }
        Err(error) => return Err(error_at(&inner, error)),
    };
    let mut files = Vec::new();
    for entry in entries {
        let name = entry.map_err(|error| error_at(&inner, error))?.file_name();
        let path = inner.join(&name);
        // A leading dot is a file under construction; other endings are no tables.
        let hidden = name.as_encoded_bytes().starts_with(b".");
        if !hidden && metric_of(&path).is_some() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn metric_of(path: &Path) -> Option<Metric> {
    path.extension()?.to_str()?.parse().ok()
}

/// What has been found so far.
struct Found<G: TableGame> {
    slices: BTreeMap<SliceKey, (G::Slice, [State; Metric::ALL.len()])>,
    problems: Vec<TableProblem>,
}

#[derive(Default)]
enum State {
    #[default]
    Absent,
    /// The problem's number.
    Broken(usize),
    Good(PathBuf, Box<Table<Origin>>),
}

impl<G: TableGame> Default for Found<G> {
    fn default() -> Self {
        Found { slices: BTreeMap::new(), problems: Vec::new() }
    }
}

impl<G: TableGame> Found<G> {
    fn add(&mut self, path: &Path, open: impl FnOnce() -> io::Result<Origin>) {
        let (key, slice, metric) = match named::<G>(path) {
            Ok(named) => named,
            Err(fault) => return self.problems.push(TableProblem { path: path.to_owned(), fault }),
        };
        let (slice, states) = self.slices.entry(key).or_insert((slice, Default::default()));
        let state = &mut states[slot(metric)];
        if matches!(state, State::Good(..)) {
            return;
        }
        let opened = open().map_err(TableFault::from).and_then(|origin| {
            let table = Table::open(origin)?;
            check::<G>(table.header(), slice, metric)?;
            Ok(table)
        });
        match opened {
            Ok(table) => *state = State::Good(path.to_owned(), Box::new(table)),
            Err(fault) => {
                if matches!(state, State::Absent) {
                    *state = State::Broken(self.problems.len());
                }
                self.problems.push(TableProblem { path: path.to_owned(), fault });
            }
        }
    }

    fn finish(self, options: &OpenOptions) -> Tablebase<G> {
        let mut needs = Vec::new();
        for state in self.slices.values().flat_map(|(_, states)| states) {
            if let State::Good(_, table) = state {
                needs.push(Loaded::cache_need(table));
            }
        }
        let (cache, places) = Cache::new(&needs, options.cache_bytes);
        let mut places = places.into_iter();
        let problems = self.problems;
        let mut slices = Vec::new();
        for (key, (slice, states)) in self.slices {
            let held = states.map(|state| match state {
                State::Absent => Held::Absent,
                State::Broken(number) => Held::Broken(number),
                State::Good(path, table) => {
                    let place = places.next().expect("one place for each table");
                    Held::Table(Box::new(Loaded::new(path, *table, place)))
                }
            });
            slices.push(SliceEntry { key, slice, held });
        }
        let keys: Vec<_> = slices.iter().map(|entry| entry.key).collect();
        Tablebase { lookup: Lookup::new(&keys), slices, cache, problems }
    }
}

/// The place of a metric in arrays.
#[inline(always)]
pub(crate) fn slot(metric: Metric) -> usize {
    metric as usize - 1
}

/// Slice and metric that a file's name promises.
fn named<G: TableGame>(path: &Path) -> Result<(SliceKey, G::Slice, Metric), TableFault> {
    let metric =
        metric_of(path).ok_or_else(|| TableFault::Name("a table is called MATERIAL.wdl or MATERIAL.dtw".into()))?;
    let stem = path.file_stem().and_then(|stem| stem.to_str()).ok_or_else(|| TableFault::Name("not text".into()))?;
    let key = G::parse_material(stem).map_err(|error| TableFault::Name(error.to_string()))?;
    let slice = G::slice(key).map_err(|error| TableFault::Name(error.to_string()))?;
    let material = slice.material();
    if material != stem {
        return Err(TableFault::Name(format!("the table of this material is called {material}.{metric}")));
    }
    Ok((key, slice, metric))
}

/// The header is that of the table looked for.
fn check<G: TableGame>(header: &Header, slice: &G::Slice, metric: Metric) -> Result<(), TableFault> {
    let hex = |bytes: &[u8; 32]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let fields = [
        ("game", header.game.clone(), G::ID.info().tables.name().to_owned()),
        ("material", header.material.clone(), slice.material()),
        ("metric", header.metric.to_string(), metric.to_string()),
        ("draw_rules", format!("\"{}\"", header.draw_rules), "\"\"".to_owned()),
        ("fingerprint", hex(&header.fingerprint), hex(&fingerprint::<G>())),
        ("scheme", header.scheme.to_string(), G::SCHEME.to_string()),
        ("wins_are_odd", header.wins_are_odd.to_string(), G::WINS_ARE_ODD.to_string()),
        ("values", header.values.to_string(), slice.len().to_string()),
        ("sections", header.sections.len().to_string(), slice.sections().to_string()),
    ];
    for (field, found, expected) in fields {
        if found != expected {
            return Err(TableFault::Mismatch { field, found, expected });
        }
    }
    Ok(())
}
