//! Contracts of functions as ACSL, which Frama-C reads.

use crate::{Analysis, Party};
use soundline_c::{Edits, Overlap, Program};
use std::collections::BTreeMap;

/// The program with the clauses that ACSL can express before each function that has some. Lines keep their numbers.
pub fn acsl(program: &Program, analysis: &Analysis) -> Result<Vec<u8>, Overlap> {
    let mut edits = Edits::new();
    let mut all: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for contract in &analysis.contracts {
        let (word, id) = match contract.party {
            Party::Function(id) => ("requires", id),
            Party::Promise(id) => ("ensures", id),
            _ => continue,
        };
        let clauses = contract.acsl.iter().map(|clause| format!("{word} {clause};"));
        all.entry(program.function(id).span.start).or_default().extend(clauses);
    }
    for (start, clauses) in all.into_iter().filter(|(_, clauses)| !clauses.is_empty()) {
        edits.insert(start, format!("/*@ {} */ ", clauses.join(" ")));
    }
    edits.apply_to(&program.source)
}
