//! Opening tables, and what there is.

use std::ffi::c_char;

use dambase_prober::any::{AnyTable, AnyTablebase, all_draw_rules};
use dambase_prober::{Access, OpenOptions};
use dambase_rules::GameId;

use crate::arguments::{array, optional, optional_out, optional_text, out_pointer, path, reference, take_back, text};
use crate::error::{Answer, Failure, dambase_error, dambase_status, guard, quietly};
use crate::lists::{dambase_problems, dambase_tables, dambase_texts};
use crate::values::dambase_metric;

/// Open tables of a game. Any number of threads may use one at once.
pub struct dambase_tablebase(AnyTablebase);

impl dambase_tablebase {
    #[inline(always)]
    pub(crate) fn tables(&self) -> &AnyTablebase {
        &self.0
    }
}

/// Bytes of decoded blocks that dambase_open is usually given as the most: 256 MiB.
pub const DAMBASE_DEFAULT_CACHE_BYTES: u64 = 268435456;

/// How files are read.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum dambase_access {
    /// Through a memory map: fastest, and files take no descriptors while they are open. They must not be changed in place: a file that is
    /// cut short ends the process. Replaced by rename or removed they may be: the old one goes on.
    DAMBASE_MAP = 0,
    /// By reading where it is needed: files may be changed in place (which is found out, and an error), and take a descriptor each.
    DAMBASE_READ = 1,
}

/// What has been preloaded.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct dambase_preloaded {
    /// How many tables the call chose, those that were in memory already included.
    pub tables: u64,
    /// Bytes of memory they take.
    pub bytes: u64,
}

/// The game of a name or alias, such as "russian" or "64Rc".
pub(crate) fn game_named(name: &str) -> Answer<GameId> {
    name.parse().map_err(|error: dambase_rules::UnknownGame| Failure::bad_argument(error.to_string()))
}

/// The names of all games, to be given back by dambase_texts_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_games(games: *mut *mut dambase_texts, error: *mut dambase_error) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let place = unsafe { out_pointer(games, "games") }?;
        place.hand(dambase_texts::new(GameId::all().map(GameId::name)));
        Ok(())
    })
}

/// The names of the sets of draw rules of a game, the default first, to be given back by dambase_texts_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_draw_rules(
    game: *const c_char,
    draw_rules: *mut *mut dambase_texts,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, game) = unsafe { (out_pointer(draw_rules, "draw_rules")?, text(game, "game")?) };
        place.hand(dambase_texts::new(all_draw_rules(game_named(game)?).iter().map(|rules| rules.name)));
        Ok(())
    })
}

/// Opens the tables of a game in each of folders: the files MATERIAL.wdl, MATERIAL.dtw and MATERIAL.SET.dtc in FOLDER/GAME. Where several
/// folders have a table, the first in which it can be used wins. No file is read whole. A file that cannot be used does not make the
/// others so: see dambase_problems_of.
///
/// game: a name or alias, such as "russian" or "64Rc". folders: folder_count of them; with none (folders may be NULL then) the handle knows
/// the rules of the game alone. cache_bytes: the most bytes that decoded blocks take, of all tables together, such as
/// DAMBASE_DEFAULT_CACHE_BYTES; with 0 every probe decodes its block anew. access: a dambase_access.
///
/// The handle is to be given back by dambase_close.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_open(
    game: *const c_char,
    folders: *const *const c_char,
    folder_count: usize,
    cache_bytes: u64,
    access: i32,
    tablebase: *mut *mut dambase_tablebase,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks, those in the array as well.
        let (place, game, folders) = unsafe {
            let place = out_pointer(tablebase, "tablebase")?;
            let folders = array(folders, folder_count, "folders")?;
            let folders: Answer<Vec<_>> = folders.iter().map(|folder| path(*folder, "a folder")).collect();
            (place, text(game, "game")?, folders?)
        };
        let access = match access {
            0 => Access::Map,
            1 => Access::Read,
            _ => return Err(Failure::bad_argument(format!("access is {access}, which is no dambase_access"))),
        };
        // More than there is room for is no limit.
        let options = OpenOptions { cache_bytes: usize::try_from(cache_bytes).unwrap_or(usize::MAX), access };
        place.hand(dambase_tablebase(AnyTablebase::open(game_named(game)?, &folders, &options)?));
        Ok(())
    })
}

/// Gives a handle back. The tables stay open as long as another handle or a game has them. tablebase may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_close(tablebase: *mut dambase_tablebase) {
    // SAFETY: it is one of those that were handed out.
    quietly((), || unsafe { take_back(tablebase) });
}

/// Another handle of the same open tables, to be given back by dambase_close, in any order: for parts of a program that do not know which
/// of them ends last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_share(
    tablebase: *const dambase_tablebase,
    another: *mut *mut dambase_tablebase,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, tablebase) = unsafe { (out_pointer(another, "another")?, reference(tablebase, "tablebase")?) };
        place.hand(dambase_tablebase(tablebase.0.clone()));
        Ok(())
    })
}

