//! Draughts as the solver sees it: a layer is one placement of the men.

use std::sync::Arc;

use dambase_format::{Code, DraughtsCounts, DraughtsSlice, MenPlacement, SliceIndex, TableGame};
use dambase_rules::bits::Bits;
use dambase_rules::draughts::games::*;
use dambase_rules::draughts::{
    Draughts, Position, count_quiet_king_moves, for_each_capture_outcome, for_each_king_retreat,
    for_each_quiet_man_move,
};
use dambase_rules::{GameRules, Side};

use crate::problem::{Expansion, LayerProblem, SliceProblem, Solvable};
use crate::solve::Exits;
use crate::solved::{Solved, SolvedSlices, code_without_moves};

macro_rules! solvable_games {
    ($($game:ident)*) => {
        $(
            impl Solvable for $game {
                type Problem<'a> = DraughtsProblem<'a, $game>;

                fn layers(slice: &Self::Slice) -> (u64, u64) {
                    (slice.layers(), 2 * slice.king_places())
                }

                fn problem<'a>(own: &'a Solved<Self>, others: &'a SolvedSlices<Self>) -> Self::Problem<'a> {
                    DraughtsProblem::new(own, others)
                }
            }
        )*
    };
}

dambase_rules::for_draughts_games!(solvable_games);

/// What a draughts game must be to be solved here; every one of the table is.
pub trait TableDraughts:
    Draughts + TableGame + GameRules<Position = Position<<Self as Draughts>::Word>> + TableGame<Slice = DraughtsSlice<Self>>
{
}

impl<G> TableDraughts for G where
    G: Draughts + TableGame<Slice = DraughtsSlice<G>> + GameRules<Position = Position<<G as Draughts>::Word>>
{
}

/// A draughts slice to be solved.
pub struct DraughtsProblem<'a, G: TableDraughts> {
    own: &'a Solved<G>,
    counts: DraughtsCounts,
    symmetric: bool,
    king_places: u64,
    /// The slices that captures and promotions lead to, by [`DraughtsProblem::slot`].
    exits: Vec<Option<Arc<Solved<G>>>>,
}

impl<'a, G: TableDraughts> DraughtsProblem<'a, G> {
    fn new(own: &'a Solved<G>, others: &'a SolvedSlices<G>) -> Self {
        let counts = own.slice.counts();
        let mut problem = DraughtsProblem {
            own,
            counts,
            symmetric: counts.is_symmetric(),
            king_places: own.slice.king_places(),
            exits: Vec::new(),
        };
        let most = |men: u8, kings: u8| (usize::from(men) + 1) * (usize::from(kings) + 2);
        problem.exits =
            vec![None; most(counts.white_men, counts.white_kings) * most(counts.black_men, counts.black_kings)];
        for key in G::dependencies(counts.key()) {
            let reached = DraughtsCounts::from_key(key);
            let solved = others.get(key).expect("the plan brings every slice that this one depends on");
            for reached in [reached, reached.exchanged()] {
                if let Some(slot) = problem.slot(reached) {
                    problem.exits[slot] = Some(Arc::clone(solved));
                }
            }
        }
        problem
    }

