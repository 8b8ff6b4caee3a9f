"""Every Swift sample of the documents compiles without a warning, and those without a server run."""

import re

import pytest

import swift_program
from document import ROOT
from documentation import DOCUMENTS, code_blocks

ALL = {
    f"{path.name}-{number}": source
    for path in DOCUMENTS for number, source in enumerate(code_blocks(path, "swift"), 1)
}
# A manifest is not a program. `test_app_package.py` builds with it.
MANIFESTS = {name for name, source in ALL.items() if source.startswith("// swift-tools-version")}
# A sample with windows or wallets needs GTK or a web view. It is a file that `swift build --build-tests` compiles.
WITH_WINDOWS = {
    name: source for name, source in ALL.items() if re.search("import (NEARConnect|DoorwardGTK)\n", source)}
BUILT_FILES = {
    path.read_text(): path
    for folder in ("Examples", "Tests/NEARConnectTests") for path in (ROOT / folder).rglob("*.swift")
}


@pytest.mark.parametrize("source", [
    pytest.param(source, id=name) for name, source in ALL.items()
    if name not in WITH_WINDOWS and name not in MANIFESTS])
def test_a_sample_compiles_and_runs(tmp_path, source):
    program = swift_program.build(source, tmp_path)
    if re.search(r"URLSession|ProcessInfo", source) is None:
        result = swift_program.run(program)
        assert result.returncode == 0, result.stderr
        assert result.stdout.strip(), "a sample prints a result"


@pytest.mark.parametrize("source", [pytest.param(source, id=name) for name, source in WITH_WINDOWS.items()])
def test_a_sample_with_windows_is_a_file_of_a_built_target(source):
    assert source in BUILT_FILES, "the sample is not a file of a built target"
    folder = BUILT_FILES[source].parent.relative_to(ROOT)
    package = (ROOT / "Package.swift").read_text()
    assert f'path: "{folder}"' in package or f'name: "{folder.parts[1]}"' in package, folder


def test_the_documents_have_samples():
    assert len(ALL) - len(WITH_WINDOWS) - len(MANIFESTS) >= 7
    assert len(WITH_WINDOWS) >= 2
