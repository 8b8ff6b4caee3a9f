"""The commands and the checks of mail and SMS, with a real mail server."""

from __future__ import annotations

import json
import re

import pytest

from databases import IS_POSTGRESQL, store_settings
from document import ROOT
from documentation import code_blocks, table_rows
from mail_server import mail_server, mails
from running import doorward
from stored import Stored
from wallets import Binding

DELIVERY = ROOT / "docs/delivery.md"
SMS = {"provider": "webhook", "url": "https://sms.example.com", "secret": "A" * 22, "countries": {"DE": 8, "US": 1},
       "daily_limit": 100}


def run(tmp_path, *arguments: str, settings: dict | None = None, **options):
    if settings is not None:
        (tmp_path / "doorward.json").write_text(json.dumps(settings))
    return doorward(*arguments, directory=tmp_path, **options)


def findings(tmp_path, settings: dict, *arguments: str) -> dict[str, dict]:
    """The findings of the doctor, by name."""
    result = run(tmp_path, "doctor", "--json", "--listen", "127.0.0.1:0", *arguments, settings={
        "applications": [{"id": "a", "methods": ["siwe"]}], **settings})
    return {check["check"]: check for check in json.loads(result.stdout)["checks"]}


# MARK: mail test


def test_a_test_mail_is_sent_with_tls_and_authentication(tmp_path):
    with mail_server(tmp_path) as server:
        result = run(tmp_path, "mail", "test", "ann@example.org", settings={
            "mail": server.settings, "applications": [{"id": "shop", "name": "Shöp & Co"}]})
        events = server.stop()
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "accepted: 250 2.0.0 OK queued as 4F\n"
    [event] = [event for event in events if event["event"] == "message"]
    assert (event["user"], event["recipients"], event["sender"]) == ("door", ["ann@example.org"], "no-reply@example.com")
    [mail] = mails(events)
    assert mail["From"] == "Shöp & Co <no-reply@example.com>" and mail["To"] == "ann@example.org"
    assert "Shöp & Co" in mail["Subject"]
    assert "Shöp &amp; Co" in mail.get_body(["html"]).get_content()


@pytest.mark.parametrize("step, code, answer", [
    ("rcpt 550 5.1.1 no such user", "refused", "550 5.1.1 no such user"),
    ("data 451 4.3.0 try later", "busy", "451 4.3.0 try later")])
def test_the_answer_of_the_mail_server_is_printed(tmp_path, step, code, answer):
    with mail_server(tmp_path, step) as server:
        result = run(tmp_path, "mail", "test", "ann@example.org", settings={"mail": server.settings})
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"doorward: the mail was not sent ({code}): {answer}\n"


def test_a_password_of_a_variable_or_a_file_is_used_and_not_printed(tmp_path):
    with mail_server(tmp_path) as server:
        settings = {key: value for key, value in server.settings.items() if key != "password"}
        good = run(tmp_path, "mail", "test", "a@example.org", settings={"mail": settings},
                   variables={"DOORWARD_MAIL__PASSWORD": "pass word"})
        wrong = run(tmp_path, "mail", "test", "a@example.org", variables={"DOORWARD_MAIL__PASSWORD": "hunter2"})
        secret = tmp_path / "password"
        secret.write_text("pass word\n")
        secret.chmod(0o600)
        file = run(tmp_path, "mail", "test", "a@example.org", settings={"mail": settings | {"password_file": str(secret)}})
        secret.chmod(0o644)
        exposed = run(tmp_path, "mail", "test", "a@example.org")
    assert (good.returncode, file.returncode) == (0, 0), good.stderr + file.stderr
    assert wrong.returncode == 1 and "(authentication_refused)" in wrong.stderr and "hunter2" not in wrong.stderr
    assert exposed.returncode == 2
    assert exposed.stderr == f"doorward: doorward.json: mail.password_file: other users can read {secret}: chmod 600 {secret}\n"


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\n\n"])
def test_line_ends_do_not_belong_to_a_secret_of_a_variable_or_a_file(tmp_path, ending):
    with mail_server(tmp_path) as server:
        settings = {key: value for key, value in server.settings.items() if key != "password"}
        variable = run(tmp_path, "mail", "test", "a@example.org", settings={"mail": settings},
                       variables={"DOORWARD_MAIL__PASSWORD": "pass word" + ending})
        secret = tmp_path / "password"
        # An editor on Windows puts a byte order mark before the text.
        secret.write_bytes((b"\xef\xbb\xbf" if ending == "\r\n" else b"") + b"pass word" + ending.encode())
        secret.chmod(0o600)
        file = run(tmp_path, "mail", "test", "a@example.org", settings={"mail": settings | {"password_file": str(secret)}})
    key = run(tmp_path, "admin", "key", "list", settings={}, variables={"DOORWARD_MASTER_KEY": "A" * 43 + ending})
    assert (variable.returncode, file.returncode) == (0, 0), variable.stderr + file.stderr
    assert "master_key" not in key.stderr


