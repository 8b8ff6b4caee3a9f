"""DoorwardWire, the server's PagePath and the OpenAPI document name the same paths.

The build compares the other names: see `ContractConstants` of DoorwardBundler.
"""

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
