//! Reading JSON: by the names of its fields, never by how it is written.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What fields of an object must be: one of some words each, or not there where the list is empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Fields(BTreeMap<String, Vec<String>>);

impl Fields {
    /// Whether an object is so.
    pub(super) fn fit(&self, object: &Value) -> bool {
        self.0.iter().all(|(name, words)| match object.get(name) {
            None | Some(Value::Null) => words.is_empty(),
            Some(Value::String(text)) => words.contains(text),
            Some(other) => words.contains(&other.to_string()),
        })
    }
}

/// The values at the end of a path such as `files.checks`, through the items of all lists on it.
pub(super) fn follow<'a>(value: &'a Value, path: &str) -> Vec<&'a Value> {
    let mut found = items(value);
    for name in path.split('.') {
        found = found.into_iter().filter_map(|value| value.get(name)).flat_map(items).collect();
    }
    found
}

fn items(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(items) => items.iter().collect(),
        other => vec![other],
    }
}

/// The line and the column that an object speaks of.
pub(super) fn place(object: &Value) -> Option<(u32, Option<u32>)> {
    let number = |name: &str| u32::try_from(object.get(name)?.as_u64()?).ok();
    number("line").map(|line| (line, number("column")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn paths_go_through_lists() {
        let value = json!({ "files": [{ "checks": [1, 2] }, { "other": 3 }, { "checks": [4] }] });
        let found: Vec<u64> =
            follow(&value, "files.checks").into_iter().filter_map(Value::as_u64).collect();
        assert_eq!(found, [1, 2, 4]);
        assert!(follow(&value, "files.none.further").is_empty());
    }

    #[test]
    fn fields_are_one_of_some_words_or_not_there() {
        let fields = Fields(BTreeMap::from([
            ("kind".into(), vec!["a".into(), "b".into()]),
            ("header".into(), vec![]),
        ]));
        assert!(fields.fit(&json!({ "kind": "b", "more": 1 })));
        assert!(!fields.fit(&json!({ "kind": "c" })));
        assert!(!fields.fit(&json!({ "kind": "a", "header": "x.h" })));
        assert!(!fields.fit(&json!([])));
    }
}
