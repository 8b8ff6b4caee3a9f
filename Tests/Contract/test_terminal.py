"""The operator's commands on a terminal and in a pipe: tables and JSON, questions, and text that users have chosen."""

import json
import re
from pathlib import Path

import pytest

from databases import store_settings
from commands import folder_of
from running import binary, doorward, environment
from stored import Stored
from terminal import Terminal

# The name of an API key: a command of the terminal, a new line and an override of the direction of text.
HOSTILE = "a\x1b[2J\nb\u202ec\x9b"
SHOWN = r"a\u001b[2J\nb\u202ec\u009b"
ACTING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


class Operator:
    """Commands in one folder with an installation."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "doorward.json").write_text(json.dumps({"data": "data", **store_settings(folder / "data")}))

    def pipe(self, *arguments: str, status: int = 0):
        done = doorward(*arguments, directory=self.folder)
        assert done.returncode == status, done.stdout + done.stderr
        return done

    def terminal(self, *arguments: str, typed: str = "", columns: int = 120, status: int = 0) -> str:
        with Terminal(
                binary(), *arguments, typed=typed, columns=columns, directory=self.folder,
                environment=environment()) as terminal:
            assert terminal.wait() == status, terminal.output
            return terminal.output.replace("\r\n", "\n")

    def user(self, name: str = "Ada", username: str = "ada_l") -> dict:
        return json.loads(self.pipe("admin", "user", "create", "--username", username, "--name", name).stdout)


@pytest.fixture(scope="module")
def operator(tmp_path_factory):
    """An operator whose lists have rows."""
    operator = Operator(tmp_path_factory.mktemp("operator"))
    operator.pipe("admin", "key", "create", "--name", HOSTILE)
    operator.user()
    return operator


LISTS = [
    (("admin", "user", "list"), "ID NAME IDENTIFIER"), (("admin", "key", "list"), "ID APPLICATION NAME"),
    (("admin", "application", "list"), "ID NAME SOURCE"), (("keys", "list"), "KID ALGORITHM STATE"),
    (("mail", "preview"), "KIND SUBJECT")]


@pytest.mark.parametrize("arguments, titles", LISTS, ids=[" ".join(words) for words, _ in LISTS])
def test_a_list_is_a_table_on_a_terminal(operator, arguments, titles):
    shown = operator.terminal(*arguments).splitlines()
    assert shown[0].split()[:len(titles.split())] == titles.split()
    starts = [match.start() for match in re.finditer(r"(?<=  )\S", shown[0])]
    rows = [row for row in shown[1:] if "  " in row]
    # A space is before each column of each row.
    assert rows and all(row[start - 1] == " " for row in rows for start in starts if start < len(row))
    assert max(map(len, shown)) <= 120
    narrow = operator.terminal(*arguments, columns=60).splitlines()
    assert narrow[0].split()[0] == titles.split()[0]


@pytest.mark.parametrize("arguments, titles", LISTS[:4], ids=[" ".join(words) for words, _ in LISTS[:4]])
def test_a_list_is_json_lines_in_a_pipe(operator, arguments, titles):
    listed = operator.pipe(*arguments)
    assert listed.stderr == ""
    assert [type(json.loads(line)) for line in listed.stdout.splitlines()] == [dict] * len(listed.stdout.splitlines())


def test_an_empty_list_says_so_on_a_terminal_and_is_empty_in_a_pipe(operator):
    assert operator.terminal("admin", "invitation", "list") == "No invitations\n"
    assert (operator.pipe("admin", "invitation", "list").stdout, operator.pipe("admin", "invitation", "list").stderr) == ("", "")


def test_one_user_is_shown_in_lines_on_a_terminal(operator):
    shown = operator.terminal("admin", "user", "show", "ada_l")
    assert re.search(r"^name: +Ada$", shown, re.M) and re.search(r"^identities:\n  - id: +[0-9a-f-]{36}\n    type: +username$", shown, re.M)
    assert json.loads(operator.pipe("admin", "user", "show", "ada_l").stdout)["name"] == "Ada"


def test_characters_that_act_on_a_terminal_are_escaped(operator):
    table = operator.terminal("admin", "key", "list", columns=160)
    assert SHOWN in table and not ACTING.search(table)
    lines = operator.pipe("admin", "key", "list").stdout
    assert not ACTING.search(lines) and json.loads(lines.splitlines()[0])["name"] == HOSTILE
    # Text that the operator has typed comes back in messages.
    for arguments in ([HOSTILE], ["serve", HOSTILE], ["serve", f"--{HOSTILE}"], ["admin", "key", "revoke", HOSTILE],
                      ["admin", "user", "show", HOSTILE], ["serve", "--config", HOSTILE], ["verify", HOSTILE]):
        shown = operator.terminal(*arguments, status=1 if arguments[0] == "admin" else 2)
        assert not ACTING.search(shown), arguments


def test_each_command_writes_through_the_type_that_escapes():
    for folder, writer in (("DoorwardCommandLine", ["Output.swift"]), ("DoorwardCommand", []), ("DoorwardUserCommand", ["Console.swift"])):
        sources = folder_of(folder)
        writing = re.compile(r"StandardStream\.(output|error)\b|FileHandle\.standard(Output|Error)|(?<![.\w])print\(\"|\bfputs\(")
        found = [path.relative_to(sources).as_posix() for path in sources.rglob("*.swift") if writing.search(path.read_text())]
        assert found == writer


def test_a_user_is_deleted_after_a_question_on_a_terminal(operator):
    user = operator.user("Grace", "grace_h")
    for typed in ("\n", "n\n", "nonsense\n", "\x04"):
        shown = operator.terminal("admin", "user", "delete", "grace_h", typed=typed, status=1)
        assert user["id"] in shown and "Grace, grace_h" in shown and "This cannot be undone. [y/N]" in shown
        assert "Nothing was changed." in shown
    shown = operator.terminal("admin", "user", "delete", "grace_h", typed="y\n")
    assert f"The user {user['id']} (Grace, grace_h) is deleted." in shown
    operator.pipe("admin", "user", "show", "grace_h", status=1)


def test_a_user_is_deleted_in_a_script_with_yes(operator):
    user = operator.user("Grace", "grace_h")
    refused = operator.pipe("admin", "user", "delete", "grace_h", status=2)
    assert "add --yes" in refused.stderr and refused.stdout == ""
    operator.pipe("admin", "user", "show", "grace_h")
    done = operator.pipe("admin", "user", "delete", "grace_h", "--yes")
    assert (done.stdout, done.stderr) == ("", f"The user {user['id']} (Grace, grace_h) is deleted.\n")
    gone = operator.pipe("admin", "user", "delete", "grace_h", "--yes", status=1)
    assert gone.stderr == "doorward: there is no such user\n"


def test_all_sessions_end_after_a_question(operator):
    assert "--all is required" in operator.pipe("admin", "sessions", "end", "--yes", status=2).stderr
    assert "add --yes" in operator.pipe("admin", "sessions", "end", "--all", status=2).stderr
    assert "Nothing was changed." in operator.terminal("admin", "sessions", "end", "--all", typed="\n", status=1)
    assert operator.pipe("admin", "sessions", "end", "--all", "--yes").stderr == "0 sessions ended.\n"


def test_the_export_of_a_user_is_one_json_object(operator):
    exported = json.loads(operator.pipe("admin", "user", "export", "ada_l").stdout)
    assert exported["user"]["name"] == "Ada" and {"identities", "sessions", "applications", "messages"} <= set(exported)
    assert json.loads(operator.terminal("admin", "user", "export", "ada_l"))["user"] == exported["user"]
    assert operator.pipe("admin", "user", "export", "nobody", status=1).stdout == ""


def test_acts_without_data_say_what_they_did(operator):
    operator.user("Linus", "linus_t")
    for words, says in (
        (("ban", "linus_t", "--ends-at", "2999-01-01T00:00:00Z"), "is banned until 2999"), (("unban", "linus_t"), "not banned"),
        (("remove-second-factors", "linus_t"), "second factors of linus_t are removed"),
        (("end-sessions", "linus_t"), "0 sessions ended.")):
        done = operator.pipe("admin", "user", *words)
        assert done.stdout == "" and says in done.stderr and done.stderr.count("\n") == 1


def test_a_client_secret_is_stored_for_its_application(operator):
    operator.pipe("admin", "application", "add", "blog", "redirect_uris+=https://blog.example/callback")
    for _ in range(2):
        made = json.loads(operator.pipe("admin", "application", "secret", "blog").stdout)
        [blog] = [row for line in operator.pipe("admin", "application", "list").stdout.splitlines()
                  if (row := json.loads(line))["id"] == "blog"]
        assert blog["confidential"] and made["client_secret"].startswith("dws_")
        with Stored(operator.folder / "data") as database:
            [(settings,)] = database.execute("SELECT settings FROM applications WHERE id = 'blog'").fetchall()
        stored = json.loads(settings)
        assert [secret["hash"] for secret in stored["client_secrets"]] == [made["client_secret_hash"]]
    loose = operator.pipe("admin", "application", "secret")
    assert set(json.loads(loose.stdout)) == {"client_secret", "client_secret_hash"} and "Nothing is stored" in loose.stderr
    assert "there is no application" in operator.pipe("admin", "application", "secret", "nonsense", status=2).stderr


def test_a_secret_for_a_listed_application_is_refused(tmp_path):
    (tmp_path / "doorward.json").write_text(json.dumps({
        "data": "data", "applications": [{"id": "shop"}], **store_settings(tmp_path / "data")}))
    assert doorward("admin", "key", "create", "--name", "a", directory=tmp_path).returncode == 0
    refused = doorward("admin", "application", "secret", "shop", directory=tmp_path)
    assert (refused.returncode, refused.stdout) == (2, "") and "doorward.json lists" in refused.stderr


def test_a_dry_run_of_a_migration_says_what_it_would_do(operator):
    done = operator.pipe("database", "migrate", "--dry-run")
    assert done.stdout == "" and re.fullmatch(
        r"The schema is up to date, at step \d+ of \d+\. There is nothing to apply\.\n", done.stderr)
