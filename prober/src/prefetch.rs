//! Sending for memory before it is needed.

/// Sends for the line of the cache that `what` begins in, where the processor has an instruction for that. Changes nothing but time.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn prefetch<T>(what: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: SSE is part of every x86-64, and a prefetch reads nothing: any address will do, and this is one of a reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(what).cast()) }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = what;
}
