"""The OpenAPI document and the server have the same calls."""

import re

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from document import METHODS, Document

DOCUMENT = Document()
UNKNOWN = "00000000-0000-4000-8000-000000000000"
# The documents about passkeys, which this server does not offer.
NO_ENTRIES = {f"/.well-known/{name}" for name in (
    "webauthn", "passkey-endpoints", "apple-app-site-association", "assetlinks.json")}


def test_the_document_is_openapi_3_1():
    OpenAPIV31SpecValidator(DOCUMENT.contents).validate()


def test_operation_names_are_unique():
    names = [DOCUMENT.operation(method, path)["operationId"] for method, path in DOCUMENT.operations()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("method, path", DOCUMENT.operations())
def test_a_documented_call_exists(api, method, path):
    answer = api.call(method, path.replace("{id}", UNKNOWN), "{}" if method in ("POST", "PATCH", "PUT") else None)
    assert answer.status != 405
    assert answer.status != 404 or answer.code == "not_found" and ("{id}" in path or path in NO_ENTRIES)


@pytest.mark.parametrize("path", DOCUMENT.contents["paths"])
def test_every_other_method_is_refused(api, path):
    # A path without an identifier may also match the pattern of paths with one: `second-factors/totp`.
    known = {method for method, documented in DOCUMENT.operations()
             if documented == path or re.fullmatch(documented.replace("{id}", "[^/{]+"), path)}
    same_origin = {"Origin": api.origin, "Content-Type": "application/json"}
    for method in {name.upper() for name in METHODS} - known:
        answer = api.call(method, path.replace("{id}", UNKNOWN), headers=same_origin)
        assert (answer.status, answer.code) == (405, "method_not_allowed"), method
        allowed = set(answer.headers["Allow"].split(", "))
        assert allowed == known | {"OPTIONS"} | ({"HEAD"} if "GET" in known else set())
        options = api.call("OPTIONS", path.replace("{id}", UNKNOWN), headers=same_origin)
        assert options.headers["Allow"] == answer.headers["Allow"]
