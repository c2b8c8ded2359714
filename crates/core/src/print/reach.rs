//! What of its libraries a program needs: the definitions that its steps and exports lead to, and the types in them.
//! The rest of a library is neither printed nor compared, since it cannot be seen.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::{Arm, ConId, Expr, Item, Pattern, Program, Type, TypeBody, TypeDecl, Var};

/// The needed part of a program, library by library, each in its own order.
pub(crate) struct Reach<'a> {
    /// For each library its needed steps.
    pub(crate) items: Vec<Vec<&'a Item>>,
    /// For each library its needed types that no earlier library has.
    pub(crate) types: Vec<Vec<&'a TypeDecl>>,
    /// The program's own types, all of them.
    pub(crate) own_types: Vec<&'a TypeDecl>,
}

/// Finds what a program needs.
pub(crate) fn reach(program: &Program) -> Reach<'_> {
    let mut definitions: HashMap<Var, (usize, usize)> = HashMap::new();
    let mut work: Vec<&Item> = program.items.iter().collect();
    let mut needed: Vec<Vec<bool>> = Vec::new();
    for (library, code) in program.libraries.iter().enumerate() {
        needed.push(vec![false; code.items.len()]);
        for (position, item) in code.items.iter().enumerate() {
            match item {
                Item::Define(var, _) => {
                    definitions.insert(*var, (library, position));
                }
                Item::DefineRec(group) => {
                    definitions.extend(group.iter().map(|(var, _)| (*var, (library, position))));
                }
                // What a library does is done whether or not anyone refers to it.
                Item::Run(_) => {
                    needed[library][position] = true;
                    work.push(item);
                }
            }
        }
    }
    let mut constructors: HashSet<ConId> = HashSet::new();
    // The definition of a variable in a library, the first time that it is needed.
    let mut need = |var: Var| {
        let (library, position) = *definitions.get(&var)?;
        let before = std::mem::replace(&mut needed[library][position], true);
        (!before).then(|| &program.libraries[library].items[position])
    };
    work.extend(program.exports.iter().filter_map(|export| need(export.var)));
    while let Some(item) = work.pop() {
        mentions(item, |mention| match mention {
            Mention::Var(var) => work.extend(need(var)),
            Mention::Con(con) => {
                constructors.insert(con);
            }
        });
    }
    let items = program
        .libraries
        .iter()
        .zip(&needed)
        .map(|(library, needed)| {
            library.items.iter().zip(needed).filter(|(_, needed)| **needed).map(|(item, _)| item).collect()
        })
        .collect();
    let (types, own_types) = reach_types(program, &constructors);
    Reach { items, types, own_types }
}

type TypesBySection<'a> = (Vec<Vec<&'a TypeDecl>>, Vec<&'a TypeDecl>);

