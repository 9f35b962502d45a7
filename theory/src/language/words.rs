//! The words of the language, in one list: what is read, what is documented, and what an error offers.

/// A word and what it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// How it is written; `S` is a side, `N` a number, `A` and `B` are sets of squares.
    pub form: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

macro_rules! words {
    ($($form:literal $meaning:literal;)*) => {
        /// Every word.
        pub const WORDS: &[Word] = &[$(Word { form: $form, meaning: $meaning }),*];
    };
}

words! {
    "S wins" "S wins against every defence; under the claim's draw rules where it names some";
    "S loses" "the other side wins";
    "draw" "neither side wins";
    "S would-win" "S wins where there are no draw rules, whatever the claim names";
    "S would-lose" "the other side wins where there are no draw rules";
    "would-draw" "neither side wins where there are no draw rules";
    "spoiled" "draw rules make a draw of what would be won (all counters at zero)";
    "S to-move" "it is the turn of S";
    "S can-capture" "S could take something if it were to move";
    "S double-attack" "the other side is to move and, in draughts, has nothing to take, and S attacks two pieces (`attacks(S) >= 2`: by one capture or by two); or S is to move and a quiet move leads there";
    "S recaptures" "the other side could take something if it were to move, and whatever it takes, S could take something then";
    "S forces-capture N" "S takes something within N (1 to 4) of its own moves, whatever the other side does";
    "S has-the-move" "draughts: the pieces on the files that begin on S's own back row are odd in number and S is to move, or even and it is not";
    "S has-opposition" "chess: the kings stand on one line with an odd number of squares between them, and S is not to move";
    "check" "chess: the side to move is in check";
    "A on B" "at least one square of A is in B; `all A on B` every one, `no A on B` none";
    "plies" "plies to the end of the game by best play; not there for a draw";
    "moves" "moves of the winner until then";
    "dtc" "plies until the winner ends the game or leaves the running clock behind; not there without draw rules";
    "count(A)" "how many squares are in A; `count(A on B)` how many in both";
    "distance(A, B)" "king's steps between the nearest of A and of B";
    "farthest(A, B)" "the greatest number of king's steps that one of A has to the nearest of B";
    "row-distance(A, B)" "rows between the nearest, by rows alone";
    "file-distance(A, B)" "files between the nearest, by files alone";
    "lowest-row(A)" "the row of A's square nearest to White, 1 or more";
    "highest-row(A)" "the row of A's square nearest to Black";
    "mobility(S)" "moves of S if it were to move; not there where it cannot be (chess: the other king is in check)";
    "attacks(S)" "pieces that S could take, by one capture or another, if it were to move (not in artamonov)";
    "takes(S)" "the most pieces that one move of S would take if it were to move";
    "S.pieces" "where the pieces of S stand; also `.men` (pawns), `.kings`, `.queens`, `.rooks`, `.bishops`, `.knights`; without `S.` those of both sides";
    "barred" "artamonov: the piece that was moved last and may not be moved";
    "row(N)" "a row, counted from White's side; `row(N..M)`, or `rows(N..M)`, several; `file(a)` and `file(a..c)` likewise";
    "promotion(S)" "the last row of S";
    "[c3 d4]" "squares by name; by number in games that are written so; `[6..10]`";
}

/// Names of sides.
pub const SIDES: [&str; 4] = ["white", "black", "mover", "waiting"];

/// The words nearest to one that is none, for errors.
pub fn near(text: &str, words: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    words
        .map(|word| (edits(text, word), word))
        .filter(|&(edits, word)| edits <= 1 + word.len() / 4)
        .min()
        .map(|near| near.1)
}

/// How many letters have to be put in, left out or exchanged.
fn edits(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for j in 0..other.len() {
            let exchanged = before + usize::from(letter != other[j]);
            before = row[j + 1];
            row[j + 1] = exchanged.min(row[j] + 1).min(before + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_in_the_manual() {
        let manual = include_str!("../../../claims/LANGUAGE.md");
        for Word { form, meaning } in WORDS {
            assert!(manual.contains(&format!("| `{form}` | {meaning} |")), "{form}");
        }
        for (name, squares) in crate::board::NAMED {
            assert!(manual.contains(&format!("| `{name}` | {squares} |")), "{name}");
        }
    }

    #[test]
    fn a_slip_of_the_pen_is_understood() {
        let words = || SIDES.into_iter().chain(["main-road"]);
        assert_eq!(near("whte", words()), Some("white"));
        assert_eq!(near("mainroad", words()), Some("main-road"));
        assert_eq!(near("zugzwang", words()), None);
    }
}
