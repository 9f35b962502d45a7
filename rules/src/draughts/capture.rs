//! Captures: every way to take, by the rules of any draughts game.
//!
//! Pieces are lifted when the whole capture is over (S000 4.8, 4.11; S002 64Rc): a piece already jumped still blocks the
//! way and is not jumped again, empty squares may be crossed again, and the square the capture began on counts as empty.

use super::masks::{DIRECTIONS, Direction};
use super::position::Position;
use super::rules::{Draughts, King, Majority, ManCapture, ManTakes, PassingPromotion};
use crate::Side;
use crate::bits::Bits;

/// No army has more pieces than this (12x12: 30), so no capture has more jumps.
pub const MOST_JUMPS: usize = 32;

/// A complete capture by one route.
#[derive(Clone, Copy, Debug)]
pub struct Capture<'a, B> {
    /// The bit it begins on.
    pub from: u32,
    /// The bit it ends on.
    pub to: u32,
    /// The pieces taken.
    pub captured: B,
    /// What stands on `to` in the end is a king.
    pub king: bool,
    /// Where each jump but the last ends: the square the capture turns on, or, when it goes straight on, the one
    /// directly behind the captured piece.
    pub via: &'a [u8],
    /// How it compares with the others of the position: only the greatest are legal.
    pub rank: u64,
}

/// What captures by one route come to: they differ in the square they end on alone.
#[derive(Clone, Copy, Default, Debug)]
pub struct Landings<B> {
    /// The bit they begin on.
    pub from: u32,
    /// Where they end.
    pub to: B,
    /// The pieces taken.
    pub captured: B,
    /// What stands on the square in the end is a king.
    pub king: bool,
}

