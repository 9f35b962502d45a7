//! Chess tables against published figures, another format's tables, and a naive search.

mod counts;
mod golden;
mod made;
mod rules_of_fifty;
mod samples;
mod search;
