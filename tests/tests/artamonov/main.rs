//! Artamonov's one-colour draughts: values, and verdicts under rule 4-15, against the naive oracle.
//!
//! The oracle solves every position to three pieces by looking at all successors again and again, and rule 4-15 by plain induction over
//! positions, plies and differences of pieces taken. It knows no levels, no distances and no colour reversal.

mod faults;
mod golden;
mod made;
mod refusals;
mod values;
mod verdicts;
