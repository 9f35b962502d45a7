//! Which solved slices stay in memory for later ones.

use super::closures::Places;

/// When each slice of a plan is needed: by which of the slices to be made, by their numbers.
pub struct Uses {
    /// The last of them, the slice itself included; `None` where it is neither made nor needed.
    last: Vec<Option<u32>>,
    /// All of them, in order. Left out where there are more slices than any run will make: then nothing is kept under a bound that is not
    /// needed at once.
    all: Option<Vec<Vec<u32>>>,
}

/// The most slices whose uses are all noted.
const MOST_NOTED: usize = 4096;

impl Uses {
    /// Of slices that depend on each other as `closures` says, of which these places are to be made, in this order.
    pub fn new(closures: &[Places], to_make: &[usize]) -> Self {
        let mut last = vec![None; closures.len()];
        let mut all = (closures.len() <= MOST_NOTED).then(|| vec![Vec::new(); closures.len()]);
        for (number, &place) in (0..).zip(to_make) {
            last[place] = Some(number);
            for needed in closures[place].iter() {
                last[needed] = Some(number);
                if let Some(all) = &mut all {
                    all[needed].push(number);
                }
            }
        }
        Uses { last, all }
    }

    /// What to let go of before slice `number` is made, which needs `needed`: what neither it nor a later one needs, and, as long as the
    /// rest takes more than `room_bytes` beside what is needed, what will not be needed for longest.
    pub fn let_go(
        &self,
        number: u32,
        at_hand: &Places,
        needed: &Places,
        room_bytes: Option<u64>,
        bytes: impl Fn(usize) -> u64,
    ) -> Vec<usize> {
        let (mut kept, mut gone): (Vec<usize>, Vec<usize>) =
            at_hand.without(needed).partition(|&place| self.last[place].is_some_and(|last| last >= number));
        let Some(room_bytes) = room_bytes else { return gone };
        let mut beside: u64 = kept.iter().map(|&place| bytes(place)).fold(0, u64::saturating_add);
        if beside <= room_bytes {
            return gone;
        }
        let Some(all) = &self.all else {
            gone.append(&mut kept);
            return gone;
        };
        let next = |place: usize| all[place].get(all[place].partition_point(|&use_by| use_by < number));
        kept.sort_unstable_by_key(|&place| (next(place), place));
        while beside > room_bytes
            && let Some(place) = kept.pop()
        {
            beside -= bytes(place).min(beside);
            gone.push(place);
        }
        gone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_last_goes_first_and_what_nobody_needs_always() {
        let set = |places: &[usize]| {
            let mut set = Places::none(6);
            places.iter().for_each(|&place| set.insert(place));
            set
        };
        // 3 needs 0, 4 needs 1 and 0, 5 needs 2.
        let closures = [set(&[]), set(&[]), set(&[]), set(&[0]), set(&[0, 1]), set(&[2])];
        let uses = Uses::new(&closures, &[3, 4, 5]);
        let all = set(&[0, 1, 2]);
        let let_go = |number: u32, room| {
            let mut gone = uses.let_go(number, &all, &closures[3 + number as usize], room, |_| 10);
            gone.sort_unstable();
            gone
        };
        assert_eq!(
            [let_go(0, None), let_go(0, Some(20)), let_go(0, Some(19)), let_go(0, Some(0))],
            [vec![], vec![], vec![2], vec![1, 2]]
        );
        assert_eq!(let_go(1, Some(9)), [2]);
        assert_eq!([let_go(2, None), let_go(2, Some(0))], [[0, 1], [0, 1]]);
    }
}
