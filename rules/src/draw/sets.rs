//! The sets of draw rules of every game.
//!
//! Sources: S000 and S002 are the founding texts; FMJD-A1 is the FMJD's Annex 1 of 2015; FMJD-64 the draw articles 7.2.3 to 7.2.9 of
//! the FMJD's 64-square rules; FSR the code of the Draughts Federation of Russia; CBD the summary of the Brazilian confederation;
//! WCDF the rules of English draughts, item 1.32; FID the Italian federation's technical rules of 2008. "n moves" in a draw rule are n
//! moves by each player, 2n plies (FMJD-A1 6.2: "for each player").

use super::{ArmyRange, Article, AtLimit, Award, AwardBy, Class, Clock, Counts, DrawRules, Rule, Scope};

const KING: ArmyRange = ArmyRange::of(1, 0);
/// Two kings, king and man, or king against a lone king.
const TWO_OR_FEWER: Class = Class(&[(ArmyRange::of(2, 0), KING), (ArmyRange::of(1, 1), KING), (KING, KING)]);
/// Three or more kings against a lone king.
const THREE_KINGS_OR_MORE: Class = Class(&[(ArmyRange::kings_from(3), KING)]);
/// Two or more kings against a lone king.
const TWO_KINGS_OR_MORE: Class = Class(&[(ArmyRange::kings_from(2), KING)]);
/// Three kings, two kings and a man, or a king and two men against a lone king.
const THREE_PIECES: Class =
    Class(&[(ArmyRange::of(3, 0), KING), (ArmyRange::of(2, 1), KING), (ArmyRange::of(1, 2), KING)]);
/// The five-move endings of the Brazilian confederation.
const BRAZILIAN_FIVE: Class = Class(&[
    (ArmyRange::of(2, 0), ArmyRange::of(2, 0)),
    (ArmyRange::of(2, 0), KING),
    (ArmyRange::of(2, 0), ArmyRange::of(1, 1)),
    (KING, KING),
    (KING, ArmyRange::of(1, 1)),
]);

const ANY_CAPTURE_OR_MAN_MOVE: &str = "a capture or the move of a man makes the earlier positions unreachable";
const NEVER_IN_CLASS: &str =
    "nothing while the material stays in the class; the move that brings it about is not counted";

/// The articles of two lists, one after the other.
const fn join<const N: usize>(first: &[Article], then: &[Article]) -> [Article; N] {
    assert!(first.len() + then.len() == N, "as many articles as the two lists have");
    let mut all = [then[0]; N];
    let mut at = 0;
    while at < N {
        all[at] = if at < first.len() { first[at] } else { then[at - first.len()] };
        at += 1;
    }
    all
}

/// The same articles with another one on king moves.
const fn with_kings<const N: usize>(mut articles: [Article; N], kings: Article) -> [Article; N] {
    let mut at = 0;
    while at < N {
        if let Rule::Clock(Clock { scope: Scope::KingMoves { .. }, .. }) = articles[at].rule {
            articles[at] = kings;
        }
        at += 1;
    }
    articles
}

const fn repetition(id: &'static str, occurrences: u8, automatic: bool, source: &'static str) -> Article {
    Article {
        id,
        rule: Rule::Repetition { occurrences },
        condition: match occurrences {
            3 => "the same position occurs for the third time with the same side to move",
            _ => "the same position occurs for the fourth time with the same side to move",
        },
        resets: ANY_CAPTURE_OR_MAN_MOVE,
        automatic,
        source,
    }
}

const fn kings(id: &'static str, limit: u16, automatic: bool, source: &'static str) -> Article {
    Article {
        id,
        rule: Rule::Clock(Clock {
            name: "kings",
            scope: Scope::KingMoves { unless_balance: false },
            limit,
            counts: Counts::Plies,
            at_limit: AtLimit::Draw,
        }),
        condition: "only kings have moved, no man has moved and nothing was captured",
        resets: "a capture or the move of a man",
        automatic,
        source,
    }
}

const fn class(
    id: &'static str,
    name: &'static str,
    class: Class,
    limit: u16,
    condition: &'static str,
    source: &'static str,
) -> Article {
    Article {
        id,
        rule: Rule::Clock(Clock {
            name,
            scope: Scope::Class(class),
            limit,
            counts: Counts::Plies,
            at_limit: AtLimit::Draw,
        }),
        condition,
        resets: NEVER_IN_CLASS,
        automatic: true,
        source,
    }
}

