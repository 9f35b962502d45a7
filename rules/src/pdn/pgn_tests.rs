//! Games of chess, read and written.

use super::*;
use crate::chess::Chess;
use crate::played::Recorded;
use crate::{GameId, GameRules, Side};

const GAMES: &str = r#"[Event "A match"]
[Site "?"]
[Date "2026.11.30"]
[Round "1"]
[White "One"]
[Black "Other"]
[Result "1-0"]
[Termination "time forfeit"]

1. e4 e5 2. Nf3 {[%clk 0:05:00] the usual} Nc6 3.Bb5 a6 $1 (3... Nf6 4. O-O!? (4. d3 Bc5) 4... Nxe4 $13)
4. Bxc6 dxc6 5. O-O ; castles
% a line for programs
f6 6 d4 exd4 7. Nxd4 c5 8. Nb3 Qxd1 9. Rxd1 +/= 1-0

[Event "An ending"]
[SetUp "1"]
[FEN "8/1P6/8/3pP3/8/8/1k6/4K2R w K d6 0 30"]
[Result "1/2-1/2"]

30. exd6 e.p. Kc3 31. 0-0 Kd3 32. b8=Q Ke3 33. Qb3+ Kd4 { and so on } 1/2-1/2

1. f3 e5 2. g4?? Qh4# 0-1

[Event "Unfinished"]
[Result "*"]

1. d4 {no more}
*
"#;

