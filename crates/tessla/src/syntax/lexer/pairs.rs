//! Connects each bracket with its partner, once for all tokens.
//! A closing bracket belongs to the nearest open one of its kind, and those in between stay alone. What is interpolated
//! into a string is closed in itself. Takes linear time: for each kind it is known how many are open.

use super::{Kind, Token};

/// The brackets that are open in one stretch of code.
struct Stretch {
    /// The index of the hole that it is in; for the outermost one, none.
    hole: Option<usize>,
    open: Vec<(usize, usize)>,
    counts: [usize; 3],
}

/// Sets the partners of all brackets.
pub(super) fn connect(tokens: &mut [Token]) {
    let mut stretches = vec![Stretch { hole: None, open: Vec::new(), counts: [0; 3] }];
    for index in 0..tokens.len() {
        let Some(stretch) = stretches.last_mut() else { return };
        match tokens[index].kind {
            Kind::HoleStart => {
                stretches.push(Stretch { hole: Some(index), open: Vec::new(), counts: [0; 3] });
            }
            Kind::HoleEnd => {
                if let Some(hole) = stretch.hole {
                    join(tokens, hole, index);
                    stretches.pop();
                }
            }
            Kind::Symbol("(") => stretch.push(0, index),
            Kind::Symbol("[") => stretch.push(1, index),
            Kind::Symbol("{" | "${") => stretch.push(2, index),
            Kind::Symbol(")") => close(tokens, stretch, 0, index),
            Kind::Symbol("]") => close(tokens, stretch, 1, index),
            Kind::Symbol("}") => close(tokens, stretch, 2, index),
            _ => {}
        }
    }
}

impl Stretch {
    fn push(&mut self, sort: usize, index: usize) {
        self.open.push((sort, index));
        self.counts[sort] += 1;
    }
}

fn close(tokens: &mut [Token], stretch: &mut Stretch, sort: usize, index: usize) {
    if stretch.counts[sort] == 0 {
        return;
    }
    while let Some((open_sort, open)) = stretch.open.pop() {
        stretch.counts[open_sort] -= 1;
        if open_sort == sort {
            join(tokens, open, index);
            return;
        }
    }
}

fn join(tokens: &mut [Token], left: usize, right: usize) {
    tokens[left].partner = right as u32;
    tokens[right].partner = left as u32;
}
