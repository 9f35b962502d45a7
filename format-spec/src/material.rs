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
