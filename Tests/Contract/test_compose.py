"""Real processes with the settings of the compose files, as the image of `deploy/Containerfile` starts them.

The containers do not run: the address of the database, the ports and the paths are those of the test.
"""

import json
import re
from contextlib import ExitStack

import pytest
import yaml

from document import ROOT
from keep_alive import KeepAliveAPI
from ports import free_port
from postgresql import PostgreSQL
from programs import Program
from recipe import chapters
from running import binary, environment
from stored import only_sqlite
from wallets import EthereumWallet, base64url

pytestmark = only_sqlite("the processes have the database of the file")

PASSWORD = "the password"
CONTAINERFILE = (ROOT / "deploy/Containerfile").read_text().replace("\\\n", "")
VARIABLES = dict(word.split("=") for word in re.search(r"^ENV (.*)$", CONTAINERFILE, re.M)[1].split())
COMMAND = json.loads(re.search(r"^CMD (.*)$", CONTAINERFILE, re.M)[1])
VOLUME = re.search(r"^VOLUME (.*)$", CONTAINERFILE, re.M)[1]


def composed(name: str) -> dict:
    return yaml.safe_load((ROOT / "deploy" / name).read_text())


def services(name: str) -> dict:
    return composed(name)["services"]


def published(name: str) -> dict[str, set[str]]:
    """The ports of this machine that lead to a port of the containers."""
    ports = [port.rsplit(":", 2) for service in services(name).values() for port in service.get("ports", [])]
    assert {address for address, _, _ in ports} == {"127.0.0.1"}
    return {inner: {outer for _, outer, other in ports if other == inner} for _, _, inner in ports}


def balanced(name: str) -> set[str]:
    return set(re.findall(r"127\.0\.0\.1:(\d+)", (ROOT / "deploy" / name).read_text()))


def started(stack: ExitStack, service: dict, folder, document, replaced: list[tuple[str, str]]):
    """Starts a service of a compose file, in a folder to which the container cannot write. Returns its APIs."""
    assert service["read_only"]
    variables = VARIABLES | service["environment"]
    exposed = {value.removeprefix("0.0.0.0:") for name, value in variables.items() if name.endswith("LISTEN")}
    ports = {port.split(":")[-1]: free_port() for port in service["ports"]}
    assert set(ports) == exposed == set(re.search(r"^EXPOSE (.*)$", CONTAINERFILE, re.M)[1].split())
    text = json.dumps(variables)
    for known, own in [*replaced, *((f"0.0.0.0:{known}", f"127.0.0.1:{own}") for known, own in ports.items())]:
        assert known in text
        text = text.replace(known, own)
    root = folder / "root"
    root.mkdir(exist_ok=True)
    program = stack.enter_context(Program(
        binary(), *COMMAND, directory=root, environment=environment() | json.loads(text), log=folder / "log"))
    program.output.wait_for(r"^account (\S+)$", 30)
    # Messages to sign have the public address.
    apis = [
        KeepAliveAPI(variables[url], document, ("127.0.0.1", ports[variables[listen].removeprefix("0.0.0.0:")]))
        for url, listen in [
            ("DOORWARD_PUBLIC_URL", "DOORWARD_LISTEN"), ("DOORWARD_WALLET_URL", "DOORWARD_WALLET_LISTEN")]]
    return apis, root


@pytest.fixture
def database():
    with PostgreSQL() as database:
        database.sql(f"ALTER ROLE doorward PASSWORD '{PASSWORD}'")
        (database.data / "pg_hba.conf").write_text(
            "host all doorward 127.0.0.1/32 scram-sha-256\nhost all postgres 127.0.0.1/32 trust\n")
        database.sql("SELECT pg_reload_conf()")
        yield database


def secrets(folder, database: PostgreSQL) -> None:
    (folder / "master.key").write_text(base64url(bytes(range(32))))
    (folder / "pgpass").write_text(f"127.0.0.1:{database.port}:doorward:doorward:{PASSWORD}\n")
    for name in ("master.key", "pgpass"):
        (folder / name).chmod(0o400)


