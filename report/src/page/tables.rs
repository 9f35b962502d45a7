//! Tables of a page.

use maud::{Markup, html};

/// How the cells of a column stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// Words.
    Words(&'static str),
    /// Numbers.
    Numbers(&'static str),
}

/// A table whose first column names its rows.
pub fn table(caption: &str, columns: &[Column], rows: impl IntoIterator<Item = Vec<Markup>>) -> Markup {
    let class = |column: &Column| matches!(column, Column::Numbers(_)).then_some("number");
    html! {
        div class="scroll" role="region" tabindex="0" aria-label=(caption) {
            table {
                caption { (caption) }
                thead { tr { @for column in columns {
                    @let (Column::Words(name) | Column::Numbers(name)) = column;
                    th scope="col" class=[class(column)] { (name) }
                } } }
                tbody { @for row in rows {
                    tr { @for (number, (cell, column)) in row.into_iter().zip(columns).enumerate() {
                        @if number == 0 { th scope="row" class=[class(column)] { (cell) } }
                        @else { td class=[class(column)] { (cell) } }
                    } }
                } }
            }
        }
    }
}

/// A cell of text.
pub fn cell(text: impl AsRef<str>) -> Markup {
    html! { (text.as_ref()) }
}
