"""Sign-In with Ethereum."""

import re

from purpose_requests import SIGN_IN_TICKETS, asking, both_sides, on_both, proof
from sign_in_method import Method
from world import Issued, World, issuer


@issuer("ethereum_sign_in", "ethereum_link", "ethereum_move", sides=True)
def ethereum(world: World, side: str, name: str) -> Issued:
    person, wallet, purpose = world.person(), world.wallet(), name.removeprefix("ethereum_")
    if purpose != "sign_in":
        person.sign_in()
    asked = person.asking(side, wallet.ask(world.api, purpose=purpose))
    challenge = person.post(side, "/ethereum/message", asked).json
    nonce = re.search(r"^Nonce: (\S+)$", challenge["message"], re.M)[1]
    return Issued(nonce, wallet.answer(challenge), {"message": challenge["message"]}, person)


def ask(world: World) -> dict:
    return world.wallet().ask(world.api)


METHOD = Method(
    name="siwe", folder="Ethereum", words=re.compile("ethereum|siwe", re.IGNORECASE), shared_words=frozenset({"wallet"}),
    proofs={"wallet": ("siwe", "wallet", "wallet")},
    issued={"EthereumMessage": {"message": "ethereum_sign_in"}},
    related={"ethereum_sign_in": {"ethereum_link", "ethereum_move"}},
    never=frozenset({"address", "domain", "uri", "signature"}),
    operations=(
        *on_both("POST /ethereum/message", asking(ask), SIGN_IN_TICKETS, text={"bearer"}),
        *on_both("POST /ethereum/message (link)", asking(lambda world: {**ask(world), "purpose": "link"}, True),
                 text={"ticket"}),
        *on_both("POST /ethereum/sign-in", proof("ethereum_sign_in", "message"),
                 {"message": both_sides("ethereum_sign_in"), **SIGN_IN_TICKETS}),
        *on_both("POST /ethereum/link", proof("ethereum_link", "message", True), {"message": both_sides("ethereum_link")},
                 text={"ticket"}),
        *on_both("POST /ethereum/link (move)", proof("ethereum_move", "message", True, move=True),
                 {"message": both_sides("ethereum_move")}, text={"ticket"}),
    ))
