//! A failing run for people: the inputs as a C file of their own, and the commands that show it.

use std::fmt::Write;

use soundline_c::DataModel;

use super::compiler::Compiler;
use super::told::Input;
use super::truth::Failure;
use super::workshop::SANITIZERS;

/// A C file that gives a variant in plain form the inputs of its failures, one after the other, and says so
/// when the check fails.
pub fn inputs_file(failures: &[Failure]) -> String {
    let mut text = String::from(
        "/* Inputs with which the check fails, and what the variant calls. */\n\
         #include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n",
    );
    let of = |compiler| failures.iter().find(|run| run.compiler == compiler);
    match (of(Compiler::Gcc), of(Compiler::Clang)) {
        (Some(gcc), Some(clang)) if gcc.inputs != clang.inputs => {
            let (gcc, clang) = (array(&gcc.inputs), array(&clang.inputs));
            let why = "/* In which order inputs are read depends on the compiler. */";
            let _ = writeln!(text, "{why}\n#ifdef __clang__\n{clang}#else\n{gcc}#endif");
        }
        (gcc, clang) => {
            text.push_str(&array(gcc.or(clang).map_or(&[][..], |run| &run.inputs)));
        }
    }
    text.push_str(
        "static unsigned used;\nstatic unsigned long long next(void) {\n    \
         return used < sizeof inputs / sizeof *inputs ? inputs[used++] : 0;\n}\n\n",
    );
    for (kind, ty) in KINDS {
        if failures.iter().flat_map(|run| &run.inputs).any(|input| input.kind == *kind) {
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

fn array(inputs: &[Input]) -> String {
    let values: Vec<String> = inputs.iter().map(|input| format!("{}u", input.raw)).collect();
    let values = if values.is_empty() { "0".to_string() } else { values.join(", ") };
    format!("static const unsigned long long inputs[] = {{{values}}};\n")
}

/// The commands that compile and run both, one for each compiler; each ends with the status of the
/// program.
pub fn repeat_commands(
    model: DataModel,
    failures: &[Failure],
    variant: &str,
    inputs: &str,
) -> Vec<String> {
    let command = |run: &Failure| {
        let program = run.compiler.program();
        let name = program.as_ref().and_then(|program| program.file_name()?.to_str());
        let name = name.map_or_else(|| run.compiler.to_string(), str::to_string);
        let flags =
            [&["-std=gnu11", "-w", "-g", model.flag()], &SANITIZERS[..], run.compiler.flags()];
        let compile = format!("{name} {} {variant} {inputs}", flags.concat().join(" "));
        match failures.iter().any(|other| other.compiler < run.compiler) {
            false => format!("{compile} -lm -o again && ./again"),
            // The libraries of clang's sanitizers may be missing, and gcc's will do.
            true => {
                let object = |file: &str| file.replace(".c", ".o");
                let objects = format!("{} {}", object(variant), object(inputs));
                let link = format!("gcc {} {} {objects}", model.flag(), SANITIZERS[0]);
                format!("{compile} -c && {link} -lm -o again && ./again")
            }
        }
    };
    failures.iter().map(command).collect()
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
    ("_Bool", "_Bool"),
    ("char", "char"),
    ("schar", "signed char"),
    ("uchar", "unsigned char"),
    ("unsigned_char", "unsigned char"),
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
    ("sector_t", "unsigned long"),
    ("u8", "unsigned char"),
    ("u16", "unsigned short"),
    ("u32", "unsigned"),
    ("u64", "unsigned long long"),
    ("S8", "signed char"),
    ("S32", "int"),
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
        let failure = |compiler, inputs: &[Input]| Failure::new(compiler, inputs);
        let inputs = [input("uchar", 7), input("int", u64::from(u32::MAX))];
        let file = inputs_file(&Compiler::ALL.map(|compiler| failure(compiler, &inputs)));
        assert!(file.contains("inputs[] = {7u, 4294967295u};"), "{file}");
        assert!(file.contains("unsigned char __VERIFIER_nondet_uchar(void)"));
        assert!(!file.contains("nondet_bool") && !file.contains("#ifdef"));
        let two = [
            failure(Compiler::Gcc, &[input("int", 1), input("int", 2)]),
            failure(Compiler::Clang, &[input("int", 2), input("int", 1)]),
        ];
        assert!(inputs_file(&two).contains("__clang__"));
        assert!(inputs_file(&[]).contains("inputs[] = {0};"));
    }

    /// The driver and this file know the same functions.
    #[test]
    fn kinds_are_those_of_the_driver() {
        let driver = include_str!("inputs.c");
        let known =
            driver.lines().filter_map(|line| line.strip_prefix("INPUT(")?.split(',').next());
        let mut known: Vec<&str> = known.chain(["float", "double"]).collect();
        known.retain(|kind| *kind != "suffix");
        assert_eq!(known, KINDS.iter().map(|(kind, _)| *kind).collect::<Vec<_>>());
    }
}
