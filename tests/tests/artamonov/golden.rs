//! The golden files of one-colour draughts.

use dambase_rules::artamonov::Artamonov;

use super::made::keys;

#[path = "../common/golden.rs"]
mod files;

#[test]
fn two_pieces() {
    files::check::<Artamonov>(&keys(2), true);
}
