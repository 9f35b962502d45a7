//! The value of every position of a material, by sweeping forward over all of them once per depth.

use std::collections::HashMap;

use super::board::{Cell, Position, Side};
use super::games::NaiveGame;
use super::material::Material;
use super::moves::legal_moves;

/// What a position is worth to the side to move, without draw rules. Depths are plies to the end of the game when
/// the winner hurries and the loser delays; 0 means that the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Neither side can force the end.
    Draw,
    /// The side to move wins.
    Win(u16),
    /// The side to move loses.
    Loss(u16),
}

impl Value {
    /// Plies to the end of the game, if it ends.
    #[must_use]
    pub fn plies(self) -> Option<u16> {
        match self {
            Value::Draw => None,
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
        }
    }
}

/// All positions of one material with both sides to move.
struct Table {
    /// Ascending.
    keys: Vec<u64>,
    /// The value of the position with the key of the same index.
    values: Vec<Value>,
}

/// Solves materials of one game on demand and keeps them.
pub struct Solver {
    game: NaiveGame,
    tables: HashMap<Material, Table>,
}

impl Solver {
    /// A solver that has solved nothing yet.
    #[must_use]
    pub fn new(game: NaiveGame) -> Solver {
        Solver { game, tables: HashMap::new() }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> NaiveGame {
        self.game
    }

    /// How many positions have been solved, both sides to move, either colour.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.tables.values().map(|table| table.keys.len()).sum()
    }

    /// Solves a material, and before it every material it can lead to.
    ///
    /// # Panics
    /// If a side has no piece, or there are more pieces than a key holds.
    pub fn solve(&mut self, material: Material) {
        if self.tables.contains_key(&material) {
            return;
        }
        assert!(material.both_present(), "{material:?}: both sides need a piece");
        let keys = all_keys(self.game, material);
        let mut graph = Graph::new(keys.len());
        for &key in &keys {
            for m in legal_moves(&from_key(self.game, key)) {
                if m.result.material() == material {
                    graph.add_inside(index(&keys, &m.result));
                } else {
                    let value = self.value(&m.result);
                    graph.add_exit(value);
                }
            }
            graph.end_position();
        }
        let values = graph.sweep(over(self.game));
        self.tables.insert(material, Table { keys, values });
    }

    /// The value of a position; its material is solved if it is not yet. If a side has no piece, the value follows
    /// from the moves: to be without a move is to lose, in giveaway to win.
    ///
    /// # Panics
    /// If the position belongs to another game, a man stands where it would have been crowned, or there are more
    /// pieces than a key holds.
    pub fn value(&mut self, pos: &Position) -> Value {
        if pos.material().both_present() {
            self.solve(pos.material());
        }
        self.known_value(pos).expect("its material has just been solved")
    }

    /// The value of a position if its material has been solved.
    ///
    /// # Panics
    /// As [`Solver::value`].
    #[must_use]
    pub fn known_value(&self, pos: &Position) -> Option<Value> {
        assert!(pos.game() == self.game, "a position of another game");
        if !pos.material().both_present() {
            // The opponent has no piece and thus, after any move, no move: the game is over now or in one ply.
            let over_now = legal_moves(pos).is_empty();
            return Some(if over_now { over(self.game) } else { before(over(self.game)) });
        }
        let table = self.tables.get(&pos.material())?;
        Some(table.values[index(&table.keys, pos)])
    }

    /// Calls `f` with every position of a material, both sides to move, and its value. The material is solved if it
    /// is not yet.
    ///
    /// # Panics
    /// As [`Solver::solve`].
    pub fn for_each(&mut self, material: Material, mut f: impl FnMut(&Position, Value)) {
        self.solve(material);
        let table = &self.tables[&material];
        for (&key, &value) in table.keys.iter().zip(&table.values) {
            f(&from_key(self.game, key), value);
        }
    }
}

/// The value for a side that has no legal move: S000 7.2, S002 64Rc "goal"; the reverse in S002 64P and 100P.
fn over(game: NaiveGame) -> Value {
    if game.without_a_move_wins() { Value::Win(0) } else { Value::Loss(0) }
}

/// The value when the only move leads to a position of this value.
fn before(value: Value) -> Value {
    match value {
        Value::Draw => Value::Draw,
        Value::Win(plies) => Value::Loss(plies + 1),
        Value::Loss(plies) => Value::Win(plies + 1),
    }
}

/// The kinds of pieces, in the order of their codes in a key.
const PIECES: [Cell; 4] = [Cell::WhiteMan, Cell::WhiteKing, Cell::BlackMan, Cell::BlackKing];

