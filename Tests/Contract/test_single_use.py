"""Parallel uses of one value at two processes of one database: one use succeeds. `make test` makes 25 uses, `make test-all` 100."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from client import Page
from provider import Client
from sampling import IS_COMPLETE
from test_devices import begin, decide, poll
from two_processes import TwoProcesses, shared_database
from wallets import Binding, EthereumWallet

USES = 100 if IS_COMPLETE else 25
# The sign-ins that both processes do meanwhile.
WORKERS = 4


@pytest.fixture(scope="module", params=["sqlite", "postgresql", "pgbouncer"])
def processes(request, tmp_path_factory, document):
    directory = tmp_path_factory.mktemp("processes")
    application = {"id": "default", "methods": ["siwe", "code"], "device_authorization": True,
                   "redirect_uris": ["http://127.0.0.1/callback"]}
    with shared_database(request.param, directory / "data") as database:
        with TwoProcesses(directory, document, database, applications=[application]) as processes:
            yield processes


@contextmanager
def load(processes: TwoProcesses):
    """New users sign in at both processes. Each of them must succeed."""
    is_over, signed_in = threading.Event(), Counter()

    def work(number: int) -> None:
        api = processes.apis[number % 2]
        while not is_over.is_set():
            session = api.sign_in(EthereumWallet())
            assert api.refresh(session["refresh_token"], key="one").status == 200
            signed_in[number] += 1

    with ThreadPoolExecutor(WORKERS) as pool:
        workers = [pool.submit(work, number) for number in range(WORKERS)]
        try:
            yield
        finally:
            is_over.set()
        for worker in workers:
            worker.result(60)
    assert all(signed_in[number] for number in range(WORKERS)), signed_in


def answers_of(processes: TwoProcesses, use) -> list:
    """The answers to all uses, which begin at the same time, each on a connection of its own."""
    barrier = threading.Barrier(USES)

    def one(number: int):
        api = processes.apis[number % 2]
        # Opens the connection of the thread.
        assert api.get("/healthz").status == 200
        barrier.wait(60)
        return use(api, number)

    with load(processes), ThreadPoolExecutor(USES) as pool:
        return list(pool.map(one, range(USES)))


def the_success(answers: list, *refusals: str):
    """The one successful answer. Each other one has one of the codes."""
    [success] = [answer for answer in answers if answer.status == 200]
    assert {answer.code for answer in answers if answer.status != 200} <= {*refusals}
    return success


def test_a_challenge_signs_in_once(processes):
    proof = processes.apis[0].proof(EthereumWallet())
    session = the_success(
        answers_of(processes, lambda api, _: api.post("/v1/ethereum/sign-in", proof)), "challenge_used")
    for api in processes.apis:
        assert api.get("/v1/user", token=session["account_token"])["id"] == session["user"]["id"]


def test_a_code_signs_in_once(processes):
    binding, address = Binding(), "ada@example.com"
    sent = processes.apis[1].post("/v1/code/send", {"email": address, "binding": binding.value})
    body = {"challenge_id": sent["challenge_id"], "code": processes.mailbox.code(address),
            "binding_secret": binding.secret}
    the_success(
        answers_of(processes, lambda api, _: api.post("/v1/code/sign-in", body)),
        "challenge_used", "code_exhausted", "too_many_guesses")


def test_a_refresh_token_is_exchanged_once(processes):
    session = processes.apis[0].sign_in(EthereumWallet())
    the_success(
        answers_of(processes, lambda api, number: api.refresh(session["refresh_token"], key=f"key-{number}")),
        "invalid_grant")
    # Another use may be that of a thief, so the session has ended.
    for api in processes.apis:
        assert api.get("/v1/user", token=session["account_token"]).code == "invalid_token"


def test_repetitions_of_one_refresh_get_one_successor(processes):
    session = processes.apis[0].sign_in(EthereumWallet())
    answers = answers_of(processes, lambda api, _: api.refresh(session["refresh_token"], key="one"))
    assert {answer.status for answer in answers} == {200}
    [successor] = {answer["refresh_token"] for answer in answers}
    assert processes.apis[1].refresh(successor, key="two").status == 200


def test_an_authorization_code_is_exchanged_once(processes):
    page = Page(processes.apis[0])
    page.sign_in(EthereumWallet())
    clients = [Client(api) for api in processes.apis]
    clients[1].pkce = clients[0].pkce
    code = clients[0].code(page)
    the_success(
        answers_of(processes, lambda api, _: clients[processes.apis.index(api)].exchange(code)), "invalid_grant")


def test_a_device_code_is_exchanged_once(processes):
    page = Page(processes.apis[0])
    page.sign_in(EthereumWallet())
    device = begin(processes.apis[1], "account")
    assert decide(page, device, "allow").status == 204
    the_success(answers_of(processes, lambda api, _: poll(api, device)), "invalid_grant")
