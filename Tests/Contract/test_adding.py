"""Each sign-in method and each field of the profile is in every place that its document lists."""

from __future__ import annotations

import json
import re

import pytest

import wire
from adding import Guide, filled, forms
from document import ROOT
from test_documents import PYTHON_TESTS, SWIFT_SUITES
from texts import LANGUAGES, read

METHODS = Guide(ROOT / "docs/adding-a-method.md")
FIELDS = Guide(ROOT / "docs/adding-a-profile-field.md")
GUIDES = pytest.mark.parametrize("guide", [METHODS, FIELDS], ids=["methods", "fields"])
SIGN_IN = ROOT / "Sources/Server/DoorwardSignIn"


def registered_methods() -> list[str]:
    """The names of the methods in the server's registry."""
    registry = (SIGN_IN / "Registry/SignInMethods.swift").read_text()
    names = []
    for method in re.findall(r"^    Entry\((\w+)\.self\)", registry, re.M):
        [file] = SIGN_IN.glob(f"Methods/*/{method}.swift")
        [member] = re.findall(r"static let name = SignInMethodName\.(\w+)", file.read_text())
        [name] = {name for path in file.parent.glob("*.swift") for name in re.findall(
            rf'static let {member} = SignInMethodName\(rawValue: WireMethod\.(\w+)\)', path.read_text())}
        names.append(wire.constants("WireMethod")[name])
    return names


def declaration(path: str, start: str) -> str:
    """The lines of a type of a Swift file."""
    return (ROOT / path).read_text().partition(start)[2].partition("\n}")[0]


def profile_fields() -> list[str]:
    """The texts of the profile."""
    return [*cases("Sources/Contract/DoorwardWire/Users/ProfileText.swift", "ProfileText")]


def names_of_method(name: str) -> dict[str, str]:
    form = forms(name)
    return {"<name>": name, "<path>": name, "<member>": form["small"], "<case>": form["small"],
            "<Client>": form["capital"], "<Name>": form["capital"]}


def names_of_field(member: str) -> dict[str, str]:
    form = forms(member)
    return {"<member>": member, "<Member>": form["capital"], "<field>": form["snake"], "<claim>": form["snake"],
            "<case>": member}


def cases(path: str, enumeration: str) -> dict[str, str]:
    """The cases of an enumeration with their raw values."""
    found = re.findall(r'^  case (\w+)(?: = "(\w+)")?$', declaration(path, f"enum {enumeration}"), re.M)
    return {name: value or name for name, value in found}


def check(guide: Guide, thing: str, names: dict[str, str]) -> None:
    if missing := guide.missing(thing, names):
        pytest.fail("\n  ".join([f"{thing}: missing in", *missing]), pytrace=False)


@pytest.mark.parametrize("name", registered_methods())
def test_every_place_has_the_sign_in_method(name):
    check(METHODS, name, names_of_method(name))


@pytest.mark.parametrize("member", profile_fields())
def test_every_place_has_the_profile_field(member):
    check(FIELDS, member, names_of_field(member))


@pytest.mark.parametrize("guide, thing, names", [
    (METHODS, "carrier-pigeon", names_of_method("carrier-pigeon")), (FIELDS, "favoriteColor", names_of_field("favoriteColor"))],
    ids=["methods", "fields"])
def test_a_thing_that_is_nowhere_lacks_every_place(guide, thing, names):
    every = [filled(str(place), names) for place in guide.places if "<" in str(place)]
    assert len(every) > 5
    assert guide.missing(thing, names) == every
    with pytest.raises(pytest.fail.Exception) as failure:
        check(guide, thing, names)
    assert all(place in str(failure.value) for place in every)


def test_other_lists_have_no_method_that_the_registry_lacks():
    assert {*wire.constants("WireMethod").values()} == {*registered_methods()}
    windows = {*cases("Sources/Windows/DoorwardFlow/Methods/SignInMethod.swift", "SignInMethod")}
    # The browser opens the page of the server, which has the methods.
    assert windows - {"browser"} == {
        (names_of_method(name) | METHODS.names.get(name, {}))["<case>"]
        for name in registered_methods() if name not in METHODS.not_of_kind["proof"]}
    texts = read(LANGUAGES / "en.json")["apps"]["method"]
    assert {key.partition(".")[0] for key in texts} == windows


def test_other_lists_have_no_field_that_the_profile_lacks():
    [listed] = re.findall(r"^    case (.*)$", declaration("Sources/Client/Doorward/Profile/PersonalInfo.swift", "enum Field"), re.M)
    assert listed.split(", ") == profile_fields()
    texts = cases("Sources/Contract/DoorwardWire/Users/ProfileText.swift", "ProfileText")
    fragments = json.loads((ROOT / "Sources/Contract/OpenAPI/shared/profile.json").read_text())["fragments"]
    for fragment in ("profile", "profilePatch", "profileMembers"):
        assert {*fragments[fragment]} == {*texts.values()}
    claims = {FIELDS.names.get(member, {}).get("<claim>", value) for member, value in texts.items()}
    assert {*fragments["profileClaims"]} == claims
    assert {*fragments["profileCodes"]} == {f"invalid_{value}" for value in texts.values()}


def test_a_half_added_method_lacks_the_other_places(tmp_path):
    names = names_of_method("carrier-pigeon")
    added = METHODS.places[0]
    other = next(place for place in METHODS.places if place.path != added.path and "…" not in place.path)
    for place in (added, other):
        (tmp_path / place.path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / added.path).write_text(filled(" ".join(added.texts), names).replace("…", ""))
    (tmp_path / other.path).write_text("carrierPigeons")
    missing = METHODS.missing("carrier-pigeon", names, tmp_path)
    assert filled(str(added), names) not in missing
    assert filled(str(other), names) in missing


def test_one_language_without_its_texts_is_noticed(tmp_path):
    [place] = [place for place in METHODS.places if ".confirm" in str(place)]
    folder = (tmp_path / place.path).parent
    folder.mkdir(parents=True)
    for language in ("de", "en"):
        (folder / f"{language}.json").write_text('"carrierPigeon.confirm"')
    names = names_of_method("carrier-pigeon")
    assert filled(str(place), names) not in METHODS.missing("carrier-pigeon", names, tmp_path)
    (folder / "fr.json").write_text("{}")
    assert filled(str(place), names) in METHODS.missing("carrier-pigeon", names, tmp_path)


@GUIDES
def test_the_places_are_of_a_kind_that_the_document_explains(guide):
    assert {place.kind for place in guide.places} == guide.not_of_kind.keys()
    known = {*registered_methods(), *profile_fields()}
    assert {*guide.names, *(thing for things in guide.not_of_kind.values() for thing in things)} <= known


@GUIDES
def test_the_tests_that_the_document_names_exist(guide):
    pages = {path.name for path in (ROOT / "Tests/Server/Page").glob("*.test.mjs")}
    named = {name for place in guide.places for name in place.tests}
    assert named and named - SWIFT_SUITES - PYTHON_TESTS.keys() - pages == set()


@GUIDES
def test_the_document_counts_its_files(guide):
    parts = list(dict.fromkeys(place.part for place in guide.places))
    assert guide.counts == {part: guide.files(part) for part in parts} | {"All": guide.files()}
