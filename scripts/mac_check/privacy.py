"""Removes names, addresses and secrets from what a person sends."""
from __future__ import annotations

import getpass
import os
import pathlib
import re

from .commands import ROOT, Commands

# Private texts, and the text that replaces each of them. It does no harm to replace too much.
PATTERNS = [
    (r"-----BEGIN [A-Z ]+-----.*?(?:-----END [A-Z ]+-----|\Z)", "KEY"),
    (r"\beyJ[\w-]+\.[\w-]+\.[\w-]*", "TOKEN"),
    (r"\b(?:ghp|gho|ghs|github_pat|glpat|sk|pk|xox[abp]|dw)_[\w-]{12,}", "TOKEN"),
    (r"\bAKIA[0-9A-Z]{12,}", "TOKEN"),
    (r"(?i)(\b(?:authorization|proxy-authorization|cookie|set-cookie)\b[\"']?\s*[:=]\s*)[^\n]+", r"\1SECRET"),
    (r"(?i)(\bbearer )\S+", r"\1TOKEN"),
    (r"(?i)(\b[\w.-]*(?:password|passwd|secret|token|api_?key|private_?key)[\"']?\s*[:=]\s*[\"']?)[^\s\"',;]{6,}", r"\1SECRET"),
    (r"(?i)(\b[a-z][a-z0-9+.-]*://)[^/\s:@]+:[^/\s@]+@", r"\1SECRET@"),
    # The messages of the server that the check starts: an address, the purpose in any language, a code, and a link.
    (r"(?m)(^\s*(?:\S+@\S+|\+\d+): [^\n]*: )\d{6,8}$", r"\1CODE"),
    (r"(?m)(^\s*(?:\S+@\S+|\+\d+): )\d{6,8}(?=[^\n]*: CODE$)", r"\1CODE"),
    (r"(?m)^(\s*)\+\d+(?=: )", r"\1ADDRESS"),
    (r"(?i)(\bcode\b[^\n]{0,60}: )\d{6,8}\b", r"\1CODE"),
    (r"(/continue#)\S+", r"\1CODE"),
    (r"(?i)([?&#](?:code|state|ticket|token|user_code|nonce)=)[^&\s\"]+", r"\1SECRET"),
    (r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", "ADDRESS"),
    # The certificates and teams of a developer, and the devices that Xcode lists with the names that their owners gave them.
    (r"((?:Apple|iPhone|Mac) (?:Development|Developer|Distribution)): [^\n\"(]+\([A-Z0-9]{10}\)", r"\1: NAME"),
    (r"(?i)(DEVELOPMENT_TEAM\s*=\s*)\w+", r"\1TEAM"),
    (r"(\{ platform:[^\n}]*?\bname:)[^,}\n]+", r"\1NAME "),
    (r"(?i)(\bserial number(?: \(system\))?[\"']?\s*[:=]\s*)\S+", r"\1SERIAL"),
    (r"(?i)(\b(?:hardware|provisioning|platform) ?uu?id[\"']?\s*[:=]\s*)\S+", r"\1ID"),
    (r"\b[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}\b", "ID"),
    (r"\b[0-9A-F]{8}-[0-9A-F]{16}\b", "ID"),
    (r"\b[0-9a-f]{40}\b(?=[^\n]*\b(?:device|iPhone|iPad))", "ID"),
    (r"\b(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}\b", "MAC"),
    (r"(?<![\w.:])(?<!version )(?<!version: )(?!127\.|0\.0\.0\.0)(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.])", "IP"),
    (r"(?i)(?<![\w:])(?:fe80|f[cd][0-9a-f]{2}|2[0-9a-f]{3}):[0-9a-f:]+(?:%\w+)?", "IP"),
    # Folders that macOS names by the user, and the home folders of others.
    (r"(?:/private)?/var/folders/\w+/\w+", "/TEMPORARY"),
    (r"/(Users|home)/(?!Shared\b|USER\b|runner\b)[^/\s\"':]+", r"/\1/USER"),
]
# The letters of languages that write spaces between words.
LETTER = r"[0-9A-Za-z\u00c0-\u024f\u0370-\u052f]"
# Words that are names of people only by chance.
COMMON = {"admin", "build", "developer", "doorward", "local", "mac", "root", "swift", "test", "tests", "user", "users", "xcode"}


class Privacy:
    """What is removed on this machine."""

    def __init__(self, commands: Commands) -> None:
        self.commands = commands
        self.names: dict[str, str] = {}
        self.add(str(ROOT), "/DOORWARD")
        self.add(str(pathlib.Path.home()), "~")
        self.add(os.path.realpath(pathlib.Path.home()), "~")
        for variable, name in (("USER", "USER"), ("LOGNAME", "USER")):
            self.add(os.environ.get(variable, ""), name)
        try:
            self.add(getpass.getuser(), "USER")
        except (KeyError, OSError):
            pass
        for name, value in os.environ.items():
            # Commands do not get these variables. A file of settings may still contain them.
            if re.search(r"TOKEN|SECRET|PASSW|API_?KEY|PRIVATE|CREDENTIAL", name, re.IGNORECASE) and len(value) >= 6:
                self.add(value, "SECRET")

    def ask_the_machine(self) -> None:
        """Asks for the names of the user and of the machine. Each question may fail."""
        self.add_answer(["id", "-un"], "USER")
        self.add_answer(["id", "-F"], "NAME")
        self.add_answer(["git", "config", "user.name"], "NAME")
        for command in (["hostname"], ["hostname", "-s"], ["uname", "-n"], *(
                ["scutil", "--get", name] for name in ("ComputerName", "LocalHostName", "HostName"))):
            self.add_answer(command, "HOST")
        registry = self.commands.run(["ioreg", "-rd1", "-c", "IOPlatformExpertDevice"], 20).text
        for found in re.findall(r'"IOPlatform(?:SerialNumber|UUID)" = "([^"]+)"', registry):
            self.add(found, "SERIAL")
        for name, place in list(self.names.items()):
            # The parts of a full name, and a host name without its domain.
            if place == "NAME":
                for part in name.split():
                    self.add(part, place)
            if place == "HOST":
                self.add(name.split(".")[0], place)

    def add_answer(self, command: list[str], place: str) -> None:
        ended = self.commands.run(command, 20)
        if ended.is_right and len(ended.text.strip().splitlines()) == 1:
            self.add(ended.text.strip(), place)

    def add(self, text: str, place: str) -> None:
        # A name of a person can have two characters, such as 李明.
        least = 2 if place in ("USER", "NAME") else 3
        if len(text) >= least and text.lower() not in COMMON and text not in ("/", "/root"):
            self.names.setdefault(text, place)

    def clean(self, text: str) -> str:
        # The longest first: a path contains the name of the user.
        for name in sorted(self.names, key=len, reverse=True):
            # A name inside of a longer word is another word. Chinese and Japanese have no spaces between words.
            before = f"(?<!{LETTER})" if re.match(LETTER, name[0]) else ""
            after = f"(?!{LETTER})" if re.match(LETTER, name[-1]) else ""
            # A name of two letters is also a word or an option, in lower case.
            flags = re.IGNORECASE if len(name) > 2 else 0
            text = re.sub(f"{before}{re.escape(name)}{after}", lambda found: self.names[name], text, flags=flags)
        for pattern, place in PATTERNS:
            text = re.sub(pattern, place, text, flags=re.DOTALL if "BEGIN" in pattern else 0)
        return text

    def short(self, text: str, most: int) -> str:
        """The cleaned text, with lines of at most so many characters. A part of a name would not be found, so lines are cut last."""
        return "\n".join(line[:most] for line in self.clean(text).splitlines())
