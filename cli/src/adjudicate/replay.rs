//! A game of a file, played again on the board.

use std::collections::BTreeMap;

use dambase_rules::draw::DrawRules;
use dambase_rules::pdn::{Dialect, Item, PdnGame, PdnMove};
use dambase_rules::played::{Claim, Effect, End, Mistake, Recorded, Status, Theory};
use dambase_rules::{Game, GameId, Side};
use serde::Serialize;

use super::termination::Termination;

/// What becomes of a game on the board. The same type for all games.
#[derive(Default)]
pub struct Played {
    /// The plies that were played, those after the end included.
    pub plies: usize,
    /// One line a ply, if they are asked for.
    pub lines: Vec<PlyLine>,
    /// What ended the game first.
    pub end: Option<End>,
    /// What could be claimed in the end.
    pub claims: Vec<Claim>,
    /// The move after the last that was played is wrong.
    pub mistake: Option<Mistake>,
    /// Why moves that the file has were not played, though nothing is wrong with the last that was.
    pub cut_short: Option<String>,
    /// Moves in the file after the end of the game, played or not.
    pub played_on: usize,
    /// What the last position is worth by tables.
    pub verdict: Option<String>,
    /// The draws that could be claimed before the game was over, in chess; each article where it was first open.
    pub claimable: Vec<Claimable>,
    /// The side that is to move after the last ply, and whether White and Black can still win from there; in chess, and where the
    /// tags tell that the game ended beside the board.
    pub can_win: Option<(Side, [Option<bool>; 2])>,
    /// The wrong move is the last one the file has.
    pub mistake_is_last: bool,
    /// What was read though it is not as it should be.
    pub warnings: Vec<String>,
}

/// A draw that could be claimed.
#[derive(Serialize)]
pub struct Claimable {
    /// By which article.
    pub article: &'static str,
    /// After which ply first.
    pub ply: usize,
    /// By whom then.
    pub by: String,
}

/// A ply of a game: the position after it, and the counters there.
#[derive(Serialize)]
pub struct PlyLine {
    /// The number of the game in its file.
    pub game: usize,
    /// From 1.
    pub ply: usize,
    /// In the notation of the game.
    #[serde(rename = "move")]
    pub text: String,
    /// After the move.
    pub fen: String,
    /// The clocks that run.
    pub counters: BTreeMap<&'static str, u16>,
    /// How often the position has occurred.
    pub occurrences: u16,
    /// For the side to move; `None` where tables do not say.
    pub verdict: Option<String>,
}

/// What a game is played with.
pub struct Table<'a, G: Recorded> {
    /// Which game, by the name it was given.
    pub id: GameId,
    /// The draw rules.
    pub rules: Option<&'static DrawRules>,
    /// Tables for the articles that award a game.
    pub theory: Option<&'a dyn Theory<G>>,
    /// What tables say under the draw rules.
    pub verdict: &'a dyn Fn(&Game<G>) -> Option<String>,
    /// Keep a line for each ply.
    pub with_plies: bool,
}

/// The moves of the game itself up to the first that is unknown, or to another position set up.
fn moves_of(pdn: &PdnGame) -> (Vec<&PdnMove>, Option<String>) {
    let mut moves = Vec::new();
    for item in &pdn.movetext {
        match &item.value {
            Item::Move(mv) => moves.push(mv),
            Item::Unknown => return (moves, Some(format!("{}: a move is not known (-)", item.place))),
            // Before the first move it is the start.
            Item::Setup(setup) if setup.fen().is_some() && !moves.is_empty() => {
                return (moves, Some(format!("{}: another position is set up in the middle of the game", item.place)));
            }
            Item::Setup(_) => {}
            Item::Number(_)
            | Item::Comment(_)
            | Item::Nag(_)
            | Item::Sign(_)
            | Item::Variation(_)
            | Item::Result(_) => {}
        }
    }
    (moves, None)
}

/// The position the game begins with, where it is not the usual one.
fn start_of(pdn: &PdnGame) -> Option<&str> {
    let setups = pdn.movetext.iter().take_while(|item| !matches!(item.value, Item::Move(_)));
    let set_up = setups.filter_map(|item| match &item.value {
        Item::Setup(setup) => setup.fen(),
        _ => None,
    });
    set_up.last().or(pdn.fen())
}

/// Plays a game of a file. Errors when its start is no position of the game.
pub fn run<G: Recorded>(pdn: &PdnGame, table: &Table<'_, G>) -> Result<Played, String> {
    let mut played = Played::default();
    let mut game = match start_of(pdn).filter(|fen| !fen.trim().is_empty()) {
        None => {
            if pdn.tag("FEN").is_some() {
                played.warnings.push("the FEN tag is empty: played from the usual start".into());
            }
            Game::<G>::new(table.rules)
        }
        Some(text) => {
            let game = Game::<G>::from_fen(table.rules, text).map_err(|error| error.to_string())?;
            G::check_start(table.id, game.position())?;
            game
        }
    };
    let (texts, cut_short) = moves_of(pdn);
    let found = G::replay(game.position(), &texts);
    played.cut_short = cut_short;
    played.warnings.extend(found.notes.into_iter().map(|(ply, note)| format!("ply {ply}: {note}")));

    if let Some(theory) = table.theory {
        game.judge(theory);
    }
    let is_chess = Dialect::of(table.id) == Dialect::Pgn;
    let mut status = game.status();
    played.note(&status, 0, is_chess);
    for mv in &found.moves {
        let text = if table.with_plies { G::move_text(game.position(), mv) } else { String::new() };
        match table.theory {
            Some(theory) => game.push_with(mv, theory),
            None => game.push(mv),
        }
        status = game.status();
        if table.with_plies {
            played.lines.push(line(pdn.number, &game, text, &status, table));
        }
        played.note(&status, game.plies(), is_chess);
    }
    played.plies = game.plies();
    played.verdict = (table.verdict)(&game);
    match played.end {
        Some(end) => played.played_on = texts.len() - end.ply,
        None => played.mistake = found.mistake,
    }
    if let Status::Claimable(claims) = status {
        played.claims = claims;
    }
    played.mistake_is_last = texts.len() == game.plies() + 1;
    if is_chess && played.end.is_none() && Termination::of(pdn).is_some() {
        let can_win = [Side::White, Side::Black].map(|side| G::can_win(game.position(), side));
        played.can_win = Some((game.side_to_move(), can_win));
    }
    Ok(played)
}

impl Played {
    /// Keeps what the status after a ply tells.
    fn note(&mut self, status: &Status, ply: usize, with_claims: bool) {
        self.end = self.end.or(status.end());
        let Status::Claimable(claims) = status else { return };
        if self.end.is_some() || !with_claims {
            return;
        }
        for claim in claims.iter().filter(|claim| claim.effect == Effect::Draw) {
            if self.claimable.iter().all(|known| known.article != claim.article.id) {
                self.claimable.push(Claimable { article: claim.article.id, ply, by: claim.by.to_string() });
            }
        }
    }
}

fn line<G: Recorded>(number: usize, game: &Game<G>, text: String, status: &Status, table: &Table<'_, G>) -> PlyLine {
    PlyLine {
        game: number,
        ply: game.plies(),
        text,
        fen: table.rules.map_or_else(|| G::fen(game.position()), |_| G::fen_with(game.position(), game.counters())),
        counters: table.rules.map_or_else(BTreeMap::new, |rules| game.counters().running(rules).collect()),
        occurrences: game.occurrences(),
        // After the end there is nothing left to be worth.
        verdict: status.end().is_none_or(|end| end.ply == game.plies()).then(|| (table.verdict)(game)).flatten(),
    }
}
