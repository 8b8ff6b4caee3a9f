"""The sign-in journeys as data: the steps, the facts that each needs and gives, and the account of a walk.

test_journeys.py fails if the OpenAPI document has a step of a sign-in that no journey has. Two clients interleave their
steps. They are clients of the same user, or, where a page asks a user for consent, of two users.
"""

from exploration import Journey

from . import account, address, factor, passkey, provider, wallet

JOURNEYS: list[Journey] = [
    *wallet.JOURNEYS, *address.JOURNEYS, *factor.JOURNEYS, *passkey.JOURNEYS, *account.JOURNEYS,
    *provider.JOURNEYS]

# Operations that open no session of a user without a proof that the matrix and other tests check, or that only read one.
NOT_STEPS = {
    "GET /session/state": "reads the session",
    "POST /session/sign-in-link": "the link of an administrator, which no challenge of the user precedes",
    "POST /session/password/strength": "advice about a text, without a challenge",
    "PATCH /session/user": "a change by a signed-in user",
    "PUT /session/user/photo": "a change by a signed-in user",
    "POST /session/authorization/deny": "ends the journey",
    "POST /session/device/deny": "ends the journey",
    "POST /session/end": "a sign-out", "POST /session/end/confirm": "a sign-out",
    "POST /v1/guest": "a guest has no session",
    "POST /v1/recovery-codes": "a change by a signed-in user, who has proven a second factor",
    "POST /session/recovery-codes": "a change by a signed-in user, who has proven a second factor",
    "POST /v1/second-factors/code": "a change by a signed-in user, whose session gains no proof",
    "POST /session/second-factors/code": "a change by a signed-in user, whose session gains no proof",
}
