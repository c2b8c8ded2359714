//! What a monitor consists of, in whatever language: streams with the functions that they call, and what has to be kept from
//! one moment to the next. In: a flat specification. Out: a [`Machine`], or why there is none, by stream.

use lydian_tessla::spec::{FunctionId, Operand, Operator, Spec, StreamId};

use super::code::{Function, Stmt, for_each};
use super::lower::{Lowerer, Refused, Taking};
use super::types::Ty;

/// How the events of a stream come about. Numbers are streams; functions are places in [`Machine::functions`].
#[derive(Debug, Clone)]
pub(super) enum Op {
    Input(usize),
    Nil,
    Default(usize, usize),
    DefaultFrom(usize, usize),
    Time(usize),
    Last(usize, usize),
    Delay {
        slot: usize,
        amounts: usize,
        resets: usize,
    },
    Lift {
        args: Vec<usize>,
        plain: usize,
        erroneous: Option<usize>,
    },
    Signal {
        args: Vec<usize>,
        plain: usize,
        tolerant: Option<(usize, Vec<bool>)>,
        order: Vec<usize>,
    },
    Merge(Vec<usize>),
    Filter(usize, usize),
    Const(usize, usize),
    /// Needed by no output.
    Dropped,
}

/// A stream.
#[derive(Debug, Clone)]
pub(super) struct Stream {
    pub(super) op: Op,
    pub(super) ty: Ty,
    /// What people call it.
    pub(super) name: String,
    /// Whether its newest value is kept.
    pub(super) is_kept: bool,
    /// Whether it can carry an erroneous value.
    pub(super) can_fail: bool,
}

impl Stream {
    pub(super) fn is_input(&self) -> bool {
        matches!(self.op, Op::Input(_))
    }
}

/// A monitor.
#[derive(Debug)]
pub(super) struct Machine {
    pub(super) streams: Vec<Stream>,
    pub(super) functions: Vec<Function>,
    /// Which functions can fail with an error.
    pub(super) failing: Vec<bool>,
    /// The messages of errors, from [`super::code::FIRST_ERROR`] on.
    pub(super) messages: Vec<String>,
    /// Name and stream of each input.
    pub(super) inputs: Vec<(String, usize)>,
    /// Name and stream of each output, and whether only its value is written.
    pub(super) outputs: Vec<(String, usize, bool)>,
    pub(super) delays: usize,
    pub(super) ticks: i64,
    pub(super) decimals: u32,
}

impl Machine {
    /// The machine of a specification.
    pub(super) fn of(spec: &Spec) -> Result<Machine, Vec<String>> {
        let needed = needed(spec);
        let mut maker = Maker { spec, lowerer: Lowerer::new(&spec.program), delays: 0 };
        let mut streams: Vec<Stream> = Vec::with_capacity(spec.streams.len());
        let mut refused: Vec<String> = Vec::new();
        for (number, stream) in spec.streams.iter().enumerate() {
            let name = match &stream.name {
                Some(name) => format!("`{name}`"),
                None => format!("`{}`", short(spec.files.span(stream.at).text())),
            };
            let made = Ty::of(&stream.ty).ok_or_else(|| Refused("its values are functions".to_owned()));
            let made = made.and_then(|ty| {
                let op = if needed[number] { maker.op(&stream.operator)? } else { Op::Dropped };
                Ok((ty, op))
            });
            match made {
                Ok((ty, op)) => streams.push(Stream { op, ty, name, is_kept: false, can_fail: false }),
                Err(Refused(why)) => refused.push(format!("the stream {name}: {why}")),
            }
        }
        if !refused.is_empty() {
            refused.dedup();
            return Err(refused);
        }
        if spec.decimals > 0 {
            maker.lowerer.message(NO_INTEGER);
        }
        maker.lowerer.message(NOT_POSITIVE);
        maker.lowerer.settle();
        let functions = std::mem::take(&mut maker.lowerer.functions);
        let mut machine = Machine {
            streams,
            failing: failing(&functions),
            functions,
            messages: maker.lowerer.messages().to_vec(),
            inputs: spec
                .inputs
                .iter()
                .map(|input| (input.name.to_string(), input.stream.0 as usize))
                .collect(),
            outputs: spec
                .outputs
                .iter()
                .map(|output| (output.name.to_string(), output.stream.0 as usize, output.raw))
                .collect(),
            delays: maker.delays,
            ticks: spec.ticks(),
            decimals: spec.decimals,
        };
        machine.find_kept();
        machine.find_failing();
        Ok(machine)
    }