/// Calls `visit` for each legal capture, each route once: a route is its first square, the pieces in the order they are
/// taken, and its last square. Routes that differ in order alone come one by one.
#[inline]
pub fn for_each_capture<G: Draughts>(position: &Position<G::Word>, mut visit: impl FnMut(&Capture<'_, G::Word>)) {
    let mut visit = |line: &Landings<G::Word>, via: &[u8], rank| {
        let Landings { from, captured, king, .. } = *line;
        for to in line.to.each() {
            visit(&Capture { from, to, captured, king, via, rank });
        }
    };
    match G::RULES.majority {
        Majority::Free => Line::<G, _>::new(position, visit).all(),
        Majority::Most | Majority::Italian => {
            let mut best = 0;
            let greatest = |_: &Landings<G::Word>, _: &[u8], rank| best = best.max(rank);
            Line::<G, _>::new(position, greatest).all();
            if best > 0 {
                let visit = |line: &Landings<G::Word>, via: &[u8], rank| {
                    if rank == best {
                        visit(line, via, rank);
                    }
                };
                Line::<G, _>::new(position, visit).all();
            }
        }
    }
}

/// Most lines of captures that are kept while a greater one is looked for.
const MOST_KEPT: usize = 12;

/// Calls `visit` for what each legal capture comes to; two routes to one position may repeat it.
#[inline]
pub fn for_each_capture_landings<G: Draughts>(position: &Position<G::Word>, mut visit: impl FnMut(&Landings<G::Word>)) {
    if matches!(G::RULES.majority, Majority::Free) {
        let visit = |line: &Landings<G::Word>, _: &[u8], _| visit(line);
        Line::<G, _>::new(position, visit).all();
        return;
    }
    // Kept until it is clear that there is nothing greater.
    let mut kept = [Landings::default(); MOST_KEPT];
    let (mut best, mut count) = (0, 0);
    let keep = |line: &Landings<G::Word>, _: &[u8], rank| {
        if rank > best {
            (best, count) = (rank, 0);
        }
        if rank == best {
            if let Some(place) = kept.get_mut(count) {
                *place = *line;
            }
            count += 1;
        }
    };
    Line::<G, _>::new(position, keep).all();
    match kept.get(..count) {
        Some(kept) => kept.iter().for_each(visit),
        None => {
            let visit = |line: &Landings<G::Word>, _: &[u8], rank| {
                if rank == best {
                    visit(line);
                }
            };
            Line::<G, _>::new(position, visit).all();
        }
    }
}

/// Calls `visit` for what each capture that begins with `jump` comes to, and with its rank: only the greatest of a position are
/// legal. The king that differs stands in `position`, on `square`.
#[inline]
pub fn for_each_capture_after<G: Draughts>(
    position: &Position<G::Word>,
    jump: &FirstJump<G::Word>,
    square: u32,
    mut visit: impl FnMut(&Landings<G::Word>, u64),
) {
    let visit = |line: &Landings<G::Word>, _: &[u8], rank| visit(line, rank);
    Line::<G, _>::new(position, visit).after(jump, square);
}

/// Which jump a capture can begin with, in all positions that differ in the square of one king alone.
#[derive(Clone, Copy, Debug)]
pub struct FirstJump<B> {
    /// The bit it begins on; `None` where the king that differs captures.
    pub from: Option<u8>,
    /// The bit of the piece that is jumped; `None` where the king that differs is.
    pub hit: Option<u8>,
    /// In which direction.
    pub direction: Direction,
    /// A king captures.
    pub king: bool,
    /// The squares of the king that differs where this jump is on.
    pub squares: B,
    /// Those among them from which it is the whole capture. There may be more.
    pub ends: B,
    /// Where it can end, nearest or farthest alike, unless the king that differs is in the way; for a piece that is not known, all
    /// squares of the line.
    pub landings: B,
    /// What lands is a king.
    pub lands_as_king: bool,
    /// How the jump compares with others where it is the whole capture.
    pub rank: u64,
}

/// The squares a piece can land on that jumps `hit` in a direction.
#[inline(always)]
pub fn landings_behind<G: Draughts>(hit: u32, direction: Direction, king: bool, occupied: G::Word) -> G::Word {
    let masks = G::MASKS;
    let behind = masks.step(G::Word::bit(hit), direction) & masks.squares & !occupied;
    if king && behind.any() && matches!(G::RULES.king, King::Flying) {
        behind | masks.free_ray(behind.lowest(), direction, occupied)
    } else {
        behind
    }
}

/// The side to move can capture, and so must (S000 4.1; S002 64Rc).
#[inline]
pub fn can_capture<G: Draughts>(position: &Position<G::Word>) -> bool {
    let masks = G::MASKS;
    let side = position.side;
    let empty = masks.squares & !position.occupied();
    let men = position.men(side);
    let targets = man_targets::<G>(position);
    for direction in man_directions::<G>(side) {
        let jumped = masks.step(men, *direction) & targets;
        if (masks.step(jumped, *direction) & empty).any() {
            return true;
        }
    }
    let enemies = position.pieces(side.other());
    position.kings_of(side).each().any(|from| {
        DIRECTIONS.iter().any(|&direction| king_hit::<G>(from, direction, position.occupied(), enemies).is_some())
    })
}

/// A capture can be no better or worse than another but by this number (FMJD-A1 4.13; FID 6.6-6.9).
///
/// Italian order: most pieces (6.6), then with a king (6.7), then most kings among them (6.8), then the line in which a king
/// comes sooner (6.9; compared piece by piece). The seed puts "with a king" last, which gives the same moves: a man's
/// capture has no king in it.
#[inline(always)]
pub(super) fn rank<G: Draughts>(jumps: usize, by_king: bool, kings_taken: u32) -> u64 {
    match G::RULES.majority {
        Majority::Free => 1,
        Majority::Most => jumps as u64,
        Majority::Italian => {
            // Bit 31-i of `kings_taken` is set when the i-th piece taken is a king.
            let count = u64::from(kings_taken.count_ones());
            (jumps as u64) << 48 | u64::from(by_king) << 40 | count << 32 | u64::from(kings_taken)
        }
    }
}

#[inline(always)]
pub(super) fn man_directions<G: Draughts>(side: Side) -> &'static [Direction] {
    match (G::RULES.man_capture, side) {
        (ManCapture::BothWays, _) => &DIRECTIONS,
        (ManCapture::Forward, Side::White) => &DIRECTIONS[..2],
        (ManCapture::Forward, Side::Black) => &DIRECTIONS[2..],
    }
}

#[inline(always)]
pub(super) fn man_targets<G: Draughts>(position: &Position<G::Word>) -> G::Word {
    let other = position.side.other();
    match G::RULES.man_takes {
        ManTakes::Anything => position.pieces(other),
        ManTakes::MenOnly => position.men(other),
    }
}

