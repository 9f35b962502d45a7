//! What can be seen in a position: captures, threats, mobility. Worked out when asked for, from the rules of the game.

use std::cell::OnceCell;
use std::fmt;
use std::ops::ControlFlow;

use dambase_prober::any::{AnyTablebase, for_each_successor};
use dambase_prober::{Evaluation, ProbeError, Verdict};
use dambase_rules::draw::DrawRules;
use dambase_rules::{Family, GameId, Pieces, Side};

use crate::board::{Squares, army, occupied};

/// A position, and what is known of it.
#[derive(Debug)]
pub struct Seen<'a> {
    /// The position.
    pub pieces: &'a Pieces,
    /// Its worth to the side to move, no draw rules.
    pub evaluation: Evaluation,
    /// Where its worth under the draw rules of the claim is found.
    ruled: Option<&'a Ruled<'a>>,
}

/// A worth under draw rules with all counters at zero, looked up the first time it is asked for.
pub struct Ruled<'a> {
    pieces: &'a Pieces,
    tables: &'a AnyTablebase,
    rules: &'static DrawRules,
    found: OnceCell<Result<(Verdict, Option<u16>), ProbeError>>,
}

impl<'a> Ruled<'a> {
    /// That of a position, and of all that look the same.
    pub fn new(pieces: &'a Pieces, tables: &'a AnyTablebase, rules: &'static DrawRules) -> Self {
        Ruled { pieces, tables, rules, found: OnceCell::new() }
    }

    /// Why it could not be found, where it was asked for. What was said of the position is worth nothing then.
    pub fn error(self) -> Option<ProbeError> {
        self.found.into_inner()?.err()
    }
}

impl fmt::Debug for Ruled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ruled").field("rules", &self.rules.name).field("found", &self.found).finish()
    }
}

impl<'a> Seen<'a> {
    /// A position without draw rules.
    pub fn new(pieces: &'a Pieces, evaluation: Evaluation) -> Self {
        Seen { pieces, evaluation, ruled: None }
    }

    /// A position that may be asked for its worth under draw rules.
    pub fn under(pieces: &'a Pieces, evaluation: Evaluation, ruled: Option<&'a Ruled<'a>>) -> Self {
        Seen { pieces, evaluation, ruled }
    }

    /// The verdict and the plies that are needed (DTC) under the draw rules; `None` where there are none, and where it could not be
    /// found, which [`Ruled::error`] tells.
    pub fn ruled(&self) -> Option<(Verdict, Option<u16>)> {
        let ruled = self.ruled?;
        ruled.found.get_or_init(|| ruled.tables.probe_ruled(ruled.rules, ruled.pieces)).as_ref().ok().copied()
    }
}

/// What the rules of one game say of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    game: GameId,
    /// Captures are compulsory, and pieces are somebody's.
    draughts: bool,
    /// Pieces are nobody's: whoever captures takes any.
    common: bool,
}

impl Facts {
    /// Those of a game.
    pub fn of(game: GameId) -> Self {
        let family = game.family();
        Facts { game, draughts: family != Family::Chess, common: family == Family::Artamonov }
    }

    /// What `side` can take.
    fn prey(&self, pieces: &Pieces, side: Side) -> Squares {
        if self.common { occupied(pieces) } else { army(pieces, side.other()) }
    }

    /// Calls `visit` for the position after each move of `side`, as if it were to move; a position in which it cannot be to move (the
    /// other king attacked) has none. Says whether it can be to move.
    fn moves(&self, pieces: &Pieces, side: Side, visit: &mut dyn FnMut(&Pieces)) -> bool {
        let turned;
        let pieces = if pieces.side == side {
            pieces
        } else {
            // Whoever moves twice in a row finds no pawn to take en passant.
            turned = Pieces { side, en_passant: None, ..*pieces };
            &turned
        };
        // The only error is a position that is none.
        for_each_successor(self.game, pieces, visit).is_ok()
    }

    /// Whether a move of `side` from `before` to `after` took something.
    fn took(&self, before: &Pieces, after: &Pieces, side: Side) -> bool {
        if self.common {
            return occupied(after).count_ones() < occupied(before).count_ones();
        }
        army(after, side.other()).count_ones() < army(before, side.other()).count_ones()
    }

    /// `side` could take something if it were to move.
    pub fn can_capture(&self, pieces: &Pieces, side: Side) -> bool {
        let mut found = false;
        self.moves(pieces, side, &mut |after| found |= self.took(pieces, after, side));
        found
    }

    /// The pieces that `side` could take if it were to move, by one capture or another.
    pub fn attacked_by(&self, pieces: &Pieces, side: Side) -> Squares {
        let prey = self.prey(pieces, side);
        let mut attacked = 0;
        self.moves(pieces, side, &mut |after| {
            if self.took(pieces, after, side) {
                attacked |= prey & !self.prey(after, side);
            }
        });
        attacked
    }

    /// The most pieces that one move of `side` takes, as if it were to move.
    pub fn takes(&self, pieces: &Pieces, side: Side) -> u32 {
        let prey = self.prey(pieces, side).count_ones();
        let mut most = 0;
        self.moves(pieces, side, &mut |after| {
            most = most.max(prey.saturating_sub(self.prey(after, side).count_ones()))
        });
        most
    }

