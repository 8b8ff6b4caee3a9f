"""Guests, who have no session."""

from client import Answer
from purpose_matrix import Operation
from purpose_requests import public
from sign_in_method import Method
from world import Issued, World, issuer


@issuer("guest_token", "guest_secret")
def guest(world: World, name: str) -> Issued:
    made = world.api.post("/v1/guest", {}).json
    issued = Issued(made["access_token" if name == "guest_token" else name])
    issued.guest_id = made["guest_id"]
    return issued


@issuer("guest_id")
def guest_id(world: World, _: str) -> Issued:
    return Issued(world.api.post("/v1/guest", {})["guest_id"])


def is_same_guest(world: World, answer: Answer, issued: Issued) -> bool:
    return answer["guest_id"] == getattr(issued, "guest_id", None)


METHOD = Method(
    name="guest", folder="Guest", sdk_folder="Visitors",
    issued={"Guest": {"access_token": "guest_token", "guest_id": "guest_id", "guest_secret": "guest_secret"}},
    operations=(
        Operation("POST /v1/guest", public(body={}), {"guest_secret": {"guest_secret"}}, acts=is_same_guest),))
