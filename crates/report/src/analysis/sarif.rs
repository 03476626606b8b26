//! The outcome as SARIF 2.1.0, the format that editors and code hosts read.
//!
//! Findings are results. Where a bound stopped the run, the run is still successful, and every
//! assumption is a notification, so that a reader knows what the silence of the tool rests on.
//!
//! GitHub refuses logs with more than so many results, so that those who matter least are left out there, and counted.

use serde_json::{Value, json};

use soundline_analyze::outcome::{
    Accepted, Elsewhere, LeftOut, Outcome, Place, Row, Standing, Stop, Why, conjunction,
};
use std::collections::{HashMap, HashSet};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The name of our fingerprints, with the version of how they are made.
const FINGERPRINT: &str = "soundlineFinding/v1";
/// The only fingerprint by which GitHub knows a finding again.
const GITHUB_FINGERPRINT: &str = "primaryLocationLineHash";
/// GitHub's limit for the results of a run.
const MOST_RESULTS: usize = 25_000;

/// What notifications are about.
const NOTIFICATIONS: [(&str, &str); 5] = [
    ("assumption", "Assumed because a bound was reached, or taken for granted."),
    (
        "unreachable-under-assumptions",
        "A check that is reached only if an assumption does not hold. It is not proved.",
    ),
    ("stopped", "A bound or the user stopped the analysis."),
    ("unreadable", "A file could not be analyzed."),
    ("cut", "There are more findings than a log may have."),
];

/// The rules: the kinds of checks, each with what it says.
const RULES: [(&str, &str); 18] = [
    ("assertion", "An assertion of the program must hold."),
    ("error-call", "A call that reports an error must not be reached."),
    (
        "division",
        "The divisor of a division or remainder must not be zero, and the quotient must fit.",
    ),
    ("index", "The index of an array must be within its bounds."),
    ("access", "A pointer that is used must point to an object that is large enough."),
    ("overflow", "The result of signed arithmetic must fit its type."),
    ("shift", "A shift amount must be at least 0 and less than the width of the type."),
    ("float-to-int", "A floating number that is converted must fit the integer type."),
    ("unreachable", "What the program calls unreachable must not be reached."),
    ("free", "What is freed must be allocated and not freed yet."),
    ("length", "The length of an array of variable length must be positive."),
    ("return", "A function whose result is used must not end without one."),
    ("overlap", "Source and destination of a copy must not overlap."),
    ("leak", "All memory must be freed where the program ends."),
    ("float", "The result of a floating operation must be finite if its operands are."),
    ("uninitialised", "A local variable must have a value where it is read."),
    ("contract", "Whoever provides a value must satisfy what functions require of it."),
    ("assumption", "What the analysis takes for granted, with --strict."),
];

/// A log of one run over these files, and those that were left out.
pub fn write(outcomes: &[Outcome], left_out: &[LeftOut]) -> String {
    let compared = outcomes.iter().flat_map(|outcome| &outcome.checks);
    let compared = compared.into_iter().any(|row| row.accepted == Some(Accepted::Known));
    let mut results: Vec<Value> =
        outcomes.iter().flat_map(|outcome| results(outcome, compared)).collect();
    let mut notifications: Vec<Value> = outcomes.iter().flat_map(notifications).collect();
    notifications.extend(left_out.iter().map(not_analyzed));
    notifications.extend(cut(&mut results, MOST_RESULTS));
    let unusable = |left: &LeftOut| matches!(left.why, Why::Unusable(_));
    let artifacts: Vec<Value> =
        outcomes.iter().map(|outcome| json!({ "location": artifact(&outcome.file) })).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Soundline",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": RULES.map(|row| rule(row, "Check")),
                "notifications": NOTIFICATIONS.map(|row| rule(row, "Note")),
            } },
            "columnKind": "utf16CodeUnits",
            "artifacts": artifacts,
            "invocations": [{
                "executionSuccessful": !left_out.iter().any(unusable),
                "toolExecutionNotifications": notifications,
            }],
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).expect("a log has text for keys");
    text.push('\n');
    text
}

