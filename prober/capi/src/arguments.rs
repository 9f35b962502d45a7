//! What callers hand over, looked at once: every pointer goes through here.

use std::ffi::{CStr, CString, c_char};
use std::path::PathBuf;
use std::ptr::NonNull;

use crate::error::{Answer, Failure};

/// What an argument points to.
///
/// # Safety
/// A pointer that is neither NULL nor crooked points to a value that lives and does not change during the call.
#[inline(always)]
pub(crate) unsafe fn reference<'a, T>(pointer: *const T, name: &'static str) -> Answer<&'a T> {
    if pointer.is_null() || !pointer.is_aligned() {
        return Err(no_pointer(pointer.is_null(), name));
    }
    // SAFETY: as asked.
    Ok(unsafe { &*pointer })
}

/// What an argument points to, to be changed.
///
/// # Safety
/// As [`reference`], and nobody else uses it during the call.
pub(crate) unsafe fn reference_mut<'a, T>(pointer: *mut T, name: &'static str) -> Answer<&'a mut T> {
    if pointer.is_null() || !pointer.is_aligned() {
        return Err(no_pointer(pointer.is_null(), name));
    }
    // SAFETY: as asked.
    Ok(unsafe { &mut *pointer })
}

/// What an argument points to; `None` for NULL.
///
/// # Safety
/// As [`reference`].
pub(crate) unsafe fn optional<'a, T>(pointer: *const T, name: &'static str) -> Answer<Option<&'a T>> {
    // SAFETY: as asked.
    (!pointer.is_null()).then(|| unsafe { reference(pointer, name) }).transpose()
}

/// Where an answer goes, which need not hold anything yet.
pub(crate) struct Out<T>(NonNull<T>);

/// # Safety
/// A pointer that is neither NULL nor crooked may be written to during the call.
#[inline(always)]
pub(crate) unsafe fn out<T>(pointer: *mut T, name: &'static str) -> Answer<Out<T>> {
    match NonNull::new(pointer) {
        Some(place) if pointer.is_aligned() => Ok(Out(place)),
        _ => Err(no_pointer(pointer.is_null(), name)),
    }
}

/// Where an answer goes that nobody need want; `None` for NULL.
///
/// # Safety
/// As [`out`].
pub(crate) unsafe fn optional_out<T>(pointer: *mut T, name: &'static str) -> Answer<Option<Out<T>>> {
    // SAFETY: as asked.
    (!pointer.is_null()).then(|| unsafe { out(pointer, name) }).transpose()
}

impl<T> Out<T> {
    #[inline(always)]
    pub(crate) fn put(&self, value: T) {
        // SAFETY: who made it vouched for the place.
        unsafe { self.0.as_ptr().write(value) }
    }
}

impl<T> Out<*mut T> {
    /// Hands out what the caller is to give back.
    pub(crate) fn hand(&self, value: T) {
        self.put(Box::into_raw(Box::new(value)));
    }
}

/// Where a handle, list or text goes; it holds NULL until then.
///
/// # Safety
/// As [`out`].
pub(crate) unsafe fn out_pointer<T>(pointer: *mut *mut T, name: &'static str) -> Answer<Out<*mut T>> {
    // SAFETY: as asked.
    let place = unsafe { out(pointer, name) }?;
    place.put(std::ptr::null_mut());
    Ok(place)
}

impl Out<*mut c_char> {
    /// Hands out a text.
    pub(crate) fn hand_text(&self, text: String) {
        self.put(c_text(text).into_raw());
    }
}

/// Takes back what [`Out::hand`] handed out.
///
/// # Safety
/// The pointer is NULL or came from there, and has not been taken back.
pub(crate) unsafe fn take_back<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: as asked.
        drop(unsafe { Box::from_raw(pointer) });
    }
}

