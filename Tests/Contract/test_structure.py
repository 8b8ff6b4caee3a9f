"""The folders of a target form layers: none uses the types, or the members of the extensions, of another in a circle."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from document import ROOT
from documentation import swift_files

# A folder that lists the sign-in methods for the reader. Each folder in it is a layer of its own: a method needs second factors,
# which need another method.
GROUPS = {("DoorwardSignIn", "Methods")}

# Comments and strings name types without using them.
_NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|""".*?"""|"(?:\\.|[^"\\\n])*"', re.DOTALL)
# A nested or private type has no meaning outside its own file, so its name does not tell who uses it.
_DECLARATION = re.compile(r"^(?:@\w+ )*(?:(?:public|package|final|indirect) )*(?:struct|class|enum|actor|protocol|typealias) ([A-Z]\w*)",
                          re.MULTILINE)
_NAME = re.compile(r"\b[A-Z]\w*")
_EXTENSION = re.compile(r"^(?:(?:public|package) )?extension [^{\n]*\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
# Two spaces: the member is of the extension itself. Private members have no meaning outside their file.
_MEMBER = re.compile(r"^  (?:@\w+ )*(?:(?:public|package|static|mutating|consuming|nonisolated) )*(?:var|let|func) `?([a-z]\w*)",
                     re.MULTILINE)
_ANY_MEMBER = re.compile(r"\b(?:var|let|func|case) `?([a-z]\w*)")
_MEMBER_USE = re.compile(r"\.([a-z]\w*)")


def layer(target: str, folders: list[str]) -> str:
    """The layer of a file, by the folders between its target and the file."""
    return "/".join(folders[:2] if (target, folders[0]) in GROUPS else folders[:1])


@cache
def code(file: Path) -> str:
    return _NO_CODE.sub(" ", file.read_text())


@cache
def member_owners(sources: Path) -> dict[str, set[tuple[str, ...]]]:
    """For each name of a variable, function or case, the targets and layers that declare it."""
    owners = defaultdict(set)
    for file in swift_files(sources):
        *folders, _ = file.relative_to(sources).parts
        where = (*folders[1:2], *([layer(folders[1], folders[2:])] if folders[2:] else []))
        for name in _ANY_MEMBER.findall(code(file)):
            owners[name].add(where)
    return owners


def uses(target: Path) -> dict[str, dict[str, set[str]]]:
    """For each folder of a target, the folders whose types and extension members it names, with the names.

    A member counts if only one folder of all targets declares a member of this name.
    """
    texts = defaultdict(str)
    for file in swift_files(target):
        *folders, _ = file.relative_to(target).parts
        if folders:
            texts[layer(target.name, folders)] += code(file) + "\n"
    owners = defaultdict(set)
    all_members = member_owners(target.parent.parent)
    for folder, text in texts.items():
        for name in _DECLARATION.findall(text):
            owners[name].add(folder)
        for body in _EXTENSION.findall(text):
            for name in _MEMBER.findall(body):
                if all_members[name] == {(target.name, folder)}:
                    owners[name].add(folder)
    found = {folder: defaultdict(set) for folder in texts}
    for folder, text in texts.items():
        for name in {*_NAME.findall(text), *_MEMBER_USE.findall(text)}:
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


@pytest.mark.parametrize("target", sorted(path for path in (ROOT / "Sources").glob("*/*") if path.is_dir()), ids=lambda path: path.name)
def test_folders_of_a_target_do_not_use_each_other_in_a_circle(target):
    assert circle(target) is None


def target_with(folder: Path, texts: dict[str, str]) -> Path:
    for name, text in texts.items():
        (folder / "Floor/Target" / name).mkdir(parents=True)
        (folder / "Floor/Target" / name / "File.swift").write_text(text)
    return folder / "Floor/Target"


def test_a_circle_is_found(tmp_path):
    assert "A uses Two of B" in circle(target_with(tmp_path, {
        "A": "struct One { var two: Two }", "B": "struct Two { var three: Three }", "C": "enum Three { case one(One) }"}))


def test_a_circle_through_an_extension_is_found(tmp_path):
    assert "B uses ofA of A" in circle(target_with(tmp_path, {
        "A": "struct One { var two: Two }\n\nextension Int {\n  package static var ofA: Int { 1 }\n}\n", "B": "struct Two { let value = Int.ofA }"}))
