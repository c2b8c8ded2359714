//! Maps and sets that grow and shrink, against those of Rust.

use std::collections::{BTreeMap, BTreeSet};

use crate::handmade::Random;
use crate::specs::run;

/// Adds what is positive and removes what is negative; everything is shown after each event.
const SPEC: &str = "in x: Events[Int]
def map: Events[Map[String, Int]] := merge(
  if x > 0 then Map.add(last(map, x), toString(x), x) else Map.remove(last(map, x), toString(-x)), Map.empty[String, Int])
def set: Events[Set[Int]] := merge(if x > 0 then Set.add(last(set, x), x) else Set.remove(last(set, x), -x), Set.empty[Int])
out Map.size(map) as size_of_map
out map
out Set.size(set) as size_of_set
out set";

#[test]
fn maps_and_sets_hold_what_was_added_and_not_removed() {
    for (seed, keys) in [(1, 5), (2, 40), (3, 300)] {
        let mut random = Random::new(seed);
        let (mut trace, mut expected) = (String::new(), vec![]);
        let (mut map, mut set) = (BTreeMap::new(), BTreeSet::new());
        expected.extend(
            ["0: size_of_map = 0", "0: map = Map()", "0: size_of_set = 0", "0: set = Set()"]
                .map(String::from),
        );
        for time in 1..=400 {
            let key = 1 + random.below(keys) as i64;
            // Long ways up and down, so that trees lean to both sides.
            let is_added = if (time / 100) % 2 == 0 { random.below(4) > 0 } else { random.below(4) == 0 };
            trace += &format!("{time}: x = {}\n", if is_added { key } else { -key });
            if is_added {
                map.insert(key.to_string(), key);
                set.insert(key);
            } else {
                map.remove(&key.to_string());
                set.remove(&key);
            }
            let entries: Vec<String> = map.iter().map(|(key, value)| format!("{key} -> {value}")).collect();
            let elements: Vec<String> = set.iter().map(i64::to_string).collect();
            expected.push(format!("{time}: size_of_map = {}", map.len()));
            expected.push(format!("{time}: map = Map({})", entries.join(", ")));
            expected.push(format!("{time}: size_of_set = {}", set.len()));
            expected.push(format!("{time}: set = Set({})", elements.join(", ")));
        }
        let (lines, ended) = run(SPEC, &trace);
        assert_eq!(ended, None);
        assert_eq!(lines.len(), expected.len());
        for (line, expected) in lines.iter().zip(&expected) {
            assert_eq!(line, expected, "{keys} keys");
        }
    }
}

#[test]
fn sets_and_maps_inside_of_others_are_compared_by_their_contents() {
    // The inner collections get their elements in different orders, so that their trees differ.
    let spec = "in x: Events[Int]
def up: Events[Set[Int]] = Set.add(Set.add(Set.add(Set.add(Set.empty[Int], x), x + 1), x + 2), x + 3)
def down: Events[Set[Int]] = Set.add(Set.add(Set.add(Set.add(Set.empty[Int], x + 3), x + 2), x + 1), x)
def both: Events[Set[Set[Int]]] = Set.add(Set.add(Set.empty[Set[Int]], up), down)
def map: Events[Map[Option[Set[Int]], Int]] =
  Map.add(Map.add(Map.add(Map.empty[Option[Set[Int]], Int], Some(down), 1), Some(up), 2), Some(Set.remove(down, x)), 3)
out up == down as same
out up == Set.add(down, x + 4) as larger
out both
out map";
    let (lines, ended) = run(spec, "1: x = 5\n");
    assert_eq!(ended, None);
    let expected = [
        "1: same = true",
        "1: larger = false",
        "1: both = Set(Set(5, 6, 7, 8))",
        "1: map = Map(Some(Set(5, 6, 7, 8)) -> 2, Some(Set(6, 7, 8)) -> 3)",
    ];
    assert_eq!(lines, expected);
}
