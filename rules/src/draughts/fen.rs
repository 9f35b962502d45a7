//! Positions in words: the draughts FEN of PDN 3.0.
//!
//! ```text
//! fen   := side ':' part ':' part [':' 'H' number] [':' 'F' number] ['.']
//! part  := side [item (',' item)*]
//! item  := ['K'] square | number '-' number
//! side  := 'W' | 'B'
//! ```
//!
//! Blanks may stand between the tokens. A square is a number or, in the spelling of the diagram, a file and a row; one
//! text may use both. What PDN leaves open is read so:
//!
//! - Both parts are there, in either order. `W` alone is an army that has lost everything; a part that is missing is an
//!   error, since a text cut short looks the same.
//! - A range is of men and of numbers. What `K31-35` or `a1-g1` would mean nobody has written down: errors.
//! - Colours and the `K` are capitals, files are small letters: `B8` in a list would otherwise be the square b8 to one
//!   reader and black on 8 to another. A small `k` is a king before a letter (`kc3`); before a number it is the file k.
//! - `H` and `F` are the half-move and full-move numbers of lidraughts.
//!
//! A position that cannot arise is an error: a man on its last row would have been crowned (S002 64Rc; S000 3.5), no side
//! has more pieces than it began with, and the side that has just moved has the piece it moved with. The diagrams of rule
//! books break the last rule, where they show a piece alone: [`read_diagram`] reads them.

use super::position::Position;
use super::rules::{Draughts, Rules, SquareNames};
use super::squares::{Scanner, Spelled, excerpt};
use crate::bits::Bits;
use crate::{FenError, Side};

/// What a FEN says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fen<B> {
    /// The placement and the side to move.
    pub position: Position<B>,
    /// Plies since the last capture or man's move, where the text tells (`:H0`).
    pub half_moves: Option<u32>,
    /// The number of the next move, where the text tells (`:F1`).
    pub full_moves: Option<u32>,
}

/// Reads a FEN of game `G` with all it says.
pub fn read<G: Draughts>(text: &str) -> Result<Fen<G::Word>, FenError> {
    let parsed = parse(&G::RULES, text)?;
    match parsed.impossible {
        Some(error) => Err(error),
        None => Ok(set_up::<G>(&parsed)),
    }
}

/// Reads a FEN like [`read`], and takes a board on which the side not to move has nothing.
///
/// Such a position is in no table, but moves can be made in it: rule books explain the pieces so (FMJD-A1 3.4, 3.9).
pub fn read_diagram<G: Draughts>(text: &str) -> Result<Fen<G::Word>, FenError> {
    parse(&G::RULES, text).map(|parsed| set_up::<G>(&parsed))
}

fn set_up<G: Draughts>(parsed: &Parsed) -> Fen<G::Word> {
    let mut position =
        Position { white: G::Word::EMPTY, black: G::Word::EMPTY, kings: G::Word::EMPTY, side: parsed.side };
    for (square, piece) in (0..).zip(&parsed.pieces) {
        let Some(piece) = piece else { continue };
        let set = G::Word::bit(G::MASKS.bit(square));
        match piece.side {
            Side::White => position.white |= set,
            Side::Black => position.black |= set,
        }
        if piece.king {
            position.kings |= set;
        }
    }
    Fen { position, half_moves: parsed.half_moves, full_moves: parsed.full_moves }
}

/// Writes a position in the one canonical way, squares spelled as asked: White's part first, squares by ascending number,
/// no ranges, no blanks, no dot.
pub fn write<G: Draughts>(position: &Position<G::Word>, names: SquareNames) -> String {
    let mut text = String::from(letter(position.side));
    for side in [Side::White, Side::Black] {
        text.push(':');
        text.push(letter(side));
        // Bits lie in the order of the numbers.
        for (i, bit) in position.pieces(side).each().enumerate() {
            if i > 0 {
                text.push(',');
            }
            if position.kings.has(bit) {
                text.push('K');
            }
            text.push_str(&G::RULES.board.square_name(G::MASKS.square(bit), names));
        }
    }
    text
}

fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'B',
    }
}

#[derive(Clone, Copy)]
struct Piece {
    side: Side,
    king: bool,
}

