//! The naive oracle, by which the real code is judged.

pub mod naive;
