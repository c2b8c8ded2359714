//! The constants of a script: where programs go wrong is often at one of them, or just beside.

use lydian_term::Int;

use crate::spec::Spec;
use crate::syntax::ast::TermKind;
use crate::syntax::visit::for_each_term;

/// Numbers and texts worth sending.
#[derive(Debug, Clone)]
pub struct Constants {
    /// The numbers of the script, each once, with their neighbours.
    pub(crate) ints: Vec<Int>,
    /// The texts of the script.
    pub(crate) texts: Vec<Vec<u8>>,
    /// Numbers at borders, most telling first.
    pub(crate) borders: Vec<Int>,
    /// Texts at borders.
    pub(crate) border_texts: Vec<Vec<u8>>,
}

/// Of a script full of numbers only so many count.
const MOST: usize = 60;

impl Constants {
    /// The constants of a specification.
    pub fn of(spec: &Spec) -> Constants {
        let mut ints: Vec<Int> = Vec::new();
        let mut texts: Vec<Vec<u8>> = Vec::new();
        for_each_term(&spec.script, &mut |term| match &term.kind {
            TermKind::Int(int) => ints.push(int.clone()),
            TermKind::Text(text) => texts.push(text.clone().into_bytes()),
            _ => {}
        });
        for (_, value) in &spec.parameters {
            let pieces = value.split(|c: char| !c.is_ascii_digit() && c != '-');
            ints.extend(pieces.filter_map(|piece| piece.parse().ok()));
        }
        let mut near: Vec<Int> = Vec::new();
        for int in &ints {
            for delta in [0, 1, -1] {
                near.push(int.clone() + Int::from(delta));
            }
        }
        let mut borders: Vec<Int> = [0, 1, -1, 2].into_iter().map(|int| Int::from(int as i64)).collect();
        borders.extend(near.iter().cloned());
        borders.extend([10, -2, 99, 100, 7].into_iter().map(|int| Int::from(int as i64)));
        // Programs that read words instead of lines go wrong at a blank.
        let mut border_texts: Vec<Vec<u8>> = vec![b"".to_vec(), b"a b".to_vec(), b"a".to_vec()];
        border_texts.extend(texts.iter().cloned());
        border_texts.extend([b"ab".to_vec(), b"aba".to_vec(), b"hello world".to_vec(), b"A".to_vec()]);
        let mut constants = Constants { ints: near, texts, borders, border_texts };
        distinct(&mut constants.ints);
        distinct(&mut constants.texts);
        distinct(&mut constants.borders);
        distinct(&mut constants.border_texts);
        constants
    }
}

/// Keeps the first of each, and not too many.
fn distinct<T: PartialEq + Clone>(list: &mut Vec<T>) {
    let mut kept: Vec<T> = Vec::new();
    for item in list.iter() {
        if kept.len() < MOST && !kept.contains(item) {
            kept.push(item.clone());
        }
    }
    *list = kept;
}
