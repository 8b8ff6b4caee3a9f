"""The links, tests, modules and files that the documents name exist."""

import re

import pytest

from commands import description
from document import ROOT
from documentation import DOCUMENTS, code_blocks, swift_sources, table_rows
from running import doorward

SWIFT_SUITES = {
    name for path in (ROOT / "Tests").rglob("*.swift")
    for name in re.findall(r"\b(?:struct|class|actor|enum) (\w+Tests)\b", path.read_text())
}
PYTHON_TESTS = {path.name: path.read_text() for path in (ROOT / "Tests").rglob("test_*.py")}


def anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_link_targets_exist(path):
    prose = re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        if target.startswith(("http://", "https://")):
            continue
        name, _, anchor = target.partition("#")
        linked = (path.parent / name).resolve() if name else path
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked.read_text()), target


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_quoted_paths_exist(path):
    # `<name>`, `*`, `…` and words in capitals, such as `TAG`, are places for a name.
    quoted = re.findall(r"`((?:Sources|Tests|scripts|docs)/[^`\s:]+)[^`]*`", path.read_text())
    named = [name for name in quoted if not re.search(r"[<*…]|\b[A-Z]{3,}\b", name)]
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("heading", ["case", "requirement"])
def test_the_tests_of_the_security_tables_exist(heading):
    rows = table_rows(ROOT / "docs/security.md", heading)
    assert len(rows) > 10
    for row in rows:
        named = re.findall(r"`([^`]+)`", row[-1])
        assert named, row
        for name in named:
            file, _, function = name.partition("::")
            if file.endswith(".py"):
                assert file in PYTHON_TESTS, name
                assert not function or f"def {function}(" in PYTHON_TESTS[file], name
            else:
                assert name in SWIFT_SUITES, name


def test_the_security_page_names_every_case():
    page = (ROOT / "docs/security.md").read_text()
    cases = page[page.index("## Attacks and the tests"):page.index("## OWASP ASVS")]
    numbers = {number for group in re.findall(r"\((\d+b?(?:, \d+b?)*)\)", cases) for number in group.split(", ")}
    assert {str(number) for number in range(1, 42)} | {"21b"} <= numbers


def test_the_keys_that_the_security_table_names_are_documented():
    keys = {row[0].strip("`") for row in table_rows(ROOT / "docs/configuration.md", "key")}
    rows = [row for row in table_rows(ROOT / "docs/security.md", "what") if row[2] != "–"]
    assert len(rows) > 5
    assert {row[2].strip("`") for row in rows} <= keys


def test_the_architecture_page_lists_every_module():
    modules = {target["name"] for target in description("Server")["targets"] if target["type"] not in ("test", "plugin")}
    architecture = (ROOT / "docs/architecture.md").read_text()
    assert len(modules) > 60
    assert {module for module in modules if not re.search(rf"\b{module}\b", architecture)} == set()


def test_both_branches_of_a_conditional_import_have_one_access_level():
    # Linux compiles the first branch only. With another level, the second one fails or warns on macOS.
    pattern = re.compile(
        r"#if canImport\(FoundationEssentials\)\n\s*(.*?)import FoundationEssentials\n#else\n\s*(.*?)import Foundation\n")
    imports = {path: pattern.findall(text) for path, text in swift_sources().items()}
    assert sum(map(len, imports.values())) > 50
    assert {path for path, found in imports.items() if any(first != second for first, second in found)} == set()


def test_documents_claim_no_excluded_platform_or_product():
    package = (ROOT / "Package.swift").read_text()
    platforms = dict(re.findall(r"\.(macOS|iOS|tvOS|watchOS|visionOS)\(\.v(\d+)\)", package))
    products = {product["name"] for product in description(".")["products"]}
    assert platforms and products
    for path in DOCUMENTS:
        text = path.read_text()
        # The version of another API's release is not a claim about the package.
        if path.name not in ("apple.md", "CHANGELOG.md"):
            for name, version in re.findall(r"\b(macOS|iOS|tvOS|watchOS|visionOS|Mac Catalyst)\b(?: (\d+))?", text):
                assert name in platforms, (path.name, name)
                assert version in ("", platforms[name]), (path.name, name, version)
        for product in re.findall(r'\.product\(name: "(\w+)", package: "doorward"', text):
            assert product in products, (path.name, product)
    readme = (ROOT / "README.md").read_text()
    for name, version in platforms.items():
        assert f"{name} {version}" in readme, name
    assert re.search(r"Swift (\d+\.\d+) or later", readme)[1] == re.search(r"swift-tools-version: (\S+)", package)[1]


def test_the_readme_lists_the_wallets_that_are_not_offered():
    """The README excludes each transport that a wallet may need beyond a web page."""
    source = (ROOT / "Sources/Client/NEARConnect/Wallets/WalletTransport.swift").read_text()
    words = {
        "usb": "Devices", "hid": "Devices", "bluetooth": "Devices", "browserExtension": "extensions of browsers",
        "walletConnect": "WalletConnect"}
    assert set(re.findall(r"^  case (\w+)$", source, re.M)) == set(words)
    readme = " ".join((ROOT / "README.md").read_text().split())
    [excluded] = re.findall(r"([^.]*) are not supported\.", readme)
    assert {word for word in words.values() if word not in excluded} == set()


def test_the_readme_links_to_every_document():
    readme = (ROOT / "README.md").read_text()
    for path in (ROOT / "docs").glob("*.md"):
        assert f"(docs/{path.name})" in readme, path.name


# A call of the program: as the first word, after a pipe, as another user, or for its output.
CALL = re.compile(r"(?:^|\| |-- |\$\()(?:\S*/)?doorward ((?:[a-z][a-z-]* ?)+)")


def test_shell_samples_use_existing_commands_and_options(tmp_path):
    """Each line of a shell sample that calls the program uses an existing command and existing options."""
    lines = [
        (path.name, line.partition(" #")[0]) for path in DOCUMENTS for block in code_blocks(path, "sh")
        for line in block.splitlines() if CALL.search(line)
    ]
    assert len(lines) >= 10
    listed = doorward("--help", directory=tmp_path).stdout
    for name, line in lines:
        words = CALL.search(line)[1].split()
        while words and not re.search(rf"^  {' '.join(words)}  ", listed, re.M):
            words.pop()
        assert words, (name, line)
        known = doorward(*words, "--help", directory=tmp_path).stdout
        for option in re.findall(r" (--[a-z-]+)", line[CALL.search(line).start(1):]):
            assert re.search(rf"^  {option}\b", known, re.M), (name, line, option)


def test_commands_in_the_text_exist(tmp_path):
    listed = doorward("--help", directory=tmp_path).stdout
    for path in DOCUMENTS:
        for first in re.findall(r"`doorward ([a-z]+)[` ]", path.read_text()):
            assert re.search(rf"^  {first}\b", listed, re.M), (path.name, first)
