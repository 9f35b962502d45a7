//! PDN: real files and handmade ones, read whole and written back, and texts that nobody would write.

use std::path::PathBuf;

use dambase_rules::pdn::{
    Dialect, Glyph, Item, MAX_NESTING, MoveNumber, Pdn, PdnError, PdnGame, PdnMove, Placed, ResultToken, Setup, Tag,
    decode, game_of, games, tags_of, write, write_all,
};
use dambase_rules::{GameId, GameRules, Side, with_game};
use proptest::prelude::*;

use crate::data::rows;

const REAL: [&str; 4] = ["english-1.pdn", "international-1.pdn", "italian-1.pdn", "russian-1.pdn"];

fn bytes(file: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/pdn").join(file);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The items of a game at all depths.
fn flat(items: &[Placed<Item>]) -> Vec<&Item> {
    let mut all = Vec::new();
    for item in items {
        all.push(&item.value);
        if let Item::Variation(items) = &item.value {
            all.extend(flat(items));
        }
    }
    all
}

fn count(games: &[PdnGame], wanted: fn(&Item) -> bool) -> usize {
    games.iter().flat_map(|game| flat(&game.movetext)).filter(|item| wanted(item)).count()
}

#[test]
fn files_hold_what_was_counted_and_survive_writing() {
    for row in rows("pdn_good.txt", 7) {
        let file = &row.fields[0];
        let read = Pdn::read(&bytes(file)).games;
        let games: Vec<PdnGame> =
            read.into_iter().map(|game| game.unwrap_or_else(|error| panic!("{file}: {error}"))).collect();
        let found = [
            games.len(),
            count(&games, |item| matches!(item, Item::Move(_))),
            count(&games, |item| matches!(item, Item::Comment(_))),
            count(&games, |item| matches!(item, Item::Variation(_))),
            games.iter().map(|game| game.warnings.len()).sum(),
        ];
        let expected: Vec<usize> = row.fields[1..6].iter().map(|field| field.parse().unwrap()).collect();
        assert_eq!(found, *expected, "{}", row.place);
        for game in &games {
            assert_eq!(Pdn::read(write(game).as_bytes()).games, [Ok(game.clone())], "{file}");
        }
        let again: Vec<_> = Pdn::read(write_all(&games).as_bytes()).games.into_iter().map(Result::unwrap).collect();
        assert_eq!(again.len(), games.len(), "{file}");
    }
}

#[test]
fn errors_are_where_they_should_be() {
    let rows = rows("pdn_bad.txt", 3);
    for file in rows.chunk_by(|a, b| a.fields[0] == b.fields[0]) {
        let read = Pdn::read(&bytes(&file[0].fields[0])).games;
        assert_eq!(read.len(), file[0].fields[1].parse::<usize>().unwrap(), "{}", file[0].place);
        let errors: Vec<&PdnError> = read.iter().filter_map(|game| game.as_ref().err()).collect();
        for (row, error) in file.iter().zip(&errors) {
            assert!(error.to_string().starts_with(&row.fields[2]), "{}: {error}", row.place);
        }
        assert_eq!(errors.len(), file.len(), "{}: {errors:?}", file[0].place);
        for game in read.iter().flatten() {
            assert!(game.movetext.iter().all(|item| !matches!(item.value, Item::Sign(_))), "{}", file[0].place);
            assert_eq!(Pdn::read(write(game).as_bytes()).games, [Ok(game.clone())]);
        }
    }
}

/// Real games are legal, and are played here by their moves as spelled. One move of all has two routes; which was meant
/// shows later in the game, and is for those to find out who play games.
#[test]
fn moves_of_real_games_are_spelled_so_that_the_games_can_be_played() {
    let mut unread = Vec::new();
    for (file, fallback) in REAL.into_iter().zip([GameId::English, GameId::Canadian, GameId::Italian, GameId::Russian])
    {
        for game in Pdn::read(&bytes(file)).games {
            let game = game.unwrap();
            let id = game_of(&game, Some(fallback)).unwrap();
            with_game!(id, G => {
                let mut position = match game.fen() {
                    Some(fen) => G::parse_fen(fen).unwrap(),
                    None => G::start(),
                };
                for (place, mv) in game.moves() {
                    match G::parse_move(&position, &mv.notation()) {
                        Ok(mv) => position = G::play(&position, &mv),
                        Err(error) => {
                            unread.push(format!("{file}, {place}: {error}"));
                            break;
                        }
                    }
                }
            });
        }
    }
    let two_routes = "italian-1.pdn, line 750, column 43: move \"3x26\" may be any of 3x10x17x26 3x10x19x26";
    assert_eq!(unread, [two_routes]);
}

#[test]
fn tags_of_real_files_are_understood() {
    let italian = Pdn::read(&bytes("italian-1.pdn")).games;
    let game = italian[0].as_ref().unwrap();
    let tags = ["Event", "Date", "White", "Black", "Result"].map(|name| game.tag(name).unwrap());
    assert_eq!(tags, ["Tournament", "2005", "Player 1", "Player 2", "1-0"]);
    let russian = Pdn::read(&bytes("russian-1.pdn")).games;
    let game = russian[0].as_ref().unwrap();
    assert!(game.fen().unwrap().ends_with("4."));
    assert_eq!((game.tag("Round"), game.known_tag("Round")), (Some(""), None));
}

#[test]
fn encodings_are_found_out() {
    let pdn = Pdn::read(&bytes("handmade/latin1.pdn"));
    assert_eq!(pdn.foreign_lines, 2);
    let game = pdn.games[0].as_ref().unwrap();
    assert_eq!(game.tag("Event"), Some("Championnat, \u{e9}t\u{e9}"));
    assert_eq!(game.tag("Site"), Some("M\u{e9}xico"));
    assert_eq!(game.movetext[1].value, Item::Comment("un coup \u{ab} fort \u{bb} \u{20ac}".into()));
    assert_eq!(Pdn::read(&bytes("handmade/bom.pdn")).games[1].as_ref().unwrap().place.line, 4);
}

#[test]
fn every_spelling_of_a_result_is_the_result() {
    let games = Pdn::read(&bytes("handmade/results.pdn")).games;
    for game in games.iter().flatten() {
        let result = game.result.unwrap().value;
        assert_eq!(game.tag_result(), Some(result), "{:?}", game.tag("Result"));
    }
}

/// One move of every legal kind of every game, written with that game's tags.
#[test]
fn every_game_is_written_so_that_it_is_known_again() {
    for id in GameId::all() {
        let movetext = with_game!(id, G => {
            let mut position = G::start();
            let mut items = Vec::new();
            for ply in 0..40u32 {
                let mut moves = Vec::new();
                G::legal_moves(&position, &mut moves);
                let Some(mv) = moves.get(ply as usize * 7 % moves.len().max(1)) else { break };
                let text = G::move_text(&position, mv);
                let written = match Dialect::of(id) {
                    Dialect::Pdn => PdnMove::new(&text),
                    Dialect::Pgn => PdnMove::san(&text),
                };
                let mut written = written.unwrap();
                let number = MoveNumber { number: Some(ply / 2 + 1), second: false };
                written.number = (ply % 2 == 0).then_some(number);
                items.push(Item::Move(written).into());
                position = G::play(&position, mv);
            }
            items
        });
        let outcome = Some(dambase_rules::pdn::Outcome::Win(Side::White));
        let game = PdnGame {
            tags: tags_of(id).into_iter().map(Into::into).collect(),
            movetext,
            result: Some(ResultToken::of_game(id, outcome).into()),
            ..PdnGame::default()
        };
        let again = Pdn::read_in(Dialect::of(id), write(&game).as_bytes()).games.remove(0).unwrap();
        assert_eq!(again, game, "{id}");
        assert_eq!(game_of(&again, None), Ok(id));
    }
}

fn glyph() -> impl Strategy<Value = Glyph> {
    let text = prop::sample::select(vec![
        "!", "?", "!!", "?!", "(!)", "*", "**", "+", "=", "+1", "-1", "+12", "a.l.", "+-", "-+", "-/+", "#",
    ]);
    text.prop_map(|text| Glyph::new(text).unwrap())
}

fn number() -> impl Strategy<Value = MoveNumber> {
    (prop::option::of(any::<u32>()), any::<bool>())
        .prop_map(|(number, second)| MoveNumber { number, second: second || number.is_none() })
}

fn a_move() -> impl Strategy<Value = PdnMove> {
    let text = prop_oneof![
        "[1-9][0-9]?-[2-9][0-9]?",
        "[1-9][0-9]?( ?[x:] ?[1-9][0-9]?){1,4}",
        "[a-l][1-9]-[a-l]1[0-2]",
        "[a-h][1-8]([:x][a-h][1-8]){1,4}",
        "([A-H][1-8]){2,3}",
    ];
    (text, prop::option::of(number()), prop::collection::vec(glyph(), 0..3)).prop_filter_map(
        "a result",
        |(text, number, glyphs)| {
            let mut mv = PdnMove::new(&text).ok()?;
            mv.number = number;
            // What touches a move is told apart by its kind alone, and a star after a blank ends the game.
            let stars = glyphs.iter().filter(|glyph| glyph.text().starts_with('*')).count();
            mv.glyphs = if stars > 1 { Vec::new() } else { glyphs };
            Some(mv)
        },
    )
}

fn comment() -> impl Strategy<Value = String> {
    // A comment of several lines that looks like one never closed is written as several: no '[' in the first kind.
    prop_oneof!["[^}\r\\[]{0,100}", "[^\r\n]{0,100}", "\n\\[[A-Z]{1,3} \"x\"\\]"]
}

fn items() -> impl Strategy<Value = Vec<Placed<Item>>> {
    let leaf = prop_oneof![
        6 => a_move().prop_map(Item::Move),
        1 => Just(Item::Unknown),
        1 => number().prop_map(Item::Number),
        1 => comment().prop_map(Item::Comment),
        1 => any::<u16>().prop_map(Item::Nag),
        1 => glyph().prop_map(Item::Sign),
        1 => "[^/{}()\\[\\]\r]{0,100}".prop_map(|text| Item::Setup(Setup::from_text(&text).unwrap())),
        1 => prop::sample::select(ResultToken::ALL.to_vec()).prop_map(Item::Result),
    ];
    let line = |items: Vec<Item>| {
        let mut line: Vec<Placed<Item>> = Vec::new();
        for item in items {
            let before = line.last().map(|item| &item.value);
            // What reading would give another shape.
            let other_shape = match (before, &item) {
                (Some(Item::Number(_)), Item::Move(mv)) => mv.number.is_none_or(|number| number.number.is_none()),
                (Some(Item::Number(_)), Item::Number(number)) => number.number.is_none(),
                (Some(Item::Move(_)), Item::Sign(_)) => true,
                (_, Item::Sign(glyph)) => glyph.text().starts_with('*'),
                _ => false,
            };
            if !other_shape {
                line.push(item.into());
            }
        }
        line
    };
    let tree = leaf.prop_recursive(4, 40, 6, move |inner| {
        prop::collection::vec(inner, 0..6).prop_map(move |items| Item::Variation(line(items)))
    });
    prop::collection::vec(tree, 0..30).prop_map(move |mut items| {
        items.retain(|item| !matches!(item, Item::Result(_)));
        line(items)
    })
}

prop_compose! {
    fn tree()(
        tags in prop::collection::vec(("[A-Z][A-Za-z0-9_]{0,8}", "[^\r\n]{0,30}"), 1..5),
        movetext in items(),
        result in prop::option::of(prop::sample::select(ResultToken::ALL.to_vec())),
    ) -> PdnGame {
        let tags = tags.iter().map(|(name, value)| Tag::new(name, value).unwrap().into()).collect();
        PdnGame { tags, movetext, result: result.map(Into::into), ..PdnGame::default() }
    }
}

/// Whatever was read is read back from what is written of it, and the messages are short.
fn is_safe(bytes: &[u8]) -> Result<(), TestCaseError> {
    let pdn = Pdn::read(bytes);
    let decoded = decode(bytes);
    prop_assert_eq!(games(&decoded.text).count(), pdn.games.len());
    for (i, game) in pdn.games.iter().enumerate() {
        match game {
            Ok(game) => {
                prop_assert_eq!(game.number, i + 1);
                let written = write(game);
                prop_assert_eq!(&Pdn::read(written.as_bytes()).games, &[Ok(game.clone())], "{}", written);
            }
            Err(error) => {
                prop_assert_eq!(error.game, i + 1);
                prop_assert!(error.place.line > 0 && error.to_string().len() < 400, "{}", error);
            }
        }
    }
    Ok(())
}

/// What PDN is made of.
const PIECES: [&str; 44] = [
    "[",
    "]",
    "[Event \"",
    "\"]",
    "\"",
    "\\",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    " ",
    "\t",
    "%",
    "{",
    "}",
    ";",
    "(",
    ")",
    "!",
    "?",
    "*",
    "+",
    "=",
    "-",
    "+1",
    "-1",
    "a.l.",
    "x",
    ":",
    ".",
    "...",
    "1",
    "12",
    "0",
    "1/2",
    "1-0",
    "1-1",
    "c3",
    "c3-d4",
    "32-28",
    "26x17x10",
    "$1",
    "/FEN \"W:W1:B2\"/",
    "\u{e9}",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn trees_are_read_back(game in tree()) {
        let written = write(&game);
        prop_assert_eq!(Pdn::read(written.as_bytes()).games, [Ok(game)], "{}", written);
    }

    #[test]
    fn any_bytes_are_safe(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        is_safe(&bytes)?;
    }

    #[test]
    fn any_pieces_are_safe(pieces in prop::collection::vec(0..PIECES.len(), 0..60)) {
        let text: String = pieces.iter().map(|&piece| PIECES[piece]).collect();
        is_safe(text.as_bytes())?;
    }

    #[test]
    fn damaged_files_are_safe(
        file in prop::sample::select(vec![
            "english-1.pdn", "international-1.pdn", "italian-1.pdn", "russian-1.pdn", "handmade/variations.pdn",
            "handmade/signs.pdn", "handmade/spellings.pdn", "handmade/no-terminators.pdn", "handmade/bad-comment.pdn",
        ]),
        start in any::<prop::sample::Index>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..4usize, 0..PIECES.len()), 1..8),
    ) {
        let whole = bytes(file);
        let start = start.index(whole.len());
        let mut bytes = whole[start..whole.len().min(start + 3_000)].to_vec();
        for (place, gone, piece) in edits {
            let at = place.index(bytes.len() + 1);
            let end = (at + gone).min(bytes.len());
            bytes.splice(at..end, PIECES[piece].bytes());
        }
        is_safe(&bytes)?;
    }
}

#[test]
fn variations_may_be_as_deep_as_documented() {
    let text = |depth: usize| format!("1-5 {}2-6{} 1-0", "(".repeat(depth), ")".repeat(depth));
    is_safe(text(MAX_NESTING).as_bytes()).unwrap();
    assert!(Pdn::read(text(MAX_NESTING + 1).as_bytes()).games[0].is_err());
}
