"""The purpose matrix: every value that the server issues is offered to every operation at every place that takes a text.

purposes.py declares the values, issuing.py obtains them, and purpose_operations.py has the places where they act; the folder
methods has all of this for one sign-in method. purpose_matrix.py offers the values. `make test` offers every right value, and a
sixth of the wrong ones.
"""

import copy
import re
from dataclasses import replace
from urllib.parse import quote, urlencode

import pytest

from document import Document
from people import APP, settings
from purpose_matrix import (
    CALLERS, Matrix, Operation, Request, header_names, issuing_members, offered, places, resolved)
from purpose_operations import OPERATIONS
from purposes import (
    ANY_TEXT, DATA, ISSUED, ISSUED_ELSEWHERE, NEVER, OF_THE_CLIENT, OF_THE_OPERATOR, RELATED, SENT_BY_MAIL)
from running import running
from sampling import sample
from tokens import decoded
from wallets import base64url
from world import BOTH, ONCE, World, client_credentials

# A slow machine needs more than the time of other tests.
pytestmark = pytest.mark.timeout(1800)
# The part of the wrong pairs that `make test` takes.
ONE_IN = 6


@pytest.fixture(scope="module")
def world(tmp_path_factory, document):
    directory = tmp_path_factory.mktemp("purposes")
    client = client_credentials(directory)
    with running(directory, settings=settings(client["client_secret_hash"])) as server:
        yield World(server, document, client["client_secret"])


@pytest.fixture(scope="module")
def matrix(world, document):
    return Matrix(world, document, one_in=ONE_IN)


@pytest.fixture(scope="module")
def failures(matrix):
    """The matrix runs once, for all operations."""
    matrix.run(OPERATIONS)
    return matrix.failures


@pytest.fixture(scope="module")
def bases(world):
    return [operation.base(world) for operation in OPERATIONS]


def undeclared(document: Document, bases: list[Request]) -> list[str]:
    """Operations, places and members of answers of a document that purposes.py does not declare."""
    keys = {operation.key for operation in OPERATIONS}
    found = [" ".join(key) for key in document.operations() if key not in keys]
    found += [" ".join(key) for key in keys if key not in document.operations()]
    for operation, base in zip(OPERATIONS, bases):
        if operation.key in document.operations():
            declared = set(operation.accepts) | operation.text | NEVER | {"bearer", "cookie"}
            seen = places(document, operation, base)
            found += [f"{operation.name} [{place}]" for place in seen if place not in declared]
    for _, schema, member in issuing_members(document):
        if member not in ISSUED.get(schema, {}) and member not in DATA:
            found.append(f"{schema}.{member}")
    found += [name for name in header_names(document) if name not in ISSUED_ELSEWHERE]
    schemes = set(document.contents["components"]["securitySchemes"]) - {"clientSecret"}
    return sorted({*found, *(schemes ^ set(CALLERS))})


@pytest.mark.takes_long("offers thousands of values, and makes a new user for most of them")
def test_every_value_acts_only_in_operations_of_its_purpose(failures):
    assert not failures, "\n".join(sorted(failures))


def test_every_answer_is_documented(matrix, failures):
    assert not matrix.undocumented, "\n".join(sorted(matrix.undocumented))


def right_places() -> dict[str, tuple[Operation, str]]:
    """An operation and a place where each kind of value acts."""
    return {kind: (operation, place) for operation in OPERATIONS for place, kinds in operation.accepts.items()
            for kind in sorted(kinds)}


@pytest.mark.takes_long("offers each kind of value to every GET")
def test_a_get_consumes_no_value(world, document, matrix):
    """No GET spends a value, so a mail scanner may open every address (case 9)."""
    right = right_places()
    names = {place.strip("?").rpartition(".")[2] for _, place in right.values() if place[0] not in "{"} | {"token"}
    paths = [path for method, path in document.operations() if method == "GET"]
    assert len(right) > 60 and len(names) > 10 and len(paths) > 20
    for kind in sample(right, one_in=ONE_IN):
        operation, place = right[kind]
        issued = world.issue(kind)
        text = resolved(issued.text)
        headers = {} if re.search(r"[\r\n]", text) else {"Authorization": f"Bearer {text}"}
        for path in paths:
            path = re.sub(r"\{\w+\}", quote(text, safe=""), path)
            world.api.send("GET", f"{path}?{urlencode(dict.fromkeys(names, text))}", None, {})
            world.api.send("GET", path, None, headers)
        acted, answer = matrix.acts(operation, offered(operation, operation.base(world), place, issued), issued)
        assert acted, (kind, operation.name, answer.status, answer.body)


