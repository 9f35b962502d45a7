//! Rows of positions: all that differ in the square of one piece.
//!
//! A row is a word of 64 bits, one for each square of that piece, the *last* one of the numbering; kings and the *outer* pieces
//! stand where the number of the row says. Kings, six bits for each outer piece: a row that one of them leads to is a few bits
//! away.

use dambase_format::ChessSlice;
use dambase_rules::Side;
use dambase_rules::chess::{Kind, Position, Symmetry, between, bit, king_attacks, piece_attacks, squares};

/// Pieces beside kings and the last one, at most.
pub const MOST_OUTER: usize = 3;

const NONE: u16 = u16::MAX;

/// A piece beside kings and pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man {
    pub side: Side,
    pub kind: Kind,
}

/// The numbering of the rows of one layer.
pub struct Frame {
    pub pawns: [u64; 2],
    pub outer: Vec<Man>,
    pub last: Man,
    /// Some outer pieces are alike: they stand in the order of their squares.
    alike: bool,
    /// The squares of the kings, White's first, by number.
    kings: Vec<[u8; 2]>,
    /// By White's king, then Black's: the symmetry that brings them to a numbered pair, and its number.
    placed: Box<[[(Symmetry, u16); 64]; 64]>,
}

/// Where the pieces of a row stand, but for the last.
#[derive(Clone, Copy)]
pub struct Rest {
    pub kings: [u8; 2],
    pub outer: [u8; MOST_OUTER],
    /// All squares they and the pawns stand on.
    pub occupied: u64,
}

impl Frame {
    /// Rows for the positions with these pawns and their mirror images. `None` where this is not the way to number them: there is
    /// no piece beside kings and pawns, there are too many, or positions with pawns and Black to move are numbered by another
    /// layer.
    pub fn new(slice: &ChessSlice, pawns: [u64; 2]) -> Option<Self> {
        let with_pawns = pawns != [0, 0];
        let mut outer: Vec<Man> = slice
            .groups()
            .flat_map(|(side, kind, count)| std::iter::repeat_n(Man { side, kind }, count as usize))
            .collect();
        let Some(last) = outer.pop() else { return with_pawns.then(|| Frame::of_kings(pawns)) };
        if outer.len() > MOST_OUTER || with_pawns && slice.is_symmetric() {
            return None;
        }
        let mut kings = Vec::new();
        let mut placed = Box::new([[(Symmetry::IDENTITY, NONE); 64]; 64]);
        let stands_for_all = |square: u8| with_pawns || square & 7 < 4 && square >> 3 <= square & 7;
        let apart = |white: u8, black: u8| white != black && king_attacks(white) & bit(black) == 0;
        for white in (0..64).filter(|&white| stands_for_all(white)) {
            for black in (0..64).filter(|&black| apart(white, black)) {
                placed[usize::from(white)][usize::from(black)].1 = kings.len() as u16;
                kings.push([white, black]);
            }
        }
        for white in (0..64).filter(|&white| !stands_for_all(white)) {
            let by = Symmetry::ALL.into_iter().find(|symmetry| stands_for_all(symmetry.square(white)));
            let by = by.expect("the triangle stands for all of the board");
            for black in (0..64).filter(|&black| apart(white, black)) {
                let number = placed[usize::from(by.square(white))][usize::from(by.square(black))].1;
                placed[usize::from(white)][usize::from(black)] = (by, number);
            }
        }
        let alike = outer.windows(2).any(|two| two[0] == two[1]);
        // Rows are numbered in 32 bits.
        ((kings.len() as u64) << (6 * outer.len()) <= 1 << 31).then_some(Frame {
            pawns,
            outer,
            last,
            alike,
            kings,
            placed,
        })
    }

    /// Rows of Black's king, one for each square of White's.
    fn of_kings(pawns: [u64; 2]) -> Self {
        let mut placed = Box::new([[(Symmetry::IDENTITY, NONE); 64]; 64]);
        for white in 0..64u8 {
            placed[usize::from(white)] = [(Symmetry::IDENTITY, white.into()); 64];
        }
        let last = Man { side: Side::Black, kind: Kind::King };
        // Black's king is not part of what is numbered: White's stands for it, too.
        let kings = (0..64).map(|white| [white, white]).collect();
        Frame { pawns, outer: Vec::new(), last, alike: false, kings, placed }
    }

    /// The last piece is Black's king.
    #[inline(always)]
    pub fn is_of_kings(&self) -> bool {
        self.last.kind == Kind::King
    }

    /// How many rows there are numbers for.
    pub fn len(&self) -> usize {
        self.kings.len() << (6 * self.outer.len())
    }

    /// Where the pieces of a row stand.
    #[inline(always)]
    pub fn rest(&self, row: u32) -> Rest {
        let kings = self.kings[(row >> (6 * self.outer.len())) as usize];
        let mut occupied = self.pawns[0] | self.pawns[1] | bit(kings[0]) | bit(kings[1]);
        let mut outer = [0; MOST_OUTER];
        for (at, square) in outer[..self.outer.len()].iter_mut().enumerate() {
            *square = (row >> self.shift(at) & 63) as u8;
            occupied |= bit(*square);
        }
        Rest { kings, outer, occupied }
    }

