//! Names the shared library by its binary interface, so that a program finds one it was built for.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        // As DAMBASE_ABI_VERSION; a test compares.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libdambase.so.1");
    }
}
