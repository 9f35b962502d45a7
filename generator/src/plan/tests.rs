//! Plans: what is counted, what is bounded, what is refused.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use dambase_format::TableGame;
use dambase_rules::chess::Chess;
use dambase_rules::draughts::games::*;

use super::*;

/// A plan of everything up to so many pieces, of which the first so many stand.
fn planned<G: Solvable>(pieces: u32, standing: usize, bound_bytes: Option<u64>) -> Plan {
    let keys: Vec<SliceKey> = (2..=pieces).flat_map(G::slices_of).collect();
    let stands: HashSet<SliceKey> = closure::<G>(&keys).into_iter().take(standing).collect();
    Plan::survey::<G>(&keys, &Metric::THEORY, 2, bound_bytes, |key, _| Ok(stands.contains(&key))).expect("a plan")
}

fn positions<G: Solvable>(pieces: u32) -> u128 {
    let of = |plan: Plan| plan.slices.iter().map(|slice| u128::from(slice.positions)).sum::<u128>();
    of(planned::<G>(pieces, 0, None))
}

/// Published counts are those of one side to move: in a slice of symmetric material that is what is in it, elsewhere both colour orders
/// with one side to move are as many as one with both.
#[test]
fn sums_are_the_published_counts() {
    let of = |pieces| positions::<Russian>(pieces) - positions::<Russian>(pieces - 1);
    assert_eq!([4, 5, 6, 7].map(of), [6_209_316, 139_450_808, 2_426_085_676, 34_243_113_624]);
    let of = |pieces| positions::<Spancireti>(pieces) - positions::<Spancireti>(pieces - 1);
    assert_eq!([3, 4, 5].map(of), [390_540, 15_787_360, 456_035_030]);
    let of = |pieces| positions::<International>(pieces) - positions::<International>(pieces - 1);
    assert_eq!([3, 4, 5].map(of), [806_300, 41_971_200, 1_570_600_750]);
    let of = |pieces| positions::<Canadian>(pieces) - positions::<Canadian>(pieces - 1);
    assert_eq!([3, 4].map(of), [2_518_980, 194_246_505]);
}

/// Counting is arithmetic: no layer is looked at.
#[test]
fn ten_pieces_are_planned_at_once() {
    fn quick<G: Solvable>() {
        let begin = Instant::now();
        let plan = planned::<G>(10, 0, None);
        assert!(plan.slices.iter().any(|slice| slice.refusal.is_some()));
        assert!(
            plan.slices.iter().all(|slice| slice.positions > 0 && slice.cpu > Duration::ZERO && slice.disk_bytes > 0)
        );
        assert!(plan.clone().checked().unwrap_err().to_string().contains("too large to be made"));
        // Generous: a machine may be busy, and this is no bench.
        assert!(begin.elapsed() < Duration::from_secs(60), "{} {:?}", G::ID, begin.elapsed());
    }
    quick::<Russian>();
    quick::<International>();
    quick::<Canadian>();
    quick::<Chess>();
}

#[test]
fn what_is_refused_is_what_has_no_numbers() {
    assert!(planned::<Russian>(6, 0, None).checked().is_ok());
    let plan = planned::<Chess>(5, 0, None);
    assert!(plan.checked().is_ok());
    let keys = [International::parse_material("KKKKvKKKK").unwrap()];
    let plan = Plan::survey::<International>(&keys, &[Metric::Wdl], 1, None, |_, _| Ok(false)).unwrap();
    let refused: Vec<_> = plan.slices.iter().filter(|slice| slice.refusal.is_some()).collect();
    assert!(refused.iter().any(|slice| slice.material == "KKKKvKKKK"));
    assert!(refused.iter().all(|slice| slice.layers.max(slice.layer_positions) > u64::from(u32::MAX)));
}

#[test]
fn what_stands_is_not_made_again_and_costs_nothing() {
    let all = planned::<Russian>(4, 0, None);
    let some = planned::<Russian>(4, 10, None);
    assert_eq!(all.slices.len(), some.slices.len());
    assert_eq!(some.to_make().count(), all.to_make().count() - 10);
    for slice in &some.slices[..10] {
        assert_eq!((&slice.metrics[..], &slice.stands[..]), (&[][..], &Metric::THEORY[..]));
        assert_eq!((slice.cpu, slice.disk_bytes), (Duration::ZERO, 0));
    }
    // What stands and is needed is read back with the first slice that needs it; the last slice depends on all the others.
    let size: u64 = some.slices[..10].iter().map(|slice| slice.positions).sum();
    assert_eq!(some.to_make().map(|slice| slice.read_back).sum::<u64>(), size);
    assert_eq!(all.to_make().map(|slice| slice.read_back).sum::<u64>(), 0);
    assert_eq!(planned::<Russian>(4, usize::MAX, None).hungriest(), None);
}