    /// Where the slice of counts that a move leads to is kept: they are this slice's counts, less what was taken, with one man
    /// made a king at most.
    #[inline(always)]
    fn slot(&self, reached: DraughtsCounts) -> Option<usize> {
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

    /// What a position of another slice is worth to its side to move.
    #[inline(always)]
    fn code_elsewhere(&self, position: &Position<G::Word>) -> Code {
        if position.pieces(position.side).is_empty() {
            return code_without_moves::<G>(position);
        }
        let counts = DraughtsCounts::of(position);
        let solved = self.slot(counts).and_then(|slot| self.exits[slot].as_ref()).expect("moves lead to dependencies");
        solved.values.get(solved.slice.index_of(position))
    }

    /// What a position of another layer of this slice is worth to its side to move.
    #[inline(always)]
    fn code_in_slice(&self, position: &Position<G::Word>) -> Code {
        let index = if self.symmetric && position.side == Side::Black {
            self.own.slice.canonical_index(&position.turned::<G>())
        } else {
            self.own.slice.canonical_index(position)
        };
        self.own.values.get(index)
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
}

impl<G: TableDraughts> SliceProblem for DraughtsProblem<'_, G> {
    type Layer<'l>
        = DraughtsLayer<'l, G>
    where
        Self: 'l;

    fn waves(&self) -> Vec<Vec<u32>> {
        let mut waves: Vec<Vec<u32>> = Vec::new();
        for layer in 0..self.own.slice.layers() {
            let men = self.own.slice.men_of_layer(layer);
            // Symmetric material: a layer is solved together with its mirror image, once.
            if self.symmetric && self.own.slice.layer_of(Self::turned_men(men)) < layer {
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

    fn layer(&self, number: u32) -> DraughtsLayer<'_, G> {
        let men = self.own.slice.men_of_layer(number.into());
        let section = self.own.slice.section_len();
        let own = Part { start: u64::from(number) * self.king_places, men, side: Side::White };
        let other = if self.symmetric {
            let men = Self::turned_men(men);
            Part { start: self.own.slice.layer_of(men) * self.king_places, men, side: Side::White }
        } else {
            Part { start: own.start + section, men, side: Side::Black }
        };
        let parts = if own.start == other.start { 1 } else { 2 };
        DraughtsLayer { problem: self, parts: [own, other], nodes: parts * self.king_places as usize }
    }
}

/// The king placements of one placement of men with one side to move: consecutive numbers of the slice.
#[derive(Clone, Copy)]
struct Part<B> {
    start: u64,
    men: MenPlacement<B>,
    side: Side,
}

/// A placement of the men with both sides to move: two parts. In symmetric material the second part is the mirror image of
/// Black's move, and the same as the first when the placement is its own mirror image.
pub struct DraughtsLayer<'a, G: TableDraughts> {
    problem: &'a DraughtsProblem<'a, G>,
    parts: [Part<G::Word>; 2],
    nodes: usize,
}

impl<G: TableDraughts> DraughtsLayer<'_, G> {
    #[inline(always)]
    fn part_of(&self, node: u32) -> (usize, u64) {
        let node = u64::from(node);
        if node < self.problem.king_places { (0, node) } else { (1, node - self.problem.king_places) }
    }

    #[inline(always)]
    fn position(&self, node: u32) -> Position<G::Word> {
        let (part, king_rank) = self.part_of(node);
        let Part { men, side, .. } = self.parts[part];
        let (white, black) = self.problem.own.slice.kings_of_rank(king_rank, men.white | men.black);
        Position { white: men.white | white, black: men.black | black, kings: white | black, side }
    }

    /// The node of a position that a king move leads to or comes from, seen from part `from`.
    #[inline(always)]
    fn node_across(&self, from: usize, position: &Position<G::Word>) -> u32 {
        let seen = if self.problem.symmetric { position.turned::<G>() } else { *position };
        let part = if self.nodes as u64 == self.problem.king_places { 0 } else { 1 - from };
        let men = self.parts[part].men;
        let rank =
            self.problem.own.slice.king_rank(seen.white & seen.kings, seen.black & seen.kings, men.white | men.black);
        (rank + part as u64 * self.problem.king_places) as u32
    }
}

impl<G: TableDraughts> LayerProblem for DraughtsLayer<'_, G> {
    fn nodes(&self) -> usize {
        self.nodes
    }

    #[inline(always)]
    fn index(&self, node: u32) -> u64 {
        let (part, king_rank) = self.part_of(node);
        self.parts[part].start + king_rank
    }

    #[inline(always)]
    fn expand(&self, node: u32, exits: &mut Exits) -> Expansion {
        let position = self.position(node);
        let mut forced = false;
        for_each_capture_outcome::<G>(&position, |after| {
            forced = true;
            exits.lead_to(self.problem.code_elsewhere(&after));
        });
        if forced {
            return Expansion::Forced;
        }
        let mut men_move = false;
        for_each_quiet_man_move::<G>(&position, |after, crowned| {
            men_move = true;
            exits.lead_to(if crowned {
                self.problem.code_elsewhere(&after)
            } else {
                self.problem.code_in_slice(&after)
            });
        });
        let inside = count_quiet_king_moves::<G>(&position);
        if inside == 0 && !men_move {
            return Expansion::Over(code_without_moves::<G>(&position));
        }
        Expansion::Open(inside)
    }

    #[inline(always)]
    fn for_each_predecessor(&self, node: u32, mut visit: impl FnMut(u32)) {
        let (part, _) = self.part_of(node);
        for_each_king_retreat::<G>(&self.position(node), |before| visit(self.node_across(part, &before)));
    }
}
