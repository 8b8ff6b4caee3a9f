"""A client of the HTTP contract. It checks every answer against the OpenAPI document."""

from __future__ import annotations

import http.client
import json
import socket
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from document import Document
from wallets import Binding

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"


@dataclass
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def code(self) -> str | None:
        return self.json.get("code") if self.body else None

    def __getitem__(self, name: str):
        return self.json[name]


class API:
    def __init__(self, origin: str, document: Document) -> None:
        self.origin = origin
        self.host = urlsplit(origin).netloc
        self.document = document

    def call(
        self, method: str, path: str, body: object = None, *, form: dict | None = None, token: str | None = None,
        application: str | None = None, headers: dict | None = None, media: str | None = None
    ) -> Answer:
        headers = dict(headers or {})
        data = None
        if form is not None:
            data, media = urlencode(form), FORM if media is None else media
        elif body is not None:
            data = body if isinstance(body, (str, bytes)) else json.dumps(body)
            media = JSON if media is None else media
        if media:
            headers.setdefault("Content-Type", media)
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if application is not None:
            headers["Doorward-Application"] = application
        answer = self.send(method, path, data, headers)
        self.check(method, path, answer)
        if answer.status < 300 and data is not None and not media.startswith("image/"):
            self.check_request(method, path, media, form if form is not None else json.loads(data))
        return answer

    def send(self, method: str, path: str, data: str | bytes | None, headers: dict) -> Answer:
        connection = http.client.HTTPConnection(self.host, timeout=30)
        try:
            connection.request(method, path, body=data, headers=headers)
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            connection.close()

    def check(self, method: str, path: str, answer: Answer) -> None:
        self.document.check(method, path, answer)

    def check_request(self, method: str, path: str, media: str, body: object) -> None:
        self.document.check_request(method, path, media, body)

    def raw(self, head: str, path: str, method: str = "POST", body: bytes = b"") -> Answer:
        """Sends bytes unchanged, for requests that no client library writes."""
        with socket.create_connection((urlsplit(self.origin).hostname, urlsplit(self.origin).port), 30) as connection:
            connection.sendall(head.replace("\n", "\r\n").encode("latin-1") + body)
            response = http.client.HTTPResponse(connection, method=method)
            response.begin()
            answer = Answer(response.status, response.headers, response.read())
        self.document.check(method, path, answer)
        return answer

    def get(self, path: str, **options) -> Answer:
        return self.call("GET", path, **options)

    def post(self, path: str, body: object = None, **options) -> Answer:
        return self.call("POST", path, body, **options)

    def challenge(self, wallet, binding: Binding, *, token=None, application=None, **changes) -> Answer:
        return self.post(
            f"{wallet.path}/{wallet.challenge_name}", {**wallet.ask(self, **changes), "binding": binding.value},
            token=token, application=application)

    def proof(self, wallet, *, token=None, application=None, **changes) -> dict:
        """The body of a sign-in, with a signed challenge."""
        binding = Binding()
        challenge = self.challenge(wallet, binding, token=token, application=application, **changes)
        assert challenge.status == 200, challenge.body
        return {**wallet.answer(challenge.json), "binding_secret": binding.secret}

    def sign_in(self, wallet, *, token=None, application=None, **changes) -> dict:
        answer = self.post(
            f"{wallet.path}/sign-in", self.proof(wallet, application=application, **changes), token=token,
            application=application)
        assert answer.status == 200, answer.body
        return answer.json

    def refresh(self, token: str, *, key: str | None = None, **form) -> Answer:
        headers = {} if key is None else {"Idempotency-Key": key}
        return self.post(
            "/v1/token", form={"grant_type": "refresh_token", "refresh_token": token, **form}, headers=headers)


class Page:
    """The hosted page as a browser uses it: cookies, the page's origin, Fetch Metadata."""

    def __init__(self, api: API, origin: str | None = None) -> None:
        self.api = api
        self.origin = origin
        self.cookies: dict[str, str] = {}

    def call(
        self, method: str, path: str, body: object = None, *, media: str = JSON, headers: dict | None = None
    ) -> Answer:
        sent = {"Origin": self.origin or self.api.origin, "Sec-Fetch-Site": "same-origin", **(headers or {})}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = self.api.call(method, path, body, media=media, headers=sent)
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = line.partition(";")[0].partition("=")
            if value:
                self.cookies[name] = value
            else:
                self.cookies.pop(name, None)
        return answer

    def proof(self, wallet, **changes) -> dict:
        challenge = self.call("POST", f"{wallet.page_path}/{wallet.challenge_name}", wallet.ask(self.api, **changes))
        assert challenge.status == 200, challenge.body
        return wallet.answer(challenge.json)

    def sign_in(self, wallet) -> dict:
        answer = self.call("POST", f"{wallet.page_path}/sign-in", self.proof(wallet))
        assert answer.status == 200, answer.body
        return answer.json
