//! Where everything stands: the metric half of the layout.
//! In: rows of items with their sizes. Out: the middle of each item. Items of a row keep their order and their distance; among
//! the places that leaves, each row takes the ones nearest to what its items are tied to (a least-squares fit by pooling
//! adjacent violators), row after row, down and up in turn.

use super::layers::{Item, Layers};

/// A row of labels that is wider than this is written in several lines.
const WIDE: f64 = 1_500.0;

/// At most so many.
const MOST_LINES: usize = 5;

const SWEEPS: usize = 40;

/// How far an item reaches from the place to which its edges go.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Size {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) height: f64,
}

/// Places from the upper left corner, without margins.
pub(super) struct Places {
    /// By item.
    pub(super) x: Vec<f64>,
    pub(super) y: Vec<f64>,
    /// By row: where it begins and ends.
    pub(super) top: Vec<f64>,
    pub(super) bottom: Vec<f64>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Places the items.
pub(super) fn place(layers: &Layers, sizes: &[Size]) -> Places {
    let lines: Vec<usize> = layers.rows.iter().map(|row| lines(layers, sizes, row)).collect();
    let apart: Vec<Vec<f64>> =
        layers.rows.iter().zip(&lines).map(|(row, lines)| distances(layers, sizes, row, *lines)).collect();
    let x = columns(layers, &apart);
    let left = (0..x.len()).map(|item| x[item] - sizes[item].left).fold(f64::INFINITY, f64::min);
    let x: Vec<f64> = x.into_iter().map(|x| x - left.min(f64::MAX)).collect();
    let width = (0..x.len()).map(|item| x[item] + sizes[item].right).fold(0.0, f64::max);
    let mut places =
        Places { y: vec![0.0; x.len()], x, top: Vec::new(), bottom: Vec::new(), width, height: 0.0 };
    for (number, row) in layers.rows.iter().enumerate() {
        if number > 0 {
            places.height += gap(layers, &places.x, &layers.rows[number - 1]);
        }
        let line = row.iter().map(|item| sizes[*item].height).fold(0.0, f64::max);
        places.top.push(places.height);
        for (at, item) in row.iter().enumerate() {
            let above = (at % lines[number]) as f64 * (line + 6.0);
            places.y[*item] = places.height + above + line / 2.0;
        }
        places.height += line + (lines[number] - 1) as f64 * (line + 6.0);
        places.bottom.push(places.height);
    }
    places
}

/// In how many lines a row is written: only labels stand below each other.
fn lines(layers: &Layers, sizes: &[Size], row: &[usize]) -> usize {
    if row.iter().any(|item| matches!(layers.items[*item], Item::State(_))) {
        return 1;
    }
    let width: f64 = row.iter().map(|item| sizes[*item].left + sizes[*item].right).sum();
    ((width / WIDE).ceil() as usize).clamp(1, MOST_LINES)
}

/// How far each item of a row is from the next one at least, such that those of the same line do not touch.
fn distances(layers: &Layers, sizes: &[Size], row: &[usize], lines: usize) -> Vec<f64> {
    let room = |item: usize| match layers.items[item] {
        Item::State(_) => 16.0,
        Item::Label(_) => 8.0,
        Item::Bend(_) => 6.0,
    };
    let need = |left: usize, right: usize| {
        let (left, right) = (row[left], row[right]);
        (sizes[left].right + room(left) + room(right) + sizes[right].left) / lines as f64
    };
    let between = |at: usize| {
        let windows = (at + 1).saturating_sub(lines)..=at;
        windows
            .filter(|first| first + lines < row.len())
            .map(|first| need(first, first + lines))
            .fold(0.0, f64::max)
    };
    (1..row.len()).map(|at| between(at - 1).max(if lines == 1 { 0.0 } else { 12.0 })).collect()
}

/// The column of each item, around 0.
fn columns(layers: &Layers, apart: &[Vec<f64>]) -> Vec<f64> {
    let mut x = vec![0.0; layers.items.len()];
    for (row, apart) in layers.rows.iter().zip(apart) {
        let mut at = -apart.iter().sum::<f64>() / 2.0;
        for (number, item) in row.iter().enumerate() {
            x[*item] = at;
            at += apart.get(number).copied().unwrap_or(0.0);
        }
    }
    let weights: Vec<f64> =
        layers.items.iter().map(|item| if matches!(item, Item::Bend(_)) { 6.0 } else { 1.0 }).collect();
    for sweep in 0..SWEEPS {
        let count = layers.rows.len();
        for step in 0..count {
            let down = sweep % 2 == 0;
            let row = if down { step } else { count - 1 - step };
            let wish = |item: usize| {
                let (above, below) = (&layers.above[item], &layers.below[item]);
                // The last sweeps look both ways, so that nothing hangs to one side.
                let ties = match (sweep + 6 >= SWEEPS, down) {
                    (true, _) => [above.as_slice(), below],
                    (false, true) => [above.as_slice(), &[]],
                    (false, false) => [&[], below.as_slice()],
                };
                let tied = ties[0].len() + ties[1].len();
                match tied {
                    0 => x[item],
                    tied => ties.into_iter().flatten().map(|other| x[*other]).sum::<f64>() / tied as f64,
                }
            };
            let wishes: Vec<(f64, f64)> =
                layers.rows[row].iter().map(|item| (wish(*item), weights[*item])).collect();
            for (item, place) in layers.rows[row].iter().zip(settle(&wishes, &apart[row])) {
                x[*item] = place;
            }
        }
    }
    x
}

/// The places nearest to the wished ones (with weights) whose distances are at least as given.
fn settle(wishes: &[(f64, f64)], apart: &[f64]) -> Vec<f64> {
    // Less the distances to the first item, the places must not descend. Blocks of equal places: mean, weight, length.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    let mut offset = 0.0;
    let mut offsets = Vec::with_capacity(wishes.len());
    for (number, (wish, weight)) in wishes.iter().enumerate() {
        offsets.push(offset);
        let mut block = (wish - offset, *weight, 1);
        while let Some((mean, weight, length)) = blocks.last().copied().filter(|last| last.0 > block.0) {
            let sum = weight + block.1;
            block = ((mean * weight + block.0 * block.1) / sum, sum, length + block.2);
            blocks.pop();
        }
        blocks.push(block);
        offset += apart.get(number).copied().unwrap_or(0.0);
    }
    let settled = blocks.into_iter().flat_map(|(mean, _, length)| std::iter::repeat_n(mean, length));
    settled.zip(offsets).map(|(place, offset)| place + offset).collect()
}

/// The room between a row and the next one: the further edges go sideways, the more.
fn gap(layers: &Layers, x: &[f64], row: &[usize]) -> f64 {
    let ties = row.iter().flat_map(|item| layers.below[*item].iter().map(move |lower| (*item, *lower)));
    let furthest = ties.map(|(upper, lower)| (x[upper] - x[lower]).abs()).fold(0.0, f64::max);
    18.0 + (furthest / 8.0).min(46.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::GraphEdge;

    #[test]
    fn places_are_the_wished_ones_where_there_is_room() {
        let even = [(0.0, 1.0), (10.0, 1.0), (30.0, 1.0)];
        assert_eq!(settle(&even, &[5.0, 5.0]), [0.0, 10.0, 30.0]);
        let crowded = [(0.0, 1.0), (0.0, 1.0), (0.0, 1.0)];
        assert_eq!(settle(&crowded, &[6.0, 6.0]), [-6.0, 0.0, 6.0]);
        let heavy = [(0.0, 3.0), (0.0, 1.0)];
        assert_eq!(settle(&heavy, &[4.0]), [-1.0, 3.0]);
        assert!(settle(&[], &[]).is_empty());
    }

    #[test]
    fn nothing_overlaps() {
        let edges: Vec<GraphEdge> = (0..150)
            .map(|number| GraphEdge { from: number % 50, to: (number * 17 + 5) % 50, labels: Vec::new() })
            .collect();
        let layers = Layers::new(50, &[0], &edges);
        let size = |item: &Item| match item {
            Item::State(_) => Size { left: 40.0, right: 90.0, height: 30.0 },
            Item::Label(_) => Size { left: 45.0, right: 45.0, height: 16.0 },
            Item::Bend(_) => Size::default(),
        };
        let sizes: Vec<Size> = layers.items.iter().map(size).collect();
        let places = place(&layers, &sizes);
        let touch = |one: usize, other: usize| {
            let (left, right) = if places.x[one] <= places.x[other] { (one, other) } else { (other, one) };
            let beside = places.x[left] + sizes[left].right <= places.x[right] - sizes[right].left + 0.001;
            let apart = (places.y[one] - places.y[other]).abs();
            !beside && apart + 0.001 < (sizes[one].height + sizes[other].height) / 2.0
        };
        let solid: Vec<usize> =
            (0..sizes.len()).filter(|item| !matches!(layers.items[*item], Item::Bend(_))).collect();
        for one in &solid {
            for other in solid.iter().filter(|other| *other > one) {
                assert!(!touch(*one, *other), "{:?} {:?}", layers.items[*one], layers.items[*other]);
            }
        }
        assert!(
            places
                .x
                .iter()
                .zip(&sizes)
                .all(|(x, size)| x - size.left > -0.001 && x + size.right <= places.width)
        );
    }
}
