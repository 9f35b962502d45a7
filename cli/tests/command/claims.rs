//! `dambase claims`: the claims that come with the project, and files that are wrong.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::Value;

use crate::support::{Ran, copy_of_russian_tables, dambase, number, tables, text};

/// The files of the project.
fn shipped() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../claims");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("the claims are there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| path.to_str().expect("a plain name").to_owned())
        .collect();
    files.sort();
    files
}

fn long() -> bool {
    std::env::var_os("DAMBASE_LONG").is_some_and(|value| value == "1")
}

/// Tables that are soon made; all that the claims need in the long run.
fn made() -> &'static str {
    static TABLES: OnceLock<String> = OnceLock::new();
    TABLES.get_or_init(|| {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("claims-tables");
        // Tables of another version of the code must not stand.
        if folder.exists() {
            std::fs::remove_dir_all(&folder).expect("old tables can be removed");
        }
        let folder = folder.to_str().expect("the build folder has a plain name").to_owned();
        let short: &[&[&str]] = &[
            &["english", "--pieces", "3"],
            &["italian", "--pieces", "3"],
            &["stop-after", "--pieces", "3", "--draw-rules", "russian-code"],
            &["russian", "--material", "KKKvK"],
            &["spancireti", "--material", "KKKvK"],
            &["international", "--material", "KKKvK"],
            &["chess", "--material", "KBNvK", "--material", "KQvKR", "--material", "KNNvK"],
        ];
        let all: &[&[&str]] = &[
            &["english", "--pieces", "3"],
            &["english", "--material", "KKKvKK"],
            &["italian", "--pieces", "3"],
            &["stop-after", "--pieces", "4", "--draw-rules", "adapted", "--draw-rules", "russian-code"],
            &["russian", "--pieces", "4", "--draw-rules", "russian-code"],
            &["spancireti", "--pieces", "4", "--draw-rules", "russian-80"],
            &["international", "--pieces", "4", "--draw-rules", "fmjd"],
            &["international", "--material", "KKKKvK"],
            &["brazilian", "--pieces", "4", "--draw-rules", "founding"],
            &["artamonov", "--pieces", "4", "--draw-rules", "founding"],
            &["chess", "--pieces", "4"],
            &["chess", "--material", "KBBvKN", "--draw-rules", "fide2014"],
        ];
        for game in if long() { all } else { short } {
            dambase(&[&["generate"], *game, &["--tables", &folder, "--quiet"]].concat()).ok();
        }
        folder
    })
}

fn decided(args: &[&str]) -> Ran {
    dambase(&[&["claims", "--quiet", "--json", "--tables", made()], args].concat())
}

/// Those that ask for tables which take longer to make, or that take longer themselves.
const LONG: [&str; 14] = [
    "artamonov-level",
    "brazilian-draw-rules",
    "four-kings",
    "four-kings-exact",
    "international-draw-rules",
    "kbbkn-fifty",
    "russian-draw-rules",
    "spancireti-draw-rules",
    "stop-after-draw-rules",
    "three-beat-two",
    "three-beat-two-nearly-always",
    "three-kings-quiet",
    "spancireti-three-kings-take-back",
    "two-kings-exact",
];

#[test]
fn the_claims_of_the_books_come_out_as_their_files_say() {
    // Names and sentences are those of the files, whatever has been made of tables.
    let none = tempfile::tempdir().expect("a folder");
    let files = shipped();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let all = dambase(
        &[&["claims", "--quiet", "--json", "--tables", none.path().to_str().expect("a name")], &files[..]].concat(),
    );
    assert_eq!((all.status, all.stderr.as_str()), (1, ""));
    let all = all.objects();
    for claim in &all {
        assert_eq!(text(claim, "status"), "undecided", "{claim}");
        assert!(!claim["missing"].as_array().expect("files").is_empty(), "{claim}");
    }
    // Every game of the list of claims (rules.md 14).
    for game in [
        "spancireti",
        "stop-after",
        "russian",
        "international",
        "brazilian",
        "english",
        "italian",
        "artamonov",
        "chess",
    ] {
        assert!(all.iter().any(|claim| text(claim, "game") == game), "{game}");
    }
    let names: Vec<String> = all.iter().map(|claim| text(claim, "claim").to_owned()).collect();
    for name in LONG {
        assert!(names.iter().any(|known| known == name), "{name}");
    }
    let mut args = files.clone();
    args.extend(["--list", "25"]);
    for name in names.iter().filter(|name| long() || !LONG.contains(&&name[..])) {
        args.extend(["--only", name]);
    }
    let claims = decided(&args).ok().objects();
    assert_eq!(claims.len(), if long() { all.len() } else { all.len() - LONG.len() });
    for claim in &claims {
        assert_eq!(claim["expected"], true, "{claim}");
        let exceptions = claim["first_exceptions"].as_array().expect("a list");
        assert_eq!(exceptions.len() as u64, number(claim, "exceptions").min(25), "{claim}");
        assert_eq!(number(claim, "positions"), number(claim, "holding") + number(claim, "exceptions"));
        for exception in exceptions {
            assert_eq!(exception["confirmed"], true, "{}: {exception}", text(claim, "claim"));
        }
    }
    let of = |name: &str| claims.iter().find(|claim| text(claim, "claim") == name).unwrap_or_else(|| panic!("{name}"));
    // Published: 33 and 35 moves, and two knights' mates in one; the others are this project's own, to be told when they move.
    assert_eq!(number(&of("kbn-33")["longest"], "dtw"), 66);
    assert_eq!(number(&of("kqkr-35")["longest"], "dtw"), 70);
    assert_eq!(number(of("petrov-13"), "holding"), 132_240);
    assert_eq!(number(of("spancireti-three-kings-exact"), "holding"), 573_626);
    assert_eq!(number(of("stop-after-two-kings-to-move"), "holding"), 14_880);
}

