//! Made-up campaigns for the tests of reports: findings of every kind, and none at all.

use soundline_domains::expr::{Constraint, Space};
use soundline_domains::numbers::Rat;
use soundline_fuzz::bench::Step;
use soundline_fuzz::campaign::{Coverage, NotTested, Row, Unconfirmed};
use soundline_fuzz::{
    Campaign, Cause, Config, Counts, Ending, Finding, Outcome, Region, StopReason, Trace, property,
};
use soundline_lattice::Answer;
use soundline_targets::{Operation, OperationKind, Question, Slot, Touch};

fn trace(target: &str, vars: &str, lines: &str) -> Trace {
    let lines: Vec<&str> = lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let text = format!("# soundline trace 1\ntarget {target}\nvars {vars}\n{}\n", lines.join("\n"));
    text.parse().unwrap_or_else(|fault| panic!("{text}\n{fault}"))
}

fn region(name: &str, constraints: &[&str]) -> Region {
    let parse = |text: &&str| -> Constraint { text.parse().expect("a constraint") };
    Region { name: name.to_string(), constraints: constraints.iter().map(parse).collect() }
}

fn point(coordinates: &[&str]) -> Option<Vec<Rat>> {
    Some(coordinates.iter().map(|text| text.parse().expect("a number")).collect())
}

fn finding(property: u16, trace: Trace, what: &str) -> Finding {
    let (outcome, index) = (Outcome::violated(what), 1000 + u64::from(property));
    Finding { property, outcome, index, found_as: trace.clone(), trace, waived: None }
}

fn counts(tests: u64, held: u64) -> Counts {
    Counts { tests, held, vacuous: tests - held, ..Counts::default() }
}

fn rows(tests: u64, numbers: impl Iterator<Item = u16>) -> Vec<Row> {
    let row = |property: u16| {
        let tests = tests + u64::from(property * 37 % 11);
        let held = match property {
            4 | 5 | 13 | 14 | 23 | 24 | 34 | 39 => tests / 2 + u64::from(property),
            26 => tests / 31,
            _ => tests,
        };
        Row { property, counts: counts(tests, held), first_millis: None }
    };
    numbers.map(row).collect()
}

fn set(rows: &mut [Row], property: u16, change: impl FnOnce(&mut Counts), millis: u64) {
    let row = rows.iter_mut().find(|row| row.property == property).expect("it is tested");
    change(&mut row.counts);
    row.first_millis = Some(millis);
}

fn coverage() -> Coverage {
    let count = |(place, kind): (usize, &OperationKind)| (*kind, 912_345 / (place as u64 + 1));
    Coverage {
        operations: OperationKind::ALL.iter().enumerate().map(count).collect(),
        bottom: 812,
        top: 1_204,
        proper: 14_368,
        places: 0,
    }
}

fn campaign(target: &str, rows: Vec<Row>, causes: Vec<Cause>) -> Campaign {
    let narrowing = |number: u16| {
        let reason = "the domain has no narrow".to_string();
        NotTested { property: number, reason }
    };
    let tested = |number: &u16| rows.iter().any(|row| row.property == *number);
    let not_tested = (1..=46).filter(|number| !tested(number)).map(narrowing).collect();
    Campaign {
        target: target.to_string(),
        version: Some("0.9.10".to_string()),
        path: Some(format!("/usr/lib/{}.so.0", target.replace(':', "-"))),
        config: Config::default(),
        seed: 1,
        rows,
        not_tested,
        causes,
        unconfirmed: vec![],
        coverage: coverage(),
        stop: StopReason::Budget,
        trouble: None,
        elapsed_millis: 61_250,
    }
}

/// Nothing found; one property vacuous, one undecided.
pub(crate) fn clean() -> Campaign {
    let mut rows = rows(21_000, 1..=46);
    for row in &mut rows {
        match row.property {
            26 => row.counts = counts(row.counts.tests, 0),
            35 => row.counts = Counts { tests: 900, doubtful: 900, ..Counts::default() },
            _ => {}
        }
    }
    let mut clean = campaign("octagons:exact", rows, Vec::new());
    (clean.version, clean.path) = (Some("0.1.0".to_string()), None);
    clean
}

