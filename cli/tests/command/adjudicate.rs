//! `dambase adjudicate`.

use std::path::{Path, PathBuf};

use dambase_rules::draughts::Draughts;
use dambase_rules::draughts::{fen, notation};
use dambase_rules::draw::Clocks;
use dambase_rules::pdn::{self, Item, PdnGame, PdnMove, ResultToken, Tag};
use dambase_rules::{Family, Game, GameId, Outcome, with_draughts};
use serde_json::Value;

use crate::support::{dambase, number, text};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/pdn")
}

/// Each file beside its expected output, after a line with the exit status. Names are `GAME.what.pdn` or `GAME@SET.what.pdn`.
#[test]
fn hand_made_games_are_judged_as_expected() {
    let mut files = 0;
    for entry in std::fs::read_dir(data().join("adjudicate")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "pdn") {
            continue;
        }
        let name = path.file_name().unwrap().to_str().unwrap();
        let (game, set) = match name.split_once('.').unwrap().0.split_once('@') {
            Some((game, set)) => (game, Some(set)),
            None => (name.split_once('.').unwrap().0, None),
        };
        let mut args = vec!["adjudicate", game, path.to_str().unwrap(), "--json"];
        args.extend(set.into_iter().flat_map(|set| ["--draw-rules", set]));
        let ran = dambase(&args);
        let found = format!("status {}\n{}", ran.status, ran.stdout);
        let expected = std::fs::read_to_string(path.with_extension("expected")).unwrap();
        assert_eq!(found, expected, "{name}: {}", ran.stderr);
        files += 1;
    }
    assert!(files >= 10, "{files}");
}

#[test]
fn real_games_are_replayed_whole_and_contradict_nothing() {
    for (game, games) in [("english", 43), ("international", 33), ("italian", 53), ("russian", 153)] {
        let file = data().join(format!("{game}-1.pdn"));
        let judged = dambase(&["adjudicate", game, file.to_str().unwrap(), "--json"]).ok().objects();
        assert_eq!(judged.len(), games, "{game}");
        for line in &judged {
            // None was played to its end on the board.
            assert!(line["illegal"] == false && line["agrees"].is_null(), "{line}");
            assert!(text(line, "reason").contains("not on the board"), "{line}");
            // The last international game is a result without moves.
            assert_eq!(number(line, "plies") > 0, (game, number(line, "game")) != ("international", 33), "{line}");
            assert!(line["tag_result"].is_string(), "{line}");
        }
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// A game of random moves, played to its end by the default draw rules.
fn random_game<G: Draughts>(id: GameId, random: &mut Random) -> (PdnGame, usize, Option<&'static str>) {
    let mut game = Game::<G>::new(Some(&G::draw_rules()[0]));
    let mut movetext = Vec::new();
    let end = loop {
        // Where draws are claimed whoever can claim one does.
        match game.status() {
            status if status.end().is_some() => break status.end().unwrap().outcome,
            _ if !game.claims().is_empty() => break Outcome::Draw,
            _ => {}
        }
        let moves = notation::move_texts::<G>(game.position());
        let (mv, text) = &moves[random.below(moves.len())];
        movetext.push(Item::Move(PdnMove::new(text).unwrap()).into());
        game.push(mv);
    };
    let result = ResultToken::of_game(id, Some(end));
    let mut tags = pdn::tags_of(id);
    tags.push(Tag::new("Result", result.text()).unwrap());
    if random.below(2) == 0 {
        let start = fen::write::<G>(game.position_at(0).unwrap(), G::RULES.notation.squares);
        tags.push(Tag::new("FEN", &start).unwrap());
    }
    let tags = tags.into_iter().map(Into::into).collect();
    let article = game.known_end().and_then(|end| end.article()).or(game.claims().first().map(|claim| claim.article));
    let pdn = PdnGame { tags, movetext, result: Some(result.into()), ..PdnGame::default() };
    (pdn, game.plies(), article.map(|article| article.id))
}

#[test]
fn games_that_were_played_are_judged_as_they_ended() {
    let folder = tempfile::tempdir().unwrap();
    for id in GameId::all().filter(|id| id.family() == Family::Draughts) {
        let mut random = Random(0x1234_5678_9abc_def1 ^ (id as u64) << 20);
        let games: Vec<_> =
            (0..100).map(|_| with_draughts!(id, G => random_game::<G>(id, &mut random)).unwrap()).collect();
        let file = folder.path().join(format!("{id}.pdn"));
        std::fs::write(&file, pdn::write_all(games.iter().map(|(game, _, _)| game))).unwrap();
        let judged = dambase(&["adjudicate", id.name(), file.to_str().unwrap(), "--json"]).ok().objects();
        assert_eq!(judged.len(), games.len(), "{id}");
        for (line, (_, plies, article)) in judged.iter().zip(&games) {
            assert_eq!((&line["agrees"], number(line, "plies")), (&Value::Bool(true), *plies as u64), "{id}: {line}");
            assert_eq!(line["article"].as_str(), *article, "{id}: {line}");
            assert_eq!(line["warnings"], Value::Array(Vec::new()), "{id}: {line}");
        }
    }
}

#[test]
fn plies_come_before_their_game() {
    let file = data().join("adjudicate/russian.over.pdn");
    let lines = dambase(&["adjudicate", "russian", file.to_str().unwrap(), "--plies", "--json"]).objects();
    assert_eq!(text(&lines[0], "move"), "c3:e5");
    assert_eq!((number(&lines[0], "ply"), text(&lines[0], "fen")), (1, "B:We5:B"));
    assert!(lines[0]["verdict"].is_null());
    assert_eq!(number(&lines[1], "game"), 1);
    // The half moves of the last game's FEN.
    let last = &lines[lines.len() - 2];
    assert_eq!((number(&last["counters"], "kings"), number(&last["counters"], "balance-4-5")), (30, 30), "{last}");
    let people = dambase(&["adjudicate", "russian", file.to_str().unwrap(), "--plies"]).stdout;
    assert!(people.contains("kings=30") && people.contains("DISAGREES"), "{people}");
}

#[test]
fn other_draw_rules_end_other_games() {
    let file = data().join("adjudicate/russian.over.pdn");
    let judged =
        dambase(&["adjudicate", "russian", file.to_str().unwrap(), "--draw-rules", "none", "--json"]).objects();
    assert!(judged.iter().all(|line| line["article"].is_null() || line["illegal"] == true), "{judged:?}");
    dambase(&["adjudicate", "russian", file.to_str().unwrap(), "--draw-rules", "fmjd"]).fails(2, "russian-code");
}

#[test]
fn files_that_are_no_games_have_their_status() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.pdn");
    dambase(&["adjudicate", "russian", missing.to_str().unwrap()]).fails(3, "missing.pdn");
    let empty = folder.path().join("empty.pdn");
    std::fs::write(&empty, " \n").unwrap();
    dambase(&["adjudicate", "russian", empty.to_str().unwrap()]).fails(2, "no game");
    let noise: Vec<u8> = (0..4000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    std::fs::write(&empty, noise).unwrap();
    dambase(&["adjudicate", "russian", empty.to_str().unwrap()]).fails(2, "could not be replayed");
    let file = data().join("adjudicate/russian.over.pdn");
    let tables = missing.to_str().unwrap();
    dambase(&["adjudicate", "russian", file.to_str().unwrap(), "--tables", tables]).fails(3, "missing.pdn");
}
