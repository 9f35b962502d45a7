//! The conditions that a sentence may be made of: what books speak of, written in the language of claims.

use dambase_rules::{Family, GameId};

use crate::board::Grid;
use crate::language::Condition;

/// A condition, with words for it and for its contrary.
#[derive(Clone, PartialEq, Debug)]
pub struct Feature {
    /// In the language of claims.
    pub condition: Condition,
    /// Where it is true.
    pub words: String,
    /// Where it is not.
    pub contrary: String,
}

/// Which pieces there are: what of them is worth asking about.
struct Army {
    side: &'static str,
    kings: usize,
    men: usize,
    pieces: usize,
}

/// The most conditions: each is a bit.
pub const MOST: usize = 128;

/// The conditions for a material of a game, White's pieces first. Those that the game does not have are left out.
pub fn features(game: GameId, material: &str) -> Vec<Feature> {
    let mut list = List { game, found: Vec::new() };
    let grid = Grid::of(game);
    let material = material.to_ascii_uppercase();
    let (white, black) = material.split_once('V').unwrap_or((&material, ""));
    let army = |side, letters: &str| Army {
        side,
        kings: letters.matches('K').count(),
        men: letters.matches(['M', 'P']).count(),
        pieces: letters.len(),
    };
    let armies = [army("white", white), army("black", black)];
    tactics(&mut list, &armies, white.len() + black.len());
    if game.family() == Family::Artamonov {
        for set in LINES {
            list.add(
                &format!("barred on {set}"),
                format!("the barred piece is on {}", spoken(set)),
                format!("the barred piece is off {}", spoken(set)),
            );
            list.add(
                &format!("kings on {set}"),
                format!("a king is on {}", spoken(set)),
                format!("no king is on {}", spoken(set)),
            );
        }
        return list.found;
    }
    for army in &armies {
        lines(&mut list, army);
        men(&mut list, &grid, army);
    }
    distances(&mut list, &armies, game);
    list.found.truncate(MOST);
    list.found
}

const LINES: [&str; 8] =
    ["main-road", "long-diagonals", "double-corner", "single-corner", "double-road", "triple-road", "edge", "centre"];

fn spoken(set: &str) -> String {
    format!("the {}", set.replace('-', " "))
}

struct List {
    game: GameId,
    found: Vec<Feature>,
}

impl List {
    fn add(&mut self, text: &str, words: String, contrary: String) {
        // What the game does not have is no condition of it.
        if let Ok(condition) = Condition::read(self.game, text) {
            self.found.push(Feature { condition, words, contrary });
        }
    }
}

fn tactics(list: &mut List, armies: &[Army; 2], pieces: usize) {
    let chess = list.game.family() == Family::Chess;
    let sides: [&str; 2] = if armies[1].pieces == 0 { ["mover", "waiting"] } else { ["white", "black"] };
    for side in sides {
        list.add(
            &format!("{side} can-capture"),
            format!("{side} can take something"),
            format!("{side} can take nothing"),
        );
        list.add(
            &format!("{side} double-attack"),
            format!("{side} has a double attack"),
            format!("{side} has no double attack"),
        );
        if pieces <= 4 && !chess {
            list.add(
                &format!("{side} forces-capture 2"),
                format!("{side} can force a capture within two moves"),
                format!("{side} cannot force a capture within two moves"),
            );
        }
        if pieces <= 3 && !chess {
            list.add(
                &format!("{side} forces-capture 3"),
                format!("{side} can force a capture within three moves"),
                format!("{side} cannot force a capture within three moves"),
            );
        }
        list.add(
            &format!("{side} forces-capture 1"),
            format!("{side} takes something at its next move, whatever the other side does"),
            format!("{side} can be kept from taking anything at its next move"),
        );
        list.add(
            &format!("{side} recaptures"),
            format!("{side} can take back whatever is taken"),
            format!("{side} has nothing to take back"),
        );
        for number in 2..pieces.min(4) {
            list.add(
                &format!("takes({side}) >= {number}"),
                format!("{side} can take {number} pieces at once"),
                format!("{side} cannot take {number} pieces at once"),
            );
        }
        for moves in [0, 1, 2] {
            list.add(
                &format!("mobility({side}) <= {moves}"),
                format!("{side} has {} to make", at_most(moves, "move")),
                format!("{side} has more than {} to make", plural(moves, "move")),
            );
        }
    }
    list.add("check", "the side to move is in check".into(), "there is no check".into());
    list.add("white has-opposition", "White has the opposition".into(), "White has not the opposition".into());
    list.add("black has-opposition", "Black has the opposition".into(), "Black has not the opposition".into());
    list.add("white has-the-move", "White has the move".into(), "Black has the move".into());
}

