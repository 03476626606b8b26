//! Files that are linked: what they share and what they do not, compared with executions and with one file.

use super::{Case, assert_code, has_libclang, stderr};
use serde_json::Value;

const HEADER: &str = "struct item { int key; struct item *next; };
struct box;
typedef struct { unsigned char r, g; } colour;
enum mode { OFF, ON = 5 };
extern int limit;
extern int table[];
extern struct item first;
extern colour paint;
int push(struct item *item);
int apply(int (*f)(int), int x);
struct box *open_box(int size);
int box_size(struct box *box);
enum mode mode_of(int x);
static inline int twice(int x) { return 2 * x; }
";

const SHARED: &str = "static int count;
static int step(void) { return 10; }
int spare;
int limit = 3;
int table[4] = {1, 2, 3, 4};
struct item first = {7, 0};
colour paint = {1, 2};
int push(struct item *item) { item->next = &first; count += step(); return count; }
int apply(int (*f)(int), int x) { return f(x); }
enum mode mode_of(int x) { return x ? ON : OFF; }
";

const BOXES: &str = "struct box { int size; };
static struct box only;
static int count = 100;
struct box *open_box(int size) { only.size = size; count++; return &only; }
int box_size(struct box *box) { return box->size + count; }
";

const MAIN: &str = "extern void __VERIFIER_assert(int);
static int count = 1;
static int step(void) { return 20; }
int spare;
static int plus_one(int x) { return x + 1; }
int main(void) {
  struct item item = {1, 0};
  int pushed = push(&item);
  __VERIFIER_assert(pushed == 10);
  __VERIFIER_assert(count == 1);
  __VERIFIER_assert(step() == 20);
  __VERIFIER_assert(item.next->key == 7);
  __VERIFIER_assert(spare == 0);
  limit += 4;
  __VERIFIER_assert(limit == 7);
  __VERIFIER_assert(table[3] == 4);
  __VERIFIER_assert(apply(plus_one, 41) == 42);
  __VERIFIER_assert(box_size(open_box(5)) == 106);
  __VERIFIER_assert(mode_of(3) == ON);
  __VERIFIER_assert(paint.g == 2);
  __VERIFIER_assert(twice(limit) == 14);
  __VERIFIER_assert(pushed == 20);
  return 0;
}
";

