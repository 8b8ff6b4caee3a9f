"""The password of the database comes from a password file, the environment or a service file, and no log contains it."""

import pytest

from client import API
from console_mail import LIMITS
from postgresql import PostgreSQL
from running import Doorward, doorward
from wallets import EthereumWallet, base64url

# A password file needs a backslash before a colon and before a backslash.
PASSWORD = "a:long\\word of the database"
# The tests share one database.
MASTER_KEY = base64url(bytes(range(32)))


@pytest.fixture(scope="module")
def database():
    with PostgreSQL() as database:
        quoted = PASSWORD.replace("'", "''")
        database.sql(f"SET standard_conforming_strings = on; ALTER ROLE doorward PASSWORD '{quoted}'")
        (database.data / "pg_hba.conf").write_text(
            "host all doorward 127.0.0.1/32 scram-sha-256\nhost all postgres 127.0.0.1/32 trust\n")
        database.sql("SELECT pg_reload_conf()")
        yield database


def password_file(tmp_path, database: PostgreSQL) -> dict[str, str]:
    file = tmp_path / "passwords"
    text = PASSWORD.replace("\\", "\\\\").replace(":", "\\:")
    file.write_text(f"other.example:*:*:*:wrong\n127.0.0.1:{database.port}:*:doorward:{text}\n")
    file.chmod(0o600)
    return {"PGPASSFILE": str(file)}


def variable(tmp_path, database: PostgreSQL) -> dict[str, str]:
    return {"PGPASSWORD": PASSWORD}


def service_file(tmp_path, database: PostgreSQL) -> dict[str, str]:
    file = tmp_path / "services"
    file.write_text(
        f"[accounts]\nhost=127.0.0.1\nport={database.port}\nuser=doorward\ndbname=doorward\npassword={PASSWORD}\n")
    file.chmod(0o600)
    return {"PGSERVICEFILE": str(file)}


def signs_in(tmp_path, document, url: str, variables: dict[str, str]) -> None:
    """A server signs users in, a command succeeds, and nothing that they print contains the password."""
    settings = {"rate_limits": LIMITS, "database": url, "master_key": MASTER_KEY}
    server = Doorward(tmp_path, settings=settings, variables=variables)
    try:
        api = API(server.account, document)
        session = api.sign_in(EthereumWallet())
        assert api.refresh(session["refresh_token"]).status == 200
        assert api.get("/readyz").status == 200
        variables = {**variables, "DOORWARD_DATABASE": url}
        listed = doorward("keys", "list", "--data", str(server.data), directory=tmp_path, variables=variables)
        assert listed.returncode == 0, listed.stderr
        checked = doorward(
            "doctor", "--json", "--development", "--listen", "127.0.0.1:0", "--data", str(server.data),
            directory=tmp_path, variables=variables)
        assert "database privileges" in checked.stdout
        assert server.terminate() == 0
    finally:
        server.crash()
    for text in (server.log.read_text(), server.program.output.rest(), listed.stdout, listed.stderr, checked.stdout,
                 checked.stderr):
        assert PASSWORD not in text and "long\\" not in text


@pytest.mark.parametrize("credentials", [password_file, variable])
def test_a_server_finds_the_password_outside_of_its_configuration(tmp_path, document, database, credentials):
    signs_in(tmp_path, document, database.url, credentials(tmp_path, database))


@pytest.mark.parametrize("url", ["postgresql://?service=accounts", "service=accounts"])
def test_a_service_file_has_the_address_and_the_password(tmp_path, document, database, url):
    signs_in(tmp_path, document, url, service_file(tmp_path, database))


def test_the_environment_names_the_service(tmp_path, document, database):
    signs_in(tmp_path, document, "postgresql://", {**service_file(tmp_path, database), "PGSERVICE": "accounts"})


@pytest.mark.parametrize("variables", [{}, {"PGPASSWORD": "another word"}])
def test_a_server_without_the_password_does_not_start(tmp_path, document, database, variables):
    with pytest.raises(RuntimeError) as failure:
        Doorward(tmp_path, settings={"database": database.url, "master_key": MASTER_KEY},
                 variables={"PGPASSFILE": "/dev/null", **variables})
    assert "password" in str(failure.value)
    assert "another word" not in str(failure.value)


def test_a_password_file_that_others_may_read_is_ignored(tmp_path, document, database):
    variables = password_file(tmp_path, database)
    (tmp_path / "passwords").chmod(0o644)
    with pytest.raises(RuntimeError) as failure:
        Doorward(tmp_path, settings={"database": database.url, "master_key": MASTER_KEY}, variables=variables)
    assert "no password supplied" in str(failure.value)
    assert PASSWORD not in str(failure.value)
