//! The legal moves, found by walking over the grid one step at a time.

use std::collections::HashSet;

use super::board::{Cell, Place, Position, Side, last_row, square_of};
use super::games::{Choice, KingRange, LastRowInCapture, NaiveGame};

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NaiveMove {
    /// Where the piece starts (PDN number).
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// The squares of the pieces taken, in the order in which they were jumped.
    pub captured: Vec<usize>,
    /// Whether a man became a king.
    pub promoted: bool,
    /// The position after the move, the opponent to move.
    pub result: Position,
}

impl NaiveMove {
    /// Whether anything is taken.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }
}

/// A direction: the change of the row and of the column.
type Direction = (isize, isize);

const UP: [Direction; 2] = [(-1, -1), (-1, 1)];
const DOWN: [Direction; 2] = [(1, -1), (1, 1)];
const ALL: [Direction; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// Every legal move. Captures come with every route: two of them that take the same pieces in another order are two
/// moves ("keep duplicates" of rules.md 1.4).
#[must_use]
pub fn legal_moves(pos: &Position) -> Vec<NaiveMove> {
    // Capturing is compulsory in all games: S002 64Rc, S000 4.1.
    let captures = captures(pos);
    if captures.is_empty() { quiet_moves(pos) } else { choose(pos.game(), captures) }
}

/// The legal moves with one of each set that agrees in from, to, the set of pieces taken and the resulting piece
/// ("drop duplicates" of rules.md 1.4).
#[must_use]
pub fn distinct_moves(pos: &Position) -> Vec<NaiveMove> {
    let mut seen = HashSet::new();
    let mut moves = legal_moves(pos);
    moves.retain(|m| {
        // Quiet moves never agree in from and to.
        if !m.is_capture() {
            return true;
        }
        let mut taken = m.captured.clone();
        taken.sort_unstable();
        seen.insert((m.from, m.to, taken, m.promoted))
    });
    moves
}

/// The place one step away, unless it is off the board.
fn step(game: NaiveGame, (row, column): Place, (down, right): Direction) -> Option<Place> {
    let row = row.checked_add_signed(down)?;
    let column = column.checked_add_signed(right)?;
    (row < game.rows() && column < game.columns()).then_some((row, column))
}

fn forward(side: Side) -> &'static [Direction] {
    match side {
        Side::White => &UP,
        Side::Black => &DOWN,
    }
}

/// The places of the pieces of the side to move.
fn own_places(pos: &Position) -> impl Iterator<Item = Place> {
    pos.occupied().filter(|&at| pos.at(at).side() == Some(pos.side()))
}

/// The moves that take nothing. S002 64Rc: a man goes one step forward, a king any distance over free squares;
/// 64C 3 and 64I 3: one step in any direction.
fn quiet_moves(pos: &Position) -> Vec<NaiveMove> {
    let game = pos.game();
    let mut moves = Vec::new();
    for from in own_places(pos) {
        let piece = pos.at(from);
        let directions = if piece.is_king() { &ALL } else { forward(pos.side()) };
        let far = piece.is_king() && game.king_range() != KingRange::Short;
        for &direction in directions {
            let mut next = step(game, from, direction);
            while let Some(to) = next
                && pos.at(to) == Cell::Empty
            {
                // A man that reaches the last row becomes a king.
                let becomes_king = piece.is_king() || to.0 == last_row(game, pos.side());
                moves.push(finish(pos, from, to, &[], becomes_king));
                next = if far { step(game, to, direction) } else { None };
            }
        }
    }
    moves
}

/// The move from `from` to `to` that takes the pieces on `taken`.
fn finish(pos: &Position, from: Place, to: Place, taken: &[Place], ends_as_king: bool) -> NaiveMove {
    let game = pos.game();
    let piece = pos.at(from);
    let mut result = pos.with_side(pos.side().other());
    // The pieces are lifted only now (S000 4.11, S002 64Rc); `from` is cleared first because a capture may end there.
    for &at in taken {
        result.put(at, Cell::Empty);
    }
    result.put(from, Cell::Empty);
    result.put(to, if ends_as_king { Cell::king_of(pos.side()) } else { piece });
    NaiveMove {
        from: square_of(game, from),
        to: square_of(game, to),
        captured: taken.iter().map(|&at| square_of(game, at)).collect(),
        promoted: ends_as_king && !piece.is_king(),
        result,
    }
}

/// A capture carried to its end, with what the choice between captures asks about.
struct Capture {
    done: NaiveMove,
    /// Made by a piece that was a king before the move.
    with_king: bool,
    /// For each piece taken, in order, whether it is a king.
    kings_taken: Vec<bool>,
}

/// A capture in progress.
struct Chain<'a> {
    /// The position before the move.
    before: &'a Position,
    from: Place,
    /// The board during the capture: the starting square is free (rules.md 1.2), the pieces already jumped are still
    /// standing (S000 4.11).
    board: Position,
    taken: Vec<Place>,
    found: Vec<Capture>,
    /// (order of the pieces taken, to) already found: a king that jumps two pieces standing on one line may pause on
    /// any free square between them, and it is the same capture.
    seen: HashSet<(Vec<Place>, Place)>,
}

/// All captures, each carried to its end, before any choice between them.
fn captures(pos: &Position) -> Vec<Capture> {
    let mut found = Vec::new();
    for from in own_places(pos) {
        let piece = pos.at(from);
        let mut board = *pos;
        board.put(from, Cell::Empty);
        let mut chain = Chain { before: pos, from, board, taken: Vec::new(), found: Vec::new(), seen: HashSet::new() };
        chain.go_on(from, piece.is_king());
        found.append(&mut chain.found);
    }
    found
}

