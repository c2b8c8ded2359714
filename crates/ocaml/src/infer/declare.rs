//! Type and exception declarations.
//! A group of mutually recursive types is declared in three steps: the names, then their definitions, then what can
//! only be known of the whole group (that no abbreviation stands for itself, and the variance of each parameter).

use std::sync::Arc;

use lydian_core::{ConId, ConstructorDecl, FieldDecl, TypeBody, TypeDecl};
use rustc_hash::FxHashSet;

use super::checker::{Checked, Checker};
use super::env::{Env, Structure};
use super::lower::TypeLowerer;
use super::types::{
    self, BUILTINS, ConInfo, Kind, LabelInfo, Name, Ty, TypeCon, TypeDef, TypeKind, Variance,
};
use crate::diagnostics;
use crate::syntax::ast::{
    self, ConstructorArgs, ExceptionDecl, ExceptionKind, Loc, TypeDeclKind, TypeExprKind,
};

impl Checker {
    /// Declares a group of types, visible in `env` and offered by `structure`.
    pub fn declare_types(
        &mut self,
        env: &mut Env,
        structure: &mut Structure,
        loc: Loc,
        nonrec: bool,
        decls: &[ast::TypeDecl],
    ) -> Checked<()> {
        for (index, decl) in decls.iter().enumerate() {
            if decls[..index].iter().any(|other| other.name.node == decl.name.node) {
                let span = self.span(self.decl_loc(loc, index, decl));
                return Err(Box::new(diagnostics::duplicate_definition(span, "type", &decl.name.node)));
            }
        }
        let cons: Vec<Arc<TypeCon>> =
            decls.iter().map(|decl| self.declare_type(&decl.name.node, decl.params.len())).collect();
        let mut scope = env.clone();
        if !nonrec {
            for (decl, con) in decls.iter().zip(&cons) {
                scope.types.insert(decl.name.node.clone(), con.clone());
            }
        }
        for (decl, con) in decls.iter().zip(&cons) {
            let def = self.define_type(&scope, decl, con)?;
            let def = self.anchored(decl, con, def);
            self.types.define(con, def);
        }
        self.refuse_cycles(loc, decls, &cons)?;
        self.infer_variance(&cons);
        for (index, (decl, con)) in decls.iter().zip(&cons).enumerate() {
            self.publish_type(env, structure, &decl.name.node, con, keyword(index, nonrec));
            self.lower_decl(con);
        }
        Ok(())
    }

    /// Where OCaml sees a declaration begin: at its keyword.
    pub fn decl_loc(&self, group: Loc, index: usize, decl: &ast::TypeDecl) -> Loc {
        if index == 0 {
            return Loc { start: group.start, end: decl.loc.end };
        }
        let before = self.source.text.get(..decl.loc.start as usize).unwrap_or("");
        let start = before.rfind("and").map_or(decl.loc.start, |at| at as u32);
        Loc { start, end: decl.loc.end }
    }

    /// Makes a declared type and its constructors or fields visible.
    pub fn publish_type(
        &mut self,
        env: &mut Env,
        structure: &mut Structure,
        name: &Name,
        con: &Arc<TypeCon>,
        keyword: &'static str,
    ) {
        env.types.insert(name.clone(), con.clone());
        structure.add_type(name, con, keyword);
        let Some(body) = self.types.body(con).cloned() else { return };
        match &body.kind {
            TypeKind::Variant(constructors) => {
                for constructor in constructors {
                    env.constructors.insert(constructor.name.clone(), constructor.clone());
                    structure.add_constructor(constructor);
                }
            }
            TypeKind::Record(labels) => {
                for label in labels {
                    env.add_label(label);
                    structure.add_label(label);
                }
            }
            TypeKind::Abstract | TypeKind::Open => {}
        }
    }

