//! For CI: baselines, findings that are allowed, what changes touch, and SARIF as code hosts read it.

use super::{Case, assert_code, has_libclang, stderr, stdout};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// Four findings: the quotient `a[i] / i` may also be too large.
const TWO: &str = "int f(int x) { return 10 / x; }\nint g(int *a, int i) { return a[i] / i; }\n";

#[test]
fn only_what_is_new_fails() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(TWO);
    assert_code(&case.analyze("prog.c --infer none"), 1);
    let written = case.analyze("prog.c --infer none --write-baseline known.json");
    assert_code(&written, 0);
    let known = case.read("known.json");
    assert_eq!(known.matches("\"kind\"").count(), 4, "{known}");
    let again = case.analyze("prog.c --infer none --baseline known.json");
    assert_code(&again, 0);
    assert!(
        stdout(&again).contains("4 findings are not shown: 4 known by the baseline"),
        "{again:?}"
    );
    // Lines move and other functions come: what was known stays known.
    case.write("prog.c", &format!("/* moved */\n\nint h(int x) {{ return x; }}\n{TWO}"));
    assert_code(&case.analyze("prog.c --infer none --baseline known.json"), 0);
    // A second one like the first is new, and only a warning.
    case.write(
        "prog.c",
        &TWO.replace("return 10 / x;", "int y = 10 / x; x = y; return y + 10 / x;"),
    );
    let new = case.analyze("prog.c --infer none --baseline known.json --json");
    assert_code(&new, 4);
    let report: Value = serde_json::from_slice(&new.stdout).expect("JSON");
    let checks = report["files"][0]["checks"].as_array().expect("checks");
    let open =
        checks.iter().filter(|check| check["accepted"].is_null() && check["status"] == "may-fail");
    assert_eq!(open.count(), 1, "{report}");
    // What was a warning and is certain now is new, and an error.
    case.write("prog.c", &TWO.replace("int f(int x) {", "int f(int x) { x = 0;"));
    assert_code(&case.analyze("prog.c --infer none --baseline known.json"), 1);
    // What is gone is told.
    case.write("prog.c", "int f(int x) { return 10 / x; }\n");
    let fewer = case.analyze("prog.c --infer none --baseline known.json");
    assert_code(&fewer, 0);
    assert!(stderr(&fewer).contains("3 findings of the baseline are gone"), "{fewer:?}");
    for (text, sentence) in [
        ("{", "cannot be used as a baseline"),
        ("{\"schema\": \"x\", \"soundline\": \"\", \"findings\": []}", "its schema is x"),
    ] {
        case.write("known.json", text);
        let output = case.analyze("prog.c --infer none --baseline known.json");
        assert_code(&output, 2);
        assert!(stderr(&output).contains(sentence), "{output:?}");
    }
}

/// A contract with another clause is another finding, and one that is allowed stays allowed.
#[test]
fn contracts_are_known_by_their_clauses() {
    if !has_libclang() {
        return;
    }
    let text = "// soundline: allow contract: callers check it\nint f(int x) { return 10 / x; }\nint g(int *a) { return *a; }\n";
    let case = Case::new(text);
    let written = case.analyze("prog.c --write-baseline known.json");
    assert_code(&written, 0);
    let known = case.read("known.json");
    assert_eq!(known.matches("\"kind\"").count(), 1, "{known}");
    assert_code(&case.analyze("prog.c --baseline known.json"), 0);
    case.write("prog.c", &text.replace("return *a", "return a[1]"));
    let new = case.analyze("prog.c --baseline known.json");
    assert_code(&new, 4);
    assert!(stdout(&new).contains("g requires `a` is valid for bytes 4 to 8"), "{new:?}");
}

