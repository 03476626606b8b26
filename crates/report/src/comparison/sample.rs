//! A campaign for the tests of reports: a confirmed finding, one that depends on the compiler, and names
//! that are meant to break a page.

use serde_json::json;
use soundline_diff::campaign::Campaign;

/// Two analyzers, one of which is a witness, about two checks of one seed.
pub fn campaign() -> Campaign {
    let failures = json!([
        { "compiler": "gcc", "inputs": [{ "kind": "int", "raw": 3 }] },
        { "compiler": "clang", "inputs": [{ "kind": "int", "raw": 3 }] },
    ]);
    let finding = |dispute: usize, evidence: serde_json::Value| {
        json!({ "dispute": dispute, "analyzer": 0, "fault": "unsound", "delta": 1, "tools": 1,
                "must": dispute == 0, "evidence": evidence })
    };
    let dispute = |check: &str, truth: serde_json::Value| {
        json!({ "seed": 0, "variant": 0, "key": "k", "check": check, "function": "main", "line": 4,
                "column": 2, "said": ["safe", "definite"], "truth": truth })
    };
    let reduced = json!({ "text": "int main(void) { return 1 < 2; }\n", "by": "test", "from": 99 });
    let group = |findings: Vec<serde_json::Value>| json!({ "analyzer": 0, "fault": "unsound", "findings": findings, "reduced": reduced });
    let depends = json!({ "fails": "gcc", "holds": "clang" });
    let analyzer = |name: &str, under: bool| json!({ "name": name, "tool": name, "version": "1.0", "under_approximates": under });
    let campaign = json!({
        "soundline": "0.0",
        "settings": { "seed": 0, "strategy": "uniform", "batch": 1, "budget": 1, "constants": "pool",
                      "limits": "1 s", "concrete": true },
        "analyzers": [analyzer("<script>alert(1)</script>\"'", false), analyzer("witness", true)],
        "seeds": [{ "name": "seed&.c", "bits": 32, "candidates": 9, "planned": 1, "judged": 1, "runs": 7,
                    "not_runnable": null, "unrepeated": "clang: <error>", "undefined": null }],
        "skipped": [{ "name": "<b>.c", "reason": "1 < 2" }],
        "compilers": ["gcc", "clang"],
        "variants": [{ "seed": 0, "number": 0, "key": "k", "checks": ["a < b != 1"],
                       "said": ["safe", "definite"] }],
        "disputes": [dispute("(a < b) != 1", json!({ "fails": failures })),
                     dispute("last != 1", json!({ "depends": depends }))],
        "groups": [
            group(vec![finding(0, json!({ "grade": "run", "failures": failures }))]),
            group(vec![finding(1, json!({ "grade": "depends", "fails": "gcc", "holds": "clang" }))]),
        ],
        "stop": "budget",
        "timings": { "elapsed": 1.0, "analyzers": 1.0, "driver": 0.1, "answers": 4, "known": 0 },
    });
    serde_json::from_value(campaign).expect("it is a campaign")
}
