//! scratch
use soundline_fuzz::*;
use soundline_targets::Registry;
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let n: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let config: Config = std::env::args().nth(3).unwrap_or_default().parse().unwrap();
    let reg = Registry::builtin();
    let t = reg.get(&name).unwrap();
    let config = if t.integers_only() { Config { kinds: Kinds::Int, ..config } } else { config };
    let profile = t.open(&config.space(config.most_variables)).unwrap().profile().clone();
    let plan = Plan::new(&name, profile, config.clone(), 1, |_| true);
    let mut machines: Vec<_> =
        (0..=config.most_variables).map(|v| t.open(&config.space(v)).unwrap()).collect();
    let mut counts = std::collections::BTreeMap::<(u16, &str), u64>::new();
    let start = std::time::Instant::now();
    let mut shown = 0;
    for i in 0..n {
        let trace = plan.trace(i);
        let v = run(&mut *machines[trace.space.dimensions()], &trace);
        let k = match &v {
            Verdict::Holds => "ok",
            Verdict::Violated(_) => "VIOL",
            Verdict::Doubtful(_) => "doubt",
            Verdict::Vacuous => "vac",
            Verdict::Refused(_) => "ref",
        };
        *counts.entry((trace.check.property, k)).or_default() += 1;
        if matches!(v, Verdict::Violated(_) | Verdict::Refused(_)) && shown < 3 {
            shown += 1;
            println!("{trace}{v:?}");
        }
    }
    let t = start.elapsed();
    for ((p, k), c) in counts {
        if k != "ok" {
            print!("P{p} {k} {c}; ");
        }
    }
    println!("\n{name}: {} tests/s", n as f64 / t.as_secs_f64());
}
