//! What games under way are worth, repetitions included.

use std::collections::HashMap;

use dambase_format::ClockedGame;
use dambase_rules::draw::{Counters, DrawRules};
use dambase_rules::played::Theory;
use dambase_rules::{Game, Outcome, Wdl};

use crate::error::{Answer, Fail, ProbeError};
use crate::probe::ByWdl;
use crate::ruled::{RuledEvaluation, Verdict, has_move};
use crate::tablebase::Tablebase;

/// What a game is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameVerdict {
    /// The verdict, repetitions included.
    Decided(RuledEvaluation),
    /// The tables say win or loss, but positions have recurred, and no way to win was found that keeps clear of them all: it may
    /// be that repetition saves the loser.
    RepetitionOpen(RuledEvaluation),
}

/// The most positions that a search for a way around repetitions looks at.
const MOST_NODES: usize = 200_000;

impl<G: ClockedGame> Tablebase<G> {
    /// What a game is worth to the side to move under its draw rules, with its counters and all that has recurred. Of a game that
    /// is over, what it ended with.
    ///
    /// The tables know nothing of the past. As long as no position since the last capture or man's move has occurred as often as
    /// leaves one occurrence to the draw, that does not matter: whoever wins by the tables never comes back to a position. Else a
    /// bounded search looks for a win that keeps clear of those positions.
    pub fn verdict(&self, game: &Game<G>) -> Result<GameVerdict, ProbeError> {
        self.verdict_of_game(game).map_err(Fail::told::<G>)
    }

    fn verdict_of_game(&self, game: &Game<G>) -> Answer<GameVerdict> {
        let position = game.position();
        if let Some(end) = game.status().end() {
            let ended = match end.outcome {
                Outcome::Draw => Wdl::Draw,
                Outcome::Win(side) if side == G::side_to_move(position) => Wdl::Win,
                Outcome::Win(_) => Wdl::Loss,
            };
            // What it would have been worth is only told where tables say.
            let theory = match (ended, self.value::<ByWdl>(position)) {
                (Wdl::Draw, Ok(theory)) => theory,
                _ => ended,
            };
            let verdict = Verdict::of(theory, ended);
            return Ok(GameVerdict::Decided(RuledEvaluation { verdict, dtc: None, article: end.article() }));
        }
        let Some(rules) = game.draw_rules() else {
            let theory = self.value::<ByWdl>(position)?;
            let verdict = Verdict::of(theory, theory);
            return Ok(GameVerdict::Decided(RuledEvaluation { verdict, dtc: None, article: None }));
        };
        let evaluation = self.verdict_of(rules, position, game.counters())?;
        let wdl = evaluation.verdict.wdl();
        let (Some((_, occurrences)), true) = (rules.repetition(), wdl != Wdl::Draw && game.has_repeated()) else {
            return Ok(GameVerdict::Decided(evaluation));
        };
        let drawn: Vec<G::Position> = game
            .occurrences_since_irreversible()
            .filter(|&(_, count)| count + 1 >= u16::from(occurrences))
            .map(|(position, _)| *position)
            .collect();
        if drawn.is_empty() {
            return Ok(GameVerdict::Decided(evaluation));
        }
        let mut search = Search { tablebase: self, rules, drawn, seen: HashMap::new(), nodes: 0 };
        if search.wins(position, game.counters(), wdl)? {
            Ok(GameVerdict::Decided(evaluation))
        } else {
            Ok(GameVerdict::RepetitionOpen(evaluation))
        }
    }
}

/// A search for a win past positions that must not recur.
struct Search<'a, G: ClockedGame> {
    tablebase: &'a Tablebase<G>,
    rules: &'static DrawRules,
    /// Positions that would draw.
    drawn: Vec<G::Position>,
    seen: HashMap<(G::Position, Counters), bool>,
    nodes: usize,
}

impl<G: ClockedGame> Search<'_, G> {
    /// Whether the winner wins from here without coming to one of the positions. `wdl` is the value by the tables.
    ///
    /// The winner's moves are those after which less is needed; so no position comes twice, and it ends.
    fn wins(&mut self, position: &G::Position, counters: &Counters, wdl: Wdl) -> Answer<bool> {
        if let Some(&known) = self.seen.get(&(*position, *counters)) {
            return Ok(known);
        }
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return Ok(false);
        }
        let mut legal = Vec::new();
        G::legal_moves(position, &mut legal);
        let winner_to_move = wdl == Wdl::Win;
        let measure = self.measure(position, counters)?;
        let mut wins = !winner_to_move;
        for mv in &legal {
            let after = G::play(position, mv);
            let then = counters.after::<G>(self.rules, position, &after);
            let good = self.clear_after(position, &after, &then, wdl, measure)?;
            if good == winner_to_move {
                wins = good;
                break;
            }
        }
        self.seen.insert((*position, *counters), wins);
        Ok(wins)
    }

    fn clear_after(
        &mut self,
        position: &G::Position,
        after: &G::Position,
        then: &Counters,
        wdl: Wdl,
        measure: Option<u16>,
    ) -> Answer<bool> {
        if self.tablebase.ruled(self.rules, after, then)?.0 != wdl.reversed() {
            return Ok(false);
        }
        // Nothing that has been can recur then; nor can it when the game is over.
        if G::is_irreversible(position, after) || !has_move::<G>(after) {
            return Ok(true);
        }
        if self.drawn.contains(after) {
            return Ok(false);
        }
        if wdl == Wdl::Win && self.measure(after, then)? >= measure {
            return Ok(false);
        }
        self.wins(after, then, wdl.reversed())
    }

    /// What falls on the way to the win: the plies needed on the clock, else those to the end.
    fn measure(&self, position: &G::Position, counters: &Counters) -> Answer<Option<u16>> {
        match self.tablebase.ruled(self.rules, position, counters)?.1 {
            Some(plies) => Ok(Some(plies)),
            None => self.tablebase.depth(position),
        }
    }
}

impl<G: ClockedGame> Theory<G> for Tablebase<G> {
    fn wdl(&self, position: &G::Position) -> Option<Wdl> {
        self.probe_wdl(position).ok()
    }

    fn verdict(&self, rules: &'static DrawRules, position: &G::Position, counters: &Counters) -> Option<Wdl> {
        self.ruled(rules, position, counters).ok().map(|(wdl, _)| wdl)
    }
}
