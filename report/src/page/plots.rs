//! The plots. Their colours are names that the style sheet gives its own, for light, dark and paper.

use maud::{Markup, PreEscaped, html};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::ReportError;
use crate::facts::{Depths, Row};
use crate::numbers::{percent, share, thousands};

// As style.css names them.
const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
const GRID: RGBColor = RGBColor(0xd8, 0xd8, 0xd8);
const WIN: RGBColor = RGBColor(0x1f, 0x5f, 0xa8);
const DRAW: RGBColor = RGBColor(0xc4, 0xc4, 0xc4);
const LOSS: RGBColor = RGBColor(0xb0, 0x4a, 0x1e);
const ON_DRAW: RGBColor = RGBColor(0x11, 0x11, 0x11);
const ON_DARK: RGBColor = RGBColor(0xfe, 0xfe, 0xfe);

const WIDTH: u32 = 720;
const FONT: (&str, i32) = ("sans-serif", 15);

/// A plot with what it says for whoever does not see it.
fn plot(
    label: &str,
    height: u32,
    draw: impl FnOnce(&Area<'_>) -> Result<(), Box<dyn std::error::Error>>,
) -> Result<Markup, ReportError> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        let drawn = draw(&area).and_then(|()| area.present().map_err(Into::into));
        drawn.map_err(|error| ReportError::Plot(error.to_string()))?;
    }
    Ok(html! { div class="plot" role="img" aria-label=(label) { (PreEscaped(svg)) } })
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

/// Bars of wins, draws and losses, from left to right.
pub fn outcomes(rows: &[Row]) -> Result<Markup, ReportError> {
    const ROW: i32 = 30;
    const LEFT: i32 = 230;
    const LEGEND: i32 = 26;
    let across = f64::from(WIDTH as i32 - LEFT - 10);
    let height = LEGEND + ROW * rows.len() as i32 + 4;
    let label = "Bars: shares of wins, draws and losses, in the rows of the table below.";
    plot(label, height as u32, |area| {
        let text = |x: i32, y: i32, colour: RGBColor, h: HPos, words: &str| {
            let style = FONT.into_font().color(&colour).pos(Pos::new(h, VPos::Center));
            area.draw(&Text::new(words.to_owned(), (x, y), style))
        };
        for (number, (words, colour)) in [("win", WIN), ("draw", DRAW), ("loss", LOSS)].into_iter().enumerate() {
            let x = LEFT + 80 * number as i32;
            area.draw(&Rectangle::new([(x, 4), (x + 14, 18)], colour.filled()))?;
            text(x + 20, 11, INK, HPos::Left, words)?;
        }
        for (number, row) in rows.iter().enumerate() {
            let (top, all) = (LEGEND + ROW * number as i32, row.positions());
            text(LEFT - 10, top + ROW / 2, INK, HPos::Right, &format!("{}, {}", row.row.material, row.side_words()))?;
            let mut before = 0;
            for (count, colour, on) in
                [(row.counts.win, WIN, ON_DARK), (row.counts.draw, DRAW, ON_DRAW), (row.counts.loss, LOSS, ON_DARK)]
            {
                let x = |count: u64| LEFT + (share(count, all) * across).round() as i32;
                let (from, to) = (x(before), x(before + count));
                before += count;
                if to <= from {
                    continue;
                }
                // A thin gap parts them on paper without colours.
                let to_drawn = if to - from > 2 { to - 1 } else { to };
                area.draw(&Rectangle::new([(from, top + 4), (to_drawn, top + ROW - 4)], colour.filled()))?;
                if to - from > 60 {
                    text((from + to) / 2, top + ROW / 2, on, HPos::Center, &percent(count, all))?;
                }
            }
        }
        Ok(())
    })
}

/// Most bars of a histogram.
const MOST_BARS: u16 = 90;

/// How many plies a bar stands for: wins and losses take turns, so two at least.
pub fn plies_a_bar(deepest: u16) -> u16 {
    let enough = |width: &u16| deepest / width < MOST_BARS;
    [2, 4, 10, 20, 50, 100].into_iter().find(enough).unwrap_or(u16::MAX)
}

/// How many positions are decided in how many plies: wins upward, losses downward.
pub fn histogram(depths: &Depths) -> Result<Markup, ReportError> {
    let deepest = depths.wins.keys().chain(depths.losses.keys()).max().copied().unwrap_or(0);
    let width = plies_a_bar(deepest);
    let bars = |of: &std::collections::BTreeMap<u16, u64>| {
        let mut bars = std::collections::BTreeMap::<u16, i64>::new();
        for (plies, &positions) in of {
            *bars.entry(plies / width).or_default() += positions as i64;
        }
        bars
    };
    let (wins, losses) = (bars(&depths.wins), bars(&depths.losses));
    let most = |bars: &std::collections::BTreeMap<u16, i64>| bars.values().max().copied().unwrap_or(0);
    // Room above the highest bar, and for the axis where there is nothing on its side.
    let room = (most(&wins).max(most(&losses)) / 20).max(1);
    let label = format!(
        "Histogram of plies to the end, {width} to a bar: wins upward, at most {} to a bar; losses downward, at most {}. The table \
         below has the numbers.",
        thousands(most(&wins) as u64),
        thousands(most(&losses) as u64)
    );
    plot(&label, 260, |area| {
        let right = f64::from((deepest / width + 1) * width);
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .x_label_area_size(38)
            .y_label_area_size(92)
            .build_cartesian_2d(0f64..right, -(most(&losses) + room)..most(&wins) + room)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .axis_style(INK)
            .label_style(FONT.into_font().color(&INK))
            .x_desc("plies to the end")
            .y_desc("losses | wins")
            .axis_desc_style(FONT.into_font().color(&INK))
            .x_labels(12)
            .y_labels(7)
            .x_label_formatter(&|plies| {
                if (plies - plies.round()).abs() < 1e-9 { format!("{plies:.0}") } else { String::new() }
            })
            .y_label_formatter(&|positions| thousands(positions.unsigned_abs()))
            .draw()?;
        for (bars, colour, sign) in [(&wins, WIN, 1), (&losses, LOSS, -1)] {
            chart.draw_series(bars.iter().map(|(&bar, &positions)| {
                let left = f64::from(bar) * f64::from(width);
                let edge = f64::from(width) * 0.06;
                Rectangle::new([(left + edge, 0), (left + f64::from(width) - edge, sign * positions)], colour.filled())
            }))?;
        }
        chart.draw_series([PathElement::new(vec![(0.0, 0), (right, 0)], INK)])?;
        Ok(())
    })
}
