"""Sign-ins with passkeys, passkeys of new users, passkeys that are added, and passkeys as second factors."""

import json
from dataclasses import replace

from exploration import Journey, Step
from factors import Factor, enroll
from journey_walks import Walk
from keep_alive import Response
from passkeys import PRESENT, Passkey, add, sign_up
from people import APP, PASSWORD
from wallets import EthereumWallet, base64url, from_base64url
from world import World

from .address import password_request
from .factor import FIRST, factor_account, second_steps, with_factor_and_address
from .requests import ASKING, both, request, two_clients, waiting
from .wallet import wallet_steps


def passkey_of(walk: Walk) -> Passkey:
    return walk.account["passkey"]


def response(walk: Walk, values: dict) -> dict:
    """The response that the client holds."""
    held = values["response"]
    return held if isinstance(held, dict) else {"id": "none", "challenge_id": "none"}


def other_signature(walk: Walk, body: dict) -> dict:
    """The signature of another authenticator."""
    if "response" not in body:
        return {}
    signed = (from_base64url(body["response"][name]) for name in ("authenticatorData", "clientDataJSON"))
    return {"response": body["response"] | {"signature": base64url(Passkey().signature(*signed))}}


def other_challenge(walk: Walk, body: dict) -> dict:
    """The response to a challenge that the server did not issue."""
    if "response" not in body:
        return {}
    data = json.loads(from_base64url(body["response"]["clientDataJSON"])) | {"challenge": base64url(bytes(32))}
    return {"response": body["response"] | {"clientDataJSON": base64url(json.dumps(data).encode())}}


def sign_in_journey(side: str) -> Journey:
    def begin(world: World) -> Walk:
        walk = two_clients(world, passkey=Passkey())
        sign_up(world.person(), APP, passkey_of(walk))
        walk.identifiers = {passkey_of(walk).text}
        return walk

    def keep(walk: Walk, answer: Response) -> dict:
        return {"response": passkey_of(walk).authenticate(answer.json)}

    path = "/passkeys/authentication"
    ask = request(side, f"{path}/options", lambda walk, _: {}, keep=keep, asking=True)
    sign_in = request(side, path, response, proving=True, wrong=other_signature)
    return Journey(f"passkey at {side}", [
        Step.of("options", f"POST /{side}{path}/options", ask, gives="response", variants=options_variants(side)),
        Step.of("sign-in", f"POST /{side}{path}", sign_in, needs="response", spends="response", proves=("passkey",)),
    ], begin)


def options_variants(side: str) -> tuple[str, ...]:
    """The page asks with an empty body."""
    return ASKING if side == APP else ("own",)


def registered(walk: Walk, answer: Response) -> dict:
    return {"response": passkey_of(walk).register(answer.json)}


def registration_steps(
    side: str, variants: tuple[str, ...], purpose: str = "sign_in", **facts: object
) -> list[Step]:
    path = "/passkeys/registration"
    ask = request(side, f"{path}/options", lambda walk, _: {"purpose": purpose}, keep=registered, asking=True)
    register = request(side, path, response, proving=True, wrong=other_challenge)
    return [
        Step.of("options", f"POST /{side}{path}/options", ask, gives="response", variants=variants),
        # The passkey of both clients is the same one, so that its second registration is a repetition.
        Step.of("register", f"POST /{side}{path}", register, needs="response", forbids="registered", spends="response",
                establishes="registered", **facts),
    ]


def sign_up_journey(side: str) -> Journey:
    """A new user signs up with a passkey alone."""
    def begin(world: World) -> Walk:
        walk = two_clients(world, passkey=Passkey())
        walk.identifiers = {passkey_of(walk).text}
        return walk

    ask, register = registration_steps(side, options_variants(side), proves=("passkey",))
    # A user who has signed up is signed in, and adds passkeys from then on.
    return Journey(f"new user with a passkey at {side}", [
        ask, replace(register, left_out=frozenset({"signed in"}))], begin)


def addition_journey(side: str) -> Journey:
    """A signed-in user adds a passkey."""
    def begin(world: World) -> Walk:
        owner = EthereumWallet()
        walk = two_clients(world, passkey=Passkey())
        for person in walk.people.values():
            person.sign_in(side, wallet=owner)
        walk.identifiers = {owner.address}
        return walk

    return Journey(f"adding a passkey at {side}", registration_steps(side, ("own",), "link"), begin)


