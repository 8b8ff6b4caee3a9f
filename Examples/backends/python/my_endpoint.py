"""`GET /my-endpoint`, for signed-in users."""

from __future__ import annotations

import functools
import os

from flask import Blueprint, current_app, g, jsonify, request

from access_tokens import AccessTokens, InvalidToken, Unavailable

tokens = AccessTokens(os.environ["DOORWARD_ISSUER"], os.environ["DOORWARD_AUDIENCE"])
guests_allowed = os.environ.get("DOORWARD_GUESTS") == "allowed"
required_role = os.environ.get("DOORWARD_ROLE")
CHALLENGE = 'Bearer realm="my-endpoint"'


def token_of_request() -> str | None:
    """The token: a bearer token (RFC 6750), or the header DOORWARD-ACCESS-TOKEN."""
    scheme, _, bearer = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer" and bearer.strip():
        return bearer.strip()
    return request.headers.get("DOORWARD-ACCESS-TOKEN")


def refusal(status: int, error: str, **headers: str):
    answer = jsonify(error=error)
    answer.status_code = status
    answer.headers.extend({name.replace("_", "-"): value for name, value in headers.items()})
    return answer


def refusal_of_request():
    """The response that refuses a request; None if the token is valid, with its claims in `g.user`."""
    token = token_of_request()
    if not token:
        return refusal(401, "No token provided", WWW_Authenticate=CHALLENGE)
    try:
        g.user = tokens.verify(token)
    except InvalidToken:
        return refusal(401, "Invalid token", WWW_Authenticate=f'{CHALLENGE}, error="invalid_token"')
    except Unavailable as error:
        current_app.logger.error("%s", error)
        return refusal(503, "Tokens cannot be checked now", Retry_After="10")
    if g.user.get("scope") == "guest" and not guests_allowed:
        return refusal(403, "Sign in first", WWW_Authenticate=f'{CHALLENGE}, error="insufficient_scope"')
    if required_role and required_role not in g.user.get("roles", []):
        return refusal(403, "Not allowed")
    return None


def requires_user(view):
    @functools.wraps(view)
    def guarded(*arguments, **options):
        answer = refusal_of_request() or current_app.make_response(view(*arguments, **options))
        # The response belongs to one user, and a cache cannot know which headers identify the user.
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return guarded


routes = Blueprint("my_endpoint", __name__)


@routes.get("/my-endpoint")
@requires_user
def my_endpoint():
    return {"message": "Access granted", "user": g.user}
