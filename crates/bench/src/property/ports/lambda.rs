//! Simply typed terms: the shifting, substitution and reduction of `lambda.ml`, with its seeded bugs.

mod made;

use lydian_core::Datum;
use proptest::strategy::{BoxedStrategy, Just, Strategy};
use quickcheck::{Arbitrary, Gen};

use super::{Made, Value, constructor, laws, mistakes};

mistakes! {
    ShiftNotTheFirst "shift_not_the_first"
    ShiftBoundVariables "shift_bound_variables"
    ShiftNotTheArgument "shift_not_the_argument"
    ShiftAll "shift_all"
    SubstCaptures "subst_captures"
    SubstKeepsDistance "subst_keeps_distance"
    SubstForgetsBinder "subst_forgets_binder"
    SubstShiftsByOne "subst_shifts_by_one"
    SubstShiftsTooLittle "subst_shifts_too_little"
    SubstAllVariables "subst_all_variables"
    StepDropsArgument "step_drops_argument"
    StepLosesFunction "step_loses_function"
    StepLosesBinder "step_loses_binder"
    StepNotInArguments "step_not_in_arguments"
    StepNotBelowBinders "step_not_below_binders"
    EtaForgetsCondition "eta_forgets_condition"
    EtaKeepsDistance "eta_keeps_distance"
    EtaOccursAtWrongDepth "eta_occurs_at_wrong_depth"
}

laws! {
    Shift prop_shift (Ty, Env, Term), made::Shifted;
    ShiftBelow prop_shift_below (Ty, Ty, Env, Term), made::ShiftedBelow;
    Subst prop_subst (Ty, Env, Term, Term), made::Substituted;
    SubstUnused prop_subst_unused (Term, Env, Term), made::Unused;
    StepKeepsType prop_step_keeps_type (Env, Term), made::InEnv;
    StepReduces prop_step_reduces (Env, Term), made::InEnv;
    EtaKeepsType prop_eta_keeps_type (Env, Term), made::InEnv;
}

/// A type.
#[derive(Debug, Clone, PartialEq, lydian::Enumerate)]
pub(in crate::property) enum Ty {
    Base,
    Arrow(Box<Ty>, Box<Ty>),
}

/// A term.
#[derive(Debug, Clone, PartialEq, lydian::Enumerate)]
pub(in crate::property) enum Term {
    Var(#[lydian(range(0..=3))] i64),
    Lam(Ty, Box<Term>),
    App(Box<Term>, Box<Term>),
}

type Env = Vec<Ty>;

use Term::{App, Lam, Var};
use Ty::{Arrow, Base};

impl Value for Ty {
    fn size(&self) -> u64 {
        match self {
            Base => 1,
            Arrow(from, result) => 1 + from.size() + result.size(),
        }
    }

    fn of(datum: &Datum) -> Option<Ty> {
        match constructor(datum)? {
            ("Arrow", [from, result]) => Some(arrow(Ty::of(from)?, Ty::of(result)?)),
            _ => Some(Base),
        }
    }
}

impl Value for Term {
    fn size(&self) -> u64 {
        match self {
            Var(_) => 2,
            Lam(ty, body) => 1 + ty.size() + body.size(),
            App(function, argument) => 1 + function.size() + argument.size(),
        }
    }

