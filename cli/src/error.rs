//! How a command ends: what went wrong, whose fault it is, and the exit status that says so. The one place that decides it.

use std::fmt;
use std::io;
use std::process::ExitCode;

use dambase_format::MaterialError;
use dambase_generator::GenerateError;
use dambase_prober::{OpenError, ProbeError};
use dambase_rules::FenError;

/// How a command that did its work ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Done, and true.
    Done,
    /// Done, with a negative answer: a fault was found, a line could not be answered.
    Negative,
}

/// Why a command could not do its work.
#[derive(Debug)]
pub enum CliError {
    /// The tables do not answer the question, though nothing is wrong with either; or the work was broken off when asked to.
    Unanswered(String),
    /// Wrong usage or input.
    Usage(String),
    /// A file or folder that cannot be read, written or believed.
    File(String),
    /// Whoever read the output wants no more of it.
    OutputClosed,
}

/// What every command returns.
pub type CliResult<T = Outcome> = Result<T, CliError>;

impl CliError {
    /// Trouble with a named file or folder.
    pub fn file(path: &std::path::Path, error: impl fmt::Display) -> Self {
        CliError::File(format!("{}: {error}", path.display()))
    }

    /// Trouble on the way to standard output.
    pub fn output(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CliError::OutputClosed,
            _ => CliError::File(format!("standard output: {error}")),
        }
    }

    /// What is said on standard error; `None` where nothing is to be said.
    fn message(&self) -> Option<&str> {
        match self {
            CliError::Unanswered(text) | CliError::Usage(text) | CliError::File(text) => Some(text),
            CliError::OutputClosed => None,
        }
    }
}

/// The exit status of a command; reports its error on standard error.
pub fn finish(result: CliResult) -> ExitCode {
    if let Some(message) = result.as_ref().err().and_then(CliError::message) {
        crate::output::complain("error", message);
    }
    ExitCode::from(status(&result))
}

fn status(result: &CliResult) -> u8 {
    match result {
        Ok(Outcome::Done) | Err(CliError::OutputClosed) => 0,
        Ok(Outcome::Negative) | Err(CliError::Unanswered(_)) => 1,
        Err(CliError::Usage(_)) => 2,
        Err(CliError::File(_)) => 3,
    }
}

impl From<FenError> for CliError {
    fn from(error: FenError) -> Self {
        CliError::Usage(error.to_string())
    }
}

impl From<MaterialError> for CliError {
    fn from(error: MaterialError) -> Self {
        CliError::Usage(error.to_string())
    }
}

impl From<OpenError> for CliError {
    fn from(error: OpenError) -> Self {
        CliError::File(error.to_string())
    }
}

impl From<ProbeError> for CliError {
    fn from(error: ProbeError) -> Self {
        let text = error.to_string();
        match error {
            ProbeError::Missing { .. } | ProbeError::OutOfScope { .. } => CliError::Unanswered(text),
            ProbeError::Impossible { .. } => CliError::Usage(text),
            ProbeError::Broken { .. } => CliError::File(text),
        }
    }
}

impl From<GenerateError> for CliError {
    fn from(error: GenerateError) -> Self {
        let text = error.to_string();
        match error {
            GenerateError::Material(_) | GenerateError::Request(_) | GenerateError::Memory { .. } => {
                CliError::Usage(text)
            }
            GenerateError::DiskSpace { .. }
            | GenerateError::Locked { .. }
            | GenerateError::Existing { .. }
            | GenerateError::ReadBack { .. }
            | GenerateError::Io { .. }
            | GenerateError::Format { .. } => CliError::File(text),
            GenerateError::Stopped => CliError::Unanswered(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_end_has_its_status() {
        let broken_pipe = CliError::output(io::ErrorKind::BrokenPipe.into());
        let full_disk = CliError::output(io::ErrorKind::StorageFull.into());
        for (result, expected) in [
            (Ok(Outcome::Done), 0),
            (Ok(Outcome::Negative), 1),
            (Err(CliError::Unanswered(String::new())), 1),
            (Err(CliError::Usage(String::new())), 2),
            (Err(CliError::File(String::new())), 3),
            (Err(broken_pipe), 0),
            (Err(full_disk), 3),
        ] {
            assert_eq!(status(&result), expected, "{result:?}");
        }
    }
}
