//! Scopes: which name means what where.
//! In: statements. Out: tables of definitions, types, annotations, inputs and outputs, and scopes that find them. A user's
//! file lies in a scope inside of the library's, so that its names hide those of the library, which itself never sees them.

use std::sync::Arc;

use lydian_diagnostic::Diagnostic;
use rustc_hash::FxHashMap;

use crate::Files;
use crate::syntax::ast::{
    Annotation, At, Definition, Expr, Name, Param, Statement, StatementKind, TypeExpr, Unit,
};
use crate::typed::{BlockId, DefId, LocalId};

/// A scope, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ScopeId(pub u32);

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entry {
    Def(DefId),
    Local(LocalId),
    Input(u32),
    Module(ScopeId),
}

/// What a name of a type stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TypeEntry {
    /// A declaration, by its number.
    Alias(u32),
    /// A type parameter.
    Parameter(u32),
}

#[derive(Debug)]
struct Scope {
    parent: Option<ScopeId>,
    names: FxHashMap<Arc<str>, (Entry, At)>,
    types: FxHashMap<Arc<str>, TypeEntry>,
    imports: Vec<ScopeId>,
    /// The local definitions that its statements belong to; none if they are global.
    block: Option<BlockId>,
    /// What `__root__` means here.
    root: ScopeId,
}

/// What a module offers to those that import it.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Offer {
    Name(Entry),
    Type(TypeEntry),
}

/// What the imports of one scope bring, and where from, by name and whether it is a type.
type Brought = FxHashMap<(Arc<str>, bool), (Offer, At)>;

/// A definition where it stands.
#[derive(Debug)]
pub(crate) struct Placed {
    pub ast: Arc<Definition>,
    pub scope: ScopeId,
    pub block: Option<BlockId>,
}

/// A declared type.
#[derive(Debug)]
pub(crate) struct Alias {
    pub name: Name,
    pub params: Vec<Name>,
    pub body: Option<TypeExpr>,
    pub external: Option<Arc<str>>,
    pub scope: ScopeId,
}

/// An input.
#[derive(Debug)]
pub(crate) struct Input {
    pub name: Name,
    pub ty: Option<TypeExpr>,
    pub annotations: Vec<Annotation>,
}

/// An output.
#[derive(Debug)]
pub(crate) struct Output {
    /// What is written; nothing for `out *`.
    pub expr: Option<Arc<Expr>>,
    pub name: Arc<str>,
    pub annotations: Vec<Annotation>,
    pub raw: bool,
    /// Where its name is.
    pub at: At,
}

/// A declared annotation.
#[derive(Debug)]
pub(crate) struct AnnotationDef {
    pub params: Vec<Param>,
    pub scope: ScopeId,
    pub at: At,
}

/// The tables.
#[derive(Debug)]
pub(crate) struct Names {
    scopes: Vec<Scope>,
    pub defs: Vec<Placed>,
    pub aliases: Vec<Alias>,
    pub inputs: Vec<Input>,
    pub outputs: Vec<Output>,
    /// By name, and whether they are for the whole specification.
    pub annotations: FxHashMap<(Arc<str>, bool), AnnotationDef>,
    pub global_annotations: Vec<Annotation>,
    /// Definitions and inputs of the user's top level in the order of the source.
    pub globals: Vec<(Arc<str>, Entry)>,
    pub files: Arc<Files>,
    pub diagnostics: Vec<Diagnostic>,
    blocks: u32,
}

/// The scope of the library.
pub(crate) const LIBRARY: ScopeId = ScopeId(0);
/// The top level of the user's files.
pub(crate) const USER: ScopeId = ScopeId(1);
/// The modules of the library whose names need no prefix.
const OPEN: [&str; 4] = ["Types", "PrimitiveFunctions", "Option", "StreamFunctions"];

