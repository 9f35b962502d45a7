//! Lists that are handed out: how many, each one, and given back.

use std::ffi::{CString, c_char};

use dambase_prober::any::{AnyMove, AnyRanked, AnyStep, AnyTable};
use dambase_prober::{Evaluation, RuledEvaluation, TableProblem, Wdl};

use crate::arguments::{c_text, optional, take_back};
use crate::error::quietly;
use crate::position::dambase_position;
use crate::values::{dambase_evaluation, dambase_metric, dambase_ruled};

/// A legal move. Values are those for the side that makes it, with plies counted from before it, so that the best move is worth what the
/// position is.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct dambase_move {
    /// In the game's notation; as long as the list lives.
    pub text: *const c_char,
    /// The position after it.
    pub after: dambase_position,
    /// Without draw rules. DAMBASE_UNKNOWN in a list of legal moves.
    pub evaluation: dambase_evaluation,
    /// Under draw rules. DAMBASE_VERDICT_UNKNOWN in lists that know none.
    pub ruled: dambase_ruled,
}

/// A table.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct dambase_table {
    /// Its material, as files are named, such as "KMvK"; as long as the list lives.
    pub material: *const c_char,
    /// The set of draw rules of a table of DAMBASE_METRIC_DTC; else NULL.
    pub draw_rules: *const c_char,
    /// How many values it holds; 0 where it is missing.
    pub values: u64,
    /// Bytes of the file; 0 where it is missing.
    pub bytes: u64,
    /// Pieces on the board; 0 where it is missing.
    pub pieces: u32,
    /// What its values are.
    pub metric: dambase_metric,
}

/// A file that cannot be used.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct dambase_problem {
    /// The file; as long as the list lives. What is not UTF-8 in its name is replaced.
    pub path: *const c_char,
    /// What is wrong with it.
    pub reason: *const c_char,
}

/// Moves.
pub struct dambase_moves(List<dambase_move>);

/// Tables.
pub struct dambase_tables(List<dambase_table>);

/// Files that cannot be used.
pub struct dambase_problems(List<dambase_problem>);

/// Texts.
pub struct dambase_texts(List<*const c_char>);

/// Entries, and the texts that they point to.
struct List<T> {
    entries: Vec<T>,
    /// Never changed once the list is made.
    texts: Vec<CString>,
}

impl<T> List<T> {
    /// `entry` makes an entry, and hands the texts that it needs to the list.
    fn new<S>(items: impl IntoIterator<Item = S>, mut entry: impl FnMut(S, &mut Texts<'_>) -> T) -> Self {
        let mut list = List { entries: Vec::new(), texts: Vec::new() };
        for item in items {
            list.entries.push(entry(item, &mut Texts(&mut list.texts)));
        }
        list
    }
}

/// Texts of a list.
struct Texts<'a>(&'a mut Vec<CString>);

impl Texts<'_> {
    /// Where the text stays as long as the list does.
    fn keep(&mut self, text: impl Into<String>) -> *const c_char {
        let text = c_text(text.into());
        // A text does not move when the list of them does.
        let place = text.as_ptr();
        self.0.push(text);
        place
    }
}

impl dambase_moves {
    fn made<S>(
        items: impl IntoIterator<Item = S>,
        mut entry: impl FnMut(S) -> (AnyMove, dambase_evaluation, dambase_ruled),
    ) -> Self {
        dambase_moves(List::new(items, |item, texts| {
            let (mv, evaluation, ruled) = entry(item);
            dambase_move { text: texts.keep(mv.text), after: (&mv.after).into(), evaluation, ruled }
        }))
    }

    pub(crate) fn legal(moves: Vec<AnyMove>) -> Self {
        Self::made(moves, |mv| (mv, dambase_evaluation::UNKNOWN, dambase_ruled::UNKNOWN))
    }

    pub(crate) fn ranked(moves: Vec<AnyRanked<Evaluation>>) -> Self {
        Self::made(moves, |ranked| (ranked.mv, ranked.evaluation.into(), dambase_ruled::UNKNOWN))
    }

    pub(crate) fn ruled(moves: Vec<AnyRanked<RuledEvaluation>>) -> Self {
        Self::made(moves, |ranked| (ranked.mv, ranked.theory.into(), ranked.evaluation.into()))
    }

    pub(crate) fn line(steps: Vec<AnyStep>) -> Self {
        // Of steps it is known what the position after them is worth to the other side.
        let before = |after: Evaluation| Evaluation {
            wdl: after.wdl.reversed(),
            dtw: after.dtw.filter(|_| after.wdl != Wdl::Draw).map(|plies| plies.saturating_add(1)),
        };
        Self::made(steps, |step| (step.mv, before(step.evaluation).into(), dambase_ruled::UNKNOWN))
    }
}

