//! Games under way.

use std::ffi::c_char;

use dambase_prober::GameVerdict;
use dambase_prober::any::{AnyGame, AnyTablebase, GameError, draw_rules as draw_rules_of};
use dambase_rules::played::{Effect, Reason, Status};
use dambase_rules::{Outcome, Side};

use crate::arguments::{
    optional, optional_out, optional_text, out, out_pointer, reference, reference_mut, take_back, text,
};
use crate::error::{Answer, Failure, dambase_error, dambase_status, guard, quietly};
use crate::lists::{dambase_moves, dambase_texts};
use crate::position::dambase_position;
use crate::tablebase::{dambase_tablebase, game_named};
use crate::values::{DAMBASE_ARTICLE_BYTES, article_name, dambase_ruled};

/// A game under way or over: its moves, its counters, what has recurred. It keeps the tables it was made with open.
pub struct dambase_game {
    game: AnyGame,
    tables: Option<AnyTablebase>,
}

impl dambase_game {
    fn tables(&self) -> Answer<&AnyTablebase> {
        let none = || Failure::bad_argument("the game was made without a tablebase");
        self.tables.as_ref().ok_or_else(none)
    }
}

/// Where a game stands.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum dambase_state {
    /// It goes on.
    DAMBASE_ONGOING = 0,
    /// It goes on unless somebody claims what the rules give him.
    DAMBASE_CLAIMABLE = 1,
    /// It is over.
    DAMBASE_OVER = 2,
}

/// How a game ended.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum dambase_result {
    /// It is not over.
    DAMBASE_NO_RESULT = 0,
    /// White won.
    DAMBASE_WHITE_WINS = 1,
    /// Black won.
    DAMBASE_BLACK_WINS = 2,
    /// Nobody did.
    DAMBASE_DRAWN = 3,
}

/// Whether a game is over, and by what.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct dambase_game_status {
    /// Where it stands.
    pub state: dambase_state,
    /// How it ended.
    pub result: dambase_result,
    /// Plies that had been played when it ended; else those that have been played.
    pub plies: u32,
    /// The article that ended it, or the first by which somebody may claim; empty where the goal of the game ended it, and where it goes
    /// on. dambase_game_reason has the words.
    pub article: [c_char; DAMBASE_ARTICLE_BYTES],
}

/// A new game.
///
/// game: a name or alias. draw_rules: the name of a set, NULL for the game's default, "none" for none, so that only its goal ends the game.
/// fen: where it begins, NULL for the usual start; counters stand as the FEN says, else at zero. tablebase: tables of the game, or NULL: they
/// decide articles that award a game, and dambase_game_verdict and dambase_game_root need them. The game keeps them open: the handle may be
/// closed before it.
///
/// The game is to be given back by dambase_game_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_game_new(
    game: *const c_char,
    draw_rules: *const c_char,
    fen: *const c_char,
    tablebase: *const dambase_tablebase,
    made: *mut *mut dambase_game,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, name, draw_rules, fen, tablebase) = unsafe {
            (
                out_pointer(made, "made")?,
                text(game, "game")?,
                optional_text(draw_rules, "draw_rules")?,
                optional_text(fen, "fen")?,
                optional(tablebase, "tablebase")?,
            )
        };
        let id = game_named(name)?;
        let rules = match draw_rules {
            Some("none") => None,
            name => Some(draw_rules_of(id, name).map_err(Failure::bad_argument)?),
        };
        let tables = tablebase.map(|tablebase| tablebase.tables().clone());
        if let Some(tables) = &tables
            && tables.game().info().tables != id.info().tables
        {
            return Err(GameError::OtherGame { game: id, tables: tables.game() }.into());
        }
        place.hand(dambase_game { game: AnyGame::new(id, rules, fen)?, tables });
        Ok(())
    })
}

/// Gives a game back. game may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_game_free(game: *mut dambase_game) {
    // SAFETY: it is one of those that were handed out.
    quietly((), || unsafe { take_back(game) });
}

