//! Moves inside the tables: the quickest win and the longest resistance that the draw rules leave.

use dambase_prober::{GameVerdict, Verdict};
use dambase_rules::{Game, Outcome, Wdl};

use crate::oracle::Oracle;
use crate::playable::Playable;
use crate::score::{Score, Worth};

/// The best moves by the tables.
pub(crate) struct Perfect<M> {
    /// All that are as good as any, as far as the tables tell; the first is to be played where they tell all.
    pub(crate) best: Vec<M>,
    /// What the first is worth.
    pub(crate) worth: Worth,
    /// Nothing is left to be found out: it is a draw, or known how long it takes.
    pub(crate) is_complete: bool,
}

/// A move and what tables say of it, to the side that makes it.
#[derive(Clone, Copy)]
struct Graded<M> {
    mv: M,
    verdict: Verdict,
    theory: Wdl,
    /// Plies to the end without draw rules, from before the move.
    dtw: Option<u16>,
    /// Plies until the clock is left behind.
    dtc: Option<u16>,
    /// The position after it has been there before.
    again: bool,
    /// How the position after it looks.
    guess: Score,
}

/// The best of `allowed` moves (all, when there are none named) where tables know every one; `None` where they do not. Where positions have
/// recurred and there is time to be `careful` (seconds), wins are proven to keep clear of what has been.
pub(crate) fn perfect<G: Playable>(
    oracle: &mut Oracle<G>,
    game: &mut Game<G>,
    allowed: &[G::Move],
    careful: bool,
) -> Option<Perfect<G::Move>> {
    if !oracle.may_know(game.position()) {
        return None;
    }
    let mut graded = grade(oracle, game)?;
    graded.retain(|one| allowed.is_empty() || allowed.contains(&one.mv));
    for one in &mut graded {
        see_what_ends(oracle, game, one);
    }
    // Repetition saves nobody from a win by the clock's distances, which fall with each move; those to the end may rise where the
    // quickest way is spoiled, and so come back.
    let by_clock = game.has_repeated();
    graded.sort_by_key(|one| std::cmp::Reverse(rank(one, by_clock)));
    if careful {
        choose_clear_of_repetitions(oracle, game, &mut graded);
    }
    oracle.hits += graded.len() as u64;
    let first = *graded.first()?;
    let decided = matches!(first.verdict, Verdict::Win | Verdict::Loss);
    let is_complete = !decided || first.dtw.is_some() || first.dtc.is_some();
    let alike = |one: &&Graded<G::Move>| (one.verdict, one.theory, one.dtw) == (first.verdict, first.theory, first.dtw);
    let best = graded.iter().filter(alike).map(|one| one.mv).collect();
    let sure = first.dtw.filter(|&plies| plies <= oracle.least_clock_left(game) && !game.has_repeated());
    let worth = match (first.verdict, sure.filter(|_| first.theory != Wdl::Draw).map(u32::from)) {
        (Verdict::Win, Some(plies)) => Worth::WinIn(plies),
        (Verdict::Win, None) => Worth::Win,
        (Verdict::Loss, Some(plies)) => Worth::LossIn(plies),
        (Verdict::Loss, None) => Worth::Loss,
        (Verdict::WinSpoiled | Verdict::Draw | Verdict::LossSaved, _) => Worth::Draw,
    };
    Some(Perfect { best, worth, is_complete })
}

/// Every move with what tables say under the draw rules; without them where there are no draw rules or no tables of those.
fn grade<G: Playable>(oracle: &mut Oracle<G>, game: &Game<G>) -> Option<Vec<Graded<G::Move>>> {
    let position = game.position();
    let graded = |mv, verdict, theory, dtw, dtc| {
        let guess = -G::evaluate(&G::play(position, &mv));
        Graded { mv, verdict, theory, dtw, dtc, again: false, guess }
    };
    if let Some(rules) = oracle.rules() {
        let mut moves = Vec::new();
        match oracle.tables.probe_root_verdict(rules, position, game.counters(), &mut moves) {
            Ok(_) => {
                let one = |ranked: dambase_prober::RuledMove<G::Move>| {
                    let evaluation = ranked.evaluation;
                    graded(ranked.mv, evaluation.verdict, ranked.theory, ranked.dtw, evaluation.dtc)
                };
                return Some(moves.into_iter().map(one).collect());
            }
            Err(error) => oracle.blame(error),
        }
    }
    let mut moves = Vec::new();
    match oracle.tables.probe_root(position, &mut moves) {
        Ok(_) => {
            let one = |ranked: dambase_prober::RankedMove<G::Move>| {
                let verdict = match ranked.evaluation.wdl {
                    Wdl::Win => Verdict::Win,
                    Wdl::Draw => Verdict::Draw,
                    Wdl::Loss => Verdict::Loss,
                };
                graded(ranked.mv, verdict, ranked.evaluation.wdl, ranked.evaluation.dtw, None)
            };
            Some(moves.into_iter().map(one).collect())
        }
        Err(error) => {
            oracle.blame(error);
            None
        }
    }
}