@pytest.mark.parametrize("kind, path", [("sessions_cursor", "/sessions"), ("identities_cursor", "/user/identities"),
                                        ("activity_cursor", "/user/activity")])
def test_a_changed_cursor_is_refused(world, kind, path):
    issued = world.issue(f"app.{kind}")
    sealed = bytearray(decoded(issued.text))
    sealed[7] ^= 1
    answer = issued.person.call(APP, "GET", f"{path}?cursor={base64url(bytes(sealed))}")
    assert (answer.status, answer.code) == (400, "invalid_cursor")


def test_the_document_has_the_refusal_of_other_media_types_for_each_change_on_the_page(document):
    missing = [key for key in document.operations() if key[1].startswith("/session/") and key[0] != "GET"
               and "415" not in document.responses(*key)]
    assert not missing


def test_the_document_has_nothing_that_is_not_declared(document, bases):
    assert not undeclared(document, bases)


def test_every_declaration_is_used(document):
    seen = {(schema, member) for _, schema, member in issuing_members(document)}
    assert {(schema, member) for schema, members in ISSUED.items() for member in members} <= seen
    assert DATA <= {member for _, member in seen}
    issued = {kind for members in ISSUED.values() for kind in members.values()}
    issued |= {kind for kinds in [*RELATED.values(), *ISSUED_ELSEWHERE.values()] for kind in kinds}
    assert issued | SENT_BY_MAIL | OF_THE_OPERATOR | OF_THE_CLIENT == {*BOTH, *ONCE}
    assert not ANY_TEXT & NEVER


@pytest.mark.parametrize("what, add", [
    ("POST /v1/fast-lane", lambda contents: contents["paths"].update(
        {"/v1/fast-lane": {"post": copy.deepcopy(contents["paths"]["/v1/anonymous"]["post"])}})),
    ("GuestRequest", lambda contents: contents["components"]["schemas"]["GuestRequest"]["properties"].update(
        {"old_secret": {"type": "string"}})),
    ("Guest", lambda contents: contents["components"]["schemas"]["Guest"]["properties"].update(
        {"magic_link": {"type": "string"}})),
    ("RecoveryCodes", lambda contents: contents["components"]["schemas"]["RecoveryCodes"]["properties"].update(
        {"spare_codes": {"type": "array", "items": {"type": "string"}}})),
])
def test_a_new_operation_place_or_value_is_noticed(bases, document, what, add):
    contents = copy.deepcopy(document.contents)
    add(contents)
    found = undeclared(Document(contents), bases)
    assert len(found) == 1 and found[0].startswith(what.replace("GuestRequest", "POST /v1/guest [old_secret]")), found


def test_a_pair_that_is_not_declared_or_does_not_act_is_noticed(world, document, matrix):
    """The matrix finds the pairs of a table without a right one, and with a wrong one."""
    [guest] = [operation for operation in OPERATIONS if operation.name == "POST /v1/guest"]
    [user] = [operation for operation in OPERATIONS if operation.name == "GET /v1/users/{id}"]
    other = Matrix(world, document, matrix.shared)
    other.run_operation(replace(guest, accepts={"guest_secret": set()}))
    assert [failure.partition("(")[0] for failure in other.failures] == [
        "POST /v1/guest [guest_secret] guest_secret: acts, and no declaration says so "]
    other = Matrix(world, document, matrix.shared)
    other.run_operation(replace(user, accepts={"{id}": {"user_id", "session_id"}}))
    assert [failure.partition("(")[0] for failure in other.failures] == [
        "GET /v1/users/{id} [{id}] session_id: does not act, and a declaration says that it does "]
