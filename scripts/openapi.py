"""The OpenAPI document, joined from its parts. The build joins them too, and checks them: `ContractDocument` of DoorwardBundler."""
from __future__ import annotations

import json

from commands import ROOT

PARTS = ROOT / "Sources/Contract/OpenAPI"


def expanded(value: object, fragments: dict) -> object:
    """A part of the document with the fragments in their places: `ContractFragments` of DoorwardBundler."""
    if isinstance(value, dict):
        members: dict = {}
        for name, member in value.items():
            members |= fragments[member] if name == "$fragment" else {name: expanded(member, fragments)}
        return members
    if isinstance(value, list):
        items: list = []
        for item in value:
            is_fragment = isinstance(item, dict) and "$fragment" in item
            items += fragments[item["$fragment"]] if is_fragment else [expanded(item, fragments)]
        return items
    return value


def document() -> dict:
    joined: dict = {"paths": {}, "components": {}}
    parts = [json.loads(file.read_text()) for file in sorted(PARTS.rglob("*.json"))]
    fragments = {name: value for part in parts for name, value in part.pop("fragments", {}).items()}
    for part in (expanded(part, fragments) for part in parts):
        joined["paths"] |= part.pop("paths", {})
        for section, components in part.pop("components", {}).items():
            joined["components"].setdefault(section, {}).update(components)
        joined |= part
    return joined


def profile_texts() -> dict[str, dict]:
    """The texts of a profile that a user changes, with their schemas. A user name has rules of its own."""
    members = document()["components"]["schemas"]["UserPatch"]["properties"]
    return {name: member for name, member in members.items() if "string" in member["type"] and name != "username"}
