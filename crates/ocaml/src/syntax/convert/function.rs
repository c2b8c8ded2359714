//! Functions and what binds names in expressions: `let`, `fun`, `function`, `match`, `try`.

use super::*;

impl Converter<'_> {
    /// `match`, `try`, `function` or `fun`.
    pub(super) fn function_form(&mut self, node: Node) -> ExprKind {
        let children = parts(node);
        self.refuse_extension_names(&children);
        match node.kind() {
            "match_expression" => ExprKind::Match {
                scrutinee: self.field_expr(node, "expression"),
                cases: self.cases(&children),
            },
            "try_expression" => {
                ExprKind::Try { body: self.field_expr(node, "expression"), cases: self.cases(&children) }
            }
            "function_expression" => ExprKind::Function(self.cases(&children)),
            _ => {
                let params = self.params(&children);
                let result = field(node, "type").map(|ty| self.type_expr(ty));
                ExprKind::Fun { params, result, body: self.field_expr(node, "body") }
            }
        }
    }

    fn cases(&mut self, children: &[Node]) -> Vec<Case> {
        let mut cases = Vec::new();
        for child in children.iter().filter(|child| child.kind() == "match_case") {
            let (Some(pattern), Some(body)) = (field(*child, "pattern"), field(*child, "body")) else {
                continue;
            };
            let pattern = self.pattern(pattern);
            let guard = named(*child).into_iter().find(|part| part.kind() == "guard");
            let guard = guard.map(|guard| *self.field_expr(guard, "expression"));
            let body = match body.kind() {
                "refutation_case" => {
                    self.unsupported(body, "unsupported-gadt", "refutation cases");
                    Expr { kind: ExprKind::Error, loc: loc(body) }
                }
                _ => self.expr(body),
            };
            cases.push(Case { pattern, guard, body, loc: loc(*child) });
        }
        cases
    }

    // ------------------------------------------------------------------------------------------------ parameters

    fn params(&mut self, children: &[Node]) -> Vec<Param> {
        let mut params = Vec::new();
        for child in children {
            // Each parameter is a function within the one before.
            if params.len() > MAX_DEPTH {
                self.too_deep(*child);
                break;
            }
            match child.kind() {
                "parameter" => params.extend(self.param(*child)),
                "abstract_type" => {
                    for name in named(*child) {
                        params.push(Param { kind: ParamKind::Type(self.ident(name)), loc: loc(*child) });
                    }
                }
                _ => {}
            }
        }
        params
    }

    fn param(&mut self, node: Node) -> Option<Param> {
        let children = parts(node);
        let pattern_node = field(node, "pattern")?;
        let written = children.iter().find(|child| child.kind() == "label_name");
        let sign = children.first().map_or("", |child| child.kind());
        let name = match (sign, written) {
            ("~" | "?", Some(label)) => Some(self.name(*label)),
            ("~" | "?", None) => Some(self.name(pattern_node)),
            _ => None,
        };
        let label = match (sign, name) {
            ("~", Some(name)) => ArgLabel::Labelled(name),
            ("?", Some(name)) => ArgLabel::Optional(name),
            _ => ArgLabel::Nolabel,
        };
        let mut pattern = self.pattern(pattern_node);
        if let Some(ty) = field(node, "type") {
            if ty.kind() == "polymorphic_type" {
                self.reject(ty, "the type of a parameter cannot be polymorphic");
            }
            let ty = self.type_expr(ty);
            let place = pattern.loc.to(ty.loc);
            pattern =
                Pattern { kind: PatternKind::Constraint { pattern: Box::new(pattern), ty }, loc: place };
        }
        let default = field(node, "default").map(|default| Box::new(self.expr(default)));
        if default.is_some() && !matches!(label, ArgLabel::Optional(_)) {
            let equals = token_child(node, "=").unwrap_or(node);
            self.reject_with_hint(
                equals,
                "only an optional parameter has a default",
                "write `?` instead of `~`",
            );
        }
        Some(Param { kind: ParamKind::Value { label, default, pattern }, loc: loc(node) })
    }

    // ------------------------------------------------------------------------------------------------ let

    /// `let ... in e` in all its forms.
    pub(super) fn let_expr(&mut self, node: Node) -> ExprKind {
        let children = parts(node);
        self.refuse_extension_names(&children);
        let Some(definition) =
            children.iter().find(|child| child.is_named() && child.kind() != "attribute_id")
        else {
            return ExprKind::Error;
        };
        let definition = *definition;
        match definition.kind() {
            "value_definition" if has_kind(definition, "let_operator") => ExprKind::LetOp {
                bindings: self.binding_ops(definition),
                body: self.field_expr(node, "body"),
            },
            "value_definition" => {
                let (recursive, bindings) = self.value_definition(definition);
                ExprKind::Let { recursive, bindings, body: self.field_expr(node, "body") }
            }
            "open_module" => {
                let module = Box::new(self.open_module(definition));
                ExprKind::Open { module, body: self.field_expr(node, "body") }
            }
            "module_definition" => self.let_module(node, definition),
            "exception_definition" => match self.exception_definition(definition) {
                Some(exception) => ExprKind::LetException {
                    exception: Box::new(exception),
                    body: self.field_expr(node, "body"),
                },
                None => ExprKind::Error,
            },
            kind => {
                let word = token_word(kind);
                self.reject(definition, format!("`let {word}` is not an expression of OCaml"));
                ExprKind::Error
            }
        }
    }

    fn let_module(&mut self, node: Node, definition: Node) -> ExprKind {
        if let Some(rec) = token_child(definition, "rec") {
            self.reject(rec, "a local module cannot be recursive");
            return ExprKind::Error;
        }
        match self.module_bindings(definition).pop() {
            Some(binding) => {
                ExprKind::LetModule { binding: Box::new(binding), body: self.field_expr(node, "body") }
            }
            None => ExprKind::Error,
        }
    }

    /// The bindings of `let [rec] ... and ...`, and whether they are recursive.
    pub(super) fn value_definition(&mut self, node: Node) -> (bool, Vec<Binding>) {
        let children = parts(node);
        self.refuse_extension_names(&children);
        let mut bindings = Vec::new();
        for child in &children {
            match child.kind() {
                "let_binding" => bindings.extend(self.let_binding(*child)),
                "let_operator" => {
                    let after = self.token_after(node);
                    let operator = self.text(*child);
                    self.reject_at(
                        after,
                        format!("`in` is expected: `{operator}` stands only inside an expression"),
                    );
                }
                "let_and_operator" => {
                    let operator = self.text(*child);
                    self.reject(*child, format!("`{operator}` belongs to a binding operator such as `let*`"));
                }
                _ => {}
            }
        }
        (has_token(node, "rec"), bindings)
    }

    fn let_binding(&mut self, node: Node) -> Option<Binding> {
        let pattern_node = field(node, "pattern")?;
        let children = parts(node);
        let Some(body) = field(node, "body") else {
            let end = self.token_after(node);
            self.diagnostics.push(
                Diagnostic::error(
                    "syntax-error",
                    end.span(self.source),
                    "this `let` has no `=` and no value",
                )
                .label(loc(node).span(self.source), "the definition")
                .hint("a definition is `let name = value`"),
            );
            return None;
        };
        let pattern = self.pattern(pattern_node);
        let is_name =
            matches!(pattern_node.kind(), "value_name" | "value_pattern" | "parenthesized_operator");
        if let Some(first) =
            children.iter().find(|child| matches!(child.kind(), "parameter" | "abstract_type"))
            && !is_name
        {
            self.reject(*first, "only a function that has a plain name takes parameters");
        }
        let params = self.params(&children);
        let ty = field(node, "type");
        if !is_simple(pattern_node)
            && let Some(colon) = token_child(node, ":").filter(|_| ty.is_some())
        {
            let hint = "put the pattern before the type in parentheses";
            self.reject_with_hint(colon, "only a simple pattern can be followed by its type", hint);
        }
        if let Some(ty) = ty.filter(|ty| ty.kind() == "polymorphic_type" && !params.is_empty()) {
            self.reject(ty, "a function with parameters cannot have a polymorphic result");
        }
        let ty = ty.map(|ty| self.type_expr(ty));
        let coercion = field(node, "coercion").map(|ty| self.type_expr(ty));
        let mut value = self.expr(body);
        let mut constraint = ty;
        if let Some(to) = coercion {
            let place = value.loc;
            let from = constraint.take();
            value = Expr { kind: ExprKind::Coerce { expr: Box::new(value), from, to }, loc: place };
        }
        if let Some(first) = params.first() {
            let place = first.loc.to(value.loc);
            let result = constraint.take();
            value = Expr { kind: ExprKind::Fun { params, result, body: Box::new(value) }, loc: place };
        }
        Some(Binding { pattern, constraint, value, loc: loc(node) })
    }

    /// The bindings of `let* ... and* ...`.
    fn binding_ops(&mut self, node: Node) -> Vec<BindingOp> {
        let mut bindings = Vec::new();
        let mut operator = None;
        for child in parts(node) {
            match child.kind() {
                "let_operator" | "let_and_operator" => operator = Some(self.ident(child)),
                "and" => {
                    self.reject(child, "a binding operator goes on with `and*` or the like, not with `and`")
                }
                "let_binding" => {
                    let Some(operator) = operator.take() else { continue };
                    bindings.extend(self.binding_op(operator, child));
                }
                _ => {}
            }
        }
        bindings
    }

    fn binding_op(&mut self, operator: Ident, node: Node) -> Option<BindingOp> {
        let place = operator.loc.to(loc(node));
        if field(node, "body").is_none() && named(node).len() == 1 {
            // `let* x in e` stands for `let* x = x in e`.
            let name = field(node, "pattern")?;
            let pattern = self.pattern(name);
            let value = match &pattern.kind {
                PatternKind::Var(name) => {
                    let path = Located { node: Longident::Name(name.clone()), loc: pattern.loc };
                    Expr { kind: ExprKind::Ident(path), loc: pattern.loc }
                }
                _ => {
                    self.reject(name, "only a plain name can stand without a value here");
                    Expr { kind: ExprKind::Error, loc: pattern.loc }
                }
            };
            return Some(BindingOp { operator, pattern, value, loc: place });
        }
        let Binding { mut pattern, constraint, value, .. } = self.let_binding(node)?;
        if let Some(ty) = constraint {
            let loc = pattern.loc.to(ty.loc);
            pattern = Pattern { kind: PatternKind::Constraint { pattern: Box::new(pattern), ty }, loc };
        }
        Some(BindingOp { operator, pattern, value, loc: place })
    }

    /// The place of the first token after a node; the end of the file if there is none.
    pub(super) fn token_after(&self, node: Node) -> Loc {
        let end = node.end_byte() as u32;
        let index = self.tokens.partition_point(|token| token.start < end);
        match self.tokens.get(index) {
            Some(token) => Loc { start: token.start, end: token.end },
            None => {
                let end = self.source.text.len() as u32;
                Loc { start: end, end }
            }
        }
    }
}

/// Whether a pattern can stand before a type without parentheses.
fn is_simple(pattern: Node) -> bool {
    !matches!(
        pattern.kind(),
        "tuple_pattern"
            | "or_pattern"
            | "alias_pattern"
            | "cons_pattern"
            | "constructor_pattern"
            | "tag_pattern"
            | "lazy_pattern"
    )
}

fn has_kind(node: Node, kind: &str) -> bool {
    named(node).iter().any(|child| child.kind() == kind)
}

/// The keyword that starts a kind of definition.
fn token_word(kind: &str) -> &str {
    match kind {
        "type_definition" => "type",
        "module_type_definition" => "module type",
        "external" => "external",
        "class_definition" | "class_type_definition" => "class",
        _ => "...",
    }
}
