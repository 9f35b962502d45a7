//! Positions that tables hold once for several: chess without pawns looks the same from eight sides, with pawns from two.

use dambase_rules::{Family, GameId, Pieces};

/// A set of squares of chess with each square moved.
fn moved(set: u64, place: impl Fn(u32) -> u32) -> u64 {
    let (mut left, mut after) = (set, 0);
    while left != 0 {
        after |= 1 << place(left.trailing_zeros());
        left &= left - 1;
    }
    after
}

/// The square that a square is seen at from side `image`: bit 0 exchanges left and right, bit 1 top and bottom, bit 2 files and rows.
fn seen_from(image: u8, square: u32) -> u32 {
    let (mut file, mut row) = (square % 8, square / 8);
    if image & 1 != 0 {
        file = 7 - file;
    }
    if image & 2 != 0 {
        row = 7 - row;
    }
    if image & 4 != 0 {
        (file, row) = (row, file);
    }
    8 * row + file
}

/// A position as it is seen from side `image`, 0 the position itself.
pub fn image(pieces: &Pieces, image: u8) -> Pieces {
    if image == 0 {
        return *pieces;
    }
    let place = |square| seen_from(image, square);
    let narrow = |sets: [u64; 2]| sets.map(|set| moved(set, place));
    // Chess has 64 squares.
    let wide = |sets: [u128; 2]| sets.map(|set| moved(set as u64, place).into());
    Pieces {
        men: wide(pieces.men),
        kings: wide(pieces.kings),
        queens: narrow(pieces.queens),
        rooks: narrow(pieces.rooks),
        bishops: narrow(pieces.bishops),
        knights: narrow(pieces.knights),
        en_passant: pieces.en_passant.map(|square| place(square.into()) as u8),
        ..*pieces
    }
}

/// The sides from which a position of a table of the game looks different, each once; 0 is the first. All these positions are worth the same,
/// and the table has one of them.
pub fn images(game: GameId, pieces: &Pieces) -> impl Iterator<Item = (u8, Pieces)> {
    let sides = match game.family() {
        Family::Chess if pieces.men == [0; 2] => 8,
        Family::Chess => 2,
        _ => 1,
    };
    let pieces = *pieces;
    (0..sides).map(move |side| (side, image(&pieces, side))).filter(move |&(side, seen)| {
        // Looked at a second time only where it has come before.
        (0..side).all(|before| image(&pieces, before) != seen)
    })
}
