//! Values of positions, one at a time and many.

use dambase_rules::Pieces;

use crate::arguments::{OutArray, array, check_length, out, out_array, reference};
use crate::error::{Answer, Failure, dambase_error, dambase_status, guard};
use crate::position::dambase_position;
use crate::tablebase::dambase_tablebase;
use crate::values::{dambase_evaluation, dambase_wdl};

/// Win, draw or loss, no draw rules; from the table of that metric, else from the table of depths. Allocates nothing where the block is
/// in memory, and takes no lock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_probe_wdl(
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
        place.put(tablebase.tables().probe_wdl(&position.pieces()?)?.into());
        Ok(())
    })
}

/// As dambase_probe_wdl, if that needs no look at a file: everything it rests on has been decoded and is in memory still, or has been
/// preloaded. Else DAMBASE_NOT_IN_MEMORY, at once: for quiescence, where an answer is not worth waiting for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_probe_wdl_in_memory(
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
        match tablebase.tables().probe_wdl_in_memory(&position.pieces()?)? {
            Some(value) => place.put(value.into()),
            None => return Err(Failure::Told(dambase_status::DAMBASE_NOT_IN_MEMORY, "it is not in memory".into())),
        }
        Ok(())
    })
}

/// Win, draw or loss with its depth, from tables of depths. DAMBASE_ERROR_MISSING where there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_probe_dtw(
    tablebase: *const dambase_tablebase,
    position: *const dambase_position,
    evaluation: *mut dambase_evaluation,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let place = unsafe { out(evaluation, "evaluation") }?;
        place.put(dambase_evaluation::UNKNOWN);
        // SAFETY: pointers are as the header asks.
        let (tablebase, position) = unsafe { (reference(tablebase, "tablebase")?, reference(position, "position")?) };
        place.put(tablebase.tables().probe_dtw(&position.pieces()?)?.into());
        Ok(())
    })
}

/// Win, draw or loss, with its depth where there are tables of depths.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_probe(
    tablebase: *const dambase_tablebase,
    position: *const dambase_position,
    evaluation: *mut dambase_evaluation,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let place = unsafe { out(evaluation, "evaluation") }?;
        place.put(dambase_evaluation::UNKNOWN);
        // SAFETY: pointers are as the header asks.
        let (tablebase, position) = unsafe { (reference(tablebase, "tablebase")?, reference(position, "position")?) };
        place.put(tablebase.tables().probe(&position.pieces()?)?.into());
        Ok(())
    })
}

/// dambase_probe_wdl of count positions at once: while one waits for memory, others are worked on. wdl has room for count answers.
///
/// All are answered that can be. Where one cannot, its wdl is DAMBASE_UNKNOWN and its status, if statuses is not NULL (count of them), says
/// why; the function returns the status of the first such position, whose number the message names. positions, wdl and statuses may be NULL
/// when count is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_probe_wdl_batch(
    tablebase: *const dambase_tablebase,
    positions: *const dambase_position,
    count: usize,
    wdl: *mut dambase_wdl,
    statuses: *mut dambase_status,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (batch, tablebase, positions) = unsafe {
            let batch = Batch::new(out_array(wdl, count, "wdl")?, statuses, count, dambase_wdl::DAMBASE_UNKNOWN)?;
            let tablebase = batch.unless_failed(reference(tablebase, "tablebase"))?;
            let positions = batch.unless_failed(array(positions, count, "positions"))?;
            (batch, tablebase, positions)
        };
        batch.run(positions, |pieces, answer| {
            tablebase.tables().probe_wdl_batch(pieces, |at, value| answer(at, value.map(Into::into)));
        })
    })
}

