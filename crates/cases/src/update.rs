//! Rewrites what a case expects: the fences behind each command, and nothing else.
//! What is empty (or exit code 0) gets no fence, except `output`, which a reader looks for.

use crate::case::{EXPECTATIONS, Expected};
use crate::document::{Block, Fence};

/// The document with the outputs of its commands replaced by what they gave.
pub(crate) fn update(blocks: &[Block], given: &[Expected]) -> Vec<Block> {
    let mut updated: Vec<Block> = Vec::new();
    let mut given = given.iter();
    let mut pending: Option<&Expected> = None;
    for block in blocks {
        match block {
            Block::Fence(fence) if EXPECTATIONS.contains(&fence.info.as_str()) => {
                // Its place is taken by the new fences; the empty line before it goes with it.
                if matches!(updated.last(), Some(Block::Prose(prose)) if prose.trim().is_empty()) {
                    updated.pop();
                }
            }
            // The new fences stand behind the input of their command, and before anything else.
            Block::Fence(fence) if fence.info == "stdin" => updated.push(block.clone()),
            Block::Fence(fence) => {
                append(&mut updated, pending.take());
                updated.push(block.clone());
                if fence.info == "command" {
                    pending = given.next();
                }
            }
            Block::Prose(prose) => {
                if !prose.trim().is_empty() {
                    append(&mut updated, pending.take());
                }
                updated.push(block.clone());
            }
        }
    }
    if pending.is_some() && matches!(updated.last(), Some(Block::Prose(prose)) if prose.trim().is_empty()) {
        updated.pop();
    }
    append(&mut updated, pending);
    updated
}

fn append(blocks: &mut Vec<Block>, given: Option<&Expected>) {
    let Some(given) = given else { return };
    let gap = matches!(blocks.last(), Some(Block::Prose(prose)) if prose.trim().is_empty());
    let gap = if gap { blocks.pop() } else { None };
    let mut fences = vec![Fence::new("output", &given.output)];
    if !given.errors.is_empty() {
        fences.push(Fence::new("errors", &given.errors));
    }
    if given.exit != 0 {
        fences.push(Fence::new("exit", &given.exit.to_string()));
    }
    for fence in fences {
        blocks.push(Block::Prose("\n".to_owned()));
        blocks.push(Block::Fence(fence));
    }
    blocks.extend(gap);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{parse, print};

    fn updated(text: &str, given: &[Expected]) -> String {
        print(&update(&parse(text).expect("a document"), given))
    }

    fn given(output: &str, errors: &str, exit: i32) -> Expected {
        Expected { output: output.into(), errors: errors.into(), exit }
    }

    #[test]
    fn fences_are_added_where_there_were_none() {
        let text = "A.\n\n```command\nlydian x\n```\n";
        let expected = "A.\n\n```command\nlydian x\n```\n\n```output\nyes\n```\n\n```exit\n1\n```\n";
        assert_eq!(updated(text, &[given("yes\n", "", 1)]), expected);
    }

    #[test]
    fn what_is_right_already_stays_as_it_is() {
        let text = "A.\n\n```command\nlydian x\n```\n\n```output\nyes\n```\n\n```errors\nno\n```\n\n```exit\n1\n```\n\nMore.\n\n\
                    ```command\nlydian y\n```\n\n```output\n```\n";
        assert_eq!(updated(text, &[given("yes\n", "no\n", 1), given("", "", 0)]), text);
    }

    #[test]
    fn fences_that_are_no_longer_needed_go() {
        let text = "A.\n\n```command\nlydian x\n```\n\n```output\nyes\n```\n\n```exit\n1\n```\n";
        let expected = "A.\n\n```command\nlydian x\n```\n\n```output\nyes\n```\n";
        assert_eq!(updated(text, &[given("yes\n", "", 0)]), expected);
    }

    #[test]
    fn the_input_of_a_command_stays_with_it() {
        let text = "A.\n\n```command\nlydian x\n```\n\n```stdin\n1\n```\n\n```output\nold\n```\n\nMore.\n";
        let expected =
            "A.\n\n```command\nlydian x\n```\n\n```stdin\n1\n```\n\n```output\nnew\n```\n\nMore.\n";
        assert_eq!(updated(text, &[given("new\n", "", 0)]), expected);
    }
}
