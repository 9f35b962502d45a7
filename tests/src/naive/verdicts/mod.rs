//! The value of every position under draw rules, for every value of the clocks, repetition left aside.
//!
//! There is no distance in it and no theory of what clocks do: a position with its counters is a position of its own,
//! and its value follows from those of the positions with counters that the moves lead to. Every king move advances a
//! clock, and every other move brings the men forward or changes the material for good, so the values can be written
//! down one after the other. Only where there is no clock at all, in giveaway, does [`Solver`] have to say what they are.
//!
//! To be quick, up to 64 values of one clock are computed side by side in the bits of a word.

mod layer;
mod regime;
mod slice;

use std::collections::HashMap;

use super::board::{Position, Side};
use super::draw::{DrawSet, besieged};
use super::games::NaiveGame;
use super::material::Material;
use super::moves::legal_moves;
use super::solve::{Solver, Value, all_keys, from_key, index};
use layer::{Layer, layers};
use regime::Regime;
use slice::{Masks, Slice, Stored};

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wdl {
    /// It wins.
    Win,
    /// Nobody does.
    Draw,
    /// It loses.
    Loss,
}

impl From<Value> for Wdl {
    fn from(value: Value) -> Wdl {
        match value {
            Value::Win(_) => Wdl::Win,
            Value::Draw => Wdl::Draw,
            Value::Loss(_) => Wdl::Loss,
        }
    }
}

/// Solves materials of one game under several sets of draw rules.
pub struct Verdicts {
    game: NaiveGame,
    sets: Vec<DrawSet>,
    theory: Solver,
    slices: HashMap<Material, Slice>,
    /// The layer that was asked for last, with all its rows.
    asked: Option<Asked>,
}

/// A layer with all its rows, and where each member begins in a row.
struct Asked {
    set: usize,
    material: Material,
    members: Vec<u32>,
    slots: Vec<usize>,
    rows: Vec<Vec<Masks>>,
}

/// The verdicts of a position under one set.
pub struct PositionVerdicts<'a> {
    /// The number of the set.
    pub set: usize,
    /// The position.
    pub position: &'a Position,
    on_the_road: bool,
    regime: &'a Regime,
    rows: &'a [Vec<Masks>],
    slot: usize,
}

