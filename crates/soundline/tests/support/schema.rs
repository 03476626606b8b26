//! JSON documents compared with the tables of docs/json.md.

use std::collections::BTreeMap;

use serde_json::Value;

const DOCUMENTATION: &str = include_str!("../../../../docs/json.md");

/// The fields of a schema by their paths, with what they may be.
type Table<'a> = BTreeMap<String, &'a str>;

/// Every field of the document is described with its type, and every field that must be there is.
#[track_caller]
pub fn assert_documented(document: &Value) {
    let schema = document["schema"].as_str().expect("documents name their schema");
    assert!(document["soundline"].is_string(), "{schema}: it says which version wrote it");
    let table = table(schema);
    let mut faults = Vec::new();
    compare(document, "", &table, &mut faults);
    assert!(faults.is_empty(), "{schema}, as docs/json.md has it:\n{}", faults.join("\n"));
}

fn table(schema: &str) -> Table<'static> {
    let heading = format!("\n## {schema}\n");
    let (_, rest) = DOCUMENTATION.split_once(&heading).expect("the schema has a section");
    let section = rest.split("\n## ").next().expect("a text has a beginning");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| {
        let (path, rest) = row.split_once("` | ").expect("a row has a path");
        (path.to_string(), rest.split(" | ").next().expect("a row has a type"))
    })
    .collect()
}

fn compare(value: &Value, path: &str, table: &Table, faults: &mut Vec<String>) {
    if let Some(kind) = table.get(path) {
        if !fits(value, kind) {
            faults.push(format!("{path} is {kind}, not {value}"));
        }
        return;
    }
    match value {
        Value::Array(items) => {
            items.iter().for_each(|item| compare(item, &format!("{path}[]"), table, faults));
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                let inner = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                if !(path.is_empty() && ["schema", "soundline"].contains(&name.as_str())) {
                    compare(field, &inner, table, faults);
                }
            }
            let prefix = if path.is_empty() { String::new() } else { format!("{path}.") };
            for (described, kind) in table.iter().filter(|(_, kind)| !kind.contains("optional")) {
                let name = described.strip_prefix(&prefix);
                let name = name.and_then(|rest| rest.split(['.', '[']).next());
                if name.is_some_and(|name| !fields.contains_key(name)) {
                    faults.push(format!("{described} ({kind}) is missing"));
                }
            }
        }
        _ => faults.push(format!("{path} is not described: {value}")),
    }
}

fn fits(value: &Value, kind: &str) -> bool {
    let kind = kind.trim_end_matches(", optional");
    let items = |wanted: &str| {
        value.as_array().is_some_and(|items| items.iter().all(|item| fits(item, wanted)))
    };
    let values = |wanted: &str| {
        value.as_object().is_some_and(|fields| fields.values().all(|field| fits(field, wanted)))
    };
    match kind {
        "any" => true,
        "text" => value.is_string(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "list of text" => items("text"),
        "list of numbers" => items("number"),
        // For a list the words are about its items, or about the list itself.
        "list of text or null" => value.is_null() || items("text or null"),
        "map" => value.is_object(),
        "map of numbers" => values("number"),
        _ => match kind.strip_suffix(" or null") {
            Some(other) => value.is_null() || fits(value, other),
            None => panic!("docs/json.md: {kind:?} is not a type"),
        },
    }
}
