//! All laws and signatures of the analysis, and the errors that they find.

use luatypes::laws;
use luatypes::planted::PLANTED;
use soundline_lattice::{Runner, Status};

/// `SOUNDLINE_CASES` asks for more cases.
#[test]
fn every_property_holds() {
    let cases = std::env::var("SOUNDLINE_CASES").ok().and_then(|text| text.parse().ok());
    let runner = Runner { cases: cases.unwrap_or(100), ..Runner::default() };
    let checks = laws::checks();
    let reports = runner.run_all(&checks);
    let holds = |status: &Status| matches!(status, Status::Passed | Status::Proved);
    let wrong: Vec<String> = reports
        .iter()
        .filter(|report| !holds(&report.status) && !matches!(report.status, Status::Exempt(_)))
        .map(|report| report.to_string())
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), checks.len(), wrong.join("\n\n"));
    let held = reports.iter().filter(|report| holds(&report.status)).count();
    assert!(held >= 871, "only {held} properties");
}

/// The smallest counterexample of the paper had 174 lines.
#[test]
fn planted_errors_are_found_with_small_counterexamples() {
    for planted in PLANTED {
        let report = planted.run(3000);
        assert!(report.is_violated(), "{}: {report}", planted.name);
        let shown = report.to_string();
        assert!(shown.lines().count() <= 15, "{}: {shown}", planted.name);
        assert!(shown.lines().all(|line| line.chars().count() <= 200), "{}: {shown}", planted.name);
    }
}
