//! The ready lattices and the combinators satisfy their suites; what they are exempt from fails.

use soundline_lattice::combine::*;
use soundline_lattice::lattices::*;
use soundline_lattice::*;
use std::collections::BTreeMap;

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
    check(lattices::all_checks());
}

#[test]
fn combinators_satisfy_their_suites() {
    check(combine::all_checks());
}

#[test]
fn combinators_of_combinators_satisfy_the_laws() {
    let heap = Maps::new(Values::among(["p", "q"]), Lift::new((Interval, Powerset::new(Sign))));
    check(Suite::new("heap", Crown::new(heap)).widening().concretisation().checks());
    let numbers = Values::new(|choices| choices.int(-20, 20));
    check(Suite::new("lists of maps", Lists::new(Maps::new(numbers, Sign))).checks());
    check(Suite::new("dual of dual", Dual::new(Dual::new(Sign))).equality().checks());
}

#[test]
fn finite_lattices_are_proved() {
    let finite = ["bool", "sign", "parity"];
    for report in Runner::new().run_all(&lattices::all_checks()) {
        let sampled = ["generators", "purity", "widening", "concretisation", "operator"];
        if finite.contains(&report.subject.as_str()) && !sampled.contains(&report.class.name()) {
            assert_eq!(report.status, Status::Proved, "{report}");
        }
    }
}

fn interval(text: &str) -> IntervalElem {
    let bound = |text: &str| match text {
        "-oo" => Bound::MinusInfinity,
        "+oo" => Bound::PlusInfinity,
        number => Bound::Finite(number.parse().expect("a bound is a number or an infinity")),
    };
    let (low, high) = text.split_once(", ").unwrap_or((text, text));
    IntervalElem::of_bounds(bound(low), bound(high))
}

#[test]
fn interval_operators() {
    let check = |result: IntervalElem, expected: &str| assert_eq!(result.to_string(), expected);
    let (max, min) = (i64::MAX.to_string(), i64::MIN.to_string());
    let i = interval;
    check(Interval.add(&i("0, 3"), &i("-1, 1")), "[-1, 4]");
    check(Interval.add(&i(&max), &i("1")), &format!("[{max}, +oo]"));
    check(Interval.sub(&i(&min), &i("1")), &format!("[-oo, {min}]"));
    check(Interval.neg(&i(&min)), &format!("[{max}, +oo]"));
    check(Interval.neg(&i("-oo, 5")), "[-5, +oo]");
    check(Interval.mul(&i("-2, 3"), &i("-5, 7")), "[-15, 21]");
    check(Interval.mul(&i("0"), &i("-oo, +oo")), "[0, 0]");
    check(Interval.mul(&i("-oo, -1"), &i("2, +oo")), "[-oo, -2]");
    check(Interval.div(&i("7, 9"), &i("-2, 2")), "[-9, 9]");
    check(Interval.div(&i("7"), &i("0")), "⊥");
    check(Interval.div(&i("-7, +oo"), &i("2, +oo")), "[-3, +oo]");
    check(Interval.rem(&i("-7, 20"), &i("-4, 3")), "[-3, 3]");
    check(Interval.rem(&i("1, 2"), &i("5, 9")), "[1, 2]");
    check(Interval.rem(&i("1, 2"), &i("0")), "⊥");
    check(Interval.less_than(&i("0, 9"), &i("3, 5")), "[0, 4]");
    check(Interval.less_than(&i(&min), &i(&min)), "⊥");
    check(Interval.at_most(&i("0, +oo"), &i("3, 5")), "[0, 5]");
    check(Interval.not_equal(&i("0, 9"), &i("9")), "[0, 8]");
    check(Interval.not_equal(&i("9"), &i("9")), "⊥");
}

#[test]
fn interval_extrapolation() {
    let check = |result: IntervalElem, expected: &str| assert_eq!(result.to_string(), expected);
    let i = interval;
    check(Interval.widen(&i("0, 3"), &i("0, 4")), "[0, +oo]");
    check(Interval.widen(&i("0, 3"), &i("-1, 2")), "[-oo, 3]");
    check(Interval.widen_to(&i("0, 3"), &i("-1, 4"), &[-8, 16, 64]), "[-8, 16]");
    check(Interval.widen_to(&i("0, 16"), &i("0, 65"), &[-8, 16, 64]), "[0, +oo]");
    check(Interval.narrow(&i("0, +oo"), &i("2, 9")), "[0, 9]");
}

#[test]
fn congruence_operators() {
    let c = |residue, modulus| CongruenceElem::new(residue, modulus);
    let constant = CongruenceElem::constant;
    assert_eq!(Congruence.meet(&c(1, 4), &c(3, 6)), c(9, 12));
    assert_eq!(Congruence.meet(&c(0, 4), &c(3, 6)), CongruenceElem::BOTTOM);
    assert_eq!(Congruence.join(&constant(3), &constant(-7)), c(3, 10));
    assert_eq!(Congruence.join(&c(1, 4), &c(3, 6)), c(1, 2));
    assert_eq!(Congruence.add(&c(1, 4), &c(3, 6)), c(0, 2));
    assert_eq!(Congruence.sub(&constant(1), &c(3, 6)), c(4, 6));
    assert_eq!(Congruence.mul(&c(2, 4), &c(3, 6)), c(6, 12));
    assert_eq!(Congruence.mul(&constant(0), &CongruenceElem::TOP), constant(0));
}

