//! The messages inside of messages: `[[item]]` says what each of them means.
//! In: the tables of the file and the types of lists that answers hold. Out: for each type of element, the patterns that give one.

use std::collections::HashMap;

use lydian_ocaml::{FormId, ValueReader, ValueTemplate};
use toml::de::DeTable;

use super::toml_text::Text;
use super::{Check, Line, Meaning};
use crate::codec::pattern::{Pattern, Special};

/// An `[[item]]` as it is written.
pub(super) struct Item {
    text: Text,
    output: Text,
    /// Why it gives no element of a list so far; nothing once it gives one.
    unused: Option<String>,
}

impl Check<'_> {
    /// The items as they are written.
    pub(super) fn items(&mut self, root: &DeTable<'_>) -> Vec<Item> {
        let mut items = Vec::new();
        for (table, range) in self.tables(root, "item", "item") {
            self.keys(table, &["text", "output"], "[[item]]");
            match (self.text(table, "text"), self.text(table, "output")) {
                (Some(text), Some(output)) => {
                    let unused = Some("no answer holds {N:items}".to_owned());
                    items.push(Item { text, output, unused });
                }
                _ => {
                    let message = "an item has a `text` and an `output`".to_owned();
                    self.error("wire-missing", range, message);
                }
            }
        }
        items
    }

    /// What items mean, for each type of element that these lines ask for.
    pub(super) fn items_of<'p>(
        &mut self,
        patterns: impl Iterator<Item = &'p Pattern>,
        mut items: Vec<Item>,
    ) -> HashMap<FormId, Vec<Line>> {
        let mut known: HashMap<FormId, Vec<Line>> = HashMap::new();
        let mut open: Vec<FormId> = elements(patterns).collect();
        while let Some(form) = open.pop() {
            if known.contains_key(&form) {
                continue;
            }
            let lines: Vec<Line> = items.iter_mut().filter_map(|item| self.item(item, form)).collect();
            open.extend(elements(lines.iter().map(|line| &line.pattern)));
            if lines.is_empty() {
                let message =
                    format!("no [[item]] says what an item of type {} looks like", self.forms.name(form));
                self.error("wire-missing", 0..0, message);
            }
            known.insert(form, lines);
        }
        for item in items {
            if let Some(why) = item.unused {
                let message = format!("no list has such an item: {why}");
                self.error("wire-output", item.output.span, message);
            }
        }
        known
    }

    /// What an item means as a value of this type, if it can be one.
    fn item(&self, item: &mut Item, form: FormId) -> Option<Line> {
        let read = || -> Result<Line, String> {
            let template: ValueTemplate =
                ValueReader::of_form(&self.forms, form).read_template(&item.output.text)?;
            let form_of =
                |number| template.holes().iter().find(|(hole, _)| *hole == number).map(|(_, form)| *form);
            let pattern = Pattern::new(&item.text.text, &self.forms, &form_of).map_err(|(_, why)| why)?;
            let given = |number: usize| {
                item.text.text.contains(&format!("{{{number}}}"))
                    || item.text.text.contains(&format!("{{{number}:"))
            };
            if let Some((number, _)) = template.holes().iter().find(|(number, _)| !given(*number)) {
                return Err(format!("{{{number}}} does not occur in the text"));
            }
            Ok(Line { pattern, meaning: Meaning::Output(template) })
        };
        match read() {
            Ok(line) => {
                item.unused = None;
                Some(line)
            }
            Err(why) => {
                if item.unused.is_some() {
                    item.unused = Some(why);
                }
                None
            }
        }
    }
}

/// The types of elements of which lines hold lists.
fn elements<'p>(patterns: impl Iterator<Item = &'p Pattern>) -> impl Iterator<Item = FormId> {
    patterns.flat_map(Pattern::special).filter_map(|(_, special)| match special {
        Special::Items(form) | Special::Elements(form) => Some(form),
        Special::Name | Special::Counter => None,
    })
}
