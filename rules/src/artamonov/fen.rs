//! Positions in words: a form of its own, since pieces have no colour (A20).
//!
//! ```text
//! fen   := side (':' field)* ['.']
//! field := 'M' squares            the men
//!        | 'K' squares            the kings
//!        | 'X' square             the piece that may not be moved: the one moved last
//!        | 'T' number ',' number  pieces taken so far by White and by Black
//!        | 'H' number             plies since a piece was last taken or crowned
//! squares := square (',' square)*
//! side  := 'W' | 'B'
//! ```
//!
//! `W:Mc3,e5:Kd4:Xd4` is a board with two men and a king, White to move, the king barred. Each field is there at most once and in
//! any order; one without squares is left out. Blanks may stand between the tokens; a square is named by file and row or by
//! its number.
//!
//! Every placement of 1 to 24 pieces is a position: men of nobody may stand on any row (A6), and the board is never empty (A19).
//! What has been taken and what is left are 24 together.

use std::fmt;

use super::position::{MASKS, MOST_PIECES, Position};
use super::scan::Scanner;
use crate::bits::Bits;
use crate::draughts::SquareNames;
use crate::{FenError, Side};

/// How many pieces each player has taken, a king counting as one (A15).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Taken {
    /// By White.
    pub white: u8,
    /// By Black.
    pub black: u8,
}

impl Taken {
    /// By how many `side` has taken more than its opponent; negative when fewer.
    pub fn lead(self, side: Side) -> i8 {
        // Neither exceeds 23.
        let white = self.white as i8 - self.black as i8;
        match side {
            Side::White => white,
            Side::Black => -white,
        }
    }
}

/// What a FEN says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fen {
    /// The placement, the side to move and the barred piece.
    pub position: Position,
    /// What each player has taken, where the text tells (`:T11,10`).
    pub taken: Option<Taken>,
    /// Plies since the number or the kind of the pieces last changed, where the text tells (`:H4`).
    pub half_moves: Option<u32>,
}

impl fmt::Display for Fen {
    /// The one canonical way: fields in the order of the grammar, squares by ascending number, no blanks, no dot.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = &self.position;
        f.write_str(match position.side {
            Side::White => "W",
            Side::Black => "B",
        })?;
        for (letter, set) in [('M', position.men), ('K', position.kings), ('X', position.barred_set())] {
            // Bits lie in the order of the numbers.
            for (i, bit) in set.each().enumerate() {
                if i == 0 {
                    write!(f, ":{letter}")?;
                } else {
                    f.write_str(",")?;
                }
                f.write_str(&MASKS.board.square_name(MASKS.square(bit), SquareNames::Algebraic))?;
            }
        }
        if let Some(Taken { white, black }) = self.taken {
            write!(f, ":T{white},{black}")?;
        }
        if let Some(half_moves) = self.half_moves {
            write!(f, ":H{half_moves}")?;
        }
        Ok(())
    }
}

/// Writes a position.
pub fn write(position: &Position) -> String {
    Fen { position: *position, taken: None, half_moves: None }.to_string()
}

/// Reads a FEN with all it says.
pub fn read(text: &str) -> Result<Fen, FenError> {
    let mut reader =
        Reader { scan: Scanner::new(text), men: None, kings: None, barred: None, taken: None, half_moves: None };
    let side = reader.side()?;
    while reader.scan.eat(':') {
        reader.field()?;
    }
    reader.scan.eat('.');
    if reader.scan.peek().is_some() {
        let reason = format!("{} is left over", reader.scan.found());
        return error(reader.scan.offset(), reason);
    }
    reader.finish(side)
}

fn error<T>(offset: usize, reason: impl Into<String>) -> Result<T, FenError> {
    Err(FenError { offset, reason: reason.into() })
}

/// A field's value and the offset of its first token.
type Found<T> = Option<(T, usize)>;

struct Reader<'t> {
    scan: Scanner<'t>,
    men: Found<u64>,
    kings: Found<u64>,
    barred: Found<u32>,
    taken: Found<(u32, u32)>,
    half_moves: Found<u32>,
}

