//! From how many variables on it pays to decompose elements into blocks.
//!
//! The variables come in independent groups of four, which is what decomposition is made for, and
//! the elements differ in one of them. The same elements are measured whole and decomposed.

use soundline_domains::Domain;
use soundline_domains::blocks::Blocks;
use soundline_domains::expr::Space;
use soundline_domains::octagons::Octagons;
use soundline_domains::polyhedra::Polyhedra;

use super::elements::{self, Make};
use super::operations::Bench;

/// Whole polyhedra of more variables take minutes: the vertices of the groups multiply.
const MOST_POLYHEDRA: usize = 24;

/// How many times faster operations are on decomposed elements than on whole ones.
pub fn print_ratios() {
    println!("time of whole elements / time of blocks of 4 variables (above 1: blocks pay)\n");
    let sizes = [4, 8, 16, 24, 32, 64];
    ratios("octagons f64", &sizes, Octagons::float, elements::groups_of_pairs);
    ratios("octagons exact", &sizes, Octagons::exact, elements::groups_of_pairs);
    let sizes: Vec<usize> = sizes.into_iter().filter(|n| *n <= MOST_POLYHEDRA).collect();
    ratios("polyhedra", &sizes, Polyhedra::closed, elements::sparse_groups);
    println!("(whole polyhedra of more than {MOST_POLYHEDRA} such variables take too long)\n");
}

fn ratios<D: Domain>(title: &str, sizes: &[usize], domain: fn(Space) -> D, make: Make) {
    let column = |size: &usize| {
        let whole = Bench::new(domain(Space::reals(*size)), make).times();
        let blocks = Bench::new(Blocks::new(domain(Space::reals(*size))), make).times();
        whole.iter().zip(blocks).map(|(whole, blocks)| (whole.0, whole.1 / blocks.1)).collect()
    };
    let columns: Vec<Vec<_>> = sizes.iter().map(column).collect();
    super::measure::print_table(title, sizes, &columns);
}
