//! `dambase rules`: the draw rules of a game.

use dambase_rules::draw::{Article, AtLimit, AwardBy, Clocks, Counts, DrawRules, Rule};
use dambase_rules::{GameId, with_game};
use serde::Serialize;

use crate::draw_rules::named_rules;
use crate::error::{CliResult, Outcome};
use crate::output::Out;

/// Prints the sets of draw rules of a game, the default first, article by article.
///
/// Limits are in plies, the moves of both sides; where `counts` is `strong-moves` the limit is the number of moves of the side with
/// more pieces. A limit is reached when both have made their moves: the last allowed move may still win. The move that brings about the
/// material of a clock is not counted. `clock` is the name of an article's counter. An award ends the game by what tables say, or may
/// be claimed where there are none; `none` is a set without articles.
#[derive(clap::Args)]
pub struct RulesArgs {
    /// The game, by name or alias (`dambase games` lists them).
    game: GameId,
    /// Print this set alone, or `none`; every set unless told.
    #[arg(long = "draw-rules", value_name = "NAME|none")]
    draw_rules: Option<String>,
    /// Print one JSON object a line, one for each article.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ArticleLine {
    set: &'static str,
    default: bool,
    article: &'static str,
    condition: &'static str,
    limit_plies: Option<u16>,
    counts: Option<&'static str>,
    resets: &'static str,
    effect: &'static str,
    automatic: bool,
    source: &'static str,
    clock: Option<&'static str>,
    occurrences: Option<u8>,
}

impl ArticleLine {
    fn new(set: &DrawRules, default: bool, article: &Article) -> Self {
        let clock = article.clock();
        ArticleLine {
            set: set.name,
            default,
            article: article.id,
            condition: article.condition,
            limit_plies: clock.map(|clock| clock.limit),
            counts: clock.map(|clock| clock.counts.name()),
            resets: article.resets,
            effect: article.effect(),
            automatic: article.automatic,
            source: article.source,
            clock: clock.map(|clock| clock.name),
            occurrences: article.occurrences(),
        }
    }
}

/// Runs the command.
pub fn run(args: &RulesArgs, out: &mut Out) -> CliResult {
    let name = args.draw_rules.as_deref();
    let (all, named) = with_game!(args.game, G => {
        (G::draw_rules(), name.filter(|&name| name != "none").map(named_rules::<G>).transpose()?)
    });
    let sets = all.iter().enumerate().filter(|(_, set)| args.draw_rules.is_none() || named == Some(*set));
    for (number, set) in sets {
        let default = number == 0;
        if args.json {
            for article in set.articles {
                out.json(&ArticleLine::new(set, default, article))?;
            }
        } else {
            if number > 0 && args.draw_rules.is_none() {
                out.line("")?;
            }
            print_set(out, set, default)?;
        }
    }
    if !args.json && named.is_none() {
        out.line("none: no draw rules; only the goal of the game ends it.")?;
    }
    Ok(Outcome::Done)
}

fn print_set(out: &mut Out, set: &DrawRules, default: bool) -> CliResult<()> {
    out.line(format!("{}{}", set.name, if default { " (default)" } else { "" }))?;
    out.line(format!("  {}", set.note))?;
    for article in set.articles {
        out.line(format!("  {}: {}", article.id, article.condition))?;
        out.line(format!("    {}", effect(article)))?;
        out.line(format!("    set back by: {}", article.resets))?;
        out.line(format!("    {}", article.source))?;
    }
    Ok(())
}

fn effect(article: &Article) -> String {
    let claimed = if article.automatic { "" } else { ", on claim" };
    match article.rule {
        Rule::Repetition { occurrences } => format!("drawn{claimed} at occurrence {occurrences}"),
        Rule::Clock(clock) => {
            let limit = match clock.counts {
                Counts::Plies => format!("{} plies ({} moves each)", clock.limit, clock.limit / 2),
                Counts::StrongMoves => format!("{} moves of the side with more pieces", clock.limit),
            };
            let ended = match clock.at_limit {
                AtLimit::Draw => "drawn",
                AtLimit::MoreTaken => "stopped, and won by who has taken more pieces,",
            };
            format!("{ended}{claimed} after {limit}; clock {}", clock.name)
        }
        Rule::Award(award) => match award.by {
            AwardBy::StrongSideWins => "the side with more pieces wins where tables say so".to_owned(),
            AwardBy::Verdict => "won or drawn as tables say".to_owned(),
        },
    }
}
