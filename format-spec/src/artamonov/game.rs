//! Artamonov's draughts as a game that has tables.

use dambase_rules::artamonov::{Artamonov, Position, can_capture};
use dambase_rules::draw::{DrawRules, NotModelled, Regime};

use super::counts::ArtamonovCounts;
use super::index::ArtamonovSlice;
use crate::codec::Codec;
use crate::{ClockedGame, MaterialError, SliceKey, TableGame};

impl TableGame for Artamonov {
    type Slice = ArtamonovSlice;

    // As in draughts of two colours.
    const DEPTH_CODEC: Codec = Codec::Zstd;
    const SCHEME: u8 = 3;
    const WINS_ARE_ODD: bool = true;
    const EXITS_HAVE_NUMBERS: bool = true;

    #[inline]
    fn slice_key(position: &Position) -> Option<SliceKey> {
        let counts = ArtamonovCounts::of(position);
        (counts.pieces() > 0).then(|| counts.key())
    }

    fn slice(key: SliceKey) -> Result<ArtamonovSlice, MaterialError> {
        ArtamonovSlice::new(ArtamonovCounts::from_key(key))
    }

    fn parse_material(text: &str) -> Result<SliceKey, MaterialError> {
        let counts = ArtamonovCounts::parse(text)?;
        ArtamonovSlice::new(counts)?;
        Ok(counts.key())
    }

    fn slices_of(pieces: u32) -> Vec<SliceKey> {
        ArtamonovCounts::all(pieces).into_iter().map(ArtamonovCounts::key).collect()
    }

    fn dependencies(key: SliceKey) -> Vec<SliceKey> {
        ArtamonovCounts::from_key(key).successors().into_iter().map(ArtamonovCounts::key).collect()
    }

    fn solving_order(key: SliceKey) -> (u32, u32, SliceKey) {
        let counts = ArtamonovCounts::from_key(key);
        (counts.pieces(), counts.men.into(), key)
    }

    #[inline]
    fn is_exit_only(position: &Position) -> bool {
        can_capture(position)
    }

    #[inline]
    fn colours_exchanged(position: &Position) -> Position {
        position.turned()
    }
}

impl ClockedGame for Artamonov {
    fn regime(rules: &DrawRules, key: SliceKey) -> Result<Regime, NotModelled> {
        rules.regime_of_common(ArtamonovCounts::from_key(key).pieces())
    }
}
