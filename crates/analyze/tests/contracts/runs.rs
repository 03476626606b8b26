//! Calls that satisfy a contract are defined: executions.

use super::{analysed, support};
use soundline_analyze::{Analysis, Party};
use soundline_c::Program;
use std::fmt::Write;
use std::process::Command;

/// Functions that are run: their parameters with types, and the program. All their checks rest on the contract of `f`.
pub(super) const EXECUTED: [(&[(&str, &str)], &str); 20] = [
    (
        &[("struct s *", "p")],
        "struct s { int a, b, c; }; int f(struct s *p) { p->a = 1; return p->b + p->c; }",
    ),
    (
        &[("int *", "p"), ("int", "n")],
        "int f(int *p, int n) { static int t[10]; return t[n] + *p; }",
    ),
    (&[("int", "a"), ("int", "b")], "int f(int a, int b) { return a / b; }"),
    (&[("unsigned", "x"), ("int", "n")], "int f(unsigned x, int n) { return x >> n; }"),
    (&[("int *", "p")], "int f(int *p) { if (!p) return 0; return *p; }"),
    (
        &[("int *", "p"), ("int *", "q"), ("int", "c")],
        "int f(int *p, int *q, int c) { int *r = c ? p : q; return r[2]; }",
    ),
    (&[("int *", "p")], "int f(int *p) { return p[-1] + p[3]; }"),
    (&[("int", "i")], "int f(int i) { static int t[8]; if (i < 8) return t[i]; return 0; }"),
    (&[("int", "i")], "int f(int i) { static int t[8]; return t[i + 1]; }"),
    (
        &[("int *", "p"), ("int", "n")],
        "static int g(int *p, int n) { return p[1] / n; } int f(int *p, int n) { return g(p + 2, n); }",
    ),
    (
        &[("struct s *", "p"), ("int", "i")],
        "struct s { int n; int a[4]; }; int f(struct s *p, int i) { return p->a[i]; }",
    ),
    (&[("int", "i")], "int f(int i) { static int t[8]; unsigned long k = i; return t[k]; }"),
    (&[("unsigned", "i")], "int f(unsigned i) { static int t[8]; int k = i; return t[k - 2]; }"),
    (
        &[("char *", "d"), ("const char *", "s")],
        "void *memcpy(void *, const void *, unsigned long); void f(char *d, const char *s) { memcpy(d, s, 16); }",
    ),
    (&[("int *", "p")], "int f(int *p) { int *q = p + 1; q++; return *q; }"),
    (&[("unsigned", "n")], "int f(unsigned n) { static int t[10]; return t[n + -1]; }"),
    (
        &[("short", "i"), ("char *", "p")],
        "int f(short i, char *p) { static int t[5]; if (i >= 0) return t[i]; return p[7]; }",
    ),
    (
        &[("int *", "k")],
        "static void g(int t, int *k) { if (t == 1) k[1] = 0; if (t == 2 && k) k[0] = 4; } int f(int *k) { g(2, k); return 0; }",
    ),
    (
        &[("int *", "k")],
        "static void h(int *k) { k[1] = 1; } static void g(int t, int *k) { k[0] = 1; if (t == 1) k[1] = 1; else k[2] = 2; h(k); } int f(int *k) { g(1, k); return 0; }",
    ),
    (
        &[("int *", "p"), ("unsigned char", "n")],
        "static void b(int *p, int n); static void a(int *p, int n) { p[1] = 1; if (n) b(p, n - 1); } static void b(int *p, int n) { p[1] = 2; a(p, n); } int f(int *p, unsigned char n) { a(p, n); return 0; }",
    ),
];

/// A driver that calls `f` with arguments that satisfy the clauses, and says how often it did. Pointers get exactly the bytes
/// that they are required to have.
fn driver(parameters: &[(&str, &str)], clauses: &[String]) -> String {
    let mut loops = String::new();
    let mut ends = String::new();
    for (ty, name) in parameters {
        let own = clauses.iter().filter(|clause| mentions(clause, name));
        if ty.ends_with('*') {
            let valid = own.clone().find_map(|clause| bytes(clause));
            let null = own.clone().all(|clause| clause.contains("\\null"));
            let (from, to) = valid.unwrap_or((0, 0));
            let _ = writeln!(
                loops,
                "for (int null_{name} = 0; null_{name} <= {}; null_{name}++) {{ char *block_{name} = malloc({}); memset(block_{name}, 1, {}); {ty}{name} = null_{name} ? 0 : (void *)(block_{name} - ({from}));",
                i32::from(null),
                to - from,
                to - from,
            );
            ends.push('}');
        } else {
            let conditions: Vec<String> = own.map(|clause| condition(clause, name)).collect();
            let all = if conditions.is_empty() { "1".to_owned() } else { conditions.join(" && ") };
            let _ = writeln!(
                loops,
                "for (unsigned at_{name} = 0; at_{name} < sizeof values / sizeof *values; at_{name}++) {{ {ty} {name} = ({ty})values[at_{name}]; if (!({all})) continue;"
            );
            ends.push('}');
        }
    }
    let names: Vec<&str> = parameters.iter().map(|(_, name)| *name).collect();
    format!(
        "void *malloc(unsigned long); void *memset(void *, int, unsigned long); int printf(const char *, ...);\n\
         static const long values[] = {{-2147483648L, -65, -9, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 31, 32, 63, 64, 32767, 2147483647, 4294967295L}};\n\
         int main(void) {{ long calls = 0;\n{loops} f({}); calls++; {ends}\n printf(\"%ld\\n\", calls); return 0; }}\n",
        names.join(", ")
    )
}

