//! OCaml text that draws and shows values of a type.
//! In: types of Core and the table that declares them. Out: for each type an expression that draws a value and one that shows it, and the
//! definitions that they need. A type that nobody can look into is an error.

use std::fmt::Write;

use lydian_core::{Type, TypeBody, TypeTable};

/// How far declarations are followed to tell small constructors from others; each level looks at all constructors again.
const DEEPEST: usize = 5;

/// The definitions for some types.
pub(crate) struct Drawn<'t> {
    table: &'t TypeTable,
    /// The declared types that have functions, by number.
    known: Vec<Type>,
    /// The functions, one text for each declared type.
    texts: Vec<String>,
}

/// How values of a type are drawn, with `size` for their size, and shown.
#[derive(Debug, Clone)]
pub(crate) struct Draw {
    pub(crate) draw: String,
    /// A function from a value to text that can stand as an argument.
    pub(crate) show: String,
}

impl<'t> Drawn<'t> {
    pub(crate) fn new(table: &'t TypeTable) -> Drawn<'t> {
        Drawn { table, known: Vec::new(), texts: Vec::new() }
    }

    /// All definitions, as one group that may refer to itself.
    pub(crate) fn definitions(&self) -> String {
        match self.texts.is_empty() {
            true => String::new(),
            false => format!("let rec {}\n", self.texts.join("\nand ")),
        }
    }

    /// How a type is drawn and shown.
    pub(crate) fn of(&mut self, ty: &Type) -> Result<Draw, String> {
        let ty = self.table.expand(ty);
        let plain = |draw: &str, show: &str| Ok(Draw { draw: draw.into(), show: show.into() });
        match &ty {
            Type::Int | Type::Param(_) => plain(
                "lydian_int lydian_numbers",
                "(fun n -> if n < 0 then Printf.sprintf \"(%d)\" n else string_of_int n)",
            ),
            Type::Bool => plain("(lydian_below 2 = 0)", "string_of_bool"),
            Type::Char => plain("lydian_char lydian_texts", "(Printf.sprintf \"%C\")"),
            Type::String => plain("lydian_string lydian_texts", "(Printf.sprintf \"%S\")"),
            Type::Bytes => plain(
                "Bytes.of_string (lydian_string lydian_texts)",
                "(fun b -> Printf.sprintf \"%S\" (Bytes.to_string b))",
            ),
            Type::Float => plain("lydian_float ()", "(Printf.sprintf \"(%h)\")"),
            Type::Unit => plain("()", "(fun () -> \"()\")"),
            Type::Exn => plain("Not_found", "Printexc.to_string"),
            Type::Tuple(parts) => {
                let (draw, show) = self.several(parts)?;
                Ok(Draw { draw: format!("({draw})"), show })
            }
            Type::Arrow(_, _, to) => {
                let to = self.of(to)?;
                let draw = format!(
                    "(let lydian_seed = lydian_bits () in fun x -> lydian_apply lydian_seed (Obj.repr x) (fun () -> {}))",
                    to.draw
                );
                Ok(Draw { draw, show: "(fun _ -> \"<fun>\")".into() })
            }
            Type::List(element) => {
                let element = self.of(element)?;
                let draw = format!(
                    "List.init (lydian_below (size + 2)) (fun _ -> let size = size - 1 in {})",
                    element.draw
                );
                let show =
                    format!("(fun l -> \"[\" ^ String.concat \"; \" (List.map {} l) ^ \"]\")", element.show);
                Ok(Draw { draw: format!("({draw})"), show })
            }
            Type::Array(element) => {
                let element = self.of(element)?;
                let draw = format!(
                    "Array.init (lydian_below (size + 2)) (fun _ -> let size = size - 1 in {})",
                    element.draw
                );
                let show = format!(
                    "(fun l -> \"[|\" ^ String.concat \"; \" (List.map {} (Array.to_list l)) ^ \"|]\")",
                    element.show
                );
                Ok(Draw { draw: format!("({draw})"), show })
            }
            Type::Lazy(inner) => {
                let inner = self.of(inner)?;
                Ok(Draw {
                    draw: format!("(let v = {} in lazy v)", inner.draw),
                    show: "(fun _ -> \"<lazy>\")".into(),
                })
            }
            Type::Named(..) => {
                let number = self.declared(&ty)?;
                Ok(Draw {
                    draw: format!("lydian_draw_{number} (size - 1)"),
                    show: format!("lydian_show_{number}"),
                })
            }
            Type::PolyVariant(tags) => {
                let tags: Vec<(String, Vec<Type>)> = tags
                    .iter()
                    .map(|(tag, part)| (format!("`{tag}"), part.iter().cloned().collect()))
                    .collect();
                let (draws, shows) = self.arms(&tags)?;
                let draws: Vec<String> = draws.iter().map(|draw| format!("(fun size -> {draw})")).collect();
                let draw = format!("(lydian_pick [| {} |] size)", draws.join("; "));
                Ok(Draw { draw, show: format!("(function {})", shows.join(" | ")) })
            }
        }
    }

    /// Several values in order, with commas between them, and how their tuple is shown.
    fn several(&mut self, parts: &[Type]) -> Result<(String, String), String> {
        let mut draws = Vec::new();
        let mut shows = Vec::new();
        let names: Vec<String> = (0..parts.len()).map(|place| format!("x{place}")).collect();
        let mut bindings = String::new();
        for (part, name) in parts.iter().zip(&names) {
            let one = self.of(part)?;
            // Parts are drawn from left to right, whatever order OCaml has.
            let _ = write!(bindings, "let {name} = {} in ", one.draw);
            draws.push(name.clone());
            shows.push(format!("{} {name}", one.show));
        }
        let show = format!(
            "(fun ({}) -> \"(\" ^ String.concat \", \" [{}] ^ \")\")",
            names.join(", "),
            shows.join("; ")
        );
        Ok((format!("{bindings}{}", draws.join(", ")), show))
    }

    /// The constructors of a variant: how each is drawn, and the arms that show it.
    fn arms(&mut self, constructors: &[(String, Vec<Type>)]) -> Result<(Vec<String>, Vec<String>), String> {
        let (mut draws, mut shows) = (Vec::new(), Vec::new());
        for (name, args) in constructors {
            if args.is_empty() {
                draws.push(name.clone());
                shows.push(format!("{name} -> \"{name}\""));
                continue;
            }
            let (draw, show) = self.several(args)?;
            let (bindings, parts) = draw.rsplit_once(" in ").unwrap_or(("", &draw));
            let names: Vec<String> = (0..args.len()).map(|place| format!("x{place}")).collect();
            draws.push(format!("({bindings} in {name} ({parts}))"));
            shows.push(format!("{name} ({0}) -> \"({name} \" ^ {show} ({0}) ^ \")\"", names.join(", ")));
        }
        Ok((draws, shows))
    }

    /// The number of the functions for a declared type.
    fn declared(&mut self, ty: &Type) -> Result<usize, String> {
        if let Some(number) = self.known.iter().position(|known| known == ty) {
            return Ok(number);
        }
        let Type::Named(path, args) = ty else { return Err("not a declared type".into()) };
        let number = self.known.len();
        self.known.push(ty.clone());
        self.texts.push(String::new());
        let decl = self.table.get(path).ok_or_else(|| format!("the type {path} is not declared"))?.clone();
        let prefix = decl.path.rsplit_once('.').map_or(String::new(), |(module, _)| format!("{module}."));
        let text = match &decl.body {
            TypeBody::Variant(constructors) => {
                let mut small = Vec::new();
                let mut draws = Vec::new();
                let mut shows = Vec::new();
                let least = self.depth(ty, DEEPEST);
                for constructor in constructors {
                    let name = format!("{prefix}{}", constructor.con.name());
                    let types: Vec<Type> = constructor.args.iter().map(|arg| arg.instantiate(args)).collect();
                    let depth = types.iter().map(|ty| self.depth(ty, DEEPEST)).max().unwrap_or(0) + 1;
                    let (draw, show) = match &constructor.fields {
                        Some(fields) => {
                            let names: Vec<&str> = fields.iter().map(|field| &*field.name).collect();
                            let types: Vec<Type> =
                                fields.iter().map(|field| field.ty.instantiate(args)).collect();
                            self.record(&name, &names, &types)?
                        }
                        None => {
                            let (mut draw, mut show) = self.arms(&[(name, types)])?;
                            (draw.remove(0), show.remove(0))
                        }
                    };
                    let draw = format!("(fun size -> {draw})");
                    if depth <= least {
                        small.push(draw.clone());
                    }
                    draws.push(draw);
                    shows.push(show);
                }
                format!(
                    "lydian_draw_{number} size = lydian_pick (if size <= 0 then [| {} |] else [| {} |]) size\n\
                     and lydian_show_{number} = function {}",
                    small.join("; "),
                    draws.join("; "),
                    shows.join(" | ")
                )
            }
            TypeBody::Record(_, fields) => {
                let names: Vec<String> =
                    fields.iter().map(|field| format!("{prefix}{}", field.name)).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let types: Vec<Type> = fields.iter().map(|field| field.ty.instantiate(args)).collect();
                let (draw, show) = self.record("", &names, &types)?;
                format!("lydian_draw_{number} size = {draw}\nand lydian_show_{number} = function {show}")
            }
            TypeBody::Alias(_) | TypeBody::Abstract => {
                return Err(format!("nothing is known about the type {path}"));
            }
        };
        self.texts[number] = text;
        Ok(number)
    }

    /// A record, or a constructor with one.
    fn record(&mut self, name: &str, fields: &[&str], types: &[Type]) -> Result<(String, String), String> {
        let mut bindings = String::new();
        let mut shows = Vec::new();
        let mut parts = Vec::new();
        for (place, (field, ty)) in fields.iter().zip(types).enumerate() {
            let one = self.of(ty)?;
            let _ = write!(bindings, "let x{place} = {} in ", one.draw);
            parts.push(format!("{field} = x{place}"));
            shows.push(format!("\"{field} = \" ^ {} x{place}", one.show));
        }
        let parts = parts.join("; ");
        let draw = format!("({bindings}{name} {{ {parts} }})");
        let show = format!(
            "{name} {{ {parts} }} -> \"({name} {{\" ^ String.concat \"; \" [{}] ^ \"}})\"",
            shows.join("; ")
        );
        Ok((draw, show))
    }

    /// How many constructors the smallest values have inside of each other; `most` if there is no small one.
    fn depth(&self, ty: &Type, most: usize) -> usize {
        if most == 0 {
            return DEEPEST;
        }
        let deepest = |types: &[Type]| types.iter().map(|ty| self.depth(ty, most - 1)).max().unwrap_or(0);
        match self.table.expand(ty) {
            Type::Tuple(parts) => deepest(&parts),
            Type::Arrow(_, _, to) => self.depth(&to, most - 1),
            Type::Named(path, args) => match self.table.get(&path).map(|decl| &decl.body) {
                Some(TypeBody::Variant(constructors)) => {
                    // A constructor that needs nothing makes the search short.
                    if constructors.iter().any(|constructor| constructor.args.is_empty()) {
                        return 1;
                    }
                    let depths = constructors.iter().map(|constructor| {
                        let types: Vec<Type> =
                            constructor.args.iter().map(|arg| arg.instantiate(&args)).collect();
                        deepest(&types) + 1
                    });
                    depths.min().unwrap_or(DEEPEST)
                }
                Some(TypeBody::Record(_, fields)) => {
                    let types: Vec<Type> = fields.iter().map(|field| field.ty.instantiate(&args)).collect();
                    deepest(&types) + 1
                }
                _ => 1,
            },
            _ => 0,
        }
    }
}
