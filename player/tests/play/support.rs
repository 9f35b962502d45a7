//! Plays and talks.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use dambase_player::{Answer, Control, Job, Limits, Playable, Player, PlayerOptions, Report};
use dambase_prober::{OpenOptions, Tablebase};
use dambase_rules::Game;

/// The tables in the repository: chess to three pieces and others.
pub fn golden() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/golden/v1")
}

pub fn golden_tables<G: Playable>() -> Arc<Tablebase<G>> {
    Arc::new(Tablebase::open(&[golden()], &OpenOptions::default()).unwrap())
}

pub fn no_tables<G: Playable>() -> Arc<Tablebase<G>> {
    Arc::new(Tablebase::from_sources([], &OpenOptions::default()))
}

pub fn options() -> PlayerOptions {
    PlayerOptions { hash_bytes: 1 << 20, ..PlayerOptions::default() }
}

pub fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// What a player answered, and what it reported last.
pub type Thought<M> = (Option<Answer<M>>, Option<Report<M>>);

/// What a player does in a game, with what it last told.
pub fn asked<G: Playable>(player: &mut Player<G>, game: &Game<G>, limits: &Limits) -> Thought<G::Move> {
    let job = Job { game: game.clone(), limits: limits.clone(), moves: Vec::new(), analyse: false };
    let mut last = None;
    let answer = player.think(&job, &Control::new(), &mut |report| last = Some(report.clone()));
    assert_eq!(player.take_trouble(), None);
    (answer, last)
}

/// A session of a protocol.
pub struct Session {
    commands: Option<Sender<Vec<u8>>>,
    answers: Receiver<String>,
    thread: Option<JoinHandle<io::Result<()>>>,
}

/// What is read is what is sent.
struct Commands(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Commands {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let length = self.1.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.1[..length]);
        self.1.drain(..length);
        Ok(length)
    }
}

/// What is written is heard line by line.
struct Answers(Sender<String>, Vec<u8>);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.extend_from_slice(bytes);
        while let Some(end) = self.1.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.1.drain(..=end).collect();
            let _ = self.0.send(String::from_utf8(line).unwrap().trim_end().to_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

const PATIENCE: Duration = Duration::from_secs(60);

impl Session {
    /// Begins a session that `run` holds.
    pub fn begin(run: impl FnOnce(Box<dyn BufRead + Send>, &mut dyn Write) -> io::Result<()> + Send + 'static) -> Self {
        let (commands, received) = mpsc::channel();
        let (said, answers) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let input = BufReader::new(Commands(received, Vec::new()));
            run(Box::new(input), &mut Answers(said, Vec::new()))
        });
        Session { commands: Some(commands), answers, thread: Some(thread) }
    }

    pub fn send(&self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    pub fn send_bytes(&self, bytes: &[u8]) {
        // A session that has ended hears nothing.
        let _ = self.commands.as_ref().unwrap().send(bytes.to_vec());
    }

    /// The next line.
    #[track_caller]
    pub fn next(&self) -> String {
        self.answers.recv_timeout(PATIENCE).expect("an answer in time")
    }

    /// The lines up to the one that begins so, that one included.
    #[track_caller]
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.next());
            if lines.last().unwrap().starts_with(start) {
                return lines;
            }
        }
    }

    /// Sends a line, and gives the answer that begins so.
    #[track_caller]
    pub fn ask(&self, line: &str, start: &str) -> String {
        self.send(line);
        self.until(start).pop().unwrap()
    }

    /// Nothing is said for a while.
    #[track_caller]
    pub fn is_silent(&self, millis: u64) {
        let end = Instant::now() + Duration::from_millis(millis);
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            match self.answers.recv_timeout(left) {
                Ok(line) => assert!(line.starts_with("info"), "{line}"),
                Err(RecvTimeoutError::Timeout) => return,
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// The input ends; so must the session, well, and soon.
    #[track_caller]
    pub fn close(mut self) -> Vec<String> {
        let began = Instant::now();
        drop(self.commands.take());
        self.thread.take().unwrap().join().expect("no panic").expect("no error");
        assert!(began.elapsed() < PATIENCE);
        self.answers.try_iter().collect()
    }
}
