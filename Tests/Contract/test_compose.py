"""Two real processes with the settings of `deploy/compose.yaml`, as the image of `deploy/Containerfile` starts them.

The containers do not run: the address of the database, the ports and the paths of the secrets are those of the test.
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
from running import binary, environment
from stored import only_sqlite
from wallets import EthereumWallet, base64url

pytestmark = only_sqlite("the processes have the database of the file")

PASSWORD = "the password"


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
    services = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["services"]
    command = json.loads(re.search(r"^CMD (.*)$", (ROOT / "deploy/Containerfile").read_text(), re.M)[1])
    folder, root = tmp_path / "secrets", tmp_path / "root"
    folder.mkdir()
    root.mkdir()
    secrets(folder, database)
    with ExitStack() as stack:
        apis, wallets = [], []
        for name in ("first", "second"):
            service = services[name]
            assert service["read_only"] and {"master.key", "pgpass"} <= set(service["secrets"])
            ports = {port.split(":")[-1]: free_port() for port in service["ports"]}
            assert set(ports) == {"8787", "18787"}
            text = json.dumps([command, service["environment"]])
            for known, own in [("@database/", f"@{database.host}/"), ("/run/secrets/", f"{folder}/"),
                               ("0.0.0.0:8787", f"127.0.0.1:{ports['8787']}"),
                               ("0.0.0.0:18787", f"127.0.0.1:{ports['18787']}")]:
                assert known in text
                text = text.replace(known, own)
            words, variables = json.loads(text)
            program = stack.enter_context(Program(
                binary(), *words, directory=root, environment=environment() | variables, log=tmp_path / f"{name}.log"))
            program.output.wait_for(r"^account (\S+)$", 30)
            # Messages to sign have the public address.
            apis.append(KeepAliveAPI(
                service["environment"]["DOORWARD_PUBLIC_URL"], document, ("127.0.0.1", ports["8787"])))
            wallets.append(KeepAliveAPI(
                service["environment"]["DOORWARD_WALLET_URL"], document, ("127.0.0.1", ports["18787"])))
        session = apis[0].sign_in(EthereumWallet())
        assert apis[1].refresh(session["refresh_token"]).status == 200
        assert [api.get("/readyz").status for api in apis] == [200, 200]
        assert [wallet.get("/healthz").status for wallet in wallets] == [200, 200]
    assert not list(root.iterdir())
