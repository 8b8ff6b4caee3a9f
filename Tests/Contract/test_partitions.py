"""The recipe of docs/scale.md that partitions the sessions."""

import re

from client import Page
from document import ROOT
from postgresql import PostgreSQL
from provider import Client
from two_processes import TwoProcesses
from wallets import EthereumWallet

RECIPE = re.search(r"^```sql\n(BEGIN;\n.*?)^```$", (ROOT / "docs/scale.md").read_text(), re.M | re.S)[1]


def test_two_processes_work_with_partitioned_sessions(tmp_path, document):
    with PostgreSQL() as database:
        with TwoProcesses(tmp_path, document, database.url) as processes:
            wallets = [EthereumWallet() for _ in range(20)]
            sessions = [processes.apis[0].sign_in(wallet) for wallet in wallets]
            page = Page(processes.apis[0])
            page.sign_in(EthereumWallet())
        database.sql(f"SET ROLE doorward; {RECIPE}", "doorward")
        partitions = database.sql(
            "SELECT count(DISTINCT tableoid) || ' ' || count(*) FROM sessions", "doorward").split()
        # Random identifiers are in several partitions.
        assert int(partitions[0]) > 1 and int(partitions[1]) >= len(sessions)

        with TwoProcesses(tmp_path, document, database.url) as processes:
            first, second = processes.apis
            for wallet, session in zip(wallets, sessions):
                renewed = first.refresh(session["refresh_token"], key="one")
                assert renewed.status == 200, renewed.body
                assert second.get("/v1/user", token=renewed["account_token"])["id"] == session["user"]["id"]
                again = second.sign_in(wallet)
                assert again["user"]["id"] == session["user"]["id"]
                listed = first.get("/v1/sessions", token=again["account_token"])
                assert len(listed["items"]) == 2
            # A token that is used twice ends its session.
            assert second.refresh(sessions[0]["refresh_token"], key="two").code == "invalid_grant"
            assert first.post("/v1/sign-out", {"scope": "all"}, token=again["account_token"]).status == 204
            assert second.get("/v1/user", token=again["account_token"]).code == "invalid_token"
            page = Page(second)
            page.sign_in(EthereumWallet())
            client = Client(second)
            assert client.exchange(client.code(page)).status == 200
            user = second.sign_in(wallets[1])
            assert first.call("DELETE", "/v1/user", token=user["account_token"]).status == 204
            assert processes.command("database", "check") == "ok\n"
