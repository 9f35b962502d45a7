//! A line of play: a diagram and the moves. The page's script makes a player of it; without one it is read as text.

use dambase_rules::Side;
use maud::{Markup, html};

use crate::board::of_definitions;
use crate::facts::Line;

/// A line under a heading of its own. `name` tells it from the others on the page.
pub fn line(line: &Line, name: &str) -> Markup {
    html! {
        div class="line" role="group" aria-label=(name) {
            div class=(if line.start.has_large_board() { "board large" } else { "board" }) {
                (of_definitions(&line.start))
                p class="now" role="status" { (line.start.side_words()) }
            }
            div class="play" {
                p class="fen" { "FEN: " code { (line.start.fen()) } }
                p { (line.start.words()) }
                ol class="moves" data-parts=(line.start.parts_text()) data-words=(line.start.words()) {
                    @for played in &line.moves {
                        li data-parts=(played.after.parts_text()) data-words=(played.after.words()) {
                            span class=(played.side.name()) { (played.text) }
                            span class="visually-hidden" { " by " (side_name(played.side)) }
                        }
                    }
                }
                p class="end" { (line.end) }
            }
        }
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}
