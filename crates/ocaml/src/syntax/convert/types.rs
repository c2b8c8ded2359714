//! Type expressions and declarations of types and exceptions.

use super::*;

impl Converter<'_> {
    /// A type expression.
    pub(super) fn type_expr(&mut self, node: Node) -> TypeExpr {
        if !self.enter(node) {
            return TypeExpr { kind: TypeExprKind::Error, loc: loc(node) };
        }
        let result = match node.kind() {
            // Parentheses leave no trace in a type.
            "parenthesized_type" => match named(node).first() {
                Some(inner) => self.type_expr(*inner),
                None => TypeExpr { kind: TypeExprKind::Error, loc: loc(node) },
            },
            _ => TypeExpr { kind: self.type_kind(node), loc: loc(node) },
        };
        self.leave();
        result
    }

    fn type_kind(&mut self, node: Node) -> TypeExprKind {
        match node.kind() {
            "any_type" => TypeExprKind::Any,
            "type_variable" => match self.type_variable(node) {
                Some(name) => TypeExprKind::Var(name),
                None => TypeExprKind::Any,
            },
            "type_constructor_path" | "type_constructor" => {
                TypeExprKind::Constr { path: self.path(node), args: Vec::new() }
            }
            "constructed_type" => self.constructed_type(node),
            "tuple_type" => self.tuple_type(node),
            "function_type" => self.function_type(node),
            "aliased_type" => self.aliased_type(node),
            "polymorphic_variant_type" => self.variant_type(node),
            "polymorphic_type" => self.polymorphic_type(node),
            "package_type" => self.refuse_type(node, "unsupported-first-class-module", "first-class modules"),
            "object_type" | "hash_type" => {
                self.refuse_type(node, "unsupported-object", "classes and objects")
            }
            "extension" | "quoted_extension" => {
                self.refuse_type(node, "unsupported-extension", "extension nodes")
            }
            "local_open_type" => self.refuse_type(node, "unsupported-type", "types under a local open"),
            _ => {
                self.reject(node, "this is not a type of OCaml");
                TypeExprKind::Error
            }
        }
    }

    fn refuse_type(&mut self, node: Node, code: &'static str, what: &str) -> TypeExprKind {
        self.unsupported(node, code, what);
        TypeExprKind::Error
    }

    /// The name of a type variable without its quote; `None` for `_`.
    fn type_variable(&mut self, node: Node) -> Option<Name> {
        match self.text(node) {
            "_" => None,
            text => Some(text.trim_start_matches('\'').trim_start().into()),
        }
    }

    fn constructed_type(&mut self, node: Node) -> TypeExprKind {
        let mut parts = named(node);
        let Some(constructor) = parts.pop() else { return TypeExprKind::Error };
        let path = self.path(constructor);
        let args = parts.into_iter().map(|part| self.type_expr(part)).collect();
        TypeExprKind::Constr { path, args }
    }

    fn tuple_type(&mut self, node: Node) -> TypeExprKind {
        if has_token(node, "#(") {
            self.reject(node, "`#(` starts no type in OCaml");
            return TypeExprKind::Error;
        }
        let parts = named(node);
        if let Some(labelled) = parts.iter().find(|part| part.kind() == "labeled_tuple_element_type") {
            return self.refuse_type(*labelled, "unsupported-labelled-tuple", "labelled tuples");
        }
        TypeExprKind::Tuple(parts.into_iter().map(|part| self.type_expr(part)).collect())
    }

    fn function_type(&mut self, node: Node) -> TypeExprKind {
        let (Some(domain), Some(codomain)) = (field(node, "domain"), field(node, "codomain")) else {
            return TypeExprKind::Error;
        };
        let (label, parameter) = match domain.kind() {
            "labeled_argument_type" => {
                let optional = has_token(domain, "?");
                let name = named(domain).first().map(|name| self.name(*name)).unwrap_or_else(|| "".into());
                let label = if optional { ArgLabel::Optional(name) } else { ArgLabel::Labelled(name) };
                (label, field(domain, "type").unwrap_or(domain))
            }
            _ => (ArgLabel::Nolabel, domain),
        };
        if parameter.kind() == "labeled_argument_type" {
            self.reject(parameter, "a parameter has one label only");
            return TypeExprKind::Error;
        }
        let parameter = Box::new(self.type_expr(parameter));
        TypeExprKind::Arrow { label, parameter, result: Box::new(self.type_expr(codomain)) }
    }

    fn aliased_type(&mut self, node: Node) -> TypeExprKind {
        let (Some(ty), Some(alias)) = (field(node, "type"), field(node, "alias")) else {
            return TypeExprKind::Error;
        };
        match self.type_variable(alias) {
            Some(name) => {
                let name = Located { node: name, loc: loc(alias) };
                TypeExprKind::Alias { ty: Box::new(self.type_expr(ty)), name }
            }
            None => {
                self.reject(alias, "a type variable is expected after `as`");
                TypeExprKind::Error
            }
        }
    }

    /// `'a 'b. t` or `type a b. t`.
    fn polymorphic_type(&mut self, node: Node) -> TypeExprKind {
        let Some(ty) = field(node, "type") else { return TypeExprKind::Error };
        let ty = Box::new(self.type_expr(ty));
        let mut vars = Vec::new();
        for part in named(node) {
            match part.kind() {
                "abstract_type" => {
                    let names = named(part).into_iter().map(|name| self.ident(name)).collect();
                    return TypeExprKind::LocallyAbstract { names, ty };
                }
                "type_variable" if part.end_byte() <= ty.loc.start as usize => {
                    if let Some(name) = self.type_variable(part) {
                        vars.push(Located { node: name, loc: loc(part) });
                    }
                }
                _ => {}
            }
        }
        TypeExprKind::Poly { vars, ty }
    }

    fn variant_type(&mut self, node: Node) -> TypeExprKind {
        let mut fields = Vec::new();
        let mut required = Vec::new();
        let mut bound = RowBound::Exact;
        for part in parts(node) {
            match part.kind() {
                "[>" => bound = RowBound::Open,
                "[<" => bound = RowBound::Closed(Vec::new()),
                "tag" => required.push(self.tag(part)),
                "tag_specification" => fields.push(self.tag_specification(part)),
                _ if part.is_named() => fields.push(RowField::Inherit(self.type_expr(part))),
                _ => {}
            }
        }
        if let RowBound::Closed(tags) = &mut bound {
            *tags = required;
        }
        TypeExprKind::Variant { fields, bound }
    }

    fn tag_specification(&mut self, node: Node) -> RowField {
        let children = parts(node);
        let mut name = Located { node: "".into(), loc: loc(node) };
        let mut args = Vec::new();
        for part in &children {
            match part.kind() {
                "tag" => name = Located { node: self.tag(*part), loc: loc(*part) },
                _ if part.is_named() => args.push(self.type_expr(*part)),
                _ => {}
            }
        }
        let leading = children.windows(2).any(|pair| pair[0].kind() == "of" && pair[1].kind() == "&");
        RowField::Tag { name, constant: args.is_empty() || leading, args }
    }

    // ------------------------------------------------------------------------------------------------ declarations

    /// The declarations of `type ... and ...`, whether they are `nonrec`, and whether they are substitutions.
    pub(super) fn type_definition(&mut self, node: Node) -> (bool, bool, Vec<TypeDecl>) {
        let children = parts(node);
        self.refuse_extension_names(&children);
        let nonrec = has_token(node, "nonrec");
        let mut substitute = false;
        let mut decls = Vec::new();
        for binding in children.into_iter().filter(|child| child.kind() == "type_binding") {
            substitute |= has_token(binding, ":=");
            decls.extend(self.type_binding(binding));
        }
        (nonrec, substitute, decls)
    }

    fn type_binding(&mut self, node: Node) -> Option<TypeDecl> {
        if has_token(node, "+=") {
            self.reject(node, "an extension of a type stands alone");
            return None;
        }
        let name = self.ident(field(node, "name")?);
        if name.node.ends_with('#') {
            self.reject(node, "the name of a type cannot end with `#`");
        }
        if let Some(kind) = field(node, "kind") {
            self.reject(kind, "a type has no annotation in OCaml");
        }
        let mut decl = TypeDecl {
            name,
            params: self.type_params(node),
            kind: TypeDeclKind::Abstract,
            manifest: None,
            private: has_token(node, "private"),
            constraints: Vec::new(),
            loc: loc(node),
        };
        if let Some(synonym) = field(node, "synonym") {
            decl.manifest = Some(self.type_expr(synonym));
        }
        if let Some(body) = field(node, "body") {
            match body.kind() {
                "variant_declaration" => decl.kind = TypeDeclKind::Variant(self.constructors(body)),
                "record_declaration" => decl.kind = TypeDeclKind::Record(self.record_fields(body)),
                ".." => decl.kind = TypeDeclKind::Open,
                "external_declaration" => self.reject(body, "a type is expected here"),
                _ => decl.manifest = Some(self.type_expr(body)),
            }
        }
        for part in named(node).into_iter().filter(|part| part.kind() == "type_constraint") {
            if let (Some(left), Some(right)) = (field(part, "type"), field(part, "constraint")) {
                decl.constraints.push((self.type_expr(left), self.type_expr(right)));
            }
        }
        Some(decl)
    }

    /// The type parameters that stand before the name of a declaration.
    pub(super) fn type_params(&mut self, node: Node) -> Vec<TypeParam> {
        let mut params = Vec::new();
        let mut variance = Variance::Unspecified;
        for part in parts(node) {
            match part.kind() {
                "+" => variance = Variance::Covariant,
                "-" => variance = Variance::Contravariant,
                "type_variable" => {
                    params.push(TypeParam { name: self.type_variable(part), variance, loc: loc(part) });
                    variance = Variance::Unspecified;
                }
                "(" | "," | ")" | "!" | "type" => {}
                _ => break,
            }
        }
        params
    }

    fn constructors(&mut self, node: Node) -> Vec<ConstructorDecl> {
        let children = named(node);
        children.into_iter().map(|child| self.constructor(child)).collect()
    }

    fn constructor(&mut self, node: Node) -> ConstructorDecl {
        let children = parts(node);
        let name = self.constructor_name(&children, node);
        let mut args = ConstructorArgs::Tuple(Vec::new());
        if let Some(at) = children.iter().position(|child| child.kind() == "of") {
            args = self.constructor_args(&children[at + 1..]);
        } else if has_token(node, ":") {
            self.unsupported(node, "unsupported-gadt", "generalised algebraic data types");
        } else if has_token(node, "=") {
            self.reject(node, "a constructor cannot be defined with `=`");
        }
        ConstructorDecl { name, args, loc: loc(node) }
    }

    /// The declared name, which can be `(::)` or `()`.
    fn constructor_name(&mut self, children: &[Node], node: Node) -> Ident {
        match children.iter().find(|child| child.is_named()) {
            Some(name) => Located {
                node: self.text(*name).split_whitespace().collect::<String>().into(),
                loc: loc(*name),
            },
            None => Located { node: self.name(node), loc: loc(node) },
        }
    }

    fn constructor_args(&mut self, children: &[Node]) -> ConstructorArgs {
        let mut types = Vec::new();
        for child in children.iter().filter(|child| child.is_named()) {
            match child.kind() {
                "record_declaration" => return ConstructorArgs::Record(self.record_fields(*child)),
                _ => types.push(self.type_expr(*child)),
            }
        }
        ConstructorArgs::Tuple(types)
    }

    fn record_fields(&mut self, node: Node) -> Vec<FieldDecl> {
        let mut fields = Vec::new();
        for child in named(node) {
            let Some(name) = named(child).into_iter().find(|part| part.kind() == "field_name") else {
                continue;
            };
            let Some(ty) = field(child, "type") else { continue };
            fields.push(FieldDecl {
                name: self.ident(name),
                ty: self.type_expr(ty),
                mutable: has_token(child, "mutable"),
                loc: loc(child),
            });
        }
        fields
    }

    /// `exception E of t` or `exception E = F`.
    pub(super) fn exception_definition(&mut self, node: Node) -> Option<ExceptionDecl> {
        let children = parts(node);
        self.refuse_extension_names(&children);
        let decl = children.into_iter().find(|child| child.kind() == "constructor_declaration")?;
        self.added_constructor(decl, loc(node))
    }

    /// `type t += A | B of int`; nothing if the node is another declaration.
    pub(super) fn type_extension(&mut self, node: Node) -> Option<TypeExtension> {
        let children = parts(node);
        let mut bindings = children.iter().filter(|child| child.kind() == "type_binding");
        let (binding, None) = (*bindings.next()?, bindings.next()) else { return None };
        if !has_token(binding, "+=") {
            return None;
        }
        self.refuse_extension_names(&children);
        let path = self.path(field(binding, "name")?);
        let params = self.type_params(binding);
        let constructors = named(field(binding, "body")?);
        let constructors =
            constructors.into_iter().filter_map(|decl| self.added_constructor(decl, loc(decl))).collect();
        Some(TypeExtension { path, params, constructors })
    }

    /// `E of t` or `E = F`.
    fn added_constructor(&mut self, decl: Node, whole: Loc) -> Option<ExceptionDecl> {
        if let Some(equals) = token_child(decl, "=") {
            let parts = named(decl);
            let name = self.constructor_name(&parts, decl);
            let path = parts.iter().find(|part| part.start_byte() >= equals.end_byte())?;
            let kind = ExceptionKind::Rebind(self.path(*path));
            return Some(ExceptionDecl { name, kind, loc: whole });
        }
        let constructor = self.constructor(decl);
        Some(ExceptionDecl { name: constructor.name, kind: ExceptionKind::New(constructor.args), loc: whole })
    }
}
