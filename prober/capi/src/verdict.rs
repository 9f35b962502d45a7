//! Values under draw rules.

use std::ffi::c_char;

use dambase_prober::any::{AnyTablebase, draw_rules as draw_rules_of};
use dambase_rules::Pieces;
use dambase_rules::draw::{Counters, DrawRules, Past};

use crate::arguments::{optional_out, optional_text, out, out_pointer, reference, text};
use crate::error::{Answer, Failure, dambase_error, dambase_status, guard};
use crate::lists::dambase_moves;
use crate::position::dambase_position;
use crate::tablebase::{dambase_tablebase, game_named};
use crate::values::dambase_ruled;

/// The set of draw rules of a name, and the counters of a text.
fn read(
    tables: &AnyTablebase,
    draw_rules: Option<&str>,
    pieces: &Pieces,
    counters: Option<&str>,
) -> Answer<(&'static DrawRules, Counters)> {
    if draw_rules == Some("none") {
        return Err(Failure::bad_argument("without draw rules there is no verdict: dambase_probe has the value"));
    }
    let rules = tables.draw_rules(draw_rules).map_err(Failure::bad_argument)?;
    // First of all: in an impossible position no clock runs as it should.
    tables.fen(pieces)?;
    let counters = tables.counters(rules, pieces, counters.unwrap_or(""), Past::default());
    Ok((rules, counters.map_err(Failure::bad_argument)?))
}

/// Win, draw or loss under draw rules, with the counters as they stand, repetition left aside: exact while no position since the last
/// capture or man's move has occurred twice. Of articles that have to be claimed it is taken that whoever gains by them claims.
///
/// draw_rules: the name of a set, or NULL for the game's default. counters: such as "kings=12,main-road=3" (dambase rules GAME lists the
/// clocks); clocks that are not named stand at zero; NULL for all at zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_probe_verdict(
    tablebase: *const dambase_tablebase,
    position: *const dambase_position,
    draw_rules: *const c_char,
    counters: *const c_char,
    ruled: *mut dambase_ruled,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let place = unsafe { out(ruled, "ruled") }?;
        place.put(dambase_ruled::UNKNOWN);
        // SAFETY: pointers are as the header asks.
        let (tables, position, draw_rules, counters) = unsafe {
            (
                reference(tablebase, "tablebase")?.tables(),
                reference(position, "position")?,
                optional_text(draw_rules, "draw_rules")?,
                optional_text(counters, "counters")?,
            )
        };
        let pieces = position.pieces()?;
        let (rules, counters) = read(tables, draw_rules, &pieces, counters)?;
        place.put(tables.probe_verdict(rules, &pieces, &counters)?.into());
        Ok(())
    })
}

/// All legal moves with what they are worth under draw rules, best first: wins that leave the clock behind soonest, wins that are spoiled,
/// draws, losses that are saved, losses that take longest. Arguments as dambase_probe_verdict; what is said there of repetition holds here.
///
/// ruled gets the position's own value, and may be NULL. moves are to be given back by dambase_moves_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_root_verdict(
    tablebase: *const dambase_tablebase,
    position: *const dambase_position,
    draw_rules: *const c_char,
    counters: *const c_char,
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
        let (tables, position, draw_rules, counters) = unsafe {
            (
                reference(tablebase, "tablebase")?.tables(),
                reference(position, "position")?,
                optional_text(draw_rules, "draw_rules")?,
                optional_text(counters, "counters")?,
            )
        };
        let pieces = position.pieces()?;
        let (rules, counters) = read(tables, draw_rules, &pieces, counters)?;
        let (ruled, moves) = tables.probe_root_verdict(rules, &pieces, &counters)?;
        if let Some(own) = &own {
            own.put(ruled.into());
        }
        place.hand(dambase_moves::ruled(moves));
        Ok(())
    })
}

/// What an article says, and where it is written, to be given back by dambase_text_free. draw_rules may be NULL: the game's default set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_article_text(
    game: *const c_char,
    draw_rules: *const c_char,
    article: *const c_char,
    words: *mut *mut c_char,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, game, draw_rules, article) = unsafe {
            (
                out_pointer(words, "words")?,
                text(game, "game")?,
                optional_text(draw_rules, "draw_rules")?,
                text(article, "article")?,
            )
        };
        let rules = draw_rules_of(game_named(game)?, draw_rules).map_err(Failure::bad_argument)?;
        let found = rules.articles.iter().find(|other| other.id == article);
        let found = found.ok_or_else(|| {
            Failure::bad_argument(format!("no article of the draw rules {} is called \"{article}\"", rules.name))
        })?;
        place.hand_text(format!("{} ({})", found.condition, found.source));
        Ok(())
    })
}
