//! What can be checked.

use super::json;
use super::select::Selected;
use anstream::println;
use soundline_lattice::registry;
use soundline_test::command::screen::{DIM, HEAD};

/// Print the lattices, and their laws when they were named.
pub fn print(selected: &Selected, with_laws: bool, as_json: bool) {
    if as_json {
        anstream::print!("{}", json::of_list(selected));
        return;
    }
    let width = selected.entries.iter().map(|entry| entry.name.chars().count()).max().unwrap_or(0);
    for entry in &selected.entries {
        let checks = selected.checks(entry);
        println!(
            "{HEAD}{:width$}{HEAD:#}  {} {DIM}({} laws){DIM:#}",
            entry.name,
            entry.about,
            checks.len()
        );
        if with_laws {
            print_laws(&checks);
        }
    }
    if !with_laws {
        let faulty = registry::faulty().len();
        println!("\nand {faulty} faulty ones, to see findings: soundline laws planted --list");
        println!("the laws of a lattice: soundline laws NAME --list");
    }
}

fn print_laws(checks: &[soundline_lattice::Check]) {
    let width = checks.iter().map(|check| check.name.chars().count()).max().unwrap_or(0);
    for check in checks {
        let exempt =
            check.exempt.as_ref().map_or(String::new(), |why| format!("  [exempt: {why}]"));
        println!(
            "  {:width$}  {DIM}{:14}{DIM:#}  {}{exempt}",
            check.name,
            check.class.name(),
            check.statement
        );
    }
}
