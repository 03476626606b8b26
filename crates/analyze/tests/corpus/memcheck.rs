//! Reads of memory without a value, beside what memcheck sees in runs.
//!
//! Every read of these programs is the condition of a branch in a line of its own, which tells that it is reached: memcheck
//! names the line if the value is none. What was verified is named in no run, and what definitely fails in every run that
//! gets there.

use crate::{
    case::Case, case::folder, clang, configuration::Configuration, dice::Dice, mark::Claim,
};
use soundline_analyze::{CheckReport, Kind, Status};
use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    fmt::Write as _,
    fs,
    path::Path,
    process::Command,
};

const RUNTIME: &str = r#"
extern int printf(const char *, ...); extern char *getenv(const char *); extern int atoi(const char *);
extern void exit(int); extern int fflush(void *);
static unsigned long drawn; static int started;
int __VERIFIER_nondet_int(void) {
    if (!started) { started = 1; drawn = atoi(getenv("SEED")) * 977ul + 5; }
    drawn = drawn * 6364136223846793005ul + 1442695040888963407ul;
    return (int)((drawn >> 33) % 9) - 1;
}
void __VERIFIER_assume(int holds) { if (!holds) { fflush(0); exit(0); } }
void __VERIFIER_assert(int holds) { }
void here(int line) { printf("%d\n", line); fflush(0); }
"#;

/// The lines that runs came to, and those that memcheck named, run by run.
type Lines = (BTreeSet<u32>, BTreeSet<u32>);

fn runs(path: &Path, seeds: u32) -> Vec<Lines> {
    let place = tempfile::tempdir().expect("a folder can be made");
    let (runtime, program) = (place.path().join("runtime.c"), place.path().join("program"));
    fs::write(&runtime, RUNTIME).expect("a file can be written");
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-g", "-O0", "-fno-builtin", "-I"]).arg(folder()).arg("-o").arg(&program);
    let built = gcc.arg(path).arg(&runtime).output().expect("gcc is there");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let file = path.file_name().expect("it is a file").to_string_lossy().into_owned();
    let run = |seed: u32| {
        let mut valgrind = Command::new("timeout");
        valgrind.args(["60", "valgrind", "-q", "--error-limit=no"]).arg(&program);
        let output = valgrind.env("SEED", seed.to_string()).output().expect("it runs");
        let reached = String::from_utf8_lossy(&output.stdout);
        let reached = reached.lines().filter_map(|line| line.parse().ok()).collect();
        (reached, named(&String::from_utf8_lossy(&output.stderr), &file))
    };
    (0..seeds).map(run).collect()
}

/// The lines of a file that memcheck names for the use of no value: the first place of each report.
fn named(text: &str, file: &str) -> BTreeSet<u32> {
    let mut lines = BTreeSet::new();
    let mut about = false;
    for line in text.lines() {
        about |= line.contains("uninitialised");
        let place = line.rsplit_once(&format!("({file}:")).filter(|_| about);
        if let Some((_, number)) = place {
            about = false;
            lines.extend(number.trim_end_matches(')').parse::<u32>());
        }
    }
    lines
}

/// The checks of reads, by line.
fn checks<'a>(case: &Case, all: &'a [CheckReport]) -> BTreeMap<u32, Vec<&'a CheckReport>> {
    let mut found: BTreeMap<u32, Vec<&CheckReport>> = BTreeMap::new();
    for check in all.iter().filter(|check| check.kind == Kind::Uninitialised) {
        found.entry(case.line(check.span.start)).or_default().push(check);
    }
    found
}

fn configurations() -> [Configuration; 3] {
    [("intervals", true), ("standard", true), ("intervals", false)]
        .map(|(domain, whole)| Configuration::new(domain, whole, "Inf"))
}

/// What the runs refute of the analyses of a program. `told` says that lines tell that they are reached.
fn faults(case: &Case, runs: &[Lines], told: bool) -> Vec<String> {
    let mut faults = Vec::new();
    for configuration in configurations() {
        let analysis = configuration.analyze(case);
        for (line, checks) in checks(case, &analysis.checks) {
            let named = runs.iter().any(|(_, named)| named.contains(&line));
            let passed = runs
                .iter()
                .any(|(reached, named)| reached.contains(&line) && !named.contains(&line));
            let settled =
                checks.iter().all(|check| check.is_settled() && check.provided.is_empty());
            let definite = checks
                .iter()
                .any(|check| check.status == Status::DefinitelyFails && check.provided.is_empty());
            let name = &case.name;
            if named && settled {
                faults.push(format!(
                    "{name} {configuration}: line {line} has no value, but is verified"
                ));
            }
            if told && passed && definite {
                faults.push(format!("{name} {configuration}: line {line} has a value in a run"));
            }
        }
    }
    faults
}

#[test]
fn programs_read_what_memcheck_sees() {
    let Some(clang) = clang().filter(|_| soundline_needs::VALGRIND.found()) else { return };
    let mut faults_found = Vec::new();
    let names = crate::case::names().into_iter().filter(|name| name.starts_with("uninitialised-"));
    for name in names {
        let case = Case::read(&clang, &name);
        if !case.checks.contains(&Kind::Uninitialised) {
            continue;
        }
        let runs = runs(&folder().join(format!("{name}.c")), 9);
        faults_found.extend(faults(&case, &runs, false));
        for mark in case.marks.iter().filter(|mark| mark.kinds == ["uninitialised"]) {
            let named = runs.iter().any(|(_, named)| named.contains(&mark.line));
            let fails = matches!(mark.claim, Claim::MustWarn | Claim::Definite);
            if named != fails {
                let claim = mark.claim;
                faults_found.push(format!("{name}: line {}: {claim:?}, named: {named}", mark.line));
            }
        }
    }
    assert!(faults_found.is_empty(), "{}", faults_found.join("\n"));
}

