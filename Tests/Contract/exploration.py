"""Explores a journey: every order, omission, repetition and interleaving of its steps, up to a depth.

A step is data: the request, the facts that it needs, and the facts that it gives. From them follows, for each step in
each state, whether the server may accept it. `plan` makes walks that take every step in every state that can be reached
in fewer steps than the depth. Steps that change nothing do not count: many of them share one walk. Two orders that lead to the same facts are the same state, so only one of them goes on.
journey_walks.py performs the walks against the server.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from sampling import IS_COMPLETE

# The depth to which every step of each journey can succeed. `make test` explores less.
COMPLETE_DEPTH = 8
DEPTH = COMPLETE_DEPTH if IS_COMPLETE else 5
# Steps of a walk, so that it ends before a code of an authenticator expires and its failure can be read.
LONGEST = 24
# Guesses that a walk makes before a session opens: the server delays further ones.
GUESSES = 4

CLIENTS = ("a", "b")
# The values that a client sends: its own values, an empty body, its own values with a wrong proof, or the values of the
# other client.
VARIANTS = ("own", "empty", "wrong", "stolen")


_SETS = ("needs", "forbids", "gives", "establishes", "withdraws", "spends", "voids", "spoils", "outdates", "idle",
         "left_out", "only_with")


@dataclass(frozen=True)
class Step:
    """A request, and the facts that it needs and gives. A fact belongs to one client, or to the account of both."""

    name: str
    # The operation of the OpenAPI document.
    operation: str
    # Called with the walk and the move. Returns the answer.
    send: Callable
    # Whether the answer is a success of the step.
    is_success: Callable = lambda answer: 200 <= answer.status < 300
    # Facts that must hold for a success, and facts that must not.
    needs: frozenset[str] = frozenset()
    forbids: frozenset[str] = frozenset()
    # Facts that the client gets by a success, and those that the account gets.
    gives: frozenset[str] = frozenset()
    establishes: frozenset[str] = frozenset()
    # Facts of the account that a success ends.
    withdraws: frozenset[str] = frozenset()
    # Facts of the holder of the values that a success uses up, and facts of all clients that it ends.
    spends: frozenset[str] = frozenset()
    voids: frozenset[str] = frozenset()
    # Facts of the holder that end if the step is refused.
    spoils: frozenset[str] = frozenset()
    # Facts that the other client gets.
    outdates: frozenset[str] = frozenset()
    # With such a fact the step succeeds and does nothing.
    idle: frozenset[str] = frozenset()
    # With such a fact the step is left out.
    left_out: frozenset[str] = frozenset()
    # If there are any, the step is left out without one of these facts.
    only_with: frozenset[str] = frozenset()
    # The proofs of the session that a success opens or renews, by their names in PROOFS of journey_walks.py.
    proves: tuple[str, ...] = ()
    # Whether the values of the step serve only the client that obtained them.
    is_bound: bool = True
    variants: tuple[str, ...] = VARIANTS
    # Whether the server counts the proof as a guess.
    is_guess: bool = False
    # Whether a refusal delays later steps, so that a walk ends with it.
    is_last_if_refused: bool = False

    @property
    def opens(self) -> bool:
        """Whether success signs in the client."""
        return bool(self.proves)

    @classmethod
    def of(cls, name: str, operation: str, send: Callable, **facts: object) -> "Step":
        """A step whose sets of facts are texts; the facts are separated by commas."""
        return cls(name, operation, send, **{
            key: frozenset(value.split(", ")) if key in _SETS else value for key, value in facts.items()})


@dataclass(frozen=True)
class State:
    """The facts of each client and of the account."""

    clients: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    account: frozenset[str] = frozenset()

    def of(self, client: str) -> frozenset[str]:
        return self.clients[CLIENTS.index(client)]

    def swapped(self) -> "State":
        """The same state with the clients exchanged. The server treats the clients alike."""
        return State(self.clients[::-1], self.account)


@dataclass(frozen=True)
class Move:
    """A client takes a step in a variant."""

    client: str
    step: Step
    variant: str

    @property
    def holder(self) -> str:
        """The client whose values are sent."""
        return self.client if self.variant != "stolen" else CLIENTS[1 - CLIENTS.index(self.client)]

    def swapped(self) -> "Move":
        return Move(CLIENTS[1 - CLIENTS.index(self.client)], self.step, self.variant)

    def __str__(self) -> str:
        return f"{self.client}:{self.step.name}" + (f"({self.variant})" if self.variant != "own" else "")


def succeeds(state: State, move: Move) -> bool:
    """Whether the server may accept the step: the client has each proof, of this journey."""
    step = move.step
    if move.variant in ("empty", "wrong") or move.variant == "stolen" and step.is_bound:
        return False
    held = state.of(move.holder) | state.account
    return step.needs <= held and not step.forbids & held


def is_idle(state: State, move: Move) -> bool:
    """Whether the step succeeds and does nothing."""
    return bool(move.step.idle & (state.of(move.holder) | state.account))


def after(state: State, move: Move) -> State:
    """The state after a step."""
    step = move.step
    clients = {client: set(state.of(client)) for client in CLIENTS}
    account = state.account

    def end(client: str, facts: frozenset[str]) -> None:
        ended = facts & clients[client]
        clients[client] -= ended
        clients[client] |= {f"{fact} spent" for fact in ended}

    if not succeeds(state, move):
        if move.variant != "empty":
            end(move.holder, step.spoils)
    elif not is_idle(state, move):
        for client in CLIENTS:
            end(client, step.voids)
        end(move.holder, step.spends)
        clients[move.client] -= {f"{fact} spent" for fact in step.gives}
        clients[move.client] |= step.gives | ({"signed in"} if step.opens else set())
        for client in CLIENTS:
            clients[client] |= step.outdates if client != move.client else set()
        account = account - step.withdraws | step.establishes
    return State(tuple(frozenset(clients[client]) for client in CLIENTS), account)


@dataclass
class Journey:
    name: str
    steps: list[Step]
    # Makes the account and the clients of a walk.
    begin: Callable
    start: State = field(default_factory=State)
    depth: int = DEPTH

    @cached_property
    def walks(self) -> list[list[Move]]:
        """The plan of the journey, made once."""
        return plan(self)

    def moves(self, state: State) -> list[Move]:
        return [
            Move(client, step, variant) for client in CLIENTS for step in self.steps for variant in step.variants
            if not step.left_out & (facts := state.of(client) | state.account)
            and (not step.only_with or step.only_with & facts)]


def guesses_after(guesses: int, state: State, move: Move) -> int:
    """The guesses that the server has counted since a session was opened."""
    if move.step.opens and succeeds(state, move):
        return 0
    return guesses + (move.step.is_guess and move.variant != "empty")


def reachable(journey: Journey) -> dict[State, list[Move]]:
    """The states that are reached in fewer steps than the depth, up to an exchange of the clients, and a path to each."""
    paths: dict[State, list[Move]] = {journey.start: []}
    queue = deque([journey.start])
    while queue:
        state = queue.popleft()
        if len(paths[state]) + 1 < journey.depth:
            for move in journey.moves(state):
                following = after(state, move)
                if following not in paths and following.swapped() not in paths:
                    paths[following] = [*paths[state], move]
                    queue.append(following)
    return paths


def plan(journey: Journey) -> list[list[Move]]:
    """Walks that take every move in every reachable state, except guesses that the server would delay."""
    paths = reachable(journey)
    left = {state: journey.moves(state) for state in paths}
    walks = []
    for state, path in paths.items():
        while left[state]:
            walk, here, guesses = [], journey.start, 0
            for move in path:
                walk, guesses, here = [*walk, move], guesses_after(guesses, here, move), after(here, move)
            # Each move of a shortest path changes the state.
            changes = len(path)
            while changes < journey.depth and len(walk) < LONGEST:
                is_swapped = here not in left
                known = here.swapped() if is_swapped else here
                allowed = [move.swapped() if is_swapped else move for move in left.get(known, ())]
                allowed = [move for move in allowed if guesses_after(guesses, here, move) <= GUESSES]
                if not allowed:
                    break
                # Moves that change the state come last, so that the walk first takes those that are refused.
                move = min(allowed, key=lambda move: (move.step.is_last_if_refused, after(here, move) != here))
                left[known].remove(move.swapped() if is_swapped else move)
                walk.append(move)
                if move.step.is_last_if_refused and not succeeds(here, move):
                    break
                guesses, following = guesses_after(guesses, here, move), after(here, move)
                here, changes = following, changes + (following != here)
            if len(walk) == len(path):
                # The path itself has all the guesses that the server accepts without a delay.
                left[state] = []
            else:
                walks.append(walk)
    return walks
