//! A small engine for English draughts: perfect inside its tables, alpha-beta outside, with the tables asked at the root and in the tree.
//!
//! ```sh
//! cargo run --release -- generate english --pieces 4
//! cargo run --release -p dambase-prober --example alpha_beta -- tables "B:W18,24,27,28:B5,6,9,10" 10
//! ```

use std::error::Error;

use dambase_prober::{OpenOptions, ProbeError, Tablebase, Wdl};
use dambase_rules::draughts::games::English;
use dambase_rules::{GameRules, Side};

type Game = English;
type Position = <Game as GameRules>::Position;
type Move = <Game as GameRules>::Move;

/// Above all that an evaluation gives. A win by tables is worth less than one that the search has seen to its end.
const MATE: i32 = 30_000;
const TABLE_WIN: i32 = 20_000;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (folder, fen, depth) = match &args[..] {
        [folder, fen] => (folder, fen, 8),
        [folder, fen, depth] => (folder, fen, depth.parse()?),
        _ => return Err("usage: alpha_beta FOLDER FEN [DEPTH]".into()),
    };
    let engine = Engine::open(folder)?;
    let position = Game::parse_fen(fen)?;
    match engine.best_move(&position, depth)? {
        Some((mv, why)) => println!("{}  ({why})", Game::move_text(&position, &mv)),
        None => println!("the game is over"),
    }
    Ok(())
}

/// An engine with its tables; a search takes it by reference, so that threads can share it.
struct Engine {
    tables: Tablebase<Game>,
}

impl Engine {
    fn open(folder: &str) -> Result<Self, Box<dyn Error>> {
        let tables = Tablebase::open(&[folder], &OpenOptions { cache_bytes: 64 << 20, ..OpenOptions::default() })?;
        // Damaged files and gaps are told of, not fatal: what they would have answered is searched.
        for problem in tables.problems() {
            eprintln!("{problem}");
        }
        // The small tables are asked most: whole in memory, if they take no more than this.
        if let Err(error) = tables.preload_wdl(4, 256 << 20) {
            eprintln!("{error}");
        }
        Ok(Engine { tables })
    }

    /// The move to make, and why.
    fn best_move(&self, position: &Position, depth: u32) -> Result<Option<(Move, String)>, ProbeError> {
        // At the root the tables know the quickest win and the longest resistance.
        let mut ranked = Vec::new();
        match self.tables.probe_root(position, &mut ranked) {
            Ok(value) => {
                let plies = value.dtw.map_or_else(String::new, |plies| format!(" in {plies} plies"));
                return Ok(ranked.first().map(|best| (best.mv, format!("{}{plies}, by tables", value.wdl))));
            }
            // A move leads out of the tables: search.
            Err(ProbeError::Missing { .. }) => {}
            Err(error) => return Err(error),
        }
        let mut moves = Vec::new();
        Game::legal_moves(position, &mut moves);
        let mut best = None;
        let mut alpha = -MATE;
        for mv in moves {
            let score = -self.search(&Game::play(position, &mv), depth.saturating_sub(1), 1, -MATE, -alpha);
            if best.is_none() || score > alpha {
                alpha = alpha.max(score);
                best = Some((mv, format!("score {score} at depth {depth}")));
            }
        }
        Ok(best)
    }

    /// The score for the side to move.
    fn search(&self, position: &Position, depth: u32, ply: i32, mut alpha: i32, beta: i32) -> i32 {
        // In the tree a value is enough, and exact: nothing below it is searched.
        match self.tables.probe_wdl(position) {
            Ok(Wdl::Win) => return TABLE_WIN - ply,
            Ok(Wdl::Draw) => return 0,
            Ok(Wdl::Loss) => return ply - TABLE_WIN,
            Err(_) => {}
        }
        let mut moves = Vec::new();
        Game::legal_moves(position, &mut moves);
        if moves.is_empty() {
            return ply - MATE;
        }
        if depth == 0 {
            return self.quiet(position, ply, alpha, beta);
        }
        for mv in moves {
            let score = -self.search(&Game::play(position, &mv), depth - 1, ply + 1, -beta, -alpha);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    /// Captures are played out. Here nobody waits for a disk: only what is in memory is asked.
    fn quiet(&self, position: &Position, ply: i32, mut alpha: i32, beta: i32) -> i32 {
        match self.tables.probe_wdl_in_memory(position) {
            Ok(Some(Wdl::Win)) => return TABLE_WIN - ply,
            Ok(Some(Wdl::Draw)) => return 0,
            Ok(Some(Wdl::Loss)) => return ply - TABLE_WIN,
            Ok(None) | Err(_) => {}
        }
        let mut moves = Vec::new();
        Game::legal_moves(position, &mut moves);
        let pieces = |position: &Position| (position.white | position.black).count_ones();
        let mut captures = moves.iter().map(|mv| Game::play(position, mv));
        // Captures are compulsory: all moves are, or none is.
        match captures.next() {
            None => return ply - MATE,
            Some(after) if pieces(&after) == pieces(position) => return evaluate(position),
            Some(after) => {
                for after in std::iter::once(after).chain(captures) {
                    alpha = alpha.max(-self.quiet(&after, ply + 1, -beta, -alpha));
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        alpha
    }
}

/// Men and kings, seen by the side to move.
fn evaluate(position: &Position) -> i32 {
    let worth = |side: Side| {
        let (men, kings) = (position.men(side), position.kings_of(side));
        100 * men.count_ones() as i32 + 130 * kings.count_ones() as i32
    };
    worth(position.side) - worth(position.side.other())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables of two pieces.
    fn engine() -> Engine {
        Engine::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/golden/v1")).unwrap()
    }

    #[test]
    fn it_plays_by_tables_where_they_answer_and_searches_elsewhere() {
        let engine = engine();
        let inside = Game::parse_fen("W:WK10:B12").unwrap();
        let (mv, why) = engine.best_move(&inside, 4).unwrap().unwrap();
        assert!(why.ends_with("by tables"), "{why}");
        let value = engine.tables.probe_wdl(&inside).unwrap();
        assert_eq!(engine.tables.probe_wdl(&Game::play(&inside, &mv)), Ok(value.reversed()));
        // Two for one: the search sees what no table here does.
        let outside = Game::parse_fen("W:W18,19,28,32:B10,11,1,3").unwrap();
        let (_, why) = engine.best_move(&outside, 6).unwrap().unwrap();
        assert!(why.starts_with("score"), "{why}");
        let over = Game::parse_fen("W:W5:B1,K9").unwrap();
        assert!(engine.best_move(&over, 3).unwrap().is_none());
    }
}
