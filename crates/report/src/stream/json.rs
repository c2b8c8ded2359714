//! The report of a suite for programs: one JSON document.
//! The types here are the schema; `docs/src/stream-generate.md` is its page. Cases, goals and slots are numbered from 1.

use lydian_verdict::{GoalState, TraceCase, TraceEvent, TraceGoal, TraceSuite, TraceValue, Verdict};
use serde::Serialize;
use serde_json::{Map, Value};

use super::words;
use crate::json::{JSON_VERSION, PlaceJson, ReasonJson, statistics_map, write_document};

/// A suite as a JSON document.
pub fn suite_to_json(suite: &TraceSuite) -> String {
    let mut bytes = Vec::new();
    write_document(&mut bytes, &SuiteJson::from(suite)).expect("memory can be written to");
    String::from_utf8(bytes).expect("JSON is UTF-8")
}

#[derive(Serialize)]
struct SuiteJson<'s> {
    version: u32,
    suite: &'static str,
    specification: &'s str,
    strategy: &'s str,
    criteria: &'s [String],
    slots: usize,
    verdict: &'static str,
    exit_code: u8,
    summary: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Vec<ReasonJson>>,
    inputs: Vec<StreamJson<'s>>,
    outputs: Vec<StreamJson<'s>>,
    assertions: Vec<AssertionJson<'s>>,
    counts: CountsJson,
    cases: Vec<CaseJson<'s>>,
    goals: Vec<GoalJson<'s>>,
    dead_states: Vec<DeadStateJson<'s>>,
    effort: Map<String, Value>,
}

#[derive(Serialize)]
struct StreamJson<'s> {
    name: &'s str,
    #[serde(rename = "type")]
    ty: &'s str,
}

#[derive(Serialize)]
struct AssertionJson<'s> {
    text: &'s str,
    place: PlaceJson,
}

#[derive(Serialize)]
struct CountsJson {
    cases: usize,
    goals: usize,
    covered: usize,
    unreachable: usize,
    unknown: usize,
}

#[derive(Serialize)]
struct CaseJson<'s> {
    number: usize,
    times: Vec<Value>,
    inputs: Vec<EventJson<'s>>,
    outputs: Vec<EventJson<'s>>,
    progress: Option<Value>,
    failure: Option<&'s str>,
    timer_running: bool,
    goals: Vec<MetJson>,
}

#[derive(Serialize)]
struct EventJson<'s> {
    time: Value,
    stream: &'s str,
    value: &'s str,
}

#[derive(Serialize)]
struct MetJson {
    goal: usize,
    time: Value,
}

#[derive(Serialize)]
struct GoalJson<'s> {
    number: usize,
    criterion: &'s str,
    text: &'s str,
    within: &'s [String],
    place: PlaceJson,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    induction_slots: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'s str>,
}

#[derive(Serialize)]
struct DeadStateJson<'s> {
    case: usize,
    time: Value,
    lost_goals: Vec<usize>,
    silent_outputs: Vec<&'s str>,
    text: String,
}

impl<'s> From<&'s TraceSuite> for SuiteJson<'s> {
    fn from(suite: &'s TraceSuite) -> SuiteJson<'s> {
        let counts = suite.counts();
        let streams = |role: &str| -> Vec<StreamJson<'s>> {
            let listed = suite.streams.iter().filter(|stream| stream.role.word() == role);
            listed.map(|stream| StreamJson { name: &stream.name, ty: &stream.ty }).collect()
        };
        let reasons = match &suite.verdict {
            Verdict::Unknown(undecided) => Some(undecided.reasons.iter().map(ReasonJson::from).collect()),
            _ => None,
        };
        SuiteJson {
            version: JSON_VERSION,
            suite: "lydian stream",
            specification: &suite.subject,
            strategy: &suite.strategy,
            criteria: &suite.criteria,
            slots: suite.slots,
            verdict: suite.verdict.kind().word(),
            exit_code: suite.verdict.exit_code(),
            summary: words::summary(suite),
            reasons,
            inputs: streams("input"),
            outputs: streams("output"),
            assertions: suite
                .assertions
                .iter()
                .map(|wanted| AssertionJson { text: &wanted.text, place: (&wanted.span).into() })
                .collect(),
            counts: CountsJson {
                cases: suite.cases.len(),
                goals: suite.goals.len(),
                covered: counts.covered,
                unreachable: counts.unreachable,
                unknown: counts.unknown,
            },
            cases: suite
                .cases
                .iter()
                .enumerate()
                .map(|(number, case)| told_case(suite, number, case))
                .collect(),
            goals: suite
                .goals
                .iter()
                .enumerate()
                .map(|(number, goal)| told_goal(suite, number, goal))
                .collect(),
            dead_states: suite
                .dead
                .iter()
                .map(|dead| DeadStateJson {
                    case: dead.case + 1,
                    time: time(&suite.cases[dead.case].times[dead.moment]),
                    lost_goals: dead.lost.iter().map(|goal| goal + 1).collect(),
                    silent_outputs: dead.silent.iter().map(|stream| &*suite.streams[*stream].name).collect(),
                    text: words::dead_state(suite, dead),
                })
                .collect(),
            effort: statistics_map(&suite.effort),
        }
    }
}

