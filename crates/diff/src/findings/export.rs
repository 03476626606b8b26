//! A finding as a task of the verification competition: a C file and its description.

use soundline_c::DataModel;

use crate::concrete::Truth;
use crate::{Encoding, Form, Seed, Variant};

/// A task: what the two files contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskFiles {
    /// The C file.
    pub program: Vec<u8>,
    /// The description, in version 2.0 of the format.
    pub description: String,
}

/// The variant as a task. The expected verdict is told where it is known.
pub fn task(variant: &Variant, truth: &Truth, file: &str) -> TaskFiles {
    let program = variant.render(&encoding(variant.seed()));
    TaskFiles { program, description: description(variant.seed().model, truth, file) }
}

/// The check by a function of our own: the seed may have functions of the usual names.
fn encoding(seed: &Seed) -> Encoding {
    let defined = seed
        .program
        .functions
        .iter()
        .any(|function| function.name == "reach_error" && function.body.is_some());
    let error = if defined { "extern void reach_error();" } else { "void reach_error(void) {}" };
    let prelude = format!(
        "extern void abort(void);\n{error}\n\
         static void soundline_check(int holds) {{ if (!holds) {{ reach_error(); abort(); }} }}\n"
    );
    Encoding { prelude, check: "soundline_check({condition})".into(), form: Form::Expression }
}

fn description(model: DataModel, truth: &Truth, file: &str) -> String {
    let verdict = match truth {
        Truth::Fails(_) => "    expected_verdict: false\n",
        Truth::Holds { .. } => "    expected_verdict: true\n",
        Truth::Depends { .. } | Truth::Open => "",
    };
    let model = match model {
        DataModel::Ilp32 => "ILP32",
        DataModel::Lp64 => "LP64",
    };
    format!(
        "format_version: '2.0'\n\ninput_files: '{file}'\n\nproperties:\n  \
         - property_file: ../properties/unreach-call.prp\n{verdict}\n\
         options:\n  language: C\n  data_model: {model}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concrete::Compiler;
    use crate::seed::Task;
    use std::path::Path;

    /// The reader of task files agrees, and says what is expected.
    #[test]
    fn descriptions_can_be_read() {
        let check = |truth: Truth, model: DataModel, expected: Option<bool>| {
            let text = description(model, &truth, "a.c");
            let task = Task::parse(&text, Path::new("x")).expect("it is a task");
            assert_eq!((task.model, task.input.as_path()), (model, Path::new("x/a.c")));
            assert_eq!(task.properties[0].1, expected);
        };
        check(Truth::Fails(Vec::new()), DataModel::Ilp32, Some(false));
        check(Truth::Holds { runs: 3, compilers: Vec::new() }, DataModel::Lp64, Some(true));
        let depends = Truth::Depends { fails: Compiler::Gcc, holds: Compiler::Clang };
        check(depends, DataModel::Lp64, None);
        check(Truth::Open, DataModel::Ilp32, None);
    }
}
