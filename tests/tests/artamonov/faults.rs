//! Tables with a wrong value, everything else about them right.

use dambase_format::block::code_at;
use dambase_format::codec::Model;
use dambase_format::{Settled, SliceIndex, Source, Table, TableGame, table_bytes};
use dambase_prober::audit::{AuditOptions, FaultKind, audit_under_rules};
use dambase_prober::{OpenOptions, Tablebase};
use dambase_rules::artamonov::Artamonov;

use super::made::{rules, tables};

/// The table with some other codes.
fn rewritten(table: &Table<Vec<u8>>, codes: &[u16]) -> Vec<u8> {
    table_bytes(table.header().clone(), &Model::Zstd, codes).unwrap()
}

#[test]
fn a_wrong_value_is_found_at_every_level() {
    let key = Artamonov::parse_material("KM").unwrap();
    let slice = Artamonov::slice(key).unwrap();
    let (_, info) = tables().tables_under_rules().find(|(_, table)| table.key == key).unwrap();
    let name = |path: &std::path::Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let own = name(info.path);
    let files: Vec<(String, Vec<u8>)> = std::fs::read_dir(info.path.parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "wdl" || extension == "dtc"))
        .map(|path| (name(&path), std::fs::read(&path).unwrap()))
        // What two pieces lead to, and they themselves.
        .filter(|(name, _)| name.split('.').next().unwrap().len() <= 2)
        .collect();
    let table = Table::open(std::fs::read(info.path).unwrap()).unwrap();
    let (mut stored, mut decoded, mut codes) = (Vec::new(), Vec::new(), Vec::new());
    for block in 0..table.header().blocks() {
        table.read_block(block, &mut stored, &mut decoded).unwrap();
        let values = table.header().values_in(block) as usize;
        codes.extend((0..values).map(|at| code_at(&decoded, at, table.header().value_code).unwrap()));
    }
    let verify = |codes: &[u16]| {
        let sources = files.iter().map(|(name, bytes)| {
            let bytes = if *name == own { rewritten(&table, codes) } else { bytes.clone() };
            (name.clone(), Box::new(bytes) as Box<dyn Source>)
        });
        let tables = Tablebase::<Artamonov>::from_sources(sources, &OpenOptions::default());
        audit_under_rules(&tables, rules(), key, AuditOptions::default(), &|_, _| ())
    };
    assert!(verify(&codes).is_ok());
    let mut changed = 0;
    let planes = table.header().planes();
    for index in (0..slice.len()).step_by(331) {
        if Artamonov::is_exit_only(&slice.position_at(index).unwrap()) {
            continue;
        }
        for plane in 0..planes {
            let at = (index * u64::from(planes) + u64::from(plane)) as usize;
            let others = match Settled::from_code(codes[at]) {
                None => vec![Settled { win: true, plies: 9 }.code(), Settled { win: false, plies: 30 }.code()],
                Some(Settled { win, plies }) => vec![
                    0,
                    Settled { win: !win, plies }.code(),
                    Settled { win, plies: plies + 1 }.code(),
                    Settled { win, plies: plies.saturating_sub(1).max(u16::from(plies == 0)) }.code(),
                ],
            };
            for other in others {
                let mut codes = codes.clone();
                codes[at] = other;
                let fault = verify(&codes).expect_err("a wrong value");
                assert_eq!(fault.kind, FaultKind::Value, "{fault}");
                changed += 1;
            }
        }
    }
    assert!(changed > 50, "{changed}");
}