@pytest.mark.parametrize("settings, helo, name", [
    ({}, {}, "localhost"), ({"public_url": "https://accounts.example.com"}, {}, "accounts.example.com"),
    ({"public_url": "https://accounts.example.com"}, {"helo": "mx.example.com"}, "mx.example.com"),
    ({"public_url": "https://192.0.2.1"}, {}, "[192.0.2.1]"), ({"public_url": "https://[2001:db8::1]:444"}, {}, "[IPv6:2001:db8::1]"),
    ({}, {"helo": "192.0.2.7"}, "[192.0.2.7]")])
def test_the_server_greets_with_its_public_host(tmp_path, settings, helo, name):
    with mail_server(tmp_path) as server:
        result = run(tmp_path, "mail", "test", "a@example.org", settings={"mail": server.settings | helo, **settings})
        events = server.stop()
    assert result.returncode == 0, result.stderr
    assert {event["name"] for event in events if event["event"] == "greeting"} == {name}


@pytest.mark.parametrize("step, changed, code, key", [
    ("ehlo 550 5.7.1 not you", {}, "server_refused", "mail.helo"),
    ("mail 550 5.7.1 not you", {}, "sender_refused", "mail.from"),
    ("accept", {"password": "x"}, "authentication_refused", "mail.password"),
    ("accept", {"security": "tls"}, "tls_failure", "mail.security"),
    ("accept", {"port": 1}, "unreachable", "mail.port")])
def test_what_the_operator_can_settle_is_named_by_its_key(tmp_path, step, changed, code, key):
    with mail_server(tmp_path, step) as server:
        result = run(tmp_path, "mail", "test", "a@example.org", settings={"mail": server.settings | changed})
    assert result.returncode == 1 and f"({code})" in result.stderr and key in result.stderr


@pytest.mark.parametrize("name", ["a b", "-a", "a/b", "[192.0.2.1", "a\r\nMAIL FROM"])
def test_a_greeting_that_is_no_host_is_refused(tmp_path, name):
    settings = {"mail": {"host": "127.0.0.1", "from": "a@example.org", "helo": name}}
    result = run(tmp_path, "mail", "test", "a@example.org", settings=settings)
    assert result.returncode == 2 and "mail.helo: must be a host name or an IP address" in result.stderr


def test_a_test_mail_needs_an_address_and_a_mail_server(tmp_path):
    assert run(tmp_path, "mail", "test").returncode == 2
    assert run(tmp_path, "mail", "test", "unknown").returncode == 2
    result = run(tmp_path, "mail", "test", "ann@example.org")
    assert (result.returncode, result.stdout) == (1, "") and "mail.host" in result.stderr


# MARK: mail preview


def kinds() -> set[str]:
    return {kind for row in table_rows(DELIVERY, "kind") for kind in re.findall(r"`(\w+)`", row[0])}


