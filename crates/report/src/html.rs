//! `report.html`: a run as one page that needs nothing else.
//!
//! Tables and findings are plain HTML; the few lines of script only sort tables. Style and pictures
//! follow the reader's light or dark mode, and the page prints.

mod findings;
mod tables;

pub use findings::{claim, elements, line};
pub use tables::{not_tested, properties, summary};

use std::fmt::Write;
use std::path::Path;

use soundline_fuzz::Campaign;
use soundline_fuzz::campaign::StopReason;

use super::emit::quoted;
use super::escape::Escaped;
use super::number::{duration, grouped};
use super::worth::{self, counted, statement};

/// How every page looks.
pub const STYLE: &str = include_str!("html/style.css");
/// What sorts the tables of every page.
pub const SCRIPT: &str = include_str!("html/script.js");

/// How a reader of the page runs a trace again.
#[derive(Clone, Copy, Debug)]
pub struct Again<'a> {
    /// The folder of the page.
    pub folder: &'a Path,
    /// Options that describe the target, for a shell, each behind a space.
    pub options: &'a str,
}

impl Again<'_> {
    /// The command for a trace file.
    fn command(&self, file: &str) -> String {
        let path = self.folder.join(file).display().to_string();
        format!("soundline replay {}{}", quoted(&path), self.options)
    }
}

/// The page about a run. Trace files are named as [`trace_file`] says.
pub fn page(campaigns: &[Campaign], again: &Again) -> String {
    let title = title(campaigns);
    let mut body = String::new();
    tables::summary(&mut body, campaigns);
    for (number, campaign) in campaigns.iter().enumerate() {
        target(&mut body, (number, campaign), again, campaigns.len() == 1);
    }
    let mut header = String::new();
    head(&mut header, campaigns, &title);
    let footer = ". Traces are run again by <code>soundline replay FILE</code>, and turned into programs \
                  by <code>--emit c</code> or <code>--emit rust</code>.";
    whole(&title, "", &header, &body, footer)
}

/// A page with a title, a sentence below it, and sections.
pub fn plain_page(title: &str, lead: &str, sections: &str) -> String {
    let (name, lead) = (Escaped(title), Escaped(lead));
    let header = format!(
        "<header><p class=\"brand\">Soundline</p><h1>{name}</h1><p class=\"lead\">{lead}</p></header>\n"
    );
    whole(&format!("Soundline: {title}"), "", &header, sections, ".")
}

/// A document that needs nothing else, with what it looks like beyond the others.
pub(crate) fn whole(title: &str, style: &str, header: &str, body: &str, footer: &str) -> String {
    let (style, script) =
        (format!("<style>\n{STYLE}{style}</style>"), format!("<script>\n{SCRIPT}</script>"));
    document(title, (&style, &script), header, body, footer)
}

/// A document with the elements that bring style and script.
pub(crate) fn document(
    title: &str,
    (style, script): (&str, &str),
    header: &str,
    body: &str,
    footer: &str,
) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n\
         {style}\n</head>\n<body>\n{header}<main>\n{body}</main>\n\
         <footer>Soundline {}{footer}</footer>\n{script}\n</body>\n</html>\n",
        Escaped(title),
        env!("CARGO_PKG_VERSION"),
    )
}

/// The file of the n-th finding of the m-th cause of a target, beside the page.
pub fn trace_file(target: &str, cause: usize, finding: usize) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let target: String = target.chars().map(plain).collect();
    format!("traces/{target}-{}-{}.trace", cause + 1, finding + 1)
}

/// All files that the page speaks of, with what is in them.
pub fn trace_files(campaigns: &[Campaign]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for campaign in campaigns {
        for (cause, found) in campaign.causes.iter().enumerate() {
            for (place, finding) in found.findings.iter().enumerate() {
                let name = trace_file(&campaign.target, cause, place);
                files.push((name, finding.trace.to_string()));
            }
        }
    }
    files
}

