"""Every sign-in journey and every operation with the log at level debug: no secret is in the log, in a URL, or in a file of
the store.

The secrets are collected from the requests and answers themselves: each member that purposes.py declares as a value, and
each member by which a client proves something.
"""

from __future__ import annotations

import base64
import json
import re
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest

from exploration import COMPLETE_DEPTH, Journey, after, succeeds
from journey_walks import Explorer
from journeys import JOURNEYS
from keep_alive import KeepAliveAPI
from mail_server import MailServer, mail_server, mails
from people import settings
from purpose_matrix import send
from purpose_operations import OPERATIONS
from purposes import ISSUED
from running import running
from sms_gateway import SMSGateway
from stored import Stored
from test_secrets import contents, forms
from world import World, client_credentials

# A slow machine needs more than the time of other tests.
pytestmark = pytest.mark.timeout(1800)

# Kinds of values that identify something and open nothing.
PUBLIC = {"user_id", "session_id", "identity_id", "factor_id", "guest_id", "event_id", "invitation_id", "photo_id",
          "administration_key_id", "backend_key_id", "signing_key_id", "webhook_id", "settings_change_id", "client_secret_id"}
# The members of requests that prove something.
PROVING = {"password", "new_password", "current_password", "code", "binding_secret", "signature", "code_verifier",
           "client_secret", "refresh_token", "device_code", "user_code", "ticket", "challenge_id"}
# Members that contain a secret beside other text. The secret itself is a member too.
AROUND = {"uri", "qr_code", "verification_uri_complete", "redirect_to"}
ISSUING = {member for members in ISSUED.values() for member, kind in members.items()
           if kind not in PUBLIC and not kind.endswith("_cursor")} - AROUND
# The URLs that carry a secret by design: the answer of `/authorize` (RFC 6749 §4.1.2), the page for a device (RFC 8628
# §3.3.1), and the address for an authenticator.
DESIGNED = {"redirect_to": "code", "verification_uri_complete": "user_code", "uri": "secret", "link": "link"}


class SentCodes:
    """The codes in the mails and SMS that were sent, by address, in the order of their arrival."""

    def __init__(self, mail: MailServer, gateway: SMSGateway) -> None:
        self._output = mail.program.output
        self._gateway = gateway
        self._seen = 0
        self._codes: defaultdict[str, deque[str]] = defaultdict(deque)
        self._links: dict[str, str] = {}
        self._notices: defaultdict[str, list[str]] = defaultdict(list)
        self._lock = threading.Lock()
        self.texts: list[str] = []

    @property
    def link_secrets(self) -> set[str]:
        codes = {link.rpartition(".")[2] for text in self.texts for link in re.findall(r"https?://\S+/continue#\S+", text)}
        return codes | {token for tokens in self._notices.values() for token in tokens}

    def code(self, address: str) -> str:
        return self._wait(lambda: self._codes[address] and self._codes[address].popleft(), address)

    def link(self, address: str) -> str:
        return self._wait(lambda: self._links.get(address), address)

    def notice(self, address: str) -> str:
        return self._wait(lambda: self._notices[address] and self._notices[address][-1], address)

    def _wait(self, found: Callable[[], str | None], address: str) -> str:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with self._lock:
                self._read()
                if text := found():
                    return text
            time.sleep(0.005)
        raise AssertionError(f"no message to {address}")

    def _read(self) -> None:
        for request in self._gateway.arrived():
            message = json.loads(request.body)
            self.texts.append(message["text"])
            if found := re.search(r"\b\d{6}\b", message["text"]):
                self._codes[message["to"]].append(found[0])
        lines = self._output.text.splitlines(keepends=True)
        for line in lines[self._seen:]:
            if not line.endswith("\n"):
                break
            self._seen += 1
            for mail in mails([json.loads(line)]):
                text = mail.get_body(["plain"]).get_content()
                self.texts.append(text)
                if found := re.search(r"(?<![\w#=.])\d{6}(?![\w.])", text):
                    self._codes[mail["To"]].append(found[0])
                for link in re.findall(r"https?://\S+/continue#\S+", text):
                    self._links[mail["To"]] = link
                self._notices[mail["To"]] += re.findall(r"https?://\S+/secure#(\S+)", text)


