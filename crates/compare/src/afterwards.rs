//! What the arguments hold when a program has run: a change that one program makes and the other does not is a difference, wherever
//! in an argument it is.
//! A copy of the arguments is taken after each run. What neither program looked at is still unknown in both copies, and what
//! only one looked at is, for the other, as it was in the beginning.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use lydian_core::{Block, Cells, HoleId, Shape, Type, TypeBody, TypeTable, Value};
use lydian_eval::World;
use lydian_eval::equality::Tolerance;

use crate::differ::{Finding, same_within};

/// A larger argument is not copied.
const LARGEST: usize = 50_000;

/// The arguments after a run.
pub(crate) struct Afterwards {
    args: Result<Vec<Value>, Uncopied>,
    which: Which,
}

/// Which arguments can be told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    /// Those that hold something that can be changed.
    Changeable,
    /// All: they are what is seen of them, so that nothing shows what can be changed.
    All,
}

/// Why there is no copy.
#[derive(Debug, Clone, Copy)]
enum Uncopied {
    TooLarge,
    ContainsItself,
}

impl Afterwards {
    /// Takes a copy.
    pub(crate) fn of(world: &World<'_>, args: &[Value], which: Which) -> Afterwards {
        Afterwards { args: copies(world, args, Functions::Kept), which }
    }

    /// Compares with what another run leaves in the same arguments; also gives the arguments that differ.
    pub(crate) fn compare(
        self,
        world: &mut World<'_>,
        args: &[Value],
        tolerance: Option<&Tolerance>,
    ) -> Left {
        let other = Afterwards::of(world, args, self.which);
        // Whatever is still unknown in a copy was not touched by its run.
        world.holes.refresh();
        let copied = self.args.and_then(|first| {
            let second = other.args?;
            let stripped = |args: &[Value]| copies(world, args, Functions::LeftOut);
            Ok((stripped(&first)?, stripped(&second)?, first, second))
        });
        let (first, second, whole_first, whole_second) = match copied {
            Ok(copied) => copied,
            Err(why) => {
                let finding = Finding::Unsupported(why.in_words().to_owned());
                return Left { finding, behind: Vec::new(), is_rounded: false };
            }
        };
        let (mut differs, mut behind, mut is_rounded) = (false, Vec::new(), false);
        for (argument, (left, right)) in first.iter().zip(&second).enumerate() {
            if self.which == Which::Changeable && !left.holds_mutable_data() && !right.holds_mutable_data() {
                continue;
            }
            match same_within(world, left, right, tolerance) {
                (Finding::Agree, rounded) => is_rounded |= rounded,
                (Finding::Differ, _) => {
                    differs = true;
                    let shown = |args: &[Value]| copy(world, &args[argument]).ok();
                    if let (Some(expected), Some(actual)) = (shown(&whole_first), shown(&whole_second)) {
                        behind.push(LeftBehind { argument, expected, actual });
                    }
                }
                // A difference that is certain needs no others.
                _ if differs => {}
                (undecided, _) => return Left { finding: undecided, behind, is_rounded: false },
            }
        }
        Left { finding: if differs { Finding::Differ } else { Finding::Agree }, behind, is_rounded }
    }
}

/// How two runs compare by what they leave.
pub(crate) struct Left {
    pub(crate) finding: Finding,
    /// The arguments that differ.
    pub(crate) behind: Vec<LeftBehind<Value>>,
    /// Whether some differ by rounding.
    pub(crate) is_rounded: bool,
}

/// An argument that two programs leave in different states.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LeftBehind<T> {
    /// Its place among the arguments.
    pub(crate) argument: usize,
    /// What the reference leaves.
    pub(crate) expected: T,
    /// What the submission leaves.
    pub(crate) actual: T,
}

/// A copy of a value as it is now; the error says why there is none.
pub(crate) fn copy(world: &World<'_>, value: &Value) -> Result<Value, &'static str> {
    let mut copied =
        copies(world, std::slice::from_ref(value), Functions::Kept).map_err(Uncopied::in_words)?;
    Ok(copied.swap_remove(0))
}

impl Uncopied {
    fn in_words(self) -> &'static str {
        match self {
            Uncopied::TooLarge => "what an argument or a result holds afterwards is too large to compare",
            Uncopied::ContainsItself => {
                "an argument or a result contains itself afterwards, which cannot be compared"
            }
        }
    }
}

/// What becomes of functions and suspensions: a call does not change them, and they cannot be compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Functions {
    Kept,
    LeftOut,
}