const fn two_pieces(id: &'static str, source: &'static str) -> Article {
    class(id, "two-pieces", TWO_OR_FEWER, 10, "two kings, king and man, or king against a lone king", source)
}

const THREE_KINGS: Article = class(
    "7.2.4",
    "three-kings",
    THREE_KINGS_OR_MORE,
    30,
    "three or more kings against a lone king, nothing else on the board",
    "FMJD-64 7.2.4; FSR",
);

const MAIN_ROAD: Article = Article {
    id: "7.2.7",
    rule: Rule::Clock(Clock {
        name: "main-road",
        scope: Scope::MainRoad,
        limit: 5,
        counts: Counts::StrongMoves,
        at_limit: AtLimit::Draw,
    }),
    condition: "exactly three pieces, a king among them, against a lone king that stands on the main road a1-h8",
    // The sources do not say when the count starts and what happens when the king leaves the road.
    resets: "it begins again at zero when the lone king comes back to the road, and counts the moves of the three alone [reading]",
    automatic: true,
    source: "FMJD-64 7.2.7; FSR",
};

const fn balance(
    id: &'static str,
    name: &'static str,
    from: u8,
    to: u8,
    limit: u16,
    condition: &'static str,
) -> Article {
    Article {
        id,
        rule: Rule::Clock(Clock {
            name,
            scope: Scope::Balance { from, to },
            limit,
            counts: Counts::Plies,
            at_limit: AtLimit::Draw,
        }),
        condition,
        resets: "a capture or a promotion; not the move of a man",
        automatic: true,
        source: "FMJD-64 7.2.6; FSR",
    }
}

const BALANCE_4_5: Article = balance(
    "7.2.6 (4-5 pieces)",
    "balance-4-5",
    4,
    5,
    60,
    "both sides have a king, 4 or 5 pieces are left, and nothing was captured or promoted",
);
const BALANCE_6_7: Article = balance(
    "7.2.6 (6-7 pieces)",
    "balance-6-7",
    6,
    7,
    120,
    "both sides have a king, 6 or 7 pieces are left, and nothing was captured or promoted",
);

const FMJD64_REPETITION: Article = repetition("7.2.3", 3, true, "FMJD-64 7.2.3; FSR; S000 6.1");
const FMJD64_KINGS: Article = kings("7.2.5", 30, true, "FMJD-64 7.2.5; FSR; S000 6.2");
const FMJD64_TWO_PIECES: Article = two_pieces("7.2.8", "FMJD-64 7.2.8; S000 6.3");

const FMJD64_ARTICLES: [Article; 7] =
    [FMJD64_REPETITION, THREE_KINGS, FMJD64_TWO_PIECES, MAIN_ROAD, FMJD64_KINGS, BALANCE_4_5, BALANCE_6_7];

const fn adjudicated(id: &'static str, source: &'static str) -> Article {
    Article {
        id,
        rule: Rule::Award(Award { class: TWO_OR_FEWER, by: AwardBy::Verdict }),
        condition: "two kings, king and man, or king against a lone king: adjudicated the moment it arises, won within the five \
                    moves or drawn",
        resets: "nothing",
        automatic: true,
        source,
    }
}

/// The Russian code: `russian` and `flying`.
pub const RUSSIAN: &[DrawRules] = &[
    DrawRules {
        name: "russian-code",
        note: "S002 gives no draw rules for 64Rc; this is the Russian code as the FMJD's 64-square rules and the Russian federation \
               have it, taken literally: the 15 king moves and the 30 (60) moves of unchanged balance run side by side.",
        articles: &FMJD64_ARTICLES,
    },
    DrawRules {
        name: "lidraughts",
        note: "The reading of the server lidraughts: with 4 to 7 pieces and kings on both sides the 30 (60) moves of unchanged balance \
               take the place of the 15 king moves.",
        articles: &with_kings(
            FMJD64_ARTICLES,
            Article {
                rule: Rule::Clock(Clock {
                    name: "kings",
                    scope: Scope::KingMoves { unless_balance: true },
                    limit: 30,
                    counts: Counts::Plies,
                    at_limit: AtLimit::Draw,
                }),
                condition: "only kings have moved, no man has moved and nothing was captured; not while both sides have a king and 4 \
                            to 7 pieces are left",
                ..FMJD64_KINGS
            },
        ),
    },
    DrawRules {
        name: "adjudicated",
        note: "The Russian code, with the five-move endings adjudicated the moment they arise, as tables allow.",
        articles: &join::<8>(&[adjudicated("7.2.8 (adjudicated)", "FMJD-64 7.2.8; S000 6.3")], &FMJD64_ARTICLES),
    },
];

