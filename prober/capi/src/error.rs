//! What a call came to, and the one way out of this library.

use std::any::Any;
use std::borrow::Cow;
use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use dambase_prober::any::{GameError, PlayError};
use dambase_prober::{OpenError, PreloadError, ProbeError};
use dambase_rules::FenError;
use dambase_rules::played::{PlayError as GamePlayError, StartError};

/// What a call came to.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum dambase_status {
    /// It did what it was asked.
    DAMBASE_OK = 0,
    /// No error: what was to be looked at in memory alone is not there.
    DAMBASE_NOT_IN_MEMORY = 1,
    /// The table that would answer is not here. The message names its material.
    DAMBASE_ERROR_MISSING = 2,
    /// No table can hold the position, or the tables do not model the draw rule: it is not decided.
    DAMBASE_ERROR_OUT_OF_SCOPE = 3,
    /// Positions of the game have recurred, and whether repetition saves the loser is not decided.
    DAMBASE_ERROR_REPETITION_OPEN = 4,
    /// The position cannot arise in a game. The message names the square or the set.
    DAMBASE_ERROR_IMPOSSIBLE = 5,
    /// A file is damaged, or not the table that its name promises. The message names the file and the block or field.
    DAMBASE_ERROR_BROKEN = 6,
    /// NULL where it may not be, a text that is not UTF-8, an unknown name, a number that means nothing. The message names the argument.
    DAMBASE_ERROR_BAD_ARGUMENT = 7,
    /// The text is no FEN of the game, or no position of it. The message says what is wrong where.
    DAMBASE_ERROR_BAD_FEN = 8,
    /// The text names no legal move, or several. The message lists what would have been one.
    DAMBASE_ERROR_BAD_MOVE = 9,
    /// The game is over. The message says by what.
    DAMBASE_ERROR_GAME_OVER = 10,
    /// A folder cannot be read. The message names it, with what the system said.
    DAMBASE_ERROR_IO = 11,
    /// It takes more memory than was allowed. The message says how much.
    DAMBASE_ERROR_TOO_LARGE = 12,
    /// A fault of this library, which it went on after. Please report the message.
    DAMBASE_ERROR_INTERNAL = 13,
}

use dambase_status::*;

/// Bytes of a message, with the zero at its end.
pub const DAMBASE_MESSAGE_BYTES: usize = 1020;

/// Why a call failed. It is the caller's memory, on the stack for instance, and need not be set up.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct dambase_error {
    /// What the function returned.
    pub status: dambase_status,
    /// In English, one line. What does not fit is cut off, and "..." put there.
    pub message: [c_char; DAMBASE_MESSAGE_BYTES],
}

/// A failure on its way out. It is put into words only where somebody wants to read them.
pub(crate) enum Failure {
    Told(dambase_status, Cow<'static, str>),
    Probe(ProbeError),
}

pub(crate) type Answer<T> = Result<T, Failure>;

impl Failure {
    pub(crate) fn bad_argument(message: impl Into<Cow<'static, str>>) -> Self {
        Failure::Told(DAMBASE_ERROR_BAD_ARGUMENT, message.into())
    }

    pub(crate) fn told(status: dambase_status, error: impl std::fmt::Display) -> Self {
        Failure::Told(status, error.to_string().into())
    }

    pub(crate) fn status(&self) -> dambase_status {
        match self {
            Failure::Told(status, _) => *status,
            Failure::Probe(error) => match error {
                ProbeError::Missing { .. } => DAMBASE_ERROR_MISSING,
                ProbeError::OutOfScope { .. } => DAMBASE_ERROR_OUT_OF_SCOPE,
                ProbeError::Impossible { .. } => DAMBASE_ERROR_IMPOSSIBLE,
                ProbeError::Broken { .. } => DAMBASE_ERROR_BROKEN,
            },
        }
    }

    pub(crate) fn message(self) -> Cow<'static, str> {
        match self {
            Failure::Told(_, message) => message,
            Failure::Probe(error) => error.to_string().into(),
        }
    }
}

impl From<ProbeError> for Failure {
    #[cold]
    fn from(error: ProbeError) -> Self {
        Failure::Probe(error)
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Folder { .. } => Failure::told(DAMBASE_ERROR_IO, error),
        }
    }
}

impl From<PreloadError> for Failure {
    fn from(error: PreloadError) -> Self {
        match error {
            PreloadError::TooLarge { .. } | PreloadError::Memory { .. } => {
                Failure::told(DAMBASE_ERROR_TOO_LARGE, error)
            }
            PreloadError::Broken(error) => error.into(),
        }
    }
}

impl From<FenError> for Failure {
    fn from(error: FenError) -> Self {
        Failure::told(DAMBASE_ERROR_BAD_FEN, error)
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Position(error) => error.into(),
            PlayError::Move(error) => Failure::told(DAMBASE_ERROR_BAD_MOVE, error),
        }
    }
}

impl From<GameError> for Failure {
    fn from(error: GameError) -> Self {
        let status = match error {
            GameError::Probe(error) => return error.into(),
            GameError::Start(StartError::Fen(_) | StartError::Counters(_) | StartError::Card(_)) => {
                DAMBASE_ERROR_BAD_FEN
            }
            GameError::Play(GamePlayError::Over(_)) => DAMBASE_ERROR_GAME_OVER,
            GameError::Play(GamePlayError::Move(_)) => DAMBASE_ERROR_BAD_MOVE,
            GameError::OtherGame { .. } => DAMBASE_ERROR_BAD_ARGUMENT,
        };
        Failure::told(status, error)
    }
}

