"""Offers every value that the server issues to every place of every operation (purposes.py declares the right pairs).

A place is a string that a request can carry: a member of the body, `?name` of the query, `{id}` of the path, a header, or
the caller's credential: `bearer` or `cookie`. A value is offered with everything that its holder sends beside it, such as
the code and the binding secret of a challenge. So only the purpose of the value can refuse it.
"""

from __future__ import annotations

import copy
import itertools
import json
import math
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

from client import FORM, JSON, Answer
from document import Document
from people import PAGE, Person
from sampling import sample
from wallets import Binding
from world import Issued, World, kinds

# Guesses that the server accepts in a row before it delays them.
FREE_GUESSES = 4
# The place and the kinds of each credential of a caller, by its name in the OpenAPI document.
CALLERS = {
    "accountToken": ("bearer", {"account_token", "anonymous_token"}),
    "accessToken": ("bearer", {"access_token", "scoped_access_token"}), "apiKey": ("bearer", {"api_key"}),
    "administrationKey": ("bearer", {"administration_key"}), "sessionCookie": ("cookie", {"session_cookie"})}
# The values that expire within minutes, by the ends of their names. They are issued again after these seconds.
BRIEF = {"authorization_code": 30, "_code": 150, "_link": 150, "_challenge": 150}
# The kinds that are offered where each offer costs the hash of a password.
CREDENTIALS = {
    "access_token", "account_token", "refresh_token", "session_cookie", "sign_in_code", "reset_code", "totp_code",
    "recovery_code", "api_key", "client_secret", "app.reset_challenge", "page.second_factor_challenge"}


@dataclass
class Request:
    """A valid request of an operation."""

    body: dict | None = None
    person: Person | None = None
    # Whether the request carries the person's token or session cookie.
    signed_in: bool = False
    bearer: str | None = None
    cookie: str | None = None
    query: dict = field(default_factory=dict)
    # The values of the path.
    id: str | None = None
    session: str | None = None
    event: str | None = None
    secret: str | None = None
    name: str | None = None
    # An image instead of a body.
    image: bytes | None = None
    headers: dict = field(default_factory=dict)
    # The binding of the browser; that of the person if it is None.
    binding: Binding | None = None


@dataclass
class Operation:
    """An operation, and the values that act at its places. A value acts at no other place."""

    name: str
    base: Callable[[World], Request]
    # The kinds of values that act, by place.
    accepts: dict[str, set[str]] = field(default_factory=dict)
    # Places that accept any text, so that the success of a value there means nothing.
    text: set[str] = field(default_factory=set)
    # Whether a successful answer acts on the value; by default it does.
    acts: Callable[[World, Answer, Issued], bool] | None = None
    # Places where the server counts wrong guesses of a secret of the base.
    guesses: set[str] = field(default_factory=set)
    # Places where the server hashes the text as a password. Only credentials are offered there, because that takes time.
    hashed: set[str] = field(default_factory=set)
    form: bool = False
    # The members of the body, by their names in the OpenAPI document.
    members: frozenset[str] = frozenset()

    @property
    def key(self) -> tuple[str, str]:
        method, path = self.name.split(" ")[:2]
        return method, path

    @property
    def side(self) -> str:
        return self.key[1].split("/")[1]


def strings(document: Document, schema: dict, base: dict, prefix: str = "") -> Iterator[str]:
    """The members of a body that hold any text."""
    schema, _ = document.resolve(schema, "")
    for part in [*schema.get("oneOf", []), *schema.get("allOf", []), *schema.get("anyOf", [])]:
        part, _ = document.resolve(part, "")
        constants = {name: member["const"] for name, member in part.get("properties", {}).items() if "const" in member}
        if all(base.get(name, value) == value for name, value in constants.items()):
            yield from strings(document, part, base, prefix)
    for name, member in schema.get("properties", {}).items():
        member, _ = document.resolve(member, "")
        if "enum" in member or "const" in member:
            continue
        if "string" in (member.get("type") if isinstance(member.get("type"), list) else [member.get("type")]):
            yield prefix + name
        if not {"properties", "oneOf", "anyOf"}.isdisjoint(member):
            yield from strings(document, member, base, f"{prefix}{name}.")


