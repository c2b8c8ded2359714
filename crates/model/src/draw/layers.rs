//! Which row everything stands in, and in which order: the combinatorial half of the layout (Sugiyama, Tagawa and Toda 1981).
//! States stand in even rows by their distance from the initial ones, labels of edges in the odd rows between, and an edge that
//! passes a row bends there. So nothing that has a place of its own can overlap anything else. Edges that lead back up are laid
//! out as if they led down; an edge between states of one row hangs below it.

use super::GraphEdge;

/// Edges that lead over more rows than this in all are drawn without bends.
const MOST_BENDS: usize = 40_000;

/// States to which more edges lead back than this (a reset, say) would drown in them: such edges become jumps.
const MOST_BACK: usize = 6;

/// How often the rows are ordered by their neighbours.
const SWEEPS: usize = 24;

/// Something that takes a place in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    State(usize),
    /// The label of an edge.
    Label(usize),
    /// A place where an edge passes.
    Bend(usize),
}

/// Items in rows.
pub(super) struct Layers {
    pub(super) items: Vec<Item>,
    /// The items of each row, from left to right.
    pub(super) rows: Vec<Vec<usize>>,
    pub(super) row_of: Vec<usize>,
    /// By item: what it is tied to in the row above and in the row below.
    pub(super) above: Vec<Vec<usize>>,
    pub(super) below: Vec<Vec<usize>>,
    /// By edge: the items that it passes, from where it starts to where it ends, states included. Empty for loops and jumps.
    pub(super) routes: Vec<Vec<usize>>,
    /// By edge: whether it is a jump, which has no way of its own: many edges lead back to its target.
    pub(super) jumps: Vec<bool>,
}

impl Layers {
    /// The layers of edges between so many states.
    pub(super) fn new(states: usize, initial: &[usize], edges: &[GraphEdge]) -> Layers {
        let ranks = ranks(states, initial, edges);
        let jumps = jumps(&ranks, edges);
        let mut layers = Layers {
            items: (0..states).map(Item::State).collect(),
            rows: Vec::new(),
            row_of: ranks.iter().map(|rank| 2 * rank).collect(),
            above: vec![Vec::new(); states],
            below: vec![Vec::new(); states],
            routes: Vec::new(),
            jumps,
        };
        let length = |(edge, jump): (&GraphEdge, &bool)| match jump {
            true => 0,
            false => 2 * ranks[edge.from].abs_diff(ranks[edge.to]),
        };
        let bends: usize = edges.iter().zip(&layers.jumps).map(length).sum();
        for (number, edge) in edges.iter().enumerate() {
            let route = layers.route(number, edge, bends <= MOST_BENDS);
            layers.routes.push(route);
        }
        let rows = layers.row_of.iter().max().map_or(0, |row| row + 1);
        layers.rows = vec![Vec::new(); rows];
        for (item, row) in layers.row_of.iter().enumerate() {
            layers.rows[*row].push(item);
        }
        layers.order();
        layers
    }

    /// Adds the label and the bends of an edge.
    fn route(&mut self, number: usize, edge: &GraphEdge, bends: bool) -> Vec<usize> {
        if edge.from == edge.to || self.jumps[number] {
            return Vec::new();
        }
        let (upper, lower) = match self.row_of[edge.from] <= self.row_of[edge.to] {
            true => (edge.from, edge.to),
            false => (edge.to, edge.from),
        };
        let (top, bottom) = (self.row_of[upper], self.row_of[lower]);
        if top == bottom {
            let label = self.add(Item::Label(number), top + 1);
            self.tie(upper, label);
            self.tie(lower, label);
            return vec![edge.from, label, edge.to];
        }
        // The odd row in the middle, or just above it.
        let middle = top + (bottom - top) / 2;
        let middle = if middle % 2 == 1 { middle } else { middle - 1 };
        let mut route = vec![upper];
        for row in top + 1..bottom {
            let item = match row == middle {
                true => self.add(Item::Label(number), row),
                false if bends => self.add(Item::Bend(number), row),
                false => continue,
            };
            if self.row_of[route[route.len() - 1]] + 1 == row {
                self.tie(route[route.len() - 1], item);
            }
            route.push(item);
        }
        if self.row_of[route[route.len() - 1]] + 1 == bottom {
            self.tie(route[route.len() - 1], lower);
        }
        route.push(lower);
        if upper != edge.from {
            route.reverse();
        }
        route
    }

