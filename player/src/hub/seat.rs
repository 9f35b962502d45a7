//! A player of one of the games at the protocol's board.

use std::path::PathBuf;
use std::sync::Arc;

use dambase_prober::{Access, OpenOptions, Tablebase};
use dambase_rules::artamonov::Artamonov;
use dambase_rules::draw::{Clocks, DrawRules};
use dambase_rules::{Game, GameId, with_game};

use super::board::{HubGame, move_text, read_move, read_position};
use super::line::quoted;
use crate::control::Control;
use crate::limits::Limits;
use crate::player::{Answer, Job, Player, PlayerOptions, Report};
use crate::score::Worth;
use crate::session::Say;

/// A player, whatever it plays.
pub(super) trait Seat: Send {
    /// Sets the position up, of which there is none before: letters of the protocol or `None` for the start, then moves. On an error there is no position.
    fn set_position(&mut self, letters: Option<&str>, moves: &str) -> Result<(), String>;
    /// What comes next has nothing to do with what was before.
    fn new_game(&mut self);
    /// Searches, and says what it finds and the answer.
    fn think(&mut self, limits: Limits, analyse: bool, control: &Control, say: &mut Say<'_>);
}

/// How seats are made.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) folders: Vec<PathBuf>,
    /// A set's name, `none`, or nothing for the default set.
    pub(super) draw_rules: String,
    pub(super) cache_bytes: usize,
    pub(super) access: Access,
    pub(super) player: PlayerOptions,
}

/// The seat of a game. What is not as it should be is said; the seat does without.
pub(super) fn seat(id: GameId, setting: &Setting, troubles: &mut Vec<String>) -> Box<dyn Seat> {
    use dambase_rules::draughts::games::*;
    match id {
        GameId::Russian | GameId::Flying => open::<Russian>(setting, troubles),
        GameId::RussianGiveaway => open::<RussianGiveaway>(setting, troubles),
        GameId::Brazilian => open::<Brazilian>(setting, troubles),
        GameId::InternationalGiveaway => open::<InternationalGiveaway>(setting, troubles),
        GameId::Canadian => open::<Canadian>(setting, troubles),
        GameId::English => open::<English>(setting, troubles),
        GameId::Italian => open::<Italian>(setting, troubles),
        GameId::Spancireti => open::<Spancireti>(setting, troubles),
        GameId::StopAfter => open::<StopAfter>(setting, troubles),
        GameId::Artamonov => open::<Artamonov>(setting, troubles),
        // No variant names chess.
        GameId::International | GameId::Chess => open::<International>(setting, troubles),
    }
}

fn open<G: HubGame>(setting: &Setting, troubles: &mut Vec<String>) -> Box<dyn Seat> {
    let options = OpenOptions { cache_bytes: setting.cache_bytes, access: setting.access };
    let tables = Tablebase::<G>::open(&setting.folders, &options).unwrap_or_else(|error| {
        troubles.push(error.to_string());
        Tablebase::from_sources([], &options)
    });
    troubles.extend(tables.problems().iter().map(ToString::to_string));
    let rules = rules_named::<G>(&setting.draw_rules).unwrap_or_else(|error| {
        troubles.push(error);
        G::draw_rules().first()
    });
    let player = Player::new(Arc::new(tables), &setting.player);
    Box::new(SeatOf { player, rules, game: None })
}

fn rules_named<G: HubGame>(name: &str) -> Result<Option<&'static DrawRules>, String> {
    match name {
        "none" => Ok(None),
        "" | "default" => G::draw_rules_named(None).map(Some),
        name => G::draw_rules_named(Some(name)).map(Some),
    }
}

/// Some game has draw rules of this name.
pub(super) fn is_named(name: &str) -> bool {
    matches!(name, "" | "default" | "none")
        || GameId::all().any(|game| with_game!(game, G => G::draw_rules_named(Some(name)).is_ok()))
}

struct SeatOf<G: HubGame> {
    player: Player<G>,
    rules: Option<&'static DrawRules>,
    game: Option<Game<G>>,
}

impl<G: HubGame> Seat for SeatOf<G> {
    fn set_position(&mut self, letters: Option<&str>, moves: &str) -> Result<(), String> {
        self.game = None;
        let mut game = match letters {
            None => Game::new(self.rules),
            Some(letters) => Game::from_position(self.rules, read_position::<G>(letters)?),
        };
        for text in moves.split_whitespace() {
            let mv = read_move::<G>(game.position(), text).map_err(|error| error.to_string())?;
            game.push(&mv);
        }
        self.game = Some(game);
        Ok(())
    }

    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn think(&mut self, limits: Limits, analyse: bool, control: &Control, say: &mut Say<'_>) {
        let Some(game) = &self.game else {
            say(error("there is no position to search"));
            return;
        };
        let job = Job { game: game.clone(), limits, moves: Vec::new(), analyse };
        let answer = self.player.think(&job, control, &mut |report| say(info::<G>(report)));
        if let Some(trouble) = self.player.take_trouble() {
            say(error(&trouble.to_string()));
        }
        say(match answer {
            Some(Answer { mv, expected: Some(expected) }) => {
                format!("done move={} ponder={}", move_text::<G>(&mv), move_text::<G>(&expected))
            }
            Some(Answer { mv, expected: None }) => format!("done move={}", move_text::<G>(&mv)),
            None => error("the game is over: the side to move has no move"),
        });
    }
}

/// A message.
pub(super) fn error(message: &str) -> String {
    // Always in quotes, as the protocol shows it.
    format!("error message=\"{}\"", quoted(message).trim_matches('"'))
}

fn info<G: HubGame>(report: &Report<G::Move>) -> String {
    let line: Vec<_> = report.line.iter().map(move_text::<G>).collect();
    let seconds = report.time.as_secs_f64();
    let millions = report.nodes as f64 / 1e6 / seconds.max(1e-6);
    format!(
        "info depth={} mean-depth={:.1} score={:.2} nodes={} time={seconds:.3} nps={millions:.1} pv=\"{}\"",
        report.depth,
        report.mean_depth,
        men(report.worth),
        report.nodes,
        line.join(" "),
    )
}

/// In men. A win is worth 100, less one hundredth for each ply until the game is over; 80 when it is not known how soon.
fn men(worth: Worth) -> f64 {
    let plies = |plies: u32| f64::from(plies.min(999)) / 100.0;
    match worth {
        Worth::Points(points) => f64::from(points.clamp(-7900, 7900)) / 100.0,
        Worth::Draw => 0.0,
        Worth::WinIn(distance) => 100.0 - plies(distance),
        Worth::LossIn(distance) => plies(distance) - 100.0,
        Worth::Win => 80.0,
        Worth::Loss => -80.0,
    }
}