class RecordingAPI(KeepAliveAPI):
    """Keeps the secrets, and the URLs, of all requests and answers."""

    def __init__(self, origin: str, document) -> None:
        super().__init__(origin, document)
        self.secrets: defaultdict[str, set[str]] = defaultdict(set)
        self.urls: set[tuple[str, str]] = set()

    def send(self, method, path, data, headers):
        self.urls.add(("request", path))
        answer = super().send(method, path, data, headers)
        sent = data.decode(errors="replace") if isinstance(data, bytes) else data or ""
        if sent.startswith("{"):
            self._collect(json.loads(sent), PROVING)
        else:
            self._collect({name: values[0] for name, values in parse_qs(sent).items()}, PROVING)
        # The settings have their names in members with the name of a secret.
        if answer.media.endswith("json") and answer.body and path not in ("/openapi.json", "/v1/admin/settings"):
            self._collect(answer.json, ISSUING)
        for line in answer.headers.get_all("Set-Cookie") or []:
            if cookie := line.partition("=")[2].partition(";")[0]:
                self.secrets["cookie"].add(cookie)
        for location in answer.headers.get_all("Location") or []:
            self.urls.add(("Location", location))
        for ticket in re.findall(rb'name="doorward-ticket" content="([^"]+)"', answer.body):
            self.secrets["ticket"].add(ticket.decode())
        return answer

    def _collect(self, value: object, members: set[str]) -> None:
        if isinstance(value, list):
            for item in value:
                self._collect(item, members)
        if not isinstance(value, dict):
            return
        for name, item in value.items():
            for text in item if isinstance(item, list) else [item]:
                if isinstance(text, str) and name in members and len(text) >= 6:
                    self.secrets[name].add(text)
                if isinstance(text, str) and re.match(r"[a-z][a-z0-9+.-]*:", text):
                    self.urls.add((name, text))
            self._collect(item, members)
        if "redirect_to" in value:
            self.secrets["code"].update(parse_qs(urlsplit(value["redirect_to"]).query).get("code", []))


def successful_walks(journey: Journey) -> list:
    """Walks in which every step of the journey succeeds once, by its own values."""
    left = {step.name for step in journey.steps}
    found = []
    for walk in replace(journey, depth=COMPLETE_DEPTH).walks:
        state, done = journey.start, set()
        for move in walk:
            if move.variant == "own" and succeeds(state, move):
                done.add(move.step.name)
            state = after(state, move)
        if done & left:
            left -= done
            found.append(walk)
    # The steps that no proof allows are never successful.
    assert all(not step.needs or {"no proof allows it"} & step.needs for step in journey.steps if step.name in left), left
    return found


@pytest.fixture(scope="module")
def run(tmp_path_factory, document):
    """Runs the journeys. Returns the server, the client with what it has recorded, and the mails."""
    directory = tmp_path_factory.mktemp("secrets")
    client = client_credentials(directory)
    with mail_server(directory) as mail, SMSGateway() as gateway:
        options = settings(client["client_secret_hash"])
        sms = {"provider": "webhook", "url": gateway.url, "secret": base64.urlsafe_b64encode(bytes(32)).decode().rstrip("="),
               "countries": {"DE": 1}, "daily_limit": 1_000_000, "allow_private_addresses": True}
        options |= {"mail": mail.settings, "sms": sms, "delivery": {}, "log_level": "debug"}
        with running(directory, settings=options) as server:
            world = World(server, document, client["client_secret"])
            world.api, world.mailbox = RecordingAPI(server.account, document), SentCodes(mail, gateway)
            world.api.secrets["API key"] |= {world.key, world.club_key}
            world.api.secrets["client secret"].add(client["client_secret"])
            world.api.secrets["master key"].add((server.data / "master.key").read_text().strip())
            explorer = Explorer(world)
            walks = [(journey, walk) for journey in JOURNEYS for walk in successful_walks(journey)]
            with ThreadPoolExecutor(4) as pool:
                failures = [failure for found in pool.map(explorer.timely_walk, *zip(*walks)) for failure in found]
            assert not failures, "\n".join(failures)
            # Every operation once, so that each kind of value is issued and used.
            for operation in OPERATIONS:
                answer = send(world, operation, operation.base(world))
                assert 200 <= answer.status < 400, (operation.name, answer.status, answer.body)
            assert server.terminate() == 0
            world.api.secrets["link"] |= world.mailbox.link_secrets
            assert len(world.api.secrets["link"]) > 20
        yield server, world.api, world.mailbox.texts


