"""The exploration of the sign-in journeys: all orders, omissions, repetitions and empty bodies of their steps, by two
browsers, to a depth: `make test-all` takes eight steps that change something, `make test` five, with the steps between them that
change nothing. No session is opened without all of its proofs in the same journey, and its tokens say which they are.

The folder journeys declares the steps, exploration.py plans the walks, and journey_walks.py performs them.
"""

import copy
import json
import uuid
from dataclasses import replace

import pytest

from document import Document
from exploration import (
    DEPTH, GUESSES, LONGEST, Journey, Move, State, Step, after, guesses_after, plan, reachable, succeeds)
from journey_walks import PROOFS, Accounts, Explorer, check, check_session
from journeys import JOURNEYS, NOT_STEPS
from people import settings
from journeys.factor import second_factor_journeys
from journeys.wallet import sign_in_journey
from keep_alive import Response
from purpose_matrix import issuing_members
from purposes import ISSUED
from running import running
from sampling import IS_COMPLETE
from tokens import encoded
from wallets import EthereumWallet
from world import World, client_credentials

# The values that a step of a sign-in issues for a later one, and the credentials that it ends with.
STEP_VALUES = {
    kind for members in ISSUED.values() for kind in members.values()
    if kind.endswith(("_challenge", "_sign_in", "_ticket", "_code", "_token"))} - {"guest_token"}


# A slow machine needs more than the time of other tests.
pytestmark = pytest.mark.timeout(1800)


@pytest.fixture(scope="module")
def explorer(tmp_path_factory, document):
    directory = tmp_path_factory.mktemp("journeys")
    client = client_credentials(directory)
    with running(directory, settings=settings(client["client_secret_hash"])) as server:
        yield Explorer(World(server, document, client["client_secret"]))


@pytest.mark.takes_long("a journey has up to 348 walks, and the server hashes each password")
@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda journey: journey.name)
def test_no_walk_opens_a_session_without_its_proofs(explorer, journey):
    failures = explorer.run(journey)
    assert not failures, "\n".join(failures)


# MARK: what is declared

def undeclared(document: Document) -> set[str]:
    """The operations that take a step of a sign-in and are in no journey, and the declarations of other operations."""
    found = {" ".join(operation) for operation, schema, member in issuing_members(document)
             if ISSUED.get(schema, {}).get(member) in STEP_VALUES and schema != "SecondFactorRequired"}
    found |= {" ".join(operation) for operation in document.operations()
              for response, _ in document.responses(*operation).values()
              if "second_factor_required" in document.codes_of(response)}
    found |= {f"{method} {path}" for method, path in document.operations()
              if path.startswith("/session/") and {} in document.operation(method, path).get("security", [])}
    declared = {step.operation for journey in JOURNEYS for step in journey.steps} | NOT_STEPS.keys()
    known = {" ".join(operation) for operation in document.operations()}
    return found - declared | declared - known


def test_every_step_of_a_sign_in_is_declared(document):
    assert not undeclared(document)


@pytest.mark.parametrize("path, original", [
    ("/v1/fast-lane", "/v1/code/sign-in"), ("/session/fast-lane", "/session/password/sign-in"),
    ("/v1/magic-link", "/v1/code/send"), ("/session/other-page", "/session/authorization/allow")])
def test_a_new_step_is_noticed(document, path, original):
    contents = copy.deepcopy(document.contents)
    contents["paths"][path] = copy.deepcopy(contents["paths"][original])
    assert undeclared(Document(contents)) == {f"POST {path}"}


@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda journey: journey.name)
def test_the_plan_takes_every_move_in_every_state(journey):
    taken = set()
    for walk in journey.walks:
        state, states = journey.start, []
        for move in walk:
            taken |= {(state, move), (state.swapped(), move.swapped())}
            states.append(state)
            state = after(state, move)
        changes = sum(earlier != later for earlier, later in zip(states, [*states[1:], state]))
        assert changes <= journey.depth == DEPTH and len(walk) <= LONGEST
    for state, path in reachable(journey).items():
        guesses, here = 0, journey.start
        for move in path:
            guesses, here = guesses_after(guesses, here, move), after(here, move)
        missing = [move for move in journey.moves(state) if (state, move) not in taken]
        assert all(guesses_after(guesses, state, move) > GUESSES for move in missing), [str(move) for move in missing]
    assert journey.walks == plan(journey), "the plan is always the same"


def moves_of(journey: Journey) -> set:
    """The moves that the walks take, with the states in which they take them, up to an exchange of the clients."""
    taken = set()
    for walk in journey.walks:
        state = journey.start
        for move in walk:
            if (state.swapped(), move.swapped()) not in taken:
                taken.add((state, move))
            state = after(state, move)
    return taken


