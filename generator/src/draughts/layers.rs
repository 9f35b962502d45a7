//! A layer solved: moves out of it first, then the moves of kings inside.

use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

use rayon::prelude::*;

use dambase_rules::Side;
use dambase_rules::bits::Bits;

use super::expand::Walk;
use super::geometry::{Geometry, Layer, Part, TableDraughts};
use super::inside::{CapturesAlone, NoneInside, Strides, ToOneSide, ToPlanes};
use super::lines::{FreeSquares, Lines};
use super::men::{ManMove, man_moves};
use super::planes::{Half, Layout, LinedUp, Planes, propagate};
use super::rows::Memory;
use super::sets::{KingSets, Pairs};
use super::theory::DraughtsProblem;
use super::transpose::transpose;
use crate::solve::{DepthOverflow, ToTheEnd};
use crate::solved::Values;

/// What holds for all layers of a slice.
pub struct Kings {
    white: KingSets,
    black: KingSets,
    /// Where both sides have kings.
    pairs: Option<Pairs>,
    /// Where the material is symmetric.
    turned: Option<Vec<u32>>,
}

impl Kings {
    /// The sets of kings of a slice; `None` where a layer has more positions than planes number.
    pub fn new<G: TableDraughts>(geometry: &Geometry<G>) -> Option<Self> {
        let counts = geometry.counts;
        let free = G::RULES.board.squares() - counts.men();
        let ways = |kings: u8| dambase_format::choose(free, kings.into());
        let (white_len, black_len) = (ways(counts.white_kings), ways(counts.black_kings));
        let most = white_len.next_multiple_of(64).checked_mul(black_len.next_multiple_of(64))?;
        if most > u64::from(u32::MAX) {
            return None;
        }
        let free = free as usize;
        let white = KingSets::new(counts.white_kings.into(), free);
        let black = KingSets::new(counts.black_kings.into(), free);
        let both = counts.white_kings > 0 && counts.black_kings > 0;
        Some(Kings {
            pairs: both.then(|| Pairs::new(&white, &black)),
            turned: (both && geometry.symmetric).then(|| white.turned()),
            white,
            black,
        })
    }
}

/// What a thread needs again and again.
pub struct Scratch<G: TableDraughts> {
    planes: [Planes; 2],
    lines: [Lines; 2],
    memory: Memory<G>,
    can_win: Vec<u64>,
    can_lose: Vec<u64>,
}

impl<G: TableDraughts> Default for Scratch<G> {
    fn default() -> Self {
        Scratch {
            planes: Default::default(),
            lines: Default::default(),
            memory: Memory::default(),
            can_win: Vec::new(),
            can_lose: Vec::new(),
        }
    }
}

/// A place for each thread's scratch, so that none waits for another.
pub struct Scratches<G: TableDraughts> {
    places: Vec<Mutex<Option<Box<Scratch<G>>>>>,
}

impl<G: TableDraughts> Scratches<G> {
    pub fn new() -> Self {
        Scratches { places: (0..=rayon::current_num_threads()).map(|_| Mutex::new(None)).collect() }
    }

    fn place(&self) -> &Mutex<Option<Box<Scratch<G>>>> {
        let last = self.places.len() - 1;
        &self.places[rayon::current_thread_index().map_or(last, |at| at.min(last))]
    }

    /// Taken out, not borrowed: while a large layer waits for its chunks, this thread may begin another layer.
    fn with<R>(&self, work: impl FnOnce(&mut Scratch<G>) -> R) -> R {
        let taken = self.place().lock().expect("nobody panics while he holds it").take();
        let mut scratch = taken.unwrap_or_default();
        let result = work(&mut scratch);
        *self.place().lock().expect("nobody panics while he holds it") = Some(scratch);
        result
    }
}

/// Positions of a piece of work that one thread takes at a time.
const CHUNK: usize = 1 << 14;