def members(document: Document, schema: dict, name: str) -> Iterator[tuple[str, str]]:
    """The schema and the name of each member of an answer that holds a text, or a list of texts."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
    schema, _ = document.resolve(schema, "")
    for part in [*schema.get("oneOf", []), *schema.get("allOf", []), *schema.get("anyOf", [])]:
        yield from members(document, part, name)
    for member, described in schema.get("properties", {}).items():
        target, _ = document.resolve(described, "")
        types = target.get("type") if isinstance(target.get("type"), list) else [target.get("type")]
        items, _ = document.resolve(target.get("items", {}), "")
        if "enum" in target or "const" in target or "enum" in items:
            continue
        if "string" in types or items.get("type") == "string":
            yield name, member
        yield from members(document, described, name)
    if "items" in schema:
        yield from members(document, schema["items"], name)


def issuing_members(document: Document) -> Iterator[tuple[tuple[str, str], str, str]]:
    """The operation, the schema and the name of each such member, of successful answers and of second factors."""
    for operation in document.operations():
        for status, (response, _) in document.responses(*operation).items():
            for media in response.get("content", {}).values():
                found = members(document, media["schema"], " ".join(operation))
                wanted = (pair for pair in found if status < "300" or pair[0] == "SecondFactorRequired")
                yield from ((operation, *pair) for pair in wanted)


def header_names(document: Document) -> set[str]:
    """The headers and the media types without members in which successful answers can issue a value."""
    found = set()
    for operation in document.operations():
        for status, (response, _) in document.responses(*operation).items():
            if status < "400":
                found |= set(response.get("headers", {})) | {
                    media for media in response.get("content", {}) if not media.endswith("json")}
    return found - {"Cache-Control", "Content-Disposition"}


def body_schema(document: Document, operation: Operation) -> dict:
    content = document.operation(*operation.key).get("requestBody", {}).get("content", {})
    media = [name for name in content if ("form" in name) == operation.form]
    return content[media[0]]["schema"] if media else {}


def places(document: Document, operation: Operation, base: Request) -> list[str]:
    """Every place of the operation that takes a text."""
    described = document.operation(*operation.key)
    item = document.contents["paths"][operation.key[1]]
    found = list(dict.fromkeys(strings(document, body_schema(document, operation), base.body or {})))
    operation.members = frozenset(found)
    for parameter in [*item.get("parameters", []), *described.get("parameters", [])]:
        parameter, _ = document.resolve(parameter, "")
        schema = parameter["schema"]
        if schema.get("type") == "string" and "enum" not in schema and "const" not in schema:
            name = parameter["name"]
            found.append({"path": f"{{{name}}}", "query": f"?{name}"}.get(parameter["in"], name))
    schemes = {name for scheme in described.get("security", []) for name in scheme}
    if schemes - {"clientSecret"} and {} not in described["security"]:
        found += ["bearer", "cookie"]
    elif "accountToken" in schemes:
        found.append("bearer")
    return found


_NUMBERS = itertools.count()


def nonsense_text(place: str) -> str:
    """A text that no server has issued, of the shape that the place requires."""
    if place == "username":
        # Letters that do not look like other letters.
        return "nonsense." + "".join("bcdfghjk"[int(digit)] for digit in f"{next(_NUMBERS):o}")
    return "zz" if place == "locale" else "nonsense-0123456789_abcdefghijklmnopqrstuvw"


def resolved(value: object) -> str:
    return value() if callable(value) else value


def offered(operation: Operation, base: Request, place: str, issued: Issued) -> Request:
    """The base with a value at a place, and with what the holder of the value sends beside it."""
    request = copy.copy(base)
    request.body = None if base.body is None else dict(base.body)
    text = resolved(issued.text)
    if place in ("bearer", "cookie"):
        request.signed_in, request.bearer, request.cookie = False, None, None
        setattr(request, place, text)
    elif place.startswith("{"):
        request.id = issued.beside.get("{id}", request.id)
        setattr(request, place[1:-1], text)
        take_over(request, issued)
    elif place.startswith("?"):
        request.id = issued.beside.get("{id}", request.id)
        request.query = {**base.query, place[1:]: text}
        take_over(request, issued)
    elif place[0].isupper():
        request.headers = {**base.headers, place: text}
    else:
        # A ticket names the application of a sign-in, and belongs to no client until a user is signed in.
        if place != "ticket" or base.signed_in:
            take_over(request, issued)
        members = operation.members | set(request.body)
        for name, value in issued.beside.items():
            # A response has members of its own.
            if name in members or name == "method" or any(member.startswith(f"{name}.") for member in members):
                request.body[name] = resolved(value)
        for name, value in issued.at.items():
            if name in members:
                request.body[name] = value
        if issued.person and "binding_secret" in members:
            request.body["binding_secret"] = issued.person.binding.secret
        if issued.person and issued.person.ticket and "ticket" in members:
            request.body["ticket"] = issued.person.ticket
        *path, name = place.split(".")
        target = request.body
        for step in path:
            target[step] = dict(target.get(step, {}))
            target = target[step]
        target[name] = issued.at.get(place, text)
    return request


def take_over(request: Request, issued: Issued) -> None:
    """Uses the credentials of the holder of a value, if the request has the credentials of a user."""
    if not issued.person or not request.person:
        return
    request.binding = issued.person.binding
    if not request.signed_in or issued.person.token and issued.person.cookie:
        request.person = issued.person


def can_carry(place: str, issued: Issued) -> bool:
    """Whether the place can carry the text of the value."""
    text = resolved(issued.text)
    return place[0].islower() and place not in ("bearer", "cookie") or not re.search(r"[\r\n]", text)


def send(world: World, operation: Operation, request: Request) -> Answer:
    method, path = operation.key
    for name in ("id", "session", "event", "secret", "name"):
        path = path.replace(f"{{{name}}}", quote(getattr(request, name) or "", safe=""))
    if request.query:
        path += "?" + urlencode(request.query)
    headers = dict(request.headers)
    bearer, cookies = request.bearer, {}
    if operation.side == PAGE:
        headers = {"Origin": world.api.origin, "Sec-Fetch-Site": "same-origin", **headers}
        if request.person:
            cookies["doorward_presession"] = (request.binding or request.person.binding).secret
            if request.signed_in:
                cookies["doorward_session"] = request.person.cookie
    elif request.signed_in:
        bearer = request.person.token
    elif request.person and request.person.application:
        headers = {"Doorward-Application": request.person.application, **headers}
    if request.cookie is not None:
        cookies["doorward_session"] = request.cookie
    if cookies:
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
    data = None
    if request.body is not None:
        data = urlencode(request.body) if operation.form else json.dumps(request.body)
    data = request.image or data
    if data is not None or operation.side == PAGE and method != "GET":
        headers["Content-Type"] = FORM if operation.form else "image/png" if request.image else JSON
    if bearer is not None:
        headers["Authorization"] = f"Bearer {bearer}"
    return world.api.send(method, path, data, headers)


class Matrix:
    """Runs the operations against one server."""

    def __init__(
        self, world: World, document: Document, shared: dict[str, Issued] | None = None, *, one_in: int = 1
    ) -> None:
        """`make test` offers every right value, and one of `one_in` wrong values at each place. It offers nonsense at one of
        `one_in` places that take any text."""
        self.world = world
        self.document = document
        self.one_in = one_in
        self.failures: list[str] = []
        # The answers that the OpenAPI document does not have.
        self.undocumented: set[str] = set()
        self.offers = 0
        with ThreadPoolExecutor(4) as pool:
            self.shared = shared or dict(zip(kinds(), pool.map(world.issue, kinds())))
        self.issued_at = dict.fromkeys(kinds(), time.monotonic())
        # One right pair of each kind, with which the shared value is used at the end.
        self.right: dict[str, tuple[Operation, str]] = {}

    def callers(self, operation: Operation, place: str) -> set[str]:
        """The kinds of the credentials that the OpenAPI document names for a caller."""
        schemes = self.document.operation(*operation.key).get("security", [])
        names = {name for scheme in schemes for name in scheme}
        return set().union(*(kinds for name, (where, kinds) in CALLERS.items() if name in names and where == place))

    def acts(self, operation: Operation, request: Request, issued: Issued) -> tuple[bool, Answer]:
        answer = send(self.world, operation, request)
        try:
            self.world.api.check_once(operation.key, operation.key[1], answer)
        except AssertionError as error:
            # The same answer would fail at each value.
            self.undocumented.add(str(error).partition("\n")[0])
        if not 200 <= answer.status < 300:
            return False, answer
        return operation.acts is None or operation.acts(self.world, answer, issued), answer

    def value(self, kind: str) -> Issued:
        """The value of a kind that every operation but the right ones gets."""
        lifetime = next((seconds for end, seconds in BRIEF.items() if kind.endswith(end)), math.inf)
        if time.monotonic() - self.issued_at[kind] > lifetime:
            self.shared[kind], self.issued_at[kind] = self.world.issue(kind), time.monotonic()
        return self.shared[kind]

    def run(self, operations: list[Operation]) -> None:
        with ThreadPoolExecutor(4) as pool:
            for done in [pool.submit(self.run_operation, operation) for operation in operations]:
                done.result()
        # The shared values were valid during the run: each still works at a right place.
        for kind, (operation, place) in self.right.items():
            issued = self.value(kind)
            request = offered(operation, operation.base(self.world), place, issued)
            acted, answer = self.acts(operation, request, issued)
            if not acted:
                self.fail(operation, place, kind, "was spent by an operation that refused it", answer)

    def run_operation(self, operation: Operation) -> None:
        base = operation.base(self.world)
        found = places(self.document, operation, base)
        texts = [place for place in found if place in operation.text]
        for place in sample(texts, one_in=self.one_in, name=lambda place: f"{operation.name} {place}"):
            self.check_text(operation, place)
        for place in found:
            if place not in operation.text:
                self.run_place(operation, place)
        # The base is valid, so nothing but the offered values was refused.
        answer = send(self.world, operation, operation.base(self.world))
        if answer.status >= 400:
            self.fail(operation, "base", "", "is refused", answer)

    def run_place(self, operation: Operation, place: str) -> None:
        accepted = operation.accepts.get(place, set()) | self.callers(operation, place)
        for kind in self.shared:
            if kind in accepted and can_carry(place, self.value(kind)):
                self.check_right(operation, place, kind)
        wrong = [kind for kind in self.shared if kind not in accepted and (
            place not in operation.hashed or kind in CREDENTIALS)]
        base, guesses = operation.base(self.world), 0
        for kind in sample(wrong, one_in=self.one_in, name=lambda kind: f"{operation.name} {place} {kind}"):
            issued = self.value(kind)
            if not can_carry(place, issued):
                continue
            if place in operation.guesses and guesses == FREE_GUESSES:
                base, guesses = operation.base(self.world), 0
            guesses += 1
            self.offers += 1
            acted, answer = self.acts(operation, offered(operation, base, place, issued), issued)
            if acted:
                self.fail(operation, place, kind, "acts, and no declaration says so", answer)
            if 200 <= answer.status < 300:
                base = operation.base(self.world)

    def check_right(self, operation: Operation, place: str, kind: str) -> None:
        if place in ("bearer", "cookie"):
            # The base is the request with this value.
            return
        issued = self.world.issue(kind)
        request = offered(operation, operation.base(self.world), place, issued)
        acted, answer = self.acts(operation, request, issued)
        if not acted:
            self.fail(operation, place, kind, "does not act, and a declaration says that it does", answer)
        self.right.setdefault(kind, (operation, place))

    def check_text(self, operation: Operation, place: str) -> None:
        """A place for any text accepts nonsense."""
        nonsense = Issued(nonsense_text(place))
        answer = send(self.world, operation, offered(operation, operation.base(self.world), place, nonsense))
        if not 200 <= answer.status < 300:
            self.fail(operation, place, "nonsense", "is refused where any text is declared", answer)

    def fail(self, operation: Operation, place: str, kind: str, what: str, answer: Answer) -> None:
        self.failures.append(f"{operation.name} [{place}] {kind}: {what} ({answer.status} {answer.body[:300]!r})")
