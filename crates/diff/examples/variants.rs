//! Prints variants of a seed: `variants FILE.c [COUNT] [STRATEGY]`.

use soundline_c::{Clang, DataModel};
use soundline_diff::{Constants, Encoding, Generator, Plan, Pool, Seed, seed::gather};
use std::{env, error::Error, sync::Arc};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let file = arguments.first().ok_or("give a C file")?;
    let count = arguments.get(1).map_or(Ok(3), |count| count.parse())?;
    let strategy = arguments.get(2).map_or(Ok(Default::default()), |name| name.parse())?;
    let clang = Clang::find()?;
    let mut gathered = gather(&[file.into()], DataModel::Ilp32);
    let seeds: Vec<Arc<Seed>> = gathered.seeds(&clang).map(Arc::new).collect();
    for skip in &gathered.skipped {
        eprintln!("{} is not a seed: {}", skip.path.display(), skip.reason);
    }
    for seed in seeds {
        println!("{}: {} candidates", seed.name, seed.candidates.all.len());
        let plan = Plan { strategy, budget: Some(count), ..Plan::default() };
        let constants = Constants::Pool(Pool::of(&seed.program));
        for made in Generator::new(seed, plan, constants) {
            println!("--- {}", made.variant.key());
            println!("{}", String::from_utf8_lossy(&made.variant.render(&Encoding::plain())));
        }
    }
    Ok(())
}
