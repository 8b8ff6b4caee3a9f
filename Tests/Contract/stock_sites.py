"""Web sites with widely used clients, each in a process of its own, as their documents set them up: they know the issuer, their
id and their secret, and everything else has its default."""

from __future__ import annotations

import os
import re
import secrets
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import requests

from apache import apache
from client import API, Page
from client_secrets import ClientSecret
from ports import free_port, wait_until_listening
from programs import Program

SITES = Path(__file__).parent / "sites"


@dataclass(frozen=True)
class Stock:
    """A client, with the paths of its site."""

    name: str
    sign_in: str = "/sign-in"
    callback: str = "/callback"
    # Whether the sign-in begins with a form.
    has_form: bool = False

    @property
    def application(self) -> str:
        return self.name.replace("_", "-")


STOCK = [
    Stock("authlib"), Stock("pyoidc"), Stock("requests_oauthlib"),
    Stock("mozilla_django_oidc", "/oidc/authenticate/", "/oidc/callback/"),
    Stock("mod_auth_openidc", "/protected/", "/protected/redirect_uri"),
    Stock("django_allauth", "/accounts/oidc/doorward/login/", "/accounts/oidc/doorward/login/callback/", has_form=True),
]


class Site:
    """A visit to a running site, with a browser of its own."""

    def __init__(self, stock: Stock, url: str, api: API, page: Page) -> None:
        self.stock, self.url, self.api, self.page = stock, url, api, page
        self.browser = requests.Session()

    def sign_in(self) -> dict:
        """Signs in through the page. Returns the rights that the page has shown, and the account that the site keeps."""
        first = self.browser.get(self.url + self.stock.sign_in, allow_redirects=False, timeout=30)
        if self.stock.has_form:
            token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', first.text)[1]
            first = self.browser.post(
                first.url, data={"csrfmiddlewaretoken": token}, allow_redirects=False, timeout=30)
        assert first.status_code in (302, 303), first.text
        asked = urlsplit(first.headers["Location"])
        opened = self.api.get(f"{asked.path}?{asked.query}")
        assert opened.status == 200, (opened.status, opened.headers.get("Location"))
        ticket = re.search(rb'name="doorward-ticket" content="([^"]+)"', opened.body)[1].decode()
        answer = self.page.call("POST", "/session/authorization", {"ticket": ticket})
        shown = answer.json.get("scopes")
        if answer.json.get("next") == "confirm":
            answer = self.page.call("POST", "/session/authorization/allow", {"ticket": answer["ticket"]})
        last = self.browser.get(answer["redirect_to"], timeout=30)
        assert last.status_code == 200, last.text
        return {"asked": parse_qs(asked.query), "shown": shown, "account": last.json()}


# The page of Apache's site. `true` is 1 for mod_auth_openidc.
_APACHE_PAGE = """{
  "email": "<!--#echo encoding="none" var="OIDC_CLAIM_email" -->",
  "email_verified": <!--#echo encoding="none" var="OIDC_CLAIM_email_verified" -->
}"""
_APACHE_LINES = """
OIDCProviderMetadataURL {account}/.well-known/openid-configuration
OIDCClientID {client}
OIDCClientSecret {secret}
OIDCRedirectURI {url}/protected/redirect_uri
OIDCCryptoPassphrase {passphrase}
OIDCScope "openid email"
<Location /protected>
  AuthType openid-connect
  Require valid-user
</Location>
"""


@contextmanager
def running_site(stock: Stock, directory: Path, account: str, secret: ClientSecret):
    """Starts a site, and returns its address."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    if stock.name == "mod_auth_openidc":
        lines = _APACHE_LINES.format(
            account=account, client=stock.application, secret=secret.text, url=url, passphrase=secrets.token_hex(16))
        with apache(port, {"protected/index.html": _APACHE_PAGE}, lines):
            yield url
        return
    environment = {
        **os.environ, "DOORWARD_URL": account, "CLIENT_ID": stock.application, "CLIENT_SECRET": secret.text, "PORT": str(port)}
    program = Program(
        sys.executable, SITES / f"{stock.name}_site.py", log=directory / "site.log", directory=directory,
        environment=environment)
    with program:
        wait_until_listening(program, port)
        yield url
