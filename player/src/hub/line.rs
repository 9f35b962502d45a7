//! Lines of the protocol: a command, then arguments `name=value` or flags `name`; values may stand in double quotes.

/// A line that has come in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    pub(super) command: String,
    arguments: Vec<(String, String)>,
}

impl Line {
    /// Reads any text: what does not end ends with the line, and spaces may stand around `=`.
    pub(super) fn read(text: &str) -> Self {
        let mut words = Words { text };
        let command = words.bare();
        let mut arguments = Vec::new();
        while !words.at_end() {
            let name = words.value();
            let value = if words.eat_equals() { words.value() } else { String::new() };
            if !(name.is_empty() && value.is_empty()) {
                arguments.push((name, value));
            }
        }
        Line { command, arguments }
    }

    /// The value of an argument; empty for a flag.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The argument or flag is there.
    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

struct Words<'t> {
    text: &'t str,
}

impl Words<'_> {
    fn skip_spaces(&mut self) {
        self.text = self.text.trim_start();
    }

    fn at_end(&mut self) -> bool {
        self.skip_spaces();
        self.text.is_empty()
    }

    fn eat_equals(&mut self) -> bool {
        self.skip_spaces();
        let after = self.text.strip_prefix('=');
        self.text = after.unwrap_or(self.text);
        after.is_some()
    }

    /// Up to a space or `=`.
    fn bare(&mut self) -> String {
        self.skip_spaces();
        let end = self.text.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(self.text.len());
        let (word, rest) = self.text.split_at(end);
        self.text = rest;
        word.to_owned()
    }

    /// As [`Words::bare`], or what is in quotes.
    fn value(&mut self) -> String {
        self.skip_spaces();
        let Some(quoted) = self.text.strip_prefix('"') else { return self.bare() };
        let (value, rest) = quoted.split_once('"').unwrap_or((quoted, ""));
        self.text = rest;
        value.to_owned()
    }
}

/// A value as it goes out: in quotes where it is empty or has a special character. There is no way to write a quote inside.
pub(super) fn quoted(value: &str) -> String {
    let plain: String = value
        .chars()
        .map(|c| {
            if c == '"' {
                '\''
            } else if c.is_control() {
                ' '
            } else {
                c
            }
        })
        .collect();
    let special = |c: char| c.is_whitespace() || c == '=' || c == '\'';
    if plain.is_empty() || plain.contains(special) { format!("\"{plain}\"") } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_meant() {
        let line = Line::read("set-param name=draw-rules value=\"two words\" flag");
        assert_eq!(line.command, "set-param");
        assert_eq!((line.get("name"), line.get("value")), (Some("draw-rules"), Some("two words")));
        assert!(line.has("flag") && !line.has("two"));
        assert_eq!(Line::read("pos pos = start").get("pos"), Some("start"));
        assert_eq!(Line::read("pos moves=\"1-2 3").get("moves"), Some("1-2 3"));
        assert_eq!(Line::read("pos moves=\"\" x").get("moves"), Some(""));
        assert_eq!(Line::read("").command, "");
        assert_eq!(Line::read("=a =b").get(""), Some("a"));
    }

    #[test]
    fn what_is_written_is_read_back() {
        for value in ["a", "", "a b", "a=b", "32-28 19-23"] {
            let line = Line::read(&format!("error message={} x=1", quoted(value)));
            assert_eq!((line.get("message"), line.get("x")), (Some(value), Some("1")));
        }
        assert_eq!(quoted("a \"b\"\n"), "\"a 'b' \"");
    }
}