    fn add(&mut self, item: Item, row: usize) -> usize {
        self.items.push(item);
        self.row_of.push(row);
        self.above.push(Vec::new());
        self.below.push(Vec::new());
        self.items.len() - 1
    }

    fn tie(&mut self, upper: usize, lower: usize) {
        self.below[upper].push(lower);
        self.above[lower].push(upper);
    }

    /// Orders the rows so that few edges cross: each item goes to the mean place of what it is tied to, downwards and
    /// upwards in turn; the best order seen is kept.
    fn order(&mut self) {
        let mut place = vec![0; self.items.len()];
        let mut best = (self.crossings(&mut place), self.rows.clone());
        for sweep in 0..SWEEPS {
            if best.0 == 0 {
                break;
            }
            let down = sweep % 2 == 0;
            let count = self.rows.len();
            for step in 1..count {
                let row = if down { step } else { count - 1 - step };
                let ties = if down { &self.above } else { &self.below };
                let mean = |item: usize| -> f64 {
                    match ties[item].len() {
                        0 => place[item] as f64,
                        tied => {
                            ties[item].iter().map(|other| place[*other] as f64).sum::<f64>() / tied as f64
                        }
                    }
                };
                let mut keyed: Vec<(f64, usize)> =
                    self.rows[row].iter().map(|item| (mean(*item), *item)).collect();
                // The sort is stable: what is tied alike keeps its order.
                keyed.sort_by(|left, right| left.0.total_cmp(&right.0));
                self.rows[row] = keyed.into_iter().map(|(_, item)| item).collect();
                for (at, item) in self.rows[row].iter().enumerate() {
                    place[*item] = at;
                }
            }
            let crossings = self.crossings(&mut place);
            if crossings < best.0 {
                best = (crossings, self.rows.clone());
            }
        }
        self.rows = best.1;
    }

    /// How many pairs of ties cross; leaves the place of each item in its row behind.
    fn crossings(&self, place: &mut [usize]) -> u64 {
        for row in &self.rows {
            for (at, item) in row.iter().enumerate() {
                place[*item] = at;
            }
        }
        let mut crossings = 0;
        for row in &self.rows {
            let Some(width) =
                row.iter().flat_map(|item| &self.below[*item]).map(|item| place[*item] + 1).max()
            else {
                continue;
            };
            // By place below: how many ties of items further left end there, as a Fenwick tree.
            let mut ended = vec![0_u64; width + 1];
            let mut total = 0;
            for item in row {
                for lower in &self.below[*item] {
                    let mut at = place[*lower] + 1;
                    let mut before = 0;
                    while at > 0 {
                        before += ended[at];
                        at &= at - 1;
                    }
                    crossings += total - before;
                }
                for lower in &self.below[*item] {
                    let mut at = place[*lower] + 1;
                    while at <= width {
                        ended[at] += 1;
                        at += at & at.wrapping_neg();
                    }
                    total += 1;
                }
            }
        }
        crossings
    }
}

/// The edges that lead back, to states to which many do.
fn jumps(ranks: &[usize], edges: &[GraphEdge]) -> Vec<bool> {
    let leads_back = |edge: &GraphEdge| ranks[edge.from] > ranks[edge.to];
    let mut back = vec![0; ranks.len()];
    for edge in edges.iter().filter(|edge| leads_back(edge)) {
        back[edge.to] += 1;
    }
    edges.iter().map(|edge| leads_back(edge) && back[edge.to] > MOST_BACK).collect()
}

