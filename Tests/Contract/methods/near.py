"""Sign-in with a NEAR account."""

import re

from purpose_requests import SIGN_IN_TICKETS, asking, both_sides, on_both, proof
from sign_in_method import Method
from wallets import NearWallet
from world import Issued, World, issuer


@issuer("near_sign_in", "near_link", "near_move", sides=True)
def near(world: World, side: str, name: str) -> Issued:
    person, wallet, purpose = world.person(), NearWallet(), name.removeprefix("near_")
    if purpose != "sign_in":
        person.sign_in()
    challenge = person.post(side, "/near/challenge", person.asking(side, {"purpose": purpose})).json
    return Issued(challenge["nonce"], wallet.answer(challenge), {"message": challenge["message"]}, person)


METHOD = Method(
    name="near", folder="NEAR", words=re.compile(r"""\bNEAR|[".]near\b|\bnear[A-Z]|[Nn][Ee][Pp]-?413"""),
    shared_words=frozenset({"wallet"}),
    proofs={"NEAR wallet": ("near", "wallet", "NEAR wallet")},
    issued={"NearChallenge": {"nonce": "near_sign_in", "message": "near_sign_in"}},
    related={"near_sign_in": {"near_link", "near_move"}},
    data=frozenset({"callback_url", "networks", "recipient", "wallet_origin"}),
    never=frozenset({"callback_url", "network", "account_id", "public_key", "recipient", "signature"}),
    operations=(
        *on_both("POST /near/challenge", asking(lambda world: {}), SIGN_IN_TICKETS, text={"bearer"}),
        *on_both("POST /near/challenge (link)", asking(lambda world: {"purpose": "link"}, True), text={"ticket"}),
        *on_both("POST /near/sign-in", proof("near_sign_in", "nonce"),
                 {"nonce": both_sides("near_sign_in"), "message": both_sides("near_sign_in"), **SIGN_IN_TICKETS}),
        *on_both("POST /near/link", proof("near_link", "nonce", True),
                 {"nonce": both_sides("near_link"), "message": both_sides("near_link")}, text={"ticket"}),
        *on_both("POST /near/link (move)", proof("near_move", "nonce", True, move=True),
                 {"nonce": both_sides("near_move"), "message": both_sides("near_move")}, text={"ticket"}),
    ))
