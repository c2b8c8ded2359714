//! States that a model's `equal` may take for one, so that a new state is compared with few others.
//!
//! States have a key where what `equal` demands of both alike is known (`load/key.rs`): those with different keys are not equal. What
//! has no key is compared with all, and all with it.

use lydian_core::Value;
use rustc_hash::FxHashMap;

use crate::values::Interner;

/// The states by key.
#[derive(Debug, Default)]
pub(crate) struct Kin {
    keys: Interner,
    alike: FxHashMap<u32, Vec<u32>>,
    without: Vec<u32>,
}

impl Kin {
    /// The number of a key; none for what compares as equal without being the same.
    pub fn key(&mut self, key: &Value) -> Option<u32> {
        if has_zero(key) {
            return None;
        }
        self.keys.intern(key).ok()
    }

    /// The states that may be equal to one with this key, in the order of their numbers.
    pub fn candidates(&self, key: Option<u32>, count: u32) -> Vec<u32> {
        let Some(key) = key else { return (0..count).collect() };
        let alike = self.alike.get(&key).map_or(&[][..], Vec::as_slice);
        let mut all = [alike, &self.without].concat();
        all.sort_unstable();
        all
    }

    /// Notes a new state.
    pub fn add(&mut self, key: Option<u32>, state: u32) {
        match key {
            Some(key) => self.alike.entry(key).or_default().push(state),
            None => self.without.push(state),
        }
    }
}

/// Whether there is a zero with a decimal point in it: there are two, which are equal.
fn has_zero(value: &Value) -> bool {
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        match value {
            Value::Float(float) if *float == 0.0 => return true,
            Value::Block(block) => work.extend(block.fields.iter()),
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_states_with_the_same_key_or_none_are_compared() {
        let mut kin = Kin::default();
        let keys: Vec<Option<u32>> = [1, 2, 1].map(|int| kin.key(&Value::Int(int))).to_vec();
        for (state, key) in keys.iter().enumerate() {
            kin.add(*key, state as u32);
        }
        kin.add(None, 3);
        assert_eq!(kin.candidates(keys[0], 4), [0, 2, 3]);
        assert_eq!(kin.candidates(None, 4), [0, 1, 2, 3]);
        assert_eq!(kin.key(&Value::Float(-0.0)), None, "it is equal to 0.0");
    }
}