fn title(campaigns: &[Campaign]) -> String {
    match campaigns {
        [only] => format!("Soundline: {}", only.target),
        several => format!("Soundline: {}", counted(several.len(), "target", "targets")),
    }
}

fn head(out: &mut String, campaigns: &[Campaign], title: &str) {
    let tests: u64 = campaigns.iter().map(|campaign| campaign.totals().tests).sum();
    let causes = campaigns.iter().flat_map(|campaign| &campaign.causes);
    let open = causes.clone().filter(|cause| !cause.is_waived()).count();
    let waived = causes.count() - open;
    let verdict = match (open, waived) {
        (0, 0) => "<span class=\"pill good\">nothing found</span>".to_string(),
        (0, _) => "<span class=\"pill good\">only known findings</span>".to_string(),
        _ => {
            let causes = counted(open, "cause of failure", "causes of failure");
            format!("<span class=\"pill bad\">{causes}</span>")
        }
    };
    let waived = if waived == 0 {
        String::new()
    } else {
        format!(" <span class=\"pill quiet\">{waived} waived</span>")
    };
    let _ = writeln!(
        out,
        "<header><p class=\"brand\">Soundline</p><h1>{}</h1><p class=\"lead\">{verdict}{waived} in {} \
         tests of abstract domains.</p></header>",
        Escaped(title.trim_start_matches("Soundline: ")),
        grouped(tests),
    );
}

fn target(out: &mut String, (number, campaign): (usize, &Campaign), again: &Again, alone: bool) {
    let version = campaign.version.as_deref().unwrap_or("version unknown");
    let _ = writeln!(
        out,
        "<section class=\"target\" id=\"target-{number}\">\n<h2>{} <small>{}</small></h2>",
        Escaped(&campaign.target),
        Escaped(version),
    );
    if campaign.causes.is_empty() {
        rest(out, campaign, "Nothing was found. What that is worth:", true);
    } else {
        out.push_str("<h3>Findings</h3>\n");
        for (index, cause) in campaign.causes.iter().enumerate() {
            findings::cause(out, (number, index), campaign, cause, again);
        }
        rest(out, campaign, "What the rest is worth", false);
    }
    apart(out, campaign);
    tables::properties(out, campaign, alone);
    tables::not_tested(out, campaign);
    configuration(out, campaign);
    out.push_str("</section>\n");
}

/// What a campaign is worth, in sentences.
pub fn rest(out: &mut String, campaign: &Campaign, heading: &str, good: bool) {
    let class = if good { "worth good" } else { "worth" };
    let _ = writeln!(out, "<div class=\"{class}\"><h3>{heading}</h3><ul>");
    for sentence in statement(campaign) {
        let _ = writeln!(out, "<li>{}</li>", Escaped(sentence));
    }
    out.push_str("</ul></div>\n");
}

/// What is no finding and yet worth a look.
pub fn apart(out: &mut String, campaign: &Campaign) {
    let sentences = worth::apart(campaign);
    if sentences.is_empty() {
        return;
    }
    out.push_str("<div class=\"worth apart\"><h3>Failed, but no findings</h3><ul>\n");
    for sentence in sentences {
        let _ = writeln!(out, "<li>{}</li>", Escaped(sentence));
    }
    out.push_str("</ul>\n");
    for test in &campaign.unconfirmed {
        if let Some(trace) = &test.trace {
            let _ = writeln!(
                out,
                "<details class=\"more\"><summary>Test {} of P{}, as it was run</summary>\
                 <pre>{}</pre></details>",
                test.index,
                test.property,
                Escaped(trace),
            );
        }
    }
    out.push_str("</div>\n");
}

