"""Many guesses at the same time, at two servers of one store and after a crash: the server compares no more of them than the
limits allow, and afterwards it refuses the right code too. `make test` makes 500 guesses, `make test-all` 10,000.
"""

import math
import secrets
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from authenticator import Authenticator
from console_mail import LIMITS, Mailbox
from keep_alive import KeepAliveAPI
from running import Doorward
from sampling import IS_COMPLETE
from two_processes import shared_database
from wallets import Binding, EthereumWallet

pytestmark = pytest.mark.takes_long("10,000 guesses in `make test-all`")
GUESSES = 10_000 if IS_COMPLETE else 500
CONNECTIONS = 64
# The guesses of one challenge, and those of one user without a pause.
PER_CHALLENGE = FREE = 5
COMPARED, REFUSED = "invalid_code", {"code_exhausted", "too_many_guesses"}


@contextmanager
def two_servers(directory, document, database):
    """Two servers of one store. Yields a function that crashes both and starts them again; it returns their clients."""
    running = []

    def start() -> list[KeepAliveAPI]:
        for server in running:
            server.crash()
        settings = {
            "database": database,
            "rate_limits": LIMITS | {"code_per_hour_and_address": 1_000_000, "code_per_hour_and_network": 1_000_000}}
        running[:] = [Doorward(directory / "first", settings=settings)]
        running.append(Doorward(directory / "second", settings=settings, data=running[0].data))
        start.mailbox = Mailbox(*running)
        return [KeepAliveAPI(server.account, document) for server in running]

    try:
        yield start
    finally:
        for server in running:
            server.crash()


@pytest.fixture(params=["sqlite", "postgresql"])
def start(request, tmp_path, document):
    with shared_database(request.param, tmp_path / "first/data") as database:
        with two_servers(tmp_path, document, database) as start:
            yield start


def guess(apis: list[KeepAliveAPI], path: str, bodies: list[dict]) -> Counter:
    """Sends all bodies over many connections. Returns the number of answers with each code."""
    def send(number: int) -> str:
        answer = apis[number % len(apis)].post(path, bodies[number])
        assert answer.status in (401, 429), (answer.status, answer.body)
        return answer.code

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        answers = Counter(pool.map(send, range(len(bodies))))
    assert answers.keys() <= {COMPARED, *REFUSED}, answers
    return answers


def wrong_codes(count: int, right: set[str]) -> list[str]:
    """Different codes, none of which is right."""
    numbers = secrets.SystemRandom().sample(range(1_000_000), count + len(right))
    codes = [f"{number:06}" for number in numbers]
    return [code for code in codes if code not in right][:count]


def is_refused(api: KeepAliveAPI, path: str, body: dict) -> bool:
    answer = api.post(path, body)
    return answer.status in (401, 429) and answer.code in REFUSED


def guess_until_compared(api: KeepAliveAPI, path: str, body: dict) -> None:
    """Repeats a wrong guess until the server compares it, so that a long pause begins."""
    deadline = time.monotonic() + 120
    while api.post(path, body).code != COMPARED:
        assert time.monotonic() < deadline


def most_comparisons(seconds: float) -> int:
    """The guesses of one user that the server compares in a time: five, and then one after 1, 2, 4 … seconds."""
    return FREE + math.floor(math.log2(seconds + 1))


# MARK: codes

SIGN_IN = "/v1/code/sign-in"


def ask(api: KeepAliveAPI, mailbox: Mailbox, address: str) -> dict:
    """Asks for a code. Returns the body with the right code."""
    binding = Binding()
    sent = api.post("/v1/code/send", {"email": address, "binding": binding.value})
    assert sent.status == 202, sent.body
    return {"challenge_id": sent["challenge_id"], "code": mailbox.code(address), "binding_secret": binding.secret}


