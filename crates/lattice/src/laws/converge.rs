//! Chains that must become stable.

use crate::{Case, Choices, Generate, Outcome, Subject};

/// Steps within which a chain of widenings or narrowings must become stable. Convergence cannot be
/// tested; this stronger property can (ASE'18, Sect. 3.2, with the same number).
pub const CONVERGENCE_STEPS: usize = 100;

/// What drives a chain: the same push at every step, as a loop counter does, or a new one each time.
pub(super) struct Push {
    repeated: Option<Vec<u64>>,
    fresh: bool,
}

impl Push {
    pub(super) fn draw(case: &mut Case) -> Push {
        Push { repeated: None, fresh: case.generator().flip() }
    }

    pub(super) fn element<E>(
        &mut self,
        case: &mut Case,
        generate: impl FnOnce(&mut Case) -> Option<E>,
    ) -> Option<E> {
        match &self.repeated {
            Some(push) if !self.fresh => generate(&mut Case::new(Choices::replay(push))),
            _ => {
                let start = case.choices.count();
                let element = generate(case);
                self.repeated = Some(case.choices.drawn()[start..].to_vec());
                element
            }
        }
    }
}

/// Follow a chain until `step` gives up; a chain that never does is a violation.
pub(super) fn iterate<L: Generate>(
    l: &Subject<L>,
    case: &mut Case,
    start: L::Elem,
    mut step: impl FnMut(&mut Case, &L::Elem) -> Option<L::Elem>,
) -> Outcome {
    let mut x = start;
    for count in 1..=CONVERGENCE_STEPS {
        match step(case, &x) {
            Some(next) => x = next,
            None => return Outcome::Holds,
        }
        if count <= 3 || count == CONVERGENCE_STEPS {
            case.note(&format!("x after step {count}"), || l.show(&x));
        }
    }
    Outcome::Violated
}
