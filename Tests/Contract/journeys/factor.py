"""Second factors: the second step of each sign-in, and authenticators that are added during and after a sign-in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from authenticator import Authenticator
from exploration import Journey, Move, Step
from factors import add_address, enroll
from journey_walks import Walk
from keep_alive import Response
from people import APP, PASSWORD, STRICT
from wallets import EthereumWallet
from world import World

from .address import code_steps, password_request, reset_requests
from .requests import ASKING, NEVER, both, other_code, request, two_clients, waiting, waits
from .wallet import wallet_steps, with_wallet

# The first step of a sign-in that waits for a second one.
FIRST = {"is_success": waits, "gives": "waiting", "proves": ()}


def second_steps(side: str, first: str, is_bound: bool = True) -> list[Step]:
    """The second step after a first proof: a code of the authenticator, or a recovery code."""
    def proof(method: str) -> Callable:
        # Both clients type the same code, so that its second use is a repetition.
        return request(
            side, "/second-factor/verify",
            lambda walk, values: {"challenge_id": values["waiting"], "method": method, "code": walk.account[method]},
            proving=True, wrong=lambda walk, _: {"code": walk.account["wrong code"]})

    def step(method: str, factor: str, variants: tuple[str, ...]) -> Step:
        return Step.of(
            method, f"POST /{side}/second-factor/verify", proof(method), needs="waiting", forbids=f"{method} used",
            spends="waiting", establishes=f"{method} used", proves=(first, factor), is_guess=True, is_bound=is_bound,
            variants=variants)

    return [step("totp", "authenticator", ("own", "empty", "wrong", "stolen")),
            step("recovery_code", "recovery code", ("own", "stolen"))]


def enrollment_by_session(side: str, name: str, path: str, body: dict) -> Step:
    """A half-finished sign-in adds no second factor and no passkey: its challenge is no credential, and it has no other."""
    def begin(walk: Walk, move: Move) -> Response:
        person = walk.people[move.client]
        content = person.asking(side, body) if body else {}
        if "signed in" in walk.state.of(move.client):
            return person.call(side, "POST", path, content)
        person.token = person.cookie = walk.values[move.client]["waiting"]
        answer = person.call(side, "POST", path, content)
        person.token = person.cookie = None
        return answer

    return Step.of(name, f"POST /{side}{path}", begin, needs="signed in", variants=("own",))


def refused_enrollments(side: str) -> list[Step]:
    return [enrollment_by_session(side, "add factor", "/second-factors/totp", {}),
            enrollment_by_session(side, "add passkey", "/passkeys/registration/options", {"purpose": "link"})]


def factor_account(walk: Walk, factor) -> None:
    walk.account |= {
        "wallet": factor.wallet, "totp": factor.authenticator.current(), "wrong code": factor.authenticator.wrong(),
        "recovery_code": factor.added["recovery_codes"][0]}
    walk.identifiers = {factor.wallet.address}


def with_factor(world: World) -> Walk:
    walk = two_clients(world)
    factor_account(walk, enroll(world, APP, APP))
    return walk


def with_factor_and_address(world: World, add_passkey: Callable | None = None) -> Walk:
    """A user with an authenticator, an address and a password, and with a passkey if `add_passkey` adds one."""
    factor = enroll(world, APP, APP)
    passkey = add_passkey and add_passkey(factor)
    address = add_address(world, factor.owner)
    factor.owner.post(APP, "/password/change", {"new_password": PASSWORD}, 204)
    walk = two_clients(world, address=address, passkey=passkey)
    factor_account(walk, factor)
    return walk


def second_factor_journeys(side: str) -> list[Journey]:
    ask, confirm = reset_requests(side, keep=waiting)
    return [
        Journey(f"wallet and second factor at {side}", [
            *wallet_steps(side, EthereumWallet, waiting, **FIRST), *second_steps(side, "wallet"), *refused_enrollments(side),
        ], with_factor),
        Journey(f"code and second factor at {side}", [
            *code_steps(side, waiting, **FIRST), *second_steps(side, "email code")], with_factor_and_address),
        # A password answers no challenge, so the second step has no binding.
        Journey(f"password and second factor at {side}", [
            Step.of("password", f"POST /{side}/password/sign-in", password_request(side, PASSWORD, waiting), **FIRST,
                    is_guess=True, variants=("own", "empty", "wrong")),
            *second_steps(side, "password", False)], with_factor_and_address),
        Journey(f"reset and second factor at {side}", [
            Step.of("reset", f"POST /{side}/password/reset", ask, gives="challenge", variants=ASKING),
            Step.of("confirm", f"POST /{side}/password/reset/confirm", confirm, **FIRST, needs="challenge",
                    spends="challenge", is_guess=True),
            # The second factor sets the password, and makes other sign-ins and codes void.
            *[replace(step, voids=frozenset({"waiting", "challenge"})) for step in second_steps(side, "email code")],
        ], with_factor_and_address),
    ]


# MARK: an application that requires a second factor

def begun(_: Walk, answer: Response) -> dict:
    return {"enrollment": answer["challenge_id"], "first code": Authenticator(answer["secret"]).current()}


def enrollment_steps(side: str, **facts: object) -> list[Step]:
    """An authenticator that finishes the sign-in. `facts` are the facts of the last step."""
    begin = request(
        side, "/second-factor/enroll", lambda walk, values: {"challenge_id": values["waiting"]}, proving=True, keep=begun)

    def verify(method: str, challenge: str) -> Callable:
        return request(
            side, "/second-factor/verify",
            lambda walk, values: {"challenge_id": values[challenge], "method": method, "code": values["first code"]},
            proving=True, wrong=other_code)

    name = f"POST /{side}/second-factor/verify"
    return [
        Step.of("enroll", f"POST /{side}/second-factor/enroll", begin, needs="waiting", gives="enrollment"),
        Step.of("verify", name, verify("totp", "enrollment"), needs="enrollment", **facts),
        # A code of the authenticator does not serve without its secret, nor as another second factor.
        Step.of("skip enrollment", name, verify("totp", "waiting"), needs=NEVER, variants=("own",)),
        Step.of("code instead", name, verify("code", "enrollment"), needs=NEVER, variants=("own",)),
        Step.of("recovery code instead", name, verify("recovery_code", "enrollment"), needs=NEVER, variants=("own",)),
    ]


def required_factor_journey(side: str) -> Journey:
    """A new user signs in to an application that requires a second factor, and adds an authenticator."""
    send = request(side, "/code/send", second_factor_code, proving=True)
    # After the first authenticator, a sign-in is that of the journeys above.
    first = [replace(step, left_out=frozenset({"has factor"}))
             for step in wallet_steps(side, EthereumWallet, waiting, **FIRST)]
    return Journey(f"wallet and new authenticator at {side}", [
        *first,
        *enrollment_steps(side, spends="enrollment", forbids="has factor", establishes="has factor",
                          proves=("wallet", "authenticator")),
        # The user has no address.
        Step.of("send code", f"POST /{side}/code/send", send, needs=NEVER, variants=("own",)),
    ], with_wallet(EthereumWallet, STRICT))


def second_factor_code(walk: Walk, values: dict) -> dict:
    return {"purpose": "second_factor", "challenge_id": values["waiting"]}


def sent_sms_journey(side: str) -> Journey:
    return sent_code_journey(side, "sent SMS code", "phone_number")


def sent_code_journey(side: str, proof: str = "sent code", kind: str = "email") -> Journey:
    """A user with an address and without an authenticator proves a code as second factor."""
    def begin(world: World) -> Walk:
        wallet = EthereumWallet()
        address = add_address(world, world.person().sign_in(APP, wallet=wallet), kind)
        walk = two_clients(world, STRICT, wallet=wallet, address=address)
        walk.identifiers = {address}
        return walk

    def newly_waiting(walk: Walk, answer: Response) -> dict:
        # The code of an earlier sign-in does not belong to this one.
        return {**waiting(walk, answer), "sent": "none", "code": "000000"}

    def sent(walk: Walk, answer: Response) -> dict:
        return {"sent": answer["challenge_id"], "code": walk.world.mailbox.code(walk.account["address"])}

    send = request(side, "/code/send", second_factor_code, proving=True, keep=sent)
    enroll_instead = request(
        side, "/second-factor/enroll", lambda walk, values: {"challenge_id": values["waiting"]}, proving=True)
    verify = request(
        side, "/second-factor/verify",
        lambda walk, values: {"challenge_id": values["sent"], "method": "code", "code": values["code"]}, proving=True,
        wrong=other_code)
    name = f"POST /{side}/second-factor/verify"
    return Journey(f"wallet and {proof} at {side}", [
        *wallet_steps(side, EthereumWallet, newly_waiting, **FIRST | {"gives": "waiting, has waited"},
                      spends="challenge, sent"),
        # A code is sent for a finished sign-in too, and opens no session.
        Step.of("send", f"POST /{side}/code/send", send, needs="has waited", gives="sent"),
        Step.of("code", name, verify, needs="waiting, sent", spends="waiting, sent", proves=("wallet", proof),
                is_guess=True),
        Step.of("enroll instead", f"POST /{side}/second-factor/enroll", enroll_instead, needs=NEVER, variants=("own",)),
    ], begin)


# MARK: authenticators of signed-in users

def confirmation_journey(side: str) -> Journey:
    """Two sessions of a user add an authenticator."""
    def begin(world: World) -> Walk:
        owner = EthereumWallet()
        walk = two_clients(world)
        for person in walk.people.values():
            person.sign_in(side, wallet=owner)
        walk.identifiers = {owner.address}
        return walk

    ask = request(side, "/second-factors/totp", lambda walk, _: {}, keep=begun)
    confirm = request(
        side, "/second-factors/totp/confirm",
        lambda walk, values: {"challenge_id": values["enrollment"], "code": values["first code"]}, wrong=other_code)
    return Journey(f"authenticator at {side}", [
        # After the first authenticator, the session that has not proven it adds none.
        Step.of("begin", f"POST /{side}/second-factors/totp", ask, gives="enrollment", forbids="outdated",
                variants=("own",)),
        Step.of("confirm", f"POST /{side}/second-factors/totp/confirm", confirm, needs="enrollment", spends="enrollment",
                forbids="outdated", outdates="outdated"),
    ], begin)


JOURNEYS = [
    *[journey for journeys in both(second_factor_journeys) for journey in journeys], *both(required_factor_journey),
    *both(sent_code_journey), *both(sent_sms_journey), *both(confirmation_journey),
]
