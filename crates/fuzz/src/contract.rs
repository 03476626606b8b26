//! What a library promises, by its documentation, and where a test goes beyond it.
//!
//! Nobody is accused for what lies beyond: such failures are counted apart. Whether the operands of a
//! widening or narrowing are ordered as documented is read off the trace, from how they were made:
//! asking the library would change what is tested, and would trust the one who is under test. Whether
//! numbers may overflow or be rounded is read off it too ([`magnitude`](crate::magnitude)).

use soundline_domains::capabilities::Kind;
use soundline_targets::{NarrowingContract, Operation, Profile, Slot, WideningContract};

use crate::magnitude;
use crate::outcome::{Ending, Outcome};
use crate::property::{self, Class};
use crate::trace::Trace;

/// Which failures of a test lie beyond what the library promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// None: all that is asked is promised.
    Nothing = 0,
    /// Hangs alone.
    Hangs = 1,
    /// All of them.
    Everything = 2,
    /// Wrong results and answers alone.
    Wrong = 3,
    /// Both.
    WrongOrHangs = 4,
}

impl Beyond {
    /// As a number that workers share with their supervisor.
    pub(crate) fn word(self) -> u64 {
        self as u64
    }

    /// From such a number.
    pub(crate) fn of_word(word: u64) -> Beyond {
        match word {
            1 => Beyond::Hangs,
            2 => Beyond::Everything,
            3 => Beyond::Wrong,
            4 => Beyond::WrongOrHangs,
            _ => Beyond::Nothing,
        }
    }

    /// The ending of a test, as it counts: failures beyond the contract are no findings.
    pub(crate) fn ending(self, ending: Ending) -> Ending {
        let beyond = match self {
            Beyond::Nothing => false,
            Beyond::Hangs => ending == Ending::TimedOut,
            Beyond::Everything => ending.is_finding(),
            Beyond::Wrong => ending.is_verdict(),
            Beyond::WrongOrHangs => ending.is_verdict() || ending == Ending::TimedOut,
        };
        if beyond { Ending::Beyond } else { ending }
    }

    /// An outcome as it counts.
    pub(crate) fn outcome(self, outcome: Outcome) -> Outcome {
        let ending = self.ending(outcome.ending);
        outcome.ended(ending)
    }
}

/// Which failures of a trace lie beyond what the library promises.
pub fn beyond(profile: &Profile, trace: &Trace) -> Beyond {
    if !keeps_order(profile, trace) || !promises(profile, trace.check.property) {
        return Beyond::Everything;
    }
    let overflows = profile.overflow.is_warned_of() && magnitude::may_overflow(trace);
    let hangs = overflows && profile.overflow.endless;
    let wrong = overflows && profile.overflow.wrong || loses_points(profile, trace);
    match (wrong, hangs) {
        (false, false) => Beyond::Nothing,
        (false, true) => Beyond::Hangs,
        (true, false) => Beyond::Wrong,
        (true, true) => Beyond::WrongOrHangs,
    }
}

/// Is soundness asked of a library that does not promise it where it rounds, and does it round?
fn loses_points(profile: &Profile, trace: &Trace) -> bool {
    let class = property::get(trace.check.property).map(|property| property.class);
    profile.rounds_unsoundly && class == Some(Class::Soundness) && magnitude::may_round(trace)
}

/// Monotony is no promise of domains that round: a larger element may come out a last digit tighter.
/// The bounds of intervals are rounded each by itself, so that theirs are monotone all the same.
fn promises(profile: &Profile, property: u16) -> bool {
    let monotony = [ASSIGN_MONOTONE, GUARD_MONOTONE].contains(&property);
    !monotony || profile.numbers.exact() || profile.kind == Kind::Intervals
}

const ASSIGN_MONOTONE: u16 = 34;
const GUARD_MONOTONE: u16 = 39;

/// Are the operands of all widenings and narrowings ordered as the library wants them?
fn keeps_order(profile: &Profile, trace: &Trace) -> bool {
    if profile.widening != WideningContract::Increasing
        && profile.narrowing != NarrowingContract::Decreasing
    {
        return true;
    }
    let operations: Vec<&Operation> = trace.operations().collect();
    let order = Order { operations: &operations };
    operations.iter().all(|operation| match operation {
        Operation::Widen(a, b) if profile.widening == WideningContract::Increasing => {
            order.is_below(*a, *b, DEPTH)
        }
        Operation::Narrow(a, b) if profile.narrowing == NarrowingContract::Decreasing => {
            order.is_below(*b, *a, DEPTH)
        }
        _ => true,
    })
}

/// How far back the making of elements is followed.
const DEPTH: usize = 6;

/// What is known of the order of elements from how they were made.
struct Order<'a> {
    operations: &'a [&'a Operation],
}

