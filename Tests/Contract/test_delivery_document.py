"""The sample of docs/delivery.md accepts the signature that the server makes; Tests/Server/DeliveryTests has the same values."""

import time

from document import ROOT
from documentation import code_blocks

DOCUMENT = ROOT / "docs/delivery.md"
SECRET, TIMESTAMP, BODY = b"0123456789abcdef", "1790000000", b'{"a":1}'


def test_the_webhook_sample_checks_signatures(monkeypatch):
    [source] = code_blocks(DOCUMENT, "python")
    sample: dict = {}
    exec(source, sample)
    is_genuine = sample["is_genuine"]
    [signature] = [
        line.split(": ")[1] for line in DOCUMENT.read_text().splitlines() if line.startswith("Doorward-Signature: ")]
    monkeypatch.setattr(time, "time", lambda: 1_790_000_010)
    assert is_genuine(SECRET, TIMESTAMP, signature, BODY)
    assert not is_genuine(SECRET, TIMESTAMP, signature, BODY + b" ")
    assert not is_genuine(SECRET, "1790000001", signature, BODY)
    assert not is_genuine(b"another secret!!", TIMESTAMP, signature, BODY)
    monkeypatch.setattr(time, "time", lambda: 1_790_000_301)
    assert not is_genuine(SECRET, TIMESTAMP, signature, BODY)