/// Sets right what a move is worth that ends the game by an article, or makes a position recur so often that it is drawn.
fn see_what_ends<G: Playable>(oracle: &Oracle<G>, game: &mut Game<G>, one: &mut Graded<G::Move>) {
    let mover = game.side_to_move();
    game.push(&one.mv);
    let occurrences = game.occurrences();
    one.again = occurrences > 1;
    let ended = match game.known_end() {
        Some(end) => Some(end.outcome),
        None if one.again && oracle.drawing_occurrence().is_some_and(|drawing| occurrences >= drawing) => {
            Some(Outcome::Draw)
        }
        None => None,
    };
    game.pop();
    one.verdict = match (ended, one.theory) {
        (None, _) => return,
        (Some(Outcome::Win(side)), _) if side == mover => Verdict::Win,
        (Some(Outcome::Win(_)), _) => Verdict::Loss,
        (Some(Outcome::Draw), Wdl::Win) => Verdict::WinSpoiled,
        (Some(Outcome::Draw), Wdl::Draw) => Verdict::Draw,
        (Some(Outcome::Draw), Wdl::Loss) => Verdict::LossSaved,
    };
}

/// Greater is better.
fn rank<M>(one: &Graded<M>, by_clock: bool) -> (i32, bool, i32, i32, i32, Score) {
    const UNKNOWN: i32 = 100_000;
    let preference = match one.verdict {
        Verdict::Win => 4,
        Verdict::WinSpoiled => 3,
        Verdict::Draw => 2,
        Verdict::LossSaved => 1,
        Verdict::Loss => 0,
    };
    let theory = match one.theory {
        Wdl::Win => 1,
        Wdl::Draw => 0,
        Wdl::Loss => -1,
    };
    // What takes longer is better for the loser, and what is known to take long best.
    let soon = |plies: Option<u16>| -plies.map_or(UNKNOWN, i32::from);
    let late = |plies: Option<u16>| plies.map_or(-1, i32::from);
    let (end, clock) = match one.verdict {
        Verdict::Loss => (late(one.dtw), late(one.dtc)),
        Verdict::Win if one.theory == Wdl::Win => (soon(one.dtw), soon(one.dtc)),
        Verdict::Win => (-UNKNOWN, soon(one.dtc)),
        _ if one.theory == Wdl::Win => (soon(one.dtw), 0),
        _ if one.theory == Wdl::Loss => (late(one.dtw), 0),
        _ => (0, 0),
    };
    let (first, second) = if by_clock && one.verdict == Verdict::Win { (clock, end) } else { (end, clock) };
    (preference, one.verdict == Verdict::Win && !one.again, theory, first, second, one.guess)
}

/// The most winning moves that are looked at for one after which no repetition saves the opponent.
const MOST_LOOKED_AT: usize = 3;

/// Where positions have recurred: puts the first winning move in front after which the win is certain all the same.
fn choose_clear_of_repetitions<G: Playable>(
    oracle: &mut Oracle<G>,
    game: &mut Game<G>,
    graded: &mut [Graded<G::Move>],
) {
    let wins = graded.iter().take_while(|one| one.verdict == Verdict::Win).count().min(MOST_LOOKED_AT);
    if wins < 2 || !game.has_repeated() || oracle.rules().is_none() {
        return;
    }
    for at in 0..wins {
        game.push(&graded[at].mv);
        let verdict = oracle.tables.verdict(game);
        game.pop();
        match verdict {
            Ok(GameVerdict::Decided(evaluation)) if evaluation.verdict == Verdict::Loss => {
                graded[..=at].rotate_right(1);
                return;
            }
            Ok(_) => {}
            Err(error) => return oracle.blame(error),
        }
    }
}
