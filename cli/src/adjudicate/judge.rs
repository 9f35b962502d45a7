//! What the board says of a game, and whether its tag agrees.

use dambase_rules::draw::{Counts, Rule};
use dambase_rules::pdn::{PdnGame, ResultToken};
use dambase_rules::played::{Effect, End, Reason};
use dambase_rules::{GameId, Outcome};
use serde::Serialize;

use super::replay::{Claimable, Played};
use super::termination::{self, Termination};
use crate::output::plural;

/// What is said of a game.
#[derive(Serialize)]
pub struct GameLine {
    /// Its number in the file, from 1.
    pub game: usize,
    /// The plies that were played.
    pub plies: usize,
    /// In PDN's words; `*` where the board does not decide, nor, where the tags of a game of chess tell of a fallen flag or illegal
    /// moves, the laws.
    pub result: &'static str,
    /// Why, and what the tag has to do with it.
    pub reason: String,
    /// The article of the draw rules that ended the game, or of S000 5.4 that names the wrong move; in chess, of FIDE's laws.
    pub article: Option<&'static str>,
    /// The ply after which the game was over; the ply that is wrong.
    pub at_ply: Option<usize>,
    /// As the file has it.
    pub tag_result: Option<String>,
    /// Whether the tag agrees with the board; `None` where the board does not decide, or nothing is claimed.
    pub agrees: Option<bool>,
    /// Chess: the draws that could have been claimed before the game was over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub claimable: Vec<Claimable>,
    /// A move is not legal.
    pub illegal: bool,
    /// What would have been legal in place of the wrong move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub legal: Vec<String>,
    /// Moves the file has after the end of the game.
    pub played_on: usize,
    /// What was read though it is not as it should be.
    pub warnings: Vec<String>,
    /// Why the game could not be played at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl GameLine {
    /// A game that cannot be played.
    pub fn unread(number: usize, tag_result: Option<String>, error: String) -> Self {
        GameLine {
            game: number,
            plies: 0,
            result: ResultToken::Star.text(),
            reason: format!("not replayed: {error}"),
            article: None,
            at_ply: None,
            tag_result,
            agrees: None,
            claimable: Vec::new(),
            illegal: false,
            legal: Vec::new(),
            played_on: 0,
            warnings: Vec::new(),
            error: Some(error),
        }
    }

    /// Something is wrong with the game, and not with the file.
    pub fn is_negative(&self) -> bool {
        self.illegal || self.played_on > 0 || self.agrees == Some(false)
    }
}

/// The result that a file claims: what its tag says, else what its movetext ends with.
pub fn claimed(pdn: &PdnGame) -> (Option<String>, Option<ResultToken>) {
    let at_end = pdn.result.as_ref().map(|result| result.value);
    match pdn.known_tag("Result").filter(|tag| *tag != ResultToken::Star.text()) {
        Some(tag) => (Some(tag.to_owned()), pdn.tag_result()),
        None => (at_end.map(|result| result.text().to_owned()), at_end),
    }
}

/// What the board says of a game, beside what its file claims.
pub fn judge(id: GameId, pdn: &PdnGame, mut played: Played) -> GameLine {
    let (text, token) = claimed(pdn);
    let outcome = token.and_then(ResultToken::outcome);
    let mut line = GameLine {
        game: pdn.number,
        plies: played.plies,
        result: ResultToken::of_game(id, played.end.map(|end| end.outcome)).text(),
        reason: String::new(),
        article: None,
        at_ply: None,
        tag_result: text.clone(),
        agrees: None,
        claimable: Vec::new(),
        illegal: false,
        legal: Vec::new(),
        played_on: played.played_on,
        warnings: Vec::new(),
        error: None,
    };
    if let Some(end) = played.end {
        line.article = match end.reason {
            Reason::Dead => Some(Reason::DEAD_ARTICLE),
            _ => end.article().map(|article| article.id),
        };
        line.at_ply = Some(end.ply);
        line.reason = reason_of_end(id, end);
        if played.played_on > 0 {
            let on = plural(played.played_on as u64, "ply").replace("plys", "plies");
            line.reason.push_str(&format!("; the file goes on for {on} after the end"));
        }
        match (outcome, text) {
            (Some(claimed), Some(text)) => {
                line.agrees = Some(claimed == end.outcome);
                if claimed != end.outcome {
                    line.reason.push_str(&format!("; the file claims {text}, which the board contradicts"));
                }
            }
            (None, Some(text)) if token != Some(ResultToken::Star) => {
                line.reason.push_str(&format!("; the file claims {text}, which names no winner and no draw"));
            }
            (_, _) => line.reason.push_str("; the file claims nothing"),
        }
    } else if let Some(mistake) = played.mistake.take() {
        line.illegal = true;
        line.article = Some(mistake.article);
        line.at_ply = Some(played.plies + 1);
        line.reason =
            format!("ply {} is illegal ({} {}): {}", played.plies + 1, mistake.book, mistake.article, mistake.reason);
        line.legal = mistake.legal;
        if let (Some(Termination::Illegal(_)), true) = (Termination::of(pdn), played.mistake_is_last) {
            rule_on(&mut line, pdn, outcome, &played, true);
        }
    } else if let Some(why) = played.cut_short.take() {
        line.reason = format!("replayed to ply {} alone: {why}", played.plies);
    } else if !rule_on(&mut line, pdn, outcome, &played, false) {
        undecided(&mut line, outcome, token, &played);
    }
    tell_claims(&mut line, std::mem::take(&mut played.claimable));
    line.warnings = played.warnings;
    line
}

