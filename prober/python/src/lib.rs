//! The Python package `dambase`: a thin layer over [`dambase_prober::any`]. `dambase.pyi` says what Python sees.
//!
//! Whatever may read a file or work long is done while other Python threads go on ([`errors::detached`]). All objects are either
//! immutable or behind a lock, so that threads share them, on builds without the global interpreter lock, too.

mod batch;
mod errors;
mod game;
mod layout;
mod position;
mod rules;
mod tablebase;
mod values;

use pyo3::prelude::*;

/// Probes Dambase endgame tables: values of positions, ranked moves, best lines, verdicts under draw rules; rules and games.
#[pymodule]
fn dambase(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("WIN", batch::WIN)?;
    module.add("DRAW", batch::DRAW)?;
    module.add("LOSS", batch::LOSS)?;
    module.add("NO_ANSWER", batch::NO_ANSWER)?;
    module.add("NO_PLIES", batch::NO_PLIES)?;
    module.add_class::<tablebase::Tablebase>()?;
    module.add_class::<tablebase::Table>()?;
    module.add_class::<tablebase::TableProblem>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<game::Status>()?;
    module.add_class::<game::Claim>()?;
    module.add_class::<values::Evaluation>()?;
    module.add_class::<values::RankedMove>()?;
    module.add_class::<values::LineStep>()?;
    module.add_class::<values::Verdict>()?;
    module.add_class::<values::RuledMove>()?;
    module.add_class::<rules::GameInfo>()?;
    module.add_class::<rules::DrawRules>()?;
    module.add_class::<rules::Article>()?;
    module.add_function(wrap_pyfunction!(rules::games, module)?)?;
    module.add_function(wrap_pyfunction!(rules::draw_rules, module)?)?;
    module.add_function(wrap_pyfunction!(layout::position_dtype, module)?)?;
    module.add_function(wrap_pyfunction!(layout::positions_to_array, module)?)?;
    module.add_function(wrap_pyfunction!(layout::positions_from_array, module)?)?;
    errors::add_to(module)
}
