//! JUnit's XML, for continuous integration: a suite per target, a case per property.
//!
//! A violation, a crash or a hang is a failure with its smallest trace. A property that is known to
//! fail, was not tested, or never met its precondition is skipped, because CI shows skipped cases,
//! and passed ones would claim too much. So is one whose failures did not come again or lie beyond the
//! contract of the library; where other tests of it held, it passed, with a note.

use std::fmt::Write;

use soundline_fuzz::campaign::{Cause, Row};
use soundline_fuzz::{Campaign, Finding, Property, property};

use super::escape::Escaped;
use super::number::grouped;
use super::text::sentence;
use super::worth::{Standing, unconfirmed};

/// What a case comes to.
enum Outcome<'a> {
    /// With what is worth a look all the same.
    Passed(Option<String>),
    Failed(Vec<&'a Finding>),
    Skipped(String),
}

/// All targets of a run.
pub fn xml(campaigns: &[Campaign]) -> String {
    let suites: Vec<Suite> = campaigns.iter().map(Suite::of).collect();
    let total = |count: fn(&Suite) -> usize| suites.iter().map(count).sum::<usize>();
    let millis: u64 = campaigns.iter().map(|campaign| campaign.elapsed_millis).sum();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        out,
        "<testsuites name=\"soundline\" tests=\"{}\" failures=\"{}\" errors=\"0\" time=\"{}\">",
        total(|suite| suite.cases.len()),
        total(|suite| suite.failures()),
        seconds(millis),
    );
    suites.iter().for_each(|suite| suite.write(&mut out));
    out.push_str("</testsuites>\n");
    out
}

struct Suite<'a> {
    campaign: &'a Campaign,
    cases: Vec<(&'static Property, Outcome<'a>)>,
}

impl<'a> Suite<'a> {
    fn of(campaign: &'a Campaign) -> Suite<'a> {
        let tested = campaign.rows.iter().map(|row| (row.property(), outcome(campaign, row)));
        let others = campaign.not_tested.iter().filter_map(|not| {
            Some((property::get(not.property)?, Outcome::Skipped(not.reason.clone())))
        });
        let mut cases: Vec<_> = tested.chain(others).collect();
        cases.sort_by_key(|(property, _)| property.number);
        Suite { campaign, cases }
    }

    fn failures(&self) -> usize {
        self.cases.iter().filter(|(_, outcome)| matches!(outcome, Outcome::Failed(_))).count()
    }

    fn skipped(&self) -> usize {
        self.cases.iter().filter(|(_, outcome)| matches!(outcome, Outcome::Skipped(_))).count()
    }

    fn write(&self, out: &mut String) {
        let campaign = self.campaign;
        let _ = writeln!(
            out,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" \
             time=\"{}\">\n    <properties>",
            Escaped(&campaign.target),
            self.cases.len(),
            self.failures(),
            self.skipped(),
            seconds(campaign.elapsed_millis),
        );
        for (name, value) in [
            ("seed", campaign.seed.to_string()),
            ("config", campaign.config.to_string()),
            ("version", campaign.version.clone().unwrap_or_default()),
        ] {
            let value = Escaped(value);
            let _ = writeln!(out, "      <property name=\"{name}\" value=\"{value}\"/>");
        }
        out.push_str("    </properties>\n");
        for (property, outcome) in &self.cases {
            case(out, &campaign.target, property, outcome);
        }
        out.push_str("  </testsuite>\n");
    }
}

fn outcome<'a>(campaign: &'a Campaign, row: &Row) -> Outcome<'a> {
    let findings = campaign.causes.iter().flat_map(|cause| &cause.findings);
    let findings: Vec<&Finding> = findings.filter(|f| f.property == row.property).collect();
    let accusations: Vec<&Finding> =
        findings.iter().filter(|finding| finding.waived.is_none()).copied().collect();
    if !accusations.is_empty() {
        return Outcome::Failed(accusations);
    }
    if let Some(why) = findings.iter().find_map(|finding| finding.waived.as_ref()) {
        return Outcome::Skipped(format!("known and accepted: {why}"));
    }
    // One crash in many properties has one trace.
    let shows = |cause: &&Cause| cause.others.contains(&row.property) && !cause.is_waived();
    if let Some(cause) = campaign.causes.iter().find(shows) {
        return Outcome::Failed(cause.findings.first().into_iter().collect());
    }
    let tests = grouped(row.counts.tests);
    let beyond = format!(
        "beyond the contract: {} of {tests} tests failed where the documentation promises nothing",
        grouped(row.counts.beyond),
    );
    match Standing::in_campaign(campaign, row) {
        Standing::Held => Outcome::Passed((row.counts.beyond > 0).then_some(beyond)),
        Standing::Found => Outcome::Failed(Vec::new()),
        Standing::Unconfirmed => {
            let own = campaign.unconfirmed.iter().filter(|test| test.property == row.property);
            Outcome::Skipped(own.map(unconfirmed).collect::<Vec<_>>().join(" "))
        }
        Standing::Beyond => Outcome::Skipped(beyond),
        Standing::Untested => {
            Outcome::Skipped("not tested: the run ended before its first test".to_string())
        }
        Standing::Vacuous => {
            Outcome::Skipped(format!("vacuous: the precondition held in none of {tests} tests"))
        }
        Standing::Undecided => {
            Outcome::Skipped(format!("undecided: the library vouched for none of {tests} answers"))
        }
    }
}

