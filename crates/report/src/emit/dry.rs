//! What a check would do, found out without the library: for tests that never came to their end.
//!
//! A crash or a hang leaves no record of the check behind it. Checks talk to a machine, so one that does
//! nothing but write down what it is asked gives their steps. Its answers decide which way a check
//! goes: all combinations are tried, and the way with most operations is taken.

use soundline_domains::capabilities::Kind;
use soundline_domains::expr::{Constraint, Space};
use soundline_fuzz::bench::Step;
use soundline_fuzz::{Trace, run_recording};
use soundline_lattice::Answer;
use soundline_targets::{
    Machine, Operation, Profile, Question, Refusal, Registry, Slot, Touch, WideningContract,
};

/// The steps of the check of a trace for a library of this kind.
pub(super) fn steps(trace: &Trace, kind: Kind) -> Vec<Step> {
    let answers = [Answer::Yes, Answer::No];
    let policies = answers.iter().flat_map(|order| answers.map(|bottom| (*order, bottom)));
    let ways = policies.filter_map(|(order, bottom)| {
        let profile = profile(kind, &trace.space)?;
        let mut machine = Paper { space: trace.space.clone(), profile, made: 0, order, bottom };
        Some(run_recording(&mut machine, None, trace).steps)
    });
    let makes = |steps: &Vec<Step>| {
        steps.iter().filter(|step| matches!(step, Step::Make(_) | Step::MakeInPlace(_))).count()
    };
    // Of equals the first, whose preconditions hold.
    ways.reduce(|best, way| if makes(&way) > makes(&best) { way } else { best }).unwrap_or_default()
}

/// A profile that lets every check go its way.
fn profile(kind: Kind, space: &Space) -> Option<Profile> {
    let registry = Registry::builtin();
    let machine = registry.get("boxes:exact").ok()?.open(space).ok()?;
    // As all libraries with APRON's interface have it.
    let widening = WideningContract::Increasing;
    Some(Profile { kind, widening, missing: vec![], exempt: vec![], ..machine.profile().clone() })
}

/// A machine on paper.
struct Paper {
    space: Space,
    profile: Profile,
    made: usize,
    order: Answer,
    bottom: Answer,
}

impl Machine for Paper {
    fn space(&self) -> &Space {
        &self.space
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn reset(&mut self) {
        self.made = 0;
    }

    fn apply(&mut self, _: &Operation) -> Result<Slot, Refusal> {
        self.made += 1;
        Ok(Slot(self.made - 1))
    }

    fn apply_in_place(&mut self, operation: &Operation) -> Result<Slot, Refusal> {
        self.apply(operation)
    }

    fn ask(&mut self, question: Question) -> Result<Answer, Refusal> {
        Ok(match question {
            Question::Leq(..) | Question::Equal(..) => self.order,
            Question::IsBottom(_) | Question::IsTop(_) => self.bottom,
        })
    }

    fn touch(&mut self, _: Slot, _: Touch) -> Result<(), Refusal> {
        Ok(())
    }

    fn constraints(&mut self, _: Slot) -> Result<Vec<Constraint>, Refusal> {
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn the_check_of_a_crash_is_found_out() {
        let steps = steps(&sample::crash().trace, Kind::Intervals);
        let expected = [
            Step::Ask(Question::IsBottom(Slot(0)), Answer::Yes),
            Step::Make(Operation::Bottom),
            Step::Make(Operation::Widen(Slot(0), Slot(1))),
            Step::Ask(Question::Equal(Slot(2), Slot(0)), Answer::Yes),
        ];
        assert_eq!(steps, expected);
    }

    #[test]
    fn chains_are_followed_to_their_end() {
        let trace = &sample::intervals().causes[2].findings[0].trace;
        assert_eq!(steps(trace, Kind::Intervals).len(), 300);
    }

    /// P35 wants an operand that is not bottom, P36 one that is.
    #[test]
    fn preconditions_hold() {
        for property in [35, 36] {
            let text = format!(
                "# soundline trace 1\ntarget apron:box:d\nvars 1\np0 = top\n\
                 check P{property} x=p0 v=x0 e=(1)\n"
            );
            let trace: Trace = text.parse().expect("it is a trace");
            let found = steps(&trace, Kind::Intervals);
            assert!(found.iter().any(|step| matches!(step, Step::Make(Operation::Assign(..)))));
        }
    }
}
