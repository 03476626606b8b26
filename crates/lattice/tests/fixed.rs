//! The fixed-width domains: every operator on all elements of small widths, and all suites.

use soundline_lattice::fixed::*;
use soundline_lattice::*;

/// A domain with its suite.
trait Tested: FixedWidth + Generate + Copy + 'static {
    fn checks(bits: u32) -> Vec<Check>;

    fn at(bits: u32) -> Self {
        Self::of_width(Width::new(bits))
    }
}

impl Tested for KnownBits {
    fn checks(bits: u32) -> Vec<Check> {
        known_bits::suite(bits).checks()
    }
}

impl Tested for Tnum {
    fn checks(bits: u32) -> Vec<Check> {
        tnum::suite(bits).checks()
    }
}

impl Tested for WrappedInterval {
    fn checks(bits: u32) -> Vec<Check> {
        wrapped::suite(bits).checks()
    }
}

/// An element of a small width with its members, as a list and as a set with a bit for each.
struct Listed<E> {
    elem: E,
    members: Vec<u64>,
    set: u64,
}

fn set_of(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0, |set, word| set | 1 << word)
}

/// All elements of a width up to 4.
fn listed<D: Tested>(d: D) -> Vec<Listed<D::Elem>> {
    let elements = d.elements().expect("small widths list their elements");
    let with_members = |elem: D::Elem| {
        let members = d.members(&elem).expect("small widths list all members");
        let set = set_of(members.iter().copied());
        Listed { elem, members, set }
    };
    elements.into_iter().map(with_members).collect()
}

/// The results of an operation on all pairs of members.
fn image<'a>(
    operation: Binary,
    width: Width,
    xs: &'a [u64],
    ys: &'a [u64],
) -> impl Iterator<Item = u64> + 'a {
    xs.iter().flat_map(move |x| ys.iter().filter_map(move |y| operation.apply(width, *x, *y)))
}

/// No result is missing: every operator on all elements and all their members.
mod soundness {
    use super::*;

    /// The number of cases at widths 1 to 4.
    fn check<D: Tested>() -> [u64; 4] {
        [1, 2, 3, 4].map(|bits| {
            let (d, elements) = (D::at(bits), listed(D::at(bits)));
            let binary: u64 = Binary::ALL.iter().map(|op| check_binary(d, &elements, *op)).sum();
            let unary: u64 = Unary::ALL.iter().map(|op| check_unary(d, &elements, *op)).sum();
            let casts: u64 = Cast::ALL.iter().map(|cast| check_cast(d, &elements, *cast)).sum();
            binary + unary + casts
        })
    }

    fn check_binary<D: Tested>(d: D, elements: &[Listed<D::Elem>], operation: Binary) -> u64 {
        let mut cases = 0;
        for a in elements {
            for b in elements {
                let result = d.binary(operation, &a.elem, &b.elem);
                for value in image(operation, d.width(), &a.members, &b.members) {
                    cases += 1;
                    let (name, width) = (operation.name(), d.width());
                    assert!(
                        d.contains(&result, &value),
                        "{name} at width {width} of {} and {} gives {} without {value}",
                        d.show(&a.elem),
                        d.show(&b.elem),
                        d.show(&result),
                    );
                }
            }
        }
        cases
    }

    fn check_unary<D: Tested>(d: D, elements: &[Listed<D::Elem>], operation: Unary) -> u64 {
        let mut cases = 0;
        for a in elements {
            let result = d.unary(operation, &a.elem);
            for x in &a.members {
                cases += 1;
                let value = operation.apply(d.width(), *x);
                assert!(d.contains(&result, &value), "{} {}", operation.name(), d.show(&a.elem));
            }
        }
        cases
    }

