"""Sign-ins of clients through the hosted page, and of devices."""

import re
from urllib.parse import parse_qs, urlsplit

from client import FORM
from exploration import Journey, Move, Step
from journey_walks import Walk
from keep_alive import Response
from people import PAGE, STRICT, client_of
from purpose_operations import DEVICE_GRANT
from wallets import EthereumWallet
from world import World

from .factor import enrollment_steps
from .requests import ASKING, request, two_clients, waiting, waits


def two_users(world: World, application: str = "default") -> Walk:
    """Two users, each with a browser, and a client application for each."""
    walk = two_clients(world, **{client: client_of(world, application) for client in "ab"})
    walk.account |= {"wallets": {client: EthereumWallet() for client in "ab"}}
    walk.identifiers = {wallet.address for wallet in walk.account["wallets"].values()}
    return walk


def authorize(walk: Walk, move: Move) -> Response:
    answer = walk.account[move.client].authorize(scope="account")
    if found := re.search(rb'name="doorward-ticket" content="([^"]+)"', answer.body):
        # A consent belongs to its request.
        walk.values[move.client] |= {"ticket": found[1].decode(), "consent": "none"}
    return answer


def sign_in(walk: Walk, move: Move, **members: str) -> Response:
    """A sign-in with the wallet of the client's user."""
    person, wallet = walk.people[move.client], walk.account["wallets"][move.client]
    challenge = person.call(PAGE, "POST", "/ethereum/message", wallet.ask(walk.world.api) | members)
    if challenge.status != 200:
        return challenge
    return person.call(PAGE, "POST", "/ethereum/sign-in", wallet.answer(challenge.json) | members)


def sign_in_for_client(walk: Walk, move: Move) -> Response:
    """A sign-in that the page shows for the client."""
    answer = sign_in(walk, move, ticket=walk.values[move.client]["ticket"])
    if waits(answer):
        # An authenticator that was begun before belongs to the earlier sign-in.
        walk.values[move.client].update(waiting(walk, answer) | {"enrollment": "none"})
    return answer


def exchange(walk: Walk, move: Move) -> Response:
    client = walk.account[move.client]
    form = {"grant_type": "authorization_code", "code": walk.values[move.holder]["code"], "client_id": client.id,
            "redirect_uri": client.redirect_uri, "code_verifier": client.pkce.secret}
    if move.variant == "empty":
        form = {"grant_type": "authorization_code"}
    if move.variant == "wrong":
        form["code_verifier"] = walk.people[move.client].binding.secret
    return walk.world.api.call("POST", "/v1/token", form=form, media=FORM)


def client_steps(needs: str, proves: tuple[str, ...]) -> list[Step]:
    """The steps of a client, from a user who is signed in to the page to the client's session."""
    def consent(_: Walk, answer: Response) -> dict:
        return {"consent": answer["ticket"]}

    def code(_: Walk, answer: Response) -> dict:
        return {"code": parse_qs(urlsplit(answer["redirect_to"]).query)["code"][0]}

    ask = request(PAGE, "/authorization", lambda walk, values: {"ticket": values["ticket"]}, keep=consent)
    allow = request(PAGE, "/authorization/allow", lambda walk, values: {"ticket": values["consent"]}, keep=code)
    return [
        Step.of("authorize", "GET /authorize", authorize, gives="ticket, request", spends="consent", variants=("own",)),
        Step.of("continue", "POST /session/authorization", ask, needs=f"ticket, {needs}", gives="consent",
                is_success=lambda answer: answer.status == 200 and answer.json.get("next") == "confirm",
                variants=("own", "empty")),
        # A request gives one code.
        Step.of("allow", "POST /session/authorization/allow", allow, needs=f"consent, request, {needs}",
                gives="code", spends="request, consent",
                is_success=lambda answer: answer.status == 200 and "code=" in answer.json.get("redirect_to", ""),
                variants=("own", "empty", "stolen")),
        # A refused use of a code spends it, and a repetition ends the session.
        Step.of("exchange", "POST /v1/token", exchange, needs="code", spends="code", spoils="code", proves=proves),
    ]


def authorization_journey() -> Journey:
    return Journey("authorization in a browser", [
        Step.of("sign-in", "POST /session/ethereum/sign-in", sign_in, proves=("wallet",), spends="code",
                variants=("own",)),
        *client_steps("signed in", ("wallet",)),
    ], two_users)


def strict_authorization_journey() -> Journey:
    """The client requires a second factor, and the page does not."""
    name = "POST /session/ethereum/sign-in"
    return Journey("authorization with a second factor", [
        # A sign-in that does not name the client serves the page alone. The first one makes the user, so that a sign-in
        # of a new user that waits for its second factor is void.
        Step.of("sign-in", name, sign_in, proves=("wallet",), left_out="has factor, signed in", spends="right user",
                variants=("own",)),
        Step.of("sign-in again", name, sign_in, proves=("wallet",), left_out="has factor", only_with="signed in",
                variants=("own",)),
        Step.of("sign-in for client", name, sign_in_for_client, is_success=waits, needs="ticket",
                gives="waiting, right user", spends="enrollment", left_out="has factor", variants=("own",)),
        *enrollment_steps(PAGE, gives="has factor", forbids="has factor, right user spent",
                          proves=("wallet", "authenticator")),
        *client_steps("has factor", ("wallet", "authenticator")),
    ], lambda world: two_users(world, STRICT))


def device_journey() -> Journey:
    def begin(world: World) -> Walk:
        walk = two_users(world)
        for client, person in walk.people.items():
            person.sign_in(PAGE, wallet=walk.account["wallets"][client])
        return walk

    def ask(walk: Walk, move: Move) -> Response:
        form = {"client_id": "default", "scope": "account"} if move.variant == "own" else {"scope": "nothing"}
        answer = walk.world.api.call("POST", "/v1/device_authorization", form=form, media=FORM)
        if answer.status == 200:
            walk.values[move.client] |= {
                "user code": answer["user_code"], "device code": answer["device_code"], "device ticket": "none"}
        return answer

    def poll(walk: Walk, move: Move) -> Response:
        form = {"grant_type": DEVICE_GRANT, "client_id": "default"}
        if move.variant != "empty":
            form["device_code"] = walk.values[move.holder]["device code"]
        return walk.world.api.call("POST", "/v1/token", form=form, media=FORM)

    show = request(PAGE, "/device", lambda walk, values: {"user_code": values["user code"]},
                   keep=lambda walk, answer: {"device ticket": answer["ticket"]})
    allow = request(PAGE, "/device/allow", lambda walk, values: {"ticket": values["device ticket"]})
    return Journey("device", [
        Step.of("begin", "POST /v1/device_authorization", ask, gives="device", left_out="device",
                spends="shown, decided", variants=ASKING),
        Step.of("show", "POST /session/device", show, needs="device", forbids="decided", gives="shown",
                variants=("own", "empty")),
        # The same decision can be sent again, and changes nothing.
        Step.of("allow", "POST /session/device/allow", allow, needs="shown", gives="approved, decided", idle="decided"),
        # The device code itself is the secret (RFC 8628 §5.2). A poll before the decision delays the next one.
        Step.of("poll", "POST /v1/token", poll, needs="approved", spends="approved, device", proves=("wallet",),
                is_bound=False,
                variants=("own", "empty", "stolen"), is_last_if_refused=True),
    ], begin)


JOURNEYS = [authorization_journey(), strict_authorization_journey(), device_journey()]
