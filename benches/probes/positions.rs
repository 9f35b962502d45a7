//! Random positions of all tables.

use dambase_format::{ClockedGame, Metric, SliceIndex};
use dambase_prober::Tablebase;

/// Positions of the tables of a metric, each number as likely as any other.
pub struct Positions<G: ClockedGame> {
    /// Those a table holds.
    pub stored: Vec<G::Position>,
    /// Those with a capture on, which have to be worked out.
    pub captures: Vec<G::Position>,
}

impl<G: ClockedGame> Positions<G> {
    /// So many positions together, always the same.
    pub fn random(tablebase: &Tablebase<G>, metric: Metric, count: usize) -> Self {
        let keys = tablebase.tables().filter(|info| info.metric == metric).map(|info| info.key);
        let slices: Vec<G::Slice> = keys.map(|key| G::slice(key).expect("an open table has an index")).collect();
        let all: u64 = slices.iter().map(SliceIndex::len).sum();
        let mut positions = Positions { stored: Vec::new(), captures: Vec::new() };
        let mut state = 0x2545_F491_4F6C_DD1D_u64;
        while positions.stored.len() + positions.captures.len() < count && all > 0 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mut number = ((u128::from(state ^ (state >> 32)) * u128::from(all)) >> 64) as u64;
            let slice = slices.iter().find(|slice| {
                let within = number < slice.len();
                if !within {
                    number -= slice.len();
                }
                within
            });
            let Some(position) = slice.and_then(|slice| slice.position_at(number)) else { continue };
            if G::is_exit_only(&position) {
                positions.captures.push(position);
            } else {
                positions.stored.push(position);
            }
        }
        positions
    }
}
