//! One run: takes events in the order of time and tells what follows.
//!
//! The newest value of each stream is kept with the number of the step of its event, which serves signals, `last` and
//! presence alike. In a step only streams are evaluated that something has set off, in their order, which a bit for
//! each stream gives; timers are set after the step, when all streams are known.

use std::ops::ControlFlow;

use lydian_core::{ConId, Value};
use lydian_tessla::spec::StreamId;

use super::calls::{Calls, is_erroneous};
use super::plan::{Op, Part, Plan, Source, Ways};
use super::specialise::{Argument, Over, Tree};
use super::{Failure, Halt, Observe, Sink, Time};

/// Why an event is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// Its time is before that of an earlier event.
    Backwards {
        /// The time that was reached.
        reached: Time,
    },
    /// The stream has an event at this time already.
    Twice,
    /// There is no such input.
    NoSuchInput,
    /// The run has ended.
    Halted(Halt),
}

impl From<Halt> for Refused {
    fn from(halt: Halt) -> Refused {
        Refused::Halted(halt)
    }
}

/// The newest event of a stream.
#[derive(Debug, Clone)]
struct Newest {
    /// The number of its step; 0 if there was none.
    step: u64,
    value: Value,
}

impl Newest {
    const NONE: Newest = Newest { step: 0, value: Value::Unit };
}

/// What was learned of a function with some of its arguments present.
struct Learned {
    /// A bit for each argument.
    present: u64,
    /// How often it was called.
    calls: u32,
    /// What it does, once it was called often.
    tree: Option<Tree>,
}

/// A function of more arguments than this is not specialised: each set of present ones counts by itself.
const MOST_ARGUMENTS: usize = 8;

/// A function is specialised when it is called this often.
const OFTEN: u32 = 50;

/// A run.
pub struct Interpreter<'i, 'w, 'v> {
    plan: &'i Plan,
    calls: Calls<'i, 'w, 'v>,
    /// The time whose events are being collected; it is evaluated when a later time comes.
    now: Time,
    /// The number of the step that is being collected, from 1.
    step: u64,
    /// The newest event of each stream.
    newest: Vec<Newest>,
    /// The value before the newest, where the plan keeps it; meaningless before the second event.
    previous: Vec<Option<Value>>,
    /// A bit for each stream that is to be evaluated in this step.
    dirty: Vec<u64>,
    /// When each timer fires.
    due: Vec<Option<Time>>,
    /// The earliest of these.
    next_due: Option<Time>,
    /// The timers that something has happened to in this step.
    touched: Vec<u32>,
    /// The values of constants, once they were needed.
    constants: Vec<Option<Value>>,
    /// For each stream the places at which it is observed.
    observed: Vec<Part>,
    observed_at: Vec<u32>,
    /// A bit for each place that has something to tell in this step.
    telling: Vec<u64>,
    observe: Observe,
    arguments: Vec<Value>,
    /// What was learned of the function of each stream.
    learned: Vec<Vec<Learned>>,
    /// How often a timer made a step of its own.
    timer_steps: u64,
}

