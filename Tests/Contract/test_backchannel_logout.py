"""A relying party gets a logout token when its session ends, and verifies it with pyoidc (OpenID Connect Back-Channel Logout 1.0)."""

import base64
import hashlib
import queue
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs

import pytest
from oic.oic.message import BackChannelLogoutRequest, IdToken
from oic.utils.keyio import KeyJar

from client import API, Page
from provider import Client
from running import running
from wallets import EthereumWallet

SECRET = "dws_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"


@pytest.fixture
def requests():
    """The bodies that the relying party gets, and its address."""
    bodies: queue.Queue[str] = queue.Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.headers["Content-Type"] == "application/x-www-form-urlencoded"
            bodies.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_) -> None:
            pass

    site = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=site.serve_forever, daemon=True).start()
    yield bodies, f"http://127.0.0.1:{site.server_port}/logout"
    site.shutdown()


def test_a_relying_party_verifies_the_logout_token(tmp_path, document, requests):
    bodies, address = requests
    secret_hash = base64.urlsafe_b64encode(hashlib.sha256(SECRET.encode()).digest()).decode().rstrip("=")
    site = {"id": "site", "redirect_uris": ["http://127.0.0.1/callback"], "client_secret_hash": secret_hash,
            "backchannel_logout_uri": address}
    with running(tmp_path, settings={"applications": [{"id": "default"}, site]}) as server:
        api = API(server.account, document)
        metadata = api.get("/.well-known/openid-configuration").json
        assert metadata["backchannel_logout_supported"] is metadata["backchannel_logout_session_supported"] is True
        keys = KeyJar()
        keys.import_jwks(api.get("/.well-known/jwks.json").json, metadata["issuer"])
        page = Page(api)
        page.sign_in(EthereumWallet())
        client = Client(api, "site", "http://127.0.0.1:49152/callback", SECRET)
        tokens = client.exchange(client.code(page))
        signed_in = IdToken().from_jwt(tokens["id_token"], keyjar=keys)
        assert page.call("POST", "/session/sign-out", {"scope": "this"}).status == 204
        [token] = parse_qs(bodies.get(timeout=20))["logout_token"]
        request = BackChannelLogoutRequest(logout_token=token)
        assert request.verify(keyjar=keys, iss=metadata["issuer"], aud="site", skew=60)
        told = request["logout_token"]
        assert (told["sub"], told["sid"]) == (signed_in["sub"], signed_in["sid"])
        assert bodies.empty()
        # The user signs in again and withdraws what the client may do, so the page of this logout token stays signed in.
        again = Page(api)
        again.sign_in(EthereumWallet())
        hint = client.exchange(client.code(again))["id_token"]
        assert again.call("DELETE", "/session/applications/site").status == 204
        [token] = parse_qs(bodies.get(timeout=20))["logout_token"]

        def next_step(text: str) -> str:
            answer = api.get(f"/end-session?id_token_hint={text}")
            ticket = re.search(rb'name="doorward-ticket" content="([^"]+)"', answer.body)[1].decode()
            return again.call("POST", "/session/end", {"ticket": ticket})["next"]

        # It is no ID token: as the hint of a sign-out it ends nothing without asking, as an ID token does.
        assert (next_step(token), next_step(hint)) == ("confirm", "ended")
