//! The operators and conversions of C: what the analysis says of a result contains every value that
//! the definition of the operator gives, computed here on its own for all operands in small ranges.

mod support;

use soundline_analyze::{Overflow, Predicate};
use std::collections::BTreeMap;
use std::fmt::Write;

/// An integer type: its name, width, and whether it has a sign.
#[derive(Clone, Copy)]
struct Ty(&'static str, u32, bool);

const SCHAR: Ty = Ty("signed char", 8, true);
const UCHAR: Ty = Ty("unsigned char", 8, false);
const SHORT: Ty = Ty("short", 16, true);
const INT: Ty = Ty("int", 32, true);
const UINT: Ty = Ty("unsigned int", 32, false);
const LONG: Ty = Ty("long", 64, true);
const ULONG: Ty = Ty("unsigned long", 64, false);
const TYPES: [Ty; 7] = [SCHAR, UCHAR, SHORT, INT, UINT, LONG, ULONG];

impl Ty {
    fn min(self) -> i128 {
        if self.2 { -(1 << (self.1 - 1)) } else { 0 }
    }

    fn max(self) -> i128 {
        self.min() + (1 << self.1) - 1
    }

    fn wrap(self, value: i128) -> i128 {
        (value - self.min()).rem_euclid(1 << self.1) + self.min()
    }

    fn promoted(self) -> Ty {
        if self.1 < 32 { INT } else { self }
    }

    /// The usual arithmetic conversions.
    fn common(self, other: Ty) -> Ty {
        let (a, b) = (self.promoted(), other.promoted());
        let wider = if a.1 >= b.1 { a } else { b };
        let unsigned = (a.1 == wider.1 && !a.2) || (b.1 == wider.1 && !b.2);
        TYPES.into_iter().find(|ty| ty.1 == wider.1 && ty.2 != unsigned).unwrap_or(wider)
    }

    /// Small ranges: around 0 and at both ends.
    fn ranges(self) -> Vec<(i128, i128)> {
        let mut ranges = vec![(0, 3), (self.max() - 2, self.max()), (1, 1)];
        if self.2 {
            ranges.extend([(-3, 2), (self.min(), self.min() + 2)]);
        }
        ranges
    }
}

const OPERATORS: [&str; 16] =
    ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", "<=", ">", ">=", "==", "!="];

/// The value of `a op b` as gcc computes it with wrapping arithmetic; none where it is undefined.
fn concrete(op: &str, a: i128, from: Ty, b: i128, other: Ty) -> Option<(i128, Ty)> {
    let shift = matches!(op, "<<" | ">>");
    let ty = if shift { from.promoted() } else { from.common(other) };
    let (a, b) = (ty.wrap(a), if shift { b } else { ty.wrap(b) });
    let truth = |holds: bool| Some((i128::from(holds), INT));
    let value = match op {
        "+" => a + b,
        "-" => a - b,
        "*" => a.checked_mul(b)?,
        "/" => a.checked_div(b)?,
        "%" => a.checked_rem(b)?,
        "<<" if (0..i128::from(ty.1)).contains(&b) => a.checked_mul(1 << b)?,
        ">>" if (0..i128::from(ty.1)).contains(&b) => a >> b,
        "<<" | ">>" => return None,
        "&" => a & b,
        "|" => a | b,
        "^" => a ^ b,
        "<" => return truth(a < b),
        "<=" => return truth(a <= b),
        ">" => return truth(a > b),
        ">=" => return truth(a >= b),
        "==" => return truth(a == b),
        _ => return truth(a != b),
    };
    Some((ty.wrap(value), ty))
}

/// A constant, also the least of its type.
fn literal(value: i128, ty: Ty) -> String {
    if ty.2 && value == ty.min() {
        return format!("({}) - 1", literal(value + 1, ty));
    }
    let suffix = match (ty.1 > 32, ty.2) {
        (true, true) => "L",
        (true, false) => "UL",
        (false, true) => "",
        (false, false) => "U",
    };
    format!("{value}{suffix}")
}

fn operand(name: &str, ty: Ty, (low, high): (i128, i128)) -> String {
    let (low, high) = (literal(low, ty), literal(high, ty));
    format!(
        "  {0} {name} = nondet(); __VERIFIER_assume({name} >= {low} && {name} <= {high});\n",
        ty.0
    )
}

/// One function for each pair of ranges: the operator applied, its result stored in a type, and a
/// branch on it.
fn check(domain: &str, op: &str, from: Ty, other: Ty, to: Ty) {
    let Some(clang) = support::clang() else { return };
    let mut text = String::from(
        "long __VERIFIER_nondet_long(void); void __VERIFIER_assume(int);\n\
         long nondet(void);\n",
    );
    let cases: Vec<_> = from
        .ranges()
        .into_iter()
        .flat_map(|a| other.ranges().into_iter().map(move |b| (a, b)))
        .collect();
    for (number, (a, b)) in cases.iter().enumerate() {
        let _ = writeln!(text, "void f{number}(void) {{");
        text.push_str(&operand("a", from, *a));
        text.push_str(&operand("b", other, *b));
        let _ = writeln!(text, "  {} r = ({})(a {op} b);\n  ;", to.0, to.0);
        let _ = writeln!(text, "  if (a {op} b) {{ ; }} else {{ ; }}\n}}");
    }
    let program = support::parse(&clang, &text);
    for overflow in [Overflow::Wrap, Overflow::Check] {
        let mut settings = support::settings(domain);
        settings.overflow = overflow;
        let analysis = support::run(&program, &settings);
        for (number, (a, b)) in cases.iter().enumerate() {
            let report = support::function(&analysis, &format!("f{number}"));
            let points: Vec<Option<&Predicate>> =
                report.points.iter().map(|point| point.state.as_ref()).collect();
            // The empty statement after the result, and those in the two branches.
            let [.., after, _, then, _, otherwise, _, _] = points[..] else {
                panic!("{} points in {text}", points.len())
            };
            for (x, y) in (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y))) {
                let Some((value, ty)) = concrete(op, x, from, y, other) else { continue };
                let exact = exact(op, x, from, y, other);
                if overflow == Overflow::Check && ty.2 && Some(value) != exact {
                    continue;
                }
                let values = BTreeMap::from([("a", x), ("b", y), ("r", to.wrap(value))]);
                let branch = if value != 0 { then } else { otherwise };
                for (place, state) in [("after", after), ("in the branch", branch)] {
                    let Some(state) = state else {
                        panic!("{domain}: {x} {op} {y} in f{number} {place}: unreachable\n{text}")
                    };
                    let wrong = state.facts.iter().find(|fact| !support::holds(fact, &values));
                    assert!(
                        wrong.is_none(),
                        "{domain} {overflow:?}: {values:?} of f{number} {place}: {wrong:?}\n{text}"
                    );
                }
            }
        }
    }
}