impl dambase_tables {
    pub(crate) fn new(tables: Vec<AnyTable>) -> Self {
        dambase_tables(List::new(tables, |table, texts| dambase_table {
            material: texts.keep(table.material),
            draw_rules: table.draw_rules.map_or(std::ptr::null(), |name| texts.keep(name)),
            values: table.values,
            bytes: table.bytes,
            pieces: table.pieces,
            metric: table.metric.into(),
        }))
    }

    pub(crate) fn missing(tables: Vec<(String, dambase_prober::Metric)>) -> Self {
        dambase_tables(List::new(tables, |(material, metric), texts| dambase_table {
            material: texts.keep(material),
            draw_rules: std::ptr::null(),
            values: 0,
            bytes: 0,
            pieces: 0,
            metric: metric.into(),
        }))
    }
}

impl dambase_problems {
    pub(crate) fn new(problems: &[TableProblem]) -> Self {
        dambase_problems(List::new(problems, |problem, texts| dambase_problem {
            path: texts.keep(problem.path.display().to_string()),
            reason: texts.keep(problem.fault.to_string()),
        }))
    }
}

impl dambase_texts {
    pub(crate) fn new(texts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        dambase_texts(List::new(texts, |text, texts| texts.keep(text)))
    }
}

/// How many there are; 0 for NULL.
///
/// # Safety
/// The pointer is NULL or a list that lives.
unsafe fn count<L>(list: *const L, entries: impl FnOnce(&L) -> usize) -> usize {
    // SAFETY: as asked.
    quietly(0, || unsafe { optional(list, "list") }.ok().flatten().map_or(0, entries))
}

/// The entry at a place; NULL where there is none.
///
/// # Safety
/// As [`count`].
unsafe fn at<L, T>(list: *const L, place: usize, list_of: impl FnOnce(&L) -> &List<T>) -> *const T {
    let null = std::ptr::null();
    quietly(null, || {
        // SAFETY: as asked.
        let list = unsafe { optional(list, "list") }.ok().flatten();
        list.and_then(|list| list_of(list).entries.get(place)).map_or(null, |entry| entry)
    })
}

/// How many moves there are. moves may be NULL, which has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_moves_count(moves: *const dambase_moves) -> usize {
    // SAFETY: pointers are as the header asks.
    unsafe { count(moves, |list| list.0.entries.len()) }
}

/// Move number place, counted from 0; NULL where there is none. moves may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_moves_at(moves: *const dambase_moves, place: usize) -> *const dambase_move {
    // SAFETY: pointers are as the header asks.
    unsafe { at(moves, place, |list| &list.0) }
}

/// Gives moves back. moves may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_moves_free(moves: *mut dambase_moves) {
    // SAFETY: it is one of those that were handed out.
    quietly((), || unsafe { take_back(moves) });
}

/// How many tables there are. tables may be NULL, which has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_tables_count(tables: *const dambase_tables) -> usize {
    // SAFETY: pointers are as the header asks.
    unsafe { count(tables, |list| list.0.entries.len()) }
}

/// Table number place, counted from 0; NULL where there is none. tables may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_tables_at(tables: *const dambase_tables, place: usize) -> *const dambase_table {
    // SAFETY: pointers are as the header asks.
    unsafe { at(tables, place, |list| &list.0) }
}

/// Gives a list of tables back; the tables stay open. tables may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_tables_free(tables: *mut dambase_tables) {
    // SAFETY: it is one of those that were handed out.
    quietly((), || unsafe { take_back(tables) });
}

/// How many files there are. problems may be NULL, which has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_problems_count(problems: *const dambase_problems) -> usize {
    // SAFETY: pointers are as the header asks.
    unsafe { count(problems, |list| list.0.entries.len()) }
}

/// File number place, counted from 0; NULL where there is none. problems may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_problems_at(
    problems: *const dambase_problems,
    place: usize,
) -> *const dambase_problem {
    // SAFETY: pointers are as the header asks.
    unsafe { at(problems, place, |list| &list.0) }
}

/// Gives a list of problems back. problems may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_problems_free(problems: *mut dambase_problems) {
    // SAFETY: it is one of those that were handed out.
    quietly((), || unsafe { take_back(problems) });
}

/// How many texts there are. texts may be NULL, which has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_texts_count(texts: *const dambase_texts) -> usize {
    // SAFETY: pointers are as the header asks.
    unsafe { count(texts, |list| list.0.entries.len()) }
}

/// Text number place, counted from 0; NULL where there is none. It lives as long as the list. texts may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_texts_at(texts: *const dambase_texts, place: usize) -> *const c_char {
    quietly(std::ptr::null(), || {
        // SAFETY: pointers are as the header asks; what is not NULL is an entry of the list.
        let text = unsafe { at(texts, place, |list| &list.0).as_ref() };
        text.map_or(std::ptr::null(), |text| *text)
    })
}

/// Gives a list of texts back. texts may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_texts_free(texts: *mut dambase_texts) {
    // SAFETY: it is one of those that were handed out.
    quietly((), || unsafe { take_back(texts) });
}