/// The piece a king on `from` can jump in a direction: near or far by the king's reach, with a free square behind.
#[inline(always)]
pub(super) fn king_hit<G: Draughts>(
    from: u32,
    direction: Direction,
    occupied: G::Word,
    targets: G::Word,
) -> Option<u32> {
    let masks = G::MASKS;
    let hit = match G::RULES.king {
        King::Short => {
            let next = masks.step(G::Word::bit(from), direction) & targets;
            if next.is_empty() {
                return None;
            }
            next.lowest()
        }
        King::Flying | King::FlyingStopBehind => masks.first_on_ray(from, direction, occupied)?,
    };
    let hit_set = G::Word::bit(hit);
    let behind = masks.step(hit_set, direction) & masks.squares & !occupied;
    ((hit_set & targets).any() && behind.any()).then_some(hit)
}

/// The squares two steps against `direction` from `landings`: where the jumps that end there begin.
#[inline(always)]
fn back<B: Bits>(landings: B, direction: Direction, masks: &super::Masks<B>) -> B {
    let against = direction.opposite();
    masks.step(masks.step(landings, against), against)
}

/// The capture under way.
struct Line<G: Draughts, V> {
    visit: V,
    side: Side,
    /// The men and kings of the side to move, and every piece.
    men: G::Word,
    kings: G::Word,
    all: G::Word,
    enemy_kings: G::Word,
    man_targets: G::Word,
    king_targets: G::Word,
    /// Every piece but the capturing one, those already jumped included: they still stand.
    occupied: G::Word,
    from: u32,
    captured: G::Word,
    jumps: usize,
    /// Which of the pieces taken were kings, the first in the highest bit.
    kings_taken: u32,
    via: [u8; MOST_JUMPS],
    began_as_king: bool,
}

impl<G: Draughts, V: FnMut(&Landings<G::Word>, &[u8], u64)> Line<G, V> {
    #[inline(always)]
    fn new(position: &Position<G::Word>, visit: V) -> Self {
        let side = position.side;
        let enemies = position.pieces(side.other());
        Line {
            visit,
            side,
            men: position.men(side),
            kings: position.kings_of(side),
            all: position.occupied(),
            enemy_kings: enemies & position.kings,
            man_targets: man_targets::<G>(position),
            king_targets: enemies,
            occupied: position.occupied(),
            from: 0,
            captured: G::Word::EMPTY,
            jumps: 0,
            kings_taken: 0,
            via: [0; MOST_JUMPS],
            began_as_king: false,
        }
    }

    /// Every capture of the position.
    #[inline]
    fn all(&mut self) {
        let masks = G::MASKS;
        let empty = masks.squares & !self.all;
        // The men that have a first jump, found for all of them at once.
        let mut jumpers = G::Word::EMPTY;
        for &direction in man_directions::<G>(self.side) {
            let landings = masks.step(masks.step(self.men, direction) & self.man_targets, direction) & empty;
            jumpers |= back(landings, direction, masks);
        }
        self.began_as_king = false;
        for from in jumpers.each() {
            self.begin(from);
            self.man(from);
        }
        self.began_as_king = true;
        let kings = match G::RULES.king {
            King::Short => self.kings_that_jump(empty),
            King::Flying | King::FlyingStopBehind => self.kings,
        };
        for from in kings.each() {
            self.begin(from);
            self.king_from(from, &DIRECTIONS);
        }
    }

    /// The short kings that have a first jump, found for all of them at once.
    #[inline(always)]
    fn kings_that_jump(&self, empty: G::Word) -> G::Word {
        let masks = G::MASKS;
        let mut jumpers = G::Word::EMPTY;
        for direction in DIRECTIONS {
            let landings = masks.step(masks.step(self.kings, direction) & self.king_targets, direction) & empty;
            jumpers |= back(landings, direction, masks);
        }
        jumpers
    }

    /// Every capture that begins with this jump, with the last king on `square`.
    #[inline(always)]
    fn after(&mut self, jump: &FirstJump<G::Word>, square: u32) {
        self.begin(jump.from.map_or(square, u32::from));
        self.began_as_king = jump.king;
        let hit = jump.hit.map_or(square, u32::from);
        self.take(hit);
        if jump.king {
            self.king_landed(hit, jump.direction);
        } else {
            self.man_landed(hit, jump.direction);
        }
        self.put_back(hit);
    }

    /// The capturing piece is lifted.
    #[inline(always)]
    fn begin(&mut self, from: u32) {
        self.from = from;
        self.occupied = self.all & !G::Word::bit(from);
    }

    #[inline(always)]
    fn take(&mut self, hit: u32) {
        if matches!(G::RULES.majority, Majority::Italian) && self.enemy_kings.has(hit) {
            self.kings_taken |= 1 << (31 - self.jumps);
        }
        self.captured |= G::Word::bit(hit);
        self.jumps += 1;
    }

