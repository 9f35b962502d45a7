//! The `dambase` command from outside: what it prints, and how it ends. One program, so that tables are made once.

mod adjudicate;
mod basics;
mod board;
mod chess;
mod claims;
mod draw_rules;
mod enumerate;
mod faults;
mod line;
mod plan;
mod play;
mod probe;
mod report;
mod rules;
mod stats;
mod support;
mod verify;
