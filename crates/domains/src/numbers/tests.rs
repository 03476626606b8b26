//! The hybrids compared with arbitrary precision alone, on small, extreme and huge numbers.

use std::cmp::Ordering;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use dashu_int::IBig;
use dashu_int::ops::{Gcd, RemEuclid};
use dashu_ratio::RBig;
use soundline_lattice::Choices;

use super::{Int, Rat};

const EXTREMES: [i64; 17] = [
    0,
    1,
    -1,
    2,
    -2,
    i64::MAX,
    i64::MAX - 1,
    i64::MIN,
    i64::MIN + 1,
    1 << 53,
    (1 << 53) + 1,
    (1 << 53) - 1,
    -(1 << 53) - 1,
    1 << 32,
    -(1 << 31),
    1 << 62,
    6700417 * 641,
];

fn any_int(choices: &mut Choices) -> Int {
    match choices.draw(5) {
        0 => Int::from(choices.int(-20, 20)),
        1 => Int::from(choices.any_int()),
        2 | 3 => Int::from(choices.pick(&EXTREMES)),
        4 => Int::from(choices.any_int()) * Int::from(choices.any_int()),
        _ => {
            Int::from(choices.any_int()).pow(choices.draw(4) as u32) + Int::from(choices.int(-2, 2))
        }
    }
}

fn any_rat(choices: &mut Choices) -> Rat {
    let denominator = match choices.draw(3) {
        0 => Int::ONE,
        1 => Int::from(choices.int(1, 12)),
        2 => Int::from(u64::MAX - choices.draw(2)),
        _ => any_int(choices),
    };
    Rat::new(any_int(choices), denominator).unwrap_or(Rat::ZERO)
}

fn hash(value: &impl std::hash::Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}

/// The same value, and the canonical form: equality and hashing compare forms.
fn same(found: &Int, expected: &IBig) {
    let wanted = Int::from_big(expected.clone());
    assert_eq!(*found, wanted);
    assert_eq!(hash(found), hash(&wanted));
    assert_eq!(found.to_string(), expected.to_string());
    assert_eq!(found.to_i64(), i64::try_from(expected).ok());
}

#[test]
fn integers_agree_with_arbitrary_precision() {
    let mut choices = Choices::random(1);
    for _ in 0..30_000 {
        let (a, b) = (any_int(&mut choices), any_int(&mut choices));
        let (x, y) = (a.big().into_owned(), b.big().into_owned());
        same(&(&a + &b), &(&x + &y));
        same(&(&a - &b), &(&x - &y));
        same(&(&a * &b), &(&x * &y));
        same(&-&a, &-&x);
        same(&(&a & &b), &(&x & &y));
        same(&(&a | &b), &(&x | &y));
        same(&(&a ^ &b), &(&x ^ &y));
        same(&!&a, &!&x);
        assert_eq!(a.cmp(&b), x.cmp(&y));
        assert_eq!(a == b, x == y);
        let bits = choices.draw(130) as u32;
        same(&a.shl(bits).expect("few bits"), &(&x << bits as usize));
        same(&a.shr(bits), &(&x >> bits as usize));
        if y.is_zero() {
            assert_eq!(a.div_trunc(&b), None);
            continue;
        }
        same(&a.div_trunc(&b).expect("not 0"), &(&x / &y));
        same(&a.rem_trunc(&b).expect("not 0"), &(&x % &y));
        same(&a.rem_euclid(&b).expect("not 0"), &IBig::from((&x).rem_euclid(&y)));
        same(&a.gcd(&b), &IBig::from((&x).gcd(&y)));
        let (floor, ceil) = (a.div_floor(&b).expect("not 0"), a.div_ceil(&b).expect("not 0"));
        let exact = Rat::new(a.clone(), b.clone()).expect("not 0");
        assert_eq!((exact.floor(), exact.ceil()), (floor.clone(), ceil.clone()));
        assert!(Rat::from(&floor) <= exact && exact <= Rat::from(&ceil));
        assert!(&ceil - &floor <= Int::ONE);
        assert_eq!(&a.lcm(&b) * &a.gcd(&b), (&a * &b).abs());
    }
}

fn reference(value: &Rat) -> RBig {
    let denominator = value.denominator().big().into_owned();
    RBig::from_parts(
        value.numerator().big().into_owned(),
        denominator.try_into().expect("positive"),
    )
}

/// The same value in canonical form.
fn same_rat(found: &Rat, expected: &RBig) {
    let (n, d) = (expected.numerator().clone(), IBig::from(expected.denominator().clone()));
    let (n, d) = (Int::from_big(n), Int::from_big(d));
    assert_eq!((found.numerator(), found.denominator()), (n.clone(), d.clone()));
    let wanted = Rat::new(n.clone(), d.clone()).expect("not 0");
    assert_eq!(*found, wanted);
    assert_eq!(hash(found), hash(&wanted));
    let small = n.to_i64().is_some() && u64::try_from(d.big().as_ref()).is_ok();
    assert_eq!(found.to_words().is_some(), small, "{found} is not in canonical form");
}

#[test]
fn rationals_agree_with_arbitrary_precision() {
    let mut choices = Choices::random(2);
    for _ in 0..30_000 {
        let (a, b) = (any_rat(&mut choices), any_rat(&mut choices));
        let (x, y) = (reference(&a), reference(&b));
        same_rat(&(&a + &b), &(&x + &y));
        same_rat(&(&a - &b), &(&x - &y));
        same_rat(&(&a * &b), &(&x * &y));
        same_rat(&-&a, &-x.clone());
        assert_eq!(a.cmp(&b), x.cmp(&y));
        assert_eq!(a.to_string().parse(), Ok(a.clone()));
        match a.div(&b) {
            Some(quotient) => same_rat(&quotient, &(&x / &y)),
            None => assert!(b.is_zero()),
        }
        assert_eq!(a.sign(), a.cmp(&Rat::ZERO));
        assert_ne!(a.abs().sign(), Ordering::Less);
    }
}

#[test]
fn floats_enclose_tightly() {
    let mut choices = Choices::random(3);
    for _ in 0..20_000 {
        let value = any_rat(&mut choices);
        let (down, up) = (value.to_f64_down(), value.to_f64_up());
        if let Some(exact) = Rat::from_f64(down) {
            assert!(exact <= value);
            assert!(up == down || down.next_up() == up);
            assert_eq!(up == down, exact == value);
        } else {
            assert_eq!((down, up), (f64::NEG_INFINITY, f64::MIN));
        }
        if let Some(exact) = Rat::from_f64(up) {
            assert!(exact >= value);
        }
    }
}
