"""docs/errors.md lists every code of the program, and for HTTP those of the OpenAPI document."""

from __future__ import annotations

import json
import re

import wire
from client import API
from document import ROOT, Document
from documentation import code_blocks, swift_sources, table_rows
from wallets import EthereumWallet

FILE = ROOT / "docs/errors.md"
LIBRARIES = "\n## Libraries\n"
# The SDK has a constant for each code of the server. They do not show that a source uses the code.
CONSTANTS = re.compile(r"Sources/Client/Doorward/(Errors/Codes/|Methods/Password/PasswordCodes)")
ROWS = [(row[0].strip("`"), row[1:]) for row in table_rows(FILE, "code")]


def codes_of(modules: list[str] | None = None) -> set[str]:
    """The codes in the sources of these modules, or of all modules. DoorwardWire has those of the server.

    The codes in the samples of previews are texts that a user types.
    """
    patterns = (r'(?:Code|Self)\(rawValue: "([a-z0-9_]+)"\)', r'(?<!case \.)\bcode(?:Name)?: "([a-z0-9_]+)"',
                r'notProven\(\s*"([a-z0-9_]+)"')
    return {
        code for path, text in swift_sources().items()
        if "Samples" not in path.parts and not CONSTANTS.search(str(path)) and (modules is None or path.relative_to(ROOT / "Sources").parts[1] in modules)
        for pattern in patterns for code in re.findall(pattern, text)
    }


def codes_of_the_sources() -> set[str]:
    return codes_of() | set(wire.constants("WireCode").values())


def libraries() -> list[tuple[list[str], set[str]]]:
    """For each section about libraries, the modules in its heading and the listed codes."""
    names = {path.name for path in (ROOT / "Sources").glob("*/*")}
    sections = FILE.read_text().split(LIBRARIES)[1].split("\n### ")[1:]
    return [
        ([word for word in re.findall(r"\w+", section.splitlines()[0]) if word in names],
         set(re.findall(r"^\| `([a-z0-9_]+)` \|", section, re.M)))
        for section in sections]


def test_every_code_of_the_sources_is_listed_and_no_other():
    listed = {code for code, _ in ROWS}
    codes = codes_of_the_sources()
    assert len(codes) > 150
    assert codes - listed == set(), "not listed"
    assert listed - codes == set(), "not in the sources"


def test_every_code_that_a_call_of_the_sdk_throws_has_a_constant():
    text = FILE.read_text()
    api = [part for part in text.split("\n## HTTP API\n")[1].split("\n## ")[0].split("\n### ")[1:]
           if not part.startswith(("Backends\n", "The administration\n", "Errors in a redirect"))]
    sdk = [part.split("\nReasons why the keyring")[0] for part in text.split("\n### ")
           if "the client SDK\n" in part or part.startswith("DoorwardSecurityKeys\n")]
    assert len(api) > 6 and len(sdk) == 2
    codes = {code for part in api + sdk for code in re.findall(r"^\| `([a-z0-9_]+)` \|", part, re.M)}
    assert len(codes) > 200
    sources = "\n".join(text for path, text in swift_sources().items() if re.search("Sources/Client/Doorward(NEAR|SecurityKeys)?/", str(path)))
    named = re.findall(
        r"public static (?:var|let) \w+(?:: (?:Self|Code|DoorwardError\.Code))?\s*(?:=|\{)\s*[\w.]+\((?:rawValue: )?([\w.\"]+)\)", sources)
    values = {f"WireCode.{name}": code for name, code in wire.constants("WireCode").items()}
    values |= {f"StorageError.Code.{name}": code
               for name, code in re.findall(r'static var (\w+): Code \{ Code\(rawValue: "(storage_\w+)"\)', sources)}
    constants = {values.get(name, name.strip('"')) for name in named}
    # A step that the user has not confirmed is a problem of a flow, not an error of a call.
    assert codes - constants - {"not_confirmed"} == set()


def test_each_library_lists_its_own_codes():
    program = set(re.findall(r"^\| `([a-z0-9_]+)` \|", FILE.read_text().split(LIBRARIES)[0], re.M))
    assert len(libraries()) > 4
    for modules, listed in libraries():
        assert modules
        codes = codes_of(modules)
        assert codes - listed - program == set(), f"not listed under {modules}"
        assert listed - codes == set(), f"not in the sources of {modules}"


def test_the_codes_of_http_are_those_of_the_openapi_document():
    document = Document()
    documented: dict[str, set[str]] = {}
    for status, code in document.contents["x-codes-of-every-path"].items():
        documented[code] = {status}
        assert f"{status} `{code}`" in document.contents["info"]["description"]
    for method, path in document.operations():
        for status, (response, _) in document.responses(method, path).items():
            for code in document.codes_of(response):
                documented.setdefault(code, set()).add(status)
    listed = {code: set(cells[0].split(", ")) for code, cells in ROWS if len(cells) == 3}
    assert listed == documented


def test_every_row_has_a_meaning():
    for code, cells in ROWS:
        assert all(cells), code
        for cell in cells:
            assert not cell.endswith(("..", " ")), code


def test_the_examples_have_the_form_of_real_answers(api: API):
    problem, oauth = (json.loads(block) for block in code_blocks(FILE, "json"))
    proof = api.proof(EthereumWallet())
    assert api.post("/v1/ethereum/sign-in", proof).status == 200
    again = api.post("/v1/ethereum/sign-in", proof).json
    refused = api.refresh("nothing").json
    for example, answer in ((problem, again), (oauth, refused)):
        assert {**example, "trace_id": ""} == {**answer, "trace_id": ""}
