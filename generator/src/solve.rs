//! Solving one layer: wins and losses go backward from its exits, in order of depth. Knows no game.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use dambase_format::Code;

use crate::problem::{Expansion, LayerProblem};
use crate::solved::Values;

/// How codes are counted. Zero stands for a draw; greater codes of the same kind are farther from the end.
pub trait Scale: Copy + Send + Sync {
    /// A code other than zero stands for a win of the side to move.
    fn is_win(self, code: Code) -> bool;
    /// The code, to the side that moves, of a move inside a layer to a position of this code, which is not zero; zero where that
    /// is too far to count.
    fn before(self, code: Code) -> Code;
    /// The same for a move out of the layer.
    #[inline(always)]
    fn before_exit(self, code: Code) -> Code {
        self.before(code)
    }
}

/// Values as they are counted: with depths, or as win, draw and loss alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depths {
    /// Plies to the end.
    Exact,
    /// All wins alike, all losses alike: for tables whose predecessors have no depths either.
    Ignored,
}

/// Plies to the end of the game, plus one. Their parity tells wins from losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ToTheEnd {
    /// Wins take an odd number of plies.
    pub wins_are_odd: bool,
    /// Whether depths mean anything.
    pub depths: Depths,
}

impl Scale for ToTheEnd {
    #[inline(always)]
    fn is_win(self, code: Code) -> bool {
        code.is_multiple_of(2) == self.wins_are_odd
    }

    #[inline(always)]
    fn before(self, code: Code) -> Code {
        code + 1
    }

    #[inline(always)]
    fn before_exit(self, code: Code) -> Code {
        match self.depths {
            Depths::Exact => code + 1,
            // The least number of plies of the right parity that a move can need.
            Depths::Ignored => 3 - code % 2,
        }
    }
}

/// Plies to the end of the game or to a reset of the outer clock: one more than twice the plies in losses, two more in wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ToReset {
    /// What is farther is not won under the rules, whatever is left on the clock.
    pub most_plies: u16,
}

impl ToReset {
    /// The code of a value.
    #[inline(always)]
    pub fn code(win: bool, plies: u16) -> Code {
        1 + 2 * plies + u16::from(win)
    }

    /// The plies of a code other than zero.
    #[inline(always)]
    pub fn plies(code: Code) -> u16 {
        (code - 1) / 2
    }
}

impl Scale for ToReset {
    #[inline(always)]
    fn is_win(self, code: Code) -> bool {
        code.is_multiple_of(2)
    }

    #[inline(always)]
    fn before(self, code: Code) -> Code {
        let plies = Self::plies(code) + 1;
        if plies > self.most_plies { 0 } else { Self::code(!self.is_win(code), plies) }
    }
}

/// The best that the moves out of a layer give the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Exits<S> {
    scale: S,
    /// The better the greater; kept as one number, so that counting a move needs no branch.
    best: Preference,
}

/// Orders codes by how good they are for the side to move: quick wins, slow wins, draws, slow losses, quick losses. 0 where
/// there is no code.
type Preference = u32;

const DRAW: Preference = 1 << 16;

/// A win's preference is this less its code.
const WIN: Preference = 3 << 16;

impl<S: Scale> Exits<S> {
    /// No exits yet.
    pub fn new(scale: S) -> Self {
        Exits { scale, best: 0 }
    }

    /// No exits yet, counted on the same scale.
    pub fn emptied(&self) -> Self {
        Exits::new(self.scale)
    }

    /// Forgets them.
    pub fn clear(&mut self) {
        *self = Exits::new(self.scale);
    }

    /// A move leads to a position that is worth `code` to the opponent, who is to move there.
    #[inline(always)]
    pub fn lead_to(&mut self, code: Code) {
        self.count(if code == 0 { 0 } else { self.scale.before_exit(code) });
    }

    /// A move inside the layer leads to a position that is worth `code` to the opponent, who is to move there.
    #[inline(always)]
    pub fn stay_at(&mut self, code: Code) {
        self.count(if code == 0 { 0 } else { self.scale.before(code) });
    }