    fn check_cast<D: Tested>(d: D, elements: &[Listed<D::Elem>], cast: Cast) -> u64 {
        let mut cases = 0;
        let widths = [1, 2, 3, 4, 5, 6, 63, 64].map(Width::new);
        for to in widths.into_iter().filter(|to| cast.allows(d.width(), *to)) {
            let target = D::of_width(to);
            for a in elements {
                let result = d.cast(cast, &a.elem, to);
                for x in &a.members {
                    cases += 1;
                    let value = cast.apply(d.width(), to, *x);
                    let shown = d.show(&a.elem);
                    assert!(target.contains(&result, &value), "{} {shown} to {to}", cast.name());
                }
            }
        }
        cases
    }

    #[test]
    fn known_bits() {
        assert_eq!(check::<KnownBits>(), [228, 2976, 44608, 692224]);
    }

    #[test]
    fn tristate_numbers() {
        assert_eq!(check::<Tnum>(), [228, 2976, 44608, 692224]);
    }

    #[test]
    fn wrapped_intervals() {
        assert_eq!(check::<WrappedInterval>(), [228, 8736, 575824, 39385984]);
    }

    /// Many samples at the widths of machines, a good part of which must be defined.
    fn check_samples<D: Tested>() {
        let runner = Runner { cases: 5000, ..Runner::new() };
        for bits in [8, 32, 64] {
            for check in D::checks(bits).iter().filter(|check| check.name.ends_with(" sound")) {
                let report = runner.run(check, None);
                assert!(!report.is_violated(), "{report}");
                assert!(report.counts.holds > runner.cases / 10, "{report}");
            }
        }
    }

    #[test]
    fn samples_of_machine_widths() {
        check_samples::<KnownBits>();
        check_samples::<Tnum>();
        check_samples::<WrappedInterval>();
    }

    /// Constants at the corners, where sampling might miss one: results are exact for them.
    #[test]
    fn corners_of_machine_widths() {
        fn check<D: Tested<Elem: PartialEq>>(bits: u32) {
            let d = D::at(bits);
            let (mask, sign) = (d.width().mask(), d.width().sign_bit());
            let words = [0, 1, 2, 7, 8, bits.into(), u64::from(bits) - 1, sign - 1, sign, sign + 1]
                .into_iter()
                .chain([mask - 1, mask]);
            let words: Vec<u64> = words.collect();
            for operation in Binary::ALL {
                for (x, y) in words.iter().flat_map(|x| words.iter().map(move |y| (*x, *y))) {
                    let result = d.binary(operation, &d.abstraction(&x), &d.abstraction(&y));
                    let value = operation.apply(d.width(), x, y);
                    let expected = value.map_or(d.bottom(), |value| d.abstraction(&value));
                    assert!(
                        result == expected,
                        "{} {x} {y}: {}",
                        operation.name(),
                        d.show(&result)
                    );
                }
            }
        }
        for bits in [8, 32, 63, 64] {
            check::<KnownBits>(bits);
            check::<Tnum>(bits);
            check::<WrappedInterval>(bits);
        }
    }
}

/// The suites hold, and claim all that holds.
mod laws {
    use super::*;

    fn check<D: Tested>() {
        for bits in [1, 2, 3, 4, 8, 32, 64] {
            for report in Runner::new().run_all(&D::checks(bits)) {
                assert!(!report.is_violated(), "{report}");
                assert_ne!(report.status, Status::Vacuous, "{report}");
                let best = report.name.ends_with(" best");
                assert!(!best || bits > 4 || report.status == Status::Proved, "{report}");
            }
        }
    }

    #[test]
    fn known_bits() {
        check::<KnownBits>();
    }

    #[test]
    fn tristate_numbers() {
        check::<Tnum>();
    }

    #[test]
    fn wrapped_intervals() {
        check::<WrappedInterval>();
    }

    fn claims<D: Tested>(name: &str) -> bool {
        D::checks(3).iter().any(|check| check.name == name)
    }

