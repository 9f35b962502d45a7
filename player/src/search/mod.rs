//! Alpha-beta over the moves of a game, deeper and deeper, with the tables that there are.
//!
//! Nothing is cut that could matter: at a fixed depth the search finds the value that going through all moves finds. Remembered scores
//! are taken only from the same depth, and a position is a draw where it recurs on the way to it.

mod order;
#[cfg(test)]
mod tests;

use dambase_rules::{Game, Outcome, Wdl};

use crate::limits::Timer;
use crate::oracle::Oracle;
use crate::playable::Playable;
use crate::score::{INFINITE, MOST_GUESSED, Score, WON};
use crate::transpositions::{Bound, Remembered, Transpositions, key};
use order::Order;

/// Plies from the root that are not gone beyond.
pub(crate) const MOST_PLIES: usize = 200;

/// A move of the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    pub(crate) mv: M,
    pub(crate) score: Score,
    /// The best play after it, itself included.
    pub(crate) line: Vec<M>,
}

/// A search under way.
pub(crate) struct Search<'a, G: Playable> {
    game: Game<G>,
    oracle: &'a mut Oracle<G>,
    transpositions: &'a mut Transpositions,
    timer: Timer<'a>,
    most_nodes: Option<u64>,
    /// Tables are asked only of positions that have a capture or a man's move before them: where all the root's moves are known to
    /// win and not how soon, tables would say of each the same.
    only_after_change: bool,
    order: Order<G>,
    moves: Vec<Vec<G::Move>>,
    lines: Vec<Vec<G::Move>>,
    pub(crate) nodes: u64,
    pub(crate) deepest: usize,
    leaves: u64,
    leaf_plies: u64,
    stopped: bool,
}

/// Positions between two looks at the clock.
const LOOK_EVERY: u64 = 128;

impl<'a, G: Playable> Search<'a, G> {
    pub(crate) fn new(
        game: Game<G>,
        oracle: &'a mut Oracle<G>,
        transpositions: &'a mut Transpositions,
        timer: Timer<'a>,
        most_nodes: Option<u64>,
        only_after_change: bool,
    ) -> Self {
        transpositions.begin();
        Search {
            game,
            oracle,
            transpositions,
            timer,
            most_nodes,
            only_after_change,
            order: Order::new(),
            moves: vec![Vec::new(); MOST_PLIES + 1],
            lines: vec![Vec::new(); MOST_PLIES + 2],
            nodes: 0,
            deepest: 0,
            leaves: 0,
            leaf_plies: 0,
            stopped: false,
        }
    }