/// Assertions are told with their lines.
const TELL: &str = "#include <stdio.h>
void __VERIFIER_assert(int holds) { printf(\"%d\\n\", holds); }
";

fn case() -> Case {
    let case = Case::new("int unused;\n");
    case.write("h.h", HEADER);
    let with = |text: &str| format!("#include \"h.h\"\n{text}");
    case.write("shared.c", &with(SHARED));
    case.write("boxes.c", &with(BOXES));
    case.write("main.c", &with(MAIN));
    case
}

fn assertions(report: &Value) -> Vec<(String, String)> {
    let checks = report["files"][0]["checks"].as_array().expect("checks").iter();
    let assertions = checks.filter(|check| check["kind"] == "assertion");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    assertions.map(|check| (text(&check["text"]), text(&check["status"]))).collect()
}

#[test]
fn a_linked_program_is_the_program_that_runs() {
    if !has_libclang() {
        return;
    }
    let case = case();
    case.write("tell.c", TELL);
    let built = case.gcc("-w -fcommon shared.c boxes.c main.c tell.c -o prog");
    assert!(built.status.success(), "{built:?}");
    let run = std::process::Command::new(case.path().join("prog")).output().expect("it runs");
    let run = String::from_utf8(run.stdout).expect("numbers");
    for order in ["shared.c boxes.c main.c", "main.c boxes.c shared.c"] {
        let report = case.json(&format!("--link {order}"));
        assert_eq!(report["files"].as_array().map(Vec::len), Some(1));
        assert_eq!(report["files"][0]["file"], "main.c");
        assert_eq!(report["files"][0]["scope"], "whole program from main, 3 files linked");
        let told = assertions(&report);
        assert_eq!(told.len(), run.lines().count(), "{told:?}");
        for ((text, status), holds) in told.iter().zip(run.lines()) {
            let expected = if holds == "1" { "verified" } else { "definitely-fails" };
            assert_eq!(status, expected, "{text}");
        }
    }
}

#[test]
fn linked_files_are_the_file_that_is_put_together_by_hand() {
    if !has_libclang() {
        return;
    }
    let case = case();
    let renamed = |text: &str, file: &str| {
        let text = text.replace("count", &format!("count_{file}"));
        text.replace("step(", &format!("step_{file}("))
    };
    let parts = [("shared", SHARED), ("boxes", BOXES), ("main", MAIN)];
    let whole: String = parts.iter().map(|(file, text)| renamed(text, file)).collect();
    case.write("whole.c", &format!("#include \"h.h\"\n{whole}"));
    let rows = |report: &Value| -> Vec<(String, String, String)> {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let checks = report["files"][0]["checks"].as_array().expect("checks").iter();
        let plain = |text: String| {
            ["_shared", "_boxes", "_main"].iter().fold(text, |text, part| text.replace(part, ""))
        };
        let mut rows: Vec<_> = checks
            .map(|check| {
                (text(&check["kind"]), plain(text(&check["text"])), text(&check["status"]))
            })
            // Each file has its own copy of a function in a header.
            .filter(|row| row.1 != "2 * x")
            .collect();
        rows.sort();
        rows
    };
    for words in ["", " --fast", " --overflow check", " --modular"] {
        let one = rows(&case.json(&format!("whole.c{words}")));
        let linked = rows(&case.json(&format!("--link shared.c boxes.c main.c{words}")));
        assert_eq!(one, linked, "{words}");
    }
}

#[test]
fn positions_name_the_right_file() {
    if !has_libclang() {
        return;
    }
    let case = Case::new("int unused;\n");
    case.write("a.c", "int divide(int x)\n{\n  return 1 / x;\n}\n");
    case.write(
        "b.c",
        "#include <stddef.h>\nint divide(int);\nint main(void) { return divide(0); }\n",
    );
    let report = case.json("--link a.c b.c");
    let check = &report["files"][0]["checks"][0];
    assert_eq!(report["files"][0]["file"], "b.c");
    assert_eq!((&check["header"], &check["line"]), (&"a.c".into(), &3.into()), "{check}");
    assert_eq!(check["status"], "definitely-fails");
}

#[test]
fn what_does_not_fit_together_is_named() {
    if !has_libclang() {
        return;
    }
    let case = Case::new("int unused;\n");
    let refused = |a: &str, b: &str, sentences: &[&str]| {
        case.write("a.c", a);
        case.write("b.c", b);
        let output = case.analyze("--link a.c b.c");
        assert_code(&output, 2);
        for sentence in sentences {
            assert!(
                stderr(&output).contains(sentence),
                "{sentence:?} is not in {}",
                stderr(&output)
            );
        }
    };
    refused(
        "int f(void) { return 1; }\n",
        "\nint f(void) { return 2; }\nint main(void) { return f(); }\n",
        &["`f` is defined at a.c:1:1 and at b.c:2:1"],
    );
    refused("int x = 1;\n", "int x = 1;\n", &["`x` is defined at a.c:1:1 and at b.c:1:1"]);
    refused(
        "int x;\nint f(int a) { return a; }\n",
        "extern long x;\nint f(char *);\nint main(void) { return f(0) + x; }\n",
        &[
            "`x` is declared as int at a.c:1:1 and as long at b.c:1:1",
            "`f` is declared as int(int)",
        ],
    );
    refused(
        "struct s { int a; };\nstruct s x;\n",
        "struct s { int a, b; };\nextern struct s x;\nint main(void) { return x.b; }\n",
        &["`x` is declared as struct s"],
    );
    // Types of the same name that nobody shares are no conflict, nor are functions without a prototype.
    case.write(
        "a.c",
        "struct s { int a; };\nstatic struct s x;\nint f(int a) { return x.a + a; }\n",
    );
    case.write("b.c", "struct s { char *p; };\nstatic struct s x;\nint f();\nint main(void) { return f(1) + !x.p; }\n");
    assert_code(&case.analyze("--link a.c b.c"), 0);
    let output = case.analyze("--link a.c b.c --entry nothing");
    assert_code(&output, 2);
    assert!(stderr(&output).contains("there is no function `nothing`"), "{output:?}");
    case.write("c.c", "int f( {\n");
    let output = case.analyze("--link a.c c.c");
    assert_code(&output, 2);
    assert!(stderr(&output).contains("c.c:1:"), "{output:?}");
}

#[test]
fn programs_have_several_entries() {
    if !has_libclang() {
        return;
    }
    let case = Case::new("int unused;\n");
    case.write("a.c", "int n;\nint half(void) { return 10 / n; }\n");
    case.write("b.c", "extern int n;\nint half(void);\nint one(void) { n = 1; return half(); }\nint none(void) { n = 0; return half(); }\n");
    let report = case.json("--link a.c b.c --entry one --entry none");
    let status = |place: usize| &report["files"][place]["checks"][0]["status"];
    assert_eq!(report["files"][0]["scope"], "whole program from one, 2 files linked");
    assert_eq!((status(0), status(1)), (&"verified".into(), &"definitely-fails".into()));
}
