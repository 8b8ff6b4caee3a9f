"""Users with second factors, and sign-ins that wait for one."""

from __future__ import annotations

from dataclasses import dataclass

from authenticator import Authenticator
from people import APP, STRICT, Person
from wallets import EthereumWallet


@dataclass
class Factor:
    """A user with an authenticator."""

    wallet: EthereumWallet
    owner: Person
    authenticator: Authenticator
    added: dict


def enroll(world: "World", side: str = APP, *sides: str) -> Factor:
    """A user who adds an authenticator on one side, and has sessions of the given sides, or of both."""
    wallet = world.wallet()
    owner = world.person().sign_in(*sides, wallet=wallet)
    begun = owner.post(side, "/second-factors/totp", {}).json
    authenticator = Authenticator(begun["secret"])
    confirmation = {"challenge_id": begun["challenge_id"], "code": authenticator.code()}
    added = owner.post(side, "/second-factors/totp/confirm", confirmation).json
    return Factor(wallet, owner, authenticator, added)


def waiting_sign_in(world: "World", side: str, wallet: EthereumWallet, application: str | None = None) -> tuple[Person, dict]:
    """A sign-in that waits for the second factor, and what the server asks for."""
    person = world.person(application)
    challenge = person.post(side, "/ethereum/message", person.asking(side, wallet.ask(world.api))).json
    proof = person.proving(side, wallet.answer(challenge))
    return person, person.post(side, "/ethereum/sign-in", proof, 401)["second_factor"]


def half_signed_in(world: "World", side: str, wallet: EthereumWallet, application: str | None = None) -> tuple[Person, str]:
    person, required = waiting_sign_in(world, side, wallet, application)
    return person, required["challenge_id"]


def add_address(world: "World", owner: Person, kind: str = "email") -> str:
    """Gives a signed-in user an email address, or a number if the kind is `phone_number`."""
    address = world.address() if kind == "email" else world.number()
    sent = owner.post(APP, "/code/send", owner.asking(APP, {kind: address, "purpose": "verify"}), 202)
    proof = {"challenge_id": sent["challenge_id"], "code": world.mailbox.code(address)}
    owner.post(APP, "/code/verify", owner.proving(APP, proof))
    return address


def send_factor_code(world: "World", side: str, person: Person, waiting: str, address: str) -> dict:
    """Asks for a code as second factor. Returns the members of the proof."""
    body = person.proving(side, {"purpose": "second_factor", "challenge_id": waiting})
    sent = person.post(side, "/code/send", body, 202)
    return {"challenge_id": sent["challenge_id"], "code": world.mailbox.code(address)}


def waiting_for_code(world: "World", side: str) -> tuple[Person, str, str]:
    """A sign-in that waits for a code as second factor, and the address."""
    wallet = world.wallet()
    address = add_address(world, world.person().sign_in(APP, wallet=wallet))
    return *half_signed_in(world, side, wallet, STRICT), address
