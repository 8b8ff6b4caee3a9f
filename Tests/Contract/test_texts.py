"""The language files: each one is complete and right, every text is used, and the check finds each kind of mistake."""

import copy
import re
from functools import cache

import pytest

from document import ROOT
from texts import BLANK, LANGUAGES, PLURALS, TEXTS, Check, is_plural, keys, problems, read, width

ENGLISH = read(LANGUAGES / "en.json")
REMARKS = read(TEXTS / "remarks.json")
SAME = read(TEXTS / "same-texts.json")
WEB = ROOT / "Sources/Server/DoorwardPages/Web"
# The sections whose scripts name a text without its section.
FOLDERS = {"secondFactor": "second-factor", "nearWallets": "methods/near/origin"} | {
    folder.name: f"methods/{folder.name}" for folder in (WEB / "methods").iterdir() if folder.is_dir()}
# Programs put these keys together from a value, such as an error code.
COMPOSED = re.compile(r"^(scope|error)\.|\.(error|advice|kind|step)\.")


@pytest.mark.parametrize("path", sorted(LANGUAGES.glob("*.json")), ids=lambda path: path.stem)
def test_a_language_file_is_complete_and_right(path):
    assert problems(path) == []


@pytest.mark.parametrize("path", sorted(LANGUAGES.glob("*.json")), ids=lambda path: path.stem)
def test_fields_of_the_profile_have_different_labels(path):
    profile = read(path)["shared"]["profile"]
    assert len({profile[name] for name in ("name", "firstName", "lastName")}) == 3


def test_remarks_and_same_texts_name_keys():
    known = keys(ENGLISH)
    assert [key for key in REMARKS if key not in known] == []
    assert [key for key in SAME.values() if key not in known] == []
    assert [key for key in SAME if key in known] == []


@cache
def named_by_scripts(folder: str) -> set[str]:
    """The words that scripts quote or use as names of members."""
    scripts = "\n".join(path.read_text() for path in WEB.rglob("*.js") if str(path.relative_to(WEB)).startswith(folder))
    return set(re.findall(r"[\"'`\[ ]([\w.:]+)(?=[\"'`,])", scripts))


@cache
def named_by_swift() -> tuple[set[str], re.Pattern]:
    """The words that Swift sources quote, and the form of keys with a value in them, such as "windows.proof.\\(kind)Title"."""
    sources = "\n".join(path.read_text() for path in (ROOT / "Sources").rglob("*.swift"))
    found = re.findall(r'"((?:windows|method)\.[\w.]*\\\([\w.]+\)[\w.]*)"', sources)
    composed = [re.sub(r"\\\([\w.]+\)", "\0", words).replace(".", r"\.").replace("\0", r"\w+") for words in found]
    return set(re.findall(r'"([\w.:]+)"', sources)), re.compile("|".join(composed))


def is_used(key: str) -> bool:
    section, name = key.split(".", 1)
    folder = FOLDERS.get(section, "")
    words, composed = named_by_swift()
    return (name if folder else key) in named_by_scripts(folder) or key in words or bool(composed.fullmatch(key))


def test_every_text_is_used_by_a_page_or_a_window():
    assert [key for key in keys(ENGLISH) if not COMPOSED.search(key) and key not in SAME.values() and not is_used(key)] == []
    assert is_used("signIn.title") and is_used("refusal.tryAgain") and not is_used("signIn.noSuchText")


WALLETS = ROOT / "Sources/Client/NEARConnect"
WALLET_PAGE = WALLETS / "Bridge/Page"
# The sources that draw the wallet sheet, its page, and the windows of wallets.
WALLET_VIEWS = [path for folder in ("Presentation", "Hosts/Apple", "Hosts/GTK", "Bridge/Page") for path in sorted((WALLETS / folder).rglob("*.*"))]
WALLET_VIEWS += [WALLETS / "Manager/WalletOperation.swift"]
# A quoted text with a capital letter and small ones, or the content of an element.
LITERAL = re.compile(r"""["'`]([A-Z][a-z’']+(?: [^"'`]*)?)["'`]|>\s*([A-Z][^<>{}]+)<""")
# Sentences for the developer: errors, also those that a page gives to a wallet, their reasons, and what the log says.
FOR_DEVELOPERS = re.compile(r"Error\(|DOMException\(|cut\(|loadFailed\(|logger\.|fatalError|static let no\w+ =|#Preview|User-Agent|Version/")


def literals(text: str, suffix: str) -> list[str]:
    """The texts in a source that a user would read in one language."""
    text = re.sub(r"<style>.*?</style>|<!--.*?-->", "", text, flags=re.DOTALL)
    # The continuation of a sentence over lines belongs to its declaration.
    text = re.sub(r"(static let \w+ =)\s*\n((?:.*\n)*?)(?=\s*(?:\n|//|private|static|}))", lambda found: found[1] + " " + found[2].replace("\n", " ") + "\n", text)
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("//") and not FOR_DEVELOPERS.search(line)]
    found = [one or other for line in lines for one, other in LITERAL.findall(line if suffix == ".html" else line.split(" // ")[0])]
    return [words for words in found if words not in IDENTIFIERS]


# Names of keys, scripts and types, which nobody reads.
IDENTIFIERS = {
    "Error", "Object", "Enter", "Home", "End", "ArrowDown", "ArrowUp", "Escape", "Segoe UI", "Cantarell", "Content-Disposition",
    "Content-Security-Policy"}