    /// A move gives this to the side that makes it.
    #[inline(always)]
    fn count(&mut self, code: Code) {
        let decided = if self.scale.is_win(code) { WIN - Preference::from(code) } else { Preference::from(code) };
        self.best = self.best.max(if code == 0 { DRAW } else { decided });
    }

    /// Adds another's.
    #[inline(always)]
    pub fn merge(&mut self, other: &Self) {
        self.best = self.best.max(other.best);
    }

    /// The quickest win.
    #[inline(always)]
    pub fn win(&self) -> Option<Code> {
        (self.best > DRAW).then(|| (WIN - self.best) as Code)
    }

    /// A move draws, and none wins.
    #[inline(always)]
    pub fn draws(&self) -> bool {
        self.best == DRAW
    }

    /// The slowest loss, where there are losing moves alone; else 0.
    #[inline(always)]
    pub fn loss(&self) -> Code {
        if self.best < DRAW { self.best as Code } else { 0 }
    }

    /// The better of the best exit and of a code for the side to move.
    pub fn better(mut self, code: Code) -> Code {
        self.count(code);
        self.best()
    }

    /// The value when there are no other moves: a win, else a draw, else the slowest loss.
    #[inline(always)]
    pub fn best(&self) -> Code {
        match self.best {
            best if best > DRAW => (WIN - best) as Code,
            DRAW => 0,
            best => best as Code,
        }
    }
}

/// What is known of a node while its layer is solved.
#[derive(Clone, Copy, Default)]
struct Node {
    /// The code once settled; 0 before, and for ever in draws.
    code: Code,
    /// Moves inside the layer that are not known to lose, with flags.
    open: u16,
    /// The code of the slowest loss by an exit; 0 where there is none.
    exit_loss: Code,
}

/// The node cannot be lost: an exit wins or draws.
const HOLDS: u16 = 0x8000;
/// The node is already lined up as won by a move inside the layer.
const LINED_UP: u16 = 0x4000;
/// Moves inside the layer that a node can have.
const MOST_OPEN: u32 = 0x3fff;

