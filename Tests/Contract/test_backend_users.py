"""Users from outside: the calls of backends, the operator's commands, and the import of an export file."""

import json
import signal
import subprocess

import pytest

from running import binary, doorward, environment
from test_passwords import PASSWORD, Mailbox
from wallets import Binding, EthereumWallet

BCRYPT, BCRYPT_PASSWORD = "$2a$10$CCCCCCCCCCCCCCCCCCCCC.KgQljzbljH4iwhlg3oTf8buusOTZRX6", "U*U"
LIMITS = {"code_pause": 0, "code_per_hour_and_address": 1000, "code_per_hour_and_network": 1000, "sign_in_per_minute": 1000}


@pytest.fixture
def backend(start):
    """Returns a function that starts a server, with a client, an API key and a command."""
    def begin(**settings):
        server, api = start(settings={"rate_limits": LIMITS, **settings})

        def command(*arguments, **options):
            return doorward(
                *arguments, "--data", str(server.data), directory=server.directory, **options)

        made = command("admin", "key", "create", "--name", "k", "--scope", "users:read,users:write")
        return server, api, made.stdout.strip(), command
    return begin


def refused(answer, status: int, code: str):
    assert (answer.status, answer.code) == (status, code), answer.body


def test_a_backend_creates_lists_bans_and_deletes_users(backend):
    server, api, key, _ = backend()
    created = api.post("/v1/users", {"email": "ada@example.com", "password": PASSWORD, "name": "Ada"}, token=key)
    assert created.status == 201
    path = f"/v1/users/{created['id']}"
    sign_in = {"identifier": "ada@example.com", "password": PASSWORD}
    session = api.post("/v1/password/sign-in", sign_in)
    listed = api.get("/v1/users?email=ada%40example.com", token=key)
    assert [user["id"] for user in listed["items"]] == [created["id"]]
    assert api.get(f"{path}/sessions", token=key)["items"][0]["id"] == session["session_id"]
    assert api.call("DELETE", f"{path}/sessions/{session['session_id']}", token=key).status == 204
    assert api.call("DELETE", f"{path}/sessions", token=key).status == 204
    assert api.post(f"{path}/ban", {"reason": "spam", "ends_at": "2100-01-01T00:00:00Z"}, token=key).status == 204
    refused(api.post("/v1/password/sign-in", sign_in), 403, "user_banned")
    assert api.get(path, token=key)["ban"]["reason"] == "spam"
    assert api.post(f"{path}/unban", {}, token=key).status == 204
    assert api.post("/v1/password/sign-in", sign_in).status == 200
    assert api.call("DELETE", path, token=key).status == 204
    refused(api.get(path, token=key), 404, "not_found")


def test_wrong_values_of_backends_are_refused_with_their_codes(backend):
    _, api, key, _ = backend()
    user = api.post("/v1/users", {"username": "ada_l"}, token=key)["id"]
    refused(api.get("/v1/users?sort=name", token=key), 400, "invalid_filter")
    # A misspelled filter would list all users.
    refused(api.get("/v1/users?emial=a@example.com", token=key), 400, "invalid_filter")
    assert api.get("/v1/users?limit=1&kind=registered", token=key).status == 200
    refused(api.get("/v1/users?cursor=x", token=key), 400, "invalid_cursor")
    refused(api.get("/v1/users?limit=0", token=key), 400, "invalid_limit")
    refused(api.post("/v1/users", {}, token=key), 400, "missing_address")
    refused(api.post("/v1/users", {"username": "ada_l"}, token=key), 409, "username_taken")
    refused(api.post("/v1/users", {"username": "bob_b", "password_hash": "x"}, token=key), 422, "invalid_password_hash")
    refused(api.post(f"/v1/users/{user}/ban", {"ends_at": "2001-01-01T00:00:00Z"}, token=key), 422, "invalid_ban")
    refused(api.call("PATCH", f"/v1/users/{user}", {"roles": ["owner"]}, token=key), 422, "unknown_role")
    refused(api.post("/v1/invitations", {"email": "a@example.com", "expires_in": 1}, token=key), 422,
            "invalid_invitation")
    for call, path in [("GET", "/v1/users"), ("DELETE", f"/v1/users/{user}"), ("GET", "/v1/invitations")]:
        refused(api.call(call, path), 401, "invalid_client")