/// The tables that can be used, those without draw rules first, in the order they can be solved in: the captures of one lead into those
/// before it. To be given back by dambase_tables_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_tables_of(
    tablebase: *const dambase_tablebase,
    tables: *mut *mut dambase_tables,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, tablebase) = unsafe { (out_pointer(tables, "tables")?, reference(tablebase, "tablebase")?) };
        place.hand(dambase_tables::new(tablebase.0.tables()));
        Ok(())
    })
}

/// The tables without draw rules that are not here though one that is here depends on them, directly or through others: positions with
/// moves to them may have no answer. To be given back by dambase_tables_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_missing_of(
    tablebase: *const dambase_tablebase,
    missing: *mut *mut dambase_tables,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, tablebase) = unsafe { (out_pointer(missing, "missing")?, reference(tablebase, "tablebase")?) };
        place.hand(dambase_tables::missing(tablebase.0.missing()));
        Ok(())
    })
}

/// The files that cannot be used. Probing what one of them would have answered is DAMBASE_ERROR_BROKEN, unless another folder has the
/// table. To be given back by dambase_problems_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_problems_of(
    tablebase: *const dambase_tablebase,
    problems: *mut *mut dambase_problems,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, tablebase) = unsafe { (out_pointer(problems, "problems")?, reference(tablebase, "tablebase")?) };
        place.hand(dambase_problems::new(tablebase.0.problems()));
        Ok(())
    })
}

/// Bytes of all files that can be used; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_file_bytes(tablebase: *const dambase_tablebase) -> u64 {
    quietly(0, || {
        // SAFETY: pointers are as the header asks.
        let tablebase = unsafe { optional(tablebase, "tablebase") }.ok().flatten();
        tablebase.map_or(0, |tablebase| tablebase.0.file_bytes())
    })
}

/// The most pieces on the board of any table of win, draw and loss or of depths; 0 for NULL, and where there is none. Ask once: it looks
/// through all tables. A search should probe no position with more pieces: an answer that there is none takes longer than one that there is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_most_pieces(tablebase: *const dambase_tablebase) -> u32 {
    quietly(0, || {
        // SAFETY: pointers are as the header asks.
        let tablebase = unsafe { optional(tablebase, "tablebase") }.ok().flatten();
        let tables = tablebase.map_or_else(Vec::new, |tablebase| tablebase.0.tables());
        tables.iter().filter(|table| table.draw_rules.is_none()).map(|table| table.pieces).max().unwrap_or(0)
    })
}

/// Decodes tables into memory whole, beside the memory of decoded blocks: at most most_bytes, or nothing (DAMBASE_ERROR_TOO_LARGE). They
/// stay until the last handle is closed. Uses all cores. Other threads may probe meanwhile. A WDL table takes a quarter of a byte a
/// position, one of depths one or two bytes.
///
/// Which: those that are all of: of this material, as dambase_tables_of names it (NULL for any; DAMBASE_ERROR_MISSING where there is none);
/// of at most most_pieces (0 for any number); of this metric, a dambase_metric (0 for any). preloaded may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_preload(
    tablebase: *const dambase_tablebase,
    material: *const c_char,
    most_pieces: u32,
    metric: i32,
    most_bytes: u64,
    preloaded: *mut dambase_preloaded,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (tablebase, material, place) = unsafe {
            (
                reference(tablebase, "tablebase")?,
                optional_text(material, "material")?,
                optional_out(preloaded, "preloaded")?,
            )
        };
        if !(0..=dambase_metric::DAMBASE_METRIC_DTC as i32).contains(&metric) {
            return Err(Failure::bad_argument(format!("metric is {metric}, which is no dambase_metric")));
        }
        let of_metric = |table: &AnyTable| metric == 0 || dambase_metric::from(table.metric) as i32 == metric;
        let of_material = |table: &AnyTable| material.is_none_or(|material| material == table.material);
        if let Some(material) = material
            && !tablebase.0.tables().iter().any(|table| of_material(table) && of_metric(table))
        {
            let message = format!("no such table of {material}");
            return Err(Failure::Told(dambase_status::DAMBASE_ERROR_MISSING, message.into()));
        }
        let few_enough = |table: &AnyTable| most_pieces == 0 || table.pieces <= most_pieces;
        let wanted = |table: &AnyTable| of_metric(table) && of_material(table) && few_enough(table);
        let done = tablebase.0.preload(wanted, most_bytes)?;
        if let Some(place) = place {
            place.put(dambase_preloaded { tables: done.tables as u64, bytes: done.bytes });
        }
        Ok(())
    })
}

/// The name of the game that a handle was opened for, to be given back by dambase_text_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_game_of(
    tablebase: *const dambase_tablebase,
    game: *mut *mut c_char,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (place, tablebase) = unsafe { (out_pointer(game, "game")?, reference(tablebase, "tablebase")?) };
        place.hand_text(tablebase.0.game().name().to_owned());
        Ok(())
    })
}