/// How a target was tested.
pub fn configuration(out: &mut String, campaign: &Campaign) {
    let stop = match campaign.stop {
        StopReason::Budget => "the budget was used up",
        StopReason::Interrupted => "it was interrupted",
        StopReason::Broken => "the target could not be tested any further",
        StopReason::Partial => campaign.trouble.as_deref().unwrap_or("parts are missing"),
    };
    out.push_str("<details class=\"facts\"><summary>Configuration and seed</summary><dl>\n");
    for (term, fact) in [
        ("Target", campaign.target.clone()),
        ("Version", campaign.version.clone().unwrap_or_else(|| "unknown".to_string())),
        ("Library", campaign.path.clone().unwrap_or_else(|| "part of Soundline".to_string())),
        ("Configuration", campaign.config.to_string()),
        ("Seed", campaign.seed.to_string()),
        ("Tests", grouped(campaign.totals().tests)),
        ("Time", duration(campaign.elapsed_millis)),
        ("It stopped because", stop.to_string()),
    ] {
        let _ = writeln!(out, "<dt>{term}</dt><dd>{}</dd>", Escaped(fact));
    }
    out.push_str("</dl></details>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nesting::check_nesting;
    use crate::sample;

    fn page(campaigns: &[Campaign]) -> String {
        let again = Again { folder: Path::new("my out"), options: " --exec='python3 d.py'" };
        super::page(campaigns, &again)
    }

    #[test]
    fn the_page_is_well_formed_and_needs_nothing_else() {
        let page = page(&sample::run());
        check_nesting(&page);
        for outside in ["src=", "@import", "url(http", "href=\"http", "<link"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn everything_is_told() {
        let mut run = sample::run();
        run.push(sample::shaky());
        let page = page(&run);
        check_nesting(&page);
        for part in [
            "apron:oct:d",
            "one cause, 2 properties",
            "join drops a bound",
            "soundline replay &#39;my out/traces/apron-oct-d-1-1.trace&#39; --exec=&#39;python3 d.py&#39;",
            "p3 = meet p2 p1",
            "SIGSEGV",
            "box_widening: i = 0, dim = 1 &lt;null&gt; &amp; &quot;odd&quot;",
            "fixed upstream, see &lt;issue 12&gt;",
            "vacuous",
            "Failed, but no findings",
            "Beyond the contract: 541 tests failed where the documentation promises nothing, in P29 P31.",
            "Not confirmed: P12 (died) in test 77: it ended in another way when it was run again alone.",
            "are excluded at 95 %",
            "the domain has no narrow",
            "vars=0-8:real pool=16 ops=16 constants=all",
            "<svg ",
        ] {
            assert!(page.contains(part), "{part} is missing");
        }
    }

    /// Names are unique on the page, pictures among them.
    #[test]
    fn ids_are_unique() {
        let page = page(&sample::run());
        let mut ids: Vec<&str> =
            page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all);
    }

    #[test]
    fn hostile_names_stay_text() {
        let mut campaign = sample::octagons();
        campaign.target = "<script>alert(1)</script>".to_string();
        campaign.causes[0].title = "\"><img onerror=x>".to_string();
        let page = page(&[campaign]);
        check_nesting(&page);
        assert!(!page.contains("<script>alert") && !page.contains("<img"));
    }

    #[test]
    fn a_run_of_nothing_is_a_page() {
        check_nesting(&page(&[]));
    }

    #[test]
    fn the_page_speaks_of_all_trace_files() {
        let run = sample::run();
        let (page, files) = (page(&run), trace_files(&run));
        assert_eq!(files.len(), 6);
        assert!(
            files.iter().all(
                |(name, _)| page.contains(&format!("soundline replay &#39;my out/{name}&#39;"))
            )
        );
    }

    /// `SOUNDLINE_SAMPLE=DIR cargo test sample_report` writes the sample for a look in a browser.
    #[test]
    fn sample_report_can_be_written() {
        let Some(folder) = std::env::var_os("SOUNDLINE_SAMPLE") else { return };
        let run = sample::run();
        for (name, text) in [
            ("report.html", page(&run)),
            ("campaign.json", crate::json::write(&run)),
            ("junit.xml", crate::junit::xml(&run)),
        ] {
            let file = std::path::Path::new(&folder).join(name);
            std::fs::write(file, text).expect("the folder can be written");
        }
    }
}
