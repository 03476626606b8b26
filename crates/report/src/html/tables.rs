//! The tables of the page: the paper's Table 3, the properties of a target, and those that were not
//! tested.

use std::fmt::Write;

use soundline_fuzz::campaign::Row;
use soundline_fuzz::{Campaign, property};

use crate::escape::Escaped;
use crate::number::{duration, grouped, percent};
use crate::worth::{Standing, counted, excluded_rate, one_in};

/// A row per target in the shape of Table 3 of the ASE'18 paper.
pub fn summary(out: &mut String, campaigns: &[Campaign]) {
    out.push_str(
        "<section id=\"summary\">\n<h2>Summary</h2>\n<div class=\"scroll\"><table class=\"three\">\n\
         <thead><tr><th rowspan=\"2\">Target</th><th rowspan=\"2\" class=\"n\">Properties<br>tested</th>\
         <th colspan=\"3\" class=\"group\">Violated</th><th rowspan=\"2\">Causes</th></tr>\
         <tr><th class=\"n\">S</th><th class=\"n\">P</th><th class=\"n\">crash</th></tr></thead>\n\
         <tbody>\n",
    );
    for (number, campaign) in campaigns.iter().enumerate() {
        let table = campaign.table_three();
        let count = |count: usize| match count {
            0 => "<td class=\"n zero\">0</td>".to_string(),
            some => format!("<td class=\"n bad\">{some}</td>"),
        };
        let causes: Vec<String> = campaign
            .causes
            .iter()
            .enumerate()
            .map(|(index, cause)| {
                let class = if cause.is_waived() { " class=\"waived\"" } else { "" };
                format!("<a href=\"#cause-{number}-{index}\"{class}>{}</a>", Escaped(&cause.title))
            })
            .collect();
        let causes = if causes.is_empty() { "–".to_string() } else { causes.join("<br>") };
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\"><a href=\"#target-{number}\">{}</a></th><td class=\"n\">{}</td>\
             {}{}{}<td>{causes}</td></tr>",
            Escaped(&campaign.target),
            table.tested,
            count(table.soundness),
            count(table.precision),
            count(table.broken),
        );
    }
    out.push_str(
        "</tbody></table></div>\n<p class=\"note\">S: soundness properties violated, an analysis may \
         miss behaviours. P: precision and convergence properties violated. Crash: properties whose \
         tests only crashed or timed out. Several violations may have one cause.</p>\n</section>\n",
    );
}

/// A row per property; folded where other targets follow.
pub fn properties(out: &mut String, campaign: &Campaign, open: bool) {
    let _ = writeln!(
        out,
        "<details class=\"all\"{}><summary>All {} that were tested</summary>",
        if open { " open" } else { "" },
        counted(campaign.rows.len(), "property", "properties"),
    );
    out.push_str(
        "<div class=\"scroll\"><table class=\"properties sortable\">\n<thead><tr>\
         <th>No.</th><th>Class</th><th>Statement</th><th class=\"n\">Tests</th>\
         <th class=\"n\">Precondition met</th><th class=\"n\">Violations</th>\
         <th class=\"n\">Flagged inexact</th><th class=\"n\">Doubtful</th><th class=\"n\">Crashes</th><th class=\"n\">Timeouts</th>\
         <th class=\"n\">Beyond the contract</th>\
         <th class=\"n\">First after</th><th class=\"n\">Excluded rate</th></tr></thead>\n<tbody>\n",
    );
    campaign.rows.iter().for_each(|row| property_row(out, campaign, row));
    out.push_str(
        "</tbody></table></div>\n<p class=\"note\">Flagged inexact: the library said \
         no, flagged as inexact, where exact arithmetic on its own constraints says yes. Doubtful: the library said no without vouching for \
         it, and nothing confirmed it. Beyond the contract: the test failed, but the documentation of the \
         library does not promise what was asked; no finding. Excluded rate: if the property failed more \
         often than this under the same generator, a failure would have been seen with a probability of \
         95 %. It is given where tests are drawn independently (<code>--engine random</code>).</p></details>\n",
    );
}

fn property_row(out: &mut String, campaign: &Campaign, row: &Row) {
    let (property, counts) = (row.property(), &row.counts);
    let standing = Standing::in_campaign(campaign, row);
    // What did not come again is not held against the target.
    let bad = if standing == Standing::Unconfirmed { "doubt" } else { "bad" };
    let count = |count: u64, class: &str| match count {
        0 => "<td class=\"n zero\" data-value=\"0\">·</td>".to_string(),
        some => format!("<td class=\"n {class}\" data-value=\"{some}\">{}</td>", grouped(some)),
    };
    let met = counts.met() as f64 / counts.tests.max(1) as f64;
    let rate = match (excluded_rate(campaign, row), standing) {
        (Some(rate), _) => format!("<td class=\"n\" data-value=\"{rate:e}\">{}</td>", one_in(rate)),
        (None, Standing::Found | Standing::Held) => {
            "<td class=\"n zero\" data-value=\"3\">·</td>".to_string()
        }
        (None, _) => {
            format!(
                "<td class=\"n\" data-value=\"2\"><b class=\"tag\">{}</b></td>",
                standing.word()
            )
        }
    };
    let first = row
        .first_millis
        .map_or("<td class=\"n zero\" data-value=\"-1\">·</td>".to_string(), |m| {
            format!("<td class=\"n\" data-value=\"{m}\">{}</td>", duration(m))
        });
    let _ = writeln!(
        out,
        "<tr class=\"{}\"><th scope=\"row\" data-value=\"{}\">{}</th>\
         <td><abbr title=\"{}\">{}</abbr></td>\
         <td title=\"{}\"><span class=\"math\">{}</span></td>\
         <td class=\"n\" data-value=\"{}\">{}</td><td class=\"n\" data-value=\"{met}\">{}</td>\
         {}{}{}{}{}{}{first}{rate}</tr>",
        standing.word(),
        property.number,
        property.id(),
        property.class,
        property.class.letter(),
        Escaped(property.name),
        Escaped(property.statement),
        counts.tests,
        grouped(counts.tests),
        percent(counts.met(), counts.tests),
        count(counts.violated + counts.wrong_answers, bad),
        count(counts.inexact, bad),
        count(counts.doubtful, "doubt"),
        count(counts.died + counts.out_of_memory, bad),
        count(counts.timed_out, bad),
        count(counts.beyond, "doubt"),
    );
}

/// What was left out, and why.
pub fn not_tested(out: &mut String, campaign: &Campaign) {
    if campaign.not_tested.is_empty() {
        return;
    }
    let count = campaign.not_tested.len();
    let _ = writeln!(
        out,
        "<details class=\"facts\"><summary>Not tested: {}</summary>\n<table><tbody>",
        counted(count, "property", "properties"),
    );
    for not in &campaign.not_tested {
        let statement = property::get(not.property).map_or("", |property| property.statement);
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">P{}</th><td><span class=\"math\">{}</span></td><td>{}</td></tr>",
            not.property,
            Escaped(statement),
            Escaped(&not.reason),
        );
    }
    out.push_str("</tbody></table></details>\n");
}