def test_the_exploration_is_large_and_bounded():
    moves = sum(len(moves_of(journey)) for journey in JOURNEYS)
    walks = [walk for journey in JOURNEYS for walk in journey.walks]
    steps = sum(map(len, walks))
    print(f"{len(JOURNEYS)} journeys, {len(walks)} walks, {moves} moves in a state, {steps} steps")
    least, most = (25_000, 60_000) if IS_COMPLETE else (10_000, 25_000)
    assert least < moves < steps < most


# MARK: the checks can fail

SID = str(uuid.uuid4())
KEY = uuid.UUID(SID).bytes
PASSED = Accounts([], {KEY: [PROOFS["wallet"][:2]]})


def answer(status: int = 200, amr: list[str] = ["siwe"], acr: str = "urn:doorward:acr:wallet", **members) -> Response:
    """An answer that opens a session, or the one with the given members."""
    token = f"{encoded({})}.{encoded({'sid': SID, 'amr': amr, 'acr': acr})}.signature"
    body = members or {"access_token": token}
    return Response(f"HTTP/1.1 {status} Text\r\ncontent-type: application/json".encode(), json.dumps(body).encode())


STEP = Step.of("step", "POST /step", None, needs="proof", proves=("wallet",))
PROVEN, UNPROVEN = State((frozenset({"proof"}), frozenset())), State()


def judged(state: State, answer: Response, before=Accounts(), now=PASSED, variant="own", step=STEP, sessions=None):
    move = Move("a", step, variant)
    failure = check(state, move, answer, before, now)
    if failure or not (step.opens and succeeds(state, move)):
        return failure
    return check_session({} if sessions is None else sessions, move, answer, before, now)


def test_a_right_answer_passes():
    assert judged(PROVEN, answer()) is None
    assert judged(UNPROVEN, answer(401, code="invalid_code"), now=Accounts()) is None


@pytest.mark.parametrize("says, arguments", [
    ("opens a session without the proofs", {"state": UNPROVEN, "answer": answer()}),
    ("opens a session without the proofs", {"state": UNPROVEN, "answer": answer(401)}),
    ("opens a session without the proofs", {"state": PROVEN, "answer": answer(), "variant": "wrong"}),
    ("opens a session without the proofs", {"state": PROVEN, "answer": answer(), "variant": "empty"}),
    ("opens a session without the proofs", {
        "state": PROVEN.swapped(), "answer": answer(), "variant": "stolen"}),
    ("opens a session without the proofs", {"state": PROVEN, "answer": answer(), "step": replace(STEP, proves=())}),
    ("is accepted without the proofs", {"state": UNPROVEN, "answer": answer(signed_in=False)}),
    ("is refused with all proofs", {"state": PROVEN, "answer": answer(401, code="invalid_code")}),
    ("opens no session", {"state": PROVEN, "answer": answer(signed_in=False)}),
    ("changes the account", {"state": UNPROVEN, "answer": answer(401, code="x"), "now": Accounts([["row"]])}),
    ("stores a session without the proofs", {"state": UNPROVEN, "answer": answer(401, code="x")}),
    ("amr and acr are ['siwe', 'otp']", {"state": PROVEN, "answer": answer(amr=["siwe", "otp"])}),
    ("amr and acr are ['siwe'] urn:doorward:acr:second-factor", {
        "state": PROVEN, "answer": answer(acr="urn:doorward:acr:second-factor")}),
    # A session that is renewed keeps its earlier proofs.
    ("and not ['pwd', 'siwe']", {"state": PROVEN, "answer": answer(), "sessions": {KEY: {"address": "password"}}}),
    ("the session has the proofs []", {"state": PROVEN, "answer": answer(), "now": Accounts([], {KEY: []})}),
    ("the session has the proofs None", {"state": PROVEN, "answer": answer(), "now": Accounts()}),
    ("stores 1 more sessions", {
        "state": PROVEN, "answer": answer(), "now": Accounts([], {**PASSED.sessions, b"other": []})}),
])
def test_a_wrong_answer_is_noticed(says, arguments):
    assert says in (judged(**arguments) or ""), arguments


@pytest.mark.parametrize("journey, name, changes", [
    # The server asks for more than the declaration, or for less, or says something else of the proofs.
    (sign_in_journey("v1", EthereumWallet), "sign-in", {"needs": frozenset()}),
    (sign_in_journey("session", EthereumWallet), "sign-in", {"needs": frozenset({"challenge", "more"})}),
    (sign_in_journey("session", EthereumWallet), "sign-in", {"spends": frozenset()}),
    (sign_in_journey("v1", EthereumWallet), "sign-in", {"is_bound": False}),
    (sign_in_journey("session", EthereumWallet), "sign-in", {"proves": ("wallet", "authenticator")}),
    (second_factor_journeys("v1")[0], "totp", {"proves": ("authenticator",)}),
])
def test_a_wrong_declaration_is_noticed(explorer, journey, name, changes):
    """The walks against the server find that the declaration and the server differ."""
    steps = [replace(step, **changes) if step.name == name else step for step in journey.steps]
    assert explorer.run(replace(journey, steps=steps, depth=3))
