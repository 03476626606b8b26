//! An instance or two of each combinator, with all the laws that it should satisfy.

use super::{Crown, Dual, IntervalCongruence, Lift, Lists, Maps, Powerset, Sets, Sum, WidenedBy};
use crate::lattices::{Bool, Congruence, Interval, Parity, Sign, Strings};
use crate::{Check, Suite, Values, any_string};

/// The suites of these instances, as checks that name their lattice as their subject.
pub fn all_checks() -> Vec<Check> {
    of_one_lattice().into_iter().chain(of_two_lattices()).chain(of_values()).flatten().collect()
}

fn of_one_lattice() -> Vec<Vec<Check>> {
    let thresholds = WidenedBy::new(Interval, |l: &Interval, a, b| l.widen_to(a, b, &[0, 9, 99]));
    let crowned_lists = Crown::new(Lists::new(Sign));
    vec![
        Suite::new("dual bool", Dual::new(Bool)).equality().hashing().ordering().checks(),
        Suite::new("dual interval", Dual::new(Interval)).equality().hashing().checks(),
        Suite::new("interval with thresholds", thresholds).widening().concretisation().checks(),
        Suite::new("lift sign", Lift::new(Sign)).widening().concretisation().equality().checks(),
        Suite::new("lift interval", Lift::new(Interval))
            .widening()
            .narrowing()
            .concretisation()
            .equality()
            .hashing()
            .ordering()
            .checks(),
        Suite::new("crown parity", Crown::new(Parity)).widening().equality().checks(),
        Suite::new("crown lists of signs", crowned_lists).concretisation().checks(),
        Suite::new("lists of intervals", Lists::new(Interval))
            .narrowing()
            .concretisation()
            .checks(),
        Suite::new("powerset of signs", Powerset::new(Sign)).widening().concretisation().checks(),
        Suite::new("powerset of intervals", Powerset::new(Interval))
            .widening()
            .concretisation()
            .checks(),
    ]
}

fn of_two_lattices() -> Vec<Vec<Check>> {
    let quadruple = (Bool, Bool, Dual::new(Bool), Bool);
    vec![
        Suite::new("sign, parity", (Sign, Parity))
            .widening()
            .concretisation()
            .equality()
            .hashing()
            .ordering()
            .checks(),
        Suite::new("interval, congruence", (Interval, Congruence))
            .widening()
            .narrowing()
            .equality()
            .checks(),
        Suite::new("interval, congruence, strings", (Interval, Congruence, Strings))
            .widening()
            .concretisation()
            .checks(),
        Suite::new("four bools", quadruple).equality().checks(),
        Suite::new("sign + parity", Sum::new(Sign, Parity))
            .widening()
            .concretisation()
            .equality()
            .checks(),
        Suite::new("interval + strings", Sum::new(Interval, Strings))
            .widening()
            .concretisation()
            .equality()
            .hashing()
            .ordering()
            .checks(),
        IntervalCongruence::suite().checks(),
    ]
}

fn of_values() -> Vec<Vec<Check>> {
    let keys = || Values::among(["x", "y"]);
    let numbers = Values::new(|choices| choices.int(-20, 20));
    vec![
        Suite::new("sets of colours", Sets::new(Values::among(["red", "green", "blue"])))
            .widening()
            .concretisation()
            .equality()
            .hashing()
            .ordering()
            .checks(),
        Suite::new("sets of strings", Sets::new(Values::new(any_string)))
            .concretisation()
            .equality()
            .checks(),
        Suite::new("maps to signs", Maps::new(keys(), Sign)).widening().concretisation().checks(),
        Suite::new("maps to intervals", Maps::new(keys(), Interval))
            .widening()
            .narrowing()
            .concretisation()
            .checks(),
        Suite::new("maps from numbers", Maps::new(numbers, Parity)).concretisation().checks(),
    ]
}