fn rule((id, text): (&str, &str), what: &str) -> Value {
    json!({
        "id": id,
        "name": name(id) + what,
        "shortDescription": { "text": text },
        "fullDescription": { "text": text },
        "help": { "text": text },
        "defaultConfiguration": { "level": "warning" },
    })
}

/// `FloatToInt` for `float-to-int`: the name of a rule must be another one than its id.
fn name(id: &str) -> String {
    let capital = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    };
    id.split('-').map(capital).collect()
}

/// Leaves so many results, those that matter most in the order that they had, and says how many are gone.
fn cut(results: &mut Vec<Value>, most: usize) -> Option<Value> {
    let gone = results.len().checked_sub(most).filter(|gone| *gone > 0)?;
    // What is accepted goes first, then warnings with the most imprecise steps.
    let weight = |value: &Value| {
        let accepted =
            value["suppressions"].is_array() || value["baselineState"] == json!("unchanged");
        (!accepted, value["rank"].as_f64().unwrap_or(0.0))
    };
    let mut order: Vec<usize> = (0..results.len()).collect();
    order.sort_by(|a, b| {
        let (a, b) = (weight(&results[*a]), weight(&results[*b]));
        b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
    });
    let kept: HashSet<usize> = order.into_iter().take(most).collect();
    let mut place = 0;
    results.retain(|_| {
        place += 1;
        kept.contains(&(place - 1))
    });
    let text = format!(
        "{gone} of {} findings are left out of this log, because code hosts take at most {most}",
        gone + most
    );
    Some(json!({
        "descriptor": { "id": "cut" },
        "level": "warning",
        "message": { "text": text },
    }))
}

/// The findings of a file, those first that nobody has accepted. Each has a fingerprint that stays when lines move.
fn results(outcome: &Outcome, compared: bool) -> Vec<Value> {
    let identities = outcome.identities();
    let places: HashMap<*const Row, usize> =
        outcome.checks.iter().enumerate().map(|(at, row)| (std::ptr::from_ref(row), at)).collect();
    let told = |row: &Row| matches!(row.accepted, None | Some(Accepted::Told(_)));
    let accepted = outcome.checks.iter().filter(|row| !told(row));
    let rows = outcome.ranked().into_iter().chain(accepted);
    let of = |row: &Row| {
        let mut value = result(outcome, row);
        if let Some(at) = places.get(&std::ptr::from_ref(row)) {
            let print = identities[*at].fingerprint();
            value["partialFingerprints"] = json!({ FINGERPRINT: print, GITHUB_FINGERPRINT: print });
        }
        match &row.accepted {
            Some(Accepted::Allowed(reason)) => {
                value["suppressions"] = json!([{ "kind": "external", "justification": reason }]);
            }
            Some(Accepted::Known) => value["baselineState"] = json!("unchanged"),
            _ if compared => value["baselineState"] = json!("new"),
            _ => {}
        }
        value
    };
    rows.map(of).collect()
}

fn result(outcome: &Outcome, row: &Row) -> Value {
    let level = if row.standing == Standing::Fails { "error" } else { "warning" };
    let index = RULES.iter().position(|(id, _)| *id == row.kind);
    // 100 for what is certain, less with every step that may have lost precision.
    let rank = match row.standing {
        Standing::Fails if row.provided.is_empty() => 100.0,
        Standing::Fails => 90.0,
        _ => 80.0 / (1.0 + row.steps as f64),
    };
    let mut message = format!("{}: `{}`", row.complaint(), row.text);
    if let Some(why) = &row.why {
        message.push_str(&format!(" ({why})"));
    }
    if !row.provided.is_empty() {
        message.push_str(&format!(", provided {}", conjunction(&row.provided)));
    }
    if let Some(elsewhere) = row.elsewhere() {
        message.push_str(&format!(", {elsewhere}"));
    }
    let mut value = json!({
        "ruleId": row.kind,
        "level": level,
        "kind": "fail",
        "rank": rank,
        "message": { "text": message },
        "locations": [location(outcome, &row.place, Some(&row.function))],
        "properties": {
            "status": row.standing.name(),
            "provided": row.provided,
            "impreciseSteps": row.steps,
        },
    });
    if let Some(index) = index {
        value["ruleIndex"] = json!(index);
    }
    if let Some(origin) = row.origin {
        value["properties"]["origin"] = json!(origin.name());
    }
    if let Some(root) = &row.root {
        value["properties"]["root"] = json!(root);
        value["properties"]["dependents"] = json!(row.dependents);
    }
    if !row.elsewhere.is_empty() {
        value["relatedLocations"] = row.elsewhere.iter().map(related).collect();
    }
    value
}

