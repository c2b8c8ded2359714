//! Merging of walks that have the same future: what makes games such as hangman searchable.
//!
//! At the head of a loop only some of what has been read still matters. If older values of a variable are only ever asked
//! whether constants of the script are among them, then its history matters as a set of these constants: two walks at the
//! same place with the same sets go on in the same ways, and one of them is enough. Where values must be new (`except x.all`),
//! the values beside the constants never matter as long as there are infinitely many of them and they are only compared for
//! equality. The newest value, where it still matters, must be compared for equality only as well.
//!
//! The walks that are left form a graph; the number of paths through it is counted without walking them.

use std::collections::{BTreeMap, BTreeSet};

use lydian_core::Value;
use lydian_term::Int;
use rustc_hash::FxHashMap;

use crate::flow::{Flow, Step};
use crate::lower::{Compiled, Ty};
use crate::spec::Spec;
use crate::syntax::ast::{
    LoopKind, Mode, Operator, Set, SetKind, Statement, StatementKind, Term, TermKind, View,
};
use crate::syntax::visit::in_term;

/// What the conditions of a script look at.
#[derive(Debug)]
pub(crate) struct Merging {
    /// For each step that begins a round: the variables whose values still matter there, or nothing if walks cannot be
    /// merged there.
    relevant: BTreeMap<usize, Option<Vec<Relevant>>>,
    /// For each variable the constants that its values are told apart by.
    constants: Vec<Vec<Int>>,
}

/// A variable whose values still matter.
#[derive(Debug, Clone, Copy)]
struct Relevant {
    variable: usize,
    /// Whether older values matter.
    history: bool,
    /// Whether the newest value matters by itself.
    newest: bool,
    /// Whether it matters that there is a value.
    exists: bool,
}

/// More constants than this would split every read too often.
const MOST_CONSTANTS: usize = 12;

impl Merging {
    /// What is merged; `None` if some loop does not allow it, or there is none.
    pub(crate) fn of(spec: &Spec) -> Option<Merging> {
        // What a specification computes from round to round is no set of constants.
        if spec.flow.steps.iter().any(|step| matches!(step, Step::Assign { .. } | Step::Choose(_))) {
            return None;
        }
        let usage = Usage::of_all(spec);
        let live = live_currents(&spec.flow, &spec.terms, spec.variables.len());
        let mut relevant = BTreeMap::new();
        for (place, step) in spec.flow.steps.iter().enumerate() {
            if *step != Step::Round {
                continue;
            }
            let mut variables = Vec::new();
            let mut mergeable = true;
            for (variable, usage) in usage.iter().enumerate() {
                let (history, newest) = (usage.history, live[place].contains(&variable));
                if history || newest {
                    mergeable &= usage.is_mergeable(newest);
                    variables.push(Relevant { variable, history, newest, exists: newest || usage.refused });
                }
            }
            relevant.insert(place, mergeable.then_some(variables));
        }
        let all = !relevant.is_empty() && relevant.values().all(Option::is_some);
        let constants = usage.into_iter().map(|usage| usage.constants).collect();
        all.then_some(Merging { relevant, constants })
    }

    /// The constants that a value read into a variable is compared with.
    pub(crate) fn constants(&self, variable: usize) -> &[Int] {
        if self.is_relevant(variable) { &self.constants[variable] } else { &[] }
    }

    fn is_relevant(&self, variable: usize) -> bool {
        self.relevant.values().flatten().flatten().any(|relevant| relevant.variable == variable)
    }

    /// What the future of a walk at the head of a loop depends on: `None` if it cannot be told.
    /// So many wrong values came before: only so many more may come.
    pub(crate) fn key(&self, place: usize, views: &[Value], wrong: u32) -> Option<Key> {
        let variables = self.relevant.get(&place)?.as_ref()?;
        let mut state = Vec::new();
        for Relevant { variable, history, newest: newest_matters, exists } in variables {
            // The first views are the variables themselves, newest value first.
            let mut seen = BTreeSet::new();
            let mut newest = None;
            let mut rest = &views[*variable];
            let mut first = true;
            while let Value::Block(cell) = rest {
                if let Value::Int(known) = cell.fields[0] {
                    seen.insert(known);
                    if first && *newest_matters {
                        newest = Some(known);
                    }
                }
                first = false;
                if !history {
                    seen.clear();
                    break;
                }
                rest = &cell.fields[1];
            }
            state.push((newest, !first && *exists, seen));
        }
        Some(Key { place, wrong, state })
    }
}

