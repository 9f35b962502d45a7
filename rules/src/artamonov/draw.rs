//! Rule 4-15 and repetition: how a game of Artamonov's draughts ends that nobody can win.

use super::capture::can_capture;
use super::position::Position;
use super::quiet::for_each_retreat;
use super::{Artamonov, fen};
use crate::draw::{Article, AtLimit, Class, Clock, Clocks, Counters, Counts, DrawRules, Past, Rule, Scope, Step};
use crate::{FenError, GameRules, Side};

/// With so many pieces or fewer rule 4-15 takes the place of repetition. All pieces on the board count (A12).
pub const FEW_PIECES: u8 = 4;

/// 15 moves by each (A13).
pub const STOP_PLIES: u16 = 30;

/// "Rule 4-15" (64A 4, 5). Who has taken more pieces when the game is stopped wins.
const FOUR_FIFTEEN: Article = Article {
    id: "4-15",
    rule: Rule::Clock(Clock {
        name: "four-pieces",
        scope: Scope::Few { most: FEW_PIECES },
        limit: STOP_PLIES,
        counts: Counts::Plies,
        at_limit: AtLimit::MoreTaken,
    }),
    condition: "four pieces or fewer are left, and nothing was captured or promoted in 15 moves by each: the game is stopped, and \
                won by who has taken more pieces, a king counting as one; drawn if both have taken as many",
    resets: "a capture or a promotion; not the move of a man (number and kind are what counts)",
    automatic: true,
    source: "S002 64A 4, 5 [15 moves by each, from the move after four are left]",
};

const REPETITION: Article = Article {
    id: "64Rc (repetition)",
    rule: Rule::Repetition { occurrences: 3 },
    condition: "more than four pieces are left, and the same position occurs for the third time with the same side to move and the \
                same piece barred",
    resets: "a capture or a promotion makes the earlier positions unreachable; a man that one moves up the other may move down",
    automatic: true,
    source: "S002 64A: rules of Russian draughts; FMJD-64 7.2.3",
};

const DRAW_RULES: &[DrawRules] = &[DrawRules {
    name: "founding",
    note: "S002 64A: rule 4-15 with four pieces or fewer; above, repetition is a plain draw as in Russian draughts. The other articles of \
           the Russian code speak of two armies [reading].",
    articles: &[FOUR_FIFTEEN, REPETITION],
}];

impl Clocks for Artamonov {
    fn draw_rules() -> &'static [DrawRules] {
        DRAW_RULES
    }

    #[inline]
    fn clock_runs(scope: &Scope, position: &Position) -> bool {
        match *scope {
            Scope::Few { most } => position.occupied().count_ones() <= u32::from(most),
            // These speak of armies.
            Scope::KingMoves { .. } | Scope::Class(_) | Scope::Balance { .. } | Scope::MainRoad => false,
        }
    }

    #[inline]
    fn clock_step(_: &Clock, before: &Position, after: &Position) -> Step {
        // A man's quiet move changes neither number nor kind (A14).
        if changes_material(before, after) { Step::Reset } else { Step::Advance(1) }
    }

    /// No side is the strong one where pieces are common (A10).
    fn strong_side(_: Class, _: &Position) -> Option<Side> {
        None
    }

    /// A man that White moves up Black moves down again, so only a change of number or kind is for good. With four pieces or fewer
    /// no repetition ends the game: there every earlier position is done with.
    #[inline]
    fn is_irreversible(before: &Position, after: &Position) -> bool {
        after.occupied().count_ones() <= u32::from(FEW_PIECES) || changes_material(before, after)
    }

    /// A king counts as one (A15).
    #[inline]
    fn taken(before: &Position, after: &Position) -> u8 {
        (before.occupied().count_ones() - after.occupied().count_ones()) as u8
    }

    fn fen_after(text: &str, mv: &Self::Move) -> Result<String, FenError> {
        let fen::Fen { position: before, taken, half_moves } = fen::read(text)?;
        let after = Self::play(&before, mv);
        let more = Self::taken(&before, &after);
        let taken = taken.map(|taken| match before.side {
            Side::White => fen::Taken { white: taken.white + more, ..taken },
            Side::Black => fen::Taken { black: taken.black + more, ..taken },
        });
        let half_moves =
            half_moves.map(|plies| if changes_material(&before, &after) { 0 } else { plies.saturating_add(1) });
        Ok(fen::Fen { position: after, taken, half_moves }.to_string())
    }

    fn read_fen(text: &str) -> Result<(Position, Past), FenError> {
        let fen::Fen { position, taken, half_moves } = fen::read(text)?;
        Ok((position, Past { half_moves, lead: taken.map(|taken| taken.lead(Side::White)) }))
    }

    fn impossible_counters(rules: &DrawRules, counters: &Counters, position: &Position) -> Option<String> {
        let mut counted = rules.clocks().enumerate().filter_map(|(number, (_, clock))| {
            counters.get(number).filter(|&value| value > 0).map(|value| (clock.name, value))
        });
        let (name, value) = counted.next()?;
        // What counts is a quiet move, and nothing can be captured where it is legal (A4).
        let mut quiet_move = false;
        for_each_retreat(position, |before| quiet_move = quiet_move || !can_capture(&before));
        (!quiet_move).then(|| match position.barred {
            None => format!("{name}={value} cannot be: no piece is barred, so no move has been made"),
            Some(_) => format!("{name}={value} cannot be: the barred piece has not made a quiet move"),
        })
    }
}

/// The number of the pieces or their kinds have changed (64A 4).
#[inline(always)]
fn changes_material(before: &Position, after: &Position) -> bool {
    before.men.count_ones() != after.men.count_ones() || before.kings.count_ones() != after.kings.count_ones()
}
