"""A second implementation of Maze, slow and plain, written from the rules text alone: legal tokens, what follows them, ends."""

from __future__ import annotations

import copy
import re

from slow_librande_powers import power, power_tokens
from slow_librande_spells import all_pass, answer, answer_tokens, cast, eyes_of, pull, pulls, spell_tokens, theft, theft_tokens
from slow_librande_table import State, steps
from slow_librande_text import parse
from slow_librande_turn import (
    AllowedError,
    BrokenError,
    board_tokens,
    dragon_step,
    draw,
    end,
    move,
    pick_up,
    refuse,
    slide_line,
    timeout,
    waits,
)


def read(text: str) -> State:
    """The position of a text, the tokens under `do` played."""
    state = parse(text)
    for token in state.pop("do"):
        state = after(state, token)
    return state


PARTS = {
    "SPACE": r"[a-g][1-7](?:\.[nesw])?",
    "CARD": r"[A-Z]{2}[scl]?",
    "SLIDE": r"[1-7a-g][NESW](?:\+[0-3])?(?:/[1-4t]=SPACE)*",
    "LOAD": r"(?:\+[1-9](?:\.[nesw])?)*",
    "AIM": r"@(?:[1-4]|SPACE|SPACE>SPACE)",
}
FORMS = r"""
    dr(?:=CARD)? | ps | pk | end | \#timeout | mv:SPACE\*?\^? | cs:CARD~?(?:AIM)? | re:[1-4]=(?:CARD|-) | tf:(?:t|\?|CARD)
    | tk:(?:-|SPACE>SPACE) | sl:SLIDE | dg:SPACELOAD | pw:(?:rush|charge|leap|shadow|phase)>SPACE\*? | pw:call>SPACELOAD
    | pw:(?:rampage|portal|eyes)>SPACE | pw:shift>SLIDE | pw:demand@[1-4]=CARD(?::[yn])? | pw:command@[1-4]>SPACE(?:>SPACE)?
    | pw:pocket@[1-4] | pw:bargain(?:=CARD(?:,CARD)?)? | pw:curse:[a-z]+@[1-4] | pw:scavenge=CARD | pw:study(?:=CARD)?
    | pw:echo=CARD(?:AIM)?"""
for _name in ("AIM", "SLIDE", "SPACE", "CARD", "LOAD"):
    FORMS = FORMS.replace(_name, PARTS[_name])
TOKEN = re.compile(rf"(?:[1-4]:)?(?:{FORMS})", re.VERBOSE)
"""How tokens are written, whatever they mean in a position."""


def perform(state: State, token: str) -> None:
    """Plays a token on this very position; BrokenError with the code when a rule is broken."""
    refuse(not TOKEN.fullmatch(token), "no-such-token")
    refuse(state["over"], "game-over")
    if token[0] in "1234":
        claim, _, token = token.partition(":")
        check_claim(state, claim, token)
    head, _, rest = token.partition(":")
    if head == "re":
        answer(state, rest)
        return
    all_pass(state)
    kind = state["pending"]["kind"] if state["pending"] else None
    wanted = {"theft": "tf", "choice": "tf", "telekinesis": "tk", None: None}[kind]
    refuse(wanted and head not in (wanted, "#timeout"), "unresolved-effect")
    refuse(not wanted and head in ("tf", "tk"), "no-open-effect")
    away = state["players"][state["turn"]]["space"] is None
    refuse(away and head not in ("end", "#timeout"), "skipped-player-acted")
    dispatch(state, head, rest)
    state["acted"] = head not in ("end", "#timeout")


def check_claim(state: State, seat: str, token: str) -> None:
    """`SEAT:TOKEN` says who did it: the seat in turn, or the one whose answer or gaze the token is."""
    whose = token[3] if token.startswith("re:") else eyes_of(state) if token.startswith("pw:eyes") else state["turn"]
    if whose != seat:
        lost = state["players"].get(seat, {"st": "ok"})["st"] != "ok"
        refuse(True, "skipped-player-acted" if lost else "not-your-turn")


def dispatch(state: State, head: str, rest: str) -> None:
    if head == "mv":
        move(state, rest)
    elif head.startswith("dr"):
        draw(state, head[3:])
    elif head == "cs":
        cast(state, rest)
    elif head == "tf":
        theft(state, rest)
    elif head == "tk":
        pull(state, rest)
    elif head == "sl":
        slide_line(state, rest)
    elif head == "dg":
        dragon_step(state, rest)
    elif head == "pw":
        power(state, rest)
    else:
        {"pk": pick_up, "ps": waits, "end": end, "#timeout": timeout}[head](state)


def copied(state: State) -> State:
    """A position of its own; the tiles, the largest part, hold nothing that can be changed."""
    return {name: dict(value) if name == "tiles" else copy.deepcopy(value) for name, value in state.items()}


def code(state: State, token: str) -> str | None:
    """The rule a token breaks first, None for a legal one."""
    trial = (copied(state) if state["stack"] else state) | {"trial": True}
    if state["stack"] and not token.startswith("re:"):
        trial.pop("trial")
        try:
            all_pass(trial)
        finally:
            trial["trial"] = True
    try:
        perform(trial, token)
    except AllowedError:
        return None
    except BrokenError as error:
        return str(error)
    raise AssertionError(f"{token} was neither allowed nor refused")


def after(state: State, token: str) -> State:
    """The position after a legal token; ValueError for any other."""
    found = copied(state)
    try:
        perform(found, token)
    except BrokenError as error:
        raise ValueError(f"{token} is not legal: {error}") from None
    return found


def actor(state: State) -> str | None:
    """Whose decision it is."""
    if state["over"]:
        return None
    if state["stack"]:
        return str(state["stack"][-1]["asked"][0])
    return eyes_of(state) or str(state["turn"])


def legal(state: State) -> set[str]:
    """The listed tokens: those of the seat to act or to answer."""
    if state["over"]:
        return set()
    if state["stack"]:
        first_come = state["opt"]["answer-order"] == "first-come"
        seats = state["stack"][-1]["asked"] if first_come else [actor(state)]
        tried = [token for seat in seats for token in answer_tokens(state, seat)]
    elif state["pending"] and state["pending"]["kind"] in ("theft", "choice"):
        tried = theft_tokens(state)
    elif state["pending"]:
        tried = ["tk:-", *(f"tk:{words}" for words in pulls(state))]
    elif seat := eyes_of(state):
        space = state["players"][state["turn"]]["space"]
        tried = [f"re:{seat}=-", *(f"pw:eyes>{target}" for target in steps(state, space))]
    elif state["players"][state["turn"]]["space"] is None:
        tried = ["end"]
    else:
        tried = [*board_tokens(state), *spell_tokens(state), *power_tokens(state)]
    return {token for token in tried if code(state, token) is None}


def scores(state: State) -> dict[str, int]:
    return {seat: player["pile"] for seat, player in state["players"].items()}


def winners(state: State) -> set[str]:
    """The seats that have won, once the game is over."""
    players = state["players"]
    parties = [("1", "3"), ("2", "4")] if len(players) == 4 else [(seat,) for seat in players]
    total = {party: sum(players[seat]["pile"] for seat in party) for party in parties}
    latest = {party: max(players[seat]["last"] for seat in party) for party in parties}
    best = [party for party in parties if total[party] == max(total.values())]
    rule = state["opt"]["tie-3p"] if len(players) == 3 else "latest-among-leaders"
    if rule == "shared":
        return {seat for party in best for seat in party}
    among = parties if rule == "literal" and len(best) > 1 else best
    return set(max(among, key=lambda party: latest[party]))
