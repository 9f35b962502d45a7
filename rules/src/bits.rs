//! Sets of squares in one machine word: 64 bits for boards up to 10x10, 128 for 12x12.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A word wide enough to hold every square of a board, one bit each.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const EMPTY: Self;
    /// How many bits the word has.
    const WIDTH: u32;
    /// The set of the one bit `index` (less than [`Bits::WIDTH`]).
    fn bit(index: u32) -> Self;
    /// How many bits are set.
    fn count(self) -> u32;
    /// Index of the lowest bit set; [`Bits::WIDTH`] for the empty set.
    fn lowest(self) -> u32;
    /// Index of the highest bit set. The set must not be empty.
    fn highest(self) -> u32;
    /// The set without its lowest bit; the empty set stays empty.
    fn without_lowest(self) -> Self;
    /// The bits below `index`.
    fn below(index: u32) -> Self;
    /// All bits in the opposite order.
    fn reversed(self) -> Self;
    /// A number made of all bits, to hash by.
    fn folded(self) -> u64;
    /// The low bits of a wider word.
    fn truncated(bits: u128) -> Self;
    /// The set in a wider word.
    fn widened(self) -> u128;

    /// No bit is set.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// Some bit is set.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::EMPTY
    }
    /// Bit `index` is set.
    #[inline(always)]
    fn has(self, index: u32) -> bool {
        (self & Self::bit(index)).any()
    }
    /// The bits that are set, lowest first.
    #[inline(always)]
    fn each(self) -> Each<Self> {
        Each(self)
    }
}

/// Iterator over the indexes of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Each<B>(B);

impl<B: Bits> Iterator for Each<B> {
    type Item = u32;
    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(index)
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Bits for $word {
            const EMPTY: Self = 0;
            const WIDTH: u32 = <$word>::BITS;
            #[inline(always)]
            fn bit(index: u32) -> Self {
                1 << index
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn highest(self) -> u32 {
                debug_assert!(self != 0);
                (Self::WIDTH - 1).wrapping_sub(self.leading_zeros())
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn below(index: u32) -> Self {
                (1 << index) - 1
            }
            #[inline(always)]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }
            #[inline(always)]
            fn folded(self) -> u64 {
                // In a wide word the upper half is turned, so that neighbours do not meet.
                let upper = if Self::WIDTH > 64 { (self >> (Self::WIDTH - 64)) as u64 } else { 0 };
                self as u64 ^ upper.rotate_left(32)
            }
            #[inline(always)]
            fn truncated(bits: u128) -> Self {
                bits as Self
            }
            #[inline(always)]
            fn widened(self) -> u128 {
                self as u128
            }
        }
    };
}

word!(u64);
word!(u128);
