//! What annotated C needs at its beginning: the function that assumes, and identifiers.

use crate::AssumptionId;
use soundline_c::{DataModel, Edits, Program, Span, Type};
use std::collections::BTreeSet;

/// What cuts paths on which a condition does not hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Assume {
    /// `__VERIFIER_assume`, which verifiers of SV-COMP know.
    #[default]
    Verifier,
    /// `__CPROVER_assume`, which CBMC knows without a declaration.
    Cprover,
    /// `klee_assume`, which KLEE knows.
    Klee,
    /// No function: `admit` of ACSL, in a comment that Frama-C reads.
    Acsl,
}

impl Assume {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Assume::Verifier => "__VERIFIER_assume",
            Assume::Cprover => "__CPROVER_assume",
            Assume::Klee => "klee_assume",
            Assume::Acsl => "admit",
        }
    }

    /// Its declaration, unless the program has it before byte `first`, or no program needs one.
    fn declaration(self, program: &Program, first: u32) -> Option<String> {
        let name = self.name();
        let known = program.function_named(name).map(|id| program.function(id));
        match (self, known) {
            (Assume::Cprover | Assume::Acsl, _) => None,
            (_, Some(function)) if function.span.start < first => None,
            (_, Some(function)) => Some(format!("{};", prototype(program, function.ty, name)?)),
            // KLEE's header says `uintptr_t`.
            (Assume::Klee, None) if program.types.model() == DataModel::Ilp32 => {
                Some(format!("extern void {name}(unsigned int);"))
            }
            (Assume::Klee, None) => Some(format!("extern void {name}(unsigned long);")),
            (_, None) => Some(format!("extern void {name}(int);")),
        }
    }
}

/// A declaration of a function that is declared later on, in the same way.
fn prototype(program: &Program, ty: soundline_c::TypeId, name: &str) -> Option<String> {
    let Type::Function { result, parameters, .. } = program.types.get(ty) else { return None };
    let parameters: Vec<String> = parameters.iter().map(|ty| program.types.show(*ty)).collect();
    Some(format!("{} {name}({})", program.types.show(*result), parameters.join(", ")))
}

/// The names of boolean variables for assumptions. None of them occurs in the program.
#[derive(Debug)]
pub struct Identifiers {
    prefix: String,
}

impl Identifiers {
    /// Names that a program has not.
    pub fn new(program: &Program) -> Self {
        let mut prefix = "soundline_".to_owned();
        let text = program.source.slice(Span::new(0, u32::MAX));
        while text.contains(&prefix) {
            prefix.push('_');
        }
        Self { prefix }
    }

    /// The name of an assumption.
    pub fn name(&self, id: AssumptionId) -> String {
        format!("{}{id}", self.prefix)
    }

    /// All of these assumptions hold, as a predicate of ACSL.
    pub fn predicate(&self, ids: &BTreeSet<AssumptionId>) -> String {
        let names: Vec<String> = ids.iter().map(|id| format!("{} != 0", self.name(*id))).collect();
        names.join(" && ")
    }

    /// All of these assumptions hold, as an expression.
    pub fn conjunction(&self, ids: &BTreeSet<AssumptionId>) -> String {
        let names: Vec<String> = ids.iter().map(|id| self.name(*id)).collect();
        names.join(" && ")
    }

    /// Declares an assumption that has held so far, or that never did.
    pub fn declaration(&self, identifier: Identifier) -> String {
        let Identifier { id, holds, used } = identifier;
        // Compilers warn of variables that are only set.
        let mark = if used { "" } else { " __attribute__((unused))" };
        format!("_Bool {}{mark} = {};", self.name(id), u8::from(holds))
    }
}

/// A boolean variable for an assumption.
#[derive(Clone, Copy, Debug)]
pub struct Identifier {
    /// The assumption.
    pub id: AssumptionId,
    /// Whether it holds until it is found not to.
    pub holds: bool,
    /// Whether anything depends on it.
    pub used: bool,
}

/// Puts declarations at the beginning of a program, on its first line, so that lines keep their
/// numbers. A directive needs a line of its own; it is a line marker, which numbers what follows.
pub fn begin(edits: &mut Edits, program: &Program, assume: Assume, first: u32, identifiers: &str) {
    let declaration = assume.declaration(program, first);
    let parts: Vec<&str> = declaration
        .iter()
        .map(String::as_str)
        .chain([identifiers])
        .filter(|s| !s.is_empty())
        .collect();
    if parts.is_empty() {
        return;
    }
    let directive = program.source.bytes().trim_ascii_start().starts_with(b"#");
    edits.insert(0, parts.join(" ") + if directive { "\n" } else { " " });
}