    /// Whether some function calls itself.
    pub(super) fn has_recursion(&self) -> bool {
        self.functions.iter().any(|function| function.is_recursive)
    }

    /// The number of a message.
    pub(super) fn message(&self, text: &str) -> usize {
        let place = self.messages.iter().position(|known| known == text);
        place.unwrap_or(0) + super::code::FIRST_ERROR
    }

    /// All types of streams and variables.
    pub(super) fn types(&self) -> impl Iterator<Item = &Ty> {
        let vars = self.functions.iter().flat_map(|function| function.vars.iter().chain([&function.result]));
        self.streams.iter().map(|stream| &stream.ty).chain(vars)
    }

    /// Whether texts are computed or come from outside, and not all written in the specification.
    pub(super) fn makes_texts(&self) -> bool {
        use super::code::Prim::{Concat, TextOfFloat, TextOfInt};
        let mut found =
            self.inputs.iter().any(|(_, stream)| self.streams[*stream].ty.has(&|ty| *ty == Ty::Text));
        for function in &self.functions {
            for_each(&function.body, &mut |stmt| {
                found |= matches!(stmt, Stmt::Set(_, Concat | TextOfInt | TextOfFloat, _));
            });
        }
        found
    }

    fn find_kept(&mut self) {
        let mut kept = vec![false; self.streams.len()];
        for (number, stream) in self.streams.iter().enumerate() {
            match &stream.op {
                Op::Signal { args, .. } if args.iter().any(|arg| *arg != args[0]) => {
                    args.iter().for_each(|arg| kept[*arg] = true);
                }
                Op::Filter(values, condition) if values != condition => kept[*condition] = true,
                Op::Last(values, _) => kept[*values] = true,
                Op::DefaultFrom(..) => kept[number] = true,
                _ => {}
            }
        }
        self.streams.iter_mut().zip(kept).for_each(|(stream, kept)| stream.is_kept = kept);
    }

    fn find_failing(&mut self) {
        loop {
            let can_fail = |stream: &usize| self.streams[*stream].can_fail;
            let found: Vec<bool> = self
                .streams
                .iter()
                .map(|stream| match &stream.op {
                    Op::Input(_) | Op::Nil | Op::Dropped | Op::Delay { .. } => false,
                    Op::Time(_) => self.ticks != 1,
                    Op::Default(source, function) => can_fail(source) || self.failing[*function],
                    Op::Const(function, _) => self.failing[*function],
                    Op::DefaultFrom(a, b) | Op::Filter(a, b) => can_fail(a) || can_fail(b),
                    Op::Last(values, _) => can_fail(values),
                    Op::Lift { args, plain, .. } | Op::Signal { args, plain, .. } => {
                        self.failing[*plain] || args.iter().any(can_fail)
                    }
                    Op::Merge(args) => args.iter().any(can_fail),
                })
                .collect();
            let same = self.streams.iter().zip(&found).all(|(stream, found)| stream.can_fail == *found);
            self.streams.iter_mut().zip(found).for_each(|(stream, found)| stream.can_fail = found);
            if same {
                return;
            }
        }
    }
}

/// Told when the time of an event is between two units.
pub(super) const NO_INTEGER: &str = "The time is not an integer";
/// Told when a timer is set to zero or less.
pub(super) const NOT_POSITIVE: &str = "The delay is not positive";

/// Outputs and what they need, and all timers: one that cannot be set ends a run even if nobody sees it.
fn needed(spec: &Spec) -> Vec<bool> {
    let mut needed = vec![false; spec.streams.len()];
    let mut work: Vec<StreamId> = spec.outputs.iter().map(|output| output.stream).collect();
    work.extend(spec.inputs.iter().map(|input| input.stream));
    for (number, stream) in spec.streams.iter().enumerate() {
        if matches!(stream.operator, Operator::Delay(..)) {
            work.push(StreamId(number as u32));
        }
    }
    while let Some(id) = work.pop() {
        if std::mem::replace(&mut needed[id.0 as usize], true) {
            continue;
        }
        match &spec.streams[id.0 as usize].operator {
            Operator::Input(_) | Operator::Nil => {}
            Operator::Default(a, _) | Operator::Time(a) | Operator::Const(_, a) => work.push(*a),
            Operator::DefaultFrom(a, b)
            | Operator::Last(a, b)
            | Operator::Delay(a, b)
            | Operator::Filter(a, b) => work.extend([*a, *b]),
            Operator::Lift(all, _) | Operator::SignalLift(all, _) | Operator::Merge(all) => work.extend(all),
        }
    }
    needed
}

