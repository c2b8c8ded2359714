//! Erases the places of a tree, so that trees from different texts can be compared.

use lydian_console::syntax::ast::{
    At, Declaration, DeclarationKind, Field, LoopKind, Mode, Name, Pattern, PatternKind, Reaction, Read,
    Script, Set, SetKind, Statement, StatementKind, Task, Term, TermKind,
};

/// The script without places, and the texts of its OCaml blocks, which are known by place only.
pub fn erased(script: &Script) -> (Vec<Declaration>, Vec<Statement>, Vec<Task>, Vec<String>) {
    let mut declarations = script.declarations.clone();
    let mut body = script.body.clone();
    let mut tasks = script.tasks.clone();
    let mut code = Vec::new();
    for declaration in declarations.iter_mut().chain(tasks.iter_mut().flat_map(|task| &mut task.declarations))
    {
        if let DeclarationKind::OCaml(at) = &declaration.kind {
            code.push(script.source.text[at.clone()].to_owned());
        }
        in_declaration(declaration);
    }
    body.iter_mut().for_each(in_statement);
    for task in &mut tasks {
        erase(&mut task.at);
        task.body.iter_mut().for_each(in_statement);
    }
    (declarations, body, tasks, code)
}

fn erase(at: &mut At) {
    *at = 0..0;
}

fn in_name(name: &mut Name) {
    erase(&mut name.at);
}

fn in_declaration(declaration: &mut Declaration) {
    erase(&mut declaration.at);
    match &mut declaration.kind {
        DeclarationKind::Enumeration { name, members } => {
            in_name(name);
            members.iter_mut().for_each(|(member, _)| in_name(member));
        }
        DeclarationKind::Parameter { name, ty, values } => {
            in_name(name);
            erase(&mut ty.at);
            values.iter_mut().for_each(in_term);
        }
        DeclarationKind::OCaml(at) => erase(at),
        DeclarationKind::Import(_) | DeclarationKind::LooseLayout | DeclarationKind::CaseIgnored => {}
        DeclarationKind::Arguments(terms) => terms.iter_mut().for_each(in_term),
        DeclarationKind::Environment(name, term) => {
            in_name(name);
            in_term(term);
        }
        DeclarationKind::FileBefore(_, term) => in_term(term),
        DeclarationKind::FileAfter(_, pattern) => in_pattern(pattern),
    }
}

fn in_statement(statement: &mut Statement) {
    erase(&mut statement.at);
    match &mut statement.kind {
        StatementKind::Read(read) => in_read(read),
        StatementKind::Write { pattern, .. } => in_pattern(pattern),
        StatementKind::If { condition, then, otherwise } => {
            in_term(condition);
            then.iter_mut().chain(otherwise).for_each(in_statement);
        }
        StatementKind::Loop { kind, body } => {
            match kind {
                LoopKind::TillExit | LoopKind::UntilEnd => {}
                LoopKind::While(condition)
                | LoopKind::Until(condition)
                | LoopKind::RepeatWhile(condition)
                | LoopKind::RepeatUntil(condition) => in_term(condition),
            }
            body.iter_mut().for_each(in_statement);
        }
        StatementKind::Assign(assignment) => {
            in_name(&mut assignment.name);
            assignment.ty.iter_mut().for_each(|ty| erase(&mut ty.at));
            in_term(&mut assignment.value);
        }
        StatementKind::Choose(field) => in_field(field),
        StatementKind::Exit | StatementKind::Nothing => {}
    }
}

fn in_field(field: &mut Field) {
    in_name(&mut field.name);
    erase(&mut field.ty.at);
    field.set.iter_mut().for_each(in_set);
    field.filter.iter_mut().for_each(in_term);
}

fn in_read(read: &mut Read) {
    read.fields.iter_mut().for_each(in_field);
    if let Mode::Retry(Reaction::Says(pattern)) | Mode::Stop(Reaction::Says(pattern)) = &mut read.mode {
        in_pattern(pattern);
    }
}

fn in_set(set: &mut Set) {
    erase(&mut set.at);
    match &mut set.kind {
        SetKind::All | SetKind::Regex(_) => {}
        SetKind::Finite(terms) => terms.iter_mut().for_each(in_term),
        SetKind::Range(from, to) => from.iter_mut().chain(to).for_each(in_term),
        SetKind::Elements(term) => in_term(term),
        SetKind::Union(left, right)
        | SetKind::Intersection(left, right)
        | SetKind::Difference(left, right) => {
            in_set(left);
            in_set(right);
        }
        SetKind::Complement(inner) => in_set(inner),
    }
}

fn in_pattern(pattern: &mut Pattern) {
    erase(&mut pattern.at);
    match &mut pattern.kind {
        PatternKind::Text(_)
        | PatternKind::Any
        | PatternKind::AnyWithout(_)
        | PatternKind::Some
        | PatternKind::Nothing => {}
        PatternKind::Value(term) | PatternKind::Glued(term) | PatternKind::Decorated(term) => in_term(term),
        PatternKind::Sequence(parts) | PatternKind::Either(parts) => parts.iter_mut().for_each(in_pattern),
        PatternKind::Maybe(inner) => in_pattern(inner),
    }
}

fn in_term(term: &mut Term) {
    erase(&mut term.at);
    match &mut term.kind {
        TermKind::Int(_) | TermKind::Decimal(..) | TermKind::Bool(_) | TermKind::Text(_) => {}
        TermKind::Char(_) | TermKind::Name(_) => {}
        TermKind::List(terms) => terms.iter_mut().for_each(in_term),
        TermKind::View(names, _) => names.iter_mut().for_each(in_name),
        TermKind::Negate(operand) | TermKind::Not(operand) => in_term(operand),
        TermKind::Binary(_, left, right) | TermKind::Index(left, right) => {
            in_term(left);
            in_term(right);
        }
        TermKind::If(condition, yes, no) => [condition, yes, no].into_iter().for_each(|part| in_term(part)),
        TermKind::Call(name, arguments) => {
            in_name(name);
            arguments.iter_mut().for_each(in_term);
        }
        TermKind::Quantified(_, name, list, body) => {
            in_name(name);
            in_term(list);
            in_term(body);
        }
        TermKind::Comprehension { element, name, list, filter } => {
            in_name(name);
            in_term(element);
            in_term(list);
            filter.iter_mut().for_each(|filter| in_term(filter));
        }
    }
}
