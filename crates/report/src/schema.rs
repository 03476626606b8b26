//! JSON for other programs: every document names its schema, which docs/json.md describes.
//!
//! The number of a schema changes when a reader would have to; until then fields are only added.

use serde::Serialize;

#[derive(Serialize)]
struct Document<'a, T> {
    schema: &'a str,
    soundline: &'static str,
    #[serde(flatten)]
    body: &'a T,
}

/// An object with fields as a document of a schema.
pub fn document<T: Serialize>(schema: &str, body: &T) -> String {
    let document = Document { schema, soundline: env!("CARGO_PKG_VERSION"), body };
    let mut text = serde_json::to_string_pretty(&document).expect("documents have text for keys");
    text.push('\n');
    text
}

/// A list under a name as a document of a schema.
pub fn list<T: Serialize>(schema: &str, name: &str, items: &[T]) -> String {
    document(schema, &std::collections::BTreeMap::from([(name, items)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_name_their_schema_first() {
        let text = list("soundline-x/1", "items", &[1, 2]);
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            text,
            format!(
                "{{\n  \"schema\": \"soundline-x/1\",\n  \"soundline\": \"{version}\",\n  \"items\": [\n    1,\n    2\n  ]\n}}\n"
            )
        );
    }
}
