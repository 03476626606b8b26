//! What the command says.

use luatypes::report::{json, sarif};
use luatypes::{read, report};

const PROGRAM: &str = "local n = 1\nlocal t = {}\nprint(n())\n";

#[test]
fn errors_have_a_frame() {
    let report = report("a.lua", PROGRAM.as_bytes(), true).expect("it is Lua");
    assert_eq!(
        report.text(false, true, false),
        "a.lua:1: n: number\n\
         a.lua:2: t: table\n\
         error[call]: call of a value that is not a function: it is number\n \
         --> a.lua:3:7\n  \
         |\n\
         3 | print(n())\n  \
         |       ^\n\
         a.lua: 1 error, 0 possible errors, 0 functions never called\n"
    );
    assert!(report.text(false, false, true).contains("\u{1b}["));
}

#[test]
fn documents_are_json() {
    let report = report("a b.lua", PROGRAM.as_bytes(), true).expect("it is Lua");
    let document: serde_json::Value =
        serde_json::from_str(&json(std::slice::from_ref(&report))).expect("it is JSON");
    assert_eq!(document["schema"], "luatypes/1");
    assert_eq!(document["files"][0]["warnings"][0]["line"], 3);
    let log: serde_json::Value =
        serde_json::from_str(&sarif(&[report], false)).expect("it is JSON");
    let result = &log["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"call".into(), &"error".into()));
    assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "a%20b.lua");
}

#[test]
fn bad_input_is_told_in_a_sentence() {
    let sentence = report("x.lua", b"local = 1", true).expect_err("it is no Lua");
    assert_eq!(sentence, "x.lua:1:7: expected a name, found '=' (luatypes reads Lua 5.1)");
    assert!(
        read("/nowhere/x.lua", true).expect_err("it is missing").starts_with("/nowhere/x.lua: ")
    );
    for text in [
        "x = = 1",
        "for",
        "f(",
        "\"",
        "[[",
        "goto x",
        "a.b",
        "break",
        "return 1 2",
        "x = 1 // 2",
        "\u{0}",
    ] {
        assert!(report("x.lua", text.as_bytes(), true).is_err(), "{text}");
    }
    let deep = format!("x = {}1{}", "(".repeat(9999), ")".repeat(9999));
    assert!(report("x.lua", deep.as_bytes(), true).is_err());
}

/// Possible errors are not shown unless they are asked for.
#[test]
fn what_is_only_possible_is_no_error() {
    let text = "local function f(x) if x then return 1 end end\nlocal y = f(...) + 1\n";
    let report = report("a.lua", text.as_bytes(), false).expect("it is Lua");
    assert!(report.shown(false).is_empty());
    assert_eq!(report.shown(true).len(), 1);
}