fn case(out: &mut String, target: &str, property: &Property, outcome: &Outcome) {
    let name = format!("{} {}: {}", property.id(), property.name, property.statement);
    let class = format!("soundline.{}.{}", target.replace([':', '.'], "-"), property.class);
    let head = format!("    <testcase name=\"{}\" classname=\"{}\"", Escaped(name), Escaped(class));
    match outcome {
        Outcome::Passed(None) => {
            let _ = writeln!(out, "{head}/>");
        }
        Outcome::Passed(Some(note)) => {
            let note = Escaped(note);
            let _ =
                writeln!(out, "{head}>\n      <system-out>{note}</system-out>\n    </testcase>");
        }
        Outcome::Skipped(why) => {
            let _ = writeln!(
                out,
                "{head}>\n      <skipped message=\"{}\"/>\n    </testcase>",
                Escaped(why)
            );
        }
        Outcome::Failed(findings) => {
            let (message, ending) = match findings.first() {
                Some(smallest) => (sentence(smallest), smallest.outcome.to_string()),
                None => ("it failed, and no trace was kept".to_string(), "violated".to_string()),
            };
            let _ = writeln!(
                out,
                "{head}>\n      <failure message=\"{}\" type=\"{}\">{}</failure>\n    </testcase>",
                Escaped(message),
                Escaped(ending),
                Escaped(details(findings)),
            );
        }
    }
}

/// The smallest trace, what the library wrote, and what else was seen.
fn details(findings: &[&Finding]) -> String {
    let Some((smallest, others)) = findings.split_first() else { return String::new() };
    let mut text = smallest.trace.to_string();
    if !smallest.outcome.stderr.is_empty() {
        text.push_str(&format!("\nstandard error:\n{}", smallest.outcome.stderr));
    }
    for other in others {
        text.push_str(&format!("\nalso: {}\n", sentence(other)));
    }
    text
}

