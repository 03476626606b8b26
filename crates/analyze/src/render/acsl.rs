//! Contracts of functions as ACSL, which Frama-C reads.

use crate::{Analysis, Party};
use soundline_c::{Edits, Overlap, Program};

/// The program with the clauses that ACSL can express before each function that has some. Lines keep their numbers.
pub fn acsl(program: &Program, analysis: &Analysis) -> Result<Vec<u8>, Overlap> {
    let mut edits = Edits::new();
    for contract in analysis.contracts.iter().filter(|contract| !contract.acsl.is_empty()) {
        if let Party::Function(id) = contract.party {
            let clauses = contract.acsl.iter().map(|clause| format!("requires {clause};"));
            let clauses: Vec<String> = clauses.collect();
            let text = format!("/*@ {} */ ", clauses.join(" "));
            edits.insert(program.function(id).span.start, text);
        }
    }
    edits.apply_to(&program.source)
}
