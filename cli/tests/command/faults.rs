//! Trouble with files and output: a clear error each, and the right status.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use crate::support::{Ran, command, copy_of_russian_tables, dambase, tables, text, with_tables};

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
    let probe = ["probe", "russian", "W:WKa1:BKh8", "W:WKa1:Bd8", "--json", "--tables", tables];
    // The table of win, draw and loss answers.
    let answers = dambase(&probe).fails(0, "KvK.dtw").objects();
    assert_eq!((text(&answers[0], "wdl"), answers[0]["dtw"].is_null()), ("loss", true), "{}", answers[0]);
    assert_eq!((text(&answers[1], "wdl"), answers[1]["dtw"].is_null()), ("win", false), "{}", answers[1]);
    dambase(&["line", "russian", "W:WKa1:BKh8", "--tables", tables]).fails(3, "KvK.dtw");
    dambase(&["enumerate", "russian", "KvK", "--dtw", "3", "--tables", tables]).fails(3, "KvK.dtw");
    dambase(&["stats", "russian", "--tables", tables]).fails(0, "KvK.dtw");
    dambase(&["info", &format!("{tables}/russian/KvK.dtw")]).fails(3, "KvK.dtw");
    // Without that table nothing does.
    std::fs::remove_file(folder.path().join("russian").join("KvK.wdl")).unwrap();
    let answers = dambase(&probe).fails(1, "KvK.dtw").objects();
    assert!(text(&answers[0], "error").contains("KvK.dtw"), "{}", answers[0]);
    assert_eq!(text(&answers[1], "wdl"), "win");
}

/// Damage that is met only when a block is read: told of once, and win, draw and loss are those of the whole tables.
#[test]
fn a_damaged_block_of_depths_leaves_win_draw_and_loss() {
    let folder = copy_of_russian_tables();
    let dir = folder.path().to_str().unwrap();
    let path = folder.path().join("russian").join("KKvK.dtw");
    let whole = std::fs::read(&path).unwrap();
    let data = u64::from_le_bytes(whole[48..56].try_into().unwrap()) as usize;
    let mut bytes = whole.clone();
    for byte in &mut bytes[data..] {
        *byte ^= 1;
    }
    std::fs::write(&path, bytes).unwrap();
    let listed =
        with_tables(&["enumerate", "russian", "KKvK", "--seed", "1", "--limit", "60", "--json"]).ok().objects();
    let fens: Vec<&str> = listed.iter().map(|line| text(line, "fen")).collect();
    for moves in [&[][..], &["--moves"]] {
        let args = [&["probe", "russian", "--json"], &fens[..], moves].concat();
        let right = with_tables(&args).ok().objects();
        let ran = dambase(&[&args[..], &["--tables", dir]].concat()).fails(0, "warning: ");
        assert_eq!(ran.stderr.matches("KKvK.dtw").count(), 1, "{}", ran.stderr);
        let answers = ran.objects();
        assert!(answers.iter().any(|answer| answer["wdl"] != "draw" && answer["dtw"].is_null()));
        for (answer, right) in answers.iter().zip(&right) {
            assert_eq!(answer["wdl"], right["wdl"], "{answer} {right}");
            // What captures lead to has its depths still.
            assert!(answer["dtw"].is_null() || answer["dtw"] == right["dtw"], "{answer} {right}");
        }
    }
    // Where the damaged table alone could answer there is no answer.
    std::fs::remove_file(path.with_extension("wdl")).unwrap();
    let answers =
        dambase(&[&["probe", "russian", "--json"], &fens[..], &["--tables", dir]].concat()).fails(1, "").objects();
    for (answer, right) in answers.iter().zip(&listed) {
        match answer.get("error") {
            Some(error) => assert!(error.as_str().unwrap().contains("KKvK.dtw"), "{answer}"),
            None => assert_eq!(answer["wdl"], right["wdl"], "{answer}"),
        }
    }
    assert!(answers.iter().any(|answer| answer.get("error").is_some()));
}

/// Who runs the command and may not read what is shut: root would be somebody else, anybody else is himself.
#[cfg(unix)]
struct Nobody {
    /// A folder that nobody can reach, which the build folder may not be, with the command in it.
    copy: Option<tempfile::TempDir>,
}

