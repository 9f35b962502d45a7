//! The draw articles, each a plain function of the whole history of a game, written from rules.md 2 to 12.
//!
//! A history is the list of all positions of a game, its start first and the position on the board last. Nothing is
//! carried along from move to move: where a clock stands is found by counting back from the end of the list every
//! time. "n moves" are n moves by each side, 2n plies (rules.md 1.5).

use super::board::{Position, Side, place};
use super::games::NaiveGame;
use super::material::Material;

/// How many men and kings one side has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Army {
    men: usize,
    kings: usize,
}

impl Army {
    fn pieces(self) -> usize {
        self.men + self.kings
    }

    fn is(self, kings: usize, men: usize) -> bool {
        self == Army { men, kings }
    }
}

/// What a clock measures.
#[derive(Clone, Copy)]
pub(super) enum Measure {
    /// Plies in which only kings were moved and nothing was taken.
    KingMoves,
    /// The same, but there is no such clock while the clock of unchanged balance runs (rules.md 2, lidraughts).
    KingMovesWithoutBalance,
    /// Plies since the material entered a class. The function is told the stronger army first.
    Class(fn(Army, Army) -> bool),
    /// Plies since a capture or promotion while both sides have a king, with so many pieces on the board.
    Balance(usize, usize),
    /// Moves of three pieces since the lone enemy king has been standing on the main road.
    MainRoad,
}

impl Measure {
    /// Whether such a clock can run in a material. The main road asks for a place as well: [`Measure::runs`].
    pub(super) fn concerns(self, material: Material) -> bool {
        match self {
            Measure::KingMoves => true,
            Measure::KingMovesWithoutBalance => !Measure::Balance(4, 7).concerns(material),
            Measure::Class(class) => by_strength(material).is_some_and(|(_, strong, weak)| class(strong, weak)),
            Measure::Balance(from, to) => {
                let [white, black] = armies(material);
                white.kings > 0 && black.kings > 0 && (from..=to).contains(&material.pieces())
            }
            // Exactly three pieces, one of them a king at least, against a lone king.
            Measure::MainRoad => by_strength(material)
                .is_some_and(|(_, strong, weak)| strong.pieces() == 3 && strong.kings > 0 && weak.is(1, 0)),
        }
    }

    /// Whether such a clock runs in a position.
    pub(super) fn runs(self, pos: &Position) -> bool {
        self.concerns(pos.material()) && (!matches!(self, Measure::MainRoad) || besieged(pos).is_some())
    }

    /// Where the clock stands at the end of a history; `None` if it does not run there.
    fn count(self, history: &[Position]) -> Option<usize> {
        let (now, earlier) = history.split_last().expect("a history has a position");
        if !self.runs(now) {
            return None;
        }
        Some(match self {
            Measure::KingMoves | Measure::KingMovesWithoutBalance => trailing_king_moves(history),
            // The move that brought the class about, before which it was another one, is not counted; nothing that
            // happens inside the class sets the count back.
            Measure::Class(_) => earlier.iter().rev().take_while(|pos| self.runs(pos)).count(),
            // A capture or a promotion, and nothing else, changes the material.
            Measure::Balance(..) => earlier.iter().rev().take_while(|pos| pos.material() == now.material()).count(),
            Measure::MainRoad => {
                let (strong, _, _) = by_strength(now.material()).expect("three pieces against one");
                let on_the_road = earlier.iter().rev().take_while(|pos| self.runs(pos));
                on_the_road.filter(|pos| pos.side() == strong).count()
            }
        })
    }
}

/// How many of the last moves in a row were moves of a king without a capture.
fn trailing_king_moves(history: &[Position]) -> usize {
    let moves = history.windows(2).rev();
    moves.take_while(|pair| is_quiet_king_move(&pair[0], &pair[1])).count()
}

/// No piece is gone and every man stands where he stood.
pub(super) fn is_quiet_king_move(before: &Position, after: &Position) -> bool {
    let men = |pos: &Position| -> Vec<_> { pos.pieces().into_iter().filter(|(_, cell)| cell.is_man()).collect() };
    before.material() == after.material() && men(before) == men(after)
}

fn armies(material: Material) -> [Army; 2] {
    [
        Army { men: material.white_men, kings: material.white_kings },
        Army { men: material.black_men, kings: material.black_kings },
    ]
}