    /// Translates one declaration.
    pub fn define_type(&mut self, env: &Env, decl: &ast::TypeDecl, con: &Arc<TypeCon>) -> Checked<TypeDef> {
        if let Some((left, _)) = decl.constraints.first() {
            return Err(Box::new(diagnostics::unsupported(self.span(left.loc), "a `constraint` on a type")));
        }
        let outer = std::mem::take(&mut self.type_vars);
        let mut variance = Vec::new();
        for (index, param) in decl.params.iter().enumerate() {
            if let Some(name) = &param.name
                && self.type_vars.insert(name.clone(), Arc::new(Kind::Generic(index as u32))).is_some()
            {
                let span = self.span(param.loc);
                self.type_vars = outer;
                return Err(Box::new(diagnostics::duplicate_definition(
                    span,
                    "type parameter",
                    &format!("'{name}"),
                )));
            }
            variance.push(match param.variance {
                ast::Variance::Covariant => Variance { positive: true, negative: false },
                ast::Variance::Contravariant => Variance { positive: false, negative: true },
                ast::Variance::Unspecified => Variance::INVARIANT,
            });
        }
        let result = self.define_body(env, decl, con, variance);
        self.type_vars = outer;
        result
    }

    fn define_body(
        &mut self,
        env: &Env,
        decl: &ast::TypeDecl,
        con: &Arc<TypeCon>,
        variance: Vec<Variance>,
    ) -> Checked<TypeDef> {
        let manifest = match &decl.manifest {
            Some(ty) => Some(self.declared_type(env, ty)?),
            None => None,
        };
        let params = decl.params.len();
        let mut kind = match &decl.kind {
            TypeDeclKind::Abstract => TypeKind::Abstract,
            TypeDeclKind::Open => TypeKind::Open,
            TypeDeclKind::Variant(constructors) => {
                let mut infos: Vec<Arc<ConInfo>> = Vec::new();
                let mut names = FxHashSet::default();
                for constructor in constructors {
                    self.in_time()?;
                    if !names.insert(&constructor.name.node) {
                        let span = self.span(constructor.loc);
                        let name = &constructor.name.node;
                        return Err(Box::new(diagnostics::duplicate_definition(span, "constructor", name)));
                    }
                    let id = ConId::intern(&con.path, &constructor.name.node);
                    infos.push(self.define_constructor(env, constructor, con, id, params, decl.private)?);
                }
                TypeKind::Variant(infos)
            }
            TypeDeclKind::Record(fields) => {
                let last = con.display.rsplit('.').next().unwrap_or("");
                let id = ConId::intern(&con.path, last);
                TypeKind::Record(self.define_fields(env, fields, con, id, params, decl.private)?)
            }
        };
        if let Some(manifest) = &manifest
            && !matches!(kind, TypeKind::Abstract)
        {
            kind = self.reexport(decl, manifest, kind)?;
        }
        let names = decl.params.iter().map(|param| param.name.clone()).collect();
        Ok(TypeDef { manifest, kind, variance, names, private: decl.private })
    }

    /// `type t = M.t = A | B`: the constructors are those of `M.t`.
    pub(super) fn reexport(
        &mut self,
        decl: &ast::TypeDecl,
        manifest: &Ty,
        kind: TypeKind,
    ) -> Checked<TypeKind> {
        let original = self.types.nominal(manifest).map(|(_, def)| def.kind.clone());
        // The values are those of the original; how they are typed is said here.
        let joined = match (original, kind) {
            (Some(TypeKind::Variant(old)), TypeKind::Variant(new)) if old.len() == new.len() => {
                let pairs = old.iter().zip(&new);
                let joined: Option<Vec<_>> = pairs.map(|(old, new)| join_constructors(old, new)).collect();
                joined.map(TypeKind::Variant)
            }
            (Some(TypeKind::Record(old)), TypeKind::Record(new)) if old.len() == new.len() => {
                let pairs = old.iter().zip(&new);
                let joined: Option<Vec<_>> = pairs.map(|(old, new)| join_labels(old, new)).collect();
                joined.map(TypeKind::Record)
            }
            (Some(TypeKind::Open), TypeKind::Open) => Some(TypeKind::Open),
            _ => None,
        };
        joined.ok_or_else(|| {
            let span = self.span(decl.loc);
            let message =
                format!("the type `{}` is not declared as the type that it is said to equal", decl.name.node);
            Box::new(lydian_diagnostic::Diagnostic::error("type-mismatch", span, message))
        })
    }

