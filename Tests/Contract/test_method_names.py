"""Only the folder of a sign-in method mentions the method, as `Tests/Page/registry.test.mjs` requires of the page.

The exceptions are listed here with their reason. An exception that is no longer needed fails too.
"""

import re
from pathlib import Path

from document import ROOT

TARGETS = ("DoorwardStore", "DoorwardSQLRows", "DoorwardSQLiteStore", "DoorwardPostgreSQLStore", "DoorwardSessions", "DoorwardSignIn",
           "DoorwardProvider", "DoorwardPages", "DoorwardServer")
# The folders of the methods. Ethereum and NEAR share Wallets.
METHODS = ("Password", "Code", "Passkey", "Ethereum", "NEAR", "Anonymous", "Guest", "Wallets")
WORDS = {
    "wallet": re.compile(r"wallet", re.IGNORECASE),
    "ethereum": re.compile(r"ethereum|siwe", re.IGNORECASE),
    "near": re.compile(r"""\bNEAR|[".]near\b|\bnear[A-Z]|[Nn][Ee][Pp]-?413"""),
    "passkey": re.compile(r"passkey", re.IGNORECASE),
    "password": re.compile(r"password", re.IGNORECASE),
}
_NO_CODE = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)

# The beginning of a path, and the words that files there may mention.
ALLOWED = {
    # One line for each method, and the services that the methods are made of.
    "DoorwardSignIn/Registry": {"ethereum", "near", "passkey", "password"},
    "DoorwardServer/Assembly/MethodAssembly.swift": {"passkey", "password"},
    "DoorwardServer/Assembly/ServerAssembly.swift": {"wallet", "near", "passkey", "password"},
    # A password is a part of the account: it is stored with the user, imported, exported, and set by the operator, by a
    # backend, and by a user who secures the account. Changes of it end sessions and are logged.
    "DoorwardStore": {"password"},
    "DoorwardSQLRows": {"password"},
    "DoorwardSQLiteStore": {"password"},
    # Its errors also name the password of the database.
    "DoorwardPostgreSQLStore": {"password"},
    "DoorwardSessions/Logging/SecurityLog.swift": {"password"},
    "DoorwardSignIn/Accounts": {"password"},
    "DoorwardSignIn/Admission/AnonymousUpgrade.swift": {"password"},
    "DoorwardSignIn/Admission/UserAdmission.swift": {"password"},
    "DoorwardSignIn/Identities/AccountRemoval.swift": {"password"},
    "DoorwardSignIn/Securing": {"password"},
    "DoorwardSignIn/SignUp": {"password"},
    "DoorwardSignIn/Users": {"password"},
    "DoorwardProvider/Backends/BackendUserCreationRoute.swift": {"password"},
    "DoorwardPages/Securing": {"password"},
    "DoorwardServer/Administration": {"password"},
    "DoorwardServer/Discovery": {"password"},
    "DoorwardServer/UserImport": {"password"},
    # An application whose users sign in with a short password alone is refused.
    "DoorwardSignIn/Applications/ApplicationReader.swift": {"password"},
    # Guesses of passwords and of codes have different limits.
    "DoorwardSignIn/Guesses": {"password"},
    # The page takes a challenge of a passkey each time it opens, so these challenges have a limit of their own.
    "DoorwardSessions/RateLimits/RequestLimits.swift": {"passkey"},
    # The password of the mail server.
    "DoorwardServer/Delivery/MailConfiguration.swift": {"password"},
    # The code of wallets runs on an origin of its own, with its own listener.
    "DoorwardSignIn/Methods/ProofMethod.swift": {"wallet"},
    "DoorwardPages/Shell": {"wallet"},
    "DoorwardPages/Wallets": {"wallet", "near"},
    "DoorwardServer/Assembly/Server.swift": {"wallet", "near"},
    "DoorwardServer/Assembly/SocketlessServer.swift": {"wallet"},
    "DoorwardServer/Configuration": {"wallet", "near"},
    "DoorwardServer/Inspection/ListenerInspection.swift": {"wallet"},
}


def mentions() -> dict[str, set[str]]:
    """The words that each file outside of the methods' folders mentions."""
    found = {}
    for target in TARGETS:
        for file in sorted((ROOT / "Sources" / target).rglob("*.swift")):
            path = file.relative_to(ROOT / "Sources")
            if target == "DoorwardSignIn" and path.parts[1] in METHODS:
                continue
            code = _NO_CODE.sub(" ", file.read_text())
            if words := {word for word, pattern in WORDS.items() if pattern.search(code)}:
                found[str(path)] = words
    return found


def allowance(path: str) -> tuple[str, set[str]]:
    """The most specific exception for a file."""
    starts = [start for start in ALLOWED if path == start or path.startswith(f"{start}/")]
    return (start := max(starts, key=len), ALLOWED[start]) if starts else ("", set())


def test_only_the_folder_of_a_method_mentions_it():
    used = {start: set() for start in ALLOWED}
    wrong = []
    for path, words in mentions().items():
        start, allowed = allowance(path)
        wrong += [f"{path} mentions {word}" for word in sorted(words - allowed)]
        if start:
            used[start] |= words & allowed
    assert wrong == []
    assert [f"{start} mentions no {word}" for start, allowed in ALLOWED.items() for word in sorted(allowed - used[start])] == []


def test_each_method_is_a_folder_and_a_line_of_the_registry():
    registry = (ROOT / "Sources/DoorwardSignIn/Registry/SignInMethods.swift").read_text()
    names = re.findall(r"^    Entry\((\w+)\.self\)", registry, re.MULTILINE)
    folders = sorted(name.removesuffix("SignIn") for name in names)
    assert folders == sorted(set(METHODS) - {"Wallets"})
    for folder in METHODS:
        assert (ROOT / "Sources/DoorwardSignIn" / folder).is_dir()
