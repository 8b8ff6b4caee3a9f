"""The programs in the articles about migration run unchanged, and the server imports what they write."""

import csv
import io
import json
import re
import subprocess
import sys

import pytest

from document import ROOT
from documentation import code_blocks
from running import doorward

ARTICLES = ROOT / "Sources/Client/Doorward/Doorward.docc"
BCRYPT = "$2a$10$CCCCCCCCCCCCCCCCCCCCC.KgQljzbljH4iwhlg3oTf8buusOTZRX6"
CLERK = {
    "id": "user_1", "first_name": "Ada", "last_name": "Lovelace", "username": "ada_l",
    "primary_email_address": "ada@example.com", "primary_phone_number": "", "verified_email_addresses": "ada@example.com",
    "unverified_email_addresses": "", "verified_phone_numbers": "", "unverified_phone_numbers": "", "totp_secret": "",
    "password_digest": BCRYPT, "password_hasher": "bcrypt"}
PRIVY = {"next_cursor": None, "data": [
    {"id": "did:privy:1", "created_at": 1731974895, "custom_metadata": {"plan": "pro"}, "linked_accounts": [
        {"type": "email", "address": "ada@example.com", "verified_at": 1731974895},
        {"type": "phone", "phoneNumber": "+14155552671", "verified_at": 1731974895}]},
    {"id": "did:privy:2", "created_at": 1731974895, "linked_accounts": [
        {"type": "wallet", "chain_type": "ethereum", "address": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"}]}]}
SUPABASE = {
    "id": "2b0c0d2e-7d6e-4b0e-9d49-0d1b3a3f1111", "email": "ada@example.com",
    "email_confirmed_at": "2024-01-01 10:00:00.5+00", "encrypted_password": BCRYPT,
    "raw_user_meta_data": '{"name": "Ada"}',
    "raw_app_meta_data": '{"provider": "email", "oldID": "2b0c0d2e-7d6e-4b0e-9d49-0d1b3a3f1111"}',
    "created_at": "2024-01-01 09:59:00.123456+00"}


@pytest.fixture
def imported(start, tmp_path):
    """Returns a function that imports a text and returns the summary and the users."""
    server, _ = start()

    def run(format: str, text: str) -> tuple[str, list[dict]]:
        file = tmp_path / "users"
        file.write_text(text)

        def command(*words: str):
            return doorward(*words, "--data", str(server.data), directory=server.directory)

        summary = command("users", "import", "--format", format, str(file)).stdout
        return summary, [json.loads(line) for line in command("admin", "user", "list").stdout.splitlines()]
    return run


def converted(article: str, *arguments: str, text: str = "") -> str:
    [program] = code_blocks(ARTICLES / f"{article}.md", "python")
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], input=text, capture_output=True, text=True, check=True).stdout


def csv_text(rows: list[dict], columns: list[str]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def test_users_of_clerk_keep_their_old_id(imported):
    summary, [user] = imported("clerk", converted("MigrateFromClerk", text=csv_text([CLERK], list(CLERK))))
    assert summary == "1 users imported, 0 exist, 0 records refused\n"
    assert (user["email"], user["username"], user["has_password"]) == ("ada@example.com", "ada_l", True)
    assert user["app_metadata"] == {"oldID": "user_1"}


def test_users_of_privy_with_an_address_are_imported(imported, tmp_path):
    (tmp_path / "page-1.json").write_text(json.dumps(PRIVY))
    summary, [user] = imported("auth0", converted("MigrateFromPrivy", str(tmp_path / "page-1.json")))
    assert summary == "1 users imported, 0 exist, 1 records refused\n"
    assert (user["email"], user["phone_number"]) == ("ada@example.com", "+14155552671")
    assert (user["metadata"], user["app_metadata"]) == ({"plan": "pro"}, {"oldID": "did:privy:1"})
    assert user["created_at"] == "2024-11-19T00:08:15.000Z"


def test_users_of_supabase_keep_their_old_id(imported):
    article = (ARTICLES / "MigrateFromSupabase.md").read_text()
    selected = re.search(r"SELECT (.*?)\s+FROM auth\.users", article, re.S)[1]
    columns = re.sub(r"COALESCE\(.*?\) \|\| .*? AS ", "", selected).replace("\n", " ").split(",")
    columns = [column.strip() for column in columns]
    assert {"phone_confirmed_at", "banned_until", "deleted_at", *SUPABASE} <= set(columns)
    summary, [user] = imported("supabase", csv_text([SUPABASE], columns))
    assert summary == "1 users imported, 0 exist, 0 records refused\n"
    assert (user["name"], user["has_password"]) == ("Ada", True)
    assert user["app_metadata"]["oldID"] == SUPABASE["id"]


def test_the_record_in_the_article_about_parra_is_accepted(imported):
    [record] = [block for block in code_blocks(ARTICLES / "MigrateFromParra.md", "text") if block.startswith("{")]
    summary, [user] = imported("auth0", record)
    assert summary == "1 users imported, 0 exist, 0 records refused\n"
    assert user["app_metadata"] == {"oldID": "USER_ID"}