/// Where another file depends on a finding.
fn related(one: &Elsewhere) -> Value {
    let place = one.call.as_ref().unwrap_or(&one.place);
    let file = place.header.as_deref().unwrap_or(&one.file);
    let checks = if one.dependents == 1 { "check depends" } else { "checks depend" };
    json!({
        "physicalLocation": {
            "artifactLocation": artifact(file),
            "region": { "startLine": place.line },
        },
        "message": { "text": format!("{} {checks} on it in {}", one.dependents, one.file) },
    })
}

fn notifications(outcome: &Outcome) -> Vec<Value> {
    let mut notifications = Vec::new();
    if outcome.stop != Stop::Finished {
        let words = outcome.stop.words().unwrap_or_default();
        notifications.push(json!({
            "descriptor": { "id": "stopped" },
            "level": "note",
            "message": { "text": format!("{words}: {}", outcome.tally()) },
            "locations": [{ "physicalLocation": { "artifactLocation": artifact(&outcome.file) } }],
        }));
    }
    for row in &outcome.checks {
        if row.standing == Standing::UnreachableUnderAssumptions {
            let provided = conjunction(&row.provided);
            let text = format!("`{}` is unreachable, provided {provided}", row.text);
            notifications.push(json!({
                "descriptor": { "id": row.standing.name() },
                "level": "note",
                "message": { "text": text },
                "locations": [location(outcome, &row.place, Some(&row.function))],
            }));
        }
    }
    for assumed in &outcome.assumptions {
        let text = format!("assumed {} as {} ({})", assumed.predicate, assumed.id, assumed.reason);
        notifications.push(json!({
            "descriptor": { "id": "assumption" },
            "level": "note",
            "message": { "text": text },
            "locations": [location(outcome, &assumed.place, Some(&assumed.function))],
        }));
    }
    notifications
}

fn not_analyzed(left: &LeftOut) -> Value {
    let (id, level) = match left.why {
        Why::Unusable(_) => ("unreadable", "error"),
        Why::Stopped | Why::Stuck => ("stopped", "warning"),
    };
    json!({
        "descriptor": { "id": id },
        "level": level,
        "message": { "text": left.why.to_string() },
        "locations": [{ "physicalLocation": { "artifactLocation": artifact(&left.file) } }],
    })
}

fn location(outcome: &Outcome, place: &Place, function: Option<&str>) -> Value {
    let file = place.header.as_deref().unwrap_or(&outcome.file);
    let line = match &place.header {
        None => outcome.lines.get(place.line as usize - 1).map_or("", String::as_str),
        Some(_) => "",
    };
    let mut value = json!({ "physicalLocation": {
        "artifactLocation": artifact(file),
        "region": {
            "startLine": place.line,
            "startColumn": units(line, place.from) + 1,
            "endColumn": units(line, place.to.max(place.from)) + 1,
        },
    } });
    if let Some(function) = function {
        value["logicalLocations"] = json!([{ "name": function, "kind": "function" }]);
    }
    value
}

/// How many UTF-16 units are before a byte; columns are counted in them.
fn units(line: &str, byte: usize) -> usize {
    let end = (0..=byte.min(line.len())).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
    line[..end].encode_utf16().count() + byte.saturating_sub(line.len())
}