def test_the_documented_messages_are_listed(tmp_path):
    result = run(tmp_path, "mail", "preview")
    assert (result.returncode, result.stderr) == (0, "")
    rows = dict(line.split("\t") for line in result.stdout.splitlines())
    assert set(rows) == kinds() and all(rows.values())
    assert "lists the kinds of messages" in run(tmp_path, "mail", "preview", "--help").stdout


def test_a_message_is_shown_with_the_files_of_the_operator(tmp_path):
    folder = tmp_path / "templates/shop/en"
    folder.mkdir(parents=True)
    (folder / "sign_in_code.subject").write_text("{{application}} says hello")
    settings = {"delivery": {"templates": "templates"},
                "applications": [{"id": "main", "name": "Main"}, {"id": "shop", "name": "Shop"}]}
    arguments = ("mail", "preview", "--kind", "sign_in_code")
    own = run(tmp_path, *arguments, "--application", "shop", settings=settings)
    assert own.stdout.startswith("Subject: Shop says hello\n\n")
    assert "123456" in own.stdout and "SMS (1 segment):" in own.stdout
    assert run(tmp_path, *arguments).stdout.startswith("Subject: 123456 is your sign-in code for Main\n")
    html = run(tmp_path, *arguments, "--html").stdout
    assert html.startswith("<!DOCTYPE html>") and "Subject:" not in html
    text = run(tmp_path, *arguments, "--text").stdout
    assert "123456" in text and "<" not in text and "Subject:" not in text and "SMS" not in text


def test_the_files_of_a_preview_can_be_templates(tmp_path):
    result = run(tmp_path, "mail", "preview", "--output", "out")
    assert result.returncode == 0
    paths = [tmp_path / line for line in result.stdout.splitlines()]
    assert {path.name for path in paths} == {
        f"{kind}.{part}" for kind in kinds() for part in ("subject", "txt", "html", "sms")}
    assert all(path.read_text().strip() for path in paths)
    one = run(tmp_path, "mail", "preview", "--output", "one", "--kind", "invitation", "--html")
    assert one.stdout == "one/invitation.html\n" and [path.name for path in (tmp_path / "one").iterdir()] == ["invitation.html"]
    (tmp_path / "file").write_text("")
    refused = run(tmp_path, "mail", "preview", "--output", "file")
    assert (refused.returncode, refused.stdout) == (1, "") and "file cannot be written" in refused.stderr


def test_a_mistake_in_a_template_has_its_file_and_line(tmp_path):
    folder = tmp_path / "templates/@all/en"
    folder.mkdir(parents=True)
    (folder / "sign_in_code.txt").write_text("one\ntwo\n{{name}}\n{{code}}")
    settings = {"delivery": {"templates": "templates"}}
    result = run(tmp_path, "mail", "preview", settings=settings)
    assert (result.returncode, result.stdout) == (1, "")
    said = result.stderr.removeprefix("doorward: ").strip()
    assert said.startswith("templates/@all/en/sign_in_code.txt:3: there is no placeholder name here")
    found = findings(tmp_path, settings)["templates"]
    assert (found["status"], found["detail"]) == ("problem", said)
    started = run(tmp_path, "serve", "--listen", "127.0.0.1:0", settings=settings)
    assert (started.returncode, started.stdout, started.stderr) == (1, "", result.stderr)


@pytest.mark.parametrize("arguments, says", [
    (["--kind", "nonsense"], "sign_in_code"), (["--html", "--text", "--kind", "invitation"], "combined"),
    (["--html"], "--kind"), (["--application", "nonsense"], "default")])
def test_wrong_usage_of_preview_is_reported(tmp_path, arguments, says):
    result = run(tmp_path, "mail", "preview", *arguments)
    assert (result.returncode, result.stdout) == (2, "") and says in result.stderr


# MARK: mail undelivered