/// dambase_probe_wdl_batch for dambase_probe_dtw.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dambase_probe_dtw_batch(
    tablebase: *const dambase_tablebase,
    positions: *const dambase_position,
    count: usize,
    evaluations: *mut dambase_evaluation,
    statuses: *mut dambase_status,
    error: *mut dambase_error,
) -> dambase_status {
    guard(error, || {
        // SAFETY: pointers are as the header asks.
        let (batch, tablebase, positions) = unsafe {
            let evaluations = out_array(evaluations, count, "evaluations")?;
            let batch = Batch::new(evaluations, statuses, count, dambase_evaluation::UNKNOWN)?;
            let tablebase = batch.unless_failed(reference(tablebase, "tablebase"))?;
            let positions = batch.unless_failed(array(positions, count, "positions"))?;
            (batch, tablebase, positions)
        };
        batch.run(positions, |pieces, answer| {
            tablebase.tables().probe_dtw_batch(pieces, |at, value| answer(at, value.map(Into::into)));
        })
    })
}

/// Positions that are handed over at once: enough to have many under way, few enough to stay in a near cache.
const AT_ONCE: usize = 256;

/// Where the answers of many positions go.
struct Batch<T> {
    count: usize,
    values: OutArray<T>,
    statuses: Option<OutArray<dambase_status>>,
    unknown: T,
}

impl<T: Copy> Batch<T> {
    /// # Safety
    /// `statuses` is as [`out_array`] asks, or NULL.
    unsafe fn new(values: OutArray<T>, statuses: *mut dambase_status, count: usize, unknown: T) -> Answer<Self> {
        // There cannot be so many answers either: nothing is written.
        check_length::<dambase_position>(count, "positions")?;
        let statuses = match statuses.is_null() {
            true => None,
            // SAFETY: as asked.
            false => Some(unsafe { out_array(statuses, count, "statuses") }?),
        };
        Ok(Batch { count, values, statuses, unknown })
    }

    /// Where another argument is wrong, no answer is known, and each says why.
    fn unless_failed<A>(&self, argument: Answer<A>) -> Answer<A> {
        if let Err(failure) = &argument {
            let status = failure.status();
            (0..self.count).for_each(|at| self.put(at, self.unknown, status));
        }
        argument
    }

    /// Answers all positions, with a `probe` that answers each of some.
    fn run(
        &self,
        positions: &[dambase_position],
        mut probe: impl FnMut(&[Pieces], &mut dyn FnMut(usize, Result<T, dambase_prober::ProbeError>)),
    ) -> Answer<()> {
        // Whatever happens, nothing is left that looks like an answer.
        for at in 0..positions.len() {
            self.put(at, self.unknown, dambase_status::DAMBASE_ERROR_INTERNAL);
        }
        let mut first: Option<(usize, Failure)> = None;
        let mut fail = |at: usize, failure: Failure| {
            self.put(at, self.unknown, failure.status());
            if first.as_ref().is_none_or(|(earlier, _)| at < *earlier) {
                first = Some((at, failure));
            }
        };
        let (mut pieces, mut places) = (Vec::new(), Vec::new());
        for (part, positions) in positions.chunks(AT_ONCE).enumerate() {
            pieces.clear();
            places.clear();
            for (at, position) in (part * AT_ONCE..).zip(positions) {
                match position.pieces() {
                    Ok(position) => {
                        pieces.push(position);
                        places.push(at);
                    }
                    Err(failure) => fail(at, failure),
                }
            }
            probe(&pieces, &mut |place, value| match (places.get(place), value) {
                (Some(&at), Ok(value)) => self.put(at, value, dambase_status::DAMBASE_OK),
                (Some(&at), Err(error)) => fail(at, error.into()),
                (None, _) => {}
            });
        }
        match first {
            None => Ok(()),
            Some((at, failure)) => {
                let status = failure.status();
                Err(Failure::Told(status, format!("position {at}: {}", failure.message()).into()))
            }
        }
    }

    fn put(&self, at: usize, value: T, status: dambase_status) {
        self.values.put(at, value);
        if let Some(statuses) = &self.statuses {
            statuses.put(at, status);
        }
    }
}
