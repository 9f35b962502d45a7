//! A diagram as SVG, by itself or as a part of a page that holds the board and the pieces once.

use dambase_rules::draughts::SquareNames;
use dambase_rules::{GameId, Side};
use maud::{Markup, html};

use super::geometry::{Geometry, Place};
use super::shapes::shape;
use super::{Diagram, Kind, Owner, Placed};

/// The width of a square.
const CELL: u32 = 40;
/// What is around the board where coordinates stand.
const WIDE: u32 = 24;
/// And where none stand.
const NARROW: u32 = 8;
const CAPTION: u32 = 26;

const PAPER: &str = "#fffaf0";
const LIGHT: &str = "#f3e6cf";
const DARK: &str = "#b98f62";
const INK: &str = "#221a10";

/// Where the board lies in the picture.
struct Frame {
    left: u32,
    width: u32,
    /// Without a caption.
    height: u32,
}

impl Frame {
    fn of(geometry: &Geometry) -> Self {
        let lettered = geometry.names == SquareNames::Algebraic;
        let left = if lettered { WIDE } else { NARROW };
        let below = if lettered { WIDE } else { NARROW };
        Frame { left, width: left + geometry.files * CELL + NARROW, height: NARROW + geometry.rows * CELL + below }
    }

    /// The middle of a square.
    fn middle(&self, place: Place) -> (u32, u32) {
        (self.left + place.file * CELL + CELL / 2, NARROW + place.row * CELL + CELL / 2)
    }
}

impl Diagram {
    /// The diagram as an SVG document that needs nothing else.
    pub fn svg(&self) -> String {
        let geometry = &self.geometry;
        let frame = Frame::of(geometry);
        let (width, height) = (frame.width, frame.height + CAPTION);
        let caption = match self.barred() {
            Some(square) => format!("{} Barred: {square}.", self.side_words()),
            None => self.side_words().to_owned(),
        };
        let markup = html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height) role="img"
                aria-labelledby="title desc" {
                title id="title" { (geometry.game.info().title) ": " (self.fen) }
                desc id="desc" { (self.words()) }
                rect class="paper" width=(width) height=(height) fill=(PAPER) {}
                (board(geometry))
                g class="pieces" {
                    @for placed in &self.placed { (self.piece(&frame, placed)) }
                    @if let Some(square) = self.pieces.barred { (barred(&frame, geometry.place(square.into()))) }
                }
                g class="to-move" font-family="sans-serif" font-size="15" fill=(INK) {
                    (mover(self.side(), frame.left + 7, frame.height + 9))
                    text x=(frame.left + 22) y=(frame.height + 14) { (caption) }
                }
            }
        };
        markup.into_string()
    }

    fn piece(&self, frame: &Frame, placed: &Placed) -> Markup {
        let (x, y) = frame.middle(self.geometry.place(placed.square));
        let (kind, _) = placed.kind.names();
        html! {
            g class={ "piece " (placed.owner.name()) " " (kind) } data-square=(self.geometry.name(placed.square))
                transform={ "translate(" (x) " " (y) ")" } {
                (shape(placed.owner, placed.kind))
            }
        }
    }
}

/// The board with its coordinates.
fn board(geometry: &Geometry) -> Markup {
    let frame = Frame::of(geometry);
    let (left, across, down) = (frame.left, geometry.files * CELL, geometry.rows * CELL);
    let numeric = geometry.names == SquareNames::Numeric;
    let dark = (0..geometry.rows).flat_map(|row| (0..geometry.files).map(move |file| Place { file, row }));
    let dark: Vec<Place> = dark.filter(|&place| geometry.is_dark(place)).collect();
    html! {
        g class="board" {
            rect x=(left) y=(NARROW) width=(across) height=(down) fill=(LIGHT) {}
            path fill=(DARK) d={ @for place in &dark {
                "M" (left + place.file * CELL) " " (NARROW + place.row * CELL) "h" (CELL) "v" (CELL) "h-" (CELL) "z"
            } } {}
            rect x=(left) y=(NARROW) width=(across) height=(down) fill="none" stroke=(INK) stroke-width="1.5" {}
        }
        g class="coordinates" font-family="sans-serif" fill=(INK) aria-hidden="true" {
            @if numeric {
                g font-size="9" {
                    @for &place in &dark {
                        @if let Some(square) = geometry.square_at(place) {
                            text x=(left + place.file * CELL + 2) y=(NARROW + place.row * CELL + 9) { (square + 1) }
                        }
                    }
                }
            } @else {
                g font-size="14" text-anchor="middle" {
                    @for file in 0..geometry.files {
                        text x=(left + file * CELL + CELL / 2) y=(NARROW + down + 17) { (geometry.file_letter(file)) }
                    }
                    @for row in 0..geometry.rows {
                        text x=(left / 2) y=(NARROW + row * CELL + CELL / 2 + 5) { (geometry.rows - row) }
                    }
                }
            }
        }
    }
}

