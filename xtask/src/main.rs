//! Development tasks: `cargo xtask COMMAND`.

mod archive;
mod arrows;
mod check;
mod ci;
mod coverage;
mod findings;
mod machine;
mod members;
mod mutants;
mod package;
mod places;
mod prefix;
mod programs;
mod setup;
mod soak;
mod sources;
mod test_programs;
mod tests_run;
mod tree;
mod unsafe_code;

use std::process::ExitCode;
use tree::Tree;

/// A command of `cargo xtask`.
struct Command {
    name: &'static str,
    help: &'static str,
    run: Run,
}

/// What a command does.
enum Run {
    /// It takes no arguments.
    Plain(fn(&Tree) -> Result<(), String>),
    /// It takes some.
    With(fn(&Tree, &[String]) -> Result<(), String>),
}

const COMMANDS: [Command; 9] = [
    Command {
        name: "ci",
        help: "everything that must hold before a commit: setup, fmt, clippy, tests, docs, check",
        run: Run::Plain(ci::run),
    },
    Command {
        name: "check",
        help: "the borders between the crates: who may depend on whom, and who may be unsafe",
        run: Run::Plain(check::run),
    },
    Command {
        name: "coverage",
        help: "the lines of luatypes' lattices that programs and laws execute, as a table",
        run: Run::Plain(coverage::run),
    },
    Command {
        name: "findings",
        help: "show the bugs found in other projects again (findings [NAME...])",
        run: Run::With(findings::run),
    },
    Command {
        name: "mutants",
        help: "faults planted into the checkers, each of which a test must notice (mutants [NAME...])",
        run: Run::With(mutants::run),
    },
    Command {
        name: "package",
        help: "make the packages that are released, and check what is in them",
        run: Run::Plain(package::run),
    },
    Command {
        name: "setup",
        help: "install what the tests need, or say what is missing; with CI set that is a failure (setup [--more])",
        run: Run::With(setup::run),
    },
    Command {
        name: "soak",
        help: "a long trial of every domain (soak [CASES] [SEED]), and unsafe code under Miri and ASan",
        run: Run::With(soak::run),
    },
    Command { name: "help", help: "this list", run: Run::Plain(help) },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (wanted, rest) = match arguments.split_first() {
        None => ("help", &[][..]),
        Some((name, rest)) => (name.as_str(), rest),
    };
    let Some(command) = find(wanted) else {
        return wrong_use(&format!("there is no command '{wanted}'"));
    };
    let tree = Tree::of_this_workspace();
    let ended = match command.run {
        Run::Plain(_) if !rest.is_empty() => {
            let rest = rest.join(" ");
            return wrong_use(&format!("'{wanted}' takes no arguments, but got '{rest}'"));
        }
        Run::Plain(run) => run(&tree),
        Run::With(run) => run(&tree, rest),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("xtask {}: {sentence}", command.name);
            ExitCode::FAILURE
        }
    }
}

fn find(name: &str) -> Option<&'static Command> {
    let name = if name == "--help" || name == "-h" { "help" } else { name };
    COMMANDS.iter().find(|command| command.name == name)
}

fn wrong_use(sentence: &str) -> ExitCode {
    eprintln!("xtask: {sentence}; see 'cargo xtask help'");
    ExitCode::from(2)
}

fn help(_: &Tree) -> Result<(), String> {
    println!("cargo xtask COMMAND\n");
    for command in &COMMANDS {
        println!("  {:<8} {}", command.name, command.help);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_by_name() {
        assert_eq!(find("ci").map(|command| command.name), Some("ci"));
        assert_eq!(find("--help").map(|command| command.name), Some("help"));
        assert!(find("cix").is_none());
    }
}
