"""Checks the access tokens of one Doorward for one audience."""

import time

import jwt

KEPT_FOR = 300
PAUSE = 10
TIME_LIMIT = 5
# Seconds by which the clocks of two machines may differ.
CLOCK_TOLERANCE = 5


class InvalidToken(Exception):
    """The token lets nobody in."""


class Unavailable(Exception):
    """Nobody can say now whether a token is good: answer 503, not 401."""


class PublishedKeys(jwt.PyJWKClient):
    """The keys of one Doorward, kept for five minutes.

    They are asked for again where a token names one that is not among them, but not more than every ten seconds,
    whether or not the server answers. So bad tokens are no way to make a backend hammer its Doorward, and while that
    is down every token by a known key still passes.
    """

    def __init__(self, issuer: str) -> None:
        super().__init__(
            f"{issuer}/.well-known/jwks.json", lifespan=KEPT_FOR, cooldown_duration=PAUSE, timeout=TIME_LIMIT)
        self._may_ask_at = 0.0

    def fetch_data(self):
        # The library pauses after answers alone; it asks one at a time.
        if time.monotonic() < self._may_ask_at:
            raise Unavailable("the keys could not be fetched a moment ago")
        self._may_ask_at = time.monotonic() + PAUSE
        try:
            return super().fetch_data()
        except (jwt.PyJWTError, OSError, ValueError) as error:
            raise Unavailable(f"the keys cannot be fetched: {error}") from error


class AccessTokens:
    def __init__(self, issuer: str, audience: str) -> None:
        self._issuer = issuer
        self._audience = audience
        self._keys = PublishedKeys(issuer)

    def verify(self, token: str) -> dict:
        """What a token says, once all of it has been checked; raises InvalidToken or Unavailable."""
        try:
            checked = jwt.decode_complete(
                token, self._keys.get_signing_key_from_jwt(token),
                # Never what the token says: that may be "none", or HS256 with the public key as the secret.
                algorithms=["ES256"],
                issuer=self._issuer,
                # An account token is for the server, another application's token for that application.
                audience=self._audience,
                leeway=CLOCK_TOLERANCE, options={"require": ["iss", "aud", "exp", "sub"]})
        except jwt.PyJWTError as error:
            raise InvalidToken(str(error)) from error
        # Nothing else that the server signs is an access token (RFC 9068 §4).
        if checked["header"].get("typ") != "at+jwt":
            raise InvalidToken("not an access token")
        return checked["payload"]
