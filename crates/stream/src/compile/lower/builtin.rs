//! The evaluator's operations, and the functions of the prelude that every language has by itself.

use lydian_core::Var as CoreVar;

use super::super::code::{Atom, Prim, Stmt};
use super::super::types::Ty;
use super::body::{Body, Way};
use super::known::Known;
use super::{Made, refuse};

/// Functions of the prelude that are not unfolded, and how many arguments they take.
const BUILTINS: &[(&str, usize)] = &[
    ("force", 1),
    ("int_of_whole_float", 1),
    ("text_of_float", 1),
    ("text_of_list", 2),
    ("text_of_set", 2),
    ("text_of_map", 3),
    ("list_of", 1),
    ("list_prepend", 2),
    ("list_append", 2),
    ("list_size", 1),
    ("list_is_empty", 1),
    ("list_get", 2),
    ("list_set", 3),
    ("list_head", 1),
    ("list_tail", 1),
    ("list_last", 1),
    ("list_init", 1),
    ("list_fold", 3),
    ("set_of_ascending", 1),
    ("set_add", 2),
    ("set_contains", 2),
    ("set_remove", 2),
    ("set_size", 1),
    ("set_fold", 3),
    ("set_union", 2),
    ("set_intersection", 2),
    ("set_minus", 2),
    ("map_of_ascending", 1),
    ("map_add", 3),
    ("map_contains", 2),
    ("map_get", 2),
    ("map_remove", 2),
    ("map_size", 1),
    ("map_keys", 1),
    ("map_fold", 3),
    ("format_int", 2),
    ("format_float", 2),
    ("format_text", 2),
];

