//! Replacing the parameters of schemes and declarations.

use std::sync::Arc;

use super::types::{Kind, Row, RowTag, Ty};

/// Replaces `Generic(i)` by `args[i]`; parts without such leaves are shared.
pub fn substitute(ty: &Ty, args: &[Ty]) -> Ty {
    substitute_changed(ty, args).unwrap_or_else(|| ty.clone())
}

fn substitute_changed(ty: &Ty, args: &[Ty]) -> Option<Ty> {
    match &**ty {
        Kind::Var(_) | Kind::Nil => None,
        Kind::Generic(index) => args.get(*index as usize).cloned(),
        Kind::Arrow(label, from, to) => {
            let (new_from, new_to) = (substitute_changed(from, args), substitute_changed(to, args));
            if new_from.is_none() && new_to.is_none() {
                return None;
            }
            Some(Arc::new(Kind::Arrow(
                label.clone(),
                new_from.unwrap_or_else(|| from.clone()),
                new_to.unwrap_or_else(|| to.clone()),
            )))
        }
        Kind::Tuple(parts) => substitute_all(parts, args).map(|parts| Arc::new(Kind::Tuple(parts))),
        Kind::Con(con, parts) => {
            substitute_all(parts, args).map(|parts| Arc::new(Kind::Con(con.clone(), parts)))
        }
        Kind::Variant(row) => {
            let mut changed = false;
            let tags = row
                .tags
                .iter()
                .map(|(name, tag)| {
                    let arg = tag.arg.as_ref().map(|arg| match substitute_changed(arg, args) {
                        Some(new) => {
                            changed = true;
                            new
                        }
                        None => arg.clone(),
                    });
                    (name.clone(), RowTag { present: tag.present, arg })
                })
                .collect();
            let more = match substitute_changed(&row.more, args) {
                Some(new) => {
                    changed = true;
                    new
                }
                None => row.more.clone(),
            };
            changed.then(|| Arc::new(Kind::Variant(Row { tags, closed: row.closed, more })))
        }
    }
}

fn substitute_all(parts: &[Ty], args: &[Ty]) -> Option<Vec<Ty>> {
    let mut changed = None;
    for (index, part) in parts.iter().enumerate() {
        if let Some(new) = substitute_changed(part, args) {
            changed.get_or_insert_with(|| parts.to_vec())[index] = new;
        }
    }
    changed
}
