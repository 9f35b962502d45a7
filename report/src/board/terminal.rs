//! A diagram of characters.
//!
//! White's pieces are outlines and Black's are filled, as in print. That is told apart for certain only as black ink on light paper: with
//! colours each square brings its paper along, so that it looks the same on dark and on light terminals; without, a legend says which is
//! which.

use dambase_rules::draughts::SquareNames;

use super::geometry::Place;
use super::{Diagram, Kind, Owner, Placed};

const INK_ON_LIGHT: &str = "\x1b[38;5;16;48;5;230m";
const INK_ON_DARK: &str = "\x1b[38;5;16;48;5;180m";
const PLAIN: &str = "\x1b[0m";

impl Diagram {
    /// The diagram for a terminal, line by line, each ended: board, coordinates, who is to move, a legend. `colours` is for a terminal that
    /// knows ANSI's sequences.
    pub fn terminal(&self, colours: bool) -> String {
        let geometry = &self.geometry;
        let numeric = geometry.names == SquareNames::Numeric;
        let cell = if numeric { 4 } else { 3 };
        let across = cell * geometry.files as usize;
        let mut lines = vec![format!("   ┌{}┐", "─".repeat(across))];
        for row in 0..geometry.rows {
            let squares: String =
                (0..geometry.files).map(|file| self.cell(Place { file, row }, numeric, colours)).collect();
            let (left, right) = if numeric {
                // The first and the last number of the row.
                let half = geometry.files / 2;
                (format!("{:>2}", row * half + 1), format!(" {}", (row + 1) * half))
            } else {
                (format!("{:>2}", geometry.rows - row), String::new())
            };
            lines.push(format!("{left} │{squares}│{right}"));
        }
        lines.push(format!("   └{}┘", "─".repeat(across)));
        if !numeric {
            let letters: String = (0..geometry.files).map(|file| format!(" {} ", geometry.file_letter(file))).collect();
            lines.push(format!("    {}", letters.trim_end()));
        }
        lines.push(String::new());
        lines.push(self.side_words().to_owned());
        if let Some(square) = self.barred() {
            lines.push(format!("Barred: {square} (in brackets)."));
        }
        lines.push(self.legend());
        lines.iter().flat_map(|line| [line, "\n"]).collect()
    }

    fn cell(&self, place: Place, numeric: bool, colours: bool) -> String {
        let square = self.geometry.square_at(place);
        let dark = self.geometry.is_dark(place);
        let piece = square.and_then(|square| self.placed.iter().find(|placed| placed.square == square));
        let mut text = match (piece, square) {
            (Some(piece), _) if self.pieces.barred.map(u32::from) == square => format!("[{}]", glyph(piece)),
            (Some(piece), _) => format!(" {} ", glyph(piece)),
            (None, Some(square)) if numeric => format!("{:>3} ", square + 1),
            (None, _) if dark && !colours => " · ".to_owned(),
            (None, _) => "   ".to_owned(),
        };
        if numeric && text.chars().count() == 3 {
            text.insert(0, ' ');
        }
        match (colours, dark) {
            (false, _) => text,
            (true, true) => format!("{INK_ON_DARK}{text}{PLAIN}"),
            (true, false) => format!("{INK_ON_LIGHT}{text}{PLAIN}"),
        }
    }

    /// What the signs on the board mean.
    fn legend(&self) -> String {
        let mut kinds: Vec<_> = self.placed.iter().map(|placed| (placed.owner, placed.kind)).collect();
        kinds.sort();
        kinds.dedup();
        let words = kinds.iter().map(|&(owner, kind)| {
            let sign = glyph(&Placed { square: 0, owner, kind });
            let (name, _) = kind.names();
            match owner {
                Owner::Nobody => format!("{sign} {name}"),
                _ => format!("{sign} {} {name}", owner.name()),
            }
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

fn glyph(piece: &Placed) -> char {
    let black = piece.owner == Owner::Black;
    let (white, filled) = match piece.kind {
        Kind::Man => ('⛀', '⛂'),
        Kind::King => ('⛁', '⛃'),
        Kind::Monarch => ('♔', '♚'),
        Kind::Queen => ('♕', '♛'),
        Kind::Rook => ('♖', '♜'),
        Kind::Bishop => ('♗', '♝'),
        Kind::Knight => ('♘', '♞'),
        Kind::Pawn => ('♙', '♟'),
    };
    if black { filled } else { white }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dambase_rules::GameId;

    #[test]
    fn a_board_in_letters() {
        let diagram = Diagram::from_fen(GameId::Russian, "B:WKa1,c3:BKh8,b6").unwrap();
        let expected = "   ┌────────────────────────┐
 8 │    ·     ·     ·     ⛃ │
 7 │ ·     ·     ·     ·    │
 6 │    ⛂     ·     ·     · │
 5 │ ·     ·     ·     ·    │
 4 │    ·     ·     ·     · │
 3 │ ·     ⛀     ·     ·    │
 2 │    ·     ·     ·     · │
 1 │ ⛁     ·     ·     ·    │
   └────────────────────────┘
     a  b  c  d  e  f  g  h

Black to move.
⛁ white king, ⛀ white man, ⛃ black king, ⛂ black man
";
        assert_eq!(diagram.terminal(false), expected);
    }

    #[test]
    fn a_board_in_numbers_with_the_dark_corner_on_the_right() {
        let diagram = Diagram::from_fen(GameId::Italian, "W:WK30:B10,K20").unwrap();
        let text = diagram.terminal(false);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[1], " 1 │  1       2       3       4     │ 4");
        assert_eq!(lines[3], " 9 │  9       ⛂      11      12     │ 12");
        assert_eq!(lines[8], "29 │     29       ⛁      31      32 │ 32");
    }

    #[test]
    fn the_barred_piece_is_in_brackets() {
        let text = Diagram::from_fen(GameId::Artamonov, "W:Mc3,e5:Kd4:Xd4").unwrap().terminal(false);
        assert!(text.contains("[⛁]") && text.contains("Barred: d4") && text.contains("⛁ king, ⛀ man"), "{text}");
    }

    #[test]
    fn every_line_of_a_board_is_as_wide_with_colours_as_without() {
        let plain = |text: String| {
            [INK_ON_DARK, INK_ON_LIGHT, PLAIN].iter().fold(text, |text, sequence| text.replace(sequence, ""))
        };
        for game in GameId::all() {
            let diagram = Diagram::new(game, &dambase_prober::any::start(game)).unwrap();
            let (with, without) = (plain(diagram.terminal(true)), diagram.terminal(false));
            assert_eq!(with.replace('·', " "), without.replace('·', " "), "{game}");
            let widths: Vec<_> = without.lines().filter(|line| line.contains('│')).map(|line| line.find('│')).collect();
            assert!(widths.iter().all(|width| *width == widths[0]));
        }
    }
}
