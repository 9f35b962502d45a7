//! Trouble with files and output: a clear error each, and the right status.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use crate::support::{command, copy_of_russian_tables, dambase, tables, text};

const READERS: [&[&str]; 5] = [
    &["probe", "russian", "W:WKa1:BKh8"],
    &["line", "russian", "W:WKa1:BKh8"],
    &["enumerate", "russian", "KvK"],
    &["stats", "russian"],
    &["verify", "russian"],
];

#[test]
fn a_folder_that_is_not_there_is_status_3_and_named() {
    for reader in READERS {
        let ran = dambase(&[reader, &["--tables", "no-such-folder"]].concat()).fails(3, "no-such-folder");
        assert_eq!(ran.stdout, "");
        // The default folder is not there either.
        dambase(reader).fails(3, "folder tables");
        let file = std::env::current_exe().unwrap();
        dambase(&[reader, &["--tables", file.to_str().unwrap()]].concat()).fails(3, "folder");
    }
}

#[test]
fn a_folder_without_tables_of_the_game_is_status_3() {
    let empty = tempfile::tempdir().unwrap();
    let empty = empty.path().to_str().unwrap();
    for reader in READERS.iter().filter(|reader| !["probe", "line"].contains(&reader[0])) {
        dambase(&[reader, &["--tables", empty][..]].concat()).fails(3, "no table");
    }
}

#[test]
fn a_broken_file_is_named_and_harms_no_other() {
    let folder = copy_of_russian_tables();
    std::fs::write(folder.path().join("russian").join("KvK.dtw"), b"broken").unwrap();
    let tables = folder.path().to_str().unwrap();
    let ran =
        dambase(&["probe", "russian", "W:WKa1:BKh8", "W:WKa1:Bd8", "--json", "--tables", tables]).fails(1, "KvK.dtw");
    let answers = ran.objects();
    assert!(text(&answers[0], "error").contains("KvK.dtw"), "{}", answers[0]);
    assert_eq!(text(&answers[1], "wdl"), "win");
    dambase(&["line", "russian", "W:WKa1:BKh8", "--tables", tables]).fails(3, "KvK.dtw");
    dambase(&["enumerate", "russian", "KvK", "--dtw", "3", "--tables", tables]).fails(3, "KvK.dtw");
    dambase(&["stats", "russian", "--tables", tables]).fails(0, "KvK.dtw");
    dambase(&["info", &format!("{tables}/russian/KvK.dtw")]).fails(3, "KvK.dtw");
}

#[test]
fn info_wants_a_table() {
    dambase(&["info", "no-such-file"]).fails(3, "no-such-file");
    dambase(&["info", tables()]).fails(3, "not a file");
    let manifest = format!("{}/russian/manifest.json", tables());
    dambase(&["info", &manifest]).fails(3, "manifest.json: not a Dambase table");
    let folder = copy_of_russian_tables();
    let path = folder.path().join("russian").join("KvM.dtw");
    let whole = std::fs::read(&path).unwrap();
    for len in [0, 7, 100, 511, 512, 530, whole.len() - 1] {
        std::fs::write(&path, &whole[..len]).unwrap();
        dambase(&["info", path.to_str().unwrap()]).fails(3, "KvM.dtw");
    }
}

#[test]
fn a_reader_that_has_had_enough_is_no_error() {
    let mut child = command(&["enumerate", "russian", "KMvM", "--json", "--tables", tables()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    assert!(line.starts_with("{\"fen\":"), "{line}");
    drop(stdout);
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_status_3() {
    for args in [&["games"][..], &["perft", "russian", "3"], &["stats", "russian", "--tables", tables()]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command(args).stdout(full).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{stderr}");
        assert!(stderr.contains("standard output"), "{stderr}");
    }
}

/// A disk that takes no more in the middle of a run: the file that could not be written is named, and the same command goes
/// on once there is room. The limit on the size of a file stands for the disk; the signal it sends is ignored.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_named_and_the_run_goes_on_later() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let generate = ["generate", "russian", "--pieces", "3", "--tables", dir, "--quiet"];
    let limited = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_dambase")])
        .args(generate)
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&limited.stderr);
    assert_eq!(limited.status.code(), Some(3), "{stderr}");
    assert!(stderr.contains(".part"), "{stderr}");
    dambase(&generate).ok();
    dambase(&["verify", "russian", "--tables", dir]).ok();
}

/// Killed at any moment, without a word: no file under a table's name is less than whole, and the next run ends with the
/// bytes of a run that was left in peace.
#[cfg(unix)]
#[test]
fn a_killed_run_goes_on_with_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let generate = ["generate", "russian", "--pieces", "3", "--tables", dir, "--quiet"];
    for milliseconds in [5, 40, 90, 140, 200, 300] {
        let mut child = command(&generate).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    dambase(&generate).ok();
    let peaceful = std::path::Path::new(tables()).join("russian");
    for entry in std::fs::read_dir(folder.path().join("russian")).unwrap() {
        let name = entry.unwrap().file_name();
        let bytes = |folder: &std::path::Path| std::fs::read(folder.join(&name)).unwrap();
        if name != ".lock" {
            assert_eq!(bytes(&folder.path().join("russian")), bytes(&peaceful), "{name:?}");
        }
    }
}

/// A table that stands already is held to the manifest; without a manifest its blocks are read before it is listed.
#[test]
fn a_damaged_table_does_not_stand() {
    let folder = copy_of_russian_tables();
    let dir = folder.path().to_str().unwrap();
    let generate = ["generate", "russian", "--pieces", "3", "--tables", dir, "--quiet"];
    dambase(&generate).ok();
    let path = folder.path().join("russian").join("KKvK.dtw");
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bytes).unwrap();
    dambase(&generate).fails(3, "KKvK.dtw: it is not the file that the manifest lists");
    std::fs::remove_file(folder.path().join("russian").join("manifest.json")).unwrap();
    dambase(&generate).fails(3, "KKvK.dtw: checksum of block");
    std::fs::remove_file(&path).unwrap();
    dambase(&generate).ok();
    dambase(&["verify", "russian", "--tables", dir]).ok();
}

/// Progress that cannot be shown ends no run.
#[cfg(target_os = "linux")]
#[test]
fn a_full_log_does_not_end_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let args = ["generate", "russian", "--pieces", "2", "--tables", folder.path().to_str().unwrap()];
    assert_eq!(command(&args).stderr(full).status().unwrap().code(), Some(0));
    assert!(folder.path().join("russian").join("MvM.dtw").is_file());
}

/// A pipe under a table's name is no table, and nobody waits for it.
#[cfg(unix)]
#[test]
fn a_pipe_is_no_table() {
    let folder = copy_of_russian_tables();
    let path = folder.path().join("russian").join("KKvK.wdl");
    std::fs::remove_file(&path).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    let dir = folder.path().to_str().unwrap();
    let verified = dambase(&["verify", "russian", "--tables", dir]);
    assert_eq!(verified.status, 1, "{}", verified.stderr);
    assert!(verified.stdout.contains("KKvK.wdl") && verified.stdout.contains("not a file"), "{}", verified.stdout);
    dambase(&["generate", "russian", "--pieces", "3", "--tables", dir, "--quiet"]).fails(3, "KKvK.wdl: not a file");
}