    fn of(datum: &Datum) -> Option<Term> {
        match constructor(datum)? {
            ("Var", [Datum::Int(index)]) => index.as_i64().map(Var),
            ("Lam", [ty, body]) => Some(lam(Ty::of(ty)?, Term::of(body)?)),
            ("App", [function, argument]) => Some(app(Term::of(function)?, Term::of(argument)?)),
            _ => None,
        }
    }
}

impl Arbitrary for Ty {
    fn arbitrary(g: &mut Gen) -> Ty {
        drawn_type(g, 3)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Ty>> {
        let Arrow(from, result) = self else { return quickcheck::empty_shrinker() };
        let parts = [Base, (**from).clone(), (**result).clone()].into_iter();
        let smaller = (from.clone(), result.clone()).shrink();
        Box::new(parts.chain(smaller.map(|(from, result)| Arrow(from, result))))
    }
}

fn drawn_type(g: &mut Gen, depth: usize) -> Ty {
    match depth > 0 && bool::arbitrary(g) {
        true => arrow(drawn_type(g, depth - 1), drawn_type(g, depth - 1)),
        false => Base,
    }
}

impl Arbitrary for Term {
    fn arbitrary(g: &mut Gen) -> Term {
        drawn_term(g, 4)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Term>> {
        match self {
            Var(index) => Box::new(index.shrink().map(Var)),
            Lam(ty, body) => {
                let smaller = (ty.clone(), body.clone()).shrink();
                Box::new(std::iter::once((**body).clone()).chain(smaller.map(|(ty, body)| Lam(ty, body))))
            }
            App(function, argument) => {
                let parts = [(**function).clone(), (**argument).clone()].into_iter();
                let smaller = (function.clone(), argument.clone()).shrink();
                Box::new(parts.chain(smaller.map(|(function, argument)| App(function, argument))))
            }
        }
    }
}

fn drawn_term(g: &mut Gen, depth: usize) -> Term {
    match g.choose(&[0, 1, 2]).filter(|_| depth > 0) {
        Some(1) => lam(Ty::arbitrary(g), drawn_term(g, depth - 1)),
        Some(2) => app(drawn_term(g, depth - 1), drawn_term(g, depth - 1)),
        _ => Var(*g.choose(&[0, 1, 2, 3]).expect("there are numbers")),
    }
}

impl proptest::arbitrary::Arbitrary for Ty {
    type Parameters = ();
    type Strategy = BoxedStrategy<Ty>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Ty> {
        let more = |ty: BoxedStrategy<Ty>| (ty.clone(), ty).prop_map(|(from, result)| arrow(from, result));
        Just(Base).prop_recursive(3, 8, 2, more).boxed()
    }
}

impl proptest::arbitrary::Arbitrary for Term {
    type Parameters = ();
    type Strategy = BoxedStrategy<Term>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Term> {
        let more = |term: BoxedStrategy<Term>| {
            proptest::prop_oneof![
                (Ty::arbitrary_with(()), term.clone()).prop_map(|(ty, body)| lam(ty, body)),
                (term.clone(), term).prop_map(|(function, argument)| app(function, argument)),
            ]
        };
        (0..=3i64).prop_map(Var).prop_recursive(4, 16, 2, more).boxed()
    }
}

fn arrow(from: Ty, result: Ty) -> Ty {
    Arrow(Box::new(from), Box::new(result))
}

fn lam(ty: Ty, body: Term) -> Term {
    Lam(ty, Box::new(body))
}

fn app(function: Term, argument: Term) -> Term {
    App(Box::new(function), Box::new(argument))
}

/// An environment with one more type in front.
fn with(first: &Ty, env: &[Ty]) -> Env {
    [std::slice::from_ref(first), env].concat()
}

fn type_of(env: &[Ty], term: &Term) -> Option<Ty> {
    match term {
        Var(index) => env.get(usize::try_from(*index).ok()?).cloned(),
        Lam(ty, body) => Some(arrow(ty.clone(), type_of(&with(ty, env), body)?)),
        App(function, argument) => match type_of(env, function)? {
            Arrow(from, result) => (type_of(env, argument)? == *from).then_some(*result),
            Base => None,
        },
    }
}

fn well_typed(env: &[Ty], term: &Term) -> bool {
    type_of(env, term).is_some()
}

fn shift(bug: Bug, by: i64, depth: i64, term: &Term) -> Term {
    match term {
        Var(index) => {
            let least = match bug {
                Bug::ShiftNotTheFirst => depth + 1,
                Bug::ShiftAll => 0,
                _ => depth,
            };
            Var(if *index >= least { index.wrapping_add(by) } else { *index })
        }
        Lam(ty, body) => {
            let inside = if bug == Bug::ShiftBoundVariables { depth } else { depth + 1 };
            lam(ty.clone(), shift(bug, by, inside, body))
        }
        App(function, argument) => {
            let argument = match bug {
                Bug::ShiftNotTheArgument => (**argument).clone(),
                _ => shift(bug, by, depth, argument),
            };
            app(shift(bug, by, depth, function), argument)
        }
    }
}

fn subst(bug: Bug, depth: i64, value: &Term, term: &Term) -> Term {
    match term {
        Var(index) if *index == depth || (bug == Bug::SubstAllVariables && *index > depth) => match bug {
            Bug::SubstCaptures => value.clone(),
            Bug::SubstShiftsByOne => shift(bug, 1, 0, value),
            Bug::SubstShiftsTooLittle => shift(bug, depth, 1, value),
            _ => shift(bug, depth, 0, value),
        },
        Var(index) if *index > depth && bug != Bug::SubstKeepsDistance => Var(index - 1),
        Var(_) => term.clone(),
        Lam(ty, body) => {
            let inside = if bug == Bug::SubstForgetsBinder { depth } else { depth + 1 };
            lam(ty.clone(), subst(bug, inside, value, body))
        }
        App(function, argument) => {
            app(subst(bug, depth, value, function), subst(bug, depth, value, argument))
        }
    }
}

fn step(bug: Bug, term: &Term) -> Option<Term> {
    match term {
        Var(_) => None,
        Lam(..) if bug == Bug::StepNotBelowBinders => None,
        Lam(ty, body) => match (step(bug, body)?, bug) {
            (next, Bug::StepLosesBinder) => Some(next),
            (next, _) => Some(lam(ty.clone(), next)),
        },
        App(function, argument) => {
            if let Lam(_, body) = &**function {
                return Some(match bug {
                    Bug::StepDropsArgument => (**body).clone(),
                    _ => subst(bug, 0, argument, body),
                });
            }
            if let Some(next) = step(bug, function) {
                return Some(app(next, (**argument).clone()));
            }
            if bug == Bug::StepNotInArguments {
                return None;
            }
            let next = step(bug, argument)?;
            Some(if bug == Bug::StepLosesFunction { next } else { app((**function).clone(), next) })
        }
    }
}

fn normal(term: &Term) -> bool {
    match term {
        Var(_) => true,
        Lam(_, body) => normal(body),
        App(function, argument) => !matches!(**function, Lam(..)) && normal(function) && normal(argument),
    }
}

fn occurs(bug: Bug, index: i64, term: &Term) -> bool {
    match term {
        Var(other) => *other == index,
        Lam(_, body) => occurs(bug, if bug == Bug::EtaOccursAtWrongDepth { index } else { index + 1 }, body),
        App(function, argument) => occurs(bug, index, function) || occurs(bug, index, argument),
    }
}

fn eta(bug: Bug, term: &Term) -> Term {
    match term {
        Lam(ty, body) => {
            if let App(function, argument) = &**body
                && **argument == Var(0)
                && (bug == Bug::EtaForgetsCondition || !occurs(bug, 0, function))
            {
                return match bug {
                    Bug::EtaKeepsDistance => eta(bug, function),
                    _ => eta(bug, &shift(bug, -1, 0, function)),
                };
            }
            lam(ty.clone(), eta(bug, body))
        }
        App(function, argument) => app(eta(bug, function), eta(bug, argument)),
        Var(_) => term.clone(),
    }
}

fn prop_shift(bug: Bug, (ty, env, term): &(Ty, Env, Term)) -> Option<bool> {
    well_typed(env, term).then(|| type_of(&with(ty, env), &shift(bug, 1, 0, term)) == type_of(env, term))
}

fn prop_shift_below(bug: Bug, (ty, first, env, term): &(Ty, Ty, Env, Term)) -> Option<bool> {
    let inside = with(first, env);
    well_typed(&inside, term).then(|| {
        let further = with(first, &with(ty, env));
        type_of(&further, &shift(bug, 1, 1, term)) == type_of(&inside, term)
    })
}

fn prop_subst(bug: Bug, (ty, env, value, term): &(Ty, Env, Term, Term)) -> Option<bool> {
    let inside = with(ty, env);
    (type_of(env, value).as_ref() == Some(ty) && well_typed(&inside, term))
        .then(|| type_of(env, &subst(bug, 0, value, term)) == type_of(&inside, term))
}

fn prop_subst_unused(bug: Bug, (value, env, term): &(Term, Env, Term)) -> Option<bool> {
    well_typed(env, term).then(|| subst(bug, 0, value, &shift(bug, 1, 0, term)) == *term)
}

fn prop_step_keeps_type(bug: Bug, (env, term): &(Env, Term)) -> Option<bool> {
    well_typed(env, term)
        .then(|| step(bug, term).is_none_or(|next| type_of(env, &next) == type_of(env, term)))
}

fn prop_step_reduces(bug: Bug, (env, term): &(Env, Term)) -> Option<bool> {
    well_typed(env, term).then(|| step(bug, term).is_none() == normal(term))
}

fn prop_eta_keeps_type(bug: Bug, (env, term): &(Env, Term)) -> Option<bool> {
    well_typed(env, term).then(|| type_of(env, &eta(bug, term)) == type_of(env, term))
}
