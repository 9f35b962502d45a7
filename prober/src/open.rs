//! Finding tables, and checking that each is what its name says.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use dambase_format::{
    ClockFields, ClockedGame, DtcShape, Header, Metric, SliceIndex, SliceKey, Source, Table, TableGame, fingerprint,
    rules_fingerprint,
};

use crate::cache::Cache;
use crate::error::{OpenError, TableFault, TableProblem};
use crate::file::{self, Origin};
use crate::lookup::Lookup;
use crate::ruled::{SetEntry, SetTables};
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

impl<G: ClockedGame> Tablebase<G> {
    /// Opens the tables of the game in each of `folders`: the files `GAME/MATERIAL.wdl`, `GAME/MATERIAL.dtw` and
    /// `GAME/MATERIAL.SET.dtc` in it. Where
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
        if !hidden && (metric_of(&path).is_some() || is_dtc(&path)) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn metric_of(path: &Path) -> Option<Metric> {
    path.extension()?.to_str()?.parse().ok()
}

/// The name is that of a table of values under draw rules.
fn is_dtc(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == Metric::Dtc.name())
}

/// What has been found so far.
struct Found<G: TableGame> {
    /// By set, in the order of the game's.
    sets: BTreeMap<(usize, SliceKey), (DtcShape, State)>,
    slices: BTreeMap<SliceKey, (G::Slice, [State; Metric::THEORY.len()])>,
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
        Found { sets: BTreeMap::new(), slices: BTreeMap::new(), problems: Vec::new() }
    }
}

impl<G: ClockedGame> Found<G> {
    fn add(&mut self, path: &Path, open: impl FnOnce() -> io::Result<Origin>) {
        if is_dtc(path) {
            return self.add_dtc(path, open);
        }
        let (key, slice, metric) = match named::<G>(path) {
            Ok(named) => named,
            Err(fault) => return self.problems.push(TableProblem { path: path.to_owned(), fault }),
        };
        let (slice, states) = self.slices.entry(key).or_insert((slice, Default::default()));
        let expected = Expected { metric, draw_rules: "", clocks: None };
        add_to::<G>(&mut states[slot(metric)], &mut self.problems, path, open, slice, &expected);
    }

    fn add_dtc(&mut self, path: &Path, open: impl FnOnce() -> io::Result<Origin>) {
        let (set, key, slice) = match named_dtc::<G>(path) {
            Ok(named) => named,
            Err(fault) => return self.problems.push(TableProblem { path: path.to_owned(), fault }),
        };
        let rules = &G::draw_rules()[set];
        let shape = match DtcShape::of::<G>(rules, key) {
            Ok(shape) => shape,
            Err(error) => {
                let fault = TableFault::Name(format!("there is no such table: {error}"));
                return self.problems.push(TableProblem { path: path.to_owned(), fault });
            }
        };
        let clocks =
            ClockFields { planes: shape.planes, limit_plies: shape.limit_plies, fingerprint: rules_fingerprint(rules) };
        let expected = Expected { metric: Metric::Dtc, draw_rules: rules.name, clocks: Some(clocks) };
        let (_, state) = self.sets.entry((set, key)).or_insert((shape, State::Absent));
        add_to::<G>(state, &mut self.problems, path, open, &slice, &expected);
    }

    fn finish(self, options: &OpenOptions) -> Tablebase<G> {
        let mut needs = Vec::new();
        let theory = self.slices.values().flat_map(|(_, states)| states);
        for state in theory.chain(self.sets.values().map(|(_, state)| state)) {
            if let State::Good(_, table) = state {
                needs.push(Loaded::cache_need(table));
            }
        }
        let (cache, places) = Cache::new(&needs, options.cache_bytes);
        let mut places = places.into_iter();
        let mut held = |state| match state {
            State::Absent => Held::Absent,
            State::Broken(number) => Held::Broken(number),
            State::Good(path, table) => {
                let place = places.next().expect("one place for each table");
                Held::Table(Box::new(Loaded::new(path, *table, place)))
            }
        };
        let mut slices = Vec::new();
        for (key, (slice, states)) in self.slices {
            slices.push(SliceEntry { key, slice, held: states.map(&mut held) });
        }
        let mut entries: Vec<Vec<SetEntry>> = Vec::new();
        entries.resize_with(G::draw_rules().len(), Vec::new);
        for ((set, key), (shape, state)) in self.sets {
            entries[set].push(SetEntry { key, shape, held: held(state) });
        }
        let sets = G::draw_rules().iter().zip(entries).filter(|(_, entries)| !entries.is_empty());
        let sets = sets.map(|(rules, entries)| SetTables::new(rules, entries)).collect();
        let keys: Vec<_> = slices.iter().map(|entry| entry.key).collect();
        Tablebase { lookup: Lookup::new(&keys), slices, cache, problems: self.problems, sets }
    }
}