/// Where the values of a layer go.
#[derive(Clone, Copy)]
pub struct Sink<'a> {
    pub scale: ToTheEnd,
    pub values: &'a Values,
    pub forced: &'a [AtomicU64],
}

/// Solves a layer: see [`crate::solve::solve_layer`].
pub fn solve<G: TableDraughts>(
    problem: &DraughtsProblem<G>,
    kings: &Kings,
    layer: &Layer<G>,
    sink: Sink,
) -> Result<(), DepthOverflow> {
    problem.scratches.with(|scratch| {
        let solved = match &kings.pairs {
            Some(pairs) => solve_planes(problem, kings, pairs, layer.parts(), sink, scratch),
            None => solve_at_once(problem, kings, layer.parts(), sink, scratch),
        };
        if solved.is_err() {
            // What it was in the middle of is not worth cleaning.
            *scratch = Scratch::default();
        }
        solved
    })
}

fn walk<'a, G: TableDraughts>(
    problem: &'a DraughtsProblem<'a, G>,
    part: Part<G::Word>,
    moves: &'a [ManMove<'a, G>],
    free: &'a FreeSquares,
    sink: Sink<'a>,
) -> Walk<'a, G> {
    Walk { problem, part, moves, free, values: sink.values, forced: sink.forced, scale: sink.scale }
}

/// One side or none has kings: no move inside the layer can be answered by another.
fn solve_at_once<G: TableDraughts>(
    problem: &DraughtsProblem<G>,
    kings: &Kings,
    parts: &[Part<G::Word>],
    sink: Sink,
    scratch: &mut Scratch<G>,
) -> Result<(), DepthOverflow> {
    let white_has = kings.white.size > 0;
    let any = white_has || kings.black.size > 0;
    let men = parts[0].men.white | parts[0].men.black;
    let free = FreeSquares::new(if any { G::MASKS.squares & !men } else { G::Word::EMPTY });
    let mut others = None;
    // The side without kings first.
    let first = usize::from(any && !white_has);
    for at in [1 - first, first] {
        let Some(&part) = parts.get(at) else { continue };
        let moves = man_moves(problem, &part);
        let walk = walk(problem, part, &moves, &free, sink);
        let has_kings = any && (part.side == Side::White) == white_has;
        if let (true, Some(other_start)) = (has_kings, others) {
            let sets = if white_has { &kings.white } else { &kings.black };
            let mut inside = ToOneSide { sets, free: &free, start: part.start, other_start };
            walk.go(0..1, &kings.white, &mut inside, &mut scratch.memory)?;
        } else {
            walk.go(0..1, &kings.white, &mut NoneInside, &mut scratch.memory)?;
        }
        others = Some(part.start);
    }
    Ok(())
}

/// Both sides have kings.
fn solve_planes<G: TableDraughts>(
    problem: &DraughtsProblem<G>,
    kings: &Kings,
    pairs: &Pairs,
    parts: &[Part<G::Word>],
    sink: Sink,
    scratch: &mut Scratch<G>,
) -> Result<(), DepthOverflow> {
    let Scratch { planes, lines, memory, can_win, can_lose } = scratch;
    for (at, part) in parts.iter().enumerate() {
        let free_set = G::MASKS.squares & !(part.men.white | part.men.black);
        let free = FreeSquares::new(free_set);
        lines[at].lay::<G>(free_set, &free);
        let moves = man_moves(problem, part);
        let walk = walk(problem, *part, &moves, &free, sink);
        let white_moves = part.side == Side::White;
        let (rows, bits) = if white_moves { (&kings.white, &kings.black) } else { (&kings.black, &kings.white) };
        planes[at].clear(rows.len * bits.words);
        let Planes { can_win: own_win, can_lose: own_lose, lined_up, .. } = &mut planes[at];
        if white_moves {
            expand(
                &walk,
                kings,
                own_win,
                own_lose,
                Strides { white: bits.words as u32 * 64, black: 1 },
                lined_up,
                memory,
            )?;
        } else {
            for plane in [&mut *can_win, &mut *can_lose] {
                plane.clear();
                plane.resize(kings.white.len * kings.black.words, 0);
            }
            expand(
                &walk,
                kings,
                can_win,
                can_lose,
                Strides { white: 1, black: bits.words as u32 * 64 },
                lined_up,
                memory,
            )?;
            transpose(can_win, kings.white.len, kings.black.len, own_win);
            transpose(can_lose, kings.white.len, kings.black.len, own_lose);
        }
    }
    let halves: Vec<Half> = parts
        .iter()
        .zip(&*lines)
        .map(|(part, lines)| {
            let white_moves = part.side == Side::White;
            let (rows, bits) = if white_moves { (&kings.white, &kings.black) } else { (&kings.black, &kings.white) };
            Half { rows, bits, white_moves, start: part.start, lines }
        })
        .collect();
    let layout = Layout { halves: &halves, pairs, turned: kings.turned.as_deref() };
    propagate(&layout, sink.scale, &mut planes[..parts.len()], sink.values)
}

