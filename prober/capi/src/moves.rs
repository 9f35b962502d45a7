//! Moves, moves ranked, and best play.

use std::ffi::c_char;

use crate::arguments::{optional_out, out, out_pointer, reference, text};
use crate::error::{dambase_error, dambase_status, guard};
use crate::lists::dambase_moves;
use crate::position::dambase_position;
use crate::tablebase::dambase_tablebase;
use crate::values::{dambase_evaluation, dambase_wdl};

/// The legal moves of a position, in the order the game generates them, to be given back by dambase_moves_free. No tables are needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_legal_moves(
    tablebase: *const dambase_tablebase,
    position: *const dambase_position,
    moves: *mut *mut dambase_moves,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, tablebase, position) = unsafe {
            (out_pointer(moves, "moves")?, reference(tablebase, "tablebase")?, reference(position, "position")?)
        };
        place.hand(dambase_moves::legal(tablebase.tables().moves(&position.pieces()?)?));
        Ok(())
    })
}

/// The position after the move that a text names, in the game's notation. after may be position itself. On failure after stays as it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_play(
    tablebase: *const dambase_tablebase,
    position: *const dambase_position,
    mv: *const c_char,
    after: *mut dambase_position,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (tablebase, pieces, mv, place) = unsafe {
            // Not kept, since the answer may go to the same place.
            let pieces = reference(position, "position")?.pieces()?;
            (reference(tablebase, "tablebase")?, pieces, text(mv, "mv")?, out(after, "after")?)
        };
        place.put((&tablebase.tables().play(&pieces, mv)?).into());
        Ok(())
    })
}

/// How the game ends where the side to move has no legal move: its value, which is a loss in most games, a win in giveaway, and in chess a
/// loss or a draw. DAMBASE_UNKNOWN where it has a move. No tables are needed, and no draw rules asked.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_over(
    tablebase: *const dambase_tablebase,
    position: *const dambase_position,
    wdl: *mut dambase_wdl,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let place = unsafe { out(wdl, "wdl") }?;
        place.put(dambase_wdl::DAMBASE_UNKNOWN);
        // SAFETY: pointers are as the header asks.
        let (tablebase, position) = unsafe { (reference(tablebase, "tablebase")?, reference(position, "position")?) };
        if let Some(value) = tablebase.tables().over(&position.pieces()?)? {
            place.put(value.into());
        }
        Ok(())
    })
}

/// All legal moves with what they are worth, best first: the quickest win, then draws, then the slowest loss. The first is a best move;
/// the list is empty where the game is over. Every move must have an answer, else there is no order, and the status is that of the move.
///
/// evaluation gets the position's own value, and may be NULL. moves are to be given back by dambase_moves_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_root(
    tablebase: *const dambase_tablebase,
    position: *const dambase_position,
    evaluation: *mut dambase_evaluation,
    moves: *mut *mut dambase_moves,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, own) = unsafe { (out_pointer(moves, "moves")?, optional_out(evaluation, "evaluation")?) };
        if let Some(own) = &own {
            own.put(dambase_evaluation::UNKNOWN);
        }
        // SAFETY: pointers are as the header asks.
        let (tablebase, position) = unsafe { (reference(tablebase, "tablebase")?, reference(position, "position")?) };
        let (evaluation, moves) = tablebase.tables().probe_root(&position.pieces()?)?;
        if let Some(own) = &own {
            own.put(evaluation.into());
        }
        place.hand(dambase_moves::ranked(moves));
        Ok(())
    })
}

/// The best play of both sides to the end of the game, by tables of depths: as many moves as the depth says. Empty for a draw, which has no
/// end, and where the game is over. To be given back by dambase_moves_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_line(
    tablebase: *const dambase_tablebase,
    position: *const dambase_position,
    moves: *mut *mut dambase_moves,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, tablebase, position) = unsafe {
            (out_pointer(moves, "moves")?, reference(tablebase, "tablebase")?, reference(position, "position")?)
        };
        place.hand(dambase_moves::line(tablebase.tables().line(&position.pieces()?)?));
        Ok(())
    })
}
