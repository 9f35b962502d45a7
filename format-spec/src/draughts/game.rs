//! Draughts as a game that has tables.

use dambase_rules::draughts::games::*;
use dambase_rules::draughts::{Draughts, Objective, capture, for_each_outcome_of_captures};
use dambase_rules::draw::{Army, DrawRules, NotModelled, Regime};

use super::counts::DraughtsCounts;
use super::index::DraughtsSlice;
use crate::codec::Codec;
use crate::{ClockedGame, MaterialError, SliceKey, TableGame};

macro_rules! table_games {
    ($($game:ident)*) => {
        $(
            impl TableGame for $game {
                type Slice = DraughtsSlice<$game>;

                const SCHEME: u8 = 1;
                // Contexts would save a tenth and take four times as long (benches/results.md).
                const DEPTH_CODEC: Codec = Codec::Zstd;
                const WINS_ARE_ODD: bool = matches!(<$game as Draughts>::RULES.objective, Objective::Normal);

                #[inline]
                fn slice_key(position: &Self::Position) -> Option<SliceKey> {
                    let counts = DraughtsCounts::of(position);
                    (counts.white() > 0 && counts.black() > 0).then(|| counts.canonical().key())
                }

                fn slice(key: SliceKey) -> Result<Self::Slice, MaterialError> {
                    DraughtsSlice::new(DraughtsCounts::from_key(key))
                }

                fn parse_material(text: &str) -> Result<SliceKey, MaterialError> {
                    let counts = DraughtsCounts::parse(text)?.canonical();
                    DraughtsSlice::<$game>::new(counts)?;
                    Ok(counts.key())
                }

                fn slices_of(pieces: u32) -> Vec<SliceKey> {
                    let most = <$game as Draughts>::RULES.pieces_per_side();
                    DraughtsCounts::all(pieces)
                        .into_iter()
                        .filter(|counts| counts.white() <= most && counts.black() <= most)
                        .map(DraughtsCounts::key)
                        .collect()
                }

                fn dependencies(key: SliceKey) -> Vec<SliceKey> {
                    DraughtsCounts::from_key(key).successors().into_iter().map(DraughtsCounts::key).collect()
                }

                fn solving_order(key: SliceKey) -> (u32, u32, SliceKey) {
                    let counts = DraughtsCounts::from_key(key);
                    (counts.white() + counts.black(), counts.men(), key)
                }

                const EXITS_HAVE_NUMBERS: bool = true;

                #[inline]
                fn is_exit_only(position: &Self::Position) -> bool {
                    capture::can_capture::<$game>(position)
                }

                #[inline]
                fn for_each_exit(position: &Self::Position, visit: impl FnMut(Self::Position)) {
                    for_each_outcome_of_captures::<$game>(position, visit);
                }

                #[inline]
                fn colours_exchanged(position: &Self::Position) -> Self::Position {
                    position.turned::<$game>()
                }
            }

            impl ClockedGame for $game {
                fn regime(rules: &DrawRules, key: SliceKey) -> Result<Regime, NotModelled> {
                    let counts = DraughtsCounts::from_key(key);
                    rules.regime(
                        Army { kings: counts.white_kings, men: counts.white_men },
                        Army { kings: counts.black_kings, men: counts.black_men },
                    )
                }
            }
        )*
    };
}

// One list of games, kept where the games are.
dambase_rules::for_draughts_games!(table_games);
