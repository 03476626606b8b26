//! What the driver itself uses of a run: its own processor time and that of the wardens.

mod installed;

use rustix::time::{ClockId, clock_gettime};
use soundline_c::DataModel;
use soundline_diff::analyzer::{Answer, Catalogue, Search, Task, in_parallel};
use soundline_diff::seed::Source;
use soundline_diff::{Check, Seed, Variant};
use soundline_isolate::{Limits, Stop, Warden};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

fn own_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Processor time of all processes that this one has waited for, and of those that they have waited
/// for: wardens and analyzers. The kernel adds up exactly, and rounds only what it shows.
fn time_of_others() -> Duration {
    let text = std::fs::read_to_string("/proc/self/stat").expect("this is Linux");
    let (_, fields) = text.rsplit_once(')').expect("the name ends");
    let ticks = fields.split_whitespace().skip(13).take(2);
    let ticks: u64 = ticks.map(|field| field.parse::<u64>().expect("it is a number")).sum();
    Duration::from_micros(ticks * 1_000_000 / rustix::param::clock_ticks_per_second())
}

#[test]
fn the_driver_uses_little_of_a_run() {
    let Some(clang) = installed::clang() else { return };
    let warden = Warden::at(env!("CARGO_BIN_EXE_soundline-warden"));
    let search = Search::new(warden, None).expect("there is room for temporary files");
    let found = search.find_all(Catalogue::built_in().all(), 2);
    // Without goto-analyzer's slow domain, which alone would hide what the driver uses.
    let analyzers: Vec<_> =
        found.into_iter().flatten().filter(|found| found.name() != "goto-analyzer:vsd").collect();
    if analyzers.len() < 8 {
        soundline_needs::skip(format_args!("only {} analyzers are installed", analyzers.len()));
        return;
    }
    let variants = ["sorting-heap", "protocol-window"].map(|name| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("seeds/{name}.c"));
        let source =
            Source { name: name.into(), path, model: DataModel::Ilp32, arguments: Vec::new() };
        let seed = Seed::read(&clang, &source).expect("it is a seed");
        let candidates = seed.candidates.all.iter().copied().step_by(7).take(4);
        let checks = candidates.map(|candidate| Check { candidate, constant: 77 }).collect();
        Variant::new(Arc::new(seed), checks)
    });
    let work: Vec<_> = variants
        .iter()
        .flat_map(|variant| analyzers.iter().map(move |analyzer| (variant, analyzer)))
        .collect();
    let limits = Limits { time: Duration::from_secs(6), ..Limits::default() };
    let (before, others_before) = (own_time(), time_of_others());
    let used = in_parallel(2, work, |(variant, analyzer)| {
        let text = variant.render(&analyzer.encoding());
        let task = Task::new(&text, variant.seed().model);
        let run = analyzer.run(&task, &limits, &Stop::default());
        println!("{:<16} {:<24} {}", variant.seed().name, analyzer.name(), run.answer);
        if let Answer::Unreadable(unreadable) = &run.answer {
            panic!("{}: {unreadable:?}", analyzer.name());
        }
        run.usage
    });
    let own = own_time() - before;
    let wardens: Duration = used.iter().map(|usage| usage.warden).sum();
    let others = time_of_others() - others_before;
    let share = (own + wardens).as_secs_f64() / (own + others).as_secs_f64();
    let (runs, percent) = (used.len(), 100.0 * share);
    println!("{runs} runs: driver {own:?}, wardens {wardens:?} of {others:?}: {percent:.2} %");
    assert!(share < 0.03, "the driver uses {:.2} % of a run", 100.0 * share);
}