#[test]
fn a_file_decides_the_exit_status() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("claims.toml");
    let path = path.to_str().expect("a plain name");
    let run = |lines: &str, more: &[&str]| {
        let text = format!("[[claim]]\nname = \"it\"\nsays = \"so\"\ngame = \"russian\"\nmaterial = \"KKvK\"\n{lines}");
        std::fs::write(path, text).expect("a file");
        dambase(&[&["claims", "--quiet", path, "--tables", tables()], more].concat())
    };
    let proved = run("outcome = \"white wins or draw or black wins\"", &[]).ok();
    assert!(proved.stdout.contains("proved: true of 29,760 of 29,760 positions, 0 exceptions"), "{}", proved.stdout);
    let refuted = run("outcome = \"draw\"", &["--list", "1"]).fails(1, "");
    assert!(refuted.stdout.contains("(not as the file expects)") && refuted.stdout.matches("exception: ").count() == 1);
    run("outcome = \"draw\"\nexpect = \"refuted\"", &[]).ok();
    run("outcome = \"true\"\nexpect = \"refuted\"", &[]).fails(1, "");
    run("outcome = \"white wins and\"", &[])
        .fails(2, "claims.toml: line 6, column 26: claim \"it\": something is expected");
    run("outcome = \"draw\"", &["--only", "that"]).fails(2, "no claim is called \"that\"");
    run("outcome = \"draw\"", &["--list", "few"]).fails(2, "a number or \"all\"");
    run("outcome = \"draw\"\nmaterial = \"KvK\"", &[]).fails(2, "line 7");
    dambase(&["claims", "--quiet", path, path, "--tables", tables()]).fails(2, "line 7");
    run("outcome = \"draw\"", &[]);
    dambase(&["claims", "--quiet", path, path, "--tables", tables()]).fails(2, "is in a file before it, too");
    dambase(&["claims", "--quiet", "no-such.toml"]).fails(3, "no-such.toml");
    dambase(&["claims"]).fails(2, "");
    // Without depths nothing is known of moves; English has none here.
    std::fs::write(
        path,
        "[[claim]]\nname='it'\nsays='so'\ngame='english'\nmaterial='KvK'\noutcome='white wins'\nwithin=3",
    )
    .expect("a file");
    let undecided = dambase(&["claims", "--quiet", path, "--tables", tables(), "--json"]).fails(1, "").objects();
    assert_eq!(undecided[0]["missing"], serde_json::json!(["KvK.dtw"]));
    let english = folder.path().join("latin-1.toml");
    std::fs::write(&english, b"# one\n# na\xefve\n").expect("a file");
    dambase(&["claims", "--quiet", english.to_str().expect("a name")])
        .fails(2, "latin-1.toml: line 2: this is no UTF-8");
    if cfg!(unix) {
        dambase(&["claims", "--quiet", "/dev/zero"]).fails(3, "16 MiB at most");
    }
}

#[test]
fn what_a_file_says_is_text_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("claims.toml");
    let says = "Nobody's *bold* <b>king</b> [goes](there)\\n# \\u001b[31mhome";
    std::fs::write(
        &path,
        format!("[[claim]]\nname='it'\nsays=\"{says}\"\ngame='russian'\nmaterial='KvK'\noutcome='draw'"),
    )
    .expect("a file");
    let (path, pages) = (path.to_str().expect("a name"), folder.path().join("pages"));
    let place = pages.to_str().expect("a name");
    let ran = dambase(&["claims", "--quiet", path, "--tables", tables(), "--report", place]).fails(1, "");
    assert!(ran.stdout.starts_with("it (russian): Nobody's *bold* <b>king</b> [goes](there) # \u{fffd}[31mhome\n"));
    let page = std::fs::read_to_string(pages.join("it.md")).expect("a page");
    let shown = "> Nobody's \\*bold\\* &lt;b>king&lt;/b> \\[goes\\](there) \\# \u{fffd}\\[31mhome\n";
    assert!(page.contains(shown), "{page}");
}

