"""Follows docs/deployment.md exactly on a machine without a network. Prints the results as JSON.

`isolated.py` starts it. Servers on loopback replace those of the internet under the same names: a NEAR endpoint, and
certificates of an authority that this machine trusts. `units.py` replaces systemd.
"""

import fcntl
import json
import os
import pwd
import shutil
import socket
import ssl
import stat
import struct
import sys
import time
from pathlib import Path

from near_endpoint import NearEndpoint
from programs import Program, run
from recipe import Step, chapters
from units import Services, main_process

NAMES = ["accounts.example.com", "wallets.example.net"]
NEAR = "free.rpc.fastnear.com"
# On the loopback interface of the isolated system. The server asks only endpoints with public addresses.
NEAR_ADDRESS = "8.8.4.4"
SIOCSIFADDR = 0x8916
TRUSTED = Path("/etc/ssl/certs/ca-certificates.crt")
CERTIFICATES = Path("/etc/letsencrypt/live/accounts.example.com")
DATABASE = Path("/var/lib/doorward/doorward.sqlite3")
RECIPE = chapters(Path("/src/docs/deployment.md"))

services = Services()
report: dict[str, object] = {}


def shell(command: str, *, status: int | None = 0) -> str:
    done = run("bash", "-euo", "pipefail", "-c", command)
    assert status is None or done.returncode == status, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def follow(chapter: str) -> list[str]:
    """Runs the steps of one chapter. Returns the output of each command."""
    return [take(step) for step in RECIPE[chapter]]


def take(step: Step) -> str:
    if step.path:
        path = Path(step.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(step.text)
        return ""
    words = step.text.split()
    match words:
        case ["apt-get", "update"]:
            return ""
        case ["apt-get", "install", "-y", *packages]:
            # The surrounding machine provides these.
            return shell("dpkg-query -W " + " ".join(packages))
        case ["systemctl", ("reload" | "start" | "stop"), ("nginx" | "caddy")]:
            return ""
        case ["systemctl", *arguments]:
            services.control(*arguments)
            return ""
        case _:
            return shell(step.text)


def make_certificate() -> None:
    """A certificate for every name, of an authority that the programs of this machine trust."""
    CERTIFICATES.mkdir(parents=True)
    alternatives = ",".join(f"DNS:{name}" for name in [*NAMES, NEAR])
    shell(
        "cd /tmp && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=Authority "
        f"-keyout authority.key -out authority.pem 2>/dev/null"
        " && openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=Server -keyout server.key "
        "-out server.csr 2>/dev/null"
        f" && printf 'subjectAltName={alternatives}' > extensions"
        " && openssl x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 "
        "-extfile extensions -out server.pem 2>/dev/null"
        f" && cp server.pem {CERTIFICATES}/fullchain.pem && cp server.key {CERTIFICATES}/privkey.pem"
        f" && cat authority.pem >> {TRUSTED}")


def make_network() -> None:
    with Path("/etc/hosts").open("a") as hosts:
        hosts.write("".join(f"127.0.0.1 {name}\n" for name in NAMES) + f"{NEAR_ADDRESS} {NEAR}\n")
    request = struct.pack("16sH2x4s8x", b"lo:1", socket.AF_INET, socket.inet_aton(NEAR_ADDRESS))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFADDR, request)


def mode(path: Path) -> str:
    status = path.stat()
    return f"{stat.filemode(status.st_mode)} {pwd.getpwuid(status.st_uid).pw_name}"


def service_process() -> dict[str, str]:
    """The state of the running server in /proc."""
    text = Path(f"/proc/{main_process(services.running['doorward.service'])}/status").read_text()
    return dict(line.split(":\t", 1) for line in text.splitlines() if ":\t" in line)


def fetch(path: str, *options: str) -> dict[str, str]:
    """Sends a request to the account origin like a browser. Returns protocol, status and fields of the answer."""
    text = shell(
        f"curl --silent --show-error --http2 --compressed --output /dev/null --dump-header - {' '.join(options)} "
        f"https://{NAMES[0]}{path}")
    head, *fields = text.strip().splitlines()
    return {"head": head.strip()} | {
        name.lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)}


def look_through_proxy(address: str) -> dict[str, object]:
    check = follow("Check")
    found: dict[str, object] = {"check": check}
    for name, path in (("page", "/"), ("style", stylesheet()), ("document", "/v1/config")):
        found[name] = fetch(path)
    # One client that claims a different address each time.
    requests = [
        "--silent --output /dev/null --write-out '%{http_version} %{http_code}\\n' "
        f"--interface {address} --header 'Authorization: Bearer dwk_none' "
        f"--header 'X-Forwarded-For: 203.0.113.{number}' https://{NAMES[0]}/v1/users/a" for number in range(12)]
    found["forged"] = shell("curl " + " --next ".join(requests)).splitlines()
    return found


