//! Soak: a long trial of every domain, by the example of that name in crate `domains`.

use crate::tree::{Tree, succeed};

/// Run it with the user's numbers.
pub fn run(tree: &Tree, numbers: &[String]) -> Result<(), String> {
    let example = ["run", "--release", "-p", "soundline-domains", "--example", "soak", "--"];
    succeed(tree.cargo(&example).args(numbers))
}
