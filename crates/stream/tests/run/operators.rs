//! Random specifications over random traces, against the definitions of the operators (thesis, definition 2.8), which are
//! evaluated here at every point in time, with the whole past in hand, and without any state.

use lydian_core::Value;
use lydian_stream::run::{Ending, InputEvent, Observe, Prepared, Time, trace};
use lydian_tessla::Type;
use lydian_tessla::spec::{Operator, Spec, StreamId};

use crate::handmade::{Random, event, spec};

/// All that is looked at happens before this time.
const END: i64 = 30;

/// `history[stream][time]`.
type History = Vec<Vec<Option<Value>>>;

/// The events of all streams by their definitions.
fn by_definition(spec: &Spec, input: &[InputEvent]) -> History {
    let count = spec.streams.len();
    let mut history: History = vec![vec![None; END as usize]; count];
    for time in 0..END as usize {
        for stream in 0..count {
            history[stream][time] = defined(spec, input, &history, stream, time);
        }
    }
    history
}

fn defined(
    spec: &Spec,
    input: &[InputEvent],
    history: &History,
    stream: usize,
    time: usize,
) -> Option<Value> {
    let at = |stream: &StreamId, time: usize| history[stream.0 as usize][time].as_ref();
    let latest =
        |stream: &StreamId, times: std::ops::Range<usize>| times.rev().find_map(|time| at(stream, time));
    match &spec.streams[stream].operator {
        Operator::Input(place) => {
            let now = |event: &&InputEvent| event.input == *place as usize && event.time == Time::from(time);
            input.iter().find(now).map(|event| event.value.clone())
        }
        Operator::Nil => None,
        Operator::Time(source) => at(source, time).map(|_| Value::Int(time as i64)),
        Operator::Last(values, times) => {
            at(times, time)?;
            latest(values, 0..time).cloned()
        }
        Operator::Delay(amounts, resets) => {
            let fires = (0..time).any(|before| {
                let amount =
                    matches!(at(amounts, before), Some(Value::Int(d)) if *d == (time - before) as i64);
                let setable = history[stream][before].is_some() || at(resets, before).is_some();
                let no_reset = (before + 1..time).all(|between| at(resets, between).is_none());
                amount && setable && no_reset
            });
            fires.then_some(Value::Unit)
        }
        Operator::Merge(sources) => sources.iter().find_map(|source| at(source, time)).cloned(),
        Operator::Filter(values, condition) => {
            let holds = matches!(latest(condition, 0..time + 1), Some(Value::Bool(true)));
            at(values, time).filter(|_| holds).cloned()
        }
        Operator::DefaultFrom(source, before) => match at(source, time) {
            Some(value) => Some(value.clone()),
            None => {
                let earlier = (0..time).any(|time| at(source, time).is_some() || at(before, time).is_some());
                at(before, time).filter(|_| !earlier).cloned()
            }
        },
        other => unreachable!("{other:?} is not generated"),
    }
}

/// Two integer, one Boolean and one unit input, and some operators over them and each other.
fn random_spec(random: &mut Random) -> Spec {
    let mut streams = vec![
        (Operator::Input(0), Type::Int),
        (Operator::Input(1), Type::Int),
        (Operator::Input(2), Type::Bool),
        (Operator::Input(3), Type::unit()),
    ];
    let count = 6 + random.below(10) as usize;
    // The types of later streams are decided first, since `last` and `delay` may refer to them.
    let mut types: Vec<Type> = streams.iter().map(|(_, ty)| ty.clone()).collect();
    for _ in 4..count {
        types.push(if random.below(3) == 0 { Type::unit() } else { Type::Int });
    }
    for index in 4..count {
        let operator = random_operator(random, &types, index);
        streams.push((operator, types[index].clone()));
    }
    spec(streams)
}

