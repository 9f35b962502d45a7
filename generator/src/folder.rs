//! The folder of a game's tables: its lock, its files, its manifest.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use dambase_format::manifest::{MANIFEST_NAME, MANIFEST_VERSION, Manifest, ManifestFile, ManifestSection};
use dambase_format::{
    ClockFields, DtcShape, FormatError, Header, Metric, SliceIndex, SliceKey, Source, SourceError, Table, TableGame,
    fingerprint, rules_fingerprint,
};
use dambase_rules::draw::DrawRules;
use sha2::{Digest, Sha256};

use crate::GenerateError;

/// A game's folder, held for one run.
pub struct Folder {
    path: PathBuf,
    /// Held as long as the folder is; `None` where the folder is only looked at.
    _lock: Option<File>,
}

/// The lock's file name.
const LOCK_NAME: &str = ".lock";
/// Names of files under construction begin and end so.
const TEMPORARY: (&str, &str) = (".", ".part");

impl Folder {
    /// Takes the folder for this run, making it if need be, and clears away what an interrupted run left unfinished.
    pub fn take(path: PathBuf) -> Result<Self, GenerateError> {
        fs::create_dir_all(&path).map_err(GenerateError::io(&path))?;
        let lock_path = path.join(LOCK_NAME);
        let mut lock = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&lock_path)
            .map_err(GenerateError::io(&lock_path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                // Where locks are mandatory the holder's number cannot be read; the message does without.
                let _ = lock.read_to_string(&mut holder);
                let holder = match holder.trim().parse::<u32>() {
                    Ok(process) => format!(" (process {process})"),
                    Err(_) => String::new(),
                };
                return Err(GenerateError::Locked { folder: path, holder });
            }
            Err(TryLockError::Error(error)) => return Err(GenerateError::Io { path: lock_path, error }),
        }
        lock.set_len(0)
            .and_then(|()| lock.rewind())
            .and_then(|()| writeln!(lock, "{}", std::process::id()))
            .map_err(GenerateError::io(&lock_path))?;
        let folder = Folder { path, _lock: Some(lock) };
        folder.clear_unfinished()?;
        Ok(folder)
    }

    /// A folder to be looked at: nothing is written, and it need not be there.
    pub fn look(path: PathBuf) -> Self {
        Folder { path, _lock: None }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn clear_unfinished(&self) -> Result<(), GenerateError> {
        let io = |error| GenerateError::Io { path: self.path.clone(), error };
        for entry in fs::read_dir(&self.path).map_err(io)? {
            let entry = entry.map_err(io)?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with(TEMPORARY.0) && name.ends_with(TEMPORARY.1) {
                fs::remove_file(entry.path()).map_err(GenerateError::io(entry.path()))?;
            }
        }
        Ok(())
    }

    /// The name of a table.
    pub fn file_name(material: &str, metric: Metric) -> String {
        format!("{material}.{metric}")
    }

    /// The name of a table of values under draw rules.
    pub fn dtc_name(material: &str, rules: &DrawRules) -> String {
        format!("{material}.{}.{}", rules.name, Metric::Dtc)
    }

    /// The path a file of this name has while it is not finished.
    pub fn temporary(&self, name: &str) -> PathBuf {
        self.path.join(format!("{}{name}{}", TEMPORARY.0, TEMPORARY.1))
    }

    /// Gives a finished file its name, for good: file and folder are on the disk afterwards.
    pub fn publish(&self, temporary: &Path, name: &str) -> Result<(), GenerateError> {
        let path = self.path.join(name);
        fs::rename(temporary, &path).map_err(GenerateError::io(&path))?;
        sync_folder(&self.path).map_err(GenerateError::io(&self.path))
    }

    /// Opens the table of a slice when it stands in the folder. An error when something else has its name.
    pub fn table<G: TableGame>(
        &self,
        slice: &G::Slice,
        metric: Metric,
    ) -> Result<Option<Table<FileSource>>, GenerateError> {
        let expected = Expected { metric, draw_rules: "", clocks: None };
        self.open_table::<G>(slice, &Self::file_name(&slice.material(), metric), &expected)
    }

    /// Opens the table of a slice under draw rules when it stands in the folder. An error when something else has its name.
    pub fn dtc_table<G: TableGame>(
        &self,
        slice: &G::Slice,
        rules: &DrawRules,
        shape: &DtcShape,
    ) -> Result<Option<Table<FileSource>>, GenerateError> {
        let clocks = Some(clock_fields(rules, shape));
        let expected = Expected { metric: Metric::Dtc, draw_rules: rules.name, clocks };
        self.open_table::<G>(slice, &Self::dtc_name(&slice.material(), rules), &expected)
    }

    fn open_table<G: TableGame>(
        &self,
        slice: &G::Slice,
        name: &str,
        expected: &Expected,
    ) -> Result<Option<Table<FileSource>>, GenerateError> {
        let path = self.path.join(name);
        // Asked before it is opened: opening a pipe waits for somebody to write.
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_file() => {}
            Ok(_) => return Err(GenerateError::Existing { path, reason: "not a file".into() }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(GenerateError::Io { path, error }),
        }
        let file = File::open(&path).map_err(GenerateError::io(&path))?;
        let source = FileSource::new(file).map_err(GenerateError::io(&path))?;
        let table = Table::open(source)
            .map_err(|error| GenerateError::Existing { path: path.clone(), reason: error.to_string() })?;
        match mismatch::<G>(table.header(), slice, expected) {
            None => Ok(Some(table)),
            Some(reason) => Err(GenerateError::Existing { path, reason }),
        }
    }

    /// The manifest, or an empty one.
    pub fn manifest<G: TableGame>(&self) -> Result<Manifest, GenerateError> {
        let path = self.path.join(MANIFEST_NAME);
        let own = Manifest {
            manifest: MANIFEST_VERSION,
            game: G::ID.name().to_owned(),
            rules_sha256: hex(&fingerprint::<G>()),
            rules: G::value_rules(),
            files: BTreeMap::new(),
        };
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(own),
            Err(error) => return Err(GenerateError::Io { path, error }),
        };
        let manifest =
            Manifest::from_json(&text).map_err(|reason| GenerateError::Existing { path: path.clone(), reason })?;
        if (&manifest.game, &manifest.rules_sha256) != (&own.game, &own.rules_sha256) {
            let reason = format!("a manifest of {} under other rules", manifest.game);
            return Err(GenerateError::Existing { path, reason });
        }
        Ok(manifest)
    }

    /// Writes the manifest, whole or not at all.
    pub fn write_manifest(&self, manifest: &Manifest) -> Result<(), GenerateError> {
        let temporary = self.temporary(MANIFEST_NAME);
        let mut file = File::create(&temporary).map_err(GenerateError::io(&temporary))?;
        file.write_all(manifest.to_json().as_bytes())
            .and_then(|()| file.sync_all())
            .map_err(GenerateError::io(&temporary))?;
        self.publish(&temporary, MANIFEST_NAME)
    }

    /// What the manifest says of a table; reads the whole file for its hash.
    pub fn manifest_entry<G: TableGame>(
        &self,
        slice: &G::Slice,
        header: &Header,
        name: &str,
    ) -> Result<ManifestFile, GenerateError> {
        let path = self.path.join(name);
        let mut hash = Sha256::new();
        let mut file = File::open(&path).map_err(GenerateError::io(&path))?;
        io::copy(&mut file, &mut hash).map_err(GenerateError::io(&path))?;
        let sections = header.sections.iter().enumerate().map(|(section, stats)| ManifestSection {
            win: stats.win,
            loss: stats.loss,
            draw: stats.draw,
            longest_win_plies: stats.longest_win.map(|(plies, _)| plies),
            longest_win_fen: stats
                .longest_win
                .and_then(|(_, at)| slice.position_at(slice.section(section).start + at))
                .map(|position| G::fen(&position)),
        });
        Ok(ManifestFile {
            material: slice.material(),
            metric: header.metric.name().to_owned(),
            draw_rules: (!header.draw_rules.is_empty()).then(|| header.draw_rules.clone()),
            bytes: header.file_bytes,
            sha256: hex(&hash.finalize()),
            positions: header.sections.first().map_or(0, |section| section.win + section.loss + section.draw),
            sections: sections.collect(),
        })
    }
}

