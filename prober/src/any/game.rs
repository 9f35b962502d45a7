//! Games under way of a game that is chosen at run time.

use dambase_format::ClockedGame;
use dambase_rules::draw::{Counters, DrawRules};
use dambase_rules::played::{PlayError, StartError, Status};
use dambase_rules::{Game, GameId, Pieces, with_game};

use super::rules::{any_move, position};
use super::tables::ranked_under_rules;
use super::{AnyMove, AnyRanked, AnyTablebase};
use crate::{Evaluation, GameVerdict, ProbeError, RuledEvaluation, Tablebase, Verdict};

/// A game under way or over, as [`Game`], with moves as texts.
pub struct AnyGame {
    id: GameId,
    game: Box<dyn Played>,
}

/// Why a game cannot go on so.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// The start is none.
    #[error("{0}")]
    Start(StartError),
    /// The move cannot be made.
    #[error("{0}")]
    Play(PlayError),
    /// The tables are those of another game.
    #[error("tables of {tables} say nothing of a game of {game}")]
    OtherGame {
        /// The game.
        game: GameId,
        /// The game of the tables.
        tables: GameId,
    },
    /// There is no answer.
    #[error(transparent)]
    Probe(#[from] ProbeError),
}

impl AnyGame {
    /// A game from a FEN, or from the game's usual start. Without draw rules only its goal ends it.
    pub fn new(id: GameId, rules: Option<&'static DrawRules>, fen: Option<&str>) -> Result<Self, GameError> {
        let game: Box<dyn Played> = with_game!(id, G => match fen {
            None => Box::new(Game::<G>::new(rules)),
            Some(fen) => Box::new(Game::<G>::from_fen(rules, fen).map_err(GameError::Start)?),
        });
        Ok(AnyGame { id, game })
    }

    /// A game from a position in which the clocks stand as told ([`super::counters`]). Without draw rules `counters` are ignored.
    pub fn from_position(
        id: GameId,
        rules: Option<&'static DrawRules>,
        pieces: &Pieces,
        counters: Counters,
    ) -> Result<Self, GameError> {
        let game: Box<dyn Played> = with_game!(id, G => {
            let game = Game::<G>::with_counters(rules, position::<G>(pieces)?, counters);
            Box::new(game.map_err(|error| GameError::Start(StartError::Counters(error)))?)
        });
        Ok(AnyGame { id, game })
    }

    /// Which game is played.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// Makes the move that a text names, unless the game is over. Tables decide articles that award the game.
    pub fn push(&mut self, text: &str, tables: Option<&AnyTablebase>) -> Result<(), GameError> {
        self.check(tables)?;
        self.game.push(text, tables).map_err(GameError::Play)
    }

    /// Takes the last move back and says which it was; `None` at the start.
    pub fn pop(&mut self) -> Option<String> {
        self.game.pop()
    }

    /// The position on the board.
    pub fn position(&self) -> Pieces {
        self.game.position()
    }

    /// Its FEN.
    pub fn fen(&self) -> String {
        self.game.fen()
    }

    /// The clocks that run, by name, with where they stand.
    pub fn counters(&self) -> Vec<(&'static str, u16)> {
        self.game.counters()
    }

    /// Whether the game is over, by what, and what may be claimed.
    pub fn status(&self) -> Status {
        self.game.status()
    }

    /// The moves made.
    pub fn moves(&self) -> Vec<String> {
        self.game.moves()
    }

    /// The legal moves, whether or not the game is over.
    pub fn legal_moves(&self) -> Vec<AnyMove> {
        self.game.legal_moves()
    }

    /// How often the position on the board has occurred, this time included.
    pub fn occurrences(&self) -> u16 {
        self.game.occurrences()
    }

    /// The draw rules, if there are any.
    pub fn draw_rules(&self) -> Option<&'static DrawRules> {
        self.game.draw_rules()
    }

    /// As [`Tablebase::verdict`].
    pub fn verdict(&self, tables: &AnyTablebase) -> Result<GameVerdict, GameError> {
        self.check(Some(tables))?;
        Ok(self.game.verdict(tables)?)
    }

    /// As [`Tablebase::probe_root_verdict`], with the game's draw rules and its counters as they stand, repetition left aside. Without
    /// draw rules as [`Tablebase::probe_root`].
    pub fn probe_root(
        &self,
        tables: &AnyTablebase,
    ) -> Result<(RuledEvaluation, Vec<AnyRanked<RuledEvaluation>>), GameError> {
        self.check(Some(tables))?;
        Ok(self.game.probe_root(tables)?)
    }

    fn check(&self, tables: Option<&AnyTablebase>) -> Result<(), GameError> {
        match tables {
            Some(tables) if tables.game.info().tables != self.id.info().tables => {
                Err(GameError::OtherGame { game: self.id, tables: tables.game })
            }
            _ => Ok(()),
        }
    }
}

