"""Only the folder of a sign-in method mentions the method, at the server and in the SDK. `Tests/Server/Page/registry.test.mjs`
requires the same of the page.

The exceptions are listed here with their reason. An exception that is no longer needed fails too.
"""

import re
from pathlib import Path

import pytest

from commands import folder_of
from document import ROOT
from methods import METHODS

TARGETS = ("DoorwardStore", "DoorwardSQLRows", "DoorwardSQLiteStore", "DoorwardPostgreSQLStore", "DoorwardSessions", "DoorwardSignIn",
           "DoorwardProvider", "DoorwardBackends", "DoorwardAdministration", "DoorwardPages", "DoorwardServer", "Doorward")
# The folders of each method at the server and in the SDK, and the words that they may mention.
FOLDERS = {"DoorwardSignIn/Methods/Wallets": {"wallet"}, "Doorward/Passkeys": {"passkey"}}
WORDS = {"wallet": re.compile("wallet", re.IGNORECASE)}
for method in METHODS:
    words = set(method.shared_words)
    if method.words:
        WORDS[method.folder.lower()] = method.words
        words.add(method.folder.lower())
    FOLDERS |= {f"DoorwardSignIn/Methods/{method.folder}": words, f"Doorward/Methods/{method.sdk_folder or method.folder}": words}
_NO_CODE = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)