fn reach_types<'a>(program: &'a Program, constructors: &HashSet<ConId>) -> TypesBySection<'a> {
    let is_known = |known: &HashMap<&str, Vec<&TypeDecl>>, decl: &TypeDecl| {
        known.get(&*decl.path).is_some_and(|decls| decls.contains(&decl))
    };
    // Every declaration belongs to the first library that has it.
    let mut known: HashMap<&str, Vec<&TypeDecl>> = HashMap::new();
    let mut sections: Vec<Vec<&TypeDecl>> = Vec::new();
    for library in &program.libraries {
        let mut section = Vec::new();
        for decl in library.types.iter() {
            if !is_known(&known, decl) {
                known.entry(&decl.path).or_default().push(decl);
                section.push(&**decl);
            }
        }
        sections.push(section);
    }
    let own: Vec<&TypeDecl> =
        program.types.iter().map(Arc::as_ref).filter(|decl| !is_known(&known, decl)).collect();

    let mut needed: HashSet<&str> = HashSet::new();
    let mut work: Vec<&Type> = program.exports.iter().map(|export| &export.ty).collect();
    let mut decls: Vec<&TypeDecl> = own.clone();
    let declared = constructors.iter().filter_map(|con| {
        let section = program.libraries.iter().find_map(|library| library.types.of_constructor(*con));
        program.types.of_constructor(*con).or(section)
    });
    for (decl, _) in declared {
        if needed.insert(&decl.path) {
            decls.push(decl);
        }
    }
    loop {
        while let Some(decl) = decls.pop() {
            match &decl.body {
                TypeBody::Variant(constructors) => {
                    for constructor in constructors {
                        work.extend(&constructor.args);
                        work.extend(constructor.fields.iter().flatten().map(|field| &field.ty));
                    }
                }
                TypeBody::Record(_, fields) => work.extend(fields.iter().map(|field| &field.ty)),
                TypeBody::Alias(ty) => work.push(ty),
                TypeBody::Abstract => {}
            }
        }
        let Some(ty) = work.pop() else { break };
        match ty {
            Type::Tuple(parts) => work.extend(parts.iter()),
            Type::Arrow(_, from, to) => work.extend([&**from, &**to]),
            Type::List(part) | Type::Array(part) | Type::Lazy(part) => work.push(part),
            Type::PolyVariant(tags) => work.extend(tags.iter().filter_map(|(_, part)| part.as_ref())),
            Type::Named(path, arguments) => {
                work.extend(arguments.iter());
                if needed.insert(path) {
                    decls.extend(known.get(&**path).into_iter().flatten());
                }
            }
            _ => {}
        }
    }
    for section in &mut sections {
        section.retain(|decl| needed.contains(&*decl.path));
    }
    (sections, own)
}

/// Something that code refers to.
pub(crate) enum Mention {
    Var(Var),
    Con(ConId),
}

/// Calls `see` with every variable and constructor in a step.
fn mentions(item: &Item, mut see: impl FnMut(Mention)) {
    let mut exprs: Vec<&Expr> = match item {
        Item::Define(_, expr) | Item::Run(expr) => vec![expr],
        Item::DefineRec(group) => group.iter().map(|(_, expr)| expr).collect(),
    };
    let mut patterns: Vec<&Pattern> = Vec::new();
    while let Some(expr) = exprs.pop() {
        match expr {
            Expr::Literal(_) => {}
            Expr::Var(var) => see(Mention::Var(*var)),
            Expr::Lambda(lambda) => exprs.push(&lambda.body),
            Expr::Apply(function, args) => {
                exprs.push(function);
                exprs.extend(args);
            }
            Expr::Let(_, first, second)
            | Expr::And(first, second)
            | Expr::Or(first, second)
            | Expr::SetField(first, _, second)
            | Expr::Sequence(first, second)
            | Expr::While(first, second) => exprs.extend([&**first, &**second]),
            Expr::LetRec(group, body) => {
                exprs.extend(group.iter().map(|(_, expr)| expr));
                exprs.push(body);
            }
            Expr::If(first, second, third) => exprs.extend([&**first, &**second, &**third]),
            Expr::Match { scrutinee: body, arms, .. } | Expr::Try(body, arms) => {
                exprs.push(body);
                for Arm { pattern, guard, body } in arms {
                    patterns.push(pattern);
                    exprs.extend(guard);
                    exprs.push(body);
                }
            }
            Expr::Construct(con, _, args) => {
                see(Mention::Con(*con));
                exprs.extend(args);
            }
            Expr::Field(block, _) => exprs.push(block),
            Expr::Array(args) | Expr::Primitive(_, args) => exprs.extend(args),
            Expr::For { from, to, body, .. } => exprs.extend([&**from, &**to, &**body]),
            Expr::Lazy(body) => exprs.push(body),
        }
        while let Some(pattern) = patterns.pop() {
            match pattern {
                Pattern::Any | Pattern::Var(_) | Pattern::Literal(_) | Pattern::Range(..) => {}
                Pattern::Alias(inner, _) | Pattern::Lazy(inner) => patterns.push(inner),
                Pattern::Construct(con, parts) => {
                    see(Mention::Con(*con));
                    patterns.extend(parts);
                }
                Pattern::Array(parts) | Pattern::Or(parts) => patterns.extend(parts),
            }
        }
    }
}
