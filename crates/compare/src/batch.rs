//! Many submissions at once: in parallel, equal programs judged once, results in the order given.
//! Every submission starts from the same state whatever thread takes it, so the number of threads changes nothing.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Instant;

use lydian_core::Item;
use lydian_diagnostic::{Diagnostic, Source};
use lydian_verdict::{Event, Judgement, Outcome, Statistics, Summary, Verdict, label};

use crate::judge::{Judged, Loaded, choose_loaded, judge_loaded, load, paste_of_copy};
use crate::observed::load_reference;
use crate::pair::Side;
use crate::rows::Rows;
use crate::through::Loadable;
use crate::{Options, also, remarks};

/// Deeply nested programs need a deep stack in the front end.
const STACK: usize = 256 << 20;

/// The results of a batch.
#[derive(Debug)]
pub struct Batch {
    /// One for each submission, in order.
    pub judged: Vec<Judged>,
    /// What they add up to.
    pub summary: Summary,
}

/// Judges all submissions, with this many threads, and tells how it goes.
///
/// The events come in the order of the submissions. An error means that the reference cannot be used.
pub fn judge_all(
    reference: &Arc<Source>,
    submissions: &[Arc<Source>],
    options: &Options,
    jobs: usize,
    emit: &mut dyn FnMut(Event),
) -> Result<Batch, Vec<Diagnostic>> {
    let started = Instant::now();
    let total = submissions.len() as u64;
    emit(Event::Started { what: format!("comparing with {}", reference.name), total });
    let loaded = on_deep_stack(|| load_reference(reference, options))?;
    let program = Loadable { program: &loaded.program, source: reference };
    let programs = on_threads(jobs, submissions, |source| {
        let loaded = load(source, Side::Submission, options);
        // A functor that is not applied, and what a signature hides, are not in the code: such files are equal if their texts are.
        // So are those whose lines may be named because they fail there.
        let runs = |loaded: &Loaded| loaded.program.items.iter().any(|item| matches!(item, Item::Run(_)));
        let has_words = ["module", "assert"].iter().any(|word| source.text.contains(word));
        let keeps_text = has_words || loaded.as_ref().is_ok_and(runs);
        let text = keeps_text.then(|| source.text.clone());
        let print = loaded.as_ref().ok().map(|loaded| (lydian_core::fingerprint(&loaded.program), text));
        (loaded, print)
    });
    let mut representative: HashMap<_, usize> = HashMap::new();
    let same_as: Vec<usize> = programs
        .iter()
        .enumerate()
        .map(|(index, (_, print))| {
            print.as_ref().map_or(index, |print| *representative.entry(print).or_insert(index))
        })
        .collect();
    let warnings = |index: usize| programs[index].0.as_ref().map_or(&[][..], |loaded| &loaded.warnings);
    let copies = Copies { same_as: &same_as, submissions, warnings: &warnings };

    let mut summary = Summary::default();
    let mut results: Vec<Option<Judged>> = vec![None; submissions.len()];
    let (mut done, mut told) = (0, 0);
    let work: Vec<usize> = (0..submissions.len()).filter(|index| same_as[*index] == *index).collect();
    let chosen =
        on_threads(jobs, &work, |index| (*index, choose_loaded(&loaded, &programs[*index].0, options)));
    let mut rows = Rows::of(chosen.into_iter());
    let row_work = rows.work(options);
    for_each_result(
        jobs,
        &row_work,
        |(index, options)| judge_loaded(program, &submissions[*index], &programs[*index].0, options),
        |position, judged| {
            let index = row_work[position].0;
            let Some(judged) = rows.add(position, judged) else { return };
            if also::is_open(&judged) {
                for copy in (index..submissions.len()).filter(|copy| same_as[*copy] == index) {
                    emit(Event::Tentative(Box::new(copies.renamed(judged.judgement.clone(), copy))));
                }
            }
            results[index] = Some(judged);
            done += 1;
            // Whatever is certain without a gap is told.
            while let Some(judged) = copies.known(&results, told).filter(|one| !also::is_open(one)) {
                tell(&mut summary, emit, judged, &mut results[told]);
                told += 1;
            }
            emit(Event::Progress { done, total: work.len() as u64, detail: String::new() });
        },
    );
    let cases = also::collect(results.iter().flatten().flat_map(Judged::rows), options);
    let open = rows.open();
    let helped = on_threads(jobs, &open, |position| {
        let (index, judged) = (row_work[*position].0, rows.judged(*position)?);
        let Ok(loaded) = &programs[index].0 else { return None };
        let source = &submissions[index];
        also::refuted_by(&cases, judged, program, Loadable { program: &loaded.program, source }, options)
    });
    for (position, helped) in open.into_iter().zip(helped) {
        if let Some(helped) = helped {
            results[row_work[position].0] = rows.add(position, helped);
        }
    }
    for index in told..submissions.len() {
        if let Some(judged) = copies.known(&results, index) {
            tell(&mut summary, emit, judged, &mut results[index]);
        }
    }
    summary.seconds = started.elapsed().as_secs_f64();
    emit(Event::Finished(summary.clone()));
    Ok(Batch { judged: results.into_iter().flatten().collect(), summary })
}

