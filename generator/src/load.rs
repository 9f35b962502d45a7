//! A solved slice back from its file.

use rayon::prelude::*;

use dambase_format::{Metric, SliceIndex, TableGame, block};
use dambase_rules::Wdl;

use crate::GenerateError;
use crate::folder::{Folder, in_file};
use crate::problem::{SliceProblem, Solvable};
use crate::solve::{Depths, Exits, ToTheEnd};
use crate::solved::{Solved, SolvedSlices, Values};

/// Reads a slice's table into memory, every block checked, and works out what the file does not hold from the slices that
/// captures lead to, which must be at hand.
pub fn load<G: Solvable>(
    folder: &Folder,
    slice: G::Slice,
    depths: Depths,
    others: &SolvedSlices<G>,
) -> Result<Solved<G>, GenerateError> {
    let metric = match depths {
        Depths::Exact => Metric::Dtw,
        Depths::Ignored => Metric::Wdl,
    };
    let name = Folder::file_name(&slice.material(), metric);
    let table = folder.table::<G>(&slice, metric)?.ok_or_else(|| GenerateError::Existing {
        path: folder.path().join(&name),
        reason: "the file was here when the run began and is gone".into(),
    })?;
    let header = table.header();
    let values = match header.value_code {
        dambase_format::ValueCode::Words => Values::words(slice.len()),
        _ => Values::for_depths(slice.len(), depths),
    };
    (0..header.frames())
        .into_par_iter()
        .try_for_each_init(Default::default, |(stored, bytes): &mut (Vec<u8>, Vec<u8>), frame| {
            table.read_frame(frame, stored, bytes, |number, bytes| {
                let codes = (0..header.values_in(number)).map(|at| {
                    let code = match metric {
                        Metric::Dtw | Metric::Dtc => block::code_at(bytes, at as usize, header.value_code),
                        // The least plies of the right parity, as the solver counts where depths are ignored.
                        Metric::Wdl => block::trit(bytes, at as usize).map(|wdl| match (wdl, G::WINS_ARE_ODD) {
                            (Wdl::Draw, _) => 0,
                            (Wdl::Win, true) | (Wdl::Loss, false) => 2,
                            (Wdl::Loss, true) | (Wdl::Win, false) => 1,
                        }),
                    };
                    code.expect("a decoded block has all its values")
                });
                values.fill(number * u64::from(header.values_per_block), codes).expect("as wide as the file");
                Ok(())
            })
        })
        .map_err(in_file(folder, &name))?;
    let solved = Solved { slice, values };
    let left_out = header.exits_unstored && G::EXITS_HAVE_NUMBERS;
    if (left_out && !fill_by_layers(&solved, depths, others)) || header.captures_first {
        fill_exits::<G>(&solved.slice, depths, others, &solved.values);
    }
    Ok(solved)
}

/// Works out layer by layer what a table leaves to its readers. False where the game knows no way to do so.
fn fill_by_layers<G: Solvable>(solved: &Solved<G>, depths: Depths, others: &SolvedSlices<G>) -> bool {
    let problem = G::problem(solved, others);
    let scale = ToTheEnd { wins_are_odd: G::WINS_ARE_ODD, depths };
    let fill = |layer: u32| problem.fill_forced(layer, scale, &solved.values).expect(NO_DEEPER);
    let layers = problem.waves().concat();
    match layers.split_first() {
        Some((&first, others)) => fill(first) && others.par_iter().all(|&layer| fill(layer)),
        None => true,
    }
}

const NO_DEEPER: &str = "exits are no deeper than what they lead to by more than a ply";

/// Works out what a table leaves to its readers: positions whose moves all lead to other slices, and those that a capture makes better
/// than they are held.
fn fill_exits<G: TableGame>(slice: &G::Slice, depths: Depths, others: &SolvedSlices<G>, values: &Values) {
    const CHUNK: u64 = 1 << 12;
    let code_of = |after: &G::Position| others.code(after).expect("captures lead to slices at hand");
    (0..slice.len().div_ceil(CHUNK)).into_par_iter().for_each(|chunk| {
        for index in chunk * CHUNK..((chunk + 1) * CHUNK).min(slice.len()) {
            let Some(position) = slice.position_at(index) else { continue };
            let mut exits = Exits::new(ToTheEnd { wins_are_odd: G::WINS_ARE_ODD, depths });
            let code = if G::EXITS_HAVE_NUMBERS {
                if !G::is_exit_only(&position) {
                    continue;
                }
                G::for_each_successor(&position, |after| exits.lead_to(code_of(&after)));
                exits.best()
            } else {
                G::for_each_taken(&position, |after| exits.lead_to(code_of(&after)));
                exits.better(values.get(index))
            };
            values.set(index, code).expect(NO_DEEPER);
        }
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use dambase_rules::draughts::games::*;

    use super::*;
    use crate::{Options, Progress, generate};

    struct Silent;

    impl Progress for Silent {}

    /// What is worked out layer by layer is what is worked out position by position.
    fn check<G: Solvable>(pieces: u32, metrics: &[Metric], depths: Depths) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(G::ID.name());
        let keys: Vec<_> = (2..=pieces).flat_map(G::slices_of).collect();
        let options = Options { folder: path.clone(), metrics: metrics.to_vec(), threads: Some(1), memory_bytes: None };
        generate::<G>(&keys, &options, &Silent).unwrap();
        let folder = Folder::look(path);
        let mut others = SolvedSlices::<G>::default();
        for key in keys {
            let solved = load::<G>(&folder, G::slice(key).unwrap(), depths, &others).unwrap();
            let before: Vec<_> = (0..solved.slice.len()).map(|index| solved.values.get(index)).collect();
            assert!(fill_by_layers(&solved, depths, &others), "{}", G::ID);
            fill_exits::<G>(&solved.slice, depths, &others, &solved.values);
            let after: Vec<_> = (0..solved.slice.len()).map(|index| solved.values.get(index)).collect();
            assert!(before == after, "{} {}", G::ID, solved.slice.material());
            others.keep(Arc::new(solved));
        }
    }

    #[test]
    fn captures_are_filled_in_by_layers_as_one_by_one() {
        check::<Russian>(3, &Metric::THEORY, Depths::Exact);
        check::<RussianGiveaway>(3, &Metric::THEORY, Depths::Exact);
        check::<Italian>(3, &[Metric::Wdl], Depths::Ignored);
        check::<International>(2, &[Metric::Wdl], Depths::Ignored);
        check::<Spancireti>(3, &Metric::THEORY, Depths::Exact);
    }
}
