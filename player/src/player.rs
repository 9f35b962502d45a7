//! The player: tables first, else the search.

use std::sync::Arc;
use std::time::Duration;

use dambase_prober::{ProbeError, Tablebase};
use dambase_rules::Game;

use crate::control::Control;
use crate::limits::{Budget, Limits, Timer};
use crate::oracle::Oracle;
use crate::perfect::perfect;
use crate::playable::Playable;
use crate::score::Worth;
use crate::search::{RootMove, Search};
use crate::transpositions::Transpositions;

/// How a player is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerOptions {
    /// The most bytes for remembered positions.
    pub hash_bytes: usize,
    /// What is kept back of the clock for the way of the answer; 20 ms at least.
    pub overhead: Duration,
}

impl Default for PlayerOptions {
    /// 64 MiB, 20 ms.
    fn default() -> Self {
        PlayerOptions { hash_bytes: 64 << 20, overhead: Duration::from_millis(20) }
    }
}

/// What a player is asked.
#[derive(Clone, Debug)]
pub struct Job<G: Playable> {
    /// The game as it was played; it should not be over. Its draw rules are those that count.
    pub game: Game<G>,
    /// What bounds the search.
    pub limits: Limits,
    /// The moves to choose from; all legal ones when there are none here.
    pub moves: Vec<G::Move>,
    /// Even a single move is thought about.
    pub analyse: bool,
}

/// What is known so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// Plies of full search; 1 where tables answer.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// The average length of lines, in plies.
    pub mean_depth: f64,
    /// What the position is worth to the side to move.
    pub worth: Worth,
    /// Positions looked at.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the memory for positions is, in thousandths.
    pub hash_permille: u32,
    /// Positions that tables have answered.
    pub table_hits: u64,
    /// The best play.
    pub line: Vec<M>,
}

/// A player's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer<M> {
    /// The move.
    pub mv: M,
    /// The answer that is expected to it.
    pub expected: Option<M>,
}

/// Plays a game.
pub struct Player<G: Playable> {
    oracle: Oracle<G>,
    transpositions: Transpositions,
    overhead: Duration,
    /// By which draw rules the last search was, and whether it asked tables of all positions: what it remembers holds for the like alone.
    remembered_for: (Option<&'static str>, bool),
}

/// The most depth that is searched.
const MOST_DEPTH: u32 = 120;
/// The longest line that is told from tables, and the time that may go into it.
const MOST_LINE: usize = 60;
const LINE_TIME: Duration = Duration::from_millis(30);
/// What it may take to prove that a win keeps clear of repetitions.
const CAREFUL_TIME: Duration = Duration::from_secs(15);

impl<G: Playable> Player<G> {
    /// A player with these tables, of which there may be none.
    pub fn new(tables: Arc<Tablebase<G>>, options: &PlayerOptions) -> Self {
        let transpositions = Transpositions::new(options.hash_bytes);
        Player {
            oracle: Oracle::new(tables),
            transpositions,
            overhead: options.overhead,
            remembered_for: (None, false),
        }
    }

    /// What comes next has nothing to do with what was before.
    pub fn new_game(&mut self) {
        self.transpositions.clear();
    }

    /// The first damaged table that was met since this was asked last.
    pub fn take_trouble(&mut self) -> Option<ProbeError> {
        self.oracle.trouble.take()
    }

    /// A move for the side to move; `None` where it has none. `tell` hears of what is found on the way.
    ///
    /// Returns soon after [`Control::stop`], and when the limits say so, but not on the opponent's time and not before it is stopped where
    /// [`Limits::infinite`] says so.
    pub fn think(
        &mut self,
        job: &Job<G>,
        control: &Control,
        tell: &mut dyn FnMut(&Report<G::Move>),
    ) -> Option<Answer<G::Move>> {
        let timer = Timer::new(control, Budget::of(&job.limits, self.overhead));
        let (mut game, is_drawn) = still_to_play(&job.game);
        let mut hear = |report: &Report<G::Move>| match (is_drawn, report.worth) {
            // Who ends the game with this move is before any claim; what takes longer is claimed as a draw.
            (false, _) | (true, Worth::WinIn(1) | Worth::Points(_) | Worth::Draw) => tell(report),
            (true, _) => tell(&Report { worth: Worth::Draw, ..report.clone() }),
        };
        let tell: &mut dyn FnMut(&Report<G::Move>) = &mut hear;
        let mut legal = Vec::new();
        G::legal_moves(game.position(), &mut legal);
        let mut moves: Vec<_> = legal.iter().filter(|mv| job.moves.contains(mv)).copied().collect();
        if moves.is_empty() {
            moves = legal;
        }
        let first = *moves.first()?;
        self.oracle.begin(game.draw_rules());
        let known = perfect(&mut self.oracle, &mut game, &moves, timer.allows(CAREFUL_TIME));
        let answer = match known {
            Some(known) if known.is_complete => {
                let line = self.line(game, known.best.first().copied().unwrap_or(first), &timer);
                let length = line.len() as u32;
                tell(&Report {
                    depth: 1,
                    selective_depth: length,
                    mean_depth: f64::from(length),
                    worth: known.worth,
                    nodes: moves.len() as u64,
                    time: timer.elapsed(),
                    hash_permille: self.transpositions.permille(),
                    table_hits: self.oracle.hits,
                    line: line.clone(),
                });
                Answer { mv: line.first().copied().unwrap_or(first), expected: line.get(1).copied() }
            }
            known => {
                if let Some(known) = &known {
                    moves.retain(|mv| known.best.contains(mv));
                }
                self.search(job, game, &moves, timer, known.map(|known| known.worth), tell)
            }
        };
        control.wait(job.limits.infinite);
        Some(answer)
    }

