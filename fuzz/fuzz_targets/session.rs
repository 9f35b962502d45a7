//! Any lines as a session of Hub or, where the first byte is odd, of UCI: the player answers and comes to an end, whatever it is told.
//! Searches are made short, and lines are left out that speak of memory and of folders.
#![no_main]

use std::io::{BufReader, Cursor};

use dambase_player::PlayerOptions;
use dambase_player::hub::{self, HubOptions};
use dambase_player::uci::{self, UciOptions};
use dambase_prober::Access;
use dambase_rules::GameId;
use libfuzzer_sys::{Corpus, fuzz_target};

/// Each search costs a thread.
const MOST_LINES: usize = 24;

fuzz_target!(|data: &[u8]| -> Corpus {
    let [first, rest @ ..] = data else { return Corpus::Reject };
    let is_uci = first % 2 == 1;
    let mut input = Vec::new();
    for line in rest.split(|&byte| byte == b'\n').take(MOST_LINES) {
        let lower = line.to_ascii_lowercase();
        let speaks_of = |word: &[u8]| lower.windows(word.len()).any(|bytes| bytes == word);
        if [&b"hash"[..], b"cache", b"tables"].iter().any(|word| speaks_of(word)) {
            continue;
        }
        if speaks_of(b"go") && !is_uci {
            input.extend_from_slice(b"level nodes=30\n");
        }
        input.extend_from_slice(line);
        if speaks_of(b"go") && is_uci {
            input.extend_from_slice(b" nodes 30");
        }
        input.push(b'\n');
    }
    let player = PlayerOptions { hash_bytes: 1 << 16, ..PlayerOptions::default() };
    let (folders, access) = (Vec::new(), Access::Read);
    let mut output = Vec::new();
    let input = BufReader::new(Cursor::new(input));
    let ended = if is_uci {
        uci::run(&UciOptions { folders, draw_rules: None, cache_bytes: 0, access, player }, input, &mut output)
    } else {
        let game = GameId::Russian;
        hub::run(&HubOptions { game, folders, draw_rules: None, cache_bytes: 0, access, player }, input, &mut output)
    };
    ended.expect("memory can be written to");
    let output = std::str::from_utf8(&output).expect("answers are text");
    assert!(output.lines().all(|line| !line.contains(char::is_control)), "{output}");
    Corpus::Keep
});