impl Chain<'_> {
    fn game(&self) -> NaiveGame {
        self.before.game()
    }

    fn side(&self) -> Side {
        self.before.side()
    }

    /// Jumps in every way possible from `at`, or ends the capture there if there is none. The piece moves as a king
    /// if `king`.
    fn go_on(&mut self, at: Place, king: bool) {
        let jumps = self.jumps(at, king);
        if jumps.is_empty() {
            if !self.taken.is_empty() {
                self.end(at, king);
            }
            return;
        }
        for (target, landings) in jumps {
            self.taken.push(target);
            // S002 64Rc: if from one of the free squares behind the piece the capture can go on, it must go on. In
            // the games with a majority this drops only captures that take fewer pieces than another.
            let able: Vec<Place> = landings.iter().copied().filter(|&to| self.can_go_on(to, king)).collect();
            for to in if able.is_empty() { landings } else { able } {
                let king_now = king || (self.promotes_at_once() && self.is_last_row(to));
                if self.must_end(to, king) { self.end(to, king_now) } else { self.go_on(to, king_now) }
            }
            self.taken.pop();
        }
    }

    /// Whether the capture can go on from `to`, just reached by a piece that jumped as a king if `king`.
    fn can_go_on(&self, to: Place, king: bool) -> bool {
        let king_now = king || (self.promotes_at_once() && self.is_last_row(to));
        !self.must_end(to, king) && !self.jumps(to, king_now).is_empty()
    }

    /// Rules.md 9 [1.19] and 10: in English and Italian draughts a man's capture ends on the last row.
    fn must_end(&self, to: Place, king: bool) -> bool {
        !king && self.is_last_row(to) && self.game().last_row_in_capture() == LastRowInCapture::Ends
    }

    /// S002 64Rc: a man that reaches the last row by a capture goes on with the rights of a king.
    fn promotes_at_once(&self) -> bool {
        self.game().last_row_in_capture() == LastRowInCapture::GoesOnAsKing
    }

    fn is_last_row(&self, at: Place) -> bool {
        at.0 == last_row(self.game(), self.side())
    }

    /// Records the capture that ends on `to`. A man that ends on the last row is a king in every game (S000 3.5).
    fn end(&mut self, to: Place, king: bool) {
        if self.seen.insert((self.taken.clone(), to)) {
            let ends_as_king = king || self.is_last_row(to);
            self.found.push(Capture {
                done: finish(self.before, self.from, to, &self.taken, ends_as_king),
                with_king: self.before.at(self.from).is_king(),
                kings_taken: self.taken.iter().map(|&at| self.before.at(at).is_king()).collect(),
            });
        }
    }

    /// The single jumps from `at`: each piece that can be jumped next, with the squares one may land on.
    fn jumps(&self, at: Place, king: bool) -> Vec<(Place, Vec<Place>)> {
        let game = self.game();
        let flies = king && game.king_range() != KingRange::Short;
        let directions = if king || game.man_captures_backward() { &ALL } else { forward(self.side()) };
        let mut found = Vec::new();
        for &direction in directions {
            let mut next = step(game, at, direction);
            if flies {
                while let Some(to) = next
                    && self.board.at(to) == Cell::Empty
                {
                    next = step(game, to, direction);
                }
            }
            let Some(target) = next else { continue };
            if !self.may_take(target, king) {
                continue;
            }
            let mut landings = Vec::new();
            let mut next = step(game, target, direction);
            while let Some(to) = next
                && self.board.at(to) == Cell::Empty
            {
                landings.push(to);
                let any_distance = king && game.king_range() == KingRange::Flying;
                next = if any_distance { step(game, to, direction) } else { None };
            }
            if !landings.is_empty() {
                found.push((target, landings));
            }
        }
        found
    }

    /// Whether the piece on `target` may be jumped: an enemy, not jumped before in this move (S000 4.8), and not a
    /// king if a man jumps in Italian draughts (S002 64I 4).
    fn may_take(&self, target: Place, king: bool) -> bool {
        let piece = self.board.at(target);
        piece.side() == Some(self.side().other())
            && !self.taken.contains(&target)
            && (king || !piece.is_king() || self.game().man_takes_king())
    }
}

/// The captures among which the player may choose.
fn choose(game: NaiveGame, captures: Vec<Capture>) -> Vec<NaiveMove> {
    let captures = match game.choice() {
        Choice::Free => captures,
        // S002 100 item 2; S000 4.13: a king counts as one piece.
        Choice::MostPieces => keep_best(captures, |c| c.kings_taken.len()),
        // S002 64I 5, in its own order: the most pieces; the most kings among them; the line in which a king comes
        // sooner; with a king rather than with a man. Rules.md 10 [FID 6.9]: "sooner" compares the lines piece by
        // piece, and where they first differ the king wins.
        Choice::Italian => {
            let most = keep_best(captures, |c| c.kings_taken.len());
            let most_kings = keep_best(most, |c| c.kings_taken.iter().filter(|&&king| king).count());
            let sooner = keep_best(most_kings, |c| c.kings_taken.clone());
            keep_best(sooner, |c| c.with_king)
        }
    };
    captures.into_iter().map(|c| c.done).collect()
}

/// Those whose worth is the greatest.
fn keep_best<W: Ord>(mut captures: Vec<Capture>, worth: impl Fn(&Capture) -> W) -> Vec<Capture> {
    if let Some(best) = captures.iter().map(&worth).max() {
        captures.retain(|c| worth(c) == best);
    }
    captures
}