impl<'i, 'w, 'v> Interpreter<'i, 'w, 'v> {
    pub(super) fn new(plan: &'i Plan, calls: Calls<'i, 'w, 'v>, observe: Observe) -> Interpreter<'i, 'w, 'v> {
        let count = plan.ops.len();
        let places: Vec<u32> = match observe {
            Observe::Outputs => plan.outputs.clone(),
            Observe::AllStreams => (0..count as u32).collect(),
        };
        let (observed, observed_at) = Part::lists(count, &places);
        let mut run = Interpreter {
            plan,
            calls,
            now: Time::ZERO,
            step: 1,
            newest: vec![Newest::NONE; count],
            previous: vec![None; count],
            dirty: vec![0; count.div_ceil(64)],
            due: vec![None; plan.delays.len()],
            next_due: None,
            touched: Vec::new(),
            constants: vec![None; plan.parameters.len()],
            observed,
            observed_at,
            telling: vec![0; places.len().div_ceil(64)],
            observe,
            arguments: Vec::new(),
            learned: (0..count).map(|_| Vec::new()).collect(),
            timer_steps: 0,
        };
        run.start();
        run
    }

    /// Goes back to the beginning: the next events belong to another trace.
    pub fn reset(&mut self) {
        self.now = Time::ZERO;
        self.step = 1;
        self.newest.fill(Newest::NONE);
        self.previous.fill(None);
        self.dirty.fill(0);
        self.due.fill(None);
        self.next_due = None;
        self.touched.clear();
        self.telling.fill(0);
        self.timer_steps = 0;
        self.start();
    }

    /// Time 0 is a step whether or not there is input.
    fn start(&mut self) {
        for stream in &self.plan.starters {
            self.dirty[*stream as usize / 64] |= 1 << (stream % 64);
        }
    }

    /// What is told.
    pub fn observe(&self) -> Observe {
        self.observe
    }

    /// The time whose events are being collected.
    pub fn now(&self) -> &Time {
        &self.now
    }

    /// What instrumented value functions have noted since this was last asked for, in order.
    pub fn take_notes(&mut self) -> Vec<(i64, Value)> {
        self.calls.take_notes()
    }

    /// Whether a timer is running.
    pub fn has_running_timer(&self) -> bool {
        self.due.iter().any(Option::is_some)
    }

    /// How many steps were made at times that the input does not mention.
    pub fn timer_steps(&self) -> u64 {
        self.timer_steps
    }

    /// Takes an event of an input, by its place in `Spec::inputs`. All that happens before `time` is told first.
    pub fn feed(
        &mut self,
        time: &Time,
        input: usize,
        value: Value,
        sink: &mut impl Sink,
    ) -> Result<(), Refused> {
        self.advance(time, sink)?;
        let Some(stream) = self.plan.inputs.get(input) else { return Err(Refused::NoSuchInput) };
        if self.fires(*stream) {
            return Err(Refused::Twice);
        }
        self.fire(*stream, value);
        Ok(())
    }

    /// The input has reached a time: all that happens before is told. What happens at that time is told when it is left.
    pub fn advance(&mut self, time: &Time, sink: &mut impl Sink) -> Result<(), Refused> {
        if *time == self.now {
            return Ok(());
        }
        if *time < self.now {
            return Err(Refused::Backwards { reached: self.now.clone() });
        }
        self.close(sink)?;
        while let Some(due) = self.next_due.clone().filter(|due| due < time) {
            self.timer_steps += 1;
            self.open(due);
            self.close(sink)?;
        }
        self.open(time.clone());
        Ok(())
    }

    /// The input has ended: the time that was reached is evaluated and told, and nothing after it.
    pub fn finish(&mut self, sink: &mut impl Sink) -> Result<(), Halt> {
        self.close(sink)
    }

    /// Begins a step.
    fn open(&mut self, time: Time) {
        self.step += 1;
        if self.next_due.as_ref() == Some(&time) {
            for (slot, delay) in self.plan.delays.iter().enumerate() {
                if self.due[slot].as_ref() == Some(&time) {
                    self.dirty[delay.stream as usize / 64] |= 1 << (delay.stream % 64);
                }
            }
        }
        self.now = time;
    }

    /// Evaluates the step and tells its events.
    fn close(&mut self, sink: &mut impl Sink) -> Result<(), Halt> {
        for word in 0..self.dirty.len() {
            while self.dirty[word] != 0 {
                let bit = self.dirty[word].trailing_zeros();
                self.dirty[word] &= self.dirty[word] - 1;
                let stream = word as u32 * 64 + bit;
                if let Some(value) = self.evaluate(stream) {
                    self.fire(stream, value);
                }
            }
        }
        self.tell(sink)?;
        self.set_timers()
    }

    /// The stream has an event now.
    #[inline]
    fn fire(&mut self, stream: u32, value: Value) {
        let index = stream as usize;
        let newest = &mut self.newest[index];
        let effects = &self.plan.effects[index];
        let before = std::mem::replace(newest, Newest { step: self.step, value });
        if effects.keeps_previous && before.step != 0 {
            self.previous[index] = Some(before.value);
        }
        for (word, mask) in &self.plan.masks[effects.triggers.range()] {
            self.dirty[*word as usize] |= mask;
        }
        if effects.has_timers {
            self.touched.extend_from_slice(effects.timers.of(&self.plan.lists));
        }
        for place in self.observed[index].of(&self.observed_at) {
            self.telling[*place as usize / 64] |= 1 << (place % 64);
        }
    }

    #[inline]
    fn fires(&self, stream: u32) -> bool {
        self.newest[stream as usize].step == self.step
    }

    /// Whether a stream has had an event, now or before.
    #[inline]
    fn has_value(&self, stream: u32) -> bool {
        self.newest[stream as usize].step != 0
    }

    /// The newest value of a stream.
    #[inline]
    fn value(&self, stream: u32) -> &Value {
        &self.newest[stream as usize].value
    }

    /// The newest value of a stream that has had one.
    #[inline]
    fn signal(&self, stream: u32) -> Option<&Value> {
        self.has_value(stream).then(|| self.value(stream))
    }

    /// The value of the event that the stream has now.
    #[inline]
    fn event(&self, stream: u32) -> Option<Value> {
        self.fires(stream).then(|| self.value(stream).clone())
    }

    /// The value of the event that a stream has in this step, from those of the streams before it.
    fn evaluate(&mut self, stream: u32) -> Option<Value> {
        let plan = self.plan;
        match &plan.ops[stream as usize] {
            Op::Input | Op::Nil => None,
            Op::Default(source, constant) => match self.event(*source) {
                Some(value) => Some(value),
                None => (self.step == 1).then(|| self.constant(*constant)),
            },
            Op::DefaultFrom(source, before) => match self.event(*source) {
                Some(value) => Some(value),
                // Its own first event is either of them; after that only the first counts.
                None if !self.has_value(stream) => self.event(*before),
                None => None,
            },
            Op::Time(source) => self.fires(*source).then(|| self.time()),
            Op::Last(values, times) if self.fires(*times) => self.before(*values),
            Op::Last(..) => None,
            Op::Delay(slot) => (self.due[*slot as usize].as_ref() == Some(&self.now)).then_some(Value::Unit),
            Op::Lift(streams, function) => self.lift(stream, *streams, *function),
            Op::Signal(streams, function) => self.signal_lift(stream, *streams, *function),
            Op::Native(streams, native, sources, function) => {
                if streams.of(&plan.lists).iter().any(|stream| !self.has_value(*stream)) {
                    return None;
                }
                let value = |source: &'i Source| match source {
                    Source::Stream(stream) => &self.newest[*stream as usize].value,
                    Source::Constant(value) => value,
                };
                let [left, right] = &**sources;
                Some(self.calls.native(*function, *native, value(left), value(right)))
            }
            Op::Merge(streams) => {
                let first = streams.of(&plan.lists).iter().find(|stream| self.fires(**stream));
                first.map(|stream| self.value(*stream).clone())
            }
            Op::Filter(values, condition) if self.fires(*values) => match self.signal(*condition) {
                Some(Value::Bool(true)) => Some(self.value(*values).clone()),
                Some(Value::Bool(false)) | None => None,
                // Whether there is an event is erroneous, so the event is.
                Some(erroneous) => Some(erroneous.clone()),
            },
            Op::Filter(..) => None,
            Op::Const(constant, times) => self.fires(*times).then(|| self.constant(*constant)),
        }
    }

    /// The value of a stream strictly before now.
    fn before(&self, stream: u32) -> Option<Value> {
        if self.fires(stream) {
            return self.previous[stream as usize].clone();
        }
        self.signal(stream).cloned()
    }

    fn constant(&mut self, function: u32) -> Value {
        if let Some(known) = &self.constants[function as usize] {
            return known.clone();
        }
        let value = self.calls.call(function, &[Value::Unit]);
        self.constants[function as usize] = Some(value.clone());
        value
    }

    /// What the function of a stream gives without a call, if it was called often and that is possible.
    #[inline]
    fn without_call(
        &mut self,
        stream: u32,
        streams: Part,
        function: u32,
        present: u64,
        over: Over,
    ) -> Option<Option<Value>> {
        let learned = self.learned[stream as usize].iter_mut().find(|learned| learned.present == present);
        match learned {
            Some(Learned { tree: Some(tree), .. }) => {
                let (streams, newest) = (streams.of(&self.plan.lists), &self.newest);
                tree.run(&|place| &newest[streams[place] as usize].value)
            }
            Some(learned) if learned.calls > OFTEN => None,
            Some(learned) => {
                learned.calls += 1;
                if learned.calls > OFTEN {
                    let arguments = self.plan.parameters[function as usize].iter().enumerate();
                    let known = |(place, argument): (usize, &Argument)| {
                        if present >> place & 1 == 1 { *argument } else { Argument::Absent }
                    };
                    let arguments: Vec<Argument> = arguments.map(known).collect();
                    learned.tree = self.calls.tree(function, &arguments, over);
                }
                None
            }
            None => {
                self.learned[stream as usize].push(Learned { present, calls: 1, tree: None });
                None
            }
        }
    }

    fn lift(&mut self, stream: u32, streams: Part, function: u32) -> Option<Value> {
        let list = streams.of(&self.plan.lists);
        let mut present = 0u64;
        let mut is_usual = self.plan.ways == Ways::Short && list.len() <= MOST_ARGUMENTS;
        for (place, argument) in list.iter().enumerate().take(MOST_ARGUMENTS) {
            if self.fires(*argument) {
                present |= 1 << place;
                is_usual &= !is_erroneous(self.value(*argument));
            }
        }
        if is_usual && let Some(result) = self.without_call(stream, streams, function, present, Over::Options)
        {
            return result;
        }
        let mut arguments = std::mem::take(&mut self.arguments);
        arguments.clear();
        arguments.extend(streams.of(&self.plan.lists).iter().map(|stream| match self.event(*stream) {
            Some(value) => Value::construct(ConId::SOME, [value]),
            None => Value::Constant(ConId::NONE),
        }));
        let result = self.calls.call_with_options(function, &arguments);
        arguments.clear();
        self.arguments = arguments;
        match result {
            Value::Constant(ConId::NONE) => None,
            Value::Block(block) if block.con == ConId::SOME => Some(block.fields[0].clone()),
            // The official function gives the option of a value that fails when it is looked at.
            erroneous => Some(erroneous),
        }
    }

    fn signal_lift(&mut self, stream: u32, part: Part, function: u32) -> Option<Value> {
        let streams = part.of(&self.plan.lists);
        let mut is_usual = self.plan.ways == Ways::Short && streams.len() <= MOST_ARGUMENTS;
        for argument in streams {
            if !self.has_value(*argument) {
                return None;
            }
            is_usual &= !is_erroneous(self.value(*argument));
        }
        if is_usual && let Some(result) = self.without_call(stream, part, function, u64::MAX, Over::Values) {
            return result;
        }
        let mut arguments = std::mem::take(&mut self.arguments);
        arguments.clear();
        arguments.extend(streams.iter().map(|stream| self.value(*stream).clone()));
        let result = self.calls.call(function, &arguments);
        arguments.clear();
        self.arguments = arguments;
        Some(result)
    }

    /// Tells the events of this step in the order of their places.
    fn tell(&mut self, sink: &mut impl Sink) -> Result<(), Halt> {
        let mut told = false;
        for word in 0..self.telling.len() {
            let mut bits = std::mem::take(&mut self.telling[word]);
            while bits != 0 {
                let place = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let stream = match self.observe {
                    Observe::Outputs => self.plan.outputs[place],
                    Observe::AllStreams => place as u32,
                };
                let value = &self.newest[stream as usize].value;
                let value = match self.calls.failure(value) {
                    None => Ok(value),
                    Some(failure) => Err(failure),
                };
                told = true;
                if sink.event(&self.now, place, value).is_break() {
                    return Err(Halt::Told);
                }
            }
        }
        if told && sink.step(&self.now) == ControlFlow::Break(()) {
            return Err(Halt::Told);
        }
        Ok(())
    }

    /// Sets the timers that something has happened to. To do so twice changes nothing.
    fn set_timers(&mut self) -> Result<(), Halt> {
        if self.touched.is_empty() {
            return Ok(());
        }
        let touched = std::mem::take(&mut self.touched);
        for slot in &touched {
            self.set_timer(*slot as usize)?;
        }
        self.touched = touched;
        self.touched.clear();
        self.next_due = self.due.iter().flatten().min().cloned();
        Ok(())
    }

    /// The time in units; a moment between two of them is no integer.
    fn time(&mut self) -> Value {
        let ticks = Time::from(self.plan.ticks);
        match self.now.floor_div(&ticks) {
            _ if ticks.is_one() => Value::int(self.now.clone()),
            Some(whole) if self.now.floor_mod(&ticks).is_some_and(|rest| rest.is_zero()) => Value::int(whole),
            _ => self.calls.wrong("The time is not an integer".into()),
        }
    }

    fn set_timer(&mut self, slot: usize) -> Result<(), Halt> {
        let delay = self.plan.delays[slot];
        let is_read = self.fires(delay.stream) || self.fires(delay.resets);
        let amount = if self.fires(delay.amounts) {
            let failed = |failure| {
                let stream = StreamId(delay.stream);
                Err(Halt::Failed { time: self.now.clone(), stream, failure })
            };
            match as_time(self.value(delay.amounts)) {
                Some(amount) if amount.is_positive() => Some(amount),
                Some(amount) => {
                    let message = format!("The delay {amount} is not positive");
                    return failed(Failure { message, function: None });
                }
                None if is_read => {
                    let failure = self.calls.failure(self.value(delay.amounts)).cloned();
                    let unknown = || Failure { message: "The delay is not a number".into(), function: None };
                    return failed(failure.unwrap_or_else(unknown));
                }
                None => None,
            }
        } else {
            None
        };
        if is_read {
            let ticks = Time::from(self.plan.ticks);
            self.due[slot] = amount.map(|amount| &self.now + &(amount * ticks));
        }
        Ok(())
    }
}

fn as_time(value: &Value) -> Option<Time> {
    match value {
        Value::Int(small) => Some(Time::from(*small)),
        Value::Big(big) => Some((**big).clone()),
        _ => None,
    }
}
