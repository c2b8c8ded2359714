//! Patterns.

use super::*;

impl Converter<'_> {
    /// A pattern.
    pub(super) fn pattern(&mut self, node: Node) -> Pattern {
        if !self.enter(node) {
            return Pattern { kind: PatternKind::Error, loc: loc(node) };
        }
        let kind = match node.kind() {
            "parenthesized_pattern" => match named(node).first() {
                Some(inner) => self.pattern(*inner).kind,
                None => PatternKind::Error,
            },
            _ => self.pattern_kind(node),
        };
        self.leave();
        Pattern { kind, loc: loc(node) }
    }

    fn pattern_kind(&mut self, node: Node) -> PatternKind {
        match node.kind() {
            "any_pattern" => PatternKind::Any,
            "value_pattern" | "value_name" if self.text(node) == "_" => PatternKind::Any,
            "value_pattern" | "value_name" | "parenthesized_operator" => {
                PatternKind::Var(self.value_name(node).node)
            }
            "number" | "signed_number" | "string" | "quoted_string" | "character" => {
                match self.constant(node) {
                    Some(constant) => PatternKind::Constant(constant),
                    None => PatternKind::Error,
                }
            }
            "range_pattern" => self.range_pattern(node),
            "unit" | "boolean" | "empty_list" | "constructor_path" => {
                PatternKind::Construct { path: self.constructor_path(node), arg: None }
            }
            "tag" => PatternKind::Variant { tag: self.tag(node), arg: None },
            "constructor_pattern" => self.constructor_pattern(node),
            "tag_pattern" => self.tag_pattern(node),
            "alias_pattern" => self.alias_pattern(node),
            "typed_pattern" => self.typed_pattern(node),
            "or_pattern" => self.or_pattern(node),
            "tuple_pattern" => self.tuple_pattern(node),
            "cons_pattern" => self.cons_pattern(node),
            "list_pattern" => PatternKind::List(self.patterns(node)),
            "array_pattern" => PatternKind::Array(self.patterns(node)),
            "record_pattern" => self.record_pattern(node),
            "lazy_pattern" => self.prefixed(node, PatternKind::Lazy),
            "exception_pattern" => self.prefixed(node, PatternKind::Exception),
            "local_open_pattern" => self.open_pattern(node),
            "polymorphic_variant_pattern" => match named(node).first() {
                Some(path) => PatternKind::Type(self.path(*path)),
                None => PatternKind::Error,
            },
            "package_pattern" => {
                self.refuse_pattern(node, "unsupported-first-class-module", "first-class modules")
            }
            "effect_pattern" => self.refuse_pattern(node, "unsupported-effect", "effect handlers"),
            "extension" | "quoted_extension" => {
                self.refuse_pattern(node, "unsupported-extension", "extension nodes")
            }
            _ => {
                self.reject(node, "this is not a pattern of OCaml");
                PatternKind::Error
            }
        }
    }

    fn refuse_pattern(&mut self, node: Node, code: &'static str, what: &str) -> PatternKind {
        self.unsupported(node, code, what);
        PatternKind::Error
    }

    /// The constructor of `C`, `M.C`, `()`, `true`, `[]`.
    pub(super) fn constructor_path(&mut self, node: Node) -> Path {
        let name = match node.kind() {
            "unit" => "()",
            "empty_list" => "[]",
            "boolean" => self.text(node),
            _ => return self.path(node),
        };
        Located { node: Longident::name(name), loc: loc(node) }
    }

    fn patterns(&mut self, node: Node) -> Vec<Pattern> {
        let children = named(node);
        children.into_iter().map(|child| self.pattern(child)).collect()
    }

    fn range_pattern(&mut self, node: Node) -> PatternKind {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else {
            return PatternKind::Error;
        };
        match (self.constant(left), self.constant(right)) {
            (Some(left), Some(right)) => PatternKind::Interval(left, right),
            _ => PatternKind::Error,
        }
    }

    fn constructor_pattern(&mut self, node: Node) -> PatternKind {
        let children = named(node);
        let (Some(path), Some(arg)) = (children.first(), field(node, "pattern")) else {
            return PatternKind::Error;
        };
        if let Some(types) = children.iter().find(|child| child.kind() == "abstract_type") {
            self.unsupported(*types, "unsupported-gadt", "generalised algebraic data types");
        }
        let path = self.constructor_path(*path);
        PatternKind::Construct { path, arg: Some(Box::new(self.pattern(arg))) }
    }

    fn tag_pattern(&mut self, node: Node) -> PatternKind {
        let (Some(tag), Some(arg)) = (named(node).first().copied(), field(node, "pattern")) else {
            return PatternKind::Error;
        };
        PatternKind::Variant { tag: self.tag(tag), arg: Some(Box::new(self.pattern(arg))) }
    }

    fn alias_pattern(&mut self, node: Node) -> PatternKind {
        let (Some(pattern), Some(alias)) = (field(node, "pattern"), field(node, "alias")) else {
            return PatternKind::Error;
        };
        if self.text(alias) == "_" {
            self.reject(alias, "a name is expected after `as`");
        }
        let pattern = Box::new(self.pattern(pattern));
        PatternKind::Alias { pattern, name: self.value_name(alias) }
    }

    fn typed_pattern(&mut self, node: Node) -> PatternKind {
        let (Some(pattern), Some(ty)) = (field(node, "pattern"), field(node, "type")) else {
            return PatternKind::Error;
        };
        PatternKind::Constraint { pattern: Box::new(self.pattern(pattern)), ty: self.type_expr(ty) }
    }

    /// Alternatives, flat however they were nested.
    fn or_pattern(&mut self, node: Node) -> PatternKind {
        let mut alternatives = Vec::new();
        // The grammar nests to the left or to the right; walk it without recursion, in source order.
        let mut pending = vec![node];
        while let Some(next) = pending.pop() {
            match next.kind() {
                "or_pattern" => pending.extend(named(next).into_iter().rev()),
                _ => alternatives.push(self.pattern(next)),
            }
        }
        PatternKind::Or(alternatives)
    }

    fn tuple_pattern(&mut self, node: Node) -> PatternKind {
        let children = parts(node);
        if let Some(open) = children.iter().find(|child| matches!(child.kind(), "#(" | "..")) {
            self.reject(*open, format!("`{}` has no place in a tuple pattern", self.text(*open)));
            return PatternKind::Error;
        }
        if let Some(labelled) = children.iter().find(|child| child.kind() == "labeled_tuple_element_pattern")
        {
            return self.refuse_pattern(*labelled, "unsupported-labelled-tuple", "labelled tuples");
        }
        PatternKind::Tuple(self.patterns(node))
    }

    fn cons_pattern(&mut self, node: Node) -> PatternKind {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else {
            return PatternKind::Error;
        };
        let operator = token_child(node, "::").map_or(loc(node), loc);
        let items = vec![self.pattern(left), self.pattern(right)];
        let path = Located { node: Longident::name("::"), loc: operator };
        let arg = Pattern { kind: PatternKind::Tuple(items), loc: loc(node) };
        PatternKind::Construct { path, arg: Some(Box::new(arg)) }
    }

    fn record_pattern(&mut self, node: Node) -> PatternKind {
        let mut fields = Vec::new();
        let mut open = false;
        for child in parts(node) {
            match child.kind() {
                "_" => open = true,
                "#{" => self.reject(child, "`#{` starts no pattern in OCaml"),
                "field_pattern" => fields.extend(self.field_pattern(child)),
                _ => {}
            }
        }
        PatternKind::Record { fields, open }
    }

    fn field_pattern(&mut self, node: Node) -> Option<(Path, Pattern)> {
        let name_node = named(node).into_iter().find(|child| child.kind() == "field_path")?;
        let path = self.path(name_node);
        let mut pattern = match field(node, "pattern") {
            Some(pattern) => self.pattern(pattern),
            None => {
                let name = path.node.last().cloned().unwrap_or_else(|| "_".into());
                Pattern { kind: PatternKind::Var(name), loc: loc(name_node) }
            }
        };
        if let Some(ty) = field(node, "type") {
            let place = pattern.loc;
            let ty = self.type_expr(ty);
            pattern =
                Pattern { kind: PatternKind::Constraint { pattern: Box::new(pattern), ty }, loc: place };
        }
        Some((path, pattern))
    }

    fn prefixed(&mut self, node: Node, wrap: fn(Box<Pattern>) -> PatternKind) -> PatternKind {
        let children = parts(node);
        self.refuse_extension_names(&children);
        let pattern = field(node, "pattern");
        let applied = pattern.filter(|inner| matches!(inner.kind(), "constructor_pattern" | "tag_pattern"));
        if node.kind() == "lazy_pattern"
            && let Some(argument) = applied.and_then(|inner| field(inner, "pattern"))
        {
            self.reject_with_hint(
                argument,
                "`lazy` takes a simple pattern",
                "put the pattern after `lazy` in parentheses",
            );
        }
        match pattern {
            Some(pattern) => wrap(Box::new(self.pattern(pattern))),
            None => PatternKind::Error,
        }
    }

    fn open_pattern(&mut self, node: Node) -> PatternKind {
        let (Some(module), Some(pattern)) = (named(node).first().copied(), field(node, "pattern")) else {
            return PatternKind::Error;
        };
        PatternKind::Open { module: self.path(module), pattern: Box::new(self.pattern(pattern)) }
    }
}