fn random_operator(random: &mut Random, types: &[Type], index: usize) -> Operator {
    let ty = &types[index];
    let mut earlier = |of: Option<&Type>| {
        let fitting: Vec<u32> =
            (0..index as u32).filter(|i| of.is_none_or(|ty| &types[*i as usize] == ty)).collect();
        StreamId(fitting[random.below(fitting.len() as u64) as usize])
    };
    let (same, other, any) = (earlier(Some(ty)), earlier(Some(ty)), earlier(None));
    let condition = earlier(Some(&Type::Bool));
    let mut whole = |of: &Type| {
        let fitting: Vec<u32> = (0..types.len() as u32).filter(|i| &types[*i as usize] == of).collect();
        StreamId(fitting[random.below(fitting.len() as u64) as usize])
    };
    let (values, amounts) = (whole(ty), whole(&Type::Int));
    match random.below(7) {
        0 => Operator::Merge(vec![same, other]),
        1 => Operator::Filter(same, condition),
        2 => Operator::DefaultFrom(same, other),
        3 if *ty == Type::Int => Operator::Time(any),
        4 | 5 if *ty != Type::Int => Operator::Delay(amounts, any),
        6 if random.below(8) == 0 => Operator::Nil,
        _ => Operator::Last(values, any),
    }
}

fn random_trace(random: &mut Random) -> Vec<InputEvent> {
    let mut events = Vec::new();
    let density = 1 + random.below(4);
    for time in 0..END {
        for input in 0..4 {
            if random.below(1 + density * 2) > 0 {
                continue;
            }
            let value = match input {
                0 | 1 => Value::Int(1 + random.below(6) as i64),
                2 => Value::Bool(random.below(2) == 0),
                _ => Value::Unit,
            };
            events.push(event(time, input, value));
        }
    }
    events
}

#[test]
fn operators_do_what_their_definitions_say() {
    let (mut fired, mut timers) = (0, 0);
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let spec = random_spec(&mut random);
        let input = random_trace(&mut random);
        let run =
            trace(&spec, &input, Some(&Time::from(END - 1)), Observe::AllStreams).expect("a sound plan");
        let expected = by_definition(&spec, &input);
        // A time is zero at time 0, and a timer cannot be set to it; up to there the events must agree.
        let end = match &run.ending {
            Ending::Complete => END,
            Ending::Halted(lydian_stream::run::Halt::Failed { time, .. }) => {
                time.as_i64().expect("a small time") + 1
            }
            other => panic!("seed {seed}: {other:?}"),
        };
        let mut wanted = Vec::new();
        for time in 0..end {
            for (stream, times) in expected.iter().enumerate() {
                if let Some(value) = &times[time as usize] {
                    wanted.push(format!("{time}: s{stream} = {value:?}"));
                }
            }
        }
        let found: Vec<String> = run
            .events
            .iter()
            .map(|event| {
                format!("{}: s{} = {:?}", event.time, event.index, event.value.as_ref().expect("no failure"))
            })
            .collect();
        fired += found.len();
        let is_timer = |index: usize| matches!(spec.streams[index].operator, Operator::Delay(..));
        timers += run.events.iter().filter(|event| is_timer(event.index)).count();
        let shown: Vec<_> = spec.streams.iter().map(|stream| &stream.operator).collect();
        assert_eq!(found, wanted, "seed {seed}, {shown:?}, {input:?}");
    }
    assert!(
        fired > 100_000 && timers > 1_000,
        "{fired} events, {timers} of timers, are too few to show anything"
    );
}

#[test]
fn a_run_that_is_reset_behaves_like_a_new_one() {
    for seed in 0..50 {
        let mut random = Random::new(seed);
        let spec = random_spec(&mut random);
        let prepared = Prepared::new(&spec).expect("a sound plan");
        let traces = [random_trace(&mut random), random_trace(&mut random)];
        let mut events = Vec::new();
        prepared.run(Observe::AllStreams, |run| {
            for trace in &traces {
                events.clear();
                run.reset();
                let mut sink =
                    |time: &Time, index: usize, value: Result<&Value, &lydian_stream::run::Failure>| {
                        events.push(format!("{time} {index} {value:?}"));
                        std::ops::ControlFlow::Continue(())
                    };
                let fed = trace
                    .iter()
                    .all(|event| run.feed(&event.time, event.input, event.value.clone(), &mut sink).is_ok());
                if fed {
                    // A timer that cannot be set is seen by both.
                    let _ = run.finish(&mut sink);
                }
            }
        });
        let fresh = prepared.trace(&traces[1], None, Observe::AllStreams, usize::MAX);
        let fresh: Vec<String> = fresh
            .events
            .iter()
            .map(|event| format!("{} {} {:?}", event.time, event.index, event.value.as_ref()))
            .collect();
        assert_eq!(events, fresh, "seed {seed}");
    }
}

