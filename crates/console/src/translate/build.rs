//! From the tree of a specification to a plan: statements, outputs, and what must be remembered.
//! The specification has been checked before; what has no place in a plan is refused with its place in the script.

use lydian_diagnostic::{Diagnostic, Span};
use lydian_term::Int;
use lydian_write::solution::Language;
use lydian_write::solution::plan::{
    Enumeration, Expr, Field, Kind, Memory, Op, Parameter, Piece, Plan, Read, Statement, Type, Until, Wrong,
    visit_pieces, visit_statements,
};

use crate::lower;
use crate::spec::{Importer, Spec};
use crate::syntax::ast::{
    self, At, DeclarationKind, LoopKind, Mode, Operator, Pattern, PatternKind, Reaction, Set, SetKind,
    StatementKind, TermKind, TypeKind, View,
};
use crate::syntax::visit::in_term;

/// Why something is not translated.
pub(crate) struct Refusal {
    pub(crate) at: At,
    pub(crate) message: String,
}

/// A part of a translation, or why there is none.
pub(crate) type Built<T> = Result<T, Refusal>;

pub(crate) fn refuse<T>(at: &At, message: impl Into<String>) -> Built<T> {
    Err(Refusal { at: at.clone(), message: message.into() })
}

/// The plan of a specification for a language.
pub(crate) fn build(spec: &Spec, language: Language, import: Importer<'_>) -> Result<Plan, Diagnostic> {
    let mut builder = Builder::new(spec, language);
    builder.plan(import).map_err(|refusal| {
        let span = Span::new(&spec.script.source, refusal.at);
        Diagnostic::error("not-translatable", span, refusal.message)
            .hint("`lydian explain not-translatable` says what can be done")
    })
}

pub(super) struct Builder<'s> {
    pub(super) spec: &'s Spec,
    pub(super) language: Language,
    pub(super) variables: Vec<(String, Type)>,
    pub(super) parameters: Vec<(String, Type)>,
    /// Names that quantifiers bind, as they are in the script and in the plan.
    pub(super) locals: Vec<(String, String, Type)>,
    /// The values of the line that is being read, as far as the term sees them as read: their variables.
    pub(super) pending: Vec<usize>,
    /// The variables of a line that is not kept, where something is said about it.
    refused: Vec<usize>,
}