def test_an_invited_address_signs_up(backend):
    server, api, key, command = backend(
        applications=[{"id": "club", "sign_up": "invited"}], delivery={"console": True})
    mailbox = Mailbox(server)
    refused(api.post("/v1/ethereum/sign-in", api.proof(EthereumWallet())), 403, "invitation_required")
    invitation = api.post("/v1/invitations", {"email": "ada@example.com", "inviter": "Grace"}, token=key)
    assert invitation.status == 201
    [by_command] = lines(command("admin", "user", "invite", "--email", "bob@example.com", "--inviter", "Grace"))
    for address in ["ada@example.com", "bob@example.com"]:
        binding = Binding()
        sent = api.post("/v1/code/send", {"email": address, "binding": binding.value})
        answer = api.post("/v1/code/sign-in", {
            "challenge_id": sent["challenge_id"], "code": mailbox.code(address), "binding_secret": binding.secret})
        assert answer.status == 200 and answer["is_new_user"]
    items = api.get("/v1/invitations", token=key)["items"]
    assert [item["email"] for item in items if item["accepted_at"]] == ["bob@example.com", "ada@example.com"]
    assert lines(command("admin", "invitation", "list")) == items
    assert command("admin", "invitation", "revoke", by_command["id"]).returncode == 0
    assert command("admin", "invitation", "revoke", by_command["id"]).returncode == 1
    other = api.post("/v1/invitations", {"email": "eve@example.com"}, token=key)
    assert api.call("DELETE", f"/v1/invitations/{other['id']}", token=key).status == 204
    refused(api.call("DELETE", f"/v1/invitations/{other['id']}", token=key), 404, "not_found")


def lines(result) -> list[dict]:
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_commands_on_users_work_beside_the_server(backend):
    _, api, key, command = backend()
    session = api.sign_in(EthereumWallet())
    user = session["user"]["id"]
    [created] = lines(command("admin", "user", "create", "--username", "ada_l", "--name", "Ada"))
    assert created["username"] == "ada_l"
    assert {item["id"] for item in lines(command("admin", "user", "list"))} == {user, created["id"]}
    [shown] = lines(command("admin", "user", "show", "ADA_L"))
    assert shown["id"] == created["id"] and shown["applications"][0]["application"] == "default"
    [changed] = lines(command("admin", "user", "update", user, "--name", "Grace", "--app-metadata", '{"plan": "pro"}'))
    assert (changed["name"], changed["app_metadata"]) == ("Grace", {"plan": "pro"})
    assert [item["id"] for item in lines(command("admin", "user", "sessions", user))] == [session["session_id"]]
    assert command("admin", "user", "ban", user, "--reason", "spam").returncode == 0
    refused(api.get("/v1/user", token=session["account_token"]), 401, "invalid_token")
    assert [item["id"] for item in lines(command("admin", "user", "list", "--banned", "true"))] == [user]
    assert command("admin", "user", "unban", user).returncode == 0
    assert command("admin", "user", "end-sessions", user).stderr == "0 sessions ended.\n"
    assert command("admin", "user", "delete", user, "--yes").returncode == 0
    for words in (["show"], ["delete", "--yes"], ["ban"], ["unban"], ["sessions"], ["end-sessions"], ["export"]):
        gone = command("admin", "user", *words, user)
        assert (gone.returncode, gone.stdout, gone.stderr) == (1, "", "doorward: there is no such user\n")
    wrong = command("admin", "user", "create", "--email", "nonsense")
    assert wrong.returncode == 1 and wrong.stderr.startswith("doorward: ")
    assert command("admin", "user", "list", "--sort", "last_sign_in_at").returncode == 2


def export(path, count: int) -> None:
    path.write_text("".join(
        json.dumps({"user_id": f"{number}", "email": f"u{number}@example.com", "email_verified": True,
                    "passwordHash": BCRYPT}) + "\n" for number in range(count)))


