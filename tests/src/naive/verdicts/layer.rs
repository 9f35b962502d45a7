//! The positions in which the men of a material stand in the same places, and the moves between them.

use std::collections::BTreeMap;

use super::slice::{Masks, Slice, Stored};
use crate::naive::board::{Cell, Position, Side, last_row, place};
use crate::naive::draw::{besieged, by_strength};
use crate::naive::games::NaiveGame;
use crate::naive::material::Material;
use crate::naive::solve::from_key;

/// The positions of a layer, as numbers of the slice.
pub(super) type Members = Vec<u32>;

/// The layers of a slice, those that men can still move to before those they leave.
pub(super) fn layers(game: NaiveGame, keys: &[u64]) -> Vec<Members> {
    let mut found: BTreeMap<(usize, Vec<(usize, Cell)>), Members> = BTreeMap::new();
    for (number, &key) in (0..).zip(keys) {
        let men: Vec<_> = from_key(game, key).pieces().into_iter().filter(|(_, cell)| cell.is_man()).collect();
        let to_go = |&(square, cell): &(usize, Cell)| {
            let side = cell.side().expect("a man has a colour");
            place(game, square).0.abs_diff(last_row(game, side))
        };
        found.entry((men.iter().map(to_go).sum(), men)).or_default().push(number);
    }
    found.into_values().collect()
}

/// Where a move leads that leaves the layer.
pub(super) enum Exit {
    /// The side to move has no piece left: it has no move.
    NoPieces,
    /// Another layer of the same material: its number.
    SameMaterial(u32),
    /// Another material, by its place in [`Layer::targets`], and its number there.
    Other(u8, u32),
}

/// The moves of a layer.
pub(super) struct Layer {
    pub(super) members: Members,
    pub(super) positions: Vec<Position>,
    /// The materials that exits lead to.
    pub(super) targets: Vec<Material>,
    inner_starts: Vec<usize>,
    inner: Vec<u32>,
    exit_starts: Vec<usize>,
    exits: Vec<Exit>,
}

impl Layer {
    pub(super) fn new() -> Layer {
        Layer {
            members: Vec::new(),
            positions: Vec::new(),
            targets: Vec::new(),
            inner_starts: vec![0],
            inner: Vec::new(),
            exit_starts: vec![0],
            exits: Vec::new(),
        }
    }

    /// Adds a move to a member of the layer, by its place among the members.
    pub(super) fn add_inner(&mut self, local: u32) {
        self.inner.push(local);
    }

    pub(super) fn add_no_pieces(&mut self) {
        self.exits.push(Exit::NoPieces);
    }

    pub(super) fn add_same_material(&mut self, number: u32) {
        self.exits.push(Exit::SameMaterial(number));
    }

    pub(super) fn add_other(&mut self, material: Material, number: u32) {
        let target = self.targets.iter().position(|target| *target == material).unwrap_or_else(|| {
            self.targets.push(material);
            self.targets.len() - 1
        });
        self.exits.push(Exit::Other(u8::try_from(target).expect("few materials"), number));
    }

    pub(super) fn end_position(&mut self, number: u32, pos: Position) {
        self.members.push(number);
        self.positions.push(pos);
        self.inner_starts.push(self.inner.len());
        self.exit_starts.push(self.exits.len());
    }

    fn inner(&self, local: usize) -> &[u32] {
        &self.inner[self.inner_starts[local]..self.inner_starts[local + 1]]
    }

    fn exits(&self, local: usize) -> &[Exit] {
        &self.exits[self.exit_starts[local]..self.exit_starts[local + 1]]
    }

    fn is_over(&self, local: usize) -> bool {
        self.inner(local).is_empty() && self.exits(local).is_empty()
    }

