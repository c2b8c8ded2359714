//! Leaves out cases that are others with inputs in another order, where the order makes no difference to the model.
//!
//! Two neighbours commute where a case has them if the model, run both ways, gives each the same answers and comes to the same states. A case is
//! sorted as far as its neighbours commute; cases that are then the same up to the names of their unknown data, answers and conditions
//! included, stand for each other, and one of them stays. Systems in which such inputs do not commute may be wrong in one order only: that they do
//! is a hypothesis of the suite.

use lydian_conform::{InputId, StateSet, Trouble};
use lydian_core::Value;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::concrete::Concrete;
use crate::generate::GeneratedCase;

impl Concrete<'_, '_, '_> {
    /// Leaves out cases that are another order of one that stays; how many they are.
    pub(crate) fn leave_out_orders(&mut self, cases: &mut Vec<GeneratedCase>) -> Result<u64, Trouble> {
        let mut keys = Vec::new();
        let mut seen: FxHashSet<Vec<String>> = FxHashSet::default();
        for case in cases.iter() {
            let order = self.sorted(case)?;
            let key = key(case, &order);
            let is_sorted = order.iter().enumerate().all(|(place, at)| place == *at);
            if is_sorted {
                seen.insert(key.clone());
            }
            keys.push((is_sorted, key));
        }
        let before = cases.len();
        let mut keys = keys.into_iter();
        // One that is sorted stays, with all its data; of those without a sorted one, the first.
        cases.retain(|_| keys.next().is_none_or(|(is_sorted, key)| is_sorted || seen.insert(key)));
        Ok((before - cases.len()) as u64)
    }

    /// The places of a case's steps, sorted as far as neighbours commute.
    fn sorted(&mut self, case: &GeneratedCase) -> Result<Vec<usize>, Trouble> {
        let patterns = case.pattern.len().saturating_sub(case.steps.len());
        let kinds: Vec<String> =
            (0..case.steps.len()).map(|place| without_names(&case.pattern[patterns + place].0)).collect();
        let mut order: Vec<usize> = (0..case.steps.len()).collect();
        loop {
            let mut changed = false;
            for place in 0..order.len().saturating_sub(1) {
                let (first, second) = (order[place], order[place + 1]);
                if kinds[second] < kinds[first] && self.commute(case, &order, place)? {
                    order.swap(place, place + 1);
                    changed = true;
                }
            }
            if !changed {
                return Ok(order);
            }
        }
    }

    /// Whether the steps at a place and behind it can be exchanged.
    fn commute(&mut self, case: &GeneratedCase, order: &[usize], place: usize) -> Result<bool, Trouble> {
        let value = self.value(&case.initial);
        let mut states = StateSet::new([self.intern_state(&value)?]);
        for at in &order[..place] {
            match self.taken(case, *at, &states)? {
                Some(next) => states = next,
                None => return Ok(false),
            }
        }
        let (first, second) = (order[place], order[place + 1]);
        let one = match self.taken(case, first, &states)? {
            Some(next) => self.taken(case, second, &next)?,
            None => None,
        };
        let other = match self.taken(case, second, &states)? {
            Some(next) => self.taken(case, first, &next)?,
            None => None,
        };
        Ok(one.is_some() && one == other)
    }

    /// The states after a step of a case, if the model allows there what the case says and nothing else.
    fn taken(
        &mut self,
        case: &GeneratedCase,
        at: usize,
        states: &StateSet,
    ) -> Result<Option<StateSet>, Trouble> {
        let step = &case.steps[at];
        let Some(answer) = step.allowed.first() else { return Ok(None) };
        let value = self.value(&step.input);
        let input: InputId = self.intern_input(&value)?;
        let (allowed, all) = states.allowed(self, input)?;
        let mut wanted = Vec::new();
        for outputs in &step.allowed {
            let list = Value::list(outputs.iter().map(crate::values::value_of));
            wanted.push(self.intern_answer(&list)?);
        }
        let same = allowed.len() == wanted.len() && wanted.iter().all(|answer| allowed.contains(answer));
        if !all || !same {
            return Ok(None);
        }
        let list = Value::list(answer.iter().map(crate::values::value_of));
        let answer = self.intern_answer(&list)?;
        let next = states.after(self, input, answer)?;
        Ok((!next.is_empty()).then_some(next))
    }
}

/// What a case is in this order, with its unknown data named anew.
fn key(case: &GeneratedCase, order: &[usize]) -> Vec<String> {
    let start = case.pattern.len().saturating_sub(case.steps.len());
    let mut names: FxHashMap<String, usize> = FxHashMap::default();
    let rows = (0..start).chain(order.iter().map(|at| start + at));
    let mut key: Vec<String> = Vec::new();
    for row in rows {
        let (input, answer) = &case.pattern[row];
        key.push(renamed(input, &mut names));
        key.push(renamed(answer, &mut names));
    }
    let mut conditions: Vec<String> =
        case.conditions.iter().map(|condition| renamed(condition, &mut names)).collect();
    conditions.sort();
    key.extend(conditions);
    key
}

/// A text whose unknowns (`x1`, `x2`) are numbered as they come.
fn renamed(text: &str, names: &mut FxHashMap<String, usize>) -> String {
    each_word(text, |word| {
        let next = names.len() + 1;
        format!("x{}", names.entry(word.to_owned()).or_insert(next))
    })
}

fn without_names(text: &str) -> String {
    each_word(text, |_| "x".to_owned())
}

/// A text with each unknown replaced.
fn each_word(text: &str, mut replace: impl FnMut(&str) -> String) -> String {
    let mut result = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_word = |char: char| char.is_ascii_alphanumeric() || char == '_';
        let end = match rest.starts_with(is_word) {
            true => rest.find(|char| !is_word(char)).unwrap_or(rest.len()),
            false => rest.find(is_word).unwrap_or(rest.len()),
        };
        let (word, behind) = rest.split_at(end);
        let is_unknown = word
            .strip_prefix('x')
            .is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
        match is_unknown {
            true => result += &replace(word),
            false => result += word,
        }
        rest = behind;
    }
    result
}
