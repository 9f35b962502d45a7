//! A file against the manifest beside it.

use std::fmt::Write;
use std::io;

use dambase_format::manifest::{MANIFEST_NAME, Manifest, ManifestSection};
use dambase_format::{Header, TableGame, fingerprint};
use sha2::{Digest, Sha256};

use super::fault::{Fault, FaultKind};
use crate::table::Loaded;

/// Bytes hashed at once.
const PIECE_BYTES: u64 = 1 << 20;

/// Compares a file with what the manifest in its folder says; false where there is no manifest.
pub(super) fn check<G: TableGame>(table: &Loaded) -> Result<bool, Fault> {
    let path = table.path.with_file_name(MANIFEST_NAME);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        // Bytes that are no text were read.
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            return Err(Fault::of_file(&path, FaultKind::Manifest, error.to_string()));
        }
        Err(error) => return Err(Fault::of_file(&path, FaultKind::Unreadable, error.to_string())),
    };
    let manifest = Manifest::from_json(&text).map_err(|error| Fault::of_file(&path, FaultKind::Manifest, error))?;
    // Opening the table has shown that it is of this game and these rules: a manifest that is not is the one to blame.
    for (field, found, expected) in [
        ("game", manifest.game.as_str(), G::ID.info().tables.name()),
        ("rules", &manifest.rules_sha256.to_ascii_lowercase(), &hex(&fingerprint::<G>())),
    ] {
        if found != expected {
            let fault = Fault::of_file(&path, FaultKind::Manifest, format!("{field} {found}"));
            return Err(Fault { expected: expected.to_owned(), ..fault });
        }
    }
    let name = table.path.file_name().unwrap_or_default().to_string_lossy();
    let Some(listed) = manifest.files.get(&*name) else {
        return Err(Fault::of_file(&table.path, FaultKind::Manifest, format!("not listed in {MANIFEST_NAME}")));
    };
    let header = table.table.header();
    let source = table.source();
    let positions = header.sections.first().map_or(0, |section| section.win + section.loss + section.draw);
    let fields = [
        ("material", header.material.clone(), listed.material.clone()),
        ("metric", header.metric.to_string(), listed.metric.clone()),
        ("draw_rules", header.draw_rules.clone(), listed.draw_rules.clone().unwrap_or_default()),
        ("bytes", source.len().to_string(), listed.bytes.to_string()),
        ("positions", positions.to_string(), listed.positions.to_string()),
        ("counts", counts_of_header(header), counts_of_manifest(&listed.sections)),
        ("SHA-256", sha256(table)?, listed.sha256.to_ascii_lowercase()),
    ];
    for (field, found, expected) in fields {
        if found != expected {
            let found = format!("{field} {found}");
            return Err(Fault::differs(table, FaultKind::Manifest, found, format!("{expected} ({MANIFEST_NAME})")));
        }
    }
    Ok(true)
}

fn counts_of_header(header: &Header) -> String {
    header.sections.iter().fold(String::new(), |text, section| {
        counts(text, section.win, section.loss, section.draw, section.longest_win.map(|longest| longest.0))
    })
}

fn counts_of_manifest(sections: &[ManifestSection]) -> String {
    sections.iter().fold(String::new(), |text, section| {
        counts(text, section.win, section.loss, section.draw, section.longest_win_plies)
    })
}

fn counts(mut text: String, win: u64, loss: u64, draw: u64, longest: Option<u16>) -> String {
    let longest = longest.map_or("-".into(), |plies| plies.to_string());
    let _ = write!(text, "[{win} won, {loss} lost, {draw} drawn, longest {longest}]");
    text
}

/// SHA-256 of the bytes as they are open, which after a replacement are not those under the file's name.
fn sha256(table: &Loaded) -> Result<String, Fault> {
    let source = table.source();
    let mut hash = Sha256::new();
    let mut scratch = Vec::new();
    let mut offset = 0;
    while offset < source.len() {
        let len = PIECE_BYTES.min(source.len() - offset);
        let bytes = source
            .bytes(offset, len as usize, &mut scratch)
            .map_err(|error| Fault::of_file(&table.path, FaultKind::Unreadable, error.to_string()))?;
        hash.update(bytes);
        offset += len;
    }
    Ok(hex(&hash.finalize().into()))
}

fn hex(bytes: &[u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
