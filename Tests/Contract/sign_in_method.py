"""What the tests of values, of journeys and of the tree know of a sign-in method. The folder methods has a file for each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Method:
    # The name in the configuration, and the name of its folder at the server.
    name: str
    folder: str
    # Its folder in the SDK, if that has another name.
    sdk_folder: str = ""
    # The words that only the folders of the method mention, and the names of words that it shares with other methods.
    words: re.Pattern | None = None
    shared_words: frozenset[str] = frozenset()
    # The proofs of a session, by the names that journeys give them: the method (`amr`), the assurance (`acr`), and what is
    # proven. A later proof of the same replaces the earlier one.
    proofs: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    # See ISSUED, RELATED, DATA, ANY_TEXT and NEVER of purposes.py.
    issued: dict[str, dict[str, str]] = field(default_factory=dict)
    related: dict[str, set[str]] = field(default_factory=dict)
    data: frozenset[str] = frozenset()
    any_text: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()
    # The operations and the values that act at their places.
    operations: tuple = ()
