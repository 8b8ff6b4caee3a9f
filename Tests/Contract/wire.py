"""The constants of Sources/Contract/DoorwardWire, read from the Swift source."""

import re
from pathlib import Path

from document import ROOT

FOLDER = ROOT / "Sources/Contract/DoorwardWire"


def constants(type: str, folder: Path = FOLDER) -> dict[str, str]:
    """The text constants of an enumeration and of its extensions by their Swift names."""
    bodies = [body for file in sorted(folder.rglob("*.swift")) for body in re.findall(
        rf"^(?:package )?(?:enum|extension) {type} \{{\n(.*?)^\}}", file.read_text(), re.M | re.S)]
    return dict(re.findall(r'static var (\w+): String \{ "([^"]*)" \}', "\n".join(bodies)))
