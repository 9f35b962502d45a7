//! Conditions as trees.

use super::Needs;
use crate::board::Squares;

/// A side, by colour or by whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// White.
    White,
    /// Black.
    Black,
    /// The side to move.
    Mover,
    /// The other one.
    Waiting,
}

/// How two numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    Other,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

/// True or false of a position.
#[derive(Clone, PartialEq, Debug)]
pub enum Sentence {
    /// Always, or never.
    Constant(bool),
    Not(Box<Sentence>),
    And(Box<Sentence>, Box<Sentence>),
    Or(Box<Sentence>, Box<Sentence>),
    /// False where one of the numbers is not there.
    Compare(Number, Relation, Number),
    /// At least one square of the first set is in the second.
    Some(Set, Set),
    /// Every one; true of none.
    All(Set, Set),
    Wins(Who, Theory),
    Loses(Who, Theory),
    Drawn(Theory),
    /// Draw rules make a draw of what is won.
    Spoiled,
    ToMove(Who),
    CanCapture(Who),
    DoubleAttack(Who),
    Recaptures(Who),
    ForcesCapture(Who, u32),
    InCheck,
    HasTheMove(Who),
    Opposition(Who),
}

/// By which worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theory {
    /// Under the claim's draw rules, where it has some.
    AsClaimed,
    /// Without draw rules.
    Always,
}

/// A number, which may not be there.
#[derive(Clone, PartialEq, Debug)]
pub enum Number {
    Literal(i64),
    Plies,
    Moves,
    Dtc,
    Count(Set),
    /// King's steps between the nearest two.
    Distance(Set, Set),
    /// Of the first set's squares the one farthest from the second.
    Farthest(Set, Set),
    RowDistance(Set, Set),
    FileDistance(Set, Set),
    LowestRow(Set),
    HighestRow(Set),
    Mobility(Who),
    Attacks(Who),
    Takes(Who),
    Plus(Box<Number>, Box<Number>),
    Minus(Box<Number>, Box<Number>),
    Times(Box<Number>, Box<Number>),
    Modulo(Box<Number>, Box<Number>),
}

/// Kinds of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Pieces,
    Men,
    Kings,
    Queens,
    Rooks,
    Bishops,
    Knights,
}

/// A set of squares.
#[derive(Clone, PartialEq, Debug)]
pub enum Set {
    Squares(Squares),
    /// Where pieces stand; of both sides where none is named.
    Of(Option<Who>, Kind),
    /// The piece that may not be moved.
    Barred,
    /// The last row of a side.
    Promotion(Who),
    Both(Box<Set>, Box<Set>),
    Either(Box<Set>, Box<Set>),
    Outside(Box<Set>),
}

impl Sentence {
    pub(super) fn needs(&self, needs: &mut Needs) {
        match self {
            Sentence::Not(one) => one.needs(needs),
            Sentence::And(one, other) | Sentence::Or(one, other) => {
                one.needs(needs);
                other.needs(needs);
            }
            Sentence::Compare(one, _, other) => {
                one.needs(needs);
                other.needs(needs);
            }
            Sentence::Wins(..) | Sentence::Loses(..) | Sentence::Drawn(_) => needs.worth = true,
            Sentence::Spoiled => needs.draw_rules = true,
            Sentence::Constant(_)
            | Sentence::Some(..)
            | Sentence::All(..)
            | Sentence::ToMove(_)
            | Sentence::CanCapture(_)
            | Sentence::DoubleAttack(_)
            | Sentence::Recaptures(_)
            | Sentence::ForcesCapture(..)
            | Sentence::InCheck
            | Sentence::HasTheMove(_)
            | Sentence::Opposition(_) => {}
        }
    }
}

impl Number {
    fn needs(&self, needs: &mut Needs) {
        match self {
            Number::Plies | Number::Moves => needs.depths = true,
            Number::Dtc => needs.draw_rules = true,
            Number::Plus(one, other)
            | Number::Minus(one, other)
            | Number::Times(one, other)
            | Number::Modulo(one, other) => {
                one.needs(needs);
                other.needs(needs);
            }
            _ => {}
        }
    }
}
