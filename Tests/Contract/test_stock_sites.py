"""Widely used clients sign users in with their defaults."""

from __future__ import annotations

import pytest

import apache
from accounts import PASSWORD, Account
from client import API, Page
from client_secrets import ClientSecret
from console_mail import LIMITS, Mailbox
from running import running
from stock_sites import STOCK, Site, running_site

EMAIL, NUMBER = "ada@example.com", "+14155550123"
# The claims of one ID token, which Authlib shows with those of the user.
OF_ONE_TOKEN = {"at_hash", "exp", "iat", "nonce"}


@pytest.fixture(scope="module")
def world(tmp_path_factory, document):
    """A server with an application for each site, and the page of a signed-in user with addresses and a user name."""
    secrets = {stock.application: ClientSecret.new() for stock in STOCK}
    applications = [
        {"id": stock.application, "name": stock.name, "redirect_uris": [f"http://127.0.0.1{stock.callback}"],
         "client_secret_hash": secrets[stock.application].hash} for stock in STOCK]
    settings = {
        "rate_limits": LIMITS, "delivery": {"console": True},
        "applications": [
            {"id": "default", "methods": ["siwe", "password", "code"], "password": {"identifiers": ["email", "username"]}},
            *applications]}
    with running(tmp_path_factory.mktemp("stock"), settings=settings) as server:
        api = API(server.account, document)
        Account(api, Mailbox(server), EMAIL, NUMBER)
        page = Page(api)
        signed_in = page.call("POST", "/session/password/sign-in", {"identifier": EMAIL, "password": PASSWORD})
        assert signed_in.status == 200, signed_in.body
        changed = page.call("PATCH", "/session/user", {"name": "Ada Example", "username": "ada"})
        assert changed.status == 200, changed.body
        yield server, api, page, secrets


def lasting(account: dict) -> dict:
    return {name: value for name, value in account.items() if name not in OF_ONE_TOKEN}


@pytest.mark.parametrize("stock", STOCK, ids=lambda stock: stock.name)
def test_client_signs_user_in_with_its_defaults(world, tmp_path, stock):
    server, api, page, secrets = world
    if stock.name == "mod_auth_openidc" and not apache.is_installed():
        pytest.skip("Apache with mod_auth_openidc is not installed")
    with running_site(stock, tmp_path, server.account, secrets[stock.application]) as url:
        first = Site(stock, url, api, page).sign_in()
        # None of them uses PKCE unless it is told to.
        assert "code_challenge" not in first["asked"]
        # The user consents to what the site gets, once.
        assert {"openid", "email"} <= set(first["shown"])
        assert first["account"]["email"] == EMAIL
        again = Site(stock, url, api, page).sign_in()
        assert again["shown"] is None
        assert lasting(again["account"]) == lasting(first["account"])
    if "profile" in first["shown"]:
        names = {"username", "preferred_username"} & set(first["account"])
        assert {first["account"][name] for name in names} == {"ada"}
    # The sites know that the address is verified.
    verified = first["account"].get("email_verified", first["account"].get("verified"))
    assert verified in (True, [True], None)
    assert (verified is None) == (stock.name == "mozilla_django_oidc")
