//! `soundline targets`: what can be tested here, and how to get the rest.

use soundline_targets::{Presence, Registry};

use crate::ending::{Complaint, Ending};

/// List what can be tested on this machine, and how to get the rest
#[derive(clap::Args)]
pub struct Arguments {
    /// Machine-readable output
    #[arg(long)]
    json: bool,
}

/// Run the command.
pub fn run(arguments: &Arguments, registry: &Registry) -> Result<Ending, Complaint> {
    let _ = arguments.json;
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
