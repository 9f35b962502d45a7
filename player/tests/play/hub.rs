//! Sessions of the Hub protocol.

use std::time::{Duration, Instant};

use dambase_player::PlayerOptions;
use dambase_player::hub::{HubOptions, run};
use dambase_rules::GameId;
use proptest::prelude::*;

use crate::support::{Session, golden, options};

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

fn session(game: GameId) -> Session {
    let options = HubOptions {
        game,
        folders: vec![golden()],
        draw_rules: None,
        cache_bytes: 1 << 20,
        access: dambase_prober::Access::default(),
        player: PlayerOptions { ..options() },
    };
    Session::begin(move |input, mut output| run(&options, input, &mut output))
}

#[test]
fn the_protocol_is_gone_through() {
    let hub = session(GameId::International);
    hub.send("hub");
    let lines = hub.until("wait");
    assert!(lines[0].starts_with("id name=Dambase version="), "{lines:?}");
    let variant = lines.iter().find(|line| line.starts_with("param name=variant")).unwrap();
    assert!(
        variant.starts_with("param name=variant value=normal type=enum values=\"normal losing russian "),
        "{variant}"
    );
    for line in &lines[1..lines.len() - 1] {
        assert!(line.starts_with("param name=") && line.contains(" value=") && line.contains(" type="), "{line}");
    }
    hub.send("set-param name=book value=false");
    hub.send("set-param name=hash value=2");
    assert_eq!(hub.ask("init", ""), "ready");
    assert_eq!(hub.ask("ping", ""), "pong");
    hub.send("new-game");
    hub.send(&format!("pos pos={START}"));
    hub.send("level depth=4");
    hub.send("go think");
    let lines = hub.until("done");
    assert!(lines.len() >= 5);
    for line in &lines[..lines.len() - 1] {
        for field in ["info depth=", " mean-depth=", " score=", " nodes=", " time=", " nps=", " pv=\""] {
            assert!(line.contains(field), "{line}");
        }
    }
    assert!(lines.last().unwrap().starts_with("done move=3"), "{lines:?}");
    // The line of moves, with a capture in it.
    hub.send(&format!("pos pos={START} moves=\"32-28 19-23 28x19x23 14x23x19\""));
    assert!(hub.ask("go think", "done").starts_with("done move="));
    assert!(hub.close().is_empty());
}

#[test]
fn endless_searches_end_when_they_are_told_to() {
    let hub = session(GameId::International);
    hub.send(&format!("pos pos={START}"));
    hub.send("level infinite");
    hub.send("go analyze");
    hub.until("info");
    hub.send("ping");
    hub.until("pong");
    let began = Instant::now();
    assert!(hub.ask("stop", "done").starts_with("done move="));
    assert!(began.elapsed() < Duration::from_secs(1));
    // Pondering: no answer before the opponent has moved.
    hub.send("level move-time=0.05");
    hub.send("go ponder");
    hub.is_silent(200);
    hub.send("ponder-hit");
    hub.until("done");
    hub.send("go ponder");
    hub.is_silent(50);
    hub.ask("stop", "done");
    // What does not fit stops it, and is obeyed afterwards.
    hub.send("level infinite");
    hub.send("go think");
    hub.send("pos pos=start");
    hub.send("level depth=1");
    hub.send("go think");
    hub.until("done");
    hub.until("done");
    // Neither has anything to stop.
    hub.send("stop");
    hub.send("ponder-hit");
    assert_eq!(hub.ask("ping", ""), "pong");
    hub.send("level infinite");
    hub.send("go think");
    hub.send("quit");
    hub.close();
}

/// Several searches without an end, asked for at once: each gives way to the next.
#[test]
fn endless_searches_give_way() {
    let hub = session(GameId::Russian);
    let search = "level infinite\npos pos=start\ngo think\n";
    hub.send_bytes(format!("{search}{search}{search}level depth=1\ngo think\n").as_bytes());
    for _ in 0..4 {
        hub.until("done");
    }
    // One that has to wait for another is what a stop behind it means.
    hub.send_bytes(format!("level depth=2\ngo think\n{search}stop\n").as_bytes());
    hub.until("done");
    hub.until("done");
    hub.close();
}