/// What the header of a table must say beside its slice.
struct Expected<'a> {
    metric: Metric,
    draw_rules: &'a str,
    clocks: Option<ClockFields>,
}

/// What the header of a table under draw rules says of clocks.
pub(crate) fn clock_fields(rules: &DrawRules, shape: &DtcShape) -> ClockFields {
    ClockFields { planes: shape.planes, limit_plies: shape.limit_plies, fingerprint: rules_fingerprint(rules) }
}

/// Why a table is not the one of this slice and metric; `None` when it is.
fn mismatch<G: TableGame>(header: &Header, slice: &G::Slice, expected: &Expected) -> Option<String> {
    let differs = |field: &str, found: String, expected: String| {
        (found != expected).then(|| format!("header field {field} is {found} where {expected} is expected"))
    };
    let planes = expected.clocks.map_or(1, |clocks| clocks.planes);
    let clocks = |clocks: Option<ClockFields>| match clocks {
        None => "none".to_owned(),
        Some(clocks) => {
            format!("{} planes, {} plies, rules {}", clocks.planes, clocks.limit_plies, hex(&clocks.fingerprint))
        }
    };
    differs("game", header.game.clone(), G::ID.name().to_owned())
        .or_else(|| differs("fingerprint", hex(&header.fingerprint), hex(&fingerprint::<G>())))
        .or_else(|| differs("material", header.material.clone(), slice.material()))
        .or_else(|| differs("metric", header.metric.to_string(), expected.metric.to_string()))
        .or_else(|| differs("scheme", header.scheme.to_string(), G::SCHEME.to_string()))
        .or_else(|| differs("draw_rules", header.draw_rules.clone(), expected.draw_rules.to_owned()))
        .or_else(|| differs("clocks", clocks(header.clocks), clocks(expected.clocks)))
        .or_else(|| differs("values", header.values.to_string(), (slice.len() * u64::from(planes)).to_string()))
        .or_else(|| differs("sections", header.sections.len().to_string(), slice.sections().to_string()))
        .or_else(|| differs("wins_are_odd", header.wins_are_odd.to_string(), G::WINS_ARE_ODD.to_string()))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Makes a rename last through a power cut. Only Unix lets a folder be opened for that.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// A file read piece by piece.
pub struct FileSource {
    file: std::sync::Mutex<File>,
    len: u64,
}

impl FileSource {
    /// A source of the file's bytes as long as it is now.
    pub fn new(file: File) -> io::Result<Self> {
        let len = file.metadata()?.len();
        Ok(FileSource { file: std::sync::Mutex::new(file), len })
    }
}

impl Source for FileSource {
    fn len(&self) -> u64 {
        self.len
    }

    fn bytes<'a>(&'a self, offset: u64, len: usize, scratch: &'a mut Vec<u8>) -> Result<&'a [u8], SourceError> {
        let failed = |error| SourceError { offset, len, error };
        // A length beyond the end must not become an allocation.
        if offset.checked_add(len as u64).is_none_or(|end| end > self.len) {
            return Err(failed(io::ErrorKind::UnexpectedEof.into()));
        }
        scratch.resize(len, 0);
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(io::SeekFrom::Start(offset)).and_then(|_| file.read_exact(scratch)).map_err(failed)?;
        Ok(scratch)
    }
}

/// Names the file an error is about.
pub(crate) fn in_file(folder: &Folder, key_name: &str) -> impl FnOnce(FormatError) -> GenerateError {
    let path = folder.path().join(key_name);
    move |error| GenerateError::Format { path, error }
}

/// The keys whose tables of a metric stand in the folder.
pub(crate) fn stands<G: TableGame>(folder: &Folder, key: SliceKey, metric: Metric) -> Result<bool, GenerateError> {
    Ok(folder.table::<G>(&G::slice(key)?, metric)?.is_some())
}
