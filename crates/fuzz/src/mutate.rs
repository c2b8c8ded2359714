//! Makes an input of a seed: a few changes of its tokens, now and then of its bytes.
//! In: the seeds of a reader and a generator of numbers. Out: bytes. The same number always gives the same input, so that an
//! input is known by its reader, the seed of the run and its index.

mod bytes;
mod growth;
mod parts;

use lydian_conform::Random;

use crate::odd;
use crate::readers::Kind;
use crate::seeds::Seeds;
use crate::tokens::Pieces;

/// No input is longer.
pub(crate) const LONGEST: usize = 1 << 20;

/// Of so many inputs, one is made very deep or very long: those take most of the time.
const GROWN: usize = 60;

/// Of so many inputs, one has its bytes changed as well.
const BYTES: usize = 8;

/// The input with an index.
pub(crate) fn input(reader: Kind, seeds: &Seeds, seed: u64, index: u64) -> Vec<u8> {
    let mut random = Random::new(mixed(seed, reader as u64, index));
    let others = seeds.of(reader);
    let mut pieces = match others.len() {
        0 => Pieces::new(),
        count => parts::pieces(&others[random.below(count)]),
    };
    let changes = Changes { others, words: odd::words(reader) };
    let is_gentle = random.below(2) == 0;
    for _ in 0..how_many(&mut random) {
        if is_gentle {
            changes.gentle(&mut pieces, &mut random);
        } else {
            changes.any(&mut pieces, &mut random);
        }
    }
    if random.below(GROWN) == 0 {
        growth::grow(&mut pieces, &mut random);
    }
    let mut bytes = pieces.concat().into_bytes();
    if random.below(BYTES) == 0 {
        bytes::change(&mut bytes, &mut random);
    }
    bytes.truncate(LONGEST);
    bytes
}

/// What changes draw from.
pub(crate) struct Changes<'t> {
    /// The seeds of the same reader.
    others: &'t [String],
    /// The words of its language.
    words: &'static [&'static str],
}

/// Mostly few changes, so that much of an input still means something.
fn how_many(random: &mut Random) -> usize {
    let mut count = 1;
    while count < 12 && random.below(3) == 0 {
        count += 1;
    }
    count
}

/// A number of its own for every reader, seed and index.
fn mixed(seed: u64, reader: u64, index: u64) -> u64 {
    let mut random = Random::new(seed);
    let first = random.draw() ^ reader.wrapping_mul(0xd6e8_feb8_6659_fd93);
    let second = Random::new(first).draw() ^ index;
    Random::new(second).draw()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_known_by_its_number() {
        let seeds = Seeds::of_texts(Kind::Ocaml, &["let f x = (x + 1)\nlet g = [1; 2]\n", "let h = \"a\"\n"]);
        let inputs = |seed| (0..200).map(|index| input(Kind::Ocaml, &seeds, seed, index)).collect::<Vec<_>>();
        assert_eq!(inputs(1), inputs(1));
        assert_ne!(inputs(1), inputs(2));
        let mut different = inputs(1);
        different.sort();
        different.dedup();
        assert!(different.len() > 100, "{}", different.len());
    }

    #[test]
    fn no_seed_and_an_empty_one_give_inputs_too() {
        for texts in [&[][..], &[""], &["\n"]] {
            let seeds = Seeds::of_texts(Kind::Trace, texts);
            for index in 0..500 {
                assert!(input(Kind::Trace, &seeds, 3, index).len() <= LONGEST);
            }
        }
    }
}
