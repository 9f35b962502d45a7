//! Games, and their draw rules.

use dambase_prober::any::all_draw_rules;
use dambase_rules::GameId;
use dambase_rules::draw;
use pyo3::prelude::*;

use crate::errors::Failure;

/// The game that a text names, by its name or an alias.
pub fn game_named(name: &str) -> Result<GameId, Failure> {
    Ok(name.parse()?)
}

/// The set of draw rules that a text names: `None` the default one, `"none"` no rules at all.
pub fn rules_named(game: GameId, name: Option<&str>) -> Result<Option<&'static draw::DrawRules>, Failure> {
    match name {
        Some("none") => Ok(None),
        name => dambase_prober::any::draw_rules(game, name).map(Some).map_err(Failure::unknown),
    }
}

/// What is known of a game.
#[pyclass(frozen, get_all, eq, hash, module = "dambase")]
#[derive(PartialEq, Eq, Hash)]
pub struct GameInfo {
    /// Its name.
    name: &'static str,
    /// Other names it answers to.
    aliases: Vec<&'static str>,
    /// Files by rows, such as "8x8".
    board: &'static str,
    /// The PDN tag GameType; None where PDN has none.
    pdn_game_type: Option<&'static str>,
    /// The game whose tables answer for it: games that differ in their start alone share tables.
    tables: &'static str,
    /// One line for people.
    title: &'static str,
}

#[pymethods]
impl GameInfo {
    fn __repr__(&self) -> String {
        format!("<GameInfo {}: {}>", self.name, self.title)
    }
}

/// Every game there is.
#[pyfunction]
pub fn games() -> Vec<GameInfo> {
    let info = |id: GameId| {
        let info = id.info();
        GameInfo {
            name: info.name,
            aliases: info.aliases.to_vec(),
            board: info.board,
            pdn_game_type: info.pdn_game_type,
            tables: info.tables.name(),
            title: info.title,
        }
    };
    GameId::all().map(info).collect()
}

/// An article of a set of draw rules.
#[pyclass(frozen, get_all, eq, hash, module = "dambase")]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Article {
    /// Its number in its rule book.
    pub id: &'static str,
    /// When it applies, in words.
    condition: &'static str,
    /// Plies until it applies; where `counts` is "strong-moves", moves of the side with more pieces. None where it has no
    /// clock.
    limit_plies: Option<u16>,
    /// What its clock counts.
    counts: Option<&'static str>,
    /// What sets it back, in words.
    resets: &'static str,
    /// What it does to the game.
    effect: &'static str,
    /// It ends the game by itself; else a player has to claim it.
    automatic: bool,
    /// Where it is written.
    source: &'static str,
    /// The name of its counter.
    clock: Option<&'static str>,
    /// Of an article of repetition: which occurrence draws.
    occurrences: Option<u8>,
}

impl From<&'static draw::Article> for Article {
    fn from(article: &'static draw::Article) -> Self {
        let clock = article.clock();
        Article {
            id: article.id,
            condition: article.condition,
            limit_plies: clock.map(|clock| clock.limit),
            counts: clock.map(|clock| clock.counts.name()),
            resets: article.resets,
            effect: article.effect(),
            automatic: article.automatic,
            source: article.source,
            clock: clock.map(|clock| clock.name),
            occurrences: article.occurrences(),
        }
    }
}

#[pymethods]
impl Article {
    fn __repr__(&self) -> String {
        format!("<Article {}: {}>", self.id, self.condition)
    }
}

/// A set of draw rules of a game.
#[pyclass(frozen, get_all, eq, hash, module = "dambase")]
#[derive(PartialEq, Eq, Hash)]
pub struct DrawRules {
    /// Its name.
    name: &'static str,
    /// The game takes it unless told otherwise.
    default: bool,
    /// Where it comes from, and why it is as it is.
    note: &'static str,
    /// Its articles. Of several that draw a game at once, the first is named.
    articles: Vec<Article>,
}

#[pymethods]
impl DrawRules {
    fn __repr__(&self) -> String {
        format!("<DrawRules {}: {} articles>", self.name, self.articles.len())
    }
}

/// The sets of draw rules of a game, the default first. Raises UnknownName.
#[pyfunction]
pub fn draw_rules(game: &str) -> PyResult<Vec<DrawRules>> {
    let sets = all_draw_rules(game_named(game)?).iter().enumerate();
    let set = |(number, set): (usize, &'static draw::DrawRules)| DrawRules {
        name: set.name,
        default: number == 0,
        note: set.note,
        articles: set.articles.iter().map(Article::from).collect(),
    };
    Ok(sets.map(set).collect())
}