fn copies(world: &World<'_>, args: &[Value], functions: Functions) -> Result<Vec<Value>, Uncopied> {
    let mut copier = Copier { world, functions, known: HashMap::new(), left: LARGEST };
    args.iter().map(|arg| copier.copy(arg)).collect()
}

struct Copier<'a, 'w> {
    world: &'a World<'w>,
    functions: Functions,
    /// Objects that were met already; without a copy as long as it is being made.
    known: HashMap<usize, Option<Value>>,
    left: usize,
}

impl Copier<'_, '_> {
    /// A copy in which every unknown that was decided is what it is.
    fn copy(&mut self, value: &Value) -> Result<Value, Uncopied> {
        self.left = self.left.checked_sub(1).ok_or(Uncopied::TooLarge)?;
        Ok(match value {
            Value::Hole(hole) => match self.world.holes.content(*hole) {
                Some(content) => self.copy(&content.clone())?,
                None if self.functions == Functions::LeftOut && self.is_function(*hole) => Value::Unit,
                None => value.clone(),
            },
            Value::Block(block) => {
                let fields = block.fields.iter().map(|field| self.copy(field)).collect::<Result<_, _>>()?;
                Value::Block(Rc::new(Block { con: block.con, fields }))
            }
            Value::Mutable(cells) => self.once(Rc::as_ptr(cells) as usize, |copier| {
                let fields = cells.fields.borrow().clone();
                let fields = fields.iter().map(|field| copier.copy(field)).collect::<Result<_, _>>()?;
                Ok(Value::Mutable(Rc::new(Cells { con: cells.con, fields: RefCell::new(fields) })))
            })?,
            Value::Array(elements) => self.once(Rc::as_ptr(elements) as usize, |copier| {
                let elements = elements.borrow().clone();
                let elements = elements.iter().map(|part| copier.copy(part)).collect::<Result<_, _>>()?;
                Ok(Value::Array(Rc::new(RefCell::new(elements))))
            })?,
            Value::Bytes(bytes) => Value::Bytes(Rc::new(RefCell::new(bytes.borrow().clone()))),
            Value::Closure(_) | Value::Partial(_) | Value::Lazy(_)
                if self.functions == Functions::LeftOut =>
            {
                Value::Unit
            }
            plain => plain.clone(),
        })
    }

    /// Copies an object once, however often it is met.
    fn once(
        &mut self,
        object: usize,
        copy: impl FnOnce(&mut Self) -> Result<Value, Uncopied>,
    ) -> Result<Value, Uncopied> {
        match self.known.get(&object) {
            Some(Some(known)) => return Ok(known.clone()),
            Some(None) => return Err(Uncopied::ContainsItself),
            None => {}
        }
        self.known.insert(object, None);
        let made = copy(self)?;
        self.known.insert(object, Some(made.clone()));
        Ok(made)
    }

    fn is_function(&self, hole: HoleId) -> bool {
        let shape = self.world.holes.shape(hole);
        shape.is_none_or(|shape| matches!(self.world.universe.shapes.shape(shape), Shape::Function(_)))
    }
}

/// Whether a value of a type can be changed, or something in it.
pub(crate) fn can_change(ty: &Type, types: &TypeTable) -> bool {
    let mut seen = HashSet::new();
    let mut work = vec![ty.clone()];
    while let Some(ty) = work.pop() {
        match &ty {
            Type::Array(_) | Type::Bytes => return true,
            Type::Tuple(parts) => work.extend(parts.iter().cloned()),
            Type::List(part) => work.push((**part).clone()),
            Type::PolyVariant(tags) => work.extend(tags.iter().filter_map(|(_, part)| part.clone())),
            Type::Named(path, args) => {
                work.extend(args.iter().cloned());
                if !seen.insert(path.clone()) {
                    continue;
                }
                match types.get(path).map(|decl| &decl.body) {
                    Some(TypeBody::Variant(constructors)) => {
                        let inline =
                            constructors.iter().filter_map(|constructor| constructor.fields.as_ref());
                        if inline.flatten().any(|field| field.mutable) {
                            return true;
                        }
                        work.extend(constructors.iter().flat_map(|constructor| constructor.args.clone()));
                    }
                    Some(TypeBody::Record(_, fields)) if fields.iter().any(|field| field.mutable) => {
                        return true;
                    }
                    Some(TypeBody::Record(_, fields)) => {
                        work.extend(fields.iter().map(|field| field.ty.clone()));
                    }
                    Some(TypeBody::Alias(target)) => work.push(target.clone()),
                    Some(TypeBody::Abstract) | None => return true,
                }
            }
            _ => {}
        }
    }
    false
}
