"""Third-party clients sign users in: Authlib, and Apache with mod_auth_openidc."""

import json
from dataclasses import dataclass
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from apache import is_installed
from client_secrets import ClientSecret
from ports import free_port
from relyingparties import RelyingParty, apache_site, flask_site
from sampling import sample
from server import running_server
from visitor import Visitor

ALGORITHMS = sample(["ES256", "RS256"], at_most=1)


@dataclass(frozen=True)
class Site:
    account: str
    party: RelyingParty
    algorithm: str


@pytest.fixture(scope="module", params=ALGORITHMS)
def blog(request, tmp_path_factory, near_connect):
    secret = ClientSecret.new()
    application = {
        "id": "blog", "name": "Example Blog", "redirect_uris": ["http://127.0.0.1/callback"],
        "client_secret_hash": secret.hash, "id_token_signed_response_alg": request.param}
    directory = tmp_path_factory.mktemp("blog")
    with running_server(directory, near_connect, applications=[{"id": "default"}, application]) as server, \
            flask_site(directory, server.account, secret) as party:
        yield Site(server.account, party, request.param)


@pytest.fixture(scope="module", params=ALGORITHMS)
def wiki(request, tmp_path_factory, near_connect):
    if not is_installed():
        pytest.skip("Apache with mod_auth_openidc is not installed")
    secret, port = ClientSecret.new(), free_port()
    application = {
        "id": "wiki", "name": "Example Wiki", "first_party": True, "redirect_uris": ["http://127.0.0.1/protected/redirect_uri"],
        "post_logout_redirect_uris": [f"http://127.0.0.1:{port}/bye.html"],
        "client_secret_hash": secret.hash, "id_token_signed_response_alg": request.param}
    directory = tmp_path_factory.mktemp("wiki")
    with running_server(directory, near_connect, applications=[{"id": "default"}, application]) as server, \
            apache_site(port, server.account, secret, request.param) as party:
        yield Site(server.account, party, request.param)


@pytest.fixture
def visitor_of(browser):
    """Makes visitors with a wallet. At the end it checks that the pages caused no errors."""
    visitors = []

    def make(site: Site) -> Visitor:
        visitor = Visitor(browser, site.account)
        visitor.with_wallet()
        visitors.append(visitor)
        return visitor

    yield make
    for visitor in visitors:
        visitor.context.close()
        visitor.assert_clean()


def sign_in_for(visitor: Visitor, name: str) -> None:
    expect(visitor.page.locator("h1")).to_have_text(f"Sign in to {name}")
    visitor.choose_ethereum()


def allow_address(visitor: Visitor) -> None:
    """Consents to what the site gets, on the page that names it."""
    expect(visitor.page.get_by_test_id("scopes")).to_contain_text("Your email address")
    visitor.page.get_by_test_id("continue").click()


def claims_of(visitor: Visitor, site: Site) -> dict:
    """The claims that the Flask site shows."""
    visitor.page.wait_for_url(f"{site.party.url}/")
    return json.loads(visitor.page.locator("body").inner_text())


# MARK: Authlib

def test_authlib_signs_in_signed_in_user_at_once_after_consent(visitor_of, blog):
    visitor = visitor_of(blog)
    visitor.open().sign_in_with_ethereum()
    visitor.page.get_by_test_id("name").fill("Ann Example")
    visitor.page.get_by_test_id("profile-submit").click()
    expect(visitor.page.get_by_test_id("signed-in-as")).to_contain_text("Ann Example")
    # The user consents to the address once. Then a client with a secret is answered at once.
    visitor.page.goto(f"{blog.party.url}/sign-in")
    allow_address(visitor)
    claims = claims_of(visitor, blog)
    visitor.page.goto(f"{blog.party.url}/sign-in")
    assert claims_of(visitor, blog)["sub"] == claims["sub"]
    assert (claims["iss"], claims["aud"], claims["name"]) == (blog.account, "blog", "Ann Example")
    assert claims["amr"] == ["siwe"]


def test_authlib_sends_signed_out_user_to_page(visitor_of, blog):
    visitor = visitor_of(blog)
    visitor.page.goto(blog.party.url)
    sign_in_for(visitor, "Example Blog")
    assert claims_of(visitor, blog)["sub"]


@pytest.mark.only_in_test_all("Tests/Server/ServerTests/Provider checks the parameter")
def test_authlib_uses_prompt_none(visitor_of, blog):
    visitor = visitor_of(blog)
    visitor.page.goto(f"{blog.party.url}/sign-in?prompt=none")
    expect(visitor.page.locator("body")).to_have_text("Not signed in: login_required")
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(f"{blog.party.url}/sign-in?prompt=none")
    expect(visitor.page.locator("body")).to_have_text("Not signed in: consent_required")
    visitor.page.goto(f"{blog.party.url}/sign-in")
    allow_address(visitor)
    claims_of(visitor, blog)
    visitor.page.goto(f"{blog.party.url}/sign-in?prompt=none")
    assert claims_of(visitor, blog)["aud"] == "blog"


@pytest.mark.only_in_test_all("waits for the next second; Tests/Server/ServerTests/Provider checks the parameter")
def test_authlib_uses_max_age(visitor_of, blog):
    visitor = visitor_of(blog)
    visitor.page.goto(blog.party.url)
    sign_in_for(visitor, "Example Blog")
    first = claims_of(visitor, blog)["auth_time"]
    visitor.page.wait_for_function(f"Date.now() / 1000 > {first + 1}")
    visitor.page.goto(f"{blog.party.url}/sign-in?max_age=0")
    sign_in_for(visitor, "Example Blog")
    assert claims_of(visitor, blog)["auth_time"] > first


# MARK: mod_auth_openidc

def expect_protected(visitor: Visitor) -> None:
    expect(visitor.page.locator("h1")).to_have_text("Protected")


def test_apache_protects_page_and_signs_out(visitor_of, wiki):
    visitor = visitor_of(wiki)
    visitor.page.goto(f"{wiki.party.url}/protected/")
    sign_in_for(visitor, "Example Wiki")
    expect_protected(visitor)
    expect(visitor.page.locator("#iss")).to_have_text(wiki.account)
    subject = visitor.page.locator("#sub").inner_text()
    visitor.open().expect_signed_in()
    user = visitor.page.evaluate("fetch('/session/state').then((answer) => answer.json())")["user"]
    assert subject == user["id"]

    bye = quote(f"{wiki.party.url}/bye.html", safe="")
    visitor.page.goto(f"{wiki.party.url}/protected/redirect_uri?logout={bye}")
    expect(visitor.page.locator("h1")).to_have_text("Bye")
    visitor.open().expect_signed_out()
    visitor.page.goto(f"{wiki.party.url}/protected/")
    expect(visitor.page.locator("h1")).to_have_text("Sign in to Example Wiki")


@pytest.mark.only_in_test_all("Tests/Server/ServerTests/Provider checks the parameter")
def test_apache_uses_prompt_none(visitor_of, wiki):
    visitor = visitor_of(wiki)
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(f"{wiki.party.url}/protected/silent/")
    expect_protected(visitor)


@pytest.mark.only_in_test_all("Tests/Server/ServerTests/Provider checks the parameter")
def test_apache_uses_max_age(visitor_of, wiki):
    visitor = visitor_of(wiki)
    visitor.open().sign_in_with_ethereum()
    visitor.page.goto(f"{wiki.party.url}/protected/recent/")
    sign_in_for(visitor, "Example Wiki")
    expect_protected(visitor)
