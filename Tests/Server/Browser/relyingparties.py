"""Third-party relying parties: a Flask site with Authlib, and Apache with mod_auth_openidc. Their code is the one in
docs/openid-provider.md."""

import os
import re
import secrets
import shutil
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from client_secrets import ClientSecret
from ports import free_port, wait_until_listening
from programs import Program

DOCUMENT = Path(__file__).resolve().parents[3] / "docs/openid-provider.md"
MODULES = Path("/usr/lib/apache2/modules")


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


# The settings that a complete server needs besides the lines of the document.
_APACHE = """
ServerName 127.0.0.1
Listen 127.0.0.1:{port}
PidFile {root}/apache.pid
ErrorLog {root}/error.log
LogLevel warn auth_openidc:info
Mutex file:{root}
User {user}
Group {group}
LoadModule mpm_event_module {modules}/mod_mpm_event.so
LoadModule authn_core_module {modules}/mod_authn_core.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule authz_user_module {modules}/mod_authz_user.so
LoadModule dir_module {modules}/mod_dir.so
LoadModule include_module {modules}/mod_include.so
LoadModule auth_openidc_module {modules}/mod_auth_openidc.so
DocumentRoot {root}/pages
<Directory {root}/pages>
  Options +Includes
  SetOutputFilter INCLUDES
  Require all granted
</Directory>
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


@contextmanager
def apache_site(port: int, account: str, secret: ClientSecret, algorithm: str):
    # Apache runs as another user, which cannot read the folders of the tests.
    root = Path(tempfile.mkdtemp(prefix="doorward-apache-"))
    root.chmod(0o755)
    try:
        for name in ("", "silent", "recent"):
            folder = root / "pages/protected" / name
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "index.html").write_text(_PAGE)
        (root / "pages/bye.html").write_text("<!doctype html><title>bye</title><link rel=icon href=data:,><h1>Bye</h1>")
        url = f"http://127.0.0.1:{port}"
        (root / "apache.conf").write_text(_APACHE.format(
            port=port, root=root, user="www-data", group="www-data", modules=MODULES, account=account, url=url,
            secret=secret.text, passphrase=secrets.token_hex(16), algorithm=algorithm, lines=block("apache")))
        log = root / "output.log"
        with Program("/usr/sbin/apache2", "-f", root / "apache.conf", "-DFOREGROUND", log=log) as program:
            wait_until_listening(program, port)
            yield RelyingParty(url, root / "error.log")
    finally:
        shutil.rmtree(root, ignore_errors=True)
