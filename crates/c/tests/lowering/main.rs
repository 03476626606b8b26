//! Small programs and what they are lowered to.

#[path = "../audit/mod.rs"]
mod audit;
mod calls;
mod flow;
#[path = "../installed/mod.rs"]
mod installed;
mod language;
mod memory;
mod orders;
mod unknown;
mod verifier;

use expect_test::Expect;
use soundline_c::DataModel;

#[track_caller]
fn check(text: &str, expected: Expect) {
    let Some(clang) = installed::clang() else { return };
    let program = clang.parse("t.c", text, DataModel::Lp64).expect("the text is C");
    audit::audit(&program);
    expected.assert_eq(&program.dump());
}
