//! Comparisons of computed decimals that may turn out either way: programs compute with the numbers of the machine.
//! In: the sides of a comparison. Out: whether the machine may take them for equal where they are not, or the other way round, and the
//! comparison as it is then. What a function in OCaml computed in floats is always inexact. What is read or written down as it is has the same number on both sides; only arithmetic is
//! inexact, and only if some number in it is none of the machine's.

use lydian_ocaml::syntax::Build;
use lydian_ocaml::syntax::ast::Expr;

use super::{Lowering, Ties, own};
use crate::syntax::ast::{At, Operator, Script, Statement, StatementKind, Term, TermKind, TypeKind};
use crate::syntax::visit::{for_each_term, in_term};

impl Lowering<'_> {
    /// The comparison of two decimals by a function of the prelude, as ties have it now.
    pub(super) fn tied_comparison(
        &mut self,
        (a, b): (&Term, &Term),
        floats: bool,
        function: &str,
        sides: [Expr; 2],
        at: &At,
    ) -> Expr {
        let build = Build::at(at);
        let arithmetic = self.is_computed(a) || self.is_computed(b);
        let rounded = has_rounding(a) || has_rounding(b);
        self.tied |= arithmetic || rounded;
        let how = match self.ties {
            Ties::Hold if arithmetic || rounded => "possibly",
            Ties::Fail if arithmetic || rounded => "surely",
            _ => return build.call(&own(function), sides),
        };
        let inexact = match (floats, arithmetic) {
            (true, _) => build.bool(true),
            (false, true) => self.inexact(build),
            (false, false) => build.bool(false),
        };
        let [left, right] = sides;
        build.call(&own(how), [build.name(&own(function)), build.lambda(&[], inexact), left, right])
    }

    /// Whether something that was read or that the script computes with is no number of the machine.
    fn inexact(&mut self, build: Build) -> Expr {
        if !self.binary_constants {
            return build.bool(true);
        }
        let is_read = |(_, variable): &(usize, &super::Variable)| {
            matches!(variable.kind, TypeKind::Decimal(_)) && !self.own.contains(&variable.name)
        };
        let read: Vec<usize> =
            self.variables.iter().enumerate().filter(is_read).map(|(index, _)| index).collect();
        let mut exact = build.bool(true);
        for variable in read {
            // Each variable alone is the view of its number.
            self.used.insert(variable);
            let values = build.name(&format!("view_{variable}"));
            exact = build.and(build.call(&own("all_binary"), [values]), exact);
        }
        build.call("not", [exact])
    }

    /// Whether the machine computes a decimal: it is neither read, nor written down, nor rounded.
    fn is_computed(&self, term: &Term) -> bool {
        match &term.kind {
            TermKind::Int(_) | TermKind::Decimal(..) => false,
            TermKind::Name(name) => {
                self.own.contains(name) || self.locals.iter().any(|(local, _)| local == name)
            }
            TermKind::View(names, _) => names.iter().any(|name| self.own.contains(&name.text)),
            TermKind::Negate(inner) => self.is_computed(inner),
            TermKind::Call(name, _) if &*name.text == "round" => false,
            TermKind::Call(name, arguments) if matches!(&*name.text, "min" | "max" | "abs") => {
                arguments.iter().any(|argument| self.is_computed(argument))
            }
            TermKind::Call(name, arguments)
                if matches!(&*name.text, "minimum" | "maximum" | "first" | "last") =>
            {
                arguments.iter().any(|argument| self.is_computed(argument))
            }
            TermKind::If(_, then, otherwise) => self.is_computed(then) || self.is_computed(otherwise),
            _ => true,
        }
    }
}

fn has_rounding(term: &Term) -> bool {
    let mut found = false;
    in_term(term, &mut |term| {
        found |= matches!(&term.kind, TermKind::Call(name, _) if &*name.text == "round");
    });
    found
}

/// Whether all decimals that a script compares and computes with are numbers of the machine.
pub(crate) fn has_binary_constants(script: &Script) -> bool {
    let mut binary = true;
    let mut literal = |term: &Term| {
        if let TermKind::Decimal(mantissa, places) = &term.kind {
            let five =
                (0..*places).fold(lydian_term::Int::from(1), |power, _| power * lydian_term::Int::from(5));
            binary &= mantissa.floor_mod(&five).is_some_and(|rest| rest.is_zero());
        }
    };
    for_each_term(script, &mut |term| {
        use Operator::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
        if let TermKind::Binary(Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual, a, b) =
            &term.kind
        {
            in_term(a, &mut literal);
            in_term(b, &mut literal);
        }
    });
    in_assignments(&script.body, &mut literal);
    for declaration in &script.declarations {
        if let crate::syntax::ast::DeclarationKind::Parameter { values, .. } = &declaration.kind {
            values.iter().for_each(|value| in_term(value, &mut literal));
        }
    }
    binary
}

fn in_assignments(statements: &[Statement], visit: &mut dyn FnMut(&Term)) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Assign(assignment) => in_term(&assignment.value, visit),
            StatementKind::If { then, otherwise, .. } => {
                in_assignments(then, visit);
                in_assignments(otherwise, visit);
            }
            StatementKind::Loop { body, .. } => in_assignments(body, visit),
            _ => {}
        }
    }
}
