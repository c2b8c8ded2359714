//! The plan of a run: operators with dense indices, and for each stream what its events set off.
//! In: a flat specification. Out: a [`Plan`], or what is wrong with the specification; an interpreter can trust that
//! every index of a plan is in range and that set-off streams come later than what sets them off.

use std::collections::BTreeMap;
use std::ops::Range;

use lydian_core::Value;
use lydian_tessla::Type;
use lydian_tessla::spec::{FunctionId, Operand, Operator, Spec, StreamId};

use super::native::{self, Native};
use super::specialise::Argument;

/// Where a list of one stream begins and ends in a shared vector.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Part {
    start: u32,
    end: u32,
}

impl Part {
    /// The list itself.
    #[inline]
    pub(super) fn of(self, all: &[u32]) -> &[u32] {
        &all[self.range()]
    }

    /// A list for each stream of the places at which it is named, and the vector behind the lists.
    pub(super) fn lists(streams: usize, places: &[u32]) -> (Vec<Part>, Vec<u32>) {
        let mut named: Vec<Vec<u32>> = vec![Vec::new(); streams];
        for (place, stream) in places.iter().enumerate() {
            named[*stream as usize].push(place as u32);
        }
        let mut all = Vec::with_capacity(places.len());
        let parts = named.iter().map(|list| Part::append(&mut all, list)).collect();
        (parts, all)
    }

    fn append(all: &mut Vec<u32>, list: &[u32]) -> Part {
        let start = all.len() as u32;
        all.extend_from_slice(list);
        Part { start, end: all.len() as u32 }
    }

    /// Its places in the shared vector.
    #[inline]
    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// An argument of a native operation.
#[derive(Debug, Clone)]
pub(super) enum Source {
    /// The newest value of a stream.
    Stream(u32),
    /// A constant.
    Constant(Value),
}

/// One operator.
#[derive(Debug, Clone)]
pub(super) enum Op {
    /// Set from outside.
    Input,
    /// Never an event.
    Nil,
    /// A stream, and a constant at time 0.
    Default(u32, u32),
    /// A stream, and before its first event the first event of another.
    DefaultFrom(u32, u32),
    /// The times of events.
    Time(u32),
    /// The value of the first strictly before each event of the second.
    Last(u32, u32),
    /// A timer, by its place in [`Plan::delays`].
    Delay(u32),
    /// A function over options.
    Lift(Part, u32),
    /// A function over values.
    Signal(Part, u32),
    /// A function over values that is a primitive: the streams that must have had an event, the primitive, its arguments.
    Native(Part, Native, Box<[Source; 2]>, u32),
    /// The leftmost event.
    Merge(Part),
    /// The events of the first while the second is true.
    Filter(u32, u32),
    /// A constant at each event.
    Const(u32, u32),
}

/// A timer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Delay {
    /// Its own stream.
    pub(super) stream: u32,
    /// Where durations come from.
    pub(super) amounts: u32,
    /// What resets it.
    pub(super) resets: u32,
}

/// What an event of a stream has for effects.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Effects {
    /// The later streams that may have an event because of it, in [`Plan::masks`].
    pub(super) triggers: Part,
    /// The timers that look at it after the step, in [`Plan::lists`].
    pub(super) timers: Part,
    /// Whether there are such timers.
    pub(super) has_timers: bool,
    /// Whether the value before the newest is needed.
    pub(super) keeps_previous: bool,
}

/// Whether functions are done without a call where that is possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ways {
    /// Primitives are, and what was called often.
    Short,
    /// Only primitives are.
    Called,
    /// None is.
    Plain,
}

