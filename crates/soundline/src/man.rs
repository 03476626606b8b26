//! `soundline man`: the manual pages.

use std::path::PathBuf;

use clap_mangen::Man;
use soundline_test::command::{Complaint, Ending, write_whole};

/// Write the manual pages: one for the program, and one for each command
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline man | man -l -                      read the page of the program
  soundline man --out ~/.local/share/man/man1   install all of them")]
pub struct Arguments {
    /// A folder for all pages; without it the page of the program is printed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Run the command.
pub fn run(arguments: &Arguments, program: clap::Command) -> Result<Ending, Complaint> {
    let Some(folder) = &arguments.out else {
        // A reader that has seen enough is no error.
        let _ = Man::new(program).render(&mut std::io::stdout().lock());
        return Ok(Ending::Nothing);
    };
    for (name, page) in pages(program)? {
        write_whole(&folder.join(name), &page)?;
    }
    Ok(Ending::Nothing)
}

/// The file and the text of each page.
fn pages(mut program: clap::Command) -> Result<Vec<(String, Vec<u8>)>, Complaint> {
    // Names of commands are those of all commands that they belong to, with dashes.
    program.build();
    let mut pages = Vec::new();
    let mut open = vec![program];
    while let Some(command) = open.pop() {
        let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_string();
        let visible = command.get_subcommands().filter(|inner| !inner.is_hide_set());
        open.extend(visible.filter(|inner| inner.get_name() != "help").cloned());
        let mut page = Vec::new();
        Man::new(command)
            .title(name.clone())
            .render(&mut page)
            .map_err(|error| Complaint::new(format!("the page of {name}: {error}")))?;
        pages.push((format!("{name}.1"), page));
    }
    Ok(pages)
}