    #[inline(always)]
    fn put_back(&mut self, hit: u32) {
        self.captured &= !G::Word::bit(hit);
        self.jumps -= 1;
        self.kings_taken &= !(1 << (31 - self.jumps));
    }

    #[inline(always)]
    fn emit(&mut self, to: G::Word, king: bool) {
        let landings = Landings { from: self.from, to, captured: self.captured, king };
        let rank = rank::<G>(self.jumps, self.began_as_king, self.kings_taken);
        (self.visit)(&landings, &self.via[..self.jumps - 1], rank);
    }

    /// Jumps on with a man from `at`; true when it can.
    fn man(&mut self, at: u32) -> bool {
        let masks = G::MASKS;
        let mut went_on = false;
        for &direction in man_directions::<G>(self.side) {
            let hit = masks.step(G::Word::bit(at), direction) & self.man_targets & !self.captured;
            let landing = masks.step(hit, direction) & masks.squares & !self.occupied;
            if landing.is_empty() {
                continue;
            }
            went_on = true;
            let hit = hit.lowest();
            self.take(hit);
            self.man_landed(hit, direction);
            self.put_back(hit);
        }
        went_on
    }

    /// A man has just jumped `hit`.
    #[inline(always)]
    fn man_landed(&mut self, hit: u32, direction: Direction) {
        let masks = G::MASKS;
        let landing = masks.step(G::Word::bit(hit), direction);
        let to = landing.lowest();
        let on_last_row = (landing & masks.last_row(self.side)).any();
        let stops = match G::RULES.passing_promotion {
            PassingPromotion::GoesOnAsKing if on_last_row => {
                // From here on it captures as a king (S002 64Rc), in any direction but back over the piece taken.
                self.via[self.jumps - 1] = to as u8;
                let [left, right] = direction.across();
                !self.king_from(to, &[left, right, direction])
            }
            PassingPromotion::EndsCapture if on_last_row => true,
            _ => {
                self.via[self.jumps - 1] = to as u8;
                !self.man(to)
            }
        };
        if stops {
            self.emit(landing, on_last_row);
        }
    }

    /// Jumps on with a king that stands on `at`, in the directions given; true when it can.
    fn king_from(&mut self, at: u32, directions: &[Direction]) -> bool {
        let mut went_on = false;
        for &direction in directions {
            let targets = self.king_targets & !self.captured;
            if let Some(hit) = king_hit::<G>(at, direction, self.occupied, targets) {
                went_on = true;
                self.take(hit);
                self.king_landed(hit, direction);
                self.put_back(hit);
            }
        }
        went_on
    }

    /// A king has just jumped `hit`: chooses among the squares behind it. It must take one from which the capture goes on,
    /// if there is one (S002 64Rc; elsewhere the majority says the same).
    fn king_landed(&mut self, hit: u32, direction: Direction) {
        let masks = G::MASKS;
        let behind = masks.step(G::Word::bit(hit), direction);
        let nearest = behind.lowest();
        let landings = match G::RULES.king {
            King::Short | King::FlyingStopBehind => behind,
            King::Flying => behind | masks.free_ray(nearest, direction, self.occupied),
        };
        let slot = self.jumps - 1;
        let targets = self.king_targets & !self.captured;
        let mut went_on = false;
        if targets.any() {
            // Straight on: from every landing square it is the same jump, so it is tried once.
            self.via[slot] = nearest as u8;
            went_on = self.king_from(nearest, &[direction]);
            let across = direction.across();
            for at in self.can_jump_from(landings, across, targets).each() {
                self.via[slot] = at as u8;
                went_on |= self.king_from(at, &across);
            }
        }
        if !went_on {
            self.emit(landings, true);
        }
    }

    /// The squares among `landings` from which a king can jump one of `targets` in one of two directions.
    #[inline(always)]
    fn can_jump_from(&self, landings: G::Word, directions: [Direction; 2], targets: G::Word) -> G::Word {
        let masks = G::MASKS;
        let empty = masks.squares & !self.occupied;
        let mut found = G::Word::EMPTY;
        for direction in directions {
            let against = direction.opposite();
            let open = targets & masks.step(empty, against);
            match G::RULES.king {
                King::Short => found |= masks.step(open, against),
                King::Flying | King::FlyingStopBehind => {
                    for target in open.each() {
                        found |= masks.free_ray(target, against, self.occupied);
                    }
                }
            }
        }
        found & landings
    }
}