# These have one line for each method, and the services that the methods are made of.
LISTS = {"DoorwardSignIn/Registry", "Doorward/Doorward.swift"}
# The beginning of a path, and the words that files there may mention.
ALLOWED = {path: WORDS.keys() - {"wallet"} for path in LISTS} | {
    "DoorwardSignIn/SignInFeature.swift": {"passkey", "password"},
    "DoorwardSignIn/SecondFactors.swift": {"passkey", "code"},
    "DoorwardServer/Assembly/ServerAssembly.swift": {"wallet", "near", "password"},
    # A sign-up with a password proves its address by a code, and so does a reset.
    "DoorwardSignIn/Methods/Password": {"code"},
    "DoorwardSignIn/Methods/Code/CodeChallenge.swift": {"password"},
    # A code can be a second factor.
    "DoorwardSignIn/SecondFactor/SecondFactorCodes.swift": {"code"},
    # A password is a part of the account: it is stored with the user, imported, exported, and set by the operator, by a
    # backend, and by a user who secures the account. Changes of it end sessions and are logged.
    "DoorwardStore": {"password"},
    "DoorwardSQLRows": {"password"},
    "DoorwardSQLiteStore": {"password"},
    # Its errors also name the password of the database.
    "DoorwardPostgreSQLStore": {"password"},
    # A request for a code is logged too.
    "DoorwardSessions/Logging/SecurityEvent.swift": {"password", "code"},
    "DoorwardSessions/Logging/LoggedEvents.swift": {"password"},
    "DoorwardSignIn/Accounts": {"password"},
    "DoorwardSignIn/Admission/AnonymousUpgrade.swift": {"password"},
    "DoorwardSignIn/Admission/UserAdmission.swift": {"password"},
    "DoorwardSignIn/Admission/VouchedAccount.swift": {"password"},
    "DoorwardSignIn/Identities/AccountRemoval.swift": {"password"},
    "DoorwardSignIn/Securing": {"password"},
    # After a sign-in with a password, the browser may make a passkey without the user.
    "DoorwardSignIn/Methods/Passkey/PasskeyRoutes.swift": {"password"},
    "DoorwardSignIn/SignUp": {"password"},
    "DoorwardSignIn/Users": {"password"},
    # The number of passwords that wait to be hashed.
    "DoorwardSessions/Metrics/Metric.swift": {"password"},
    "DoorwardServer/Assembly/MetricsRoute.swift": {"password"},
    "DoorwardBackends/BackendFeature.swift": {"password"},
    "DoorwardAdministration/AdministrationFeature.swift": {"password"},
    "DoorwardAdministration/Users/UserAdministrationRoutes.swift": {"password"},
    "DoorwardAdministration/Users/UserActRoutes.swift": {"password"},
    "DoorwardBackends/Users/BackendUserCreationRoute.swift": {"password"},
    "DoorwardPages/Securing": {"password"},
    "DoorwardServer/Administration": {"password"},
    "DoorwardServer/Discovery": {"password"},
    "DoorwardServer/UserImport": {"password"},
    # Passwords have the same rules in all applications.
    "DoorwardSignIn/Applications/ApplicationList.swift": {"password"},
    # Guesses of passwords and of codes have different limits.
    "DoorwardSignIn/Guesses": {"password"},
    # The purposes of all keys are in one list, so that no two are equal.
    "DoorwardSessions/Keys/KeyPurpose.swift": {"passkey", "password"},
    # The page takes a challenge of a passkey each time it opens, so these challenges have a limit of their own. So have codes,
    # because each costs a message.
    "DoorwardSessions/RateLimits/RequestLimits.swift": {"passkey", "code"},
    "DoorwardSessions/RateLimits/RouteLimits.swift": {"passkey"},
    "DoorwardSessions/Settings/RateLimitSettings.swift": {"code"},
    "DoorwardServer/Configuration/ConfigurationLoader.swift": {"code", "near", "wallet"},
    # The names of the keys that change while the server runs, such as `rate_limits.code_pause` and `mail.password`.
    "DoorwardServer/Settings": {"near", "password", "code"},
    "DoorwardAdministration/History/SettingsSeal.swift": {"password"},
    "DoorwardAdministration/Settings/SecretDestinations.swift": {"password"},
    # The password of the mail server.
    "DoorwardServer/Delivery/DeliveryRemedy.swift": {"password"},
    "DoorwardServer/Delivery/MailConfiguration.swift": {"password"},
    # The code of wallets runs on an origin of its own, with its own listener.
    "DoorwardSignIn/Methods/ProofMethod.swift": {"wallet"},
    "DoorwardPages/Shell": {"wallet"},
    "DoorwardPages/Wallets": {"wallet", "near"},
    "DoorwardPages/PagesFeature.swift": {"wallet"},
    "DoorwardServer/Assembly/Listeners.swift": {"wallet"},
    "DoorwardServer/Assembly/LiveAssembly.swift": {"wallet"},
    "DoorwardServer/Assembly/Server.swift": {"wallet"},
    "DoorwardServer/Assembly/SocketlessServer.swift": {"wallet"},
    "DoorwardServer/Configuration": {"wallet", "near"},
    "DoorwardServer/Inspection/InstallationInspection.swift": {"wallet"},
    "DoorwardServer/Inspection/Checks/ApplicationCheck.swift": {"wallet"},
    # The clock is compared with the newest block.
    "DoorwardServer/Inspection/Checks/ClockCheck.swift": {"near"},
    # The SDK: the values that several methods return.
    "Doorward/Methods/SignInOffer.swift": {"password", "code"},
    "Doorward/Methods/SignInOutcome.swift": {"password", "code"},
    "Doorward/Methods/BindingSecrets.swift": {"wallet"},
    "Doorward/Methods/WalletLoginMetadata.swift": {"wallet"},
    "Doorward/Methods/Password/PasswordClient.swift": {"code"},
    "Doorward/Methods/Code/CodeChallenge.swift": {"password"},
    # A sign-in with a password can add a passkey, and Apple's sheet offers both.
    "Doorward/Methods/Passkey": {"password"},
    "Doorward/Passkeys/PasskeyAuthenticator.swift": {"password"},
    "Doorward/Passkeys/Apple/ApplePasskeys.swift": {"password"},
    # Second factors: a passkey, a code, and the confirmation with the password.
    "Doorward/Methods/SecondFactor": {"passkey", "password", "code"},
    "Doorward/Errors/SecondFactorChallenge.swift": {"passkey", "password"},
    # The password of a URL, which a redirect URI must not have.
    "Doorward/Methods/Browser/AuthorizationAttempt.swift": {"password"},
    # The errors of an authenticator and of a wallet, and the reasons why a password is refused.
    "Doorward/Errors/DoorwardError.swift": {"passkey", "password"},
    "Doorward/Errors/PasswordAdvice.swift": {"password"},
    "Doorward/API/ServerAPI.swift": {"password"},
    "Doorward/Errors/PasskeyFailure.swift": {"passkey"},
    "Doorward/Errors/TypedErrors.swift": {"passkey", "wallet"},
    # The authenticator is a part of the configuration. The session tells it which passkeys the user still has.
    "Doorward/Configuration/DoorwardConfiguration.swift": {"passkey"},
    "Doorward/Accounts/IdentitiesClient.swift": {"passkey"},
    "Doorward/Session": {"passkey"},
    # The user: an identity may be a wallet, and the user may have a password.
    "Doorward/State/DoorwardIdentity.swift": {"wallet"},
    "Doorward/State/DoorwardUser.swift": {"password"},
    # A request with a password is not stored to be sent again.
    "Doorward/Session/Record/SessionRecord.swift": {"password"},
    # The sample of a user.
    "Doorward/Preview/PreviewInfo.swift": {"ethereum", "password", "wallet"},
    # The name of Apple's class of an item in the keychain.
    "Doorward/Storage/Keychain/SystemKeychain.swift": {"password"},
}


