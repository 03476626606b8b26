//! Families: functions of one type that require the same are one warning.

use super::{analysed, check, support};
use soundline_analyze::outcome::Outcome;
use soundline_analyze::render::Listing;
use soundline_analyze::{Analysis, Overflow, Status};
use soundline_c::Program;

/// Three functions that nothing but a table calls.
const TABLE: &str = "static int one(char *dst, int n) { return dst[n]; }
static int two(char *to, int by) { return to[by] + 2; }
static int three(char *dst, int n) { return dst[n] + 3; }
int (*table[])(char *, int) = { one, two, three };";

#[test]
fn functions_of_one_type_that_require_the_same_are_one_warning() {
    let needed = "is valid for as many bytes as are used";
    let first =
        format!("one requires `dst` {needed}, and the same of 2 more functions: two, three");
    let second = format!("checked: two requires `to` {needed}");
    check(TABLE, &[&first, &second, &format!("checked: three requires `dst` {needed}")], &[]);
    // Other types, other clauses, and the same of another parameter are something else.
    check(
        "int f(char *p) { return *p; }\nlong g(char *p) { return *p; }\nint h(char *p) { return p[1]; }",
        &[
            "f requires `p` is valid for 1 byte",
            "g requires `p` is valid for 1 byte",
            "h requires `p` is valid for bytes 1 to 2",
        ],
        &[],
    );
    check(
        "int f(char *a, char *b) { return *a; }\nint g(char *a, char *b) { return *b; }",
        &["f requires `a` is valid for 1 byte", "g requires `b` is valid for 1 byte"],
        &[],
    );
}

#[test]
fn a_call_that_may_not_satisfy_it_stays_its_own_matter() {
    check(
        "int f(char *p) { return p[4]; }\nint g(char *q) { return q[4]; }\nint h(char *r) { return r[4]; }\nint i(void) { char c; return g(&c); }",
        &[
            "f requires `p` is valid for bytes 4 to 5, and the same of 1 more function: h",
            "g requires `q` is valid for bytes 4 to 5",
            "checked: h requires `r` is valid for bytes 4 to 5",
        ],
        &[],
    );
}

fn outcome(program: &Program, analysis: &Analysis, text: &str) -> Outcome {
    let listing = Listing::new(program, Some(text.as_bytes()));
    Outcome::new(program, &listing, Overflow::Wrap, analysis)
}

/// All checks of all functions depend on the one warning, and each other contract names it.
#[test]
fn what_depends_on_it_is_counted() {
    let Some(clang) = support::clang() else { return };
    let (program, analysis) = analysed(&clang, TABLE);
    let outcome = outcome(&program, &analysis, TABLE);
    let open = outcome.ranked();
    assert_eq!(open.len(), 1, "{open:?}");
    let root = open[0].root.clone().expect("an assumption");
    let resting = outcome.checks.iter().filter(|row| row.standing.is_conditional());
    assert_eq!(open[0].dependents, resting.clone().count());
    let contracts: Vec<_> = resting.filter(|row| row.kind == "contract").collect();
    assert_eq!(contracts.len(), 2);
    assert!(contracts.iter().all(|row| row.provided == [root.as_str()]), "{contracts:?}");
    let own = outcome.contracts.iter().find(|one| one.id == root).expect("it is told");
    assert_eq!(own.same, ["two", "three"]);
    let verified = analysis.contracts.iter().filter(|one| one.status == Status::Verified);
    assert_eq!(verified.count(), 2);
}

/// It stays the same finding when functions come or go, the first one too, or parameters have other names.
#[test]
fn it_is_known_by_what_its_functions_have_in_common() {
    let Some(clang) = support::clang() else { return };
    let identity = |text: &str| {
        let (program, analysis) = analysed(&clang, text);
        let outcome = outcome(&program, &analysis, text);
        let own = outcome.checks.iter().position(|row| row.is_open_finding());
        outcome.identities()[own.expect("a finding")].clone()
    };
    let first = "static int one(char *dst, int n) { return dst[n]; }";
    let before = identity(TABLE);
    let without = TABLE.replace(first, "").replace("{ one, ", "{ ");
    assert_eq!(before, identity(&without));
    let more = format!("int zero(char *bytes, int place) {{ return bytes[place]; }}\n{TABLE}");
    assert_eq!(before, identity(&more));
    assert_ne!(before, identity(&TABLE.replace("int n", "long n").replace("int by", "long by")));
}
