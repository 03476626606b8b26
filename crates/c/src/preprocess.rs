//! Running the C preprocessor, where a text still has directives.

use crate::{DataModel, Error};
use std::{
    env,
    path::Path,
    process::{Command, Stdio},
};

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

/// The output of `cc -E`; `CC` names another compiler.
pub(crate) fn preprocess(
    path: &Path,
    model: DataModel,
    arguments: &[String],
) -> Result<Vec<u8>, Error> {
    let compiler = env::var("CC").ok().filter(|name| !name.trim().is_empty());
    let compiler = compiler.unwrap_or_else(|| "cc".into());
    let mut words = compiler.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("cc"));
    command.args(words).args(["-E", model.flag()]).args(arguments).arg(path).stdin(Stdio::null());
    let shown = shown(&command);
    let output = command.output().map_err(|error| Error::Preprocessor {
        command: shown.clone(),
        message: error.to_string(),
    })?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let message = text.lines().find(|line| line.contains("error")).or(text.lines().next());
        let message = message.map_or_else(|| output.status.to_string(), str::to_owned);
        return Err(Error::Preprocessor { command: shown, message });
    }
    Ok(output.stdout)
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