impl PositionVerdicts<'_> {
    /// Calls `f` with every combination of counters that can stand together in the position while the game goes on, and
    /// the value under it.
    pub fn for_each(&self, mut f: impl FnMut(&[(&'static str, usize)], Wdl)) {
        self.regime.for_each(self.position, self.on_the_road, &mut |counters, place| f(counters, self.at(place)));
    }

    /// The value with all clocks at zero.
    #[must_use]
    pub fn at_zero(&self) -> Wdl {
        self.at([0; 3])
    }

    fn at(&self, [row, slow, road]: [usize; 3]) -> Wdl {
        value(self.rows[row][self.slot + road], slow)
    }
}

fn value(masks: Masks, slow: usize) -> Wdl {
    match (masks.win >> slow & 1, masks.loss >> slow & 1) {
        (0, 0) => Wdl::Draw,
        (1, 0) => Wdl::Win,
        (0, 1) => Wdl::Loss,
        _ => unreachable!("won and lost at once"),
    }
}

impl Verdicts {
    /// A solver that has solved nothing yet.
    ///
    /// # Panics
    /// If the game has no set of such a name.
    #[must_use]
    pub fn new(game: NaiveGame, sets: &[&str]) -> Verdicts {
        Verdicts {
            game,
            sets: sets.iter().map(|name| DrawSet::new(game, name)).collect(),
            theory: Solver::new(game),
            slices: HashMap::new(),
            asked: None,
        }
    }

    /// The values without draw rules.
    pub fn theory(&mut self) -> &mut Solver {
        &mut self.theory
    }

    /// Solves a material, and before it every material it can lead to.
    ///
    /// # Panics
    /// If a side has no piece.
    pub fn solve(&mut self, material: Material) {
        if !self.slices.contains_key(&material) {
            self.run(material, None);
        }
    }

    /// Calls `f` with every position of a material, both sides to move, under every set.
    ///
    /// # Panics
    /// If a side has no piece.
    pub fn for_each(&mut self, material: Material, mut f: impl FnMut(&PositionVerdicts)) {
        self.run(material, Some(&mut f));
    }

    /// The value of a position under the set of this number, with the clocks standing at `counters`; those that are not
    /// named stand at zero. `None` if the game is over, by the goal or by a clock. A layer is worked out anew whenever it
    /// is not the one asked for before.
    ///
    /// # Panics
    /// If a side has no piece.
    pub fn verdict(&mut self, set: usize, pos: &Position, counters: &[(&str, usize)]) -> Option<Wdl> {
        let over_by_clock = self.sets[set]
            .clocks()
            .filter(|(_, _, measure)| measure.runs(pos))
            .any(|(clock, limit, _)| counters.iter().any(|(name, value)| *name == clock && *value >= limit));
        if over_by_clock || legal_moves(pos).is_empty() {
            return None;
        }
        let material = pos.material();
        self.solve(material);
        let slice = &self.slices[&material];
        let number = u32::try_from(index(&slice.keys, pos)).expect("fewer than 2^32 positions");
        let place = slice.stored[set].regime.place(counters);
        if slice.stored[set].regime.is_empty() {
            return Some(self.theory.value(pos).into());
        }
        let holds = |asked: &Asked| {
            (asked.set, asked.material) == (set, material) && asked.members.binary_search(&number).is_ok()
        };
        if !self.asked.as_ref().is_some_and(holds) {
            let members = slice.layers.iter().find(|members| members.binary_search(&number).is_ok());
            let members = members.expect("every position is in a layer").clone();
            let slice = self.slices.remove(&material).expect("solved above");
            let graph = self.graph(&slice, &members);
            let rows = self.rows(&slice, &graph, set, true);
            let mut slots = vec![0];
            for &member in &members {
                slots.push(slots[slots.len() - 1] + slice.stored[set].width(member));
            }
            self.slices.insert(material, slice);
            self.asked = Some(Asked { set, material, members, slots, rows });
        }
        let asked = self.asked.as_ref().expect("set above");
        let local = asked.members.binary_search(&number).expect("a member of the layer");
        Some(value(asked.rows[place[0]][asked.slots[local] + place[2]], place[1]))
    }

    fn run(&mut self, material: Material, mut visit: Option<&mut dyn FnMut(&PositionVerdicts)>) {
        assert!(material.both_present(), "{material:?}: both sides need a piece");
        let mut slice = self.slices.remove(&material).unwrap_or_else(|| {
            let keys = all_keys(self.game, material);
            let mut slice = Slice { layers: layers(self.game, &keys), keys, stored: Vec::new() };
            let regimes = self.sets.iter().map(|set| Regime::of(set, material));
            slice.stored = regimes.map(|regime| slice.stored(self.game, regime)).collect();
            slice
        });
        for layer in 0..slice.layers.len() {
            let members = slice.layers[layer].clone();
            let graph = self.graph(&slice, &members);
            for set in 0..self.sets.len() {
                let rows = self.rows(&slice, &graph, set, visit.is_some());
                if let Some(visit) = &mut visit {
                    show(&slice.stored[set], &graph, set, &rows, visit);
                }
                store(&mut slice.stored[set], &graph, &rows);
            }
        }
        self.slices.insert(material, slice);
    }

    /// The moves of a layer. What they lead to outside the material is solved first.
    fn graph(&mut self, slice: &Slice, members: &[u32]) -> Layer {
        let mut graph = Layer::new();
        for &number in members {
            let pos = from_key(self.game, slice.keys[number as usize]);
            for m in legal_moves(&pos) {
                let to = m.result.material();
                if to == pos.material() {
                    let number = u32::try_from(index(&slice.keys, &m.result)).expect("fewer than 2^32 positions");
                    // Members are in order, as the slice is.
                    match members.binary_search(&number) {
                        Ok(local) => graph.add_inner(u32::try_from(local).expect("fewer than 2^32 positions")),
                        Err(_) => graph.add_same_material(number),
                    }
                } else if to.both_present() {
                    self.solve(to);
                    let number = index(&self.slices[&to].keys, &m.result);
                    graph.add_other(to, u32::try_from(number).expect("fewer than 2^32 positions"));
                } else {
                    graph.add_no_pieces();
                }
            }
            graph.end_position(number, pos);
        }
        graph
    }

    fn rows(&mut self, slice: &Slice, graph: &Layer, set: usize, all: bool) -> Vec<Vec<Masks>> {
        let own = &slice.stored[set];
        let game = self.game;
        let theory = &mut self.theory;
        // Where there is no clock, by the solver.
        if own.regime.is_empty() {
            let values = graph.positions.iter().map(|pos| match theory.value(pos).into() {
                Wdl::Win => Masks::WIN,
                Wdl::Draw => Masks::DRAW,
                Wdl::Loss => Masks::LOSS,
            });
            return vec![values.collect()];
        }
        assert!(!game.without_a_move_wins(), "{}: no clock of a giveaway game is known", game.id());
        let strong = self.sets[set].wins_at_once(graph.positions[0].material());
        let awarded: Vec<Option<Side>> = graph
            .positions
            .iter()
            .map(|pos| {
                strong.filter(|&strong| {
                    let won = if pos.side() == strong { Wdl::Win } else { Wdl::Loss };
                    Wdl::from(theory.value(pos)) == won
                })
            })
            .collect();
        let others: Vec<&Stored> = graph.targets.iter().map(|target| &self.slices[target].stored[set]).collect();
        graph.solve(own, &others, &awarded, all)
    }
}

fn show(stored: &Stored, graph: &Layer, set: usize, rows: &[Vec<Masks>], visit: &mut dyn FnMut(&PositionVerdicts)) {
    let mut slot = 0;
    for (&number, position) in graph.members.iter().zip(&graph.positions) {
        let on_the_road = stored.regime.road.is_some() && besieged(position).is_some();
        visit(&PositionVerdicts { set, position, on_the_road, regime: &stored.regime, rows, slot });
        slot += stored.width(number);
    }
}

/// Keeps what moves into the layer need: its first row or, where the slow clock numbers the rows, bit n of row n.
fn store(stored: &mut Stored, graph: &Layer, rows: &[Vec<Masks>]) {
    let mut slot = 0;
    for &number in &graph.members {
        for road in 0..stored.width(number) {
            let to = stored.first(number) + road;
            stored.masks[to] = if stored.regime.fast.is_some() || stored.regime.slow.is_none() {
                rows[0][slot]
            } else {
                let bits = |mask: fn(Masks) -> u64| {
                    (0..).zip(rows).fold(0, |bits, (row, masks)| bits | (mask(masks[slot]) & 1) << row)
                };
                Masks { win: bits(|masks| masks.win), loss: bits(|masks| masks.loss) }
            };
            slot += 1;
        }
    }
}
