//! The ready lattices and the combinators satisfy their suites; what they are exempt from fails.

use soundline_lattice::combine::*;
use soundline_lattice::lattices::*;
use soundline_lattice::*;

/// Run all checks: none is violated, and none vacuous.
fn check(checks: Vec<Check>) {
    assert!(!checks.is_empty());
    for report in Runner::new().run_all(&checks) {
        println!("{report}");
        assert!(!report.is_violated(), "{report}");
        assert_ne!(report.status, Status::Vacuous, "{report}");
        assert_ne!(report.status, Status::Unknown, "{report}");
    }
}

/// The names of the checks that are violated.
fn violated(checks: Vec<Check>) -> Vec<String> {
    let reports = Runner::new().run_all(&checks);
    reports.into_iter().filter(Report::is_violated).map(|report| report.name).collect()
}

#[test]
fn ready_lattices_satisfy_their_suites() {
    check(ready().into_iter().flatten().collect());
}

#[test]
fn combinators_satisfy_their_suites() {
    let suites = of_one_lattice().into_iter().chain(of_two_lattices()).chain(of_values());
    check(suites.flatten().collect());
}

fn ready() -> Vec<Vec<Check>> {
    vec![
        Bool::suite().checks(),
        Sign::suite().checks(),
        Parity::suite().checks(),
        Strings::suite().checks(),
        Flat::integers_suite().checks(),
        IntInterval::suite().checks(),
        Congruence::suite().checks(),
        Suite::new("flat", Flat::new(Values::among(["red", "green", "blue"])))
            .widening()
            .concretisation()
            .equality()
            .hashing()
            .ordering()
            .checks(),
    ]
}

fn of_one_lattice() -> Vec<Vec<Check>> {
    let thresholds =
        WidenedBy::new(IntInterval, |l: &IntInterval, a, b| l.widen_to(a, b, &[0, 9, 99]));
    let crowned_lists = Crown::new(Lists::new(Sign));
    vec![
        Suite::new("dual bool", Dual::new(Bool)).equality().hashing().ordering().checks(),
        Suite::new("dual interval", Dual::new(IntInterval)).equality().hashing().checks(),
        Suite::new("interval with thresholds", thresholds).widening().concretisation().checks(),
        Suite::new("lift sign", Lift::new(Sign)).widening().concretisation().equality().checks(),
        Suite::new("lift interval", Lift::new(IntInterval))
            .widening()
            .narrowing()
            .concretisation()
            .equality()
            .hashing()
            .ordering()
            .checks(),
        Suite::new("crown parity", Crown::new(Parity)).widening().equality().checks(),
        Suite::new("crown lists of signs", crowned_lists).concretisation().checks(),
        Suite::new("lists of intervals", Lists::new(IntInterval))
            .narrowing()
            .concretisation()
            .checks(),
        Suite::new("powerset of signs", Powerset::new(Sign)).widening().concretisation().checks(),
        Suite::new("powerset of intervals", Powerset::new(IntInterval))
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
        Suite::new("interval, congruence", (IntInterval, Congruence))
            .widening()
            .narrowing()
            .equality()
            .checks(),
        Suite::new("interval, congruence, strings", (IntInterval, Congruence, Strings))
            .widening()
            .concretisation()
            .checks(),
        Suite::new("four bools", quadruple).equality().checks(),
        Suite::new("sign + parity", Sum::new(Sign, Parity))
            .widening()
            .concretisation()
            .equality()
            .checks(),
        Suite::new("interval + strings", Sum::new(IntInterval, Strings))
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
        Suite::new("maps to intervals", Maps::new(keys(), IntInterval))
            .widening()
            .narrowing()
            .concretisation()
            .checks(),
        Suite::new("maps from numbers", Maps::new(numbers, Parity)).concretisation().checks(),
    ]
}

#[test]
fn combinators_of_combinators_satisfy_the_laws() {
    let heap = Maps::new(Values::among(["p", "q"]), Lift::new((IntInterval, Powerset::new(Sign))));
    check(Suite::new("heap", Crown::new(heap)).widening().concretisation().checks());
    let numbers = Values::new(|choices| choices.int(-20, 20));
    check(Suite::new("lists of maps", Lists::new(Maps::new(numbers, Sign))).checks());
    check(Suite::new("dual of dual", Dual::new(Dual::new(Sign))).equality().checks());
}

#[test]
fn finite_lattices_are_proved() {
    let finite = ["bool", "sign", "parity"];
    for report in ready().iter().flat_map(|checks| Runner::new().run_all(checks)) {
        let sampled = ["generators", "purity", "widening", "concretisation", "operator"];
        if finite.contains(&report.subject.as_str()) && !sampled.contains(&report.class.name()) {
            assert_eq!(report.status, Status::Proved, "{report}");
        }
    }
}

/// Masks of three bits, without their meet.
struct Masks;

impl JoinSemilattice for Masks {
    type Elem = u8;

    fn bottom(&self) -> u8 {
        0
    }

    fn leq(&self, a: &u8, b: &u8) -> Answer {
        (a & !b == 0).into()
    }

    fn equal(&self, a: &u8, b: &u8) -> Answer {
        (a == b).into()
    }

    fn join(&self, a: &u8, b: &u8) -> u8 {
        a | b
    }
}

