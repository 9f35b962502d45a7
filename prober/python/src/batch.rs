//! Many positions at once, in and out of numpy arrays.
//!
//! Records are copied out of arrays and answers into them, part by part: no lock of an array is held, and nothing of it seen, while other
//! threads of Python go on, which may write to it. Copying 40 bytes costs little beside a probe, needs no `unsafe`, and neither the buffer protocol,
//! which Python's stable interface has from 3.11 on, nor numpy's own C interface.

use dambase_prober::any::AnyTablebase;
use dambase_prober::{ProbeError, Value, Wdl};
use dambase_rules::Pieces;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PySlice, PyString, PyTuple};

use crate::errors::{Failure, detached};
use crate::layout::{Given, Layout, records, texts_and_pieces};
use crate::position::PositionArg;

/// The side to move wins.
pub const WIN: i8 = 1;
/// Neither side can force a win.
pub const DRAW: i8 = 0;
/// The side to move loses.
pub const LOSS: i8 = -1;
/// There is no answer.
pub const NO_ANSWER: i8 = i8::MIN;
/// No number of plies: a draw, or no answer.
pub const NO_PLIES: i32 = -1;

/// Records that are copied at once.
const COPIED: usize = 1 << 17;

/// Positions that are probed with one call: few enough to stay in a core's cache.
const PROBED: usize = 1 << 10;

fn wdl_code(wdl: Wdl) -> i8 {
    match wdl {
        Wdl::Win => WIN,
        Wdl::Draw => DRAW,
        Wdl::Loss => LOSS,
    }
}

/// What is asked of each position, and how answers become numbers.
trait Question: Send + Sync {
    type Answer: Copy + Send;
    const NO_ANSWER: Self::Answer;
    fn probe(
        tables: &AnyTablebase,
        positions: &[Pieces],
        answer: &mut dyn FnMut(usize, Result<Self::Answer, ProbeError>),
    );
}

/// Win, draw or loss.
struct AskWdl;

impl Question for AskWdl {
    type Answer = i8;
    const NO_ANSWER: i8 = NO_ANSWER;

    fn probe(tables: &AnyTablebase, positions: &[Pieces], answer: &mut dyn FnMut(usize, Result<i8, ProbeError>)) {
        tables.probe_wdl_batch(positions, |at, found| answer(at, found.map(wdl_code)));
    }
}

/// Depth to win.
struct AskDtw;

impl Question for AskDtw {
    type Answer = (i8, i32);
    const NO_ANSWER: (i8, i32) = (NO_ANSWER, NO_PLIES);

    fn probe(
        tables: &AnyTablebase,
        positions: &[Pieces],
        answer: &mut dyn FnMut(usize, Result<(i8, i32), ProbeError>),
    ) {
        let code = |value: Value| (wdl_code(value.wdl()), value.plies().map_or(NO_PLIES, i32::from));
        tables.probe_dtw_batch(positions, |at, found| answer(at, found.map(code)));
    }
}

/// Answers `count` positions, of which `read` knows the number, beginning with number `first`, at the end of `answers`. With `strict`
/// the first that has no answer is an error.
fn answer<Q: Question>(
    tables: &AnyTablebase,
    first: usize,
    count: usize,
    strict: bool,
    read: impl Fn(usize) -> Result<Pieces, Failure>,
    answers: &mut Vec<Q::Answer>,
) -> Result<(), Failure> {
    let (mut positions, mut places) = (Vec::with_capacity(PROBED), Vec::with_capacity(PROBED));
    let base = answers.len();
    answers.resize(base + count, Q::NO_ANSWER);
    for start in (0..count).step_by(PROBED) {
        positions.clear();
        places.clear();
        // The failure of the first position that has one.
        let mut failed: Option<(usize, Failure)> = None;
        for place in start..count.min(start + PROBED) {
            match read(place) {
                Ok(pieces) => {
                    positions.push(pieces);
                    places.push(place);
                }
                Err(failure) if strict && failed.is_none() => failed = Some((place, failure)),
                Err(_) => {}
            }
        }
        Q::probe(tables, &positions, &mut |at, found| match found {
            Ok(found) => answers[base + places[at]] = found,
            Err(error) if strict && failed.as_ref().is_none_or(|(place, _)| *place > places[at]) => {
                failed = Some((places[at], error.into()));
            }
            Err(_) => {}
        });
        if let Some((place, failure)) = failed {
            return Err(failure.at(first + place));
        }
    }
    Ok(())
}