fn tell(summary: &mut Summary, emit: &mut dyn FnMut(Event), judged: Judged, place: &mut Option<Judged>) {
    summary.record(&judged.judgement);
    emit(Event::Judged(Box::new(judged.judgement.clone())));
    *place = Some(judged);
}

/// Which submissions are the same program as an earlier one.
struct Copies<'a> {
    same_as: &'a [usize],
    submissions: &'a [Arc<Source>],
    warnings: &'a dyn Fn(usize) -> &'a [Diagnostic],
}

impl Copies<'_> {
    /// What is known about a submission, by itself or because it equals an earlier one.
    fn known(&self, results: &[Option<Judged>], index: usize) -> Option<Judged> {
        results.get(index)?.clone().or_else(|| self.copy_of(results, index))
    }

    /// The judgement of a submission that equals an earlier one.
    fn copy_of(&self, results: &[Option<Judged>], index: usize) -> Option<Judged> {
        let first = self.same_as[index];
        if first == index {
            return None;
        }
        let original = results[first].clone()?;
        let mut judgement = self.renamed(original.judgement, index);
        for one in &mut judgement.entries {
            (one.seconds, one.statistics) = (0.0, Statistics::default());
        }
        (judgement.seconds, judgement.statistics) = (0.0, Statistics::default());
        judgement.same_as = Some(self.submissions[first].name.clone());
        Some(Judged { judgement, ..original })
    }

    /// The judgement on a program in the words of a copy: no file but its own is named in it.
    fn renamed(&self, judgement: Judgement, index: usize) -> Judgement {
        let (first, own) = (&self.submissions[self.same_as[index]].name, &self.submissions[index].name);
        if first == own {
            return judgement;
        }
        let mut judgement = judgement;
        judgement.subject.clone_from(own);
        if !judgement.diagnostics.is_empty() {
            judgement.diagnostics = (self.warnings)(index).to_vec();
        }
        for remark in &mut judgement.remarks {
            remarks::rename_file(remark, first, own);
        }
        if let Verdict::Refuted(refutation) = &mut judgement.verdict {
            for detail in &mut refutation.details {
                detail.text = match detail.label == label::PASTE {
                    true => paste_of_copy(&detail.text, first, own),
                    false => remarks::with_places_in(&detail.text, first, own),
                };
            }
            if let Outcome::Exception(exception) = &mut refutation.case.actual {
                *exception = remarks::with_places_in(exception, first, own);
            }
        }
        judgement.entries = judgement.entries.into_iter().map(|entry| self.renamed(entry, index)).collect();
        judgement
    }
}

/// Runs something on a thread with a stack for deep programs.
pub(crate) fn on_deep_stack<R: Send>(body: impl FnOnce() -> R + Send) -> R {
    match lydian_core::on_deep_stack(STACK, body) {
        Ok(result) => result,
        Err(error) => panic!("no thread could be started: {error}"),
    }
}

fn on_threads<T: Sync, R: Send>(jobs: usize, work: &[T], body: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let mut results: Vec<Option<R>> = work.iter().map(|_| None).collect();
    for_each_result(jobs, work, body, |index, result| results[index] = Some(result));
    results.into_iter().flatten().collect()
}

/// Works on all items with some threads and hands each result over as it comes.
fn for_each_result<T: Sync, R: Send>(
    jobs: usize,
    work: &[T],
    body: impl Fn(&T) -> R + Sync,
    mut receive: impl FnMut(usize, R),
) {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, work.len().max(1)) {
            let (sender, next, body) = (sender.clone(), &next, &body);
            let run = move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = work.get(index) else { break };
                    if sender.send((index, body(item))).is_err() {
                        break;
                    }
                }
            };
            if let Err(error) = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run) {
                panic!("no thread could be started: {error}");
            }
        }
        drop(sender);
        for (index, result) in receiver {
            receive(index, result);
        }
    });
}

/// Whether a judgement refutes.
pub(crate) fn is_refuted(judged: &Judged) -> bool {
    judged.rows().iter().any(|row| matches!(row.judgement.verdict, Verdict::Refuted(_)))
}
