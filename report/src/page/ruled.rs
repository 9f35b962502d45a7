//! What draw rules spoil and save.

use std::collections::BTreeMap;

use dambase_rules::GameId;
use dambase_rules::draw::{DrawRules, Rule};
use maud::{Markup, html};

use super::line::line;
use super::tables::{Column, cell, table};
use crate::facts::{Facts, LongestSpoiled, MOST_LEAD, Material, RuledFacts, Section, Spoiling, side_words};
use crate::numbers::{plies, thousands};

/// The articles, how much each spoils, and the longest win it does.
pub fn overview(facts: &Facts, rules: &DrawRules) -> Markup {
    let mut spoiled: BTreeMap<&str, u64> = BTreeMap::new();
    let mut longest: BTreeMap<&str, (&Material, &LongestSpoiled)> = BTreeMap::new();
    let spoilings = facts.materials.iter().flat_map(|material| {
        let of = material.sections.iter().filter_map(spoiling);
        of.map(move |spoiling| (material, spoiling))
    });
    for (material, spoiling) in spoilings {
        for &(article, positions) in &spoiling.by_article {
            *spoiled.entry(article).or_default() += positions;
        }
        for candidate in &spoiling.longest {
            let best = longest.entry(candidate.article).or_insert((material, candidate));
            if candidate.line.plies > best.1.line.plies {
                *best = (material, candidate);
            }
        }
    }
    html! {
        p { (rules.note) }
        (articles(rules, &spoiled))
        p { "All counters stand at zero. A position is counted once, and not again with the colours exchanged." }
        @if facts.game == GameId::Chess {
            p { "DTC is what chess calls DTZ: the fewest plies to mate, or to a capture or pawn move that keeps the win." }
        }
        @for (article, (material, spoiled)) in &longest {
            @let name = format!("Longest win that article {article} spoils");
            h3 { (name) ": " (material.name) ", " (plies(spoiled.line.plies)) " without draw rules" }
            (line(&spoiled.line, &name))
        }
        @if longest.is_empty() && !spoiled.is_empty() {
            p class="note" { "Lengths of the wins that are spoiled are not known: there are no tables of depths." }
        }
        @let not_ruled: Vec<_> = facts.materials.iter().filter_map(|m| m.not_ruled.as_ref().map(|why| (&m.name, why))).collect();
        @if !not_ruled.is_empty() {
            p { "Not known under these rules:" }
            ul { @for (name, why) in not_ruled { li { (name) ": " (why) } } }
        }
    }
}

fn articles(rules: &DrawRules, spoiled: &BTreeMap<&str, u64>) -> Markup {
    let columns = [
        Column::Words("Article"),
        Column::Words("When it applies"),
        Column::Words("Ends the game"),
        Column::Numbers("Wins it spoils"),
    ];
    let rows = rules.articles.iter().map(|article| {
        let count = match article.rule {
            Rule::Repetition { .. } => "not by itself".to_owned(),
            Rule::Clock(_) | Rule::Award(_) => thousands(spoiled.get(article.id).copied().unwrap_or(0)),
        };
        vec![
            cell(article.id),
            cell(article.condition),
            cell(if article.automatic { "by itself" } else { "on claim" }),
            cell(count),
        ]
    });
    table("The articles", &columns, rows)
}

fn spoiling(section: &Section) -> Option<&Spoiling> {
    match &section.ruled {
        Some(RuledFacts::Spoiling(spoiling)) => Some(spoiling),
        _ => None,
    }
}

/// What draw rules make of a material; nothing where none were asked for.
pub fn of_material(material: &Material) -> Markup {
    let by_lead: Vec<_> = material
        .sections
        .iter()
        .filter_map(|section| match &section.ruled {
            Some(RuledFacts::ByLead(leads)) => Some((section, leads)),
            _ => None,
        })
        .collect();
    html! {
        @if let Some(why) = &material.not_ruled {
            p class="note" { "Under the draw rules nothing is known of " (material.name) ": " (why) "." }
        } @else if !by_lead.is_empty() {
            h4 { (material.name) " under the draw rules, by lead" }
            @for (section, leads) in by_lead {
                @let rows = leads.iter().map(|lead| vec![
                    cell(if lead.lead == 0 { "0".to_owned() } else { format!("{:+}", lead.lead) }), cell(thousands(lead.win)), cell(thousands(lead.draw)), cell(thousands(lead.loss)),
                ]);
                (table(
                    &format!("{}: by how many pieces more the side to move has taken, from -{MOST_LEAD} to +{MOST_LEAD}", section.title()),
                    &[Column::Numbers("Lead"), Column::Numbers("Wins"), Column::Numbers("Draws"), Column::Numbers("Losses")],
                    rows,
                ))
            }
        } @else if material.sections.iter().any(|section| spoiling(section).is_some()) {
            h4 { (material.name) " under the draw rules" }
            (spoilings(material))
        }
    }
}

fn spoilings(material: &Material) -> Markup {
    let columns = [
        Column::Words("Positions"),
        Column::Numbers("Wins"),
        Column::Numbers("Wins spoiled"),
        Column::Numbers("Draws"),
        Column::Numbers("Losses saved"),
        Column::Numbers("Losses"),
        Column::Numbers("Longest DTC"),
        Column::Words("Spoiled by"),
    ];
    let rows = material.sections.iter().filter_map(|section| {
        let spoiling = spoiling(section)?;
        let numbers = [spoiling.win, spoiling.spoiled_win, spoiling.draw, spoiling.saved_loss, spoiling.loss];
        let by: Vec<_> =
            spoiling.by_article.iter().map(|(article, count)| format!("{article} ({})", thousands(*count))).collect();
        let dtc = spoiling.max_dtc.map_or_else(|| "-".to_owned(), |plies| plies.to_string());
        let numbers = numbers.map(|number| cell(thousands(number)));
        let names = html! { @for row in &section.rows { div class="name" { (row.material) ", " (side_words(row)) } } };
        Some([names].into_iter().chain(numbers).chain([cell(dtc), cell(by.join(", "))]).collect())
    });
    table(&format!("{}: verdicts with all counters at zero", material.name), &columns, rows)
}