    pub(crate) fn timer(&mut self) -> &mut Timer<'a> {
        &mut self.timer
    }

    /// The search was broken off: what it was looking at last has no score.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    pub(crate) fn hits(&self) -> u64 {
        self.oracle.hits
    }

    pub(crate) fn permille(&self) -> u32 {
        self.transpositions.permille()
    }

    /// Plies from the root at which the tree ended, on the average.
    pub(crate) fn mean_depth(&self) -> f64 {
        if self.leaves == 0 { 0.0 } else { self.leaf_plies as f64 / self.leaves as f64 }
    }

    /// Searches the moves to `depth` plies and puts them in order, the best first. Broken off, it leaves the best of those it has
    /// come to before the others, which keep their order.
    pub(crate) fn search_root(&mut self, moves: &mut [RootMove<G::Move>], depth: u32) {
        let mut alpha = -INFINITE;
        for at in 0..moves.len() {
            let mv = moves[at].mv;
            let score = self.after(&mv, 0, |search| {
                if at == 0 {
                    return -search.node(depth - 1, 1, -INFINITE, -alpha);
                }
                let score = -search.node(depth - 1, 1, -alpha - 1, -alpha);
                if score > alpha { -search.node(depth - 1, 1, -INFINITE, -alpha) } else { score }
            });
            if self.stopped {
                return;
            }
            if score > alpha {
                alpha = score;
                moves[at].score = score;
                moves[at].line.clear();
                moves[at].line.push(mv);
                moves[at].line.extend_from_slice(&self.lines[1]);
                // It is the best so far, and what came before keeps its order behind it.
                moves[..=at].rotate_right(1);
            }
        }
    }

    /// What `find` says with a move made on the board.
    fn after(&mut self, mv: &G::Move, _ply: usize, find: impl FnOnce(&mut Self) -> Score) -> Score {
        self.game.push(mv);
        let score = find(self);
        self.game.pop();
        score
    }

    fn must_stop(&mut self) -> bool {
        if !self.stopped {
            self.stopped = self.most_nodes.is_some_and(|most| self.nodes >= most)
                || (self.nodes.is_multiple_of(LOOK_EVERY) && self.timer.is_over());
        }
        self.stopped
    }

    /// The value of the game as it stands, within the window.
    fn node(&mut self, depth: u32, ply: usize, mut alpha: Score, beta: Score) -> Score {
        self.lines[ply].clear();
        self.nodes += 1;
        if self.must_stop() {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        if let Some(score) = self.known(ply) {
            return self.leaf(ply, score);
        }
        if depth == 0 {
            return self.quiescence(ply, alpha, beta);
        }
        if ply >= MOST_PLIES {
            let score = self.guess();
            return self.leaf(ply, score);
        }
        let key = key::<G>(self.game.position(), self.game.draw_rules(), self.game.counters());
        let remembered = self.transpositions.get(key, ply);
        if let Some(remembered) = remembered.filter(|found| u32::from(found.depth) == depth && beta - alpha == 1) {
            let cuts = match remembered.bound {
                Bound::Exact => true,
                Bound::AtLeast => remembered.score >= beta,
                Bound::AtMost => remembered.score <= alpha,
            };
            if cuts {
                return remembered.score;
            }
        }

        let mut moves = std::mem::take(&mut self.moves[ply]);
        G::legal_moves(self.game.position(), &mut moves);
        let score = match self.over(moves.is_empty(), ply) {
            Some(score) => self.leaf(ply, score),
            None => {
                let first = remembered.map(|found| found.best);
                let order = self.order.of(self.game.position(), &moves, first, ply);
                let (mut best, mut best_at, before) = (-INFINITE, 0, alpha);
                for (rank, &at) in order.iter().enumerate() {
                    let mv = moves[usize::from(at)];
                    let score = self.after(&mv, ply, |search| {
                        if rank == 0 {
                            return -search.node(depth - 1, ply + 1, -beta, -alpha);
                        }
                        let score = -search.node(depth - 1, ply + 1, -alpha - 1, -alpha);
                        if score > alpha && score < beta {
                            -search.node(depth - 1, ply + 1, -beta, -alpha)
                        } else {
                            score
                        }
                    });
                    if self.stopped {
                        break;
                    }
                    if score > best {
                        (best, best_at) = (score, at);
                    }
                    if score > alpha {
                        alpha = score;
                        self.lengthen(ply, mv);
                    }
                    if alpha >= beta {
                        self.order.reward(&mv, ply, depth);
                        break;
                    }
                }
                if !self.stopped {
                    let bound = match best {
                        best if best >= beta => Bound::AtLeast,
                        best if best > before => Bound::Exact,
                        _ => Bound::AtMost,
                    };
                    let found = Remembered { score: best, bound, depth: depth.min(255) as u8, best: best_at };
                    self.transpositions.put(key, ply, found);
                }
                self.order.give_back(order);
                best
            }
        };
        self.moves[ply] = moves;
        score
    }

    /// The value once captures are over.
    fn quiescence(&mut self, ply: usize, mut alpha: Score, beta: Score) -> Score {
        if ply >= MOST_PLIES {
            let score = self.guess();
            return self.leaf(ply, score);
        }
        let mut moves = std::mem::take(&mut self.moves[ply]);
        G::legal_moves(self.game.position(), &mut moves);
        let score = match self.over(moves.is_empty(), ply) {
            Some(score) => self.leaf(ply, score),
            None => {
                let mut best = -INFINITE;
                if G::CAPTURES_COMPULSORY || !G::in_check(self.game.position()) {
                    // What is forced is all there is; else the side to move may leave things as they are.
                    let forced = G::CAPTURES_COMPULSORY && moves.first().is_some_and(G::is_forcing);
                    moves.retain(G::is_forcing);
                    if !forced {
                        best = self.guess();
                        alpha = alpha.max(best);
                    }
                }
                if moves.is_empty() || alpha >= beta {
                    self.leaf(ply, best);
                }
                let order = self.order.of(self.game.position(), &moves, None, ply);
                for &at in &order {
                    if alpha >= beta {
                        break;
                    }
                    let mv = moves[usize::from(at)];
                    let score = self.after(&mv, ply, |search| -search.quiet_node(ply + 1, -beta, -alpha));
                    if self.stopped {
                        break;
                    }
                    best = best.max(score);
                    if score > alpha {
                        alpha = score;
                        self.lengthen(ply, mv);
                    }
                }
                self.order.give_back(order);
                best
            }
        };
        self.moves[ply] = moves;
        score
    }

    fn quiet_node(&mut self, ply: usize, alpha: Score, beta: Score) -> Score {
        self.lines[ply].clear();
        self.nodes += 1;
        if self.must_stop() {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        let known = self.ended(ply).or_else(|| self.may_ask(ply).then(|| self.oracle.quick_score(&self.game, ply))?);
        match known {
            Some(score) => self.leaf(ply, score),
            None => self.quiescence(ply, alpha, beta),
        }
    }

    fn lengthen(&mut self, ply: usize, mv: G::Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(mv);
        before[ply].extend_from_slice(&after[0]);
    }

    fn leaf(&mut self, ply: usize, score: Score) -> Score {
        self.leaves += 1;
        self.leaf_plies += ply as u64;
        score
    }

    fn guess(&self) -> Score {
        G::evaluate(self.game.position()).clamp(1 - MOST_GUESSED, MOST_GUESSED - 1)
    }

    /// What is known of a position without looking at its moves: the game has ended, or tables say.
    fn known(&mut self, ply: usize) -> Option<Score> {
        self.ended(ply).or_else(|| self.may_ask(ply).then(|| self.oracle.score(&self.game, ply))?)
    }

    fn may_ask(&self, ply: usize) -> bool {
        !self.only_after_change || self.game.plies_since_irreversible() < ply
    }

    /// The score of a game that an article has ended, or a position that recurs.
    fn ended(&self, ply: usize) -> Option<Score> {
        if let Some(end) = self.game.known_end() {
            return Some(match end.outcome {
                Outcome::Draw => 0,
                Outcome::Win(side) if side == self.game.side_to_move() => WON - ply as Score,
                Outcome::Win(_) => ply as Score - WON,
            });
        }
        let occurrences = self.game.occurrences();
        if occurrences < 2 {
            return None;
        }
        let draws = self.oracle.drawing_occurrence().is_some_and(|drawing| occurrences >= drawing);
        (draws || self.recurs(ply)).then_some(0)
    }

    /// The position has occurred after the root.
    fn recurs(&self, ply: usize) -> bool {
        let now = self.game.plies();
        (2..ply).step_by(2).any(|back| self.game.position_at(now - back) == Some(self.game.position()))
    }

    /// The score where there are no moves, or where a draw may be claimed.
    fn over(&self, no_moves: bool, ply: usize) -> Option<Score> {
        if no_moves {
            return Some(match G::value_without_moves(self.game.position()) {
                Wdl::Win => WON - ply as Score,
                Wdl::Draw => 0,
                Wdl::Loss => ply as Score - WON,
            });
        }
        let rules = self.game.draw_rules()?;
        self.game.counters().at_limit(rules).map(|_| 0)
    }
}