#[cfg(unix)]
impl Nobody {
    /// `None` when root cannot be somebody else.
    fn new() -> Option<Self> {
        let is_root = std::process::Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
        if !is_root {
            return Some(Nobody { copy: None });
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::copy(env!("CARGO_BIN_EXE_dambase"), folder.path().join("dambase")).unwrap();
        open_to_all(folder.path());
        let nobody = Nobody { copy: Some(folder) };
        // A process that another test is just starting may hold the copy open for writing still.
        let works = (0..50).any(|_| {
            let works = nobody.command(&["--version"]).output().is_ok_and(|output| output.status.success());
            if !works {
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            works
        });
        works.then_some(nobody)
    }

    fn command(&self, args: &[&str]) -> std::process::Command {
        let Some(copy) = &self.copy else { return command(args) };
        let mut command = std::process::Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"]);
        command.arg(copy.path().join("dambase")).args(args).current_dir("/");
        command
    }

    fn run(&self, args: &[&str]) -> Ran {
        let output = self.command(args).output().unwrap();
        Ran {
            status: output.status.code().expect("no signal ended it"),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

#[cfg(unix)]
fn set_mode(path: &std::path::Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// Lets everybody read a folder and the files in it.
#[cfg(unix)]
fn open_to_all(folder: &std::path::Path) {
    set_mode(folder, 0o755);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { open_to_all(&path) } else { set_mode(&path, 0o755) }
    }
}

#[cfg(unix)]
#[test]
fn what_may_not_be_read_is_status_3_and_named() {
    let folder = copy_of_russian_tables();
    open_to_all(folder.path());
    let dir = folder.path().to_str().unwrap();
    let inner = folder.path().join("russian");
    let table = inner.join("KKvK.dtw");
    let Some(nobody) = Nobody::new() else {
        eprintln!("left out: this is root, who may read everything, and setpriv is not there to be somebody else");
        return;
    };
    nobody.run(&["verify", "russian", "--sample", "9", "--tables", dir]).ok();

    set_mode(&table, 0o000);
    let verify = ["verify", "russian", "--json", "--sample", "9", "--tables", dir];
    let ran = nobody.run(&verify).fails(3, "KKvK.dtw: Permission denied");
    let last = ran.objects().pop().unwrap();
    assert_eq!((text(&last, "material"), text(&last, "status")), ("KKvK", "unreadable"));
    // What is not known to be damaged: win, draw and loss are known all the same.
    let probe = ["probe", "russian", "W:WKa1,Kc1:BKf8", "--json", "--tables", dir];
    let answer = nobody.run(&probe).fails(0, "KKvK.dtw: Permission denied").objects().remove(0);
    assert!(answer["dtw"].is_null() && !text(&answer, "wdl").is_empty());
    set_mode(&table, 0o644);

    set_mode(&inner.join("manifest.json"), 0o000);
    nobody.run(&verify).fails(3, "manifest.json: Permission denied");
    set_mode(&inner.join("manifest.json"), 0o644);

    for (shut, mode) in [(inner.as_path(), 0o000), (folder.path(), 0o000)] {
        set_mode(shut, mode);
        for reader in READERS {
            let ran = nobody.run(&[reader, &["--tables", dir]].concat()).fails(3, "Permission denied");
            assert!(ran.stdout.is_empty() && ran.stderr.contains(dir), "{}", ran.stderr);
        }
        let generate = ["generate", "russian", "--pieces", "2", "--tables", dir, "--quiet"];
        nobody.run(&generate).fails(3, dir);
        set_mode(shut, 0o755);
    }
}

/// Something else where the folder, or a file in it, should be.
#[test]
fn a_file_for_a_folder_and_a_folder_for_a_file_are_status_3() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    std::fs::write(folder.path().join("russian"), b"a file").unwrap();
    for reader in READERS {
        dambase(&[reader, &["--tables", dir]].concat()).fails(3, "russian");
    }
    dambase(&["generate", "russian", "--pieces", "2", "--tables", dir, "--quiet"]).fails(3, "russian");

    let folder = copy_of_russian_tables();
    let dir = folder.path().to_str().unwrap();
    let table = folder.path().join("russian").join("KKvK.dtw");
    std::fs::remove_file(&table).unwrap();
    std::fs::create_dir(&table).unwrap();
    let ran = dambase(&["verify", "russian", "--tables", dir]).fails(3, "KKvK.dtw: not a file");
    assert!(ran.stdout.contains("UNREADABLE"), "{}", ran.stdout);
    std::fs::remove_dir(&table).unwrap();
    // One that belongs to no material is found as well.
    std::fs::create_dir(table.with_file_name("nonsense.wdl")).unwrap();
    dambase(&["verify", "russian", "--tables", dir]).fails(1, "");
    std::fs::remove_dir(table.with_file_name("nonsense.wdl")).unwrap();
    std::fs::remove_file(table.with_file_name("manifest.json")).unwrap();
    std::fs::create_dir(table.with_file_name("manifest.json")).unwrap();
    dambase(&["verify", "russian", "--tables", dir]).fails(3, "manifest.json");
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
    dambase(&generate).fails(3, "KKvK.dtw: checksum of frame");
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
    dambase(&["verify", "russian", "--tables", dir]).fails(3, "KKvK.wdl: not a file");
    dambase(&["generate", "russian", "--pieces", "3", "--tables", dir, "--quiet"]).fails(3, "KKvK.wdl: not a file");
}