impl<'p> Body<'_, 'p> {
    /// How many arguments a function of the prelude takes that is not unfolded. Names in specifications end with a number.
    pub(super) fn arity(&self, var: CoreVar) -> Option<usize> {
        let name = self.lowerer.name(var);
        BUILTINS.iter().find(|(known, _)| *known == name).map(|(_, arity)| *arity)
    }

    pub(super) fn is_builtin(&self, var: CoreVar) -> bool {
        self.arity(var).is_some()
    }

    /// A constant of the prelude.
    pub(super) fn constant(&mut self, var: CoreVar) -> Option<Known<'p>> {
        let name = self.lowerer.name(var).to_owned();
        let mut fresh = || Box::new(self.lowerer.types.fresh());
        let (prim, ty) = match &*name {
            "list_empty" => (Prim::ListOf, Ty::List(fresh())),
            "set_empty" => (Prim::SetOf, Ty::Set(fresh())),
            "map_empty" => (Prim::MapOf, Ty::Map(fresh(), fresh())),
            _ => return None,
        };
        Some(Known::Atom(self.set(prim, Vec::new(), &ty), ty))
    }

    /// Calls a function of the prelude with all its arguments.
    pub(super) fn builtin(&mut self, var: CoreVar, mut args: Vec<Known<'p>>) -> Made<Known<'p>> {
        let name = self.lowerer.name(var).to_owned();
        match &*name {
            "force" => return self.force(args.remove(0)),
            "list_of" => return Ok(args.remove(0)),
            "format_int" | "format_float" | "format_text" => {
                return refuse("`String.format` is not compiled");
            }
            "list_fold" | "set_fold" | "map_fold" => return self.fold(&name, &args),
            "text_of_list" | "text_of_set" | "text_of_map" => return self.text_of(&name, args),
            "list_is_empty" => {
                let size = self.prim(Prim::ListSize, &args)?;
                return self.prim(Prim::Equal, &[size, Known::Atom(Atom::Int(0), Ty::Int)]);
            }
            _ => {}
        }
        let prim = match &*name {
            "int_of_whole_float" => Prim::IntOfF,
            "text_of_float" => Prim::TextOfFloat,
            "list_prepend" => Prim::ListPrepend,
            "list_append" => Prim::ListAppend,
            "list_size" => Prim::ListSize,
            "list_get" => Prim::ListGet,
            "list_set" => Prim::ListSet,
            "list_head" => Prim::ListHead,
            "list_tail" => Prim::ListTail,
            "list_last" => Prim::ListLast,
            "list_init" => Prim::ListInit,
            "set_of_ascending" => Prim::SetOf,
            "set_add" => Prim::SetAdd,
            "set_contains" => Prim::SetContains,
            "set_remove" => Prim::SetRemove,
            "set_size" => Prim::SetSize,
            "set_union" => Prim::SetUnion,
            "set_intersection" => Prim::SetIntersection,
            "set_minus" => Prim::SetMinus,
            "map_of_ascending" => Prim::MapOf,
            "map_add" => Prim::MapAdd,
            "map_contains" => Prim::MapContains,
            "map_get" => Prim::MapGet,
            "map_remove" => Prim::MapRemove,
            "map_size" => Prim::MapSize,
            "map_keys" => Prim::MapKeys,
            other => return refuse(format!("`{other}` is not compiled")),
        };
        self.prim(prim, &args)
    }

    /// An operation of the evaluator.
    pub(super) fn primitive(&mut self, name: &str, args: &[Known<'p>]) -> Made<Known<'p>> {
        let swapped = || vec![args[1].clone(), args[0].clone()];
        let prim = match name {
            "int_add" => Prim::Add,
            "int_sub" => Prim::Sub,
            "int_mul" | "int_mul_term" => Prim::Mul,
            "int_div" => Prim::Div,
            "int_mod" => Prim::Rem,
            "int_and" => Prim::BitAnd,
            "int_or" => Prim::BitOr,
            "int_xor" => Prim::BitXor,
            "int_shift_left" => Prim::ShiftLeft,
            "int_shift_right" => Prim::ShiftRight,
            "not" => Prim::Not,
            "less" => Prim::Less,
            "less_equal" => Prim::LessEqual,
            "greater" => return self.prim(Prim::Less, &swapped()),
            "greater_equal" => return self.prim(Prim::LessEqual, &swapped()),
            "equal" => Prim::Equal,
            "not_equal" => {
                let equal = self.prim(Prim::Equal, args)?;
                return self.prim(Prim::Not, &[equal]);
            }
            "compare" => Prim::Compare,
            "float_add" => Prim::FAdd,
            "float_sub" => Prim::FSub,
            "float_mul" => Prim::FMul,
            "float_div" => Prim::FDiv,
            "float_neg" => Prim::FNeg,
            "float_pow" => Prim::FPow,
            "float_log" => Prim::FLog,
            "float_sin" => Prim::FSin,
            "float_cos" => Prim::FCos,
            "float_tan" => Prim::FTan,
            "float_atan" => Prim::FAtan,
            "float_of_int" => Prim::FOfInt,
            "string_append" => Prim::Concat,
            "string_of_int" => Prim::TextOfInt,
            other => return refuse(format!("the operation `{other}` is not compiled")),
        };
        self.prim(prim, args)
    }

    /// An operation on values that are looked at; what is put into a collection is not looked at.
    pub(super) fn prim(&mut self, prim: Prim, args: &[Known<'p>]) -> Made<Known<'p>> {
        use Prim::*;
        let fresh = |body: &mut Self| Box::new(body.lowerer.types.fresh());
        let (wanted, result): (Vec<Ty>, Ty) = match prim {
            Add | Sub | Mul | Div | Rem | BitAnd | BitOr | BitXor | ShiftLeft | ShiftRight => {
                (vec![Ty::Int, Ty::Int], Ty::Int)
            }
            Not => (vec![Ty::Bool], Ty::Bool),
            Less | LessEqual | Equal | Compare => {
                let ty = self.lowerer.types.fresh();
                (vec![ty.clone(), ty], if prim == Compare { Ty::Int } else { Ty::Bool })
            }
            FAdd | FSub | FMul | FDiv | FPow => (vec![Ty::Float, Ty::Float], Ty::Float),
            FNeg | FLog | FSin | FCos | FTan | FAtan => (vec![Ty::Float], Ty::Float),
            FOfInt => (vec![Ty::Int], Ty::Float),
            IntOfF => (vec![Ty::Float], Ty::Int),
            Concat => (vec![Ty::Text, Ty::Text], Ty::Text),
            TextOfInt => (vec![Ty::Int], Ty::Text),
            TextOfFloat => (vec![Ty::Float], Ty::Text),
            ListPrepend | ListAppend | ListSize | ListGet | ListSet | ListHead | ListTail | ListLast
            | ListInit => {
                let part = fresh(self);
                let list = Ty::List(part.clone());
                match prim {
                    ListPrepend => (vec![*part, list.clone()], list),
                    ListAppend => (vec![list.clone(), *part], list),
                    ListSize => (vec![list], Ty::Int),
                    ListGet => (vec![list, Ty::Int], *part),
                    ListSet => (vec![list.clone(), Ty::Int, *part], list),
                    ListHead | ListLast => (vec![list], *part),
                    _ => (vec![list.clone()], list),
                }
            }
            SetOf | SetAdd | SetContains | SetRemove | SetSize | SetUnion | SetIntersection | SetMinus => {
                let part = fresh(self);
                let set = Ty::Set(part.clone());
                match prim {
                    SetOf => (vec![Ty::List(part)], set),
                    SetAdd | SetRemove => (vec![set.clone(), *part], set),
                    SetContains => (vec![set, *part], Ty::Bool),
                    SetSize => (vec![set], Ty::Int),
                    _ => (vec![set.clone(), set.clone()], set),
                }
            }
            MapOf | MapAdd | MapContains | MapGet | MapRemove | MapSize | MapKeys => {
                let (key, value) = (fresh(self), fresh(self));
                let map = Ty::Map(key.clone(), value.clone());
                match prim {
                    MapOf => (vec![Ty::List(Box::new(Ty::Tuple(vec![*key, *value])))], map),
                    MapAdd => (vec![map.clone(), *key, *value], map),
                    MapContains => (vec![map, *key], Ty::Bool),
                    MapGet => (vec![map, *key], *value),
                    MapRemove => (vec![map.clone(), *key], map),
                    MapSize => (vec![map], Ty::Int),
                    _ => (vec![map], Ty::List(key)),
                }
            }
            None | Some | IsSome | Unwrap | Tuple | Field(_) | ListOf | IsFault => {
                return refuse("an operation stands where none is expected");
            }
        };
        let mut atoms = Vec::with_capacity(args.len());
        for (place, (arg, ty)) in args.iter().zip(&wanted).enumerate() {
            let is_kept =
                matches!(
                    (prim, place),
                    (ListPrepend, 0) | (ListAppend, 1) | (ListSet, 2) | (SetAdd | SetContains | SetRemove, 1)
                ) || matches!((prim, place), (MapAdd, 1 | 2) | (MapContains | MapGet | MapRemove, 1));
            let (atom, found) = if is_kept { self.materialise(arg)? } else { self.look(arg)? };
            self.same(&found, ty)?;
            atoms.push(atom);
        }
        if self.dead {
            return Ok(Known::Never);
        }
        if let Option::Some(message) = prim.message() {
            self.lowerer.message(message);
        }
        Ok(Known::Atom(self.set(prim, atoms, &result), result))
    }

    /// Goes through a collection.
    fn fold(&mut self, name: &str, args: &[Known<'p>]) -> Made<Known<'p>> {
        let (over, ty) = self.look(&args[0])?;
        let items = self.items(name, &ty)?;
        let (start, found) = self.materialise(&args[1])?;
        let so_far = self.var(found.clone());
        self.push(Stmt::Copy(so_far, start));
        let vars: Vec<usize> = items.iter().map(|ty| self.var(ty.clone())).collect();
        let mut given = vec![Known::var(so_far, &found)];
        given.extend(vars.iter().zip(&items).map(|(var, ty)| Known::var(*var, ty)));
        let function = args[2].clone();
        let (block, (), _) = self.block(|body| {
            let next = body.apply(function, given, Way::Value)?;
            let (atom, ty) = body.materialise(&next)?;
            body.same(&ty, &found)?;
            body.push(Stmt::Copy(so_far, atom));
            Ok(())
        })?;
        self.push(Stmt::Each(over, vars, block));
        Ok(Known::var(so_far, &found))
    }

    /// The types of what a collection is made of.
    fn items(&mut self, name: &str, ty: &Ty) -> Made<Vec<Ty>> {
        let mut fresh = || self.lowerer.types.fresh();
        let (items, wanted) = if name.contains("map") {
            let (key, value) = (fresh(), fresh());
            (vec![key.clone(), value.clone()], Ty::Map(Box::new(key), Box::new(value)))
        } else {
            let part = fresh();
            let inner = Box::new(part.clone());
            (vec![part], if name.contains("set") { Ty::Set(inner) } else { Ty::List(inner) })
        };
        self.same(ty, &wanted)?;
        Ok(items)
    }

    /// A collection as text.
    fn text_of(&mut self, name: &str, mut args: Vec<Known<'p>>) -> Made<Known<'p>> {
        let Some(collection) = args.pop() else { return refuse("a text of nothing is asked for") };
        let (over, ty) = self.look(&collection)?;
        let items = self.items(name, &ty)?;
        let open = match name {
            "text_of_list" => "List(",
            "text_of_set" => "Set(",
            _ => "Map(",
        };
        let text = |text: &str| Known::Atom(Atom::Text(text.into()), Ty::Text);
        let (so_far, is_first) = (self.var(Ty::Text), self.var(Ty::Bool));
        self.push(Stmt::Copy(so_far, Atom::Text(open.into())));
        self.push(Stmt::Copy(is_first, Atom::Bool(true)));
        let vars: Vec<usize> = items.iter().map(|ty| self.var(ty.clone())).collect();
        let (block, (), _) = self.block(|body| {
            let (comma, (), _) = body.block(|body| body.append(so_far, &text(", ")))?;
            body.push(Stmt::If(Atom::Var(is_first), Vec::new(), comma));
            body.push(Stmt::Copy(is_first, Atom::Bool(false)));
            for (place, function) in args.into_iter().enumerate() {
                if place > 0 {
                    body.append(so_far, &text(" -> "))?;
                }
                let shown = body.apply(function, vec![Known::var(vars[place], &items[place])], Way::Value)?;
                body.append(so_far, &shown)?;
            }
            Ok(())
        })?;
        self.push(Stmt::Each(over, vars.clone(), block));
        self.prim(Prim::Concat, &[Known::var(so_far, &Ty::Text), text(")")])
    }

    fn append(&mut self, so_far: usize, more: &Known<'p>) -> Made<()> {
        let longer = self.prim(Prim::Concat, &[Known::var(so_far, &Ty::Text), more.clone()])?;
        let (atom, _) = self.materialise(&longer)?;
        self.push(Stmt::Copy(so_far, atom));
        Ok(())
    }
}
