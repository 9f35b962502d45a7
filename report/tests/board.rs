//! Diagrams show what their positions are: the pieces of an SVG, read back, are those of the FEN.

use std::collections::BTreeSet;

use dambase_prober::any;
use dambase_report::Diagram;
use dambase_rules::draughts::{Draughts, SquareNames};
use dambase_rules::{GameId, Pieces, with_draughts};
use roxmltree::{Document, Node};

/// A piece as a diagram tells of it: whose, what, and where.
type Told = (String, String, String);

/// What a square is called, worked out from the game's FEN alone.
fn name(game: GameId, square: u32) -> String {
    let rules = with_draughts!(game, G => <G as Draughts>::RULES);
    match (game, rules) {
        (GameId::Chess, _) => format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1),
        (_, Some(rules)) => rules.board.square_name(square, rules.notation.squares),
        (_, None) => {
            with_draughts!(GameId::Russian, G => <G as Draughts>::RULES.board.square_name(square, SquareNames::Algebraic))
                .unwrap()
        }
    }
}

fn expected(game: GameId, pieces: &Pieces) -> BTreeSet<Told> {
    let man = if game == GameId::Chess { "pawn" } else { "man" };
    let mut told = BTreeSet::new();
    for (army, owner) in ["white", "black"].into_iter().enumerate() {
        let owner = if game == GameId::Artamonov { "neutral" } else { owner };
        for (kind, set) in [
            (man, pieces.men[army]),
            ("king", pieces.kings[army]),
            ("queen", pieces.queens[army].into()),
            ("rook", pieces.rooks[army].into()),
            ("bishop", pieces.bishops[army].into()),
            ("knight", pieces.knights[army].into()),
        ] {
            for square in (0..128).filter(|square| set >> square & 1 == 1) {
                told.insert((owner.to_owned(), kind.to_owned(), name(game, square)));
            }
        }
    }
    told
}

fn classed<'a>(document: &'a Document<'a>, class: &str) -> Vec<Node<'a, 'a>> {
    let has = |node: &Node<'_, '_>| node.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == class));
    document.descendants().filter(has).collect()
}

/// The middle of a drawn piece in squares from the upper left of the board.
fn middle(document: &Document<'_>, node: &Node<'_, '_>) -> (u32, u32) {
    let board = classed(document, "board")[0].children().find(|node| node.has_tag_name("rect")).unwrap();
    let number = |name: &str| board.attribute(name).unwrap().parse::<u32>().unwrap();
    let at = node.attribute("transform").unwrap();
    let at = at.strip_prefix("translate(").and_then(|at| at.strip_suffix(')')).unwrap();
    let (x, y) = at.split_once(' ').unwrap();
    let (x, y): (u32, u32) = (x.parse().unwrap(), y.parse().unwrap());
    ((x - number("x")) / 40, (y - number("y")) / 40)
}

fn check(game: GameId, pieces: &Pieces) {
    let diagram = Diagram::new(game, pieces).unwrap();
    let svg = diagram.svg();
    let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{game}: {error}\n{svg}"));
    let drawn = classed(&document, "piece");
    let told: BTreeSet<Told> = drawn
        .iter()
        .map(|node| {
            let words: Vec<_> = node.attribute("class").unwrap().split(' ').collect();
            (words[1].to_owned(), words[2].to_owned(), node.attribute("data-square").unwrap().to_owned())
        })
        .collect();
    assert_eq!(told.len(), drawn.len());
    assert_eq!(told, expected(game, pieces), "{game}");
    // They are drawn where they are said to be: files from the left, rows from below; or numbers from the upper left.
    let shape: Vec<u32> = game.info().board.split('x').map(|number| number.parse().unwrap()).collect();
    for node in &drawn {
        let (file, row) = middle(&document, node);
        assert!(file < shape[0] && row < shape[1]);
        let name = node.attribute("data-square").unwrap();
        match name.parse::<u32>() {
            Ok(number) => assert_eq!(row * shape[0] / 2 + file / 2 + 1, number, "{game}"),
            Err(_) => {
                let letter = char::from(b'a' + file as u8);
                assert_eq!(format!("{letter}{}", shape[1] - row), name, "{game}");
            }
        }
        // Draughtsmen stand on dark squares; a1 is dark, on the Italian board h1.
        let dark = (file + shape[1] - 1 - row).is_multiple_of(2) != (game == GameId::Italian);
        assert!(dark || game == GameId::Chess, "{game} {name}");
    }
    assert_eq!(classed(&document, "barred").len(), usize::from(pieces.barred.is_some()));
    let text = |tag: &str| document.descendants().find(|node| node.has_tag_name(tag)).and_then(|node| node.text());
    assert_eq!(text("desc"), Some(diagram.words().as_str()));
    assert!(text("title").is_some_and(|title| title.contains(diagram.fen())));
    // The one address is the name of the format.
    assert_eq!(svg.matches("http").count(), 1);
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    // Signs stand for as many pieces in the terminal, before the legend.
    let terminal = diagram.terminal(false);
    let signs = terminal.split("to move").next().unwrap().chars().filter(|sign| ('♔'..='⛃').contains(sign));
    assert_eq!(signs.count(), drawn.len(), "{terminal}");
}

#[test]
fn every_piece_of_every_start_is_drawn_where_it_stands() {
    for game in GameId::all() {
        check(game, &any::start(game));
    }
}

#[test]
fn endings_are_drawn_as_they_are() {
    for (game, fen) in [
        (GameId::Russian, "W:WKa1,Kc3,h2:BKh8,b6"),
        (GameId::Spancireti, "B:WKa1,Kc1,Ke1:BKd8,Kj8"),
        (GameId::International, "W:WK50,15,K46:BK1,45"),
        (GameId::Canadian, "B:WK72,61:BK1,K12,60"),
        (GameId::Italian, "W:WK30,32:B10,12,18,K20,K26,27"),
        (GameId::English, "B:W18,K24:B12,K10"),
        (GameId::Artamonov, "W:Mc3,e5:Kd4:Xd4"),
        (GameId::Artamonov, "B:Mc3,h8"),
        (GameId::Chess, "8/P7/8/3k4/8/5q2/8/KBN4R w - - 0 1"),
    ] {
        let (pieces, _) = any::read_fen(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        check(game, &pieces);
    }
}
