//! One run of a program in plain form. Its check fails if a call of `__VERIFIER_assert` does.

use crate::running::workshop;
use soundline_c::DataModel;
use soundline_diff::concrete::{Filling, Mode, Plan, Run, Watch};
use std::time::Duration;

pub fn replayed(text: &[u8], model: DataModel, inputs: &[u64]) -> Run {
    let workshop = workshop();
    let compiler = workshop.first().expect("gcc is installed");
    let built = workshop.build(text, model, compiler, Filling::Pattern).expect("gcc builds it");
    let plan = Plan {
        mode: Mode::Replay(inputs.to_vec()),
        runs: 1,
        run_time: Duration::from_secs(1),
        all_time: Duration::from_secs(2),
        checks: vec![(0, 1)],
        watch: Watch::default(),
    };
    let mut told = workshop.run(&built, &plan).expect("it comes to an end");
    told.news.pop().expect("a replay is told of")
}
