//! Running the C preprocessor, where a text still has directives.

use crate::{Error, Settings};
use soundline_isolate::{End, gather};
use std::{env, path::Path, process::Command};

/// Whether a text has directives other than line markers and pragmas.
pub(crate) fn is_needed(text: &[u8]) -> bool {
    text.split(|byte| *byte == b'\n').any(|line| {
        let line = line.trim_ascii();
        let Some(directive) = line.strip_prefix(b"#") else { return false };
        let directive = directive.trim_ascii_start();
        let harmless = [&b"pragma"[..], b"line", b"ident"];
        let marker = directive.first().is_none_or(u8::is_ascii_digit);
        !marker && !harmless.iter().any(|name| directive.starts_with(name))
    })
}

/// The output of `cc -E`.
pub(crate) fn preprocess(path: &Path, settings: &Settings) -> Result<Vec<u8>, Error> {
    let named = || env::var("CC").ok().filter(|name| !name.trim().is_empty());
    let compiler = settings.compiler.clone().or_else(named).unwrap_or_else(|| "cc".into());
    let mut words = compiler.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("cc"));
    command.args(words).args(["-E", settings.model.flag()]).args(&settings.arguments).arg(path);
    if let Some(folder) = &settings.folder {
        command.current_dir(folder);
    }
    let shown = shown(&command);
    let outcome = gather(command, &settings.limits, &settings.stop);
    let text = String::from_utf8_lossy(&outcome.stderr);
    let message = match outcome.end {
        End::Exited(0) => return Ok(outcome.stdout),
        End::Exited(_) => text.lines().find(|line| line.contains("error")).or(text.lines().next()),
        _ => None,
    };
    let message = message.map_or_else(|| outcome.end.to_string(), str::to_owned);
    Err(Error::Preprocessor { command: shown, message })
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_recognised() {
        let check =
            |text: &str, expected| assert_eq!(is_needed(text.as_bytes()), expected, "{text}");
        check("int x;\n", false);
        check("# 1 \"x.c\"\nint x;\n", false);
        check("#pragma once\n#ident \"v\"\n#line 3\n#\n", false);
        check("#include <stdio.h>\n", true);
        check("int x;\n  #  define X 1\n", true);
        check("int y = 3; // #include\n", false);
    }
}
