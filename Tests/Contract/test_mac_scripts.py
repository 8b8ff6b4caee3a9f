"""The scripts run with what macOS includes: bash 3.2, Python 3.9 and the tools of BSD."""
from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

from document import ROOT

# They run on Linux only: the deployment recipe, and the reader of GTK's windows.
LINUX = {"Tests/Contract/follow_recipe.py", "Tests/Contract/units.py", "Tests/Windows/GTKTests/Support/screen-reader.py"}
# The constructs and options that bash 3.2 and the tools of macOS lack.
NOT_IN_SHELL = {
    "mapfile or readarray": r"\b(mapfile|readarray)\b",
    "an associative array": r"\b(declare|local|typeset) -\w*[An]",
    "another case in an expansion": r"\$\{\w+(\[[^]]*\])?(\^|,)",
    "an operator in an expansion": r"\$\{\w+(\[[^]]*\])?@[A-Z]",
    "a negative index or length": r"\$\{\w+\[-\d|\$\{\w+:[^}]*:\s*-\d",
    "a test of a variable": r"\[\[? -v ",
    "both streams at once": r"&>>|\|&",
    "a coprocess": r"\bcoproc\b",
    "wait for any": r"\bwait -n\b",
    "the time": r"printf[^\n]*%\([^)]*\)T|\$(EPOCH|SRANDOM|BASHPID)",
    "an option of GNU": r"\breadlink -f|\bsed -i\b|\bdate -d|\bstat -c|\bfind [^\n|]*-printf|\bgrep -\w*P|\bxargs -r",
    "a shell that is not bash": r"^#!.*\bzsh\b",
}
# Under `set -u`, bash 3.2 takes an empty array for an unset variable.
EMPTY = re.compile(r"\b(\w+)=\((?:\"\$@\")?\)")
NOT_IN_PYTHON = {
    "zip(strict=…)": lambda node: isinstance(node, ast.Call) and named(node.func) == "zip" and "strict" in keywords(node),
    "a data class with slots or keywords": lambda node: isinstance(node, ast.Call) and named(node.func) == "dataclass"
    and {"slots", "kw_only"} & keywords(node),
    "a module of a later version": lambda node: isinstance(node, ast.Import) and any(name.name == "tomllib" for name in node.names),
    "a name of a later version": lambda node: isinstance(node, ast.ImportFrom) and any(
        (node.module, name.name) in LATER for name in node.names),
    "a member of a later version": lambda node: isinstance(node, ast.Attribute) and (named(node.value), node.attr) in LATER,
}
LATER = {
    ("typing", "Self"), ("typing", "assert_never"), ("typing", "override"), ("typing", "TypeAlias"), ("itertools", "pairwise"),
    ("itertools", "batched"), ("datetime", "UTC"), ("enum", "StrEnum"), ("contextlib", "chdir"), ("hashlib", "file_digest"),
    ("asyncio", "TaskGroup"), ("asyncio", "timeout"), ("types", "NoneType"), ("types", "UnionType")}
TYPES = {"str", "int", "bytes", "float", "bool", "list", "dict", "set", "tuple", "object", "Path", "pathlib.Path"}


def named(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def keywords(call: ast.Call) -> set[str | None]:
    return {keyword.arg for keyword in call.keywords}


def scripts(language: str, ending: str) -> list[str]:
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return [name for name in names if (ROOT / name).is_file() and not (ROOT / name).is_symlink() and (
        name.endswith(ending) or "." not in Path(name).name and re.match(rb"#!.*\b" + language.encode(), first_line(ROOT / name)))]


def first_line(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.readline(100)


def shell_faults(text: str) -> list[str]:
    patterns = NOT_IN_SHELL | {
        f"the array {name}, which may be empty": rf"(?<!\+)\"\$\{{{name}\[[@*]\]\}}\"" for name in EMPTY.findall(text)}
    lines = [line for line in text.splitlines() if not re.match(r"\s*#(?!!)", line)]
    return [f"{what}: {line.strip()}" for line in lines for what, pattern in patterns.items() if re.search(pattern, line)]


def is_union(node: ast.AST | None) -> bool:
    """Whether a type has `|`, which only Python 3.10 can evaluate."""
    return node is not None and any(isinstance(part, ast.BinOp) and isinstance(part.op, ast.BitOr) for part in ast.walk(node))


def is_type(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None or ast.unparse(node).partition("[")[0] in TYPES


def python_faults(text: str) -> list[str]:
    try:
        tree = ast.parse(text, feature_version=(3, 9))
    except SyntaxError as error:
        return [f"line {error.lineno}: {error.msg}"]
    is_late = any(isinstance(node, ast.ImportFrom) and node.module == "__future__" and any(
        name.name == "annotations" for name in node.names) for node in tree.body)
    found = []
    for node in ast.walk(tree):
        annotations = [getattr(node, name, None) for name in ("annotation", "returns")]
        if not is_late and any(is_union(part) for part in annotations if isinstance(part, ast.AST)):
            found.append(f"line {node.lineno}: a union without `from __future__ import annotations`")
        if isinstance(node, ast.Match):
            found.append(f"line {node.lineno}: match")
        if isinstance(node, ast.Call) and named(node.func) in ("isinstance", "issubclass") and len(node.args) == 2 and is_union(node.args[1]):
            found.append(f"line {node.lineno}: a union at run time")
        if isinstance(node, (ast.Assign, ast.Call)):
            values = [node.value] if isinstance(node, ast.Assign) else node.args
            if any(isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr) and (is_type(value.left) or is_type(value.right))
                   for value in values):
                found.append(f"line {node.lineno}: a union at run time")
        found += [f"line {node.lineno}: {what}" for what, holds in NOT_IN_PYTHON.items() if holds(node)]
    return found


@pytest.mark.parametrize("name", scripts("(bash|sh)", ".sh"))
def test_shell_script_runs_in_bash_3_2(name):
    assert subprocess.run(["bash", "-n", ROOT / name], capture_output=True, text=True).stderr == ""
    assert shell_faults((ROOT / name).read_text()) == []


def test_python_runs_in_python_3_9():
    faults = {name: python_faults((ROOT / name).read_text()) for name in scripts("python", ".py") if name not in LINUX}
    assert {name: found for name, found in faults.items() if found} == {}


@pytest.mark.parametrize("line", [
    "mapfile -t names < <(ls)", "declare -A ages", 'echo "${name^^}"', 'as=(); run "${as[@]}"', "sed -i s/a/b/ file", "cmd &>>log",
    'find . -printf "%p"', "echo ${words[-1]}", "readlink -f x"])
def test_construct_of_later_shells_is_found(line):
    assert shell_faults(line)


@pytest.mark.parametrize("text", [
    "def a(b: str | None): pass", "x: int | str = 1", "isinstance(1, int | str)", "A = int | None", "match 1:\n  case 1: pass",
    "for a, b in zip([], [], strict=True): pass", "import tomllib", "from typing import Self", "import datetime\ndatetime.UTC",
    "with (open('a') as b, open('c') as d):\n  type X = int"])
def test_construct_of_later_pythons_is_found(text):
    assert python_faults(text)
