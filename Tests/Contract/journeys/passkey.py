"""Sign-ins with passkeys, passkeys of new users, passkeys that are added, and passkeys as second factors."""

import json
from dataclasses import replace

from exploration import Journey, Step
from factors import enroll
from issuing import World
from journey_walks import Walk
from keep_alive import Response
from passkeys import Passkey, sign_up
from people import APP
from wallets import EthereumWallet, base64url, from_base64url

from .factor import FIRST, factor_account
from .requests import ASKING, both, request, two_clients
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


def second_factor_journey(side: str) -> Journey:
    """A user with a passkey and an authenticator proves the passkey after a wallet."""
    def begin(world: World) -> Walk:
        factor, passkey = enroll(world, APP, APP), Passkey()
        options = factor.owner.post(APP, "/passkeys/registration/options", factor.owner.asking(APP, {})).json
        factor.owner.post(APP, "/passkeys/registration", factor.owner.proving(APP, passkey.register(options)))
        walk = two_clients(world, passkey=passkey)
        factor_account(walk, factor)
        return walk

    def keep(walk: Walk, answer: Response) -> dict:
        second = answer["second_factor"]
        return {"waiting": second["challenge_id"], "response": passkey_of(walk).authenticate(second["passkey"])}

    verify = request(
        side, "/second-factor/verify",
        lambda walk, values: {
            "challenge_id": values["waiting"], "method": "passkey", "response": response(walk, values)},
        proving=True, wrong=lambda walk, body: {"response": body["response"] | other_signature(walk, body["response"])})
    return Journey(f"wallet and passkey at {side}", [
        *wallet_steps(side, EthereumWallet, keep, **FIRST),
        Step.of("passkey", f"POST /{side}/second-factor/verify", verify, needs="waiting", spends="waiting",
                proves=("wallet", "passkey as second factor"), is_guess=True),
    ], begin)


JOURNEYS = [
    journey for build in (sign_in_journey, sign_up_journey, addition_journey, second_factor_journey)
    for journey in both(build)]
