//! Expressions. Bindings, functions and cases are in `function`.

use super::*;

impl Converter<'_> {
    /// An expression.
    pub(super) fn expr(&mut self, node: Node) -> Expr {
        if !self.enter(node) {
            return Expr { kind: ExprKind::Error, loc: loc(node) };
        }
        let result = match node.kind() {
            // OCaml gives an expression in parentheses the place of the parentheses.
            "parenthesized_expression" => {
                let children = parts(node);
                self.refuse_extension_names(&children);
                match field(node, "expression") {
                    Some(inner) => Expr { kind: self.expr(inner).kind, loc: loc(node) },
                    None => Expr { kind: ExprKind::Error, loc: loc(node) },
                }
            }
            "sequence_expression" => self.sequence(node),
            _ => Expr { kind: self.expr_kind(node), loc: loc(node) },
        };
        self.leave();
        result
    }

    /// The expression in a field of a node.
    pub(super) fn field_expr(&mut self, node: Node, name: &str) -> Box<Expr> {
        Box::new(match field(node, name) {
            Some(child) => self.expr(child),
            None => Expr { kind: ExprKind::Error, loc: loc(node) },
        })
    }

    fn expr_kind(&mut self, node: Node) -> ExprKind {
        match node.kind() {
            "value_path" => ExprKind::Ident(self.path(node)),
            "number" | "string" | "quoted_string" | "character" => match self.constant(node) {
                Some(constant) => ExprKind::Constant(constant),
                None => ExprKind::Error,
            },
            "unit" | "boolean" | "empty_list" | "constructor_path" => {
                ExprKind::Construct { path: self.constructor_path(node), arg: None }
            }
            "tag" => ExprKind::Variant { tag: self.tag(node), arg: None },
            "application_expression" => self.application(node),
            "infix_expression" | "hash_expression" => self.infix(node),
            "sign_expression" => self.signed(node),
            "prefix_expression" => self.prefix(node),
            "cons_expression" => self.cons(node),
            "tuple_expression" => ExprKind::Tuple(self.exprs(node)),
            "list_expression" => ExprKind::List(self.exprs(node)),
            "array_expression" => ExprKind::Array(self.exprs(node)),
            "record_expression" => self.record(node),
            "field_get_expression" => match field(node, "field") {
                Some(name) => {
                    ExprKind::Field { record: self.field_expr(node, "record"), field: self.path(name) }
                }
                None => ExprKind::Error,
            },
            "array_get_expression" | "string_get_expression" | "bigarray_get_expression" => {
                self.index(node, None)
            }
            "set_expression" => self.set(node),
            "typed_expression" => self.typed(node),
            "if_expression" => self.conditional(node),
            "while_expression" => self.while_loop(node),
            "for_expression" => self.for_loop(node),
            "match_expression" | "try_expression" | "function_expression" | "fun_expression" => {
                self.function_form(node)
            }
            "let_expression" => self.let_expr(node),
            "assert_expression" => self.keyword_form(node, ExprKind::Assert),
            "lazy_expression" => self.keyword_form(node, ExprKind::Lazy),
            "local_open_expression" => self.local_open(node),
            kind => self.refused_expr(node, kind),
        }
    }

    fn refused_expr(&mut self, node: Node, kind: &str) -> ExprKind {
        let (code, what) = match kind {
            "package_expression" => ("unsupported-first-class-module", "first-class modules"),
            "new_expression" | "method_invocation" | "object_expression" | "object_copy_expression" => {
                ("unsupported-object", "classes and objects")
            }
            "extension" | "quoted_extension" => ("unsupported-extension", "extension nodes"),
            "hole_expression" => {
                let hint = "give the value a name in the pattern and use the name here";
                self.reject_with_hint(node, "`_` is a pattern and has no value", hint);
                return ExprKind::Error;
            }
            _ => {
                self.reject(node, "this is not an expression of OCaml");
                return ExprKind::Error;
            }
        };
        self.unsupported(node, code, what);
        ExprKind::Error
    }

    pub(super) fn exprs(&mut self, node: Node) -> Vec<Expr> {
        let children = named(node);
        if let Some(labelled) = children.iter().find(|child| child.kind() == "labeled_tuple_element") {
            self.unsupported(*labelled, "unsupported-labelled-tuple", "labelled tuples");
            return vec![Expr { kind: ExprKind::Error, loc: loc(node) }];
        }
        children.into_iter().map(|child| self.expr(child)).collect()
    }

    /// `e; f; g`; a semicolon at the end leaves no trace.
    fn sequence(&mut self, node: Node) -> Expr {
        let children = parts(node);
        self.refuse_extension_names(&children);
        let mut items: Vec<Expr> = Vec::new();
        for child in children.into_iter().filter(|child| child.is_named() && child.kind() != "attribute_id") {
            let item = self.expr(child);
            items.push(item);
        }
        if items.len() == 1
            && let Some(only) = items.pop()
        {
            return only;
        }
        let loc = match (items.first(), items.last()) {
            (Some(first), Some(last)) => first.loc.to(last.loc),
            _ => loc(node),
        };
        Expr { kind: ExprKind::Sequence(items), loc }
    }

    // ------------------------------------------------------------------------------------------------ application

    fn application(&mut self, node: Node) -> ExprKind {
        let Some(function) = field(node, "function") else { return ExprKind::Error };
        let args: Vec<Node> = named(node).into_iter().skip(1).collect();
        let is_plain = args.first().is_some_and(|arg| arg.kind() != "labeled_argument");
        let is_constructor =
            matches!(function.kind(), "constructor_path" | "unit" | "boolean" | "empty_list" | "tag");
        if is_constructor && is_plain {
            return self.construction(function, &args);
        }
        let function = Box::new(self.expr(function));
        let args = args.into_iter().map(|arg| self.argument(arg)).collect();
        ExprKind::Apply { function, args }
    }

    /// `C e` or `` `A e ``: one argument, and OCaml's grammar admits no second one.
    fn construction(&mut self, constructor: Node, args: &[Node]) -> ExprKind {
        if let Some(second) = args.get(1) {
            let name = self.text(constructor);
            let all: Vec<&str> = args.iter().map(|arg| self.text(*arg)).collect();
            let fits = all.iter().all(|arg| !arg.contains('\n') && arg.len() < 30);
            let hint = match fits {
                true => format!(
                    "several arguments stand in one pair of parentheses: `{name} ({})`",
                    all.join(", ")
                ),
                false => "several arguments stand in one pair of parentheses, with commas".to_string(),
            };
            self.reject_with_hint(
                *second,
                format!("the constructor `{name}` is applied to a second argument"),
                &hint,
            );
        }
        let arg = args.first().map(|arg| Box::new(self.expr(*arg)));
        match constructor.kind() {
            "tag" => ExprKind::Variant { tag: self.tag(constructor), arg },
            _ => ExprKind::Construct { path: self.constructor_path(constructor), arg },
        }
    }

    fn argument(&mut self, node: Node) -> Arg {
        if node.kind() != "labeled_argument" {
            return Arg { label: ArgLabel::Nolabel, value: self.expr(node) };
        }
        let Some(label) = named(node).into_iter().find(|child| child.kind() == "label_name") else {
            return Arg { label: ArgLabel::Nolabel, value: Expr { kind: ExprKind::Error, loc: loc(node) } };
        };
        let name = self.ident(label);
        let value = match field(node, "expression") {
            Some(value) => self.expr(value),
            None => {
                let path = Located { node: Longident::Name(name.node.clone()), loc: name.loc };
                let variable = Expr { kind: ExprKind::Ident(path), loc: name.loc };
                self.annotated(node, variable)
            }
        };
        let label = match has_token(node, "?") {
            true => ArgLabel::Optional(name.node),
            false => ArgLabel::Labelled(name.node),
        };
        Arg { label, value }
    }

    /// The expression with the type and the coercion that stand in the node.
    pub(super) fn annotated(&mut self, node: Node, expr: Expr) -> Expr {
        let ty = field(node, "type").map(|ty| self.type_expr(ty));
        let coercion = field(node, "coercion").map(|ty| self.type_expr(ty));
        let place = expr.loc;
        let kind = match (ty, coercion) {
            (None, None) => return expr,
            (Some(ty), None) => ExprKind::Constraint { expr: Box::new(expr), ty },
            (from, Some(to)) => ExprKind::Coerce { expr: Box::new(expr), from, to },
        };
        Expr { kind, loc: place }
    }

    fn infix(&mut self, node: Node) -> ExprKind {
        let Some(operator) = field(node, "operator") else { return ExprKind::Error };
        let left = self.field_expr(node, "left");
        let right = self.field_expr(node, "right");
        match operator.kind() {
            "and_operator" => ExprKind::And(left, right),
            "or_operator" => ExprKind::Or(left, right),
            _ => {
                let name = self.name(operator);
                apply(name, loc(operator), vec![*left, *right])
            }
        }
    }

    fn prefix(&mut self, node: Node) -> ExprKind {
        let Some(operator) = field(node, "operator") else { return ExprKind::Error };
        let operand = self.field_expr(node, "expression");
        apply(self.name(operator), loc(operator), vec![*operand])
    }

    /// `-e` and `+e`; a sign before a literal belongs to the literal.
    fn signed(&mut self, node: Node) -> ExprKind {
        let (Some(operator), Some(operand)) = (field(node, "operator"), field(node, "expression")) else {
            return ExprKind::Error;
        };
        let sign = self.text(operator);
        let mut literal = operand;
        while literal.kind() == "parenthesized_expression"
            && let Some(inner) = field(literal, "expression")
        {
            literal = inner;
        }
        if literal.kind() == "number" {
            let constant = self.number(literal, sign.starts_with('-'));
            match constant {
                None => return ExprKind::Error,
                Some(constant) if sign.len() == 1 || matches!(constant, Constant::Float(_)) => {
                    return ExprKind::Constant(constant);
                }
                Some(_) => {}
            }
        }
        let operand = self.expr(operand);
        match negated(&operand.kind, sign) {
            Some(constant) => ExprKind::Constant(constant),
            None => apply(format!("~{sign}").into(), loc(operator), vec![operand]),
        }
    }

    fn cons(&mut self, node: Node) -> ExprKind {
        let operator = token_child(node, "::").map_or(loc(node), loc);
        let items = vec![*self.field_expr(node, "left"), *self.field_expr(node, "right")];
        let path = Located { node: Longident::name("::"), loc: operator };
        let arg = Expr { kind: ExprKind::Tuple(items), loc: loc(node) };
        ExprKind::Construct { path, arg: Some(Box::new(arg)) }
    }

    // ------------------------------------------------------------------------------------------------ data

    fn record(&mut self, node: Node) -> ExprKind {
        let base = field(node, "record").map(|base| Box::new(self.expr(base)));
        let mut fields = Vec::new();
        for child in named(node).into_iter().filter(|child| child.kind() == "field_expression") {
            let Some(name) = named(child).into_iter().find(|part| part.kind() == "field_path") else {
                continue;
            };
            let path = self.path(name);
            let value = match field(child, "body") {
                Some(body) => self.expr(body),
                None => {
                    let last = path.node.last().cloned().unwrap_or_else(|| "_".into());
                    let variable = Located { node: Longident::Name(last), loc: path.loc };
                    Expr { kind: ExprKind::Ident(variable), loc: path.loc }
                }
            };
            fields.push((path, self.annotated(child, value)));
        }
        ExprKind::Record { base, fields }
    }

    /// `a.(i)`, `s.[i]`, `a.%(i)`; with a value, the assignment to it.
    fn index(&mut self, node: Node, value: Option<Box<Expr>>) -> ExprKind {
        let (Some(container), Some(index)) = (field(node, "sequence"), field(node, "index")) else {
            return ExprKind::Error;
        };
        let operator = named(node).into_iter().find(|child| child.kind() == "indexing_operator_path");
        let (kind, brackets) = match node.kind() {
            "array_get_expression" => (IndexKind::Array, "()"),
            "string_get_expression" => (IndexKind::String, "[]"),
            _ if operator.is_none() => {
                self.unsupported(node, "unsupported-bigarray", "big arrays");
                return ExprKind::Error;
            }
            _ => (IndexKind::Array, "{}"),
        };
        let container = Box::new(self.expr(container));
        if let Some(operator) = operator {
            return self.custom_index(operator, brackets, *container, index, value);
        }
        let index = Box::new(self.expr(index));
        match value {
            Some(value) => ExprKind::SetIndex { kind, container, index, value },
            None => ExprKind::Index { kind, container, index },
        }
    }

    /// `a.%(i)` applies `.%()`, and `a.M.%(i) <- v` applies `M.(.%()<-)`.
    fn custom_index(
        &mut self,
        operator: Node,
        brackets: &str,
        container: Expr,
        index: Node,
        value: Option<Box<Expr>>,
    ) -> ExprKind {
        if index.kind() == "sequence_expression" {
            self.unsupported(index, "unsupported-index", "index operators with several indices");
            return ExprKind::Error;
        }
        let children = named(operator);
        let sign = children.iter().find(|child| child.kind() == "indexing_operator");
        let arrow = if value.is_some() { "<-" } else { "" };
        let name: Name = format!("{}{brackets}{arrow}", sign.map_or("", |sign| self.text(*sign))).into();
        let id = match children.iter().find(|child| child.kind() == "module_path") {
            Some(module) => Longident::Dot(Box::new(self.longident(*module)), name),
            None => Longident::Name(name),
        };
        let path = Located { node: id, loc: loc(operator) };
        let function = Box::new(Expr { loc: path.loc, kind: ExprKind::Ident(path) });
        let mut args = vec![container, self.expr(index)];
        args.extend(value.map(|value| *value));
        let args = args.into_iter().map(|value| Arg { label: ArgLabel::Nolabel, value }).collect();
        ExprKind::Apply { function, args }
    }

    fn set(&mut self, node: Node) -> ExprKind {
        let Some(target) = named(node).first().copied() else { return ExprKind::Error };
        let value = self.field_expr(node, "body");
        match target.kind() {
            "field_get_expression" => match field(target, "field") {
                Some(name) => {
                    let record = self.field_expr(target, "record");
                    ExprKind::SetField { record, field: self.path(name), value }
                }
                None => ExprKind::Error,
            },
            "instance_variable_name" => {
                let name = self.text(target);
                let span = loc(node).span(self.source);
                let message = format!("`{name}` is not a variable that `<-` can change");
                let mut diagnostic = Diagnostic::error("unsupported-object", span, message)
                    .hint(format!("to change a reference, write `{name} := ...`"));
                if token_child(node, "<-").is_some_and(|arrow| arrow.end_byte() == value.loc.start as usize) {
                    diagnostic =
                        diagnostic.hint(format!("to compare with a negative number, write `{name} < -...`"));
                }
                self.diagnostics.push(diagnostic);
                ExprKind::Error
            }
            _ => self.index(target, Some(value)),
        }
    }

    fn typed(&mut self, node: Node) -> ExprKind {
        let expr = self.field_expr(node, "expression");
        self.annotated(node, *expr).kind
    }

    // ------------------------------------------------------------------------------------------------ control

    fn conditional(&mut self, node: Node) -> ExprKind {
        let children = parts(node);
        self.refuse_extension_names(&children);
        let condition = self.field_expr(node, "condition");
        let mut then = None;
        let mut otherwise = None;
        for child in children {
            match child.kind() {
                "then_clause" => then = Some(self.field_expr(child, "expression")),
                "else_clause" => otherwise = Some(self.field_expr(child, "expression")),
                _ => {}
            }
        }
        let then = then.unwrap_or_else(|| Box::new(Expr { kind: ExprKind::Error, loc: loc(node) }));
        ExprKind::If { condition, then, otherwise }
    }

    fn while_loop(&mut self, node: Node) -> ExprKind {
        let children = parts(node);
        self.refuse_extension_names(&children);
        ExprKind::While { condition: self.field_expr(node, "condition"), body: self.do_clause(node) }
    }

    fn for_loop(&mut self, node: Node) -> ExprKind {
        let children = parts(node);
        self.refuse_extension_names(&children);
        let Some(name) = field(node, "name") else { return ExprKind::Error };
        let variable = self.pattern(name);
        if !matches!(variable.kind, PatternKind::Var(_) | PatternKind::Any | PatternKind::Error) {
            let message = "the variable of a `for` loop is a plain name";
            self.diagnostics.push(Diagnostic::error(
                "invalid-for-pattern",
                loc(name).span(self.source),
                message,
            ));
        }
        ExprKind::For {
            variable,
            first: self.field_expr(node, "from"),
            last: self.field_expr(node, "to"),
            down: has_token(node, "downto"),
            body: self.do_clause(node),
        }
    }

    fn do_clause(&mut self, node: Node) -> Box<Expr> {
        let error = Expr { kind: ExprKind::Error, loc: loc(node) };
        let Some(clause) = named(node).into_iter().find(|child| child.kind() == "do_clause") else {
            return Box::new(error);
        };
        if let Some(body) = named(clause).first() {
            return Box::new(self.expr(*body));
        }
        if let Some(done) = token_child(clause, "done") {
            self.reject_with_hint(
                done,
                "the body of this loop is empty",
                "write `()` between `do` and `done`",
            );
        }
        Box::new(error)
    }

    fn keyword_form(&mut self, node: Node, wrap: fn(Box<Expr>) -> ExprKind) -> ExprKind {
        let children = parts(node);
        self.refuse_extension_names(&children);
        wrap(self.field_expr(node, "expression"))
    }

    fn local_open(&mut self, node: Node) -> ExprKind {
        let Some(module) = named(node).first().copied() else { return ExprKind::Error };
        let path = self.path(module);
        let module = Box::new(ModuleExpr { loc: path.loc, kind: ModuleExprKind::Path(path) });
        ExprKind::Open { module, body: self.field_expr(node, "expression") }
    }
}

/// The literal that a second sign makes of one: OCaml folds `- -1` too.
fn negated(operand: &ExprKind, sign: &str) -> Option<Constant> {
    let ExprKind::Constant(constant) = operand else { return None };
    let minus = sign.starts_with('-');
    Some(match constant {
        Constant::Float(value) => Constant::Float(if minus { -value } else { *value }),
        Constant::Char(_) | Constant::String(_) => return None,
        _ if sign.len() > 1 => return None,
        _ if !minus => constant.clone(),
        Constant::Int(value) => Constant::Int(value.checked_neg()?),
        Constant::Int32(value) => Constant::Int32(value.checked_neg()?),
        Constant::Int64(value) => Constant::Int64(value.checked_neg()?),
        Constant::Nativeint(value) => Constant::Nativeint(value.checked_neg()?),
    })
}

/// The application of an operator.
fn apply(operator: Name, place: Loc, args: Vec<Expr>) -> ExprKind {
    let path = Located { node: Longident::Name(operator), loc: place };
    let function = Box::new(Expr { kind: ExprKind::Ident(path), loc: place });
    let args = args.into_iter().map(|value| Arg { label: ArgLabel::Nolabel, value }).collect();
    ExprKind::Apply { function, args }
}
