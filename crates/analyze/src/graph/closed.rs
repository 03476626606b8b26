//! Whether all of a program is here: then unknown code that calls its functions by their names does not exist.

use soundline_c::{Action, Callee, Function, FunctionId, Program, Role, Storage, Type};
use std::collections::BTreeSet;

/// Variables of the C library, which lead to no function of the program.
const OF_THE_LIBRARY: [&str; 12] = [
    "stdin", "stdout", "stderr", "environ", "optarg", "optind", "opterr", "optopt", "timezone",
    "daylight", "tzname", "signgam",
];

/// Whether a program has nothing from elsewhere but functions that are known: no function without a body of which nothing is
/// known, no assembly, no variable of another file, nothing that another file may replace. What is `addressed` counts as called.
pub(crate) fn is_closed(program: &Program, addressed: &BTreeSet<FunctionId>) -> bool {
    let known = |id: &FunctionId| {
        let function = program.function(*id);
        match function.cfg {
            Some(_) => !function.replaceable,
            None => !program.effects.function(*id).does_anything(),
        }
    };
    // A pointer of any value may be one to a function that is not here.
    let gives_pointers = |function: &Function| {
        function.role == Role::Nondet
            && matches!(program.types.get(function.result), Type::Pointer(_))
    };
    let blocks = program.bodies().flat_map(|(_, _, cfg)| &cfg.blocks);
    let mut actions = blocks.flat_map(|block| &block.instructions).map(|one| &one.action);
    let elsewhere = program.variables.iter().any(|variable| {
        variable.storage == Storage::Extern && !OF_THE_LIBRARY.contains(&&*variable.name)
    });
    !elsewhere
        && program.functions.iter().any(|one| one.name == "main" && one.cfg.is_some())
        && !program.functions.iter().any(gives_pointers)
        && addressed.iter().all(known)
        && actions.all(|action| match action {
            Action::Unknown { .. } => false,
            Action::Call { callee: Callee::Function(id), .. } => known(id),
            _ => true,
        })
}
