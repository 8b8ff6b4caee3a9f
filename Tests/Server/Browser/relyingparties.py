"""Third-party relying parties: a Flask site with Authlib, and Apache with mod_auth_openidc. Their code is the one in
docs/openid-provider.md."""

import os
import re
import secrets
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from apache import apache
from client_secrets import ClientSecret
from ports import free_port, wait_until_listening
from programs import Program

DOCUMENT = Path(__file__).resolve().parents[3] / "docs/openid-provider.md"


def block(language: str) -> str:
    return re.search(rf"^```{language}\n(.*?)^```$", DOCUMENT.read_text(), re.M | re.S)[1]


@dataclass(frozen=True)
class RelyingParty:
    url: str
    log: Path


@contextmanager
def flask_site(directory: Path, account: str, secret: ClientSecret):
    port = free_port()
    # The document names the file `site`. Here that name is taken by a module of Python.
    (directory / "relying_party.py").write_text(block("python"))
    environment = {
        **os.environ, "DOORWARD_URL": account, "CLIENT_SECRET": secret.text, "SESSION_SECRET": secrets.token_hex(16)}
    log = directory / "site.log"
    command = [sys.executable, "-m", "flask", "--app", "relying_party", "run", "--host", "127.0.0.1", "--port", str(port)]
    with Program(*command, log=log, directory=directory, environment=environment) as program:
        wait_until_listening(program, port)
        yield RelyingParty(f"http://127.0.0.1:{port}", log)


# The site besides the lines of the document.
_SITE = """
Define DOORWARD {account}
Define WIKI {url}
Define WIKI_SECRET {secret}
Define WIKI_PASSPHRASE {passphrase}
Define WIKI_ALGORITHM {algorithm}
{lines}
<Location /protected/silent>
  OIDCPathAuthRequestParams prompt=none
</Location>
<Location /protected/recent>
  OIDCPathAuthRequestParams max_age=0
</Location>
"""

_PAGE = "<!doctype html><title>wiki</title><link rel=icon href=data:,><h1>Protected</h1>" + "".join(
    f'<p id="{name}"><!--#echo encoding="entity" var="OIDC_CLAIM_{name}" --></p>'
    for name in ("sub", "name", "iss", "auth_time"))
_PAGES = {f"protected/{name}index.html": _PAGE for name in ("", "silent/", "recent/")} | {
    "bye.html": "<!doctype html><title>bye</title><link rel=icon href=data:,><h1>Bye</h1>"}


@contextmanager
def apache_site(port: int, account: str, secret: ClientSecret, algorithm: str):
    url = f"http://127.0.0.1:{port}"
    lines = _SITE.format(
        account=account, url=url, secret=secret.text, passphrase=secrets.token_hex(16), algorithm=algorithm,
        lines=block("apache"))
    with apache(port, _PAGES, lines) as log:
        yield RelyingParty(url, log)