fn mentions(clause: &str, name: &str) -> bool {
    clause.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == name)
}

/// The bytes of `\valid((char *)p + (0 .. 7))`; those of `(0 .. 4 * n - 1)` are counted in C.
pub(super) fn bytes(clause: &str) -> Option<(i64, i64)> {
    let range = clause.split("+ (").nth(1)?.trim_end_matches(')');
    let (from, to) = range.split_once(" .. ")?;
    Some((from.parse().ok()?, to.parse::<i64>().ok()? + 1))
}

/// A clause about a number in C.
fn condition(clause: &str, name: &str) -> String {
    let parts: Vec<&str> = clause.split(' ').collect();
    match parts[..] {
        [low, "<=", own, "<=", high] if own == name => {
            format!("(long){low} <= (long){name} && (long){name} <= (long){high}")
        }
        [own, sign, number] if own == name => format!("(long){name} {sign} {number}L"),
        _ => panic!("{clause} is not a clause about {name}"),
    }
}

/// How many calls there were; none if one of them did what is not defined.
pub(super) fn calls(text: &str) -> Option<u64> {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, program) = (folder.path().join("t.c"), folder.path().join("t"));
    std::fs::write(&source, text).expect("it can be written");
    let kinds = "address,bounds,shift-exponent,integer-divide-by-zero,null";
    let compiled = Command::new("gcc")
        .args([
            "-w",
            "-g0",
            "-fno-builtin",
            &format!("-fsanitize={kinds}"),
            "-fno-sanitize-recover=all",
            "-o",
        ])
        .args([&program, &source])
        .output()
        .expect("gcc runs");
    assert!(compiled.status.success(), "{}\n{text}", String::from_utf8_lossy(&compiled.stderr));
    let ran =
        Command::new(&program).env("ASAN_OPTIONS", "detect_leaks=0").output().expect("it runs");
    let said = String::from_utf8_lossy(&ran.stdout);
    ran.status.success().then(|| said.trim().parse().expect("a number"))
}

/// The clauses of `f`, where every check of the program rests on contracts or holds.
fn clauses_of_f(program: &Program, analysis: &Analysis) -> Vec<String> {
    assert!(analysis.checks.iter().all(|check| !check.is_warning()), "{:#?}", analysis.checks);
    let f = program.function_named("f").expect("it is there");
    let own = |party: Party| party == Party::Function(f);
    let contract = analysis.contracts.iter().find(|contract| own(contract.party));
    let contract = contract.expect("it requires something");
    assert_eq!(contract.acsl.len(), contract.clauses.len(), "{contract:?}");
    assert!(analysis.contracts.iter().all(|one| matches!(one.party, Party::Function(_))));
    contract.acsl.clone()
}

#[test]
fn calls_that_satisfy_a_contract_are_defined() {
    let Some(clang) = support::clang() else { return };
    for (parameters, text) in EXECUTED {
        let (program, analysis) = analysed(&clang, text);
        let clauses = clauses_of_f(&program, &analysis);
        let whole = format!("{text}\n{}", driver(parameters, &clauses));
        let calls = calls(&whole);
        assert!(calls.is_some_and(|calls| calls > 0), "{calls:?} {clauses:?} {whole}");
    }
}

/// A clause that is weakened must be found out, or the runs above show nothing.
#[test]
fn a_clause_that_says_too_little_is_refuted() {
    let Some(clang) = support::clang() else { return };
    for (parameters, text) in EXECUTED {
        let (program, analysis) = analysed(&clang, text);
        let clauses = clauses_of_f(&program, &analysis);
        let weaker = |clause: &String| match bytes(clause) {
            Some((_, to)) => clause.replace(&format!(".. {})", to - 1), &format!(".. {})", to - 2)),
            None => "0 == 0".to_owned(),
        };
        // All at once: which of them a run needs is open.
        let lied: Vec<String> = clauses.iter().map(weaker).collect();
        let whole = format!("{text}\n{}", driver(parameters, &lied));
        assert_eq!(calls(&whole), None, "{lied:?} {whole}");
    }
}
