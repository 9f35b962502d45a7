//! What work costs: CPU time and bytes, from what a slice is.
//!
//! The model, in full. A slice is described by a few numbers, its [`Makeup`]: one, and what its family says of its material. A [`Rate`] is
//! a coefficient for each of them; their products add up to nanoseconds a value, or to the logarithm of bytes a value. A slice costs
//!
//! - values times the rate of its solving (with depths or without), and so much a layer;
//! - for each table so much a value, so much a byte of the file (coding, writing, reading back and comparing), and so much a table: the
//!   search for what foretells its values, on a sample of limited size;
//! - so much a value of other slices that have to be read back from their files.
//!
//! The coefficients are data ([`super::prices`]), found by `fit` in benches/.

use std::time::Duration;

use dambase_format::{ArtamonovCounts, ChessCounts, DraughtsCounts, Metric, SliceKey, TableGame};
use dambase_rules::artamonov::Artamonov;
use dambase_rules::chess::Chess;
use dambase_rules::draughts::games::*;

use crate::solve::Depths;

/// How many numbers describe a slice.
pub const NUMBERS: usize = 14;

/// A slice as far as its price depends on what it is. The first number is 1.
pub type Makeup = [f64; NUMBERS];

/// A coefficient for each number of a makeup.
pub type Rate = [f64; NUMBERS];

/// A game whose slices have prices.
pub trait Priced: TableGame {
    /// What a slice is, in numbers.
    fn makeup(key: SliceKey) -> Makeup;
}

/// What the slices of a game cost. Times are those of a machine of speed 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prices {
    /// Solving with depths, in nanoseconds a value.
    pub exact_ns: Rate,
    /// Solving for win, draw and loss alone.
    pub ignored_ns: Rate,
    /// Solving under draw rules, in nanoseconds a value and state of the inner clocks.
    pub ruled_ns: Rate,
    /// A layer, however small.
    pub layer_ns: f64,
    /// Making a table, by [`Metric::ALL`], in nanoseconds a value.
    pub write_ns: [f64; 3],
    /// Making a table, in nanoseconds a byte of it.
    pub byte_ns: f64,
    /// Making a table, however small: milliseconds by [`Metric::ALL`].
    pub table_ms: [f64; 3],
    /// Reading back tables of win, draw and loss, and of depths, in nanoseconds a value.
    pub read_ns: [f64; 2],
    /// Logarithms of bytes a value, by [`Metric::ALL`].
    pub log_bytes: [Rate; 3],
}

/// What is to be done for a slice.
#[derive(Clone, Copy, Debug)]
pub struct Work<'a> {
    /// Its values; under draw rules, times the states of inner clocks.
    pub values: u64,
    /// Its layers.
    pub layers: u64,
    /// Whether depths are solved for.
    pub depths: Depths,
    /// The tables to be made: with DTC among them, the slice is solved under draw rules.
    pub metrics: &'a [Metric],
    /// Values of other slices to be read back first.
    pub read_back: u64,
}

/// Values in the sample that the search for what foretells values works on: below, a table costs less.
pub const SAMPLED: f64 = 400_000.0;
/// Bytes of a table beside its values.
pub const TABLE_BYTES: f64 = 500.0;
/// No metric takes more bytes a value, nor less.
const BYTES_A_VALUE: (f64, f64) = (0.0002, 1.0);
/// No value is solved in less time.
const LEAST_NS: f64 = 5.0;

fn product(rate: &Rate, makeup: &Makeup) -> f64 {
    rate.iter().zip(makeup).map(|(rate, number)| rate * number).sum()
}

impl Prices {
    /// CPU time on a machine of speed 1.
    pub fn cpu(&self, work: &Work, makeup: &Makeup) -> Duration {
        let values = work.values as f64;
        let solving = match (work.metrics.contains(&Metric::Dtc), work.depths) {
            (true, _) => product(&self.ruled_ns, makeup),
            (false, Depths::Exact) => product(&self.exact_ns, makeup),
            // Both rates are fitted, but to know less never takes longer.
            (false, Depths::Ignored) => product(&self.ignored_ns, makeup).min(product(&self.exact_ns, makeup)),
        };
        let mut ns = values * solving.max(LEAST_NS) + work.layers as f64 * self.layer_ns;
        for (at, _) in Metric::ALL.iter().enumerate().filter(|(_, metric)| work.metrics.contains(metric)) {
            ns += values * self.write_ns[at] + 1e6 * self.table_ms[at] * (values / SAMPLED).min(1.0);
            ns += self.bytes(Metric::ALL[at], work.values, makeup) as f64 * self.byte_ns;
        }
        ns += work.read_back as f64 * self.read_ns[usize::from(work.depths == Depths::Exact)];
        Duration::from_secs_f64(ns * 1e-9)
    }