def test_both_processes_serve_with_the_secrets_and_write_no_file(tmp_path, document, database):
    folder = tmp_path / "secrets"
    folder.mkdir()
    secrets(folder, database)
    replaced = [("@database/", f"@{database.host}/"), ("/run/secrets/", f"{folder}/"), (VOLUME, str(tmp_path / "data"))]
    with ExitStack() as stack:
        processes = []
        for name in ("first", "second"):
            service = services("compose.yaml")[name]
            assert {"master.key", "pgpass"} <= set(service["secrets"])
            (tmp_path / name).mkdir()
            processes.append(started(stack, service, tmp_path / name, document, replaced))
        [(first, wallet), (second, _)] = [apis for apis, _ in processes]
        session = first.sign_in(EthereumWallet())
        assert second.refresh(session["refresh_token"]).status == 200
        assert first.get("/readyz").status == second.get("/readyz").status == wallet.get("/healthz").status == 200
    assert not [file for _, root in processes for file in root.iterdir()] and not (tmp_path / "data").exists()


def test_process_keeps_everything_in_the_volume(tmp_path, document):
    service = services("compose-sqlite.yaml")["doorward"]
    assert service["volumes"] == [f"data:{VOLUME}"]
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    image = (ROOT / "Tests/Server/PhotoTests/Images/picture.avif").read_bytes()
    wallet = EthereumWallet()
    for is_first in (True, False):
        with ExitStack() as stack:
            (accounts, wallets), root = started(stack, service, tmp_path, document, [(VOLUME, str(data))])
            session = accounts.sign_in(wallet)
            assert session["is_new_user"] is is_first
            token = session["account_token"]
            assert accounts.call("PUT", "/v1/user/photo", image, token=token, media="image/avif").status == 200
            assert accounts.get("/v1/config")["photos"] is True
            assert wallets.get("/healthz").status == 200
        assert not list(root.iterdir())
    assert {"doorward.sqlite3", "master.key"} <= {file.name for file in data.iterdir()}


@pytest.mark.parametrize("chapter, forward", [
    ("nginx", r"server_name {host};.*?proxy_pass http://127\.0\.0\.1:(\d+);"),
    ("Caddy", r"^{host} \{{.*?reverse_proxy 127\.0\.0\.1:(\d+)$")])
def test_proxy_of_the_recipe_forwards_to_the_published_ports(chapter, forward):
    [proxy] = [step.text for step in chapters(ROOT / "docs/deployment.md")[chapter] if step.path]
    ports = published("compose-sqlite.yaml")
    for host, listen in (("accounts.example.com", "DOORWARD_LISTEN"), ("wallets.example.net", "DOORWARD_WALLET_LISTEN")):
        [port] = re.findall(forward.format(host=re.escape(host)), proxy, re.S | re.M)
        assert ports[VARIABLES[listen].split(":")[-1]] == {port}


def test_load_balancers_forward_to_the_published_ports():
    inner = published("compose.yaml")
    # The metrics are of one process, so nothing balances them.
    inner.pop(VARIABLES["DOORWARD_ADMIN_LISTEN"].split(":")[-1])
    ports = set().union(*inner.values())
    assert balanced("nginx.conf") == balanced("haproxy.cfg") == ports


@pytest.mark.parametrize("name", ["compose.yaml", "compose-sqlite.yaml"])
def test_trusted_proxy_is_the_network_of_the_containers(name):
    [network] = composed(name)["networks"]["default"]["ipam"]["config"]
    trusted = {service["environment"]["DOORWARD_TRUSTED_PROXIES"] for service in services(name).values() if "ports" in service}
    assert trusted == {network["subnet"]}


def test_image_installs_the_packages_of_the_recipe():
    def packages(text: str) -> set[str]:
        return {word for word in re.search(r"apt-get install (.*?)(?:&&|$)", text, re.S)[1].split() if word[0] != "-"}

    recipe = " ".join(step.text for step in chapters(ROOT / "docs/deployment.md")["Install"] if "apt-get install" in step.text)
    # The recipe also asks the server for its state.
    assert packages(CONTAINERFILE) == packages(recipe) - {"curl"}


def test_volume_belongs_to_the_user_of_the_image():
    user = re.search(r"^USER (.*)$", CONTAINERFILE, re.M)[1]
    assert f"install -d -m 700 -o {user} -g {user} {VOLUME}" in CONTAINERFILE
    assert VARIABLES["DOORWARD_DATA"] == VOLUME