/// Answers an array of records, or positions one by one; and the shape that the answers have.
fn answers<'py, Q: Question>(
    py: Python<'py>,
    tables: &AnyTablebase,
    positions: &Bound<'py, PyAny>,
    strict: bool,
) -> PyResult<(Vec<Q::Answer>, Bound<'py, PyAny>)> {
    let numpy = py.import("numpy")?;
    let game = tables.game();
    let mut answers = Vec::new();
    let is_array = positions.is_instance(&numpy.getattr("ndarray")?)?;
    let has_fields = is_array && !positions.getattr("dtype")?.getattr("names")?.is_none();
    if has_fields {
        let layout = Layout::of(game);
        let records = records(positions, layout, game)?;
        let count = records.len()?;
        for first in (0..count).step_by(COPIED) {
            // Ctrl-C.
            py.check_signals()?;
            let part = PySlice::new(py, first as isize, count.min(first + COPIED) as isize, 1);
            let bytes = records.get_item(part)?.call_method0("tobytes")?.cast_into::<PyBytes>()?;
            let bytes = bytes.as_bytes();
            detached(py, || {
                let record = |place: usize| layout.read(&bytes[place * layout.bytes()..][..layout.bytes()]);
                answer::<Q>(tables, first, bytes.len() / layout.bytes(), strict, record, &mut answers)
            })?;
        }
        return Ok((answers, positions.getattr("shape")?));
    }
    // Arrays of texts, too; a lone text is not a sequence of positions.
    let flat =
        if is_array { positions.call_method1("reshape", (-1,))?.call_method0("tolist")? } else { positions.clone() };
    if flat.is_instance_of::<PyString>() {
        return Err(pyo3::exceptions::PyTypeError::new_err("positions are a sequence or an array, not one text"));
    }
    let all = flat.try_iter()?.map(|item| item?.extract::<PositionArg<'py>>()).collect::<PyResult<Vec<_>>>()?;
    let given = texts_and_pieces(game, all)?;
    detached(py, || {
        let read = |place: usize| Given::pieces(&given[place], game);
        answer::<Q>(tables, 0, given.len(), strict, read, &mut answers)
    })?;
    let shape = if is_array { positions.getattr("shape")? } else { PyTuple::new(py, [given.len()])?.into_any() };
    Ok((answers, shape))
}

/// A numpy array of the numbers whose bytes these are.
fn array<'py>(py: Python<'py>, bytes: &[u8], dtype: &str, shape: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let array = py.import("numpy")?.call_method1("frombuffer", (PyByteArray::new(py, bytes), dtype))?;
    array.call_method1("reshape", (shape,))
}

/// Win, draw or loss of each position.
pub fn probe_wdl<'py>(
    py: Python<'py>,
    tables: &AnyTablebase,
    positions: &Bound<'py, PyAny>,
    strict: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let (answers, shape) = answers::<AskWdl>(py, tables, positions, strict)?;
    let bytes: Vec<u8> = answers.iter().map(|code| code.to_ne_bytes()[0]).collect();
    array(py, &bytes, "i1", &shape)
}

/// Win, draw or loss of each position, and its depth to win.
pub fn probe_dtw<'py>(
    py: Python<'py>,
    tables: &AnyTablebase,
    positions: &Bound<'py, PyAny>,
    strict: bool,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let (answers, shape) = answers::<AskDtw>(py, tables, positions, strict)?;
    let wdl: Vec<u8> = answers.iter().map(|(code, _)| code.to_ne_bytes()[0]).collect();
    let dtw: Vec<u8> = answers.iter().flat_map(|(_, plies)| plies.to_ne_bytes()).collect();
    Ok((array(py, &wdl, "i1", &shape)?, array(py, &dtw, "i4", &shape)?))
}
