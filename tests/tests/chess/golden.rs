//! The golden files of chess.

use dambase_format::TableGame;
use dambase_rules::chess::Chess;

#[path = "../common/golden.rs"]
mod files;

#[test]
fn three_men() {
    let keys: Vec<_> = (2..=3).flat_map(Chess::slices_of).collect();
    files::check::<Chess>(&keys, true);
}
