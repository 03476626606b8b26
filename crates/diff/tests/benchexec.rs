//! Analyzers through tool-info modules of BenchExec: with a module of our own in a small stand-in for
//! BenchExec, and with the real one where python3 has it.

use soundline_c::DataModel;
use soundline_diff::analyzer::{Analyzer, Answer, Catalogue, Description, Search, Task, Verdict};
use soundline_isolate::{Limits, Stop, Warden};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const PROGRAM: &str = "extern void reach_error(void);\nint main(void) { return 0; }\n";

/// As much of BenchExec as our script and the module below use.
const STAND_IN: &[(&str, &str)] = &[
    ("benchexec/__init__.py", ""),
    ("benchexec/tools/__init__.py", ""),
    ("benchexec/tooladapter.py", "def adapt_to_current_version(tool):\n    return tool\n"),
    (
        "benchexec/util.py",
        r#"
class ProcessExitCode:
    def __init__(self, value, signal):
        self.value = value
        self.signal = signal

    @classmethod
    def create(cls, value=None, signal=None):
        return cls(value, signal)
"#,
    ),
    (
        "benchexec/tools/template.py",
        r#"
class BaseTool2:
    class ToolLocator:
        def __init__(self, use_path=False, use_current=False):
            pass

    class Task:
        @classmethod
        def with_files(cls, files, property_file=None, options=None):
            task = cls()
            task.file = files[0]
            task.property_file = property_file
            task.options = options
            return task

    class ResourceLimits:
        def __init__(self, cputime=None, memory=None):
            self.cputime = cputime
            self.memory = memory

    class Run:
        def __init__(self, cmdline, exit_code, output, termination_reason):
            self.cmdline = cmdline
            self.exit_code = exit_code
            self.output = output

    class RunOutput(list):
        pass

    def environment(self, executable):
        return {"newEnv": {"FAKE_MOOD": "good"}, "additionalEnv": {}}

    def working_directory(self, executable):
        return "."
"#,
    ),
    (
        "benchexec/tools/fake.py",
        r#"
import os
import sys
from benchexec.tools.template import BaseTool2


class Tool(BaseTool2):
    def executable(self, locator):
        return os.path.join(os.environ["FAKE_FOLDER"], "fake-tool")

    def name(self):
        return "Fake"

    def version(self, executable):
        print("a module that prints")
        return "7.1"

    def cmdline(self, executable, options, task, limits):
        print("prints again")
        self.called = True
        return [executable, *options, task.options["data_model"], task.property_file, task.file]

    def determine_result(self, run):
        assert self.called, "cmdline comes first"
        text = "".join(run.output)
        if "exit" in text:
            sys.exit(3)
        if "raise" in text:
            raise ValueError("no such thing")
        for line in run.output:
            if line.startswith("RESULT "):
                return line[7:].strip()
        return "ERROR (%d)" % run.exit_code.value
"#,
    ),
];

const TOOL: &str = r#"#!/bin/sh
# Arguments: what to say, the data model, the property, the program.
[ "$FAKE_MOOD" = good ] && grep -q reach_error "$3" && grep -q main "$4" || exit 9
case "$1" in
    crash) kill -SEGV $$ ;;
    hang) sleep 1000 ;;
    *) echo "$2: $1" >&2; echo "RESULT $1" ;;
esac
"#;

fn has_python() -> bool {
    soundline_needs::PYTHON.found()
}

fn executable(path: &Path, text: &str) {
    fs::write(path, text).expect("there is room");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
}

/// A python3 that finds the stand-in.
fn python(folder: &Path) -> String {
    for (name, text) in STAND_IN {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("it is below the folder")).expect("there is room");
        fs::write(path, text).expect("there is room");
    }
    executable(&folder.join("fake-tool"), TOOL);
    let python = folder.join("python");
    let shown = folder.display();
    let text = format!(
        "#!/bin/sh\nexport PYTHONPATH='{shown}' FAKE_FOLDER='{shown}' PYTHONDONTWRITEBYTECODE=1\n\
         exec python3 \"$@\"\n"
    );
    executable(&python, &text);
    python.display().to_string()
}