/// What a thread needs again and again.
#[derive(Default)]
struct Scratch {
    nodes: Vec<Node>,
    /// Nodes lined up by the codes they are to be settled with.
    by_code: Vec<Vec<u32>>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Bytes of memory a layer takes while it is solved: its nodes, and each lined up at most twice.
pub fn layer_bytes(nodes: u64) -> u64 {
    nodes * (size_of::<Node>() + 2 * size_of::<u32>()) as u64
}

/// A depth that does not fit the values it is to be stored in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DepthOverflow;

/// Solves a layer and stores its values. `forced` gets a bit for each number of the slice that a table need not hold: of positions
/// whose moves all leave the slice, and of nodes that stand for no position.
pub fn solve_layer<S: Scale, L: LayerProblem<S>>(
    layer: &L,
    scale: S,
    values: &Values,
    forced: &[AtomicU64],
) -> Result<(), DepthOverflow> {
    layer.solve(scale, values, forced)
}

/// [`solve_layer`] for any layer, node by node.
pub fn solve_by_nodes<S: Scale, L: LayerProblem<S>>(
    layer: &L,
    scale: S,
    values: &Values,
    forced: &[AtomicU64],
) -> Result<(), DepthOverflow> {
    // Taken out, not borrowed: while a large layer waits for its chunks, this thread may begin another layer.
    let mut scratch = SCRATCH.take();
    let Scratch { nodes, by_code } = &mut scratch;
    nodes.clear();
    nodes.resize(layer.nodes(), Node::default());
    expand_all(layer, scale, nodes, by_code, forced);
    propagate(layer, scale, nodes, by_code);
    let stored = nodes.iter().enumerate().try_for_each(|(at, node)| values.set(layer.index(at as u32), node.code));
    SCRATCH.set(scratch);
    stored
}

/// Sets the bit of a number.
#[inline(always)]
fn mark(bits: &[AtomicU64], index: u64) {
    bits[(index / 64) as usize].fetch_or(1 << (index % 64), Ordering::Relaxed);
}

/// Nodes of a piece of work that one thread takes at a time.
const CHUNK: usize = 1 << 14;

fn expand_all<S: Scale, L: LayerProblem<S>>(
    layer: &L,
    scale: S,
    nodes: &mut [Node],
    by_code: &mut Vec<Vec<u32>>,
    forced: &[AtomicU64],
) {
    let expand = |range: Range<usize>, nodes: &mut [Node], line_up: &mut dyn FnMut(u32, Code)| {
        let mut exits = Exits::new(scale);
        for (node, at) in nodes.iter_mut().zip(range) {
            let at = at as u32;
            exits.clear();
            match layer.expand(at, &mut exits) {
                Expansion::Nowhere => mark(forced, layer.index(at)),
                Expansion::Over(0) => {}
                Expansion::Over(code) => line_up(at, code),
                Expansion::Forced => {
                    mark(forced, layer.index(at));
                    let code = exits.best();
                    if code != 0 {
                        line_up(at, code);
                    }
                }
                Expansion::Open(inside) => {
                    assert!(inside <= MOST_OPEN, "no position has so many moves");
                    node.open = inside as u16;
                    node.exit_loss = exits.loss();
                    if let Some(win) = exits.win() {
                        node.open |= HOLDS;
                        line_up(at, win);
                    } else if exits.draws() {
                        node.open |= HOLDS;
                    } else if inside == 0 {
                        line_up(at, exits.loss());
                    }
                }
            }
        }
    };
    if nodes.len() <= 2 * CHUNK {
        let mut line_up = |at, code| push(by_code, at, code);
        expand(0..nodes.len(), nodes, &mut line_up);
    } else {
        let lined_up: Vec<Vec<(Code, u32)>> = nodes
            .par_chunks_mut(CHUNK)
            .enumerate()
            .map(|(i, nodes)| {
                let mut lined_up = Vec::new();
                let range = i * CHUNK..i * CHUNK + nodes.len();
                expand(range, nodes, &mut |at, code| lined_up.push((code, at)));
                lined_up
            })
            .collect();
        for (code, at) in lined_up.into_iter().flatten() {
            push(by_code, at, code);
        }
    }
}

#[inline(always)]
fn push(by_code: &mut Vec<Vec<u32>>, node: u32, code: Code) {
    let code = usize::from(code);
    if by_code.len() <= code {
        by_code.resize_with(code + 1, Vec::new);
    }
    by_code[code].push(node);
}

/// Settles nodes in order of depth, so that each gets its least win or, when all its moves are known to lose, its greatest
/// loss. What is never lined up is drawn.
fn propagate<S: Scale, L: LayerProblem<S>>(layer: &L, scale: S, nodes: &mut [Node], by_code: &mut Vec<Vec<u32>>) {
    let mut at_code = 1;
    while at_code < by_code.len() {
        let mut settled = std::mem::take(&mut by_code[at_code]);
        let code = at_code as Code;
        let is_win = scale.is_win(code);
        // A greater code than this one, or 0: what leads here is settled later or never.
        let before = scale.before(code);
        for at in settled.drain(..) {
            if nodes[at as usize].code != 0 {
                // Won quicker already.
                continue;
            }
            nodes[at as usize].code = code;
            if before == 0 {
                continue;
            }
            layer.for_each_predecessor(at, |node_before| {
                let node = &mut nodes[node_before as usize];
                if node.code != 0 || node.open & MOST_OPEN as u16 == 0 {
                    // Settled, or its moves all leave the layer.
                    return;
                }
                if is_win {
                    node.open -= 1;
                    // No flag and no move left: every move loses, the slowest one last.
                    if node.open == 0 {
                        let code = before.max(node.exit_loss);
                        push(by_code, node_before, code);
                    }
                } else if node.open & LINED_UP == 0 {
                    node.open |= LINED_UP;
                    push(by_code, node_before, before);
                }
            });
        }
        // The room is used again.
        by_code[at_code] = settled;
        at_code += 1;
    }
}