/// A file as a URI: relative ones stay so, and what URIs cannot have is encoded.
fn artifact(file: &str) -> Value {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let mut uri = if file.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in file.bytes() {
        match plain(byte) {
            true => uri.push(char::from(byte)),
            false => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    json!({ "uri": uri })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::sample;

    fn log(outcomes: &[Outcome]) -> Value {
        serde_json::from_str(&write(outcomes, &[])).expect("it is JSON")
    }

    #[test]
    fn what_the_format_requires_is_there() {
        let log = log(&[sample::outcome()]);
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        assert!(run["tool"]["driver"]["name"].is_string());
        assert_eq!(run["invocations"][0]["executionSuccessful"], true);
        let results = run["results"].as_array().expect("results are a list");
        assert_eq!(results.len(), 1);
        for result in results {
            assert!(result["message"]["text"].is_string());
            let rule = result["ruleIndex"].as_u64().expect("a rule") as usize;
            assert_eq!(run["tool"]["driver"]["rules"][rule]["id"], result["ruleId"]);
            let region = &result["locations"][0]["physicalLocation"]["region"];
            assert_eq!(region, &json!({ "startLine": 9, "startColumn": 10, "endColumn": 15 }));
        }
    }

    #[test]
    fn accepted_findings_say_so() {
        let mut outcome = sample::outcome();
        outcome.checks[0].accepted = Some(Accepted::Allowed("measured".into()));
        let mut known = outcome.checks[0].clone();
        known.accepted = Some(Accepted::Known);
        outcome.checks.push(known);
        let log = log(&[outcome]);
        let results = &log["runs"][0]["results"];
        assert_eq!(results[0]["suppressions"][0]["justification"], "measured");
        assert_eq!(results[1]["baselineState"], "unchanged");
        let print = |at: usize| results[at]["partialFingerprints"][FINGERPRINT].as_str();
        assert!(print(0).is_some() && print(0) != print(1));
    }

    #[test]
    fn a_log_has_no_more_results_than_code_hosts_take() {
        let result = |rank: f64, state: &str| json!({ "rank": rank, "baselineState": state });
        let all = vec![
            result(80.0, "unchanged"),
            result(10.0, "new"),
            result(100.0, "new"),
            result(20.0, "new"),
        ];
        let mut same = all.clone();
        assert_eq!(cut(&mut same, 4), None);
        assert_eq!(same, all);
        let mut fewer = all.clone();
        let note = cut(&mut fewer, 2).expect("two are gone");
        assert_eq!(fewer, all[2..]);
        let text = note["message"]["text"].as_str().expect("a text");
        assert!(text.starts_with("2 of 4 findings are left out"), "{text}");
    }

    #[test]
    fn names_of_rules_are_not_their_ids() {
        assert_eq!(name("float-to-int"), "FloatToInt");
        let rules = RULES.map(|row| rule(row, "Check"));
        let text = |value: &Value| value.as_str().expect("a text").to_lowercase();
        assert!(rules.iter().all(|rule| text(&rule["name"]) != text(&rule["id"])));
    }

    #[test]
    fn assumptions_are_notifications() {
        let log = log(&[sample::outcome()]);
        let notes = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
        assert_eq!(notes[0]["descriptor"]["id"], "stopped");
        assert_eq!(notes[1]["message"]["text"], "assumed 0 <= c && c <= 1 as a1 (widenings)");
    }

    #[test]
    fn names_are_uris_and_columns_are_units() {
        assert_eq!(artifact("a b/ü.c")["uri"], "a%20b/%C3%BC.c");
        assert_eq!(artifact("/a.c")["uri"], "file:///a.c");
        assert_eq!(units("ü𝄞x", 6), 3);
    }

    #[test]
    fn files_that_cannot_be_read_fail_the_run() {
        let text = write(&[], &[sample::unusable("x.c", "x.c:1:1: no")]);
        let log: Value = serde_json::from_str(&text).expect("it is JSON");
        let invocation = &log["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false);
        assert_eq!(invocation["toolExecutionNotifications"][0]["level"], "error");
    }
}
