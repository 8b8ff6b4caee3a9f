"""One-time codes by email and SMS."""
from __future__ import annotations

import re

from people import APP, PAGE, PASSWORD, Person
from purpose_requests import SIGN_IN_TICKETS, asking, both_sides, of, on_both, proof, sent
from sign_in_method import Method
from world import Issued, World, issuer


def send_code(world: World, side: str, purpose: str, person: Person | None = None) -> tuple[Person, str, dict]:
    """Asks for a code of a purpose. Returns the address and the members of the proof."""
    person, address = person or world.person(), world.address()
    if purpose in ("verify", "change"):
        person.sign_in()
    if purpose == "sign_up":
        path, body = "/password/sign-up", {"email": address, "password": PASSWORD}
    elif purpose == "reset":
        answer_code(world, APP, address)
        path, body = "/password/reset", {"identifier": address}
    else:
        path, body = "/code/send", {"email": address, "purpose": purpose}
    sent = person.post(side, path, person.asking(side, body), 202)
    return person, address, {"challenge_id": sent["challenge_id"], "code": world.mailbox.code(address)}


def answer_code(world: World, side: str, address: str) -> Person:
    """Signs in with a code, which makes the user of a new address."""
    person = world.person()
    sent = person.post(side, "/code/send", person.asking(side, {"email": address, "purpose": "sign_in"}), 202)
    proof = {"challenge_id": sent["challenge_id"], "code": world.mailbox.code(address)}
    person.post(side, "/code/sign-in", person.proving(side, proof))
    return person


@issuer("sign_in_challenge", "sign_up_challenge", "verify_challenge", "change_challenge", "reset_challenge", sides=True)
def code_challenge(world: World, side: str, name: str) -> Issued:
    person, _, proof = send_code(world, side, name.removesuffix("_challenge"))
    return Issued(proof["challenge_id"], {"code": proof["code"]}, {}, person)


@issuer("sign_in_code", "sign_up_code", "verify_code", "change_code", "reset_code")
def one_time_code(world: World, name: str) -> Issued:
    person, _, proof = send_code(world, APP, name.removesuffix("_code"))
    return Issued(proof["code"], {"challenge_id": proof["challenge_id"]}, {}, person)


@issuer("sign_in_link", "sign_up_link", "verify_link", "change_link", "reset_link")
def link_secret(world: World, name: str) -> Issued:
    """The secret of the link in a message with a code for the page."""
    person, address, proof = send_code(world, PAGE, name.removesuffix("_link"))
    secret = world.mailbox.link(address).rpartition(".")[2]
    return Issued(secret, {"challenge_id": proof["challenge_id"]}, {}, person)


def email(purpose: str):
    return lambda world: {"email": world.address(), "purpose": purpose}


METHOD = Method(
    name="code", folder="Code",
    # The types and the settings of the method. The word alone also means codes of errors, of devices, of authenticators and
    # of authorizations.
    words=re.compile(
        r"\bCode(?:Assurance|Challenge|ChallengeSeal|Channel|Client|Link|Offer|Page|Request|Routes|SignIn)\b|\bOneTimeCodes\b"
        r"|\bcode(?:Pause|_pause|_per_hour\w*|_channels|_send)\b"),
    proofs={"email code": ("otp", "email-code", "address"), "SMS code": ("sms", "sms-code", "address")},
    issued={"CodeSent": {"challenge_id": "sign_in_challenge"}},
    related={"sign_in_challenge": {
        "sign_up_challenge", "verify_challenge", "change_challenge", "reset_challenge", "sent_factor_challenge"}},
    operations=(
        *on_both("POST /code/send", asking(email("sign_in")), SIGN_IN_TICKETS,
                 text={"bearer", "challenge_id", "binding_secret"}),
        *on_both("POST /code/send (verify)", asking(email("verify"), True),
                 text={"ticket", "challenge_id", "binding_secret"}),
        *on_both("POST /code/send (second factor)", proof("code_factor_challenge", "challenge_id", purpose="second_factor"),
                 # The applications of these tickets accept no codes.
                 lambda side: {"challenge_id": of(side, "code_factor_challenge", "sent_factor_challenge"), "ticket": set()},
                 text={"email", "phone_number"}),
        *on_both("POST /code/sign-in", proof("sign_in_challenge", "challenge_id"),
                 {"challenge_id": both_sides("sign_in_challenge"), "code": sent("sign_in"), **SIGN_IN_TICKETS},
                 guesses={"code"}),
        *on_both("POST /code/verify", proof("verify_challenge", "challenge_id", True),
                 {"challenge_id": both_sides("verify_challenge", "change_challenge", "sign_up_challenge"),
                  "code": sent("verify", "change", "sign_up")}, text={"ticket"}, guesses={"code"}),
        *on_both("POST /code/verify (sign-up)", proof("sign_up_challenge", "challenge_id"),
                 {"challenge_id": both_sides("sign_up_challenge"), "code": sent("sign_up"), **SIGN_IN_TICKETS},
                 guesses={"code"}),
    ))
