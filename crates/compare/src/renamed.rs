//! A submission whose types have other names than the reference's.
//! A constructor is known by its type's name and its own, so values of a type that is only called otherwise would never be equal.
//! The submission's Core is rewritten with the names of the reference.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use lydian_core::{
    ConId, ConstructorDecl, Expr, FieldDecl, Item, Pattern, Program, Type, TypeBody, TypeDecl, TypeTable,
};

/// Which names of the submission have which name in the reference.
#[derive(Debug, Clone, Default)]
pub(crate) struct Renaming {
    types: BTreeMap<String, String>,
    constructors: HashMap<ConId, ConId>,
}

impl Renaming {
    /// From names of types: the submission's to the reference's. Another type of the submission that has such a name gets one that no
    /// program can write.
    pub(crate) fn new(
        mut types: BTreeMap<String, String>,
        reference: &TypeTable,
        submission: &TypeTable,
    ) -> Renaming {
        let mut constructors = HashMap::new();
        let is_displaced = |path: &&String| submission.get(path).is_some() && !types.contains_key(*path);
        let displaced: Vec<String> = types.values().filter(is_displaced).cloned().collect();
        for path in &displaced {
            let own = format!("{path}/own");
            let cons = match submission.get(path).map(|decl| &decl.body) {
                Some(TypeBody::Variant(own)) => own.iter().map(|own| own.con).collect(),
                Some(TypeBody::Record(con, _)) => vec![*con],
                _ => Vec::new(),
            };
            constructors.extend(cons.into_iter().map(|con| (con, ConId::intern(&own, con.name()))));
        }
        for (from, to) in &types {
            let (Some(from), Some(to)) = (submission.get(from), reference.get(to)) else { continue };
            match (&from.body, &to.body) {
                (TypeBody::Variant(from), TypeBody::Variant(to)) => {
                    for own in from {
                        let same = to.iter().find(|other| other.con.name() == own.con.name());
                        constructors.extend(same.map(|same| (own.con, same.con)));
                    }
                }
                (TypeBody::Record(from, _), TypeBody::Record(to, _)) => {
                    constructors.insert(*from, *to);
                }
                _ => {}
            }
        }
        types.extend(displaced.into_iter().map(|path| (path.clone(), format!("{path}/own"))));
        Renaming { types, constructors }
    }

    /// Whether all names are the same.
    pub(crate) fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// The program with the reference's names; nothing if it has them already.
    pub(crate) fn applied_to(&self, program: &Program) -> Option<Program> {
        if self.types.is_empty() {
            return None;
        }
        let mut program = program.clone();
        let mut types = TypeTable::default();
        for decl in program.types.iter() {
            types.add(self.decl(decl));
        }
        program.types = types;
        for item in &mut program.items {
            match item {
                Item::Define(_, value) | Item::Run(value) => self.expr(value),
                Item::DefineRec(group) => group.iter_mut().for_each(|(_, value)| self.expr(value)),
            }
        }
        for export in &mut program.exports {
            export.ty = self.ty(&export.ty);
        }
        Some(program)
    }

    fn path(&self, path: &Arc<str>) -> Arc<str> {
        self.types.get(&**path).map_or_else(|| path.clone(), |name| name.as_str().into())
    }

    fn con(&self, con: ConId) -> ConId {
        self.constructors.get(&con).copied().unwrap_or(con)
    }

    fn decl(&self, decl: &TypeDecl) -> TypeDecl {
        let body = match &decl.body {
            TypeBody::Variant(constructors) => {
                let constructor = |own: &ConstructorDecl| ConstructorDecl {
                    con: self.con(own.con),
                    args: own.args.iter().map(|arg| self.ty(arg)).collect(),
                    fields: own.fields.as_ref().map(|fields| self.fields(fields)),
                };
                TypeBody::Variant(constructors.iter().map(constructor).collect())
            }
            TypeBody::Record(con, fields) => TypeBody::Record(self.con(*con), self.fields(fields)),
            TypeBody::Alias(ty) => TypeBody::Alias(self.ty(ty)),
            TypeBody::Abstract => TypeBody::Abstract,
        };
        TypeDecl { path: self.path(&decl.path), params: decl.params, body }
    }

    fn fields(&self, fields: &[FieldDecl]) -> Vec<FieldDecl> {
        fields.iter().map(|field| FieldDecl { ty: self.ty(&field.ty), ..field.clone() }).collect()
    }

    fn ty(&self, ty: &Type) -> Type {
        let part = |part: &Arc<Type>| Arc::new(self.ty(part));
        match ty {
            Type::Tuple(parts) => Type::Tuple(parts.iter().map(|part| self.ty(part)).collect()),
            Type::Arrow(label, from, to) => Type::Arrow(label.clone(), part(from), part(to)),
            Type::List(element) => Type::List(part(element)),
            Type::Array(element) => Type::Array(part(element)),
            Type::Lazy(element) => Type::Lazy(part(element)),
            Type::Named(path, args) => {
                Type::Named(self.path(path), args.iter().map(|arg| self.ty(arg)).collect())
            }
            Type::PolyVariant(tags) => Type::PolyVariant(
                tags.iter().map(|(tag, arg)| (tag.clone(), arg.as_ref().map(|arg| self.ty(arg)))).collect(),
            ),
            plain => plain.clone(),
        }
    }

    fn pattern(&self, pattern: &mut Pattern) {
        match pattern {
            Pattern::Construct(con, parts) => {
                *con = self.con(*con);
                parts.iter_mut().for_each(|part| self.pattern(part));
            }
            Pattern::Array(parts) | Pattern::Or(parts) => {
                parts.iter_mut().for_each(|part| self.pattern(part));
            }
            Pattern::Alias(inner, _) | Pattern::Lazy(inner) => self.pattern(inner),
            Pattern::Any | Pattern::Var(_) | Pattern::Literal(_) | Pattern::Range(..) => {}
        }
    }

    fn expr(&self, expr: &mut Expr) {
        match expr {
            Expr::Construct(con, ..) => *con = self.con(*con),
            Expr::Match { arms, .. } | Expr::Try(_, arms) => {
                arms.iter_mut().for_each(|arm| self.pattern(&mut arm.pattern));
            }
            _ => {}
        }
        expr.for_each_child_mut(&mut |child| self.expr(child));
    }
}