    fn define_constructor(
        &mut self,
        env: &Env,
        constructor: &ast::ConstructorDecl,
        owner: &Arc<TypeCon>,
        id: ConId,
        params: usize,
        private: bool,
    ) -> Checked<Arc<ConInfo>> {
        let (args, inline) = self.constructor_args(
            env,
            &constructor.args,
            owner,
            &constructor.name.node,
            id,
            params,
            private,
        )?;
        // `()`, `true` and `[]` can be declared again; they are ordinary constructors then.
        Ok(Arc::new(ConInfo {
            name: constructor.name.node.clone(),
            con: id,
            owner: owner.clone(),
            args,
            inline,
            literal: None,
            private,
        }))
    }

    #[allow(clippy::too_many_arguments, reason = "a constructor, and what is known of its type")]
    pub(super) fn constructor_args(
        &mut self,
        env: &Env,
        args: &ConstructorArgs,
        owner: &Arc<TypeCon>,
        name: &str,
        id: ConId,
        params: usize,
        private: bool,
    ) -> Checked<(Vec<Ty>, Option<Arc<TypeCon>>)> {
        match args {
            ConstructorArgs::Tuple(args) => {
                let args: Checked<Vec<Ty>> = args.iter().map(|arg| self.declared_type(env, arg)).collect();
                Ok((args?, None))
            }
            ConstructorArgs::Record(fields) => {
                let path = format!("{}.{name}", owner.path);
                let display = format!("{}.{name}", owner.display);
                let inline = Arc::new(TypeCon::new(&path, &display, params, owner.level));
                let labels = self.define_fields(env, fields, &inline, id, params, private)?;
                let variance = vec![Variance::INVARIANT; params];
                let kind = TypeKind::Record(labels);
                self.types
                    .define(&inline, TypeDef { manifest: None, kind, variance, names: vec![], private });
                let parameters = (0..params).map(|index| Arc::new(Kind::Generic(index as u32))).collect();
                Ok((vec![types::con(&inline, parameters)], Some(inline)))
            }
        }
    }

    fn define_fields(
        &mut self,
        env: &Env,
        fields: &[ast::FieldDecl],
        owner: &Arc<TypeCon>,
        con: ConId,
        params: usize,
        private: bool,
    ) -> Checked<Vec<Arc<LabelInfo>>> {
        let siblings: Arc<[Name]> = fields.iter().map(|field| field.name.node.clone()).collect();
        let mutable_record = fields.iter().any(|field| field.mutable);
        let mut labels = Vec::new();
        for (index, field) in fields.iter().enumerate() {
            if siblings[..index].contains(&field.name.node) {
                let span = self.span(field.loc);
                return Err(Box::new(diagnostics::duplicate_definition(span, "field", &field.name.node)));
            }
            let (ty, extra) = match &field.ty.kind {
                TypeExprKind::Poly { vars, ty } => {
                    let mut saved = Vec::new();
                    for (number, var) in vars.iter().enumerate() {
                        let generic: Ty = Arc::new(Kind::Generic((params + number) as u32));
                        saved.push((var.node.clone(), self.type_vars.insert(var.node.clone(), generic)));
                    }
                    let ty = self.declared_type(env, ty)?;
                    for (name, old) in saved {
                        match old {
                            Some(old) => self.type_vars.insert(name, old),
                            None => self.type_vars.remove(&name),
                        };
                    }
                    (ty, vars.len() as u32)
                }
                _ => (self.declared_type(env, &field.ty)?, 0),
            };
            labels.push(Arc::new(LabelInfo {
                name: field.name.node.clone(),
                owner: owner.clone(),
                con,
                index,
                siblings: siblings.clone(),
                mutable: field.mutable,
                mutable_record,
                ty,
                extra,
                private,
            }));
        }
        Ok(labels)
    }