/// A FEN as it stands in the text; the same type for all games, so that the reader is compiled once.
struct Parsed {
    side: Side,
    pieces: Vec<Option<Piece>>,
    half_moves: Option<u32>,
    full_moves: Option<u32>,
    /// The side not to move has no pieces.
    impossible: Option<FenError>,
}

fn error<T>(offset: usize, reason: impl Into<String>) -> Result<T, FenError> {
    Err(FenError { offset, reason: reason.into() })
}

fn parse(rules: &Rules, text: &str) -> Result<Parsed, FenError> {
    let mut reader = Reader {
        rules,
        scan: Scanner::new(text),
        pieces: vec![None; rules.board.squares() as usize],
        white: Army::default(),
        black: Army::default(),
    };
    reader.scan.skip_spaces();
    if reader.scan.peek().is_none() {
        return error(0, "the text is empty");
    }
    let side = reader.side("the side to move")?;
    for _ in 0..2 {
        reader.part()?;
    }
    let (half_moves, full_moves) = reader.counters()?;
    reader.scan.eat('.');
    reader.scan.skip_spaces();
    if reader.scan.peek().is_some() {
        return error(reader.scan.offset(), format!("\"{}\" is left over", excerpt(reader.scan.rest())));
    }
    let waiting = *reader.army(side.other());
    if waiting.count == 0 && reader.army(side).count == 0 {
        return error(0, "the board is empty");
    }
    let impossible = (waiting.count == 0).then(|| FenError {
        offset: waiting.began.unwrap_or(0),
        reason: format!("{} has no pieces and is not to move: nobody can have moved last", side.other()),
    });
    Ok(Parsed { side, pieces: reader.pieces, half_moves, full_moves, impossible })
}

/// What has been read of one side.
#[derive(Clone, Copy, Default)]
struct Army {
    /// Where its part began; `None` while there was none.
    began: Option<usize>,
    count: u32,
}

struct Reader<'t> {
    rules: &'t Rules,
    scan: Scanner<'t>,
    pieces: Vec<Option<Piece>>,
    white: Army,
    black: Army,
}