    /// The number of pairs x ⊑ x' and y for which the operator is not monotone in an argument.
    fn not_monotone<D: Tested>(bits: u32, operation: Binary, argument: usize) -> usize {
        let (d, elements) = (D::at(bits), D::at(bits).elements().expect("the width is small"));
        let apply = |x: &D::Elem, y: &D::Elem| match argument {
            1 => d.binary(operation, x, y),
            _ => d.binary(operation, y, x),
        };
        let chains = elements.iter().flat_map(|x| elements.iter().map(move |above| (x, above)));
        chains
            .filter(|(x, above)| d.leq(x, above).is_yes())
            .flat_map(|chain| elements.iter().map(move |y| (chain, y)))
            .filter(|((x, above), y)| d.leq(&apply(x, y), &apply(above, y)).is_no())
            .count()
    }

    /// What a suite does not claim to be monotone is not, at width 3.
    fn check_monotone<D: Tested>(except: &[Binary]) {
        for operation in Binary::ALL.into_iter().filter(|op| !except.contains(op)) {
            for argument in [1, 2] {
                let name = format!("{} monotone in argument {argument}", operation.name());
                let refuted = not_monotone::<D>(3, operation, argument) > 0;
                assert!(claims::<D>(&name) != refuted, "{name}");
            }
        }
    }

    #[test]
    fn no_operator_is_monotone_unawares() {
        check_monotone::<KnownBits>(&[]);
        check_monotone::<Tnum>(&[Binary::Mul]);
        check_monotone::<WrappedInterval>(&[]);
    }

    /// Tristate products are monotone up to width 5, and this is the first time that they are not.
    #[test]
    fn tristate_products_are_not_monotone() {
        let d = Tnum::new(6);
        let (three, above) = (d.tristate(0b000011, 0), d.tristate(0b000001, 0b000010));
        let factor = d.tristate(0b000001, 0b000110);
        assert!(d.leq(&three, &above).is_yes());
        assert_eq!(d.show(&d.mul(&three, &factor)), "0b?????1");
        assert_eq!(d.show(&d.mul(&above, &factor)), "0b0????1");
        assert_eq!(d.show(&d.mul(&factor, &three)), "0b?????1");
        assert_eq!(d.show(&d.mul(&factor, &above)), "0b0????1");
        for argument in [1, 2] {
            assert_eq!(not_monotone::<Tnum>(4, Binary::Mul, argument), 0);
        }
    }

    /// The number of pairs for which an element with fewer members covers all results.
    fn not_smallest<D: Tested>(bits: u32, operation: Binary) -> usize {
        let (d, elements) = (D::at(bits), listed(D::at(bits)));
        let pairs = elements.iter().flat_map(|a| elements.iter().map(move |b| (a, b)));
        pairs
            .filter(|(a, b)| {
                let results = set_of(image(operation, d.width(), &a.members, &b.members));
                let size = d.members(&d.binary(operation, &a.elem, &b.elem)).map(|m| m.len());
                covered_by_smaller(&elements, results, size)
            })
            .count()
    }

    fn covered_by_smaller<E>(elements: &[Listed<E>], results: u64, size: Option<usize>) -> bool {
        elements.iter().any(|c| results & !c.set == 0 && Some(c.members.len()) < size)
    }

    /// What a suite does not claim to be best is not, at width 3; what it claims is proved there
    /// and at width 4 by the suite itself.
    fn check_best<D: Tested>() {
        for operation in Binary::ALL {
            let name = format!("{} best", operation.name());
            assert!(claims::<D>(&name) != (not_smallest::<D>(3, operation) > 0), "{name}");
        }
    }

    #[test]
    fn no_operator_is_best_unawares() {
        check_best::<KnownBits>();
        check_best::<Tnum>();
    }

    /// Wrapped intervals have no best results, but some operators have a smallest one. Quotients do at these widths, where few
    /// divisors are not looked at one by one.
    #[test]
    fn some_operators_on_wrapped_intervals_are_smallest() {
        use Binary::*;
        for operation in Binary::ALL {
            let smallest = [Add, Sub, And, Or, Lshr, Ashr, Udiv, Sdiv].contains(&operation);
            for bits in 3..=if smallest { 4 } else { 3 } {
                let refuted = not_smallest::<WrappedInterval>(bits, operation) > 0;
                assert!(smallest != refuted, "{} at width {bits}", operation.name());
            }
        }
    }

