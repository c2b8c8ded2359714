//! Specifications made by hand, and random numbers.

use std::sync::Arc;

use lydian_core::{IntMode, Program, Value};
use lydian_stream::run::{InputEvent, Time};
use lydian_tessla::Type;
use lydian_tessla::spec::{Input, Operator, Output, Spec, Stream, StreamId};
use lydian_tessla::syntax::ast::At;

/// A specification without functions; every stream is an output `s0`, `s1`, ...
pub fn spec(streams: Vec<(Operator, Type)>) -> Spec {
    let at = At::default();
    let name = |index: usize| -> Arc<str> { format!("s{index}").into() };
    let inputs = streams
        .iter()
        .enumerate()
        .filter(|(_, (operator, _))| matches!(operator, Operator::Input(_)))
        .map(|(index, _)| Input { name: name(index), stream: StreamId(index as u32), drawn: None, at })
        .collect();
    let outputs = (0..streams.len())
        .map(|index| Output {
            name: name(index),
            stream: StreamId(index as u32),
            raw: false,
            drawn: None,
            at,
        })
        .collect();
    let streams = streams
        .into_iter()
        .enumerate()
        .map(|(index, (operator, ty))| Stream { operator, ty, name: Some(name(index)), at, written: true })
        .collect();
    Spec {
        files: Arc::default(),
        streams,
        inputs,
        outputs,
        functions: Vec::new(),
        program: Program::new(IntMode::Unbounded, 0),
        code: String::new(),
        points: Vec::new(),
        constraints: Vec::new(),
        decimals: 0,
    }
}

/// An event of an input.
pub fn event(time: i64, input: usize, value: Value) -> InputEvent {
    InputEvent { time: Time::from(time), input, value }
}

/// Random numbers that are the same in every run (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    /// A number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}
