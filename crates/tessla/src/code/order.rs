//! Groups of things that use each other, each group after those that it uses.

/// The strongly connected components of a graph given by what each node uses, in an order in which users come last.
/// Within a component the nodes are in ascending order. Needs no stack, however long the chains are.
pub(crate) fn components(uses: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let count = uses.len();
    let mut number = vec![NEW; count];
    let mut low = vec![0; count];
    let mut is_open = vec![false; count];
    let mut open: Vec<usize> = Vec::new();
    let mut found = Vec::new();
    let mut next = 0;
    for root in 0..count {
        if number[root] != NEW {
            continue;
        }
        let mut work = vec![(root, 0)];
        while let Some((node, edge)) = work.pop() {
            if edge == 0 {
                number[node] = next;
                low[node] = next;
                next += 1;
                open.push(node);
                is_open[node] = true;
            } else {
                let child = uses[node][edge - 1];
                low[node] = low[node].min(low[child]);
            }
            let mut edge = edge;
            let mut entered = false;
            while let Some(child) = uses[node].get(edge) {
                edge += 1;
                if number[*child] == NEW {
                    work.push((node, edge));
                    work.push((*child, 0));
                    entered = true;
                    break;
                }
                if is_open[*child] {
                    low[node] = low[node].min(number[*child]);
                }
            }
            if !entered && low[node] == number[node] {
                let mut component = Vec::new();
                while let Some(member) = open.pop() {
                    is_open[member] = false;
                    component.push(member);
                    if member == node {
                        break;
                    }
                }
                component.sort_unstable();
                found.push(component);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn used_things_come_before_their_users() {
        assert_eq!(components(&[vec![1, 2], vec![2], vec![]]), [vec![2], vec![1], vec![0]]);
    }

    #[test]
    fn things_that_use_each_other_are_one_group() {
        assert_eq!(components(&[vec![1], vec![2], vec![0, 3], vec![]]), [vec![3], vec![0, 1, 2]]);
    }

    #[test]
    fn a_chain_of_a_hundred_thousand_needs_no_stack() {
        let uses: Vec<Vec<usize>> =
            (0..100_000).map(|n| if n + 1 < 100_000 { vec![n + 1] } else { vec![] }).collect();
        assert_eq!(components(&uses).len(), 100_000);
    }
}