/// The mark of the piece that may not be moved.
fn barred(frame: &Frame, place: Place) -> Markup {
    let (x, y) = frame.middle(place);
    html! { g class="barred" transform={ "translate(" (x) " " (y) ")" } { (bar()) } }
}

/// A frame with a cross in its corner, which leaves the piece to be seen.
fn bar() -> Markup {
    const ARMS: &str = "M10 -17 17 -10M17 -17 10 -10";
    html! {
        rect x="-18" y="-18" width="36" height="36" fill="none" stroke="#8c0f0f" stroke-width="3" {}
        path d=(ARMS) fill="none" stroke="#ffffff" stroke-width="6" stroke-linecap="round" {}
        path d=(ARMS) fill="none" stroke="#8c0f0f" stroke-width="3" stroke-linecap="round" {}
    }
}

/// A disc in the colour of the side to move.
fn mover(side: Side, x: u32, y: u32) -> Markup {
    let fill = match side {
        Side::White => "#ffffff",
        Side::Black => "#1c1c1c",
    };
    html! { circle cx=(x) cy=(y) r="6.5" fill=(fill) stroke=(INK) stroke-width="1.5" {} }
}

/// Two letters for a piece, such as `wk`.
fn code(owner: Owner, kind: Kind) -> String {
    let owner = match owner {
        Owner::White => 'w',
        Owner::Black => 'b',
        Owner::Nobody => 'n',
    };
    let kind = match kind {
        Kind::King | Kind::Monarch => 'k',
        Kind::Man => 'm',
        Kind::Queen => 'q',
        Kind::Rook => 'r',
        Kind::Bishop => 'b',
        Kind::Knight => 'n',
        Kind::Pawn => 'p',
    };
    format!("{owner}{kind}")
}

/// The board and every piece of a game once, for a page whose diagrams are made of them.
pub(crate) fn definitions(game: GameId) -> Markup {
    let geometry = Geometry::of(game);
    let frame = Frame::of(&geometry);
    let kinds: &[Kind] = match geometry.uses_all_squares() {
        true => &[Kind::Monarch, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn],
        false => &[Kind::King, Kind::Man],
    };
    let owners: &[Owner] = if game == GameId::Artamonov { &[Owner::Nobody] } else { &[Owner::White, Owner::Black] };
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class="definitions" width="0" height="0" aria-hidden="true" {
            defs {
                g id="board" {
                    rect width=(frame.width) height=(frame.height) fill=(PAPER) {}
                    (board(&geometry))
                }
                @for &owner in owners { @for &kind in kinds {
                    g id=(code(owner, kind)) { (shape(owner, kind)) }
                } }
                g id="barred" { (bar()) }
            }
        }
    }
}

/// A diagram that takes its parts from [`definitions`], and how its pieces stand in the form that the page's script reads.
pub(crate) fn of_definitions(diagram: &Diagram) -> Markup {
    let frame = Frame::of(&diagram.geometry);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class="diagram" viewBox={ "0 0 " (frame.width) " " (frame.height) } role="img" {
            title { (diagram.words()) }
            use href="#board" {}
            g class="pieces" {
                @for (part, x, y) in parts(diagram) { use href={ "#" (part) } x=(x) y=(y) {} }
            }
        }
    }
}

/// What is drawn on the board, and where.
fn parts(diagram: &Diagram) -> Vec<(String, u32, u32)> {
    let geometry = &diagram.geometry;
    let frame = Frame::of(geometry);
    let at = |part: String, square: u32| {
        let (x, y) = frame.middle(geometry.place(square));
        (part, x, y)
    };
    let mut parts: Vec<_> =
        diagram.placed.iter().map(|placed| at(code(placed.owner, placed.kind), placed.square)).collect();
    parts.extend(diagram.pieces.barred.map(|square| at("barred".into(), square.into())));
    parts
}

impl Diagram {
    /// What is drawn on the board, for the page's script: `wk 44 28 bm 84 68`.
    pub(crate) fn parts_text(&self) -> String {
        let parts: Vec<_> = parts(self).into_iter().map(|(part, x, y)| format!("{part} {x} {y}")).collect();
        parts.join(" ")
    }
}
