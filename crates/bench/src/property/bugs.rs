//! The time to find each seeded bug: quickcheck, proptest and the crate `lydian` on the ports to Rust, `lydian property` on the
//! OCaml files. Sizes are those of `bugs.txt`, whoever found the inputs.

use std::time::Duration;

use super::engine::{self, Seeded};
use super::median;
use super::ports::bases;
use super::rounds::{ENGINE, Rounds, WAYS, name, search, shown};

/// A bug, and what each way made of it.
struct Row {
    bug: Seeded,
    ways: [Rounds; WAYS],
}

/// Prints the tables; false if our engine misses a bug or reports inputs that are not the smallest.
pub(super) fn run(rounds: usize, limit: Duration, details: bool) -> Result<bool, String> {
    println!(
        "\nSeeded bugs: ms to the end of shrinking, medians of {rounds} rounds, up to {} s for each search in Rust.\nfound: in every round (+ in some); minimal: counterexamples of the smallest size.",
        limit.as_secs_f64()
    );
    let seeded = engine::seeded()?;
    let mut rows: Vec<Row> = Vec::new();
    for base in bases() {
        let first = rows.len();
        for bug in seeded.iter().filter(|bug| bug.base == base.name) {
            let ways = search(&base, bug, rounds, limit)?;
            rows.push(Row { bug: bug.clone(), ways });
        }
        if details {
            tell_each(base.name, &rows[first..]);
        }
        summary(base.name, &rows[first..]);
    }
    summary("all", &rows);
    let deep = deep_bugs(&seeded)?;
    Ok(engine_is_right(&rows, rounds) && deep)
}

/// Bugs that show on large valid inputs only: these have no port to Rust, since nothing there makes such inputs. False if one is missed, or
/// shown with inputs that are not the smallest.
fn deep_bugs(seeded: &[Seeded]) -> Result<bool, String> {
    const BASE: &str = "red_black_delete";
    const TEXT: &str = include_str!("../../../../examples/properties/red_black_delete.ml");
    println!(
        "\n{BASE}, lydian property alone: {:30} {:>8} {:>8} {:>10} {:>10}",
        "", "smallest", "found", "ms", "cases"
    );
    let mut right = true;
    for bug in seeded.iter().filter(|bug| bug.base == BASE) {
        let solved = engine::check(bug.name, &bug.text(TEXT)?, bug.property)?;
        let size = solved.size();
        right &= size == Some(bug.size);
        let found = size.map_or_else(|| "-".to_owned(), |size| size.to_string());
        let time = solved.whole.as_secs_f64() * 1e3;
        println!("{:>58} {:>8} {found:>8} {time:>10.1} {:>10}", bug.name, bug.size, solved.cases());
    }
    Ok(right)
}

fn summary(title: &str, rows: &[Row]) {
    println!(
        "\n{:24} {:>5} {:>10} {:>12} {:>10} {:>10} {:>8}",
        title, "bugs", "found", "cases", "median ms", "worst ms", "minimal"
    );
    for way in 0..WAYS {
        let all = || rows.iter().map(move |row| &row.ways[way]);
        let always = all().filter(|way| way.always_finds()).count();
        let sometimes = all().filter(|way| way.finds()).count() - always;
        let found = if sometimes > 0 { format!("{always} +{sometimes}") } else { always.to_string() };
        let times: Vec<f64> = all().filter_map(Rounds::time).collect();
        let worst = times.iter().copied().reduce(f64::max);
        let middle = (!times.is_empty()).then(|| median(times));
        let cases: Vec<u64> = all().filter(|way| way.finds()).map(|way| median(way.cases.clone())).collect();
        let cases = if cases.is_empty() { "-".to_owned() } else { median(cases).to_string() };
        let reported: usize = all().map(|way| way.sizes.len()).sum();
        let minimal: usize = rows.iter().map(|row| row.ways[way].of_size(row.bug.size)).sum();
        let share = 100.0 * minimal as f64 / reported.max(1) as f64;
        println!(
            "{:24} {:>5} {:>10} {:>12} {:>10} {:>10} {:>7.0}%",
            name(way),
            rows.len(),
            found,
            cases,
            shown(middle),
            shown(worst),
            share
        );
    }
}

/// A line for each bug: ms and size of each way.
fn tell_each(base: &str, rows: &[Row]) {
    println!("\n{base}: ms, size (rounds with a counterexample, if not all)");
    print!("{:26} {:>4}", "bug", "size");
    (0..WAYS).for_each(|way| print!(" | {:^22}", name(way)));
    println!();
    for row in rows {
        print!("{:26} {:>4}", row.bug.name, row.bug.size);
        for way in &row.ways {
            let size = match (way.finds(), way.always_finds()) {
                (false, _) => String::new(),
                (true, true) => median(way.sizes.clone()).to_string(),
                (true, false) => {
                    format!("{} ({}/{})", median(way.sizes.clone()), way.sizes.len(), way.cases.len())
                }
            };
            print!(" | {:>10} {:>11}", shown(way.time()), size);
        }
        println!();
    }
}

/// Says how slow our engine is at worst, and what it did not do as it must.
fn engine_is_right(rows: &[Row], rounds: usize) -> bool {
    let slow = rows.iter().filter(|row| row.ways[ENGINE].time().is_some_and(|time| time > 1e3)).count();
    let reading = rows.iter().flat_map(|row| row.ways[ENGINE].reading.iter().copied()).collect();
    println!(
        "\nlydian property: {slow} of {} bugs took more than a second; reading the file took {} ms (median). The slowest:",
        rows.len(),
        shown(Some(median(reading)))
    );
    let mut slowest: Vec<&Row> = rows.iter().collect();
    let time = |row: &Row| row.ways[ENGINE].time().unwrap_or(f64::INFINITY);
    slowest.sort_by(|left, right| time(right).total_cmp(&time(left)));
    for row in slowest.iter().take(5) {
        let Row { bug, ways } = row;
        println!("  {} {}: {} ms", bug.base, bug.name, shown(ways[ENGINE].time()));
    }
    let mut right = true;
    for Row { bug, ways } in rows {
        if ways[ENGINE].of_size(bug.size) != rounds {
            right = false;
            println!("NOT AS EXPECTED: {} {}, sizes {:?}", bug.base, bug.name, ways[ENGINE].sizes);
        }
    }
    right
}
