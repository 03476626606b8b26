//! The program without the branches in which nothing is left to verify (Sect. 4.3 of the paper).
//!
//! A branch is cut where it is taken: the condition `c` of a branch whose other side is verified
//! becomes `(assume(c), 1)`. So a side that is not in the text, such as a missing `else` or the end of a
//! loop, is cut like any other, and everything else of the text stays as it was.

use super::{
    conditions::conditions,
    prelude::{Assume, begin},
};
use crate::{Analysis, VerifiedBranch};
use soundline_c::{Edits, Overlap, Program, Role};

/// The program with its verified branches cut, and how many were.
pub fn residual(
    program: &Program,
    analysis: &Analysis,
    assume: Assume,
) -> Result<(Vec<u8>, usize), Overlap> {
    let mut edits = Edits::new();
    let mut cut = 0;
    let mut first = u32::MAX;
    for report in &analysis.functions {
        let function = program.function(report.function);
        let Some(body) = function.body.as_ref().filter(|_| function.role == Role::Ordinary) else {
            continue;
        };
        let places = conditions(body);
        let mut done = Vec::new();
        for branch in report.verified_branches.iter().filter(|b| places.contains(&b.span)) {
            // Both sides of a branch are cut by cutting one: the other is then all that is left of it.
            if !done.contains(&branch.span) {
                prune(&mut edits, branch, assume);
                done.push(branch.span);
                cut += 1;
                first = first.min(function.span.start);
            }
        }
    }
    if cut > 0 {
        begin(&mut edits, program, assume, first, "");
    }
    Ok((edits.apply_to(&program.source)?, cut))
}

fn prune(edits: &mut Edits, branch: &VerifiedBranch, assume: Assume) {
    let name = assume.name();
    let (before, after) = match branch.side {
        true => (format!("({name}(!("), ")), 0)"),
        false => (format!("({name}(("), ") != 0), 1)"),
    };
    edits.wrap(branch.span, before, after);
}