fn search() -> Search {
    let warden = Warden::at(env!("CARGO_BIN_EXE_soundline-warden"));
    Search::new(warden, None).expect("there is room for temporary files")
}

fn describe(python: &str, tool: &str, says: &str) -> Arc<Description> {
    let text = format!(
        "name = \"x\"\nabout = \"\"\nget = \"\"\nbenchexec = \"{tool}\"\n[find]\n\
         programs = [\"{python}\"]\n[encoding]\ncheck = \"c({{condition}})\"\n\
         [configurations]\ndefault = [\"{says}\"]\n"
    );
    Arc::new(Description::parse(&text).expect("it is well formed").remove(0))
}

fn limits() -> Limits {
    Limits { time: Duration::from_secs(20), ..Limits::default() }
}

fn run(analyzer: &Analyzer, limits: &Limits) -> Answer {
    let task = Task::new(PROGRAM.as_bytes(), DataModel::Ilp32);
    analyzer.run(&task, limits, &Stop::default()).answer
}

#[test]
fn modules_say_how_tools_are_called_and_read() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room");
    let python = python(folder.path());
    let answer = |says: &str, limits: &Limits| {
        let found = search().find(&describe(&python, "fake", says)).expect("it is there");
        assert_eq!(found.version, "Fake 7.1");
        run(&found, limits)
    };
    let check = |says: &str, expected: Answer| assert_eq!(answer(says, &limits()), expected);
    check("true", Answer::Verdict(Verdict::Safe));
    check("false(unreach-call)", Answer::Verdict(Verdict::Unsafe));
    check("unknown", Answer::Verdict(Verdict::Unknown));
    check("TIMEOUT", Answer::TimedOut);
    check("OUT OF MEMORY", Answer::OutOfMemory);
    check("crash", Answer::Crashed(11));
    let short = Limits { time: Duration::from_millis(300), ..limits() };
    assert_eq!(answer("hang", &short), Answer::TimedOut);
    let reason = |says: &str| match answer(says, &limits()) {
        Answer::Unreadable(unreadable) => unreadable.reason,
        other => panic!("{says}: {other:?}"),
    };
    assert_eq!(reason("false(valid-deref)"), "BenchExec reads it as `false(valid-deref)`");
    assert_eq!(reason("exit"), "the module called sys.exit: 3");
    assert_eq!(reason("raise"), "ValueError: no such thing");
}

#[test]
fn what_is_missing_is_named() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room");
    let python = python(folder.path());
    let missing = search().find(&describe(&python, "nothing", "")).expect_err("there is none");
    assert!(missing.reason.contains("benchexec.tools.nothing"), "{missing}");
}

#[test]
fn the_real_benchexec_is_understood() {
    let asked = std::process::Command::new("python3").args(["-c", "import benchexec"]).output();
    if !asked.is_ok_and(|output| output.status.success()) {
        soundline_needs::skip("python3 has no benchexec (pip install benchexec)");
        return;
    }
    let select = |name: &str| {
        Catalogue::built_in().select(&[name.to_string()]).expect("it is one")[0].clone()
    };
    let missing = search().find(&select("benchexec:no_such_tool")).expect_err("there is none");
    assert!(missing.reason.contains("ModuleNotFoundError"), "{missing}");
    // The module is real, the tool behind it is not.
    let folder = tempfile::tempdir().expect("there is room");
    let shown = folder.path().display();
    let tool = "#!/bin/sh\ncase \"$*\" in *--version*) echo 8.0.0 ;; \
                *--32*) echo 'RESULT: false(unreach-call)' ;; *) echo 'RESULT: true' ;; esac\n";
    executable(&folder.path().join("symbiotic"), tool);
    let python = folder.path().join("python");
    executable(&python, &format!("#!/bin/sh\nPATH='{shown}':$PATH exec python3 \"$@\"\n"));
    let description = describe(&python.display().to_string(), "symbiotic", "--quiet");
    let found = search().find(&description).unwrap_or_else(|missing| panic!("{missing}"));
    assert!(found.version.contains("8.0.0"), "{}", found.version);
    assert_eq!(run(&found, &limits()), Answer::Verdict(Verdict::Unsafe));
}
