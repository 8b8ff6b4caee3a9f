"""Runs nginx and HAProxy with the files of `deploy`, before processes on loopback."""

import re
import shutil
import ssl
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

import pytest

from document import ROOT
from ports import free_port, wait_until_listening
from programs import Program, output_of

HAPROXY = shutil.which("haproxy", path="/usr/sbin:/opt/homebrew/bin:/usr/local/bin:/usr/bin")
needs_nginx = pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed")
needs_haproxy = pytest.mark.skipif(not HAPROXY, reason="haproxy is not installed")

# The ports of the files: those of the account pages, and those of the wallets page.
_PORTS = ("8787", "8797", "18787", "18797")


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate of the test for both hosts, and its key."""
    files = folder / "certificate.pem", folder / "certificate.pem.key"
    output_of(
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=accounts.example.com", "-keyout", files[1], "-out", files[0])
    return files


def _replaced(text: str, known: str, own: str) -> str:
    assert known in text, known
    return text.replace(known, own)


def configuration_of_nginx(folder: Path, ports: list[int], port: int, has_tls: bool = True) -> Path:
    """The file of `deploy` with another port and other processes."""
    text = (ROOT / "deploy/nginx.conf").read_text()
    for known, own in zip(_PORTS, ports):
        text = _replaced(text, f"127.0.0.1:{known} ", f"127.0.0.1:{own} ")
    text = re.sub(r" +listen \[[^\n]*\n", "", text)
    if has_tls:
        files = certificate(folder)
        for known, own in zip(("fullchain", "privkey"), files):
            text = _replaced(text, f"/etc/letsencrypt/live/accounts.example.com/{known}.pem", str(own))
        text = _replaced(text, "listen 443 ", f"listen 127.0.0.1:{port} ")
    else:
        text = re.sub(r" +ssl_certificate[^\n]*\n", "", text)
        text = _replaced(text, "listen 443 ssl http2;", f"listen 127.0.0.1:{port};")
    folders = "".join(
        f"{name}_temp_path {folder / name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    file = folder / "nginx.conf"
    file.write_text(f"daemon off; pid {folder / 'pid'}; events {{}} http {{ access_log off; {folders} {text} }}")
    return file


def configuration_of_haproxy(folder: Path, ports: list[int], port: int) -> Path:
    """The file of `deploy` with another port, other processes and a certificate of the test."""
    text = (ROOT / "deploy/haproxy.cfg").read_text()
    for known, own in zip(_PORTS, ports):
        text = _replaced(text, f"127.0.0.1:{known}\n", f"127.0.0.1:{own}\n")
    text = _replaced(text, "/etc/haproxy/accounts.example.com.pem", str(certificate(folder)[0]))
    text = _replaced(text, "bind :443 ", f"bind 127.0.0.1:{port} ")
    file = folder / "haproxy.cfg"
    file.write_text(text)
    return file


@contextmanager
def nginx(ports: list[int], has_tls: bool = False) -> Iterator[int]:
    """Runs nginx. Yields its port."""
    folder, port = Path(tempfile.mkdtemp(prefix="nginx-")), free_port()
    try:
        # The workers of root's nginx have another account, and keep bodies in this folder.
        folder.chmod(0o711)
        file = configuration_of_nginx(folder, ports, port, has_tls)
        with Program("nginx", "-e", folder / "log", "-c", file, log=folder / "errors") as program:
            wait_until_listening(program, port)
            yield port
    finally:
        shutil.rmtree(folder)


@contextmanager
def haproxy(ports: list[int]) -> Iterator[int]:
    """Runs HAProxy. Yields its port."""
    folder, port = Path(tempfile.mkdtemp(prefix="haproxy-")), free_port()
    try:
        file = configuration_of_haproxy(folder, ports, port)
        with Program(HAPROXY, "-db", "-f", file, log=folder / "errors") as program:
            wait_until_listening(program, port)
            yield port
    finally:
        shutil.rmtree(folder)


def trusting() -> ssl.SSLContext:
    """TLS that accepts the certificate of the test."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context