impl Order<'_> {
    /// Is one element below another by the way in which they were made?
    fn is_below(&self, lower: Slot, upper: Slot, depth: usize) -> bool {
        if lower == upper || self.operations[lower.0] == self.operations[upper.0] {
            return true;
        }
        if depth == 0 {
            return false;
        }
        let below = |lower: Slot, upper: Slot| self.is_below(lower, upper, depth - 1);
        let by_lower = match self.operations[lower.0] {
            Operation::Bottom => true,
            Operation::Meet(a, b) => below(*a, upper) || below(*b, upper),
            Operation::Guard(a, _) => below(*a, upper),
            Operation::Join(a, b) => below(*a, upper) && below(*b, upper),
            _ => false,
        };
        by_lower
            || match self.operations[upper.0] {
                Operation::Top => true,
                Operation::Join(a, b) | Operation::Widen(a, b) => {
                    below(lower, *a) || below(lower, *b)
                }
                Operation::Forget(a, _) => below(lower, *a),
                Operation::Meet(a, b) => below(lower, *a) && below(lower, *b),
                _ => false,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soundline_domains::expr::Space;
    use soundline_targets::{Numbers, Overflow, Registry};

    fn profile() -> Profile {
        let registry = Registry::builtin();
        let target = registry.get("octagons:exact").expect("it is built in");
        let mut profile = target.open(&Space::reals(1)).expect("it opens").profile().clone();
        profile.widening = WideningContract::Increasing;
        profile.narrowing = NarrowingContract::Decreasing;
        profile
    }

    fn check(lines: &str, expected: Beyond) {
        let text = format!("# soundline trace 1\ntarget octagons:exact\nvars 1\n{lines}\n");
        let trace: Trace = text.parse().expect("it is a trace");
        assert_eq!(beyond(&profile(), &trace), expected, "{lines}");
    }

    #[test]
    fn widenings_want_their_first_operand_below_the_second() {
        check("p0 = bottom\np1 = top\np2 = widen p1 p0\ncheck P3 x=p2", Beyond::Everything);
        check("p0 = bottom\np1 = top\np2 = widen p0 p1\ncheck P3 x=p2", Beyond::Nothing);
        let joined = "p0 = constraint x0 >= 1\np1 = constraint x0 >= 0\np2 = join p0 p1\n";
        check(&format!("{joined}p3 = widen p0 p2\ncheck P3 x=p3"), Beyond::Nothing);
        check(&format!("{joined}p3 = widen p2 p0\ncheck P3 x=p3"), Beyond::Everything);
    }

    #[test]
    fn narrowings_want_their_second_operand_below_the_first() {
        let met = "p0 = constraint x0 >= 1\np1 = constraint x0 >= 0\np2 = meet p0 p1\n";
        check(&format!("{met}p3 = narrow p0 p2\ncheck P3 x=p3"), Beyond::Nothing);
        check(&format!("{met}p3 = narrow p2 p0\ncheck P3 x=p3"), Beyond::Everything);
    }

    #[test]
    fn domains_that_round_do_not_promise_monotony() {
        let trace: Trace = "# soundline trace 1\ntarget octagons:exact\nvars 1\np0 = top\n\
            check P34 x=p0 y=p0 v=x0 e=(1)\n"
            .parse()
            .expect("it is a trace");
        assert_eq!(beyond(&profile(), &trace), Beyond::Nothing);
        let rounding = Profile { numbers: Numbers::Double, ..profile() };
        assert_eq!(beyond(&rounding, &trace), Beyond::Everything);
    }

    fn after_guard(number: &str, profile: Profile) -> Beyond {
        let text = format!(
            "# soundline trace 1\ntarget octagons:exact\nvars 1\np0 = constraint x0 + {number} >= 0\n\
             p1 = assign p0 x0 := 3*x0\ncheck P8 x=p0 y=p1\n"
        );
        beyond(&profile, &text.parse().expect("it is a trace"))
    }

    #[test]
    fn overflows_excuse_what_manuals_warn_of_and_only_where_they_may_happen() {
        let of = |endless, wrong| Profile { overflow: Overflow { endless, wrong }, ..profile() };
        let large = "9223372036854775807";
        let beyond = after_guard(large, of(true, false));
        assert_eq!(beyond.ending(Ending::TimedOut), Ending::Beyond);
        assert_eq!(beyond.ending(Ending::Violated), Ending::Violated);
        let beyond = after_guard(large, of(true, true));
        assert_eq!(beyond.ending(Ending::TimedOut), Ending::Beyond);
        assert_eq!(beyond.ending(Ending::WrongAnswer), Ending::Beyond);
        assert_eq!(beyond.ending(Ending::Died), Ending::Died);
        assert_eq!(Beyond::of_word(beyond.word()), beyond);
        assert_eq!(after_guard(large, of(false, true)), Beyond::Wrong);
        assert_eq!(after_guard(large, of(false, false)), Beyond::Nothing);
        assert_eq!(after_guard("5", of(true, true)), Beyond::Nothing);
    }

    #[test]
    fn soundness_is_no_promise_where_a_library_says_so_and_rounds() {
        let rounds = || Profile { rounds_unsoundly: true, ..profile() };
        assert_eq!(after_guard("3002399751580331", rounds()), Beyond::Wrong);
        assert_eq!(after_guard("1/3", rounds()), Beyond::Wrong);
        assert_eq!(after_guard("5", rounds()), Beyond::Nothing);
        assert_eq!(after_guard("1/3", profile()), Beyond::Nothing);
    }
}
