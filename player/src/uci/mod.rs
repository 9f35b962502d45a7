//! UCI, which programs and engines of chess speak.
//!
//! Unknown commands and words are passed over, as the protocol wants it. What goes wrong is told by `info string`; after a position that
//! is none, or a move that is not legal, there is no position, and `go` answers `bestmove (none)`.

mod go;
mod moves;

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use dambase_prober::{Access, OpenOptions, Tablebase};
use dambase_rules::chess::{self, Chess};
use dambase_rules::draw::{Clocks, DrawRules};
use dambase_rules::played::StartError;
use dambase_rules::{Game, GameRules};

use crate::control::Control;
use crate::player::{Job, Player, PlayerOptions, Report};
use crate::score::Worth;
use crate::session::{self, Flow, Protocol, Say};
use go::{read_go, read_option};
use moves::{move_text, read_move};

/// How a session begins; the other side may change all of it.
#[derive(Clone, Debug)]
pub struct UciOptions {
    /// Folders of tables; none at all where there are none.
    pub folders: Vec<PathBuf>,
    /// The draw rules; `None` for none.
    pub draw_rules: Option<&'static DrawRules>,
    /// The most bytes of decoded tables in memory.
    pub cache_bytes: usize,
    /// How files of tables are read.
    pub access: Access,
    /// How the player is set up.
    pub player: PlayerOptions,
}

/// Speaks the protocol until `input` ends or says `quit`.
///
/// Errors when `output` does.
pub fn run(options: &UciOptions, input: impl BufRead + Send + 'static, output: &mut impl Write) -> io::Result<()> {
    session::run(&mut Uci::new(options), input, output)
}

const MOST_HASH_MIB: usize = 1 << 12;
const MOST_OVERHEAD_MILLIS: u64 = 5_000;

struct Uci {
    options: UciOptions,
    /// `None` before the first use, after a change of what it is made by, and while it thinks.
    player: Option<Player<Chess>>,
    game: Option<Game<Chess>>,
}

impl Uci {
    fn new(options: &UciOptions) -> Self {
        let game = Some(Game::new(options.draw_rules));
        Uci { options: options.clone(), player: None, game }
    }

    fn introduce(&self, say: &mut Say<'_>) {
        say(format!("id name Dambase {}", env!("CARGO_PKG_VERSION")));
        say("id author the Dambase authors".into());
        let UciOptions { folders, draw_rules, cache_bytes, player, .. } = &self.options;
        let (hash, cache) = (player.hash_bytes >> 20, cache_bytes >> 20);
        say(format!("option name Hash type spin default {hash} min 0 max {MOST_HASH_MIB}"));
        say("option name Clear Hash type button".into());
        say("option name Ponder type check default false".into());
        let folders = std::env::join_paths(folders).unwrap_or_default();
        let folders = if folders.is_empty() { "<empty>".into() } else { folders.to_string_lossy().into_owned() };
        say(format!("option name TablesPath type string default {folders}"));
        say(format!("option name TablesCache type spin default {cache} min 0 max {MOST_HASH_MIB}"));
        let sets: Vec<_> = Chess::draw_rules().iter().map(|set| format!(" var {}", set.name)).collect();
        let current = draw_rules.map_or("none", |set| set.name);
        say(format!("option name DrawRules type combo default {current}{} var none", sets.concat()));
        let overhead = player.overhead.as_millis();
        say(format!("option name Move Overhead type spin default {overhead} min 0 max {MOST_OVERHEAD_MILLIS}"));
        say("uciok".into());
    }

    fn set_option(&mut self, line: &str) -> Result<(), String> {
        let Some((name, value)) = read_option(line) else { return Ok(()) };
        let number = |most: u64| {
            let number = value.parse::<u64>().ok().filter(|&number| number <= most);
            number.ok_or_else(|| format!("{name} is 0 to {most}, and not \"{value}\""))
        };
        match name.as_str() {
            "hash" => self.options.player.hash_bytes = (number(MOST_HASH_MIB as u64)? as usize) << 20,
            "tablescache" => self.options.cache_bytes = (number(MOST_HASH_MIB as u64)? as usize) << 20,
            "move overhead" => {
                self.options.player.overhead = Duration::from_millis(number(MOST_OVERHEAD_MILLIS)?);
            }
            "tablespath" => {
                let empty = value == "<empty>" || value.is_empty();
                self.options.folders = if empty { Vec::new() } else { std::env::split_paths(&value).collect() };
            }
            "drawrules" => {
                self.options.draw_rules =
                    if value == "none" { None } else { Some(Chess::draw_rules_named(Some(&value))?) };
                // They count from the next position on.
                self.game =
                    self.game.as_ref().map(|game| Game::from_position(self.options.draw_rules, *game.position()));
            }
            "clear hash" => self.player.iter_mut().for_each(Player::new_game),
            // Ponder tells what the other side will do; the others are other engines'.
            _ => return Ok(()),
        }
        if name != "clear hash" {
            self.player = None;
        }
        Ok(())
    }

    fn player(&mut self, say: &mut Say<'_>) -> Player<Chess> {
        self.player.take().unwrap_or_else(|| {
            let options = OpenOptions { cache_bytes: self.options.cache_bytes, access: self.options.access };
            let tables = Tablebase::<Chess>::open(&self.options.folders, &options).unwrap_or_else(|error| {
                say(remark(error));
                Tablebase::from_sources([], &options)
            });
            tables.problems().iter().for_each(|problem| say(remark(problem)));
            Player::new(Arc::new(tables), &self.options.player)
        })
    }

