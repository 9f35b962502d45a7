//! The moves of kings inside a layer, 64 positions at a time.
//!
//! A position of the kings is a pair of sets. In the planes of a half, that is of one side to move, the rows are the sets of the
//! side to move and the bits of a row are the sets of the side that waits: so a move of a king goes from one row to another, for
//! all 64 positions of a word at once but those whose waiting kings stand in its way. What such a move leads to, a position in
//! which the other side is to move, is kept in the same planes in the same order. A position that is settled is announced once to
//! the planes of the other half, where its rows and bits change places.

use dambase_format::Code;

use super::lines::{END, Lines};
use super::sets::{KingSets, NO_SET, Pairs};
use crate::solve::{DepthOverflow, Scale, ToTheEnd};
use crate::solved::Values;

/// One side to move.
pub struct Half<'a> {
    /// The sets of the side to move.
    pub rows: &'a KingSets,
    /// The sets of the side that waits.
    pub bits: &'a KingSets,
    /// The rows are White's sets in the numbering of the slice.
    pub white_moves: bool,
    /// The number in the slice of the first position.
    pub start: u64,
    pub lines: &'a Lines,
}

/// Both sides to move; one half alone where the layer is its own mirror image.
pub struct Layout<'a> {
    pub halves: &'a [Half<'a>],
    pub pairs: &'a Pairs,
    /// In symmetric material each half is seen by its side to move: the sets as the other half sees them.
    pub turned: Option<&'a [u32]>,
}

impl Layout<'_> {
    /// The number in the slice of a position.
    #[inline(always)]
    fn number(&self, half: usize, row: usize, bit: usize) -> u64 {
        let half = &self.halves[half];
        let (white, black) = if half.white_moves { (row, bit) } else { (bit, row) };
        half.start + self.pairs.number(white, black)
    }

    /// A set as the other half numbers it.
    #[inline(always)]
    fn across(&self, set: usize) -> usize {
        match self.turned {
            None => set,
            Some(turned) => turned[set] as usize,
        }
    }
}

/// Positions of a half that are settled before kings move: a position is `(row * words + word) * 64 + bit`.
#[derive(Default)]
pub struct LinedUp {
    /// Whose value is known and stored, by code.
    pub known: Vec<Vec<u32>>,
    /// Who can win by a move out of the layer, by the code of that.
    pub wins: Vec<Vec<u32>>,
    /// Who have a losing move out of the layer and none that is better: the code of the slowest is stored for the time being.
    pub tentative: Vec<u32>,
    /// Numbers of those among them whose code does not fit: the greatest is stored.
    pub deep: Vec<u64>,
}

/// Adds a position to those of a code.
#[inline(always)]
pub fn line_up(by_code: &mut Vec<Vec<u32>>, code: Code, position: u32) {
    let code = usize::from(code);
    if by_code.len() <= code {
        by_code.resize_with(code + 1, Vec::new);
    }
    by_code[code].push(position);
}

impl LinedUp {
    pub fn clear(&mut self) {
        self.known.iter_mut().chain(&mut self.wins).for_each(Vec::clear);
        self.tentative.clear();
        self.deep.clear();
    }

    /// Adds another's.
    pub fn append(&mut self, other: &mut LinedUp) {
        for (own, others) in [(&mut self.known, &mut other.known), (&mut self.wins, &mut other.wins)] {
            if own.len() < others.len() {
                own.resize_with(others.len(), Vec::new);
            }
            for (own, others) in own.iter_mut().zip(others) {
                own.append(others);
            }
        }
        self.tentative.append(&mut other.tentative);
        self.deep.append(&mut other.deep);
    }
}

/// Planes of a half, a word for each 64 positions of a row.
#[derive(Default)]
pub struct Planes {
    /// The side to move has a king's move and is not settled.
    pub can_win: Vec<u64>,
    /// Besides, it has no better move out of the layer than losing ones.
    pub can_lose: Vec<u64>,
    pub lined_up: LinedUp,
    /// The side that waits would win if it were to move.
    won: Vec<u64>,
    /// Positions with the other side to move that were settled a ply ago, and the words that have some.
    fresh: Marks,
    /// The same of this ply.
    next: Marks,
    candidates: Marks,
    settled: Vec<(u32, u64)>,
}

/// A plane and the words of it that are not empty.
#[derive(Default)]
struct Marks {
    plane: Vec<u64>,
    words: Vec<u32>,
}

impl Marks {
    /// Adds positions to a word.
    #[inline(always)]
    fn add(&mut self, word: usize, bits: u64) {
        if self.plane[word] == 0 {
            self.words.push(word as u32);
        }
        self.plane[word] |= bits;
    }