impl Clone for AnyGame {
    fn clone(&self) -> Self {
        AnyGame { id: self.id, game: self.game.copied() }
    }
}

/// A game of some rules.
trait Played: Send + Sync {
    fn push(&mut self, text: &str, tables: Option<&AnyTablebase>) -> Result<(), PlayError>;
    fn pop(&mut self) -> Option<String>;
    fn position(&self) -> Pieces;
    fn fen(&self) -> String;
    fn counters(&self) -> Vec<(&'static str, u16)>;
    fn status(&self) -> Status;
    fn moves(&self) -> Vec<String>;
    fn legal_moves(&self) -> Vec<AnyMove>;
    fn occurrences(&self) -> u16;
    fn draw_rules(&self) -> Option<&'static DrawRules>;
    fn verdict(&self, tables: &AnyTablebase) -> Result<GameVerdict, ProbeError>;
    fn probe_root(
        &self,
        tables: &AnyTablebase,
    ) -> Result<(RuledEvaluation, Vec<AnyRanked<RuledEvaluation>>), ProbeError>;
    fn copied(&self) -> Box<dyn Played>;
}

/// The tables as those of `G`, which the caller has made sure of.
fn typed<G: ClockedGame>(tables: &AnyTablebase) -> Option<&Tablebase<G>> {
    tables.tables.as_any().downcast_ref()
}

/// What [`AnyGame`] makes sure never happens.
fn other_game() -> ProbeError {
    ProbeError::OutOfScope { reason: "the tables are another game's".into() }
}

impl<G: ClockedGame> Played for Game<G> {
    fn push(&mut self, text: &str, tables: Option<&AnyTablebase>) -> Result<(), PlayError> {
        match tables.and_then(typed::<G>) {
            Some(tables) => self.play(text, Some(tables)),
            None => self.play(text, None),
        }
        .map(|_| ())
    }

    fn pop(&mut self) -> Option<String> {
        let mv = Game::pop(self)?;
        Some(G::move_text(Game::position(self), &mv))
    }

    fn position(&self) -> Pieces {
        G::pieces(Game::position(self))
    }

    fn fen(&self) -> String {
        G::fen_with(Game::position(self), Game::counters(self))
    }

    fn counters(&self) -> Vec<(&'static str, u16)> {
        Game::draw_rules(self).map_or_else(Vec::new, |rules| Game::counters(self).running(rules).collect())
    }

    fn status(&self) -> Status {
        Game::status(self)
    }

    fn moves(&self) -> Vec<String> {
        let text = |(ply, mv)| self.position_at(ply).map(|before| G::move_text(before, mv));
        Game::moves(self).enumerate().filter_map(text).collect()
    }

    fn legal_moves(&self) -> Vec<AnyMove> {
        let position = Game::position(self);
        let mut moves = Vec::new();
        G::legal_moves(position, &mut moves);
        moves.iter().map(|mv| any_move::<G>(position, mv)).collect()
    }

    fn occurrences(&self) -> u16 {
        Game::occurrences(self)
    }

    fn draw_rules(&self) -> Option<&'static DrawRules> {
        Game::draw_rules(self)
    }

    fn verdict(&self, tables: &AnyTablebase) -> Result<GameVerdict, ProbeError> {
        typed::<G>(tables).ok_or_else(other_game)?.verdict(self)
    }

    fn probe_root(
        &self,
        tables: &AnyTablebase,
    ) -> Result<(RuledEvaluation, Vec<AnyRanked<RuledEvaluation>>), ProbeError> {
        let typed = typed::<G>(tables).ok_or_else(other_game)?;
        if let Some(rules) = Game::draw_rules(self) {
            return ranked_under_rules(typed, rules, Game::position(self), Game::counters(self));
        }
        let plain = |value: Evaluation| RuledEvaluation {
            verdict: Verdict::of(value.wdl, value.wdl),
            dtc: None,
            article: None,
        };
        let (own, moves) = tables.probe_root(&Played::position(self))?;
        let moves = moves.into_iter().map(|ranked| AnyRanked {
            mv: ranked.mv,
            evaluation: plain(ranked.evaluation),
            theory: ranked.evaluation,
        });
        Ok((plain(own), moves.collect()))
    }

    fn copied(&self) -> Box<dyn Played> {
        Box::new(self.clone())
    }
}
