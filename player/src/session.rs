//! What protocols share: commands come in while a search runs, and answers go out.
//!
//! One thread reads, one thinks, and the one that was called writes, so that lines never mix. What cannot be obeyed during a search
//! waits until it has ended; a search that would not end by itself is ended for it.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;

use crate::control::Control;

/// The lines that are said in answer to a command.
pub(crate) type Say<'a> = dyn FnMut(String) + 'a;

/// A search, to be run by a thread of its own. It is told where to say what it finds, and gives back what the protocol lent it.
pub(crate) type Work<D> = Box<dyn FnOnce(&mut Say<'_>) -> D + Send>;

/// What follows a command.
pub(crate) enum Flow<D> {
    /// The next one.
    GoOn,
    /// A search.
    Think {
        work: Work<D>,
        control: Arc<Control>,
        /// It goes on until it is stopped.
        endless: bool,
    },
}

/// A protocol of lines.
pub(crate) trait Protocol {
    /// What a search gives back.
    type Done: Send + 'static;

    /// The command has to wait until no search runs.
    fn must_wait(&self, line: &str) -> bool;
    /// The command is to a search that runs.
    fn is_to_search(&self, line: &str) -> bool;
    /// The command ends the session.
    fn is_quit(&self, line: &str) -> bool;
    /// Obeys a command. `running` is the search that runs, if the command is urgent and there is one.
    fn obey(&mut self, line: &str, running: Option<&Control>, say: &mut Say<'_>) -> Flow<Self::Done>;
    /// Takes back what a search was lent.
    fn done(&mut self, done: Self::Done, say: &mut Say<'_>);
    /// What cannot be read was sent.
    fn unreadable(&self, reason: &str) -> String;
}

enum Event<D> {
    Line(String),
    Unreadable(&'static str),
    Closed,
    Said(String),
    Done(D),
    /// The thread has died.
    Lost,
}

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 22;
/// For searches: a tree is as deep as its longest line.
const STACK_BYTES: usize = 32 << 20;

/// Obeys the commands of `input` until it ends or asks to quit.
///
/// Errors when `output` does.
pub(crate) fn run<P: Protocol>(
    protocol: &mut P,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
) -> io::Result<()> {
    let (events, received) = mpsc::channel();
    let reader = events.clone();
    thread::Builder::new().name("commands".into()).spawn(move || read(input, &reader))?;
    let mut running: Option<Running> = None;
    let mut waiting: VecDeque<String> = VecDeque::new();
    loop {
        let ready = waiting.front().is_some_and(|line| running.is_none() || !protocol.must_wait(line));
        // Nothing that waits would ever come to its turn.
        if let (Some(Running { control, endless: true }), false, false) = (&running, ready, waiting.is_empty()) {
            control.stop();
        }
        let next = if ready { waiting.pop_front() } else { None };
        let event = next.map_or_else(|| received.recv().unwrap_or(Event::Closed), Event::Line);
        let mut said = Vec::new();
        let mut say = |line: String| said.push(line);
        match event {
            Event::Said(line) => say(line),
            Event::Unreadable(reason) => say(protocol.unreadable(reason)),
            Event::Done(done) => {
                running = None;
                protocol.done(done, &mut say);
            }
            Event::Lost => return Err(io::Error::other("a search has died")),
            Event::Closed => return Ok(()),
            Event::Line(line) if protocol.is_quit(&line) => return Ok(()),
            Event::Line(line) if protocol.must_wait(&line) && running.is_some() => {
                waiting.push_back(line);
            }
            Event::Line(line) => {
                // Of several searches that were asked for at once it may mean the last.
                if !ready && !waiting.is_empty() && protocol.is_to_search(&line) {
                    waiting.push_back(line.clone());
                }
                let control = running.as_ref().map(|running| &*running.control);
                match protocol.obey(&line, control, &mut say) {
                    Flow::GoOn => {}
                    Flow::Think { work, control, endless } => {
                        running = Some(Running { control, endless });
                        begin(work, &events)?;
                    }
                }
            }
        }
        write(said, output)?;
    }
}

/// A search that runs; it ends when nobody waits for it any more.
struct Running {
    control: Arc<Control>,
    endless: bool,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.control.stop();
    }
}

fn write(said: Vec<String>, output: &mut impl Write) -> io::Result<()> {
    for line in &said {
        writeln!(output, "{line}")?;
    }
    if said.is_empty() { Ok(()) } else { output.flush() }
}

/// Says that the thread has died, unless it has ended well.
struct Guard<D>(Option<Sender<Event<D>>>);

impl<D> Drop for Guard<D> {
    fn drop(&mut self) {
        if let Some(events) = &self.0 {
            let _ = events.send(Event::Lost);
        }
    }
}

fn begin<D: Send + 'static>(work: Work<D>, events: &Sender<Event<D>>) -> io::Result<()> {
    let events = events.clone();
    let think = move || {
        let mut guard = Guard(Some(events.clone()));
        // Who has gone does not hear.
        let done = work(&mut |line| drop(events.send(Event::Said(line))));
        guard.0 = None;
        let _ = events.send(Event::Done(done));
    };
    thread::Builder::new().name("search".into()).stack_size(STACK_BYTES).spawn(think).map(drop)
}

fn read<D>(mut input: impl BufRead, events: &Sender<Event<D>>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let event = match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) => Event::Closed,
            Ok(_) if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") => match skip_line(&mut input) {
                Ok(()) => Event::Unreadable("the line is too long"),
                Err(_) => Event::Closed,
            },
            Ok(_) => Event::Line(String::from_utf8_lossy(&bytes).trim().to_owned()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => Event::Closed,
        };
        let closed = matches!(event, Event::Closed);
        if events.send(event).is_err() || closed {
            return;
        }
    }
}

/// Goes past the end of the line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let (length, found) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), false),
        };
        input.consume(length);
        if found {
            return Ok(());
        }
    }
}
