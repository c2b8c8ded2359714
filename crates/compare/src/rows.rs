//! The judgements on several entries of one submission, put together.
//! What is said of the file (tests in it that fail, warnings) is said once, beside the entries.

use std::collections::HashMap;

use lydian_verdict::{Judgement, Remark};

use crate::entries::{Chosen, Entries};
use crate::judge::Judged;
use crate::remarks::TOP_LEVEL_FAILS;
use crate::{Options, also};

/// The entries of all submissions, in one line of work, and what came of each.
pub(crate) struct Rows {
    /// The submission and the entry.
    work: Vec<(usize, Entries)>,
    judged: Vec<Option<Judged>>,
    /// What is said of each submission as a whole, by its number.
    remarks: HashMap<usize, Vec<Remark>>,
}

impl Rows {
    /// From the numbers of submissions and what they are judged by.
    pub(crate) fn of(all: impl Iterator<Item = (usize, Chosen)>) -> Rows {
        let mut rows = Rows { work: Vec::new(), judged: Vec::new(), remarks: HashMap::new() };
        for (index, chosen) in all {
            rows.work.extend(chosen.rows.into_iter().map(|entry| (index, entry)));
            rows.remarks.insert(index, chosen.remarks);
        }
        rows.judged = vec![None; rows.work.len()];
        rows
    }

    /// What is to be done: a submission, and the options with its entry.
    pub(crate) fn work(&self, options: &Options) -> Vec<(usize, Options)> {
        let with = |entries: &Entries| Options { entries: entries.clone(), ..options.clone() };
        self.work.iter().map(|(index, entries)| (*index, with(entries))).collect()
    }

    /// Keeps a judgement; gives that on the whole submission if all its entries are judged.
    pub(crate) fn add(&mut self, position: usize, judged: Judged) -> Option<Judged> {
        self.judged[position] = Some(judged);
        let index = self.work[position].0;
        let own = (0..self.work.len()).filter(|other| self.work[*other].0 == index);
        let rows: Option<Vec<Judged>> = own.map(|other| self.judged[other].clone()).collect();
        join(rows?, self.remarks.get(&index).map_or(&[], Vec::as_slice))
    }

    /// What was judged.
    pub(crate) fn judged(&self, position: usize) -> Option<&Judged> {
        self.judged[position].as_ref()
    }

    /// The entries on which cases of other submissions could still change what is said.
    pub(crate) fn open(&self) -> Vec<usize> {
        let is_open = |position: &usize| self.judged(*position).is_some_and(also::is_open_row);
        (0..self.work.len()).filter(is_open).collect()
    }
}

impl Judged {
    /// What was judged one by one: the entries, or the one there is.
    pub fn rows(&self) -> &[Judged] {
        if self.entries.is_empty() { std::slice::from_ref(self) } else { &self.entries }
    }
}

/// One judgement on all entries of a submission; the remarks are about the file.
pub(crate) fn join(mut rows: Vec<Judged>, remarks: &[Remark]) -> Option<Judged> {
    if rows.len() < 2 {
        let mut only = rows.pop()?;
        only.judgement.remarks.extend_from_slice(remarks);
        return Some(only);
    }
    let subject = rows.first()?.judgement.subject.clone();
    let diagnostics = std::mem::take(&mut rows.first_mut()?.judgement.diagnostics);
    let mut on_file: Vec<Remark> = Vec::new();
    for row in &mut rows {
        row.judgement.diagnostics.clear();
        let (about_file, about_entry): (Vec<Remark>, Vec<Remark>) =
            std::mem::take(&mut row.judgement.remarks)
                .into_iter()
                .partition(|remark| remark.kind == TOP_LEVEL_FAILS);
        row.judgement.remarks = about_entry;
        for remark in about_file {
            if !on_file.contains(&remark) {
                on_file.push(remark);
            }
        }
    }
    let judgements = rows.iter().map(|row| row.judgement.clone()).collect();
    let mut judgement = Judgement::of_entries(subject, judgements);
    judgement.remarks = remarks.iter().cloned().chain(on_file).collect();
    judgement.diagnostics = diagnostics;
    let worst = rows.iter().find(|row| row.judgement.entry == judgement.entry);
    let counterexample = worst.and_then(|row| row.counterexample.clone());
    Some(Judged { judgement, counterexample, entries: rows })
}