fn plural(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

fn at_most(number: usize, thing: &str) -> String {
    if number == 0 { format!("no {thing}") } else { format!("at most {}", plural(number, thing)) }
}

fn lines(list: &mut List, army: &Army) {
    let side = army.side;
    let kings = if army.kings == 1 { format!("{side}'s king") } else { format!("a king of {side}") };
    for set in LINES {
        if army.kings > 0 {
            let off = if army.kings == 1 {
                format!("{kings} is off {}", spoken(set))
            } else {
                format!("no king of {side} is on {}", spoken(set))
            };
            list.add(&format!("{side}.kings on {set}"), format!("{kings} is on {}", spoken(set)), off);
        }
        for number in 2..=army.kings {
            list.add(
                &format!("count({side}.kings on {set}) >= {number}"),
                format!("{number} kings of {side} or more are on {}", spoken(set)),
                format!("fewer than {number} kings of {side} are on {}", spoken(set)),
            );
        }
        if army.men > 0 {
            list.add(
                &format!("{side}.men on {set}"),
                format!("a man of {side} is on {}", spoken(set)),
                format!("no man of {side} is on {}", spoken(set)),
            );
        }
    }
}

fn men(list: &mut List, grid: &Grid, army: &Army) {
    if army.men == 0 {
        return;
    }
    let side = army.side;
    for steps in 1..grid.rows - 1 {
        // Steps that the foremost man still has to go.
        let text = match side {
            "white" => format!("highest-row(white.men) >= {}", grid.rows - steps),
            _ => format!("lowest-row(black.men) <= {}", 1 + steps),
        };
        let steps = steps as usize;
        list.add(
            &text,
            format!("a man of {side} is within {} of the last row", plural(steps, "row")),
            format!("no man of {side} is within {} of the last row", plural(steps, "row")),
        );
    }
}

fn distances(list: &mut List, armies: &[Army; 2], game: GameId) {
    let chess = game.family() == Family::Chess;
    for steps in 1..=if chess { 4 } else { 3usize } {
        if armies.iter().all(|army| army.kings > 0) {
            list.add(
                &format!("distance(white.kings, black.kings) <= {steps}"),
                format!("kings of both sides are within {}", plural(steps, "step")),
                format!("kings of both sides are more than {} apart", plural(steps, "step")),
            );
        }
        for (own, other) in [(0, 1), (1, 0)] {
            let (own, other) = (&armies[own], &armies[other]);
            if own.men > 0 && other.kings > 0 {
                list.add(
                    &format!("distance({}.men, {}.kings) <= {steps}", own.side, other.side),
                    format!("a man of {} is within {} of a king of {}", own.side, plural(steps, "step"), other.side),
                    format!("no man of {} is within {} of a king of {}", own.side, plural(steps, "step"), other.side),
                );
            }
        }
    }
    if armies.iter().all(|army| army.kings > 0) {
        for line in ["main-road", "long-diagonals", "double-corner"] {
            list.add(
                &format!("distance(white.kings, {line}) < distance(black.kings, {line})"),
                format!("White's kings are nearer to {}", spoken(line)),
                format!("White's kings are not nearer to {}", spoken(line)),
            );
        }
    }
}