/// `SOUNDLINE_READS` says how many, `SOUNDLINE_SEED` where to start.
#[test]
fn random_reads_are_as_memcheck_sees_them() {
    let Some(clang) = clang().filter(|_| soundline_needs::VALGRIND.found()) else { return };
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse().ok());
    let (first, count) =
        (number("SOUNDLINE_SEED").unwrap_or(1), number("SOUNDLINE_READS").unwrap_or(8));
    let (mut found, mut named) = (Vec::new(), 0);
    for seed in first..first + count {
        let place = tempfile::tempdir().expect("a folder can be made");
        let (name, text) = (format!("reads-{seed}"), Writer::program(seed));
        let path = place.path().join(format!("{name}.c"));
        fs::write(&path, &text).expect("a file can be written");
        let case = Case::read_in(&clang, place.path(), &name);
        let runs = runs(&path, 5);
        named += runs.iter().map(|(_, named)| named.len()).sum::<usize>();
        let faults = faults(&case, &runs, true);
        if !faults.is_empty() {
            eprintln!("{text}");
        }
        found.extend(faults);
    }
    println!("{count} programs, {named} reads without a value in runs");
    assert!(named > 0, "no run reads anything that has no value");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Makes programs that write some of what they read.
struct Writer {
    dice: Dice,
    text: String,
    depth: usize,
}

impl Writer {
    fn program(seed: u64) -> String {
        let dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(3));
        let mut writer = Writer { dice, text: String::new(), depth: 1 };
        writer.text.push_str(
            "//! checks: all\n#include \"verifier.h\"\nextern void *malloc(unsigned long); extern void *memset(void *, int, unsigned long);\n\
             extern void *memcpy(void *, const void *, unsigned long); extern void *calloc(unsigned long, unsigned long); extern void here(int line);\n\
             struct s { char c; int x, y; };\nstatic void set(int *to, int n) { *to = n; }\n\
             static struct s make(int n) { struct s r; r.x = n; if (n > 3) r.y = n; return r; }\n\
             int main(void) {\n    int seen = 0, n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();\n\
             \x20   int a[4], b[8], v, w, *q = m > 3 ? &v : &w, *h = malloc(16); struct s s, t, *p = &s; union { int i; short h[2]; } u; int big[40];\n\
             \x20   if (!h) return 0;\n",
        );
        (0..16).for_each(|_| writer.statement());
        writer.text.push_str("    return seen > 99;\n}\n");
        writer.text
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(self.depth));
    }

    fn place(&mut self) -> String {
        let k = self.dice.roll(4);
        match self.dice.roll(16) {
            0 => format!("a[{k}]"),
            1 => "a[n & 3]".into(),
            2 => format!("b[{}]", k + 2),
            3 => "b[m & 7]".into(),
            4 => "s.x".into(),
            5 => "s.y".into(),
            6 => "t.x".into(),
            7 => "t.y".into(),
            8 => "p->y".into(),
            9 => "v".into(),
            10 => "w".into(),
            11 => "*q".into(),
            12 => format!("h[{k}]"),
            13 => "u.i".into(),
            14 => format!("u.h[{}]", k & 1),
            _ => format!("big[{}]", k + 1),
        }
    }

    fn statement(&mut self) {
        let (place, k) = (self.place(), self.dice.roll(9));
        match self.dice.roll(if self.depth > 2 { 16 } else { 20 }) {
            0..=5 => {
                self.line(&format!("here(__LINE__); if ({place} == {k}) seen++;"));
            }
            6..=9 => self.line(&format!("{place} = {k};")),
            10 => self.line("t = s;"),
            11 => {
                let call = self.dice.pick(&[
                    "memset(a, 0, 8);",
                    "memcpy(b, a, 16);",
                    "memcpy(a, b + 2, 8);",
                    "memset(h, 1, 12);",
                    "set(q, 3);",
                    "set(&a[2], n);",
                    "s = make(n);",
                    "memset(&s, 0, sizeof s);",
                    "memcpy(&t, &s, sizeof t);",
                    "p = n > 2 ? &s : &t;",
                    "q = &a[1];",
                    "q = h;",
                ]);
                self.line(call);
            }
            12 => self.line(&format!("for (int i = 0; i < {k}; i++) b[i & 7] = i;")),
            13 => self.line("for (int i = 0; i < (n & 7); i++) big[i] = i;"),
            14 => self
                .line("for (int i = 0; i < m; i++) { here(__LINE__); if (big[i] == 2) seen++; }"),
            15 => self.line(&format!(
                "{{ int f, *pf = &f; if (n > {k}) f = 1; here(__LINE__); if (*pf == 2) seen++; }}"
            )),
            16 | 17 => {
                self.line(&format!("if (n > {k}) {{"));
                self.block();
                self.line("}");
            }
            18 => {
                self.line(&format!("if (m == {k}) {{"));
                self.block();
                self.line("} else {");
                self.block();
                self.line("}");
            }
            _ => {
                self.line("for (int j = 0; j < 3; j++) {");
                self.block();
                self.line("}");
            }
        }
    }

    fn block(&mut self) {
        self.depth += 1;
        (0..1 + self.dice.roll(3)).for_each(|_| self.statement());
        self.depth -= 1;
    }
}
