//! Counts of whole tables: chess_counts.json, computed by an exhaustive analysis of another author's; and the audit.

use std::ops::ControlFlow;

use dambase_format::{ChessCounts, SliceIndex, TableGame};
use dambase_prober::Metric;
use dambase_prober::audit::{AuditOptions, audit, audit_under_rules};
use dambase_rules::chess::Chess;
use serde_json::Value;

use crate::made::{data, fide, keys, tables};

#[test]
fn every_table_has_as_many_wins_draws_and_losses_as_published() {
    let text = std::fs::read_to_string(data("counts.json")).unwrap();
    let reference: Value = serde_json::from_str(&text).unwrap();
    let number = |value: &Value| value.as_u64().unwrap();
    let mut checked = 0;
    for table in reference["tables"].as_array().unwrap() {
        let material = table["table"].as_str().unwrap();
        let key = Chess::parse_material(material).unwrap();
        let Some(info) = tables().tables().find(|info| info.key == key && info.metric == Metric::Dtw) else { continue };
        for (row, side) in Chess::slice(key).unwrap().rows().iter().zip(["wtm", "btm"]) {
            let stats = info.header.sections[row.section];
            let expected = ["win", "draw", "loss"].map(|value| number(&table[side][value]));
            assert_eq!([stats.win, stats.draw, stats.loss], expected, "{material} {side}");
            let positions = number(&table[if side == "wtm" { "legal_wtm" } else { "legal_btm" }]);
            assert_eq!(stats.win + stats.draw + stats.loss, positions, "{material} {side}");
            // The longest win with this side to move, from the histogram.
            let by_ply = table[format!("{side}_win_by_ply")].as_object().unwrap();
            let longest = by_ply.keys().map(|ply| ply.parse::<u16>().unwrap()).max();
            assert_eq!(stats.longest_win.map(|(plies, _)| plies), longest, "{material} {side}");
        }
        checked += 1;
    }
    assert!(checked >= 10, "{checked} tables");
}

/// Syzygy's own statistics of the tables without twins, which it tells apart and we do not.
#[test]
fn syzygy_counts_the_same() {
    let text = std::fs::read_to_string(data("syzygy_stats.json")).unwrap();
    let reference: Value = serde_json::from_str(&text).unwrap();
    let mut checked = 0;
    for (material, table) in reference["tables"].as_object().unwrap() {
        let Ok(key) = Chess::parse_material(material) else { panic!("{material}") };
        let counts = ChessCounts::from_key(key);
        let twins = counts.white.iter().chain(&counts.black).any(|&count| count > 1);
        let Some(info) = tables().tables().find(|info| info.key == key && info.metric == Metric::Wdl) else { continue };
        if twins {
            continue;
        }
        for (row, side) in Chess::slice(key).unwrap().rows().iter().zip(["white_to_move", "black_to_move"]) {
            let stats = info.header.sections[row.section];
            let expected = ["wins", "draws", "losses"].map(|value| table[side][value].as_u64().unwrap());
            assert_eq!([stats.win, stats.draw, stats.loss], expected, "{material} {side}");
        }
        checked += 1;
    }
    assert!(checked >= 9, "{checked} tables");
}

#[test]
fn depths_are_distributed_as_published() {
    let text = std::fs::read_to_string(data("counts.json")).unwrap();
    let reference: Value = serde_json::from_str(&text).unwrap();
    for table in reference["tables"].as_array().unwrap() {
        let material = table["table"].as_str().unwrap();
        let key = Chess::parse_material(material).unwrap();
        if !tables().has(key, Metric::Dtw) {
            continue;
        }
        let slice = Chess::slice(key).unwrap();
        for (row, side) in slice.rows().iter().zip(["wtm", "btm"]) {
            // By value and plies.
            let mut counted = [vec![0u64; 300], vec![0u64; 300]];
            let visit = |_, evaluation: dambase_prober::Evaluation| {
                if let Some(plies) = evaluation.dtw {
                    counted[usize::from(plies % 2 == 0)][usize::from(plies)] += 1;
                }
                ControlFlow::Continue(())
            };
            tables().for_each_value(key, slice.section(row.section), visit).unwrap();
            for (counted, value) in counted.iter().zip(["win", "loss"]) {
                let by_ply = table[format!("{side}_{value}_by_ply")].as_object().unwrap();
                for (plies, &count) in counted.iter().enumerate() {
                    let expected = by_ply.get(&plies.to_string()).map_or(0, |count| count.as_u64().unwrap());
                    assert_eq!(count, expected, "{material} {side} {value} in {plies}");
                }
            }
        }
    }
}

/// The issue of this family names them: plies with the side to move that wins.
#[test]
fn the_longest_mates_are_those_everybody_knows() {
    let known = [
        ("KQvK", 19),
        ("KRvK", 31),
        ("KPvK", 55),
        ("KBBvK", 37),
        ("KBNvK", 65),
        ("KQvKR", 69),
        ("KRvKN", 79),
        ("KRvKP", 51),
    ];
    for (material, plies) in known {
        let key = Chess::parse_material(material).unwrap();
        if let Some(info) = tables().tables().find(|info| info.key == key && info.metric == Metric::Dtw) {
            assert_eq!(info.header.sections[0].longest_win.map(|(plies, _)| plies), Some(plies), "{material}");
        }
    }
}

#[test]
fn every_table_verifies_against_its_own_moves() {
    // Sampled here: in full it takes as long as making them.
    let sample = AuditOptions { sample: Some(30_000), threads: Some(2), seed: 1 };
    for key in keys() {
        let material = Chess::slice(key).unwrap().material();
        audit(tables(), key, sample, &|_, _| ()).unwrap_or_else(|fault| panic!("{material}: {fault}"));
        audit_under_rules(tables(), fide(), key, sample, &|_, _| ())
            .unwrap_or_else(|fault| panic!("{material}: {fault}"));
    }
    for material in ["KQvK", "KPvK", "KBvK"] {
        let key = Chess::parse_material(material).unwrap();
        let full = AuditOptions { threads: Some(2), ..AuditOptions::default() };
        audit(tables(), key, full, &|_, _| ()).unwrap_or_else(|fault| panic!("{material}: {fault}"));
        audit_under_rules(tables(), fide(), key, full, &|_, _| ())
            .unwrap_or_else(|fault| panic!("{material}: {fault}"));
    }
}
