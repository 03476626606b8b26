//! The built-in lattices by name, as the command line offers them.

use crate::combine::{Crown, Dual, IntervalCongruence, Lift, Lists, Maps, Powerset, Sets, Sum};
use crate::fixed::{known_bits, tnum, wrapped};
use crate::lattices::{Bool, Congruence, Flat, IntInterval, Parity, Sign, Strings};
use crate::{Check, Suite, Values, any_string, planted};

/// A lattice that can be checked by name.
pub struct Entry {
    /// The name.
    pub name: String,
    /// What it is, in a few words.
    pub about: String,
    checks: Box<dyn Fn() -> Vec<Check> + Send + Sync>,
}

impl Entry {
    fn new(
        name: impl Into<String>,
        about: impl Into<String>,
        checks: impl Fn() -> Vec<Check> + Send + Sync + 'static,
    ) -> Entry {
        Entry { name: name.into(), about: about.into(), checks: Box::new(checks) }
    }

    /// All its laws and operator properties.
    pub fn checks(&self) -> Vec<Check> {
        let mut checks = (self.checks)();
        for check in &mut checks {
            check.subject = self.name.clone();
        }
        checks
    }
}

/// The lattices and operators that ought to be right.
pub fn sound() -> Vec<Entry> {
    let mut all = ready();
    all.extend(combined());
    for width in [1, 3, 8, 32, 64] {
        all.extend(fixed_width(width));
    }
    all
}

fn ready() -> Vec<Entry> {
    vec![
        Entry::new("bool", "truth values under implication", || Bool::suite().checks()),
        Entry::new("parity", "even and odd integers", || Parity::suite().checks()),
        Entry::new("sign", "signs of integers", || Sign::suite().checks()),
        Entry::new("integers", "flat integer constants", || Flat::integers_suite().checks()),
        Entry::new("strings", "flat string constants", || Strings::suite().checks()),
        Entry::new("interval", "integer intervals with infinities", || {
            IntInterval::suite().checks()
        }),
        Entry::new("congruence", "integers modulo a number", || Congruence::suite().checks()),
    ]
}

fn combined() -> Vec<Entry> {
    vec![
        Entry::new("dual-bool", "truth values under reverse implication", || {
            Suite::new("", Dual::new(Bool)).equality().hashing().ordering().checks()
        }),
        Entry::new("dual-interval", "intervals upside down", || {
            Suite::new("", Dual::new(IntInterval)).equality().hashing().checks()
        }),
        Entry::new("pair", "pairs of a sign and a parity", || {
            let pair = Suite::new("", (Sign, Parity)).widening().concretisation();
            pair.equality().hashing().ordering().checks()
        }),
        Entry::new("triple", "triples of an interval, a congruence and a string", || {
            let triple = Suite::new("", (IntInterval, Congruence, Strings)).widening();
            triple.concretisation().equality().hashing().checks()
        }),
        Entry::new("lift", "intervals with a new bottom", || {
            let lift = Suite::new("", Lift::new(IntInterval)).widening().narrowing();
            lift.concretisation().equality().hashing().ordering().checks()
        }),
        Entry::new("crown", "intervals with a new top", || {
            let crown = Suite::new("", Crown::new(IntInterval)).widening();
            crown.concretisation().equality().hashing().ordering().checks()
        }),
        Entry::new("sum", "either an interval or a string", || {
            let sum = Suite::new("", Sum::new(IntInterval, Strings)).widening();
            sum.concretisation().equality().hashing().ordering().checks()
        }),
        Entry::new("sets", "sets of three colours", || {
            let colours = Values::among(["red", "green", "blue"]);
            let sets = Suite::new("", Sets::new(colours)).widening();
            sets.concretisation().equality().hashing().ordering().checks()
        }),
        Entry::new("string-sets", "sets of strings", || {
            let sets = Suite::new("", Sets::new(Values::new(any_string)));
            sets.concretisation().equality().hashing().ordering().checks()
        }),
        Entry::new("maps", "functions from three variables to intervals", || {
            let maps = Maps::new(Values::among(["x", "y", "z"]), IntInterval);
            Suite::new("", maps).widening().narrowing().concretisation().checks()
        }),
        Entry::new("lists", "lists of intervals", || {
            Suite::new("", Lists::new(IntInterval)).narrowing().concretisation().checks()
        }),
        Entry::new("powerset", "finite disjunctions of intervals", || {
            Suite::new("", Powerset::new(IntInterval)).widening().concretisation().checks()
        }),
        Entry::new("interval-congruence", "reduced product of intervals and congruences", || {
            IntervalCongruence::suite().checks()
        }),
    ]
}

fn fixed_width(width: u32) -> Vec<Entry> {
    let bits = if width == 1 { "1 bit".to_string() } else { format!("{width} bits") };
    vec![
        Entry::new(format!("known-bits:{width}"), format!("known bits of {bits}"), move || {
            known_bits::suite(width).checks()
        }),
        Entry::new(format!("tnum:{width}"), format!("tristate numbers of {bits}"), move || {
            tnum::suite(width).checks()
        }),
        Entry::new(format!("wrapped:{width}"), format!("wrapped intervals of {bits}"), move || {
            wrapped::suite(width).checks()
        }),
    ]
}

/// The faulty ones of [`planted`], to see findings.
pub fn faulty() -> Vec<Entry> {
    let entry = |bug: planted::Planted| Entry::new(bug.name(), bug.bug, move || bug.checks());
    planted::all().into_iter().map(entry).collect()
}
