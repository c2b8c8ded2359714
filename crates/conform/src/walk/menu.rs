//! The menu of a walk: which inputs it uses, and how often each kind of them.
//!
//! A walk without the inputs that undo everything gets further than one that has them all; one with few values gives the same one twice and
//! tells two apart. Which kinds are frequent changes on the way: what is filled is to be emptied, too.

use crate::InputId;
use crate::random::Random;
use crate::walk::Letter;

/// The inputs of a walk.
#[derive(Debug, Default)]
pub(super) struct Menu {
    /// The inputs of each kind.
    kinds: Vec<Vec<InputId>>,
    /// How frequent each kind is, added up.
    shares: Vec<usize>,
}

/// A kind can be up to so many times as frequent as another one, as a power of two.
const STEEPEST: usize = 4;

/// A small stock has at most so many values.
const STOCK: usize = 3;

impl Menu {
    /// A menu out of all letters.
    pub(super) fn draw(letters: &[Letter], random: &mut Random) -> Menu {
        let kinds = letters.iter().map(|letter| letter.kind as usize + 1).max().unwrap_or(0);
        // Every third walk uses everything.
        let everything = random.below(3) == 0 || kinds < 3;
        let wanted: Vec<bool> = (0..kinds).map(|_| everything || random.below(3) != 0).collect();
        let stock = stock(letters, random);
        let mut menu = Menu { kinds: vec![Vec::new(); kinds], shares: Vec::new() };
        for letter in letters.iter().filter(|letter| wanted[letter.kind as usize]) {
            let in_stock = |value: &u32| stock.as_ref().is_none_or(|stock| stock.contains(value));
            if letter.data.iter().all(in_stock) {
                menu.kinds[letter.kind as usize].push(letter.input);
            }
        }
        menu.kinds.retain(|inputs| !inputs.is_empty());
        match random.below(3) {
            // Each input as often as any other one.
            0 => menu.share(|inputs| inputs.len()),
            _ => menu.turn(random),
        }
        menu
    }

    /// Makes other kinds the frequent ones.
    pub(super) fn turn(&mut self, random: &mut Random) {
        self.share(|_| 1 << random.below(STEEPEST));
    }

    fn share(&mut self, mut share: impl FnMut(&[InputId]) -> usize) {
        let mut sum = 0;
        self.shares.clear();
        for inputs in &self.kinds {
            sum += share(inputs);
            self.shares.push(sum);
        }
    }

    /// An input.
    pub(super) fn pick(&self, random: &mut Random) -> Option<InputId> {
        let drawn = random.below(*self.shares.last()?);
        let kind = self.shares.iter().position(|sum| drawn < *sum)?;
        let inputs = &self.kinds[kind];
        Some(inputs[random.below(inputs.len())])
    }

    /// All inputs.
    pub(super) fn inputs(&self) -> Vec<InputId> {
        self.kinds.concat()
    }
}

/// The values of a walk; none if it uses all of them.
fn stock(letters: &[Letter], random: &mut Random) -> Option<Vec<u32>> {
    if random.below(2) == 0 {
        return None;
    }
    let telling: Vec<&Letter> = letters.iter().filter(|letter| !letter.data.is_empty()).collect();
    let mut stock: Vec<u32> = Vec::new();
    // Whole inputs are drawn, so that each value comes with those that it needs.
    for _ in 0..=random.below(STOCK) {
        stock.extend(&telling.get(random.below(telling.len()))?.data);
    }
    Some(stock)
}
