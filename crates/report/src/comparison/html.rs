//! A campaign as one page that needs nothing else, light or dark as the reader likes it.

use std::fmt::Write;

use soundline_diff::campaign::Campaign;
use soundline_diff::concrete::Truth;
use soundline_diff::findings::{Fault, Group};

use super::text::Sections;
use super::{given, metamorphic, plot, tables, text};
use crate::escape::{Escaped, file_name};
use crate::number::grouped;
use crate::worth::counted;

/// What pages about comparisons look like beyond the others.
pub const STYLE: &str = include_str!("page.css");

/// Groups that are shown with all they have; of the others only a line.
const SHOWN: usize = 60;

/// The page.
pub fn page(campaign: &Campaign) -> String {
    let (mut header, mut out) = (String::new(), String::new());
    head(&mut header, campaign);
    let sections = Sections::of(campaign);
    out.push_str("<h2>Findings</h2>\n");
    if campaign.groups.is_empty() {
        out.push_str("<p class=\"note\">The analyzers agree, or nobody says the contrary.</p>\n");
    }
    let dependent = campaign.compiler_dependent();
    if dependent > 0 {
        let _ = writeln!(
            out,
            "<p class=\"note\">{} on the compiler: C leaves open what is evaluated first. Findings about such \
             checks are marked and confirm nothing.</p>",
            counted(dependent, "check depends", "checks depend"),
        );
    }
    let Sections { strong, weak, undefined } = &sections;
    let (shown, more) = strong.split_at(strong.len().min(SHOWN));
    for (number, group) in shown {
        finding(&mut out, campaign, *number, group);
    }
    folded(&mut out, campaign, more, &counted(more.len(), "more cause", "more causes"));
    let causes = counted(weak.len(), "cause", "causes");
    folded(
        &mut out,
        campaign,
        weak,
        &format!("{causes} that only a minority or one compiler supports"),
    );
    if !undefined.is_empty() {
        out.push_str(
            "<h3>Seeds with undefined behaviour</h3>\n<p class=\"note\">For these no analyzer can be blamed: \
             whatever it says is right.</p>\n",
        );
    }
    folded(&mut out, campaign, undefined, &counted(undefined.len(), "cause", "causes"));
    metamorphic::html(&mut out, campaign);
    out.push_str("<h2>Analyzers</h2>\n");
    out.push_str(&tables::analyzers(campaign).html());
    figures(&mut out, campaign);
    comparisons(&mut out, campaign);
    out.push_str("<h2>Seeds</h2>\n<details class=\"facts\"><summary>All seeds</summary>");
    given::seeds(&mut out, campaign, 0..given::rows(campaign));
    out.push_str("</details>\n");
    given::facts(&mut out, campaign);
    let footer = format!(
        ". The campaign was run by Soundline {}. A finding is seen again by <code>soundline diff try</code> with its \
         program, which lies beside this page.",
        Escaped(&campaign.soundline)
    );
    crate::html::whole("Soundline: analyzers compared", STYLE, &header, &out, &footer)
}

/// The command that asks the same analyzers about a group's program again, within the same limits.
pub fn try_again(campaign: &Campaign, group: &Group, file: &str) -> String {
    let seed = campaign.disputes[group.example().dispute].seed;
    let (bits, again) = (campaign.seeds[seed].bits, &campaign.settings.again);
    format!("soundline diff try {file} --model {bits} {again}").trim_end().to_string()
}

/// The folder of a group, inside the output folder.
pub fn folder_name(campaign: &Campaign, number: usize, group: &Group) -> String {
    let fault = match group.fault {
        Fault::Unsound => "unsound",
        Fault::Imprecise => "imprecise",
    };
    let analyzer = file_name(&campaign.analyzers[group.analyzer].name);
    format!("findings/{:03}-{analyzer}-{fault}", number + 1)
}

