//! One walk through a specification on unknown lines, driven by the path search.
//! In: a machine whose decider answers. Out: the lines with their unknowns, how the walk ended, and what makes its texts
//! such that they can be typed. Where walks are merged, it tells the graph of merged states where it goes.

use lydian_core::{Type, Value};
use lydian_eval::{Machine, Stop};
use lydian_term::{RegexId, TermId};

use crate::flow::{ReadMode, Reading};
use crate::lint::Onlooker;
use crate::merge::{Graph, Merging, Target};
use crate::mistakes::twin::Twin;
use crate::paths::{PathBounds, PathEnd, PathLine, malformed_lines};
use crate::spec::Spec;
use crate::syntax::ast::TypeKind;
use crate::walk::{Next, State, Walk};

/// The regular expressions of what is sent as text.
#[derive(Clone, Copy)]
pub(crate) struct Printable {
    pub(crate) line: RegexId,
    pub(crate) word: RegexId,
}

/// One walk on unknown lines.
pub(crate) struct Symbolic<'a> {
    pub(crate) spec: &'a Spec,
    pub(crate) bounds: &'a PathBounds,
    pub(crate) printable: Printable,
    pub(crate) lines: Vec<PathLine>,
    pub(crate) walk: Walk,
    pub(crate) wrong: u32,
    pub(crate) typable: Vec<TermId>,
    pub(crate) merger: Option<&'a mut Merger<'a>>,
    pub(crate) onlooker: Option<&'a mut Onlooker>,
    /// A mistaken program that walks beside.
    pub(crate) twin: Option<Twin<'a>>,
}

/// Merges walks.
pub(crate) struct Merger<'a> {
    pub(crate) merging: &'a Merging,
    pub(crate) graph: &'a mut Graph,
    /// The state that the walk was last in, and what was decided since.
    pub(crate) from: usize,
    pub(crate) decisions: Vec<bool>,
}

impl Merger<'_> {
    fn leave(&mut self, to: Target) {
        self.graph.edge(self.from, std::mem::take(&mut self.decisions), to);
    }

    /// The head of a loop; true if the walk need not go on.
    fn round(&mut self, place: usize, walk: &Walk, wrong: u32, following: bool) -> bool {
        let Some(key) = self.merging.key(place, &walk.state.views, wrong) else { return false };
        let (node, known) = self.graph.node(key, walk.rounds);
        self.leave(Target::Node(node));
        self.from = node;
        known && !following
    }
}

impl<'a> Symbolic<'a> {
    /// Walks to the end of the path.
    pub(crate) fn run(&mut self, machine: &mut Machine<'_, '_, '_>) -> Result<PathEnd, Stop> {
        loop {
            let before = self.walk.taken.len();
            let next = self.walk.next(self.spec, machine, self.bounds.rounds)?;
            if let Some(merger) = &mut self.merger {
                merger.decisions.extend_from_slice(&self.walk.taken[before..]);
            }
            if let Some(onlooker) = &mut self.onlooker {
                onlooker.sees(self.spec, &self.walk, next, machine)?;
            }
            match next {
                Next::Write(writing) => {
                    let writing = &self.spec.flow.writings[writing];
                    self.twin.iter_mut().for_each(|twin| twin.expects(writing, &self.walk.state));
                }
                Next::Round(place) => {
                    let following = machine.world.decider.is_following();
                    if let Some(merger) = &mut self.merger
                        && merger.round(place, &self.walk, self.wrong, following)
                    {
                        return Ok(PathEnd::Merged);
                    }
                }
                Next::Ended => {
                    self.meet_twin(machine, false)?;
                    self.merger.iter_mut().for_each(|merger| merger.leave(Target::End));
                    return Ok(PathEnd::Completed);
                }
                Next::TooManyRounds => return Ok(PathEnd::TooManyRounds),
                Next::Read(reading) => {
                    self.meet_twin(machine, true)?;
                    if !self.read(machine, reading)? {
                        self.meet_twin(machine, false)?;
                        self.merger.iter_mut().for_each(|merger| merger.leave(Target::End));
                        return Ok(PathEnd::Stopped);
                    }
                }
            }
        }
    }

    fn meet_twin(&mut self, machine: &mut Machine<'_, '_, '_>, reads: bool) -> Result<(), Stop> {
        self.twin.as_mut().map_or(Ok(()), |twin| twin.meets(self.spec, machine, reads))
    }

    fn twin_reads(&mut self, machine: &mut Machine<'_, '_, '_>, raw: Option<&[Value]>) -> Result<(), Stop> {
        self.twin.as_mut().map_or(Ok(()), |twin| twin.reads(machine, raw))
    }