    /// Bytes a table of this metric takes.
    pub fn bytes(&self, metric: Metric, values: u64, makeup: &Makeup) -> u64 {
        let (least, most) = BYTES_A_VALUE;
        let rate = &self.log_bytes[Metric::ALL.iter().position(|&of| of == metric).expect("one of all")];
        (TABLE_BYTES + values as f64 * product(rate, makeup).exp().clamp(least, most)) as u64
    }
}

macro_rules! priced_draughts {
    ($($game:ident)*) => {
        $(impl Priced for $game {
            fn makeup(key: SliceKey) -> Makeup {
                draughts(DraughtsCounts::from_key(key))
            }
        })*
    };
}

dambase_rules::for_draughts_games!(priced_draughts);

/// Prices were measured on slices of up to so many pieces: what has more is taken to cost as much a value. A trend that goes on and on
/// would be a guess, too, and a wilder one.
const MOST_DRAUGHTS_PIECES: f64 = 6.0;
/// The same for men beside the kings.
const MOST_CHESSMEN: f64 = 3.0;

/// 1 where something is so.
fn case(is: bool) -> f64 {
    f64::from(u8::from(is))
}

/// How many pieces there are, the shares of men, and the cases that play goes differently in: by how many pieces the sides differ, and
/// whether the weaker one has a king, which is what draws are made with.
fn draughts(counts: DraughtsCounts) -> Makeup {
    let pieces = f64::from(counts.white() + counts.black());
    let share = |count: u8| f64::from(count) / pieces;
    let difference = counts.white().abs_diff(counts.black());
    let (white_men, black_men) = (share(counts.white_men), share(counts.black_men));
    let (equal, one, more) = (case(difference == 0), case(difference == 1), case(difference >= 2));
    let no_king = case(counts.black_kings == 0);
    [
        1.0,
        pieces.min(MOST_DRAUGHTS_PIECES),
        white_men,
        black_men,
        case(counts.white_kings == 0),
        case(counts.black_kings >= 2),
        no_king,
        equal,
        one,
        no_king * equal,
        no_king * one,
        no_king * white_men,
        more * white_men,
        equal * black_men,
    ]
}

impl Priced for Artamonov {
    /// How many pieces there are, and the share of men.
    fn makeup(key: SliceKey) -> Makeup {
        let counts = ArtamonovCounts::from_key(key);
        let mut makeup = [0.0; NUMBERS];
        makeup[0] = 1.0;
        makeup[1] = counts.pieces().into();
        makeup[2] = f64::from(counts.men) / f64::from(counts.pieces());
        makeup
    }
}

impl Priced for Chess {
    /// How many men there are beside the kings, the shares of kinds, and the cases that play goes differently in: nobody can win, Black
    /// has a king alone, or about as much as White.
    fn makeup(key: SliceKey) -> Makeup {
        /// What men are worth, by kind; only to tell who has more.
        const WORTH: [f64; 5] = [2.0, 3.0, 3.0, 5.0, 9.0];
        let counts = ChessCounts::from_key(key);
        let ChessCounts { white, black } = counts;
        let count = |kinds: &[u8]| kinds.iter().map(|&count| f64::from(count)).sum::<f64>();
        let men = count(&white) + count(&black);
        let share = |count: u8| f64::from(count) / men.max(1.0);
        let worth = |army: [u8; 5]| army.iter().zip(WORTH).map(|(&count, worth)| f64::from(count) * worth).sum::<f64>();
        let ahead = worth(white) - worth(black);
        let minor = |[pawns, _, _, rooks, queens]: [u8; 5]| pawns + rooks + queens == 0;
        let dead = minor(white) && minor(black) && (count(&white) <= 1.0 || white == [0, 2, 0, 0, 0]);
        let bare = black == [0; 5];
        [
            1.0,
            men.min(MOST_CHESSMEN),
            case(dead),
            case(bare),
            case(!bare && ahead.abs() <= 2.0),
            ahead / men.max(1.0) / 5.0,
            share(white[0]),
            share(black[0]),
            share(white[1] + black[1]),
            share(white[2] + black[2]),
            share(white[3] + black[3]),
            share(white[4]),
            share(black[4]),
            case(counts.pawns() == 0),
        ]
    }
}