    #[test]
    fn casts_and_unary_operators_on_wrapped_intervals_are_smallest() {
        for bits in 1..=4 {
            let d = WrappedInterval::new(bits);
            for a in listed(d) {
                for operation in Unary::ALL {
                    let size = d.members(&d.unary(operation, &a.elem)).map(|m| m.len());
                    assert_eq!(size, Some(a.members.len()), "{}", d.show(&a.elem));
                }
                for (cast, to) in Cast::ALL.iter().flat_map(|c| (1..=4).map(move |to| (*c, to))) {
                    let target = WrappedInterval::new(to);
                    if cast.allows(d.width(), target.width()) {
                        let value = |x: &u64| cast.apply(d.width(), target.width(), *x);
                        let results = set_of(a.members.iter().map(value));
                        let result = d.cast(cast, &a.elem, target.width());
                        let size = target.members(&result).map(|m| m.len());
                        assert!(!covered_by_smaller(&listed(target), results, size));
                    }
                }
            }
        }
    }
}

/// Laws of lattices that wrapped intervals break.
mod exemptions {
    use super::*;

    #[test]
    fn every_exempted_law_is_violated() {
        for bits in [2, 3] {
            let mut exempted = 0;
            for mut check in WrappedInterval::checks(bits) {
                if check.exempt.take().is_some() {
                    exempted += 1;
                    let report = Runner::new().run(&check, None);
                    assert!(report.is_violated() && report.scope == Scope::Exhaustive, "{report}");
                }
            }
            assert_eq!(exempted, 6);
        }
    }

    #[test]
    fn nothing_else_is_exempted() {
        let exempted = |checks: Vec<Check>| checks.iter().filter(|c| c.exempt.is_some()).count();
        assert_eq!(exempted(WrappedInterval::checks(1)), 0);
        assert_eq!(exempted(KnownBits::checks(3)), 0);
        assert_eq!(exempted(Tnum::checks(3)), 0);
    }

    /// The halves of the circle, which share their ends, break all six laws at every width.
    #[test]
    fn at_every_width() {
        for bits in 2..=64 {
            let d = WrappedInterval::new(bits);
            let half = d.width().sign_bit();
            let [zero, one, middle, beyond] = [0, 1, half, half + 1].map(|x| d.abstraction(&x));
            let (north, south) = (d.segment(0, half), d.segment(half, 0));
            // join is least
            assert_eq!(d.join(&zero, &middle), north);
            assert!(d.leq(&zero, &south).is_yes() && d.leq(&middle, &south).is_yes());
            assert!(d.leq(&north, &south).is_no());
            // join associative
            let left = d.join(&d.join(&zero, &one), &beyond);
            assert_ne!(left, d.join(&zero, &d.join(&one, &beyond)));
            // meet implies leq, meet implies join
            assert_eq!(d.meet(&north, &south), north);
            assert_ne!(d.join(&north, &south), south);
            // join meet absorption
            assert_ne!(d.join(&south, &d.meet(&south, &north)), south);
            // meet associative
            let left = d.meet(&d.meet(&one, &north), &south);
            assert_ne!(left, d.meet(&one, &d.meet(&north, &south)));
        }
    }
}

/// Known bits and tristate numbers are one lattice, so their results can be compared.
mod comparison {
    use super::*;

    fn as_known_bits(d: KnownBits, a: &TnumElem) -> KnownBitsElem {
        match a {
            TnumElem::Bottom => d.bottom(),
            TnumElem::Bits(bits) => d.known(!(bits.value() | bits.mask()), bits.value()),
        }
    }

