//! The header is the one that the sources make.

use std::path::Path;

/// In the order in which the header declares what is in them.
const SOURCES: [&str; 10] =
    ["version", "error", "values", "position", "lists", "tablebase", "probe", "moves", "verdict", "game"];

/// `DAMBASE_WRITE_HEADER=1 cargo test -p dambase-capi --test header` writes it.
#[test]
fn the_header_is_made_of_the_sources() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).unwrap();
    let builder = cbindgen::Builder::new().with_config(config);
    let builder = SOURCES.iter().fold(builder, |builder, name| builder.with_src(folder.join(format!("src/{name}.rs"))));
    let mut made = Vec::new();
    builder.generate().unwrap().write(&mut made);
    let made = String::from_utf8(made).unwrap();
    let header = folder.join("include/dambase.h");
    if std::env::var_os("DAMBASE_WRITE_HEADER").is_some() {
        std::fs::write(&header, &made).unwrap();
    }
    let there = std::fs::read_to_string(&header).unwrap_or_default();
    assert!(
        there == made,
        "include/dambase.h is stale: DAMBASE_WRITE_HEADER=1 cargo test -p dambase-capi --test header"
    );
}

#[test]
fn every_source_that_exports_is_in_the_header() {
    for entry in Path::new(env!("CARGO_MANIFEST_DIR")).join("src").read_dir().unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let source = std::fs::read_to_string(&path).unwrap();
        let exports = source.contains("no_mangle") || source.contains("#[repr(");
        assert_eq!(exports, SOURCES.contains(&name), "{name}");
    }
}

/// The numbers of the header are those of the library and of its file's name.
#[test]
fn versions_agree() {
    let header = format!(
        "{}.{}.{}",
        dambase::DAMBASE_VERSION_MAJOR,
        dambase::DAMBASE_VERSION_MINOR,
        dambase::DAMBASE_VERSION_PATCH
    );
    assert_eq!(header, env!("CARGO_PKG_VERSION"));
    // SAFETY: a version ends with a zero.
    let version = unsafe { std::ffi::CStr::from_ptr(dambase::dambase_version()) };
    assert_eq!(version.to_str(), Ok(env!("CARGO_PKG_VERSION")));
    assert_eq!(dambase::dambase_abi_version(), dambase::DAMBASE_ABI_VERSION);
    let build = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("build.rs")).unwrap();
    assert!(build.contains(&format!("libdambase.so.{}\"", dambase::DAMBASE_ABI_VERSION)));
}