/// Of the laws, over all elements, exactly those fail that a derived meet is exempt from.
#[test]
fn a_derived_meet_fails_what_it_is_exempt_from() {
    let finite = || JoinOnly::new(Masks, Values::among(0..8));
    let random = || JoinOnly::new(Masks, Values::new(|choices| choices.draw(255) as u8));
    check(finite().suite("masks").equality().checks());
    check(random().suite("masks").equality().checks());
    for unexempt in [Suite::new("masks", finite()), Suite::new("masks", random())] {
        assert_eq!(violated(unexempt.checks()), ["meet associative", "meet is greatest"]);
    }
}

#[test]
fn a_widening_that_only_joins_is_found_out() {
    let joining = || WidenedBy::new(IntInterval, |l: &IntInterval, a, b| l.join(a, b));
    let expected = ["widening converges", "widening converges with transfer"];
    assert_eq!(violated(Suite::new("joining", joining()).widening().checks()), expected);
    let environments = Maps::new(Values::among(["x", "y"]), joining());
    assert_eq!(violated(Suite::new("maps", environments).widening().checks()), expected);
    let pairs = (Sign, joining());
    assert_eq!(violated(Suite::new("pairs", pairs).widening().checks()), expected);
}

/// What the suites leave out does not hold.
#[test]
fn properties_that_are_left_out_fail() {
    let fails = |checks: Vec<Check>| assert_eq!(violated(checks).len(), 1);
    fails(signature!("add" = |a, b| Sign.add(a, b); Sign -%-> Sign --> Sign));
    fails(
        signature!("div" = |a, b| IntInterval.div(a, b); IntInterval --> IntInterval -%-> IntInterval),
    );
    fails(
        signature!("rem" = |a, b| IntInterval.rem(a, b); IntInterval --> IntInterval -%-> IntInterval),
    );
    fails(signature!("rem" = |a, b| IntInterval.rem(a, b);
        IntInterval --> IntInterval --> IntInterval; best |x, y| x.checked_rem(*y)));
    fails(signature!("mul" = |a, b| a.combine(b, |x, y| x.checked_mul(*y));
        Flat::integers() -%-> Flat::integers() --> Flat::integers()));
    fails(signature!("less than" = |a, b| IntInterval.less_than(a, b);
        IntInterval -%-> IntInterval --> IntInterval));
    fails(signature!("at most" = |a, b| IntInterval.at_most(a, b);
        IntInterval -%-> IntInterval --> IntInterval));
}

/// 0 alone is removed altogether, but leaves 1 behind when it was joined with 2.
#[test]
fn not_equal_is_not_distributive() {
    let [zero, two] = [0, 2].map(IntervalElem::constant);
    let of_join = IntInterval.not_equal(&IntInterval.join(&zero, &two), &zero);
    let parts = [zero, two].map(|value| IntInterval.not_equal(&value, &zero));
    assert_eq!(of_join, IntervalElem::new(1, 2));
    assert_eq!(IntInterval.join(&parts[0], &parts[1]), two);
}

/// A sum with a bound that was clamped to 64 bits loses what the reduction had gained.
#[test]
fn strided_addition_is_not_distributive_at_the_ends_of_64_bits() {
    let product = IntervalCongruence::product();
    let last = (IntervalElem::at_most(i64::MIN), CongruenceElem::new(0, 5));
    let [zero, one] = [0, 1].map(|value| product.abstraction(&value));
    let of_join = IntervalCongruence.add(&last, &product.join(&zero, &one));
    let sums = [zero, one].map(|value| IntervalCongruence.add(&last, &value));
    let join_of = product.join(&sums[0], &sums[1]);
    assert!(product.leq(&join_of, &of_join).is_yes());
    assert!(product.leq(&of_join, &join_of).is_no());
}

/// Where elements have several representations, `==` is not the lattice's equality.
#[test]
fn representations_differ_where_equality_is_left_out() {
    let expected = ["eq agrees with leq"];
    let maps = Maps::new(Values::among(["x", "y"]), Sign);
    assert_eq!(violated(Suite::new("maps", maps).equality().checks()), expected);
    let lists = Suite::new("lists", Lists::new(IntInterval));
    assert_eq!(violated(lists.equality().checks()), expected);
    let powerset = Suite::new("powerset", Powerset::new(IntInterval));
    assert_eq!(violated(powerset.equality().checks()), expected);
    let product = Suite::new("product", IntervalCongruence::product());
    assert_eq!(violated(product.equality().checks()), expected);
}

/// A reduction that gives up on large moduli still keeps all values, but it is not monotone, and the
/// product is no lattice any more.
#[test]
fn an_inexact_reduction_breaks_laws() {
    #[derive(Clone, Copy)]
    struct Lazy;
    impl Reduction<IntInterval, Congruence> for Lazy {
        fn reduce(&self, pair: &(IntervalElem, CongruenceElem)) -> (IntervalElem, CongruenceElem) {
            let small = pair.1.parts().is_none_or(|(_, modulus)| modulus < 100);
            if small { IntervalCongruence.reduce(pair) } else { *pair }
        }
    }
    let product = Reduced::new(IntInterval, Congruence, Lazy);
    assert_eq!(violated(product.reduction_checks()), ["reduce monotone in argument 1"]);
    let broken = violated(Suite::new("lazy", product).concretisation().checks());
    for law in ["join associative", "meet associative", "meet join absorption"] {
        assert!(broken.iter().any(|name| name == law), "{law} among {broken:?}");
    }
    assert!(broken.iter().all(|name| !name.ends_with("sound")), "{broken:?}");
    let harmless = Reduced::new(IntInterval, Congruence, |pair: &(_, _)| *pair);
    check(Suite::new("unreduced", harmless).widening().narrowing().concretisation().checks());
}
