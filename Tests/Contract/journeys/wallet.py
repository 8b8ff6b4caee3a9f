"""Sign-ins with wallets, wallets that are added, and anonymous users who sign in with one."""

from __future__ import annotations

from exploration import Journey, Step
from journey_walks import PROOFS, Walk
from keep_alive import Response
from people import APP, PAGE, SIDES
from wallets import EthereumWallet, NearWallet
from world import World

from .requests import ASKING, request, two_clients


def proof_by(wallet: type) -> str:
    """The name of the proof of a session by a wallet."""
    [name] = [name for name, (method, *_) in PROOFS.items() if method == wallet.method]
    return name


def challenge_of(walk: Walk, answer: Response) -> dict:
    return {"proof": walk.account["wallet"].answer(answer.json)}


def proof_of(walk: Walk, values: dict) -> dict:
    return values["proof"] if isinstance(values["proof"], dict) else dict.fromkeys(
        ("message", "signature", "account_id", "public_key", "recipient", "nonce", "network"), "none")


def other_signature(walk: Walk, body: dict) -> dict:
    """The signature of another wallet."""
    wallet = walk.account["wallet"]
    if isinstance(wallet, EthereumWallet):
        return {"signature": EthereumWallet().sign(body["message"])}
    if body["nonce"] == "none":
        return {}
    return {"signature": NearWallet().sign(body["message"], body["recipient"], body["nonce"])}


def identifier(wallet: EthereumWallet | NearWallet) -> str:
    return wallet.address if isinstance(wallet, EthereumWallet) else wallet.account


def wallet_steps(side: str, wallet: type, keep=None, body: dict | None = None, name: str = "sign-in", **facts: object) -> list[Step]:
    """A challenge and a sign-in. `body` has further members of the sign-in, and `facts` the facts of it."""
    path = wallet.path.removeprefix("/v1")
    begin, finish = f"{path}/{wallet.challenge_name}", f"{path}/sign-in"
    # The page asks for a NEAR challenge with an empty body.
    variants = ("own",) if side == PAGE and wallet is NearWallet else ASKING
    ask = request(side, begin, lambda walk, _: walk.account["wallet"].ask(walk.world.api), keep=challenge_of, asking=True)
    sign_in = request(
        side, finish, lambda walk, values: {**proof_of(walk, values), **(body or {})}, proving=True, wrong=other_signature,
        keep=keep)
    return [
        Step.of("challenge", f"POST /{side}{begin}", ask, gives="challenge", variants=variants),
        Step.of(name, f"POST /{side}{finish}", sign_in, **({
            "needs": "challenge", "spends": "challenge", "proves": (proof_by(wallet),)} | facts)),
    ]


def with_wallet(wallet: type, application: str | None = None):
    """A user who has not signed in yet."""
    def begin(world: World) -> Walk:
        walk = two_clients(world, application, wallet=wallet())
        walk.identifiers = {identifier(walk.account["wallet"])}
        return walk
    return begin


def sign_in_journey(side: str, wallet: type) -> Journey:
    return Journey(f"{wallet.__name__} at {side}", wallet_steps(side, wallet), with_wallet(wallet))


def link_journey(side: str, wallet: type) -> Journey:
    """A signed-in user adds a wallet."""
    path = wallet.path.removeprefix("/v1")
    begin_path, finish = f"{path}/{wallet.challenge_name}", f"{path}/link"

    def begin(world: World) -> Walk:
        owner = EthereumWallet()
        walk = two_clients(world, wallet=wallet())
        for person in walk.people.values():
            person.sign_in(side, wallet=owner)
        walk.identifiers = {owner.address}
        return walk

    ask = request(
        side, begin_path, lambda walk, _: {**walk.account["wallet"].ask(walk.world.api), "purpose": "link"},
        keep=challenge_of, asking=True)
    link = request(side, finish, proof_of, proving=True, wrong=other_signature)
    return Journey(f"adding a {wallet.__name__} at {side}", [
        Step.of("challenge", f"POST /{side}{begin_path}", ask, gives="challenge", variants=("own",)),
        Step.of("link", f"POST /{side}{finish}", link, needs="challenge", spends="challenge"),
    ], begin)


def anonymous_journey() -> Journey:
    visit = request(APP, "/anonymous", lambda walk, _: {})
    return Journey("anonymous user at v1", [
        Step.of("visit", "POST /v1/anonymous", visit, proves=("visit",), variants=("own",)),
        *wallet_steps(APP, EthereumWallet),
    ], with_wallet(EthereumWallet))


JOURNEYS = [
    *[journey(side, wallet) for journey in (sign_in_journey, link_journey) for side in SIDES
      for wallet in (EthereumWallet, NearWallet)],
    anonymous_journey(),
]