    /// A plane of `len` words that is empty.
    fn empty(&mut self, len: usize) {
        debug_assert!(self.words.is_empty());
        self.plane.resize(len, 0);
    }
}

impl Planes {
    /// Empties the planes, `len` words each.
    pub fn clear(&mut self, len: usize) {
        for plane in [&mut self.can_win, &mut self.can_lose, &mut self.won] {
            plane.clear();
            plane.resize(len, 0);
        }
        for marks in [&mut self.fresh, &mut self.next, &mut self.candidates] {
            marks.empty(len);
        }
        self.lined_up.clear();
    }

    fn is_done(&self, code: usize) -> bool {
        let LinedUp { known, wins, .. } = &self.lined_up;
        self.fresh.words.is_empty() && known.len() <= code && wins.len() <= code
    }
}

/// Settles positions in order of depth, as [`crate::solve`] does, and stores their codes.
pub fn propagate(
    layout: &Layout,
    scale: ToTheEnd,
    planes: &mut [Planes],
    values: &Values,
) -> Result<(), DepthOverflow> {
    let mut run = Run { layout, values, planes };
    let halves = layout.halves.len();
    let mut at_code = 1;
    while !run.planes.iter().all(|planes| planes.is_done(at_code)) {
        let code = at_code as Code;
        let is_win = scale.is_win(code);
        for half in 0..halves {
            run.settle_lined_up(half, code, is_win)?;
            if is_win {
                run.spread_losses(half, code)?;
            } else {
                run.spread_wins(half, code)?;
            }
        }
        for planes in run.planes.iter_mut() {
            std::mem::swap(&mut planes.fresh, &mut planes.next);
        }
        at_code += 1;
    }
    for half in 0..halves {
        // What stayed open is drawn.
        for &position in &run.planes[half].lined_up.tentative {
            let (word, bit) = (position as usize / 64, position % 64);
            if run.planes[half].can_lose[word] >> bit & 1 == 1 {
                let words = layout.halves[half].bits.words;
                values.set(layout.number(half, word / words, word % words * 64 + bit as usize), 0)?;
            }
        }
    }
    Ok(())
}

struct Run<'a> {
    layout: &'a Layout<'a>,
    values: &'a Values,
    planes: &'a mut [Planes],
}