const FOUNDING_REPETITION: Article = repetition("6.1", 3, true, "S000 6.1");
// "15 successive moves" is not split by player in S000; read as each player's, as FMJD-A1 6.2 says.
const FOUNDING_KINGS: Article = kings("6.2", 30, true, "S000 6.2 [15 moves by each]");
const FOUNDING_TWO_PIECES: Article = two_pieces("6.3", "S000 6.3");

const FOUNDING_ARTICLES: [Article; 3] = [FOUNDING_REPETITION, FOUNDING_TWO_PIECES, FOUNDING_KINGS];

/// `brazilian`: three versions.
pub const BRAZILIAN: &[DrawRules] = &[
    DrawRules { name: "founding", note: "The founding text S000, section 6.", articles: &FOUNDING_ARTICLES },
    DrawRules {
        name: "cbd",
        note: "The Brazilian confederation: 20 king moves, and five moves in the endings it lists.",
        articles: &[
            repetition("16 (repetition)", 3, true, "CBD item 16"),
            class(
                "16 (five moves)",
                "five-moves",
                BRAZILIAN_FIVE,
                10,
                "two kings against two, against one, or against king and man; king against king, or against king and man",
                "CBD item 16 (the list at second hand)",
            ),
            kings("16 (kings)", 40, true, "CBD item 16"),
        ],
    },
    DrawRules {
        name: "fmjd64",
        note: "The FMJD's table for 64 squares, the same for Russian and Brazilian draughts.",
        articles: &FMJD64_ARTICLES,
    },
    DrawRules {
        name: "adjudicated",
        note: "The founding text, with the five-move endings adjudicated the moment they arise, as tables allow.",
        articles: &join::<4>(&[adjudicated("6.3 (adjudicated)", "S000 6.3")], &FOUNDING_ARTICLES),
    },
];

const A1_REPETITION: Article = repetition("6.1", 3, true, "FMJD-A1 6.1");
const A1_KINGS: Article = kings("6.2", 50, true, "FMJD-A1 6.2");
const A1_THREE_PIECES: Article = class(
    "6.3",
    "three-pieces",
    THREE_PIECES,
    32,
    "three kings, two kings and a man, or a king and two men against a lone king",
    "FMJD-A1 6.3",
);
const A1_TWO_PIECES: Article = two_pieces("6.4", "FMJD-A1 6.4");

const A1_ARTICLES: [Article; 4] = [A1_REPETITION, A1_THREE_PIECES, A1_TWO_PIECES, A1_KINGS];
const A1_ADJUDICATED: [Article; 5] = join(&[adjudicated("6.4 (adjudicated)", "FMJD-A1 6.4")], &A1_ARTICLES);

/// `international`.
pub const INTERNATIONAL: &[DrawRules] = &[
    DrawRules { name: "fmjd", note: "S002 is silent; the FMJD's Annex 1.", articles: &A1_ARTICLES },
    DrawRules {
        name: "adjudicated",
        note: "The FMJD's Annex 1, with the five-move endings adjudicated the moment they arise, as tables allow.",
        articles: &A1_ADJUDICATED,
    },
];

/// `canadian`.
pub const CANADIAN: &[DrawRules] = &[
    DrawRules {
        name: "fmjd",
        note: "No text of its own was found; the Quebec federation plays by the rules of the international game.",
        articles: &A1_ARTICLES,
    },
    DrawRules {
        name: "adjudicated",
        note: "The rules of the international game, with the five-move endings adjudicated the moment they arise, as tables allow.",
        articles: &A1_ADJUDICATED,
    },
];

/// `english`.
pub const ENGLISH: &[DrawRules] = &[DrawRules {
    name: "wcdf",
    note: "S002 is silent; WCDF 1.32. Both articles are on claim: a verdict takes it that whoever gains by the draw claims it.",
    articles: &[
        repetition("1.32.1", 3, false, "WCDF 1.32.1"),
        Article {
            condition: "neither side has moved a man and nothing was captured in the claimant's own last 40 moves",
            ..kings("1.32.2", 80, false, "WCDF 1.32.2")
        },
    ],
}];

