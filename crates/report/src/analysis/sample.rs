//! An outcome for the tests of its readers: Fig. 1 of the SAS'16 paper, widening bounded.

use soundline_analyze::outcome::{
    Assumed, LeftOut, Outcome, Place, Row, Standing, State, Stop, Why,
};

const TEXT: &str = "\
void M(void) {
  int c = 0;
  while (__VERIFIER_nondet_int()) {
    if (c < 7) {
      c++;
    }
  }
  assert(c < 585);
  assert(7 < c);
}
";

fn place(line: u32, what: &str) -> Place {
    let text = TEXT.lines().nth(line as usize - 1).expect("the line is there");
    let from = text.find(what).expect("it is in the line");
    Place { header: None, line, from, to: from + what.len() }
}

fn row(line: u32, text: &str, standing: Standing) -> Row {
    Row {
        function: "M".into(),
        kind: "assertion",
        place: place(line, text),
        text: text.into(),
        standing,
        provided: vec!["a1".into()],
        steps: 0,
        why: None,
        accepted: None,
        origin: None,
        root: None,
        dependents: 0,
        rank: 0,
        quote: None,
        elsewhere: vec![],
    }
}

fn state(line: u32, what: &str, holds: &str) -> State {
    let provided = if line < 3 { vec![] } else { vec!["a1".into()] };
    State { place: place(line, what), holds: Some(holds.into()), provided }
}

/// Fig. 1 as Fig. 2 has it.
pub fn outcome() -> Outcome {
    Outcome {
        file: "fig1.c".into(),
        lines: TEXT.split('\n').map(str::to_owned).collect(),
        scope: "each function by itself".into(),
        domain: "intervals".into(),
        bounds: "at most 0 widenings".into(),
        stop: Stop::Bound(vec!["widenings".into()]),
        counts: vec![("ticks", 12), ("joins", 1), ("widenings", 1), ("calls", 0), ("guards", 0)],
        functions: 1,
        checks: vec![
            row(9, "7 < c", Standing::Fails),
            row(8, "c < 585", Standing::UnderAssumptions),
        ],
        assumptions: vec![Assumed {
            id: "a1".into(),
            function: "M".into(),
            label: 1,
            place: place(3, "__VERIFIER_nondet_int()"),
            predicate: "0 <= c && c <= 1".into(),
            reason: "widenings".into(),
            granted: false,
            root: false,
        }],
        contracts: vec![],
        shared: vec![],
        states: vec![
            state(4, "if", "0 <= c && c <= 1"),
            state(5, "c++", "0 <= c && c <= 1"),
            state(6, "}", "1 <= c && c <= 2"),
            state(8, "assert", "0 <= c && c <= 1"),
            State { holds: None, ..state(9, "assert", "") },
        ],
        millis: 3,
    }
}

/// A file that cannot be used.
pub fn unusable(file: &str, reason: &str) -> LeftOut {
    LeftOut { file: file.into(), why: Why::Unusable(reason.into()) }
}
