//! Contracts: what functions that are analysed alone need of others, and whether callers satisfy it.

mod support;

use soundline_analyze::{
    AfterError, Analysis, Infer, Overflow, Party, Settings, Status, analyze, render,
};
use soundline_c::{Clang, Program};
use std::fmt::Write;
use std::process::Command;

fn settings() -> Settings {
    Settings {
        after_error: AfterError::Assume,
        infer: Infer::Requires,
        overflow: Overflow::Wrap,
        ..support::settings("intervals")
    }
}

fn analysed(clang: &Clang, text: &str) -> (Program, Analysis) {
    let program = support::parse(clang, text);
    let analysis = support::run(&program, &settings());
    (program, analysis)
}

/// The contracts of a program, and the checks that are warnings by themselves.
fn check(text: &str, contracts: &[&str], warnings: &[&str]) {
    let Some(clang) = support::clang() else { return };
    let (program, analysis) = analysed(&clang, text);
    let checked = |status: Status| if status == Status::Verified { "checked: " } else { "" };
    let found = analysis.contracts.iter();
    let found = found.map(|one| format!("{}{}", checked(one.status), one.words()));
    assert_eq!(found.collect::<Vec<_>>(), contracts, "{text}");
    let left = analysis.checks.iter().filter(|check| check.is_warning());
    let line = |start: u32| program.source.locate(start).line;
    let left = left.map(|check| format!("{} {}", line(check.span.start), check.kind.name()));
    let mut left: Vec<String> = left.collect();
    left.dedup();
    assert_eq!(left, warnings, "{text}");
    // Whatever is not settled names what it rests on.
    for check in &analysis.checks {
        assert!(check.provided.iter().all(|id| analysis.assumption(*id).is_some()), "{check:?}");
    }
}

#[test]
fn all_clauses_of_a_function_are_one_contract() {
    check(
        "struct s { int a, b, c; };\nint t[9];\nint f(struct s *p, int i, int n) {\n p->a = 1;\n return p->b / n + t[i];\n}",
        &["f requires `p` is valid to write for 12 bytes, `0 <= i && i <= 8`, `n != -1`, `n != 0`"],
        &[],
    );
}

#[test]
fn what_is_compared_with_null_may_be_null() {
    check(
        "int f(int *p) {\n if (!p) return 0;\n return *p;\n}",
        &["f requires `p` is null or valid for 4 bytes"],
        &[],
    );
    check(
        "int f(int *p) {\n if (p) *p = 1;\n return *p;\n}",
        &["f requires `p` is valid to write for 4 bytes"],
        &[],
    );
}

#[test]
fn members_globals_and_results() {
    check(
        "struct n { struct n *next; int v; };\nstruct n *head;\nstruct n *g(void);\nint f(struct n *p) {\n return p->next->v + head->v + g()->v;\n}",
        &[
            "f requires `p` is valid for 16 bytes",
            "`struct n.next` is valid for 16 bytes, where it is used",
            "`head` is valid for 16 bytes, where it is used",
            "`g()` is valid for 16 bytes, where it is used",
        ],
        &[],
    );
}

#[test]
fn lists_and_buffers() {
    check(
        "struct n { struct n *next; int v; };\nint f(struct n *p) {\n int s = 0;\n for (; p; p = p->next) s += p->v;\n return s;\n}",
        &[
            "f requires `p` is null or valid for 16 bytes",
            "`struct n.next` is null or valid for 16 bytes, where it is used",
        ],
        &[],
    );
    check(
        "int f(const char *s) {\n int n = 0;\n while (*s++) n++;\n return n;\n}",
        &["f requires `s` is valid for as many bytes as are used"],
        &[],
    );
}

#[test]
fn calls_satisfy_a_contract_or_pass_it_on() {
    // The first call is fine, the second is up to the caller.
    check(
        "static int g(int *p, int n) { return *p / n; }\nint f(int *q) {\n int x = 1;\n return g(&x, 3) + g(q, 2);\n}",
        &[
            "checked: g requires `p` is valid for 4 bytes, `n != -1`, `n != 0`",
            "f requires `q` is valid for 4 bytes",
        ],
        &[],
    );
    // The divisor comes from nowhere that a contract could be about.
    check(
        "static int g(int n) { return 10 / n; }\nint f(int a, int b) { return g(a - b); }",
        &["g requires `n != 0`"],
        &[],
    );
    // A constant that does not satisfy it.
    check(
        "static int g(int *p) { return *p; }\nint f(void) { return g(0); }",
        &["g requires `p` is valid for 4 bytes"],
        &[],
    );
}

