//! Values of positions.

use std::marker::PhantomData;

use dambase_format::{Metric, SliceIndex, SliceKey, TableGame, Value};
use dambase_rules::Wdl;

use crate::cache::Cache;
use crate::error::{Answer, Fail, ProbeError};
use crate::ruled::has_move;
use crate::table::Loaded;
use crate::tablebase::Tablebase;

/// What a position is worth to the side to move, no draw rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Evaluation {
    /// Win, draw or loss.
    pub wdl: Wdl,
    /// Plies to the end of the game when the winner hurries and the loser delays; 0 when it is over. `None` for a draw,
    /// and where there are no tables of depths.
    pub dtw: Option<u16>,
}

impl From<Value> for Evaluation {
    fn from(value: Value) -> Self {
        Evaluation { wdl: value.wdl(), dtw: value.plies() }
    }
}

impl From<Wdl> for Evaluation {
    fn from(wdl: Wdl) -> Self {
        Evaluation { wdl, dtw: None }
    }
}

/// A kind of value that can be looked up, or worked out from the values after each move.
pub(crate) trait Measure {
    /// A value for the side to move.
    type Value: Copy;
    /// Where it is looked up.
    const METRIC: Metric;
    /// The value where the game is over.
    fn over(value: Wdl) -> Self::Value;
    /// Of a position after a move: what the move is worth to the side that makes it.
    fn before_move(value: Self::Value) -> Self::Value;
    /// Greater is better for the side to move.
    fn preference(value: Self::Value) -> i32;
    /// No move can be better.
    fn is_best(value: Self::Value) -> bool;
    /// The value of position `index` of a table that answers for the metric.
    fn read(table: &Loaded, cache: &Cache, index: u64) -> Answer<Self::Value>;
}

/// A kind of value that can be read without looking at files.
pub(crate) trait InMemory: Measure {
    /// The value of position `index`, if its block is in memory.
    fn read_in_memory(table: &Loaded, cache: &Cache, index: u64) -> Answer<Self::Value>;
}

/// What another measure says, as far as it is in memory.
pub(crate) struct Remembered<M>(PhantomData<M>);

impl<M: InMemory> Measure for Remembered<M> {
    type Value = M::Value;
    const METRIC: Metric = M::METRIC;

    #[inline(always)]
    fn over(value: Wdl) -> M::Value {
        M::over(value)
    }

    #[inline(always)]
    fn before_move(value: M::Value) -> M::Value {
        M::before_move(value)
    }

    #[inline(always)]
    fn preference(value: M::Value) -> i32 {
        M::preference(value)
    }

    #[inline(always)]
    fn is_best(value: M::Value) -> bool {
        M::is_best(value)
    }

    #[inline]
    fn read(table: &Loaded, cache: &Cache, index: u64) -> Answer<M::Value> {
        M::read_in_memory(table, cache, index)
    }
}

/// Win, draw, loss.
pub(crate) struct ByWdl;

impl InMemory for ByWdl {
    #[inline]
    fn read_in_memory(table: &Loaded, cache: &Cache, index: u64) -> Answer<Wdl> {
        Ok(table.wdl(table.find_in_memory(cache, index)?))
    }
}

impl Measure for ByWdl {
    type Value = Wdl;
    const METRIC: Metric = Metric::Wdl;

    #[inline(always)]
    fn over(value: Wdl) -> Wdl {
        value
    }

    #[inline(always)]
    fn before_move(value: Wdl) -> Wdl {
        value.reversed()
    }

    #[inline(always)]
    fn preference(value: Wdl) -> i32 {
        match value {
            Wdl::Loss => -1,
            Wdl::Draw => 0,
            Wdl::Win => 1,
        }
    }

    #[inline(always)]
    fn is_best(value: Wdl) -> bool {
        value == Wdl::Win
    }

    #[inline]
    fn read(table: &Loaded, cache: &Cache, index: u64) -> Answer<Wdl> {
        Ok(table.wdl(table.find(cache, index)?))
    }
}

/// Depth to win.
pub(crate) struct ByDtw;

impl InMemory for ByDtw {
    #[inline]
    fn read_in_memory(table: &Loaded, cache: &Cache, index: u64) -> Answer<Value> {
        Ok(table.value(table.find_in_memory(cache, index)?))
    }
}

impl Measure for ByDtw {
    type Value = Value;
    const METRIC: Metric = Metric::Dtw;

    #[inline(always)]
    fn over(value: Wdl) -> Value {
        match value {
            Wdl::Loss => Value::Loss(0),
            Wdl::Draw => Value::Draw,
            Wdl::Win => Value::Win(0),
        }
    }

