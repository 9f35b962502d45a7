//! Slices that prices are not fitted to, but judged by.

use crate::record::Record;

/// Game and material: from three to six pieces, drawn and decided, with few men and many.
const HELD_OUT: [(&str, &str); 10] = [
    ("english", "KKMvKM"),
    ("english", "KKMvKKM"),
    ("russian", "KMMvKK"),
    ("russian", "KKMvKKM"),
    ("spancireti", "KMMvK"),
    ("international", "KMvMM"),
    ("international", "KKMvKK"),
    ("russian-giveaway", "KKMvM"),
    ("chess", "KQvKP"),
    ("chess", "KRBvKR"),
];

/// This one is held out.
pub fn is_held_out(record: &Record) -> bool {
    HELD_OUT.contains(&(record.game.name(), &record.material))
}
