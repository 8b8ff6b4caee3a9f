"""Anonymous users."""

from people import APP
from purpose_matrix import Operation
from purpose_requests import public
from sign_in_method import Method
from world import Issued, World, issuer


@issuer("anonymous_token")
def anonymous_token(world: World, _: str) -> Issued:
    person = world.person()
    person.post(APP, "/anonymous", {})
    return Issued(person.token, {}, {}, person, lambda: world.is_live(person))


METHOD = Method(
    name="anonymous", folder="Anonymous", sdk_folder="Visitors",
    proofs={"visit": ("anonymous", "anonymous", "nothing")},
    related={"account_token": {"anonymous_token"}},
    operations=(Operation("POST /v1/anonymous", public(body={})),))