#[test]
fn findings_are_allowed_for_a_reason() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(
        "int f(int x) { return 10 / x; /* soundline: allow division: callers check it */ }
// soundline: allow division: so do these
int g(int x) { return 10 / x; }
int h(int x) { return 10 / x; }
",
    );
    assert_code(&case.analyze("prog.c --infer none"), 1);
    case.write("rules", "# what is allowed\ndivision prog.c h: x is a page size\n");
    let output = case.analyze("prog.c --infer none --allow rules --sarif out.sarif");
    assert_code(&output, 0);
    assert!(stdout(&output).contains("3 findings are not shown: 3 allowed"), "{output:?}");
    assert!(case.read("out.sarif").contains("x is a page size"));
    // What allows nothing is told.
    case.write(
        "rules",
        "index prog.c *: nothing\ndivision * h: x is a page size\nindex other.c f: not analyzed\n",
    );
    let text = case.read("prog.c").replace("10 / x; /*", "10; /*");
    case.write("prog.c", &text);
    let output = case.analyze("prog.c --infer none --allow rules");
    assert_code(&output, 0);
    let told = stderr(&output);
    assert!(told.contains("prog.c:1: there is no finding of kind division to allow"), "{told}");
    assert!(told.contains("rules:1: there is no finding of kind index to allow"), "{told}");
    assert!(!told.contains("rules:3"), "{told}");
    // Without a reason nothing is allowed.
    case.write("prog.c", "int f(int x) { return 10 / x; /* soundline: allow division */ }\n");
    let output = case.analyze("prog.c --infer none");
    assert_code(&output, 2);
    assert!(stderr(&output).contains("prog.c:1: no reason is given"), "{output:?}");
}

#[test]
fn changes_touch_files_and_those_that_include_them() {
    if !has_libclang() {
        return;
    }
    let case = Case::new("int f(int x) { return 10 / x; }\n");
    let git = |words: &str| {
        let output = Command::new("git")
            .args([
                "-c",
                "user.name=x",
                "-c",
                "user.email=x@example.org",
                "-c",
                "commit.gpgsign=false",
            ])
            .args(words.split(' '))
            .current_dir(case.path())
            .output()
            .expect("git runs");
        assert!(output.status.success(), "{output:?}");
    };
    case.write("h.h", "#define N 3\n");
    case.write("with.c", "#include \"h.h\"\nint g(int x) { return N / x; }\n");
    case.write("other.c", "int h(int x) { return 10 / x; }\n");
    git("init -q");
    git("add .");
    git("commit -q -m first");
    let files = |words: &str| -> BTreeSet<String> {
        let report = case.json(&format!("prog.c with.c other.c --no-cache {words}"));
        let files = report["files"].as_array().expect("files").iter();
        files.map(|file| file["file"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(files("--since HEAD").len(), 0);
    case.write("h.h", "#define N 4\n");
    assert_eq!(files("--since HEAD"), BTreeSet::from(["with.c".to_owned()]));
    case.write("prog.c", "int f(int x) { return 11 / x; }\n");
    assert_eq!(files("--since HEAD"), BTreeSet::from(["with.c".to_owned(), "prog.c".to_owned()]));
    let output = case.analyze("prog.c with.c other.c --no-cache --since HEAD");
    assert!(stdout(&output).contains("1 program is not touched since HEAD"), "{output:?}");
    for revision in ["--output=x", "no-such-revision"] {
        let output = case.analyze(&format!("prog.c --since={revision}"));
        assert_code(&output, 2);
        assert!(stderr(&output).contains("revision"), "{output:?}");
    }
}

/// What the format asks for, and what GitHub and GitLab need beyond it.
#[test]
fn sarif_is_what_code_hosts_take() {
    if !has_libclang() {
        return;
    }
    let case = Case::new(TWO);
    case.analyze("prog.c --infer none --sarif out.sarif");
    let log: Value = serde_json::from_str(&case.read("out.sarif")).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let ids: BTreeSet<&str> = rules.iter().filter_map(|rule| rule["id"].as_str()).collect();
    assert_eq!(ids.len(), rules.len(), "rules have different names");
    for rule in rules {
        assert!(rule["shortDescription"]["text"].is_string() && rule["help"]["text"].is_string());
    }
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 4);
    let mut prints = BTreeSet::new();
    for result in results {
        assert!(ids.contains(result["ruleId"].as_str().expect("a rule")));
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().expect("a level")));
        assert!(result["message"]["text"].as_str().is_some_and(|text| !text.is_empty()));
        let place = &result["locations"][0]["physicalLocation"];
        // Relative to the folder of the repository.
        assert_eq!(place["artifactLocation"]["uri"], "prog.c");
        let region = &place["region"];
        let number = |name: &str| region[name].as_u64().expect("a number");
        assert!(number("startLine") >= 1 && number("startColumn") >= 1);
        assert!(number("endColumn") > number("startColumn"));
        let print = result["partialFingerprints"]["soundlineFinding/v1"].as_str();
        prints.insert(print.expect("a fingerprint").to_owned());
    }
    assert_eq!(prints.len(), 4);
    // They stay when lines move.
    case.write("prog.c", &format!("\n\n{TWO}"));
    case.analyze("prog.c --infer none --sarif moved.sarif");
    let moved = case.read("moved.sarif");
    assert!(prints.iter().all(|print| moved.contains(print)), "{moved}");
}