impl Run<'_> {
    /// Tells the other half that positions of a word are settled.
    #[inline(always)]
    fn announce(&mut self, half: usize, row: usize, bit: usize, is_win: bool) {
        let other = self.planes.len() - 1 - half;
        let (row, bit) = (self.layout.across(bit), self.layout.across(row));
        let word = row * self.layout.halves[other].bits.words + bit / 64;
        let planes = &mut self.planes[other];
        planes.next.add(word, 1 << (bit % 64));
        if is_win {
            planes.won[word] |= 1 << (bit % 64);
        }
    }

    fn settle_lined_up(&mut self, half: usize, code: Code, is_win: bool) -> Result<(), DepthOverflow> {
        let words = self.layout.halves[half].bits.words;
        let place = |position: u32| {
            let word = position as usize / 64;
            (word, word / words, word % words * 64 + position as usize % 64)
        };
        let at = usize::from(code);
        if let Some(known) = self.planes[half].lined_up.known.get_mut(at) {
            let mut known = std::mem::take(known);
            for position in known.drain(..) {
                let (_, row, bit) = place(position);
                self.announce(half, row, bit, is_win);
            }
            self.planes[half].lined_up.known[at] = known;
        }
        if let Some(wins) = self.planes[half].lined_up.wins.get_mut(at) {
            let mut wins = std::mem::take(wins);
            for position in wins.drain(..) {
                let (word, row, bit) = place(position);
                let planes = &mut self.planes[half];
                if planes.can_win[word] >> (bit % 64) & 1 == 1 {
                    planes.can_win[word] &= !(1 << (bit % 64));
                    self.values.set(self.layout.number(half, row, bit), code)?;
                    self.announce(half, row, bit, is_win);
                }
            }
            self.planes[half].lined_up.wins[at] = wins;
        }
        Ok(())
    }

    /// Who can move to a position that the other side loses, wins.
    fn spread_losses(&mut self, half: usize, code: Code) -> Result<(), DepthOverflow> {
        let Half { rows, bits, lines, .. } = self.layout.halves[half];
        let words = bits.words;
        let Planes { can_win, can_lose, fresh, settled, .. } = &mut self.planes[half];
        settled.clear();
        for at in fresh.words.drain(..) {
            let at = at as usize;
            let lost = std::mem::take(&mut fresh.plane[at]);
            let (row, word) = (at / words, at % words);
            for (member, &square) in rows.members(row).iter().enumerate() {
                let moved = rows.moved(row, member);
                for line in lines.from(square) {
                    let mut reached = lost;
                    for &to in line {
                        if to == END {
                            break;
                        }
                        let row = moved[usize::from(to)];
                        if row == NO_SET {
                            break;
                        }
                        reached &= !bits.holding(to, word);
                        if reached == 0 {
                            break;
                        }
                        let at = row as usize * words + word;
                        let won = reached & can_win[at];
                        if won != 0 {
                            can_win[at] &= !won;
                            can_lose[at] &= !won;
                            settled.push((at as u32, won));
                        }
                    }
                }
            }
        }
        let settled = std::mem::take(&mut self.planes[half].settled);
        for &(at, won) in &settled {
            let (row, word) = (at as usize / words, at as usize % words);
            for bit in won.each_bit() {
                let bit = word * 64 + bit;
                self.values.set(self.layout.number(half, row, bit), code)?;
                self.announce(half, row, bit, true);
            }
        }
        self.planes[half].settled = settled;
        Ok(())
    }

    /// Who can only move to positions that the other side wins, loses.
    fn spread_wins(&mut self, half: usize, code: Code) -> Result<(), DepthOverflow> {
        let Half { rows, bits, lines, .. } = self.layout.halves[half];
        let words = bits.words;
        let Planes { can_win, can_lose, fresh, won, candidates, settled, .. } = &mut self.planes[half];
        for at in fresh.words.drain(..) {
            let at = at as usize;
            let won = std::mem::take(&mut fresh.plane[at]);
            let (row, word) = (at / words, at % words);
            for (member, &square) in rows.members(row).iter().enumerate() {
                let moved = rows.moved(row, member);
                for line in lines.from(square) {
                    let mut reached = won;
                    for &to in line {
                        if to == END {
                            break;
                        }
                        let row = moved[usize::from(to)];
                        if row == NO_SET {
                            break;
                        }
                        reached &= !bits.holding(to, word);
                        if reached == 0 {
                            break;
                        }
                        let at = row as usize * words + word;
                        let may_lose = reached & can_lose[at];
                        if may_lose != 0 {
                            candidates.add(at, may_lose);
                        }
                    }
                }
            }
        }
        settled.clear();
        for at in candidates.words.drain(..) {
            let at = at as usize;
            let mut lost = std::mem::take(&mut candidates.plane[at]);
            let (row, word) = (at / words, at % words);
            'moves: for (member, &square) in rows.members(row).iter().enumerate() {
                let moved = rows.moved(row, member);
                for line in lines.from(square) {
                    let mut reached = lost;
                    for &to in line {
                        if to == END {
                            break;
                        }
                        let row = moved[usize::from(to)];
                        if row == NO_SET {
                            break;
                        }
                        reached &= !bits.holding(to, word);
                        // Where the other side does not win, this one does not lose.
                        let holds = reached & !won[row as usize * words + word];
                        lost &= !holds;
                        reached &= !holds;
                        if reached == 0 {
                            break;
                        }
                    }
                    if lost == 0 {
                        break 'moves;
                    }
                }
            }
            if lost != 0 {
                can_win[at] &= !lost;
                can_lose[at] &= !lost;
                settled.push((at as u32, lost));
            }
        }
        let settled = std::mem::take(&mut self.planes[half].settled);
        for &(at, lost) in &settled {
            let (row, word) = (at as usize / words, at as usize % words);
            for bit in lost.each_bit() {
                let in_row = word * 64 + bit;
                let number = self.layout.number(half, row, in_row);
                let exit = self.values.get(number);
                let lined_up = &mut self.planes[half].lined_up;
                if !lined_up.deep.is_empty() && lined_up.deep.contains(&number) {
                    return Err(DepthOverflow);
                }
                if exit > code {
                    // The slowest loss is a move out of the layer, and it is stored.
                    line_up(&mut lined_up.known, exit, at * 64 + bit as u32);
                } else {
                    self.values.set(number, code)?;
                    self.announce(half, row, in_row, false);
                }
            }
        }
        self.planes[half].settled = settled;
        Ok(())
    }
}

/// The bits of a word that are set, lowest first.
trait EachBit {
    fn each_bit(self) -> impl Iterator<Item = usize>;
}

impl EachBit for u64 {
    #[inline(always)]
    fn each_bit(self) -> impl Iterator<Item = usize> {
        dambase_rules::bits::Bits::each(self).map(|bit| bit as usize)
    }
}
