//! Walks through all members of a class of one size, in the order of their indices.
//! The current member is a flat list of steps; the next one differs from the last step on that has another decision, and
//! only what follows that step is made anew. What is still to be made after a step is a chain of tasks in an arena that
//! shrinks together with the steps.

use lydian_core::Datum;

use crate::class::{Builder, Class, ClassId, Graph};
use crate::counts::Counts;
use crate::unrank::push_member;

/// The end of a chain of tasks.
const DONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
enum Task {
    Make(ClassId, u32),
    Build(ClassId),
}

#[derive(Debug, Clone, Copy)]
struct Link {
    task: Task,
    next: u32,
}

#[derive(Debug, Clone, Copy)]
enum Step {
    /// A basic value, by its position.
    Atom(ClassId, u32),
    /// The position of a decision among those possible for the class at this size.
    Decision(ClassId, u32, u32),
    /// A table, by its index.
    Table(ClassId, u32, u64),
    /// Here the elements of an array begin.
    Mark,
    /// What is there becomes one datum.
    Build(ClassId),
}

#[derive(Debug, Clone, Copy)]
struct Taken {
    step: Step,
    /// What was to be made after it.
    rest: u32,
    /// How long the arena was before it.
    links: u32,
}

/// A position in the members of one size.
#[derive(Debug, Default)]
pub(crate) struct Cursor {
    steps: Vec<Taken>,
    links: Vec<Link>,
    marks: Vec<usize>,
    values: Vec<Datum>,
}

impl Cursor {
    /// At the first member, if there is one. The counts are known up to this size.
    pub(crate) fn first(graph: &Graph, counts: &Counts, id: ClassId, size: u32) -> Option<Cursor> {
        if counts.word(id, size) == 0 {
            return None;
        }
        let mut cursor = Cursor::default();
        let start = cursor.link(Task::Make(id, size), DONE);
        cursor.complete(graph, counts, start);
        Some(cursor)
    }

    /// Moves to the next member; false if there is none.
    pub(crate) fn advance(&mut self, graph: &Graph, counts: &Counts) -> bool {
        while let Some(taken) = self.steps.pop() {
            let next = match taken.step {
                Step::Atom(id, position) => match graph.class(id) {
                    Class::Atoms(atoms) if (position as usize) + 1 < atoms.len() => {
                        Step::Atom(id, position + 1)
                    }
                    _ => continue,
                },
                Step::Decision(id, size, position) => {
                    if position as usize + 1 == counts.decisions(id, size).len() {
                        continue;
                    }
                    Step::Decision(id, size, position + 1)
                }
                Step::Table(id, size, index) => {
                    if index + 1 >= counts.word(id, size) {
                        continue;
                    }
                    Step::Table(id, size, index + 1)
                }
                Step::Mark | Step::Build(_) => continue,
            };
            self.links.truncate(taken.links as usize);
            let rest = self.take(graph, counts, next, taken.rest);
            self.complete(graph, counts, rest);
            return true;
        }
        false
    }

    /// The member at the cursor.
    pub(crate) fn current(&mut self, graph: &Graph, counts: &Counts) -> Vec<Datum> {
        let values = &mut self.values;
        for taken in &self.steps {
            match taken.step {
                Step::Atom(id, position) => {
                    if let Class::Atoms(atoms) = graph.class(id) {
                        values.push(atoms[position as usize].clone());
                    }
                }
                Step::Decision(..) => {}
                Step::Mark => self.marks.push(values.len()),
                Step::Build(id) => {
                    if let Class::Build { builder, .. } = graph.class(id) {
                        builder.build(values, || self.marks.pop().unwrap_or(0));
                    }
                }
                Step::Table(id, size, index) => push_table(graph, counts, (id, size, index), values),
            }
        }
        // The stack keeps its buffer for the next member.
        let mut member = Vec::with_capacity(values.len());
        member.append(values);
        member
    }

    fn link(&mut self, task: Task, next: u32) -> u32 {
        self.links.push(Link { task, next });
        self.links.len() as u32 - 1
    }

    /// Makes everything in the chain, with the first decision everywhere.
    fn complete(&mut self, graph: &Graph, counts: &Counts, mut chain: u32) {
        while chain != DONE {
            let Link { task, next } = self.links[chain as usize];
            chain = match task {
                Task::Build(id) => {
                    self.push(Step::Build(id), next);
                    next
                }
                Task::Make(id, size) => match graph.class(id) {
                    Class::Empty => next,
                    Class::Star(_) if size == 0 => next,
                    Class::Atoms(_) => self.take(graph, counts, Step::Atom(id, 0), next),
                    Class::Table(_) => self.take(graph, counts, Step::Table(id, size, 0), next),
                    Class::Build { builder, extra, inner } => {
                        if let Builder::Array = builder {
                            self.push(Step::Mark, next);
                        }
                        let close = self.link(Task::Build(id), next);
                        self.link(Task::Make(*inner, size - extra), close)
                    }
                    Class::Choice(_) | Class::Pair(..) | Class::Star(_) => {
                        self.take(graph, counts, Step::Decision(id, size, 0), next)
                    }
                },
            };
        }
    }

    /// Takes a step and gives back the chain of what is to be made then.
    fn take(&mut self, graph: &Graph, counts: &Counts, step: Step, rest: u32) -> u32 {
        let Step::Decision(id, size, position) = step else {
            self.push(step, rest);
            return rest;
        };
        let decisions = counts.decisions(id, size);
        let decision = decisions[position as usize];
        // A last decision need not be kept: nothing follows it.
        if position as usize + 1 < decisions.len() {
            self.push(step, rest);
        }
        match graph.class(id) {
            Class::Choice(classes) => self.link(Task::Make(classes[decision as usize], size), rest),
            Class::Pair(first, second) => {
                let after = self.link(Task::Make(*second, size - decision), rest);
                self.link(Task::Make(*first, decision), after)
            }
            Class::Star(element) => {
                let after = self.link(Task::Make(id, size - decision), rest);
                self.link(Task::Make(*element, decision - 1), after)
            }
            _ => rest,
        }
    }

    fn push(&mut self, step: Step, rest: u32) {
        self.steps.push(Taken { step, rest, links: self.links.len() as u32 });
    }
}

fn push_table(
    graph: &Graph,
    counts: &Counts,
    (id, size, index): (ClassId, u32, u64),
    values: &mut Vec<Datum>,
) {
    if counts.word(id, size) == u64::MAX {
        push_member(graph, counts, id, size, num_bigint::BigUint::from(index), values);
    } else {
        push_member(graph, counts, id, size, index, values);
    }
}
