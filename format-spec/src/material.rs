//! Material: the pieces of both sides, and the key of the slice that holds them.

use std::fmt;

/// Which slice: the family's canonical material packed in a word. It has no meaning outside the family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SliceKey(pub u64);

/// A text that is not the material of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaterialError {
    /// The text as given.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for MaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: String = self.text.chars().take(40).collect();
        write!(f, "material \"{shown}\": {}", self.reason)
    }
}

impl std::error::Error for MaterialError {}

/// Whether two ordered materials are the same pieces of White and of Black, written in any order and case.
pub fn same_material(one: &str, other: &str) -> bool {
    let sides = |text: &str| {
        let text = text.to_ascii_uppercase();
        let sorted = |side: &str| {
            let mut letters: Vec<_> = side.bytes().collect();
            letters.sort_unstable();
            letters
        };
        // Pieces of nobody are in one group.
        let (white, black) = text.split_once('V').unwrap_or((&text, ""));
        (sorted(white), sorted(black))
    };
    sides(one) == sides(other)
}

#[cfg(test)]
mod tests {
    use super::same_material;

    #[test]
    fn materials_are_compared_side_by_side() {
        assert!(same_material("KKMvK", "mkkVk"));
        assert!(same_material("KKM", "MKK"));
        assert!(!same_material("KKMvK", "KvKKM"));
        assert!(!same_material("KvK", "KK"));
    }
}
