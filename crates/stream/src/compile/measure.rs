//! What a monitor takes: memory, and operations for each moment.

use super::Language;
use super::code::{Function, Prim, Stmt, for_each};
use super::machine::{Machine, Op};
use super::types::Ty;

/// What is known of a monitor before it runs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Measured {
    /// The bytes of its state, without what it has on the heap.
    pub bytes: u64,
    /// Why its memory has no bound, by stream.
    pub growing: Vec<String>,
    /// The most operations that a moment takes, if there is a bound.
    pub operations: u64,
    /// Why there is none.
    pub endless: Vec<String>,
    /// Whether an integer can leave 64 bits.
    pub can_overflow: bool,
}

impl Measured {
    pub(super) fn of(machine: &Machine, language: Language) -> Measured {
        let mut measured = Measured { bytes: bytes(machine, language), ..Measured::default() };
        let makes_texts = machine.makes_texts();
        for stream in machine.streams.iter().filter(|stream| stream.is_kept) {
            let kind = if stream.ty.has(&|ty| matches!(ty, Ty::Map(..))) {
                "a map"
            } else if stream.ty.has(&|ty| matches!(ty, Ty::Set(_))) {
                "a set"
            } else if stream.ty.has(&|ty| matches!(ty, Ty::List(_))) {
                "a list"
            } else if makes_texts && stream.ty.has(&|ty| *ty == Ty::Text) {
                "a text"
            } else {
                continue;
            };
            measured.growing.push(format!("{} keeps {kind} of any size", stream.name));
        }
        for stream in &machine.streams {
            measured.operations += 1;
            let functions: Vec<usize> = match &stream.op {
                Op::Default(_, function) | Op::Const(function, _) => vec![*function],
                Op::Lift { plain, erroneous, .. } => erroneous.iter().copied().chain([*plain]).collect(),
                Op::Signal { plain, tolerant, .. } => {
                    tolerant.iter().map(|(function, _)| *function).chain([*plain]).collect()
                }
                _ => Vec::new(),
            };
            let costs = functions.iter().map(|function| {
                let function = &machine.functions[*function];
                measured
                    .endless
                    .extend(endless(machine, function).map(|why| format!("{}: {why}", stream.name)));
                longest(&function.body)
            });
            measured.operations += costs.max().unwrap_or(0);
        }
        measured.growing.dedup();
        measured.endless.sort();
        measured.endless.dedup();
        for function in &machine.functions {
            for_each(&function.body, &mut |stmt| {
                measured.can_overflow |= matches!(stmt, Stmt::Set(_, prim, _) if prim.can_overflow());
            });
        }
        measured
    }
}

/// Why a function has no bound on its operations.
fn endless(machine: &Machine, function: &Function) -> Option<String> {
    let mut found = None;
    for_each(&function.body, &mut |stmt| {
        let why = match stmt {
            Stmt::Call(_, other, _) => format!("`{}` calls itself", machine.functions[*other].name),
            Stmt::Again(_) => format!("`{}` calls itself", function.name),
            Stmt::Each(..) => "it goes through a collection".to_owned(),
            Stmt::Set(_, prim, args) if works_on_collection(*prim) && !args.is_empty() => {
                "it works on a collection".to_owned()
            }
            Stmt::Set(_, Prim::Concat, _) => "it makes a text".to_owned(),
            _ => return,
        };
        found.get_or_insert(why);
    });
    found
}

fn works_on_collection(prim: Prim) -> bool {
    use Prim::*;
    matches!(prim, ListPrepend | ListAppend | ListSet | ListTail | ListInit)
        || matches!(prim, SetAdd | SetContains | SetRemove | SetUnion | SetIntersection | SetMinus)
        || matches!(prim, MapAdd | MapContains | MapGet | MapRemove | MapKeys)
}

