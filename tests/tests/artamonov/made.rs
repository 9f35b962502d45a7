//! Tables and the oracle, each made once.

use std::sync::LazyLock;

use dambase_format::{Metric, SliceKey, TableGame};
use dambase_generator::{Options, Progress, generate, generate_under_rules};
use dambase_prober::{OpenOptions, Tablebase};
use dambase_rules::GameRules;
use dambase_rules::artamonov::{Artamonov, Position};
use dambase_rules::draw::{Clocks, Counters, DrawRules};
use dambase_tests::naive::artamonov::{Piece, Player, Solution, State, places};
use tempfile::TempDir;

/// A run nobody watches.
pub struct Silent;

impl Progress for Silent {}

/// Pieces that tables are made for: rule 4-15 ends there.
pub const MOST_PIECES: u32 = 4;

pub fn rules() -> &'static DrawRules {
    Artamonov::draw_rules_named(Some("founding")).unwrap()
}

pub fn keys(pieces: u32) -> Vec<SliceKey> {
    (1..=pieces).flat_map(Artamonov::slices_of).collect()
}

pub fn options(root: &TempDir) -> Options {
    Options {
        folder: root.path().join(Artamonov::ID.name()),
        metrics: Metric::THEORY.to_vec(),
        threads: Some(2),
        memory_bytes: None,
    }
}

/// Tables to four pieces, without draw rules and under them.
pub fn tables() -> &'static Tablebase<Artamonov> {
    static MADE: LazyLock<(Tablebase<Artamonov>, TempDir)> = LazyLock::new(|| {
        let root = tempfile::tempdir().unwrap();
        let options = options(&root);
        let keys = keys(MOST_PIECES);
        let theory = generate::<Artamonov>(&keys, &options, &Silent).unwrap();
        let begin = std::time::Instant::now();
        let ruled = generate_under_rules::<Artamonov>(&keys, rules(), &options, &Silent).unwrap();
        println!(
            "to {MOST_PIECES} pieces: {} bytes without draw rules, {} under them, made in {:?}",
            theory.bytes,
            ruled.bytes,
            begin.elapsed()
        );
        let tables = Tablebase::open(&[root.path()], &OpenOptions::default()).unwrap();
        assert!(tables.problems().is_empty(), "{:?}", tables.problems());
        (tables, root)
    });
    &MADE.0
}

/// Pieces that the oracle solves.
pub const ORACLE_PIECES: usize = 3;

pub fn oracle() -> &'static Solution {
    static SOLVED: LazyLock<Solution> = LazyLock::new(|| Solution::up_to(ORACLE_PIECES));
    &SOLVED
}

/// The oracle's position as the tables know it.
pub fn position(state: &State) -> Position {
    let name = |(column, row): (i8, i8)| format!("{}{}", char::from(b'a' + column as u8), row + 1);
    let mut fen = String::from(if state.turn == Player::White { "W" } else { "B" });
    for (letter, piece) in [('M', Piece::Man), ('K', Piece::King)] {
        let squares: Vec<_> = state.places_of(piece).map(name).collect();
        if !squares.is_empty() {
            fen.push_str(&format!(":{letter}{}", squares.join(",")));
        }
    }
    if let Some(place) = state.barred {
        fen.push_str(&format!(":X{}", name(place)));
    }
    Artamonov::parse_fen(&fen).unwrap()
}

/// The position as the oracle knows it.
pub fn state(position: &Position) -> State {
    let fen = Artamonov::fen(position);
    let mut fields = fen.split(':');
    let turn = if fields.next() == Some("W") { Player::White } else { Player::Black };
    let mut state = State::empty(turn);
    for field in fields {
        let (letter, squares) = field.split_at(1);
        for square in squares.split(',') {
            let place =
                places().find(|&(column, row)| square == format!("{}{}", char::from(b'a' + column as u8), row + 1));
            let place = place.unwrap();
            match letter {
                "M" => state.put(place, Piece::Man),
                "K" => state.put(place, Piece::King),
                _ => state.barred = Some(place),
            }
        }
    }
    state
}

/// Counters with so many plies made without change, the side to move leading by so many pieces.
pub fn counters(position: &Position, count: u16, lead: i8) -> Counters {
    let mut counters = Counters::zero::<Artamonov>(rules(), position);
    counters.set(0, Some(count));
    counters.set_lead(if position.side == dambase_rules::Side::White { lead } else { -lead });
    counters
}

/// Calls `check` with every item of a slice, in two threads.
pub fn in_two<T: Sync>(items: &[T], check: impl Fn(&T) + Sync) {
    std::thread::scope(|scope| {
        for half in items.chunks(items.len().div_ceil(2).max(1)) {
            scope.spawn(|| half.iter().for_each(&check));
        }
    });
}