    fn set_position(&mut self, line: &str, say: &mut Say<'_>) {
        self.game = None;
        match self.read_position(line, say) {
            Ok(game) => self.game = Some(game),
            Err(reason) => say(remark(reason)),
        }
    }

    fn read_position(&self, line: &str, say: &mut Say<'_>) -> Result<Game<Chess>, String> {
        let words: Vec<_> = line.split_whitespace().skip(1).collect();
        let moves_at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let rules = self.options.draw_rules;
        let mut game = match &words[..moves_at] {
            ["startpos", ..] => Game::new(rules),
            ["fen", fen @ ..] => {
                let fen = fen.join(" ");
                match Game::from_fen(rules, &fen) {
                    Ok(game) => game,
                    Err(StartError::Counters(error)) => {
                        say(remark(format!("{error}; clocks begin at zero")));
                        let position = Chess::parse_fen(&fen).map_err(|error| error.to_string())?;
                        Game::from_position(rules, position)
                    }
                    Err(error) => return Err(error.to_string()),
                }
            }
            _ => return Err("position is startpos or fen".into()),
        };
        for text in words.iter().skip(moves_at + 1) {
            let mv = read_move(game.position(), text).map_err(|error| error.to_string())?;
            game.push(&mv);
        }
        Ok(game)
    }

    fn go(&mut self, line: &str, say: &mut Say<'_>) -> Flow<Player<Chess>> {
        let Some(game) = self.game.clone() else {
            say(remark("there is no position to search"));
            say(best(None));
            return Flow::GoOn;
        };
        let words: Vec<_> = line.split_whitespace().skip(1).collect();
        let go = read_go(&words, game.side_to_move());
        let mut moves = Vec::new();
        for text in go.moves {
            match read_move(game.position(), text) {
                Ok(mv) => moves.push(mv),
                Err(error) => say(remark(error)),
            }
        }
        let mut player = self.player(say);
        let control = Arc::new(if go.ponder { Control::pondering() } else { Control::new() });
        let endless = go.ponder || go.limits.infinite;
        let listening = Arc::clone(&control);
        let analyse = go.limits.infinite;
        let job = Job { game, limits: go.limits, moves, analyse };
        let work = Box::new(move |say: &mut Say<'_>| {
            let answer = player.think(&job, &listening, &mut |report| say(info(report)));
            if let Some(trouble) = player.take_trouble() {
                say(remark(trouble));
            }
            say(best(answer.map(|answer| (answer.mv, answer.expected))));
            player
        });
        Flow::Think { work, control, endless }
    }
}

impl Protocol for Uci {
    type Done = Player<Chess>;

    fn must_wait(&self, line: &str) -> bool {
        matches!(line.split_whitespace().next(), Some("uci" | "setoption" | "ucinewgame" | "position" | "go"))
    }

    fn is_to_search(&self, line: &str) -> bool {
        matches!(line.split_whitespace().next(), Some("stop" | "ponderhit"))
    }

    fn is_quit(&self, line: &str) -> bool {
        line.split_whitespace().next() == Some("quit")
    }

    fn obey(&mut self, line: &str, running: Option<&Control>, say: &mut Say<'_>) -> Flow<Self::Done> {
        match line.split_whitespace().next().unwrap_or_default() {
            "uci" => self.introduce(say),
            "isready" => {
                // Tables are opened now, so that the first move need not wait for it.
                if running.is_none() {
                    self.player = Some(self.player(say));
                }
                say("readyok".into());
            }
            "setoption" => {
                if let Err(reason) = self.set_option(line) {
                    say(remark(reason));
                }
            }
            "ucinewgame" => self.player.iter_mut().for_each(Player::new_game),
            "position" => self.set_position(line, say),
            "go" => return self.go(line, say),
            "stop" => running.into_iter().for_each(Control::stop),
            "ponderhit" => running.into_iter().for_each(Control::ponder_hit),
            _ => {}
        }
        Flow::GoOn
    }

    fn done(&mut self, player: Self::Done, _: &mut Say<'_>) {
        self.player = Some(player);
    }

    fn unreadable(&self, reason: &str) -> String {
        remark(reason)
    }
}

/// A message, on one line whatever is in it.
fn remark(message: impl std::fmt::Display) -> String {
    format!("info string {}", message.to_string().replace(|c: char| c.is_control(), " "))
}

fn best(answer: Option<(chess::Move, Option<chess::Move>)>) -> String {
    match answer {
        Some((mv, Some(expected))) => format!("bestmove {} ponder {}", move_text(&mv), move_text(&expected)),
        Some((mv, None)) => format!("bestmove {}", move_text(&mv)),
        None => "bestmove (none)".into(),
    }
}

fn info(report: &Report<chess::Move>) -> String {
    let score = match report.worth {
        Worth::Points(points) => format!("cp {points}"),
        Worth::Draw => "cp 0".into(),
        // In moves, not plies; mated now is 0.
        Worth::WinIn(plies) => format!("mate {}", plies.div_ceil(2)),
        Worth::LossIn(plies) => format!("mate {}", -i64::from(plies / 2)),
        Worth::Win => "cp 20000".into(),
        Worth::Loss => "cp -20000".into(),
    };
    let line: Vec<_> = report.line.iter().map(move_text).collect();
    let per_second = report.nodes as f64 / report.time.as_secs_f64().max(1e-6);
    format!(
        "info depth {} seldepth {} score {score} nodes {} nps {} time {} hashfull {} tbhits {} pv {}",
        report.depth,
        report.selective_depth.max(report.depth),
        report.nodes,
        per_second as u64,
        report.time.as_millis(),
        report.hash_permille,
        report.table_hits,
        line.join(" "),
    )
}
