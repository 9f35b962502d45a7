//! Tables, moves and games of a game that is chosen at run time, for interfaces that cannot be generic: C, Python, programs that
//! answer for any game.
//!
//! Positions are [`Pieces`], moves are texts of the game's own notation. Each call is one virtual call more than the typed
//! [`Tablebase`] makes.

mod game;
mod rules;
mod scan;
mod tables;

use std::path::Path;
use std::sync::Arc;

use dambase_format::{Metric, Value};
use dambase_rules::draw::{Counters, DrawRules, Past};
use dambase_rules::{FenError, GameId, MoveError, Pieces, Wdl, with_game};

use crate::{
    Evaluation, OpenError, OpenOptions, PreloadError, PreloadedTables, ProbeError, RuledEvaluation, TableProblem,
    Tablebase,
};

pub use game::{AnyGame, GameError};
pub use rules::{checked, counters, fen, for_each_successor, legal_moves, play, read_fen, start};
pub use scan::{AnyCounts, AnyRow, AnySpoiledWin, Scanned, Visit, rows, slices_of};
use tables::Tables;

/// Open tables of a game that is known at run time. A copy shares them.
#[derive(Clone)]
pub struct AnyTablebase {
    game: GameId,
    tables: Arc<dyn Tables>,
}

/// A table that is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnyTable {
    /// Its material, as files are named.
    pub material: String,
    /// Pieces on the board.
    pub pieces: u32,
    /// What its values are.
    pub metric: Metric,
    /// The set of draw rules of a table of [`Metric::Dtc`].
    pub draw_rules: Option<&'static str>,
    /// How many positions it holds, or values under draw rules.
    pub values: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnyMove {
    /// In the game's notation.
    pub text: String,
    /// The position after it.
    pub after: Pieces,
}

/// A legal move and what it is worth, to the side that makes it; plies are counted from before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnyRanked<E> {
    /// The move.
    pub mv: AnyMove,
    /// Its value.
    pub evaluation: E,
    /// Without draw rules.
    pub theory: Evaluation,
}

/// A move of a line, and what the position after it is worth to the side to move there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnyStep {
    /// The move.
    pub mv: AnyMove,
    /// The value of the position after it.
    pub evaluation: Evaluation,
}

impl AnyTablebase {
    /// As [`Tablebase::open`].
    pub fn open<P: AsRef<Path>>(game: GameId, folders: &[P], options: &OpenOptions) -> Result<Self, OpenError> {
        let folders: Vec<&Path> = folders.iter().map(AsRef::as_ref).collect();
        Self::open_paths(game, &folders, options)
    }

    /// Not generic, so that the tables of every game are compiled here, once, and not by whoever opens some.
    fn open_paths(game: GameId, folders: &[&Path], options: &OpenOptions) -> Result<Self, OpenError> {
        let tables: Arc<dyn Tables> = with_game!(game, G => Arc::new(Tablebase::<G>::open(folders, options)?));
        Ok(AnyTablebase { game, tables })
    }

    /// The game that was asked for; games that differ in their start alone have the same tables.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// The tables that can be used, those of theory first, in the order they can be solved in.
    pub fn tables(&self) -> Vec<AnyTable> {
        self.tables.tables()
    }

    /// As [`Tablebase::missing`]: materials and metrics.
    pub fn missing(&self) -> Vec<(String, Metric)> {
        self.tables.missing()
    }

    /// As [`Tablebase::problems`].
    pub fn problems(&self) -> &[TableProblem] {
        self.tables.problems()
    }

    /// As [`Tablebase::file_bytes`].
    pub fn file_bytes(&self) -> u64 {
        self.tables.file_bytes()
    }

    /// As [`Tablebase::preload`].
    pub fn preload(
        &self,
        mut wanted: impl FnMut(&AnyTable) -> bool,
        most_bytes: u64,
    ) -> Result<PreloadedTables, PreloadError> {
        self.tables.preload(&mut wanted, most_bytes)
    }

    /// As [`Tablebase::probe_wdl`].
    #[inline]
    pub fn probe_wdl(&self, pieces: &Pieces) -> Result<Wdl, ProbeError> {
        self.tables.probe_wdl(pieces)
    }

    /// As [`Tablebase::probe_wdl_in_memory`].
    #[inline]
    pub fn probe_wdl_in_memory(&self, pieces: &Pieces) -> Result<Option<Wdl>, ProbeError> {
        self.tables.probe_wdl_in_memory(pieces)
    }

