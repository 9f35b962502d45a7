//! Layers of draughts slices: which nodes there are, which positions they are, and in what order layers are solved.

use std::ops::Range;

use rayon::prelude::*;

use dambase_format::{DraughtsCounts, DraughtsSlice, MenPlacement, TableGame};
use dambase_rules::GameRules;
use dambase_rules::Side;
use dambase_rules::bits::Bits;
use dambase_rules::draughts::{Draughts, Position};

/// What a draughts game must be to be solved here; every one of the table is.
pub trait TableDraughts:
    Draughts + TableGame + GameRules<Position = Position<<Self as Draughts>::Word>> + TableGame<Slice = DraughtsSlice<Self>>
{
}

impl<G> TableDraughts for G where
    G: Draughts + TableGame<Slice = DraughtsSlice<G>> + GameRules<Position = Position<<G as Draughts>::Word>>
{
}

/// A slice seen as layers: a layer is a placement of the men.
pub struct Geometry<G: TableDraughts> {
    pub slice: G::Slice,
    pub counts: DraughtsCounts,
    pub symmetric: bool,
    pub king_places: u64,
}

impl<G: TableDraughts> Geometry<G> {
    pub fn new(slice: &G::Slice) -> Self {
        let counts = slice.counts();
        Geometry { slice: slice.clone(), counts, symmetric: counts.is_symmetric(), king_places: slice.king_places() }
    }

    /// How many slots [`Geometry::slot`] gives out.
    pub fn slots(&self) -> usize {
        let most = |men: u8, kings: u8| (usize::from(men) + 1) * (usize::from(kings) + 2);
        most(self.counts.white_men, self.counts.white_kings) * most(self.counts.black_men, self.counts.black_kings)
    }

    /// Where what is known of the slice of counts that a move leads to is kept: they are this slice's counts, less what was
    /// taken, with one man made a king at most.
    #[inline(always)]
    pub fn slot(&self, reached: DraughtsCounts) -> Option<usize> {
        let own = self.counts;
        let fits = reached.white_men <= own.white_men
            && reached.white_kings <= own.white_kings + 1
            && reached.black_men <= own.black_men
            && reached.black_kings <= own.black_kings + 1;
        let mut slot = usize::from(reached.white_men);
        slot = slot * (usize::from(own.white_kings) + 2) + usize::from(reached.white_kings);
        slot = slot * (usize::from(own.black_men) + 1) + usize::from(reached.black_men);
        slot = slot * (usize::from(own.black_kings) + 2) + usize::from(reached.black_kings);
        fits.then_some(slot)
    }

    /// The number of a position of this slice.
    #[inline(always)]
    pub fn index_of(&self, position: &Position<G::Word>) -> u64 {
        if self.symmetric && position.side == Side::Black {
            self.slice.canonical_index(&position.turned::<G>())
        } else {
            self.slice.canonical_index(position)
        }
    }

    /// Rows the men still have to go, all together: a man's move makes it one less.
    fn way_to_go(men: MenPlacement<G::Word>) -> u32 {
        let board = G::MASKS.board;
        let rows = |set: G::Word| set.each().map(|bit| board.row_of(G::MASKS.square(bit))).sum::<u32>();
        rows(men.white) + men.black.count() * (u32::from(board.rows) - 1) - rows(men.black)
    }

    fn turned_men(men: MenPlacement<G::Word>) -> MenPlacement<G::Word> {
        MenPlacement { white: G::MASKS.turned(men.black), black: G::MASKS.turned(men.white) }
    }

    /// Layers in waves: see [`crate::problem::SliceProblem::waves`].
    pub fn waves(&self) -> Vec<Vec<u32>> {
        const CHUNK: u64 = 1 << 14;
        let layers = self.slice.layers();
        let chunks: Vec<Vec<Vec<u32>>> = (0..layers.div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| self.waves_of(chunk * CHUNK..((chunk + 1) * CHUNK).min(layers)))
            .collect();
        let mut waves = Vec::new();
        for chunk in chunks {
            if waves.len() < chunk.len() {
                waves.resize_with(chunk.len(), Vec::new);
            }
            for (wave, mut layers) in waves.iter_mut().zip(chunk) {
                wave.append(&mut layers);
            }
        }
        waves
    }