#[test]
fn what_cannot_be_obeyed_is_told() {
    let hub = session(GameId::International);
    for (line, says) in [
        ("set-param name=variant value=frisian", "frisian"),
        ("set-param name=hash value=lots", "hash"),
        ("set-param value=1", "name"),
        ("set-param name=hash", "value"),
        ("level depth=x", "depth"),
        ("level move-time=-1", "seconds"),
        ("pos pos=Wbb", "letters"),
        (&format!("pos pos={}", START.replace("ee", "xe")), "square 21"),
        (&format!("pos pos=X{}", &START[1..]), "side"),
        (&format!("pos pos=W{}", "e".repeat(50)), "empty"),
        (&format!("pos pos={START} moves=\"32-28 1-50\""), "1-50"),
        (&format!("pos pos={START} moves=\"32x28\""), "32x28"),
        ("go think", "no position"),
    ] {
        let answer = hub.ask(line, "");
        assert!(
            answer.starts_with("error message=\"") && answer.ends_with('"') && answer.contains(says),
            "{line}: {answer}"
        );
    }
    // Nobody can move.
    hub.send("set-param name=variant value=english");
    hub.send(&format!("pos pos=W{}B", "e".repeat(31)));
    assert!(hub.ask("go think", "error").contains("over"));
    // Nothing known: nothing said.
    hub.send("frobnicate a=b");
    hub.send("");
    hub.send_bytes(b"\xff\xfe pos\n");
    assert_eq!(hub.ask("ping", ""), "pong");
    hub.send("set-param name=tables value=/nowhere/at/all");
    assert!(hub.ask("init", "error").contains("/nowhere/at/all"));
    assert_eq!(hub.next(), "ready");
    assert!(
        hub.ask("set-param name=draw-rules value=nonsense", "error").contains("no game has draw rules called nonsense")
    );
    // The variant that has them may come later.
    hub.send("set-param name=draw-rules value=russian-code");
    assert!(hub.ask("init", "error message=\"no draw rules").contains("russian-code"));
    assert_eq!(hub.next(), "ready");
    hub.close();
}

#[test]
fn every_variant_plays() {
    let hub = session(GameId::International);
    hub.send("hub");
    let lines = hub.until("wait");
    let variant = lines.iter().find(|line| line.starts_with("param name=variant")).unwrap();
    let names = variant.split_once("values=\"").unwrap().1.trim_end_matches('"');
    hub.send("level depth=2");
    for name in names.split(' ') {
        hub.send(&format!("set-param name=variant value={name}"));
        hub.send("pos pos=start");
        assert!(hub.ask("go think", "done").starts_with("done move="), "{name}");
    }
    hub.close();
}

#[test]
fn tables_answer_at_once() {
    let hub = session(GameId::English);
    hub.send("set-param name=draw-rules value=none");
    // A king takes a man: the game is over.
    let letters: String = (1..=32)
        .map(|square| match square {
            22 => 'W',
            18 => 'b',
            _ => 'e',
        })
        .collect();
    hub.send(&format!("pos pos=W{letters}"));
    hub.send("go think");
    let lines = hub.until("done");
    assert!(lines[0].contains(" score=99.99 "), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "done move=22x15x18");
    // One-colour draughts: what has been moved is the other's.
    hub.send("set-param name=variant value=artamonov");
    let letters: String = (1..=32)
        .map(|square| match square {
            32 => 'B',
            5 => 'w',
            _ => 'e',
        })
        .collect();
    hub.send(&format!("pos pos=W{letters}"));
    hub.send("go think");
    let lines = hub.until("done");
    assert!(lines.last().unwrap().starts_with("done move=5-1"), "{lines:?}");
    hub.close();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// Whatever comes in, the session goes on and ends well.
    #[test]
    fn no_line_is_too_strange(lines in proptest::collection::vec(strange_line(), 0..12)) {
        let hub = session(GameId::Russian);
        hub.send("level depth=1");
        for line in &lines {
            hub.send_bytes(line);
            hub.send_bytes(b"\n");
        }
        hub.close();
    }
}

fn strange_line() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        "(hub|init|ping|stop|pos|level|go|set-param|new-game|ponder-hit|quit)".prop_map(String::into_bytes),
        "(pos|moves|depth|time|inc|name|value|think|ponder|analyze|infinite|variant|tables|hash)=?"
            .prop_map(String::into_bytes),
        "[WBwbe]{33}".prop_map(String::into_bytes),
        "[0-9a-hx:\\-]{0,8}".prop_map(String::into_bytes),
        "[\" =]{0,3}".prop_map(String::into_bytes),
        proptest::collection::vec(any::<u8>().prop_filter("no line ends", |byte| *byte != b'\n'), 0..6),
    ];
    let space = any::<bool>();
    proptest::collection::vec((word, space), 0..8).prop_map(|words| {
        words.into_iter().fold(Vec::new(), |mut line, (word, space)| {
            line.extend(word);
            if space {
                line.push(b' ')
            }
            line
        })
    })
}
