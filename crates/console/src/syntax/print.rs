//! Prints a specification: declarations first, then statements, four blanks for each level.
//! In: a tree as the reader makes it. Out: text that reads back to the same tree but for places, with as few parentheses as
//! that allows. Comments are not in the tree and are lost.

mod pattern;
mod set;
mod term;

use super::ast::{
    Assignment, Declaration, DeclarationKind, Field, LoopKind, Mode, Reaction, Read, Script, Statement,
    StatementKind, TypeKind,
};
use pattern::print_pattern;
use set::print_set;
use term::{print_term, print_terms};

/// The canonical text of a script.
///
/// ```
/// use lydian_console::syntax::{parse, print};
/// use lydian_diagnostic::Source;
///
/// let (script, _) = parse(&Source::new("a.console", "while(x==1){read x:int}"));
/// assert_eq!(print(&script), "while x = 1 {\n    read x : int\n}\n");
/// ```
pub fn print(script: &Script) -> String {
    let mut out = String::new();
    for declaration in &script.declarations {
        print_declaration(declaration, script, &mut out);
        out.push('\n');
    }
    if !script.declarations.is_empty() && !script.body.is_empty() {
        out.push('\n');
    }
    print_statements(&script.body, 0, &mut out);
    for (index, task) in script.tasks.iter().enumerate() {
        out.push_str(if index > 0 || !script.declarations.is_empty() { "\n" } else { "" });
        out.push_str("task ");
        print_text(&task.name, &mut out);
        out.push_str(" {\n");
        for declaration in &task.declarations {
            indent(1, &mut out);
            print_declaration(declaration, script, &mut out);
            out.push('\n');
        }
        print_statements(&task.body, 1, &mut out);
        out.push_str("}\n");
    }
    out
}

fn print_declaration(declaration: &Declaration, script: &Script, out: &mut String) {
    match &declaration.kind {
        DeclarationKind::Enumeration { name, members } => {
            out.extend(["enum ", &name.text, " { "]);
            for (index, (member, spelling)) in members.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                out.push_str(&member.text);
                if let Some(spelling) = spelling {
                    out.push(' ');
                    print_text(spelling, out);
                }
            }
            out.push_str(" }");
        }
        DeclarationKind::Parameter { name, ty, values } => {
            out.extend(["param ", &name.text, " : "]);
            print_type(&ty.kind, out);
            out.push_str(" = ");
            print_terms(values, out);
        }
        DeclarationKind::OCaml(at) => {
            let code = script.source.text.get(at.clone()).unwrap_or("");
            out.extend(["ocaml {{{", code, "}}}"]);
        }
        DeclarationKind::Import(file) => {
            out.push_str("import ");
            print_text(file, out);
        }
        DeclarationKind::Arguments(terms) => {
            out.push_str("arguments ");
            print_terms(terms, out);
        }
        DeclarationKind::Environment(name, term) => {
            out.extend(["environment ", &name.text, " = "]);
            print_term(term, out);
        }
        DeclarationKind::FileBefore(file, term) => {
            out.push_str("file ");
            print_text(file, out);
            out.push_str(" = ");
            print_term(term, out);
        }
        DeclarationKind::FileAfter(file, pattern) => {
            out.push_str("result ");
            print_text(file, out);
            out.push_str(" : ");
            print_pattern(pattern, out);
        }
        DeclarationKind::LooseLayout => out.push_str("layout loose"),
        DeclarationKind::CaseIgnored => out.push_str("case ignored"),
    }
}

fn print_type(ty: &TypeKind, out: &mut String) {
    match ty {
        TypeKind::Int => out.push_str("int"),
        TypeKind::Bool => out.push_str("bool"),
        TypeKind::String => out.push_str("string"),
        TypeKind::Char => out.push_str("char"),
        TypeKind::Decimal(places) => out.push_str(&format!("decimal({places})")),
        TypeKind::Enumeration(name) => out.push_str(name),
        TypeKind::List(element) => {
            out.push('[');
            print_type(element, out);
            out.push(']');
        }
    }
}

fn print_statements(statements: &[Statement], level: usize, out: &mut String) {
    for statement in statements {
        indent(level, out);
        print_statement(statement, level, out);
        out.push('\n');
    }
}

