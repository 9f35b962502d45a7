//! What a tree says of a position.

use dambase_rules::{Pieces, Side, Wdl};

use super::syntax::{Kind, Number, Relation, Sentence, Set, Theory, Who};
use crate::board::{Grid, Squares, army, squares_of};
use crate::facts::{Facts, Seen};

/// A position that is asked.
pub struct Eval<'a> {
    /// The rules.
    pub facts: &'a Facts,
    /// The board.
    pub grid: &'a Grid,
    /// The position.
    pub seen: &'a Seen<'a>,
}

impl Eval<'_> {
    fn pieces(&self) -> &Pieces {
        self.seen.pieces
    }

    fn side(&self, who: Who) -> Side {
        match who {
            Who::White => Side::White,
            Who::Black => Side::Black,
            Who::Mover => self.pieces().side,
            Who::Waiting => self.pieces().side.other(),
        }
    }

    /// What the position is worth to the side to move.
    fn worth(&self, theory: Theory) -> Wdl {
        match theory {
            Theory::AsClaimed => self.seen.ruled().map_or(self.seen.evaluation.wdl, |(verdict, _)| verdict.wdl()),
            Theory::Always => self.seen.evaluation.wdl,
        }
    }

    fn wins(&self, side: Side, theory: Theory) -> bool {
        let wanted = if side == self.pieces().side { Wdl::Win } else { Wdl::Loss };
        self.worth(theory) == wanted
    }

    /// Whether a sentence is true.
    pub fn sentence(&self, sentence: &Sentence) -> bool {
        match sentence {
            Sentence::Constant(value) => *value,
            Sentence::Not(one) => !self.sentence(one),
            Sentence::And(one, other) => self.sentence(one) && self.sentence(other),
            Sentence::Or(one, other) => self.sentence(one) || self.sentence(other),
            Sentence::Compare(one, relation, other) => match (self.number(one), self.number(other)) {
                (Some(one), Some(other)) => match relation {
                    Relation::Less => one < other,
                    Relation::AtMost => one <= other,
                    Relation::Equal => one == other,
                    Relation::Other => one != other,
                    Relation::AtLeast => one >= other,
                    Relation::More => one > other,
                },
                _ => false,
            },
            Sentence::Some(one, other) => self.set(one) & self.set(other) != 0,
            Sentence::All(one, other) => self.set(one) & !self.set(other) == 0,
            Sentence::Wins(who, theory) => self.wins(self.side(*who), *theory),
            Sentence::Loses(who, theory) => self.wins(self.side(*who).other(), *theory),
            Sentence::Drawn(theory) => self.worth(*theory) == Wdl::Draw,
            // What is drawn anyway need not be looked up.
            Sentence::Spoiled => {
                self.seen.evaluation.wdl != Wdl::Draw
                    && self.seen.ruled().is_some_and(|(verdict, _)| verdict.wdl() == Wdl::Draw)
            }
            Sentence::ToMove(who) => self.side(*who) == self.pieces().side,
            Sentence::CanCapture(who) => self.facts.can_capture(self.pieces(), self.side(*who)),
            Sentence::DoubleAttack(who) => self.facts.double_attack(self.pieces(), self.side(*who)),
            Sentence::Recaptures(who) => self.facts.recaptures(self.pieces(), self.side(*who)),
            Sentence::ForcesCapture(who, moves) => self.facts.forces_capture(self.pieces(), self.side(*who), *moves),
            Sentence::InCheck => self.facts.in_check(self.pieces()),
            Sentence::HasTheMove(who) => self.has_the_move(self.side(*who)),
            Sentence::Opposition(who) => self.has_opposition(self.side(*who)),
        }
    }

    /// "The move" of the books on draughts: who has it gets the opposition when nothing changes.
    fn has_the_move(&self, side: Side) -> bool {
        let own = self.grid.promotion_row(side.other());
        let begins = |file: u32| self.grid.square_at(file, own).is_some();
        let system = self.grid.filter(|file, _| begins(file));
        let odd = (system & self.set(&Set::Of(None, Kind::Pieces))).count_ones() % 2 == 1;
        odd == (side == self.pieces().side)
    }

    fn has_opposition(&self, side: Side) -> bool {
        let place =
            |side: Side| squares_of(self.pieces().kings[side as usize]).next().map(|king| self.grid.place(king));
        let (Some(white), Some(black)) = (place(Side::White), place(Side::Black)) else { return false };
        let (files, rows) = (white.0.abs_diff(black.0), white.1.abs_diff(black.1));
        let on_a_line = files == 0 || rows == 0 || files == rows;
        side != self.pieces().side && on_a_line && files.max(rows).is_multiple_of(2)
    }

    fn number(&self, number: &Number) -> Option<i64> {
        let plies = || self.seen.evaluation.dtw.map(i64::from);
        let nearest = |one: &Set, other: &Set, far: &dyn Fn(u32, u32) -> u32| {
            let other = self.set(other);
            squares_of(self.set(one)).flat_map(|a| squares_of(other).map(move |b| far(a, b))).min().map(i64::from)
        };
        let rows = |set: &Set| squares_of(self.set(set)).map(|square| i64::from(self.grid.place(square).1));
        Some(match number {
            Number::Literal(value) => *value,
            Number::Plies => plies()?,
            // The winner makes the last move, or the loser is to make the first.
            Number::Moves => match self.seen.evaluation.wdl {
                Wdl::Loss => plies()? / 2,
                _ => (plies()? + 1) / 2,
            },
            Number::Dtc => i64::from(self.seen.ruled()?.1?),
            Number::Count(set) => self.set(set).count_ones().into(),
            Number::Distance(one, other) => nearest(one, other, &|a, b| self.grid.distance(a, b))?,
            Number::RowDistance(one, other) => {
                nearest(one, other, &|a, b| self.grid.place(a).1.abs_diff(self.grid.place(b).1))?
            }
            Number::FileDistance(one, other) => {
                nearest(one, other, &|a, b| self.grid.place(a).0.abs_diff(self.grid.place(b).0))?
            }
            Number::Farthest(one, other) => {
                let other = self.set(other);
                let mut most = None;
                for square in squares_of(self.set(one)) {
                    most = most.max(Some(squares_of(other).map(|b| self.grid.distance(square, b)).min()?));
                }
                most?.into()
            }
            Number::LowestRow(set) => rows(set).min()?,
            Number::HighestRow(set) => rows(set).max()?,
            Number::Mobility(who) => self.facts.mobility(self.pieces(), self.side(*who))?.into(),
            Number::Attacks(who) => self.facts.attacked_by(self.pieces(), self.side(*who)).count_ones().into(),
            Number::Takes(who) => self.facts.takes(self.pieces(), self.side(*who)).into(),
            Number::Plus(one, other) => self.number(one)?.checked_add(self.number(other)?)?,
            Number::Minus(one, other) => self.number(one)?.checked_sub(self.number(other)?)?,
            Number::Times(one, other) => self.number(one)?.checked_mul(self.number(other)?)?,
            Number::Modulo(one, other) => self.number(one)?.checked_rem_euclid(self.number(other)?)?,
        })
    }

    fn set(&self, set: &Set) -> Squares {
        match set {
            Set::Squares(squares) => *squares,
            Set::Of(Some(who), kind) => self.kind(self.side(*who), *kind),
            Set::Of(None, kind) => self.kind(Side::White, *kind) | self.kind(Side::Black, *kind),
            Set::Barred => self.pieces().barred.map_or(0, |square| 1 << square),
            Set::Promotion(who) => {
                let last = self.grid.promotion_row(self.side(*who));
                self.grid.filter(|_, row| row == last)
            }
            Set::Both(one, other) => self.set(one) & self.set(other),
            Set::Either(one, other) => self.set(one) | self.set(other),
            Set::Outside(one) => self.grid.all() & !self.set(one),
        }
    }

    fn kind(&self, side: Side, kind: Kind) -> Squares {
        let (pieces, of) = (self.pieces(), side as usize);
        match kind {
            Kind::Pieces => army(pieces, side),
            Kind::Men => pieces.men[of],
            Kind::Kings => pieces.kings[of],
            Kind::Queens => pieces.queens[of].into(),
            Kind::Rooks => pieces.rooks[of].into(),
            Kind::Bishops => pieces.bishops[of].into(),
            Kind::Knights => pieces.knights[of].into(),
        }
    }
}