def test_the_codes_of_one_challenge_are_compared_five_times(start):
    apis = start()
    right = ask(apis[0], start.mailbox, "ada@example.com")
    bodies = [{**right, "code": code} for code in wrong_codes(GUESSES, {right["code"]})]
    answers = guess(apis, SIGN_IN, bodies[:GUESSES // 2])
    assert answers[COMPARED] == PER_CHALLENGE
    assert is_refused(apis[1], SIGN_IN, right)
    apis = start()
    assert is_refused(apis[0], SIGN_IN, right)
    assert guess(apis, SIGN_IN, bodies[GUESSES // 2:])[COMPARED] == 0
    assert is_refused(apis[1], SIGN_IN, right)


def test_new_codes_give_no_further_guesses(start):
    """The guesses of an address count together, whatever challenge they answer."""
    apis, address, began = start(), "ada@example.com", time.monotonic()
    challenges = [ask(apis[0], start.mailbox, address) for _ in range(100)]
    codes = wrong_codes(GUESSES, {challenge["code"] for challenge in challenges})
    bodies = [{**challenges[number % len(challenges)], "code": code} for number, code in enumerate(codes)]
    compared = guess(apis, SIGN_IN, bodies[:GUESSES // 2])[COMPARED]
    apis = start()
    compared += guess(apis, SIGN_IN, bodies[GUESSES // 2:])[COMPARED]
    assert FREE <= compared <= most_comparisons(time.monotonic() - began)
    fresh = ask(apis[1], start.mailbox, address)
    guess_until_compared(apis[0], SIGN_IN, {**fresh, "code": wrong_codes(1, {fresh["code"]})[0]})
    assert is_refused(apis[1], SIGN_IN, fresh)
    other = ask(apis[0], start.mailbox, "grace@example.com")
    assert apis[1].post(SIGN_IN, other).status == 200, "the guesses of one address count for no other"


def test_one_right_code_among_parallel_guesses_signs_in_once(start):
    """A right code within the limit works, and only once."""
    apis = start()
    right = ask(apis[0], start.mailbox, "ada@example.com")
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        answers = list(pool.map(lambda number: apis[number % 2].post(SIGN_IN, right), range(200)))
    assert Counter(answer.status == 200 for answer in answers)[True] == 1
    assert {answer.code for answer in answers if answer.status != 200} <= REFUSED | {"challenge_used"}


# MARK: authenticators

VERIFY = "/v1/second-factor/verify"


def enrolled(api: KeepAliveAPI) -> tuple[EthereumWallet, Authenticator, str]:
    """A user with an authenticator, and a recovery code."""
    wallet = EthereumWallet()
    token = api.sign_in(wallet)["account_token"]
    begun = api.post("/v1/second-factors/totp", {}, token=token)
    authenticator = Authenticator(begun["secret"])
    confirmed = api.post("/v1/second-factors/totp/confirm", {
        "challenge_id": begun["challenge_id"], "code": authenticator.code()}, token=token)
    assert confirmed.status == 200, confirmed.body
    return wallet, authenticator, confirmed["recovery_codes"][0]


def waiting(api: KeepAliveAPI, wallet: EthereumWallet) -> dict:
    """A sign-in that waits for the code: the body without the code."""
    proof = api.proof(wallet)
    answer = api.post(f"{wallet.path}/sign-in", proof)
    assert answer.code == "second_factor_required", answer.body
    return {"challenge_id": answer["second_factor"]["challenge_id"], "binding_secret": proof["binding_secret"],
            "method": "totp"}


def near_codes(authenticator: Authenticator) -> set[str]:
    """The codes that are right during the test."""
    now = int(time.time()) // 30
    return {authenticator.at(step) for step in range(now - 3, now + 20)}


def test_the_codes_of_one_waiting_sign_in_are_compared_five_times(start):
    apis = start()
    wallet, authenticator, recovery = enrolled(apis[0])
    sign_in = waiting(apis[0], wallet)
    bodies = [{**sign_in, "code": code} for code in wrong_codes(GUESSES, near_codes(authenticator))]
    answers = guess(apis, VERIFY, bodies[:GUESSES // 2])
    assert answers[COMPARED] == PER_CHALLENGE
    apis = start()
    assert guess(apis, VERIFY, bodies[GUESSES // 2:])[COMPARED] == 0
    assert is_refused(apis[0], VERIFY, {**sign_in, "code": authenticator.current()})
    # No number of guesses finds a recovery code, so the owner can always use one.
    assert apis[1].post(VERIFY, {**sign_in, "method": "recovery_code", "code": recovery}).status == 200


def test_new_sign_ins_give_no_further_guesses_of_an_authenticator(start):
    apis = start()
    wallet, authenticator, recovery = enrolled(apis[0])
    began = time.monotonic()
    sign_ins = [waiting(apis[number % 2], wallet) for number in range(100)]
    codes = wrong_codes(GUESSES, near_codes(authenticator))
    bodies = [{**sign_ins[number % len(sign_ins)], "code": code} for number, code in enumerate(codes)]
    compared = guess(apis, VERIFY, bodies[:GUESSES // 2])[COMPARED]
    apis = start()
    compared += guess(apis, VERIFY, bodies[GUESSES // 2:])[COMPARED]
    assert FREE <= compared <= most_comparisons(time.monotonic() - began)
    fresh = waiting(apis[0], wallet)
    guess_until_compared(apis[0], VERIFY, {**fresh, "code": codes[0]})
    assert is_refused(apis[0], VERIFY, {**fresh, "code": authenticator.current()})
    assert apis[1].post(VERIFY, {**fresh, "method": "recovery_code", "code": recovery}).status == 200


def test_a_code_of_an_authenticator_signs_in_once_at_two_servers(start):
    """A step is accepted once, also by two processes (RFC 6238 §5.2)."""
    apis = start()
    wallet, authenticator, _ = enrolled(apis[0])
    sign_ins = [waiting(apis[0], wallet) for _ in range(50)]
    code = authenticator.current()
    bodies = [{**sign_in, "code": code} for sign_in in sign_ins]
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        answers = list(pool.map(lambda number: apis[number % 2].post(VERIFY, bodies[number]), range(len(bodies))))
    assert Counter(answer.status == 200 for answer in answers)[True] == 1
    assert {answer.code for answer in answers if answer.status != 200} <= REFUSED | {COMPARED}
