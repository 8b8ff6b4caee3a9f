"""Passwords with an email address or a user name. The codes that prove an address are those of code.py."""

import re

from people import APP, PAGE, PASSWORD
from purpose_matrix import Request
from purpose_requests import SIGN_IN_TICKETS, asking, both_sides, on_both, proof, sent
from sign_in_method import Method
from world import World

from .code import answer_code

NEW_PASSWORD = "another correct horse battery"


def with_password(world: World) -> tuple:
    """A user with a password."""
    address = world.address()
    person = world.person()
    sent = person.post(APP, "/password/sign-up", person.asking(APP, {"email": address, "password": PASSWORD}), 202)
    body = person.proving(APP, {"challenge_id": sent["challenge_id"], "code": world.mailbox.code(address)})
    person.post(APP, "/code/verify", body)
    person.post(PAGE, "/password/sign-in", {"identifier": address, "password": PASSWORD})
    return person, address


def password_sign_in(world: World, side: str) -> Request:
    _, address = with_password(world)
    return Request({"identifier": address, "password": PASSWORD}, world.person())


def password_change(world: World, side: str) -> Request:
    person, _ = with_password(world)
    return Request({"current_password": PASSWORD, "new_password": NEW_PASSWORD}, person, True)


def password_reset(world: World, side: str) -> Request:
    person, address = world.person(), world.address()
    answer_code(world, APP, address)
    return Request(person.asking(side, {"identifier": address}), person)


METHOD = Method(
    name="password", folder="Password", words=re.compile("password", re.IGNORECASE),
    proofs={"password": ("pwd", "password", "address")},
    operations=(
        *on_both("POST /password/strength", asking(lambda world: {"password": PASSWORD}), SIGN_IN_TICKETS, text={"password"}),
        *on_both("POST /password/sign-up", asking(lambda world: {"email": world.address(), "password": PASSWORD}),
                 SIGN_IN_TICKETS, text={"password", "username"}),
        *on_both("POST /password/sign-in", password_sign_in, SIGN_IN_TICKETS, guesses={"password"},
                 hashed={"identifier", "password"}),
        *on_both("POST /password/change", password_change, guesses={"current_password"}, hashed={"current_password"}),
        *on_both("POST /password/reset", password_reset, SIGN_IN_TICKETS, text={"identifier"}),
        *on_both("POST /password/reset/confirm", proof("reset_challenge", "challenge_id", new_password=NEW_PASSWORD),
                 {"challenge_id": both_sides("reset_challenge"), "code": sent("reset"), **SIGN_IN_TICKETS},
                 guesses={"code"}),
    ))
