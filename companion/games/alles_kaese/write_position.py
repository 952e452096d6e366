"""From a state to a position text."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.alles_kaese.options import changed_options
from companion.games.alles_kaese.score import why
from companion.games.alles_kaese.state import Phase, State, front_of


def write_position(state: State) -> str:
    """One line of fields, secrets that the state knows included; `read_position` gives the same position back."""
    return "; ".join(f"{name}: {value}" for name, value in _fields(state) if value)


def _fields(state: State) -> Iterator[tuple[str, str]]:
    terms, over = state.terms, state.phase is Phase.OVER
    yield "players", ",".join(terms.players)
    called = zip(terms.players, terms.names, strict=False)
    yield "names", " ".join(f"{player}={name}" for player, name in called if player != name)
    yield "turn", state.player
    yield "display", digits(state.display)
    yield "top", str(state.top) if state.top >= 0 else ""
    yield "supply", str(state.supply)
    yield "discard", "".join(str(value or "?") for value in state.discard)
    yield ("shown" if over or state.phase in (Phase.ROLL, Phase.MEND_ROLL) else "die"), str(state.die or "")
    yield "kept", kept_text(state)
    yield "peeked", " ".join(f"D{slot + 1}={_names(state, bits)}" for slot, bits in enumerate(state.peeked) if bits)
    yield ("over" if over else "phase"), _phase(state)
    yield "fronts", "".join(_front(front, value) for front, value in zip(state.fronts, state.display, strict=False))
    yield "stock", " ".join(f"{code >> 1}{front_of(code)}" for code in state.stock)
    yield "opt", " ".join(f"{name}={value}" for name, value in changed_options(terms.options))


def digits(values: tuple[int, ...]) -> str:
    """Values behind each other, `-` for a gap."""
    return "".join(str(value or "-") for value in values)


def kept_text(state: State) -> str:
    """Everybody's kept cards, `A=c3,t2`; players without cards are left out."""
    rows = zip(state.terms.players, state.kept, strict=True)
    return " ".join(f"{player}={','.join(f'{front_of(code)}{code >> 1}' for code in cards)}" for player, cards in rows if cards)


def _names(state: State, bits: int) -> str:
    return ",".join(player for seat, player in enumerate(state.terms.players) if bits >> seat & 1)


def _front(front: str, value: int) -> str:
    return front or ("?" if value else "-")


def _phase(state: State) -> str:
    if state.phase is Phase.OVER:
        return why(state)
    if state.phase is Phase.REVEALED:
        return f"revealed(D{state.slot + 1})"
    names = {Phase.REFILL: "refill", Phase.EXTRA: "extra", Phase.MEND_ROLL: "mend", Phase.MEND_ACT: "mend"}
    return names.get(state.phase, "")
