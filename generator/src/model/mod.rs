//! How the values of a table are foretold: found on a sample, counted on more, the same on every machine.

mod classes;
mod cost;
mod depths;
mod sample;

use rayon::prelude::*;

use dambase_format::codec::{ContextCoder, Contexts, MOST_DISTANCE, Need, Parts};
use dambase_format::{Code, Header};

use sample::{Sample, spread};

/// Values that odds are counted on; all of them, unless there are more.
const COUNTED: u64 = 1 << 19;
/// How far a neighbour may be away, as far as anybody looks.
const FARTHEST: usize = 320;

/// The contexts for a table. `value_of` gives the value of each number, `need_of` what it must be.
pub fn find(
    header: &Header,
    parts: Parts,
    value_of: &(impl Fn(u64) -> Code + Sync),
    need_of: &(impl Fn(u64) -> Need + Sync),
) -> Contexts {
    let sample = Sample::new(header, value_of, need_of);
    let farthest = FARTHEST.min(header.values_per_block as usize / 2).min(MOST_DISTANCE.into()).max(1);
    let (classes, depths) = rayon::join(
        || classes::find(&sample, parts, header.wins_are_odd, farthest),
        || (parts != Parts::Class).then(|| depths::find(&sample, parts, header.wins_are_odd, farthest)),
    );
    let mut model = Contexts { parts, classes, depths };
    let coder = ready(&model, header);
    let counted = COUNTED.div_ceil(header.values_per_block.into());
    let blocks: Vec<u64> = spread(header.blocks(), counted).collect();
    let contexts = model.classes.contexts.len();
    let symbols = model.depths.as_ref().map_or(0, |depths| depths.contexts.len() * usize::from(depths.symbols));
    let (classes_by, symbols_by) = blocks
        .par_chunks(32)
        .map(|blocks| {
            let mut counts = (vec![[0u64; 3]; contexts], vec![0u64; symbols]);
            let mut codes = Vec::new();
            for &block in blocks {
                let first = block * u64::from(header.values_per_block);
                codes.clear();
                codes.extend((first..first + header.values_in(block)).map(value_of));
                coder.count(&codes, |at| need_of(first + at as u64), &mut counts.0, &mut counts.1);
            }
            counts
        })
        .reduce_with(|mut a, b| {
            a.0.iter_mut().flatten().zip(b.0.iter().flatten()).for_each(|(a, b)| *a += b);
            a.1.iter_mut().zip(&b.1).for_each(|(a, b)| *a += b);
            a
        })
        .expect("a table has values");
    let all = blocks.len() as u64 == header.blocks();
    model.classes.contexts = classes_by.iter().map(|&counts| classes::odds(counts, !all)).collect();
    if let Some(depths) = &mut model.depths {
        depths::set_odds(depths, &symbols_by);
    }
    model
}

/// A model made ready for this table.
fn ready(model: &Contexts, header: &Header) -> ContextCoder {
    model.ready(header.value_code, header.wins_are_odd).expect("odds that were counted add up")
}