/// Works out the positions with a capture on, and no others: nothing of them is in the layer.
pub fn fill_captures<G: TableDraughts>(
    problem: &DraughtsProblem<G>,
    kings: &Kings,
    layer: &Layer<G>,
    sink: Sink,
) -> Result<(), DepthOverflow> {
    let any = kings.white.size + kings.black.size > 0;
    for &part in layer.parts() {
        let men = part.men.white | part.men.black;
        let free = FreeSquares::new(if any { G::MASKS.squares & !men } else { G::Word::EMPTY });
        let walk = walk(problem, part, &[], &free, sink);
        let sets = if kings.pairs.is_some() { kings.white.len } else { 1 };
        let at_once = (CHUNK / kings.black.len.max(1)).max(1);
        if sets <= 4 * at_once {
            problem
                .scratches
                .with(|scratch| walk.go(0..sets, &kings.white, &mut CapturesAlone, &mut scratch.memory))?;
            continue;
        }
        (0..sets.div_ceil(at_once)).into_par_iter().try_for_each_init(Memory::default, |memory, piece| {
            let range = piece * at_once..((piece + 1) * at_once).min(sets);
            walk.go(range, &kings.white, &mut CapturesAlone, memory)
        })?;
    }
    Ok(())
}

/// Walks a part, large ones in pieces that threads share.
fn expand<G: TableDraughts>(
    walk: &Walk<G>,
    kings: &Kings,
    can_win: &mut [u64],
    can_lose: &mut [u64],
    strides: Strides,
    lined_up: &mut LinedUp,
    memory: &mut Memory<G>,
) -> Result<(), DepthOverflow> {
    let words = kings.black.words;
    let sets = kings.white.len;
    if sets * kings.black.len <= 4 * CHUNK {
        return walk.go(
            0..sets,
            &kings.white,
            &mut ToPlanes::new(can_win, can_lose, words, 0, lined_up, strides),
            memory,
        );
    }
    let at_once = (CHUNK / kings.black.len).max(1);
    let mut pieces: Vec<LinedUp> = can_win
        .par_chunks_mut(at_once * words)
        .zip(can_lose.par_chunks_mut(at_once * words))
        .enumerate()
        .map_init(Memory::default, |memory, (piece, (can_win, can_lose))| {
            let mut lined_up = LinedUp::default();
            let first = piece * at_once;
            let range = first..(first + at_once).min(sets);
            let mut inside = ToPlanes::new(can_win, can_lose, words, first, &mut lined_up, strides);
            walk.go(range, &kings.white, &mut inside, memory)?;
            Ok(lined_up)
        })
        .collect::<Result<_, DepthOverflow>>()?;
    pieces.iter_mut().for_each(|piece| lined_up.append(piece));
    Ok(())
}
