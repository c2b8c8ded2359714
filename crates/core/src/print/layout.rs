//! Lays out a stream of text, possible line breaks and groups on lines of a given width.
//! A group that fits on the rest of its line has no line breaks; in any other, all of its own breaks are taken. Nothing
//! here recurses, so nesting is no danger.

use std::borrow::Cow;

/// Lines are kept this short where possible.
const WIDTH: usize = 100;

/// Nothing is indented further, so that deep nesting does not fill the output with blanks.
const DEEPEST_INDENT: usize = 60;

/// A part of the stream.
#[derive(Debug, Clone)]
pub(crate) enum Token {
    Text(Cow<'static, str>),
    /// A blank or a new line.
    Break,
    /// Nothing or a new line.
    Cut,
    /// Always a new line.
    Hard,
    /// A group begins; its lines are indented by this much more.
    Open(usize),
    Close,
}

/// The text of a stream.
pub(crate) fn render(tokens: &[Token]) -> String {
    let widths = group_widths(tokens);
    let mut out = String::new();
    let mut column = 0;
    // The enclosing groups: indentation, and whether they are on one line.
    let mut groups = vec![(0usize, false)];
    for (position, token) in tokens.iter().enumerate() {
        let (indent, flat) = groups.last().copied().unwrap_or((0, false));
        match token {
            Token::Text(text) => {
                out.push_str(text);
                column += text.len();
            }
            Token::Break if flat => {
                out.push(' ');
                column += 1;
            }
            Token::Cut if flat => {}
            Token::Break | Token::Cut | Token::Hard => {
                while out.ends_with(' ') {
                    out.pop();
                }
                out.push('\n');
                column = indent.min(DEEPEST_INDENT);
                out.extend(std::iter::repeat_n(' ', column));
            }
            Token::Open(more) => {
                let fits = widths[position].is_some_and(|width| column + width <= WIDTH);
                groups.push((indent + more, flat || fits));
            }
            Token::Close => {
                groups.pop();
            }
        }
    }
    out
}

/// For each `Open`, how long its group is on one line; none if that is impossible.
fn group_widths(tokens: &[Token]) -> Vec<Option<usize>> {
    let mut widths = vec![None; tokens.len()];
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut total = 0usize;
    let mut last_hard: Option<usize> = None;
    for (position, token) in tokens.iter().enumerate() {
        match token {
            Token::Text(text) => total += text.len(),
            Token::Break => total += 1,
            Token::Cut => {}
            Token::Hard => last_hard = Some(position),
            Token::Open(_) => open.push((position, total)),
            Token::Close => {
                if let Some((start, before)) = open.pop()
                    && last_hard.is_none_or(|hard| hard < start)
                {
                    widths[start] = Some(total - before);
                }
            }
        }
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_breaks_everywhere_or_nowhere() {
        let long = "x".repeat(60);
        let group = |parts: [&str; 2]| {
            let [first, second] = parts.map(|part| Token::Text(part.to_owned().into()));
            render(&[Token::Open(2), first, Token::Break, second, Token::Close])
        };
        assert_eq!(group(["a", "b"]), "a b");
        assert_eq!(group([&long, &long]), format!("{long}\n  {long}"));
    }

    #[test]
    fn a_hard_break_opens_all_groups_around_it() {
        let text = |text: &'static str| Token::Text(text.into());
        let tokens = [
            Token::Open(2),
            text("a"),
            Token::Break,
            Token::Open(0),
            text("b"),
            Token::Hard,
            text("c"),
            Token::Close,
            Token::Close,
        ];
        assert_eq!(render(&tokens), "a\n  b\n  c");
    }
}
