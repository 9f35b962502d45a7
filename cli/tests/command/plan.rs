//! `dambase plan`: what it promises of a run, and that nothing comes of it.

use serde_json::Value;

use crate::support::{copy_of_russian_tables, dambase, number, ruled_tables, tables, text};

const SLICE_FIELDS: [&str; 14] = [
    "kind",
    "draw_rules",
    "material",
    "positions",
    "layers",
    "layer_positions",
    "make",
    "stands",
    "seconds",
    "cpu_seconds",
    "memory_bytes",
    "disk_bytes",
    "read_back_positions",
    "refused",
];
const TOTAL_FIELDS: [&str; 22] = [
    "kind",
    "game",
    "slices",
    "slices_to_make",
    "positions",
    "seconds",
    "cpu_seconds",
    "memory_bytes",
    "memory_material",
    "least_memory_bytes",
    "disk_bytes",
    "refused",
    "threads",
    "speed",
    "cores",
    "memory_available_bytes",
    "disk_free_bytes",
    "within_bound",
    "memory_suffices",
    "disk_suffices",
    "cores_for_a_day",
    "needs",
];

/// The lines of a plan: slices, and the total.
fn planned(args: &[&str]) -> (Vec<Value>, Value) {
    let mut lines = dambase(&[&["plan"], args, &["--json", "--speed", "1"][..]].concat()).ok().objects();
    let total = lines.pop().expect("a total");
    for (line, fields) in lines.iter().map(|line| (line, &SLICE_FIELDS[..])).chain([(&total, &TOTAL_FIELDS[..])]) {
        let names: Vec<&str> = line.as_object().expect("an object").keys().map(String::as_str).collect();
        let mut expected = fields.to_vec();
        expected.sort_unstable();
        assert_eq!(names, expected, "{line}");
    }
    assert!(lines.iter().all(|line| text(line, "kind") == "slice"));
    assert_eq!(text(&total, "kind"), "total");
    (lines, total)
}

fn sum(lines: &[Value], field: &str) -> f64 {
    lines.iter().map(|line| line[field].as_f64().expect("a number")).sum()
}

#[test]
fn a_line_a_slice_in_solving_order_and_a_total() {
    let empty = tempfile::tempdir().unwrap();
    let folder = empty.path().join("none");
    let (lines, total) = planned(&["russian", "--pieces", "3", "--threads", "1", "--tables", folder.to_str().unwrap()]);
    let materials: Vec<&str> = lines.iter().map(|line| text(line, "material")).collect();
    assert_eq!(materials[..3], ["KvK", "KvM", "MvM"]);
    assert_eq!(number(&total, "slices"), 9);
    assert_eq!(number(&total, "slices_to_make"), 9);
    // 8x8: positions of two and of three pieces, one side to move.
    assert_eq!((sum(&lines, "positions"), number(&total, "positions")), (199_520.0, 199_520));
    assert_eq!(lines[0]["make"], serde_json::json!(["wdl", "dtw"]));
    assert_eq!(lines[0]["stands"], serde_json::json!([]));
    assert_eq!((number(&lines[1], "layers"), number(&lines[1], "layer_positions")), (28, 62));
    let near = |a: f64, b: f64| (a - b).abs() < 1e-6 * a.max(b);
    assert!(near(sum(&lines, "seconds"), total["seconds"].as_f64().unwrap()));
    assert!(near(sum(&lines, "disk_bytes"), total["disk_bytes"].as_f64().unwrap()));
    assert!(total["needs"].is_null() && total["within_bound"].is_null(), "{total}");
    assert!(!folder.exists(), "nothing is touched");
}

#[test]
fn what_stands_is_told_and_not_planned_again() {
    let (lines, total) = planned(&["russian", "--pieces", "4", "--tables", tables()]);
    let standing: Vec<_> = lines.iter().filter(|line| line["stands"] == serde_json::json!(["wdl", "dtw"])).collect();
    assert_eq!((standing.len() as u64, number(&total, "slices_to_make")), (9, number(&total, "slices") - 9));
    assert!(standing.iter().all(|line| line["make"] == serde_json::json!([]) && line["cpu_seconds"] == 0.0));
    // What stands is read back for what is to be made.
    assert!(lines.iter().any(|line| number(line, "read_back_positions") > 0));

    let (_, total) = planned(&["russian", "--pieces", "3", "--tables", tables()]);
    assert_eq!((number(&total, "slices_to_make"), number(&total, "memory_bytes")), (0, 0));
    // Another metric of the same slices is another matter.
    let (lines, _) = planned(&["english", "--pieces", "2", "--tables", tables()]);
    assert_eq!((&lines[0]["make"], &lines[0]["stands"]), (&serde_json::json!(["dtw"]), &serde_json::json!(["wdl"])));
}

#[test]
fn tables_under_draw_rules_have_lines_of_their_own() {
    let args = ["russian", "--pieces", "4", "--draw-rules", "russian-code", "--tables", ruled_tables()];
    let (lines, _) = planned(&args);
    let ruled: Vec<_> = lines.iter().filter(|line| line["draw_rules"] == "russian-code").collect();
    assert!(ruled.iter().any(|line| line["stands"] == serde_json::json!(["dtc"])));
    assert!(ruled.iter().any(|line| line["make"] == serde_json::json!(["dtc"]) && number(line, "disk_bytes") > 0));
    let (lines, _) = planned(&["chess", "--pieces", "3", "--draw-rules", "fide2014", "--tables", tables()]);
    assert_eq!(lines.iter().filter(|line| line["make"] == serde_json::json!(["dtc"])).count(), 6);
}

