//! The exceptions of the package, and which error becomes which.

use std::any::Any;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use dambase_prober::any::{GameError, PlayError};
use dambase_prober::{OpenError, PreloadError, ProbeError};
use dambase_rules::played::StartError;
use dambase_rules::{FenError, MoveError, UnknownGame};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::values::Verdict;

macro_rules! kinds {
    ($($name:ident ($($base:literal)?) $doc:literal;)*) => {
        /// Which exception.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Kind {
            $(#[doc = $doc] $name,)*
        }

        /// Name, the exception of Python's own that it is as well, docstring; in the order of [`Kind`].
        const KINDS: &[(&str, &[&str], &str)] = &[$((stringify!($name), &[$($base)?], $doc),)*];
    };
}

kinds! {
    Error () "Base of every exception of this package.";
    FenError ("ValueError") "A text that is no FEN of the game. `offset`: the character of it, from 0, at which the trouble starts.";
    ImpossiblePosition ("ValueError") "Pieces that cannot stand so in the game.";
    OutOfScope () "A position that no table can hold, or a question that tables do not answer.";
    MissingTable ("LookupError") "The answer is in a table that is not there. `material`, `metric` (\"wdl\", \"dtw\" or \"dtc\") and `draw_rules` (None but for \"dtc\") name it.";
    BrokenTable () "The file that should answer is damaged. `table`: its path, as a text: what is no Unicode in it is replaced.";
    FolderError ("OSError") "A folder that is not there or cannot be listed. `errno`, `strerror` and `filename` as OSError has them.";
    PreloadTooLarge ("MemoryError") "Tables take more memory than was allowed; nothing was preloaded. `tables`: how many; `bytes`: what they take; `most_bytes`: what was allowed.";
    IllegalMove ("ValueError") "A text that names no legal move, or several. `move`: the text; `legal`: the moves that were legal, or those of them that the text may name.";
    GameOver () "A move in a game that is over.";
    RepetitionOpen () "Tables say win or loss, but positions have recurred, and it may be that repetition saves the loser. `verdict`: what it is if repetition does not.";
    WrongGame ("ValueError") "Positions, games or tables of different games.";
    UnknownName ("ValueError") "No game, side, set of draw rules, metric or way of access is called so.";
    CountersError ("ValueError") "Counters that cannot stand so in the position.";
    InternalError () "A fault of the package itself. Nothing is known of the answer; please report it.";
}

static CLASSES: PyOnceLock<Vec<Py<PyType>>> = PyOnceLock::new();

fn classes(py: Python<'_>) -> PyResult<&Vec<Py<PyType>>> {
    CLASSES.get_or_try_init(py, || {
        let builtins = py.import("builtins")?;
        let make = py.get_type::<PyType>();
        let mut made: Vec<Py<PyType>> = Vec::new();
        for (name, bases, doc) in KINDS {
            let mut all = vec![match made.first() {
                Some(error) => error.bind(py).clone().into_any(),
                None => builtins.getattr("Exception")?,
            }];
            for base in *bases {
                all.push(builtins.getattr(*base)?);
            }
            let content = PyDict::new(py);
            content.set_item("__module__", "dambase")?;
            content.set_item("__doc__", doc)?;
            made.push(make.call1((*name, PyTuple::new(py, all)?, content))?.cast_into::<PyType>()?.unbind());
        }
        Ok(made)
    })
}

/// Adds the exceptions to the module.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for ((name, ..), class) in KINDS.iter().zip(classes(module.py())?) {
        module.add(*name, class.bind(module.py()))?;
    }
    Ok(())
}

/// An attribute of an exception.
#[derive(IntoPyObject, Debug)]
enum Attribute {
    Text(String),
    Maybe(Option<String>),
    Texts(Vec<String>),
    Number(u64),
    Errno(Option<i32>),
    Path(OsString),
    Verdict(Verdict),
}

/// An exception to be.
#[derive(Debug)]
pub struct Failure {
    /// Which.
    pub kind: Kind,
    message: String,
    attributes: Vec<(&'static str, Attribute)>,
}

impl Failure {
    /// With a message alone.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Failure { kind, message: message.into(), attributes: Vec::new() }
    }

    fn with(mut self, name: &'static str, value: Attribute) -> Self {
        self.attributes.push((name, value));
        self
    }

    /// A name that is none.
    pub fn unknown(message: impl Into<String>) -> Self {
        Self::new(Kind::UnknownName, message)
    }

    /// Names the material that is missing.
    pub fn of_material(self, material: &str) -> Self {
        self.with("material", Attribute::Text(material.into()))
            .with("metric", Attribute::Maybe(None))
            .with("draw_rules", Attribute::Maybe(None))
    }

    /// Of a batch: `index` is the place of the position.
    pub fn at(mut self, index: usize) -> Self {
        self.message = format!("position {index}: {}", self.message);
        self.with("index", Attribute::Number(index as u64))
    }

