//! The tasks of the survey: what is said of them is what their runs show.

mod installed;
mod running;

use soundline_c::DataModel;
use soundline_diff::SURVEY;
use soundline_diff::analyzer::AssertedProgram;
use soundline_diff::concrete::{Effort, Truth};

#[test]
fn runs_show_what_the_table_says() {
    let Some(clang) = installed::clang() else { return };
    let shop = running::workshop();
    for task in SURVEY {
        // A variable without a value may have any; runs fill it with two, and none of them fails task 7.
        let text = task.text.replace("int x;", "int x = 5;");
        let undefined = task.undefined && text == task.text;
        let program = clang.parse("task.c", text, DataModel::Ilp32).expect("it is C");
        let program = AssertedProgram::of(program).expect("it has an assertion");
        let seen = program.examine(&clang, &shop, &Effort::default()).expect("it can be run");
        assert_eq!(seen.undefined.is_some(), undefined, "task {}: {seen:?}", task.number);
        match seen.truths[0] {
            Truth::Fails(_) => assert!(task.fails, "task {}", task.number),
            Truth::Holds { .. } => assert!(!task.fails, "task {}", task.number),
            // Behind undefined behaviour nothing is concluded.
            _ => assert!(undefined, "task {}: {seen:?}", task.number),
        }
        assert_eq!(task.developers.iter().sum::<u8>(), 12, "twelve developers");
        assert_eq!(task.majority(), task.fails, "most of them were right");
    }
}