fn told_case<'s>(suite: &'s TraceSuite, number: usize, case: &'s TraceCase) -> CaseJson<'s> {
    let event = |event: &'s TraceEvent| EventJson {
        time: time(&case.times[event.moment]),
        stream: &suite.streams[event.stream].name,
        value: event.value.literal(),
    };
    let sound = |event: &&TraceEvent| !matches!(event.value, TraceValue::Error(_));
    CaseJson {
        number: number + 1,
        times: case.times.iter().map(|text| time(text)).collect(),
        inputs: suite.inputs(case).map(event).collect(),
        outputs: suite.outputs(case).filter(sound).map(event).collect(),
        progress: case.progress.as_deref().map(time),
        failure: case.failure.as_deref(),
        timer_running: case.pending,
        goals: case
            .meets
            .iter()
            .map(|(goal, moment)| MetJson { goal: goal + 1, time: time(&case.times[*moment]) })
            .collect(),
    }
}

fn told_goal<'s>(suite: &'s TraceSuite, number: usize, goal: &'s TraceGoal) -> GoalJson<'s> {
    let (mut case, mut met, mut induction_slots, mut why) = (None, None, None, None);
    match &goal.state {
        GoalState::Covered { case: first, moment } => {
            case = Some(first + 1);
            met = Some(time(&suite.cases[*first].times[*moment]));
        }
        GoalState::Unreachable { slots } => induction_slots = Some(*slots),
        GoalState::Unknown { why: text } => why = Some(text.as_str()),
    }
    GoalJson {
        number: number + 1,
        criterion: &goal.criterion,
        text: &goal.text,
        within: &goal.within,
        place: (&goal.span).into(),
        status: goal.state.word(),
        case,
        time: met,
        induction_slots,
        why,
    }
}

/// A time as a number, or as text where readers of JSON would lose digits.
fn time(text: &str) -> Value {
    match text.parse::<u64>() {
        Ok(number) if number < 1 << 53 => number.into(),
        _ => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::sample::suite;

    fn document(suite: &TraceSuite) -> Value {
        serde_json::from_str(&suite_to_json(suite)).expect("the report is JSON")
    }

    #[test]
    fn a_case_has_its_inputs_and_outputs_in_the_users_notation() {
        let document = document(&suite());
        let case = &document["cases"][0];
        assert_eq!(case["times"], serde_json::json!([0, 2]));
        assert_eq!(case["inputs"][1], serde_json::json!({"time": 2, "stream": "a", "value": "-1"}));
        assert_eq!(case["outputs"][1]["value"], "\"<b>\"");
        assert_eq!(case["goals"][1], serde_json::json!({"goal": 2, "time": 2}));
        assert_eq!(document["exit_code"], 3);
    }

    #[test]
    fn a_goal_says_what_became_of_it() {
        let document = document(&suite());
        let goals = &document["goals"];
        assert_eq!(goals[0]["status"], "covered");
        assert_eq!(goals[0]["case"], 1);
        assert_eq!(goals[2]["induction_slots"], 1);
        assert_eq!(goals[3]["why"], "not found within 40 slots");
        assert_eq!(goals[3].get("case"), None);
        assert_eq!(goals[0]["place"]["line"], 2);
    }

    #[test]
    fn a_time_that_would_lose_digits_is_text() {
        assert_eq!(time("9007199254740991"), Value::from(9_007_199_254_740_991_u64));
        assert_eq!(time("9007199254740992"), Value::from("9007199254740992"));
        assert_eq!(time("123456789012345678901234567890"), Value::from("123456789012345678901234567890"));
    }

    #[test]
    fn a_dead_state_names_what_is_lost() {
        let document = document(&suite());
        let dead = &document["dead_states"][0];
        assert_eq!(dead["lost_goals"], serde_json::json!([1]));
        assert_eq!(dead["silent_outputs"], serde_json::json!(["z"]));
    }
}
