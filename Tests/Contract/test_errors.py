"""docs/errors.md lists every code of the program, and of HTTP those of the OpenAPI document."""

import json
import re

from client import API
from document import ROOT, Document
from documentation import code_blocks, swift_sources, table_rows
from wallets import EthereumWallet

FILE = ROOT / "docs/errors.md"
ROWS = [(row[0].strip("`"), row[1:]) for row in table_rows(FILE, "code")]


def codes_of_the_sources() -> set[str]:
    patterns = (r'(?:Code|Self)\(rawValue: "([a-z0-9_]+)"\)', r'\bcode(?:Name)?: "([a-z0-9_]+)"',
                r'notProven\(\s*"([a-z0-9_]+)"')
    codes = {
        code for text in swift_sources().values() for pattern in patterns for code in re.findall(pattern, text)
    }
    # Made from the names of the members: `invalid_\(name)`.
    patch = (ROOT / "Sources/DoorwardServer/Users/UserPatch.swift").read_text()
    return codes | {f"invalid_{name}" for name in re.findall(r'Self\.change\("([a-z_]+)"', patch)}


def test_every_code_of_the_sources_is_listed_and_no_other():
    listed = {code for code, _ in ROWS}
    codes = codes_of_the_sources()
    assert len(codes) > 150
    assert codes - listed == set(), "not listed"
    assert listed - codes == set(), "not in the sources"


def test_the_codes_of_http_are_those_of_the_openapi_document():
    document = Document()
    # What any path may answer is told once, at the head of the document.
    documented: dict[str, set[str]] = {
        "method_not_allowed": {"405"}, "not_found": {"404"}, "start_failed": {"503"}}
    for method, path in document.operations():
        for status, (response, _) in document.responses(method, path).items():
            for code in document.codes_of(response):
                documented.setdefault(code, set()).add(status)
    listed = {code: set(cells[0].split(", ")) for code, cells in ROWS if len(cells) == 3}
    assert listed == documented


def test_every_row_says_something():
    for code, cells in ROWS:
        assert all(cells), code
        for cell in cells:
            assert not cell.endswith(("..", " ")), code


def test_the_examples_are_of_the_form_of_real_answers(api: API):
    problem, oauth = (json.loads(block) for block in code_blocks(FILE, "json"))
    proof = api.proof(EthereumWallet())
    assert api.post("/v1/ethereum/sign-in", proof).status == 200
    again = api.post("/v1/ethereum/sign-in", proof).json
    refused = api.refresh("nothing").json
    for example, answer in ((problem, again), (oauth, refused)):
        assert {**example, "trace_id": ""} == {**answer, "trace_id": ""}
