"""A device without a browser: a terminal, a TV (RFC 8628)."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from urllib.parse import urlencode

GRANT = "urn:ietf:params:oauth:grant-type:device_code"


class Device:
    def __init__(
        self, account: str, scope: str = "openid account", agent: str = "ExampleTV/1.0", client: dict | None = None
    ) -> None:
        """`client`: the id of the client, and the secret of a confidential client."""
        self.account = account
        self.agent = agent
        self.client = client or {"client_id": "default"}
        status, self.codes = self.post("/v1/device_authorization", self.client | {"scope": scope})
        assert status == 200, self.codes

    def post(self, path: str, form: dict) -> tuple[int, dict]:
        request = urllib.request.Request(self.account + path, urlencode(form).encode(), {"User-Agent": self.agent})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.load(refusal)

    def poll(self) -> tuple[int, dict]:
        return self.post("/v1/token", self.client | {"grant_type": GRANT, "device_code": self.codes["device_code"]})

    def wait(self) -> dict:
        """Polls as RFC 8628 §3.5 requires, until the user has decided."""
        interval = self.codes["interval"]
        for _ in range(20):
            status, answer = self.poll()
            if status == 200 or answer["error"] not in ("authorization_pending", "slow_down"):
                return answer
            interval += 5 if answer["error"] == "slow_down" else 0
            time.sleep(interval)
        raise AssertionError("the user has not decided about the device")
