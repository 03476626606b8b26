//! Campaigns of C analyzers against each other, for readers: tables, pictures, a page, JSON.

pub mod html;
mod plot;
#[cfg(test)]
mod sample;
pub mod tables;
pub mod text;
pub mod tried;

use soundline_diff::campaign::Campaign;

/// A campaign as JSON.
pub fn json(campaign: &Campaign) -> String {
    serde_json::to_string_pretty(campaign).expect("a campaign is plain data")
}
