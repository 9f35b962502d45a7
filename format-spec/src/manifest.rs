//! The manifest of a folder of tables (FORMAT.md, "Manifest").

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The manifest's file name.
pub const MANIFEST_NAME: &str = "manifest.json";

/// What a folder holds, by file name. Says nothing of when or where it was made: same tables, same bytes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the manifest.
    pub manifest: u32,
    /// The game.
    pub game: String,
    /// SHA-256, in hexadecimal, of the text of the rules that decide values.
    pub rules_sha256: String,
    /// That text.
    pub rules: String,
    /// The tables.
    pub files: BTreeMap<String, ManifestFile>,
}

/// One table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ManifestFile {
    /// Canonical material.
    pub material: String,
    /// `wdl`, `dtw` or `dtc`.
    pub metric: String,
    /// The set of draw rules the values hold under, in tables of `dtc`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_rules: Option<String>,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// Positions in the first section.
    pub positions: u64,
    /// Counts of each section.
    pub sections: Vec<ManifestSection>,
}

/// Counts of a section: the positions with one side to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ManifestSection {
    /// Won by the side to move.
    pub win: u64,
    /// Lost by it.
    pub loss: u64,
    /// Neither.
    pub draw: u64,
    /// The longest win, in plies; null where nothing is won or depths are not known.
    pub longest_win_plies: Option<u16>,
    /// FEN of the first position that has it.
    pub longest_win_fen: Option<String>,
}

/// The version this code writes and reads.
pub const MANIFEST_VERSION: u32 = 1;

impl Manifest {
    /// Reads a manifest. The error names line and column.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let manifest: Manifest = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if manifest.manifest != MANIFEST_VERSION {
            return Err(format!("manifest version {}; this program reads {MANIFEST_VERSION}", manifest.manifest));
        }
        Ok(manifest)
    }

    /// The manifest as text.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a manifest is plain data") + "\n"
    }
}
