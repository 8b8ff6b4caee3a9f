"""A client of the server as OpenID Provider, and the hosted page as its script uses it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlencode, urlsplit

from client import API, Answer, Page
from wallets import Binding


@dataclass
class Client:
    api: API
    id: str = "default"
    redirect_uri: str = "http://127.0.0.1:49152/callback"
    secret: str | None = None
    pkce: Binding = field(default_factory=Binding)

    def request(self, **changes) -> dict:
        request = {
            "response_type": "code", "client_id": self.id, "redirect_uri": self.redirect_uri, "scope": "openid",
            "state": "s", "code_challenge": self.pkce.value, "code_challenge_method": "S256", **changes}
        return {name: value for name, value in request.items() if value is not None}

    def authorize(self, **changes) -> Answer:
        return self.api.get(f"/authorize?{urlencode(self.request(**changes))}")

    def ticket(self, **changes) -> str:
        page = self.authorize(**changes)
        assert page.status == 200, page.body
        return re.search(rb'name="doorward-ticket" content="([^"]+)"', page.body)[1].decode()

    def code(self, page: Page, **changes) -> str:
        answer = page.call("POST", "/session/authorization", {"ticket": self.ticket(**changes)})
        assert answer.status == 200, answer.body
        if answer.json.get("next") == "confirm":
            answer = page.call("POST", "/session/authorization/allow", {"ticket": answer["ticket"]})
            assert answer.status == 200, answer.body
        return parse_qs(urlsplit(answer["redirect_to"]).query)["code"][0]

    def exchange(self, code: str) -> Answer:
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": self.redirect_uri,
                "client_id": self.id, "code_verifier": self.pkce.secret}
        return self.api.post("/v1/token", form=form | ({"client_secret": self.secret} if self.secret else {}))