fn read(text: &str) -> Vec<PdnGame> {
    games_in(Dialect::Pgn, text).map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn texts(game: &PdnGame) -> Vec<&str> {
    game.moves().map(|(_, mv)| mv.text()).collect()
}

/// The moves of the first game of a text.
fn first(text: &str) -> Vec<String> {
    texts(&read(text)[0]).into_iter().map(str::to_owned).collect()
}

#[test]
fn games_are_read_with_all_that_stands_between_moves() {
    let games = read(GAMES);
    assert_eq!(games.len(), 4);
    let expected = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5 Nb3 Qxd1 Rxd1";
    assert_eq!(texts(&games[0]).join(" "), expected);
    assert_eq!(games[0].tag("Termination"), Some("time forfeit"));
    let comments = |game: &PdnGame| game.movetext.iter().filter(|item| matches!(item.value, Item::Comment(_))).count();
    assert_eq!(comments(&games[0]), 2);
    let Some(Item::Variation(line)) =
        games[0].movetext.iter().map(|item| &item.value).find(|item| matches!(item, Item::Variation(_)))
    else {
        panic!()
    };
    assert_eq!(moves_of(line).map(|(_, mv)| mv.text()).collect::<Vec<_>>(), ["Nf6", "O-O", "Nxe4"]);
    assert!(line.iter().any(|item| matches!(item.value, Item::Nag(13))));
    // "6 d4": a number without its dot. The sign after the last move is no check.
    let (_, d4) = games[0].moves().nth(10).unwrap();
    assert_eq!(d4.number, Some(MoveNumber { number: Some(6), second: false }));
    let (_, last) = games[0].moves().last().unwrap();
    assert_eq!(last.glyphs, [Glyph::new("+/=").unwrap()]);

    assert_eq!(texts(&games[1]), ["exd6 e.p.", "Kc3", "0-0", "Kd3", "b8=Q", "Ke3", "Qb3+", "Kd4"]);
    assert_eq!(texts(&games[2]), ["f3", "e5", "g4", "Qh4#"]);
    assert_eq!(texts(&games[3]), ["d4"]);
    let results: Vec<_> = games.iter().map(|game| game.result.unwrap().outcome()).collect();
    let (white, black) = (Some(Outcome::Win(Side::White)), Some(Outcome::Win(Side::Black)));
    assert_eq!(results, [white, Some(Outcome::Draw), black, None]);
    assert!(games.iter().all(|game| game.warnings.is_empty()));
}

#[test]
fn games_are_played_again_on_the_board() {
    for game in read(GAMES) {
        let start = game.fen().map_or_else(Chess::start, |fen| Chess::parse_fen(fen).unwrap());
        let moves: Vec<_> = game.moves().map(|(_, mv)| mv).collect();
        let played = Chess::replay(&start, &moves);
        assert_eq!((played.moves.len(), played.mistake), (moves.len(), None));
    }
}

#[test]
fn what_is_written_is_read_back() {
    let games = read(GAMES);
    let text = write_all(&games);
    assert_eq!(read(&text), games, "{text}");
    // An evaluation must not become a check.
    for text in ["1. e4 +- *", "1. e4+ +- *", "1. e4!? +1 *", "1. e4 = *", "1. e4 (1. d4 = ) *"] {
        let games = read(text);
        assert_eq!(read(&write_all(&games)), games, "{text}");
    }
}

#[test]
fn results_and_castlings_are_not_taken_for_each_other() {
    assert_eq!(first("1. 0-0 0-0-0 0-1"), ["0-0", "0-0-0"]);
    assert_eq!(first("1. O-O O-O-O+ 1/2"), ["O-O", "O-O-O+"]);
    assert_eq!(first("1.e4 e5 2.Ke2*"), ["e4", "e5", "Ke2"]);
    for text in ["1. e4 2-0", "1. e4 1-1", "1. 32-28 19-23", "1. e4 /FEN \"x\"/"] {
        assert!(games_in(Dialect::Pgn, text).next().unwrap().is_err(), "{text}");
    }
    // Two games in one line.
    assert_eq!(read("1. e4 1-0 1. d4 0-1").len(), 2);
}

#[test]
fn moves_that_nobody_made_are_known_as_such() {
    let games = read("1. e4 (1. d4 -- 2. c4 Z0) 1... - 2. d4 *");
    let unknown = |items: &[Placed<Item>]| items.iter().filter(|item| item.value == Item::Unknown).count();
    assert_eq!(unknown(&games[0].movetext), 1);
    let Item::Variation(line) = &games[0].movetext[1].value else { panic!() };
    assert_eq!(unknown(line), 2);
}

#[test]
fn errors_say_where_and_cost_one_game() {
    let text = "[Event \"1\"]\n\n1. e4 e5 2. Kk3 *\n\n[Event \"2\"]\n\n1. d4 *\n";
    let read: Vec<_> = games_in(Dialect::Pgn, text).collect();
    assert_eq!(read.len(), 2);
    let error = read[0].as_ref().unwrap_err();
    assert_eq!((error.place, error.move_number), (Place { line: 3, column: 13 }, Some(2)));
    assert!(error.reason.contains("\"Kk3\""), "{error}");
    assert!(read[1].is_ok());
}

#[test]
fn pdn_is_read_as_before() {
    assert_eq!(Dialect::default(), Dialect::Pdn);
    assert!(GameId::all().all(|id| (Dialect::of(id) == Dialect::Pgn) == (id == GameId::Chess)));
    assert!(games("1. e4 e5 *").next().unwrap().is_err());
    let game = games("1. c3-d4 0-0").next().unwrap().unwrap();
    assert_eq!(game.result.map(|token| token.value), Some(ResultToken::ZeroZero));
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig {
        cases: 4000,
        failure_persistence: None,
        ..proptest::prelude::ProptestConfig::default()
    })]

    #[test]
    fn what_can_be_read_is_read_back(text in "([KQRBNOabcdefgh1-8x:=#+ .!?*(){};$0/-]|e4|Nf3|O-O| e\\.p\\.|1-0|--| ){0,8}") {
        for game in games_in(Dialect::Pgn, &text).flatten() {
            let written = write(&game);
            let again: Vec<_> = games_in(Dialect::Pgn, &written).collect();
            if game.movetext.is_empty() && game.result.is_none() {
                continue;
            }
            proptest::prop_assert_eq!(again, vec![Ok(game)], "{}", written);
        }
    }

    #[test]
    fn no_text_brings_the_reader_down(text in "\\PC{0,60}") {
        games_in(Dialect::Pgn, &text).for_each(drop);
    }
}
