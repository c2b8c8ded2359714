//! Forms: what the first-order values of a type look like, for readers and writers of data.
//! In: types and the declarations they belong to. Out: one form for each type, with the constructors and fields under the
//! names that a user writes, in the order of declaration. Unlike `lydian_core::Shapes` nothing is sorted or left out, and
//! a table of forms can be shared between threads.

use std::collections::HashMap;
use std::sync::Arc;

use lydian_core::{ConId, Mutability, Type, TypeBody, TypeTable};

use crate::show_type;

/// More forms than this mean a type that contains ever larger instances of itself.
const MOST_FORMS: usize = 4000;

/// So does a type of more parts than this.
const MOST_PARTS: usize = 2000;

/// A type in a table of forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormId(u32);

/// What the values of a type look like.
#[derive(Debug, Clone)]
pub enum Form {
    /// Integers.
    Int,
    /// Truth values.
    Bool,
    /// Characters.
    Char,
    /// Strings.
    String,
    /// Mutable strings.
    Bytes,
    /// Floating-point numbers.
    Float,
    /// Only `()`.
    Unit,
    /// Tuples of these parts.
    Tuple(Vec<FormId>),
    /// A record.
    Record(RecordForm),
    /// One of several constructors.
    Variant(VariantForm),
    /// Lists of an element type.
    List(FormId),
    /// Arrays of an element type.
    Array(FormId),
    /// Suspensions of a type.
    Lazy(FormId),
    /// Its values cannot be written down; the text says why.
    Closed(String),
}

/// A record type.
#[derive(Debug, Clone)]
pub struct RecordForm {
    /// What builds it.
    pub con: ConId,
    /// Whether a field can be assigned.
    pub mutability: Mutability,
    /// The names and forms of its fields.
    pub fields: Vec<(Arc<str>, FormId)>,
}

/// A variant type.
#[derive(Debug, Clone)]
pub struct VariantForm {
    /// Its constructors in the order of declaration.
    pub constructors: Vec<ConstructorForm>,
    by_name: HashMap<Arc<str>, usize>,
}

/// One constructor of a variant.
#[derive(Debug, Clone)]
pub struct ConstructorForm {
    /// The constructor.
    pub con: ConId,
    /// Its name without any module; a polymorphic variant's begins with a backtick.
    pub name: Arc<str>,
    /// The module that its type is declared in; empty at the top of a file.
    pub module: String,
    /// Whether a field of its inline record can be assigned.
    pub mutability: Mutability,
    /// The forms of its arguments.
    pub args: Vec<FormId>,
    /// The names of the fields, if its argument is an inline record.
    pub fields: Option<Vec<Arc<str>>>,
}

impl VariantForm {
    fn new(constructors: Vec<ConstructorForm>) -> VariantForm {
        let by_name = constructors.iter().enumerate().map(|(index, con)| (con.name.clone(), index)).collect();
        VariantForm { constructors, by_name }
    }

    /// The constructor of this name, without a module; a polymorphic variant's name begins with a backtick.
    pub fn find(&self, name: &str) -> Option<&ConstructorForm> {
        self.by_name.get(name).map(|index| &self.constructors[*index])
    }

    /// What this constructor of a datum looks like.
    pub fn of(&self, con: ConId) -> Option<&ConstructorForm> {
        self.constructors.iter().find(|candidate| candidate.con == con)
    }
}

/// The forms of some types and of all that they are made of.
///
/// ```
/// use lydian_core::{Type, TypeTable};
/// use lydian_ocaml::{Form, Forms};
/// let mut forms = Forms::default();
/// let lists = forms.intern(&Type::List(Type::Int.into()), &TypeTable::default());
/// let Form::List(element) = forms.form(lists) else { panic!("a list") };
/// assert!(matches!(forms.form(*element), Form::Int));
/// assert_eq!(forms.name(lists), "int list");
/// ```
#[derive(Debug, Clone, Default)]
pub struct Forms {
    forms: Vec<Form>,
    names: Vec<String>,
    ids: HashMap<Type, FormId>,
}

impl Forms {
    /// The form of a type over these declarations. Type variables stand for integers.
    pub fn intern(&mut self, ty: &Type, types: &TypeTable) -> FormId {
        let mut work = Vec::new();
        let root = self.reserve(ty, types, &mut work);
        while let Some((id, ty)) = work.pop() {
            let form = if self.forms.len() > MOST_FORMS {
                Form::Closed("the type contains ever larger instances of itself".to_owned())
            } else {
                self.analyse(&ty, types, &mut work)
            };
            self.forms[id.0 as usize] = form;
        }
        root
    }

    /// What the values of a type look like.
    pub fn form(&self, id: FormId) -> &Form {
        &self.forms[id.0 as usize]
    }

    /// The type in OCaml's notation.
    pub fn name(&self, id: FormId) -> &str {
        &self.names[id.0 as usize]
    }

    /// The type as an argument in a declaration: a tuple in parentheses.
    pub fn argument_name(&self, id: FormId) -> String {
        match self.form(id) {
            Form::Tuple(_) => format!("({})", self.name(id)),
            _ => self.name(id).to_owned(),
        }
    }

    /// A constructor as its declaration has it: `Balance of int`.
    pub fn declaration(&self, constructor: &ConstructorForm) -> String {
        let args: Vec<String> = constructor.args.iter().map(|arg| self.argument_name(*arg)).collect();
        match &constructor.fields {
            _ if args.is_empty() => constructor.name.to_string(),
            Some(fields) => {
                let fields: Vec<String> =
                    fields.iter().zip(&args).map(|(field, arg)| format!("{field} : {arg}")).collect();
                format!("{} of {{{}}}", constructor.name, fields.join("; "))
            }
            None => format!("{} of {}", constructor.name, args.join(" * ")),
        }
    }

