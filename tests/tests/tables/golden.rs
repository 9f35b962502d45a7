//! The golden files of draughts.

use dambase_format::TableGame;
use dambase_generator::ClockedSolvable;
use dambase_rules::draughts::games::{Canadian, English, RussianGiveaway};

#[path = "../common/golden.rs"]
mod files;

fn check<G: ClockedSolvable>(under_rules: bool) {
    files::check::<G>(&<G as TableGame>::slices_of(2), under_rules);
}

#[test]
fn short_kings() {
    check::<English>(true);
}

#[test]
fn giveaway() {
    check::<RussianGiveaway>(false);
}

#[test]
fn a_128_bit_board() {
    check::<Canadian>(true);
}

/// The figures of files that FORMAT.md gives to whoever writes a reader.
#[test]
fn the_test_values_of_the_format_are_those_of_the_files() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/golden/v1");
    let format = include_str!("../../../format-spec/FORMAT.md");
    let mut checked = 0;
    for line in format.lines() {
        let Some((name, told)) = line.strip_prefix("- `").and_then(|line| line.split_once("`: ")) else { continue };
        let Some((bytes, told)) = told.split_once(" bytes, codec ") else { continue };
        let file = std::fs::read(format!("{folder}/{name}")).expect("a golden file");
        assert_eq!(bytes.parse(), Ok(file.len()), "{name}");
        for (field, offset) in [("table_checksum", 496), ("header_checksum", 504)] {
            let (_, rest) = told.split_once(&format!("{field} 0x")).expect("a checksum");
            let digits: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
            let held = u64::from_le_bytes(file[offset..offset + 8].try_into().expect("eight bytes"));
            assert_eq!(u64::from_str_radix(&digits, 16), Ok(held), "{name}: {field}");
        }
        checked += 1;
    }
    assert_eq!(checked, 4);
}