class Search:
    """Finds secrets in data: their texts, and the bytes that these encode. A code of six digits has no digit beside it."""

    LENGTH = 12

    def __init__(self, secrets: dict[str, set[str]]) -> None:
        self.codes, self.short, self.long = {}, {}, defaultdict(dict)
        for name, values in secrets.items():
            for secret in values:
                if re.fullmatch(r"\d{6}", secret):
                    self.codes[secret.encode()] = name
                    continue
                for form in {secret.encode(), secret.replace("-", "").encode(), *forms(secret), *base32(secret)}:
                    assert len(form) >= 8, name
                    if len(form) < self.LENGTH:
                        self.short[form] = name
                    else:
                        self.long[form[:self.LENGTH]][form] = name

    def found(self, data: bytes) -> set[str]:
        """The names of the secrets in the data."""
        found = {self.codes[code] for code in _CODES.findall(data) if code in self.codes}
        found |= {name for form, name in self.short.items() if form in data}
        # One pass, because there are thousands of secrets.
        for start in range(len(data) - self.LENGTH + 1):
            if forms := self.long.get(data[start:start + self.LENGTH]):
                found |= {name for form, name in forms.items() if data.startswith(form, start)}
        return found


_CODES = re.compile(rb"(?<![0-9A-Za-z])\d{6}(?![0-9A-Za-z])")


def base32(secret: str) -> set[bytes]:
    """The bytes of the secret of an authenticator."""
    return {base64.b32decode(secret)} if re.fullmatch(r"[A-Z2-7]{32}", secret) else set()


def texts_of_log(log: bytes) -> bytes:
    """The texts of the log, without its numbers and times, which a code may equal by chance."""
    lines = [json.loads(line) for line in log.decode().splitlines() if line.startswith("{")]
    texts = [value for line in lines for name, value in line.items() if isinstance(value, str) and name != "time"]
    others = [line for line in log.decode().splitlines() if not line.startswith("{")]
    return "\n".join(texts + others).encode()


@pytest.mark.takes_long("runs every journey, for all tests of this file")
def test_each_kind_of_secret_was_used(run):
    _, api, texts = run
    assert PROVING | ISSUING <= api.secrets.keys(), PROVING | ISSUING - api.secrets.keys()
    assert len(api.secrets["code"]) > 20 and len(texts) > 20


def test_the_log_has_no_secret(run):
    server, api, _ = run
    log = server.log.read_bytes()
    assert log.count(b'"security event"') > 100 and b'"level":"debug"' in log.replace(b'": "', b'":"')
    assert not Search(api.secrets).found(texts_of_log(log))


def test_no_file_of_the_store_has_a_secret(run):
    server, api, _ = run
    search, files = Search(api.secrets), contents(server)
    del files["log"]
    for name, data in files.items():
        assert not search.found(data), name


def test_no_url_has_a_secret(run):
    _, api, _ = run
    searches = {designed: Search({
        kind: values - api.secrets.get(designed, set()) for kind, values in api.secrets.items()})
        for designed in {None, *DESIGNED.values()}}
    for name, url in api.urls:
        assert not searches[DESIGNED.get(name)].found(url.encode()), (name, url)


def test_links_in_mails_have_no_secret_outside_the_fragment(run):
    """Servers and proxies log URLs, without the fragment."""
    _, api, texts = run
    links = [link for text in texts for link in re.findall(r"https?://\S+", text)]
    search = Search(api.secrets)
    assert links
    for link in links:
        assert not search.found(link.partition("#")[0].encode()), link


def test_the_search_finds_secrets(run):
    server, api, _ = run
    search = Search(api.secrets)
    for name in ("API key", "secret", "refresh_token", "recovery_codes", "code", "user_code"):
        secret = next(iter(api.secrets[name]))
        # A recovery code is sent as a code, too.
        kinds = {kind for kind, values in api.secrets.items() if secret in values}
        data = [b'{"path": "/x/' + secret.encode() + b'"}']
        data += [b"\0" + form + b"\0" for form in forms(secret) | base32(secret) if form != secret.encode()][:1]
        for one in data:
            assert (found := search.found(one)) and found <= kinds, (name, found)
    code = next(code for code in api.secrets["code"] if re.fullmatch(r"\d{6}", code)).encode()
    assert not search.found(code + b"7") and not search.found(b"7f" + code + b"a")
    # The addresses of users are no secret, and are in the store.
    with Stored(server.data) as database:
        [address] = database.execute("SELECT identifier FROM identities WHERE kind = 'email' LIMIT 1").fetchone()
    assert any(Search({"address": {address}}).found(data) for data in contents(server).values())