    /// The other side could take something if it were to move, and whatever it takes, `side` could take something then.
    pub fn recaptures(&self, pieces: &Pieces, side: Side) -> bool {
        let other = side.other();
        let (mut takes, mut answered) = (false, true);
        self.moves(pieces, other, &mut |after| {
            if self.took(pieces, after, other) {
                takes = true;
                answered = answered && self.can_capture(after, side);
            }
        });
        takes && answered
    }

    /// Moves of `side`, as if it were to move; captures that lead to the same position are one. `None` where it cannot be to move.
    pub fn mobility(&self, pieces: &Pieces, side: Side) -> Option<u32> {
        let mut after: Vec<Pieces> = Vec::new();
        let can_move = self.moves(pieces, side, &mut |position| {
            if !after.contains(position) {
                after.push(*position);
            }
        });
        can_move.then_some(after.len() as u32)
    }

    /// `side` attacks two pieces, or can do so by a move that takes nothing; where captures are compulsory, by one that leaves the
    /// other side nothing to take.
    pub fn double_attack(&self, pieces: &Pieces, side: Side) -> bool {
        let two = |pieces: &Pieces| self.attacked_by(pieces, side).count_ones() >= 2;
        if pieces.side != side {
            return two(pieces) && !(self.draughts && self.can_capture(pieces, side.other()));
        }
        let mut found = false;
        self.moves(pieces, side, &mut |after| {
            let quiet = !self.took(pieces, after, side);
            let answered = || self.draughts && self.can_capture(after, side.other());
            found = found || (quiet && !answered() && two(after));
        });
        found
    }

    /// `side` takes something within so many moves of its own, whatever the other side does.
    pub fn forces_capture(&self, pieces: &Pieces, side: Side, moves: u32) -> bool {
        if moves == 0 {
            return false;
        }
        if pieces.side == side {
            if self.can_capture(pieces, side) {
                return true;
            }
            if moves == 1 {
                return false;
            }
            return self.any(pieces, |after| self.forces_capture(after, side, moves - 1));
        }
        // Who has no move has lost, or won: nothing is taken.
        let mut some = false;
        let refuted = self.any(pieces, |after| {
            some = true;
            !self.forces_capture(after, side, moves)
        });
        some && !refuted
    }

    /// `wanted` is true after a move of the side to move.
    fn any(&self, pieces: &Pieces, mut wanted: impl FnMut(&Pieces) -> bool) -> bool {
        let mut found = ControlFlow::Continue(());
        self.moves(pieces, pieces.side, &mut |after| {
            if found.is_continue() && wanted(after) {
                found = ControlFlow::Break(());
            }
        });
        found.is_break()
    }

    /// The side to move is in check.
    pub fn in_check(&self, pieces: &Pieces) -> bool {
        // Then the other side cannot be to move: its opponent's king could be taken.
        !self.draughts
            && for_each_successor(
                self.game,
                &Pieces { side: pieces.side.other(), en_passant: None, castling: 0, ..*pieces },
                &mut |_| {},
            )
            .is_err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dambase_prober::any::read_fen;

    fn position(game: GameId, fen: &str) -> (Facts, Pieces) {
        (Facts::of(game), read_fen(game, fen).unwrap().0)
    }

    #[test]
    fn captures_are_seen_for_both_sides() {
        let (facts, pieces) = position(GameId::Russian, "W:Wa1,c1:Bb2,Kh8");
        assert!(facts.can_capture(&pieces, Side::White));
        assert_eq!(facts.attacked_by(&pieces, Side::White).count_ones(), 1);
        assert!(!facts.can_capture(&pieces, Side::Black));
        assert!(!facts.forces_capture(&pieces, Side::Black, 1));
        assert!(facts.forces_capture(&pieces, Side::White, 1));
    }

    #[test]
    fn a_king_between_two_others_attacks_both() {
        // d4 sees b2 before a1 and f6 before h8, and not two on one line.
        let (facts, pieces) = position(GameId::Russian, "W:WKb2,Kf6:BKd4");
        assert_eq!(facts.attacked_by(&pieces, Side::Black).count_ones(), 2);
        // White takes first.
        assert!(!facts.double_attack(&pieces, Side::Black));
        let (facts, pieces) = position(GameId::Russian, "B:WKb4,Kf4:BKh8");
        assert!(facts.double_attack(&pieces, Side::Black) == facts.forces_capture(&pieces, Side::Black, 2));
    }

    #[test]
    fn artamonov_takes_from_one_heap() {
        let (facts, pieces) = position(GameId::Artamonov, "W:Mc3:Kd4:Xd4");
        assert_eq!(facts.can_capture(&pieces, Side::White), facts.attacked_by(&pieces, Side::White) != 0);
    }

    #[test]
    fn check_is_seen() {
        let (facts, pieces) = position(GameId::Chess, "4k3/8/8/8/8/8/8/4RK2 b - - 0 1");
        assert!(facts.in_check(&pieces));
        let (facts, pieces) = position(GameId::Chess, "4k3/8/8/8/8/8/8/3R1K2 b - - 0 1");
        assert!(!facts.in_check(&pieces));
        assert!(!facts.can_capture(&pieces, Side::White));
        let (facts, pieces) = position(GameId::Chess, "8/8/8/3n4/8/2K5/8/k7 w - - 0 1");
        assert!(facts.in_check(&pieces));
    }
}
