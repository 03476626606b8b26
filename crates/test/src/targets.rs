//! `soundline targets`: what can be tested here, and how to get the rest.

use std::time::Duration;

use serde::Serialize;
use soundline_isolate::{Call, End, Limits, Stop, Warden, printable};
use soundline_report::schema;
use soundline_report::text::folded;
use soundline_targets::{Presence, Registry, Target, seeded};

use crate::command::screen;
use crate::command::{Complaint, Ending};

/// List what can be tested on this machine, and how to get the rest
///
/// Libraries are found without loading them; their versions are asked for in a process of its own.
#[derive(clap::Args)]
pub struct Arguments {
    /// Machine-readable output
    #[arg(long)]
    json: bool,
    /// Print the version of one target, for the list
    #[arg(long, hide = true, value_name = "TARGET")]
    version_of: Option<String>,
    /// List the domains with planted bugs instead, which `soundline eval seeded` looks for
    #[arg(long)]
    seeded: bool,
}

#[derive(Serialize)]
struct Listed {
    name: String,
    about: String,
    available: bool,
    version: Option<String>,
    path: Option<String>,
    advice: Option<String>,
}

/// Run the command.
pub fn run(arguments: &Arguments, registry: &Registry) -> Result<Ending, Complaint> {
    if let Some(name) = &arguments.version_of {
        let target = registry.get(name).map_err(|error| Complaint::new(error.to_string()))?;
        screen::say(&format!("{}\n", target.version().unwrap_or_default()))?;
        return Ok(Ending::Nothing);
    }
    if arguments.seeded {
        let all = seeded::bugs().chain(seeded::held_out()).chain(seeded::table_bugs());
        let bugs: Vec<Planted> = all.map(planted).collect();
        screen::say(&match arguments.json {
            true => schema::list("soundline-planted/1", "bugs", &bugs),
            false => list_seeded(&bugs),
        })?;
        return Ok(Ending::Nothing);
    }
    let listed: Vec<Listed> = registry.all().map(list).collect();
    screen::say(&match arguments.json {
        true => schema::list("soundline-targets/1", "targets", &listed),
        false => listed.iter().map(shown).collect(),
    })?;
    Ok(Ending::Nothing)
}

fn list(target: &dyn Target) -> Listed {
    let (available, version, path, advice) = match target.presence() {
        Presence::BuiltIn => (true, target.version(), None, None),
        Presence::Found { path } => {
            (true, version_elsewhere(target.name()), Some(path.display().to_string()), None)
        }
        Presence::Missing { advice } => (false, None, None, Some(advice)),
    };
    let (name, about) = (target.name().to_string(), target.about().to_string());
    Listed { name, about, available, version, path, advice }
}

/// The version that a library reports, asked for in another process: it may do anything when it is
/// loaded.
fn version_elsewhere(name: &str) -> Option<String> {
    let call = Call {
        program: std::env::current_exe().ok()?,
        arguments: ["targets", "--version-of", name].map(Into::into).to_vec(),
        folder: std::env::current_dir().ok()?,
        ..Call::default()
    };
    let limits = Limits { time: Duration::from_secs(20), ..Limits::default() };
    let asked = Warden::this_program().ok()?.run(&call, &limits, &Stop::default());
    let version = printable(&asked.stdout).trim().to_string();
    (asked.end == End::Exited(0) && !version.is_empty()).then_some(version)
}

/// Where the second column begins.
const INDENT: usize = 23;

fn shown(listed: &Listed) -> String {
    let (dim, good, open) = (screen::DIM, screen::GOOD, screen::OPEN);
    let version = listed.version.as_deref().unwrap_or("version unknown");
    let where_it_is = match (&listed.path, &listed.advice) {
        (Some(path), _) => format!("{good}{version}{good:#} {dim}{path}{dim:#}"),
        (None, Some(advice)) => {
            let advice = folded(advice, INDENT);
            format!("{open}not installed{open:#}\n{:INDENT$}{dim}{advice}{dim:#}", "")
        }
        (None, None) => format!("{good}built in{good:#}"),
    };
    let head = screen::HEAD;
    let about = folded(&listed.about, INDENT);
    format!("{head}{:<22}{head:#} {about}\n{:INDENT$}{where_it_is}\n", listed.name, "")
}

/// A planted bug.
#[derive(Serialize)]
struct Planted {
    target: String,
    what: String,
    harm: String,
    paper: bool,
}

fn planted(bug: &seeded::Bug) -> Planted {
    Planted {
        target: format!("{}{}", seeded::PREFIX, bug.name),
        what: bug.what.to_string(),
        harm: bug.harm.to_string(),
        paper: bug.paper,
    }
}

/// What is wrong in each, and where it can be planted.
fn list_seeded(bugs: &[Planted]) -> String {
    let mut text = String::new();
    for bug in bugs {
        let paper = if bug.paper { ", as in the paper" } else { "" };
        text += &format!("{}\n    {} ({}{paper})\n", bug.target, bug.what, bug.harm);
    }
    text += "\nSEEDED@TARGET plants a bug in another target:\n";
    let mut kinds = Vec::new();
    for bug in seeded::bugs().filter(|bug| bug.paper) {
        if !kinds.contains(&bug.kind_word()) {
            kinds.push(bug.kind_word());
            text += &format!("    {:10} {}\n", bug.kind_word(), bug.bases().join(", "));
        }
    }
    text
}
