"""Sign-ins to accounts that are about to be deleted, and sign-ups by invitation."""

from exploration import Journey, Step
from factors import enroll
from journey_walks import Walk
from keep_alive import Response
from people import APP, CLUB
from wallets import EthereumWallet
from world import World

from .address import code_proof, code_sent, new_address
from .factor import FIRST, factor_account
from .requests import ASKING, both, other_code, request, two_clients, waiting
from .wallet import identifier, wallet_steps

KEEP = {"keep_account": True}


def deletion_journey(side: str) -> Journey:
    """A user keeps the account by a sign-in that asks for it, and deletes it again."""
    def begin(world: World) -> Walk:
        wallet = EthereumWallet()
        owner = world.person().sign_in(side, wallet=wallet)
        assert owner.call(side, "DELETE", "/user").status == 204
        walk = two_clients(world, wallet=wallet)
        walk.identifiers = {identifier(wallet)}
        return walk

    # The refusal spends nothing: the same proof keeps the account.
    _, keep = wallet_steps(side, EthereumWallet, body=KEEP, name="keep", establishes="kept")
    delete = request(side, "/user", lambda walk, _: {}, method="DELETE")
    return Journey(f"deleted account at {side}", [
        *wallet_steps(side, EthereumWallet, needs="challenge, kept"), keep,
        Step.of("delete", f"DELETE /{side}/user", delete, needs="signed in", voids="signed in", withdraws="kept",
                variants=("own",)),
    ], begin)


def deletion_and_second_factor_journey(side: str) -> Journey:
    """Only a user with all proofs keeps the account. The first proof shows no deletion."""
    def begin(world: World) -> Walk:
        factor = enroll(world, APP, APP)
        assert factor.owner.call(APP, "DELETE", "/user").status == 204
        walk = two_clients(world)
        factor_account(walk, factor)
        return walk

    def step(name: str, method: str, factor: str, members: dict, needs: str, establishes: str) -> Step:
        verify = request(
            side, "/second-factor/verify",
            lambda walk, values: {"challenge_id": values["waiting"], "method": method, "code": walk.account[method],
                                  **members},
            proving=True, wrong=lambda walk, _: {"code": walk.account["wrong code"]})
        return Step.of(name, f"POST /{side}/second-factor/verify", verify, needs=needs, forbids=f"{method} used",
                       spends="waiting", establishes=establishes, proves=("wallet", factor), is_guess=True)

    return Journey(f"deleted account and second factor at {side}", [
        *wallet_steps(side, EthereumWallet, waiting, body=KEEP, **FIRST),
        step("totp", "totp", "authenticator", {}, "waiting, kept", "totp used"),
        # The refusal of a code spends neither the code nor the sign-in.
        step("keep", "recovery_code", "recovery code", KEEP, "waiting", "recovery_code used, kept"),
    ], begin)


def invitation_journey(side: str) -> Journey:
    """A new user signs up with an invited address. Other addresses get the same answers and no code."""
    def begin(world: World) -> Walk:
        walk = new_address(world)
        walk.people = two_clients(world, CLUB).people
        return walk

    def invite(walk: Walk, _) -> Response:
        answer = walk.world.api.call(
            "POST", "/v1/invitations", {"email": walk.account["address"]}, token=walk.world.club_key)
        walk.account["invitation"] = answer.json.get("id")
        return answer

    def revoke(walk: Walk, _) -> Response:
        return walk.world.api.call(
            "DELETE", f"/v1/invitations/{walk.account['invitation']}", token=walk.world.club_key)

    def no_code(_: Walk, answer: Response) -> dict:
        return {"code challenge": answer["challenge_id"], "code": "000000"}

    def is_uninvited(answer: Response) -> bool:
        return answer.status == 403 and answer.code == "invitation_required"

    def email(walk: Walk, _: dict) -> dict:
        return {"email": walk.account["address"]}

    send, sign_in = f"POST /{side}/code/send", f"POST /{side}/code/sign-in"
    code = request(side, "/code/sign-in", code_proof, proving=True, wrong=other_code)
    # Without an invitation, a sign-up is refused after the proof.
    is_admitted, is_not_admitted = {"only_with": "invited, has account"}, {"left_out": "invited, has account"}
    return Journey(f"invitation at {side}", [
        Step.of("invite", "POST /v1/invitations", invite, establishes="invited", **is_not_admitted, variants=("own",)),
        Step.of("revoke", "DELETE /v1/invitations/{id}", revoke, withdraws="invited", only_with="invited",
                left_out="has account", variants=("own",)),
        Step.of("send", send, request(side, "/code/send", email, keep=code_sent, asking=True), gives="challenge",
                **is_admitted, variants=ASKING),
        Step.of("send nothing", send, request(side, "/code/send", email, keep=no_code, asking=True),
                spends="challenge", **is_not_admitted, variants=("own",)),
        Step.of("code", sign_in, code, needs="challenge", spends="challenge", establishes="has account", **is_admitted,
                proves=("email code",), is_guess=True),
        Step.of("code without invitation", sign_in, code, needs="challenge", spends="challenge", **is_not_admitted,
                is_success=is_uninvited, is_guess=True),
    ], begin)


JOURNEYS = [
    *both(deletion_journey), *both(deletion_and_second_factor_journey), *both(invitation_journey),
]