/// A copy of a game, with all that has happened in it, to be given back by dambase_game_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_game_copy(
    game: *const dambase_game,
    copy: *mut *mut dambase_game,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, game) = unsafe { (out_pointer(copy, "copy")?, reference(game, "game")?) };
        place.hand(dambase_game { game: game.game.clone(), tables: game.tables.clone() });
        Ok(())
    })
}

/// Makes the move that a text names, in the game's notation. DAMBASE_ERROR_GAME_OVER when the game is over; then, and after any other
/// failure, it stands as before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_game_push(
    game: *mut dambase_game,
    mv: *const c_char,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (game, mv) = unsafe { (reference_mut(game, "game")?, text(mv, "mv")?) };
        Ok(game.game.push(mv, game.tables.as_ref())?)
    })
}

/// Takes the last move back. mv gets its text, to be given back by dambase_text_free, or NULL where no move has been made; it may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_game_undo(
    game: *mut dambase_game,
    mv: *mut *mut c_char,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, game) = unsafe { (optional_out(mv, "mv")?, reference_mut(game, "game")?) };
        let text = game.game.pop();
        if let Some(place) = place {
            place.put(std::ptr::null_mut());
            if let Some(text) = text {
                place.hand_text(text);
            }
        }
        Ok(())
    })
}

/// The position on the board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_game_position(
    game: *const dambase_game,
    position: *mut dambase_position,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, game) = unsafe { (out(position, "position")?, reference(game, "game")?) };
        place.put((&game.game.position()).into());
        Ok(())
    })
}

/// The FEN of the position on the board, with what the game's FEN says of counters, to be given back by dambase_text_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_game_fen(
    game: *const dambase_game,
    fen: *mut *mut c_char,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, game) = unsafe { (out_pointer(fen, "fen")?, reference(game, "game")?) };
        place.hand_text(game.game.fen());
        Ok(())
    })
}

/// The clocks that run and where they stand, as dambase_probe_verdict reads them: "CLOCK=COUNT,...", empty where none runs. To be given back
/// by dambase_text_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_game_counters(
    game: *const dambase_game,
    counters: *mut *mut c_char,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, game) = unsafe { (out_pointer(counters, "counters")?, reference(game, "game")?) };
        let clocks: Vec<_> =
            game.game.counters().into_iter().map(|(clock, count)| format!("{clock}={count}")).collect();
        place.hand_text(clocks.join(","));
        Ok(())
    })
}

/// Whether the game is over, by what, and what may be claimed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_game_status_of(
    game: *const dambase_game,
    status: *mut dambase_game_status,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, game) = unsafe { (out(status, "status")?, reference(game, "game")?) };
        let played = |plies: usize| u32::try_from(plies).unwrap_or(u32::MAX);
        let (state, result, plies, article) = match game.game.status() {
            Status::Ongoing => (dambase_state::DAMBASE_ONGOING, None, game.game.moves().len(), ""),
            Status::Claimable(claims) => {
                let article = claims.first().map_or("", |claim| claim.article.id);
                (dambase_state::DAMBASE_CLAIMABLE, None, game.game.moves().len(), article)
            }
            Status::Over(end) => {
                let article = match end.reason {
                    Reason::NoMoves => "",
                    Reason::Dead => Reason::DEAD_ARTICLE,
                    Reason::Article(article) => article.id,
                };
                (dambase_state::DAMBASE_OVER, Some(end.outcome), end.ply, article)
            }
        };
        let result = match result {
            None => dambase_result::DAMBASE_NO_RESULT,
            Some(Outcome::Win(Side::White)) => dambase_result::DAMBASE_WHITE_WINS,
            Some(Outcome::Win(Side::Black)) => dambase_result::DAMBASE_BLACK_WINS,
            Some(Outcome::Draw) => dambase_result::DAMBASE_DRAWN,
        };
        place.put(dambase_game_status { state, result, plies: played(plies), article: article_name(article) });
        Ok(())
    })
}

