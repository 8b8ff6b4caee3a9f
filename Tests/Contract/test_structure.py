"""The folders of a target form layers: their types do not use each other in a circle. Members of types are not checked."""

import re
from collections import defaultdict
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from document import ROOT

# Comments and strings name types without using them.
_NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|""".*?"""|"(?:\\.|[^"\\\n])*"', re.DOTALL)
# A nested or private type has no meaning outside its own file, so its name does not tell who uses it.
_DECLARATION = re.compile(r"^(?:@\w+ )*(?:(?:public|package|final|indirect) )*(?:struct|class|enum|actor|protocol|typealias) ([A-Z]\w*)",
                          re.MULTILINE)
_NAME = re.compile(r"\b[A-Z]\w*")


def uses(target: Path) -> dict[str, dict[str, set[str]]]:
    """For each folder of a target, the folders whose types it names, with the names."""
    texts = defaultdict(str)
    for file in target.rglob("*.swift"):
        parts = file.relative_to(target).parts
        if len(parts) > 1:
            texts[parts[0]] += _NO_CODE.sub(" ", file.read_text()) + "\n"
    owners = defaultdict(set)
    for folder, text in texts.items():
        for name in _DECLARATION.findall(text):
            owners[name].add(folder)
    found = {folder: defaultdict(set) for folder in texts}
    for folder, text in texts.items():
        for name in set(_NAME.findall(text)):
            # A name of two folders does not tell which of them is meant.
            if len(owners[name]) == 1 and (owner := next(iter(owners[name]))) != folder:
                found[folder][owner].add(name)
    return found


def circle(target: Path) -> str | None:
    found = uses(target)
    try:
        TopologicalSorter({folder: used.keys() for folder, used in found.items()}).prepare()
    except CycleError as error:
        folders = error.args[1][::-1]
        return "; ".join(f"{a} uses {', '.join(sorted(found[a][b]))} of {b}" for a, b in zip(folders, folders[1:]))
    return None


@pytest.mark.parametrize("target", sorted(path for path in (ROOT / "Sources").iterdir() if path.is_dir()), ids=lambda path: path.name)
def test_folders_of_a_target_do_not_use_each_other_in_a_circle(target):
    assert circle(target) is None


def test_a_circle_is_found(tmp_path):
    for folder, text in {"A": "struct One { var two: Two }", "B": "struct Two { var three: Three }",
                         "C": "enum Three { case one(One) }"}.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "File.swift").write_text(text)
    assert "A uses Two of B" in circle(tmp_path)