/// What the future depends on: the place, the number of wrong values, and for each variable the newest constant and
/// whether there is a value, if it matters, and the constants seen.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key {
    place: usize,
    wrong: u32,
    state: Vec<(Option<i64>, bool, BTreeSet<i64>)>,
}

/// How conditions use a variable.
#[derive(Debug, Default, Clone)]
struct Usage {
    /// Older values matter.
    history: bool,
    /// Older values matter in other ways than by constants among them.
    opaque: bool,
    /// The newest value is not only compared with constants for equality.
    ordered: bool,
    /// Values must be new.
    new: bool,
    /// Values must be new, and one that is not is refused: it can only come after a first value.
    refused: bool,
    /// Its values are no integers, or constants beside it are too large.
    foreign: bool,
    /// What its values are compared with.
    constants: Vec<Int>,
}

impl Usage {
    fn of_all(spec: &Spec) -> Vec<Usage> {
        let mut usage = vec![Usage::default(); spec.variables.len()];
        Finder { spec, usage: &mut usage }.statements(&spec.script.body);
        for (usage, variable) in usage.iter_mut().zip(spec.variables.iter()) {
            usage.constants.sort();
            usage.constants.dedup();
            usage.foreign =
                variable.ty != Ty::Int || usage.constants.iter().any(|constant| constant.as_i64().is_none());
        }
        usage
    }

    fn is_mergeable(&self, newest: bool) -> bool {
        let told_apart = self.constants.len() <= MOST_CONSTANTS && !self.foreign && !self.opaque;
        told_apart && !(self.ordered && (newest || self.new))
    }
}

struct Finder<'a> {
    spec: &'a Spec,
    usage: &'a mut [Usage],
}