/// Which side is the stronger one, its army, and the other army. The side with more pieces; of equally many, the one
/// with more kings; `None` if both have the same.
pub(super) fn by_strength(material: Material) -> Option<(Side, Army, Army)> {
    let [white, black] = armies(material);
    let worth = |army: Army| (army.pieces(), army.kings);
    Some(if worth(white) >= worth(black) { (Side::White, white, black) } else { (Side::Black, black, white) })
        .filter(|_| material.both_present())
}

/// The square of the lone king under siege by three pieces on the main road, a1-h8 (rules.md 2, R5).
pub(super) fn besieged(pos: &Position) -> Option<usize> {
    if !Measure::MainRoad.concerns(pos.material()) {
        return None;
    }
    let (strong, _, _) = by_strength(pos.material())?;
    let (square, _) = pos.pieces().into_iter().find(|(_, cell)| cell.side() == Some(strong.other()))?;
    let (row, column) = place(pos.game(), square);
    // a1 is in the last row of the diagram and the first column.
    (row + column == pos.game().rows() - 1).then_some(square)
}

/// What an article does when its time has come.
#[derive(Clone, Copy)]
pub(super) enum Effect {
    /// Draws when the position on the board has occurred so many times with the same side to move.
    Occurrences(usize),
    /// Draws when a clock, known by this name, stands at this limit.
    Clock(&'static str, usize, Measure),
    /// In this material the strong side wins at once whatever is won for it if there were no draw rules.
    WonAtOnce(fn(Army, Army) -> bool),
}

/// An article of a rule book.
#[derive(Clone, Copy)]
pub(super) struct DrawArticle {
    pub(super) id: &'static str,
    /// Of the players to claim; else the game is over by itself.
    pub(super) on_claim: bool,
    pub(super) effect: Effect,
}

/// A named set of draw articles of a game.
#[derive(Clone)]
pub struct DrawSet {
    game: NaiveGame,
    name: &'static str,
    pub(super) articles: Vec<DrawArticle>,
}

fn article(id: &'static str, effect: Effect) -> DrawArticle {
    DrawArticle { id, on_claim: false, effect }
}

fn on_claim(id: &'static str, effect: Effect) -> DrawArticle {
    DrawArticle { id, on_claim: true, effect }
}

/// Rules.md 2 R6, 5.4, 7.3 (S000 6.3): two kings, king and man, or king against a lone king.
fn two_pieces(strong: Army, weak: Army) -> bool {
    weak.is(1, 0) && (strong.is(2, 0) || strong.is(1, 1) || strong.is(1, 0))
}

/// Rules.md 2 R2: three kings or more against one, nothing else.
fn three_kings(strong: Army, weak: Army) -> bool {
    weak.is(1, 0) && strong.men == 0 && strong.kings >= 3
}

/// Rules.md 5.3 (FMJD-A1 6.3): three kings, two and a man, one and two men. Three men are not named.
fn three_pieces(strong: Army, weak: Army) -> bool {
    weak.is(1, 0) && (strong.is(3, 0) || strong.is(2, 1) || strong.is(1, 2))
}

/// Rules.md 7, CBD: 2K v 2K, 2K v K, 2K v K+M, K v K, K v K+M.
fn brazilian_five(strong: Army, weak: Army) -> bool {
    strong.is(2, 0) && (weak.is(2, 0) || weak.is(1, 0) || weak.is(1, 1))
        || weak.is(1, 0) && (strong.is(1, 0) || strong.is(1, 1))
}

/// Rules.md 12: two kings or more against one.
fn two_kings_or_more(strong: Army, weak: Army) -> bool {
    weak.is(1, 0) && strong.men == 0 && strong.kings >= 2
}

/// Rules.md 12: king against king.
fn king_against_king(strong: Army, weak: Army) -> bool {
    weak.is(1, 0) && strong.is(1, 0)
}

/// The mark of 80 squares (S002): three kings against one.
fn exactly_three_kings(strong: Army, weak: Army) -> bool {
    weak.is(1, 0) && strong.is(3, 0)
}

/// The mark of 64D (S002): two kings against one.
fn exactly_two_kings(strong: Army, weak: Army) -> bool {
    weak.is(1, 0) && strong.is(2, 0)
}

/// Rules.md 2 R3: 15 moves each.
const FIFTEEN: usize = 30;
/// Rules.md 2 R6, 5.4, 7.3: 5 moves each.
const FIVE: usize = 10;

/// R4, whose limit depends on the number of pieces.
fn balance() -> [DrawArticle; 2] {
    [
        article("7.2.6 (4-5 pieces)", Effect::Clock("balance-4-5", 60, Measure::Balance(4, 5))),
        article("7.2.6 (6-7 pieces)", Effect::Clock("balance-6-7", 120, Measure::Balance(6, 7))),
    ]
}

/// Rules.md 2, R1 to R6; the clock of king moves comes in two readings.
fn russian(king_moves: Measure) -> Vec<DrawArticle> {
    let mut articles = vec![
        article("7.2.3", Effect::Occurrences(3)),
        article("7.2.4", Effect::Clock("three-kings", FIFTEEN, Measure::Class(three_kings))),
        article("7.2.5", Effect::Clock("kings", FIFTEEN, king_moves)),
        // The strong side's own moves, not plies.
        article("7.2.7", Effect::Clock("main-road", 5, Measure::MainRoad)),
        article("7.2.8", Effect::Clock("two-pieces", FIVE, Measure::Class(two_pieces))),
    ];
    articles.extend(balance());
    articles
}

/// Rules.md 7: the seed's own three.
fn founding() -> Vec<DrawArticle> {
    vec![
        article("6.1", Effect::Occurrences(3)),
        article("6.2", Effect::Clock("kings", FIFTEEN, Measure::KingMoves)),
        article("6.3", Effect::Clock("two-pieces", FIVE, Measure::Class(two_pieces))),
    ]
}

/// Rules.md 7: the Brazilian federation's 20 king moves, and 5 in the endings of its list.
fn cbd() -> Vec<DrawArticle> {
    vec![
        article("16 (repetition)", Effect::Occurrences(3)),
        article("16 (kings)", Effect::Clock("kings", 40, Measure::KingMoves)),
        article("16 (five moves)", Effect::Clock("five-moves", FIVE, Measure::Class(brazilian_five))),
    ]
}

/// Rules.md 5: FMJD-A1 6.1 to 6.4.
fn annex_1() -> Vec<DrawArticle> {
    vec![
        article("6.1", Effect::Occurrences(3)),
        article("6.2", Effect::Clock("kings", 50, Measure::KingMoves)),
        article("6.3", Effect::Clock("three-pieces", 32, Measure::Class(three_pieces))),
        article("6.4", Effect::Clock("two-pieces", FIVE, Measure::Class(two_pieces))),
    ]
}

/// Rules.md 11: the Russian articles without the main road.
fn russian_80() -> Vec<DrawArticle> {
    let mut articles = russian(Measure::KingMoves);
    articles.retain(|article| !matches!(article.effect, Effect::Clock(_, _, Measure::MainRoad)));
    articles
}

/// Rules.md 12: 15 moves for two kings or more, 5 for king against king, no article on the road, the rest as R1, R3
/// and R4.
fn adapted() -> Vec<DrawArticle> {
    let mut articles = vec![
        article("7.2.3", Effect::Occurrences(3)),
        article("7.2.4 (64D)", Effect::Clock("kings-v-king", FIFTEEN, Measure::Class(two_kings_or_more))),
        article("7.2.5", Effect::Clock("kings", FIFTEEN, Measure::KingMoves)),
        article("7.2.8 (64D)", Effect::Clock("king-v-king", FIVE, Measure::Class(king_against_king))),
    ];
    articles.extend(balance());
    articles
}

/// Rules.md 10: FID 9.3 and 10.4.
fn fid(occurrences: usize) -> Vec<DrawArticle> {
    vec![
        article("9.3(b1)", Effect::Occurrences(occurrences)),
        article("10.4", Effect::Clock("kings", 80, Measure::KingMoves)),
    ]
}

impl DrawSet {
    /// The names of the sets of a game.
    #[must_use]
    pub fn names(game: NaiveGame) -> &'static [&'static str] {
        match game {
            NaiveGame::Russian => &["russian-code", "lidraughts", "adjudicated"],
            NaiveGame::Brazilian => &["founding", "cbd", "fmjd64", "adjudicated"],
            NaiveGame::International | NaiveGame::Canadian => &["fmjd", "adjudicated"],
            NaiveGame::English => &["wcdf"],
            NaiveGame::Italian => &["fid", "fid-threefold"],
            NaiveGame::Spancireti => &["russian-80", "mark"],
            NaiveGame::StopAfter => &["adapted", "mark", "russian-code"],
            NaiveGame::RussianGiveaway | NaiveGame::InternationalGiveaway => &["threefold"],
        }
    }

