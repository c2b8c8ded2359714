//! How many updates of a collection are run in a second, by the number of its elements.
//! Beside it in the same run: a map of Rust's library that a loop updates in place, as the limit of what can be had.

use std::collections::BTreeMap;
use std::io::{BufRead, Read, Write};
use std::time::Instant;

use super::throughput::{Lines, Measured, interpret, median};

/// A specification over numbers `x`, whose collection gets as many elements as there are different numbers.
struct Collection {
    name: &'static str,
    spec: &'static str,
    /// The most elements that are tried.
    most: u64,
}

const COLLECTIONS: [Collection; 5] = [
    Collection {
        name: "map of integers",
        spec: "in x: Events[Int]
def m: Events[Map[Int, Int]] = merge(Map.add(last(m, x), x, 1 + Map.getOrElse(last(m, x), x, 0)), Map.empty[Int, Int])
out Map.size(m) as size",
        most: 100_000,
    },
    Collection {
        name: "map of texts",
        spec: "in x: Events[Int]
def m: Events[Map[String, Int]] =
  merge(Map.add(last(m, x), toString(x), 1 + Map.getOrElse(last(m, x), toString(x), 0)), Map.empty[String, Int])
out Map.size(m) as size",
        most: 100_000,
    },
    Collection {
        name: "set of integers",
        spec: "in x: Events[Int]
def s: Events[Set[Int]] = merge(
  if Set.contains(last(s, x), x) then Set.remove(last(s, x), x) else Set.add(last(s, x), x), Set.empty[Int])
out Set.size(s) as size",
        most: 100_000,
    },
    Collection {
        name: "set of pairs",
        spec: "in x: Events[Int]
liftable def pair(x: Int): (Int, Bool) = (x, x > 7)
def s: Events[Set[(Int, Bool)]] = merge(Set.add(last(s, x), pair(x)), Set.empty[(Int, Bool)])
out Set.size(s) as size",
        most: 100_000,
    },
    Collection {
        name: "list, one end to the other",
        spec: "in x: Events[Int]
def grown: Events[List[Int]] = List.append(last(l, x), x)
def l: Events[List[Int]] = merge(if List.size(grown) > KEYS then List.tail(grown) else grown, List.empty[Int])
out List.head(grown) as oldest",
        most: 100_000,
    },
];

/// Runs every collection with each number of elements.
pub(super) fn run(events: u64, rounds: usize) -> Result<(), String> {
    println!("{:28} {:>9} {:>9} {:>12}", "collection", "elements", "median s", "updates/s");
    for collection in &COLLECTIONS {
        for keys in [10, 1_000, 10_000, 100_000].into_iter().filter(|keys| *keys <= collection.most) {
            let spec = collection.spec.replace("KEYS", &keys.to_string());
            show(collection.name, keys, events, &median(rounds, || interpret(&spec, keyed(events, keys)))?);
        }
    }
    for keys in [10, 1_000, 10_000, 100_000] {
        show("  a map by hand, in place", keys, events, &median(rounds, || by_hand(keyed(events, keys)))?);
    }
    Ok(())
}

fn show(name: &str, keys: u64, events: u64, measured: &Measured) {
    let rate = events as f64 / measured.seconds;
    println!("{name:28} {keys:>9} {:>9.3} {rate:>12.0}", measured.seconds);
}

/// A trace of so many different numbers, out of order.
fn keyed(events: u64, keys: u64) -> impl Read {
    let (mut time, mut state) = (0u64, 1u64);
    let next = move |buffer: &mut Vec<u8>| {
        time += 1;
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let _ = writeln!(buffer, "{time}: x = {}", (state >> 33) % keys);
    };
    Lines::new(next, events)
}

fn by_hand(trace: impl Read) -> Result<Measured, String> {
    let started = Instant::now();
    let mut counts: BTreeMap<i64, i64> = BTreeMap::new();
    let mut bytes = 0;
    for line in std::io::BufReader::with_capacity(1 << 16, trace).lines() {
        let line = line.map_err(|error| error.to_string())?;
        let (time, key) = line.split_once(": x = ").ok_or("no event")?;
        *counts.entry(key.parse().map_err(|_| "no value")?).or_default() += 1;
        bytes += format!("{time}: size = {}\n", counts.len()).len() as u64;
    }
    Ok(Measured { seconds: started.elapsed().as_secs_f64(), bytes })
}