/// A compiled specification.
#[derive(Debug)]
pub(super) struct Plan {
    /// How many of the units in which a run counts make one unit of time.
    pub(super) ticks: i64,
    /// An operator for each stream.
    pub(super) ops: Vec<Op>,
    /// The lists that parts refer to.
    pub(super) lists: Vec<u32>,
    /// What an event of each stream has for effects.
    pub(super) effects: Vec<Effects>,
    /// Sets of streams: bits in one word of a set with a bit for each stream.
    pub(super) masks: Vec<(u32, u64)>,
    /// The timers.
    pub(super) delays: Vec<Delay>,
    /// The streams that may have an event at time 0 without any input.
    pub(super) starters: Vec<u32>,
    /// The stream of each input.
    pub(super) inputs: Vec<u32>,
    /// The stream of each output.
    pub(super) outputs: Vec<u32>,
    /// What is known of the parameters of each function; of an option, of what is in it.
    pub(super) parameters: Vec<Vec<Argument>>,
    /// Which ways are taken.
    pub(super) ways: Ways,
}

impl Plan {
    /// Compiles a specification.
    pub(super) fn new(spec: &Spec, ways: Ways) -> Result<Plan, String> {
        let count = spec.streams.len();
        let mut plan = Plan {
            ticks: spec.ticks(),
            ops: Vec::with_capacity(count),
            lists: Vec::new(),
            effects: vec![Effects::default(); count],
            masks: Vec::new(),
            delays: Vec::new(),
            starters: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            parameters: spec
                .functions
                .iter()
                .map(|function| function.params.iter().map(known).collect())
                .collect(),
            ways,
        };
        let mut triggers: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (index, stream) in spec.streams.iter().enumerate() {
            let mut builder = Builder { spec, plan: &mut plan, triggers: &mut triggers, index: index as u32 };
            let op = builder.op(&stream.operator)?;
            plan.ops.push(op);
        }
        let mut timers: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (slot, delay) in plan.delays.iter().enumerate() {
            for stream in [delay.stream, delay.amounts, delay.resets] {
                timers[stream as usize].push(slot as u32);
            }
        }
        for (index, (triggers, timers)) in triggers.iter().zip(&timers).enumerate() {
            plan.effects[index].triggers = plan.add_mask(triggers);
            plan.effects[index].timers = plan.add_list(timers);
            plan.effects[index].has_timers = !timers.is_empty();
        }
        let known = |id: StreamId| {
            if (id.0 as usize) < count { Ok(id.0) } else { Err(format!("there is no stream {}", id.0)) }
        };
        plan.inputs = spec.inputs.iter().map(|input| known(input.stream)).collect::<Result<_, _>>()?;
        plan.outputs = spec.outputs.iter().map(|output| known(output.stream)).collect::<Result<_, _>>()?;
        Ok(plan)
    }

    fn add_mask(&mut self, streams: &[u32]) -> Part {
        let mut words: BTreeMap<u32, u64> = BTreeMap::new();
        for stream in streams {
            *words.entry(stream / 64).or_default() |= 1 << (stream % 64);
        }
        let start = self.masks.len() as u32;
        self.masks.extend(words);
        Part { start, end: self.masks.len() as u32 }
    }

    fn add_list(&mut self, list: &[u32]) -> Part {
        Part::append(&mut self.lists, list)
    }
}

fn known(parameter: &Type) -> Argument {
    match parameter {
        Type::Int => Argument::Int,
        Type::Bool => Argument::Bool,
        Type::Option(inner) if **inner == Type::Int => Argument::Int,
        Type::Option(inner) if **inner == Type::Bool => Argument::Bool,
        _ => Argument::Other,
    }
}

/// Makes the operator of one stream.
struct Builder<'p> {
    spec: &'p Spec,
    plan: &'p mut Plan,
    triggers: &'p mut Vec<Vec<u32>>,
    index: u32,
}