def imported(command, file, *options):
    return command("users", "import", "--format", "auth0", str(file), *options)


def test_an_import_is_tried_run_and_repeated(backend, tmp_path):
    _, api, _, command = backend()
    file = tmp_path / "users.ndjson"
    export(file, 3)
    file.write_text(file.read_text() + '{"email": "x@example.com", "passwordHash": "secret-hash"}\n{"email"\n')
    tried = imported(command, file, "--dry-run")
    assert (tried.returncode, tried.stdout) == (1, "3 users can be imported, 0 exist, 2 records refused\n")
    assert lines(command("admin", "user", "list")) == []
    first = imported(command, file)
    assert (first.returncode, first.stdout) == (1, "3 users imported, 0 exist, 2 records refused\n")
    assert [line.partition(":")[0] for line in first.stderr.splitlines()] == [
        "record 4 on line 4 refused, malformed_hash", "record 5 on line 5 refused, record_malformed"]
    assert "secret-hash" not in first.stderr and "example.com" not in first.stderr
    assert imported(command, file).stdout == "0 users imported, 3 exist, 2 records refused\n"
    sign_in = {"identifier": "u1@example.com", "password": BCRYPT_PASSWORD}
    assert [api.post("/v1/password/sign-in", sign_in).status for _ in range(2)] == [200, 200]


@pytest.mark.only_in_test_all("imports 20,000 users")
def test_an_import_that_is_killed_is_completed_by_the_next_run(backend, tmp_path):
    server, _, _, command = backend()
    file, count = tmp_path / "users.ndjson", 20_000
    export(file, count)
    program = subprocess.Popen(
        [binary(), "users", "import", "--format", "auth0", str(file), "--data", str(server.data)],
        cwd=server.directory, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert program.stderr.readline().startswith("10000 records read")
    program.send_signal(signal.SIGKILL)
    program.communicate()
    present = len(lines(command("admin", "user", "list", "--limit", "100000")))
    assert 0 < present < count
    again = imported(command, file)
    assert again.stdout == f"{count - present} users imported, {present} exist, 0 records refused\n"
    assert len(lines(command("admin", "user", "list", "--limit", "100000"))) == count


def test_a_dry_run_needs_no_database_and_makes_none(tmp_path):
    file, data = tmp_path / "users.json", tmp_path / "data"
    file.write_text('[{"model": "auth.group", "pk": 1}, {"model": "auth.user", "pk": 1, "fields": {"username": "ada_l"}},'
                    '{"model": "auth.user", "pk": 2, "fields": {"username": "ada_l"}}]')
    result = doorward("users", "import", "--format", "django", str(file), "--dry-run", "--data", str(data), directory=tmp_path)
    assert result.stdout == "1 users can be imported, 0 exist, 1 records refused, 1 other records ignored\n"
    refusal, note = result.stderr.splitlines()
    assert refusal.startswith("record 3 on line 1 refused, duplicate_user: ")
    assert note == "there is no database yet: the records were compared only with each other"
    assert result.returncode == 1 and not data.exists() and list(tmp_path.iterdir()) == [file]


def test_a_misread_file_is_refused_once_with_the_reason(backend, tmp_path):
    _, _, _, command = backend()
    file = tmp_path / "users.csv"
    file.write_text("id;email;email_confirmed_at;encrypted_password;created_at;banned_until;deleted_at\n1;a@b.example;;;;;\n")
    result = command("users", "import", "--format", "supabase", str(file))
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == (
        f'doorward: {file} was not imported: its columns are separated by ";". Export it with commas.\n')


def test_wrong_use_of_the_import_is_reported(backend, tmp_path):
    _, _, _, command = backend()
    (tmp_path / "file").write_text("email\na@b.example\n")
    assert command("users", "import", "--format", "nonsense", "file").returncode == 2
    assert command("users", "import", str(tmp_path / "file")).returncode == 2
    for file, says in [("none", "cannot be opened"), ("file", "is not JSON")]:
        result = imported(command, tmp_path / file)
        assert (result.returncode, result.stdout) == (1, "") and says in result.stderr