    /// The verdicts of the layer for every value of the clocks, by plain induction: a king move advances the clock that
    /// the rows are numbered by, so a row follows from the next one; all other moves lead to what is known.
    /// `own` is what is known of the same material, `others` of the targets. `awarded` says which members are won at
    /// once, and for whom. The first row is that of zero. Unless all are wanted the others are left out if nothing outside
    /// the layer can need them; if the slow clock numbers the rows, the one at its limit is the last.
    pub(super) fn solve(
        &self,
        own: &Stored,
        others: &[&Stored],
        awarded: &[Option<Side>],
        all_rows: bool,
    ) -> Vec<Vec<Masks>> {
        let material = self.positions[0].material();
        let regime = &own.regime;
        let (fast, slow) = (regime.fast.is_some(), regime.slow);
        // The value at which the slow clock draws, if it is not the one that the rows are numbered by.
        let open = if fast && let Some(slow) = slow { (1 << slow.limit) - 1 } else { u64::MAX };
        // Rows are kept by local slots: the members of a layer are not neighbours in the slice.
        let mut local_slots = vec![0];
        for &number in &self.members {
            local_slots.push(local_slots[local_slots.len() - 1] + own.width(number));
        }
        let strong = by_strength(material).map(|(side, _, _)| side);
        let mut exits = Vec::with_capacity(local_slots[self.members.len()]);
        for local in 0..self.members.len() {
            for road in 0..own.width(self.members[local]) {
                exits.push(self.exit_masks(local, road, strong, own, others));
            }
        }

        // At the limit of the clock that the rows are numbered by.
        let mut next: Vec<Masks> = Vec::with_capacity(exits.len());
        for (local, award) in awarded.iter().enumerate() {
            let side = self.positions[local].side();
            let masks = if self.is_over(local) { Masks::LOSS } else { Masks::awarded(*award, side) };
            next.extend(std::iter::repeat_n(masks, own.width(self.members[local])));
        }

        let mut rows = Vec::new();
        if !fast {
            rows.push(next.clone());
        }
        for row in (0..regime.rows(material)).rev() {
            let mut current = Vec::with_capacity(next.len());
            for (local, award) in awarded.iter().enumerate() {
                let width = own.width(self.members[local]);
                let side = self.positions[local].side();
                for road in 0..width {
                    current.push(if self.is_over(local) {
                        Masks::LOSS
                    } else if award.is_some() {
                        Masks::awarded(*award, side)
                    } else if width > 1 && road == width - 1 {
                        Masks::DRAW
                    } else {
                        let mut masks = exits[local_slots[local] + road];
                        if !fast {
                            masks = masks.spread(row);
                        }
                        for &to in self.inner(local) {
                            let to = to as usize;
                            let to_road = road_after(road, width, own.width(self.members[to]), strong == Some(side));
                            let after = next[local_slots[to] + to_road];
                            masks.add_move(if fast && slow.is_some() { after.one_later() } else { after });
                        }
                        masks.only(open)
                    });
                }
            }
            if all_rows || row == 0 || !fast {
                rows.push(current.clone());
            }
            next = current;
        }
        rows.reverse();
        rows
    }

    /// What the moves of a member that leave the layer make of it, for every value of the slow clock.
    fn exit_masks(&self, local: usize, road: usize, strong: Option<Side>, own: &Stored, others: &[&Stored]) -> Masks {
        let strong_moves = strong == Some(self.positions[local].side());
        let width = own.width(self.members[local]);
        let mut masks = Masks::NO_MOVE;
        for exit in self.exits(local) {
            let (target, number, same_material) = match exit {
                Exit::NoPieces => {
                    masks.add_move(Masks::LOSS);
                    continue;
                }
                Exit::SameMaterial(number) => (own, *number, true),
                Exit::Other(target, number) => (others[usize::from(*target)], *number, false),
            };
            let to_road = road_after(road, width, target.width(number), strong_moves);
            let after = target.masks[target.first(number) + to_road];
            let goes_on = target.regime.goes_on_from(&own.regime, same_material);
            masks.add_move(if goes_on { after.one_later() } else { after.spread(0) });
        }
        masks
    }
}

/// The road clock after a move: `width` and `to_width` are those of the positions before and after, above one if the
/// clock runs there.
fn road_after(road: usize, width: usize, to_width: usize, strong_moves: bool) -> usize {
    let runs_on = width > 1 && to_width > 1;
    // At the limit the game is over, so nothing follows.
    if runs_on { (road + usize::from(strong_moves)).min(to_width - 1) } else { 0 }
}

impl Slice {
    /// What is stored of a slice before anything is known of its values.
    pub(super) fn stored(&self, game: NaiveGame, regime: super::regime::Regime) -> Stored {
        let mut slots = vec![0];
        let mut slot = 0;
        for &key in &self.keys {
            let on_the_road = regime.road.is_some() && besieged(&from_key(game, key)).is_some();
            slot += u32::try_from(regime.width(on_the_road)).expect("a small width");
            slots.push(slot);
        }
        Stored { regime, masks: vec![Masks::DRAW; slot as usize], slots }
    }
}
