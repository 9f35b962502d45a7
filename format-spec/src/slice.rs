//! How positions become numbers: what the solver, the files and the prober know of a family of games.

use std::ops::Range;

use dambase_rules::{GameRules, Side};
use sha2::{Digest, Sha256};

use crate::codec::Codec;
use crate::{MaterialError, SliceKey};

/// A game that has tables: every position is in at most one slice, under one number.
pub trait TableGame: GameRules {
    /// The numbering of one slice.
    type Slice: SliceIndex<Position = Self::Position>;

    /// The number of the index scheme in FORMAT.md.
    const SCHEME: u8;
    /// The codec of its tables of depths and distances (those of win, draw and loss are by contexts in every game).
    const DEPTH_CODEC: Codec;
    /// Wins take an odd number of plies: the side without a move loses. False in giveaway.
    const WINS_ARE_ODD: bool;

    /// The slice a position belongs to; `None` when it is in no slice because the game is over (a side has no pieces).
    fn slice_key(position: &Self::Position) -> Option<SliceKey>;

    /// The numbering of a slice. Errors when a count does not fit the index (more than 15 alike, or ranks beyond 64 bits).
    fn slice(key: SliceKey) -> Result<Self::Slice, MaterialError>;

    /// Reads a material such as `KKMvK`, kinds in any order; both colour orders name one slice.
    fn parse_material(text: &str) -> Result<SliceKey, MaterialError>;

    /// Every slice of `pieces` pieces, in the order they can be solved in.
    fn slices_of(pieces: u32) -> Vec<SliceKey>;

    /// The other slices a move can lead to from this one.
    fn dependencies(key: SliceKey) -> Vec<SliceKey>;

    /// Slices are solved in this order: what a slice depends on comes before it.
    fn solving_order(key: SliceKey) -> (u32, u32, SliceKey);

    /// Positions that are [exit-only](TableGame::is_exit_only) have numbers. False where they are no positions of a table at all.
    const EXITS_HAVE_NUMBERS: bool;

    /// A table does not hold this position: its value follows from other positions' by playing its moves (draughts: a
    /// capture is on; chess: an en passant capture is).
    fn is_exit_only(position: &Self::Position) -> bool;

    /// Calls `visit` for the position after each legal move of a position that is [exit-only](TableGame::is_exit_only).
    fn for_each_exit(position: &Self::Position, visit: impl FnMut(Self::Position)) {
        Self::for_each_successor(position, visit);
    }

    /// A table of win, draw and loss may hold less than a position is worth where one of [`TableGame::for_each_taken`] is worth as much.
    const CAPTURES_FIRST: bool = false;

    /// Calls `visit` with the positions that captures lead to which such a table leaves to be looked at. (Chess; where captures are
    /// compulsory, positions with one are [exit-only](TableGame::is_exit_only).)
    fn for_each_taken(_position: &Self::Position, _visit: impl FnMut(Self::Position)) {}

    /// Why tables never answer for a position, whatever there is of them (chess: castling rights); `None` where they may.
    /// [`TableGame::slice_key`] is `None` for such a position.
    fn never_in_tables(_position: &Self::Position) -> Option<String> {
        None
    }

    /// The position with the colours exchanged; worth the same.
    fn colours_exchanged(position: &Self::Position) -> Self::Position;
}

/// The numbering of a slice: its numbers are 0..len, in sections that follow each other (draughts, chess: one a side to move, but one
/// alone for material that is its own mirror image).
pub trait SliceIndex: Clone + Send + Sync + 'static {
    /// A position of the game.
    type Position;

    /// Which slice.
    fn key(&self) -> SliceKey;
    /// Its name: canonical material.
    fn material(&self) -> String;
    /// Pieces on the board.
    fn pieces(&self) -> u32;
    /// How many sections.
    fn sections(&self) -> usize;
    /// The numbers of a section, which is less than [`SliceIndex::sections`].
    fn section(&self, section: usize) -> Range<u64>;
    /// The section a number is in.
    fn section_of(&self, index: u64) -> usize {
        (0..self.sections()).find(|&section| index < self.section(section).end).unwrap_or(0)
    }
    /// Numbers in all.
    fn len(&self) -> u64 {
        self.section(self.sections() - 1).end
    }
    /// A slice has numbers always.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The number of a position of this slice, in either colour order.
    fn index_of(&self, position: &Self::Position) -> u64;
    /// The position of a number less than [`SliceIndex::len`]; of the two colour orders the canonical one. `None` where the number
    /// stands for nothing: its pieces cannot stand so, or the position has another number.
    fn position_at(&self, index: u64) -> Option<Self::Position>;
    /// What people ask for by material and side to move, and where in the numbering it is.
    fn rows(&self) -> Vec<Row>;
}

/// The positions of one ordered material with one side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Ordered material, White first.
    pub material: String,
    /// The side to move.
    pub side: Side,
    /// The section that holds them, and nothing else.
    pub section: usize,
    /// They are held with the colours exchanged.
    pub exchanged: bool,
    /// What else tells rows of this material and side apart: the name of a field and its value.
    pub field: Option<(&'static str, &'static str)>,
}

/// SHA-256 of the text that decides the values of a game.
pub fn fingerprint<G: GameRules>() -> [u8; 32] {
    Sha256::digest(G::value_rules().as_bytes()).into()
}