impl Finder<'_> {
    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            match &statement.kind {
                StatementKind::Read(read) => {
                    for field in &read.fields {
                        let variable = self.spec.variables.iter().position(|one| one.name == field.name.text);
                        let Some(variable) = variable else { continue };
                        let refuses = read.mode != Mode::AssumeValid;
                        field.set.iter().for_each(|set| self.set(set, variable, refuses));
                        // A condition on the value can leave few values.
                        field.filter.iter().for_each(|filter| self.spoil(filter));
                    }
                }
                StatementKind::If { condition, then, otherwise } => {
                    self.condition(condition);
                    self.statements(then);
                    self.statements(otherwise);
                }
                StatementKind::Loop { kind, body } => {
                    match kind {
                        LoopKind::TillExit | LoopKind::UntilEnd => {}
                        LoopKind::While(condition)
                        | LoopKind::Until(condition)
                        | LoopKind::RepeatWhile(condition)
                        | LoopKind::RepeatUntil(condition) => self.condition(condition),
                    }
                    self.statements(body);
                }
                _ => {}
            }
        }
    }

    /// The set that values of a variable are read from. Values that must be new are understood where nothing else is asked
    /// of them: of a smaller set all could have been read.
    fn set(&mut self, set: &Set, variable: usize, refuses: bool) {
        if let SetKind::Difference(base, without) = &set.kind
            && base.kind == SetKind::All
            && let SetKind::Elements(Term { kind: TermKind::View(names, View::All), .. }) = &without.kind
            && names.len() == 1
            && self.variable(&names[0].text) == Some(variable)
        {
            let usage = &mut self.usage[variable];
            (usage.history, usage.new) = (true, true);
            usage.refused |= refuses;
            return;
        }
        self.terms_of(set);
    }

    /// The terms of a set: the variables in them can matter in any way.
    fn terms_of(&mut self, set: &Set) {
        match &set.kind {
            SetKind::All | SetKind::Regex(_) => {}
            SetKind::Finite(terms) => terms.iter().for_each(|term| self.spoil(term)),
            SetKind::Range(from, to) => from.iter().chain(to).for_each(|term| self.spoil(term)),
            SetKind::Elements(term) => self.spoil(term),
            SetKind::Union(a, b) | SetKind::Intersection(a, b) | SetKind::Difference(a, b) => {
                self.terms_of(a);
                self.terms_of(b);
            }
            SetKind::Complement(inner) => self.terms_of(inner),
        }
    }

    fn variable(&self, name: &str) -> Option<usize> {
        self.spec.variables.iter().position(|variable| *variable.name == *name)
    }

    /// A condition: Boolean combinations of equalities and memberships with constants are understood.
    fn condition(&mut self, term: &Term) {
        match &term.kind {
            TermKind::Not(inner) => self.condition(inner),
            TermKind::Binary(Operator::And | Operator::Or, a, b) => {
                self.condition(a);
                self.condition(b);
            }
            TermKind::Quantified(_, name, list, body) if self.constant_list(list, None).is_some() => {
                let elements = self.constant_list(list, None).unwrap_or_default();
                self.quantified(&name.text, &elements, body);
            }
            _ => self.atom(term, None),
        }
    }

    fn quantified(&mut self, name: &str, elements: &[Int], body: &Term) {
        match &body.kind {
            TermKind::Not(inner) => self.quantified(name, elements, inner),
            TermKind::Binary(Operator::And | Operator::Or, a, b) => {
                self.quantified(name, elements, a);
                self.quantified(name, elements, b);
            }
            _ => self.atom(body, Some((name, elements))),
        }
    }

    fn atom(&mut self, term: &Term, bound: Option<(&str, &[Int])>) {
        if let TermKind::Binary(operator, a, b) = &term.kind {
            let constants = |finder: &Self, term: &Term| finder.constants_of(term, bound);
            match operator {
                Operator::Equal | Operator::NotEqual => {
                    for (side, other) in [(a, b), (b, a)] {
                        if let (Some(variable), Some(found)) = (self.current(side), constants(self, other)) {
                            return self.learn(variable, found);
                        }
                    }
                }
                Operator::In | Operator::NotIn => {
                    // `x in [constants]`
                    if let (Some(variable), Some(found)) = (self.current(a), self.constant_list(b, bound)) {
                        return self.learn(variable, found);
                    }
                    // `constant in x.all`
                    if let TermKind::View(names, View::All) = &b.kind
                        && names.len() == 1
                        && let Some(variable) = self.variable(&names[0].text)
                        && let Some(found) = constants(self, a)
                    {
                        self.usage[variable].history = true;
                        return self.learn(variable, found);
                    }
                }
                _ => {}
            }
        }
        self.spoil(term);
    }

    fn learn(&mut self, variable: usize, found: Vec<Int>) {
        self.usage[variable].constants.extend(found);
    }

    /// The variable whose newest value a term is.
    fn current(&self, term: &Term) -> Option<usize> {
        match &term.kind {
            TermKind::Name(name) if !self.is_parameter(name) => self.variable(name),
            TermKind::View(names, View::Ago(0)) if names.len() == 1 => self.variable(&names[0].text),
            _ => None,
        }
    }

    fn is_parameter(&self, name: &str) -> bool {
        self.spec.parameters.iter().any(|(parameter, _)| **parameter == *name)
    }

    /// The values that a constant term can have.
    fn constants_of(&self, term: &Term, bound: Option<(&str, &[Int])>) -> Option<Vec<Int>> {
        match &term.kind {
            TermKind::Int(int) => Some(vec![int.clone()]),
            TermKind::Negate(inner) => {
                Some(self.constants_of(inner, bound)?.into_iter().map(|int| -int).collect())
            }
            TermKind::Name(name) => match bound {
                Some((local, elements)) if local == &**name => Some(elements.to_vec()),
                _ => {
                    let value = self.spec.parameters.iter().find(|(parameter, _)| parameter == name)?;
                    Some(vec![value.1.parse().ok()?])
                }
            },
            _ => None,
        }
    }

    /// The elements of a list that does not change.
    fn constant_list(&self, term: &Term, bound: Option<(&str, &[Int])>) -> Option<Vec<Int>> {
        match &term.kind {
            TermKind::List(elements) => {
                let found: Option<Vec<Vec<Int>>> =
                    elements.iter().map(|element| self.constants_of(element, bound)).collect();
                Some(found?.concat())
            }
            TermKind::Name(name) if bound.is_none_or(|(local, _)| *local != **name) => {
                let (_, value) = self.spec.parameters.iter().find(|(parameter, _)| parameter == name)?;
                let inner = value.strip_prefix('[')?.strip_suffix(']')?;
                inner.split(", ").filter(|text| !text.is_empty()).map(|text| text.parse().ok()).collect()
            }
            _ => None,
        }
    }

    /// A term of some other kind: the variables in it can matter in any way.
    fn spoil(&mut self, term: &Term) {
        let mut touched = Vec::new();
        in_term(term, &mut |inner| match &inner.kind {
            TermKind::Name(name) => touched.extend(self.variable(name).map(|variable| (variable, false))),
            TermKind::View(names, view) => {
                let older = *view != View::Ago(0) || names.len() > 1;
                touched.extend(
                    names.iter().filter_map(|name| self.variable(&name.text)).map(|one| (one, older)),
                );
            }
            _ => {}
        });
        for (variable, older) in touched {
            let usage = &mut self.usage[variable];
            usage.ordered = true;
            usage.history |= older;
            usage.opaque |= older;
        }
    }
}

