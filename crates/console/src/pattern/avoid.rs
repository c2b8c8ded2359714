//! `any without "text"`: any text in which some others do not occur.
//! In: the texts. Out: one instruction for each beginning of a text that may have been written last (the automaton of Aho and
//! Corasick), so that what is avoided is found wherever it begins, in time linear in the output.

use super::TooLarge;
use super::program::{Compiler, Instruction};

impl Compiler {
    /// Anything in which none of these texts occurs.
    pub(super) fn avoid(&mut self, texts: &[Vec<u8>]) -> Result<(), TooLarge> {
        let fold = self.tolerance.case_ignored;
        self.avoided.extend(texts.iter().cloned());
        let texts: Vec<Vec<u8>> =
            texts.iter().map(|text| if fold { text.to_ascii_lowercase() } else { text.clone() }).collect();
        let mut letters: Vec<u8> = texts.concat();
        letters.sort_unstable();
        letters.dedup();
        let beginnings = beginnings(&texts);
        let start = self.here();
        let end = start + beginnings.len();
        for beginning in &beginnings {
            let mut next = Vec::new();
            for &letter in &letters {
                let to = after(beginning, letter, &texts, &beginnings).map(|index| start + index);
                next.push((letter, to));
                if fold && letter.is_ascii_lowercase() {
                    next.push((letter.to_ascii_uppercase(), to));
                }
            }
            self.emit(Instruction::Avoid { next, start, end })?;
        }
        Ok(())
    }
}

/// All that texts begin with, but for the whole ones; the empty beginning is the first.
fn beginnings(texts: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut found = vec![Vec::new()];
    for text in texts {
        for length in 1..text.len() {
            if !found.iter().any(|known| **known == text[..length]) {
                found.push(text[..length].to_vec());
            }
        }
    }
    found
}

/// The longest beginning of a text that ends what was written when a letter follows; nothing if a text is complete.
fn after(beginning: &[u8], letter: u8, texts: &[Vec<u8>], beginnings: &[Vec<u8>]) -> Option<usize> {
    let written = [beginning, &[letter]].concat();
    if texts.iter().any(|text| written.ends_with(text)) {
        return None;
    }
    (0..=written.len()).find_map(|from| beginnings.iter().position(|known| **known == written[from..]))
}
