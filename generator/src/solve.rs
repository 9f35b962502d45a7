//! Solving one layer: wins and losses go backward from its exits, in order of depth. Knows no game.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use dambase_format::Code;

use crate::problem::{Expansion, LayerProblem};
use crate::solved::Values;

/// Values as they are counted: with depths, or as win, draw and loss alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depths {
    /// Plies to the end.
    Exact,
    /// All wins alike, all losses alike: for tables whose predecessors have no depths either.
    Ignored,
}

/// The best that the moves out of a layer give the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Exits {
    wins_are_odd: bool,
    depths: Depths,
    /// Plies of the quickest win; `NONE` where there is none.
    win: u16,
    draw: bool,
    /// Plies of the slowest loss among moves that lose; 0 where there is none.
    loss: u16,
}

const NONE: u16 = u16::MAX;

impl Exits {
    /// No exits yet.
    pub fn new(wins_are_odd: bool, depths: Depths) -> Self {
        Exits { wins_are_odd, depths, win: NONE, draw: false, loss: 0 }
    }

    fn clear(&mut self) {
        *self = Exits::new(self.wins_are_odd, self.depths);
    }

    /// A move leads to a position that is worth `code` to the opponent, who is to move there.
    #[inline(always)]
    pub fn lead_to(&mut self, code: Code) {
        if code == 0 {
            self.draw = true;
            return;
        }
        // The code is the opponent's plies plus one: the very plies from here.
        let opponent_loses = (code % 2 == 1) == self.wins_are_odd;
        let plies = match self.depths {
            Depths::Exact => code,
            // The least number of plies of the right parity that a move can need.
            Depths::Ignored => 2 - code % 2,
        };
        if opponent_loses {
            self.win = self.win.min(plies);
        } else {
            self.loss = self.loss.max(plies);
        }
    }

    /// The value when there are no other moves: a win, else a draw, else the slowest loss.
    pub fn best(&self) -> Code {
        if self.win != NONE {
            self.win + 1
        } else if self.draw {
            0
        } else {
            self.loss + 1
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
    /// Plies of the slowest loss by an exit.
    exit_loss: u16,
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
    /// Nodes lined up by the plies at which they are to be settled.
    by_plies: Vec<Vec<u32>>,
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

/// Solves a layer and stores its values. `forced` gets a bit for each position (by its number in the slice) whose moves all
/// leave the slice.
pub fn solve_layer<L: LayerProblem>(
    layer: &L,
    wins_are_odd: bool,
    depths: Depths,
    values: &Values,
    forced: &[AtomicU64],
) -> Result<(), DepthOverflow> {
    // Taken out, not borrowed: while a large layer waits for its chunks, this thread may begin another layer.
    let mut scratch = SCRATCH.take();
    let Scratch { nodes, by_plies } = &mut scratch;
    nodes.clear();
    nodes.resize(layer.nodes(), Node::default());
    expand_all(layer, wins_are_odd, depths, nodes, by_plies, forced);
    propagate(layer, wins_are_odd, nodes, by_plies);
    let stored = nodes.iter().enumerate().try_for_each(|(at, node)| values.set(layer.index(at as u32), node.code));
    SCRATCH.set(scratch);
    stored
}

/// Nodes of a piece of work that one thread takes at a time.
const CHUNK: usize = 1 << 14;

fn expand_all<L: LayerProblem>(
    layer: &L,
    wins_are_odd: bool,
    depths: Depths,
    nodes: &mut [Node],
    by_plies: &mut Vec<Vec<u32>>,
    forced: &[AtomicU64],
) {
    let expand = |range: Range<usize>, nodes: &mut [Node], line_up: &mut dyn FnMut(u32, u16)| {
        let mut exits = Exits::new(wins_are_odd, depths);
        for (node, at) in nodes.iter_mut().zip(range) {
            let at = at as u32;
            exits.clear();
            match layer.expand(at, &mut exits) {
                Expansion::Over(0) => {}
                Expansion::Over(code) => line_up(at, code - 1),
                Expansion::Forced => {
                    let index = layer.index(at);
                    forced[(index / 64) as usize].fetch_or(1 << (index % 64), Ordering::Relaxed);
                    let code = exits.best();
                    if code != 0 {
                        line_up(at, code - 1);
                    }
                }
                Expansion::Open(inside) => {
                    assert!(inside <= MOST_OPEN, "no position has so many moves");
                    node.open = inside as u16;
                    node.exit_loss = exits.loss;
                    if exits.win != NONE {
                        node.open |= HOLDS;
                        line_up(at, exits.win);
                    } else if exits.draw {
                        node.open |= HOLDS;
                    } else if inside == 0 {
                        line_up(at, exits.loss);
                    }
                }
            }
        }
    };
    if nodes.len() <= 2 * CHUNK {
        let mut line_up = |at, plies| push(by_plies, at, plies);
        expand(0..nodes.len(), nodes, &mut line_up);
    } else {
        let lined_up: Vec<Vec<(u16, u32)>> = nodes
            .par_chunks_mut(CHUNK)
            .enumerate()
            .map(|(i, nodes)| {
                let mut lined_up = Vec::new();
                let range = i * CHUNK..i * CHUNK + nodes.len();
                expand(range, nodes, &mut |at, plies| lined_up.push((plies, at)));
                lined_up
            })
            .collect();
        for (plies, at) in lined_up.into_iter().flatten() {
            push(by_plies, at, plies);
        }
    }
}

#[inline(always)]
fn push(by_plies: &mut Vec<Vec<u32>>, node: u32, plies: u16) {
    let plies = usize::from(plies);
    if by_plies.len() <= plies {
        by_plies.resize_with(plies + 1, Vec::new);
    }
    by_plies[plies].push(node);
}

/// Settles nodes in order of depth, so that each gets its least win or, when all its moves are known to lose, its greatest
/// loss. What is never lined up is drawn.
fn propagate<L: LayerProblem>(layer: &L, wins_are_odd: bool, nodes: &mut [Node], by_plies: &mut Vec<Vec<u32>>) {
    let mut plies = 0;
    while plies < by_plies.len() {
        let mut settled = std::mem::take(&mut by_plies[plies]);
        let is_win = (plies % 2 == 1) == wins_are_odd;
        let code = plies as u16 + 1;
        for at in settled.drain(..) {
            if nodes[at as usize].code != 0 {
                // Won quicker already.
                continue;
            }
            nodes[at as usize].code = code;
            layer.for_each_predecessor(at, |before| {
                let node = &mut nodes[before as usize];
                if node.code != 0 || node.open & MOST_OPEN as u16 == 0 {
                    // Settled, or its moves all leave the layer.
                    return;
                }
                if is_win {
                    node.open -= 1;
                    // No flag and no move left: every move loses, the slowest one last.
                    if node.open == 0 {
                        let plies = (plies as u16 + 1).max(node.exit_loss);
                        push(by_plies, before, plies);
                    }
                } else if node.open & LINED_UP == 0 {
                    node.open |= LINED_UP;
                    push(by_plies, before, plies as u16 + 1);
                }
            });
        }
        // The room is used again.
        by_plies[plies] = settled;
        plies += 1;
    }
}