/// Runs what a function does, tells its failure to the caller, and lets no panic out.
#[inline]
pub(crate) fn guard(error: *mut dambase_error, body: impl FnOnce() -> Answer<()>) -> dambase_status {
    // What a panic leaves half done is only seen by who asks again, and nothing here is half done in memory that is shared: answers
    // are written at the end, and the prober keeps its own in order.
    let ran = catch_unwind(AssertUnwindSafe(|| match body() {
        Ok(()) => DAMBASE_OK,
        Err(failure) => failed(error, failure),
    }));
    ran.unwrap_or_else(|panic| panicked(error, &*panic))
}

/// Runs what a function does that cannot fail; a panic makes it `otherwise`.
#[inline]
pub(crate) fn quietly<T>(otherwise: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(otherwise)
}

#[cold]
fn failed(error: *mut dambase_error, failure: Failure) -> dambase_status {
    let status = failure.status();
    if !error.is_null() {
        tell(error, status, &failure.message());
    }
    status
}

#[cold]
fn panicked(error: *mut dambase_error, panic: &(dyn Any + Send)) -> dambase_status {
    if !error.is_null() {
        let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        tell(error, DAMBASE_ERROR_INTERNAL, text.unwrap_or("a panic without a text"));
    }
    DAMBASE_ERROR_INTERNAL
}

/// Writes a message, as much of it as there is room for. `error` is not null.
fn tell(error: *mut dambase_error, status: dambase_status, message: &str) {
    const DOTS: &str = "...";
    const ROOM: usize = DAMBASE_MESSAGE_BYTES - 1;
    let (kept, dots) = match message.len() {
        0..=ROOM => (message, ""),
        _ => (message.get(..cut(message, ROOM - DOTS.len())).unwrap_or(""), DOTS),
    };
    // SAFETY: the caller's error is one that can be written to; kept and dots are at most ROOM bytes together, and a zero has place
    // behind them.
    unsafe {
        (&raw mut (*error).status).write(status);
        let to = (&raw mut (*error).message).cast::<u8>();
        to.copy_from_nonoverlapping(kept.as_ptr(), kept.len());
        to.add(kept.len()).copy_from_nonoverlapping(dots.as_ptr(), dots.len());
        to.add(kept.len() + dots.len()).write(0);
    }
}

/// The last place not behind `at` where a text may be cut.
fn cut(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// A status in a few words, such as "table missing". Never NULL; not to be given back. Takes any number.
#[unsafe(no_mangle)]
pub extern "C" fn dambase_status_text(status: i32) -> *const c_char {
    let text: &CStr = match status {
        0 => c"ok",
        1 => c"not in memory",
        2 => c"table missing",
        3 => c"not decided by tables",
        4 => c"repetition not decided",
        5 => c"impossible position",
        6 => c"broken file",
        7 => c"bad argument",
        8 => c"bad FEN",
        9 => c"bad move",
        10 => c"game over",
        11 => c"folder cannot be read",
        12 => c"too large",
        13 => c"internal error",
        _ => c"no status",
    };
    quietly(text.as_ptr(), || text.as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(error: &dambase_error) -> &str {
        // SAFETY: a message ends with a zero.
        unsafe { CStr::from_ptr(error.message.as_ptr()) }.to_str().unwrap()
    }

    fn empty() -> dambase_error {
        dambase_error { status: DAMBASE_OK, message: [1; DAMBASE_MESSAGE_BYTES] }
    }

    #[test]
    fn a_panic_becomes_an_error() {
        let mut error = empty();
        let number = std::hint::black_box(7);
        assert_eq!(guard(&raw mut error, || panic!("seven is {number}")), DAMBASE_ERROR_INTERNAL);
        assert_eq!((error.status, message(&error)), (DAMBASE_ERROR_INTERNAL, "seven is 7"));
        assert_eq!(guard(&raw mut error, || panic!("plain")), DAMBASE_ERROR_INTERNAL);
        assert_eq!(message(&error), "plain");
        assert_eq!(guard(&raw mut error, || std::panic::panic_any(7)), DAMBASE_ERROR_INTERNAL);
        assert_eq!(message(&error), "a panic without a text");
        assert_eq!(guard(std::ptr::null_mut(), || panic!("unheard")), DAMBASE_ERROR_INTERNAL);
        assert_eq!(quietly(3, || panic!("unheard")), 3);
    }

    #[test]
    fn long_messages_are_cut_between_characters() {
        for len in [0, 1, 1015, 1016, 1017, 1018, 1019, 1020, 1021, 5000] {
            for letter in ["x", "é", "€"] {
                let text = letter.repeat(len / letter.len());
                let mut error = empty();
                guard(&raw mut error, || Err(Failure::bad_argument(text.clone())));
                let told = message(&error);
                match text.len() < DAMBASE_MESSAGE_BYTES {
                    true => assert_eq!(told, text),
                    false => assert!(told.len() > 1012 && text.starts_with(told.strip_suffix("...").unwrap())),
                }
            }
        }
    }
}
