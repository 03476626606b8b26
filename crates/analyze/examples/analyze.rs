//! Analyses a file and prints what came of its checks.
use soundline_analyze::*;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("a file");
    let domain = arguments.next().unwrap_or("intervals".into());
    let whole = arguments.next().unwrap_or("whole".into());
    let bounds: Bounds = arguments.next().unwrap_or("Inf".into()).parse().expect("bounds");
    let overflow: Overflow = arguments.next().unwrap_or("wrap".into()).parse().expect("overflow");
    let program = soundline_c::Clang::find()
        .and_then(|clang| clang.read(path.as_ref(), &Default::default()))
        .expect("C");
    if std::env::var("DUMP").is_ok() {
        println!("{}", program.dump());
    }
    let scope = match (whole.as_str(), program.function_named("main")) {
        ("whole", Some(entry)) => Scope::Whole { entry },
        _ => Scope::Modular,
    };
    let base = match domain.as_str() {
        "standard" => Settings::standard(),
        "precise" => Settings::precise(),
        name => Settings { domain: name.parse().expect("a domain"), ..Settings::default() },
    };
    let settings = Settings { scope, bounds, overflow, ..base };
    let start = std::time::Instant::now();
    let analysis = analyze(&program, &settings, &|| false);
    let quiet = std::env::var("QUIET").is_ok();
    for function in &analysis.functions {
        if quiet {
            break;
        }
        println!("{} {:?}", function.name, function.counts);
        for point in &function.points {
            let state = point.state.as_ref().map_or("false".into(), |p| p.to_string());
            let provided: Vec<String> = point.provided.iter().map(|a| a.to_string()).collect();
            let redundant = if point.redundant { " (redundant)" } else { "" };
            println!("  @{} {state} provided {provided:?}{redundant}", point.label.0);
        }
        for branch in &function.verified_branches {
            println!("  prune {} {}", program.source.slice(branch.span), branch.side);
        }
    }
    for a in &analysis.assumptions {
        let text = a.predicate.as_ref().map_or("false".into(), |p| p.to_string());
        println!(
            "assumed {text} as {} at @{} {:?} complete {}",
            a.id, a.label.0, a.reasons, a.complete
        );
    }
    for check in &analysis.checks {
        let at = program.source.locate(check.span.start);
        let provided: Vec<String> = check.provided.iter().map(|a| a.to_string()).collect();
        println!(
            "{at} {} {:?} `{}` provided {provided:?} steps {} {}",
            check.kind.name(),
            check.status,
            check.message,
            check.steps,
            check.why.as_deref().unwrap_or_default()
        );
    }
    println!("{:?} {:?} {:?}", analysis.stop, analysis.counts, start.elapsed());
}
