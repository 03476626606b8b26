//! Assertions as people write them, translated: the translated program fails a check in the same runs
//! in which the original fails.

mod installed;

use soundline_c::{Clang, DataModel};
use soundline_diff::analyzer::{AssertedError, AssertedProgram};
use soundline_diff::{Encoding, Form};
use std::fs;
use std::path::Path;
use std::process::Command;

/// What ends the program with code 42 where a check fails, in both forms.
fn encodings() -> [Encoding; 2] {
    let prelude = "extern void soundline_exit(int);\n".to_string();
    let exit = "soundline_exit(42)";
    [
        Encoding {
            prelude: prelude.clone(),
            check: format!("(({{condition}}) ? (void)0 : {exit})"),
            form: Form::Expression,
        },
        Encoding {
            prelude,
            check: format!("if (!({{condition}})) {{ {exit}; }}"),
            form: Form::Statement,
        },
    ]
}

fn run(text: &[u8], folder: &Path) -> Option<i32> {
    let (source, binary) = (folder.join("t.i"), folder.join("t"));
    fs::write(&source, text).expect("there is room");
    let helper = folder.join("helper.c");
    let helper_text = "#include <stdlib.h>\nvoid soundline_exit(int code) { exit(code); }\n\
                       void __VERIFIER_error(void) { exit(43); }\n";
    fs::write(&helper, helper_text).expect("there is room");
    let mut build = Command::new("gcc");
    build.args(["-w", "-o"]).arg(&binary).arg(&source).arg(&helper);
    let built = build.output().expect("gcc is there");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    Command::new(&binary).output().expect("it was built").status.code()
}

#[track_caller]
fn check(clang: &Clang, program: &str, checks: usize, code: Option<i32>) {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("program.c");
    fs::write(&file, program).expect("there is room");
    let asserted = AssertedProgram::read(clang, &file, DataModel::Lp64, &[]);
    let asserted = asserted.unwrap_or_else(|error| panic!("{error}: {program}"));
    assert_eq!(asserted.checks, checks, "{program}");
    for encoding in encodings() {
        let text = asserted.render(&encoding);
        assert_eq!(run(&text, folder.path()), code, "{}", String::from_utf8_lossy(&text));
    }
}

fn tools() -> Option<Clang> {
    if Command::new("gcc").arg("--version").output().is_err() {
        soundline_needs::skip("there is no gcc");
        return None;
    }
    installed::clang()
}

#[test]
fn the_assertions_of_c() {
    let Some(clang) = tools() else { return };
    let head = "#include <assert.h>\n#include <stdlib.h>\n";
    check(
        &clang,
        &format!("{head}int main(void) {{ int x = 3; assert(x == 3); return 5; }}"),
        1,
        Some(5),
    );
    check(
        &clang,
        &format!("{head}int main(void) {{ int x = 3; assert(x == 4); return 5; }}"),
        1,
        Some(42),
    );
    // The argument may have effects, be a pointer, or contain a comma.
    let effects = "int main(void) { int x = 0; assert(x++ == 0); assert((x, &x)); return x; }";
    check(&clang, &format!("{head}{effects}"), 2, Some(1));
    let off = format!("#define NDEBUG\n{head}int main(void) {{ assert(0); return 5; }}");
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("off.c");
    fs::write(&file, off).expect("there is room");
    let error =
        AssertedProgram::read(&clang, &file, DataModel::Lp64, &[]).expect_err("it has none");
    assert!(matches!(error, AssertedError::NoAssertion(_)), "{error}");
}

#[test]
fn the_assertions_of_verifiers() {
    let Some(clang) = tools() else { return };
    let declared = "extern void __VERIFIER_assert(int);\n";
    check(
        &clang,
        &format!("{declared}int main(void) {{ __VERIFIER_assert(1); return 5; }}"),
        1,
        Some(5),
    );
    check(
        &clang,
        &format!("{declared}int main(void) {{ __VERIFIER_assert(0); return 5; }}"),
        1,
        Some(42),
    );
    let defined = "extern void abort(void);\nvoid reach_error(void) { }\n\
                   void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } return; }\n";
    check(
        &clang,
        &format!("{defined}int main(void) {{ __VERIFIER_assert(2 > 1); return 5; }}"),
        1,
        Some(5),
    );
    check(
        &clang,
        &format!("{defined}int main(void) {{ __VERIFIER_assert(2 < 1); return 5; }}"),
        1,
        Some(42),
    );
    let calls =
        "extern void reach_error(void);\nint f(int x) { if (x == 3) reach_error(); return x; }\n";
    check(&clang, &format!("{calls}int main(void) {{ return f(5); }}"), 1, Some(5));
    check(&clang, &format!("{calls}int main(void) {{ return f(3); }}"), 1, Some(42));
    // As a value, as C does not forbid.
    let value = "extern int reach_error(void);\n";
    let program = "int main(void) { int x = 2; return x == 1 ? reach_error() : 5; }";
    check(&clang, &format!("{value}{program}"), 1, Some(5));
}

#[test]
fn texts_that_were_preprocessed_before() {
    let Some(clang) = tools() else { return };
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("before.c");
    for (number, code) in [(3, 5), (4, 42)] {
        let program = format!(
            "#include <assert.h>\nint main(void) {{ int x = 3; assert(x == {number}); return 5; }}"
        );
        fs::write(&file, program).expect("there is room");
        let output = Command::new("gcc").arg("-E").arg(&file).output().expect("gcc is there");
        check(&clang, &String::from_utf8_lossy(&output.stdout), 1, Some(code));
    }
}
