//! The Hub protocol, version 2, which programs and engines of draughts speak.
//!
//! A line is a command and arguments `name=value`. A position is a letter for the side to move and one for each square in the order of
//! their numbers: `w`, `b` men, `W`, `B` kings, `e` none. A move is `32-28`, a capture `28x19x23`: from, to, what is captured. In
//! Artamonov's draughts, whose pieces are nobody's, `w` and `W` are those that may be moved and `b` or `B` is the one that was moved last.
//!
//! Variants: `normal` is international, `losing` international giveaway; all other games go by our names.
//!
//! Only what the protocol knows is sent; what comes in is read kindly. A command that cannot be obeyed is answered by
//! `error message="..."`, one that is unknown is passed over. After a position that is none there is no position, and `go` says so.

mod board;
mod line;
mod seat;
mod variant;

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use dambase_prober::Access;
use dambase_rules::GameId;

use crate::control::Control;
use crate::limits::{GameClock, Limits};
use crate::player::PlayerOptions;
use crate::session::{self, Flow, Protocol, Say};
use line::{Line, quoted};
use seat::{Seat, Setting, error, seat};

/// How a session begins; the other side may change all of it.
#[derive(Clone, Debug)]
pub struct HubOptions {
    /// The game.
    pub game: GameId,
    /// Folders of tables; none at all where there are none.
    pub folders: Vec<PathBuf>,
    /// The name of a set of draw rules of the game, or `none`; the default set where nothing is said.
    pub draw_rules: Option<String>,
    /// The most bytes of decoded tables in memory.
    pub cache_bytes: usize,
    /// How files of tables are read.
    pub access: Access,
    /// How the player is set up.
    pub player: PlayerOptions,
}

/// Speaks the protocol until `input` ends or says `quit`.
///
/// Errors when `output` does, and when the game is chess.
pub fn run(options: &HubOptions, input: impl BufRead + Send + 'static, output: &mut impl Write) -> io::Result<()> {
    if variant::name_of(options.game).is_none() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("hub does not know {}", options.game)));
    }
    session::run(&mut Hub::new(options), input, output)
}

/// What is thought without a level.
const WITHOUT_LEVEL: Duration = Duration::from_secs(1);
const MOST_HASH_MIB: usize = 1 << 12;

struct Hub {
    game: GameId,
    setting: Setting,
    /// `None` before the first use, after a change of what it is made by, and while it thinks.
    seat: Option<Box<dyn Seat>>,
    level: Limits,
}

impl Hub {
    fn new(options: &HubOptions) -> Self {
        let setting = Setting {
            folders: options.folders.clone(),
            draw_rules: options.draw_rules.clone().unwrap_or_default(),
            cache_bytes: options.cache_bytes,
            access: options.access,
            player: options.player,
        };
        let level = Limits { move_time: Some(WITHOUT_LEVEL), ..Limits::default() };
        Hub { game: options.game, setting, seat: None, level }
    }

    fn introduce(&self, say: &mut Say<'_>) {
        let version = env!("CARGO_PKG_VERSION");
        say(format!("id name=Dambase version={version} author=\"the Dambase authors\""));
        let names: Vec<_> = variant::VARIANTS.iter().map(|(name, _)| *name).collect();
        let current = variant::name_of(self.game).unwrap_or("normal");
        say(format!("param name=variant value={current} type=enum values=\"{}\"", names.join(" ")));
        let folders = std::env::join_paths(&self.setting.folders).unwrap_or_default();
        say(format!("param name=tables value={} type=string", quoted(&folders.to_string_lossy())));
        let rules = if self.setting.draw_rules.is_empty() { "default" } else { &self.setting.draw_rules };
        say(format!("param name=draw-rules value={} type=string", quoted(rules)));
        let (hash, cache) = (self.setting.player.hash_bytes >> 20, self.setting.cache_bytes >> 20);
        say(format!("param name=hash value={hash} type=int min=0 max={MOST_HASH_MIB}"));
        say(format!("param name=cache value={cache} type=int min=0 max={MOST_HASH_MIB}"));
        say("wait".into());
    }

    fn set_param(&mut self, line: &Line) -> Result<(), String> {
        let name = line.get("name").ok_or("set-param has no name")?;
        let value = line.get("value").ok_or_else(|| format!("set-param {name} has no value"))?;
        let bytes = || {
            let mib = value.parse::<usize>().ok().filter(|&mib| mib <= MOST_HASH_MIB);
            mib.map(|mib| mib << 20).ok_or_else(|| format!("{name} is 0 to {MOST_HASH_MIB} MiB, and not {value}"))
        };
        match name {
            "variant" => self.game = variant::named(value)?,
            "tables" => {
                self.setting.folders = std::env::split_paths(value).filter(|path| path.as_os_str() != "").collect()
            }
            "draw-rules" => {
                // The variant may be chosen later; what no game has is wrong now.
                if !seat::is_named(value) {
                    return Err(format!("no game has draw rules called {value}"));
                }
                self.setting.draw_rules = value.to_owned();
            }
            "hash" => self.setting.player.hash_bytes = bytes()?,
            "cache" => self.setting.cache_bytes = bytes()?,
            // Parameters of other engines.
            _ => return Ok(()),
        }
        self.seat = None;
        Ok(())
    }

    /// The player, made when it is first needed.
    fn seat(&mut self, say: &mut Say<'_>) -> &mut Box<dyn Seat> {
        let (game, setting) = (self.game, &self.setting);
        self.seat.get_or_insert_with(|| {
            let mut troubles = Vec::new();
            let seat = seat(game, setting, &mut troubles);
            troubles.iter().for_each(|trouble| say(error(trouble)));
            seat
        })
    }

