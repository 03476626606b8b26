//! Annotations as C that compiles: a boolean variable for each assumption, and assumptions about it.
//!
//! `assumed P as a` is `a = a && (P)`, and `assume P provided A` is `__VERIFIER_assume(!(A) || (P))`
//! (Sect. 2 of the paper); in ACSL the latter is `//@ admit A ==> P;`. Lines keep their numbers, so that what another tool says about the annotated
//! program is about the same lines of the original.

use super::{
    Insertion, Spots,
    notes::{Choice, Note, Said, notes},
    prelude::{Assume, Identifier, Identifiers, begin},
};
use crate::{Analysis, AssumptionId, Fact, Predicate, Scope};
use soundline_c::{DataModel, Edits, Function, Overlap, Program};
use std::collections::BTreeSet;

/// The program with its annotations. An analysis of functions alone has local identifiers, as in the
/// paper; one of the whole program has global ones, since facts depend on assumptions elsewhere.
pub fn instrument(
    program: &Program,
    analysis: &Analysis,
    scope: Scope,
    choice: Choice,
    assume: Assume,
) -> Result<Vec<u8>, Overlap> {
    let writer = Writer { program, assume, identifiers: Identifiers::new(program) };
    let mut edits = Edits::new();
    let mut everywhere = Written::default();
    let mut first = u32::MAX;
    for report in &analysis.functions {
        let function = program.function(report.function);
        let spots = Spots::new(program, function);
        let notes = notes(analysis, report, &spots, choice);
        if notes.is_empty() {
            continue;
        }
        first = first.min(function.span.start);
        let mut written = Written::default();
        for (label, note) in &notes {
            let Some(spot) = spots.at(*label) else { continue };
            if writer.write(&mut edits, spot.insertion, note) {
                written.add(note);
            }
        }
        match scope {
            Scope::Whole { .. } => everywhere.join(written),
            Scope::Modular => {
                let made = analysis.assumptions.iter().filter(|made| made.is_carried());
                let made = made.map(|made| (made.function, made.id));
                let own = made.filter(|(function, _)| *function == report.function);
                // And contracts that were made for another function first: nothing is taken from them.
                let own: BTreeSet<AssumptionId> =
                    own.map(|(_, id)| id).chain(written.used.iter().copied()).collect();
                let own = own.into_iter().map(|id| written.identifier(id)).collect();
                writer.local(&mut edits, function, own);
            }
        }
    }
    let global = match scope {
        Scope::Whole { .. } => analysis
            .assumptions
            .iter()
            .filter(|made| made.is_carried())
            .map(|made| everywhere.identifier(made.id))
            .map(|identifier| format!("static {}", writer.identifiers.declaration(identifier)))
            .collect::<Vec<_>>()
            .join(" "),
        Scope::Modular => String::new(),
    };
    begin(&mut edits, program, assume, first, &global);
    edits.apply_to(&program.source)
}

/// What annotations were written.
#[derive(Default)]
struct Written {
    /// The assumptions that stand where they were made.
    made: BTreeSet<AssumptionId>,
    /// Those that something depends on.
    used: BTreeSet<AssumptionId>,
}

impl Written {
    fn add(&mut self, note: &Note) {
        match note {
            Note::Assumed { id, .. } => drop(self.made.insert(*id)),
            Note::Assume { provided, .. } => self.used.extend(provided.iter()),
        }
    }

    fn join(&mut self, other: Written) {
        self.made.extend(other.made);
        self.used.extend(other.used);
    }

    /// An assumption that could not be written where it was made does not hold from the beginning,
    /// and nothing is taken from it.
    fn identifier(&self, id: AssumptionId) -> Identifier {
        Identifier { id, holds: self.made.contains(&id), used: self.used.contains(&id) }
    }
}

struct Writer<'p> {
    program: &'p Program,
    assume: Assume,
    identifiers: Identifiers,
}