fn head(out: &mut String, campaign: &Campaign) {
    let strong = Sections::of(campaign).strong;
    let is_sure = |(_, group): &&(usize, &Group)| {
        group.fault == Fault::Unsound && campaign.is_confirmed(group.example())
    };
    let sure = strong.iter().filter(is_sure).count();
    let verdict = match (sure, strong.len()) {
        (_, 0) => "<span class=\"pill good\">nothing found</span>".to_string(),
        (0, causes) => {
            format!("<span class=\"pill quiet\">{}</span>", counted(causes, "cause", "causes"))
        }
        (sure, causes) => format!(
            "<span class=\"pill bad\">{} of unsoundness confirmed</span> <span class=\"pill quiet\">{} in all</span>",
            counted(sure, "cause", "causes"),
            counted(causes, "cause", "causes"),
        ),
    };
    let _ = writeln!(
        out,
        "<header><p class=\"brand\">Soundline</p><h1>{} compared</h1><p class=\"lead\">{verdict} in {} of {}, {} \
         answers.</p></header>",
        counted(campaign.analyzers.len(), "analyzer", "analyzers"),
        counted(campaign.variants.len(), "variant", "variants"),
        counted(campaign.seeds.len(), "seed", "seeds"),
        grouped(campaign.timings.answers),
    );
}

fn figures(out: &mut String, campaign: &Campaign) {
    for (fault, caption) in [
        (
            Fault::Unsound,
            "Potential soundness issues: single checks that an analyzer calls safe and others unsafe. \
                          Lengths grow with the square root of the number.",
        ),
        (
            Fault::Imprecise,
            "Potential precision issues: single checks that an analyzer calls unsafe and others safe.",
        ),
    ] {
        let _ = writeln!(
            out,
            "<figure class=\"wide\">{}<figcaption>{caption}</figcaption></figure>",
            plot::issues(campaign, fault)
        );
    }
}

fn finding(out: &mut String, campaign: &Campaign, number: usize, group: &Group) {
    let example = group.example();
    let dispute = &campaign.disputes[example.dispute];
    let class = match (group.fault, campaign.is_confirmed(example)) {
        (Fault::Unsound, true) => "cause",
        (Fault::Unsound, false) => "cause doubtful",
        (Fault::Imprecise, _) => "cause waived",
    };
    let _ = writeln!(
        out,
        "<article class=\"{class}\" id=\"finding-{}\"><h4>{}. {}</h4><p class=\"sub\">{}</p>\
         <p class=\"claim\"><code>{}</code> in line {}</p>",
        number + 1,
        number + 1,
        Escaped(text::title(campaign, group)),
        Escaped(&example.evidence),
        Escaped(&dispute.check),
        dispute.line,
    );
    let mark = text::mark(campaign, group);
    if !mark.is_empty() {
        let _ = writeln!(out, "<p><b class=\"tag\">{}</b></p>", Escaped(mark));
    }
    out.push_str("<p class=\"said\">");
    for (number, (analyzer, said)) in campaign.analyzers.iter().zip(&dispute.said).enumerate() {
        let Some(said) = said else { continue };
        let batch = if dispute.implied.contains(&number) { ", in a batch" } else { "" };
        let _ = write!(
            out,
            "<span class=\"verdict {said}\">{} <b>{said}</b>{batch}</span> ",
            Escaped(&analyzer.name)
        );
    }
    out.push_str("</p>\n");
    smaller(out, campaign, number, group);
    let folder = folder_name(campaign, number, group);
    let _ = writeln!(
        out,
        "<h5>See it again</h5><pre>{}{}</pre>",
        Escaped(try_again(campaign, group, &format!("{folder}/variant.c"))),
        if example.evidence.word() == "run" {
            format!("\nsh {folder}/again.sh")
        } else {
            String::new()
        }
    );
    if group.findings.len() > 1 {
        let _ = writeln!(
            out,
            "<details class=\"facts\"><summary>{} of this cause</summary><table><tbody>",
            counted(group.findings.len(), "check", "checks")
        );
        for finding in &group.findings {
            let dispute = &campaign.disputes[finding.dispute];
            let _ = writeln!(
                out,
                "<tr><td>{}:{}</td><td><code>{}</code></td><td>{}</td><td>{}</td></tr>",
                Escaped(&campaign.seeds[dispute.seed].name),
                dispute.line,
                Escaped(&dispute.check),
                finding.name(),
                Escaped(&finding.evidence),
            );
        }
        out.push_str("</tbody></table></details>\n");
    }
    out.push_str("</article>\n");
}

