//! Which library this is.

use std::ffi::{CStr, c_char};

use crate::error::quietly;

/// Version of this header, first number: that of the library's release.
pub const DAMBASE_VERSION_MAJOR: u32 = 0;
/// Version of this header, second number.
pub const DAMBASE_VERSION_MINOR: u32 = 1;
/// Version of this header, third number.
pub const DAMBASE_VERSION_PATCH: u32 = 0;
/// Version of the binary interface that this header declares. A program works with every library of the same number, which is part of
/// the shared library's name.
pub const DAMBASE_ABI_VERSION: u32 = 1;

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => panic!("a version is a text"),
};

/// The library's release, such as "0.1.0". Never NULL; not to be given back.
#[unsafe(no_mangle)]
pub extern "C" fn dambase_version() -> *const c_char {
    quietly(VERSION.as_ptr(), || VERSION.as_ptr())
}

/// The binary interface of the library that is loaded: a program compares it with DAMBASE_ABI_VERSION.
#[unsafe(no_mangle)]
pub extern "C" fn dambase_abi_version() -> u32 {
    quietly(DAMBASE_ABI_VERSION, || DAMBASE_ABI_VERSION)
}
