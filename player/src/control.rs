//! How a search that runs is told to end, from another thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Shared by whoever listens to commands and the thread that thinks.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    pondering: AtomicBool,
    /// When the opponent played the expected move.
    hit: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Control {
    /// For a search whose time runs from its start.
    pub fn new() -> Self {
        Control::default()
    }

    /// For a search on the opponent's time: none of its own passes before [`Control::ponder_hit`].
    pub fn pondering() -> Self {
        Control { pondering: AtomicBool::new(true), ..Control::default() }
    }

    /// Ends the search as soon as may be.
    pub fn stop(&self) {
        let _hit = self.lock();
        self.stopped.store(true, Ordering::Release);
        self.changed.notify_all();
    }

    /// The opponent has played the expected move: time runs from now on.
    pub fn ponder_hit(&self) {
        let mut hit = self.lock();
        if self.pondering.load(Ordering::Acquire) {
            *hit = Some(Instant::now());
            self.pondering.store(false, Ordering::Release);
            self.changed.notify_all();
        }
    }

    /// The search is to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// The search is on the opponent's time.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// When the opponent played the expected move, if that has been waited for.
    pub(crate) fn hit_at(&self) -> Option<Instant> {
        *self.lock()
    }

    /// Returns when the answer may be given: the search has been stopped, or the opponent has moved and `infinite` is not asked for.
    pub(crate) fn wait(&self, infinite: bool) {
        let mut hit = self.lock();
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            hit = self.changed.wait(hit).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        self.hit.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
