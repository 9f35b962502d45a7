//! The pieces, drawn around the middle of a square 40 units wide.

use maud::{Markup, html};

use super::{Kind, Owner};

/// What a piece is painted with.
#[derive(Clone, Copy)]
struct Paint {
    fill: &'static str,
    outline: &'static str,
    /// Lines and marks on it.
    mark: &'static str,
}

/// White's pieces are white with black lines and Black's the reverse, so that a printer without colours tells them apart.
fn paint(owner: Owner) -> Paint {
    match owner {
        Owner::White => Paint { fill: "#ffffff", outline: "#141414", mark: "#141414" },
        Owner::Black => Paint { fill: "#1c1c1c", outline: "#000000", mark: "#f4f4f4" },
        Owner::Nobody => Paint { fill: "#a9c3d6", outline: "#141414", mark: "#141414" },
    }
}

/// The shape of a piece.
pub fn shape(owner: Owner, kind: Kind) -> Markup {
    let Paint { fill, outline, mark } = paint(owner);
    match kind {
        Kind::Man => html! {
            circle r="14" fill=(fill) stroke=(outline) stroke-width="1.5" {}
            circle r="9" fill="none" stroke=(mark) stroke-width="1.2" {}
        },
        Kind::King => html! {
            circle r="14" fill=(fill) stroke=(outline) stroke-width="1.5" {}
            path d="M-8 7.5 -9.5 -4 -4.5 0.5 0 -9 4.5 0.5 9.5 -4 8 7.5Z" fill=(mark) stroke=(mark) stroke-width="1" stroke-linejoin="round" {}
        },
        _ => {
            let Outline { body, marks, dots } = outline_of(kind);
            html! {
                g fill=(fill) stroke=(outline) stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round" {
                    @if kind == Kind::Monarch {
                        path d="M0 -6V-16M-3.5 -12.5H3.5" fill="none" stroke-width="2.4" {}
                    }
                    path d=(body) {}
                    @for (x, y) in dots { circle cx=(x) cy=(y) r="2.1" {} }
                    path d=(marks) fill="none" stroke=(mark) stroke-width="1.3" {}
                }
            }
        }
    }
}

/// A chessman.
struct Outline {
    body: &'static str,
    marks: &'static str,
    /// Balls on its points.
    dots: &'static [(&'static str, &'static str)],
}

fn outline_of(kind: Kind) -> Outline {
    match kind {
        Kind::Rook => Outline {
            body: "M-11 15H11V11.5L8.5 10 7 7V-5L9.5 -8V-14H5.5V-11H2V-14H-2V-11H-5.5V-14H-9.5V-8L-7 -5V7L-8.5 10 -11 11.5Z",
            marks: "M-6 -5H6M-6 7H6",
            dots: &[],
        },
        Kind::Bishop => Outline {
            body: "M-11 15H11V12C6 12 5 10 5 7 9 4 9 -2 6 -6 4 -8.5 1.5 -10.5 0 -12 -1.5 -10.5 -4 -8.5 -6 -6 -9 -2 -9 4 -5 7 -5 10 -6 12 -11 12Z",
            marks: "M-4.5 7H4.5M0 -6V2M-3 -2.5H3",
            dots: &[("0", "-14")],
        },
        Kind::Knight => Outline {
            body: "M-8 15H11.5V12C12 3 10.5 -6 4 -10L3 -14.5 -0.5 -10.5C-5.5 -9 -8 -4.5 -11 1 -12.5 3.5 -11 6 -9 6.2 -6.5 6.3 -6.5 4 -4 3.2 -2 2.8 0 2.5 1.5 0.5 2 5.5 -7 7 -8 12Z",
            marks: "M-4 -4.5 -2.8 -4.8M7.5 -3C9 1 9.3 6 9 11M-9 3 -8 2.6",
            dots: &[],
        },
        Kind::Queen => Outline {
            body: "M-11 15H11V12L9 8 13 -7 6.8 0 5 -10.5 0 -1 -5 -10.5 -6.8 0 -13 -7 -9 8 -11 12Z",
            marks: "M-8 8C-3 6.5 3 6.5 8 8M-10 12H10",
            dots: &[("-13", "-8.8"), ("-5", "-12.4"), ("5", "-12.4"), ("13", "-8.8")],
        },
        Kind::Monarch => Outline {
            body: "M-10 15H10V12L8 8C14 4 14.5 -4 9 -6.5 5 -8.2 2 -6 0 -2 -2 -6 -5 -8.2 -9 -6.5 -14.5 -4 -14 4 -8 8L-10 12Z",
            marks: "M-7.5 8C-3 6.5 3 6.5 7.5 8M-9 12H9M0 -1V6",
            dots: &[],
        },
        // Men and kings of draughts are discs and not asked for here.
        Kind::Pawn | Kind::Man | Kind::King => Outline {
            body: "M-9 15H9V12C9 9 5 8 4 2H6V-1H3.4A6.2 6.2 0 1 0 -3.4 -1H-6V2H-4C-5 8 -9 9 -9 12Z",
            marks: "M-7.5 12H7.5",
            dots: &[],
        },
    }
}
