//! Records whose fields have another order in the submission.
//! The submission is loaded with the reference's places of fields (see `adapted`). What its own order decides stays as it is: comparison and
//! hashing ask the world (`World::field_orders`), and the order in which fields are computed is written out here.

use lydian_core::{ConId, Expr, Item, Mutability, Program};
use lydian_eval::FieldOrders;

/// Lets the fields of records be computed in the order of the submission.
pub(crate) fn keep(program: &mut Program, orders: &FieldOrders) {
    let mut items = std::mem::take(&mut program.items);
    for item in &mut items {
        match item {
            Item::Define(_, value) | Item::Run(value) => keep_in(program, value, orders),
            Item::DefineRec(group) => group.iter_mut().for_each(|(_, value)| keep_in(program, value, orders)),
        }
    }
    program.items = items;
}

fn keep_in(program: &mut Program, expr: &mut Expr, orders: &FieldOrders) {
    expr.for_each_child_mut(&mut |child| keep_in(program, child, orders));
    let Expr::Construct(con, mutability, fields) = expr else { return };
    let Some(order) = orders.get(con).filter(|order| order.len() == fields.len()) else { return };
    if fields.iter().filter(|field| !is_ready(field)).count() > 1 {
        *expr = computed_in_order(program, (*con, *mutability), std::mem::take(fields), order);
    }
}

/// The record, with its fields computed one after the other: the last one first, as OCaml does.
fn computed_in_order(
    program: &mut Program,
    (con, mutability): (ConId, Mutability),
    fields: Vec<Expr>,
    order: &[usize],
) -> Expr {
    let vars: Vec<_> = fields.iter().map(|_| program.fresh_var("field")).collect();
    let record = Expr::Construct(con, mutability, vars.iter().map(|var| Expr::Var(*var)).collect());
    let bind =
        |rest, place: &usize| Expr::Let(vars[*place], Box::new(fields[*place].clone()), Box::new(rest));
    order.iter().fold(record, bind)
}

/// Whether nothing is to be computed.
fn is_ready(expr: &Expr) -> bool {
    match expr {
        Expr::Literal(_) | Expr::Var(_) | Expr::Lambda(_) => true,
        Expr::Field(inner, _) => is_ready(inner),
        _ => false,
    }
}
