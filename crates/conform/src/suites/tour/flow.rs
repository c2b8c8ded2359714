//! Flows of least cost without upper bounds: what is supplied at some nodes is sent to where it is missing.
//! Successive shortest paths with potentials (Edmonds and Karp 1972); each search starts at one node and ends at the nearest
//! one that misses something, so that what is balanced nearby costs little time. Supplies must sum to 0, and every
//! missing node must be in reach of every supply.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A network.
pub(super) struct Flow {
    supply: Vec<i64>,
    /// Two for each arc: there, and back as far as something was sent there.
    arcs: Vec<Residual>,
    leaving: Vec<Vec<u32>>,
}

struct Residual {
    to: usize,
    cost: i64,
    capacity: u64,
}

/// One search: distances and the arcs by which nodes were reached, for the nodes touched.
struct Search {
    distance: Vec<i64>,
    by: Vec<Option<u32>>,
    done: Vec<bool>,
    touched: Vec<usize>,
}

impl Flow {
    pub(super) fn new(nodes: usize) -> Flow {
        Flow { supply: vec![0; nodes], arcs: Vec::new(), leaving: vec![Vec::new(); nodes] }
    }

    /// Adds to what a node has (more than it needs), or misses if that is negative.
    pub(super) fn supply(&mut self, node: usize, amount: i64) {
        self.supply[node] += amount;
    }

    /// Adds an arc along which any amount can be sent.
    pub(super) fn arc(&mut self, from: usize, to: usize, cost: i64) {
        self.leaving[from].push(self.arcs.len() as u32);
        self.arcs.push(Residual { to, cost, capacity: u64::MAX });
        self.leaving[to].push(self.arcs.len() as u32);
        self.arcs.push(Residual { to: from, cost: -cost, capacity: 0 });
    }

    /// What is sent along each arc, in the order in which arcs were added, such that the sum of costs is least. Stops
    /// early as soon as it is clear that the least sum is above `most`; then that of what is returned is above it too.
    pub(super) fn solve(mut self, most: u64) -> Vec<u64> {
        let mut spent = 0_u64;
        let nodes = self.supply.len();
        let mut potential = vec![0_i64; nodes];
        let mut search = Search {
            distance: vec![i64::MAX; nodes],
            by: vec![None; nodes],
            done: vec![false; nodes],
            touched: Vec::new(),
        };
        'balance: for source in 0..nodes {
            while self.supply[source] > 0 {
                let Some(sink) = self.nearest(source, &potential, &mut search) else {
                    debug_assert!(false, "something is missing in reach of every supply");
                    break;
                };
                let reached = search.distance[sink];
                for node in &search.touched {
                    if search.done[*node] {
                        potential[*node] += search.distance[*node] - reached;
                    }
                }
                // What is balanced so far is balanced at the least cost, which more can only raise.
                spent = spent.saturating_add(self.send(source, sink, &search.by));
                if spent > most {
                    break 'balance;
                }
            }
        }
        self.arcs.iter().skip(1).step_by(2).map(|back| back.capacity).collect()
    }

    /// The nearest node that misses something, by costs reduced with the potentials (never negative).
    fn nearest(&self, source: usize, potential: &[i64], search: &mut Search) -> Option<usize> {
        for node in search.touched.drain(..) {
            search.distance[node] = i64::MAX;
            search.by[node] = None;
            search.done[node] = false;
        }
        search.distance[source] = 0;
        search.touched.push(source);
        let mut open = BinaryHeap::from([Reverse((0_i64, source))]);
        while let Some(Reverse((distance, node))) = open.pop() {
            if std::mem::replace(&mut search.done[node], true) {
                continue;
            }
            if self.supply[node] < 0 {
                return Some(node);
            }
            for number in &self.leaving[node] {
                let arc = &self.arcs[*number as usize];
                if arc.capacity == 0 || search.done[arc.to] {
                    continue;
                }
                let further = distance + arc.cost + potential[node] - potential[arc.to];
                if further < search.distance[arc.to] {
                    if search.distance[arc.to] == i64::MAX {
                        search.touched.push(arc.to);
                    }
                    search.distance[arc.to] = further;
                    search.by[arc.to] = Some(*number);
                    open.push(Reverse((further, arc.to)));
                }
            }
        }
        None
    }

    /// Sends as much as possible along the path that was found, and tells what that costs.
    fn send(&mut self, source: usize, sink: usize, by: &[Option<u32>]) -> u64 {
        let mut numbers = Vec::new();
        let mut at = sink;
        while let Some(number) = by[at] {
            numbers.push(number as usize);
            at = self.arcs[number as usize ^ 1].to;
        }
        let room = numbers.iter().map(|number| self.arcs[*number].capacity).min().unwrap_or(0);
        let amount = room.min(self.supply[source].unsigned_abs()).min(self.supply[sink].unsigned_abs());
        let cost: i64 = numbers.iter().map(|number| self.arcs[*number].cost).sum();
        for number in numbers {
            if self.arcs[number].capacity != u64::MAX {
                self.arcs[number].capacity -= amount;
            }
            let back = &mut self.arcs[number ^ 1];
            if back.capacity != u64::MAX {
                back.capacity += amount;
            }
        }
        self.supply[source] -= amount as i64;
        self.supply[sink] += amount as i64;
        amount.saturating_mul(u64::try_from(cost).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Alone, node 0 would send to 2 and leave the dear way to node 1; together it is cheaper to cross over.
    fn crossing() -> Flow {
        let mut flow = Flow::new(4);
        for (node, amount) in [(0, 1), (1, 1), (2, -1), (3, -1)] {
            flow.supply(node, amount);
        }
        for (from, to, cost) in [(0, 2, 1), (0, 3, 2), (1, 2, 2), (1, 3, 10)] {
            flow.arc(from, to, cost);
        }
        flow
    }

    #[test]
    fn supplies_take_the_cheapest_ways_together() {
        assert_eq!(crossing().solve(4), [0, 1, 1, 0]);
    }

    #[test]
    fn no_more_is_sent_once_it_costs_too_much() {
        assert_eq!(crossing().solve(0), [1, 0, 0, 0]);
    }
}
