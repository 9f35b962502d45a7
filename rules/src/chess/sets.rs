//! The sets of draw rules of chess.
//!
//! Sources: S003 is the founding text on FIDE's laws of 1 July 2014, S004 that of chess-lt; article numbers are those of the laws
//! of 2014. "n moves" are n by each player, 2n plies. Stalemate is no article here but what the goal of the game makes of a side
//! without moves; a draw by agreement is the players' own; a dead position ([`super::dead`]) ends the game under any set.

use crate::draw::{Article, AtLimit, Clock, Counts, DrawRules, Rule, Scope};

const REPETITION_RESETS: &str =
    "a capture, a pawn's move or the loss of a right to castle makes the earlier positions unreachable";

const fn repetition(id: &'static str, occurrences: u8, automatic: bool, source: &'static str) -> Article {
    Article {
        id,
        rule: Rule::Repetition { occurrences },
        condition: match occurrences {
            3 => {
                "the same position occurs for the third time with the same side to move and the same possible moves, castling and \
                 en passant included"
            }
            _ => {
                "the same position occurs for the fifth time with the same side to move and the same possible moves, castling and \
                 en passant included"
            }
        },
        resets: REPETITION_RESETS,
        automatic,
        source,
    }
}

const fn moves(id: &'static str, name: &'static str, limit: u16, automatic: bool, source: &'static str) -> Article {
    Article {
        id,
        rule: Rule::Clock(Clock {
            name,
            // The pieces are what kings are in draughts, the pawns are the men.
            scope: Scope::KingMoves { unless_balance: false },
            limit,
            counts: Counts::Plies,
            at_limit: AtLimit::Draw,
        }),
        condition: match limit {
            100 => "fifty moves by each player without a capture or a pawn's move; mate on the last one wins",
            _ => "seventy-five moves by each player without a capture or a pawn's move; mate on the last one wins",
        },
        resets: "a capture or a pawn's move",
        automatic,
        source,
    }
}

/// The sets of chess, the default first.
pub const CHESS: &[DrawRules] = &[
    DrawRules {
        name: "fide2014",
        note: "FIDE's laws of 1 July 2014: three occurrences and fifty moves are for a player to claim, five and seventy-five draw by \
               themselves. The law of 2014 first asked that the five follow one another; S003 says \"five times\", as the law later did. \
               Mate and stalemate go before all articles, and so does a dead position (5.2b, 9.7): where no series of legal moves can \
               mate, the game is drawn at once.",
        articles: &[
            repetition("9.2", 3, false, "S003 (9.5); S004; FIDE 2014 9.2"),
            moves("9.3", "fifty", 100, false, "S003 (9.5); S004; FIDE 2014 9.3"),
            repetition("9.6a", 5, true, "S003 (9.6); FIDE 2014 9.6a"),
            moves("9.6b", "seventy-five", 150, true, "S003 (9.6); FIDE 2014 9.6b"),
        ],
    },
    DrawRules {
        name: "chess-lt",
        note: "S004 taken at its word: the game ends as a draw when the position occurs three times or fifty moves have gone by, and \
               nobody has to claim it. \"Not enough pieces to mate\" is the dead position of FIDE 5.2b: where no series of legal moves \
               can mate.",
        articles: &[
            repetition("S004, three times", 3, true, "S004"),
            moves("S004, fifty moves", "fifty", 100, true, "S004"),
        ],
    },
];
