//! A report as HTML: pages that need nothing but themselves.
//!
//! They are well-formed as XML, too, so that whoever checks or takes them apart can use an XML reader.

mod line;
mod material;
mod overview;
mod plots;
mod ruled;
mod tables;

use dambase_rules::GameId;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::ReportError;
use crate::board::definitions;
use crate::facts::{Facts, Material};

/// How a page of a report is told from other files.
pub const MARK: &str = "<meta name=\"generator\" content=\"dambase report\"/>";

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// With more materials than this, each number of pieces has a page of its own.
const MOST_ON_A_PAGE: usize = 48;

/// A file.
pub struct Page {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub html: String,
}

/// The pages of a report, the first of which is `index.html`.
pub fn pages(facts: &Facts) -> Result<Vec<Page>, ReportError> {
    let title = title(facts);
    let split = facts.materials.len() > MOST_ON_A_PAGE;
    let link = |material: &Material| {
        let page = if split { page_name(material.pieces) } else { String::new() };
        format!("{page}#{}", anchor(&material.name))
    };
    let overview = overview::overview(facts, &link)?;
    let mut pages = Vec::new();
    if !split {
        let body = html! {
            (overview)
            h2 id="materials" { "Material by material" }
            @for material in &facts.materials { (material::section(material)?) }
        };
        pages.push(Page { name: "index.html".into(), html: page(facts.game, &title, None, body) });
        return Ok(pages);
    }
    pages.push(Page { name: "index.html".into(), html: page(facts.game, &title, None, overview) });
    for group in facts.materials.chunk_by(|one, other| one.pieces == other.pieces) {
        let pieces = group[0].pieces;
        let title = format!("{}: {pieces} pieces", facts.game.info().title);
        let body = html! {
            h2 id="materials" { "Material by material" }
            @for material in group { (material::section(material)?) }
        };
        pages.push(Page { name: page_name(pieces), html: page(facts.game, &title, Some("index.html"), body) });
    }
    Ok(pages)
}

fn page_name(pieces: u32) -> String {
    format!("pieces-{pieces}.html")
}

fn title(facts: &Facts) -> String {
    let most = facts.materials.iter().map(|material| material.pieces).max().unwrap_or(0);
    format!("{}: endgame tables to {most} pieces", facts.game.info().title)
}

/// Where the section of a material is on its page.
fn anchor(material: &str) -> String {
    format!("m-{material}")
}

fn page(game: GameId, title: &str, up: Option<&str>, body: Markup) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" xmlns="http://www.w3.org/1999/xhtml" {
            head {
                (PreEscaped("<meta charset=\"utf-8\"/>"))
                (PreEscaped(MARK))
                (PreEscaped("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>"))
                (PreEscaped("<meta name=\"color-scheme\" content=\"light dark\"/>"))
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a class="skip" href="#main" { "Skip to the content" }
                (definitions(game))
                header {
                    h1 { (title) }
                    @if let Some(up) = up {
                        nav aria-label="Report" { p { a href=(up) { "The whole report" } } }
                    }
                }
                main id="main" tabindex="-1" { (body) }
                footer { p { "Made by dambase from tables of " (game.name()) ". Values are exact." } }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    markup.into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(materials: usize) -> Facts {
        let material = |number: usize| Material {
            name: format!("X{number}"),
            pieces: if number < 40 { 4 } else { 5 },
            depths: false,
            damaged_depths: None,
            rows: Vec::new(),
            sections: Vec::new(),
            not_ruled: None,
        };
        Facts {
            game: GameId::Russian,
            rules: None,
            materials: (0..materials).map(material).collect(),
            files: Vec::new(),
            problems: vec!["a<b&c.wdl: \"broken\"".into()],
            missing: Vec::new(),
        }
    }

    #[test]
    fn many_materials_have_a_page_for_each_number_of_pieces() {
        for (materials, names) in [
            (MOST_ON_A_PAGE, vec!["index.html"]),
            (MOST_ON_A_PAGE + 1, vec!["index.html", "pieces-4.html", "pieces-5.html"]),
        ] {
            let pages = pages(&facts(materials)).unwrap();
            assert_eq!(pages.iter().map(|page| &page.name[..]).collect::<Vec<_>>(), names);
            let split = names.len() > 1;
            for number in 0..materials {
                let page = if split { names[1 + usize::from(number >= 40)] } else { "" };
                assert!(pages[0].html.contains(&format!("href=\"{page}#m-X{number}\"")));
                let holder = pages.iter().find(|other| other.name == page).unwrap_or(&pages[0]);
                assert!(holder.html.contains(&format!("id=\"m-X{number}\"")));
            }
            for page in &pages {
                assert!(page.html.find(MARK).is_some_and(|at| at < 512));
                let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
                roxmltree::Document::parse_with_options(&page.html, options).unwrap();
                assert_eq!(page.name == "index.html", !page.html.contains("The whole report"));
            }
            assert!(pages[0].html.contains("a&lt;b&amp;c.wdl"));
        }
    }
}
