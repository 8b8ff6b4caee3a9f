"""Passkeys, as a sign-in."""

import re

from passkeys import Passkey, sign_up
from people import APP, PAGE
from purpose_matrix import Request
from purpose_requests import SIGN_IN_TICKETS, asking, both_sides, found, on_both, proof, signed_in
from sign_in_method import Method
from world import Issued, World, issuer

# The places of the response of a passkey.
RESPONSE = {
    "id", "rawId", "authenticatorAttachment", "response.clientDataJSON", "response.attestationObject",
    "response.authenticatorData", "response.signature", "response.userHandle"}
ANY_TEXT = frozenset({"authenticatorAttachment"})


@issuer("passkey_sign_in", sides=True)
def passkey_sign_in(world: World, side: str, _: str) -> Issued:
    passkey = Passkey()
    sign_up(world.person(), APP, passkey)
    person = world.person()
    options = person.post(side, "/passkeys/authentication/options", person.asking(side, {})).json
    return Issued(options["challenge_id"], passkey.authenticate(options), person=person)


@issuer("passkey_sign_up", "passkey_addition", sides=True)
def new_passkey(world: World, side: str, name: str) -> Issued:
    person = world.person()
    if name == "passkey_addition":
        person.sign_in()
    purpose = {"purpose": "link"} if name == "passkey_addition" else {}
    options = person.post(side, "/passkeys/registration/options", person.asking(side, purpose)).json
    return Issued(options["challenge_id"], Passkey().register(options), person=person)


@issuer("passkey_id")
def passkey_id(world: World, _: str) -> Issued:
    """A passkey of a user who has a wallet, too."""
    added = world.issue("app.passkey_addition")
    answer = added.person.post(APP, "/passkeys/registration", added.person.proving(
        APP, {**added.beside, "challenge_id": added.text}))
    [id] = [item["id"] for item in answer["identities"] if item["type"] == "passkey"]
    return Issued(id, person=added.person)


def named_passkey(world: World, side: str) -> Request:
    issued = world.issue("passkey_id")
    return Request({"name": "Work key"}, issued.person, True, id=issued.text)


METHOD = Method(
    name="passkey", folder="Passkey", words=re.compile("passkey", re.IGNORECASE),
    proofs={"passkey": ("passkey", "second-factor", "passkey"), "unverified passkey": ("passkey", "passkey", "passkey")},
    issued={"PasskeyCreationOptions": {"challenge_id": "passkey_sign_up"},
            "PasskeyRequestOptions": {"challenge_id": "passkey_sign_in"}},
    related={"passkey_sign_up": {"passkey_addition"}, "identity_id": {"passkey_id"}},
    data=frozenset({
        "aaguid", "attestation", "attestationFormats", "challenge", "hints", "rp_id", "rpId", "userVerification", "user_handle"}),
    any_text=ANY_TEXT, never=frozenset(RESPONSE - ANY_TEXT),
    operations=(
        *on_both("POST /passkeys/registration/options", asking(lambda world: {}), SIGN_IN_TICKETS),
        *on_both("POST /passkeys/registration/options (addition)", asking(lambda world: {"purpose": "link"}, True),
                 SIGN_IN_TICKETS),
        *on_both("POST /passkeys/registration", proof("passkey_sign_up", "challenge_id"),
                 {"challenge_id": both_sides("passkey_sign_up"), **SIGN_IN_TICKETS}),
        *on_both("POST /passkeys/registration (addition)", proof("passkey_addition", "challenge_id", True),
                 # A user of the page who is signed in may sign up for another account.
                 lambda side: {"challenge_id": both_sides(
                     "passkey_addition", *(["passkey_sign_up"] if side == PAGE else []))}),
        *on_both("POST /passkeys/authentication/options", asking(lambda world: {}), SIGN_IN_TICKETS, text={"bearer"}),
        *on_both("POST /passkeys/authentication", proof("passkey_sign_in", "challenge_id"),
                 {"challenge_id": both_sides("passkey_sign_in"), **SIGN_IN_TICKETS}),
        *on_both("GET /passkeys", signed_in()),
        *on_both("PATCH /passkeys/{id}", named_passkey, {"{id}": {"passkey_id"}}),
        *on_both("DELETE /passkeys/{id}", found("passkey_id"), {"{id}": {"passkey_id"}}),
    ))