#[test]
fn pages_tell_every_exception_and_spare_what_is_not_theirs() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, pages) = (folder.path().join("claims.toml"), folder.path().join("pages"));
    std::fs::write(&path, "[[claim]]\nname='two'\nsays='A|B'\ngame='russian'\nmaterial='KKvK'\noutcome='draw'")
        .expect("a file");
    let (path, place) = (path.to_str().expect("a name"), pages.to_str().expect("a name"));
    let run = || dambase(&["claims", "--quiet", path, "--tables", tables(), "--report", place]);
    run().fails(1, "");
    run().fails(1, "");
    let page = std::fs::read_to_string(pages.join("two.md")).expect("a page");
    assert_eq!(page.matches("| `").count(), 6_656);
    assert!(!page.contains("not confirmed"));
    assert!(
        std::fs::read_to_string(pages.join("index.md"))
            .expect("a page")
            .contains("(two.md) | russian | refuted | 29,760 | 6,656 | A\\|B |")
    );
    std::fs::write(pages.join("two.md"), "mine").expect("a file");
    // Before anything is decided.
    assert_eq!(run().fails(3, "two.md").stdout, "");
    assert_eq!(std::fs::read_to_string(pages.join("two.md")).expect("a file"), "mine");
}

#[test]
fn sentences_are_found() {
    let explain = |args: &[&str]| dambase(&[&["claims", "--quiet", "--tables", tables(), "--explain"], args].concat());
    let found = explain(&["russian", "KKvK", "--json", "--list", "2"]).ok().objects();
    let kind = |kind: &str| -> Vec<&Value> { found.iter().filter(|object| object["explain"] == kind).collect() };
    let materials = kind("material");
    assert_eq!(materials.len(), 2);
    for material in &materials {
        let ends = number(material, "white_wins") + number(material, "draws") + number(material, "black_wins");
        assert_eq!((number(material, "positions"), ends), (14_880, 14_880));
    }
    assert!(kind("condition").iter().any(|object| text(object, "condition") == "black.kings on main-road"));
    for sentence in kind("sentence") {
        let wrong = number(sentence, "not_won") + number(sentence, "won_all_the_same");
        assert_eq!(sentence["first_exceptions"].as_array().expect("a list").len() as u64, wrong.min(2));
    }
    let words = explain(&["russian", "KKvK"]).ok().stdout;
    assert!(words.contains("White wins ") && words.contains("as a condition: "), "{words}");
    explain(&["russian", "KXvK"]).fails(2, "KXvK");
    explain(&["go", "KvK"]).fails(2, "no game is called");
    explain(&["russian", "KKKvK"]).fails(3, "KKKvK");
}

#[test]
fn a_damaged_table_keeps_no_other_claim_from_being_decided() {
    let tables = copy_of_russian_tables();
    let damaged = tables.path().join("russian/KKvK.dtw");
    let mut bytes = std::fs::read(&damaged).unwrap();
    let last = bytes.len() - 9;
    bytes[last] ^= 0x55;
    std::fs::write(&damaged, bytes).unwrap();
    let file = tables.path().join("two.toml");
    let claims = ["KKvK", "KvK"].map(|material| {
        format!("[[claim]]\nname = \"{material}\"\nsays = \"Something.\"\ngame = \"russian\"\nmaterial = \"{material}\"\noutcome = \"white wins or draw or white loses\"\n")
    });
    std::fs::write(&file, claims.join("\n")).unwrap();
    let args = ["claims", "--quiet", "--json", "--tables", tables.path().to_str().unwrap(), file.to_str().unwrap()];
    let ran = dambase(&args);
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    let lines = ran.objects();
    assert_eq!(lines.len(), 1, "{}", ran.stdout);
    assert_eq!((text(&lines[0], "claim"), text(&lines[0], "status")), ("KvK", "proved"));
    assert!(ran.stderr.contains("claim \"KKvK\": ") && ran.stderr.contains("KKvK.dtw"), "{}", ran.stderr);
    let pages = tables.path().join("pages");
    let report = [&args[..], &["--report", pages.to_str().unwrap()]].concat();
    assert_eq!(dambase(&report).status, 3);
    let index = std::fs::read_to_string(pages.join("index.md")).unwrap();
    assert!(index.contains("[KvK](KvK.md)") && index.contains("Not decided, for damaged files: KKvK."), "{index}");
    assert!(!pages.join("KKvK.md").exists());
}