    /// The set of this name.
    ///
    /// # Panics
    /// If the game has no such set.
    #[must_use]
    pub fn new(game: NaiveGame, name: &str) -> DrawSet {
        let name = DrawSet::names(game).iter().find(|known| **known == name);
        let name = *name.unwrap_or_else(|| panic!("{}: no such set", game.id()));
        // A set that adjudicates endings decides them by what they are worth under its other articles, so it has the
        // articles of the set it is made from.
        let articles = match (game, name) {
            (NaiveGame::Russian, "russian-code" | "adjudicated")
            | (NaiveGame::Brazilian, "fmjd64")
            | (NaiveGame::StopAfter, "russian-code") => russian(Measure::KingMoves),
            (NaiveGame::Russian, "lidraughts") => russian(Measure::KingMovesWithoutBalance),
            (NaiveGame::Brazilian, "founding" | "adjudicated") => founding(),
            (NaiveGame::Brazilian, "cbd") => cbd(),
            (NaiveGame::International | NaiveGame::Canadian, _) => annex_1(),
            (NaiveGame::English, _) => vec![
                on_claim("1.32.1", Effect::Occurrences(3)),
                on_claim("1.32.2", Effect::Clock("kings", 80, Measure::KingMoves)),
            ],
            (NaiveGame::Italian, "fid") => fid(4),
            (NaiveGame::Italian, _) => fid(3),
            (NaiveGame::Spancireti, "russian-80") => russian_80(),
            (NaiveGame::Spancireti, _) => {
                [vec![article("80 (mark)", Effect::WonAtOnce(exactly_three_kings))], russian_80()].concat()
            }
            (NaiveGame::StopAfter, "adapted") => adapted(),
            (NaiveGame::StopAfter, _) => {
                [vec![article("64D (mark)", Effect::WonAtOnce(exactly_two_kings))], adapted()].concat()
            }
            (NaiveGame::RussianGiveaway | NaiveGame::InternationalGiveaway, _) => {
                vec![article("repetition", Effect::Occurrences(3))]
            }
            (NaiveGame::Russian | NaiveGame::Brazilian, _) => unreachable!("all names are listed above"),
        };
        DrawSet { game, name, articles }
    }

