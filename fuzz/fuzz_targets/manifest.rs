//! Any text as a manifest: it is refused in words, or it prints as a manifest that reads back as the same.
#![no_main]

use dambase_format::manifest::Manifest;
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|data: &[u8]| -> Corpus {
    let Ok(text) = std::str::from_utf8(data) else { return Corpus::Reject };
    match Manifest::from_json(text) {
        Ok(manifest) => {
            let written = manifest.to_json();
            assert_eq!(Manifest::from_json(&written).as_ref(), Ok(&manifest), "{written}");
        }
        Err(error) => assert!(!error.is_empty()),
    }
    Corpus::Keep
});
