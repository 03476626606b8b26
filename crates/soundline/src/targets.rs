//! `soundline targets`: what can be tested here, and how to get the rest.

use soundline_targets::{Presence, Registry, seeded};

use crate::ending::{Complaint, Ending};

/// List what can be tested on this machine, and how to get the rest
#[derive(clap::Args)]
pub struct Arguments {
    /// Machine-readable output
    #[arg(long)]
    json: bool,
    /// List the domains with planted bugs instead, which `soundline eval seeded` looks for
    #[arg(long)]
    seeded: bool,
}

/// Run the command.
pub fn run(arguments: &Arguments, registry: &Registry) -> Result<Ending, Complaint> {
    let _ = arguments.json;
    if arguments.seeded {
        list_seeded();
        return Ok(Ending::Nothing);
    }
    for target in registry.all() {
        let presence = match target.presence() {
            Presence::BuiltIn => "built in".to_string(),
            Presence::Found { path } => path.display().to_string(),
            Presence::Missing { advice } => format!("not installed: {advice}"),
        };
        println!("{:24} {:50} {presence}", target.name(), target.about());
    }
    Ok(Ending::Nothing)
}

/// What is wrong in each, and where it can be planted.
fn list_seeded() {
    for bug in seeded::bugs() {
        let paper = if bug.paper { ", as in the paper" } else { "" };
        println!("{}{}\n    {} ({}{paper})", seeded::PREFIX, bug.name, bug.what, bug.harm);
    }
    println!("\nSEEDED@TARGET plants a bug in another target:");
    let mut kinds = Vec::new();
    for bug in seeded::bugs().filter(|bug| bug.paper) {
        if !kinds.contains(&bug.kind_word()) {
            kinds.push(bug.kind_word());
            println!("    {:10} {}", bug.kind_word(), bug.bases().join(", "));
        }
    }
}