/// The value without wrapping, to tell overflow.
fn exact(op: &str, a: i128, from: Ty, b: i128, other: Ty) -> Option<i128> {
    let ty = from.common(other);
    let (a, b) = if op == "<<" { (a, b) } else { (ty.wrap(a), ty.wrap(b)) };
    match op {
        "+" => Some(a + b),
        "-" => Some(a - b),
        "*" => a.checked_mul(b),
        "/" => a.checked_div(b),
        "<<" => a.checked_mul(1 << b),
        _ => concrete(op, a, from, b, other).map(|(value, _)| value),
    }
}

fn check_all(domain: &str, pairs: &[(Ty, Ty, Ty)]) {
    for op in OPERATORS {
        for (from, other, to) in pairs {
            check(domain, op, *from, *other, *to);
        }
    }
}

#[test]
fn every_operator_on_every_type_with_intervals() {
    let mut all: Vec<(Ty, Ty, Ty)> = TYPES.into_iter().map(|ty| (ty, ty, ty)).collect();
    all.extend([(SCHAR, UINT, UCHAR), (LONG, INT, SCHAR), (UINT, LONG, SHORT)]);
    check_all("intervals", &all);
}

#[test]
fn every_operator_with_relational_domains() {
    for domain in ["octagons", "polyhedra", "zones"] {
        check_all(domain, &[(INT, INT, SCHAR), (UINT, UINT, UINT)]);
    }
}

#[test]
fn every_operator_with_products_and_lattices_of_values() {
    for domain in ["intervals*congruences", "unions", "signs", "constants", "congruences"] {
        check_all(domain, &[(UCHAR, INT, SCHAR)]);
    }
}

#[test]
fn conversions_of_all_bytes() {
    let Some(clang) = support::clang() else { return };
    for from in TYPES {
        for to in TYPES {
            for (low, high) in
                [(0, 127), (from.max() - 40, from.max()), (from.min(), from.min() + 40)]
            {
                let mut text = String::from("long nondet(void); void __VERIFIER_assume(int);\n");
                text.push_str("void f(void) {\n");
                text.push_str(&operand("a", from, (low, high)));
                let _ = writeln!(text, "  {} r = ({})a;\n  ;\n}}", to.0, to.0);
                let program = support::parse(&clang, &text);
                for domain in ["intervals", "octagons"] {
                    let analysis = support::run(&program, &support::settings(domain));
                    let points = &support::function(&analysis, "f").points;
                    let state = points[points.len() - 2].state.as_ref().expect("reachable");
                    for x in low..=high {
                        let values = BTreeMap::from([("a", x), ("r", to.wrap(x))]);
                        let wrong = state.facts.iter().find(|fact| !support::holds(fact, &values));
                        assert!(wrong.is_none(), "{domain}: {values:?}: {wrong:?}\n{text}");
                    }
                }
            }
        }
    }
}
