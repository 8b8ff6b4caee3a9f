"""DoorwardWire, the OpenAPI document and docs/errors.md name the same codes, paths and header fields."""

import json

import wire
from document import ROOT, Document
from documentation import table_rows

CODES = wire.constants("Calls/WireCode.swift")
PATHS = set(wire.constants("Calls/WirePath.swift").values())
PAGE_PATHS = set(wire.constants("../../Server/DoorwardSignIn/Routes/PagePath.swift").values())


def documented_codes() -> set[str]:
    document = Document()
    # The first section of the document names the codes that every path may answer.
    codes = {"start_failed", "not_found", "method_not_allowed"}
    for method, path in document.operations():
        for response, _ in document.responses(method, path).values():
            codes |= set(document.codes_of(response))
    return codes


def test_every_code_is_in_the_openapi_document():
    assert len(CODES) > 50
    assert set(CODES.values()) - documented_codes() == set()


def test_every_code_is_listed_with_its_meaning():
    listed = {row[0].strip("`") for row in table_rows(ROOT / "docs/errors.md", "code")}
    assert set(CODES.values()) - listed == set()


def test_no_code_occurs_twice():
    assert len(set(CODES.values())) == len(CODES)


def test_the_paths_are_those_of_the_openapi_document():
    documented = {path for _, path in Document().operations()}
    # The page and the API share these routes: `/session/x` is the page's `/v1/x`.
    shared = {path for path in documented
              if path.startswith("/session/") and path.replace("/session/", "/v1/", 1) in PATHS}
    assert len(shared) > 30
    assert PATHS | PAGE_PATHS | shared == documented


def test_the_header_fields_are_in_the_openapi_document():
    text = json.dumps(Document().contents)
    for name in wire.constants("Calls/WireHeader.swift").values():
        # A security scheme describes Authorization.
        assert name == "Authorization" or f'"{name}"' in text, name
