//! Functions keep their promises: executions.

use super::runs::{bytes, calls};
use super::{settings, support};
use soundline_analyze::{Infer, Party, Settings};
use soundline_c::Clang;
use std::fmt::Write;

/// Functions that promise something, the types and names of their parameters, and how many parts the promise has.
const PROMISES: [(&[(&str, &str)], &str); 8] = [
    (&[("int", "x")], "int f(int x) { if (x < 0) return 0; if (x > 9) return 9; return x; }"),
    (&[("unsigned", "x")], "int f(unsigned x) { return x % 7; }"),
    (&[("int", "i")], "static int t[4]; int *f(int i) { return i < 0 || i > 3 ? 0 : &t[i]; }"),
    (&[("int", "x")], "int g; void f(int x) { g = x ? 3 : 5; }"),
    (&[("int", "c")], "const char *f(int c) { return c ? \"yes\" : \"no\"; }"),
    (&[("int", "x")], "static int h(int x) { return x & 15; } int f(int x) { return h(x) + 1; }"),
    (
        &[("int", "x")],
        "int g; static void h(int x) { g = x & 3; } int f(int x) { h(x); return g * 2; }",
    ),
    (
        &[("int", "n"), ("int", "c")],
        "int f(int n, int c) { int s = 0; for (int i = 0; i < 8; i++) { s = c ? i : 20; if (i == n) break; } return s; }",
    ),
];

/// What ACSL says of the result and of variables, in C that fails if it does not hold.
fn asserted(clause: &str) -> String {
    let valid = |text: &str| {
        let (from, to) = bytes(text).expect("bytes");
        format!("for (long i = {from}; i < {to}; i++) sum += ((const char *)result)[i];")
    };
    if let Some(rest) = clause.strip_prefix("\\result == \\null || ") {
        return format!("if (result) {{ {} }}", valid(rest));
    }
    if clause.starts_with("\\valid") {
        return valid(clause);
    }
    let parts: Vec<&str> = clause.split(' ').collect();
    let [low, "<=", name, "<=", high] = parts[..] else { panic!("{clause}") };
    let name = name.replace("\\result", "result");
    format!("if ({name} < {low} || {name} > {high}) __builtin_trap();")
}

/// A driver that calls `f` with many values, and looks at what it ensures.
fn watcher(parameters: &[(&str, &str)], text: &str, clauses: &[String]) -> String {
    let (mut loops, mut ends) = (String::new(), String::new());
    for (ty, name) in parameters {
        let _ = writeln!(loops, "for ({ty} {name} = -40; {name} != 40; {name}++) {{");
        ends.push('}');
    }
    let names: Vec<&str> = parameters.iter().map(|(_, name)| *name).collect();
    let call = format!("f({})", names.join(", "));
    let result =
        if text.contains("void f(") { call } else { format!("__auto_type result = {call}") };
    let looks: String = clauses.iter().map(|clause| asserted(clause)).collect();
    format!(
        "int printf(const char *, ...);\nint main(void) {{ long calls = 0; volatile long sum = 0;\n{loops} {result}; {looks} calls++; {ends}\n printf(\"%ld\\n\", calls); return 0; }}\n"
    )
}

/// What `f` ensures.
fn promised(clang: &Clang, text: &str) -> Vec<String> {
    let program = support::parse(clang, text);
    let analysis = support::run(&program, &Settings { infer: Infer::Ensures, ..settings() });
    let f = program.function_named("f").expect("it is there");
    let own = |party: Party| party == Party::Promise(f);
    let contract = analysis.contracts.iter().find(|contract| own(contract.party));
    let acsl = contract.unwrap_or_else(|| panic!("it promises nothing: {text}")).acsl.clone();
    assert!(!acsl.is_empty(), "{text}");
    acsl
}

#[test]
fn functions_keep_their_promises() {
    let Some(clang) = support::clang() else { return };
    for (parameters, text) in PROMISES {
        let clauses = promised(&clang, text);
        let whole = format!("{text}\n{}", watcher(parameters, text, &clauses));
        let calls = calls(&whole);
        assert!(calls.is_some_and(|calls| calls > 0), "{calls:?} {clauses:?} {whole}");
    }
}

/// One that promises more must be found out, each clause by itself, or the runs above show nothing.
#[test]
fn a_promise_that_says_too_much_is_refuted() {
    let Some(clang) = support::clang() else { return };
    for (parameters, text) in PROMISES {
        for clause in promised(&clang, text) {
            let parts: Vec<&str> = clause.split(' ').collect();
            let lies = match parts[..] {
                [low, "<=", name, "<=", high] => {
                    let (low, high): (i64, i64) =
                        (low.parse().expect("a number"), high.parse().expect("a number"));
                    vec![
                        format!("{} <= {name} <= {high}", low + 1),
                        format!("{low} <= {name} <= {}", high - 1),
                    ]
                }
                _ => {
                    let (_, to) = bytes(&clause).expect("bytes");
                    vec![clause.replace(&format!(".. {})", to - 1), &format!(".. {to})"))]
                }
            };
            for lie in lies {
                let looks = watcher(parameters, text, std::slice::from_ref(&lie));
                assert_eq!(calls(&format!("{text}\n{looks}")), None, "{lie} {text}");
            }
        }
    }
}