/// What ended the game, in words, or all that may be claimed, a line each; empty where it goes on. To be given back by dambase_text_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_game_reason(
    game: *const dambase_game,
    reason: *mut *mut c_char,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, game) = unsafe { (out_pointer(reason, "reason")?, reference(game, "game")?) };
        let words = match game.game.status() {
            Status::Ongoing => String::new(),
            Status::Claimable(claims) => {
                let lines = claims.iter().map(|claim| {
                    let what = match claim.effect {
                        Effect::Draw => "a draw",
                        Effect::WinIfWon => "the game, if the position is won",
                        Effect::Adjudication => "that the game be adjudicated",
                    };
                    let article = claim.article;
                    format!("{} may claim {what} by article {}: {}", claim.by, article.id, article.condition)
                });
                lines.collect::<Vec<_>>().join("\n")
            }
            Status::Over(end) => end.reason.to_string(),
        };
        place.hand_text(words);
        Ok(())
    })
}

/// How often the position on the board has occurred with the same side to move, this time included; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_game_occurrences(game: *const dambase_game) -> u32 {
    quietly(0, || {
        // SAFETY: pointers are as the header asks.
        let game = unsafe { optional(game, "game") }.ok().flatten();
        game.map_or(0, |game| game.game.occurrences().into())
    })
}

/// The legal moves, whether or not the game is over, to be given back by dambase_moves_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_game_legal_moves(
    game: *const dambase_game,
    moves: *mut *mut dambase_moves,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, game) = unsafe { (out_pointer(moves, "moves")?, reference(game, "game")?) };
        place.hand(dambase_moves::legal(game.game.legal_moves()));
        Ok(())
    })
}

/// The moves that have been made, first to last, to be given back by dambase_texts_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_game_moves(
    game: *const dambase_game,
    moves: *mut *mut dambase_texts,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, game) = unsafe { (out_pointer(moves, "moves")?, reference(game, "game")?) };
        place.hand(dambase_texts::new(game.game.moves()));
        Ok(())
    })
}

/// What the game is worth to the side to move, with its counters and all that has recurred; of a game that is over, what it ended with.
/// DAMBASE_ERROR_REPETITION_OPEN where it is not decided whether repetition saves the loser. Needs the tablebase the game was made with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_game_verdict(
    game: *const dambase_game,
    ruled: *mut dambase_ruled,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let place = unsafe { out(ruled, "ruled") }?;
        place.put(dambase_ruled::UNKNOWN);
        // SAFETY: pointers are as the header asks.
        let game = unsafe { reference(game, "game") }?;
        match game.game.verdict(game.tables()?)? {
            GameVerdict::Decided(evaluation) => place.put(evaluation.into()),
            GameVerdict::RepetitionOpen(evaluation) => {
                let message = format!(
                    "the tables say {}, but positions have recurred, and it is open whether repetition saves the loser",
                    evaluation.verdict.wdl()
                );
                return Err(Failure::Told(dambase_status::DAMBASE_ERROR_REPETITION_OPEN, message.into()));
            }
        }
        Ok(())
    })
}

/// All legal moves with what they are worth under the game's draw rules and with its counters, best first, repetition left aside: as
/// dambase_root_verdict. Where the game has no draw rules, as dambase_root. Needs the tablebase the game was made with.
///
/// ruled gets the position's own value, and may be NULL. moves are to be given back by dambase_moves_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_game_root(
    game: *const dambase_game,
    ruled: *mut dambase_ruled,
    moves: *mut *mut dambase_moves,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, own) = unsafe { (out_pointer(moves, "moves")?, optional_out(ruled, "ruled")?) };
        if let Some(own) = &own {
            own.put(dambase_ruled::UNKNOWN);
        }
        // SAFETY: pointers are as the header asks.
        let game = unsafe { reference(game, "game") }?;
        let (ruled, moves) = game.game.probe_root(game.tables()?)?;
        if let Some(own) = &own {
            own.put(ruled.into());
        }
        place.hand(dambase_moves::ruled(moves));
        Ok(())
    })
}