    #[inline(always)]
    fn before_move(value: Value) -> Value {
        // The plies come from a file, so they may be any number; a true table never comes near the end of the type.
        match value {
            Value::Loss(plies) => Value::Win(plies.saturating_add(1)),
            Value::Draw => Value::Draw,
            Value::Win(plies) => Value::Loss(plies.saturating_add(1)),
        }
    }

    #[inline(always)]
    fn preference(value: Value) -> i32 {
        value.preference()
    }

    #[inline(always)]
    fn is_best(value: Value) -> bool {
        value == Value::Win(1)
    }

    #[inline]
    fn read(table: &Loaded, cache: &Cache, index: u64) -> Answer<Value> {
        Ok(table.value(table.find(cache, index)?))
    }
}

/// The most positions with a capture on whose moves one probe plays. Inside tables there are some dozens; outside, where sides have many
/// pieces that take each other in turn, there may be millions.
const MOST_NODES: u32 = 2_000;

/// What not to be in memory is to those who asked for nothing else: no answer, and no error.
fn in_memory<G: TableGame, T>(answer: Answer<T>) -> Result<Option<T>, ProbeError> {
    match answer {
        Ok(value) => Ok(Some(value)),
        Err(Fail::NotInMemory) => Ok(None),
        Err(error) => Err(error.told::<G>()),
    }
}

impl<G: TableGame> Tablebase<G> {
    /// Win, draw or loss for the side to move. From the table of that metric, else from the table of depths.
    pub fn probe_wdl(&self, position: &G::Position) -> Result<Wdl, ProbeError> {
        self.value::<ByWdl>(position).map_err(Fail::told::<G>)
    }

    /// Win, draw or loss for the side to move, with the plies to the end of the game. From the table of depths.
    pub fn probe_dtw(&self, position: &G::Position) -> Result<Value, ProbeError> {
        self.value::<ByDtw>(position).map_err(Fail::told::<G>)
    }

    /// As [`Tablebase::probe_wdl`], but answers only from what is decoded and in memory, and looks at no file: `None` where that does
    /// not suffice. For where an engine cannot wait, such as a quiescence search.
    pub fn probe_wdl_in_memory(&self, position: &G::Position) -> Result<Option<Wdl>, ProbeError> {
        in_memory::<G, _>(self.value::<Remembered<ByWdl>>(position))
    }

    /// As [`Tablebase::probe_dtw`], but answers only from what is decoded and in memory, as [`Tablebase::probe_wdl_in_memory`] does.
    pub fn probe_dtw_in_memory(&self, position: &G::Position) -> Result<Option<Value>, ProbeError> {
        in_memory::<G, _>(self.value::<Remembered<ByDtw>>(position))
    }

    /// The depth where the tables have it, else win, draw or loss alone.
    pub fn probe(&self, position: &G::Position) -> Result<Evaluation, ProbeError> {
        self.evaluate(position, None).map_err(Fail::told::<G>)
    }

    /// As [`Tablebase::probe`], but where the depth is in a [broken](ProbeError::Broken) file and tables of win, draw and loss
    /// that are not broken answer, that is the answer, without a depth. `broken` hears of each file passed over, once or
    /// more often. Where the broken file alone could answer it is the error, as ever.
    pub fn probe_past_broken(
        &self,
        position: &G::Position,
        broken: &mut dyn FnMut(&ProbeError),
    ) -> Result<Evaluation, ProbeError> {
        self.evaluate(position, Some(broken)).map_err(Fail::told::<G>)
    }

    /// The depth, else win, draw or loss: where there is no table of depths, and, with somebody to hear of it, where it is
    /// broken.
    pub(crate) fn evaluate(
        &self,
        position: &G::Position,
        passed_over: Option<&mut dyn FnMut(&ProbeError)>,
    ) -> Answer<Evaluation> {
        match (self.value::<ByDtw>(position), passed_over) {
            (Ok(value), _) => Ok(value.into()),
            (Err(error), _) if error.is_missing() => self.value::<ByWdl>(position).map(Evaluation::from),
            (Err(Fail::Told(error)), Some(broken)) if matches!(*error, ProbeError::Broken { .. }) => {
                match self.value::<ByWdl>(position) {
                    Ok(wdl) => {
                        broken(&error);
                        Ok(wdl.into())
                    }
                    // What is broken is the trouble, not that there is no other table.
                    Err(_) => Err(Fail::Told(error)),
                }
            }
            (Err(error), _) => Err(error),
        }
    }

    /// The value of a position, looked up or, where no table has it, worked out.
    #[inline]
    pub(crate) fn value<M: Measure>(&self, position: &G::Position) -> Answer<M::Value> {
        self.value_within::<M>(position, &mut { MOST_NODES })
    }

