"""Sign-ups, passwords, resets, codes by email and SMS, and addresses that are added or replaced."""

from collections.abc import Callable

from exploration import Journey, Step
from factors import add_address
from journey_walks import Walk
from keep_alive import Response
from methods.password import NEW_PASSWORD, with_password
from people import APP, PASSWORD
from wallets import EthereumWallet
from world import World

from .requests import ASKING, both, other_code, request, two_clients


def code_sent(walk: Walk, answer: Response) -> dict:
    return {"code challenge": answer["challenge_id"], "code": walk.world.mailbox.code(walk.account["address"])}


def code_proof(walk: Walk, values: dict) -> dict:
    return {"challenge_id": values["code challenge"], "code": values["code"]}


def new_address(world: World) -> Walk:
    return walk_of(world, world.address())


def sign_up_journey(side: str) -> Journey:
    ask = request(
        side, "/password/sign-up", lambda walk, _: {"email": walk.account["address"], "password": PASSWORD},
        keep=code_sent, asking=True)
    verify = request(side, "/code/verify", code_proof, proving=True, wrong=other_code)
    return Journey(f"sign-up at {side}", [
        # The owner of an address with an account gets a notice without a code.
        Step.of("sign-up", f"POST /{side}/password/sign-up", ask, gives="challenge", idle="has account", variants=ASKING),
        Step.of("verify", f"POST /{side}/code/verify", verify, needs="challenge", forbids="has account",
                spends="challenge", establishes="has account", proves=("email code",), is_guess=True),
    ], new_address)


def new_name(world: World) -> str:
    """A user name that is its own key: none of its letters looks like another one."""
    return f"ada_{world.number()[-7:].translate(str.maketrans('0123456789', 'abcdefghjk'))}"


def name_journey(side: str) -> Journey:
    """A sign-up with a user name, which needs no code, and sign-ins with it."""
    sign_up = request(
        side, "/password/sign-up", lambda walk, _: {"username": walk.account["address"], "password": PASSWORD})
    return Journey(f"sign-up with a user name at {side}", [
        Step.of("sign-up", f"POST /{side}/password/sign-up", sign_up, forbids="has account", establishes="has account",
                proves=("password",), variants=("own", "empty")),
        Step.of("password", f"POST /{side}/password/sign-in", password_request(side, PASSWORD), needs="has account",
                proves=("password",), is_guess=True, variants=("own", "empty", "wrong")),
    ], lambda world: walk_of(world, new_name(world)))


def with_account(world: World) -> Walk:
    _, address = with_password(world)
    return walk_of(world, address)


def with_number(world: World) -> Walk:
    """A user with a user name, a number and a password, and without an email address."""
    owner = world.person()
    owner.post(APP, "/password/sign-up", {"username": new_name(world), "password": PASSWORD})
    return walk_of(world, add_address(world, owner, "phone_number"))


def walk_of(world: World, address: str) -> Walk:
    walk = two_clients(world, address=address)
    walk.identifiers = {address}
    return walk


def password_request(side: str, password: str, keep=None) -> Callable:
    return request(
        side, "/password/sign-in", lambda walk, _: {"identifier": walk.account["address"], "password": password},
        wrong=lambda walk, body: {"password": "a wrong password of the right length"}, keep=keep)


def reset_requests(side: str, keep=None) -> tuple[Callable, Callable]:
    """The request for a code, and the request with the code and a new password."""
    ask = request(
        side, "/password/reset", lambda walk, _: {"identifier": walk.account["address"]}, keep=code_sent, asking=True)
    confirm = request(
        side, "/password/reset/confirm", lambda walk, values: {**code_proof(walk, values), "new_password": NEW_PASSWORD},
        proving=True, wrong=other_code, keep=keep)
    return ask, confirm


def password_journey(side: str, name: str = "password and reset", begin: Callable = with_account,
                     code: str = "email code") -> Journey:
    ask, confirm = reset_requests(side)
    return Journey(f"{name} at {side}", [
        Step.of("old password", f"POST /{side}/password/sign-in", password_request(side, PASSWORD),
                forbids="new password", proves=("password",), is_guess=True, variants=("own", "empty", "wrong")),
        Step.of("new password", f"POST /{side}/password/sign-in", password_request(side, NEW_PASSWORD),
                needs="new password", proves=("password",), is_guess=True, variants=("own",)),
        Step.of("reset", f"POST /{side}/password/reset", ask, gives="challenge", variants=ASKING),
        # The new password makes other codes void, and ends the other sessions.
        Step.of("confirm", f"POST /{side}/password/reset/confirm", confirm, needs="challenge", voids="challenge",
                establishes="new password", proves=(code,), is_guess=True),
    ], begin)


def sms_reset_journey(side: str) -> Journey:
    return password_journey(side, "password and reset by SMS", with_number, "SMS code")


def code_steps(side: str, keep=None, kind: str = "email", **facts: object) -> list[Step]:
    """A code that is sent, and a sign-in with it. `facts` are the facts of the sign-in."""
    ask = request(side, "/code/send", lambda walk, _: {kind: walk.account["address"]}, keep=code_sent, asking=True)
    sign_in = request(side, "/code/sign-in", code_proof, proving=True, wrong=other_code, keep=keep)
    return [
        Step.of("send", f"POST /{side}/code/send", ask, gives="challenge", variants=ASKING),
        Step.of("code", f"POST /{side}/code/sign-in", sign_in, needs="challenge", spends="challenge", is_guess=True,
                **({"proves": ("email code",)} | facts)),
    ]


def code_journey(side: str) -> Journey:
    return Journey(f"code at {side}", code_steps(side), new_address)


def sms_code_journey(side: str) -> Journey:
    return Journey(
        f"code by SMS at {side}", code_steps(side, kind="phone_number", proves=("SMS code",)),
        lambda world: walk_of(world, world.number()))


def address_journey(side: str) -> Journey:
    """A signed-in user adds an address, and replaces it."""
    def begin(world: World) -> Walk:
        owner = EthereumWallet()
        walk = two_clients(world, added=world.address(), changed=world.address())
        for person in walk.people.values():
            person.sign_in(side, wallet=owner)
        walk.identifiers = {owner.address}
        return walk

    def steps(purpose: str, address: str, challenge: str, **facts: str) -> list[Step]:
        def sent(walk: Walk, answer: Response) -> dict:
            return {f"{challenge} id": answer["challenge_id"],
                    f"{challenge} code": walk.world.mailbox.code(walk.account[address])}

        ask = request(side, "/code/send", lambda walk, _: {"email": walk.account[address], "purpose": purpose},
                      keep=sent, asking=True)
        verify = request(
            side, "/code/verify",
            lambda walk, values: {"challenge_id": values[f"{challenge} id"], "code": values[f"{challenge} code"]},
            proving=True, wrong=other_code)
        return [
            Step.of(f"send to {purpose}", f"POST /{side}/code/send", ask, gives=challenge, variants=ASKING, **facts),
            # A change of an address makes other codes void.
            Step.of(purpose, f"POST /{side}/code/verify", verify, needs=challenge, voids="added, changed",
                    establishes=f"has {challenge} address", is_guess=True),
        ]

    return Journey(f"addresses at {side}", [
        *steps("verify", "added", "added", forbids="has changed address"), *steps("change", "changed", "changed")], begin)


JOURNEYS = [journey for build in (
    sign_up_journey, name_journey, password_journey, sms_reset_journey, code_journey, sms_code_journey, address_journey)
    for journey in both(build)]