/// The smaller program. Groups about the same check share it, and it is shown once.
fn smaller(out: &mut String, campaign: &Campaign, number: usize, group: &Group) {
    let Some(reduced) = &group.reduced else { return };
    let mut before = campaign.groups[..number].iter();
    if let Some(first) = before.position(|other| other.reduced.as_ref() == Some(reduced)) {
        let first = first + 1;
        let _ = writeln!(
            out,
            "<p>The reduced program is that of <a href=\"#finding-{first}\">finding {first}</a>.</p>"
        );
        return;
    }
    let same = match campaign.disputes[group.example().dispute].truth {
        Truth::Fails(_) => "it still fails in runs, and is still called safe",
        _ => "everybody says the same about it",
    };
    let _ = writeln!(
        out,
        "<h5>Reduced from {} to {} bytes by {}; {same}</h5><pre>{}</pre>",
        reduced.from,
        reduced.text.len(),
        Escaped(&reduced.by),
        Escaped(reduced.text.trim_end()),
    );
}

/// Groups of which only a line is shown, and that when the reader asks for it.
fn folded(out: &mut String, campaign: &Campaign, groups: &[(usize, &Group)], summary: &str) {
    if groups.is_empty() {
        return;
    }
    let _ = writeln!(out, "<details class=\"facts\"><summary>{}</summary><ul>", Escaped(summary));
    for (number, group) in groups {
        let (line, mark) = (text::title(campaign, group), text::mark(campaign, group));
        let _ = writeln!(
            out,
            "<li>{}. {} ({}). {}</li>",
            number + 1,
            Escaped(line),
            group.example().evidence.word(),
            Escaped(mark)
        );
    }
    out.push_str("</ul></details>\n");
}

fn comparisons(out: &mut String, campaign: &Campaign) {
    out.push_str("<h2>Comparison</h2>\n");
    out.push_str(&tables::relative_precision(campaign).html());
    out.push_str(&tables::relative_soundness(campaign).html());
    if let Some((first, second)) = tables::most_contradictory(campaign) {
        out.push_str(&tables::pairwise(campaign, first, second).html());
    }
    out.push_str(&tables::issues(campaign, Fault::Unsound).html());
    out.push_str(&tables::issues(campaign, Fault::Imprecise).html());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::sample;
    use crate::nesting::check_nesting;

    #[test]
    fn the_page_is_well_formed_and_needs_nothing_else() {
        let mut nothing = sample::campaign();
        nothing.groups.clear();
        for campaign in [sample::campaign(), nothing] {
            let page = page(&campaign);
            check_nesting(&page);
            for outside in ["src=", "@import", "url(http", "href=\"http", "<link", "<script>alert"]
            {
                assert!(!page.contains(outside), "{outside}");
            }
        }
    }

    #[test]
    fn evidence_and_compilers_are_told() {
        let page = page(&sample::campaign());
        for part in [
            "1 cause of unsoundness confirmed",
            "run with int 3, compiled by gcc and clang",
            "1 check depends on the compiler",
            "(depends)",
            "yes, compiled by gcc and clang",
            "clang: &lt;error&gt;",
        ] {
            assert!(page.contains(part), "{part} is missing");
        }
    }

    /// Nobody is convicted who was not asked about the check itself.
    #[test]
    fn what_was_only_heard_about_a_batch_is_not_confirmed() {
        let mut campaign = sample::campaign();
        let everybody: Vec<usize> = (0..campaign.analyzers.len()).collect();
        for dispute in &mut campaign.disputes {
            dispute.implied = everybody.clone();
        }
        assert!(!page(&campaign).contains("of unsoundness confirmed"));
        let text = crate::comparison::text::summary(&campaign);
        assert!(text.contains("0 of them confirmed"), "{text}");
        assert!(
            everybody.iter().all(|analyzer| campaign.confirmed(*analyzer, Fault::Unsound) == 0)
        );
    }

    /// What a witness saw with one order of evaluation makes nobody must-unsound.
    #[test]
    fn the_tables_count_one_must_unsoundness() {
        let table = tables::analyzers(&sample::campaign());
        let (_, cells) = table.rows.iter().find(|(name, _)| name.starts_with("<script>")).unwrap();
        // Safe once; one must-unsoundness, one by a majority of one, one confirmed.
        assert_eq!(cells[..], ["1", "·", "1", "1", "1", "·"], "{}", table.text());
    }
}
