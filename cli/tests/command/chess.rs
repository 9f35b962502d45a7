//! `dambase adjudicate chess` and `dambase rules chess`.

use std::path::{Path, PathBuf};

use dambase_rules::chess::{Chess, Move};
use dambase_rules::draw::Clocks;
use dambase_rules::pdn::{self, Item, PdnGame, PdnMove, ResultToken, Tag};
use dambase_rules::{Game, GameId, GameRules};
use serde_json::Value;

use crate::support::{dambase, number, text};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/pgn")
}

fn judged(file: &Path) -> Vec<Value> {
    dambase(&["adjudicate", "chess", file.to_str().unwrap(), "--json"]).objects()
}

/// Each file beside its expected output, after a line with the exit status.
#[test]
fn hand_made_games_are_judged_as_expected() {
    let mut files = 0;
    for entry in std::fs::read_dir(data()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "pgn") {
            continue;
        }
        let ran = dambase(&["adjudicate", "chess", path.to_str().unwrap(), "--json"]);
        let found = format!("status {}\n{}", ran.status, ran.stdout);
        let expected = std::fs::read_to_string(path.with_extension("expected")).unwrap();
        assert_eq!(found, expected, "{}: {}", path.display(), ran.stderr);
        files += 1;
    }
    assert!(files >= 5, "{files}");
}

#[test]
fn every_article_of_illegal_moves_is_named() {
    let lines = judged(&data().join("illegal.pgn"));
    for article in ["3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7", "3.8", "3.9"] {
        assert!(lines.iter().any(|line| line["illegal"] == true && line["article"] == article), "{article}");
    }
    for line in lines.iter().filter(|line| line["illegal"] == true) {
        assert!(!line["legal"].as_array().unwrap().is_empty(), "{line}");
        assert!(text(line, "reason").contains("FIDE 2014"), "{line}");
    }
}

#[test]
fn who_oversteps_the_time_loses_to_whom_can_mate() {
    let lines = judged(&data().join("time.pgn"));
    let on_time: Vec<_> = lines.iter().filter(|line| line["article"] == "6.9").collect();
    assert!(on_time.len() >= 7);
    for line in on_time {
        let (result, tag) = (text(line, "result"), text(line, "tag_result"));
        // With more than four men it is not always decided.
        let agrees = if result == "*" { Value::Null } else { Value::Bool(result == tag) };
        assert_eq!(line["agrees"], agrees, "{line}");
    }
    assert_eq!(lines.iter().filter(|line| text(line, "reason").starts_with("not decided")).count(), 1);
}

/// Moves of pieces, each to a position that has come least often.
fn quiet_game(plies: usize) -> (Game<Chess>, Vec<String>) {
    let mut game = Game::<Chess>::new(Chess::draw_rules().first());
    let mut texts = Vec::new();
    let mut seen: std::collections::HashMap<_, u32> = std::collections::HashMap::new();
    for _ in 0..plies {
        let mut moves = Vec::new();
        Chess::legal_moves(game.position(), &mut moves);
        let after = |mv: &Move| Chess::play(game.position(), mv);
        let mv = *moves
            .iter()
            .filter(|mv| mv.is_quiet() && !after(mv).in_check(after(mv).side))
            .min_by_key(|mv| seen.get(&after(mv)).copied().unwrap_or(0))
            .expect("the knights can move");
        *seen.entry(after(&mv)).or_default() += 1;
        texts.push(Chess::move_text(game.position(), &mv));
        game.push(&mv);
    }
    (game, texts)
}

fn file_of(texts: &[String], result: ResultToken) -> String {
    let tags =
        [("Event", "made"), ("Result", result.text())].map(|(name, value)| Tag::new(name, value).unwrap().into());
    let movetext = texts.iter().map(|text| Item::Move(PdnMove::san(text).unwrap()).into()).collect();
    pdn::write(&PdnGame { tags: tags.to_vec(), movetext, result: Some(result.into()), ..PdnGame::default() })
}

#[test]
fn fifty_moves_are_to_be_claimed_and_seventy_five_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.pgn");
    for (plies, result, article, agrees, at_ply) in [
        (98, ResultToken::Halves, None, None, None),
        (99, ResultToken::Halves, Some("9.3"), Some(true), Some(99)),
        (120, ResultToken::OneZero, None, None, None),
        (150, ResultToken::Halves, Some("9.6b"), Some(true), Some(150)),
        (150, ResultToken::OneZero, Some("9.6b"), Some(false), Some(150)),
        (153, ResultToken::Halves, Some("9.6b"), Some(true), Some(150)),
    ] {
        let (game, texts) = quiet_game(plies);
        assert!(plies > 150 || !game.has_repeated(), "{texts:?}");
        std::fs::write(&file, file_of(&texts, result)).unwrap();
        let line = judged(&file).remove(0);
        assert_eq!(number(&line, "plies") as usize, plies, "{line}");
        assert_eq!(line["article"].as_str(), article, "{line}");
        assert_eq!(line["agrees"].as_bool(), agrees, "{line}");
        assert_eq!(line["at_ply"].as_u64(), at_ply, "{line}");
        assert_eq!(number(&line, "played_on") as usize, plies.saturating_sub(150), "{line}");
        let claims =
            if plies < 99 { Value::Null } else { serde_json::json!([{"article": "9.3", "ply": 99, "by": "black"}]) };
        assert_eq!(line["claimable"], claims, "{line}");
    }
}

#[test]
fn the_sets_of_chess_are_printed_whole() {
    let people = dambase(&["rules", "chess"]).ok().stdout;
    for words in ["fide2014 (default)", "chess-lt", "on claim", "9.6b", "dead position", "150 plies (75 moves each)"] {
        assert!(people.contains(words), "{words}: {people}");
    }
    assert!(!people.contains("king-row") && !people.contains("man "), "{people}");
}

#[test]
fn tables_say_what_the_plies_are_worth() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    let tables = tables.to_str().unwrap();
    dambase(&["generate", "chess", "--pieces", "3", "--draw-rules", "fide2014", "--tables", tables, "--quiet"]).ok();
    let file = folder.path().join("mate.pgn");
    let fen = "8/8/8/8/8/2k5/7R/K7 b - - 0 1";
    std::fs::write(&file, format!("[Event \"made\"]\n[Result \"1-0\"]\n[FEN \"{fen}\"]\n\n1... Kb3 2. Rh3+ Kc4 1-0\n"))
        .unwrap();
    let lines =
        dambase(&["adjudicate", "chess", file.to_str().unwrap(), "--plies", "--json", "--tables", tables]).objects();
    assert_eq!(lines.len(), 4);
    assert_eq!(GameId::Chess.to_string(), "chess");
    let verdicts: Vec<_> = lines[..3].iter().map(|line| text(line, "verdict")).collect();
    assert_eq!(verdicts, ["win", "loss", "win"], "{lines:?}");
    assert!(text(&lines[3], "reason").contains("worth win to the side to move"), "{}", lines[3]);
}