/// Fig. 5 of the paper with a touch: rounding in octagons of doubles. Trace and steps are real; the
/// regions are exaggerated, so that a picture has something to show.
pub(crate) fn rounding() -> Finding {
    let lines = "
        p0 = constraint -x0 - x5 + 1 >= 0
        p1 = assign p0 x2 := -9223372036854775808
        p2 = constraint x0 + 9223372036854775807 >= 0
        p3 = meet p2 p1
        touch p3 is_bottom
        check P17 x=p3";
    let mut found = finding(17, trace("apron:oct:d", "8", lines), "⊤ ⊓ x = x does not hold");
    found.outcome.regions = vec![
        region(
            "⊤ ⊓ x",
            &[
                "x0 >= -9223372036854775808",
                "x2 = -9223372036854775808",
                "x5 <= 9223372036854775809",
                "x0 + x5 <= 1",
            ],
        ),
        region(
            "x",
            &[
                "x0 >= -9223372036854777856",
                "x2 = -9223372036854775808",
                "x5 <= 9223372036854777856",
                "x0 + x5 <= 1",
            ],
        ),
    ];
    found.outcome.steps = vec![
        Step::Make(Operation::Top),
        Step::Make(Operation::Meet(Slot(4), Slot(3))),
        Step::Ask(Question::Equal(Slot(5), Slot(3)), Answer::Unknown),
        Step::Touch(Slot(5), Touch::Constraints),
        Step::Touch(Slot(3), Touch::Constraints),
    ];
    found
}

/// The crash of APRON's box widening with bottom.
pub(crate) fn crash() -> Finding {
    let lines = "
        p0 = constraint x0 >= 0
        check P31 x=p0";
    let mut found = finding(31, trace("apron:box:d", "1", lines), "SIGSEGV");
    found.outcome.ending = Ending::Died;
    found.outcome.stderr = "box_widening: i = 0, dim = 1 <null> & \"odd\"\n".to_string();
    found
}

/// Octagons: a join that loses a corner, seen in the plane; two properties, one cause.
pub(crate) fn octagons() -> Campaign {
    let lines = "
        p0 = constraint x0 >= 0 and x1 >= 0 and x0 + x1 <= 4
        p1 = constraint x0 >= 3 and x0 <= 6 and x1 >= 1 and x1 <= 3
        check P8 x=p0 y=p1";
    let mut join = finding(8, trace("apron:oct:d", "2", lines), "x ⊑ x ⊔ y does not hold");
    join.outcome.regions = vec![
        region("x", &["x0 >= 0", "x1 >= 0", "x0 + x1 <= 4"]),
        region(
            "x ⊔ y",
            &["x0 >= 0", "x0 < 6", "x1 >= 0", "x1 <= 3", "x0 - x1 <= 5", "x1 - x0 <= 2"],
        ),
    ];
    join.outcome.point = point(&["0", "7/2"]);
    let mut twelfth = finding(12, rounding().trace, "x ⊔ x = x does not hold");
    twelfth.trace.check.property = 12;
    twelfth.outcome.regions = vec![
        region("x", &["x0 >= 0", "x0 <= 3", "x1 >= x0", "x1 <= 9223372036854775807"]),
        region("x ⊔ x", &["x0 >= 0", "x0 <= 3", "x1 >= x0 - 2", "x1 <= 9223372036854775808"]),
    ];
    twelfth.outcome.point =
        point(&["3", "9223372036854775808", "-9223372036854775808", "0", "0", "0", "0", "0"]);
    let mut rows = rows(5_200, 1..=46);
    set(&mut rows, 8, |c| (c.violated, c.held) = (14, c.held - 14), 1_420);
    set(&mut rows, 12, |c| (c.violated, c.held) = (3, c.held - 3), 9_120);
    set(&mut rows, 17, |c| (c.violated, c.held, c.doubtful) = (1, c.held - 8, 7), 31_400);
    let first = Cause {
        title: "join drops a bound".to_string(),
        findings: vec![join, twelfth],
        others: vec![],
    };
    let second = Cause {
        title: "rounding of large constants".to_string(),
        findings: vec![rounding()],
        others: vec![],
    };
    campaign("apron:oct:d", rows, vec![first, second])
}

