//! Rust code under test, in the same process.

use lydian_conform::{AnswerId, InputId, Observed, StateId, System};
use lydian_core::{Datum, Value};
use rustc_hash::FxHashMap;

use crate::campaign::Startable;
use crate::concrete::{Concrete, SharedBook};
use crate::values::{datum_of, value_of};

/// Rust code as a system: how it starts, and what it does with an input.
///
/// ```
/// use lydian_conform::Conformance;
/// use lydian_core::Datum;
/// use lydian_model::{InProcess, Prepared, SharedBook, Testing, concretely, load};
///
/// let text = "type state = int type input = Add of int | Get type output = Done | Is of int
/// let init = 0
/// let inputs = [Get; Add 1; Add 2]
/// let step n = function Add k -> Some (Done, n + k) | Get -> Some (Is n, n)";
/// let (model, _) = load(&lydian_diagnostic::Source::new("counter.ml", text));
/// let model = model.expect("a model");
/// let types = model.program.types.clone();
/// let output = move |text: &str| vec![lydian_ocaml::read_value(text, &model_output(), &types).expect("an output")];
/// # fn model_output() -> lydian_core::Type { lydian_core::Type::Named("output".into(), [].into()) }
///
/// let prepared = Prepared::new(&model).expect("definitions");
/// let book = SharedBook::default();
/// let tested = concretely(&prepared, &book, |spec| {
///     // The counter forgets to add a second 2.
///     let mut system = InProcess::new(&book, || (0, false), |(total, twice), input: &Datum| {
///         let Datum::Construct(constructor, _, parts) = input else { return None };
///         if constructor.name() == "Get" {
///             return Some(output(&format!("Is {total}")));
///         }
///         let Some(Datum::Int(amount)) = parts.first() else { return None };
///         let amount = amount.as_i64()?;
///         if amount == 2 && std::mem::replace(twice, true) {
///             return Some(output("Done"));
///         }
///         *total += amount;
///         Some(output("Done"))
///     });
///     let testing = Testing { walks: 50, ..Testing::new(Conformance::Inclusion) };
///     let tested = spec.test(&mut system, &testing).expect("a result");
///     spec.show_inputs(&tested.found[0].failure.inputs())
/// });
/// assert_eq!(tested, "Add 2; Add 2; Get");
/// ```
pub struct InProcess<T, R, S> {
    book: SharedBook,
    start: R,
    step: S,
    state: Option<T>,
    inputs: FxHashMap<InputId, Datum>,
}

impl<T, R, S> InProcess<T, R, S>
where
    R: FnMut() -> T,
    S: FnMut(&mut T, &Datum) -> Option<Vec<Datum>>,
{
    /// A system that starts so and reacts so: with outputs, or by refusing.
    pub fn new(book: &SharedBook, start: R, step: S) -> InProcess<T, R, S> {
        InProcess { book: book.clone(), start, step, state: None, inputs: FxHashMap::default() }
    }
}

impl<T, R, S> System for InProcess<T, R, S>
where
    R: FnMut() -> T,
    S: FnMut(&mut T, &Datum) -> Option<Vec<Datum>>,
{
    fn reset(&mut self) -> Result<(), String> {
        self.state = Some((self.start)());
        Ok(())
    }

    fn step(&mut self, input: InputId) -> Observed {
        let book = &self.book;
        let datum = self.inputs.entry(input).or_insert_with(|| datum_of(book.borrow().inputs.value(input.0)));
        let Some(state) = &mut self.state else { return Observed::Broken("was not started".into()) };
        let (step, datum) = (&mut self.step, &*datum);
        // Whatever state a panic leaves behind is thrown away by the next reset.
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| step(state, datum)));
        match caught {
            Ok(None) => Observed::Refused,
            Ok(Some(outputs)) => {
                let list = Value::list(outputs.iter().map(value_of));
                match book.borrow_mut().answers.intern(&list) {
                    Ok(number) => Observed::Answer(AnswerId(number)),
                    Err(fault) => Observed::Broken(format!("answers with {}", fault.0)),
                }
            }
            Err(panic) => {
                self.state = None;
                let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
                Observed::Broken(format!("panics: {text}"))
            }
        }
    }
}

impl<T, R, S> Startable for InProcess<T, R, S>
where
    R: FnMut() -> T,
    S: FnMut(&mut T, &Datum) -> Option<Vec<Datum>>,
{
    fn start_in(&mut self, _: &mut Concrete<'_, '_, '_>, state: Option<StateId>) -> Result<(), String> {
        match state {
            None => Ok(()),
            Some(_) => Err("Rust code starts where its function says".into()),
        }
    }
}
