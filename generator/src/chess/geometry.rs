//! Layers of chess slices: which nodes there are, which positions they are, and in what order layers are solved.

use dambase_format::{ChessSlice, SliceIndex};
use dambase_rules::chess::{Position, Symmetry, for_each_retreat, squares};

/// Parts of a layer, at most.
pub const MOST_PARTS: usize = 4;

/// The slice's layers in waves: see [`crate::problem::SliceProblem::waves`]. Layers that are mirror images of each other are solved as
/// one, under the least of their numbers.
pub fn waves(slice: &ChessSlice) -> Vec<Vec<u32>> {
    let mut waves: Vec<Vec<u32>> = Vec::new();
    for number in 0..slice.layers() {
        let pawns = slice.pawns_of_layer(number);
        if images(slice, pawns).into_iter().any(|image| image < number) {
            continue;
        }
        let wave = way_to_go(pawns);
        if waves.len() <= wave {
            waves.resize_with(wave + 1, Vec::new);
        }
        waves[wave].push(u32::try_from(number).expect("the plan refuses slices of more layers"));
    }
    waves
}

/// Ranks the pawns still have to go, all together: every pawn move makes it less.
fn way_to_go([white, black]: [u64; 2]) -> usize {
    let rank = |square: u8| usize::from(square >> 3);
    squares(white).map(|square| 7 - rank(square)).sum::<usize>() + squares(black).map(rank).sum::<usize>()
}

/// The layer of these pawns, and those of their mirror images that moves of kings lead to: the files reversed, since White's king is
/// kept on the files a to d; and, in symmetric material, the colours exchanged, since White is always to move.
fn images(slice: &ChessSlice, pawns: [u64; 2]) -> [u64; 4] {
    let mirrored = |[white, black]: [u64; 2]| [Symmetry::FILES.set(white), Symmetry::FILES.set(black)];
    let exchanged = |[white, black]: [u64; 2]| {
        if slice.is_symmetric() { [black.swap_bytes(), white.swap_bytes()] } else { [white, black] }
    };
    [pawns, mirrored(pawns), exchanged(pawns), exchanged(mirrored(pawns))].map(|pawns| slice.layer_of(pawns))
}

/// The nodes of a layer: in parts, each of which is a row of numbers of the slice.
pub struct Layer<'a> {
    slice: &'a ChessSlice,
    /// The first numbers of the parts.
    starts: [u64; MOST_PARTS],
    parts: usize,
    /// Numbers in a part.
    len: u64,
}

impl<'a> Layer<'a> {
    /// The layer of this number.
    pub fn new(slice: &'a ChessSlice, number: u32) -> Self {
        let len = slice.layer_len();
        let mut layer = Layer { slice, starts: [u64::MAX; MOST_PARTS], parts: 0, len };
        for image in images(slice, slice.pawns_of_layer(number.into())) {
            for section in 0..slice.sections() {
                let start = slice.section(section).start + image * len;
                if !layer.starts[..layer.parts].contains(&start) {
                    layer.starts[layer.parts] = start;
                    layer.parts += 1;
                }
            }
        }
        layer
    }

    /// How many nodes.
    pub fn nodes(&self) -> usize {
        self.parts * self.len as usize
    }

    /// The number in the slice of a node.
    #[inline(always)]
    pub fn index(&self, node: u32) -> u64 {
        if self.parts == 1 {
            return self.starts[0] + u64::from(node);
        }
        self.starts[(u64::from(node) / self.len) as usize] + u64::from(node) % self.len
    }

    /// The position of a node; `None` where it stands for none.
    #[inline(always)]
    pub fn position(&self, node: u32) -> Option<Position> {
        self.slice.position_at(self.index(node))
    }

    /// The node of a position of this layer.
    #[inline(always)]
    fn node_of(&self, position: &Position) -> u32 {
        let index = self.slice.index_of(position);
        for part in 0..self.parts {
            let within = index.wrapping_sub(self.starts[part]);
            if within < self.len {
                return (part as u64 * self.len + within) as u32;
            }
        }
        unreachable!("moves inside a layer lead to its parts")
    }

    /// Calls `visit` for each node from which a quiet move of a piece leads to `node`, as often as such moves lead there.
    ///
    /// A position without pawns may be its own reflection, and then a move and its mirror image are one here and two there: a
    /// retreat to a position that is its own reflection stands for two moves from it, and of the retreats from such a
    /// position to two that are each other's reflection, one.
    #[inline(always)]
    pub fn for_each_predecessor(&self, node: u32, mut visit: impl FnMut(u32)) {
        let Some(position) = self.position(node) else { return };
        let symmetric = self.slice.is_own_reflection(&position);
        for_each_retreat(&position, |before| {
            let at = self.node_of(&before);
            if !self.slice.may_be_own_reflection(&before) {
                if !symmetric || first_of_two(&before) {
                    visit(at);
                }
                return;
            }
            match (symmetric, self.slice.is_own_reflection(&before)) {
                (false, false) | (true, true) => visit(at),
                (false, true) => {
                    visit(at);
                    visit(at);
                }
                (true, false) if first_of_two(&before) => visit(at),
                (true, false) => {}
            }
        });
    }
}

/// Of a position and its reflection in the diagonal that its predecessor stands on, one says yes.
fn first_of_two(position: &Position) -> bool {
    let reflected = Symmetry::DIAGONAL.position(position);
    (position.colours, position.kinds) < (reflected.colours, reflected.kinds)
}