def insert(tmp_path, rows: list[tuple]) -> None:
    """Stores messages as the server leaves them after its last attempt."""
    with Stored(tmp_path / "data") as database:
        for number, (channel, recipient, state, code, detail) in enumerate(rows):
            database.execute(
                "INSERT INTO outgoing_messages (id, application_id, channel, recipient, kind, created_at, expires_at, state, "
                "attempts, next_attempt_at, outcome_code, outcome_detail, ended_at) "
                "VALUES (?, 'default', ?, ?, 'sign_in_code', ?, ?, ?, 2, 0, ?, ?, ?)",
                (bytes([number] * 16), channel, recipient, 1_790_000_000_000 + number, 1_790_000_300_000, state, code, detail,
                 1_790_000_010_000 + number))


def test_undelivered_messages_are_listed_without_addresses(tmp_path):
    none = run(tmp_path, "mail", "undelivered", settings={"data": "data", **store_settings(tmp_path / "data")})
    assert (none.returncode, none.stdout) == (1, "")
    assert ("has no tables of this server" if IS_POSTGRESQL else "no database in data") in none.stderr
    assert run(tmp_path, "admin", "key", "create", "--name", "a").returncode == 0
    insert(tmp_path, [
        ("email", "ann.lee@example.com", "failed", "refused", "550 5.1.1 <Ann.Lee@example.com> no such user"),
        ("email", "bob@example.com", "delivered", "accepted", "250 OK"),
        ("sms", "+4915123456789", "expired", "service_failed", "status 500: 4915123456789 is unreachable")])
    result = run(tmp_path, "mail", "undelivered")
    assert (result.returncode, result.stderr) == (0, "")
    newest, oldest = result.stdout.splitlines()
    assert newest == ("2026-09-21T14:13:30.002Z  expired  sign_in_code  +49…789  "
                      "service_failed: status 500: … is unreachable")
    assert oldest == "2026-09-21T14:13:30.000Z  failed  sign_in_code  a…@example.com  refused: 550 5.1.1 … no such user"
    rows = [json.loads(line) for line in run(tmp_path, "mail", "undelivered", "--json").stdout.splitlines()]
    assert [(row["state"], row["channel"], row["application"], row["attempts"], row["recipient"]) for row in rows] == [
        ("expired", "sms", "default", 2, "+49…789"), ("failed", "email", "default", 2, "a…@example.com")]
    assert run(tmp_path, "mail", "undelivered", "--limit", "1").stdout == newest + "\n"
    for wrong in ("0", "1001", "x"):
        assert run(tmp_path, "mail", "undelivered", "--limit", wrong).returncode == 2


# MARK: serve


def test_the_console_is_refused_unless_only_this_machine_can_reach_the_server(tmp_path):
    result = run(tmp_path, "serve", "--delivery", "console", "--listen", "0.0.0.0:0", "--public-url", "https://a.example")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("doorward: --delivery: prints codes")
    result = run(tmp_path, "serve", "--delivery", "pigeon")
    assert result.returncode == 2 and "--delivery: the only value is console" in result.stderr


def test_a_server_prints_messages_only_with_the_console(start):
    announced = "Messages to users are printed here, with their codes.\n"
    server, _ = start()
    assert server.terminate() == 0 and announced in server.log.read_text()
    mail = {"host": "127.0.0.1", "security": "none", "port": 1, "from": "a@example.com"}
    server, _ = start(directory=server.directory / "other", settings={"mail": mail})
    assert server.terminate() == 0 and announced not in server.log.read_text()


def test_the_documented_example_is_accepted(tmp_path):
    [example] = [json.loads(block) for block in code_blocks(DELIVERY, "json")]
    result = run(tmp_path, "admin", "application", "list", settings=example)
    assert (result.returncode, result.stderr) == (0, "")


# MARK: texts of users