    fn waves_of(&self, layers: Range<u64>) -> Vec<Vec<u32>> {
        let mut waves: Vec<Vec<u32>> = Vec::new();
        for layer in layers {
            let men = self.slice.men_of_layer(layer);
            // Symmetric material: a layer is solved together with its mirror image, once.
            if self.symmetric && self.slice.layer_of(Self::turned_men(men)) < layer {
                continue;
            }
            let wave = Self::way_to_go(men) as usize;
            if waves.len() <= wave {
                waves.resize_with(wave + 1, Vec::new);
            }
            waves[wave].push(u32::try_from(layer).expect("the plan refuses slices of more layers"));
        }
        waves
    }

    pub fn layer(&self, number: u32) -> Layer<'_, G> {
        let men = self.slice.men_of_layer(number.into());
        let section = self.slice.section_len();
        let own = Part { start: u64::from(number) * self.king_places, men, side: Side::White };
        let other = if self.symmetric {
            let men = Self::turned_men(men);
            Part { start: self.slice.layer_of(men) * self.king_places, men, side: Side::White }
        } else {
            Part { start: own.start + section, men, side: Side::Black }
        };
        let parts = if own.start == other.start { 1 } else { 2 };
        Layer { geometry: self, parts: [own, other], nodes: parts * self.king_places as usize }
    }
}

/// The king placements of one placement of men with one side to move: consecutive numbers of the slice.
#[derive(Clone, Copy)]
pub struct Part<B> {
    pub start: u64,
    pub men: MenPlacement<B>,
    pub side: Side,
}

/// A placement of the men with both sides to move: two parts. In symmetric material the second part is the mirror image of
/// Black's move, and the same as the first when the placement is its own mirror image.
pub struct Layer<'a, G: TableDraughts> {
    geometry: &'a Geometry<G>,
    parts: [Part<G::Word>; 2],
    pub nodes: usize,
}

impl<G: TableDraughts> Layer<'_, G> {
    /// One part for each side to move, or one alone.
    pub fn parts(&self) -> &[Part<G::Word>] {
        &self.parts[..self.nodes / self.geometry.king_places as usize]
    }

    #[inline(always)]
    fn part_of(&self, node: u32) -> (usize, u64) {
        let node = u64::from(node);
        if node < self.geometry.king_places { (0, node) } else { (1, node - self.geometry.king_places) }
    }

    /// The number in the slice of a node.
    #[inline(always)]
    pub fn index(&self, node: u32) -> u64 {
        let (part, king_rank) = self.part_of(node);
        self.parts[part].start + king_rank
    }

    #[inline(always)]
    pub fn position(&self, node: u32) -> Position<G::Word> {
        let (part, king_rank) = self.part_of(node);
        let Part { men, side, .. } = self.parts[part];
        let (white, black) = self.geometry.slice.kings_of_rank(king_rank, men.white | men.black);
        Position { white: men.white | white, black: men.black | black, kings: white | black, side }
    }

    /// The node of a position that a king move leads to or comes from, seen from `node`.
    #[inline(always)]
    pub fn node_across(&self, node: u32, position: &Position<G::Word>) -> u32 {
        let (from, _) = self.part_of(node);
        let seen = if self.geometry.symmetric { position.turned::<G>() } else { *position };
        let part = if self.nodes as u64 == self.geometry.king_places { 0 } else { 1 - from };
        let men = self.parts[part].men;
        let rank =
            self.geometry.slice.king_rank(seen.white & seen.kings, seen.black & seen.kings, men.white | men.black);
        (rank + part as u64 * self.geometry.king_places) as u32
    }
}