/// Intervals: a crash, a waived imprecision and a hang.
pub(crate) fn intervals() -> Campaign {
    let lines = "
        p0 = constraint x0 >= -10 and x0 <= -5
        p1 = bottom
        p2 = join p1 p0
        check P6 x=p0";
    let mut join = finding(6, trace("apron:box:d", "1", lines), "⊥ ⊔ x = x does not hold");
    join.outcome.regions =
        vec![region("⊥ ⊔ x", &["x0 >= -10", "x0 <= -1"]), region("x", &["x0 >= -10", "x0 <= -5"])];
    join.outcome.point = point(&["-1"]);
    join.waived = Some("fixed upstream, see <issue 12>".to_string());
    let mut hang =
        finding(33, trace("apron:box:d", "1", "p0 = top\ncheck P33 x=p0 chain=p0"), "no end");
    hang.outcome.ending = Ending::TimedOut;
    let mut rows = rows(48_000, 1..=41);
    set(&mut rows, 6, |c| (c.violated, c.held) = (812, c.held - 812), 12);
    set(&mut rows, 31, |c| (c.died, c.held) = (48_000, 0), 3);
    set(&mut rows, 33, |c| (c.timed_out, c.held) = (2, c.held - 2), 22_000);
    let cause = |title: &str, finding: Finding| Cause {
        title: title.to_string(),
        findings: vec![finding],
        others: vec![],
    };
    let mut campaign = campaign(
        "apron:box:d",
        rows,
        vec![
            cause("SIGSEGV in widen with ⊥", crash()),
            cause("join with ⊥ is imprecise", join),
            cause("widening does not end", hang),
        ],
    );
    campaign.stop = StopReason::Interrupted;
    campaign
}

/// No findings: failures beyond the contract, and one that did not come again.
pub(crate) fn shaky() -> Campaign {
    let mut rows = rows(21_000, 1..=46);
    set(&mut rows, 12, |counts| counts.died = 1, 400);
    for row in &mut rows {
        match row.property {
            31 => row.counts.beyond = 41,
            29 => row.counts = Counts { tests: 500, beyond: 500, ..Counts::default() },
            _ => {}
        }
    }
    let mut shaky = campaign("apron:box:mpq", rows, Vec::new());
    shaky.unconfirmed = vec![Unconfirmed {
        property: 12,
        index: 77,
        ending: Ending::Died,
        trace: Some(trace("apron:box:mpq", "1", "p0 = top\ncheck P12 x=p0")),
        reason: "it ended in another way when it was run again alone".to_string(),
    }];
    shaky
}

/// Several targets.
pub(crate) fn run() -> Vec<Campaign> {
    vec![octagons(), intervals(), clean()]
}

/// A finding whose program does everything that a trace can do.
pub(crate) fn everything(target: &str) -> Finding {
    let lines = "
        p0 = top
        p1 = constraint x0 + 1/2*x1 >= -3 and x2 = 7 and x3 > 18446744073709551617
        p2 = assign p1 x0 := 2*x1 + 1, x1 := x0
        p3 = forget p2 x2, x3
        p4 = guard p3 x0 - x1 <= 36893488147419103233/7
        p5 = embed p4 x1, x0, _, x2
        p6 = bottom
        p7 = join p5 p6
        p8 = widen p7 p7
        touch p8 print
        touch p8 constraints
        touch p8 bounds
        touch p8 canonical
        touch p8 is_bottom
        check P3 x=p8";
    let mut found = finding(3, trace(target, "int,int,real,real", lines), "x ⊑ x does not hold");
    found.outcome.steps = vec![
        Step::MakeInPlace(Operation::Meet(Slot(8), Slot(8))),
        Step::Touch(Slot(9), Touch::Constraints),
        Step::Ask(Question::Leq(Slot(8), Slot(8)), Answer::No),
    ];
    found
}

/// A domain of a user whose join forgets its second operand.
pub(crate) fn forgetful() -> Finding {
    let lines = "
        p0 = constraint x0 >= 0 and x0 <= 1
        p1 = constraint x0 >= 2 and x0 <= 3
        check P9 x=p0 y=p1";
    finding(9, trace("mine", "1", lines), "y ⊑ x ⊔ y does not hold")
}

#[test]
fn the_sample_is_consistent() {
    for campaign in run() {
        assert!(campaign.rows.iter().all(|row| property::get(row.property).is_some()));
        for found in campaign.causes.iter().flat_map(|cause| &cause.findings) {
            assert_eq!(found.trace.space, found.trace.space.clone());
            let widest = found.outcome.regions.iter().flat_map(|r| &r.constraints);
            let widest = widest.map(|c| c.expr().dimensions()).max().unwrap_or(0);
            assert!(widest <= found.trace.space.dimensions());
        }
    }
    assert_eq!(Space::reals(8).dimensions(), rounding().trace.space.dimensions());
}