impl Reader<'_> {
    fn side(&mut self) -> Result<Side, FenError> {
        let side = match self.scan.peek() {
            Some('W') => Side::White,
            Some('B') => Side::Black,
            None => return error(0, "the text is empty"),
            _ => {
                let reason = format!("the side to move must be W or B, found {}", self.scan.found());
                return error(self.scan.offset(), reason);
            }
        };
        self.scan.bump();
        Ok(side)
    }

    /// A field, behind its `:`.
    fn field(&mut self) -> Result<(), FenError> {
        let began = self.scan.offset();
        let letter = self.scan.peek();
        let twice = match letter {
            Some('M') => self.men.is_some(),
            Some('K') => self.kings.is_some(),
            Some('X') => self.barred.is_some(),
            Some('T') => self.taken.is_some(),
            Some('H') => self.half_moves.is_some(),
            _ => {
                let reason = format!(
                    "expected M (men), K (kings), X (the barred piece), T (pieces taken) or H (half-move number), found {}",
                    self.scan.found()
                );
                return error(began, reason);
            }
        };
        if twice {
            return error(began, format!("the field {} is given twice", letter.unwrap_or_default()));
        }
        self.scan.bump();
        match letter {
            Some('M') => self.men = Some((self.squares()?, began)),
            Some('K') => self.kings = Some((self.squares()?, began)),
            Some('X') => {
                let offset = self.scan.offset();
                self.barred = Some((self.square()?, offset));
            }
            Some('T') => {
                let white = self.number("pieces taken by White")?;
                if !self.scan.eat(',') {
                    let reason = format!("expected ',' and the pieces taken by Black, found {}", self.scan.found());
                    return error(self.scan.offset(), reason);
                }
                self.taken = Some(((white, self.number("pieces taken by Black")?), began));
            }
            _ => self.half_moves = Some((self.number("plies")?, began)),
        }
        Ok(())
    }

    fn number(&mut self, what: &str) -> Result<u32, FenError> {
        let offset = self.scan.offset();
        match self.scan.number() {
            None => error(offset, format!("expected the number of {what}, found {}", self.scan.found())),
            Some(u32::MAX) => error(offset, format!("the number of {what} is too large")),
            Some(number) => Ok(number),
        }
    }

    /// The bit of a square.
    fn square(&mut self) -> Result<u32, FenError> {
        let offset = self.scan.offset();
        self.scan.square().or_else(|reason| error(offset, reason))
    }

    fn squares(&mut self) -> Result<u64, FenError> {
        let mut set = 0;
        loop {
            let offset = self.scan.offset();
            let bit = self.square()?;
            let there = set | self.men.map_or(0, |(men, _)| men) | self.kings.map_or(0, |(kings, _)| kings);
            if there.has(bit) {
                return error(offset, format!("two pieces on square {}", name(bit)));
            }
            if there.count() == MOST_PIECES {
                let reason = format!("more than {MOST_PIECES} pieces: the one on square {} is too many", name(bit));
                return error(offset, reason);
            }
            set |= 1 << bit;
            if !self.scan.eat(',') {
                return Ok(set);
            }
        }
    }

    /// What the fields say together.
    fn finish(self, side: Side) -> Result<Fen, FenError> {
        let men = self.men.map_or(0, |(men, _)| men);
        let kings = self.kings.map_or(0, |(kings, _)| kings);
        let there = men | kings;
        if there.is_empty() {
            return error(0, "the board is empty, and the piece that takes the last other one is always left");
        }
        if let Some((bit, offset)) = self.barred.filter(|&(bit, _)| !there.has(bit)) {
            return error(offset, format!("the barred square {} is empty", name(bit)));
        }
        let taken = self.taken.map(|((white, black), offset)| {
            let gone = MOST_PIECES - there.count();
            if u64::from(white) + u64::from(black) != u64::from(gone) {
                let reason = format!(
                    "{white} and {black} pieces taken are not the {gone} of {MOST_PIECES} that are gone from the board"
                );
                return error(offset, reason);
            }
            Ok(Taken { white: white as u8, black: black as u8 })
        });
        let barred = self.barred.map(|(bit, _)| bit as u8);
        Ok(Fen {
            position: Position { men, kings, side, barred },
            taken: taken.transpose()?,
            half_moves: self.half_moves.map(|(plies, _)| plies),
        })
    }
}

/// Named both ways: the text may use either.
fn name(bit: u32) -> String {
    let square = MASKS.square(bit);
    format!("{} ({})", MASKS.board.algebraic(square), square + 1)
}