    /// Reads a line of unknown values; false if the program ends there.
    fn read(&mut self, machine: &mut Machine<'_, '_, '_>, number: usize) -> Result<bool, Stop> {
        let spec = self.spec;
        let reading = &spec.flow.readings[number];
        machine.world.decider.grow(1)?;
        if reading.end.is_some() {
            let ends = machine.world.decider.choose(&[0, 0])? == 1;
            self.merger.iter_mut().for_each(|merger| merger.decisions.push(ends));
            if ends {
                self.lines.push(PathLine { reading: number, raw: Vec::new(), valid: true, end: true });
                self.twin.as_mut().map_or(Ok(()), |twin| twin.ends_input(machine))?;
                return Ok(self.walk.ends_input(reading));
            }
        }
        let more_wrong = !matches!(reading.mode, ReadMode::Assume) && self.wrong < self.bounds.wrong_values;
        if reading.malformed && more_wrong && !malformed_lines(spec, reading).is_empty() {
            let malformed = machine.world.decider.choose(&[0, 0])? == 1;
            self.merger.iter_mut().for_each(|merger| merger.decisions.push(malformed));
            if malformed {
                self.lines.push(PathLine { reading: number, raw: Vec::new(), valid: false, end: false });
                self.twin_reads(machine, None)?;
                return Ok(self.wrong_value(reading, &self.walk.state.clone()));
            }
        }
        let mut raw = Vec::new();
        for field in &reading.fields {
            raw.push(self.unknown(machine, &field.kind, reading.fields.len() > 1)?);
        }
        // Noted before it is judged: if a condition on it fails, it is the line on which it does.
        self.lines.push(PathLine { reading: number, raw: raw.clone(), valid: true, end: false });
        let told_apart = self.told_apart(machine, reading, &raw)?;
        let (valid, state) = self.walk.judge(spec, machine, reading, &told_apart)?;
        let valid = if more_wrong {
            machine.world.truth(&valid)?
        } else {
            let condition = machine.world.bool_term(&valid)?;
            machine.world.decider.assume(machine.world.terms, condition)?;
            true
        };
        if let Some(line) = self.lines.last_mut() {
            line.valid = valid;
        }
        if more_wrong {
            self.merger.iter_mut().for_each(|merger| merger.decisions.push(valid));
        }
        self.twin_reads(machine, Some(&raw))?;
        if valid {
            self.walk.accept(state);
            return Ok(true);
        }
        Ok(self.wrong_value(reading, &self.walk.state.refusing(reading, &state)))
    }

    /// The values, with those replaced that are one of the constants by which walks are merged.
    fn told_apart(
        &self,
        machine: &mut Machine<'_, '_, '_>,
        reading: &Reading,
        raw: &[Value],
    ) -> Result<Vec<Value>, Stop> {
        let Some(merger) = &self.merger else { return Ok(raw.to_vec()) };
        let mut values = Vec::new();
        for (value, field) in raw.iter().zip(&reading.fields) {
            let mut told = value.clone();
            for constant in merger.merging.constants(field.variable) {
                let term = machine.world.int_term(value)?;
                let known = machine.world.terms.int_const(constant.clone());
                let equal = machine.world.terms.eq(term, known);
                if machine.world.ask(equal)? {
                    told = Value::int(constant.clone());
                    break;
                }
            }
            values.push(told);
        }
        Ok(values)
    }

    /// What is said about a wrong value sees that value.
    fn wrong_value(&mut self, reading: &'a Reading, seen: &State) -> bool {
        self.wrong += 1;
        if let (Some(twin), ReadMode::Retry(reaction) | ReadMode::Stop(reaction)) =
            (&mut self.twin, &reading.mode)
        {
            twin.expects(reaction, seen);
        }
        matches!(reading.mode, ReadMode::Retry(_))
    }

    /// An unknown value of a type, within what can be typed on a line.
    fn unknown(
        &mut self,
        machine: &mut Machine<'_, '_, '_>,
        kind: &TypeKind,
        among_others: bool,
    ) -> Result<Value, Stop> {
        let ty = match kind {
            TypeKind::Int | TypeKind::Decimal(_) | TypeKind::Enumeration(_) | TypeKind::List(_) => Type::Int,
            TypeKind::Bool => Type::Bool,
            TypeKind::Char => Type::Char,
            TypeKind::String => Type::String,
        };
        let world = &mut *machine.world;
        let shape = world.universe.shapes.intern(&ty);
        let hole = world.holes.fresh(shape);
        let value = world.look(&hole)?;
        let mut conditions = Vec::new();
        let bounds = match kind {
            TypeKind::Enumeration(name) => {
                let members = self.spec.enumerations.iter().find(|one| *one.name == **name);
                Some((0, members.map_or(0, |one| one.members.len()) as i64 - 1))
            }
            TypeKind::Char => Some((33, 126)),
            _ => None,
        };
        if let Some((low, high)) = bounds {
            let term = world.int_term(&value)?;
            let (low, high) = (world.terms.int(low), world.terms.int(high));
            conditions.push(world.terms.le(low, term));
            conditions.push(world.terms.le(term, high));
        }
        if *kind == TypeKind::String {
            let term = world.str_term(&value)?;
            let regex = if among_others { self.printable.word } else { self.printable.line };
            self.typable.push(world.terms.in_regex(term, regex));
            let length = world.terms.str_len(term);
            let most = world.terms.int(i64::from(self.bounds.text_length));
            conditions.push(world.terms.le(length, most));
        }
        for condition in conditions {
            world.decider.assume(world.terms, condition)?;
        }
        Ok(value)
    }
}
