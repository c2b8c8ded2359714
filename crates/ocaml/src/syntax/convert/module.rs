//! Structures, signatures, modules and module types.

use super::*;

impl Converter<'_> {
    /// The items of a file or of `struct ... end`.
    pub(in super::super) fn structure(&mut self, node: Node) -> Structure {
        let children = named(node);
        let mut items = Vec::new();
        for child in children {
            if let Some(kind) = self.item(child) {
                items.push(Item { kind, loc: loc(child) });
            }
        }
        items
    }

    fn item(&mut self, node: Node) -> Option<ItemKind> {
        Some(match node.kind() {
            "floating_attribute" | "shebang" => return None,
            "expression_item" => ItemKind::Eval(self.expr(named(node).first().copied()?)),
            "value_definition" => {
                let (recursive, bindings) = self.value_definition(node);
                ItemKind::Let { recursive, bindings }
            }
            "external" => ItemKind::External(self.external(node)?),
            "type_definition" => {
                if let Some(extension) = self.type_extension(node) {
                    return Some(ItemKind::Extension(extension));
                }
                let (nonrec, substitute, decls) = self.type_definition(node);
                if substitute {
                    self.reject(node, "`:=` defines a type only inside a signature");
                }
                ItemKind::Type { nonrec, decls }
            }
            "exception_definition" => ItemKind::Exception(self.exception_definition(node)?),
            "module_definition" => {
                let mut bindings = self.module_bindings(node);
                match has_token(node, "rec") {
                    true => ItemKind::RecModules(bindings),
                    false => ItemKind::Module(bindings.pop()?),
                }
            }
            "module_type_definition" => {
                let (name, ty) = self.module_type_definition(node)?;
                ItemKind::ModuleType { name, ty }
            }
            "open_module" => ItemKind::Open(self.open_module(node)),
            "include_module" => {
                let children = parts(node);
                self.refuse_extension_names(&children);
                if let Some(functor) = token_child(node, "functor") {
                    self.reject(functor, "a module is expected after `include`");
                }
                ItemKind::Include(self.module_expr(field(node, "module")?))
            }
            "toplevel_directive" => {
                let hint = "directives such as `#use` belong to the interactive toplevel; remove the line";
                let what = self.text(node).split_whitespace().next().unwrap_or("#").to_string();
                let span = loc(node).span(self.source);
                let message = format!("the directive `{what}` cannot stand in a program");
                self.diagnostics.push(Diagnostic::error("unsupported-directive", span, message).hint(hint));
                ItemKind::Error
            }
            "class_definition" | "class_type_definition" => {
                self.unsupported(node, "unsupported-class", "classes and objects");
                ItemKind::Error
            }
            "item_extension" | "quoted_item_extension" => {
                self.unsupported(node, "unsupported-extension", "extension nodes");
                ItemKind::Error
            }
            "value_specification" => {
                let keyword = token_child(node, "val").unwrap_or(node);
                self.reject_with_hint(
                    keyword,
                    "`val` stands only inside a signature",
                    "to define a value, write `let name : type = value`",
                );
                ItemKind::Error
            }
            _ => {
                self.reject(node, "this is not a definition of OCaml");
                ItemKind::Error
            }
        })
    }

    fn external(&mut self, node: Node) -> Option<ExternalDecl> {
        let children = parts(node);
        self.refuse_extension_names(&children);
        let name = children
            .iter()
            .find(|child| matches!(child.kind(), "value_name" | "parenthesized_operator"))
            .copied()?;
        let name = self.value_name(name);
        let ty = self.type_expr(field(node, "type")?);
        let mut primitives = Vec::new();
        for child in children.iter().filter(|child| matches!(child.kind(), "string" | "quoted_string")) {
            primitives.push(String::from_utf8_lossy(&self.string(*child)).into());
        }
        Some(ExternalDecl { name, ty, primitives })
    }

    /// The module of `open M`.
    pub(super) fn open_module(&mut self, node: Node) -> ModuleExpr {
        let children = parts(node);
        self.refuse_extension_names(&children);
        match field(node, "module") {
            Some(module) => self.module_expr(module),
            None => ModuleExpr { kind: ModuleExprKind::Error, loc: loc(node) },
        }
    }

    /// The bindings of `module [rec] M = ... and ...`.
    pub(super) fn module_bindings(&mut self, node: Node) -> Vec<ModuleBinding> {
        let children = parts(node);
        self.refuse_extension_names(&children);
        if !has_token(node, "rec")
            && let Some(and) = token_child(node, "and")
        {
            self.reject_with_hint(
                and,
                "modules are joined by `and` only if they are recursive",
                "write `module rec`",
            );
        }
        let bindings = children.into_iter().filter(|child| child.kind() == "module_binding");
        bindings.filter_map(|binding| self.module_binding(binding)).collect()
    }

    fn module_name(&mut self, node: Node) -> Option<Ident> {
        (self.text(node) != "_").then(|| self.ident(node))
    }

    fn module_binding(&mut self, node: Node) -> Option<ModuleBinding> {
        let children = named(node);
        let name = self.module_name(children.iter().find(|child| child.kind() == "module_name").copied()?);
        if let Some(assign) = token_child(node, ":=") {
            self.reject(assign, "a module is defined with `=`");
            return None;
        }
        let Some(body) = field(node, "body") else {
            let after = self.token_after(node);
            self.reject_at(after, "this module has a signature and no definition; `=` is expected");
            return None;
        };
        let mut module = self.module_expr(body);
        if let Some(ty) = field(node, "module_type") {
            let ty = Box::new(self.module_type(ty));
            let place = loc(node);
            module =
                ModuleExpr { kind: ModuleExprKind::Constraint { module: Box::new(module), ty }, loc: place };
        }
        for child in children.iter().rev().filter(|child| child.kind() == "module_parameter") {
            let place = loc(*child).to(module.loc);
            let parameter = Box::new(self.module_parameter(*child));
            module = ModuleExpr {
                kind: ModuleExprKind::Functor { parameter, body: Box::new(module) },
                loc: place,
            };
        }
        Some(ModuleBinding { name, module, loc: loc(node) })
    }

    fn module_parameter(&mut self, node: Node) -> FunctorParam {
        let name = named(node).into_iter().find(|child| child.kind() == "module_name");
        match (name, field(node, "module_type")) {
            (Some(name), Some(ty)) => {
                FunctorParam::Named { name: self.module_name(name), ty: self.module_type(ty) }
            }
            _ => FunctorParam::Unit,
        }
    }

    /// A module expression.
    pub(super) fn module_expr(&mut self, node: Node) -> ModuleExpr {
        if !self.enter(node) {
            return ModuleExpr { kind: ModuleExprKind::Error, loc: loc(node) };
        }
        let kind = match node.kind() {
            "module_path" => ModuleExprKind::Path(self.path(node)),
            "structure" => ModuleExprKind::Structure(self.structure(node)),
            "parenthesized_module_expression" => match named(node).first() {
                Some(inner) => self.module_expr(*inner).kind,
                None => ModuleExprKind::Error,
            },
            "typed_module_expression" => match (field(node, "module"), field(node, "module_type")) {
                (Some(module), Some(ty)) => ModuleExprKind::Constraint {
                    module: Box::new(self.module_expr(module)),
                    ty: Box::new(self.module_type(ty)),
                },
                _ => ModuleExprKind::Error,
            },
            "functor" => self.functor(node),
            "module_application" => match field(node, "functor") {
                Some(functor) => ModuleExprKind::Apply {
                    functor: Box::new(self.module_expr(functor)),
                    argument: field(node, "argument").map(|argument| Box::new(self.module_expr(argument))),
                },
                None => ModuleExprKind::Error,
            },
            "packed_module" => {
                self.unsupported(node, "unsupported-first-class-module", "first-class modules");
                ModuleExprKind::Error
            }
            "extension" | "quoted_extension" => {
                self.unsupported(node, "unsupported-extension", "extension nodes");
                ModuleExprKind::Error
            }
            _ => {
                self.reject(node, "this is not a module expression of OCaml");
                ModuleExprKind::Error
            }
        };
        self.leave();
        ModuleExpr { kind, loc: loc(node) }
    }

    fn functor(&mut self, node: Node) -> ModuleExprKind {
        let Some(body) = field(node, "body") else { return ModuleExprKind::Error };
        let mut module = self.module_expr(body);
        for child in named(node).into_iter().rev().filter(|child| child.kind() == "module_parameter") {
            let place = loc(child).to(module.loc);
            let parameter = Box::new(self.module_parameter(child));
            module = ModuleExpr {
                kind: ModuleExprKind::Functor { parameter, body: Box::new(module) },
                loc: place,
            };
        }
        module.kind
    }

    // ------------------------------------------------------------------------------------------------ module types

    fn module_type_definition(&mut self, node: Node) -> Option<(Ident, Option<ModuleType>)> {
        let children = parts(node);
        self.refuse_extension_names(&children);
        let name = children.iter().find(|child| child.kind() == "module_type_name").copied()?;
        if let Some(assign) = token_child(node, ":=") {
            self.unsupported(assign, "unsupported-module-type", "substitutions of module types");
        }
        Some((self.ident(name), field(node, "body").map(|body| self.module_type(body))))
    }

    /// A module type.
    pub(super) fn module_type(&mut self, node: Node) -> ModuleType {
        if !self.enter(node) {
            return ModuleType { kind: ModuleTypeKind::Error, loc: loc(node) };
        }
        let kind = match node.kind() {
            "module_type_path" => ModuleTypeKind::Path(self.path(node)),
            "signature" => ModuleTypeKind::Signature(self.signature(node)),
            "parenthesized_module_type" => match named(node).first() {
                Some(inner) => self.module_type(*inner).kind,
                None => ModuleTypeKind::Error,
            },
            "functor_type" => self.functor_type(node),
            "module_type_constraint" => self.with_constraints(node),
            "module_type_of" => match field(node, "module") {
                Some(module) => ModuleTypeKind::TypeOf(Box::new(self.module_expr(module))),
                None => ModuleTypeKind::Error,
            },
            "extension" | "quoted_extension" => {
                self.unsupported(node, "unsupported-extension", "extension nodes");
                ModuleTypeKind::Error
            }
            _ => {
                self.reject(node, "this is not a module type of OCaml");
                ModuleTypeKind::Error
            }
        };
        self.leave();
        ModuleType { kind, loc: loc(node) }
    }

    fn functor_type(&mut self, node: Node) -> ModuleTypeKind {
        let Some(codomain) = field(node, "codomain") else { return ModuleTypeKind::Error };
        let mut result = self.module_type(codomain);
        let mut parameters: Vec<(Loc, FunctorParam)> = Vec::new();
        match field(node, "domain") {
            Some(domain) => {
                let ty = self.module_type(domain);
                parameters.push((loc(domain), FunctorParam::Named { name: None, ty }));
            }
            None => {
                for child in named(node).into_iter().filter(|child| child.kind() == "module_parameter") {
                    parameters.push((loc(child), self.module_parameter(child)));
                }
            }
        }
        for (place, parameter) in parameters.into_iter().rev() {
            let kind = ModuleTypeKind::Functor { parameter: Box::new(parameter), result: Box::new(result) };
            result = ModuleType { kind, loc: place.to(loc(codomain)) };
        }
        result.kind
    }

    fn with_constraints(&mut self, node: Node) -> ModuleTypeKind {
        let Some(base) = field(node, "module_type") else { return ModuleTypeKind::Error };
        let base = Box::new(self.module_type(base));
        let mut constraints = Vec::new();
        for child in named(node).into_iter().skip(1) {
            constraints.extend(self.with_constraint(child));
        }
        ModuleTypeKind::With { base, constraints }
    }

    fn with_constraint(&mut self, node: Node) -> Option<WithConstraint> {
        let substitute = has_token(node, ":=");
        match node.kind() {
            "constrain_type" => {
                let name = named(node).into_iter().find(|child| child.kind() == "type_constructor_path")?;
                Some(WithConstraint::Type {
                    path: self.path(name),
                    params: self.type_params(node),
                    ty: self.type_expr(field(node, "equation")?),
                    substitute,
                })
            }
            "constrain_module" => {
                let name = named(node).into_iter().find(|child| child.kind() == "module_path")?;
                let module = self.path(field(node, "constraint")?);
                Some(WithConstraint::Module { path: self.path(name), module, substitute })
            }
            "constrain_module_type" => {
                self.unsupported(node, "unsupported-module-type", "constraints of module types");
                None
            }
            _ => {
                self.reject(node, "`type` or `module` is expected after `with`");
                None
            }
        }
    }

    // ------------------------------------------------------------------------------------------------ signatures

    /// The items of an interface or of `sig ... end`.
    pub(in super::super) fn signature(&mut self, node: Node) -> Signature {
        let mut items = Vec::new();
        for child in named(node) {
            if let Some(kind) = self.signature_item(child) {
                items.push(SigItem { kind, loc: loc(child) });
            }
        }
        items
    }

    fn signature_item(&mut self, node: Node) -> Option<SigItemKind> {
        Some(match node.kind() {
            "floating_attribute" => return None,
            "value_specification" => {
                let children = parts(node);
                self.refuse_extension_names(&children);
                let name = children
                    .iter()
                    .find(|child| matches!(child.kind(), "value_name" | "parenthesized_operator"))
                    .copied()?;
                SigItemKind::Value { name: self.value_name(name), ty: self.type_expr(field(node, "type")?) }
            }
            "external" => SigItemKind::External(self.external(node)?),
            "type_definition" => {
                if let Some(extension) = self.type_extension(node) {
                    return Some(SigItemKind::Extension(extension));
                }
                let (nonrec, substitute, decls) = self.type_definition(node);
                SigItemKind::Type { nonrec, substitute, decls }
            }
            "exception_definition" => SigItemKind::Exception(self.exception_definition(node)?),
            "module_definition" => self.module_declaration(node)?,
            "module_type_definition" => {
                let (name, ty) = self.module_type_definition(node)?;
                SigItemKind::ModuleType { name, ty }
            }
            "open_module_signature" => SigItemKind::Open(self.path(field(node, "module")?)),
            "include_module_type" => SigItemKind::Include(self.module_type(field(node, "module_type")?)),
            "class_definition" | "class_type_definition" => {
                self.unsupported(node, "unsupported-class", "classes and objects");
                SigItemKind::Error
            }
            "item_extension" | "quoted_item_extension" => {
                self.unsupported(node, "unsupported-extension", "extension nodes");
                SigItemKind::Error
            }
            _ => {
                self.reject(node, "this has no place in a signature");
                SigItemKind::Error
            }
        })
    }

    /// `module M : S`, `module M = N`, `module rec M : S and ...` in a signature.
    fn module_declaration(&mut self, node: Node) -> Option<SigItemKind> {
        let children = parts(node);
        self.refuse_extension_names(&children);
        let mut declared = Vec::new();
        for binding in children.into_iter().filter(|child| child.kind() == "module_binding") {
            let parts = named(binding);
            let name = parts.iter().find(|child| child.kind() == "module_name").copied()?;
            if let Some(body) = field(binding, "body") {
                if !matches!(body.kind(), "module_path" | "extended_module_path") {
                    self.reject(
                        body,
                        "a signature holds no definitions; the type of the module is expected after `:`",
                    );
                    return Some(SigItemKind::Error);
                }
                let substitute = has_token(binding, ":=");
                let name = self.module_name(name)?;
                return Some(SigItemKind::ModuleAlias { name, module: self.path(body), substitute });
            }
            let mut ty = self.module_type(field(binding, "module_type")?);
            for child in parts.iter().rev().filter(|child| child.kind() == "module_parameter") {
                let place = loc(*child).to(ty.loc);
                let parameter = Box::new(self.module_parameter(*child));
                ty = ModuleType {
                    kind: ModuleTypeKind::Functor { parameter, result: Box::new(ty) },
                    loc: place,
                };
            }
            declared.push((self.module_name(name), ty));
        }
        if has_token(node, "rec") {
            return Some(SigItemKind::RecModules(declared));
        }
        let (name, ty) = declared.pop()?;
        Some(SigItemKind::Module { name, ty })
    }
}