    /// The pieces stand on squares of their own, and pieces that are alike in the order of their squares.
    pub fn stands(&self, rest: &Rest) -> bool {
        let kings = if self.is_of_kings() { 1 } else { 2 };
        let men = kings + self.outer.len() as u32 + (self.pawns[0] | self.pawns[1]).count_ones();
        let ordered = |at: usize| self.outer[at - 1] != self.outer[at] || rest.outer[at - 1] < rest.outer[at];
        rest.occupied.count_ones() == men && (1..self.outer.len()).all(ordered)
    }

    /// The position of a row, without its last piece.
    pub fn position(&self, rest: &Rest, side: Side) -> Position {
        let mut position = Position { side, ..Position::EMPTY };
        for side in [Side::White, Side::Black] {
            if side != self.last.side || !self.is_of_kings() {
                position.put(rest.kings[side as usize], side, Kind::King);
            }
            position.colours[side as usize] |= self.pawns[side as usize];
            position.kinds[Kind::Pawn as usize] |= self.pawns[side as usize];
        }
        for (man, &square) in self.outer.iter().zip(&rest.outer) {
            position.put(square, man.side, man.kind);
        }
        position
    }

    #[inline(always)]
    fn shift(&self, outer: usize) -> usize {
        6 * (self.outer.len() - 1 - outer)
    }

    /// Calls `visit(row, symmetry, between)` for each row that a quiet move of the king or an outer piece of `side` leads to: the
    /// last piece is moved by the symmetry there, and must not stand between. Of two rows that are each other's reflection it is
    /// one.
    #[inline(always)]
    pub fn for_each_after(&self, side: Side, row: u32, rest: &Rest, visit: impl FnMut(u32, Symmetry, u64)) {
        self.for_each_beside::<false>(side, row, rest, visit);
    }

    /// The same for rows from which a move leads here. Of two rows that are each other's reflection, White's king on the
    /// diagonal, it is both: a move leads from one of them to this row, and from the other to its reflection, which has the same
    /// number.
    #[inline(always)]
    pub fn for_each_before(&self, side: Side, row: u32, rest: &Rest, visit: impl FnMut(u32, Symmetry, u64)) {
        self.for_each_beside::<true>(side, row, rest, visit);
    }

    #[inline(always)]
    fn for_each_beside<const BACK: bool>(
        &self,
        side: Side,
        row: u32,
        rest: &Rest,
        mut visit: impl FnMut(u32, Symmetry, u64),
    ) {
        let shift = 6 * self.outer.len();
        let squares_of_outer = row & ((1 << shift) - 1);
        let [white, black] = rest.kings;
        let king_is_last = self.is_of_kings() && side == self.last.side;
        for to in squares(if king_is_last { 0 } else { king_attacks(rest.kings[side as usize]) & !rest.occupied }) {
            let (white, black) = if side == Side::White { (to, black) } else { (white, to) };
            let (symmetry, kings) = self.placed[usize::from(white & 63)][usize::from(black & 63)];
            if kings == NONE {
                continue;
            }
            let outer =
                if symmetry == Symmetry::IDENTITY { squares_of_outer } else { self.outer_moved(rest, symmetry) };
            visit(u32::from(kings) << shift | outer, symmetry, 0);
            if BACK && side == Side::White && self.pawns == [0, 0] {
                let [white, black] = [white, black].map(|square| Symmetry::DIAGONAL.square(symmetry.square(square)));
                if white >> 3 == white & 7 {
                    let symmetry = symmetry.then_reflected();
                    let kings = self.placed[usize::from(white & 63)][usize::from(black & 63)].1;
                    visit(u32::from(kings) << shift | self.outer_moved(rest, symmetry), symmetry, 0);
                }
            }
        }
        for (at, man) in self.outer.iter().enumerate().filter(|(_, man)| man.side == side) {
            let from = rest.outer[at];
            let shift = self.shift(at);
            for to in squares(piece_attacks(man.kind, from, rest.occupied) & !rest.occupied) {
                let moved = row & !(63 << shift) | u32::from(to) << shift;
                let moved = if self.alike { self.in_order(moved) } else { moved };
                visit(moved, Symmetry::IDENTITY, between(from, to));
            }
        }
    }

    #[inline(always)]
    fn outer_moved(&self, rest: &Rest, symmetry: Symmetry) -> u32 {
        let squares = rest.outer[..self.outer.len()].iter();
        let moved = squares.fold(0, |row, &square| row << 6 | u32::from(symmetry.square(square)));
        if self.alike { self.in_order(moved) } else { moved }
    }

    /// The row with the pieces that are alike in the order of their squares.
    fn in_order(&self, row: u32) -> u32 {
        let mut row = row;
        for end in (1..self.outer.len()).rev() {
            for at in 1..=end {
                let (one, other) = (self.shift(at - 1), self.shift(at));
                let difference = (row >> one ^ row >> other) & 63;
                if self.outer[at - 1] == self.outer[at] && row >> one & 63 > row >> other & 63 {
                    row ^= difference << one | difference << other;
                }
            }
        }
        row
    }
}