const FID_KINGS: Article = kings("10.4", 80, true, "FID 10.4");

/// `italian`.
pub const ITALIAN: &[DrawRules] = &[
    DrawRules {
        name: "fid",
        note: "S002 is silent; the Italian federation's rules of 2008 as public programs have them. Whether they are automatic is not \
               known: read as automatic.",
        articles: &[repetition("9.3(b1)", 4, true, "FID 9.3(b1)"), FID_KINGS],
    },
    DrawRules {
        name: "fid-threefold",
        note: "The same with the third occurrence, as some programs have it.",
        articles: &[repetition("9.3(b1)", 3, true, "FID 9.3(b1), third occurrence"), FID_KINGS],
    },
];

const SPANCIRETI_DRAWS: [Article; 6] =
    [FMJD64_REPETITION, THREE_KINGS, FMJD64_TWO_PIECES, FMJD64_KINGS, BALANCE_4_5, BALANCE_6_7];

/// `spancireti`.
pub const SPANCIRETI: &[DrawRules] = &[
    DrawRules {
        name: "russian-80",
        note: "Nothing is published for 10x8: the Russian code without its article on the main road, since no line joins two corners \
               of this board [reading].",
        articles: &SPANCIRETI_DRAWS,
    },
    DrawRules {
        name: "mark",
        note: "The founding text's mark of the game, that three kings always win against one, as an award; then the default set.",
        articles: &join::<7>(
            &[Article {
                id: "80 (mark)",
                rule: Rule::Award(Award { class: Class(&[(ArmyRange::of(3, 0), KING)]), by: AwardBy::StrongSideWins }),
                condition: "exactly three kings against a lone king, in a position that tables say is won for the three",
                resets: "nothing",
                automatic: true,
                source: "S002, 80",
            }],
            &SPANCIRETI_DRAWS,
        ),
    },
];

const STOP_AFTER_DRAWS: [Article; 6] = [
    FMJD64_REPETITION,
    class(
        "7.2.4 (64D)",
        "kings-v-king",
        TWO_KINGS_OR_MORE,
        30,
        "two or more kings against a lone king, nothing else on the board",
        "FMJD-64 7.2.4, from two kings on [reading]",
    ),
    class(
        "7.2.8 (64D)",
        "king-v-king",
        Class(&[(KING, KING)]),
        10,
        "king against king",
        "FMJD-64 7.2.8, for king against king alone [reading]",
    ),
    FMJD64_KINGS,
    BALANCE_4_5,
    BALANCE_6_7,
];

/// `stop-after`.
pub const STOP_AFTER: &[DrawRules] = &[
    DrawRules {
        name: "adapted",
        note: "S002 says \"rules of 64Rc\", but five moves for two kings against one would contradict its own claim that two kings \
               always win: two or more kings have 15 moves, king against king has 5, king and man against king only the 15 king moves \
               (its wins take up to 37 plies), and there is no article on the main road [reading].",
        articles: &STOP_AFTER_DRAWS,
    },
    DrawRules {
        name: "mark",
        note: "The founding text's mark of the game, that two kings always win against one, as an award; then the default set.",
        articles: &join::<7>(
            &[Article {
                id: "64D (mark)",
                rule: Rule::Award(Award { class: Class(&[(ArmyRange::of(2, 0), KING)]), by: AwardBy::StrongSideWins }),
                condition: "exactly two kings against a lone king, in a position that tables say is won for the two",
                resets: "nothing",
                automatic: true,
                source: "S002, 64D",
            }],
            &STOP_AFTER_DRAWS,
        ),
    },
    DrawRules {
        name: "russian-code",
        note: "S002's \"rules of 64Rc\" taken at its word, the contradiction included.",
        articles: &FMJD64_ARTICLES,
    },
];

/// The giveaway games.
pub const GIVEAWAY: &[DrawRules] = &[DrawRules {
    name: "threefold",
    note: "No draw rules of giveaway were found but repetition; articles about failing to win make no sense where all pieces are to be \
           lost.",
    articles: &[repetition("repetition", 3, true, "lidraughts (antidraughts)")],
}];
