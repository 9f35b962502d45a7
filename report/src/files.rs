//! Files as they are written: whole or not at all, and nobody else's is overwritten.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::page::{MARK, Page};
use crate::{ReportError, Written};

/// The mark of a report is within so many bytes of its beginning.
const MARKED_WITHIN: u64 = 1024;

/// Writes a file under a temporary name beside its own, which it gets when it is complete; one that has this name is replaced. What
/// is no plain file (a link, a pipe, `/dev/stdout`) stays what it is and is written to.
///
/// # Errors
/// What the system says; then nothing of it is left.
pub fn write_whole(path: &Path, contents: &[u8]) -> io::Result<()> {
    let name =
        path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "this is no name of a file"))?;
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
        return File::create(path)?.write_all(contents);
    }
    let mut aside = std::ffi::OsString::from(".");
    aside.push(name);
    aside.push(format!(".{}.tmp", std::process::id()));
    let aside = path.with_file_name(aside);
    let write = || {
        let mut file = File::create(&aside)?;
        file.write_all(contents)?;
        file.sync_all()?;
        drop(file);
        fs::rename(&aside, path)
    };
    write().inspect_err(|_| drop(fs::remove_file(&aside)))
}

/// The folder of a report.
pub struct Folder {
    path: PathBuf,
    /// It was not there before, and nothing has been written to it: without a report it goes.
    new: Cell<bool>,
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.new.get() {
            // It stays where somebody else has put something into it.
            let _ = fs::remove_dir(&self.path);
        }
    }
}

impl Folder {
    /// Makes the folder if it is not there, and makes sure that no file that is none of a report has a name that a report needs.
    pub fn prepare(path: &Path) -> Result<Self, ReportError> {
        let new = !path.exists();
        fs::create_dir_all(path).map_err(|error| ReportError::Io { path: path.to_owned(), error })?;
        let folder = Folder { path: path.to_owned(), new: Cell::new(new) };
        folder.earlier()?;
        Ok(folder)
    }

    /// The files of an earlier report. An error where a file with such a name is none.
    fn earlier(&self) -> Result<Vec<PathBuf>, ReportError> {
        let trouble = |path: &Path| {
            let path = path.to_owned();
            move |error| ReportError::Io { path, error }
        };
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(trouble(&self.path))? {
            let entry = entry.map_err(trouble(&self.path))?;
            let name = entry.file_name();
            if !name.to_str().is_some_and(is_of_a_report) {
                continue;
            }
            let path = entry.path();
            if !path.is_file() || !is_marked(&path).map_err(trouble(&path))? {
                return Err(ReportError::Foreign { path });
            }
            found.push(path);
        }
        Ok(found)
    }

    /// Writes the pages. Those of an earlier report that this one does not have are removed: they would tell of other tables.
    pub fn write(&self, pages: &[Page]) -> Result<Vec<Written>, ReportError> {
        let earlier = self.earlier()?;
        self.new.set(false);
        let mut written = Vec::new();
        for page in pages {
            let path = self.path.join(&page.name);
            write_whole(&path, page.html.as_bytes()).map_err(|error| ReportError::Io { path: path.clone(), error })?;
            written.push(Written { path, bytes: page.html.len() as u64 });
        }
        for path in earlier.into_iter().filter(|path| written.iter().all(|page| page.path != *path)) {
            fs::remove_file(&path).map_err(|error| ReportError::Io { path, error })?;
        }
        Ok(written)
    }
}

/// `index.html` and `pieces-N.html`.
fn is_of_a_report(name: &str) -> bool {
    let pieces = name.strip_prefix("pieces-").and_then(|rest| rest.strip_suffix(".html"));
    name == "index.html"
        || pieces.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_marked(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    File::open(path)?.take(MARKED_WITHIN).read_to_end(&mut start)?;
    Ok(start.windows(MARK.len()).any(|bytes| bytes == MARK.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(name: &str) -> Page {
        Page { name: name.into(), html: format!("<html>{MARK}{name}</html>") }
    }

    #[test]
    fn a_report_replaces_an_earlier_one_and_nothing_else() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a/b");
        let folder = Folder::prepare(&path).unwrap();
        folder.write(&[page("index.html"), page("pieces-2.html"), page("pieces-3.html")]).unwrap();
        fs::write(path.join("notes.html"), "mine").unwrap();
        let written = Folder::prepare(&path).unwrap().write(&[page("index.html"), page("pieces-3.html")]).unwrap();
        assert_eq!(written.len(), 2);
        let mut names: Vec<_> = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["index.html", "notes.html", "pieces-3.html"]);
        for name in ["index.html", "pieces-7.html"] {
            fs::write(path.join(name), "<html>somebody's</html>").unwrap();
            match Folder::prepare(&path).map(|_| ()) {
                Err(ReportError::Foreign { path }) => assert!(path.ends_with(name)),
                other => panic!("{other:?}"),
            }
            fs::remove_file(path.join(name)).unwrap();
        }
        Folder::prepare(&path).unwrap();
    }

    #[test]
    fn what_cannot_be_written_leaves_nothing() {
        let place = tempfile::tempdir().unwrap();
        assert!(write_whole(&place.path().join("none/file.svg"), b"x").is_err());
        assert!(write_whole(place.path(), b"x").is_err());
        assert!(write_whole(Path::new(".."), b"x").is_err());
        fs::create_dir(place.path().join("taken.svg")).unwrap();
        assert!(write_whole(&place.path().join("taken.svg"), b"x").is_err());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
        write_whole(&place.path().join("file.svg"), b"x").unwrap();
        write_whole(&place.path().join("file.svg"), b"y").unwrap();
        assert_eq!(fs::read(place.path().join("file.svg")).unwrap(), b"y");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_plain_file_stays_what_it_is() {
        let place = tempfile::tempdir().unwrap();
        let (file, link) = (place.path().join("file.svg"), place.path().join("link.svg"));
        fs::write(&file, b"x").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_whole(&link, b"y").unwrap();
        assert!(link.is_symlink() && fs::read(&file).unwrap() == b"y");
        write_whole(Path::new("/dev/null"), b"z").unwrap();
        assert_eq!(fs::read(Path::new("/dev/null")).unwrap(), b"");
    }
}