    /// Refuses abbreviations that stand for themselves.
    fn refuse_cycles(&mut self, loc: Loc, decls: &[ast::TypeDecl], cons: &[Arc<TypeCon>]) -> Checked<()> {
        for (index, (decl, con)) in decls.iter().zip(cons).enumerate() {
            let mut seen = vec![con.id];
            let manifest = self.types.body(con).and_then(|body| body.manifest.clone());
            let cyclic = manifest.is_some_and(|manifest| self.reaches(&manifest, con.id, cons, &mut seen));
            if cyclic {
                let span = self.span(self.decl_loc(loc, index, decl));
                return Err(Box::new(diagnostics::cyclic_type(span, &decl.name.node)));
            }
        }
        Ok(())
    }

    fn reaches(&self, ty: &Ty, target: u32, group: &[Arc<TypeCon>], seen: &mut Vec<u32>) -> bool {
        match &**ty {
            Kind::Var(_) | Kind::Generic(_) | Kind::Nil | Kind::Variant(_) => false,
            Kind::Arrow(_, from, to) => {
                self.reaches(from, target, group, seen) || self.reaches(to, target, group, seen)
            }
            Kind::Tuple(parts) => parts.iter().any(|part| self.reaches(part, target, group, seen)),
            Kind::Con(con, args) => {
                if con.id == target || args.iter().any(|arg| self.reaches(arg, target, group, seen)) {
                    return true;
                }
                if seen.contains(&con.id) || !group.iter().any(|member| member.id == con.id) {
                    return false;
                }
                seen.push(con.id);
                let manifest = self.types.body(con).and_then(|body| body.manifest.clone());
                manifest.is_some_and(|manifest| self.reaches(&manifest, target, group, seen))
            }
        }
    }

