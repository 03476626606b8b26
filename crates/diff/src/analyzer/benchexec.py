"""Asks a tool-info module of BenchExec: how a tool is called, and what its output means.

Arguments: a word for what is asked, and a JSON object. The answer is one line of JSON on the
stream that was standard output; whatever the module itself prints goes to standard error. Some
modules keep state from `cmdline` to `determine_result`, so that the former is always called first.
"""

import importlib
import json
import os
import sys

# The module may print; the answer must stay alone.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
sys.stdout = sys.stderr


def main(question, asked):
    from benchexec import tooladapter
    from benchexec.tools.template import BaseTool2
    from benchexec.util import ProcessExitCode

    name = asked["tool"]
    module = importlib.import_module(name if "." in name else "benchexec.tools." + name)
    tool = tooladapter.adapt_to_current_version(module.Tool())
    # A path from the current folder would be wrong in the folder where the tool runs.
    executable = os.path.abspath(
        tool.executable(BaseTool2.ToolLocator(use_path=True, use_current=True))
    )
    if question == "version":
        return {
            "name": tool.name(),
            "version": (tool.version(executable) or "").strip(),
            "executable": executable,
        }

    task = BaseTool2.Task.with_files(
        [asked["file"]],
        property_file=asked["property"],
        options={"language": "C", "data_model": asked["model"]},
    )
    limits = BaseTool2.ResourceLimits(cputime=asked["seconds"], memory=asked["bytes"])
    command = tool.cmdline(executable, asked["options"], task, limits)
    if question == "command":
        environment = tool.environment(executable) or {}
        return {
            "command": [str(word) for word in command],
            "folder": tool.working_directory(executable) or ".",
            "environment": environment.get("newEnv", {}),
            "added": environment.get("additionalEnv", {}),
        }

    if asked["signal"]:
        exit_code = ProcessExitCode.create(signal=asked["signal"])
    else:
        exit_code = ProcessExitCode.create(value=asked["exit"])
    with open(asked["output"], encoding="utf-8", errors="replace") as output:
        lines = output.readlines()
    reason = asked["reason"]
    run = BaseTool2.Run(command, exit_code, BaseTool2.RunOutput(lines), reason)
    return {"result": str(tool.determine_result(run))}


try:
    answer = main(sys.argv[1], json.loads(sys.argv[2]))
except SystemExit as error:
    answer = {"error": "the module called sys.exit: %s" % error}
except BaseException as error:
    answer = {"error": "%s: %s" % (type(error).__name__, error)}
answers.write(json.dumps(answer) + "\n")
answers.flush()
# Threads or exit handlers of the module have no say in how this ends.
os._exit(0)
