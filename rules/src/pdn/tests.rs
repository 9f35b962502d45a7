//! What files have, one oddity a test.

use super::*;

fn read(text: &str) -> Vec<Result<PdnGame, PdnError>> {
    Pdn::read(text.as_bytes()).games
}

/// The one game of a text; that it survives writing is checked.
fn one(text: &str) -> PdnGame {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    let game = games.remove(0).unwrap_or_else(|error| panic!("{text}: {error}"));
    let written = write(&game);
    assert_eq!(read(&written), [Ok(game.clone())], "{text}\nwritten:\n{written}");
    game
}

/// The movetext of the one game of a text, in short.
fn items(text: &str) -> Vec<String> {
    one(text).movetext.iter().map(|item| show(&item.value)).collect()
}

fn show(item: &Item) -> String {
    match item {
        Item::Move(mv) => {
            let number = mv.number.map(|number| format!("{number}|")).unwrap_or_default();
            let glyphs: String = mv.glyphs.iter().map(|glyph| format!("|{glyph}")).collect();
            format!("{number}{}{glyphs}", mv.text())
        }
        Item::Unknown => "unknown".into(),
        Item::Number(number) => format!("number {number}"),
        Item::Comment(text) => format!("{{{text}}}"),
        Item::Nag(nag) => format!("${nag}"),
        Item::Sign(glyph) => format!("sign {glyph}"),
        Item::Variation(items) => {
            format!("({})", items.iter().map(|item| show(&item.value)).collect::<Vec<_>>().join(" "))
        }
        Item::Setup(setup) => format!("/{}/", setup.text()),
        Item::Result(token) => format!("result {token}"),
    }
}

