"""DoorwardWire, the server's PagePath and the OpenAPI document name the same paths, and the server uses each type of DoorwardWire.

The build compares the other names: see `ContractConstants` of DoorwardBundler.
"""

import re

import wire
from document import ROOT, Document

PATHS = set(wire.constants("WirePath").values())
PAGE_PATHS = set(wire.constants("PagePath", ROOT / "Sources/Server/DoorwardSignIn/Routes").values())


def test_the_paths_are_those_of_the_openapi_document():
    documented = {path for _, path in Document().operations()}
    # The page and the API share these routes: `/session/x` is the page's `/v1/x`.
    shared = {path for path in documented
              if path.startswith("/session/") and path.replace("/session/", "/v1/", 1) in PATHS}
    assert len(shared) > 30
    assert PATHS | PAGE_PATHS | shared == documented


def test_the_server_uses_each_type_of_the_contract():
    """A type that only clients use would repeat what the server writes by hand."""
    types = {name for file in wire.FOLDER.rglob("*.swift") for name in re.findall(r"^package (?:struct|enum) (\w+)", file.read_text(), re.M)}
    assert len(types) > 30
    used = {word for folder in ["Server", "Contract/DoorwardServerRules"] for file in (ROOT / "Sources" / folder).rglob("*.swift")
            for word in re.findall(r"\w+", file.read_text())}
    assert types <= used, types - used