    /// The best play by tables from a move on, as far as they go and time allows.
    fn line(&mut self, mut game: Game<G>, mv: G::Move, timer: &Timer<'_>) -> Vec<G::Move> {
        let enough = timer.elapsed() + timer.at_most(LINE_TIME);
        let mut line = vec![mv];
        game.push(&mv);
        while line.len() < MOST_LINE && game.known_end().is_none() && timer.elapsed() < enough {
            let known = perfect(&mut self.oracle, &mut game, &[], false).filter(|known| known.is_complete);
            let Some(&mv) = known.as_ref().and_then(|known| known.best.first()) else { break };
            line.push(mv);
            game.push(&mv);
        }
        line
    }

    /// Searches, among moves of which tables say no more than `known`, if anything.
    fn search(
        &mut self,
        job: &Job<G>,
        game: Game<G>,
        moves: &[G::Move],
        timer: Timer<'_>,
        known: Option<Worth>,
        tell: &mut dyn FnMut(&Report<G::Move>),
    ) -> Answer<G::Move> {
        let limits = &job.limits;
        let mut roots: Vec<_> = moves.iter().map(|&mv| RootMove { mv, score: 0, line: vec![mv] }).collect();
        let alone = roots.len() == 1 && !job.analyse && !limits.infinite;
        let most_depth = if alone { 2 } else { limits.depth.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH) };
        let remembered_for = (game.draw_rules().map(|rules| rules.name), known.is_some());
        if std::mem::replace(&mut self.remembered_for, remembered_for) != remembered_for {
            self.transpositions.clear();
        }
        let mut search =
            Search::new(game, &mut self.oracle, &mut self.transpositions, timer, limits.nodes, known.is_some());
        for depth in 1..=most_depth {
            search.search_root(&mut roots, depth);
            if search.is_stopped() {
                break;
            }
            let best = &roots[0];
            // What tables know is not a guess, though the search may have seen no end of it.
            let worth = match (Worth::of(best.score), known) {
                (Worth::Points(_), Some(known)) => known,
                (found, _) => found,
            };
            tell(&Report {
                depth,
                selective_depth: search.deepest as u32,
                mean_depth: search.mean_depth(),
                worth,
                nodes: search.nodes,
                time: search.timer().elapsed(),
                hash_permille: search.permille(),
                table_hits: search.hits(),
                line: best.line.clone(),
            });
            let found = match worth {
                Worth::WinIn(plies) => limits.win_within.is_some_and(|wanted| plies <= wanted) || plies <= depth,
                Worth::LossIn(plies) => plies <= depth,
                _ => false,
            };
            // A win or loss that is shorter than the search is deep is found: deeper changes nothing.
            if found || search.timer().is_enough() {
                break;
            }
        }
        let best = &roots[0];
        Answer { mv: best.mv, expected: best.line.get(1).copied() }
    }
}

/// The game; where it is over by an article, or a draw could be claimed, the position with clocks set back: whoever asks plays on. And whether
/// they were set back.
fn still_to_play<G: Playable>(game: &Game<G>) -> (Game<G>, bool) {
    let claimable = |game: &Game<G>| {
        let at_limit = game.draw_rules().and_then(|rules| game.counters().at_limit(rules));
        game.known_end().is_some() || at_limit.is_some()
    };
    if !claimable(game) {
        return (game.clone(), false);
    }
    let anew = Game::from_position(game.draw_rules(), *game.position());
    (if claimable(&anew) { Game::from_position(None, *game.position()) } else { anew }, true)
}