fn reason_of_end(id: GameId, end: End) -> String {
    match (end.reason, end.outcome) {
        (Reason::NoMoves, Outcome::Win(side)) if id == GameId::Chess => format!("{side} wins: checkmate"),
        (Reason::NoMoves, Outcome::Draw) if id == GameId::Chess => "drawn: stalemate".to_owned(),
        (Reason::Dead, outcome) => format!("{outcome}: {}", Reason::Dead),
        (Reason::NoMoves, outcome) => format!("{outcome}: {}", Reason::NoMoves),
        (Reason::Article(article), outcome) => {
            let limit = match article.rule {
                Rule::Clock(clock) if clock.counts == Counts::StrongMoves => {
                    format!(", for {} moves of the side with more pieces", clock.limit)
                }
                Rule::Clock(clock) => format!(", for {} plies", clock.limit),
                Rule::Repetition { .. } | Rule::Award(_) => String::new(),
            };
            format!("{outcome} by article {}: {}{limit}", article.id, article.condition)
        }
    }
}

/// Rules on a game of chess that the tags say was lost on time or by illegal moves. False where they do not, or where there is
/// nothing to rule on. `wrong_move`: the file ends with the illegal move.
fn rule_on(line: &mut GameLine, pdn: &PdnGame, claimed: Option<Outcome>, played: &Played, wrong_move: bool) -> bool {
    let (Some(termination), Some((to_move, can_win)), Some(claimed)) = (Termination::of(pdn), played.can_win, claimed)
    else {
        return false;
    };
    // A draw may have been claimed, and a wrong move is made by who is to move.
    let by_claim = claimed == Outcome::Draw && played.claims.iter().any(|claim| claim.effect == Effect::Draw);
    if by_claim || wrong_move && claimed == Outcome::Win(to_move) {
        return false;
    }
    let ruling = termination::rule(termination, claimed, can_win, to_move, wrong_move);
    line.result = ResultToken::of_game(GameId::Chess, ruling.outcome).text();
    line.agrees = ruling.agrees;
    let text = line.tag_result.as_deref().unwrap_or("*");
    let contradicted = if ruling.agrees == Some(false) {
        format!("; the file claims {text}, which that contradicts")
    } else {
        String::new()
    };
    if wrong_move {
        line.reason.push_str(&format!("; {}{contradicted}", ruling.reason));
    } else {
        line.article = Some(termination.article());
        line.at_ply = Some(played.plies);
        line.reason = format!("{}{contradicted}", ruling.reason);
    }
    true
}

/// Adds the draws that could have been claimed, but for the one that the game ended by where it stood.
fn tell_claims(line: &mut GameLine, claimable: Vec<Claimable>) {
    let told = |claim: &&Claimable| line.article == Some(claim.article) && line.at_ply == Some(claim.ply);
    let claims: Vec<_> = claimable
        .iter()
        .filter(|claim| !told(claim))
        .map(|claim| format!("from ply {} by article {}", claim.ply, claim.article))
        .collect();
    if !claims.is_empty() {
        line.reason.push_str(&format!("; a draw could have been claimed {}", claims.join(", ")));
    }
    line.claimable = claimable;
}

/// A game that was not over when it stopped.
fn undecided(line: &mut GameLine, claimed: Option<Outcome>, token: Option<ResultToken>, played: &Played) {
    let draw = played.claims.iter().find(|claim| claim.effect == Effect::Draw);
    line.reason = match (claimed, draw) {
        (Some(Outcome::Draw), Some(claim)) => {
            line.agrees = Some(true);
            line.article = Some(claim.article.id);
            line.at_ply = Some(played.plies);
            format!("a draw that {} could claim by article {}: {}", claim.by, claim.article.id, claim.article.condition)
        }
        (Some(Outcome::Draw), None) => "result by agreement (not on the board)".to_owned(),
        (Some(Outcome::Win(side)), _) => {
            format!("result by resignation or agreement, {} gives up (not on the board)", side.other())
        }
        (None, _) => match &line.tag_result {
            Some(text) if token != Some(ResultToken::Star) => {
                format!(
                    "the game is not over on the board, and the file claims {text}, which names no winner and no draw"
                )
            }
            Some(_) | None => "the game is not over on the board, and no result is claimed".to_owned(),
        },
    };
    for claim in played.claims.iter().filter(|claim| claim.effect != Effect::Draw) {
        line.reason.push_str(&match claim.effect {
            Effect::Adjudication => {
                format!("; article {} is for tables to decide, and those at hand do not", claim.article.id)
            }
            _ => format!(
                "; article {} can be claimed by {}, and needs tables to say what it is worth",
                claim.article.id, claim.by
            ),
        });
    }
    if let Some(verdict) = &played.verdict {
        line.reason.push_str(&format!("; the last position is worth {verdict} to the side to move"));
    }
}
