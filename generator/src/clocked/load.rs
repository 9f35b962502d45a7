//! A slice solved under draw rules back from its file.

use std::sync::Arc;

use rayon::prelude::*;

use dambase_format::{DtcShape, Settled, SliceIndex, ValueCode, block};
use dambase_rules::draw::DrawRules;

use super::{ClockedSolvable, UnderRules, UnderRulesSlices};
use crate::GenerateError;
use crate::folder::{Folder, in_file};
use crate::problem::{Expansion, LayerProblem, SliceProblem};
use crate::solve::{Exits, ToReset};
use crate::solved::{Solved, Values};

/// Reads a slice's table, every block checked; what it does not hold is worked out from `others`.
pub fn load<G: ClockedSolvable>(
    folder: &Folder,
    rules: &'static DrawRules,
    slice: G::Slice,
    shape: DtcShape,
    theory: Arc<Solved<G>>,
    others: &UnderRulesSlices<G>,
) -> Result<UnderRules<G>, GenerateError> {
    let name = Folder::dtc_name(&slice.material(), rules);
    let table = folder.dtc_table::<G>(&slice, rules, &shape)?.ok_or_else(|| GenerateError::Existing {
        path: folder.path().join(&name),
        reason: "the file was here when the run began and is gone".into(),
    })?;
    let header = table.header();
    let len = UnderRules::<G>::len(&slice, &shape);
    let values = match header.value_code {
        ValueCode::Words => Values::words(len),
        _ => values_for(len, &shape),
    };
    let planes = u64::from(shape.planes);
    (0..header.frames())
        .into_par_iter()
        .try_for_each_init(Default::default, |(stored, bytes): &mut (Vec<u8>, Vec<u8>), frame| {
            table.read_frame(frame, stored, bytes, |number, bytes| {
                let first = number * u64::from(header.values_per_block);
                for at in 0..header.values_in(number) {
                    let value = block::code_at(bytes, at as usize, header.value_code).unwrap_or(0);
                    if shape.is_by_levels() {
                        // More than the limit is neither won nor lost, if a file should say so.
                        let settled = Settled::from_code(value).filter(|settled| settled.plies <= shape.limit_plies);
                        let code = settled.map_or(0, |settled| ToReset::code(settled.win, settled.plies));
                        values.set(first + at, code).expect("as wide as the limit asks");
                        continue;
                    }
                    let theory = theory.values.get((first + at) / planes);
                    let wins = theory.is_multiple_of(2) == G::WINS_ARE_ODD;
                    let code = match (theory, value) {
                        (0, _) => 0,
                        // Without a clock a value says that win or loss is spoiled.
                        (_, spoiled) if shape.limit_plies == 0 => {
                            if spoiled == 0 {
                                ToReset::code(wins, 0)
                            } else {
                                0
                            }
                        }
                        (_, 0) => 0,
                        // More than the limit is no win at all, if a file should say so.
                        (_, plies_and_one) if plies_and_one - 1 > shape.limit_plies => 0,
                        (_, plies_and_one) => ToReset::code(wins, plies_and_one - 1),
                    };
                    values.set(first + at, code).expect("as wide as the limit asks");
                }
                Ok(())
            })
        })
        .map_err(in_file(folder, &name))?;
    let ruled = UnderRules { slice, shape, values, theory: Some(theory) };
    let problem = G::clocked_problem(rules, &ruled, others);
    let scale = ruled.scale();
    // Captures lead out of the slice, so the order does not matter.
    problem.waves().concat().into_par_iter().for_each(|number| {
        let layer = problem.layer(number);
        let mut exits = Exits::new(scale);
        for node in 0..layer.nodes() as u32 {
            exits.clear();
            if layer.expand(node, &mut exits) == Expansion::Forced {
                ruled.values.set(layer.index(node), exits.best()).expect("as wide as the limit asks");
            }
        }
    });
    drop(problem);
    Ok(ruled)
}

/// Room for codes of a shape: the limit of the outer clock says how wide they are.
pub fn values_for(len: u64, shape: &DtcShape) -> Values {
    let fits = shape.limit_plies > 0 && ToReset::code(true, shape.limit_plies) <= u16::from(u8::MAX);
    if fits { Values::bytes(len) } else { Values::words(len) }
}
