//! Compiling and running C programs against the library that cargo has just built.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub fn manifest() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Small real tables of some games.
pub fn golden() -> PathBuf {
    manifest().join("../../tests/golden/v1").canonicalize().unwrap()
}

/// Where libdambase.a and libdambase.so are: beside this program.
pub fn built() -> PathBuf {
    let folder = std::env::current_exe().unwrap().parent().unwrap().to_owned();
    for name in ["libdambase.a", "libdambase.so"] {
        assert!(folder.join(name).exists(), "cargo builds {name} together with the tests");
    }
    folder
}

/// Runs a command that must succeed, and returns what it printed.
pub fn run(command: &mut Command, input: &str) -> String {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.as_mut().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || {
            // A program that does not read on says why it ended.
            let _ = stdin.write_all(input.as_bytes());
        });
        let read = |pipe: &mut dyn std::io::Read| {
            let mut text = Vec::new();
            pipe.read_to_end(&mut text).unwrap();
            String::from_utf8_lossy(&text).into_owned()
        };
        let mut errors = child.stderr.take().unwrap();
        let errors = scope.spawn(move || read(&mut errors));
        (read(&mut child.stdout.take().unwrap()), errors.join().unwrap())
    });
    let status = child.wait().unwrap();
    assert!(status.success(), "{command:?}: {status}\n{}\n{}", output.0, output.1);
    output.0
}

/// How a program is linked.
#[derive(Clone, Copy)]
pub enum Link {
    Static,
    Shared,
}

/// Compiles a program; returns where it is.
pub fn compile(compiler: &str, flags: &[&str], source: &Path, link: Link, folder: &Path) -> PathBuf {
    let kind = match link {
        Link::Static => "static",
        Link::Shared => "shared",
    };
    let program = folder.join(format!("{}-{kind}", source.file_name().unwrap().display()));
    let mut command = Command::new(compiler);
    command.args(flags).args(["-g", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I"]);
    command.arg(manifest().join("include")).arg(source).arg("-o").arg(&program);
    match link {
        Link::Static => command.arg(built().join("libdambase.a")).args(["-lpthread", "-ldl", "-lm", "-lgcc_s"]),
        Link::Shared => {
            // The name that the library gives itself.
            let name = folder.join(format!("libdambase.so.{}", dambase::DAMBASE_ABI_VERSION));
            if !name.exists() {
                std::os::unix::fs::symlink(built().join("libdambase.so"), &name).unwrap();
            }
            command.arg(&name).arg("-lpthread").arg(format!("-Wl,-rpath,{}", folder.display()))
        }
    };
    run(&mut command, "");
    program
}

pub fn compile_c(source: &Path, link: Link, folder: &Path) -> PathBuf {
    compile("cc", &["-std=c99", "-D_POSIX_C_SOURCE=200809L"], source, link, folder)
}

/// A program under valgrind, for which any error or leak is a failure; by itself where there is no valgrind.
pub fn checked(program: &Path) -> Command {
    let there = Command::new("valgrind").arg("--version").stdout(Stdio::null()).status();
    if !there.is_ok_and(|status| status.success()) {
        eprintln!("valgrind is missing: {} runs without it", program.display());
        return Command::new(program);
    }
    let mut command = Command::new("valgrind");
    let leaks = ["--leak-check=full", "--errors-for-leak-kinds=definite,indirect,possible"];
    let known = format!("--suppressions={}", manifest().join("tests/c/valgrind.supp").display());
    command.args(["-q", "--error-exitcode=99"]).args(leaks).arg(known).arg(program);
    command
}