#[test]
fn what_is_due_after_the_last_input_never_happens() {
    // A timer of 5 units, started at 1.
    let spec = spec(vec![
        (Operator::Input(0), Type::Int),
        (Operator::Delay(StreamId(0), StreamId(0)), Type::unit()),
    ]);
    let input = [event(1, 0, Value::Int(5))];
    let times = |progress: Option<i64>| {
        let run =
            trace(&spec, &input, progress.map(Time::from).as_ref(), Observe::Outputs).expect("a sound plan");
        assert_eq!(run.ending, Ending::Complete);
        run.events
            .iter()
            .filter(|event| event.index == 1)
            .map(|event| event.time.to_string())
            .collect::<Vec<_>>()
    };
    assert!(times(None).is_empty());
    assert!(times(Some(5)).is_empty());
    assert_eq!(times(Some(6)), ["6"]);
    assert_eq!(times(Some(100)), ["6"]);
}

#[test]
fn times_and_delays_beyond_machine_integers_are_exact() {
    let spec = spec(vec![
        (Operator::Input(0), Type::Int),
        (Operator::Delay(StreamId(0), StreamId(0)), Type::unit()),
        (Operator::Time(StreamId(1)), Type::Int),
    ]);
    let large: Time = "123456789012345678901234567890".parse().expect("a number");
    let amount: Time = "100000000000000000000".parse().expect("a number");
    let due = &large + &amount;
    let input = [InputEvent { time: large, input: 0, value: Value::int(amount) }];
    let run = trace(&spec, &input, Some(&due), Observe::Outputs).expect("a sound plan");
    let shown = run.events.iter().map(|event| format!("{} {}", event.index, event.time)).collect::<Vec<_>>();
    assert_eq!(shown[1..], [format!("1 {due}"), format!("2 {due}")]);
}

#[test]
fn a_delay_that_is_not_positive_ends_the_run_even_if_nobody_reads_it() {
    for amount in [0, -3] {
        let spec = spec(vec![
            (Operator::Input(0), Type::Int),
            (Operator::Input(1), Type::unit()),
            (Operator::Delay(StreamId(0), StreamId(1)), Type::unit()),
        ]);
        let input = [event(4, 0, Value::Int(amount)), event(9, 1, Value::Unit)];
        let run = trace(&spec, &input, None, Observe::Outputs).expect("a sound plan");
        let Ending::Halted(lydian_stream::run::Halt::Failed { time, stream, .. }) = run.ending else {
            panic!("{:?}", run.ending);
        };
        assert_eq!((time, stream), (Time::from(4), StreamId(2)));
        assert_eq!(run.events.len(), 1, "the event at 4 is told before");
    }
}

#[test]
fn input_that_goes_back_or_comes_twice_is_refused() {
    use lydian_stream::run::Refused;
    let spec = spec(vec![(Operator::Input(0), Type::Int)]);
    let ending = |times: &[i64]| {
        let input: Vec<InputEvent> = times.iter().map(|time| event(*time, 0, Value::Int(1))).collect();
        trace(&spec, &input, None, Observe::Outputs).expect("a sound plan").ending
    };
    assert_eq!(ending(&[0, 1, 2]), Ending::Complete);
    assert_eq!(ending(&[5, 4]), Ending::Refused(1, Refused::Backwards { reached: Time::from(5) }));
    assert_eq!(ending(&[5, 5]), Ending::Refused(1, Refused::Twice));
    assert_eq!(ending(&[-1]), Ending::Refused(0, Refused::Backwards { reached: Time::ZERO }));
}
