//! Games of chess that were lost beside the board: a flag that fell, and illegal moves (S003; FIDE 2014 6.9, 7.5b, A.4b).
//!
//! The tag `Termination` tells of them, and the result who lost. By the laws he loses unless his opponent could not mate by any
//! series of legal moves: then the game is drawn.

use dambase_rules::pdn::PdnGame;
use dambase_rules::{Outcome, Side};

/// What ended a game beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Termination {
    /// A flag fell.
    Time,
    /// One illegal move too many.
    Illegal(Tempo),
}

/// How much time a game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tempo {
    /// An hour or more, or nobody knows: the second illegal move loses.
    Classical,
    /// Less than an hour: the first loses.
    Rapid,
    /// Ten minutes or less: as rapid (B.4).
    Blitz,
}

impl Termination {
    /// What the tags say; `None` for any other end.
    pub fn of(pdn: &PdnGame) -> Option<Termination> {
        let text = pdn.known_tag("Termination")?.to_lowercase();
        if text.contains("illegal") || text.contains("rules infraction") {
            return Some(Termination::Illegal(Tempo::of(pdn.known_tag("TimeControl").unwrap_or_default())));
        }
        let has_time = text.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "time" | "timeout"));
        has_time.then_some(Termination::Time)
    }

    /// The article by which it costs the game.
    pub fn article(self) -> &'static str {
        match self {
            Termination::Time => "6.9",
            Termination::Illegal(Tempo::Classical) => "7.5b",
            Termination::Illegal(Tempo::Rapid | Tempo::Blitz) => "A.4b",
        }
    }

    fn what(self) -> &'static str {
        match self {
            Termination::Time => "oversteps the time",
            Termination::Illegal(Tempo::Classical) => "makes a second illegal move (classical chess)",
            Termination::Illegal(Tempo::Rapid) => "makes an illegal move (rapid chess)",
            Termination::Illegal(Tempo::Blitz) => "makes an illegal move (blitz, B.4)",
        }
    }
}

impl Tempo {
    /// From PGN's `TimeControl`: `40/7200:3600`, `900+10`, `300`, in seconds. What a move adds counts sixty times (A.1, B.1).
    fn of(text: &str) -> Tempo {
        let seconds: Option<u64> = text.split(':').map(seconds_of).try_fold(0u64, |sum, one| sum.checked_add(one?));
        match seconds {
            None => Tempo::Classical,
            Some(seconds) if seconds <= 10 * 60 => Tempo::Blitz,
            Some(seconds) if seconds < 60 * 60 => Tempo::Rapid,
            Some(_) => Tempo::Classical,
        }
    }
}

/// The time of one period of a `TimeControl`; `None` where it is unknown (`?`), absent (`-`) or of another kind.
fn seconds_of(period: &str) -> Option<u64> {
    let period = period.trim();
    let period = period.split_once('/').map_or(period, |(_, time)| time);
    let (base, added) = period.split_once('+').unwrap_or((period, "0"));
    added.trim().parse::<u64>().ok()?.checked_mul(60)?.checked_add(base.trim().parse().ok()?)
}

/// What the board makes of a game that ended so.
pub struct Ruling {
    /// Who won by the laws; `None` where that is not decided.
    pub outcome: Option<Outcome>,
    /// Whether the claimed result is that; `None` where it is not decided.
    pub agrees: Option<bool>,
    /// Why.
    pub reason: String,
}

/// Rules on a claimed outcome. `can_mate` is by side; `to_move` stands to move in the last position, so that his clock ran;
/// `sure`: it is known that it was he.
pub fn rule(
    termination: Termination,
    claimed: Outcome,
    can_mate: [Option<bool>; 2],
    to_move: Side,
    sure: bool,
) -> Ruling {
    let (what, article) = (termination.what(), termination.article());
    let can = |side: Side| can_mate[side as usize];
    let loser = match claimed {
        Outcome::Win(winner) => winner.other(),
        // The tags do not say who it was: he whose clock ran, unless it can only have been the other.
        Outcome::Draw if !sure && can(to_move.other()) != Some(false) && can(to_move) == Some(false) => to_move.other(),
        Outcome::Draw => to_move,
    };
    let winner = loser.other();
    let outcome = match can(winner) {
        Some(true) => Some(Outcome::Win(winner)),
        Some(false) => Some(Outcome::Draw),
        None => None,
    };
    let reason = match outcome {
        Some(Outcome::Draw) => {
            format!(
                "drawn: {loser} {what}, and {winner} cannot mate by any series of legal moves (FIDE 2014 {article})"
            )
        }
        Some(Outcome::Win(_)) => {
            format!(
                "{winner} wins: {loser} {what}, and {winner} can still mate by some series of legal moves (FIDE 2014 {article})"
            )
        }
        None => format!(
            "not decided: {loser} {what}, and loses unless {winner} cannot mate by any series of legal moves (FIDE 2014 {article}), \
             which was not found out with so many pieces"
        ),
    };
    Ruling { outcome, agrees: outcome.map(|outcome| outcome == claimed), reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Draw, Win};
    use Side::{Black, White};

    #[test]
    fn who_cannot_mate_does_not_win() {
        const CAN: Option<bool> = Some(true);
        const CANNOT: Option<bool> = Some(false);
        for (claimed, can_mate, to_move, outcome, agrees) in [
            (Win(White), [CAN, CAN], Black, Some(Win(White)), Some(true)),
            (Win(White), [CANNOT, CAN], Black, Some(Draw), Some(false)),
            (Win(Black), [CAN, None], White, None, None),
            (Draw, [CAN, CANNOT], White, Some(Draw), Some(true)),
            // The flag may have fallen before the clock was stopped.
            (Draw, [CAN, CANNOT], Black, Some(Draw), Some(true)),
            (Draw, [CAN, CAN], Black, Some(Win(White)), Some(false)),
            (Draw, [None, CAN], Black, None, None),
        ] {
            let ruling = rule(Termination::Time, claimed, can_mate, to_move, false);
            assert_eq!(
                (ruling.outcome, ruling.agrees),
                (outcome, agrees),
                "{claimed:?} {can_mate:?}: {}",
                ruling.reason
            );
        }
        let illegal = Termination::Illegal(Tempo::Rapid);
        assert_eq!(rule(illegal, Draw, [CAN, CANNOT], Black, true).agrees, Some(false));
    }

    #[test]
    fn time_controls_are_read_as_the_standard_writes_them() {
        for (text, tempo) in [
            ("", Tempo::Classical),
            ("?", Tempo::Classical),
            ("-", Tempo::Classical),
            ("*180", Tempo::Classical),
            ("40/7200:3600", Tempo::Classical),
            ("5400+30", Tempo::Classical),
            ("3600", Tempo::Classical),
            ("3599", Tempo::Rapid),
            ("900+10", Tempo::Rapid),
            ("601", Tempo::Rapid),
            ("600", Tempo::Blitz),
            ("180+2", Tempo::Blitz),
            // Ten minutes with what sixty moves add are more than ten.
            ("600+5", Tempo::Rapid),
            ("99999999999999999999", Tempo::Classical),
            ("18446744073709551615:1", Tempo::Classical),
        ] {
            assert_eq!(Tempo::of(text), tempo, "{text}");
        }
    }
}
