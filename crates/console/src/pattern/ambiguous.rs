//! Whether one and the same text can be split among the outputs of a step in two ways.
//! In: a step. Out: a shortest such text, in words. Two threads run over the same text side by side; once they have
//! given a byte to different outputs, it is enough that both reach the end.

use lydian_words::quoted;
use rustc_hash::FxHashSet;

use super::program::{Program, Rules};
use super::threads::{Thread, advance, alphabet, beginning, context_after};
use super::token::Context;
use super::{Output, Step};

/// How many pairs of threads are looked at before the search is given up.
const PAIRS_LIMIT: usize = 50_000;
/// How many pairs of neighbouring outputs are looked at.
const NEIGHBOURS_LIMIT: usize = 100;
/// How many characters of the text are told.
const TEXT_LIMIT: usize = 60;

/// Says so if the same text can be split among the outputs of a step in two ways. Matching does not mind, but who wrote
/// the specification may have meant something else. Nothing is said where the search is too large.
pub fn ambiguous(step: &Step) -> Option<String> {
    if step.outputs.len() < 2 {
        return None;
    }
    // Neighbours first: they are cheap, and what they share can be shared whatever the other outputs are.
    let neighbours = step.outputs.windows(2).enumerate();
    let found = neighbours.take(NEIGHBOURS_LIMIT).find_map(|(index, pair)| Some((index, shared(pair)?)));
    let (index, (text, [one, other])) = found.or_else(|| Some((0, shared(&step.outputs)?)))?;
    Some(format!(
        "{} can be split in two ways: a part of it can belong to output {} or to output {}",
        quoted(&text, TEXT_LIMIT),
        index as u32 + one + 1,
        index as u32 + other + 1
    ))
}

/// A shortest text that can be split among these outputs in two ways, and two outputs that share a byte of it.
fn shared(outputs: &[Output]) -> Option<(Vec<u8>, [u32; 2])> {
    let program = Program::of_outputs(outputs, Rules::Exact).ok()?;
    Search::new(&program).shortest()
}

/// Two threads after the same text, and the first two outputs to which they gave the same byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Pair {
    threads: [Thread; 2],
    parted: Option<[u32; 2]>,
    context: Context,
}

struct Search<'p> {
    program: &'p Program,
    /// In order of their texts' lengths, each with where it came from.
    pairs: Vec<(Pair, Option<(usize, u8)>)>,
    known: FxHashSet<Pair>,
}

impl<'p> Search<'p> {
    fn new(program: &'p Program) -> Search<'p> {
        let mut search = Search { program, pairs: Vec::new(), known: FxHashSet::default() };
        let threads = beginning(program);
        search.reach_all(&threads, &threads, None, Context::Free, None);
        search
    }

    /// A shortest text that can be split in two ways, and the outputs that share a byte of it.
    fn shortest(mut self) -> Option<(Vec<u8>, [u32; 2])> {
        let letters = alphabet(&[self.program]);
        let mut index = 0;
        while index < self.pairs.len() {
            let (pair, _) = self.pairs[index];
            if let Some(parted) = pair.parted
                && pair.threads.iter().all(|thread| thread.accepts(self.program))
            {
                return Some((self.text(index), parted));
            }
            if self.pairs.len() < PAIRS_LIMIT {
                letters.iter().for_each(|&byte| self.advance(index, pair, byte));
            }
            index += 1;
        }
        None
    }

    fn advance(&mut self, index: usize, pair: Pair, byte: u8) {
        let context = context_after(pair.context, byte, self.program.has_numbers());
        let [one, other] = pair.threads.map(|thread| advance(self.program, thread, byte, context));
        let outputs = pair.threads.map(|thread| self.program.origins[thread.place].output);
        let parted = pair.parted.or((outputs[0] != outputs[1]).then(|| {
            let [one, other] = outputs;
            [one.min(other), one.max(other)]
        }));
        self.reach_all(&one, &other, parted, context, Some((index, byte)));
    }

    fn reach_all(
        &mut self,
        one: &[Thread],
        other: &[Thread],
        parted: Option<[u32; 2]>,
        context: Context,
        from: Option<(usize, u8)>,
    ) {
        for &one in one {
            for &other in other {
                if self.pairs.len() >= PAIRS_LIMIT {
                    return;
                }
                let pair = Pair { threads: [one.min(other), one.max(other)], parted, context };
                if self.known.insert(pair) {
                    self.pairs.push((pair, from));
                }
            }
        }
    }

    /// The text that led to a pair.
    fn text(&self, mut index: usize) -> Vec<u8> {
        let mut text = Vec::new();
        while let Some((from, byte)) = self.pairs[index].1 {
            text.push(byte);
            index = from;
        }
        text.reverse();
        text
    }
}
