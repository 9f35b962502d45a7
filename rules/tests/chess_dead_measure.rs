//! temp
mod chess_random;
use dambase_rules::chess::dead::*;
use dambase_rules::chess::*;
use dambase_rules::{GameRules, Side};
use std::time::Instant;
struct R(u64);
impl R { fn below(&mut self, n: usize) -> usize { self.0 ^= self.0 << 13; self.0 ^= self.0 >> 7; self.0 ^= self.0 << 17; (self.0 >> 11) as usize % n } }
#[test]
fn measure() {
    let mut r = R(0x1234567);
    let kinds = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];
    let mut mats: Vec<(Vec<Kind>, Vec<Kind>)> = vec![];
    for a in kinds { mats.push((vec![a], vec![])); for b in kinds { mats.push((vec![a], vec![b])); if a as u8 <= b as u8 { mats.push((vec![a, b], vec![])); } } }
    let n: usize = std::env::var("N").ok().and_then(|s| s.parse().ok()).unwrap_or(2000);
    for (w, b) in mats {
        let (mut yes, mut no, mut worst, mut worst_no, mut total) = (0, 0, (0.0, String::new()), (0.0, String::new()), 0.0);
        let mut done = 0;
        while done < n {
            let mut p = Position { side: if r.below(2) == 0 { Side::White } else { Side::Black }, ..Position::EMPTY };
            let mut ok = true;
            for (side, k) in [(Side::White, Kind::King), (Side::Black, Kind::King)].into_iter().chain(w.iter().map(|&k| (Side::White, k))).chain(b.iter().map(|&k| (Side::Black, k))) {
                let s = r.below(64) as u8;
                if p.occupied() & bit(s) != 0 { ok = false; break; }
                p.put(s, side, k);
            }
            if !ok || !p.is_legal() { continue; }
            done += 1;
            let t = Instant::now();
            let c = can_mate(&p, Side::White).unwrap();
            let e = t.elapsed().as_secs_f64() * 1e6;
            total += e;
            if c { yes += 1; if e > worst.0 { worst = (e, Chess::fen(&p)); } } else { no += 1; if e > worst_no.0 { worst_no = (e, Chess::fen(&p)); } }
        }
        println!("{w:?} v {b:?}: yes {yes} no {no} mean {:.0} us worst yes {:.0} us {} worst no {:.0} us {}", total / n as f64, worst.0, worst.1, worst_no.0, worst_no.1);
    }
}
#[test]
fn middle() {
    let mut r = R(0x7654321);
    for start in chess_random::LIVELY {
        let (mut n, mut none, mut total, mut worst) = (0, 0, 0.0, (0.0, String::new()));
        for _ in 0..40 {
            let mut p = Chess::parse_fen(start).unwrap();
            for _ in 0..200 {
                let m = chess_random::moves(&p);
                if m.is_empty() { break; }
                p = play(&p, m[r.below(m.len())]);
                for s in [Side::White, Side::Black] {
                    let t = Instant::now();
                    let c = can_mate(&p, s);
                    let e = t.elapsed().as_secs_f64() * 1e6;
                    n += 1; total += e;
                    if c.is_none() { none += 1; println!("none {} {s:?}", Chess::fen(&p)); }
                    if e > worst.0 { worst = (e, format!("{} {s:?} {c:?}", Chess::fen(&p))); }
                }
            }
        }
        println!("{start}: {n} none {none} mean {:.0} us worst {:.0} {}", total / n as f64, worst.0, worst.1);
    }
}
