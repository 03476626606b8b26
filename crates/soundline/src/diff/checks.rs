//! `soundline diff checks`: the kinds of checks that campaigns can make.

use soundline_diff::{Kind, Kinds};
use soundline_report::schema::list as list_document;
use soundline_report::text::folded;
use soundline_test::command::screen;
use soundline_test::command::{Complaint, Ending};

/// List the kinds of checks that `soundline diff run --check-kinds` can make
#[derive(clap::Args)]
#[command(after_help = "Examples:
  soundline diff checks                      those that are built in
  soundline diff checks null,alias           some of them
  soundline diff checks mine.toml            is this file a kind of check?
  soundline diff checks --json

Exit codes: 0 listed, 2 wrong use or bad input.")]
pub struct Arguments {
    /// Names, files or folders of files [default: all that are built in]
    #[arg(value_name = "LIST", value_delimiter = ',')]
    kinds: Vec<String>,
    /// Machine-readable output
    #[arg(long)]
    json: bool,
}

/// Run the command.
pub fn run(arguments: &Arguments) -> Result<Ending, Complaint> {
    let kinds = match &arguments.kinds[..] {
        [] => Kinds::built_in(),
        words => Kinds::select(words).map_err(|error| Complaint::new(error.to_string()))?,
    };
    if arguments.json {
        let listed: Vec<&Kind> = kinds.iter().map(AsRef::as_ref).collect();
        print!("{}", list_document("soundline-check-kinds/1", "kinds", &listed));
    } else {
        kinds.iter().for_each(|kind| print(kind));
    }
    Ok(Ending::Nothing)
}

/// Where the second column begins.
const INDENT: usize = 13;

fn print(kind: &Kind) {
    let (dim, head) = (screen::DIM, screen::HEAD);
    // A word in the file, so that it serializes to one.
    let at = serde_json::to_value(kind.at).unwrap_or_default();
    let at = at.as_str().unwrap_or_default();
    anstream::println!("{head}{:<12}{head:#} {}", kind.name, folded(&kind.about, INDENT));
    anstream::println!("{:INDENT$}{dim}{at}: {}{dim:#}", "", kind.condition);
}
