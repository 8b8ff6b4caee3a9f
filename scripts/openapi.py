"""The OpenAPI document, joined from its parts. The build joins them too, and checks them: `ContractDocument` of DoorwardBundler."""
from __future__ import annotations

import json

from commands import ROOT

PARTS = ROOT / "Sources/Contract/OpenAPI"


def document() -> dict:
    joined: dict = {"paths": {}, "components": {}}
    for file in sorted(PARTS.rglob("*.json")):
        part = json.loads(file.read_text())
        joined["paths"] |= part.pop("paths", {})
        for section, components in part.pop("components", {}).items():
            joined["components"].setdefault(section, {}).update(components)
        joined |= part
    return joined


def profile_texts() -> dict[str, dict]:
    """The texts of a profile that a user changes, with their schemas. A user name has rules of its own."""
    members = document()["components"]["schemas"]["UserPatch"]["properties"]
    return {name: member for name, member in members.items() if "string" in member["type"] and name != "username"}