impl Reader<'_> {
    fn army(&mut self, side: Side) -> &mut Army {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }

    fn side(&mut self, what: &str) -> Result<Side, FenError> {
        self.scan.skip_spaces();
        let offset = self.scan.offset();
        let side = match self.scan.peek() {
            Some('W') => Side::White,
            Some('B') => Side::Black,
            Some('?') => return error(offset, format!("{what} is given as unknown (?), and must be W or B")),
            _ => return error(offset, format!("{what} must be W or B, found {}", self.scan.found())),
        };
        self.scan.bump();
        Ok(side)
    }

    /// `:W...` or `:B...`.
    fn part(&mut self) -> Result<(), FenError> {
        self.scan.skip_spaces();
        if !self.scan.eat(':') {
            let missing = match (self.white.began, self.black.began) {
                (None, None) => "expected ':' and the pieces of a side",
                // After a list a comma would have done as well.
                (None, _) => "expected ':' and White's pieces (W alone if it has none), or ',' and another of Black's",
                _ => "expected ':' and Black's pieces (B alone if it has none), or ',' and another of White's",
            };
            return error(self.scan.offset(), format!("{missing}; found {}", self.scan.found()));
        }
        self.scan.skip_spaces();
        let began = self.scan.offset();
        let side = self.side("the side whose pieces follow")?;
        if self.army(side).began.replace(began).is_some() {
            return error(began, format!("the pieces of side {side} are given twice"));
        }
        self.scan.skip_spaces();
        if matches!(self.scan.peek(), None | Some(':' | '.')) {
            return Ok(());
        }
        loop {
            self.item(side)?;
            self.scan.skip_spaces();
            if !self.scan.eat(',') {
                return Ok(());
            }
        }
    }

    /// A man, a king or a range of men.
    fn item(&mut self, side: Side) -> Result<(), FenError> {
        self.scan.skip_spaces();
        let start = self.scan.offset();
        let king = match self.scan.peek() {
            Some('K') => true,
            // Before a number it would be the file k.
            Some('k') => self.scan.rest()[1..].starts_with(|c: char| c.is_ascii_lowercase()),
            _ => false,
        };
        if king {
            self.scan.bump();
            self.scan.skip_spaces();
        }
        let offset = self.scan.offset();
        let Some(first) = self.square()? else {
            return error(offset, format!("expected a square, found {}", self.scan.found()));
        };
        self.end_of_square(start)?;
        self.scan.skip_spaces();
        let dash = self.scan.offset();
        if !self.scan.eat('-') {
            return self.put(first.square, Piece { side, king }, offset);
        }
        self.scan.skip_spaces();
        let end = self.scan.offset();
        if king || self.scan.peek() == Some('K') {
            return error(if king { dash } else { end }, "a range is of men: name each king by itself");
        }
        let Some(last) = self.square()? else {
            return error(start, format!("the range {} has no end", self.scan.token_from(start)));
        };
        self.end_of_square(start)?;
        if [first.names, last.names].contains(&SquareNames::Algebraic) {
            return error(start, "a range is of numbers: name each of these squares by itself");
        }
        let (first, last) = (first.square, last.square);
        if last < first {
            return error(offset, format!("the range {}-{} runs backwards", first + 1, last + 1));
        }
        (first..=last).try_for_each(|square| self.put(square, Piece { side, king }, offset))
    }

    /// A square, if something comes next that could be one.
    fn square(&mut self) -> Result<Option<Spelled>, FenError> {
        let offset = self.scan.offset();
        let small_k = self.scan.peek() == Some('k');
        match self.scan.square(self.rules.board) {
            None => Ok(None),
            Some(Ok(spelled)) => Ok(Some(spelled)),
            Some(Err(reason)) if small_k => error(offset, format!("{reason}; a king is a capital K")),
            Some(Err(reason)) => error(offset, reason),
        }
    }

    /// Nothing may stick to a square but what goes on from it. The dot is one at the end of the text alone.
    fn end_of_square(&self, start: usize) -> Result<(), FenError> {
        let rest = self.scan.rest();
        let ends = match self.scan.peek() {
            None | Some(',' | ':' | '-') => true,
            Some('.') => rest[1..].trim_ascii().is_empty(),
            Some(c) => c.is_ascii_whitespace(),
        };
        if ends { Ok(()) } else { error(start, format!("{} is no square", self.scan.token_from(start))) }
    }

    fn put(&mut self, square: u32, piece: Piece, offset: usize) -> Result<(), FenError> {
        let board = self.rules.board;
        let most = self.rules.pieces_per_side();
        // Named both ways: the text may use either.
        let name = || format!("{} ({})", board.algebraic(square), square + 1);
        let side = piece.side;
        if self.pieces[square as usize].is_some() {
            return error(offset, format!("two pieces on square {}", name()));
        }
        let last_row = match side {
            Side::White => 0,
            Side::Black => u32::from(board.rows) - 1,
        };
        if !piece.king && board.row_of(square) == last_row {
            return error(offset, format!("a man of {side} on square {}, its last row, would be a king", name()));
        }
        let army = self.army(side);
        army.count += 1;
        if army.count > most {
            let name = name();
            return error(offset, format!("{side} has more than {most} pieces: the one on square {name} is too many"));
        }
        self.pieces[square as usize] = Some(piece);
        Ok(())
    }

    /// `:H0:F1`, each at most once, in either order.
    fn counters(&mut self) -> Result<(Option<u32>, Option<u32>), FenError> {
        let (mut half_moves, mut full_moves) = (None, None);
        loop {
            self.scan.skip_spaces();
            if !self.scan.eat(':') {
                return Ok((half_moves, full_moves));
            }
            self.scan.skip_spaces();
            let offset = self.scan.offset();
            let (counter, what) = match self.scan.peek() {
                Some('H') => (&mut half_moves, "half-move number"),
                Some('F') => (&mut full_moves, "full-move number"),
                Some('W' | 'B') => return error(offset, "the pieces of a third side are given"),
                _ => {
                    let reason = format!("expected H or F and a number of moves, found {}", self.scan.found());
                    return error(offset, reason);
                }
            };
            self.scan.bump();
            self.scan.skip_spaces();
            match self.scan.number() {
                None => return error(offset, format!("the {what} is missing in {}", self.scan.token_from(offset))),
                Some(u32::MAX) => return error(offset, format!("the {what} is too large")),
                Some(number) => {
                    if counter.replace(number).is_some() {
                        return error(offset, format!("the {what} is given twice"));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::games::{Canadian, English, International, Italian, Russian, Spancireti};

    /// The position in both spellings.
    fn both<G: Draughts>(text: &str) -> [String; 2] {
        let position = read::<G>(text).unwrap_or_else(|error| panic!("{text}: {error}")).position;
        [SquareNames::Algebraic, SquareNames::Numeric].map(|names| write::<G>(&position, names))
    }

    fn refused<G: Draughts>(text: &str, offset: usize, words: &str) {
        let error = read::<G>(text).expect_err(text);
        assert!(error.reason.contains(words) && error.offset == offset, "{text}: offset {}: {error}", error.offset);
    }

    #[test]
    fn start_positions_are_read_as_pdn_writes_them() {
        let russian = "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6";
        assert_eq!(both::<Russian>("W:W21-32:B1-12")[0], russian);
        assert_eq!(read::<Russian>(russian).unwrap().position, Position::start::<Russian>());
        assert_eq!(read::<English>("B:W21-32:B1-12").unwrap().position, Position::start::<English>());
        // rules.md 10: the dark corner is at the right, the numbers are the same.
        assert!(both::<Italian>("W:B1-12:W21-32")[0].ends_with(":Ba8,c8,e8,g8,b7,d7,f7,h7,a6,c6,e6,g6"));
        assert_eq!(read::<International>("W:W31-50:B1-20").unwrap().position, Position::start::<International>());
        assert_eq!(read::<Canadian>("W:W43-72:B1-30").unwrap().position, Position::start::<Canadian>());
        assert_eq!(read::<Spancireti>("W:W26-40:B1-15").unwrap().position, Position::start::<Spancireti>());
        assert!(both::<Spancireti>("W:W26-40:B1-15")[0].starts_with("W:Wa3,c3,e3,g3,i3,b2,"));
    }

    #[test]
    fn all_that_pdn_allows_is_read() {
        let expected = ["W:WKf6,a3,c3:Bb8", "W:WK11,21,22:B1"].map(str::to_owned);
        for text in [
            "W:WKf6,a3,c3:Bb8",
            "W:Bb8:WKf6,a3,c3",
            "W:W21-22,K11:B1",
            "W:W21-22,Kf6:Bb8.",
            " W : W 21 - 22 , K 11 : B 1 . \n",
            "W:Wa3,22,kf6:B01",
            "W:WK011,0021,22-22:B1:H0:F1",
            "W:WK11,21,22:B1:F12.",
        ] {
            assert_eq!(both::<Russian>(text), expected, "{text}");
        }
        let fen = read::<Russian>("W:W:BK3:H7:F42").unwrap();
        assert_eq!((fen.half_moves, fen.full_moves), (Some(7), Some(42)));
        assert_eq!(write::<Russian>(&fen.position, SquareNames::Numeric), "W:W:BK3");
        assert_eq!(read::<Russian>("W:W:BK3").unwrap().half_moves, None);
    }

    #[test]
    fn a_small_k_is_a_king_before_a_letter_and_a_file_before_a_number() {
        assert_eq!(both::<International>("W:WK3:BKd10,kb2")[1], "W:WK3:BK2,K41");
        assert_eq!(both::<Canadian>("W:Wk3:BKk5,kk1")[0], "W:Wk3:BKk5,Kk1");
        refused::<Canadian>("W:Wk13:BK1", 3, "square k13 is off the board");
        refused::<International>("W:Wk3:BK1", 3, "files a-j and rows 1-10; a king is a capital K");
    }

    #[test]
    fn positions_that_cannot_be_are_refused_and_the_square_is_named() {
        // S002 64Rc, S000 3.5: a man on its last row has been crowned.
        refused::<Russian>("W:Wa1,d8:Bb6", 6, "a man of white on square d8 (2), its last row");
        refused::<Russian>("W:Wa3:B29", 7, "a man of black on square a1 (29), its last row");
        refused::<Russian>("W:W1-5:B29", 3, "square b8 (1), its last row");
        refused::<Russian>("W:Wa3,Kc3:BKc3", 12, "two pieces on square c3 (22)");
        refused::<Russian>("W:Wa3,21:BKc3", 6, "two pieces on square a3 (21)");
        refused::<Russian>("W:W33:BK1", 3, "square 33 is off the board");
        refused::<Russian>("W:Wi1:BK1", 3, "square i1 is off the board, which has files a-h and rows 1-8");
        refused::<Russian>("W:Wa2:BK1", 3, "square a2 is a light square");
        refused::<Italian>("W:Wa1:BK1", 3, "square a1 is a light square");
        refused::<Russian>("W:W17-32:BK1", 3, "white has more than 12 pieces: the one on square a1 (29) is too many");
    }

    #[test]
    fn a_side_without_pieces_can_be_to_move_only() {
        assert!(read::<Russian>("B:WK1:B").is_ok());
        refused::<Russian>("W:WK1:B", 6, "black has no pieces and is not to move");
        refused::<Russian>("B:W:BK1", 2, "white has no pieces and is not to move");
        refused::<Russian>("B:W:B", 0, "the board is empty");
        let diagram = read_diagram::<Russian>("W:WK1:B").unwrap().position;
        assert_eq!(write::<Russian>(&diagram, SquareNames::Numeric), "W:WK1:B");
        assert_eq!(read_diagram::<Russian>("B:W:B"), read::<Russian>("B:W:B"));
    }

    #[test]
    fn texts_that_are_no_fen_are_refused() {
        refused::<Russian>("", 0, "empty");
        refused::<Russian>(" \t\n", 0, "empty");
        refused::<Russian>("?:W1:B2", 0, "unknown (?)");
        refused::<Russian>("W:?1:B2", 2, "unknown (?)");
        refused::<Russian>("w:W21:B2", 0, "must be W or B, found \"w\"");
        refused::<Russian>("X", 0, "found \"X\"");
        refused::<Russian>("W", 1, "found the end of the text");
        refused::<Russian>("W:", 2, "found the end of the text");
        refused::<Russian>("W:W21", 5, "Black's pieces");
        refused::<Russian>("W:BK3", 5, "White's pieces");
        refused::<Russian>("W:W21,:B2", 6, "expected a square, found \":\"");
        refused::<Russian>("W:W,21:B2", 3, "expected a square, found \",\"");
        refused::<Russian>("W:W21 22:B2", 6, "found \"22\"");
        refused::<Russian>("W:W21:W22", 6, "side white are given twice");
        refused::<Russian>("W:W21:B2:W22", 9, "a third side");
        refused::<Russian>("W:WD21:B2", 3, "expected a square, found \"D21\"");
        refused::<Russian>("W:WKK21:B2", 4, "found \"K21\"");
        refused::<Russian>("W:W21:B2..", 7, "\"2..\" is no square");
        refused::<Russian>("W:W21:B2:H", 9, "half-move number is missing");
        refused::<Russian>("W:W21:B2:H1:H1", 12, "given twice");
        refused::<Russian>("W:W21:B2:F99999999999", 9, "too large");
        refused::<Russian>("W:W21:B2:Q1", 9, "expected H or F");
        refused::<Russian>("W:WK21-K25:B2", 6, "a range is of men");
        refused::<Russian>("W:W21-K25:B2", 6, "a range is of men");
        refused::<Russian>("W:Wa3-g3:B2", 3, "a range is of numbers");
        refused::<Russian>("W:W21-g3:B2", 3, "a range is of numbers");
        refused::<Russian>("W:W21-:B2", 3, "the range \"21-\" has no end");
        refused::<Russian>("W:W21-22-23:B2", 8, "found \"-23\"");
        refused::<Russian>("W:W21:B2 .x", 10, "\"x\" is left over");
        refused::<Russian>("W:W25-21:B2", 3, "the range 25-21 runs backwards");
        refused::<Russian>("W:W\u{662f}:B2", 3, "expected a square");
        let error = read::<Russian>(&format!("W:W21:B2{}", "z".repeat(1 << 20))).unwrap_err();
        assert!(error.reason.len() < 200, "{error}");
    }
}
