//! Values that a system chooses: ids, tokens, cursors. The model knows them by numbers, in the order in which they come: 1, 2, ...
//! A value that came before keeps its number, so that one that is given twice is seen.

/// The values of one sequence.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    known: Vec<Vec<u8>>,
}

impl Names {
    /// Forgets them: another sequence begins.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    /// The number of a value.
    pub fn number(&mut self, value: &[u8]) -> usize {
        match self.known.iter().position(|known| known == value) {
            Some(index) => index + 1,
            None => {
                self.known.push(value.to_vec());
                self.known.len()
            }
        }
    }

    /// The value with a number.
    pub fn value(&self, number: i64) -> Result<&[u8], String> {
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let value = index.and_then(|index| self.known.get(index));
        value.map(Vec::as_slice).ok_or_else(|| match self.known.len() {
            0 => format!("the system has given no value that could be called {number}"),
            count => format!(
                "the system has given values 1 to {count} only, and none that could be called {number}"
            ),
        })
    }

    /// The values in order.
    pub fn values(&self) -> &[Vec<u8>] {
        &self.known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_keeps_its_number_until_the_sequence_ends() {
        let mut names = Names::default();
        assert_eq!([&b"x7"[..], b"a", b"x7"].map(|value| names.number(value)), [1, 2, 1]);
        assert_eq!(names.value(2), Ok(&b"a"[..]));
        assert!(names.value(3).is_err() && names.value(0).is_err() && names.value(-1).is_err());
        names.forget();
        assert!(names.value(1).is_err());
    }
}
