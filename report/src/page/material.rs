//! What a page tells of a material.

use maud::{Markup, html};

use super::line::line;
use super::tables::{Column, cell, table};
use super::{anchor, plots, ruled};
use crate::ReportError;
use crate::facts::{Depths, Material, Section};
use crate::numbers::{percent, plies, thousands};

/// The section of a material.
pub fn section(material: &Material) -> Result<Markup, ReportError> {
    let heading = format!("{}-heading", anchor(&material.name));
    Ok(html! {
        section class="material" id=(anchor(&material.name)) aria-labelledby=(heading) {
            h3 id=(heading) { (material.name) }
            (plots::outcomes(&material.rows)?)
            (outcomes(material))
            @if let Some(damage) = &material.damaged_depths {
                p class="note" { "The table of depths (" code { (material.name) ".dtw" } ") cannot be used: " (damage) ". No plies are known." }
            } @else if !material.depths {
                p class="note" { "There is no table of depths (" code { (material.name) ".dtw" } "): no plies are known." }
            }
            @for part in &material.sections { (decided(material, part)?) }
            (ruled::of_material(material))
        }
    })
}

fn outcomes(material: &Material) -> Markup {
    let columns = [
        Column::Words("Material"),
        Column::Words("To move"),
        Column::Numbers("Positions"),
        Column::Numbers("Wins"),
        Column::Numbers("Draws"),
        Column::Numbers("Losses"),
        Column::Numbers("Longest win, plies"),
    ];
    let rows = material.rows.iter().map(|row| {
        let (counts, all) = (&row.counts, row.positions());
        let numbers = [counts.win, counts.draw, counts.loss].map(|number| {
            html! {
                (thousands(number)) " " span class="share" { (percent(number, all)) }
            }
        });
        let longest = match (counts.longest_win, counts.depths) {
            (Some((plies, _)), _) => plies.to_string(),
            (None, true) => "no win".into(),
            (None, false) => "not known".into(),
        };
        [cell(&row.row.material), cell(row.side_words()), cell(thousands(all))]
            .into_iter()
            .chain(numbers)
            .chain([cell(longest)])
            .collect()
    });
    table(&format!("{}: what positions are worth to the side to move", material.name), &columns, rows)
}

/// The histogram of a section, and its longest win.
fn decided(material: &Material, section: &Section) -> Result<Markup, ReportError> {
    let title = section.title();
    Ok(html! {
        @if let Some(depths) = section.depths.as_ref().filter(|depths| **depths != Depths::default()) {
            h4 { "Plies to the end: " (title) }
            (plots::histogram(depths)?)
            details {
                summary { "The numbers: " (title) }
                (numbers(&title, depths))
            }
        } @else if material.depths && section.trouble.is_none() {
            p class="note" { "Nothing is decided in " (title) ": all positions are draws." }
        }
        @if let Some(longest) = &section.longest {
            @let first = &section.rows[0];
            @let name = format!("Longest win of {}, {}", first.material, crate::facts::side_words(first));
            h4 id=(line_anchor(material, section)) { (name) ": " (plies(longest.plies)) }
            (line(longest, &name))
        }
        @if let Some(trouble) = &section.trouble {
            p class="note" { (title) ": not everything is known. " (trouble) "." }
        }
    })
}

/// Where the longest win of a section is on its page.
pub fn line_anchor(material: &Material, section: &Section) -> String {
    format!("l-{}-{}", material.name, section.number)
}

fn numbers(title: &str, depths: &Depths) -> Markup {
    let columns = [Column::Numbers("Plies"), Column::Numbers("Wins"), Column::Numbers("Losses")];
    let mut all: Vec<_> = depths.wins.keys().chain(depths.losses.keys()).copied().collect();
    all.sort_unstable();
    all.dedup();
    let rows = all.iter().map(|plies| {
        let [wins, losses] = [&depths.wins, &depths.losses].map(|of| of.get(plies).copied().unwrap_or(0));
        vec![cell(plies.to_string()), cell(thousands(wins)), cell(thousands(losses))]
    });
    table(&format!("{title}: positions by plies to the end"), &columns, rows)
}
