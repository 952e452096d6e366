"""Where in its course a position stands: before the roll, after it, in the middle of a turn, or over."""

from __future__ import annotations

import re

from companion.games.alles_kaese.fields import Fields, Word
from companion.games.alles_kaese.state import LAST_TRAP, Phase, State, traps

_WORD = re.compile(r"(roll|act|refill|extra|mend|supply)|(revealed)\(D([1-6])\)|trap\((.*)\)")
_HELP = "the phase is roll, act, revealed(D3), refill, extra, mend, or the end: supply, trap(A)"


def read_phase(fields: Fields, state: State) -> State:
    """The state with its phase, roll and end; where nothing is said they follow from the rest."""
    if "phase" in fields and "over" in fields:
        fields["over"].bad("the phase is given twice; write phase or over")
    word = fields.get("phase") or fields.get("over")
    die = fields["die"].number(1, 6) if "die" in fields else 0
    if "shown" in fields and "die" in fields:
        fields["shown"].bad("the die shows the roll; write die or shown")
    state = state._replace(die=fields["shown"].number(1, 6) if "shown" in fields else die)
    out = [seat for seat, cards in enumerate(state.kept) if traps(cards) == LAST_TRAP]
    if len(out) > 1:
        fields["kept"].bad("two players have three traps; the first third trap ends the game")
    gap = state.display.index(0) if 0 in state.display else -1
    state = state._replace(slot=gap)
    if out:
        return _over(state, word, "trap", state.terms.players[out[0]])
    if not state.supply and state.terms.at_once:
        return _over(state, word, "supply", "")
    return _going_on(state, word, die) if word else _plain(state, die, fields["display"])


def _over(state: State, word: Word | None, ended: str, loser: str) -> State:
    wanted = f"trap({loser})" if loser else "supply"
    if word is not None and word.text != wanted:
        word.bad(f"what lies there is the end of the game: write {wanted}, or nothing")
    slot = state.slot if ended == "trap" or state.slot >= 0 else -1
    return state._replace(phase=Phase.OVER, ended=ended, slot=slot)


def _plain(state: State, die: int, display: Word) -> State:
    """A gap is to be filled, a valid roll is to be used, otherwise the die is to be rolled."""
    if state.slot >= 0:
        return _gap(state, Phase.REFILL, display)
    return state._replace(phase=Phase.ACT if die else Phase.ROLL)


def _gap(state: State, phase: Phase, where: Word) -> State:
    if not state.supply:
        where.bad("a gap with an empty supply is the end of the game; write over: supply")
    return state._replace(phase=phase)


def _going_on(state: State, word: Word, die: int) -> State:
    found = _WORD.fullmatch(word.text)
    if found is None:
        word.bad(_HELP)
    if found[2]:
        return _revealed(state, word, int(found[3]) - 1, die)
    name, gap = found[1], state.slot >= 0
    if name is None:
        word.bad("nobody has three traps")
    if gap != (name in ("refill", "mend")) and name != "supply":
        word.bad("there is a gap on display, to be filled" if gap else "there is no gap on display")
    if name in ("refill", "mend"):
        mend = Phase.MEND_ACT if die else Phase.MEND_ROLL
        return _gap(state, Phase.REFILL if name == "refill" else mend, word)
    return _full(state, word, name, die)


def _full(state: State, word: Word, name: str, die: int) -> State:
    """The phases in which all six cards lie there, and the end without a card to refill from."""
    if name == "supply":
        if state.supply:
            word.bad(f"{state.supply} cards are left in the supply")
        return state._replace(phase=Phase.OVER, ended="supply")
    if name == "extra" and not (state.terms.few and state.supply):
        word.bad("an extra discard is for two or three players and needs a card in the supply")
    if name == "act" and not die:
        word.bad("nobody has rolled; write die: and the roll")
    return state._replace(phase={"roll": Phase.ROLL, "act": Phase.ACT, "extra": Phase.EXTRA}[name])


def _revealed(state: State, word: Word, slot: int, die: int) -> State:
    """A card in somebody's hand is still written among the display's values."""
    if state.slot >= 0 or state.display[slot] != die:
        word.bad("a card can be turned over that shows the roll, while no other is gone")
    return state._replace(phase=Phase.REVEALED, slot=slot)