#[test]
fn what_a_function_does_itself_is_its_own_warning() {
    // A null of its own.
    check("int f(int *p, int c) {\n if (c) p = 0;\n return *p;\n}", &[], &["3 access"]);
    // Memory that it freed.
    check(
        "void free(void *);\nint f(int *p) {\n free(p);\n return *p;\n}",
        &["f requires `p` can be freed"],
        &["4 access"],
    );
    // A member that it has changed.
    check(
        "struct n { struct n *next; int v; };\nint f(struct n *p) {\n p->next = 0;\n return p->next->v;\n}",
        &["f requires `p` is valid to write for 16 bytes"],
        &["4 access"],
    );
    // A number that it computes.
    check("int t[9];\nint f(int a, int b) {\n return t[a * b];\n}", &[], &["3 index"]);
    // A variable without a value.
    check("int f(int *p, int c) {\n int *q;\n if (c) q = p;\n return *q;\n}", &[], &["4 access"]);
}

#[test]
fn what_comes_before_its_own_assignment_is_up_to_others() {
    check(
        "struct n { struct n *next; int v; };\nint f(struct n *p) {\n int v = p->next->v;\n p->next = 0;\n return v;\n}",
        &[
            "f requires `p` is valid to write for 16 bytes",
            "`struct n.next` is valid for 16 bytes, where it is used",
        ],
        &[],
    );
    // So is what it assigns, if that is.
    check(
        "struct n { struct n *next; int v; };\nint f(struct n *p, struct n *q) {\n p->next = q;\n return p->next->v;\n}",
        &[
            "f requires `p` is valid to write for 16 bytes",
            "`struct n.next` is valid for 16 bytes, where it is used",
        ],
        &[],
    );
}

#[test]
fn functions_that_are_passed() {
    check(
        "static void g(void (*h)(void)) { if (h) h(); }\nstatic void e(void) {}\nvoid f(void) { g(0); g(e); }",
        &["checked: g requires `h` is null or a function of its type"],
        &[],
    );
}

#[test]
fn functions_that_call_themselves_are_not_checked() {
    check(
        "static int g(int *p, int n) { return n ? g(p, n - 1) : *p; }\nint f(void) { int x = 1; return g(&x, 3); }",
        &["g requires `p` is valid for 4 bytes"],
        &[],
    );
}

#[test]
fn without_inference_nothing_changes() {
    let Some(clang) = support::clang() else { return };
    let program = support::parse(&clang, "int f(int *p) { return *p; }");
    let none = analyze(&program, &Settings { infer: Infer::None, ..settings() }, &|| false);
    assert!(none.contracts.is_empty() && none.checks.iter().any(|check| check.is_warning()));
    let go_on = Settings { after_error: AfterError::Continue, ..settings() };
    let go_on = analyze(&program, &go_on, &|| false);
    assert!(go_on.contracts.is_empty() && go_on.checks.iter().any(|check| check.is_warning()));
}

/// Functions that are run: their parameters with types, and the program. All their checks rest on the contract of `f`.
const EXECUTED: [(&[(&str, &str)], &str); 16] = [
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
    (
        &[("short", "i"), ("char *", "p")],
        "int f(short i, char *p) { static int t[5]; if (i >= 0) return t[i]; return p[7]; }",
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

/// The bytes of `\valid((char *)p + (0 .. 7))`.
fn bytes(clause: &str) -> Option<(i64, i64)> {
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
fn calls(text: &str) -> Option<u64> {
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

#[test]
fn acsl_is_what_frama_c_reads() {
    let Some(clang) = support::clang() else { return };
    if !soundline_needs::FRAMA_C.found() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = Vec::new();
    for (number, (_, text)) in EXECUTED.iter().enumerate() {
        let (program, analysis) = analysed(&clang, text);
        let written = render::acsl(&program, &analysis).expect("it can be annotated");
        assert!(String::from_utf8_lossy(&written).contains("/*@ requires "), "{text}");
        let file = folder.path().join(format!("t{number}.c"));
        std::fs::write(&file, written).expect("it can be written");
        files.push(file);
    }
    for file in files {
        let read = Command::new("frama-c").arg("-typecheck").arg(&file).output().expect("it runs");
        let said = String::from_utf8_lossy(&read.stdout);
        assert!(read.status.success() && !said.contains("warning"), "{said}");
    }
}
