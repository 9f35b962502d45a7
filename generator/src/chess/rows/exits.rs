//! What the moves out of a layer give.

use dambase_format::{Code, SliceIndex};
use dambase_rules::Side;
use dambase_rules::chess::{
    Kind, Move, Position, RANK_1, RANK_8, between, bit, for_each_exit, pawn_attacks, pawn_steps, piece_attacks, play,
    squares,
};

use super::super::problem::ChessScale;
use super::frame::Man;
use super::{Beyond, Layer, LinedUp, MATED, SIDES, Some64, at_code, checks_in};
use crate::solve::Exits;

/// No win.
const NONE: Code = Code::MAX;

/// The best that exits give each position of a row.
struct RowExits<S> {
    scale: S,
    /// Positions with an exit.
    any: u64,
    /// Those with an exit to a draw.
    drawn: u64,
    /// Codes of the quickest wins; [`NONE`] where there is none.
    win: [Code; 64],
    /// Codes of the slowest losses; 0 where there is none.
    loss: [Code; 64],
    /// Positions that a capture wins.
    taking_wins: u64,
    /// Positions that a capture draws.
    taking_draws: u64,
}

impl<S: ChessScale> RowExits<S> {
    /// A move, a capture or not, from each of `positions` leads to one that is worth `code` to the opponent.
    #[inline(always)]
    fn lead_to(&mut self, positions: u64, taking: bool, code: Code) {
        self.any |= positions;
        let taking = if taking { positions } else { 0 };
        let before = if code == 0 { 0 } else { self.scale.before_exit(code) };
        if before == 0 {
            self.drawn |= positions;
            self.taking_draws |= taking;
        } else if self.scale.is_win(before) {
            self.taking_wins |= taking;
            squares(positions).for_each(|square| {
                let win = &mut self.win[usize::from(square & 63)];
                *win = before.min(*win);
            });
        } else {
            squares(positions).for_each(|square| {
                let loss = &mut self.loss[usize::from(square & 63)];
                *loss = before.max(*loss);
            });
        }
    }

    /// The best of a position that has an exit.
    #[inline(always)]
    fn best(&self, square: u8) -> Code {
        let at = usize::from(square & 63);
        if self.win[at] != NONE {
            self.win[at]
        } else if self.drawn & bit(square) != 0 {
            0
        } else {
            self.loss[at]
        }
    }
}

