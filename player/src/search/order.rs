//! Which moves are looked at first.

use crate::playable::Playable;
use crate::score::Score;

use super::MOST_PLIES;

const ENDS: usize = 128 * 128;
/// No history goes beyond this.
const MOST_HISTORY: Score = 1 << 16;

/// What a search has learnt of moves.
pub(super) struct Order<G: Playable> {
    /// Two moves that refuted others at the same distance from the root.
    killers: Vec<[Option<G::Move>; 2]>,
    /// How well moves between these squares have done.
    history: Vec<Score>,
    spare: Vec<Vec<u16>>,
    keys: Vec<Score>,
}

impl<G: Playable> Order<G> {
    pub(super) fn new() -> Self {
        let killers = vec![[None; 2]; MOST_PLIES + 1];
        Order { killers, history: vec![0; ENDS], spare: Vec::new(), keys: Vec::new() }
    }

    /// The numbers of the moves in the order to look at them. `first` is the number of one that was good before.
    pub(super) fn of(&mut self, position: &G::Position, moves: &[G::Move], first: Option<u16>, ply: usize) -> Vec<u16> {
        let mut order = self.spare.pop().unwrap_or_default();
        order.clear();
        order.extend(0..moves.len().min(usize::from(u16::MAX)) as u16);
        let mut keys = std::mem::take(&mut self.keys);
        keys.clear();
        keys.extend((0u16..).zip(moves).map(|(number, mv)| {
            if first == Some(number) {
                Score::MAX
            } else if G::is_forcing(mv) {
                (1 << 24) + G::gain(position, mv)
            } else if self.killers[ply].contains(&Some(*mv)) {
                1 << 20
            } else {
                self.history[slot::<G>(mv)]
            }
        }));
        order.sort_by_key(|&number| std::cmp::Reverse(keys[usize::from(number)]));
        self.keys = keys;
        order
    }

    /// Takes the list back to use it again.
    pub(super) fn give_back(&mut self, order: Vec<u16>) {
        self.spare.push(order);
    }

    /// A move has refuted the one before it.
    pub(super) fn reward(&mut self, mv: &G::Move, ply: usize, depth: u32) {
        if G::is_forcing(mv) {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(*mv) {
            *killers = [Some(*mv), killers[0]];
        }
        let history = &mut self.history[slot::<G>(mv)];
        *history += (depth * depth).min(1 << 10) as Score;
        if *history >= MOST_HISTORY {
            self.history.iter_mut().for_each(|value| *value /= 2);
        }
    }
}

fn slot<G: Playable>(mv: &G::Move) -> usize {
    let (from, to) = G::ends(mv);
    usize::from(from & 127) << 7 | usize::from(to & 127)
}
