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
