//! The player from outside: alone, and through its protocols.

#[path = "../../../prober/tests/common/mod.rs"]
mod common;
mod hub;
mod inside;
mod support;
mod tactics;
mod uci;
mod under_rules;
mod whole_games;
