//! Ranking of sets of squares by combinations (FORMAT.md, "Combinations").

use dambase_rules::bits::Bits;

/// The most pieces of one kind a table is made for.
pub(crate) const MOST_ALIKE: usize = 15;
/// More squares than any board has.
const MOST_SQUARES: usize = 80;

/// Binomial coefficients, `[n][k]`.
static BINOMIALS: [[u64; MOST_ALIKE + 1]; MOST_SQUARES] = {
    let mut table = [[0; MOST_ALIKE + 1]; MOST_SQUARES];
    let mut n = 0;
    while n < MOST_SQUARES {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MOST_ALIKE {
            table[n][k] = if n == 0 { 0 } else { table[n - 1][k - 1] + table[n - 1][k] };
            k += 1;
        }
        n += 1;
    }
    table
};

/// Ways to choose `k` of `n`.
///
/// # Panics
/// When `n` is more than the squares of any board, or `k` more than the pieces of one kind a table is made for.
#[inline(always)]
pub fn choose(n: u32, k: u32) -> u64 {
    BINOMIALS[n as usize][k as usize]
}

/// The rank of `set` among the sets of as many squares within `allowed`: squares of `allowed` are numbered from 0, lowest
/// bit first, and the set with members p0 < p1 < ... has the rank C(p0,1) + C(p1,2) + ...
#[inline(always)]
pub(crate) fn rank<B: Bits>(set: B, allowed: B) -> u64 {
    debug_assert!((set & !allowed).is_empty());
    let mut rank = 0;
    for (k, bit) in set.each().enumerate() {
        rank += choose((allowed & B::below(bit)).count(), k as u32 + 1);
    }
    rank
}

/// The rank of the set turned by 180 degrees among the sets within the turned `allowed`: squares are numbered from the
/// highest bit down.
#[inline(always)]
pub(crate) fn rank_turned<B: Bits>(mut set: B, allowed: B) -> u64 {
    debug_assert!((set & !allowed).is_empty());
    let (mut rank, mut k) = (0, 1);
    while set.any() {
        let bit = set.highest();
        set &= B::below(bit);
        rank += choose((allowed & !B::below(bit)).count() - 1, k);
        k += 1;
    }
    rank
}

/// Calls `visit` for the members, highest first, of the set of `k` of `n` squares that has this rank.
#[inline]
pub(crate) fn for_each_member(mut rank: u64, k: u32, n: u32, mut visit: impl FnMut(u32)) {
    let mut p = n;
    for k in (2..=k).rev() {
        p -= 1;
        while choose(p, k) > rank {
            p -= 1;
        }
        rank -= choose(p, k);
        visit(p);
    }
    if k > 0 {
        visit(rank as u32);
    }
}

/// The set of `k` squares within `allowed` that has this rank. `rank` must be less than C(|allowed|, k).
#[inline]
pub(crate) fn unrank<B: Bits>(mut rank: u64, k: u32, allowed: B) -> B {
    let mut set = B::EMPTY;
    // From the highest member down: the highest square of `allowed` not above which C(p, k) still fits.
    let mut left = allowed;
    let mut p = allowed.count();
    for k in (1..=k).rev() {
        loop {
            p -= 1;
            let top = left.highest();
            left &= !B::bit(top);
            if choose(p, k) <= rank {
                rank -= choose(p, k);
                set |= B::bit(top);
                break;
            }
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_run_through_every_set_once() {
        let allowed = 0b1101_1110_1111_0110_1011u64;
        for k in 0..=4 {
            let n = choose(allowed.count(), k);
            let mut last = None;
            for r in 0..n {
                let set = unrank(r, k, allowed);
                assert_eq!((set.count(), set & !allowed), (k, 0));
                assert_eq!(rank(set, allowed), r);
                // Colexicographic order is numeric order.
                assert!(last < Some(set));
                last = Some(set);
            }
        }
    }
}
