//! One readable text that a step allows.
//! In: a step. Out: fixed texts and wildcards; of alternatives the first one, and a line break after each output. This is
//! what a person is shown as an expected run.

use super::{Pattern, Step};

/// Whether outputs that may be left out are in an example.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Only what must be written.
    Plain,
    /// Also what may be left out.
    Full,
}

/// A part of an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segment {
    /// Exactly these bytes.
    Text(Vec<u8>),
    /// Anything that the specification leaves open.
    Wildcard,
}

/// How deep a pattern is looked into; what is deeper is shown as a wildcard.
const DEPTH_LIMIT: usize = 1_000;

/// One readable text that the step allows.
pub(crate) fn example(step: &Step, detail: Detail) -> Vec<Segment> {
    let mut segments = Vec::new();
    for output in &step.outputs {
        if output.optional && detail == Detail::Plain {
            continue;
        }
        let mut own = Vec::new();
        collect(&output.pattern, &mut own, 0);
        let ends_a_line = matches!(own.last(), Some(Segment::Text(text)) if text.ends_with(b"\n"));
        if !own.is_empty() && !ends_a_line {
            push_text(&mut own, b"\n");
        }
        for segment in own {
            match segment {
                Segment::Text(text) => push_text(&mut segments, &text),
                Segment::Wildcard => segments.push(Segment::Wildcard),
            }
        }
    }
    segments
}

fn collect(pattern: &Pattern, segments: &mut Vec<Segment>, depth: usize) {
    match pattern {
        _ if depth > DEPTH_LIMIT => push_wildcard(segments),
        Pattern::Text(text) => push_text(segments, text),
        Pattern::Number(number)
        | Pattern::Decimal(number)
        | Pattern::Rounded(number)
        | Pattern::Places(number)
        | Pattern::Near { shown: number, .. } => push_text(segments, number.as_bytes()),
        Pattern::Columns(parts) => {
            for (index, part) in parts.iter().enumerate() {
                if index > 0 {
                    push_text(segments, b"  ");
                }
                collect(part, segments, depth + 1);
            }
        }
        Pattern::Any | Pattern::AnyWithout(_) | Pattern::Some => push_wildcard(segments),
        Pattern::Tolerant(_, inside) => collect(inside, segments, depth + 1),
        Pattern::Decorated(inside) => {
            push_wildcard(segments);
            collect(inside, segments, depth + 1);
            push_wildcard(segments);
        }
        Pattern::Sequence(parts) => parts.iter().for_each(|part| collect(part, segments, depth + 1)),
        Pattern::Either(alternatives) => {
            alternatives.iter().take(1).for_each(|first| collect(first, segments, depth + 1));
        }
    }
}

fn push_text(segments: &mut Vec<Segment>, text: &[u8]) {
    match segments.last_mut() {
        _ if text.is_empty() => {}
        Some(Segment::Text(before)) => before.extend_from_slice(text),
        _ => segments.push(Segment::Text(text.to_vec())),
    }
}

/// Two wildcards in a row look like one.
fn push_wildcard(segments: &mut Vec<Segment>) {
    if segments.last() != Some(&Segment::Wildcard) {
        segments.push(Segment::Wildcard);
    }
}