def sign_in_and_addition_journey(side: str) -> Journey:
    """A user who signs in, or omits that, and adds a passkey."""
    def begin(world: World) -> Walk:
        walk = two_clients(world, wallet=EthereumWallet(), passkey=Passkey())
        walk.identifiers = {walk.account["wallet"].address}
        return walk

    ask, register = registration_steps(side, ("own",), "link")
    return Journey(f"wallet and adding a passkey at {side}", [
        # The challenge of the wallet is explored in its own journey.
        *[replace(step, variants=("own",)) for step in wallet_steps(side, EthereumWallet)],
        replace(ask, needs=frozenset({"signed in"})), register,
    ], begin)


def anonymous_journey() -> Journey:
    """An anonymous user signs up with a passkey. Its challenge belongs to the user who asked for it."""
    def begin(world: World) -> Walk:
        walk = two_clients(world, passkey=Passkey())
        walk.identifiers = {passkey_of(walk).text}
        return walk

    visit = request(APP, "/anonymous", lambda walk, _: {})
    ask, register = registration_steps(APP, ("own",), proves=("passkey",))
    return Journey("anonymous user with a passkey at v1", [
        Step.of("visit", "POST /v1/anonymous", visit, proves=("visit",), spends="response", left_out="signed in",
                variants=("own",)),
        ask, register,
    ], begin)


def with_passkey(factor: Factor) -> Passkey:
    """Gives a user with an authenticator a passkey."""
    return add(factor.owner, APP, Passkey())


def unverified_passkey_journey(side: str) -> Journey:
    """A passkey whose authenticator has not verified the user, and an authenticator of codes."""
    def begin(world: World) -> Walk:
        factor = enroll(world, APP, APP)
        walk = two_clients(world, passkey=with_passkey(factor))
        factor_account(walk, factor)
        return walk

    def keep(walk: Walk, answer: Response) -> dict:
        return {"response": passkey_of(walk).authenticate(answer.json, flags=PRESENT)}

    path = "/passkeys/authentication"
    ask = request(side, f"{path}/options", lambda walk, _: {}, keep=keep, asking=True)
    sign_in = request(side, path, response, proving=True, wrong=other_signature, keep=waiting)
    return Journey(f"unverified passkey and second factor at {side}", [
        Step.of("options", f"POST /{side}{path}/options", ask, gives="response", variants=options_variants(side)),
        Step.of("passkey", f"POST /{side}{path}", sign_in, **FIRST, needs="response", spends="response"),
        *second_steps(side, "unverified passkey"),
    ], begin)


def passkey_step(side: str, first: str, is_bound: bool = True) -> Step:
    """A passkey after another method."""
    verify = request(
        side, "/second-factor/verify",
        lambda walk, values: {
            "challenge_id": values["waiting"], "method": "passkey", "response": response(walk, values)},
        proving=True, wrong=lambda walk, body: {"response": body["response"] | other_signature(walk, body["response"])})
    return Step.of("passkey", f"POST /{side}/second-factor/verify", verify, needs="waiting", spends="waiting",
                   proves=(first, "passkey as second factor"), is_guess=True, is_bound=is_bound)


def factor_response(walk: Walk, answer: Response) -> dict:
    second = answer["second_factor"]
    return {"waiting": second["challenge_id"], "response": passkey_of(walk).authenticate(second["passkey"])}


def second_factor_journeys(side: str) -> list[Journey]:
    """A user with a passkey and an authenticator proves the passkey after a wallet, and after a password."""
    def with_wallet(world: World) -> Walk:
        factor = enroll(world, APP, APP)
        walk = two_clients(world, passkey=with_passkey(factor))
        factor_account(walk, factor)
        return walk

    def with_password(world: World) -> Walk:
        return with_factor_and_address(world, with_passkey)

    return [
        Journey(f"wallet and passkey at {side}", [
            *wallet_steps(side, EthereumWallet, factor_response, **FIRST), passkey_step(side, "wallet"),
        ], with_wallet),
        # A password answers no challenge, so the second step has no binding.
        Journey(f"password and passkey at {side}", [
            Step.of("password", f"POST /{side}/password/sign-in", password_request(side, PASSWORD, factor_response),
                    **FIRST, is_guess=True, variants=("own", "empty", "wrong")),
            passkey_step(side, "password", False),
        ], with_password),
    ]


JOURNEYS = [
    *[journey for build in (
        sign_in_journey, sign_up_journey, addition_journey, sign_in_and_addition_journey, unverified_passkey_journey)
      for journey in both(build)],
    anonymous_journey(),
    *[journey for journeys in both(second_factor_journeys) for journey in journeys],
]
