"""The processes in which the real server decodes photos: their memory, their restrictions, and their end."""

import gzip
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from document import ROOT
from running import binary
from stored import only_sqlite
from wallets import EthereumWallet

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="processes are observed in /proc"),
    only_sqlite("photos are decoded in the same way with every store")]

IMAGES = ROOT / "Tests/Server/PhotoTests/Images"
# The memory of a decoder, in bytes.
MEMORY = 448 << 20


def status(process: int) -> dict[str, str]:
    return dict(re.findall(r"^(\w+):\s+(.*)$", Path(f"/proc/{process}/status").read_text(), re.M))


def is_running(process: int) -> bool:
    try:
        return status(process)["State"][0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(condition, timeout: float = 30):
    end = time.monotonic() + timeout
    while not (found := condition()):
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.005)
    return found


def decoders(server) -> list[int]:
    tasks = Path(f"/proc/{server.program.process.pid}/task")
    children = [int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()]
    return [child for child in children if is_running(child) and status(child)["Name"] == "doorward-photo"]


def put(api, image: bytes):
    token = api.sign_in(EthereumWallet())["account_token"]
    return api.call("PUT", "/v1/user/photo", image, token=token, media="image/avif")


def large() -> bytes:
    return gzip.decompress((IMAGES / "large-progressive.jpg.gz").read_bytes())


@pytest.mark.parametrize("name, code", [
    ("small-container.avif", "photo_damaged"), ("small-container.heic", "photo_damaged"),
    ("bomb.png", "photo_too_many_pixels"), ("large-progressive.jpg.gz", None), ("cmyk.jpg", None)])
def test_server_does_not_decode_in_its_own_memory(server, api, name, code):
    answer = put(api, large() if name.endswith(".gz") else (IMAGES / name).read_bytes())
    assert answer.status == (422 if code else 200) and answer.code == code
    assert api.get("/readyz").status == 200
    peak = int(status(server.program.process.pid)["VmHWM"].removesuffix(" kB")) >> 10
    assert peak < 200


def test_decoder_is_restricted_before_it_reads_the_upload():
    with subprocess.Popen([binary(), "decode-photo"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as decoder:
        wait_until(lambda: status(decoder.pid)["Seccomp"] == "2")
        seen = status(decoder.pid)
        assert (seen["Name"], seen["NoNewPrivs"], seen["Threads"]) == ("doorward-photo", "1", "1")
        # The kernel ends it before the server if memory is exhausted.
        assert Path(f"/proc/{decoder.pid}/oom_score_adj").read_text() == "1000\n"
        limits = {
            name: value for name, value in re.findall(
                r"^Max (cpu time|file size|data size|core file size|open files) +(\d+) ",
                Path(f"/proc/{decoder.pid}/limits").read_text(), re.M)}
        assert limits == {
            "cpu time": "10", "file size": "0", "data size": str(MEMORY), "core file size": "0", "open files": "64"}
        stated = re.search(r"leave (\d+) GiB for photos, which is room for two decoders",
                           " ".join((ROOT / "docs/deployment.md").read_text().split()))
        # The two share the pages of their code.
        assert stated and int(stated[1]) << 30 >= 2 * MEMORY + (int(seen["RssFile"].removesuffix(" kB")) << 10)
        answer, _ = decoder.communicate(b"not an image")
        assert len(answer) == 1 and answer != b"\0"
    assert decoder.returncode == 0


def test_decoder_ends_with_the_server():
    """The shell is in the place of the server."""
    reading, writing = os.pipe()
    # A shell gives its background processes no standard input of its own.
    shell = subprocess.Popen(
        ["/bin/sh", "-c", 'exec 3<&0; "$0" decode-photo <&3 >/dev/null & echo $!; wait', binary()], stdin=reading,
        stdout=subprocess.PIPE, text=True)
    try:
        decoder = int(shell.stdout.readline())
        wait_until(lambda: status(decoder)["Seccomp"] == "2")
        shell.kill()
        shell.wait()
        wait_until(lambda: not is_running(decoder))
    finally:
        shell.kill()
        for end in (reading, writing):
            os.close(end)


@pytest.mark.parametrize("number, expected, code", [
    # The kernel kills with SIGKILL when memory is exhausted, so another attempt can succeed.
    (signal.SIGKILL, 503, "photo_processing_overloaded"), (signal.SIGSYS, 422, "photo_damaged")])
def test_upload_is_refused_if_its_decoder_is_killed(start, number, expected, code):
    server, api = start()
    put(api, (IMAGES / "picture.png").read_bytes())
    wait_until(lambda: not decoders(server))
    answers = []
    upload = threading.Thread(target=lambda: answers.append(put(api, large())))
    upload.start()
    [decoder] = wait_until(lambda: decoders(server))
    os.kill(decoder, number)
    upload.join()
    [answer] = answers
    assert (answer.status, answer.code) == (expected, code)
    assert ("Retry-After" in answer.headers) == (expected == 503)
    assert put(api, (IMAGES / "picture.png").read_bytes()).status == 200