/// Breadth-first distances from the initial states; what cannot be reached from them starts anew beside them.
fn ranks(states: usize, initial: &[usize], edges: &[GraphEdge]) -> Vec<usize> {
    let mut leaving = vec![Vec::new(); states];
    for edge in edges {
        leaving[edge.from].push(edge.to);
    }
    let mut ranks = vec![None; states];
    let roots = [initial.to_vec()].into_iter().chain((0..states).map(|state| vec![state]));
    for mut queue in roots {
        queue.retain(|root| ranks[*root].is_none());
        for root in &queue {
            ranks[*root] = Some(0);
        }
        let mut head = 0;
        while let Some(state) = queue.get(head).copied() {
            head += 1;
            let next = ranks[state].map(|rank: usize| rank + 1);
            for target in &leaving[state] {
                if ranks[*target].is_none() {
                    ranks[*target] = next;
                    queue.push(*target);
                }
            }
        }
    }
    ranks.into_iter().map(|rank| rank.unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(pairs: &[(usize, usize)]) -> Vec<GraphEdge> {
        pairs.iter().map(|(from, to)| GraphEdge { from: *from, to: *to, labels: Vec::new() }).collect()
    }

    #[test]
    fn states_stand_by_their_distance_and_labels_between_them() {
        let edges = edges(&[(0, 1), (1, 2), (2, 0), (0, 0), (4, 3)]);
        let layers = Layers::new(5, &[0], &edges);
        assert_eq!(layers.row_of[..5], [0, 2, 4, 0, 0]);
        assert_eq!(layers.routes[0].len(), 3);
        assert_eq!(layers.row_of[layers.routes[0][1]], 1);
        // Back over one row of states and two of labels.
        let back: Vec<usize> = layers.routes[2].iter().map(|item| layers.row_of[*item]).collect();
        assert_eq!(back, [4, 3, 2, 1, 0]);
        assert!(layers.routes[3].is_empty());
        let flat: Vec<usize> = layers.routes[4].iter().map(|item| layers.row_of[*item]).collect();
        assert_eq!(flat, [0, 1, 0]);
    }

    #[test]
    fn crossings_that_need_not_be_are_undone() {
        // 1 and 2 stand in this order at first, and so do 3 and 4: their edges would cross.
        let layers = Layers::new(5, &[0], &edges(&[(0, 1), (0, 2), (1, 4), (2, 3)]));
        let mut place = vec![0; layers.items.len()];
        assert_eq!(layers.crossings(&mut place), 0);
    }

    #[test]
    fn every_item_is_in_its_row_once() {
        let pairs: Vec<(usize, usize)> = (0..40).map(|state| (state, (state * 7 + 3) % 40)).collect();
        let layers = Layers::new(40, &[0], &edges(&pairs));
        let mut seen = vec![0; layers.items.len()];
        for (number, row) in layers.rows.iter().enumerate() {
            for item in row {
                assert_eq!(layers.row_of[*item], number);
                seen[*item] += 1;
            }
        }
        assert!(seen.iter().all(|times| *times == 1));
    }

    #[test]
    fn edges_back_to_where_many_lead_are_jumps() {
        let chain = (0..8).map(|state| (state, state + 1));
        let back = (1..9).map(|state| (state, 0));
        let pairs: Vec<(usize, usize)> = chain.chain(back).collect();
        let layers = Layers::new(9, &[0], &edges(&pairs));
        assert_eq!(layers.jumps, [[false; 8], [true; 8]].concat());
        assert!(layers.routes[8..].iter().all(Vec::is_empty));
        let few = Layers::new(9, &[0], &edges(&pairs[..14]));
        assert_eq!(few.jumps, [false; 14]);
    }

    #[test]
    fn long_ways_back_have_no_bends_where_these_would_be_too_many() {
        let chain = (0..2_000).map(|state| (state, state + 1));
        let back = (1_000..2_000).map(|state| (state + 1, state - 1_000));
        let layers = Layers::new(2_001, &[0], &edges(&chain.chain(back).collect::<Vec<_>>()));
        assert_eq!(layers.items.len(), 2_001 + 3_000);
    }
}
