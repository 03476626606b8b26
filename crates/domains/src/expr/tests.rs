//! Random expressions at random points: text comes back, and linearisation encloses every value.

use soundline_lattice::Choices;

use super::{BinaryOp, Constraint, Expr, IntType, LinearExpr, Relation, Space, UnaryOp, VarKind};
use crate::numbers::{Bound, Int, Interval, Rat};

const EXTREMES: [i64; 12] = [
    0,
    1,
    -1,
    i64::MAX,
    i64::MIN,
    (1 << 53) + 1,
    (1 << 53) - 1,
    -(1 << 53) - 1,
    i32::MAX as i64,
    i32::MIN as i64,
    u32::MAX as i64,
    255,
];

const BINARY: [BinaryOp; 11] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Quot,
    BinaryOp::Rem,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Shl,
    BinaryOp::Shr,
];

fn any_number(choices: &mut Choices, integral: bool) -> Rat {
    let numerator = match choices.draw(3) {
        0 | 1 => choices.int(-10, 10),
        2 => choices.pick(&EXTREMES),
        _ => choices.any_int(),
    };
    let denominator = if integral { 1 } else { choices.int(1, 4) };
    Rat::new(numerator, denominator).expect("not 0")
}

fn any_expr(choices: &mut Choices, variables: usize, depth: usize) -> Expr {
    if depth == 0 || choices.once_in(5) {
        return if choices.flip() {
            let integral = choices.flip();
            Expr::constant(any_number(choices, integral))
        } else {
            Expr::var(choices.index(variables))
        };
    }
    match choices.draw(7) {
        0 => any_expr(choices, variables, depth - 1)
            .unary(choices.pick(&[UnaryOp::Neg, UnaryOp::Not])),
        1 => any_expr(choices, variables, depth - 1).cast(IntType {
            width: choices.pick(&[8, 1, 3, 16, 32, 64, 100]),
            signed: choices.flip(),
        }),
        _ => {
            let operation = choices.pick(&BINARY);
            let left = any_expr(choices, variables, depth - 1);
            let right = match operation {
                // Huge shifts only show how much memory there is.
                BinaryOp::Shl | BinaryOp::Shr if choices.draw(3) > 0 => {
                    Expr::constant(choices.int(0, 70))
                }
                BinaryOp::Shl => Expr::var(0).cast(IntType { width: 3, signed: choices.flip() }),
                _ => any_expr(choices, variables, depth - 1),
            };
            left.binary(operation, right)
        }
    }
}

/// An interval around the number, with bounds that are sometimes near and sometimes infinite.
fn around(choices: &mut Choices, value: &Rat) -> Interval {
    let mut distance = || match choices.draw(4) {
        0 => Some(Rat::ZERO),
        1 | 2 => Some(Rat::new(choices.int(0, 20), choices.int(1, 3)).expect("not 0")),
        3 => Some(Rat::from(choices.any_int()).abs()),
        _ => None,
    };
    let low = distance().map_or(Bound::MinusInfinity, |d| Bound::Finite(value - d));
    let high = distance().map_or(Bound::PlusInfinity, |d| Bound::Finite(value + d));
    Interval::new(low, high).expect("the number is inside")
}

fn check_enclosure(choices: &mut Choices) -> bool {
    let kinds: Vec<VarKind> =
        (0..3).map(|_| choices.pick(&[VarKind::Int, VarKind::Real])).collect();
    let space = Space::new(kinds);
    let point: Vec<Rat> =
        (0..3).map(|variable| any_number(choices, space.is_integer(variable))).collect();
    let intervals: Vec<Interval> = point.iter().map(|value| around(choices, value)).collect();
    let bounds = |variable: usize| intervals[variable].clone();
    let expr = any_expr(choices, 3, 4);
    let Some(value) = expr.eval(&point) else {
        return false;
    };
    let context = || format!("{expr} at {point:?} in {intervals:?} is {value}");
    let found = expr.linearise(&space, &bounds).unwrap_or_else(|| panic!("{}", context()));
    assert!(found.range.contains(&value), "{} not in {}", context(), found.range);
    assert!(!found.integral || value.is_integer(), "{}: not an integer", context());
    let at_point = found.form.at(&point).expect("three coordinates");
    assert!(at_point.contains(&value), "{} not in {}", context(), found.form);
    let (linear, rest) = found.form.scalar(&bounds);
    let rest_of_value = &value - linear.eval(&point).expect("three coordinates");
    assert!(rest.contains(&rest_of_value), "{} not in {linear} + {rest}", context());
    for relation in [Relation::Eq, Relation::Ge, Relation::Gt, Relation::Ne] {
        if relation.holds(&value) {
            for constraint in found.form.relax(relation, &bounds) {
                assert_eq!(constraint.holds_at(&point), Ok(true), "{}: {constraint}", context());
            }
        }
    }
    true
}

