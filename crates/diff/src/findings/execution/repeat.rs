//! A failing run for people: the inputs as a C file of their own, and the command that shows it.

use std::fmt::Write;

use soundline_c::DataModel;

use super::told::Input;

/// A C file that gives a variant in plain form these inputs, one after the other, and says so when
/// the check fails.
pub fn inputs_file(inputs: &[Input]) -> String {
    let mut text = String::from(
        "/* Inputs with which the check fails, and what the variant calls. */\n\
         #include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n",
    );
    let values: Vec<String> = inputs.iter().map(|input| format!("{}u", input.raw)).collect();
    let _ = writeln!(
        text,
        "static const unsigned long long inputs[] = {{{}}};\nstatic unsigned used;\n\
         static unsigned long long next(void) {{ return used < {} ? inputs[used++] : 0; }}\n",
        if values.is_empty() { "0".to_string() } else { values.join(", ") },
        inputs.len(),
    );
    for (kind, ty) in KINDS {
        if inputs.iter().any(|input| input.kind == *kind) {
            let _ = writeln!(text, "{}", function(kind, ty));
        }
    }
    text.push_str(
        "\nvoid __VERIFIER_assume(int holds) { if (!holds) exit(0); }\n\
         void __VERIFIER_assert(int holds) {\n    if (!holds) {\n        \
         fputs(\"the check fails\\n\", stderr);\n        _Exit(1);\n    }\n}\n",
    );
    text
}

/// The command that compiles and runs both.
pub fn repeat_command(model: DataModel, variant: &str, inputs: &str) -> String {
    format!(
        "gcc -std=gnu11 -w -g {} -fsanitize=address,undefined -fno-sanitize-recover=all {variant} {inputs} \
         -lm -o again && ./again",
        model.flag()
    )
}

fn function(kind: &str, ty: &str) -> String {
    if matches!(kind, "float" | "double") {
        return format!(
            "{ty} __VERIFIER_nondet_{kind}(void) {{ unsigned long long bits = next(); {ty} value; \
             memcpy(&value, &bits, sizeof value); return value; }}"
        );
    }
    format!("{ty} __VERIFIER_nondet_{kind}(void) {{ return ({ty})next(); }}")
}

/// The kinds of inputs that the driver knows, with their types.
const KINDS: &[(&str, &str)] = &[
    ("bool", "_Bool"),
    ("char", "char"),
    ("schar", "signed char"),
    ("uchar", "unsigned char"),
    ("short", "short"),
    ("ushort", "unsigned short"),
    ("int", "int"),
    ("uint", "unsigned"),
    ("unsigned", "unsigned"),
    ("unsigned_int", "unsigned"),
    ("long", "long"),
    ("ulong", "unsigned long"),
    ("longlong", "long long"),
    ("ulonglong", "unsigned long long"),
    ("size_t", "__SIZE_TYPE__"),
    ("loff_t", "long long"),
    ("u8", "unsigned char"),
    ("u16", "unsigned short"),
    ("u32", "unsigned"),
    ("S8", "signed char"),
    ("U8", "unsigned char"),
    ("U16", "unsigned short"),
    ("U32", "unsigned"),
    ("float", "float"),
    ("double", "double"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_needed_is_defined() {
        let input = |kind: &str, raw| Input { kind: kind.into(), raw };
        let file = inputs_file(&[input("uchar", 7), input("int", u64::from(u32::MAX))]);
        assert!(file.contains("inputs[] = {7u, 4294967295u};"), "{file}");
        assert!(file.contains("unsigned char __VERIFIER_nondet_uchar(void)"));
        assert!(!file.contains("nondet_bool"));
        assert!(inputs_file(&[]).contains("inputs[] = {0};"));
    }

    /// The driver and this file know the same functions.
    #[test]
    fn kinds_are_those_of_the_driver() {
        let driver = include_str!("driver.c");
        let known =
            driver.lines().filter_map(|line| line.strip_prefix("INPUT(")?.split(',').next());
        let mut known: Vec<&str> = known.chain(["float", "double"]).collect();
        known.retain(|kind| *kind != "suffix");
        assert_eq!(known, KINDS.iter().map(|(kind, _)| *kind).collect::<Vec<_>>());
    }
}