/// A position as a number: the pieces in order of their squares, each a digit 1 + 4 (square - 1) + kind to the base
/// 4 S + 1, and the side to move as the last bit.
pub(super) fn to_key(pos: &Position) -> u64 {
    let base = 4 * pos.game().squares() as u64 + 1;
    let mut key: u64 = 0;
    for (square, cell) in pos.pieces() {
        let kind = PIECES.iter().position(|&piece| piece == cell).expect("no empty cell among the pieces");
        let digit = 1 + 4 * (square as u64 - 1) + kind as u64;
        key = key.checked_mul(base).and_then(|key| key.checked_add(digit)).expect("too many pieces for a key");
    }
    key.checked_mul(2).expect("too many pieces for a key") + u64::from(pos.side() == Side::Black)
}

/// The position with this key.
pub(super) fn from_key(game: NaiveGame, key: u64) -> Position {
    let base = 4 * game.squares() as u64 + 1;
    let side = if key.is_multiple_of(2) { Side::White } else { Side::Black };
    let mut pos = Position::empty(game, side);
    let mut rest = key / 2;
    while rest > 0 {
        let digit = (rest % base) as usize - 1;
        pos.set(digit / 4 + 1, PIECES[digit % 4]);
        rest /= base;
    }
    pos
}

/// The keys of all positions of a material, ascending.
pub(super) fn all_keys(game: NaiveGame, material: Material) -> Vec<u64> {
    let mut keys = Vec::new();
    for side in [Side::White, Side::Black] {
        material.for_each_board(game, side, &mut |pos| keys.push(to_key(pos)));
    }
    keys.sort_unstable();
    keys
}

pub(super) fn index(keys: &[u64], pos: &Position) -> usize {
    keys.binary_search(&to_key(pos)).expect("every position of the material has a key")
}

/// The moves of one material: positions are numbers, and what leaves the material is kept by its known value alone.
struct Graph {
    positions: usize,
    /// Where the successors of a position begin and, at the next index, end.
    starts: Vec<usize>,
    /// Numbers below `positions` are positions; the others are exits.
    successors: Vec<u32>,
    exits: Vec<Value>,
}

impl Graph {
    fn new(positions: usize) -> Graph {
        Graph { positions, starts: vec![0], successors: Vec::new(), exits: Vec::new() }
    }

    fn add_inside(&mut self, position: usize) {
        self.successors.push(u32::try_from(position).expect("fewer than 2^32 positions"));
    }

    fn add_exit(&mut self, value: Value) {
        let number = self.positions + self.exits.len();
        self.successors.push(u32::try_from(number).expect("fewer than 2^32 positions and exits"));
        self.exits.push(value);
    }

    fn end_position(&mut self) {
        self.starts.push(self.successors.len());
    }

    /// The value of every position. In the sweep of depth d exactly the positions are decided that end in d plies.
    fn sweep(&self, over: Value) -> Vec<Value> {
        // Undecided positions stand as draws, which is what they are if they are never decided.
        let mut values = vec![Value::Draw; self.positions];
        values.extend(&self.exits);
        let longest_exit = self.exits.iter().filter_map(|exit| exit.plies()).max().unwrap_or(0);
        let mut undecided: Vec<usize> = (0..self.positions).collect();
        for depth in 0.. {
            let were_undecided = undecided.len();
            undecided.retain(|&position| {
                let successors = &self.successors[self.starts[position]..self.starts[position + 1]];
                let decided = decide(successors, &values, depth, over);
                if let Some(value) = decided {
                    values[position] = value;
                }
                decided.is_none()
            });
            // The next sweep needs successors of exactly this depth: there is none inside if nothing was decided,
            // and none outside if every exit is shorter.
            if undecided.len() == were_undecided && depth > longest_exit {
                break;
            }
        }
        values.truncate(self.positions);
        values
    }
}

/// The value of a position if it is decided at `depth`; all that are decided at less have been. Values of this same
/// depth, set earlier in this sweep, do not count.
fn decide(successors: &[u32], values: &[Value], depth: u16, over: Value) -> Option<Value> {
    if successors.is_empty() {
        return Some(over);
    }
    let last = depth.checked_sub(1)?;
    // The winner needs one move to a position lost in the plies that are left.
    let mut after = successors.iter().map(|&s| values[s as usize]);
    if after.clone().any(|value| value == Value::Loss(last)) {
        return Some(Value::Win(depth));
    }
    // The loser has only moves to positions won at once or sooner than in the plies left.
    let lost = after.all(|value| matches!(value, Value::Win(plies) if plies <= last));
    lost.then_some(Value::Loss(depth))
}