/// Which functions can end with an error. Limits are none.
fn failing(functions: &[Function]) -> Vec<bool> {
    let mut failing = vec![false; functions.len()];
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (number, function) in functions.iter().enumerate() {
            let mut found = false;
            for_each(&function.body, &mut |stmt| {
                found |= match stmt {
                    Stmt::Fail(_) => true,
                    Stmt::Set(_, prim, _) => prim.can_fail(),
                    Stmt::Call(_, other, _) => failing[*other],
                    _ => false,
                };
            });
            changed |= found && !failing[number];
            failing[number] |= found;
        }
    }
    failing
}

/// The beginning of a text, on one line.
fn short(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(47) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

struct Maker<'s> {
    spec: &'s Spec,
    lowerer: Lowerer<'s>,
    delays: usize,
}

impl Maker<'_> {
    fn op(&mut self, operator: &Operator) -> Result<Op, Refused> {
        let place = |stream: &StreamId| stream.0 as usize;
        let places = |streams: &[StreamId]| streams.iter().map(place).collect::<Vec<usize>>();
        Ok(match operator {
            Operator::Input(input) => Op::Input(*input as usize),
            Operator::Nil => Op::Nil,
            Operator::Default(source, constant) => Op::Default(place(source), self.function(*constant)?),
            Operator::DefaultFrom(a, b) => Op::DefaultFrom(place(a), place(b)),
            Operator::Time(source) => Op::Time(place(source)),
            Operator::Last(values, times) => Op::Last(place(values), place(times)),
            Operator::Delay(amounts, resets) => {
                self.delays += 1;
                Op::Delay { slot: self.delays - 1, amounts: place(amounts), resets: place(resets) }
            }
            Operator::Merge(streams) => Op::Merge(places(streams)),
            Operator::Filter(values, condition) => Op::Filter(place(values), place(condition)),
            Operator::Const(constant, times) => Op::Const(self.function(*constant)?, place(times)),
            Operator::Lift(streams, function) => Op::Lift {
                args: places(streams),
                plain: self.taking(*function, Taking::Options)?,
                erroneous: Some(self.taking(*function, Taking::ErroneousOptions)?),
            },
            Operator::SignalLift(streams, id) => {
                let args = places(streams);
                let function = &self.spec.functions[id.0 as usize];
                let tolerant = match &function.tolerant {
                    Some(tolerant) => {
                        let (params, result) = self.types(*id)?;
                        let taking = Taking::Tolerant(&tolerant.lazy);
                        let made = self.lowerer.function(&tolerant.global, &params, &result, taking)?;
                        Some((made, tolerant.lazy.clone()))
                    }
                    None => None,
                };
                // A primitive looks at its operands in their order.
                let operands = function.shortcut.as_ref().map(|shortcut| &shortcut.operands);
                let mut order: Vec<usize> = operands
                    .into_iter()
                    .flatten()
                    .filter_map(|operand| match operand {
                        Operand::Parameter(place) => Some(*place),
                        _ => None,
                    })
                    .collect();
                if (0..args.len()).any(|place| !order.contains(&place)) {
                    order = (0..args.len()).collect();
                }
                Op::Signal { args, plain: self.taking(*id, Taking::Values)?, tolerant, order }
            }
        })
    }

    fn types(&self, id: FunctionId) -> Result<(Vec<Ty>, Ty), Refused> {
        let function = &self.spec.functions[id.0 as usize];
        let known = |ty: &lydian_tessla::Type| {
            Ty::of(ty).ok_or_else(|| Refused(format!("`{}` takes or gives a function", function.name)))
        };
        Ok((function.params.iter().map(known).collect::<Result<_, _>>()?, known(&function.result)?))
    }

    fn function(&mut self, id: FunctionId) -> Result<usize, Refused> {
        self.taking(id, Taking::Values)
    }

    fn taking(&mut self, id: FunctionId, taking: Taking<'_>) -> Result<usize, Refused> {
        let (params, result) = self.types(id)?;
        let global = self.spec.functions[id.0 as usize].global.clone();
        self.lowerer.function(&global, &params, &result, taking)
    }
}
