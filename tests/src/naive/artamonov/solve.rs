//! Values of Artamonov's draughts by looking at all successors again and again, and rule 4-15 by induction.

use std::collections::HashMap;

use super::{Piece, Place, Player, State, Step, places};

/// What a position is worth to the side to move without draw rules; plies to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Neither side can force the end.
    Draw,
    /// The side to move wins.
    Win(u16),
    /// The side to move loses.
    Loss(u16),
}

/// Where a move leads.
struct Edge {
    /// The number of the position.
    to: usize,
    taken: i8,
    promotes: bool,
}

/// Every position of up to so many pieces, with its value.
pub struct Solution {
    /// The positions: fewer pieces first, then fewer men.
    pub states: Vec<State>,
    most_pieces: usize,
    number: HashMap<State, usize>,
    edges: Vec<Vec<Edge>>,
    values: Vec<Value>,
}

impl Solution {
    /// Solves the positions of up to `most_pieces` pieces, both sides to move, each piece barred or none. More than 3 take
    /// gigabytes.
    #[must_use]
    pub fn up_to(most_pieces: usize) -> Solution {
        let mut states = Vec::new();
        for turn in [Player::White, Player::Black] {
            add_states(State::empty(turn), &places().collect::<Vec<_>>(), most_pieces, &mut states);
        }
        states.sort_by_key(|state| (state.pieces(), state.places_of(Piece::Man).count()));
        let number: HashMap<State, usize> = states.iter().copied().zip(0..).collect();
        let edge =
            |step: Step| Edge { to: number[&step.after], taken: step.taken.len() as i8, promotes: step.promotes };
        let edges = states.iter().map(|state| state.steps().into_iter().map(edge).collect()).collect();
        let mut solution = Solution { values: vec![Value::Draw; states.len()], states, most_pieces, number, edges };
        let mut depth = 0;
        while solution.pass(depth) > 0 {
            depth += 1;
        }
        solution
    }

    /// Finds the positions that end in exactly `depth` plies, and says how many there are. When there are none, there are none
    /// deeper.
    fn pass(&mut self, depth: u16) -> usize {
        let mut found = Vec::new();
        for (i, edges) in self.edges.iter().enumerate().filter(|&(i, _)| self.values[i] == Value::Draw) {
            let mut next = edges.iter().map(|edge| self.values[edge.to]);
            // 64A 6, A5: who has no move loses; this is depth 0.
            if next.clone().all(|value| matches!(value, Value::Win(_))) {
                found.push((i, Value::Loss(depth)));
            } else if next.any(|value| matches!(value, Value::Loss(_))) {
                found.push((i, Value::Win(depth)));
            }
        }
        for &(i, value) in &found {
            self.values[i] = value;
        }
        found.len()
    }

    /// The value of a position.
    ///
    /// # Panics
    /// When it has more pieces than were solved.
    #[must_use]
    pub fn value(&self, state: &State) -> Value {
        self.values[self.number[state]]
    }
}

/// Adds all ways to put up to `left` pieces on `free` squares, and to bar one of all pieces or none.
fn add_states(state: State, free: &[Place], left: usize, states: &mut Vec<State>) {
    if state.pieces() > 0 {
        states.push(state);
        let barred = places().filter(|&place| !state.is_free(place));
        states.extend(barred.map(|place| State { barred: Some(place), ..state }));
    }
    if left > 0 {
        for (i, &place) in free.iter().enumerate() {
            for piece in [Piece::Man, Piece::King] {
                let mut more = state;
                more.put(place, piece);
                add_states(more, &free[i + 1..], left - 1, states);
            }
        }
    }
}

/// Rule 4-15: plies without change of number or kind after which the game is stopped (A13).
pub const STOP_PLIES: usize = 30;

/// Who wins by rule 4-15 from every position of a [`Solution`], for every count of plies and every difference of pieces taken.
pub struct Stopped<'a> {
    solution: &'a Solution,
    /// The largest difference there is: 3 with the most pieces, and all that can be taken of these.
    widest: i8,
    /// By count, then position and difference: 1, 0, -1 as the side to move wins, draws, loses.
    results: Vec<Vec<i8>>,
}

impl<'a> Stopped<'a> {
    /// Works it out. The order of positions is that of moves that set the count back, so each result is there when it is asked for.
    #[must_use]
    pub fn new(solution: &'a Solution) -> Stopped<'a> {
        let states = &solution.states;
        let widest = 3 + solution.most_pieces as i8 - 1;
        let cells = states.len() * (2 * widest as usize + 1);
        let mut stopped = Stopped { solution, widest, results: vec![vec![0; cells]; STOP_PLIES] };
        let material = |state: &State| (state.pieces(), state.places_of(Piece::Man).count());
        for group in states.chunk_by(|a, b| material(a) == material(b)) {
            let first = solution.number[&group[0]];
            let taken = (solution.most_pieces - group[0].pieces()) as i8;
            for count in (0..STOP_PLIES).rev() {
                for state in first..first + group.len() {
                    for difference in -3 - taken..=3 + taken {
                        let cell = stopped.cell(state, difference);
                        stopped.results[count][cell] = stopped.best(state, count, difference);
                    }
                }
            }
        }
        stopped
    }

    fn cell(&self, state: usize, difference: i8) -> usize {
        state * (2 * self.widest as usize + 1) + (difference + self.widest) as usize
    }

    /// The best result of the moves; a player without moves has lost (64A 6).
    fn best(&self, state: usize, count: usize, difference: i8) -> i8 {
        let result = |edge: &Edge| {
            // Seen by the opponent.
            let difference = -(difference + edge.taken);
            // 64A 4: set back by a change of number or kind, not by a man's step (A13, A14).
            let count = if edge.taken > 0 || edge.promotes { 0 } else { count + 1 };
            if self.solution.edges[edge.to].is_empty() {
                // Having no move goes before the stop.
                1
            } else if count == STOP_PLIES {
                // 64A 5: who has taken more wins, a king counting as one (A15).
                -difference.signum()
            } else {
                -self.results[count][self.cell(edge.to, difference)]
            }
        };
        self.solution.edges[state].iter().map(result).max().unwrap_or(-1)
    }

    /// Who wins when `count` plies (0 to 29) have been made without change, and the side to move has taken `difference` pieces
    /// more than its opponent (-3 to 3): 1 the side to move, -1 its opponent, 0 nobody.
    ///
    /// # Panics
    /// When there are more pieces than were solved, or beyond these bounds.
    #[must_use]
    pub fn result(&self, state: &State, count: usize, difference: i8) -> i8 {
        assert!((-3..=3).contains(&difference), "no table has the difference {difference}");
        self.results[count][self.cell(self.solution.number[state], difference)]
    }
}