    /// The game it is for.
    #[must_use]
    pub fn game(&self) -> NaiveGame {
        self.game
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The clocks, with their limits.
    pub(super) fn clocks(&self) -> impl Iterator<Item = (&'static str, usize, Measure)> {
        self.articles.iter().filter_map(|article| match article.effect {
            Effect::Clock(name, limit, measure) => Some((name, limit, measure)),
            Effect::Occurrences(_) | Effect::WonAtOnce(_) => None,
        })
    }

    /// Where every clock that runs stands at the end of a history, by name.
    ///
    /// # Panics
    /// If the history is empty.
    #[must_use]
    pub fn counters(&self, history: &[Position]) -> Vec<(&'static str, usize)> {
        self.clocks().filter_map(|(name, _, measure)| Some((name, measure.count(history)?))).collect()
    }

    /// The articles that draw at the end of a history, first those that do so by themselves, then those on claim.
    /// Awards are not among them: they need the value of the position.
    ///
    /// # Panics
    /// If the history is empty.
    #[must_use]
    pub fn drawing(&self, history: &[Position]) -> [Vec<&'static str>; 2] {
        let mut found = [Vec::new(), Vec::new()];
        for article in &self.articles {
            let draws = match article.effect {
                Effect::Occurrences(limit) => occurrences(history) >= limit,
                Effect::Clock(_, limit, measure) => measure.count(history).is_some_and(|count| count >= limit),
                Effect::WonAtOnce(_) => false,
            };
            if draws {
                found[usize::from(article.on_claim)].push(article.id);
            }
        }
        found
    }

    /// The articles on repetition that have to be claimed.
    pub(super) fn on_claim_by_repetition(&self) -> Vec<&'static str> {
        let repetition = |article: &&DrawArticle| article.on_claim && matches!(article.effect, Effect::Occurrences(_));
        self.articles.iter().filter(repetition).map(|article| article.id).collect()
    }

    /// The side that wins at once in this material whatever is won for it without draw rules.
    pub(super) fn wins_at_once(&self, material: Material) -> Option<Side> {
        let (side, strong, weak) = by_strength(material)?;
        let awards = self.articles.iter().any(|article| match article.effect {
            Effect::WonAtOnce(class) => class(strong, weak),
            Effect::Occurrences(_) | Effect::Clock(..) => false,
        });
        awards.then_some(side)
    }
}

/// How often the last position of a history occurs in it; the side to move is part of a position.
///
/// # Panics
/// If the history is empty.
#[must_use]
pub fn occurrences(history: &[Position]) -> usize {
    let now = history.last().expect("a history has a position");
    history.iter().filter(|pos| *pos == now).count()
}