#[test]
fn a_run_without_bound_keeps_what_later_slices_need() {
    let plan = planned::<Russian>(5, 0, None);
    let needed = plan.hungriest_keeping().unwrap().keeping_bytes;
    let all: u64 = plan.slices.iter().map(|slice| slice.positions).sum();
    let hungriest = plan.hungriest().unwrap().memory_bytes;
    assert!(needed > hungriest && needed < hungriest + all, "{needed} {hungriest} {all}");
    // Under a bound it reads back what it has no room for, the less the more room there is, and none where all has room.
    let read_back = |plan: &Plan| plan.to_make().map(|slice| slice.read_back).sum::<u64>();
    assert_eq!(read_back(&plan), 0);
    let mut before = u64::MAX;
    for bound in [hungriest, (hungriest + needed) / 2, needed - 1, needed] {
        let plan = planned::<Russian>(5, 0, Some(bound));
        let most = plan.hungriest_keeping().unwrap().keeping_bytes;
        assert!(most <= bound, "{most} {bound}");
        let now = read_back(&plan);
        assert!(now <= before && (now == 0) == (bound == needed), "{now} {before} at {bound}");
        before = now;
    }
    // A slice alone keeps nothing beside what it needs.
    let keys = [Russian::parse_material("KKvK").unwrap()];
    let plan = Plan::new::<Russian>(&keys, &[Metric::Dtw], 2, |_, _| Ok(false)).unwrap();
    assert_eq!(plan.hungriest_keeping().unwrap().keeping_bytes, plan.hungriest().unwrap().memory_bytes);
}

#[test]
fn without_depths_what_is_kept_takes_two_bits_a_value() {
    let keys: Vec<SliceKey> = (2..=5).flat_map(English::slices_of).collect();
    let plan = |metrics: &[Metric], bound| Plan::survey::<English>(&keys, metrics, 2, bound, |_, _| Ok(false)).unwrap();
    let closures = closures(&closure::<English>(&keys), English::dependencies);
    let (both, wdl) = (plan(&Metric::THEORY, None), plan(&[Metric::Wdl], None));
    let sizes: Vec<u64> = both.slices.iter().map(|slice| slice.positions).collect();
    for ((both, wdl), needed) in both.slices.iter().zip(&wdl.slices).zip(&closures) {
        let with_all_it_needs = needed.iter().map(|place| sizes[place]).sum::<u64>() + both.positions;
        let saved = both.memory_bytes - wdl.memory_bytes;
        // Each slice takes whole bytes.
        assert!(saved.abs_diff(with_all_it_needs / 4 * 3) <= 64, "{} {saved} {with_all_it_needs}", wdl.material);
    }
    // As with depths, a run keeps to its bound and reads back what it has no room for.
    let (least, most) = (wdl.hungriest().unwrap().memory_bytes, wdl.hungriest_keeping().unwrap().keeping_bytes);
    assert!(least < most);
    for bound in [least, (least + most) / 2, most] {
        let plan = plan(&[Metric::Wdl], Some(bound));
        assert!(plan.hungriest_keeping().unwrap().keeping_bytes <= bound);
        assert_eq!(plan.to_make().all(|slice| slice.read_back == 0), bound == most);
    }
}

#[test]
fn more_work_takes_longer() {
    fn rises<G: Solvable>(materials: [&str; 3]) {
        let keys = materials.map(|material| G::parse_material(material).unwrap());
        let plan = |metrics: &[Metric]| Plan::survey::<G>(&keys, metrics, 1, None, |_, _| Ok(false)).unwrap();
        let (both, wdl) = (plan(&Metric::THEORY), plan(&[Metric::Wdl]));
        let of = |plan: &Plan, key| plan.slices.iter().find(|slice| slice.key == key).map(|slice| slice.cpu).unwrap();
        assert!(keys.map(|key| of(&both, key)).is_sorted(), "{}", G::ID);
        for key in keys {
            assert!(of(&wdl, key) < of(&both, key), "{}", G::ID);
        }
    }
    rises::<Russian>(["KMvK", "KMvKM", "KMMvKM"]);
    rises::<English>(["KMvK", "KMvKM", "KMMvKM"]);
    rises::<International>(["KvK", "KMvK", "KMvKM"]);
    rises::<Chess>(["KRvK", "KRvKB", "KRBvKB"]);
}
