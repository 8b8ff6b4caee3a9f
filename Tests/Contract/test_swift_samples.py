"""Every Swift sample of the documents compiles without a warning, and complete programs without a server run.

A fragment is a sample without imports: a part of a function of an app. It compiles too; see `fragments`.
"""

import json
import re

import pytest

import fragments
import swift_program
from commands import description
from document import ROOT
from documentation import DOCUMENTS, code_blocks
from programs import run

ALL = {
    f"{path.name}-{number}": source
    for path in DOCUMENTS for number, source in enumerate(code_blocks(path, "swift"), 1)
}
# A sample for a framework of others, which the tests cannot download: only its syntax is checked.
FRAMEWORKS = {name: source for name, source in ALL.items() if re.search("^import (Vapor|Hummingbird)$", source, re.M)}
# A manifest is not a program. `test_app_package.py` builds with it.
MANIFESTS = {name: source for name, source in ALL.items() if source.startswith("// swift-tools-version")}
MANIFEST_FRAGMENTS = {name: source for name, source in ALL.items() if re.match(r"\.(package|product)\(", source)}
FRAGMENTS = {
    name: source for name, source in ALL.items()
    if name not in MANIFESTS and name not in MANIFEST_FRAGMENTS and re.search("^import ", source, re.M) is None}
# The articles of DocC have fragments of manifests as text. scripts/docs-check compiles their other samples.
ARTICLES = sorted((ROOT / "Sources").glob("*/*/*.docc/*.md"))
MANIFEST_FRAGMENTS |= {
    f"{path.name}-{number}": source
    for path in ARTICLES for number, source in enumerate(code_blocks(path, "text"), 1) if ".package(" in source}
# Fragments that exist on Apple platforms only are lines of these files, which scripts/apple-check compiles.
APPLE_FILES = [path.read_text() for path in sorted((ROOT / "Tests/Client/CatalogSamples").glob("*.swift"))]
# What looks like Swift in a block of another language.
SWIFT_LINE = re.compile(r"^\s*(let \w+\b|var \w+\b|(try )?await |try await |func \w|struct \w|import \w+$|@\w+ |switch )", re.M)
# A sample with windows or wallets needs GTK or a web view. It is a file that `swift build --package-path Server --build-tests` compiles.
WITH_WINDOWS = {
    name: source for name, source in ALL.items() if re.search("import (NEARConnect|DoorwardGTK|Testing)\n", source)}
BUILT_FILES = {
    path.read_text(): path
    for folder in ("Examples", "Tests/Client/NEARConnectTests", "Tests/Client/ClientTests/Documents") for path in (ROOT / folder).rglob("*.swift")
}


@pytest.mark.parametrize("source", [
    pytest.param(source, id=name) for name, source in ALL.items()
    if name not in WITH_WINDOWS | FRAMEWORKS | MANIFESTS | MANIFEST_FRAGMENTS | FRAGMENTS])
def test_a_sample_compiles_and_runs(tmp_path, source):
    program = swift_program.build(source, tmp_path)
    if re.search(r"URLSession|ProcessInfo", source) is None:
        result = swift_program.run(program)
        assert result.returncode == 0, result.stderr
        assert result.stdout.strip(), "a sample prints a result"


@pytest.mark.parametrize("is_confidential", [False, True], ids=["app", "backend"])
def test_the_program_of_the_dashboard_compiles(tmp_path, is_confidential):
    """The Swift program that the dashboard shows for an application."""
    script = ROOT / "Sources/Server/DoorwardAdministration/Web/applications/snippets.js"
    client = {"issuer": "https://id.example.com", "id": "shop", "audience": 'a"b\\(c)', "redirect": "https://shop.example/callback",
              "scopes": ["openid"], "isConfidential": is_confidential, "algorithm": "ES256"}
    program = run("node", "--input-type=module", "--eval", f"""
        const {{ snippet }} = await import({json.dumps(script.as_uri())});
        process.stdout.write(snippet("swift", {json.dumps(client)}));""")
    assert program.returncode == 0, program.stderr
    swift_program.check(program.stdout, tmp_path)


@pytest.mark.parametrize("source", [pytest.param(source, id=name) for name, source in WITH_WINDOWS.items()])
def test_a_sample_with_windows_is_a_file_of_a_built_target(source):
    assert source in BUILT_FILES, "the sample is not a file of a built target"
    folder = BUILT_FILES[source].parent.relative_to(ROOT)
    assert any(folder.is_relative_to(target["path"]) for target in description("Server")["targets"]), folder


def test_a_sample_for_a_framework_is_parsed(tmp_path):
    assert len(FRAMEWORKS) == 2
    for name, source in FRAMEWORKS.items():
        (tmp_path / f"{name}.swift").write_text(source)
    result = run("swiftc", "-parse", *(f"{name}.swift" for name in FRAMEWORKS), directory=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")


def is_of_apple(source: str) -> bool:
    """Whether a fragment is a part of a file, with any spaces and line breaks between its words."""
    fragment, *files = [" ".join(text.split()) for text in (source, *APPLE_FILES)]
    return any(fragment in file for file in files)


def test_every_fragment_compiles(tmp_path):
    here = {name: source for name, source in FRAGMENTS.items() if not is_of_apple(source)}
    assert fragments.messages(here, tmp_path) == []


def test_a_wrong_fragment_is_found(tmp_path):
    [message] = fragments.messages({"wrong": "try await doorward.passkey.signUp(label: email)\n"}, tmp_path)
    assert message.startswith("wrong:1:") and "error" in message


def test_every_fragment_of_a_manifest_compiles(tmp_path):
    assert fragments.manifest_messages(MANIFEST_FRAGMENTS, tmp_path) == []
    assert fragments.manifest_messages({"wrong": '.product(name: "Doorward", of: "doorward")\n'}, tmp_path)


@pytest.mark.parametrize("path", [pytest.param(path, id=str(path.relative_to(ROOT))) for path in [*DOCUMENTS, *ARTICLES]])
def test_no_swift_is_fenced_as_text(path):
    blocks = [block for block in code_blocks(path, "text") if SWIFT_LINE.search(block)]
    assert blocks == []


def test_the_documents_have_samples():
    assert len(ALL) - len(WITH_WINDOWS) - len(FRAMEWORKS) - len(MANIFESTS) - len(FRAGMENTS) - len(MANIFEST_FRAGMENTS) >= 7
    assert len(WITH_WINDOWS) >= 3
    assert len(FRAGMENTS) >= 16
    assert len(MANIFEST_FRAGMENTS) >= 4