fn print_statement(statement: &Statement, level: usize, out: &mut String) {
    match &statement.kind {
        StatementKind::Read(read) => print_read(read, out),
        StatementKind::Write { optional, pattern } => {
            out.push_str(if *optional { "may write " } else { "write " });
            print_pattern(pattern, out);
        }
        StatementKind::If { condition, then, otherwise } => {
            out.push_str("if ");
            print_term(condition, out);
            print_block(then, level, out);
            match otherwise.as_slice() {
                [] => {}
                [only] if matches!(only.kind, StatementKind::If { .. }) => {
                    out.push_str(" else ");
                    print_statement(only, level, out);
                }
                _ => {
                    out.push_str(" else");
                    print_block(otherwise, level, out);
                }
            }
        }
        StatementKind::Loop { kind, body } => {
            let (before, condition, after) = match kind {
                LoopKind::TillExit => ("loop", None, ""),
                LoopKind::While(condition) => ("while ", Some(condition), ""),
                LoopKind::UntilEnd => ("until end of input", None, ""),
                LoopKind::Until(condition) => ("until ", Some(condition), ""),
                LoopKind::RepeatWhile(condition) => ("repeat", Some(condition), " while "),
                LoopKind::RepeatUntil(condition) => ("repeat", Some(condition), " until "),
            };
            out.push_str(before);
            let (first, last) = if after.is_empty() { (condition, None) } else { (None, condition) };
            first.into_iter().for_each(|condition| print_term(condition, out));
            print_block(body, level, out);
            out.push_str(after);
            last.into_iter().for_each(|condition| print_term(condition, out));
        }
        StatementKind::Assign(Assignment { declares, name, ty, value }) => {
            out.extend([if *declares { "var " } else { "" }, &name.text]);
            if let Some(ty) = ty {
                out.push_str(" : ");
                print_type(&ty.kind, out);
            }
            out.push_str(" := ");
            print_term(value, out);
        }
        StatementKind::Choose(field) => {
            out.push_str("choose ");
            print_field(field, out);
        }
        StatementKind::Exit => out.push_str("exit"),
        StatementKind::Nothing => out.push_str("nothing"),
    }
}

fn print_block(statements: &[Statement], level: usize, out: &mut String) {
    if statements.is_empty() {
        out.push_str(" {}");
        return;
    }
    out.push_str(" {\n");
    print_statements(statements, level + 1, out);
    indent(level, out);
    out.push('}');
}

fn print_read(read: &Read, out: &mut String) {
    out.push_str("read ");
    for (index, field) in read.fields.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        print_field(field, out);
    }
    if let Some(separator) = &read.separator {
        out.push_str(" by ");
        print_text(separator, out);
    }
    if read.malformed {
        out.push_str(" malformed");
    }
    let reaction = match &read.mode {
        Mode::AssumeValid => return,
        Mode::Retry(reaction) => {
            out.push_str(" else retry");
            reaction
        }
        Mode::Stop(reaction) => {
            out.push_str(" else stop");
            reaction
        }
    };
    match reaction {
        Reaction::Free => {}
        Reaction::Silent => out.push_str(" silently"),
        Reaction::Says(pattern) => {
            out.push_str(" saying ");
            print_pattern(pattern, out);
        }
    }
}

fn print_field(field: &Field, out: &mut String) {
    out.extend([&field.name.text, " : "]);
    print_type(&field.ty.kind, out);
    if let Some(set) = &field.set {
        out.push_str(" in ");
        print_set(set, out);
    }
    if let Some(filter) = &field.filter {
        out.push_str(" where ");
        print_term(filter, out);
    }
}

fn indent(level: usize, out: &mut String) {
    out.extend(std::iter::repeat_n("    ", level));
}

/// A text in quotes.
fn print_text(text: &str, out: &mut String) {
    out.push('"');
    escape(text, '"', out);
    out.push('"');
}

/// A text as it stands between quotes of this kind.
fn escape(text: &str, quote: char, out: &mut String) {
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '{' if quote == '"' => out.push_str("\\{"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
}
