//! What `go` and `setoption` say.

use std::time::Duration;

use dambase_rules::Side;

use crate::limits::{GameClock, Limits};

/// What `go` asks for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Go<'t> {
    pub(super) limits: Limits,
    pub(super) ponder: bool,
    /// The moves to choose from, as they were written.
    pub(super) moves: Vec<&'t str>,
}

const WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

/// Reads the words after `go`; what is unknown or no number is passed over, as the protocol wants it.
pub(super) fn read_go<'t>(words: &[&'t str], side: Side) -> Go<'t> {
    let mut go = Go::default();
    let (mut time, mut increment, mut moves) = (None, Duration::ZERO, None);
    let (own_time, own_increment) = match side {
        Side::White => ("wtime", "winc"),
        Side::Black => ("btime", "binc"),
    };
    let mut left = words.iter().copied().peekable();
    while let Some(word) = left.next() {
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.limits.infinite = true,
            "searchmoves" => {
                while let Some(text) = left.next_if(|text| !WORDS.contains(text)) {
                    go.moves.push(text);
                }
            }
            word if WORDS.contains(&word) => {
                // Flags may have fallen as far as below nothing.
                let Some(value) = left.next_if(|text| text.parse::<i64>().is_ok()) else { continue };
                let value = value.parse::<i64>().unwrap_or(0).clamp(0, 1 << 40) as u64;
                let small = value.min(1 << 20) as u32;
                let duration = Duration::from_millis(value);
                match word {
                    "depth" => go.limits.depth = Some(small),
                    "nodes" => go.limits.nodes = Some(value),
                    "movetime" => go.limits.move_time = Some(duration),
                    "mate" => go.limits.win_within = Some((2 * small).saturating_sub(1)),
                    "movestogo" => moves = Some(small).filter(|&moves| moves > 0),
                    word if word == own_time => time = Some(duration),
                    word if word == own_increment => increment = duration,
                    _ => {}
                }
            }
            _ => {}
        }
    }
    go.limits.clock = time.map(|left| GameClock { left, certain: left, increment, moves });
    // Where there is no such mate, a search of that many moves has said so: it sees a mate with its last ply.
    go.limits.depth = go.limits.depth.or(go.limits.win_within.map(|plies| plies.saturating_add(1)));
    let Limits { depth, nodes, move_time, clock, win_within, .. } = &go.limits;
    let bounded = depth.is_some() || nodes.is_some() || move_time.is_some() || clock.is_some() || win_within.is_some();
    go.limits.infinite |= !bounded;
    go
}

/// The name and the value of `setoption name ... value ...`, whose names and values may have spaces.
pub(super) fn read_option(text: &str) -> Option<(String, String)> {
    let words: Vec<_> = text.split_whitespace().collect();
    let after_name = words.strip_prefix(&["setoption", "name"])?;
    let end = after_name.iter().position(|word| *word == "value").unwrap_or(after_name.len());
    let name = after_name[..end].join(" ").to_ascii_lowercase();
    // The value is taken as it stands: folders may have several spaces in a row.
    let value = text.split_once(" value ").map_or("", |(_, value)| value.trim());
    Some((name, if end < after_name.len() { value.to_owned() } else { String::new() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str, side: Side) -> Go<'_> {
        read_go(&text.split_whitespace().collect::<Vec<_>>(), side)
    }

    #[test]
    fn limits_are_read_for_the_side_to_move() {
        let text = "wtime 60000 btime 5000 winc 100 binc 200 movestogo 12 ponder";
        let white = go(text, Side::White);
        assert!(white.ponder && !white.limits.infinite);
        let clock = white.limits.clock.unwrap();
        assert_eq!((clock.left, clock.moves), (Duration::from_secs(60), Some(12)));
        assert_eq!(go(text, Side::Black).limits.clock.unwrap().increment, Duration::from_millis(200));
        let mate = go("mate 3", Side::White).limits;
        assert_eq!((mate.win_within, mate.depth), (Some(5), Some(6)));
        assert_eq!(go("searchmoves e2e4 d2d4 depth 3", Side::White).moves, ["e2e4", "d2d4"]);
        assert_eq!(go("depth 7 nonsense nodes x movetime", Side::White).limits.depth, Some(7));
        assert_eq!(go("wtime -30", Side::White).limits.clock.unwrap().left, Duration::ZERO);
        assert!(go("", Side::White).limits.infinite);
        assert!(go("depth 99999999999999999999 infinite", Side::White).limits.infinite);
    }

    #[test]
    fn options_have_names_and_values_of_several_words() {
        let read = |text: &str| read_option(text).unwrap();
        assert_eq!(read("setoption name Clear Hash"), ("clear hash".into(), String::new()));
        assert_eq!(read("setoption name TablesPath value /a b/c"), ("tablespath".into(), "/a b/c".into()));
        assert_eq!(read("setoption name Hash value 12"), ("hash".into(), "12".into()));
        assert_eq!(read_option("setoption Hash"), None);
    }
}