def test_the_text_of_a_device_is_not_in_a_mail(start, tmp_path):
    markup = "<img src=x onerror=alert(1)> https://evil.example"
    with mail_server(tmp_path) as mail:
        _, api = start(settings={"mail": mail.settings})
        binding = Binding()
        password = {"password": "correct horse battery"}
        sent = api.post("/v1/password/sign-up", {"email": "ann@example.org", "binding": binding.value, **password})
        answer = {"challenge_id": sent["challenge_id"], "code": mail.code(), "binding_secret": binding.secret}
        assert api.post("/v1/code/verify", answer).status == 200
        headers = {"User-Agent": markup}
        assert api.post("/v1/password/sign-in", {"identifier": "ann@example.org", **password}, headers=headers).status == 200
        mail.program.output.wait_for(r'^\{"event": "message".*\n(?:.*\n)*\{"event": "message".*$')
        events = mail.stop()
    notice = mails(events)[-1]
    assert notice["Subject"].startswith("New sign-in")
    for form in ["plain", "html"]:
        text = notice.get_body([form]).get_content()
        assert "an unknown device" in text and "img" not in text and "evil" not in text


# MARK: doctor


def test_doctor_checks_the_mail_server_and_sends_nothing(tmp_path):
    with mail_server(tmp_path) as server:
        good = findings(tmp_path, {"mail": server.settings})["mail"]
        wrong = findings(tmp_path, {"mail": server.settings | {"password": "hunter2"}})["mail"]
        untrusted = {key: value for key, value in server.settings.items() if key != "certificate_authorities"}
        tls = findings(tmp_path, {"mail": untrusted})["mail"]
        events = server.stop()
    assert (good["status"], good["detail"]) == (
        "ok", f"127.0.0.1:{server.settings['port']} (starttls) answers, mail comes from no-reply@example.com")
    assert wrong["status"] == "problem" and "mail.password" in wrong["remedy"] and "hunter2" not in json.dumps(wrong)
    assert tls["status"] == "problem" and "mail.certificate_authorities" in tls["remedy"]
    kinds = {event["event"] for event in events}
    assert "authentication" in kinds and not kinds & {"recipient", "message"}
    gone = findings(tmp_path, {"mail": server.settings})["mail"]
    assert gone["status"] == "problem" and "mail.host" in gone["remedy"]
    development = findings(tmp_path, {"mail": server.settings}, "--development")["mail"]
    assert development["status"] == "warning"


def test_doctor_checks_the_settings_of_sms(tmp_path):
    found = findings(tmp_path, {"sms": SMS})["SMS"]
    assert (found["status"], found["detail"]) == ("ok", "webhook, to DE, US, for 100 a day at most")
    assert findings(tmp_path, {"sms": SMS | {"daily_limit": 5}})["SMS"]["status"] == "warning"
    missing = {key: value for key, value in SMS.items() if key != "secret"} | {"secret_file": "none"}
    found = findings(tmp_path, {"sms": missing})["SMS"]
    assert (found["status"], found["detail"]) == ("problem", "doorward.json: sms.secret_file: there is no file none")


def test_doctor_says_that_nothing_is_configured(tmp_path):
    found = findings(tmp_path, {})
    assert [found[name]["status"] for name in ("mail", "SMS", "templates")] == ["ok"] * 3
    assert "not configured" in found["mail"]["detail"] and "not configured" in found["SMS"]["detail"]
    found = findings(tmp_path, {}, "--delivery", "console")
    assert "console" in found["mail"]["detail"] and "console" in found["SMS"]["detail"]


def test_doctor_reports_a_file_with_secrets_that_other_users_may_read(tmp_path):
    settings = {"mail": {"host": "127.0.0.1", "port": 1, "security": "none", "from": "a@example.com", "user": "a",
                         "password": "hunter2"}, "sms": SMS}
    run(tmp_path, "doctor", settings=settings)
    for mode, count in ((0o644, 2), (0o640, 0)):
        (tmp_path / "doorward.json").chmod(mode)
        report = json.loads(run(tmp_path, "doctor", "--json", "--listen", "127.0.0.1:0").stdout)["checks"]
        told = [check for check in report if check["check"] == "configuration" and check["status"] == "problem"]
        assert [re.search(r"contains (\S+),", check["detail"])[1] for check in told] == ["mail.password", "sms.secret"][:count]
        assert "hunter2" not in json.dumps(report)