/// Takes a file as what `state` looks for, unless that is found already.
fn add_to<G: TableGame>(
    state: &mut State,
    problems: &mut Vec<TableProblem>,
    path: &Path,
    open: impl FnOnce() -> io::Result<Origin>,
    slice: &G::Slice,
    expected: &Expected,
) {
    if matches!(state, State::Good(..)) {
        return;
    }
    let opened = open().map_err(TableFault::from).and_then(|origin| {
        let table = Table::open(origin)?;
        check::<G>(table.header(), slice, expected)?;
        Ok(table)
    });
    match opened {
        Ok(table) => *state = State::Good(path.to_owned(), Box::new(table)),
        Err(fault) => {
            if matches!(state, State::Absent) {
                *state = State::Broken(problems.len());
            }
            problems.push(TableProblem { path: path.to_owned(), fault });
        }
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
    let (key, slice) = named_slice::<G>(stem, &metric.to_string())?;
    Ok((key, slice, metric))
}

/// Set of draw rules, by its number, and slice that the name of a table of distances promises.
fn named_dtc<G: ClockedGame>(path: &Path) -> Result<(usize, SliceKey, G::Slice), TableFault> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).ok_or_else(|| TableFault::Name("not text".into()))?;
    let (material, set) = stem
        .split_once('.')
        .ok_or_else(|| TableFault::Name("a table of distances is called MATERIAL.SET.dtc, by its draw rules".into()))?;
    let number = G::draw_rules().iter().position(|rules| rules.name == set);
    let number = number.ok_or_else(|| TableFault::Name(format!("no draw rules of {} are called {set}", G::ID)))?;
    let (key, slice) = named_slice::<G>(material, &format!("{set}.dtc"))?;
    Ok((number, key, slice))
}

fn named_slice<G: TableGame>(stem: &str, ending: &str) -> Result<(SliceKey, G::Slice), TableFault> {
    let key = G::parse_material(stem).map_err(|error| TableFault::Name(error.to_string()))?;
    let slice = G::slice(key).map_err(|error| TableFault::Name(error.to_string()))?;
    let material = slice.material();
    if material != stem {
        return Err(TableFault::Name(format!("the table of this material is called {material}.{ending}")));
    }
    Ok((key, slice))
}

/// What the header of a table must say beside its slice.
struct Expected<'a> {
    metric: Metric,
    draw_rules: &'a str,
    clocks: Option<ClockFields>,
}

/// The header is that of the table looked for.
fn check<G: TableGame>(header: &Header, slice: &G::Slice, expected: &Expected) -> Result<(), TableFault> {
    let hex = |bytes: &[u8; 32]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let planes = expected.clocks.map_or(1, |clocks| clocks.planes);
    let clock = |field: fn(ClockFields) -> String, of: Option<ClockFields>| of.map_or_else(String::new, field);
    let rules = |of: Option<ClockFields>| of.map_or_else(String::new, |clocks| hex(&clocks.fingerprint));
    let fields = [
        ("game", header.game.clone(), G::ID.info().tables.name().to_owned()),
        ("material", header.material.clone(), slice.material()),
        ("metric", header.metric.to_string(), expected.metric.to_string()),
        ("draw_rules", format!("\"{}\"", header.draw_rules), format!("\"{}\"", expected.draw_rules)),
        ("fingerprint", hex(&header.fingerprint), hex(&fingerprint::<G>())),
        ("draw_rules_fingerprint", rules(header.clocks), rules(expected.clocks)),
        ("scheme", header.scheme.to_string(), G::SCHEME.to_string()),
        ("wins_are_odd", header.wins_are_odd.to_string(), G::WINS_ARE_ODD.to_string()),
        ("planes", clock(|c| c.planes.to_string(), header.clocks), clock(|c| c.planes.to_string(), expected.clocks)),
        (
            "limit_plies",
            clock(|c| c.limit_plies.to_string(), header.clocks),
            clock(|c| c.limit_plies.to_string(), expected.clocks),
        ),
        ("values", header.values.to_string(), (slice.len() * u64::from(planes)).to_string()),
        ("sections", header.sections.len().to_string(), slice.sections().to_string()),
    ];
    for (field, found, expected) in fields {
        if found != expected {
            return Err(TableFault::Mismatch { field, found, expected });
        }
    }
    Ok(())
}