    /// Where the parameters of a group of types occur: the least solution.
    pub fn infer_variance(&mut self, cons: &[Arc<TypeCon>]) {
        let mut table: Vec<Vec<Variance>> = cons
            .iter()
            .map(|con| {
                let declared = self
                    .types
                    .body(con)
                    .filter(|body| body.manifest.is_none() && matches!(body.kind, TypeKind::Abstract));
                match declared {
                    Some(body) => body.variance.clone(),
                    None => vec![Variance::default(); con.arity],
                }
            })
            .collect();
        if cons.iter().all(|con| con.arity == 0) {
            return;
        }
        loop {
            let before = table.clone();
            for (index, con) in cons.iter().enumerate() {
                let Some(body) = self.types.body(con).cloned() else { continue };
                let mut own = std::mem::take(&mut table[index]);
                let mut visit = |ty: &Ty, both: bool| {
                    self.occurrences(ty, true, both, cons, &before, &mut own, 0);
                };
                if let Some(manifest) = &body.manifest {
                    visit(manifest, false);
                }
                match &body.kind {
                    TypeKind::Variant(constructors) => {
                        for constructor in constructors {
                            match constructor.inline.as_ref().and_then(|inline| self.types.body(inline)) {
                                Some(inline) => {
                                    if let TypeKind::Record(labels) = &inline.kind {
                                        labels.iter().for_each(|label| visit(&label.ty, label.mutable));
                                    }
                                }
                                None => constructor.args.iter().for_each(|arg| visit(arg, false)),
                            }
                        }
                    }
                    TypeKind::Record(labels) => {
                        labels.iter().for_each(|label| visit(&label.ty, label.mutable));
                    }
                    TypeKind::Abstract | TypeKind::Open => {}
                }
                table[index] = own;
            }
            if table == before {
                break;
            }
        }
        for (con, variance) in cons.iter().zip(table) {
            if let Some(body) = self.types.body(con) {
                let def = TypeDef { variance, ..(**body).clone() };
                self.types.define(con, def);
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "a recursion that carries where it is")]
    fn occurrences(
        &self,
        ty: &Ty,
        positive: bool,
        both: bool,
        group: &[Arc<TypeCon>],
        known: &[Vec<Variance>],
        into: &mut [Variance],
        depth: u32,
    ) {
        if depth > 1000 {
            return;
        }
        let mut go = |ty: &Ty, positive: bool, both: bool| {
            self.occurrences(ty, positive, both, group, known, into, depth + 1);
        };
        match &**ty {
            Kind::Generic(index) => {
                if let Some(own) = into.get_mut(*index as usize) {
                    own.positive |= positive || both;
                    own.negative |= !positive || both;
                }
            }
            Kind::Var(_) | Kind::Nil => {}
            Kind::Arrow(_, from, to) => {
                go(from, !positive, both);
                go(to, positive, both);
            }
            Kind::Tuple(parts) => parts.iter().for_each(|part| go(part, positive, both)),
            Kind::Con(con, args) => {
                let member = group.iter().position(|member| member.id == con.id);
                let outside = self.types.body(con).map(|body| body.variance.clone());
                for (index, arg) in args.iter().enumerate() {
                    let variance = match member {
                        Some(member) => known[member].get(index).copied().unwrap_or_default(),
                        None => outside
                            .as_ref()
                            .and_then(|variance| variance.get(index).copied())
                            .unwrap_or(Variance::INVARIANT),
                    };
                    if variance.positive {
                        go(arg, positive, both);
                    }
                    if variance.negative {
                        go(arg, !positive, both);
                    }
                }
            }
            Kind::Variant(row) => {
                for (_, tag) in &row.tags {
                    if let Some(arg) = &tag.arg {
                        go(arg, positive, both);
                    }
                }
            }
        }
    }

    // ------------------------------------------------------------------------------------------ exceptions

    /// Declares an exception.
    pub fn declare_exception(
        &mut self,
        env: &mut Env,
        structure: &mut Structure,
        decl: &ExceptionDecl,
    ) -> Checked<()> {
        let info = match &decl.kind {
            ExceptionKind::New(_) if self.promised_exception(&decl.name.node).is_some() => {
                // A recursive module has said before that there will be one.
                let Some(promised) = self.promised_exception(&decl.name.node) else {
                    return Ok(());
                };
                promised
            }
            ExceptionKind::New(args) => {
                let (path, display) = self.declare_path(&decl.name.node);
                let path = match self.library {
                    Some("Stdlib") if self.module_path.is_empty() => format!("Stdlib.{path}"),
                    Some("Stdlib") | None => path,
                    Some(_) => format!("Stdlib.{path}"),
                };
                let id = ConId::intern("exn", &path);
                let Kind::Con(exn, _) = &*BUILTINS.exn else { unreachable!("`exn` is a type constructor") };
                let owner = TypeCon::new(&format!("exn.{path}"), &display, 0, 0);
                let (args, inline) =
                    self.constructor_args(env, args, &Arc::new(owner), &decl.name.node, id, 0, false)?;
                let info = Arc::new(ConInfo {
                    name: decl.name.node.clone(),
                    con: id,
                    owner: exn.clone(),
                    args,
                    inline,
                    literal: None,
                    private: false,
                });
                let lowered = self.lower_constructor(&info);
                self.exceptions.push(lowered);
                info
            }
            ExceptionKind::Rebind(path) => {
                let original = self.find_constructor(env, path)?;
                if original.owner.id != exn_id() {
                    let span = self.span(path.loc);
                    let name = path.node.to_string();
                    return Err(Box::new(diagnostics::wrong_constructor(span, "constructor", &name, "exn")));
                }
                Arc::new(ConInfo {
                    name: decl.name.node.clone(),
                    con: original.con,
                    owner: original.owner.clone(),
                    args: original.args.clone(),
                    inline: original.inline.clone(),
                    literal: None,
                    private: false,
                })
            }
        };
        env.constructors.insert(decl.name.node.clone(), info.clone());
        structure.add_exception(&decl.name.node, &info);
        Ok(())
    }

    // ------------------------------------------------------------------------------------------ Core

    /// Adds a declaration to Core's table.
    pub(crate) fn lower_decl(&mut self, con: &Arc<TypeCon>) {
        let Some(body) = self.types.body(con).cloned() else { return };
        let body = match (&body.manifest, &body.kind) {
            (Some(manifest), _) => TypeBody::Alias(self.lower_type(manifest)),
            (None, TypeKind::Variant(constructors)) => TypeBody::Variant(
                constructors.iter().map(|constructor| self.lower_constructor(constructor)).collect(),
            ),
            (None, TypeKind::Record(labels)) => {
                let id = labels.first().map_or_else(|| ConId::intern(&con.path, "{}"), |label| label.con);
                TypeBody::Record(id, labels.iter().map(|label| self.lower_field(label)).collect())
            }
            (None, TypeKind::Abstract) => TypeBody::Abstract,
            // Its constructors join it as they are declared.
            (None, TypeKind::Open) => TypeBody::Variant(vec![]),
        };
        self.decls.push(TypeDecl { path: con.path.clone(), params: con.arity as u32, body });
    }

    pub(super) fn lower_constructor(&self, constructor: &ConInfo) -> ConstructorDecl {
        let inline = constructor.inline.as_ref().and_then(|inline| self.types.body(inline));
        if let Some(TypeKind::Record(labels)) = inline.map(|body| &body.kind) {
            let fields: Vec<FieldDecl> = labels.iter().map(|label| self.lower_field(label)).collect();
            let args = fields.iter().map(|field| field.ty.clone()).collect();
            return ConstructorDecl { con: constructor.con, args, fields: Some(fields) };
        }
        let args = constructor.args.iter().map(|arg| self.lower_type(arg)).collect();
        ConstructorDecl { con: constructor.con, args, fields: None }
    }

    fn lower_field(&self, label: &LabelInfo) -> FieldDecl {
        FieldDecl { name: label.name.clone(), mutable: label.mutable, ty: self.lower_type(&label.ty) }
    }

    fn lower_type(&self, ty: &Ty) -> lydian_core::Type {
        TypeLowerer::new(&self.types, 0).lower(ty)
    }
}

fn join_constructors(old: &ConInfo, new: &ConInfo) -> Option<Arc<ConInfo>> {
    if old.name != new.name
        || old.args.len() != new.args.len()
        || old.inline.is_some() != new.inline.is_some()
    {
        return None;
    }
    let inline = old.inline.is_some();
    Some(Arc::new(ConInfo {
        name: new.name.clone(),
        con: old.con,
        owner: if inline { old.owner.clone() } else { new.owner.clone() },
        args: if inline { old.args.clone() } else { new.args.clone() },
        inline: old.inline.clone(),
        literal: old.literal.clone(),
        private: new.private,
    }))
}

fn join_labels(old: &LabelInfo, new: &LabelInfo) -> Option<Arc<LabelInfo>> {
    if old.name != new.name || old.mutable != new.mutable || old.extra != new.extra {
        return None;
    }
    Some(Arc::new(LabelInfo {
        name: new.name.clone(),
        owner: new.owner.clone(),
        con: old.con,
        index: old.index,
        siblings: old.siblings.clone(),
        mutable: old.mutable,
        mutable_record: old.mutable_record,
        ty: new.ty.clone(),
        extra: old.extra,
        private: new.private,
    }))
}

/// The keyword of a declaration in a group.
pub fn keyword(index: usize, nonrec: bool) -> &'static str {
    match (index, nonrec) {
        (0, false) => "type",
        (0, true) => "type nonrec",
        _ => "and",
    }
}

/// The number of the type `exn`.
pub fn exn_id() -> u32 {
    match &*BUILTINS.exn {
        Kind::Con(con, _) => con.id,
        _ => 0,
    }
}
