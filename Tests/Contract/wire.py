"""The constants of Sources/Contract/DoorwardWire, read from the Swift source."""

import re

from document import ROOT

FOLDER = ROOT / "Sources/Contract/DoorwardWire"


def constants(file: str) -> dict[str, str]:
    """The text constants of one file by their Swift names."""
    text = (FOLDER / file).read_text()
    return dict(re.findall(r'static var (\w+): String \{ "([^"]*)" \}', text))


def codes() -> dict[str, str]:
    """All error codes: those that the server decides on, and those of libraries."""
    return constants("Calls/WireCode.swift") | constants("Calls/LibraryCodes.swift")
