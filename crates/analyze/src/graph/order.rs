//! The weak topological order of a graph (Bourdoncle 1993): nested components, each with a head.

/// The order, and which nodes are heads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    /// The place of each node in the order; nodes that are not reached come last.
    pub(crate) place: Vec<u32>,
    /// For each node, the heads of the components around it, the outermost first; a head is in its
    /// own component.
    pub(crate) heads: Vec<Vec<u32>>,
}

/// Graphs of more nodes than this are searched on a stack of their own.
const SMALL: usize = 500;
const STACK: usize = 512 << 20;

/// The weak topological order of the nodes that are reached from the first one.
pub(crate) fn order(successors: &[Vec<usize>]) -> Order {
    if successors.len() <= SMALL {
        return searched(successors);
    }
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        match builder.spawn_scoped(scope, || searched(successors)).map(|worker| worker.join()) {
            Ok(Ok(order)) => order,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => searched(successors),
        }
    })
}

fn searched(successors: &[Vec<usize>]) -> Order {
    let count = successors.len();
    let mut search = Search { successors, number: vec![0; count], stack: Vec::new(), next: 0 };
    let mut top = Vec::new();
    if count > 0 {
        search.visit(0, &mut top);
    }
    let mut order = Order { place: vec![u32::MAX; count], heads: vec![Vec::new(); count] };
    let mut next = 0;
    top.reverse();
    lay_out(&top, &mut Vec::new(), &mut next, &mut order);
    for place in order.place.iter_mut().filter(|place| **place == u32::MAX) {
        *place = next;
        next += 1;
    }
    order
}

enum Part {
    Node(usize),
    Component(usize, Vec<Part>),
}

fn lay_out(parts: &[Part], heads: &mut Vec<u32>, next: &mut u32, order: &mut Order) {
    for part in parts {
        match part {
            Part::Node(node) => {
                order.place[*node] = *next;
                order.heads[*node] = heads.clone();
                *next += 1;
            }
            Part::Component(head, inside) => {
                order.place[*head] = *next;
                *next += 1;
                heads.push(*head as u32);
                order.heads[*head] = heads.clone();
                lay_out(inside, heads, next, order);
                heads.pop();
            }
        }
    }
}

/// Bourdoncle's search with numbers; `DONE` are those whose component is closed.
struct Search<'g> {
    successors: &'g [Vec<usize>],
    number: Vec<u32>,
    stack: Vec<usize>,
    next: u32,
}

const DONE: u32 = u32::MAX;

impl Search<'_> {
    /// Recursion is as deep as the longest path.
    fn visit(&mut self, node: usize, parts: &mut Vec<Part>) -> u32 {
        self.stack.push(node);
        self.next += 1;
        self.number[node] = self.next;
        let mut head = self.next;
        let mut is_loop = false;
        for next in self.successors[node].clone() {
            let least =
                if self.number[next] == 0 { self.visit(next, parts) } else { self.number[next] };
            if least <= head {
                head = least;
                is_loop = true;
            }
        }
        if head == self.number[node] {
            self.number[node] = DONE;
            let mut top = self.stack.pop();
            if is_loop {
                while let Some(other) = top.filter(|other| *other != node) {
                    self.number[other] = 0;
                    top = self.stack.pop();
                }
                let inside = self.component(node);
                parts.push(Part::Component(node, inside));
            } else {
                parts.push(Part::Node(node));
            }
        }
        head
    }

    fn component(&mut self, node: usize) -> Vec<Part> {
        let mut parts = Vec::new();
        for next in self.successors[node].clone() {
            if self.number[next] == 0 {
                self.visit(next, &mut parts);
            }
        }
        parts.reverse();
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(edges: &[(usize, usize)], count: usize, places: &[u32], heads: &[&[u32]]) {
        let mut successors = vec![Vec::new(); count];
        for (from, to) in edges {
            successors[*from].push(*to);
        }
        let order = order(&successors);
        assert_eq!(order.place, places);
        assert_eq!(order.heads, heads);
    }

    #[test]
    fn a_loop_in_a_loop() {
        // 0 -> 1(2(3)4) 5
        let edges = [(0, 1), (1, 2), (2, 3), (3, 2), (3, 4), (4, 1), (1, 5)];
        let heads: [&[u32]; 6] = [&[], &[1], &[1, 2], &[1, 2], &[1], &[]];
        check(&edges, 6, &[0, 1, 2, 3, 4, 5], &heads);
    }

    #[test]
    fn branches_come_before_what_joins_them() {
        check(&[(0, 1), (0, 2), (1, 3), (2, 3)], 4, &[0, 2, 1, 3], &[&[], &[], &[], &[]]);
    }

    #[test]
    fn a_node_that_follows_itself() {
        check(&[(0, 1), (1, 1), (1, 2)], 3, &[0, 1, 2], &[&[], &[1], &[]]);
    }

    #[test]
    fn unreached_nodes_come_last() {
        check(&[(0, 2)], 3, &[0, 2, 1], &[&[], &[], &[]]);
    }
}