@pytest.mark.parametrize("path", WALLET_VIEWS, ids=lambda path: path.name)
def test_wallet_windows_have_no_text_of_one_language(path):
    assert literals(path.read_text(), path.suffix) == []


@pytest.mark.parametrize("source", [
    'Button("Try again", action: retry)', 'init(title: String = "Connect a wallet") {', '.accessibilityLabel(Text("Page of \\(address)"))',
    "<h1>Wallets</h1>", '<div aria-label="In progress"></div>', 'text.textContent = `Loading the wallet to ${purpose} …`;'])
def test_a_text_of_one_language_is_found(source):
    assert literals(source, ".html" if source.startswith("<") else ".swift") != []


def test_the_wallet_page_has_the_texts_that_it_uses():
    swift = (WALLETS / "Bridge/BridgePageTexts.swift").read_text()
    given = dict(re.findall(r'"(\w+)":\s*"(windows\.[\w.]+)"', swift))
    used = {name for path in WALLET_PAGE.glob("*.js") for name in re.findall(r"\btexts\.(\w+)", path.read_text())}
    assert used == set(given)
    assert [key for key in given.values() if key not in keys(ENGLISH)] == []
    blanks = set(BLANK.findall(re.sub(r"<style>.*</style>", "", (WALLET_PAGE / "bridge.html").read_text(), flags=re.DOTALL)))
    assert blanks - {"policy"} == set(re.findall(r'"(\w+)": (?:texts\.text|language\.)', swift))


def test_each_failure_of_the_wallet_page_has_a_sentence():
    codes = {"bridge_failed", "manifest_unavailable", "sandbox_unavailable"}
    errors = (WALLETS / "NEARConnectError.swift").read_text()
    assert {key.removeprefix("windows.wallets.error.") for key in keys(ENGLISH) if key.startswith("windows.wallets.error.")} == codes
    assert all(f'"{code}"' in errors for code in codes)


def changed(tag: str, change) -> list[str]:
    language = copy.deepcopy(read(LANGUAGES / f"{tag}.json"))
    change(language)
    return Check(tag, language, ENGLISH, REMARKS).run()


MISTAKES = {
    "is missing": lambda file: file["shared"]["signIn"].pop("title"),
    "is not in English": lambda file: file["page"]["app"].update({"new": "New"}),
    "must be of the kind text": lambda file: file["shared"]["signIn"].update({"title": ["Sign in"]}),
    "lacks {name}": lambda file: file["shared"]["signIn"].update({"titleFor": "Sign in"}),
    "{app} is not in English": lambda file: file["shared"]["signIn"].update({"titleFor": "Sign in to {name} {app}"}),
    "has braces that are no blank": lambda file: file["shared"]["signIn"].update({"title": "Sign in {"}),
    "needs the forms one, other": lambda file: file["shared"]["time"].update({"hours": {"one": "x", "few": "{count}", "other": "{count}"}}),
    "lacks {count}": lambda file: file["shared"]["time"].update({"hours": {"one": "an hour", "other": "hours"}}),
    "is empty, or has space": lambda file: file["shared"]["signIn"].update({"title": "Sign in "}),
    "has control characters": lambda file: file["shared"]["signIn"].update({"title": "Sign\u202ein"}),
    "normalization form": lambda file: file["shared"]["signIn"].update({"title": "Anme\u0301lden"}),
    "has markup": lambda file: file["shared"]["signIn"].update({"title": "<b>Sign in</b>"}),
    "columns wide": lambda file: file["shared"]["signIn"].update({"lastUsed": "Used here the last time"}),
    "direction: is wrong": lambda file: file.update({"direction": "rtl"}),
    "language: must be en": lambda file: file.update({"language": "de"}),
    "lacks {{application}}": lambda file: file["mail"].update({"footer": "Hello"}),
    "{{code}} is not in English": lambda file: file["mail"].update({"footer": "{{application}} {{code}}"}),
    "lacks the section {{#network}}": lambda file: file["mail"]["messages"]["new_device"]["before"].__setitem__(
        0, "{{application}} {{device}} {{network}} {{time}}"),
    "must be a list of 2 texts": lambda file: file["mail"]["messages"]["sign_in_code"].update({"after": ["One"]}),
    "more than 120 characters": lambda file: file["mail"]["messages"]["sign_in_code"].update({"sms": "{{code}} {{application}}" + "x" * 121}),
}


@pytest.mark.parametrize("problem", MISTAKES)
def test_the_check_finds_a_mistake(problem):
    assert any(problem in found for found in changed("en", MISTAKES[problem]))


def test_the_check_demands_a_section_for_each_plural_form(monkeypatch):
    monkeypatch.setitem(PLURALS, "en", "one few other")
    found = changed("en", lambda file: None)
    assert any("lacks the section {{#minutes:few}}" in problem for problem in found)


def test_the_number_may_be_a_word_for_few_things_only():
    assert changed("en", lambda file: file["shared"]["time"].update({"hours": {"one": "an hour", "other": "{count} hours"}})) == []


def test_a_wide_letter_counts_twice_and_a_combining_one_does_not_count():
    assert width("ab") == 2 and width("日本") == 4 and width("กำ") == 2 and width("ที่") == 1


def test_a_name_that_occurs_twice_is_found(tmp_path):
    path = tmp_path / "de.json"
    path.write_text('{"language": "de", "language": "de"}')
    assert "occurs twice" in problems(path)[0]


def test_every_count_has_plural_forms():
    assert [key for key, text in keys(ENGLISH).items() if not is_plural(text) and "{count}" in text] == []