impl<'s> Builder<'s> {
    fn new(spec: &'s Spec, language: Language) -> Builder<'s> {
        let variables =
            spec.variables.iter().map(|one| (one.name.to_string(), type_of(spec, &one.kind))).collect();
        Builder {
            spec,
            language,
            variables,
            parameters: Vec::new(),
            locals: Vec::new(),
            pending: Vec::new(),
            refused: Vec::new(),
        }
    }

    fn plan(&mut self, import: Importer<'_>) -> Built<Plan> {
        let mut parameters = Vec::new();
        let mut ocaml = Vec::new();
        for declaration in &self.spec.script.declarations {
            match &declaration.kind {
                DeclarationKind::Parameter { name, ty, values } => {
                    let value = self.parameter(&name.text, ty, values, &declaration.at)?;
                    parameters.push(value);
                }
                DeclarationKind::FileAfter(..) => {
                    return refuse(&declaration.at, "files that a program leaves are not translated");
                }
                DeclarationKind::OCaml(at) if self.language == Language::OCaml => {
                    ocaml.push(self.spec.script.source.text[at.clone()].trim_matches('\n').to_owned());
                }
                DeclarationKind::Import(path) if self.language == Language::OCaml => match import(path) {
                    Ok(source) => ocaml.push(source.text.trim_matches('\n').to_owned()),
                    Err(why) => {
                        return refuse(&declaration.at, format!("`{path}` cannot be imported: {why}"));
                    }
                },
                _ => {}
            }
        }
        let body = self.block(&self.spec.script.body)?;
        self.refuse_large_numbers(&parameters, &body)?;
        Ok(Plan {
            name: self.title(),
            parameters,
            memory: self.memory(&body),
            body,
            views: self.spec.views.to_vec(),
            variables: self.variables.clone(),
            enumerations: self.spec.enumerations.iter().map(enumeration).collect(),
            ocaml,
        })
    }

    /// The name of the specification with its instance, fit for a comment in every language.
    fn title(&self) -> String {
        let mut title = self.spec.script.source.name.clone();
        if !self.spec.parameters.is_empty() {
            title.push_str(&format!(" with {}", self.spec.instance()));
        }
        title.chars().map(|c| if c.is_alphanumeric() || " ._/=,[]-".contains(c) { c } else { '_' }).collect()
    }

    /// A parameter with the value that it has in this instance.
    fn parameter(
        &mut self,
        name: &str,
        ty: &ast::TypeName,
        values: &[ast::Term],
        at: &At,
    ) -> Built<Parameter> {
        let ty = type_of(self.spec, &ty.kind);
        let written = self.spec.parameters.iter().find(|(other, _)| **other == *name).map(|(_, value)| value);
        for value in values {
            let mut value = self.term_of(value, &ty)?;
            if let Type::Decimal { exact, .. } = &mut value.ty {
                *exact = false;
            }
            // One of the values that the script gives is the one of this instance.
            if values.len() == 1 || super::value::written(self.spec, &value).as_ref() == written {
                self.parameters.push((name.to_owned(), value.ty.clone()));
                return Ok(Parameter { name: name.to_owned(), value });
            }
        }
        refuse(at, format!("the value of `{name}` is not a plain literal; set it with --param"))
    }

    /// Refuses numbers that the language does not have.
    fn refuse_large_numbers(&self, parameters: &[Parameter], body: &[Statement]) -> Built<()> {
        let bits = match self.language {
            Language::Python | Language::Haskell => return Ok(()),
            Language::OCaml => 62,
            Language::C => 63,
        };
        let limit = Int::power_of_two(bits);
        let mut large = None;
        let mut look = |term: &Expr| {
            if let Kind::Int(int) = &term.kind
                && int.abs() >= limit
            {
                large.get_or_insert_with(|| int.to_string());
            }
        };
        visit_statements(body, &mut look);
        parameters.iter().for_each(|parameter| parameter.value.visit(&mut look));
        match large {
            None => Ok(()),
            Some(number) => refuse(&(0..0), format!("{number} is too large for {}", self.language.name())),
        }
    }

    /// What must be remembered of each view.
    fn memory(&self, body: &[Statement]) -> Vec<Memory> {
        let mut memory = vec![Memory::default(); self.spec.views.len()];
        visit_statements(body, &mut |term| match &term.kind {
            Kind::Current(view) if self.spec.views[*view].len() == 1 => memory[*view].current = true,
            Kind::Current(view) | Kind::All(view) | Kind::Ago(view, _) | Kind::Earlier(view, _) => {
                memory[*view].history = true;
            }
            _ => {}
        });
        memory
    }

    fn block(&mut self, statements: &[ast::Statement]) -> Built<Vec<Statement>> {
        let mut block = Vec::new();
        for statement in statements {
            match &statement.kind {
                StatementKind::Nothing => {}
                StatementKind::Exit => {
                    // What stands behind it is never reached.
                    block.push(Statement::Exit);
                    break;
                }
                StatementKind::Choose(_) => {
                    return refuse(&statement.at, "values that the program chooses are not translated");
                }
                StatementKind::Assign(_) => {
                    return refuse(
                        &statement.at,
                        "variables that the specification sets itself are not translated",
                    );
                }
                StatementKind::Read(read) => block.push(Statement::Read(self.read(read)?)),
                StatementKind::Write { optional: true, .. } => {}
                StatementKind::Write { pattern, .. } => {
                    let pieces = self.pieces(pattern)?;
                    if !pieces.is_empty() {
                        block.push(Statement::Write(pieces));
                    }
                }
                StatementKind::If { condition, then, otherwise } => {
                    let condition = self.term_of(condition, &Type::Bool)?;
                    let (then, otherwise) = (self.block(then)?, self.block(otherwise)?);
                    match (then.is_empty(), otherwise.is_empty()) {
                        (true, true) => {}
                        (true, false) => block.push(Statement::If(condition.negated(), otherwise, then)),
                        _ => block.push(Statement::If(condition, then, otherwise)),
                    }
                }
                StatementKind::Loop { kind, body } => {
                    let body = self.block(body)?;
                    let until = match kind {
                        LoopKind::TillExit => Until::Exit,
                        LoopKind::UntilEnd => {
                            return refuse(&statement.at, "input up to its end is not translated");
                        }
                        LoopKind::While(condition) => Until::Before(self.term_of(condition, &Type::Bool)?),
                        LoopKind::Until(condition) => {
                            Until::Before(self.term_of(condition, &Type::Bool)?.negated())
                        }
                        LoopKind::RepeatWhile(condition) => {
                            Until::After(self.term_of(condition, &Type::Bool)?)
                        }
                        LoopKind::RepeatUntil(condition) => {
                            Until::After(self.term_of(condition, &Type::Bool)?.negated())
                        }
                    };
                    block.push(Statement::Loop(until, body));
                }
            }
        }
        Ok(block)
    }

    fn read(&mut self, read: &ast::Read) -> Built<Read> {
        let wrong = match &read.mode {
            Mode::AssumeValid => Wrong::Never,
            Mode::Retry(reaction) => Wrong::Retry(self.reaction(reaction, read)?),
            Mode::Stop(reaction) => Wrong::Stop(self.reaction(reaction, read)?),
        };
        let mut check: Option<Expr> = None;
        let mut fields = Vec::new();
        for (number, field) in read.fields.iter().enumerate() {
            let variable =
                self.variables.iter().position(|(name, _)| **name == *field.name.text).unwrap_or(0);
            let ty = self.variables[variable].1.clone();
            let mut conditions = Vec::new();
            // Values that never come need no check.
            if let (Some(set), false) = (&field.set, wrong == Wrong::Never) {
                conditions.push(self.member(set, &Expr { kind: Kind::New(number), ty: ty.clone() })?);
            }
            self.pending.push(variable);
            if let (Some(filter), false) = (&field.filter, wrong == Wrong::Never) {
                conditions.push(self.term_of(filter, &Type::Bool)?);
            }
            for condition in conditions {
                check = Some(match check {
                    None => condition,
                    Some(check) => both(check, condition),
                });
            }
            fields.push(Field { variable, ty, apart: false });
        }
        self.pending.clear();
        let check = check.filter(|check| check.kind != Kind::Bool(true));
        let mut read = Read {
            fields,
            separator: read.separator.clone(),
            malformed: read.malformed && wrong != Wrong::Never,
            check,
            wrong,
        };
        self.keep_apart(&mut read);
        Ok(read)
    }

    /// Finds the values that need a name of their own because the value before them is still used.
    fn keep_apart(&self, read: &mut Read) {
        let mut used: Vec<usize> = Vec::new();
        let mut note = |term: &Expr| {
            if let Kind::Current(view) = &term.kind {
                used.extend(&self.spec.views[*view]);
            }
        };
        read.check.iter().for_each(|check| check.visit(&mut note));
        if let Wrong::Retry(pieces) | Wrong::Stop(pieces) = &read.wrong {
            visit_pieces(pieces, &mut note);
        }
        let variables: Vec<usize> = read.fields.iter().map(|field| field.variable).collect();
        for field in &mut read.fields {
            let twice = variables.iter().filter(|other| **other == field.variable).count() > 1;
            field.apart = twice || used.contains(&field.variable);
        }
    }

    /// What is said about a line, whose values are the newest there.
    fn reaction(&mut self, reaction: &Reaction, read: &ast::Read) -> Built<Vec<Piece>> {
        let Reaction::Says(pattern) = reaction else { return Ok(Vec::new()) };
        let names = read.fields.iter().map(|field| &*field.name.text);
        let number = |name: &str| self.variables.iter().position(|(other, _)| other == name);
        self.refused = names.filter_map(number).collect();
        let pieces = self.pieces(pattern);
        self.refused.clear();
        pieces
    }

    /// Whether a term looks at the newest value of a line that is not kept.
    fn sees_refused(&self, term: &ast::Term) -> bool {
        let mut found = false;
        let refused: Vec<&str> = self.refused.iter().map(|index| self.variables[*index].0.as_str()).collect();
        in_term(term, &mut |inner| {
            found |= match &inner.kind {
                TermKind::Name(name) => refused.contains(&&**name),
                TermKind::View(names, View::Ago(_)) => {
                    names.iter().any(|name| refused.contains(&&*name.text))
                }
                _ => false,
            }
        });
        found
    }

    /// The first alternative of a pattern.
    fn pieces(&mut self, pattern: &Pattern) -> Built<Vec<Piece>> {
        let mut parts = Vec::new();
        self.collect(pattern, &mut parts)?;
        let mut pieces: Vec<Piece> = Vec::new();
        let mut wild = false;
        for part in parts {
            match part {
                None => wild = true,
                Some(piece) => {
                    if wild && pieces.last().is_some_and(|before| touch(before, &piece)) {
                        push(&mut pieces, Piece::Text(" ".into()));
                    }
                    wild = false;
                    push(&mut pieces, piece);
                }
            }
        }
        // The line break at the end is the one that every line of output has.
        if let Some(Piece::Text(text)) = pieces.last_mut()
            && text.ends_with('\n')
        {
            text.pop();
        }
        Ok(pieces)
    }

    /// The parts of a pattern; nothing stands for a wildcard.
    fn collect(&mut self, pattern: &Pattern, parts: &mut Vec<Option<Piece>>) -> Built<()> {
        match &pattern.kind {
            PatternKind::Text(text) => parts.push(Some(Piece::Text(text.clone()))),
            PatternKind::Value(term) | PatternKind::Glued(term) => parts.push(Some(self.first_value(term)?)),
            PatternKind::Decorated(term) => {
                parts.push(Some(Piece::Text("result: ".into())));
                parts.push(Some(self.value(term)?));
            }
            PatternKind::Any | PatternKind::AnyWithout(_) => parts.push(None),
            PatternKind::Some => parts.extend([None, Some(Piece::Text("...".into())), None]),
            PatternKind::Nothing => {}
            PatternKind::Sequence(inner) => {
                for part in inner {
                    self.collect(part, parts)?;
                }
            }
            PatternKind::Either(alternatives) => {
                for first in alternatives.iter().take(1) {
                    self.collect(first, parts)?;
                }
            }
            PatternKind::Maybe(inner) => self.collect(inner, parts)?,
        }
        Ok(())
    }

    /// The first of several values that may be written.
    fn first_value(&mut self, term: &ast::Term) -> Built<Piece> {
        if let TermKind::Binary(Operator::Or, first, _) = &term.kind
            && let Ok(Piece::Value(value)) = self.first_value(first)
            && value.ty != Type::Bool
        {
            return Ok(Piece::Value(value));
        }
        self.value(term)
    }

    fn value(&mut self, term: &ast::Term) -> Built<Piece> {
        if self.sees_refused(term) {
            return refuse(&term.at, "what is said about a wrong value with that value is not translated");
        }
        let value = self.term(term)?;
        match &value.ty {
            Type::Unknown => {
                refuse(&term.at, "a value of a type that only OCaml knows cannot be written here")
            }
            Type::List(of) if matches!(**of, Type::Decimal { exact: false, .. }) => {
                refuse(&term.at, "the places of these decimals depend on the run")
            }
            _ => Ok(Piece::Value(value)),
        }
    }

    /// Whether a value is in a set.
    fn member(&mut self, set: &Set, value: &Expr) -> Built<Expr> {
        let truth = |known: bool| Expr { kind: Kind::Bool(known), ty: Type::Bool };
        Ok(match &set.kind {
            SetKind::All => truth(true),
            SetKind::Finite(elements) => {
                let mut any: Option<Expr> = None;
                for element in elements {
                    let element = self.term_of(element, &value.ty)?;
                    let equal = self.compared(Op::Equal, value.clone(), element);
                    any = Some(match any {
                        None => equal,
                        Some(any) => either(any, equal),
                    });
                }
                any.unwrap_or_else(|| truth(false))
            }
            SetKind::Range(from, to) => {
                let mut inside = truth(true);
                for (end, op) in [(from, Op::GreaterOrEqual), (to, Op::LessOrEqual)] {
                    let Some(end) = end else { continue };
                    let end = self.term_of(end, &value.ty)?;
                    inside = both(inside, self.compared(op, value.clone(), end));
                }
                inside
            }
            SetKind::Elements(list) => {
                let list = self.term(list)?;
                self.contained(value.clone(), list, &set.at)?
            }
            SetKind::Regex(regex) => self.matches(value, regex, &set.at)?,
            SetKind::Union(a, b) => either(self.member(a, value)?, self.member(b, value)?),
            SetKind::Intersection(a, b) => both(self.member(a, value)?, self.member(b, value)?),
            SetKind::Difference(a, b) => both(self.member(a, value)?, self.member(b, value)?.negated()),
            SetKind::Complement(inner) => self.member(inner, value)?.negated(),
        })
    }

    fn matches(&mut self, value: &Expr, regex: &str, at: &At) -> Built<Expr> {
        if self.language != Language::Python {
            return refuse(at, format!("regular expressions are not translated to {}", self.language.name()));
        }
        let mut characters = regex.chars();
        let mut in_class = false;
        while let Some(character) = characters.next() {
            match character {
                '\\' => match characters.next() {
                    Some('d' | 'w' | 's') => {}
                    Some(other) if other.is_ascii_punctuation() => {}
                    _ => return refuse(at, "this regular expression may mean something else in Python"),
                },
                '[' if !in_class => in_class = true,
                ']' => in_class = false,
                '[' | '&' | '|' | '~' if in_class => {
                    return refuse(at, "this regular expression may mean something else in Python");
                }
                '^' | '$' if !in_class => {
                    return refuse(at, "this regular expression may mean something else in Python");
                }
                _ if !character.is_ascii() => {
                    return refuse(at, "this regular expression may mean something else in Python");
                }
                _ => {}
            }
        }
        Ok(Expr { kind: Kind::Matches(Box::new(value.clone()), regex.to_owned()), ty: Type::Bool })
    }
}

fn enumeration(of: &lower::Enumeration) -> Enumeration {
    Enumeration { name: of.name.clone(), ocaml: of.ocaml.clone(), members: of.members.clone() }
}

/// The type of what is read or given.
fn type_of(spec: &Spec, kind: &TypeKind) -> Type {
    match kind {
        TypeKind::Int => Type::Int,
        TypeKind::Bool => Type::Bool,
        TypeKind::String => Type::Text,
        TypeKind::Char => Type::Char,
        TypeKind::Decimal(places) => Type::Decimal { places: *places, exact: true },
        TypeKind::Enumeration(name) => {
            let index = spec.enumerations.iter().position(|other| *other.name == **name);
            Type::Enumeration(index.unwrap_or(0))
        }
        TypeKind::List(of) => Type::list(type_of(spec, of)),
    }
}

fn push(pieces: &mut Vec<Piece>, piece: Piece) {
    match (pieces.last_mut(), piece) {
        (_, Piece::Text(text)) if text.is_empty() => {}
        (Some(Piece::Text(before)), Piece::Text(text)) => before.push_str(&text),
        (_, piece) => pieces.push(piece),
    }
}

/// Whether two neighbours could make one number of two.
fn touch(before: &Piece, after: &Piece) -> bool {
    let numeric = |c: char| c.is_ascii_digit() || matches!(c, '-' | '.' | ',');
    let ends = match before {
        Piece::Text(text) => text.ends_with(numeric),
        Piece::Value(_) => true,
    };
    let begins = match after {
        Piece::Text(text) => text.starts_with(numeric),
        Piece::Value(_) => true,
    };
    ends && begins
}

/// Both conditions; what is known is left out.
pub(super) fn both(a: Expr, b: Expr) -> Expr {
    match (&a.kind, &b.kind) {
        (Kind::Bool(true), _) | (_, Kind::Bool(false)) => b,
        (_, Kind::Bool(true)) | (Kind::Bool(false), _) => a,
        _ => chained(Op::And, a, b),
    }
}

/// At least one of two conditions; what is known is left out.
pub(super) fn either(a: Expr, b: Expr) -> Expr {
    match (&a.kind, &b.kind) {
        (Kind::Bool(false), _) | (_, Kind::Bool(true)) => b,
        (_, Kind::Bool(false)) | (Kind::Bool(true), _) => a,
        _ => chained(Op::Or, a, b),
    }
}

/// Conditions in a row, bracketed to the left, as all languages read them.
fn chained(op: Op, a: Expr, b: Expr) -> Expr {
    match b.kind {
        Kind::Binary(inner, first, second) if inner == op => chained(op, chained(op, a, *first), *second),
        kind => {
            let b = Expr { kind, ty: Type::Bool };
            Expr { kind: Kind::Binary(op, Box::new(a), Box::new(b)), ty: Type::Bool }
        }
    }
}
