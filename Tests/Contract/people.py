"""The users of a server: each has one app and one browser. And the settings of the server."""

from __future__ import annotations

import base64
import re

import openapi
import passkeys
from client import JSON, Answer
from console_mail import LIMITS
from provider import Client
from wallets import Binding, EthereumWallet

PASSWORD = "eleven purple boots swim"
SITE = "https://site.example/callback"
# The application that requires a second factor, and accepts codes.
STRICT = "strict"
# The application that accepts new users by invitation only.
CLUB = "club"
SETTINGS = {
    "rate_limits": {**LIMITS, "code_per_hour_and_address": 1_000_000, "code_per_hour_and_network": 1_000_000,
                    "account_write_per_minute": 1_000_000, "device_per_minute": 1_000_000},
    "delivery": {"console": True}, "lifetimes": {"challenge": 600},
}
METHODS = openapi.document()["components"]["schemas"]["Configuration"]["properties"]["methods"]["items"]["enum"]
APP, PAGE = "v1", "session"
SIDES = (APP, PAGE)
LOGO = "data:image/svg+xml;base64," + base64.b64encode(b'<svg xmlns="http://www.w3.org/2000/svg"/>').decode()


def settings(secret_hash: str) -> dict:
    """A default application with every method, and a client with a secret."""
    return {**SETTINGS, "limits": {"waiting_devices_per_network": 10_000}, "applications": [
        {"id": "default", "methods": METHODS, "passkeys": passkeys.SETTINGS, "second_factor": {"codes": ["email"]}, "appearance": {"color": "#1d5c4b", "logo": LOGO},
         "password": {"identifiers": ["email", "username"]}, "device_authorization": True,
         "redirect_uris": ["http://127.0.0.1/callback"], "post_logout_redirect_uris": ["https://site.example/bye"]},
        {"id": "site", "redirect_uris": [SITE], "client_secret_hash": secret_hash, "device_authorization": True},
        {"id": STRICT, "methods": ["siwe", "code"], "redirect_uris": ["http://127.0.0.1/callback"],
         "scopes": ["openid", "profile", "offline_access", "user:read", "account"],
         "second_factor": {"required": True, "codes": ["email", "sms"]}},
        {"id": CLUB, "methods": ["code"], "redirect_uris": ["http://127.0.0.1/callback"], "sign_up": "invited",
         "scopes": ["openid", "profile", "offline_access", "user:read", "account"]},
    ]}


class Person:
    """A user with one app and one browser, which have the same binding secret.

    The application is the one that the app signs in to; the page signs in for it with a ticket.
    """

    def __init__(self, world: "World", application: str | None = None) -> None:
        self.world = world
        self.application = application
        self.ticket = client_of(world, application).ticket() if application else None
        self.binding = Binding()
        self.token: str | None = None
        self.cookie: str | None = None
        self.session: dict = {}

    @property
    def cookies(self) -> dict[str, str]:
        cookies = {"doorward_presession": self.binding.secret}
        return cookies | ({"doorward_session": self.cookie} if self.cookie else {})

    def call(self, side: str, method: str, path: str, body: dict | None = None) -> Answer:
        """Sends a request with the credentials of the side. Keeps the session that the answer opens."""
        headers = {}
        if side == PAGE:
            cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            headers = {"Origin": self.world.api.origin, "Sec-Fetch-Site": "same-origin", "Cookie": cookie}
        answer = self.world.api.call(
            method, f"/{side}{path}", body, headers=headers, token=self.token if side == APP else None,
            application=self.application if side == APP else None,
            media=JSON if side == PAGE and method != "GET" else None)
        for line in answer.headers.get_all("Set-Cookie") or []:
            if found := re.match(r"doorward_session=([^;]+)", line):
                self.cookie = found[1]
        if side == APP and answer.status == 200 and "account_token" in answer.json:
            self.session, self.token = answer.json, answer["account_token"]
        return answer

    def post(self, side: str, path: str, body: dict, status: int = 200) -> Answer:
        answer = self.call(side, "POST", path, body)
        assert answer.status == status, (side, path, answer.status, answer.body)
        return answer

    def asking(self, side: str, body: dict) -> dict:
        return {**body, "binding": self.binding.value} if side == APP else self.for_client(body)

    def proving(self, side: str, body: dict) -> dict:
        return {**body, "binding_secret": self.binding.secret} if side == APP else self.for_client(body)

    def for_client(self, body: dict) -> dict:
        return {**body, "ticket": self.ticket} if self.ticket else body

    def sign_in(self, *sides: str, wallet: EthereumWallet | None = None) -> "Person":
        """Signs in with a wallet."""
        wallet = wallet or self.world.wallet()
        for side in sides or SIDES:
            body = self.asking(side, wallet.ask(self.world.api))
            challenge = self.post(side, "/ethereum/message", body).json
            self.post(side, "/ethereum/sign-in", self.proving(side, wallet.answer(challenge)))
        return self


def client_of(world: "World", application: str = "default") -> Client:
    return Client(world.api, application, "http://127.0.0.1:49152/callback")
