//! What positions are worth to a search.

/// Hundredths of a man (chess: of a pawn), for the side to move.
pub type Score = i32;

/// The game is won on the spot; a win in so many plies is worth as many less.
pub(crate) const WON: Score = 30_000;
/// Won by tables that do not say how soon; less the plies until the tables say it.
pub(crate) const TABLE_WIN: Score = 20_000;
/// The most plies that a win may take and be told from a shorter one.
pub(crate) const LONGEST_PLIES: Score = 4_000;
/// No guess is beyond this.
pub(crate) const MOST_GUESSED: Score = 10_000;
/// Won without draw rules, by tables; whether the rules leave it so is not known.
pub(crate) const HOPEFUL: Score = 3_000;
/// Greater than any score.
pub(crate) const INFINITE: Score = 32_000;

/// A score as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// A guess, in hundredths of a man.
    Points(Score),
    /// The tables say that the game is drawn.
    Draw,
    /// The side to move wins in so many plies.
    WinIn(u32),
    /// The side to move loses in so many plies.
    LossIn(u32),
    /// The side to move wins; how soon is not known.
    Win,
    /// The side to move loses; how soon is not known.
    Loss,
}

impl Worth {
    /// What a search says of its root.
    pub(crate) fn of(score: Score) -> Self {
        let plies = |distance: Score| distance.max(0) as u32;
        match score {
            score if score > WON - LONGEST_PLIES => Worth::WinIn(plies(WON - score)),
            score if score < LONGEST_PLIES - WON => Worth::LossIn(plies(WON + score)),
            score if score > MOST_GUESSED => Worth::Win,
            score if score < -MOST_GUESSED => Worth::Loss,
            score => Worth::Points(score),
        }
    }
}

/// The score of a win so many plies from the root.
pub(crate) fn won_in(plies: u32) -> Score {
    WON - (plies.min(LONGEST_PLIES as u32 - 1) as Score)
}

/// The score of a win by tables that is found so many plies from the root.
pub(crate) fn table_win_in(plies: u32) -> Score {
    TABLE_WIN - (plies.min(LONGEST_PLIES as u32 - 1) as Score)
}
