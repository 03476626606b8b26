//! Campaigns of C analyzers against each other, for readers: tables, pictures, a page, JSON.

pub mod given;
pub mod html;
pub mod metamorphic;
pub mod plot;
#[cfg(test)]
mod sample;
pub mod tables;
pub mod text;
pub mod tried;

use serde::Serialize;
use soundline_diff::campaign::Campaign;

/// A campaign with the name of its schema. It says itself which version made it.
#[derive(Serialize)]
struct Named<'a> {
    schema: &'static str,
    #[serde(flatten)]
    campaign: &'a Campaign,
}

/// A campaign as JSON. Files of earlier versions have the same fields without the name of the schema.
pub fn json(campaign: &Campaign) -> String {
    let named = Named { schema: "soundline-comparison/1", campaign };
    let mut text = serde_json::to_string_pretty(&named).expect("a campaign is plain data");
    text.push('\n');
    text
}