impl Names {
    /// The tables of a library and of the user's files.
    pub(crate) fn of(files: Arc<Files>, library: &[Unit], user: &[Unit]) -> Names {
        let mut names = Names {
            scopes: Vec::new(),
            defs: Vec::new(),
            aliases: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            annotations: FxHashMap::default(),
            global_annotations: Vec::new(),
            globals: Vec::new(),
            files,
            diagnostics: Vec::new(),
            blocks: 0,
        };
        names.add_scope(None, None);
        names.add_scope(Some(LIBRARY), None);
        names.scopes[1].root = USER;
        for unit in library {
            names.collect(LIBRARY, &unit.statements);
        }
        let open = OPEN.iter().filter_map(|module| names.module_in(LIBRARY, module));
        names.scopes[0].imports = open.collect();
        for unit in user {
            names.collect(USER, &unit.statements);
        }
        names.import(LIBRARY, library.iter().flat_map(|unit| &unit.statements));
        names.import(USER, user.iter().flat_map(|unit| &unit.statements));
        names
    }

    pub(crate) fn error(&mut self, code: &'static str, at: At, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(code, self.files.span(at), message));
    }

    /// A new scope inside of another one.
    pub(crate) fn add_scope(&mut self, parent: Option<ScopeId>, block: Option<BlockId>) -> ScopeId {
        let id = ScopeId(self.scopes.len() as u32);
        let root = parent.map_or(id, |parent| self.scope(parent).root);
        let (names, types, imports) = (FxHashMap::default(), FxHashMap::default(), Vec::new());
        self.scopes.push(Scope { parent, names, types, imports, block, root });
        id
    }

    /// A scope of local definitions; their numbers are given too.
    pub(crate) fn add_block(
        &mut self,
        parent: ScopeId,
        statements: &[Statement],
    ) -> (ScopeId, BlockId, Vec<DefId>) {
        let block = BlockId(self.blocks);
        self.blocks += 1;
        let scope = self.add_scope(Some(parent), Some(block));
        let first = self.defs.len() as u32;
        self.collect(scope, statements);
        self.import(scope, statements);
        let added = (first..self.defs.len() as u32).map(DefId).collect();
        (scope, block, added)
    }

    fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.0 as usize]
    }

    /// Gives a name a meaning in a scope.
    pub(crate) fn bind(&mut self, scope: ScopeId, name: &Name, entry: Entry) {
        let names = &mut self.scopes[scope.0 as usize].names;
        if let Some((_, before)) = names.insert(name.text.clone(), (entry, name.at)) {
            let message = format!("`{}` is defined twice", name.text);
            let diagnostic = Diagnostic::error("duplicate-definition", self.files.span(name.at), message);
            self.diagnostics.push(diagnostic.label(self.files.span(before), "the other definition"));
        }
    }

    /// Gives a name of a type a meaning in a scope.
    pub(crate) fn bind_type(&mut self, scope: ScopeId, name: &Name, entry: TypeEntry) {
        if self.scopes[scope.0 as usize].types.insert(name.text.clone(), entry).is_some() {
            self.error("duplicate-definition", name.at, format!("the type `{}` is defined twice", name.text));
        }
    }

    fn collect(&mut self, scope: ScopeId, statements: &[Statement]) {
        for statement in statements {
            let is_top = scope == LIBRARY || scope == USER;
            match &statement.kind {
                StatementKind::Def(ast) => self.add_definition(scope, ast),
                StatementKind::Type { name, params, body, external } => {
                    let number = self.aliases.len() as u32;
                    let (params, body) = (params.clone(), body.clone());
                    let external = external.clone();
                    self.aliases.push(Alias { name: name.clone(), params, body, external, scope });
                    self.bind_type(scope, name, TypeEntry::Alias(number));
                }
                StatementKind::Module(name, inner) => {
                    let block = self.scope(scope).block;
                    let module = self.add_scope(Some(scope), block);
                    self.bind(scope, name, Entry::Module(module));
                    self.collect(module, inner);
                }
                StatementKind::Import(_) => {}
                StatementKind::Include(_, at) if !is_top => self.misplaced(*at),
                StatementKind::Include(..) => {}
                _ if !is_top => self.misplaced(statement.at),
                StatementKind::In { name, ty } => {
                    let number = self.inputs.len() as u32;
                    let annotations = statement.annotations.clone();
                    self.inputs.push(Input { name: name.clone(), ty: ty.clone(), annotations });
                    self.bind(scope, name, Entry::Input(number));
                    self.globals.push((name.text.clone(), Entry::Input(number)));
                }
                StatementKind::Out { .. } | StatementKind::OutAll => self.add_output(statement),
                StatementKind::AnnotationDef { name, global, params } => {
                    self.add_annotation(scope, name, *global, params);
                }
                StatementKind::GlobalAnnotation(annotation) => {
                    self.global_annotations.push(annotation.clone())
                }
            }
        }
    }

    fn misplaced(&mut self, at: At) {
        let message = "this may stand only at the top level of a file";
        self.error("misplaced-statement", at, message);
    }

    fn add_definition(&mut self, scope: ScopeId, ast: &Arc<Definition>) {
        let id = DefId(self.defs.len() as u32);
        let block = self.scope(scope).block;
        self.defs.push(Placed { ast: ast.clone(), scope, block });
        self.bind(scope, &ast.name, Entry::Def(id));
        if scope == USER {
            self.globals.push((ast.name.text.clone(), Entry::Def(id)));
        }
    }

    fn add_output(&mut self, statement: &Statement) {
        let annotations = statement.annotations.clone();
        self.outputs.push(match &statement.kind {
            StatementKind::Out { expr, text, alias, raw } => Output {
                expr: Some(Arc::new(expr.clone())),
                name: alias.as_ref().map_or(text, |alias| &alias.text).clone(),
                annotations,
                raw: *raw,
                at: alias.as_ref().map_or(expr.at, |alias| alias.at),
            },
            _ => Output { expr: None, name: "*".into(), annotations, raw: false, at: statement.at },
        });
    }

    fn add_annotation(&mut self, scope: ScopeId, name: &Name, global: bool, params: &[Param]) {
        let def = AnnotationDef { params: params.to_vec(), scope, at: name.at };
        let before = self.annotations.insert((name.text.clone(), global), def);
        if let Some(before) = before
            && before.scope == scope
        {
            let message = format!("the annotation `@{}` is defined twice", name.text);
            let diagnostic = Diagnostic::error("duplicate-definition", self.files.span(name.at), message);
            self.diagnostics.push(diagnostic.label(self.files.span(before.at), "the other definition"));
        }
    }

    // Imports are resolved when all names of the scope and of those around it are known.
    fn import<'s>(&mut self, scope: ScopeId, statements: impl IntoIterator<Item = &'s Statement> + Clone) {
        let mut brought = Brought::default();
        for statement in statements.clone() {
            if let StatementKind::Import(path) = &statement.kind
                && let Some(module) = self.imported(scope, path)
                && let Some(last) = path.last()
            {
                self.check_import(scope, module, last.at, &mut brought);
                self.scopes[scope.0 as usize].imports.push(module);
            }
        }
        for statement in statements {
            if let StatementKind::Module(name, inner) = &statement.kind
                && let Some(module) = self.module_in(scope, &name.text)
            {
                self.import(module, inner);
            }
        }
    }

    /// Two imports into one scope may not bring different things of the same name, unless the scope itself has that name.
    fn check_import(&mut self, scope: ScopeId, module: ScopeId, at: At, brought: &mut Brought) {
        let (own, offered) = (self.scope(scope), self.scope(module));
        let names = offered.names.iter().filter(|(name, _)| !own.names.contains_key(*name));
        let names = names.map(|(name, (entry, _))| (name, Offer::Name(*entry)));
        let types = offered.types.iter().filter(|(name, _)| !own.types.contains_key(*name));
        let types = types.map(|(name, entry)| (name, Offer::Type(*entry)));
        let mut clash: Option<(Arc<str>, At)> = None;
        for (name, offer) in names.chain(types) {
            let is_type = matches!(offer, Offer::Type(_));
            let (known, before) = *brought.entry((name.clone(), is_type)).or_insert((offer, at));
            if known != offer && clash.as_ref().is_none_or(|(first, _)| name < first) {
                clash = Some((name.clone(), before));
            }
        }
        if let Some((name, before)) = clash {
            let message = format!("`{name}` comes from two imported modules");
            let diagnostic = Diagnostic::error("ambiguous-name", self.files.span(at), message);
            let diagnostic = diagnostic.label(self.files.span(before), "the other module");
            let hint = "import one of them, and write the other module before its names";
            self.diagnostics.push(diagnostic.hint(hint));
        }
    }

    fn module_in(&self, scope: ScopeId, name: &str) -> Option<ScopeId> {
        match self.scope(scope).names.get(name) {
            Some((Entry::Module(module), _)) => Some(*module),
            _ => None,
        }
    }

    fn imported(&mut self, scope: ScopeId, path: &[Name]) -> Option<ScopeId> {
        let (first, rest) = path.split_first()?;
        let mut found = match self.lookup(scope, &first.text) {
            Some(Entry::Module(module)) => module,
            _ => return self.no_module(first),
        };
        for name in rest {
            found = match self.module_in(found, &name.text) {
                Some(module) => module,
                None => return self.no_module(name),
            };
        }
        Some(found)
    }

    fn no_module(&mut self, name: &Name) -> Option<ScopeId> {
        self.error("unknown-name", name.at, format!("there is no module `{}` here", name.text));
        None
    }

    /// What a name means in a scope: the nearest definition, and near ones before those that are imported there.
    pub(crate) fn lookup(&self, scope: ScopeId, name: &str) -> Option<Entry> {
        self.find(scope, |scope| scope.names.get(name).map(|(entry, _)| *entry))
    }

    /// What a name of a type means in a scope.
    pub(crate) fn lookup_type(&self, scope: ScopeId, name: &str) -> Option<TypeEntry> {
        self.find(scope, |scope| scope.types.get(name).copied())
    }

    fn find<T>(&self, scope: ScopeId, look: impl Fn(&Scope) -> Option<T>) -> Option<T> {
        let mut current = Some(scope);
        while let Some(id) = current {
            let scope = self.scope(id);
            let imported = || scope.imports.iter().find_map(|id| look(self.scope(*id)));
            if let Some(found) = look(scope).or_else(imported) {
                return Some(found);
            }
            current = scope.parent;
        }
        None
    }

    /// What a module offers under a name.
    pub(crate) fn member(&self, module: ScopeId, name: &str) -> Option<Entry> {
        self.scope(module).names.get(name).map(|(entry, _)| *entry)
    }

    /// What type a module offers under a name.
    pub(crate) fn type_member(&self, module: ScopeId, name: &str) -> Option<TypeEntry> {
        self.scope(module).types.get(name).copied()
    }

    /// What `__root__` means in a scope.
    pub(crate) fn root(&self, scope: ScopeId) -> ScopeId {
        self.scope(scope).root
    }

    /// A definition of the library by its path.
    pub(crate) fn library(&self, module: &str, name: &str) -> Option<DefId> {
        match self.member(self.module_in(LIBRARY, module)?, name)? {
            Entry::Def(id) => Some(id),
            _ => None,
        }
    }

    /// All names that can be seen from a scope, for hints.
    pub(crate) fn visible(&self, scope: ScopeId) -> Vec<Arc<str>> {
        let mut found = Vec::new();
        let mut current = Some(scope);
        while let Some(id) = current {
            let scope = self.scope(id);
            found.extend(scope.names.keys().cloned());
            found.extend(scope.imports.iter().flat_map(|id| self.scope(*id).names.keys().cloned()));
            current = scope.parent;
        }
        found
    }
}