impl<S: ChessScale, B: Beyond<S>> Layer<'_, S, B> {
    /// Looks at all exits, and at positions without a move.
    pub(super) fn look_beyond(&self) -> [LinedUp; 2] {
        SIDES.map(|side| {
            let found = self.for_rows(|rows| {
                let mut found = Vec::new();
                for row in rows {
                    let looked = self.look_at(side, row, &mut found);
                    self.plane(side).holds.set(row, looked);
                }
                found
            });
            let mut lined_up = LinedUp::default();
            for (code, some) in found.into_iter().flatten() {
                at_code(&mut lined_up.by_exits, code).push(some);
            }
            lined_up
        })
    }

    /// Puts what exits give the positions of a row in `found`; returns those that are not lost, or not yet.
    fn look_at(&self, side: Side, row: u32, found: &mut Vec<(Code, Some64)>) -> u64 {
        let open = self.plane(side).open.get(row);
        if open == 0 {
            return 0;
        }
        let rest = self.frame.rest(row);
        let mut exits = RowExits {
            scale: self.scale,
            any: 0,
            drawn: 0,
            win: [NONE; 64],
            loss: [0; 64],
            taking_wins: 0,
            taking_draws: 0,
        };
        let position = self.frame.position(&rest, side);
        if self.frame.is_of_kings() {
            self.look_one_by_one(&position, open, &mut exits);
        } else {
            self.look_by_moves(&position, open, &mut exits);
        }
        self.plane(side).taking_wins.set(row, exits.taking_wins);
        self.plane(side).taking_draws.set(row, exits.taking_draws);
        // No move at all: mated or stalemate.
        let without = open & !exits.any;
        let over = if without == 0 { 0 } else { self.all_lose(side, row, &rest, without) };
        let mated = self.plane(side.other()).won.get(row) & over;
        exits.drawn |= over & !mated;
        squares(mated).for_each(|square| exits.loss[usize::from(square & 63)] = MATED);
        let looked = exits.any | over;
        let mut left = looked;
        while left != 0 {
            let code = exits.best(left.trailing_zeros() as u8);
            let alike = squares(left).filter(|&square| exits.best(square) == code).map(bit).sum();
            if code != 0 {
                found.push((code, Some64 { row, squares: alike }));
            }
            left &= !alike;
        }
        looked
    }

    /// Looks at each position by itself.
    fn look_one_by_one(&self, rest: &Position, open: u64, all: &mut RowExits<S>) {
        let last = self.frame.last;
        for square in squares(open) {
            let mut exits = Exits::new(self.scale);
            let position = with(rest, last, square);
            for_each_exit(&position, |mv| {
                if mv.is_capture() {
                    all.lead_to(bit(square), true, self.beyond.code_after(&position, mv, self.scale));
                }
            });
            if self.beyond.look(&position, &mut exits) {
                all.any |= bit(square);
                match exits.best() {
                    0 => all.drawn |= bit(square),
                    code if self.scale.is_win(code) => all.win[usize::from(square & 63)] = code,
                    code => all.loss[usize::from(square & 63)] = code,
                }
            }
        }
    }

    /// Looks at each move, for all positions in which it can be made.
    fn look_by_moves(&self, rest: &Position, open: u64, exits: &mut RowExits<S>) {
        let (last, side) = (self.frame.last, rest.side);
        let occupied = rest.occupied();
        let prey = rest.pieces(side.other()) & !rest.kinds[Kind::King as usize];
        for kind in [Kind::King, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            for from in squares(rest.of(side, kind)) {
                let attacks = piece_attacks(kind, from, occupied);
                let mv = |to, captured| Move { from, to, kind, captured, promotion: None, en_passant: false };
                for to in squares(attacks & prey) {
                    self.lead(rest, mv(to, rest.kind_on(to)), open & !between(from, to), exits);
                }
                if last.side != side {
                    for to in squares(attacks & open) {
                        self.lead_whole(play(rest, mv(to, None)), side, Some(last.kind), None, bit(to), exits);
                    }
                }
            }
        }
        if last.side == side {
            for to in squares(prey) {
                let from = open & piece_attacks(last.kind, to, occupied);
                if from != 0 {
                    let captured = rest.kind_on(to);
                    let mut after = *rest;
                    after.colours[side.other() as usize] ^= bit(to);
                    after.kinds[captured.unwrap_or(Kind::Pawn) as usize] ^= bit(to);
                    after.put(to, side, last.kind);
                    after.side = side.other();
                    self.lead_whole(after, side, captured, None, from, exits);
                }
            }
        }
        for from in squares(rest.of(side, Kind::Pawn)) {
            self.look_at_pawn(rest, from, prey, open, exits);
        }
    }

    /// Looks at the moves of a pawn.
    fn look_at_pawn(&self, rest: &Position, from: u8, prey: u64, open: u64, exits: &mut RowExits<S>) {
        let (last, side) = (self.frame.last, rest.side);
        let attacks = pawn_attacks(bit(from), side);
        let steps = pawn_steps(bit(from), side, rest.occupied());
        let captures = attacks & prey;
        let captures_last = if last.side == side { 0 } else { attacks & open };
        for to in squares(steps | captures | captures_last) {
            let promotions = Kind::PROMOTIONS.map(Some);
            let promotions = if bit(to) & (RANK_1 | RANK_8) != 0 { &promotions[..] } else { &[None] };
            for &promotion in promotions {
                let mv = |captured| Move { from, to, kind: Kind::Pawn, captured, promotion, en_passant: false };
                if captures & bit(to) != 0 {
                    self.lead(rest, mv(rest.kind_on(to)), open, exits);
                } else if steps & bit(to) != 0 {
                    self.lead(rest, mv(None), open & !bit(to) & !between(from, to), exits);
                }
                if captures_last & bit(to) != 0 {
                    self.lead_whole(play(rest, mv(None)), side, Some(last.kind), promotion, bit(to), exits);
                }
            }
        }
    }

    /// A move of a piece that is not the last, from each of these positions in which it is legal.
    fn lead(&self, rest: &Position, mv: Move, positions: u64, exits: &mut RowExits<S>) {
        let (last, side) = (self.frame.last, rest.side);
        let mut after = play(rest, mv);
        after.en_passant = None;
        let positions = positions & !checks_in(&after, last, side.other());
        if positions == 0 {
            return;
        }
        let taking = mv.captured.is_some();
        let (slice, values) = self.beyond.target(side, mv.captured, mv.promotion);
        let beside = pawn_attacks(bit((mv.from + mv.to) / 2), side) & rest.of(side.other(), Kind::Pawn);
        if mv.is_double_step() && beside != 0 {
            // A capture en passant may be legal, by where the last piece stands.
            for square in squares(positions) {
                exits.lead_to(bit(square), taking, self.beyond.code_after(&with(rest, last, square), mv, self.scale));
            }
        } else if let Some(row) = slice.row_of(&after, last.side, last.kind) {
            for square in squares(positions) {
                exits.lead_to(bit(square), taking, self.beyond.code(values.get(row.number(square))));
            }
        } else {
            for square in squares(positions) {
                let index = slice.index_of(&with(&after, last, square));
                exits.lead_to(bit(square), taking, self.beyond.code(values.get(index)));
            }
        }
    }

    /// A move from each of these positions that leads to one and the same, if it is legal.
    #[inline(always)]
    fn lead_whole(
        &self,
        after: Position,
        side: Side,
        captured: Option<Kind>,
        promotion: Option<Kind>,
        positions: u64,
        exits: &mut RowExits<S>,
    ) {
        if !after.in_check(side) {
            let (slice, values) = self.beyond.target(side, captured, promotion);
            exits.lead_to(positions, captured.is_some(), self.beyond.code(values.get(slice.index_of(&after))));
        }
    }
}

/// The position with the last piece.
#[inline(always)]
fn with(rest: &Position, last: Man, square: u8) -> Position {
    let mut position = *rest;
    position.put(square, last.side, last.kind);
    position
}
