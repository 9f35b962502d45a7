//! Tables as a whole: against published endgames and totals, and however the run that made them went.
//!
//! One program: what it instantiates of generator and prober for every game takes longer to compile than anything else here.

mod golden;
mod made;
mod published;
mod runs;
mod under_rules;
mod values;
mod verdicts;