impl Writer<'_> {
    /// Writes an annotation to its place; false if it cannot be said there.
    fn write(&self, edits: &mut Edits, to: Insertion, note: &Note) -> bool {
        match note {
            Note::Assume { said, provided } if self.assume == Assume::Acsl => {
                let predicate = self.admitted(said, provided);
                predicate.is_some_and(|said| to.comment(edits, &format!("/*@ admit {said}; */")))
            }
            _ => self.note(note).map(|text| to.insert(edits, &text)).is_some(),
        }
    }

    /// An annotation as a predicate of ACSL. Conditions of the program are left out: what they compute may wrap, and numbers
    /// of ACSL do not.
    fn admitted(&self, said: &Said, provided: &BTreeSet<AssumptionId>) -> Option<String> {
        let said = match said {
            Said::False => "\\false".to_owned(),
            Said::Facts(predicate) => {
                let parts = predicate.facts.iter().filter_map(Fact::to_acsl);
                let parts: Vec<String> = parts.collect();
                (!parts.is_empty()).then(|| parts.join(" && "))?
            }
            Said::Condition(..) => return None,
        };
        Some(match provided.is_empty() {
            true => said,
            false => format!("({}) ==> ({said})", self.identifiers.predicate(provided)),
        })
    }

    /// An annotation as an expression; none if C cannot say it and it may be left out.
    fn note(&self, note: &Note) -> Option<String> {
        match note {
            Note::Assumed { id, predicate, complete } => {
                let name = self.identifiers.name(*id);
                // What C cannot say in full must not be taken for less: then it is false.
                let said = predicate.filter(|_| *complete).and_then(|said| self.all(said));
                Some(match said {
                    Some(said) => format!("{name} = {name} && {said}"),
                    None => format!("{name} = 0"),
                })
            }
            Note::Assume { said, provided } => {
                let said = match said {
                    Said::False => "0".to_owned(),
                    Said::Facts(predicate) => format!("({})", self.some(predicate)?),
                    Said::Condition(span, true) => {
                        format!("({})", self.program.source.slice(*span))
                    }
                    Said::Condition(span, false) => {
                        format!("!({})", self.program.source.slice(*span))
                    }
                };
                let function = self.assume.name();
                Some(match (provided.is_empty(), said.as_str()) {
                    (true, _) if said.starts_with('(') => format!("{function}{said}"),
                    (true, _) => format!("{function}({said})"),
                    (false, "0") => {
                        format!("{function}(!({}))", self.identifiers.conjunction(provided))
                    }
                    (false, _) => {
                        format!(
                            "{function}(!({}) || {said})",
                            self.identifiers.conjunction(provided)
                        )
                    }
                })
            }
        }
    }

    /// All facts, in parentheses; none if one of them cannot be said.
    fn all(&self, predicate: &Predicate) -> Option<String> {
        let facts = &predicate.facts;
        let parts: Option<Vec<String>> =
            facts.iter().enumerate().map(|(at, fact)| self.fact(fact, &facts[..at])).collect();
        let parts = parts?;
        Some(if parts.is_empty() { "1".into() } else { format!("({})", parts.join(" && ")) })
    }

    /// The facts that can be said.
    fn some(&self, predicate: &Predicate) -> Option<String> {
        let facts = &predicate.facts;
        let parts: Vec<String> = facts
            .iter()
            .enumerate()
            .filter_map(|(at, fact)| self.fact(fact, &facts[..at]))
            .collect();
        (!parts.is_empty()).then(|| parts.join(" && "))
    }

    /// There are no 128 bits for programs of 32, nor for Frama-C.
    fn fact(&self, fact: &Fact, before: &[Fact]) -> Option<String> {
        let narrow = self.program.types.model() == DataModel::Ilp32 || self.assume == Assume::Acsl;
        fact.to_c_behind(before).filter(|text| !(narrow && text.contains("__int128")))
    }

    /// Declares the identifiers of a function at the start of its body.
    fn local(&self, edits: &mut Edits, function: &Function, ids: Vec<Identifier>) {
        if let Some(body) = function.body.as_ref().filter(|_| !ids.is_empty()) {
            let declared = ids.into_iter().map(|id| self.identifiers.declaration(id));
            let text: Vec<String> = declared.collect();
            edits.insert_first(body.span.start + 1, format!(" {}", text.join(" ")));
        }
    }
}