    /// How often the product of known bits is strictly below that of tristate numbers, above it,
    /// and neither, over all pairs; all other operators agree.
    fn compare(bits: u32) -> [usize; 3] {
        let (known, tnum) = (KnownBits::new(bits), Tnum::new(bits));
        let elements = tnum.elements().expect("the width is small");
        let mut counts = [0; 3];
        for operation in Binary::ALL {
            for (a, b) in elements.iter().flat_map(|a| elements.iter().map(move |b| (a, b))) {
                let (x, y) = (as_known_bits(known, a), as_known_bits(known, b));
                let left = known.binary(operation, &x, &y);
                let right = as_known_bits(known, &tnum.binary(operation, a, b));
                match (known.leq(&left, &right).is_yes(), known.leq(&right, &left).is_yes()) {
                    (true, true) => {}
                    _ if operation != Binary::Mul => panic!("{} differs", operation.name()),
                    (true, false) => counts[0] += 1,
                    (false, true) => counts[1] += 1,
                    (false, false) => counts[2] += 1,
                }
            }
        }
        counts
    }

    #[test]
    fn only_products_differ() {
        let known_products_better = [0, 0, 12, 226];
        assert_eq!([1, 2, 3, 4].map(compare), known_products_better.map(|n| [n, 0, 0]));
    }

    /// From width 6 on, leading zeros get lost in the sums that make a tristate product.
    #[test]
    fn products_of_known_bits_may_be_better() {
        let (known, tnum) = (KnownBits::new(6), Tnum::new(6));
        let (a, b) = (tnum.tristate(0b000011, 0), tnum.tristate(0b000001, 0b000110));
        assert_eq!(tnum.show(&tnum.mul(&a, &b)), "0b?????1");
        let product = known.mul(&as_known_bits(known, &a), &as_known_bits(known, &b));
        assert_eq!(known.show(&product), "0b0????1");
    }

    #[test]
    fn sums_and_differences_agree_at_64_bits() {
        let (known, tnum) = (KnownBits::new(64), Tnum::new(64));
        let mut choices = Choices::random(1);
        for _ in 0..10_000 {
            let (a, b) = (tnum.arbitrary(&mut choices), tnum.arbitrary(&mut choices));
            let (x, y) = (as_known_bits(known, &a), as_known_bits(known, &b));
            assert_eq!(known.add(&x, &y), as_known_bits(known, &tnum.add(&a, &b)));
            assert_eq!(known.sub(&x, &y), as_known_bits(known, &tnum.sub(&a, &b)));
        }
    }
}

/// Faults that the checks must notice.
mod planted {
    use super::*;

    fn assert_violated(checks: Vec<Check>, name: &str) {
        let check = checks.iter().find(|check| check.name == name).expect("the check exists");
        let report = Runner::new().run(check, None);
        assert!(report.is_violated(), "{report}");
    }

    #[test]
    fn a_sum_that_forgets_carries() {
        for bits in [3, 64] {
            let d = Tnum::new(bits);
            let faulty = move |a: &TnumElem, b: &TnumElem| match (a, b) {
                (TnumElem::Bits(x), TnumElem::Bits(y)) => {
                    d.tristate(x.value().wrapping_add(y.value()), x.mask() | y.mask())
                }
                _ => d.bottom(),
            };
            let sound = Binary::Add.at(d.width());
            assert_violated(signature!("add" = faulty; d --> d --> d; sound sound), "add sound");
        }
    }

    #[test]
    fn a_sum_that_forgets_a_bit() {
        let d = KnownBits::new(4);
        let faulty = move |a: &KnownBitsElem, b: &KnownBitsElem| {
            let sum = d.add(a, b);
            d.known(sum.zeros() & 0b111, sum.ones() & 0b111)
        };
        let best = Binary::Add.at(d.width());
        assert_violated(signature!("add" = faulty; d --> d --> d; best best), "add best");
    }

    #[test]
    fn a_shift_that_reads_no_further_than_the_least_amount() {
        for bits in [3, 64] {
            let d = KnownBits::new(bits);
            let faulty =
                move |a: &KnownBitsElem, b: &KnownBitsElem| d.lshr(a, &d.abstraction(&b.ones()));
            let sound = Binary::Lshr.at(d.width());
            let checks = signature!("lshr" = faulty; d --> d --> d; sound sound);
            assert_violated(checks, "lshr sound");
        }
    }