/// A member of a struct of a header, a variable and the result of a function are the same in all files of a run: one contract, with
/// the clause that serves all files.
#[test]
fn contracts_about_what_files_share_are_told_once() {
    if !has_libclang() {
        return;
    }
    let text = "#include \"h.h\"\nint f(struct s *p) { return *p->next; }\n\
        struct own { int *a; };\nint a(struct own *p) { return *p->a + *get(); }\n";
    let case = Case::new(text);
    case.write("h.h", "struct s { int *next; };\nint *get(void);\n");
    let b = "#include \"h.h\"\nint g(struct s *p) { return p->next[1] = 3; }\n\
        struct own { int *a; };\nint b(struct own *p) { return *p->a + *get(); }\n";
    case.write("b.c", b);
    let arguments = "prog.c b.c --modular --fast --no-cache";
    let text = stdout(&case.analyze(arguments));
    let shared =
        "= `struct s.next` is valid to write for 8 bytes, where it is used; nothing checks it";
    assert_eq!(text.matches(shared).count(), 1, "{text}");
    let own = "; this line needs only that `struct s.next` is valid for 4 bytes;";
    assert!(text.contains(own), "{text}");
    assert_eq!(text.matches("`struct s.next`").count(), 2, "{text}");
    assert_eq!(text.matches("`get()` is valid for 4 bytes").count(), 1, "{text}");
    // A struct that each file defines itself is another one in each.
    assert_eq!(text.matches("`struct own.a` is valid").count(), 2, "{text}");
    assert!(text.contains("= also needed in b.c: 1 check depends on it there"), "{text}");
    // What functions of several files require of nothing but pointers to one struct is one contract, too.
    let given =
        "= `struct s *` is valid for 8 bytes as a parameter of f and g; not all calls are known";
    assert!(text.contains(given), "{text}");
    assert!(text.contains("3 about what files share, shown with another file"), "{text}");
    let report = case.json(arguments);
    let told = |file: usize| -> Vec<String> {
        let checks = report["files"][file]["checks"].as_array().expect("checks");
        checks.iter().filter_map(|check| Some(check["accepted"].as_str()?.to_owned())).collect()
    };
    assert_eq!((told(0), told(1)), (vec![], vec!["shown with prog.c".to_owned(); 3]));
    for more in ["--jobs 1", "--jobs 3"] {
        assert_eq!(case.json(&format!("{arguments} {more}")), report);
    }
    // The fingerprint stays if another file comes first, and the baseline knows files that are analyzed alone.
    let print = |order: &str| -> BTreeSet<String> {
        case.analyze(&format!("{order} --modular --fast --no-cache --sarif log.sarif"));
        let log: Value = serde_json::from_str(&case.read("log.sarif")).expect("JSON");
        let results = log["runs"][0]["results"].as_array().expect("results").clone();
        let about = |result: &&Value| result["message"]["text"].to_string().contains("next");
        let print =
            |result: &Value| result["partialFingerprints"]["soundlineFinding/v1"].to_string();
        results.iter().filter(about).map(print).collect()
    };
    assert_eq!(print("prog.c b.c").len(), 1);
    assert_eq!(print("prog.c b.c"), print("b.c prog.c"));
    case.analyze(&format!("{arguments} --write-baseline known.json"));
    for file in ["prog.c", "b.c", "b.c prog.c"] {
        let alone =
            case.analyze(&format!("{file} --modular --fast --no-cache --baseline known.json"));
        assert_code(&alone, 0);
    }
}

