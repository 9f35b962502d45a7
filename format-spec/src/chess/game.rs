//! Chess as a game that has tables.

use dambase_rules::chess::{Chess, Position, for_each_exit, play};
use dambase_rules::draw::{DrawRules, NotModelled, Outer, OuterKind, Regime, Scope};

use super::counts::ChessCounts;
use super::index::ChessSlice;
use crate::codec::Codec;
use crate::{ClockedGame, MaterialError, SliceKey, TableGame};

impl TableGame for Chess {
    type Slice = ChessSlice;

    // Contexts save a third (benches/results.md).
    const DEPTH_CODEC: Codec = Codec::Contexts;
    const SCHEME: u8 = 2;
    // Mated is lost in no ply.
    const WINS_ARE_ODD: bool = true;
    const EXITS_HAVE_NUMBERS: bool = false;

    #[inline]
    fn slice_key(position: &Position) -> Option<SliceKey> {
        position.castling.is_none().then(|| ChessCounts::of(position).canonical().key())
    }

    fn slice(key: SliceKey) -> Result<ChessSlice, MaterialError> {
        ChessSlice::new(ChessCounts::from_key(key))
    }

    fn parse_material(text: &str) -> Result<SliceKey, MaterialError> {
        let counts = ChessCounts::parse(text)?.canonical();
        ChessSlice::new(counts)?;
        Ok(counts.key())
    }

    fn slices_of(pieces: u32) -> Vec<SliceKey> {
        ChessCounts::all(pieces).into_iter().map(ChessCounts::key).collect()
    }

    fn dependencies(key: SliceKey) -> Vec<SliceKey> {
        ChessCounts::from_key(key).successors().into_iter().map(ChessCounts::key).collect()
    }

    fn solving_order(key: SliceKey) -> (u32, u32, SliceKey) {
        let counts = ChessCounts::from_key(key);
        (counts.pieces(), counts.pawns(), key)
    }

    /// A capture en passant is legal: FIDE 3.7.d. Tables number the position without it.
    #[inline]
    fn is_exit_only(position: &Position) -> bool {
        position.en_passant.is_some()
    }

    const CAPTURES_FIRST: bool = true;

    #[inline]
    fn for_each_taken(position: &Position, mut visit: impl FnMut(Position)) {
        for_each_exit(position, |mv| {
            if mv.is_capture() {
                visit(play(position, mv));
            }
        });
    }

    fn never_in_tables(position: &Position) -> Option<String> {
        (!position.castling.is_none()).then(|| {
            "the position has castling rights, and no table of endings has positions that do: write - in their place in the FEN \
             if they do not matter"
                .into()
        })
    }

    #[inline]
    fn colours_exchanged(position: &Position) -> Position {
        position.colours_exchanged()
    }
}

impl ClockedGame for Chess {
    /// The clock that draws first decides, whatever the material.
    fn regime(rules: &DrawRules, _key: SliceKey) -> Result<Regime, NotModelled> {
        let outer = rules
            .clocks()
            .enumerate()
            .filter(|(_, (_, clock))| matches!(clock.scope, Scope::KingMoves { .. }))
            .map(|(number, (_, clock))| Outer { number, limit: clock.limit, kind: OuterKind::KingMoves })
            .min_by_key(|outer| outer.limit);
        Ok(Regime { outer, ..Regime::default() })
    }
}
