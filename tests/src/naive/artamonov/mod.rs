//! Artamonov's one-colour draughts a second time, straight from S002 "64A" and rules.md 13, slowly and simply.
//!
//! It shares nothing with the real code: a board is eight rows of eight squares walked step by step, values are found by
//! looking at all successors again and again, and rule 4-15 by induction over the count of plies and the difference of pieces
//! taken. The readings are A1 to A20 of rules.md 13.

mod solve;

use std::collections::BTreeSet;

pub use solve::{STOP_PLIES, Solution, Stopped, Value};

/// Who is to move. White sits below row 1, Black above row 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Moves men up.
    White,
    /// Moves men down.
    Black,
}

impl Player {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Player {
        match self {
            Player::White => Player::Black,
            Player::Black => Player::White,
        }
    }

    /// The change of row of a man's step (A1).
    fn forward(self) -> i8 {
        match self {
            Player::White => 1,
            Player::Black => -1,
        }
    }

    /// The row on which his moves end men's careers (A6).
    fn last_row(self) -> i8 {
        match self {
            Player::White => 7,
            Player::Black => 0,
        }
    }
}

/// What stands on a square; it is nobody's (A10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Nothing.
    Nothing,
    /// A man.
    Man,
    /// A king.
    King,
}

/// Column 0 is a, row 0 is row 1.
pub type Place = (i8, i8);

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// By row, then column. Play is on the squares of which column and row are both even or both odd.
    pub board: [[Piece; 8]; 8],
    /// Who is to move.
    pub turn: Player,
    /// Where the piece stands that he may not move.
    pub barred: Option<Place>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where it begins.
    pub from: Place,
    /// Where it ends.
    pub to: Place,
    /// Where the pieces stood that it takes.
    pub taken: BTreeSet<Place>,
    /// A man became a king.
    pub promotes: bool,
    /// The position after it.
    pub after: State,
}

/// The 32 squares of play.
pub fn places() -> impl Iterator<Item = Place> {
    (0..8).flat_map(|row| (0..8).map(move |column| (column, row))).filter(|(column, row)| (column + row) % 2 == 0)
}

impl State {
    /// A board with nothing on it.
    #[must_use]
    pub fn empty(turn: Player) -> State {
        State { board: [[Piece::Nothing; 8]; 8], turn, barred: None }
    }

    /// What stands there; `None` off the board.
    #[must_use]
    pub fn at(&self, (column, row): Place) -> Option<Piece> {
        self.board.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    }

    /// Sets what stands there.
    pub fn put(&mut self, (column, row): Place, piece: Piece) {
        self.board[row as usize][column as usize] = piece;
    }

    /// Where the pieces of a kind stand.
    pub fn places_of(&self, piece: Piece) -> impl Iterator<Item = Place> + '_ {
        places().filter(move |&place| self.at(place) == Some(piece))
    }

    /// How many pieces there are (A12).
    #[must_use]
    pub fn pieces(&self) -> usize {
        places().filter(|&place| self.at(place) != Some(Piece::Nothing)).count()
    }

    fn is_free(&self, place: Place) -> bool {
        self.at(place) == Some(Piece::Nothing)
    }

    /// The legal moves. Captures that agree in start, end and pieces taken are one.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        // 64A 1: not the piece the opponent moved last; A4: the duty to capture looks at the others only.
        let may_move =
            || places().filter(|&place| self.at(place) != Some(Piece::Nothing) && self.barred != Some(place));
        let mut steps = Vec::new();
        for from in may_move() {
            let mut lifted = *self;
            lifted.put(from, Piece::Nothing);
            self.capture(&lifted, from, from, &mut Vec::new(), &mut steps);
        }
        if steps.is_empty() {
            may_move().for_each(|from| self.quiet(from, &mut steps));
        }
        steps
    }

    fn directions(&self, piece: Piece) -> Vec<Place> {
        let ahead = self.turn.forward();
        match piece {
            // 64A 2: forward only; 64Rc: that is how a man goes, too.
            Piece::Man => vec![(-1, ahead), (1, ahead)],
            _ => vec![(-1, ahead), (1, ahead), (-1, -ahead), (1, -ahead)],
        }
    }

    fn quiet(&self, from: Place, steps: &mut Vec<Step>) {
        let piece = self.at(from).unwrap();
        for direction in self.directions(piece) {
            let mut to = next(from, direction);
            while self.is_free(to) {
                steps.push(self.finish(from, to, &[]));
                if piece == Piece::Man {
                    break;
                }
                to = next(to, direction);
            }
        }
    }

    /// Goes on with a capture that has come from `from` to `at`. On the board `lifted` the capturing piece is missing, the pieces
    /// taken still stand (64Rc).
    fn capture(&self, lifted: &State, from: Place, at: Place, taken: &mut Vec<Place>, steps: &mut Vec<Step>) {
        let jumps = self.jumps(lifted, from, at, taken);
        if jumps.is_empty() && !taken.is_empty() {
            let step = self.finish(from, at, taken);
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
        for (victim, landings) in jumps {
            taken.push(victim);
            // 64Rc: of the squares behind the victim one from which the capture goes on, if there is one.
            let goes_on = |to: &Place| !self.jumps(lifted, from, *to, taken).is_empty();
            let must: Vec<Place> = landings.iter().copied().filter(goes_on).collect();
            for to in if must.is_empty() { landings } else { must } {
                self.capture(lifted, from, to, taken, steps);
            }
            taken.pop();
        }
    }

    /// What the piece from `from` can jump next, standing on `at`, with the squares behind on which it may land.
    fn jumps(&self, lifted: &State, from: Place, at: Place, taken: &[Place]) -> Vec<(Place, Vec<Place>)> {
        let piece = self.at(from).unwrap();
        let mut found = Vec::new();
        // 64A 3, A7: a man's capture ends on the last row. A8: a king's does not.
        if piece == Piece::Man && at.1 == self.turn.last_row() {
            return found;
        }
        for direction in self.directions(piece) {
            let mut victim = next(at, direction);
            while piece == Piece::King && lifted.is_free(victim) {
                victim = next(victim, direction);
            }
            // A2: anything may be taken; 64Rc: but not twice.
            if lifted.at(victim).is_none() || lifted.is_free(victim) || taken.contains(&victim) {
                continue;
            }
            let mut landings = Vec::new();
            let mut to = next(victim, direction);
            while lifted.is_free(to) {
                landings.push(to);
                if piece == Piece::Man {
                    break;
                }
                to = next(to, direction);
            }
            if !landings.is_empty() {
                found.push((victim, landings));
            }
        }
        found
    }

    fn finish(&self, from: Place, to: Place, taken: &[Place]) -> Step {
        let mut after = State { turn: self.turn.other(), barred: Some(to), ..*self };
        for &place in taken {
            after.put(place, Piece::Nothing);
        }
        after.put(from, Piece::Nothing);
        let piece = self.at(from).unwrap();
        let promotes = piece == Piece::Man && to.1 == self.turn.last_row();
        after.put(to, if promotes { Piece::King } else { piece });
        Step { from, to, taken: taken.iter().copied().collect(), promotes, after }
    }
}

fn next((column, row): Place, (right, up): Place) -> Place {
    (column + right, row + up)
}