    fn reserve(&mut self, ty: &Type, types: &TypeTable, work: &mut Vec<(FormId, Type)>) -> FormId {
        let too_large = part_count(ty, MOST_PARTS) >= MOST_PARTS;
        let ty = if too_large { ty.clone() } else { types.expand(ty) };
        if let Some(id) = self.ids.get(&ty) {
            return *id;
        }
        let id = FormId(self.forms.len() as u32);
        if too_large {
            self.forms.push(Form::Closed("the type contains ever larger instances of itself".to_owned()));
            self.names.push("...".to_owned());
        } else {
            self.forms.push(Form::Unit);
            self.names.push(show_type(&ty, types));
            work.push((id, ty.clone()));
        }
        self.ids.insert(ty, id);
        id
    }

    fn analyse(&mut self, ty: &Type, types: &TypeTable, work: &mut Vec<(FormId, Type)>) -> Form {
        let mut part = |part: &Type, forms: &mut Forms| forms.reserve(part, types, work);
        match ty {
            Type::Int | Type::Param(_) => Form::Int,
            Type::Bool => Form::Bool,
            Type::Char => Form::Char,
            Type::String => Form::String,
            Type::Bytes => Form::Bytes,
            Type::Float => Form::Float,
            Type::Unit => Form::Unit,
            Type::Tuple(parts) => Form::Tuple(parts.iter().map(|ty| part(ty, self)).collect()),
            Type::List(element) => Form::List(part(element, self)),
            Type::Array(element) => Form::Array(part(element, self)),
            Type::Lazy(element) => Form::Lazy(part(element, self)),
            Type::Arrow(..) => Form::Closed("a function has no notation that can be read".to_owned()),
            Type::PolyVariant(tags) => Form::Variant(VariantForm::new(
                tags.iter()
                    .map(|(tag, arg)| ConstructorForm {
                        con: ConId::intern("`", tag),
                        name: format!("`{tag}").into(),
                        module: String::new(),
                        mutability: Mutability::Immutable,
                        args: arg.iter().map(|arg| part(arg, self)).collect(),
                        fields: None,
                    })
                    .collect(),
            )),
            Type::Exn => {
                let text = part(&Type::String, self);
                Form::Variant(VariantForm::new(exceptions(text)))
            }
            Type::Named(path, arguments) => self.declared(path, arguments, types, work),
        }
    }

    fn declared(
        &mut self,
        path: &str,
        arguments: &[Type],
        types: &TypeTable,
        work: &mut Vec<(FormId, Type)>,
    ) -> Form {
        let mut part = |ty: &Type, forms: &mut Forms| forms.reserve(&ty.instantiate(arguments), types, work);
        let Some(decl) = types.get(path).cloned() else {
            return Form::Closed(format!("the type {path} is not declared"));
        };
        let mutability = |mutable| if mutable { Mutability::Mutable } else { Mutability::Immutable };
        match &decl.body {
            TypeBody::Variant(constructors) => {
                let module = path.rsplit_once('.').map_or("", |(module, _)| module);
                let constructors = constructors
                    .iter()
                    .map(|constructor| ConstructorForm {
                        con: constructor.con,
                        name: constructor.con.name().into(),
                        module: module.to_owned(),
                        mutability: mutability(
                            constructor.fields.iter().flatten().any(|field| field.mutable),
                        ),
                        args: constructor.args.iter().map(|arg| part(arg, self)).collect(),
                        fields: constructor
                            .fields
                            .as_ref()
                            .map(|fields| fields.iter().map(|field| field.name.clone()).collect()),
                    })
                    .collect();
                Form::Variant(VariantForm::new(constructors))
            }
            TypeBody::Record(con, fields) => Form::Record(RecordForm {
                con: *con,
                mutability: mutability(fields.iter().any(|field| field.mutable)),
                fields: fields.iter().map(|field| (field.name.clone(), part(&field.ty, self))).collect(),
            }),
            TypeBody::Alias(_) => Form::Closed(format!("the alias {path} has no end")),
            TypeBody::Abstract => Form::Closed(format!("the type {path} is abstract")),
        }
    }
}

/// The exceptions that every program has.
fn exceptions(text: FormId) -> Vec<ConstructorForm> {
    let constructor = |con: ConId, args: Vec<FormId>| ConstructorForm {
        con,
        name: con.name().rsplit('.').next().unwrap_or("").into(),
        module: String::new(),
        mutability: Mutability::Immutable,
        args,
        fields: None,
    };
    let constant = [
        ConId::NOT_FOUND,
        ConId::EXIT,
        ConId::DIVISION_BY_ZERO,
        ConId::END_OF_FILE,
        ConId::STACK_OVERFLOW,
        ConId::OUT_OF_MEMORY,
    ];
    let with_text = [ConId::FAILURE, ConId::INVALID_ARGUMENT, ConId::SYS_ERROR];
    let constant = constant.into_iter().map(|con| constructor(con, vec![]));
    constant.chain(with_text.into_iter().map(|con| constructor(con, vec![text]))).collect()
}

/// How many types a type is made of, counted up to a limit.
fn part_count(ty: &Type, limit: usize) -> usize {
    let mut count = 0;
    let mut work = vec![ty];
    while let Some(ty) = work.pop() {
        count += 1;
        if count >= limit {
            break;
        }
        match ty {
            Type::Tuple(parts) | Type::Named(_, parts) => work.extend(parts.iter()),
            Type::Arrow(_, from, to) => work.extend([&**from, &**to]),
            Type::List(part) | Type::Array(part) | Type::Lazy(part) => work.push(part),
            Type::PolyVariant(tags) => work.extend(tags.iter().filter_map(|(_, part)| part.as_ref())),
            _ => {}
        }
    }
    count
}
