//! `dambase board`.

use crate::support::{dambase, text};

#[test]
fn a_position_is_drawn_for_a_terminal() {
    let ran = dambase(&["board", "russian", "B:WKa1,c3:BKh8,b6"]).ok().stdout;
    assert!(ran.contains(" 1 │ ⛁     ·     ·     ·    │\n") && ran.contains("a  b  c  d  e  f  g  h"), "{ran}");
    assert!(ran.contains("Black to move.") && !ran.contains('\x1b'), "{ran}");
    let ran = dambase(&["board", "italian", "W:WK30:B10,K20"]).ok().stdout;
    assert!(ran.contains("29 │     29       ⛁      31      32 │ 32\n"), "{ran}");
    let ran = dambase(&["board", "64A", "W:Mc3,e5:Kd4:Xd4"]).ok().stdout;
    assert!(ran.contains("[⛁]") && ran.contains("Barred: d4"), "{ran}");
}

#[test]
fn the_fields_are_those_of_the_contract() {
    let ran = dambase(&["board", "english", "B:W18,K24:B12", "--json"]).ok();
    assert_eq!(
        ran.stdout,
        "{\"fen\":\"B:W18,K24:B12\",\"side\":\"black\",\"barred\":null,\"words\":\"Black to move. White: king 24; man 18. Black: man \
         12.\",\"file\":null,\"svg\":null}\n"
    );
    let line = &dambase(&["board", "artamonov", "W:Mc3:Kd4:Xd4", "--json", "--svg", "-"]).ok().objects()[0];
    assert_eq!(text(line, "barred"), "d4");
    assert!(text(line, "svg").starts_with("<svg ") && line["file"].is_null());
}

#[test]
fn an_svg_goes_to_a_file_or_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("position.svg");
    let name = file.to_str().unwrap();
    let fen = "8/8/8/3k4/8/8/8/KBN5 w - - 0 1";
    for _ in 0..2 {
        assert_eq!(dambase(&["board", "chess", fen, "--svg", name]).ok().stdout, "");
    }
    let svg = std::fs::read_to_string(&file).unwrap();
    assert!(
        svg.starts_with("<svg ") && svg.matches("class=\"piece ").count() == 4 && svg.contains("knight c1"),
        "{svg}"
    );
    assert_eq!(dambase(&["board", "chess", fen, "--svg", "-"]).ok().stdout.trim_end(), svg);
    let line = &dambase(&["board", "chess", fen, "--svg", name, "--json"]).ok().objects()[0];
    assert_eq!((text(line, "fen"), text(line, "file")), (fen, name));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left aside");
}

#[test]
fn what_cannot_be_drawn_or_written_is_told() {
    dambase(&["board", "russian", "W:WKa1,x:BKh8"]).fails(2, "column 8");
    dambase(&["board", "checkmate", "W:WKa1:BKh8"]).fails(2, "checkmate");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("none").join("a.svg");
    dambase(&["board", "russian", "W:WKa1:BKh8", "--svg", file.to_str().unwrap()]).fails(3, "a.svg");
    dambase(&["board", "russian", "W:WKa1:BKh8", "--svg", folder.path().to_str().unwrap()]).fails(3, "directory");
}
