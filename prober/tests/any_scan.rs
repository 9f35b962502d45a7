//! Walks over whole rows of tables of a game that is chosen at run time.
#![cfg(feature = "any")]

mod common;

use std::ops::ControlFlow;

use common::{LAYOUT, solve};
use dambase_format::Metric;
use dambase_prober::OpenOptions;
use dambase_prober::any::{AnyTablebase, Scanned};
use dambase_rules::draughts::games::Russian;
use dambase_rules::{GameId, GameRules, Side, Wdl};

#[test]
fn rows_hold_every_position_once_with_its_value() {
    let solved = solve::<Russian>(&["KMvK"]);
    let folder = tempfile::tempdir().unwrap();
    let tables = |metrics: &[Metric]| {
        let place = folder.path().join(metrics[0].name()).join("russian");
        std::fs::create_dir_all(&place).unwrap();
        for (name, bytes) in solved.files(metrics, LAYOUT) {
            std::fs::write(place.join(name), bytes).unwrap();
        }
        AnyTablebase::open(GameId::Russian, &[place.parent().unwrap()], &OpenOptions::default()).unwrap()
    };
    for (metric, depths) in [(Metric::Dtw, true), (Metric::Wdl, false)] {
        let tables = tables(&[metric]);
        assert!(tables.slices().contains(&"KMvK".to_owned()));
        let rows = tables.rows("kvkm").unwrap();
        let names: Vec<_> = rows.iter().map(|row| (&row.material[..], row.side)).collect();
        assert_eq!(
            names,
            [("KMvK", Side::White), ("KMvK", Side::Black), ("KvKM", Side::White), ("KvKM", Side::Black)],
            "both colour orders, both sides"
        );
        assert!(tables.rows("KXvK").is_err());
        for row in &rows {
            assert_eq!((&row.slice[..], row.pieces), ("KMvK", 3));
            assert!(row.is_of(&row.material) && row.is_of("MKvK") == row.is_of("KMvK"));
            let mut seen = std::collections::HashSet::new();
            let mut counted = [0; 3];
            let mut longest = 0;
            let mut visit = |scanned: &Scanned| {
                let position = Russian::from_pieces(&scanned.pieces).unwrap();
                let value = solved.value(&position);
                assert_eq!(scanned.evaluation.wdl, value.wdl(), "{}", Russian::fen(&position));
                assert_eq!(scanned.evaluation.dtw, value.plies().filter(|_| depths), "{}", Russian::fen(&position));
                assert_eq!(scanned.pieces.side, row.side);
                let white = scanned.pieces.kings[0].count_ones() + scanned.pieces.men[0].count_ones();
                assert_eq!(white, if row.material == "KMvK" { 2 } else { 1 });
                assert!(seen.insert(scanned.pieces));
                counted[value.wdl() as usize] += 1;
                if value.wdl() == Wdl::Win {
                    longest = longest.max(value.plies().unwrap());
                }
                ControlFlow::Continue(())
            };
            // In two parts, the second going too far.
            tables.scan(row, 0..row.len() / 3, &mut visit).unwrap();
            tables.scan(row, row.len() / 3..u64::MAX, &mut visit).unwrap();
            assert_eq!(seen.len() as u64, row.len());
            let counts = tables.row_counts(row).unwrap();
            assert_eq!([counts.loss, counts.draw, counts.win], counted);
            assert_eq!(counts.depths, depths);
            match counts.longest_win {
                Some((plies, pieces)) => {
                    assert_eq!(plies, longest);
                    assert_eq!(tables.probe(&pieces).unwrap().dtw, Some(longest));
                    assert_eq!(pieces.side, row.side);
                }
                None => assert!(!depths || longest == 0),
            }
        }
        // It ends when told to.
        let mut visited = 0;
        let mut once = |_: &Scanned| {
            visited += 1;
            ControlFlow::Break(())
        };
        tables.scan(&rows[0], 0..rows[0].len(), &mut once).unwrap();
        assert_eq!(visited, 1);
    }
}