    #[inline]
    fn value_within<M: Measure>(&self, position: &G::Position, nodes: &mut u32) -> Answer<M::Value> {
        let Some(key) = G::slice_key(position) else {
            return self.outside_slices::<M>(position);
        };
        if G::is_exit_only(position) {
            return self.value_of_exit::<M>(key, position, nodes);
        }
        match self.answering(key, M::METRIC) {
            Ok((entry, table)) => {
                let stored = M::read(table, &self.cache, entry.slice.index_of(position))?;
                self.better_by_capture::<M>(table, position, stored, nodes)
            }
            Err(error) => self.without_table::<M>(position, error),
        }
    }

    /// What a position is worth of which a table holds this: that, or what a capture gives where the table leaves captures to be looked
    /// at.
    #[inline]
    pub(crate) fn or_better_by_capture<M: Measure>(
        &self,
        table: &Loaded,
        position: &G::Position,
        stored: M::Value,
    ) -> Answer<M::Value> {
        self.better_by_capture::<M>(table, position, stored, &mut { MOST_NODES })
    }

    #[inline]
    fn better_by_capture<M: Measure>(
        &self,
        table: &Loaded,
        position: &G::Position,
        stored: M::Value,
        nodes: &mut u32,
    ) -> Answer<M::Value> {
        if !G::CAPTURES_FIRST || !table.captures_first || M::is_best(stored) {
            return Ok(stored);
        }
        let mut best = Ok(stored);
        G::for_each_taken(position, |after| {
            let Ok(so_far) = best else { return };
            if M::is_best(so_far) {
                return;
            }
            best = self.value_within::<M>(&after, nodes).map(|value| {
                let value = M::before_move(value);
                if M::preference(value) > M::preference(so_far) { value } else { so_far }
            });
        });
        best
    }

    /// The value of a position that a table need not hold.
    fn value_of_exit<M: Measure>(&self, key: SliceKey, position: &G::Position, nodes: &mut u32) -> Answer<M::Value> {
        if let Some(entry) = self.entry(key)
            && let Some(table) = entry.table(M::METRIC)
            && !table.exits_unstored
            && G::EXITS_HAVE_NUMBERS
        {
            return M::read(table, &self.cache, entry.slice.index_of(position));
        }
        match nodes.checked_sub(1) {
            Some(left) => *nodes = left,
            // Far from all tables: the captures would take long, and lead nowhere.
            None => return Err(Fail::Missing(key, M::METRIC)),
        }
        self.best_of_successors::<M, true>(position, nodes)
    }

    /// The best of what the moves lead to; the game's end where there are none.
    pub(crate) fn best_successor<M: Measure>(&self, position: &G::Position) -> Answer<M::Value> {
        self.best_of_successors::<M, false>(position, &mut { MOST_NODES })
    }

    fn best_of_successors<M: Measure, const IS_EXIT: bool>(
        &self,
        position: &G::Position,
        nodes: &mut u32,
    ) -> Answer<M::Value> {
        let mut best: Option<M::Value> = None;
        let mut failed = None;
        let look = |after: G::Position| {
            if best.is_some_and(M::is_best) {
                return;
            }
            match self.value_within::<M>(&after, nodes) {
                Ok(value) => {
                    let value = M::before_move(value);
                    if best.is_none_or(|best| M::preference(value) > M::preference(best)) {
                        best = Some(value);
                    }
                }
                Err(error) => failed = failed.take().or(Some(error)),
            }
        };
        if IS_EXIT {
            G::for_each_exit(position, look);
        } else {
            G::for_each_successor(position, look);
        }
        match (best, failed) {
            // What a move of no answer is worth does not matter beside one that cannot be bettered.
            (Some(best), _) if M::is_best(best) => Ok(best),
            (_, Some(error)) => Err(error),
            (Some(best), None) => Ok(best),
            (None, None) => Ok(M::over(G::value_without_moves(position))),
        }
    }

    /// A position in no slice: the side to move has nothing left, or it cannot arise.
    #[cold]
    fn outside_slices<M: Measure>(&self, position: &G::Position) -> Answer<M::Value> {
        if let Some(reason) = G::never_in_tables(position) {
            return Err(ProbeError::OutOfScope { reason }.into());
        }
        if has_move::<G>(position) {
            let side = G::side_to_move(position);
            let reason = format!("{side} is to move though the opponent has no pieces left: the game was over before");
            return Err(ProbeError::Impossible { reason }.into());
        }
        Ok(M::over(G::value_without_moves(position)))
    }

    /// A position whose table does not answer. Where there are no moves none is needed.
    #[cold]
    fn without_table<M: Measure>(&self, position: &G::Position, error: Fail) -> Answer<M::Value> {
        if has_move::<G>(position) { Err(error) } else { Ok(M::over(G::value_without_moves(position))) }
    }
}
