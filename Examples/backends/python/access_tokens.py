"""Verifies the access tokens of one Doorward server for one audience."""

import time

import jwt

LIFETIME = 300
PAUSE = 10
TIME_LIMIT = 5
# The allowed difference between the clocks, in seconds.
CLOCK_TOLERANCE = 60


class InvalidToken(Exception):
    """The token is not valid."""


class Unavailable(Exception):
    """Tokens cannot be verified now: respond with 503, not 401."""


class PublishedKeys(jwt.PyJWKClient):
    """The published keys of one Doorward server, cached for five minutes.

    If a token names an unknown key, they are fetched again, but at most once every ten seconds, even if the server does
    not answer. Invalid tokens can therefore not overload the server, and tokens with a known key are accepted while the
    server is down.
    """

    def __init__(self, issuer: str) -> None:
        super().__init__(
            f"{issuer}/.well-known/jwks.json", lifespan=LIFETIME, cooldown_duration=PAUSE, timeout=TIME_LIMIT)
        self._next_request_at = 0.0

    def fetch_data(self):
        # The library pauses only after successful requests. It makes one request at a time.
        if time.monotonic() < self._next_request_at:
            raise Unavailable("the keys could not be fetched a moment ago")
        self._next_request_at = time.monotonic() + PAUSE
        try:
            return super().fetch_data()
        except (jwt.PyJWTError, OSError, ValueError) as error:
            raise Unavailable(f"the keys could not be fetched: {error}") from error


class AccessTokens:
    def __init__(self, issuer: str, audience: str) -> None:
        self._issuer = issuer
        self._audience = audience
        self._keys = PublishedKeys(issuer)

    def verify(self, token: str) -> dict:
        """Verifies a token and returns its claims. Raises InvalidToken or Unavailable."""
        try:
            checked = jwt.decode_complete(
                token, self._keys.get_signing_key_from_jwt(token),
                # Never use the token's own alg: it could be "none", or HS256 with the public key as the secret.
                algorithms=["ES256"],
                issuer=self._issuer,
                # Account tokens and tokens of other applications have other audiences.
                audience=self._audience,
                leeway=CLOCK_TOLERANCE, options={"require": ["iss", "aud", "exp", "sub"]})
        except jwt.PyJWTError as error:
            raise InvalidToken(str(error)) from error
        # The server also signs other tokens, which are not access tokens (RFC 9068 §4).
        if checked["header"].get("typ") != "at+jwt":
            raise InvalidToken("not an access token")
        return checked["payload"]
