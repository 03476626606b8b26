//! `soundline diff report`: the tables and pages of a campaign that was run.

use std::fs;
use std::path::{Path, PathBuf};

use soundline_diff::campaign::Campaign;

use soundline_report::comparison::{html, json, tables, text};
use soundline_test::command::{Complaint, Ending};

/// Show the tables and findings of a campaign again, or compare two analyzers
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline diff report                          all tables of the last campaign
  soundline diff report --pair cbmc eva          Table 2 of the ISSTA'19 paper for these two
  soundline diff report --html page.html         the page again

Exit codes: 0 nothing found, 1 findings, 2 wrong use or bad input.")]
pub struct Arguments {
    /// Folder with the results of `soundline diff run`
    #[arg(default_value = super::run::FOLDER, value_name = "DIR")]
    folder: PathBuf,
    /// Compare two analyzers only
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    pair: Option<Vec<String>>,
    /// Write the page to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print campaign.json
    #[arg(long, conflicts_with = "pair")]
    json: bool,
}

/// Run the command.
pub fn run(arguments: &Arguments) -> Result<Ending, Complaint> {
    let campaign = read(&arguments.folder)?;
    if let Some(file) = &arguments.html {
        fs::write(file, html::page(&campaign))
            .map_err(|error| Complaint::new(format!("cannot write {}: {error}", file.display())))?;
    }
    match &arguments.pair {
        Some(pair) => {
            let (first, second) = (place(&campaign, &pair[0])?, place(&campaign, &pair[1])?);
            anstream::print!("{}", tables::pairwise(&campaign, first, second).text());
        }
        None if arguments.json => print!("{}", json(&campaign)),
        None => anstream::print!("{}", text::everything(&campaign)),
    }
    Ok(if campaign.has_findings() { Ending::Findings } else { Ending::Nothing })
}

fn read(folder: &Path) -> Result<Campaign, Complaint> {
    let file = folder.join("campaign.json");
    let text = fs::read_to_string(&file).map_err(|error| {
        Complaint::new(format!(
            "cannot read {}: {error}; `soundline diff run` writes it",
            file.display()
        ))
    })?;
    serde_json::from_str(&text).map_err(|error| {
        Complaint::new(format!("{} is not a campaign of soundline diff: {error}", file.display()))
    })
}

fn place(campaign: &Campaign, name: &str) -> Result<usize, Complaint> {
    let found = campaign.analyzers.iter().position(|analyzer| analyzer.name == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = campaign.analyzers.iter().map(|a| a.name.as_str()).collect();
        Complaint::new(format!(
            "no analyzer of the campaign is called {name}; they are {}",
            names.join(", ")
        ))
    })
}