    fn set_position(&mut self, line: &Line, say: &mut Say<'_>) {
        let letters = line.get("pos").filter(|&letters| !letters.is_empty() && letters != "start");
        if let Err(reason) = self.seat(say).set_position(letters, line.get("moves").unwrap_or_default()) {
            say(error(&reason));
        }
    }

    fn go(&mut self, line: &Line, say: &mut Say<'_>) -> Flow<Box<dyn Seat>> {
        self.seat(say);
        let Some(mut seat) = self.seat.take() else { return Flow::GoOn };
        let (ponder, analyse) = (line.has("ponder"), line.has("analyze") || line.has("analyse"));
        let limits = self.level.clone();
        let control = Arc::new(if ponder { Control::pondering() } else { Control::new() });
        let endless = ponder || limits.infinite;
        let listening = Arc::clone(&control);
        let work = Box::new(move |say: &mut Say<'_>| {
            seat.think(limits, analyse, &listening, say);
            seat
        });
        Flow::Think { work, control, endless }
    }
}

impl Protocol for Hub {
    type Done = Box<dyn Seat>;

    fn must_wait(&self, line: &str) -> bool {
        let command = Line::read(line).command;
        matches!(command.as_str(), "hub" | "set-param" | "init" | "new-game" | "pos" | "level" | "go")
    }

    fn is_to_search(&self, line: &str) -> bool {
        matches!(Line::read(line).command.as_str(), "ponder-hit" | "stop")
    }

    fn is_quit(&self, line: &str) -> bool {
        Line::read(line).command == "quit"
    }

    fn obey(&mut self, line: &str, running: Option<&Control>, say: &mut Say<'_>) -> Flow<Self::Done> {
        let line = Line::read(line);
        match line.command.as_str() {
            "hub" => self.introduce(say),
            "set-param" => {
                if let Err(reason) = self.set_param(&line) {
                    say(error(&reason));
                }
            }
            "init" => {
                self.seat(say);
                say("ready".into());
            }
            "ping" => say("pong".into()),
            "new-game" => self.seat(say).new_game(),
            "pos" => self.set_position(&line, say),
            "level" => match read_level(&line) {
                Ok(level) => self.level = level,
                Err(reason) => say(error(&reason)),
            },
            "go" => return self.go(&line, say),
            "stop" => running.into_iter().for_each(Control::stop),
            "ponder-hit" => running.into_iter().for_each(Control::ponder_hit),
            _ => {}
        }
        Flow::GoOn
    }

    fn done(&mut self, seat: Self::Done, _: &mut Say<'_>) {
        self.seat = Some(seat);
    }

    fn unreadable(&self, reason: &str) -> String {
        error(reason)
    }
}

/// Reads `level`. A line that bounds nothing searches until it is stopped.
fn read_level(line: &Line) -> Result<Limits, String> {
    fn number<T: std::str::FromStr>(line: &Line, name: &str) -> Result<Option<T>, String> {
        let read = |text: &str| text.parse().map_err(|_| format!("level {name} is a number, and not {text}"));
        line.get(name).map(read).transpose()
    }
    let seconds = |name: &str| -> Result<Option<Duration>, String> {
        let Some(value) = number::<f64>(line, name)? else { return Ok(None) };
        // What is left on a clock may be a little less than nothing.
        if !value.is_finite() || (value < 0.0 && name != "time") {
            return Err(format!("level {name} is a number of seconds, and not {value}"));
        }
        // The longest time is far beyond any game.
        Ok(Some(Duration::from_secs_f64(value.clamp(0.0, 1e8))))
    };
    let increment = seconds("inc")?.unwrap_or_default();
    let moves =
        number::<u64>(line, "moves")?.map(|moves| moves.min(u64::from(u32::MAX)) as u32).filter(|&moves| moves > 0);
    // The increment comes before the move; whether it is in the time already is read both ways.
    let clock = seconds("time")?.map(|certain| GameClock { left: certain + increment, certain, increment, moves });
    let limits = Limits {
        depth: number::<u64>(line, "depth")?.map(|depth| depth.min(1000) as u32),
        nodes: number(line, "nodes")?,
        move_time: seconds("move-time")?,
        clock,
        win_within: None,
        infinite: line.has("infinite"),
    };
    let bounded =
        limits.depth.is_some() || limits.nodes.is_some() || limits.move_time.is_some() || limits.clock.is_some();
    Ok(Limits { infinite: limits.infinite || !bounded, ..limits })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read() {
        let level = |text: &str| read_level(&Line::read(text));
        assert_eq!(level("level depth=9").unwrap().depth, Some(9));
        assert_eq!(level("level move-time=0.5").unwrap().move_time, Some(Duration::from_millis(500)));
        let clock = level("level moves=9 time=291.587 inc=2").unwrap().clock.unwrap();
        assert_eq!((clock.moves, clock.left), (Some(9), Duration::from_millis(293_587)));
        assert!(level("level infinite").unwrap().infinite && level("level").unwrap().infinite);
        assert!(!level("level nodes=1000").unwrap().infinite);
        assert_eq!(level("level time=-3").unwrap().clock.unwrap().left, Duration::ZERO);
        for wrong in [
            "level depth=x",
            "level time=NaN",
            "level time=inf",
            "level move-time=-1",
            "level time=9 inc=-1",
            "level nodes=-1",
            "level depth=",
        ] {
            assert!(level(wrong).is_err(), "{wrong}");
        }
        assert!(level("level time=1e300").is_ok());
    }
}
