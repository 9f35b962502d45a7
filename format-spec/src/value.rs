//! Values of positions and the numbers that stand for them.

use dambase_rules::Wdl;

/// What a position is worth to the side to move, with the plies to the end of the game when the winner hurries and the
/// loser delays (DTW). No draw rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The side to move loses in so many plies.
    Loss(u16),
    /// Neither side can force a win.
    Draw,
    /// The side to move wins in so many plies.
    Win(u16),
}

impl Value {
    /// Win, draw or loss.
    pub fn wdl(self) -> Wdl {
        match self {
            Value::Loss(_) => Wdl::Loss,
            Value::Draw => Wdl::Draw,
            Value::Win(_) => Wdl::Win,
        }
    }

    /// Plies to the end of the game; `None` for a draw.
    pub fn plies(self) -> Option<u16> {
        match self {
            Value::Loss(plies) | Value::Win(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    /// What a move to a position of this value is worth to the side that makes it, counted from before the move.
    pub fn before_move(self) -> Value {
        match self {
            Value::Loss(plies) => Value::Win(plies.saturating_add(1)),
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Loss(plies.saturating_add(1)),
        }
    }

    /// Orders values by how good they are for the side to move: a quick win first, then a draw, then a slow loss; greater is
    /// better.
    pub fn preference(self) -> i32 {
        match self {
            Value::Win(plies) => 100_000 - i32::from(plies),
            Value::Draw => 0,
            Value::Loss(plies) => i32::from(plies) - 100_000,
        }
    }
}

/// A value as a number: 0 for a draw, else the plies to the end plus one.
///
/// A number needs no sign: in a game where the side without a move loses, wins take an odd number of plies and losses an
/// even one; where he wins it is the other way round. Which of the two holds is [`crate::TableGame::WINS_ARE_ODD`].
pub type Code = u16;

/// The longest end of a game a code can hold, in plies.
pub const MOST_PLIES: u16 = u16::MAX - 1;

impl Value {
    /// The value of a code.
    #[inline]
    pub fn from_code(code: Code, wins_are_odd: bool) -> Value {
        match code {
            0 => Value::Draw,
            _ if ((code - 1) % 2 == 1) == wins_are_odd => Value::Win(code - 1),
            _ => Value::Loss(code - 1),
        }
    }

    /// The code of a value.
    #[inline]
    pub fn code(self) -> Code {
        match self {
            Value::Draw => 0,
            Value::Win(plies) | Value::Loss(plies) => plies + 1,
        }
    }
}

/// Win, draw or loss of a code.
#[inline]
pub(crate) fn code_wdl(code: Code, wins_are_odd: bool) -> Wdl {
    Value::from_code(code, wins_are_odd).wdl()
}
