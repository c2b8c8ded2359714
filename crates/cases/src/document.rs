//! A Markdown file as a list of prose and fences, kept so that printing gives the same bytes.
//! Fences are lines of three or more backticks; the closing line has at least as many. Nothing else of Markdown is read.

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Block {
    /// Lines between fences, each with its line end.
    Prose(String),
    /// A fence.
    Fence(Fence),
}

/// A fenced block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fence {
    /// The text behind the opening backticks.
    pub(crate) info: String,
    /// The lines inside, each with its line end.
    pub(crate) body: String,
    /// The line of the opening backticks, from 1.
    pub(crate) line: usize,
}

impl Fence {
    /// A fence that is not yet in a file.
    pub(crate) fn new(info: &str, body: &str) -> Fence {
        let mut body = body.to_owned();
        if !body.is_empty() && !body.ends_with('\n') {
            body.push('\n');
        }
        Fence { info: info.to_owned(), body, line: 0 }
    }
}

/// Reads a document; the error is a fence that is never closed.
pub(crate) fn parse(text: &str) -> Result<Vec<Block>, String> {
    let mut blocks = Vec::new();
    let mut prose = String::new();
    let mut lines = text.split_inclusive('\n').enumerate();
    while let Some((index, line)) = lines.next() {
        let ticks = leading_ticks(line);
        if ticks < 3 {
            prose.push_str(line);
            continue;
        }
        if !prose.is_empty() {
            blocks.push(Block::Prose(std::mem::take(&mut prose)));
        }
        let mut body = String::new();
        loop {
            let Some((_, inner)) = lines.next() else {
                return Err(format!("the fence in line {} is never closed", index + 1));
            };
            if leading_ticks(inner) >= ticks && inner.trim().chars().all(|character| character == '`') {
                break;
            }
            body.push_str(inner);
        }
        blocks.push(Block::Fence(Fence { info: line[ticks..].trim().to_owned(), body, line: index + 1 }));
    }
    if !prose.is_empty() {
        blocks.push(Block::Prose(prose));
    }
    Ok(blocks)
}

/// The document as text.
pub(crate) fn print(blocks: &[Block]) -> String {
    let mut text = String::new();
    for block in blocks {
        match block {
            Block::Prose(prose) => text.push_str(prose),
            Block::Fence(fence) => {
                let longest = fence.body.lines().map(leading_ticks).max().unwrap_or(0);
                let ticks = "`".repeat(3.max(longest + 1));
                text.push_str(&format!("{ticks}{}\n{}{ticks}\n", fence.info, fence.body));
            }
        }
    }
    text
}

fn leading_ticks(line: &str) -> usize {
    line.bytes().take_while(|byte| *byte == b'`').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printing_what_was_read_gives_the_same_bytes() {
        let text = "A fact.\n\n```ocaml a.ml\nlet x = 1\n```\n\n````output\n```\n````\nEnd.\n";
        assert_eq!(print(&parse(text).expect("a document")), text);
    }

    #[test]
    fn a_fence_that_is_never_closed_is_an_error() {
        assert_eq!(parse("a\n```x\nb\n"), Err("the fence in line 2 is never closed".to_owned()));
    }

    #[test]
    fn a_longer_fence_may_hold_a_shorter_one() {
        let blocks = parse("````output\n```\n````\n").expect("a document");
        assert_eq!(blocks, [Block::Fence(Fence { info: "output".into(), body: "```\n".into(), line: 1 })]);
    }
}