def stylesheet() -> str:
    page = shell(f"curl --silent --fail https://{NAMES[0]}/")
    return next(part for part in page.split('"') if part.endswith(".css"))


def through_nginx(endpoint: NearEndpoint) -> dict[str, object]:
    Path("/etc/nginx/sites-enabled/default").unlink(missing_ok=True)
    Path("/etc/nginx/conf.d/near.conf").write_text(
        f"server {{ listen 443 ssl http2; server_name {NEAR}; ssl_certificate {CERTIFICATES}/fullchain.pem;"
        f" ssl_certificate_key {CERTIFICATES}/privkey.pem; location / {{ proxy_pass {endpoint.url}; }} }}")
    follow("nginx")
    with Program("nginx", "-g", "daemon off;", log=Path("/tmp/nginx.log")):
        wait_for("443")
        return look_through_proxy("127.0.0.9") | {
            "plain": shell(f"curl --silent --output /dev/null --write-out '%{{http_code}} %{{redirect_url}}' http://{NAMES[0]}/x")}


def through_caddy(endpoint: NearEndpoint) -> dict[str, object]:
    follow("Caddy")
    # The recipe's file, with a local certificate authority.
    file = Path("/tmp/Caddyfile")
    file.write_text(
        "{\n  local_certs\n  skip_install_trust\n}\n" + Path("/etc/caddy/Caddyfile").read_text()
        + f"{NEAR} {{\n  reverse_proxy {endpoint.url}\n}}\n")
    os.environ["XDG_DATA_HOME"] = "/tmp/caddy"
    with Program("caddy", "run", "--config", file, log=Path("/tmp/caddy.log")):
        root = Path("/tmp/caddy/caddy/pki/authorities/local/root.crt")
        wait_for("443")
        wait_until(root.exists)
        with TRUSTED.open("a") as trusted:
            trusted.write(root.read_text())
        wait_until(lambda: run("curl", "--silent", "--fail", f"https://{NAMES[0]}/healthz").returncode == 0)
        return look_through_proxy("127.0.0.10")


def wait_for(port: str) -> None:
    wait_until(lambda: f":{port} " in shell("ss -ltn"))


def wait_until(condition) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "a program of the recipe did not start"
        time.sleep(0.05)


def restored() -> dict[str, object]:
    """Deletes the content of the database, and restores it."""
    services.stop("doorward.service")
    DATABASE.write_bytes(b"")
    services.start("doorward.service")
    status = services.running["doorward.service"].wait(60)
    refusal = services.log("doorward.service").splitlines()[-1]
    follow("Restore")
    ready = shell("curl --silent --fail --retry 20 --retry-delay 1 --retry-connrefused http://127.0.0.1:8787/readyz")
    users = shell("runuser -u doorward -- doorward keys list --config /etc/doorward/doorward.json")
    return {"status": status, "refusal": refusal, "ready": ready, "keys": users}


def main() -> None:
    shutil.copytree("/run/etc", "/etc", symlinks=True, dirs_exist_ok=True)
    make_network()
    make_certificate()
    follow("Install")
    follow("User and directories")
    follow("The master key")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATES / "fullchain.pem", CERTIFICATES / "privkey.pem")
    outside = NearEndpoint((NEAR_ADDRESS, 443), context)
    report["doctor"] = follow("Configuration")[-1]
    outside.stop()
    report["ready"] = follow("Service")[-1]
    report["process"] = service_process()
    report["modes"] = {
        str(path): mode(path) for path in (
            DATABASE, DATABASE.parent, Path("/etc/doorward"), Path("/etc/doorward/master.key"),
            Path("/etc/doorward/doorward.json"))}
    endpoint = NearEndpoint()
    report["nginx"] = through_nginx(endpoint)
    report["caddy"] = through_caddy(endpoint)
    follow("Backup")
    report["backups"] = {str(path): mode(path) for path in Path("/var/backups/doorward").iterdir()}
    report["restored"] = restored()
    services.stop("doorward.service")
    report["log"] = services.log("doorward.service")
    print(json.dumps(report))


try:
    main()
except BaseException:
    for path in Path("/tmp").glob("*.log"):
        print(f"{path.name}: {path.read_text()[-2000:]}", file=sys.stderr)
    raise