fn error(text: &str) -> String {
    read(text).into_iter().find_map(Result::err).map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn every_result_ends_a_game() {
    for token in ResultToken::ALL {
        for text in [format!("1. 32-28 {token}"), format!("1. 32-28 19-23 {token}\n\n"), format!("1. {token}")] {
            assert_eq!(one(&text).result, Some(token.into()), "{text}");
        }
    }
    assert_eq!(one("1. 32-28 1 - 0").result, Some(ResultToken::OneZero.into()));
    assert_eq!(one("1. 32-28 \u{bd}-\u{bd}").result, Some(ResultToken::Halves.into()));
    assert_eq!(one("1. 32-28").result, None);
    assert_eq!(read("1. 32-28 * 1. 33-28 1-1 1. 31-27 0-2").len(), 3);
}

#[test]
fn results_are_not_taken_out_of_moves() {
    assert_eq!(items("1-10 1-18 2-07 10-1 1x10 1:10 2-0"), ["1-10", "1-18", "2-07", "10-1", "1x10", "1:10"]);
}

#[test]
fn a_star_is_a_sign_where_it_touches_a_move() {
    let game = one("1. 32-28* 19-23!* *");
    assert_eq!(items("1. 32-28* 19-23!* *"), ["1.|32-28|*", "19-23|!|*"]);
    assert_eq!(game.result, Some(ResultToken::Star.into()));
    assert_eq!(read("1. 32-28 * 19-23").len(), 2);
    assert_eq!(one("1. 32-28*").result, None);
    assert_eq!(items("32-28 (32-27* *)"), ["32-28", "(32-27|* result *)"]);
}

#[test]
fn the_signs_of_the_founding_text_are_kept() {
    assert_eq!(
        items("32-28! 19-23!! 28x19? 14x23?? 37-32?! 10-14!? 41-37+ 5-10= 46-41+1 14-19-1 1-5a.l."),
        [
            "32-28|!", "19-23|!!", "28x19|?", "14x23|??", "37-32|?!", "10-14|!?", "41-37|+", "5-10|=", "46-41|+1",
            "14-19|-1", "1-5|a.l."
        ]
    );
    assert_eq!(items("32-28 !? 19-23 -1 28x19 a.l. 14x23(?!)"), ["32-28|!?", "19-23|-1", "28x19|a.l.", "14x23|(?!)"]);
    assert_eq!(items("32-28! ? +1 (!)"), ["32-28|!|?|+1|(!)"]);
    assert_eq!(items("32-28 {x} +1 = (! 1-5)"), ["32-28", "{x}", "sign +1", "sign =", "(sign ! 1-5)"]);
    assert!(error("32-28-23 1-0").contains("line 1, column 6: \"-23\""), "{}", error("32-28-23 1-0"));
}

#[test]
fn numbers_are_read_in_every_shape() {
    assert_eq!(
        items("1.c3-d4 1...d6-c5 2. b2-c3 2. ... e7-d6 3...a3-b4 4.\u{2026} a5:c3 ... d2:b4 007.b6-a5"),
        ["1.|c3-d4", "1...|d6-c5", "2.|b2-c3", "2...|e7-d6", "3...|a3-b4", "4...|a5:c3", "...|d2:b4", "7.|b6-a5"]
    );
    assert_eq!(items("1. {a} c3-d4 2. $1 3. (a1-b2) 4. 5. d6-c5 6.").len(), 10);
    assert_eq!(items("1. 2. c3-d4 3. 1-0"), ["number 1.", "2.|c3-d4", "number 3."]);
    assert_eq!(items("c3-d4 d6-c5"), ["c3-d4", "d6-c5"]);
    assert!(error("99999999999. c3-d4").contains("no number"));
    assert!(error("1. 32-28 . 19-23").contains("a dot"));
}

#[test]
fn blanks_within_moves_are_read() {
    assert_eq!(items("1.  3- 6  8x15 2. 3 - 6 8 x 15 x 24"), ["1.|3- 6", "8x15", "2.|3 - 6", "8 x 15 x 24"]);
    // But not over a line, or the number of the next move.
    assert_eq!(items("32-28\n-1 19-23"), ["32-28|-1", "19-23"]);
}

#[test]
fn moves_nobody_knows_are_kept() {
    assert_eq!(items("41. - - 42. 32-28 -"), ["number 41.", "unknown", "unknown", "42.|32-28", "unknown"]);
}

#[test]
fn comments_are_kept_to_the_letter() {
    assert_eq!(items("{ a (b) ; [c] }1-5{}2-6;} {x \n3-7"), ["{ a (b) ; [c] }", "1-5", "{}", "2-6", "{} {x }", "3-7"]);
    assert_eq!(items("{a\r\nb\rc\n d}"), ["{a\nb\nc\n d}"]);
    assert_eq!(items("1-5 ;last"), ["1-5", "{last}"]);
    assert_eq!(items("1-5 (2-6 ;in }\n) 3-7"), ["1-5", "(2-6 {in }})", "3-7"]);
    assert_eq!(items("1-5 {[%clk 1:55:21]}"), ["1-5", "{[%clk 1:55:21]}"]);
}

#[test]
fn a_comment_that_fits_no_form_is_written_as_several() {
    let game = PdnGame { movetext: vec![Item::Comment("a}\r\nb".into()).into()], ..PdnGame::default() };
    assert_eq!(write(&game), ";a}\n;b\n");
}

#[test]
fn lines_of_percent_are_passed_over() {
    assert_eq!(items("% head\n1-5\n%{ 2-6 (\n3-7"), ["1-5", "3-7"]);
    assert!(error("1-5 % 2-6").contains("column 5"));
}

#[test]
fn nags_are_read() {
    assert_eq!(items("1-5$7 $0 (2-6 $255)"), ["1-5", "$7", "$0", "(2-6 $255)"]);
    assert!(error("1-5 $x").contains("column 5"));
    assert!(error("1-5 $99999").contains("65535"));
}

#[test]
fn variations_nest() {
    let text = "32-28 19-23 (18-23 38-32 (37-32? 23-29! {W}) 12-18) () ((1-5)) 28x19";
    let expected = ["32-28", "19-23", "(18-23 38-32 (37-32|? 23-29|! {W}) 12-18)", "()", "((1-5))", "28x19"];
    assert_eq!(items(text), expected);
    assert_eq!(items("1-5 (2-6 1-0) (3-7 1-1) 2-0"), ["1-5", "(2-6 result 1-0)", "(3-7 result 1-1)"]);
    assert_eq!(one(text).moves().count(), 3);
    let nested = |depth| format!("1-5 {}{}", "(".repeat(depth), ")".repeat(depth));
    one(&nested(MAX_NESTING));
    assert!(error(&nested(MAX_NESTING + 1)).contains("nested"));
    assert!(error(&nested(1 << 20)).contains("nested"));
}

#[test]
fn setups_are_read() {
    let game = one("1.31-26 17-21 /FEN \"B:B1-16:W26\"/ {illegal} 1... 20-25 (/FEN:W:W1:B2/)");
    let Item::Setup(setup) = &game.movetext[2].value else { panic!() };
    assert_eq!(setup.fen(), Some("B:B1-16:W26"));
    assert!(error("1-5 /FEN \"W:W1:B2\" (1-5)").contains("second '/'"));
}

#[test]
fn tags_keep_their_values() {
    let game = one(r#"[Event "a \"b\" \\ \c ]"] [Round ""][ Site	"x" ] [Name "Jan "Toon" X"] [FEN "W:W1:B2."]"#);
    let values: Vec<_> = game.tags.iter().map(|tag| tag.value()).collect();
    assert_eq!(values, [r#"a "b" \ \c ]"#, "", "x", r#"Jan "Toon" X"#, "W:W1:B2."]);
    assert_eq!(game.fen(), Some("W:W1:B2."));
    assert_eq!(game.warnings.len(), 2, "{:?}", game.warnings);
}

#[test]
fn tags_begin_games() {
    for (text, count) in [
        ("[A \"1\"]\n1-5\n[A \"2\"]\n2-6", 2),
        ("[A \"1\"]\n\n[A \"2\"]\n", 2),
        // One header with a blank line, and one with a name twice.
        ("[A \"1\"]\n\n[B \"2\"]\n", 1),
        ("[A \"1\"]\n[A \"2\"]\n", 1),
        ("[A \"1\"] {c}\n\n[B \"1\"] {d} 1-5", 1),
        ("[A \"1\"] {c}\n\n[A \"1\"] {d} 1-5", 2),
        ("[A \"1\"] 1. [A \"2\"]", 2),
        ("[A \"1\"] 1-0 [A \"2\"] 0-1", 2),
        ("", 0),
        (" \n%\n", 0),
    ] {
        let games = read(text);
        assert_eq!(games.len(), count, "{text}");
        assert!(games.iter().all(Result::is_ok), "{text}");
    }
}

#[test]
fn what_follows_a_result_in_its_line_belongs_to_it() {
    let games = read("1-5 1-0 {a} * ;b\n{c} 2-6 * {d}");
    let games: Vec<_> = games.into_iter().map(Result::unwrap).collect();
    let shown = |game: &PdnGame| game.movetext.iter().map(|item| show(&item.value)).collect::<Vec<_>>();
    assert_eq!(games.len(), 2);
    assert_eq!(shown(&games[0]), ["1-5", "{a}", "{b}"]);
    assert_eq!(shown(&games[1]), ["{c}", "2-6", "{d}"]);
    assert_eq!(games[0].warnings.len(), 1);
}

#[test]
fn results_that_disagree_are_noted() {
    for (tag, end, warnings) in [
        ("1-0", "1-0", 0),
        ("2-0", "1-0", 0),
        ("1/2-1/2", "1-1", 0),
        ("1-0", "0-1", 1),
        ("0-0", "0-1", 1),
        ("*", "0-1", 0),
        ("1-0", "*", 0),
        ("12-8", "0-1", 0),
    ] {
        assert_eq!(one(&format!("[Result \"{tag}\"]\n1-5 {end}")).warnings.len(), warnings, "{tag} {end}");
    }
    assert_eq!(one("[Risultato \"1-0\"] 1-5 0-1").warnings.len(), 1);
}

#[test]
fn lines_may_end_in_three_ways() {
    let text = "\u{feff}[A \"1\"]\n[B \"2\"]\n\n1. 1-5 {c}\n2-6 ;d\n3-7 1-0\n\n[A \"2\"]\n\n1-5 1-0\n";
    let expected = read(text);
    assert_eq!(expected.len(), 2);
    for end in ["\r\n", "\r"] {
        let games = read(&text.replace('\n', end));
        assert_eq!(games, expected);
        let places = |games: &[Result<PdnGame, PdnError>]| {
            let games = games.iter().flatten();
            games.flat_map(|game| game.movetext.iter().map(|item| item.place)).collect::<Vec<_>>()
        };
        assert_eq!(places(&games), places(&expected));
    }
}

#[test]
fn places_are_those_of_the_file() {
    let game = one("[Event \"x\"]\n\n  1. 1-5 {c}\n(2-6)");
    let places: Vec<_> = game.movetext.iter().map(|item| (item.place.line, item.place.column)).collect();
    assert_eq!(places, [(3, 3), (3, 10), (4, 1)]);
    assert_eq!(game.tags[0].value_place(), Place { line: 1, column: 9 });
}

#[test]
fn errors_name_the_place_and_cost_one_game() {
    for (bad, message) in [
        ("[A 1]\n[B \"2\"]\n\n1-5 1-0", "game 2, line 4, column 4: the value of the tag \"A\""),
        ("[A \"1]\n\n1-5 1-0", "game 2, line 4, column 1: the tag \"A\" is not closed"),
        ("[A \"1\"\n\n1-5 1-0", "game 2, line 4, column 1: the tag \"A\" is not closed"),
        ("[A \"1\"]\n12. 1-5 2-6\n13. e9", "game 2, move 13, line 6, column 5: \"e9\" is neither"),
        ("[A \"1\"]\n1-5 2-6 3-7 foo", "game 2, move 2, line 5, column 13: \"foo\" is neither"),
        ("[A \"1\"]\n3. 1-5 (4. 2-6) 3-7 ) 1-0", "game 2, move 3, line 5, column 21: ')' closes nothing"),
        ("[A \"1\"]\n3. 1-5 (4. 2-6 ( 3-7)\n", "game 2, move 4, line 5, column 8: the variation"),
        ("[A \"1\"]\n3. 1-5 {2-6\n", "game 2, move 3, line 5, column 8: the comment"),
        ("[A \"1\"]\n3. 1-5 ] {2-6", "game 2, move 3, line 5, column 8: \"]\""),
        ("[A \"1\"]\n3. 1-5 [%clk 1]", "game 2, move 3, line 5, column 8: '[' begins no tag"),
        ("[A \"1\"] {2-6", "game 2, line 4, column 9: the comment"),
    ] {
        let good = "[A \"x\"]\n1-5 {c} 1-0\n";
        let games = read(&format!("{good}\n{bad}\n\n{good}{good}"));
        assert_eq!(games.len(), 4, "{bad}: {games:?}");
        for (i, game) in games.iter().enumerate() {
            match game {
                Ok(game) => assert_eq!((game.number, game), (i + 1, &one(good))),
                Err(error) => assert!(i == 1 && error.to_string().starts_with(message), "{bad}: {error}"),
            }
        }
        assert!(games[1].is_err());
    }
}

#[test]
fn errors_cost_one_game_where_results_alone_part_the_games() {
    for (bad, message) in [
        ("1-5 2-6 foo 3-7 1-0", "game 2, move 2, line 2, column 9: \"foo\" is neither"),
        ("foo\n1-0", "game 2, move 1, line 2, column 1: \"foo\" is neither"),
        ("1-5 foo 2-6 *", "game 2, move 1, line 2, column 5: \"foo\""),
        ("1-5 foo 2-6* 3-7\n\n0-2 {c} * ;d", "game 2, move 1, line 2, column 5: \"foo\""),
        // Only a result that stands alone, and not in a comment, is the end.
        (
            "1-5 foo (2-6 1-0) {he wanted 1-0 here} ; or 0-1\n% 1-1\n3-7 1 - 0",
            "game 2, move 1, line 2, column 5: \"foo\"",
        ),
        ("1-5 foo1-0 3-7*1-0 \"1-0\" (1-0) 2-0", "game 2, move 1, line 2, column 5: \"foo1-0\""),
        ("1-5 ) 2-6 1-0", "game 2, move 1, line 2, column 5: ')' closes nothing"),
        ("1-5 $x 2-6 1-0", "game 2, move 1, line 2, column 5: expected a number"),
        ("1-5 [%clk 1] 2-6 1-0", "game 2, move 1, line 2, column 5: '[' begins no tag"),
        ("1-5 /FEN 2-6 1-0", "game 2, move 1, line 2, column 5: the setup"),
        // What is never closed is read up to the end of the file first.
        ("1-5 (2-6 3-7 1-0", "game 2, move 1, line 2, column 5: the variation that begins here"),
        ("1-5 (2-6 (3-7 1-0) 1-0", "game 2, move 1, line 2, column 5: the variation that begins here"),
    ] {
        let good = "1-5 2-6 1-0\n";
        let games = read(&format!("{good}{bad}\n{good}{good}[A \"x\"]\n{good}"));
        assert_eq!(games.len(), 5, "{bad}: {games:?}");
        for (i, game) in games.iter().enumerate() {
            match game {
                Ok(game) => assert_eq!((game.number, &game.movetext), (i + 1, &one(good).movetext)),
                Err(error) => assert!(i == 1 && error.to_string().starts_with(message), "{bad}: {error}"),
            }
        }
        assert!(games[1].is_err());
    }
    // The same where no tags come behind.
    let games = read("1-5 {2-6 1-0\n1-5 2-6 1-0\n3-7 /x 1-0\n(4-8 1-0\n1-5 2-6 0-1");
    assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, true, false, false, true], "{games:?}");
    // Tags may come first.
    let games = read("1-5 foo 2-6\n [A \"1\"]\n1-5 1-0");
    assert!(matches!(&games[..], [Err(_), Ok(game)] if game.tags.len() == 1), "{games:?}");
    // A game that has tags goes on to the next ones: what looks like a result may be anything.
    let games = read("[A \"1\"] 1-5 foo 1-0\n2-6 1-0\n[A \"2\"] 1-5");
    assert_eq!(games.len(), 2, "{games:?}");
}

#[test]
fn a_game_in_braces_is_a_comment() {
    let game = one("{\n[A \"1\"]\n1-5 1-0\n} 1-5 *");
    assert_eq!(game.warnings.len(), 1);
    // With comments of its own it cannot be told from a comment that is never closed.
    assert!(error("{\n[A \"1\"]\n1-5 {c} 1-0\n").contains("line 1, column 1: the comment that begins here"));
    let text = "x\n[A \"1\"] {";
    let game = PdnGame { movetext: vec![Item::Comment(text.into()).into()], ..PdnGame::default() };
    assert_eq!(write(&game), ";x\n;[A \"1\"] {\n");
}

#[test]
fn lines_are_at_most_80_wide() {
    let text = format!("[A \"1\"]\n{}(1-5 {{c d}} (2-6! $3)) 1/2-1/2", "12. 32-28! 19-23 ".repeat(200));
    let written = write(&one(&text));
    assert!(written.lines().all(|line| line.len() <= 80));
    assert!(written.lines().filter(|line| line.len() > 60).count() > 30);
}

#[test]
fn games_written_together_are_read_apart() {
    let texts =
        ["1-5", "2-6 1-0", "[A \"1\"]", "[A \"1\"]", "[A \"1\"] 3-7", "[B \"1\"] 4-8", "{c} 1-5", "{d} 2-6 ;e}"];
    let games: Vec<_> = texts.map(one).into();
    let again = read(&write_all(&games));
    assert_eq!(again.len(), games.len());
    for (game, again) in games.iter().zip(again) {
        let again = again.unwrap();
        assert_eq!((&game.tags, &game.movetext), (&again.tags, &again.movetext));
    }
}

#[test]
fn large_input_takes_linear_time() {
    let large = 1 << 19;
    for unit in [
        "{",
        "}",
        "(",
        ")",
        "[",
        "\"",
        "[A \"b\"]\n",
        "[A \"b\"]\n{\n",
        "[A \"b\"]\n(\n",
        "[A \"b\"]\n/\n",
        "{\n[A \"b\"]\n",
        "1.",
        "1. ",
        "1-5 ",
        "1x",
        "1 ",
        "a1",
        "!",
        "+",
        "+1",
        "-",
        "*",
        "* ",
        "1-0 ",
        "$",
        "$1",
        ";",
        ";\n",
        "%\n",
        "/",
        ".",
        "\u{e9}",
        "[A \"",
        "[A \"\"",
        "[A\n",
        "[ ",
        "x",
        "1",
        "1-5{}",
        "\r",
        "[A \"b\"]\n\n",
        "{c}",
        "{\n[A \"",
        "1 x ",
        "foo 1-0 ",
        "foo ",
        "( 1-0 ",
        "{ 1-0 ",
        "1-0 { ",
        "/ 1-0 ",
        "foo 1-0 {",
        "1 x 1-0 { ",
        "foo\n[A \"b\"]\n",
    ] {
        let many = unit.repeat(large / unit.len());
        for text in [format!("1-5 {many}}}"), format!("foo {many}"), many] {
            let start = std::time::Instant::now();
            for game in read(&text) {
                match game {
                    Ok(game) => drop(write(&game)),
                    Err(error) => assert!(error.to_string().len() < 400),
                }
            }
            assert!(start.elapsed().as_secs() < 5, "{unit:?}");
        }
    }
}
