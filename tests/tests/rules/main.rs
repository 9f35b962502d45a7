//! The rules, judged by published figures, by properties that hold in every position, and by the naive oracle.

mod data;
mod fen;
mod moves;
mod oracle;
mod pdn;
mod perft;
mod played;
mod positions;
mod properties;
mod robustness;