/// Takes back what [`Out::hand_text`] handed out.
///
/// # Safety
/// As [`take_back`].
pub(crate) unsafe fn take_text_back(pointer: *mut c_char) {
    if !pointer.is_null() {
        // SAFETY: as asked.
        drop(unsafe { CString::from_raw(pointer) });
    }
}

/// An array of so many; NULL will do for none.
///
/// # Safety
/// As [`reference`], of each.
pub(crate) unsafe fn array<'a, T>(pointer: *const T, count: usize, name: &'static str) -> Answer<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    check_array(pointer, count, name)?;
    // SAFETY: as asked; no longer than memory can be.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// Where so many answers go; NULL will do for none.
pub(crate) struct OutArray<T> {
    first: *mut T,
    count: usize,
}

/// # Safety
/// As [`out`], of each.
pub(crate) unsafe fn out_array<T>(pointer: *mut T, count: usize, name: &'static str) -> Answer<OutArray<T>> {
    if count > 0 {
        check_array(pointer, count, name)?;
    }
    Ok(OutArray { first: pointer, count })
}

impl<T> OutArray<T> {
    /// Writes one; beyond the end nothing happens.
    pub(crate) fn put(&self, at: usize, value: T) {
        if at < self.count {
            // SAFETY: within the array, which who made it vouched for.
            unsafe { self.first.add(at).write(value) }
        }
    }
}

fn check_array<T>(pointer: *const T, count: usize, name: &'static str) -> Answer<()> {
    if pointer.is_null() || !pointer.is_aligned() {
        return Err(no_pointer(pointer.is_null(), name));
    }
    check_length::<T>(count, name)
}

/// Memory can hold so many.
pub(crate) fn check_length<T>(count: usize, name: &'static str) -> Answer<()> {
    match count.checked_mul(size_of::<T>()) {
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(()),
        _ => Err(Failure::bad_argument(format!("{name} cannot be {count} long"))),
    }
}

/// A text.
///
/// # Safety
/// As [`reference`]; it ends with a zero.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, name: &'static str) -> Answer<&'a str> {
    // SAFETY: as asked.
    match unsafe { bytes(pointer, name) }?.to_str() {
        Ok(text) => Ok(text),
        Err(_) => Err(Failure::bad_argument(format!("{name} is not UTF-8"))),
    }
}

/// A text; `None` for NULL.
///
/// # Safety
/// As [`text`].
pub(crate) unsafe fn optional_text<'a>(pointer: *const c_char, name: &'static str) -> Answer<Option<&'a str>> {
    // SAFETY: as asked.
    (!pointer.is_null()).then(|| unsafe { text(pointer, name) }).transpose()
}

/// A name of a file or folder.
///
/// # Safety
/// As [`text`].
pub(crate) unsafe fn path(pointer: *const c_char, name: &'static str) -> Answer<PathBuf> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        // SAFETY: as asked.
        let bytes = unsafe { bytes(pointer, name) }?;
        Ok(std::ffi::OsStr::from_bytes(bytes.to_bytes()).into())
    }
    #[cfg(not(unix))]
    {
        // SAFETY: as asked.
        unsafe { text(pointer, name) }.map(PathBuf::from)
    }
}

/// # Safety
/// As [`text`].
unsafe fn bytes<'a>(pointer: *const c_char, name: &'static str) -> Answer<&'a CStr> {
    if pointer.is_null() {
        return Err(no_pointer(true, name));
    }
    // SAFETY: as asked.
    Ok(unsafe { CStr::from_ptr(pointer) })
}

/// A text for C. What is behind a zero, which no text of ours holds, is cut off.
pub(crate) fn c_text(text: String) -> CString {
    CString::new(text).unwrap_or_else(|error| {
        let end = error.nul_position();
        let mut bytes = error.into_vec();
        bytes.truncate(end);
        CString::new(bytes).unwrap_or_default()
    })
}

#[cold]
fn no_pointer(null: bool, name: &'static str) -> Failure {
    Failure::bad_argument(format!("{name} {}", if null { "is NULL" } else { "is not aligned as its type is" }))
}