impl Builder<'_> {
    fn op(&mut self, operator: &Operator) -> Result<Op, String> {
        Ok(match operator {
            Operator::Input(input) => match self.spec.inputs.get(*input as usize) {
                Some(known) if known.stream.0 == self.index => Op::Input,
                _ => return Err(format!("the stream {} is not the input {input}", self.index)),
            },
            Operator::Nil => Op::Nil,
            Operator::Default(source, constant) => {
                self.plan.starters.push(self.index);
                Op::Default(self.on(*source)?, self.constant(*constant)?)
            }
            Operator::DefaultFrom(source, before) => Op::DefaultFrom(self.on(*source)?, self.on(*before)?),
            Operator::Time(source) => Op::Time(self.on(*source)?),
            Operator::Last(values, times) => {
                let values = self.any(*values)?;
                if values < self.index {
                    self.plan.effects[values as usize].keeps_previous = true;
                }
                Op::Last(values, self.on(*times)?)
            }
            Operator::Delay(amounts, resets) => {
                let (amounts, resets) = (self.any(*amounts)?, self.earlier(*resets)?);
                self.plan.delays.push(Delay { stream: self.index, amounts, resets });
                Op::Delay(self.plan.delays.len() as u32 - 1)
            }
            Operator::Lift(streams, function) => {
                let streams = self.all(streams)?;
                Op::Lift(streams, self.function(*function, streams)?)
            }
            Operator::SignalLift(streams, function) => {
                let part = self.all(streams)?;
                let function = self.function(*function, part)?;
                match self.native(streams, function) {
                    Some((native, sources)) => Op::Native(part, native, Box::new(sources), function),
                    None => Op::Signal(part, function),
                }
            }
            Operator::Merge(streams) => Op::Merge(self.all(streams)?),
            Operator::Filter(values, condition) => {
                // The condition alone sets nothing off.
                Op::Filter(self.on(*values)?, self.earlier(*condition)?)
            }
            Operator::Const(constant, times) => Op::Const(self.constant(*constant)?, self.on(*times)?),
        })
    }

    /// The operation that a function is, if the evaluator has it by itself.
    fn native(&self, streams: &[StreamId], function: u32) -> Option<(Native, [Source; 2])> {
        if self.plan.ways == Ways::Plain {
            return None;
        }
        let shortcut = self.spec.functions[function as usize].shortcut.as_ref()?;
        // An error of an argument that the primitive does not see would be lost.
        let is_used = |place: usize| shortcut.operands.contains(&Operand::Parameter(place));
        if !(0..streams.len()).all(is_used) {
            return None;
        }
        let source = |operand: &Operand| {
            Some(match operand {
                Operand::Parameter(place) => Source::Stream(streams.get(*place)?.0),
                Operand::Int(int) => Source::Constant(Value::int(int.clone())),
                Operand::Float(float) => Source::Constant(Value::Float(*float)),
                Operand::Bool(known) => Source::Constant(Value::Bool(*known)),
            })
        };
        let native = native::find(shortcut.primitive, shortcut.operands.len())?;
        match &shortcut.operands[..] {
            [only] => Some((native, [source(only)?, Source::Constant(Value::Unit)])),
            [left, right] => Some((native, [source(left)?, source(right)?])),
            _ => None,
        }
    }

    /// A stream that sets this one off.
    fn on(&mut self, stream: StreamId) -> Result<u32, String> {
        let stream = self.earlier(stream)?;
        self.triggers[stream as usize].push(self.index);
        Ok(stream)
    }

    fn all(&mut self, streams: &[StreamId]) -> Result<Part, String> {
        let known = streams.iter().map(|stream| self.on(*stream)).collect::<Result<Vec<u32>, String>>()?;
        Ok(self.plan.add_list(&known))
    }

    fn earlier(&self, stream: StreamId) -> Result<u32, String> {
        if stream.0 < self.index {
            return Ok(stream.0);
        }
        Err(format!("the stream {} refers to {}, which is not before it", self.index, stream.0))
    }

    fn any(&self, stream: StreamId) -> Result<u32, String> {
        if (stream.0 as usize) < self.spec.streams.len() {
            return Ok(stream.0);
        }
        Err(format!("the stream {} refers to {}, which is not there", self.index, stream.0))
    }

    fn constant(&self, function: FunctionId) -> Result<u32, String> {
        self.function(function, Part::default())
    }

    fn function(&self, function: FunctionId, arguments: Part) -> Result<u32, String> {
        let Some(known) = self.spec.functions.get(function.0 as usize) else {
            return Err(format!("there is no function {}", function.0));
        };
        let given = arguments.of(&self.plan.lists).len();
        if known.params.len() != given {
            let takes = known.params.len();
            return Err(format!("the function `{}` takes {takes} arguments and gets {given}", known.name));
        }
        Ok(function.0)
    }
}
