//! Everything that can come of a position, the likeliest ways to a mate first.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::super::attacks::{bit, king_attacks, squares};
use super::super::castling::Castling;
use super::super::moves::{for_each_move, has_legal_move, play};
use super::super::position::Position;
use super::{DARK, cannot_mate_by_material, distance, distance_to};
use crate::Side;

const CORNERS: u64 = 0x8100_0000_0000_0081;
const EDGE: u64 = 0xff81_8181_8181_81ff;

/// Whether some series of legal moves from `position` ends in a mate by `side`; `None` if that is open when so many positions
/// have been seen. The position itself is no mate, and its material does not decide.
pub(super) fn finds_mate(position: &Position, side: Side, most: usize) -> Option<bool> {
    let mut search = Search { side, seen: HashSet::default(), waiting: Vec::new(), best: 0 };
    search.seen.insert(Key::of(position));
    search.put(*position);
    while let Some(next) = search.take() {
        let mut found = false;
        for_each_move(&next, |mv| {
            if found {
                return;
            }
            let after = play(&next, mv);
            if after.side != side && after.in_check(after.side) && !has_legal_move(&after) {
                found = true;
                return;
            }
            let changes_material = mv.is_capture() || mv.promotion.is_some();
            if changes_material && cannot_mate_by_material(&after, side) {
                return;
            }
            if search.seen.insert(Key::of(&after)) {
                search.put(after);
            }
        });
        if found {
            return Some(true);
        }
        if search.seen.len() > most {
            return None;
        }
    }
    Some(false)
}

/// The search: what has been seen, and what of it waits to be played on from.
struct Search {
    side: Side,
    seen: HashSet<Key, BuildHasherDefault<Mix>>,
    /// By [`Search::distance`]; the latest first.
    waiting: Vec<Vec<Position>>,
    /// Nothing waits below.
    best: usize,
}

impl Search {
    fn put(&mut self, position: Position) {
        let distance = self.distance(&position);
        if self.waiting.len() <= distance {
            self.waiting.resize_with(distance + 1, Vec::new);
        }
        self.waiting[distance].push(position);
        self.best = self.best.min(distance);
    }

    fn take(&mut self) -> Option<Position> {
        while let Some(bucket) = self.waiting.get_mut(self.best) {
            if let Some(position) = bucket.pop() {
                return Some(position);
            }
            self.best += 1;
        }
        None
    }

    /// How far a position seems to be from a mate. Only the order of the search depends on it, and so the time; the answer
    /// does not.
    fn distance(&self, position: &Position) -> usize {
        let (side, victim) = (self.side, self.side.other());
        let [pawns, knights, bishops, rooks, queens, kings] = position.kinds;
        let own = position.pieces(side);
        let theirs = position.pieces(victim);
        let (king, hunted) = (position.king(side), position.king(victim));

        let zone = king_attacks(hunted);
        let attacked = position.attacked(side, position.occupied() ^ bit(hunted));
        let flights = (zone & !theirs & !attacked).count_ones() as usize;
        let unwatched = (zone & !attacked).count_ones() as usize;

        let heavy = own & (rooks | queens);
        let light = own & (knights | bishops);
        // A pawn to be promoted is better than a piece that cannot mate by itself.
        let promotion = match own & pawns {
            _ if heavy != 0 => 0,
            0 => 0,
            pawns => {
                let last = if side == Side::White { 7 } else { 0 };
                12 + 6 * squares(pawns).map(|square| usize::from((square >> 3).abs_diff(last))).min().unwrap_or(0)
            }
        };
        let mates_alone = own & (pawns | rooks | queens) != 0;
        let aim = if heavy != 0 {
            EDGE
        } else if own & (knights | pawns) == 0 {
            // Bishops of one colour mate in corners of that colour.
            CORNERS & colours(own & bishops)
        } else if own & pawns == 0 && theirs & bishops != 0 && theirs & !kings & !bishops == 0 {
            // A bishop beside a king in a corner of its own colour lets it out on the other.
            CORNERS & colours_but(theirs & bishops)
        } else {
            CORNERS
        };
        // Who needs no help takes what may disturb; a lone knight or bishop needs one piece that bars a way.
        let disturb = theirs & !kings;
        let spared = if mates_alone {
            0
        } else if own & knights != 0 {
            disturb & !queens
        } else {
            disturb & (pawns | knights | bishops & !colours(own & bishops))
        };
        let helpers = 8 * (disturb.count_ones() - u32::from(spared != 0)) as usize;
        let mut far = 2 * usize::from(distance_to(hunted, aim)) + 2 * usize::from(distance(king, hunted).max(2) - 2);
        for piece in squares(light) {
            far += usize::from(distance(piece, hunted));
        }
        if !mates_alone {
            // What stands in the way of the hunted king has to come to it.
            far += usize::from(distance_to(hunted, theirs & !kings & !queens).max(1) - 1);
        }
        promotion + 3 * flights + unwatched + far + helpers
    }
}

/// The squares of the colours that `pieces` stand on.
fn colours(pieces: u64) -> u64 {
    [DARK, !DARK].into_iter().filter(|colour| pieces & colour != 0).sum()
}

/// The squares of a colour that not all of `pieces` stand on.
fn colours_but(pieces: u64) -> u64 {
    if pieces & DARK == 0 {
        DARK
    } else if pieces & !DARK == 0 {
        !DARK
    } else {
        u64::MAX
    }
}

/// A position in fewer bytes, each told from every other.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    white: u64,
    /// The bits of the numbers of the kinds, from 1.
    planes: [u64; 3],
    state: u32,
}

impl Key {
    fn of(position: &Position) -> Key {
        let [pawns, knights, bishops, rooks, queens, kings] = position.kinds;
        let rights: u32 = (0..Castling::WAYS.len()).map(|way| u32::from(position.castling.has(way)) << way).sum();
        let en_passant = position.en_passant.map_or(0, |square| u32::from(square) + 1);
        Key {
            white: position.colours[0],
            planes: [pawns | bishops | queens, knights | bishops | kings, rooks | queens | kings],
            state: en_passant << 5 | rights << 1 | position.side as u32,
        }
    }
}

/// A hash by multiplication: the keys come from nobody who would choose them to collide, but for files of a few games.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0.rotate_left(23) ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}