/// Beyond what is generated, numbers overflow: results are then larger than the best, never wrong.
#[test]
fn congruence_overflow_is_sound() {
    let big = i128::MAX;
    let (a, b) = (CongruenceElem::new(5, big), CongruenceElem::new(5, big - 1));
    let meet = Congruence.meet(&a, &b);
    assert!(Congruence.contains(&meet, &5));
    assert_eq!(meet, a);
    let far = CongruenceElem::constant(i128::MIN);
    let join = Congruence.join(&far, &CongruenceElem::constant(big));
    assert!(Congruence.contains(&join, &i128::MIN) && Congruence.contains(&join, &big));
    assert_eq!(Congruence.add(&far, &far), CongruenceElem::TOP);
    assert_eq!(Congruence.neg(&far), CongruenceElem::TOP);
}

#[test]
fn sign_and_parity_operators() {
    use ParityElem::{Even, Odd};
    use SignElem::{Bot, Neg, Pos, Top, Zero};
    assert_eq!(Sign.add(&Pos, &Neg), Top);
    assert_eq!(Sign.sub(&Pos, &Neg), Pos);
    assert_eq!(Sign.div(&Pos, &Pos), Top);
    assert_eq!(Sign.div(&Zero, &Top), Zero);
    assert_eq!(Sign.div(&Top, &Zero), Bot);
    assert_eq!(Parity.add(&Odd, &Odd), Even);
    assert_eq!(Parity.mul(&ParityElem::Top, &Even), Even);
}

#[test]
fn string_operators() {
    use FlatElem::{Bot, Const, Top};
    let text = |text: &str| Const(text.to_string());
    assert_eq!(Strings.concat(&text("ab"), &text("c")), text("abc"));
    assert_eq!(Strings.concat(&Top, &Bot), Bot);
    assert_eq!(Strings.concat(&Top, &text("c")), Top);
}

#[test]
fn combined_elements() {
    let maps = Maps::new(Values::among(["x", "y"]), Interval);
    let a = BTreeMap::from([("x", interval("0, 3")), ("y", IntervalElem::BOTTOM)]);
    let b = BTreeMap::from([("x", interval("2, 9"))]);
    assert_eq!(maps.show(&maps.join(&a, &b)), "{\"x\" ↦ [0, 9], \"y\" ↦ ⊥}");
    assert_eq!(maps.show(&maps.meet(&a, &b)), "{\"x\" ↦ [2, 3]}");
    let powerset = Powerset::new(Interval);
    let join = powerset.join(&vec![interval("0, 3")], &vec![interval("5, 9"), interval("1, 2")]);
    assert_eq!(powerset.show(&join), "{[0, 3], [5, 9]}");
    assert_eq!(powerset.elements().map(|all| all.len()), None);
    assert_eq!(Powerset::new(Sign).elements().map(|all| all.len()), Some(9));
    assert_eq!(Sets::new(Values::among([1, 2, 3])).elements().map(|all| all.len()), Some(8));
    assert_eq!((Sign, Parity).elements().map(|all| all.len()), Some(20));
    assert_eq!((Sign, Sign, Sign).elements(), None);
}

#[test]
fn reduced_pairs() {
    let check = |interval: IntervalElem, congruence: (i128, i128), expected: &str| {
        let pair = (interval, CongruenceElem::new(congruence.0, congruence.1));
        let product = IntervalCongruence::product();
        assert_eq!(product.show(&product.reduce(&pair)), expected);
    };
    check(interval("1, 10"), (0, 4), "([4, 8], 0 + 4Z)");
    check(interval("1, 7"), (0, 4), "([4, 4], 4)");
    check(interval("1, 3"), (0, 4), "(⊥, ⊥)");
    check(interval("0, +oo"), (3, 7), "([3, +oo], 3 + 7Z)");
    check(interval("0, 9"), (5, 0), "([5, 5], 5)");
    check(interval("0, 9"), (50, 0), "(⊥, ⊥)");
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
    let joining = || WidenedBy::new(Interval, |l: &Interval, a, b| l.join(a, b));
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
    fails(signature!("div" = |a, b| Interval.div(a, b); Interval --> Interval -%-> Interval));
    fails(signature!("rem" = |a, b| Interval.rem(a, b); Interval -%-> Interval --> Interval));
    fails(signature!("rem" = |a, b| Interval.rem(a, b);
        Interval --> Interval --> Interval; best |x, y| x.checked_rem(*y)));
    fails(signature!("concat" = |a, b| Strings.concat(a, b); Strings -%-> Strings --> Strings));
    fails(signature!("not equal" = |a, b| Interval.not_equal(a, b);
        Interval -%-> Interval --> Interval));
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
    let lists = Suite::new("lists", Lists::new(Interval));
    assert_eq!(violated(lists.equality().checks()), expected);
    let powerset = Suite::new("powerset", Powerset::new(Interval));
    assert_eq!(violated(powerset.equality().checks()), expected);
    let product = Suite::new("product", IntervalCongruence::product());
    assert_eq!(violated(product.equality().checks()), expected);
}

/// A reduction that gives up on wide intervals still keeps all values, but it is not monotone, and
/// the product is no lattice any more.
#[test]
fn an_inexact_reduction_breaks_laws() {
    #[derive(Clone, Copy)]
    struct Lazy;
    impl Reduction<Interval, Congruence> for Lazy {
        fn reduce(&self, pair: &(IntervalElem, CongruenceElem)) -> (IntervalElem, CongruenceElem) {
            let narrow = Interval.members(&pair.0).is_some();
            if narrow { IntervalCongruence.reduce(pair) } else { *pair }
        }
    }
    let product = Reduced::new(Interval, Congruence, Lazy);
    let broken = violated(product.reduction_checks());
    println!("{broken:?}");
    let broken = violated(Suite::new("lazy", product).concretisation().checks());
    println!("{broken:?}");
    let harmless = Reduced::new(Interval, Congruence, |pair: &(_, _)| *pair);
    check(Suite::new("unreduced", harmless).widening().narrowing().concretisation().checks());
}