    /// A verdict that repetition may undo.
    pub fn repetition_open(verdict: Verdict) -> Self {
        let message = format!("{} by the tables, but positions have recurred", verdict.verdict);
        Self::new(Kind::RepetitionOpen, message).with("verdict", Attribute::Verdict(verdict))
    }

    fn raised(self, py: Python<'_>) -> PyResult<PyErr> {
        let class = classes(py)?[self.kind as usize].bind(py);
        let value = class.call1((self.message,))?;
        for (name, attribute) in self.attributes {
            value.setattr(name, attribute)?;
        }
        Ok(PyErr::from_value(value))
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        Python::attach(|py| failure.raised(py).unwrap_or_else(|error| error))
    }
}

impl From<ProbeError> for Failure {
    fn from(error: ProbeError) -> Self {
        let message = error.to_string();
        match error {
            ProbeError::Missing { material, metric, draw_rules } => Self::new(Kind::MissingTable, message)
                .with("material", Attribute::Text(material))
                .with("metric", Attribute::Text(metric.to_string()))
                .with("draw_rules", Attribute::Maybe(draw_rules.map(Into::into))),
            ProbeError::OutOfScope { .. } => Self::new(Kind::OutOfScope, message),
            ProbeError::Impossible { .. } => Self::new(Kind::ImpossiblePosition, message),
            ProbeError::Broken { table, .. } => {
                Self::new(Kind::BrokenTable, message).with("table", Attribute::Text(table))
            }
        }
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        let message = error.to_string();
        let OpenError::Folder { path, error } = error;
        Self::new(Kind::FolderError, message)
            .with("errno", Attribute::Errno(error.raw_os_error()))
            .with("strerror", Attribute::Text(reason(&error)))
            .with("filename", Attribute::Path(path.into_os_string()))
    }
}

/// What the system says, without the number, which stands apart.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    match error.raw_os_error() {
        Some(number) => text.strip_suffix(&format!(" (os error {number})")).map_or_else(|| text.clone(), str::to_owned),
        None => text,
    }
}

impl From<PreloadError> for Failure {
    fn from(error: PreloadError) -> Self {
        let message = error.to_string();
        match error {
            PreloadError::TooLarge { tables, bytes, most_bytes } => Self::new(Kind::PreloadTooLarge, message)
                .with("tables", Attribute::Number(tables as u64))
                .with("bytes", Attribute::Number(bytes))
                .with("most_bytes", Attribute::Number(most_bytes)),
            PreloadError::Memory { bytes, .. } => {
                Self::new(Kind::PreloadTooLarge, message).with("bytes", Attribute::Number(bytes))
            }
            PreloadError::Broken(error) => error.into(),
        }
    }
}

impl Failure {
    /// A text that is no FEN; the error counts bytes, Python characters.
    pub fn fen(error: &FenError, text: &str) -> Self {
        let characters = text.char_indices().take_while(|(at, _)| *at < error.offset).count();
        Self::new(Kind::FenError, error.to_string()).with("offset", Attribute::Number(characters as u64))
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Self {
        let message = error.to_string();
        let (text, legal) = match error {
            MoveError::Syntax { text, .. } => (text, Vec::new()),
            MoveError::Illegal { text, legal } => (text, legal),
            MoveError::Ambiguous { text, candidates } => (text, candidates),
        };
        Self::new(Kind::IllegalMove, message).with("move", Attribute::Text(text)).with("legal", Attribute::Texts(legal))
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Position(error) => error.into(),
            PlayError::Move(error) => error.into(),
        }
    }
}

impl From<GameError> for Failure {
    fn from(error: GameError) -> Self {
        use dambase_rules::played::PlayError;
        let message = error.to_string();
        match error {
            GameError::Start(StartError::Fen(_)) => Self::new(Kind::FenError, message),
            GameError::Start(StartError::Counters(_)) => Self::new(Kind::CountersError, message),
            GameError::Start(StartError::Card(_)) => Self::new(Kind::Error, message),
            GameError::Play(PlayError::Over(_)) => Self::new(Kind::GameOver, message),
            GameError::Play(PlayError::Move(error)) => error.into(),
            GameError::OtherGame { .. } => Self::new(Kind::WrongGame, message),
            GameError::Probe(error) => error.into(),
        }
    }
}

impl From<UnknownGame> for Failure {
    fn from(error: UnknownGame) -> Self {
        Self::unknown(error.to_string())
    }
}

/// Does `work`, and makes an [`Kind::InternalError`] of a panic: it must not end the process that has loaded the package, and
/// what PyO3 makes of it is nothing that `except Exception` catches.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    // What is left behind by a panic is shared state of the prober, which knows of no half-done change, and games, which are
    // taken out of their locks as they are.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(internal(&*panic)))
}

/// [`guarded`], while other threads of Python go on.
pub fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T, Failure> + Send) -> Result<T, Failure> {
    py.detach(|| guarded(work))
}

fn internal(panic: &(dyn Any + Send)) -> Failure {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
    Failure::new(Kind::InternalError, format!("a fault of dambase itself: {text}"))
}
