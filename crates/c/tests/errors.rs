//! Bad input is an error that says where and what.

mod audit;
mod installed;

use soundline_c::{DataModel, Error, Preprocess, Settings};
use soundline_isolate::Limits;
use std::{fs, path::Path, time::Duration};

#[track_caller]
fn check(text: &str, expected: &str) {
    let Some(clang) = installed::clang() else { return };
    let error = clang.parse("t.c", text, DataModel::Lp64).expect_err("the text is not C");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn syntax_errors_have_places() {
    check("int f( {", "t.c:1:8: expected parameter declarator");
    check("int x;\nint f(void) { return y; }", "t.c:2:22: use of undeclared identifier 'y'");
    check("# 7 \"a.h\"\nint x = ;\n", "a.h:7:9: expected expression");
    check("int f(void) { break; }", "t.c:1:15: 'break' statement not in loop or switch statement");
    check("int a[-1];", "t.c:1:7: 'a' declared as an array with a negative size");
    check("\u{0}\u{1}", "t.c:1:2: expected identifier or '('");
}

#[test]
fn later_errors_do_not_hide_behind_warnings() {
    check(
        "int f() { g(); return *3; }",
        "t.c:1:23: indirection requires pointer operand ('int' invalid)",
    );
}

#[test]
fn empty_texts_are_programs() {
    let Some(clang) = installed::clang() else { return };
    let program = clang.parse("t.c", "", DataModel::Lp64).expect("nothing is C");
    assert!(program.functions.is_empty() && program.dump().is_empty());
}

#[test]
fn texts_need_not_be_utf8() {
    let Some(clang) = installed::clang() else { return };
    let text = b"/* \xe9\xff */ char f(void) { return \"\xe9\"[0]; }".to_vec();
    let program = clang.parse("t.c", text, DataModel::Lp64).expect("Latin-1 is fine");
    assert!(program.dump().contains("return string.0[0]"), "{}", program.dump());
}

#[test]
fn files_must_be_readable() {
    let Some(clang) = installed::clang() else { return };
    let error = clang.read(Path::new("no/such/file.c"), &Settings::default());
    let text = error.expect_err("there is no such file").to_string();
    assert!(text.starts_with("cannot read no/such/file.c: "), "{text}");
}

#[test]
fn the_preprocessor_says_what_is_missing() {
    let Some(clang) = installed::clang() else { return };
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("x.c");
    fs::write(&path, "#include \"missing.h\"\nint x;\n").expect("a file can be written");
    let error = clang.read(&path, &Settings::default()).expect_err("the header is missing");
    assert!(matches!(error, Error::Preprocessor { .. }));
    assert!(error.to_string().contains("missing.h"), "{error}");
    let settings = Settings { preprocess: Preprocess::Never, ..Settings::default() };
    let error = clang.read(&path, &settings).expect_err("directives are not preprocessed");
    assert!(error.to_string().contains("missing.h"), "{error}");
}

/// The preprocessor is a foreign program: it may hang, and what it starts may stay.
#[test]
fn the_preprocessor_ends_within_its_limits() {
    let Some(clang) = installed::clang() else { return };
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (path, left) = (folder.path().join("x.c"), folder.path().join("left"));
    fs::write(&path, "#define ONE 1\nint x = ONE;\n").expect("a file can be written");
    let script = folder.path().join("cc.sh");
    let text = format!("setsid sh -c 'sleep 3; touch {}' &\nsleep 1000\n", left.display());
    fs::write(&script, text).expect("a file can be written");
    let limits = Limits { time: Duration::from_millis(250), ..Limits::default() };
    let compiler = Some(format!("sh {}", script.display()));
    let settings = Settings { compiler, limits, ..Settings::default() };
    let error = clang.read(&path, &settings).expect_err("it hangs");
    assert!(error.to_string().contains("time limit reached"), "{error}");
    let settings = Settings { limits: Limits::default(), ..settings };
    settings.stop.now();
    let error = clang.read(&path, &settings).expect_err("nobody waits for it");
    assert!(error.to_string().contains("interrupted"), "{error}");
    std::thread::sleep(Duration::from_secs(4));
    assert!(!left.exists(), "what the preprocessor started lives on");
}

#[test]
fn macros_are_expanded_and_lines_kept() {
    let Some(clang) = installed::clang() else { return };
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("x.c");
    fs::write(&path, "#define ONE 1\nint f(void)\n{ return ONE + y; }\n").expect("written");
    let error = clang.read(&path, &Settings::default()).expect_err("y is not declared");
    assert!(error.to_string().contains("x.c:3:14: use of undeclared identifier"), "{error}");
}

#[test]
fn depth_has_a_limit() {
    let Some(clang) = installed::clang() else { return };
    let sum = |terms: usize| format!("int f(int x) {{ return x{}; }}", " + x".repeat(terms));
    assert!(clang.parse("t.c", sum(4000), DataModel::Lp64).is_ok());
    let error = clang.parse("t.c", sum(6000), DataModel::Lp64).expect_err("that is too deep");
    assert!(matches!(error, Error::TooDeep { limit: 5000, .. }), "{error}");
    let chain = format!("int f(int x) {{ {} return 1; }}", "if (x) x++; else ".repeat(1500));
    assert!(clang.parse("t.c", chain, DataModel::Lp64).is_ok());
    let chain = format!("int f(int x) {{ {} return 1; }}", "if (x) x++; else ".repeat(8_000));
    let error = clang.parse("t.c", chain, DataModel::Lp64).expect_err("that is too deep");
    assert!(matches!(error, Error::TooDeep { .. }), "{error}");
    let parentheses = format!("int x = {}1{};", "(".repeat(5000), ")".repeat(5000));
    assert!(clang.parse("t.c", parentheses, DataModel::Lp64).is_err());
}

#[test]
fn many_threads_may_parse() {
    let Some(clang) = installed::clang() else { return };
    std::thread::scope(|scope| {
        for number in 0..8 {
            let clang = &clang;
            scope.spawn(move || {
                let text = format!("int f(void) {{ return {number}; }}");
                let program = clang.parse("t.c", text, DataModel::Ilp32).expect("it is C");
                assert!(program.dump().contains(&format!("return {number}")));
            });
        }
    });
}

/// A program over much of the language, for tearing it to pieces.
const TEXT: &str = r#"
typedef unsigned char u8; enum E { A, B = 5 }; struct S { int a : 3; struct { u8 b[4]; } in; union { long l; double d; }; struct S *n; };
extern int any(void); void __VERIFIER_assert(int); static struct S list[2] = { { 1, { "ab" } }, { .n = list, .a = 2 } };
int g(int x, ...) { static int c = B; return c += x ?: any(), c ? c-- : sizeof(struct S); }
int main(int argc, char **argv) {
    int v[argc + 1], *p = &v[0], (*f)(int, ...) = g; struct S s = list[argc & 1], *q = &s;
    for (int i = 0; i < argc && p[i] != 'x'; i++, p++) { if (i % 3) continue; q->in.b[i] ^= ~i << 2; v[i] = f(i, 1.5, "s"); }
again: switch (q->a) { case 1 ... 3: q = q->n; break; case A: goto again; default: do s.l >>= 1; while (s.l > 7 || !q); }
    __VERIFIER_assert(argc > 0 && (q == &s || ({ int t = s.a; t * t; }) < 9)); void *l = &&again; if (argc > 50) goto *l;
    return (int)s.d / (argc - (u8)B) + g(*argv[1]++, (struct S){ .l = -1 }.l) + __builtin_expect(v[argc], 0);
}
"#;

/// Programs with pieces missing or doubled are errors or programs, and nothing else.
#[test]
fn mutilated_texts_never_panic() {
    let Some(clang) = installed::clang() else { return };
    let mut state = 1u64;
    let mut roll = |sides: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % sides
    };
    let tokens: Vec<&str> = TEXT.split_inclusive(|c: char| !c.is_alphanumeric()).collect();
    let (mut programs, mut errors) = (0, 0);
    for _ in 0..1500 {
        let mut mutilated = tokens.clone();
        for _ in 0..1 + roll(2) {
            let (at, other) = (roll(mutilated.len()), roll(tokens.len()));
            match roll(3) {
                0 => drop(mutilated.remove(at)),
                1 => mutilated.insert(at, tokens[other]),
                _ => mutilated[at] = tokens[other],
            }
        }
        match clang.parse("t.c", mutilated.concat(), DataModel::Lp64) {
            Ok(program) => {
                audit::audit(&program);
                programs += 1;
            }
            Err(Error::Malformed { .. }) => errors += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(programs > 50 && errors > 50, "{programs} programs, {errors} errors");
}

/// gcc's headers for these are written for gcc alone.
#[test]
fn headers_of_one_compiler_are_read_with_those_of_libclang() {
    let Some(clang) = installed::clang() else { return };
    if !soundline_needs::CLANG.found() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    for header in ["stdatomic.h", "immintrin.h", "complex.h", "tgmath.h"] {
        let path = folder.path().join("t.c");
        let text = format!("#include <{header}>\n_Atomic int a;\nint f(void) {{ return a; }}\n");
        fs::write(&path, text).expect("it is written");
        let read = clang.read(&path, &Settings::default());
        assert!(read.is_ok_and(|program| program.function_named("f").is_some()), "{header}");
    }
    let path = folder.path().join("wrong.c");
    fs::write(&path, "#include <stdatomic.h>\nint x = ;\n").expect("it is written");
    let error = clang.read(&path, &Settings::default()).expect_err("it is not C");
    assert!(error.to_string().ends_with("wrong.c:2:9: expected expression"), "{error}");
    let settings = Settings { compiler: Some("gcc".into()), ..Settings::default() };
    fs::write(&path, "#include <immintrin.h>\nint x;\n").expect("it is written");
    assert!(clang.read(&path, &settings).is_err(), "whoever names a compiler gets that one");
}