fn seconds(millis: u64) -> String {
    format!("{}.{:03}", millis / 1000, millis % 1000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect;

    /// A reader of XML that is strict about what this writer may get wrong: nesting, quoting,
    /// entities, and characters that XML does not have. Gives the names of elements and attributes.
    fn elements(xml: &str) -> Vec<String> {
        let mut open: Vec<String> = Vec::new();
        let mut seen = Vec::new();
        let body = xml.split_once("?>").expect("a declaration").1;
        let mut rest = body;
        while let Some(start) = rest.find('<') {
            check_text(&rest[..start]);
            let end = start + rest[start..].find('>').expect("a tag ends");
            let tag = &rest[start + 1..end];
            rest = &rest[end + 1..];
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop().as_deref(), Some(name), "elements are nested");
                continue;
            }
            let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
            let name = tag.split(' ').next().expect("a name").to_string();
            let attributes = &tag[name.len()..];
            assert_eq!(attributes.matches('"').count() % 2, 0, "{tag}");
            attributes.split('"').skip(1).step_by(2).for_each(check_text);
            seen.push(format!("{}{name}", "/".repeat(open.len())));
            if !is_empty {
                open.push(name);
            }
        }
        assert!(open.is_empty() && rest.trim().is_empty());
        seen
    }

    fn check_text(text: &str) {
        assert!(text.chars().all(|c| c == '\n' || c == '\t' || !c.is_control()), "{text:?}");
        for (place, _) in text.match_indices('&') {
            let entity = text[place + 1..].split(';').next().expect("a name");
            assert!(["amp", "lt", "gt", "quot", "#39"].contains(&entity), "{text}");
        }
    }

    #[test]
    fn counts_agree_and_the_text_is_well_formed() {
        let campaigns = sample::run();
        let xml = xml(&campaigns);
        let elements = elements(&xml);
        let count = |name: &str| elements.iter().filter(|element| *element == name).count();
        assert_eq!(count("testsuites"), 1);
        assert_eq!(count("/testsuite"), campaigns.len());
        assert_eq!(count("//testcase"), 46 * campaigns.len());
        assert_eq!(count("///failure"), 5);
        // Five narrowings and the waived one; then the vacuous one and the undecided one.
        assert_eq!(count("///skipped"), 5 + 1 + 2);
        assert!(xml.contains("tests=\"138\" failures=\"5\""), "{xml}");
    }

    #[test]
    fn a_failure_without_a_trace_is_a_failure() {
        let mut campaign = sample::octagons();
        campaign.causes.clear();
        assert!(xml(&[campaign]).contains("tests=\"46\" failures=\"3\""));
    }

    #[test]
    fn what_is_no_finding_is_no_failure() {
        let xml = xml(&[sample::shaky()]);
        assert!(xml.contains("failures=\"0\""), "{xml}");
        for part in [
            "<skipped message=\"Not confirmed: P12 (died) in test 77: it ended in another way when it \
             was run again alone.\"/>",
            "<skipped message=\"beyond the contract: 500 of 500 tests failed where the documentation \
             promises nothing\"/>",
            "<system-out>beyond the contract: 41 of 21\u{202f}003 tests failed where the documentation \
             promises nothing</system-out>",
        ] {
            assert!(xml.contains(part), "{part}\n{xml}");
        }
        elements(&xml);
    }

    #[test]
    fn a_suite_reads_well() {
        let mut campaign = sample::intervals();
        campaign.rows.retain(|row| [6, 7, 31].contains(&row.property));
        campaign.not_tested.truncate(1);
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="soundline" tests="4" failures="1" errors="0" time="61.250">
              <testsuite name="apron:box:d" tests="4" failures="1" errors="0" skipped="2" time="61.250">
                <properties>
                  <property name="seed" value="1"/>
                  <property name="config" value="vars=0-8:real pool=16 ops=16 constants=all"/>
                  <property name="version" value="0.9.10"/>
                </properties>
                <testcase name="P6 join with bottom: ⊥ ⊔ x = x" classname="soundline.apron-box-d.precision">
                  <skipped message="known and accepted: fixed upstream, see &lt;issue 12&gt;"/>
                </testcase>
                <testcase name="P7 join with top: ⊤ ⊔ x = ⊤" classname="soundline.apron-box-d.soundness"/>
                <testcase name="P31 widening by bottom: x ∇ ⊥ = x" classname="soundline.apron-box-d.precision">
                  <failure message="P31: SIGSEGV" type="SIGSEGV"># soundline trace 1
            target apron:box:d
            vars 1
            p0 = constraint x0 &gt;= 0
            check P31 x=p0

            standard error:
            box_widening: i = 0, dim = 1 &lt;null&gt; &amp; &quot;odd&quot;
            </failure>
                </testcase>
                <testcase name="P42 narrowing lower bound: x ⊓ y ⊑ x Δ y" classname="soundline.apron-box-d.precision">
                  <skipped message="the domain has no narrow"/>
                </testcase>
              </testsuite>
            </testsuites>
        "#]].assert_eq(&xml(&[campaign]));
    }
}