/// For each step the variables whose newest value some condition looks at before the variable is read again.
fn live_currents(flow: &Flow, terms: &[Compiled], variables: usize) -> Vec<BTreeSet<usize>> {
    let mut live: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); flow.steps.len()];
    let uses = |term: usize, into: &mut BTreeSet<usize>| {
        into.extend(terms[term].currents.iter().filter(|variable| **variable < variables));
    };
    let mut changed = true;
    while changed {
        changed = false;
        for place in (0..flow.steps.len()).rev() {
            let mut now = BTreeSet::new();
            match &flow.steps[place] {
                Step::Branch { condition, otherwise, .. } => {
                    now.extend(live[place + 1].iter().copied());
                    now.extend(live[*otherwise].iter().copied());
                    uses(*condition, &mut now);
                }
                Step::Jump(target) => now.extend(live[*target].iter().copied()),
                Step::Read(reading) => {
                    now.extend(live[place + 1].iter().copied());
                    for field in flow.readings[*reading].fields.iter().rev() {
                        // A condition on the value sees the new one; a set sees the ones before.
                        field.filter.iter().for_each(|filter| uses(*filter, &mut now));
                        now.remove(&field.variable);
                        field.set.iter().for_each(|set| uses(*set, &mut now));
                    }
                }
                Step::Assign { variable, value } => {
                    now.extend(live[place + 1].iter().copied());
                    now.remove(variable);
                    uses(*value, &mut now);
                }
                Step::Choose(choosing) => {
                    now.extend(live[place + 1].iter().copied());
                    let choosing = &flow.choosings[*choosing];
                    now.remove(&choosing.field.variable);
                    uses(choosing.among, &mut now);
                }
                Step::Write(_) | Step::Round => now.extend(live[place + 1].iter().copied()),
                Step::End => {}
            }
            if now != live[place] {
                live[place] = now;
                changed = true;
            }
        }
    }
    live
}

/// The merged walks: which key is left by which decisions to which other.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    nodes: FxHashMap<Key, usize>,
    /// The fewest rounds with which a node was reached.
    rounds: Vec<u32>,
    edges: BTreeMap<usize, BTreeMap<Vec<bool>, BTreeSet<Target>>>,
}

/// Where decisions lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Target {
    Node(usize),
    End,
}

/// The node before the first step.
pub(crate) const START: usize = usize::MAX;

impl Graph {
    /// The node of a key, and whether walks that reach it with so many rounds have been followed already.
    pub(crate) fn node(&mut self, key: Key, rounds: u32) -> (usize, bool) {
        let next = self.nodes.len();
        let node = *self.nodes.entry(key).or_insert(next);
        if node == self.rounds.len() {
            self.rounds.push(rounds);
            return (node, false);
        }
        let known = self.rounds[node] <= rounds;
        self.rounds[node] = self.rounds[node].min(rounds);
        (node, known)
    }

    /// Notes that some decisions lead from a node to another.
    pub(crate) fn edge(&mut self, from: usize, decisions: Vec<bool>, to: Target) {
        self.edges.entry(from).or_default().entry(decisions).or_default().insert(to);
    }

    /// The number of merged states.
    pub(crate) fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The number of different sequences of decisions that lead to the end within so many rounds.
    pub(crate) fn paths(&self, rounds: u32) -> u128 {
        let mut memory = FxHashMap::default();
        self.count(&BTreeSet::from([START]), rounds, &mut memory)
    }

    fn count(
        &self,
        from: &BTreeSet<usize>,
        rounds: u32,
        memory: &mut FxHashMap<(BTreeSet<usize>, u32), u128>,
    ) -> u128 {
        if let Some(known) = memory.get(&(from.clone(), rounds)) {
            return *known;
        }
        // Several states can leave by the same decisions: for whoever sees only decisions they are one.
        let mut together: BTreeMap<&Vec<bool>, BTreeSet<Target>> = BTreeMap::new();
        for node in from {
            for (decisions, targets) in self.edges.get(node).into_iter().flatten() {
                together.entry(decisions).or_default().extend(targets);
            }
        }
        let mut total: u128 = 0;
        for targets in together.values() {
            total = total.saturating_add(u128::from(targets.contains(&Target::End)));
            let nodes: BTreeSet<usize> = targets
                .iter()
                .filter_map(|target| match target {
                    Target::Node(node) => Some(*node),
                    Target::End => None,
                })
                .collect();
            if !nodes.is_empty() && rounds > 0 {
                total = total.saturating_add(self.count(&nodes, rounds - 1, memory));
            }
        }
        memory.insert((from.clone(), rounds), total);
        total
    }
}