/// What a header defines is found in every file that includes it, and told once.
#[test]
fn findings_in_headers_are_told_once() {
    if !has_libclang() {
        return;
    }
    let case = Case::new("#include \"h.h\"\nint f(int x) { return h(x); }\n");
    case.write("h.h", "static int h(int x) { return 1 / x; }\n#define HALF(x) (1 / (x))\n");
    case.write("b.c", "#include \"h.h\"\nint g(int x) { return h(x) + HALF(x); }\n");
    let output = case.analyze("prog.c b.c --infer none --fast --no-cache");
    assert_code(&output, 1);
    let text = stdout(&output);
    assert_eq!(text.matches("--> h.h:1:").count(), 1, "{text}");
    assert_eq!(text.matches("--> b.c:2:").count(), 1, "{text}");
    assert!(
        text.contains("1 finding is not shown: 1 in headers, shown with another file"),
        "{text}"
    );
    let report = case.json("prog.c b.c --infer none --fast --no-cache --sarif log.sarif");
    let checks = report["files"][1]["checks"].as_array().expect("checks");
    let told = checks.iter().find(|check| check["header"] == "h.h").expect("it is there");
    assert_eq!(
        (&told["accepted"], &told["status"]),
        (&"shown with prog.c".into(), &"may-fail".into())
    );
    let log: Value = serde_json::from_str(&case.read("log.sarif")).expect("JSON");
    assert_eq!(log["runs"][0]["results"].as_array().map(Vec::len), Some(2));
    // In another file alone it is told there.
    assert!(stdout(&case.analyze("b.c --infer none --fast")).contains("--> h.h:1:"));
    // A baseline knows it in all files.
    assert_code(
        &case.analyze("prog.c b.c --infer none --fast --no-cache --write-baseline known.json"),
        0,
    );
    assert_code(&case.analyze("b.c --infer none --fast --no-cache --baseline known.json"), 0);
}

/// A call in each file that may not satisfy what a function of a header requires: one contract, with the line of each.
#[test]
fn contracts_of_functions_of_headers_are_told_once() {
    if !has_libclang() {
        return;
    }
    let case = Case::new("#include \"h.h\"\nvoid f(unsigned n) { unsigned r[3]; set(r, n); }\n");
    case.write("h.h", "static inline void set(unsigned *r, unsigned k) { r[k] = 1; }\n");
    let b = "#include \"h.h\"\n\nvoid g(unsigned n) { unsigned r[3]; set(r, n + 1); }\n";
    case.write("b.c", b);
    let arguments = "prog.c b.c --modular --fast --no-cache";
    let text = stdout(&case.analyze(arguments));
    let told = "= set requires `r` is valid to write for as many bytes as are used; its call may not satisfy it, see prog.c:2";
    assert_eq!(text.matches("= set requires").count(), 1, "{text}");
    assert!(text.contains(told), "{text}");
    assert!(text.contains("= also needed in b.c:3: 1 check depends on it there"), "{text}");
    let report = case.json(&format!("{arguments} --sarif log.sarif"));
    let checks = report["files"][1]["checks"].as_array().expect("checks");
    let accepted = checks.iter().find(|check| check["kind"] == "contract").expect("it is there");
    assert_eq!(accepted["accepted"], "shown with prog.c");
    let log: Value = serde_json::from_str(&case.read("log.sarif")).expect("JSON");
    let place = &log["runs"][0]["results"][0]["relatedLocations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "b.c", "{place}");
    assert_eq!(place["region"]["startLine"], 3, "{place}");
}

/// Functions of a table are one finding in all reports, and a baseline knows it when one more is added.
#[test]
fn functions_that_require_the_same_are_one_finding() {
    if !has_libclang() {
        return;
    }
    let one = "static int one(char *p, int n) { return p[n]; }\n";
    let two = "static int two(char *q, int m) { return q[m] + 1; }\n";
    let three = "static int three(char *p, int n) { return p[n] + 2; }\n";
    let table = |names: &str| format!("int (*const table[])(char *, int) = {{ {names} }};\n");
    let case = Case::new(&format!("{one}{two}{}", table("one, two")));
    let arguments = "prog.c --modular --fast --no-cache";
    let text = stdout(&case.analyze(&format!("{arguments} --sarif log.sarif")));
    let told = ", and the same of 1 more function: two; they are called through pointers";
    assert_eq!(text.matches(told).count(), 1, "{text}");
    let log: Value = serde_json::from_str(&case.read("log.sarif")).expect("JSON");
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 1, "{results:?}");
    assert!(results[0]["message"]["text"].to_string().contains(told), "{results:?}");
    let report = case.json(arguments);
    let contracts = report["files"][0]["contracts"].as_array().expect("contracts");
    assert_eq!(contracts[0]["same"], serde_json::json!(["two"]), "{contracts:?}");
    assert_code(&case.analyze(&format!("{arguments} --write-baseline known.json")), 0);
    for (functions, names) in
        [(format!("{three}{one}{two}"), "three, one, two"), (format!("{three}{two}"), "two, three")]
    {
        case.write("prog.c", &format!("{functions}{}", table(names)));
        assert_code(&case.analyze(&format!("{arguments} --baseline known.json")), 0);
    }
}
