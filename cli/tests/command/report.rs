//! `dambase report`.

use crate::support::{copy_of_russian_tables, dambase, number, text, with_ruled_tables, with_tables};

#[test]
fn a_report_is_written_and_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("report");
    let args =
        ["report", "--quiet", "russian", "--draw-rules", "russian-code", "--json", "--out", out.to_str().unwrap()];
    let mut earlier = None;
    for _ in 0..2 {
        let lines = with_ruled_tables(&args).ok().objects();
        assert_eq!(lines.len(), 1);
        let html = std::fs::read_to_string(text(&lines[0], "file")).unwrap();
        assert_eq!(number(&lines[0], "bytes"), html.len() as u64);
        // Published: Russian K v K has 194 wins; MM v M takes 25 plies at most.
        assert!(html.contains(">194 <") && html.contains("Longest win of MMvM, Black to move: 25 plies"));
        assert!(html.contains("id=\"rules\"") && html.contains("7.2.4"));
        assert!(earlier.replace(html.clone()).is_none_or(|earlier| earlier == html));
    }
    let people = with_tables(&["report", "--quiet", "english", "--out", out.to_str().unwrap()]).ok().stdout;
    assert!(people.contains("index.html: ") && people.ends_with(" bytes\n"), "{people}");
    assert!(std::fs::read_to_string(out.join("index.html")).unwrap().contains("There is no table of depths"));
}

#[test]
fn spoiled_wins_are_told_with_their_article() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    with_ruled_tables(&["report", "--quiet", "stop-after", "--draw-rules", "russian-code", "--out", out]).ok();
    let html = std::fs::read_to_string(folder.path().join("index.html")).unwrap();
    let stats = with_ruled_tables(&["stats", "stop-after", "--draw-rules", "russian-code", "--json"]).ok().objects();
    let spoiled =
        stats.iter().filter(|row| row["side"] == "white").filter_map(|row| row["longest_spoiled"].as_object());
    let longest = spoiled.max_by_key(|spoiled| spoiled["dtw"].as_u64()).expect("two kings win too late against one");
    let article = longest["article"].as_str().unwrap();
    assert!(html.contains(&format!("Longest win that article {article} spoils")), "{article}");
    assert!(html.contains(&format!("Article {article} ends the game: a draw.")));
}

#[test]
fn what_makes_no_report_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("report");
    let out = out.to_str().unwrap();
    with_tables(&["report", "canadian", "--out", out]).fails(3, "there is no table of canadian");
    with_tables(&["report", "russian", "--draw-rules", "fmjd", "--out", out]).fails(2, "russian-code");
    dambase(&["report", "russian", "--tables", "no-such-folder", "--out", out]).fails(3, "no-such-folder");
    dambase(&["report", "russian"]).fails(2, "--out");
    assert!(!folder.path().join("report").exists());
    let mine = folder.path().join("index.html");
    std::fs::write(&mine, "mine").unwrap();
    with_tables(&["report", "russian", "--out", folder.path().to_str().unwrap()]).fails(3, "index.html");
    assert_eq!(std::fs::read_to_string(&mine).unwrap(), "mine");
}

#[test]
fn missing_tables_are_named_in_the_report() {
    let tables = copy_of_russian_tables();
    for gone in ["KvK.wdl", "KvK.dtw"] {
        std::fs::remove_file(tables.path().join("russian").join(gone)).unwrap();
    }
    let out = tables.path().join("report");
    dambase(&[
        "report",
        "--quiet",
        "russian",
        "--tables",
        tables.path().to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
    ])
    .ok();
    let html = std::fs::read_to_string(out.join("index.html")).unwrap();
    assert!(html.contains("What is missing") && html.contains("KvK.wdl"));
}

#[test]
fn damaged_depths_are_told_from_missing_ones() {
    let tables = copy_of_russian_tables();
    std::fs::write(tables.path().join("russian/KvK.dtw"), "no table").unwrap();
    let out = tables.path().join("report");
    let (folder, page) = (tables.path().to_str().unwrap(), out.to_str().unwrap());
    let ran = dambase(&["report", "--quiet", "russian", "--tables", folder, "--out", page]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("KvK.dtw"), "{}", ran.stderr);
    let html = std::fs::read_to_string(out.join("index.html")).unwrap();
    assert!(html.contains("cannot be used: ") && !html.contains("There is no table of depths"));
}