/// The operations on the longest way through statements.
fn longest(block: &[Stmt]) -> u64 {
    let cost = |stmt: &Stmt| match stmt {
        Stmt::If(_, yes, no) => 1 + longest(yes).max(longest(no)),
        Stmt::Each(_, _, body) => 1 + longest(body),
        _ => 1,
    };
    block.iter().map(cost).sum()
}

/// The size and the alignment of a value.
fn size(ty: &Ty, language: Language, makes_texts: bool) -> (u64, u64) {
    let part = |ty: &Ty| size(ty, language, makes_texts);
    match (ty, language) {
        (Ty::Unit | Ty::Open(_), Language::Rust) => (0, 1),
        (Ty::Unit | Ty::Open(_), Language::C) | (Ty::Bool, _) => (1, 1),
        (Ty::Int | Ty::Float, _) => (8, 8),
        (Ty::Fault, _) => (4, 4),
        (Ty::Text, Language::C) => (8, 8),
        (Ty::Text, Language::Rust) => (if makes_texts { 24 } else { 16 }, 8),
        (Ty::List(_) | Ty::Set(_) | Ty::Map(..), _) => (8, 8),
        (Ty::Tuple(parts), Language::C) => laid_out(parts.iter().map(part)),
        (Ty::Tuple(parts), Language::Rust) => {
            let mut parts: Vec<(u64, u64)> = parts.iter().map(part).collect();
            parts.sort_by_key(|(_, align)| std::cmp::Reverse(*align));
            laid_out(parts.into_iter())
        }
        (Ty::Option(inner), Language::C) => laid_out([(1, 1), part(inner)].into_iter()),
        (Ty::Option(inner), Language::Rust) => {
            // A truth value and a text leave room for `None`; a collection uses it up itself.
            let has_room = inner.has(&|ty| matches!(ty, Ty::Bool | Ty::Text));
            let (bytes, align) = part(inner);
            if has_room { (bytes, align) } else { laid_out([(bytes, align), (1, 1)].into_iter()) }
        }
    }
}

/// The size and the alignment of a structure with these fields in order.
fn laid_out(fields: impl Iterator<Item = (u64, u64)>) -> (u64, u64) {
    let (mut bytes, mut widest) = (0u64, 1u64);
    for (size, align) in fields {
        bytes = bytes.next_multiple_of(align) + size;
        widest = widest.max(align);
    }
    (bytes.next_multiple_of(widest), widest)
}

/// The size of the state of a monitor on a machine of 64 bits.
fn bytes(machine: &Machine, language: Language) -> u64 {
    let makes_texts = machine.makes_texts();
    let of = |ty: &Ty| size(ty, language, makes_texts);
    let inputs: Vec<Ty> =
        machine.inputs.iter().map(|(_, stream)| machine.streams[*stream].ty.clone()).collect();
    let kept: Vec<_> = machine.streams.iter().filter(|stream| stream.is_kept).collect();
    let faults = kept.iter().filter(|stream| stream.can_fail).count();
    let mut fields: Vec<(u64, u64)> = Vec::new();
    match language {
        Language::C => {
            fields.extend([(8, 8); 4]);
            fields.extend(vec![(8, 8); machine.delays]);
            fields.extend(inputs.iter().map(of));
            fields.extend(kept.iter().map(|stream| of(&stream.ty)));
            fields.extend(vec![(4, 4); faults]);
            fields.extend(vec![(1, 1); 3 + inputs.len() + kept.len()]);
        }
        Language::Rust => {
            fields.extend([(8, 8), (1, 1), (1, 1), (1, 1)]);
            fields.extend(vec![(16, 8); machine.delays]);
            fields.extend(inputs.into_iter().map(|ty| of(&Ty::Option(Box::new(ty)))));
            fields.extend(kept.iter().map(|stream| of(&stream.ty)));
            fields.extend(vec![(4, 4); faults]);
            fields.extend(vec![(1, 1); kept.len()]);
            fields.sort_by_key(|(_, align)| std::cmp::Reverse(*align));
        }
    }
    laid_out(fields.into_iter()).0
}
