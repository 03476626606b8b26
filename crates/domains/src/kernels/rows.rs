//! Where the entries of a matrix are.

/// Lanes of the widest vector; rows are padded to full vectors.
pub const LANES: usize = 8;

/// The layout of a matrix whose entry (i, j) bounds node j minus node i from above.
///
/// Octagons have two nodes for each variable, x and -x, next to each other, and the matrix is
/// coherent: entry (i, j) is entry (j^1, i^1). Only one of the two is kept, so that row i ends at
/// column i|1 (Miné, The octagon abstract domain, HOSC 2006). Zones keep the full matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    nodes: usize,
    half: bool,
}

impl Rows {
    /// All entries between so many nodes.
    pub const fn full(nodes: usize) -> Rows {
        Rows { nodes, half: false }
    }

    /// One of each pair of coherent entries; nodes come in pairs.
    pub const fn half(nodes: usize) -> Rows {
        Rows { nodes, half: true }
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Are coherent entries kept once?
    pub fn is_half(&self) -> bool {
        self.half
    }

    /// The nodes, padded to full vectors.
    #[inline]
    pub fn padded(&self) -> usize {
        self.nodes.next_multiple_of(LANES)
    }

    /// The entries of a row that mean something.
    #[inline]
    pub fn used(&self, i: usize) -> usize {
        if self.half { (i | 1) + 1 } else { self.nodes }
    }

    /// The length of a row with its padding.
    #[inline]
    pub fn width(&self, i: usize) -> usize {
        if self.half { (i / LANES + 1) * LANES } else { self.padded() }
    }

    /// Where a row starts. Kernels ask for every entry of a node.
    #[inline(always)]
    pub fn start(&self, i: usize) -> usize {
        if self.half {
            let group = i / LANES;
            LANES * (LANES * (group * (group + 1) / 2) + (i % LANES) * (group + 1))
        } else {
            i * self.padded()
        }
    }

    /// The length of the whole matrix.
    pub fn len(&self) -> usize {
        self.start(self.nodes)
    }

    /// Where an entry is.
    #[inline(always)]
    pub fn index(&self, i: usize, j: usize) -> usize {
        if self.half && j > (i | 1) { self.start(j ^ 1) + (i ^ 1) } else { self.start(i) + j }
    }

    /// The entries that are kept, as pairs of nodes, row by row.
    pub fn entries(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.nodes).flat_map(move |i| (0..self.used(i)).map(move |j| (i, j)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_has_its_own_place() {
        for rows in [0, 2, 4, 8, 10, 16, 18, 40].map(Rows::half) {
            let mut places: Vec<usize> = rows.entries().map(|(i, j)| rows.index(i, j)).collect();
            assert!(places.is_sorted_by(|a, b| a < b));
            assert!(places.pop().is_none_or(|last| last < rows.len()));
            // The diagonal alone is kept twice.
            for (i, j) in rows.entries().filter(|(i, j)| i != j) {
                assert_eq!(rows.index(i, j), rows.index(j ^ 1, i ^ 1));
            }
            let n = rows.nodes() / 2;
            assert_eq!(rows.entries().count(), 2 * n * (n + 1));
        }
        assert_eq!(Rows::full(3).len(), 24);
        assert_eq!(Rows::full(3).index(2, 1), 17);
    }

    #[test]
    fn padding_of_sixty_four_variables_is_below_a_tenth() {
        let rows = Rows::half(128);
        assert!(rows.len() * 10 <= rows.entries().count() * 11);
    }
}
