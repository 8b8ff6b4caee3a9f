"""An authenticator that computes its codes itself (RFC 6238)."""

import base64
import hashlib
import hmac
import struct
import time


class Authenticator:
    """Codes of steps that were not used before. The server also accepts the step before this one and the step after."""

    def __init__(self, secret: str):
        self.key = base64.b32decode(secret + "=" * (-len(secret) % 8))
        self.next = int(time.time()) // 30 - 1

    def code(self) -> str:
        # The server looks at the code a moment later, which must not be in the next step.
        left = 30 - time.time() % 30
        if left < 0.5:
            time.sleep(left)
        step = max(self.next, int(time.time()) // 30 - 1)
        self.next = step + 1
        return self.at(step)

    def current(self) -> str:
        """The code of this step, whether it was used or not."""
        return self.at(int(time.time()) // 30)

    def at(self, step: int) -> str:
        digest = hmac.new(self.key, struct.pack(">Q", step), hashlib.sha1).digest()
        offset = digest[19] & 15
        number = struct.unpack(">I", digest[offset:offset + 4])[0] & 0x7FFFFFFF
        return f"{number % 1_000_000:06}"

    def wrong(self) -> str:
        now = int(time.time()) // 30
        right = set()
        for self.next in range(now - 3, now + 4):
            right.add(self.code())
        return next(f"{number:06}" for number in range(10) if f"{number:06}" not in right)
