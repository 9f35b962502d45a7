//! Bytes of files: mapped, or read at a position.

use std::fs::File;
use std::io;
use std::path::Path;

use dambase_format::{Source, SourceError};
use memmap2::Mmap;

use crate::Access;

/// Where a table's bytes come from.
pub(crate) struct Origin(pub(crate) Box<dyn Source>);

impl Source for Origin {
    fn len(&self) -> u64 {
        self.0.len()
    }

    fn is_fixed(&self) -> bool {
        self.0.is_fixed()
    }

    fn bytes<'a>(&'a self, offset: u64, len: usize, scratch: &'a mut Vec<u8>) -> Result<&'a [u8], SourceError> {
        self.0.bytes(offset, len, scratch)
    }
}

/// Opens a file for reading.
pub(crate) fn open(path: &Path, access: Access) -> io::Result<Origin> {
    // Asked before it is opened: opening a pipe waits for somebody to write.
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file"));
    }
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    Ok(Origin(match access {
        // Some systems cannot map nothing.
        Access::Map if metadata.len() == 0 => Box::new(Vec::new()),
        Access::Map => Box::new(map(&file)?),
        Access::Read => Box::new(Positional { file: PositionalFile::new(file), len: metadata.len() }),
    }))
}

#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes of a map must not change while it is borrowed. Tables are written under another name, renamed when
    // they are complete, and never touched again; a file that is replaced by rename or removed stays as it was for those
    // who have it open. Changing one in place is forbidden in the documentation of the crate, which offers `Access::Read`
    // to those who cannot promise that. Every value is checked after it is read, so a change that happens nevertheless
    // leads to an error or a wrong value, not to a wrong address.
    unsafe { Mmap::map(file) }
}

/// A file that is read where it is needed, each time anew.
struct Positional {
    file: PositionalFile,
    len: u64,
}

impl Source for Positional {
    fn len(&self) -> u64 {
        self.len
    }

    fn bytes<'a>(&'a self, offset: u64, len: usize, scratch: &'a mut Vec<u8>) -> Result<&'a [u8], SourceError> {
        let fail = |error: io::Error| SourceError { offset, len, error };
        // Before memory is asked for: a damaged length must not ask for more than there is.
        if offset.checked_add(len as u64).is_none_or(|end| end > self.len) {
            return Err(fail(io::ErrorKind::UnexpectedEof.into()));
        }
        scratch.resize(len, 0);
        self.file.read_exact_at(scratch, offset).map_err(fail)?;
        Ok(scratch)
    }
}

#[cfg(unix)]
struct PositionalFile(File);

#[cfg(unix)]
impl PositionalFile {
    fn new(file: File) -> Self {
        PositionalFile(file)
    }

    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.0, bytes, offset)
    }
}

#[cfg(windows)]
struct PositionalFile(File);

#[cfg(windows)]
impl PositionalFile {
    fn new(file: File) -> Self {
        PositionalFile(file)
    }

    fn read_exact_at(&self, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
        while !bytes.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(&self.0, bytes, offset) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(read) => {
                    bytes = &mut bytes[read..];
                    offset += read as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

#[cfg(not(any(unix, windows)))]
struct PositionalFile(std::sync::Mutex<File>);

#[cfg(not(any(unix, windows)))]
impl PositionalFile {
    fn new(file: File) -> Self {
        PositionalFile(std::sync::Mutex::new(file))
    }

    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(bytes)
    }
}