#[test]
fn linearisation_encloses_every_value() {
    let mut defined = 0;
    for seed in 0..40_000 {
        defined += usize::from(check_enclosure(&mut Choices::random(seed)));
    }
    assert!(defined > 10_000, "only {defined} cases had a value");
}

#[test]
fn linear_trees_become_themselves() {
    for seed in 0..2_000 {
        let mut choices = Choices::random(seed);
        let linear = any_linear(&mut choices);
        let space = Space::integers(4);
        let found = Expr::from(&linear).linearise(&space, &|_| Interval::ALL).expect("defined");
        assert_eq!(found.form.as_linear(), Some(linear));
    }
}

fn any_linear(choices: &mut Choices) -> LinearExpr {
    let terms = choices.many(5, |choices| (choices.index(4), any_number(choices, false)));
    let constant = any_number(choices, false);
    LinearExpr::new(terms, constant)
}

#[test]
fn text_comes_back() {
    for seed in 0..5_000 {
        let mut choices = Choices::random(seed);
        let expr = any_linear(&mut choices);
        assert_eq!(expr.to_string().parse(), Ok(expr.clone()));
        let relation = choices.pick(&[Relation::Eq, Relation::Ge, Relation::Gt, Relation::Ne]);
        let constraint = Constraint::new(expr, relation);
        assert_eq!(constraint.to_string().parse(), Ok(constraint.clone()));
        let point: Vec<Rat> = (0..4).map(|_| any_number(&mut choices, false)).collect();
        let holds = constraint.holds_at(&point);
        assert_eq!(constraint.normalised().holds_at(&point), holds);
        assert_eq!(constraint.negated().holds_at(&point), holds.map(|holds| !holds));
        let space = Space::integers(4);
        let point: Vec<Rat> = (0..4).map(|_| any_number(&mut choices, true)).collect();
        assert_eq!(constraint.tightened(&space).holds_at(&point), constraint.holds_at(&point));
    }
}

#[test]
fn rubbish_is_refused_without_a_panic() {
    let pieces = [
        "x0", "x", "1", "/", "*", "+", "-", "(", ")", ">=", "=", "<", "!", "é", " ", ".", "0",
        "inf", "e",
    ];
    for seed in 0..20_000 {
        let mut choices = Choices::random(seed);
        let text: String = choices.many(12, |choices| choices.pick(&pieces)).concat();
        if let Ok(constraint) = text.parse::<Constraint>() {
            assert_eq!(constraint.to_string().parse(), Ok(constraint), "{text}");
        }
        let _: Result<Rat, _> = text.parse();
        let _: Result<Int, _> = text.parse();
    }
}

#[test]
fn precise_where_it_matters() {
    let space = Space::integers(1);
    let x = || Expr::var(0);
    let byte = IntType { width: 8, signed: false };
    for (expr, range, expected) in [
        (x().binary(BinaryOp::Add, Expr::constant(1)).cast(byte), (0, 254), "[1, 1]*x0 + [1, 1]"),
        (x().cast(byte), (256, 300), "[1, 1]*x0 + [-256, -256]"),
        (x().cast(byte), (200, 300), "[0, 255]"),
        (x().binary(BinaryOp::And, Expr::constant(15)), (0, 15), "[1, 1]*x0 + [0, 0]"),
        (x().binary(BinaryOp::And, Expr::constant(15)), (0, 16), "[0, 15]"),
        (x().binary(BinaryOp::Rem, Expr::constant(10)), (0, 9), "[1, 1]*x0 + [0, 0]"),
        (x().binary(BinaryOp::Rem, Expr::constant(10)), (-5, 100), "[-5, 9]"),
        (x().binary(BinaryOp::Quot, Expr::constant(2)), (0, 9), "[1/2, 1/2]*x0 + [-1/2, 0]"),
        (x().binary(BinaryOp::Shl, Expr::constant(3)), (0, 9), "[8, 8]*x0 + [0, 0]"),
        (x().binary(BinaryOp::Shr, Expr::constant(1)), (-9, 9), "[1/2, 1/2]*x0 + [-1/2, 0]"),
        (x().unary(UnaryOp::Not), (0, 9), "[-1, -1]*x0 + [-1, -1]"),
    ] {
        let bounds = |_| Interval::of(range.0, range.1);
        let found = expr.linearise(&space, &bounds).expect("defined");
        assert_eq!(found.form.to_string(), expected, "{expr}");
    }
    let square = x().binary(BinaryOp::Mul, x());
    let found = square.linearise(&space, &|_| Interval::of(-3, 2)).expect("defined");
    assert_eq!(found.range, Interval::of(0, 9));
    let undefined = x().binary(BinaryOp::Quot, Expr::constant(0));
    assert_eq!(undefined.linearise(&space, &|_| Interval::ALL), None);
    let divisor = Expr::constant(6).binary(BinaryOp::Quot, x());
    let found = divisor.linearise(&space, &|_| Interval::of(0, 3)).expect("defined");
    assert_eq!(found.range, Interval::of(2, 6));
}