def most_specific(path: str, starts: dict[str, set[str]]) -> tuple[str, set[str]]:
    """The longest beginning of a path, and its words."""
    found = [start for start in starts if path == start or path.startswith(f"{start}/")]
    return (start := max(found, key=len), starts[start]) if found else ("", set())


def words_of(text: str) -> set[str]:
    """The words that the code of a file mentions."""
    code = _NO_CODE.sub(" ", text)
    return {word for word, pattern in WORDS.items() if pattern.search(code)}


def folder_in_sources(path: str) -> Path:
    """The folder of a path that begins with a module."""
    target, _, rest = path.partition("/")
    return folder_of(target) / rest


def mentions() -> dict[str, set[str]]:
    """The words of other methods that each file mentions."""
    found = {}
    for target in TARGETS:
        for file in sorted(folder_of(target).rglob("*.swift")):
            path = str(file.relative_to(folder_of(target).parent))
            if words := words_of(file.read_text()) - most_specific(path, FOLDERS)[1]:
                found[path] = words
    return found


def test_only_the_folder_of_a_method_mentions_it():
    used = {start: set() for start in ALLOWED}
    wrong = []
    for path, words in mentions().items():
        start, allowed = most_specific(path, ALLOWED)
        wrong += [f"{path} mentions {word}" for word in sorted(words - allowed)]
        if start:
            used[start] |= words & allowed
    assert wrong == []
    assert [f"{start} mentions no {word}" for start, allowed in ALLOWED.items() if start not in LISTS
            for word in sorted(allowed - used[start])] == []


@pytest.mark.parametrize("word", WORDS)
def test_each_word_is_found_in_the_folder_of_its_method_on_both_sides(word):
    """Otherwise the rule above could not fail."""
    for root in ("DoorwardSignIn", "Doorward"):
        folders = [folder for folder, words in FOLDERS.items() if folder.startswith(f"{root}/") and word in words]
        assert any(word in words_of(file.read_text()) for folder in folders
                   for file in folder_in_sources(folder).rglob("*.swift")), root


@pytest.mark.parametrize("text, words", [
    ("let codes: OneTimeCodes", {"code"}), ("CodeSignIn.self", {"code"}), ("let code: DoorwardError.Code", set()),
    ('"code_challenge"', set()), ("let limit = code_pause", {"code"}), ("// a CodeChallenge", set()),
    ("siwe.login()", {"ethereum"}), ("nearby", set()), ("NEARClient()", {"near"})])
def test_a_mention_is_noticed(text, words):
    assert words_of(text) == words


def test_each_method_is_a_line_of_the_registry_and_a_folder_on_both_sides():
    registry = (ROOT / "Sources/Server/DoorwardSignIn/Registry/SignInMethods.swift").read_text()
    names = re.findall(r"^    Entry\((\w+)\.self\)", registry, re.MULTILINE)
    assert sorted(name.removesuffix("SignIn") for name in names) == sorted(method.folder for method in METHODS)
    for folder in FOLDERS:
        assert folder_in_sources(folder).is_dir(), folder
