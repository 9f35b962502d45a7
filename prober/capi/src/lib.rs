//! The C interface of Dambase: what `include/dambase.h` declares.
//!
//! Names are those of C, since the header is made of these sources, and so are the comments. Every exported function runs in
//! [`error::guard`] or [`error::quietly`], which let no panic out. What callers owe to pointers is said once, at the top of the header
//! (`cbindgen.toml`); [`arguments`] is where it is relied on.
#![allow(non_camel_case_types)]
// Every function asks the same of its pointers, and the header says what.
#![allow(clippy::missing_safety_doc)]

mod arguments;
mod error;
mod game;
mod lists;
mod moves;
mod position;
mod probe;
mod tablebase;
mod values;
mod verdict;
mod version;

pub use error::*;
pub use game::*;
pub use lists::*;
pub use moves::*;
pub use position::*;
pub use probe::*;
pub use tablebase::*;
pub use values::*;
pub use verdict::*;
pub use version::*;
