//! libFuzzer chooses operations, operands and the property; a violated property is a crash, whose
//! message is the trace: `soundline replay` runs it again.
#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
// In earnest: a domain of your own.
use soundline_domains::octagons::Octagons;
use soundline_fuzz::{Config, Plan, run};
use soundline_targets::{Machine, Native};

/// Everything that is made once: the tests, and a machine for each number of variables.
struct Bench {
    plan: Plan,
    machines: Vec<Box<dyn Machine>>,
}

impl Bench {
    fn new() -> Bench {
        let config = Config::default();
        let open = |variables| -> Box<dyn Machine> {
            Box::new(Native::new(Octagons::exact(config.space(variables))))
        };
        let machines: Vec<_> = (0..=config.most_variables).map(open).collect();
        let profile = machines[0].profile().clone();
        let plan = Plan::new("my-domain", profile, config.clone(), 0, |_| true);
        Bench { plan, machines }
    }
}

thread_local! {
    static BENCH: RefCell<Bench> = RefCell::new(Bench::new());
}

fuzz_target!(|bytes: &[u8]| {
    BENCH.with_borrow_mut(|bench| {
        let Some(trace) = bench.plan.trace_from(bytes) else { return };
        let machine = &mut bench.machines[trace.space.dimensions()];
        let outcome = run(&mut **machine, &trace);
        assert!(!outcome.is_violated(), "{}\n{trace}", outcome.what);
    });
});