#[test]
fn people_get_a_table_and_what_machine_it_takes() {
    let text =
        dambase(&["plan", "russian", "--pieces", "2", "--speed", "1", "--threads", "1", "--tables", "no-tables"])
            .ok()
            .stdout;
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("slice") && lines[1].starts_with("KvK"), "{text}");
    assert!(text.contains("3 slices to make, 3 in all; 3,488 positions in about"), "{text}");
    assert!(text.contains("of memory, for KvK"), "{text}");
    assert!(!text.contains("too small"), "{text}");

    let text =
        dambase(&["plan", "international", "--pieces", "8", "--speed", "1", "--tables", "no-tables"]).ok().stdout;
    for says in [
        "this machine is too small or slow",
        "of memory",
        "of disk",
        "such cores for a day",
        "not made by this version",
    ] {
        assert!(text.contains(says), "{says}: {text}");
    }
}

#[test]
fn what_this_version_refuses_is_counted_with_the_reason() {
    let (lines, total) = planned(&["canadian", "--pieces", "10", "--metric", "wdl", "--tables", "no-tables"]);
    let refused: Vec<_> = lines.iter().filter(|line| !line["refused"].is_null()).collect();
    assert_eq!(refused.len() as u64, number(&total, "refused"));
    assert!(
        refused.iter().all(|line| text(line, "refused").contains("32 bits") && number(line, "positions") > 1 << 31)
    );
    let needs = text(&total, "needs");
    assert!(needs.contains("of memory") && needs.contains("years"), "{needs}");
    // The run says the same of the first of them.
    let material = text(refused[0], "material");
    let empty = tempfile::tempdir().unwrap();
    let folder = empty.path().to_str().unwrap();
    dambase(&["generate", "canadian", "--material", material, "--tables", folder])
        .fails(2, text(refused[0], "refused"));
    // More than an index can number is an error, as it is to the run.
    let crowd = format!("{}vK", "K".repeat(16));
    dambase(&["plan", "canadian", "--material", &crowd]).fails(2, &crowd);
}

#[test]
fn the_bound_of_memory_is_the_one_that_a_run_takes() {
    let args = ["russian", "--pieces", "3", "--tables", "no-tables", "--memory"];
    let (_, total) = planned(&[&args[..], &["1KiB"]].concat());
    assert_eq!(total["within_bound"], false);
    let needed = number(&total, "least_memory_bytes");
    let empty = tempfile::tempdir().unwrap();
    let run = |bound: &str| {
        let folder = empty.path().to_str().unwrap();
        dambase(&["generate", "russian", "--pieces", "3", "--tables", folder, "--quiet", "--memory", bound])
    };
    run("1KiB").fails(2, &format!("({needed} bytes)"));
    let enough = format!("{}KiB", needed.div_ceil(1 << 10));
    let (_, total) = planned(&[&args[..], &[&enough]].concat());
    assert_eq!(total["within_bound"], true);
    run(&enough).ok();
}

#[test]
fn a_speed_is_a_number_and_times_go_by_it() {
    for speed in ["0", "-1", "fast", "nan", "1e9"] {
        dambase(&["plan", "russian", "--pieces", "2", &format!("--speed={speed}")]).fails(2, speed);
    }
    let cpu = |speed: &str| {
        let ran =
            dambase(&["plan", "russian", "--pieces", "4", "--json", "--tables", "no-tables", "--speed", speed]).ok();
        ran.objects().last().unwrap()["cpu_seconds"].as_f64().unwrap()
    };
    assert!((cpu("0.5") / cpu("1") - 2.0).abs() < 1e-6);
    // Measured where it is not given.
    let ran = dambase(&["plan", "russian", "--pieces", "2", "--json", "--tables", "no-tables"]).ok();
    assert!(ran.objects().last().unwrap()["speed"].as_f64().unwrap() > 0.0);
}

#[test]
fn wrong_use_and_broken_files_end_as_they_do_for_a_run() {
    dambase(&["plan", "russian"]).fails(2, "--pieces");
    dambase(&["plan", "russian", "--material", "KKv"]).fails(2, "KKv");
    dambase(&["plan", "russian", "--pieces", "2", "--draw-rules", "no-such"]).fails(2, "no-such");
    let folder = copy_of_russian_tables();
    std::fs::write(folder.path().join("russian").join("KvK.dtw"), b"broken").unwrap();
    dambase(&["plan", "russian", "--pieces", "2", "--tables", folder.path().to_str().unwrap()]).fails(3, "KvK.dtw");
    let help = dambase(&["plan", "--help"]).ok().stdout;
    for option in
        ["--pieces", "--material", "--metric", "--draw-rules", "--tables", "--threads", "--memory", "--speed", "--json"]
    {
        assert!(help.contains(option), "{option}");
    }
}