    /// As [`Tablebase::probe_dtw`].
    #[inline]
    pub fn probe_dtw(&self, pieces: &Pieces) -> Result<Value, ProbeError> {
        self.tables.probe_dtw(pieces)
    }

    /// As [`Tablebase::probe`].
    #[inline]
    pub fn probe(&self, pieces: &Pieces) -> Result<Evaluation, ProbeError> {
        self.tables.probe(pieces)
    }

    /// As [`Tablebase::probe_wdl_batch`]; `answer` gets the place of each position and its answer, in their order.
    pub fn probe_wdl_batch(&self, positions: &[Pieces], mut answer: impl FnMut(usize, Result<Wdl, ProbeError>)) {
        self.tables.probe_wdl_batch(positions, &mut answer);
    }

    /// As [`Tablebase::probe_dtw_batch`]; `answer` gets the place of each position and its answer, in their order.
    pub fn probe_dtw_batch(&self, positions: &[Pieces], mut answer: impl FnMut(usize, Result<Value, ProbeError>)) {
        self.tables.probe_dtw_batch(positions, &mut answer);
    }

    /// As [`Tablebase::probe_root`].
    pub fn probe_root(&self, pieces: &Pieces) -> Result<(Evaluation, Vec<AnyRanked<Evaluation>>), ProbeError> {
        self.tables.probe_root(pieces)
    }

    /// As [`Tablebase::line`].
    pub fn line(&self, pieces: &Pieces) -> Result<Vec<AnyStep>, ProbeError> {
        self.tables.line(pieces)
    }

    /// As [`Tablebase::probe_verdict`].
    pub fn probe_verdict(
        &self,
        rules: &'static DrawRules,
        pieces: &Pieces,
        counters: &Counters,
    ) -> Result<RuledEvaluation, ProbeError> {
        self.tables.probe_verdict(rules, pieces, counters)
    }

    /// As [`Tablebase::probe_root_verdict`].
    pub fn probe_root_verdict(
        &self,
        rules: &'static DrawRules,
        pieces: &Pieces,
        counters: &Counters,
    ) -> Result<(RuledEvaluation, Vec<AnyRanked<RuledEvaluation>>), ProbeError> {
        self.tables.probe_root_verdict(rules, pieces, counters)
    }

    /// The set of draw rules of this name; the game's default one for `None`. The error lists the names.
    pub fn draw_rules(&self, name: Option<&str>) -> Result<&'static DrawRules, String> {
        draw_rules(self.game, name)
    }

    /// As [`Counters::read`].
    pub fn counters(
        &self,
        rules: &'static DrawRules,
        pieces: &Pieces,
        text: &str,
        past: Past,
    ) -> Result<Counters, String> {
        counters(self.game, rules, pieces, text, past)
    }

    /// Reads a FEN, with what it says of the way to its position.
    pub fn read_fen(&self, text: &str) -> Result<(Pieces, Past), FenError> {
        read_fen(self.game, text)
    }

    /// The FEN of a position; an error where it is none.
    pub fn fen(&self, pieces: &Pieces) -> Result<String, ProbeError> {
        fen(self.game, pieces)
    }

    /// The legal moves of a position, in the order the game generates them.
    pub fn moves(&self, pieces: &Pieces) -> Result<Vec<AnyMove>, ProbeError> {
        legal_moves(self.game, pieces)
    }

    /// How the game ends by its goal where the side to move has no legal move; `None` where it has one.
    pub fn over(&self, pieces: &Pieces) -> Result<Option<Wdl>, ProbeError> {
        self.tables.over(pieces)
    }

    /// The position after the move that a text names.
    pub fn play(&self, pieces: &Pieces, text: &str) -> Result<Pieces, PlayError> {
        play(self.game, pieces, text)
    }
}

impl std::fmt::Debug for AnyTablebase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnyTablebase")
            .field("game", &self.game)
            .field("tables", &self.tables().len())
            .finish_non_exhaustive()
    }
}

/// Why a move cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// The position is none.
    #[error(transparent)]
    Position(#[from] ProbeError),
    /// The text names no legal move, or several.
    #[error("{0}")]
    Move(MoveError),
}

/// The set of draw rules of a game by its name; the default one for `None`. The error lists the names.
pub fn draw_rules(game: GameId, name: Option<&str>) -> Result<&'static DrawRules, String> {
    with_game!(game, G => <G as dambase_rules::draw::Clocks>::draw_rules_named(name))
}

/// The sets of draw rules of a game, the default first.
pub fn all_draw_rules(game: GameId) -> &'static [DrawRules] {
    with_game!(game, G => <G as dambase_rules::draw::Clocks>::draw_rules())
}