    #[test]
    fn a_quotient_by_bottom() {
        let d = Tnum::new(3);
        let faulty = move |a: &TnumElem, b: &TnumElem| match b {
            TnumElem::Bottom => *a,
            _ => d.udiv(a, b),
        };
        let checks = signature!("udiv" = faulty; d -!-> d -!-> d);
        assert_violated(checks, "udiv strict in argument 2");
    }

    #[test]
    fn a_sum_of_segments_that_laps_itself() {
        for bits in [3, 64] {
            let d = WrappedInterval::new(bits);
            let faulty = move |a: &WrappedElem, b: &WrappedElem| match (a, b) {
                (WrappedElem::Segment(x), WrappedElem::Segment(y)) => {
                    d.segment(x.first().wrapping_add(y.first()), x.last().wrapping_add(y.last()))
                }
                _ => d.add(a, b),
            };
            let sound = Binary::Add.at(d.width());
            let checks = || signature!("add" = faulty; d -<-> d --> d; sound sound);
            assert_violated(checks(), "add sound");
            assert_violated(checks(), "add monotone in argument 1");
        }
    }

    #[test]
    fn a_cast_with_the_wrong_sign() {
        let (d, wide) = (WrappedInterval::new(8), WrappedInterval::new(16));
        let sound = Cast::Sext.at(d.width(), wide.width());
        let checks = signature!("sext" = |a| d.zext(a, wide.width()); d --> wide; sound sound);
        assert_violated(checks, "sext sound");
    }
}

/// Single results, as they read.
mod examples {
    use super::*;

    #[test]
    fn bits_are_shown_in_binary() {
        let d = KnownBits::new(4);
        let a = d.known(0b1000, 0b0101);
        assert_eq!(d.show(&a), "0b01?1");
        assert_eq!(d.show(&d.add(&a, &d.abstraction(&1))), "0b???0");
        assert_eq!(d.show(&d.known(1, 1)), "⊥");
        assert_eq!(d.known(1, 1), d.bottom());
        let d = Tnum::new(4);
        assert_eq!(d.show(&d.tristate(0b0101, 0b0010)), "0b01?1");
        assert_eq!(d.show(&d.neg(&d.tristate(0b0100, 0b1000))), "0b?100");
        assert_eq!(d.show(&d.bottom()), "⊥");
    }

    #[test]
    fn segments_pass_through_zero() {
        let d = WrappedInterval::new(8);
        assert_eq!(d.show(&d.neg(&d.segment(250, 5))), "[251, 6]");
        assert_eq!(d.show(&d.mul(&d.segment(254, 1), &d.segment(3, 3))), "[250, 3]");
        assert_eq!(d.show(&d.zext(&d.segment(254, 1), Width::new(16))), "[0, 255]");
        assert_eq!(d.show(&d.sext(&d.segment(254, 1), Width::new(16))), "[65534, 1]");
        assert_eq!(d.segment(4, 3), WrappedElem::Top);
    }

    #[test]
    fn widening_segments_doubles_them() {
        let d = WrappedInterval::new(64);
        let mut x = d.abstraction(&0);
        let mut steps = 0;
        while let WrappedElem::Segment(segment) = x {
            // The two sides in turn, one word at a time.
            let beyond = match steps % 2 {
                0 => segment.last().wrapping_add(1),
                _ => segment.first().wrapping_sub(1),
            };
            x = d.widen(&x, &d.abstraction(&beyond));
            steps += 1;
        }
        assert_eq!(steps, 64);
    }

    #[test]
    #[should_panic(expected = "a width is from 1 to 64 bits, not 0")]
    fn no_width_of_nothing() {
        WrappedInterval::new(0);
    }

    #[test]
    #[should_panic(expected = "no zext from width 8 to width 4")]
    fn no_extension_to_less() {
        let d = Tnum::new(8);
        d.zext(&d.bottom(), Width::new(4));
    }

    #[test]
    #[should_panic(expected = "no trunc from width 8 to width 16")]
    fn no_truncation_to_more() {
        WrappedInterval::new(8).trunc(&WrappedElem::Top, Width::new(16));
    }
}
