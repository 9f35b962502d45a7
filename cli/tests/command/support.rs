//! Runs the command, and makes tables for it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

/// How a run ended.
pub struct Ran {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    /// The lines of standard output as JSON.
    pub fn objects(&self) -> Vec<Value> {
        let parse = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        self.stdout.lines().map(parse).collect()
    }

    /// Nothing is wrong.
    #[track_caller]
    pub fn ok(self) -> Self {
        assert_eq!((self.status, self.stderr.as_str()), (0, ""), "{}", self.stdout);
        self
    }

    /// It ended with this status and said so on standard error; nobody panicked.
    #[track_caller]
    pub fn fails(self, status: i32, says: &str) -> Self {
        assert_eq!(self.status, status, "{}{}", self.stdout, self.stderr);
        assert!(self.stderr.contains(says), "\"{says}\" is not in: {}", self.stderr);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        self
    }
}

/// The command with these arguments, in a folder that has no tables of its own.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dambase"));
    command.args(args).current_dir(env!("CARGO_TARGET_TMPDIR"));
    command
}

/// Runs the command without input.
pub fn dambase(args: &[&str]) -> Ran {
    dambase_with_input(args, b"")
}

/// Runs the command.
pub fn dambase_with_input(args: &[&str], input: &[u8]) -> Ran {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let output = std::thread::scope(|scope| {
        // A command that does not read its input, or not all of it, is no trouble.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("the command ends")
    });
    Ran {
        status: output.status.code().expect("no signal ended it"),
        stdout: String::from_utf8(output.stdout).expect("the output is text"),
        stderr: String::from_utf8(output.stderr).expect("the messages are text"),
    }
}

/// Runs the command on the tables of [`tables`].
pub fn with_tables(args: &[&str]) -> Ran {
    dambase(&[args, &["--tables", tables()]].concat())
}

/// Runs the command on the tables of [`ruled_tables`].
pub fn with_ruled_tables(args: &[&str]) -> Ran {
    dambase(&[args, &["--tables", ruled_tables()]].concat())
}

/// A folder of tables: Russian to three pieces and Russian giveaway to two with depths, English to two without.
pub fn tables() -> &'static str {
    static TABLES: OnceLock<String> = OnceLock::new();
    TABLES.get_or_init(|| made("command-tables", &[]))
}

/// The same, and Russian and "stop after" (to three pieces) under the Russian code.
pub fn ruled_tables() -> &'static str {
    static TABLES: OnceLock<String> = OnceLock::new();
    TABLES.get_or_init(|| made("command-tables-ruled", &["russian", "stop-after"]))
}

fn made(name: &str, under_rules: &[&str]) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Tables of another version of the code must not stand.
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("old tables can be removed");
    }
    let folder = folder.to_str().expect("the build folder has a plain name").to_owned();
    for (game, pieces, metric) in
        [("russian", "3", "wdl,dtw"), ("russian-giveaway", "2", "wdl,dtw"), ("english", "2", "wdl")]
    {
        dambase(&["generate", game, "--pieces", pieces, "--metric", metric, "--tables", &folder, "--quiet"]).ok();
    }
    for game in under_rules {
        let rules = ["--draw-rules", "russian-code", "--tables", &folder, "--quiet"];
        dambase(&[&["generate", game, "--pieces", "3"][..], &rules].concat()).ok();
    }
    folder
}

/// A copy of the Russian tables that may be damaged.
pub fn copy_of_russian_tables() -> tempfile::TempDir {
    copy_of_russian(tables())
}

/// A copy of the Russian tables, those under draw rules included, that may be damaged.
pub fn copy_of_ruled_tables() -> tempfile::TempDir {
    copy_of_russian(ruled_tables())
}

fn copy_of_russian(tables: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let inner = folder.path().join("russian");
    std::fs::create_dir(&inner).expect("a folder in it");
    for entry in std::fs::read_dir(Path::new(tables).join("russian")).expect("the tables are there") {
        let entry = entry.expect("the folder can be listed");
        std::fs::copy(entry.path(), inner.join(entry.file_name())).expect("tables can be copied");
    }
    folder
}

/// The text of a field.
#[track_caller]
pub fn text<'a>(object: &'a Value, field: &str) -> &'a str {
    object[field].as_str().unwrap_or_else(|| panic!("{field} of {object} is no text"))
}

/// The number of a field.
#[track_caller]
pub fn number(object: &Value, field: &str) -> u64 {
    object[field].as_u64().unwrap_or_else(|| panic!("{field} of {object} is no number"))
}
