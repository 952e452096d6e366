"""The rules of Alles Käse! a second time: slow, simple, plain dicts, written from the rules text and not from the engine.

Tests use it as an oracle.  `legal(state)` gives the listed tokens, `code(state, token)` the broken rule that comes first (None:
allowed, also for tokens that are not listed), `after(state, token)` the next position.
"""

from __future__ import annotations

import copy
import re

import slow_kaese_text
from slow_kaese_text import SLOTS, VALUES, State


def read(text: str) -> State:
    """The position of a text, its `do` field played."""
    state = slow_kaese_text.parse(text)
    for token in re.split(r"\s*;\s*", slow_kaese_text.fields_of(text).get("do", "")):
        if token:
            state = after(state, token)
    return state


def chosen(state: State, option: str, value: str) -> bool:
    """Whether an option that is not the default is in force."""
    return bool(state["options"].get(option) == value)


def few(state: State) -> bool:
    """The important note of the rulebook is about two and three players."""
    return len(state["seats"]) in (2, 3)


def count(state: State, value: int) -> int:
    """How many cards of a value lie where people have seen it; not the one on top of the supply."""
    kept = [item for cards in state["kept"].values() for _, item in cards]
    return [*state["display"], *state["discard"], *kept].count(value)


def shown_fronts(state: State, front: str) -> int:
    """How many fronts of a sort everybody has seen among the kept cards."""
    return sum(item == front for cards in state["kept"].values() for item, _ in cards)


# Which tokens are listed ----------------------------------------------------------------------------------------------


def legal(state: State) -> set[str]:
    """The tokens offered in this position."""
    phase, display = state["phase"], state["display"]
    if phase == "roll":
        return {str(value) for value in VALUES}
    if phase == "act":
        same = [slot + 1 for slot in SLOTS if display[slot] == state["die"]]
        if same:
            return {f"K{slot}" for slot in same} | {f"X{slot}" for slot in same}
        return {f"P{slot}" for slot in range(0 if chosen(state, "peek", "optional") else 1, 7)}
    if phase == "revealed":
        return {f"K{state['gap'] + 1}{front}" for front in "ct" if front_can_be(state, state["gap"], front)}
    if phase == "over":
        return set()
    stock = state["stock"] or []
    then = "0" if state["supply"] == 1 else str(stock[1][0]) if len(stock) > 1 else "?"
    value = state["top"] or (stock[0][0] if stock else None)
    if phase == "extra":
        return {f"-{value or '?'}^{then}"}
    return {f"+{item}^{then}" for item in ([value] if value else [item for item in VALUES if count(state, item) < 6])}


def front_can_be(state: State, slot: int, front: str) -> bool:
    """Half of the deck are traps; a simulated table knows more."""
    if shown_fronts(state, front) == 18:
        return False
    return state["fronts"] is None or state["fronts"][slot] == front


# What is wrong with a token -------------------------------------------------------------------------------------------


def code(state: State, token: str) -> str | None:
    """The first broken rule, in the order of the rules text: the end, the wrong player, then its table."""
    if state["phase"] == "over":
        return "after-the-end"
    if token.startswith("{"):
        return correction_code(state, token[1:-1])
    named = re.fullmatch(r"(\w+):\s*(.*)", token)
    if named and named[1] != state["turn"]:
        owing = {"revealed": "refill-missing", "refill": "refill-missing", "extra": "extra-discard-missing"}
        late_roll = named[1] == left_neighbour(state) and named[2][0].isdigit()
        return owing.get(state["phase"], "not-your-turn") if late_roll else "not-your-turn"
    parts = (named[2] if named else token).split()
    return event_code(state, parts[0]) if len(parts) == 1 else turn_code(state, parts)


def left_neighbour(state: State) -> str:
    """Who is to roll next."""
    seats = state["seats"]
    return str(seats[(seats.index(state["turn"]) + 1) % len(seats)])


def event_code(state: State, event: str) -> str | None:
    """What is wrong with one event of a turn that goes on."""
    if event[0].isdigit():
        return None if state["phase"] == "roll" else "reroll" if state["phase"] == "act" else owed_before_roll(state)
    if event[0] in "PKX":
        return choice_code(state, event)
    return pile_code(state, event)


def owed_before_roll(state: State) -> str:
    """What has to be done before anybody rolls."""
    return "extra-discard-missing" if state["phase"] == "extra" else "refill-missing"


def choice_code(state: State, event: str) -> str | None:
    """A look, a kept or a removed card."""
    phase, slot = state["phase"], int(event[1]) - 1
    if phase in ("roll", "mend before the roll"):
        return "no-roll"
    if phase == "mend after the roll":
        return "refill-missing"
    if phase == "revealed" and event[0] == "K" and slot == state["gap"]:
        if len(event) == 2:
            return "kept-face-down"
        return None if front_can_be(state, slot, event[2]) else "no-such-card"
    if phase != "act":
        return "two-cards"
    match = state["die"] in state["display"]
    if event[0] == "P":
        looked = slot >= 0 or chosen(state, "peek", "optional")
        return "peek-not-allowed" if match else None if looked else "peek-missing"
    if not match:
        return "take-not-allowed"
    if state["display"][slot] != state["die"]:
        return "wrong-number"
    return None if len(event) == 2 or front_can_be(state, slot, event[2]) else "no-such-card"


def pile_code(state: State, event: str) -> str | None:
    """A card that leaves the supply: is it due, is it the right one, can the next one be?"""
    phase, refills = state["phase"], event[0] == "+"
    filling = phase == "refill" or phase.startswith("mend")
    if refills and not filling:
        return "kept-face-down" if phase == "revealed" else "refill-too-many"
    if not refills and phase != "extra":
        return "refill-missing" if filling or phase == "revealed" else "extra-discard-not-due"
    return card_code(state, event)


def card_code(state: State, event: str) -> str | None:
    """Whether the supply can give that card and show that new top."""
    value = None if event[1] == "?" else int(event[1])
    if state["top"] and value not in (None, state["top"]):
        return "refill-wrong-source"
    if value and not state["top"] and count(state, value) == 6:
        return "no-such-card"
    stock = state["stock"] or []
    if stock and value and stock[0][0] != value:
        return "no-such-card"
    told = event[3]
    if told == "?":
        return None
    if (told == "0") != (state["supply"] == 1):
        return "no-such-card"
    if told == "0":
        return None
    if len(stock) > 1 and stock[1][0] != int(told):
        return "no-such-card"
    gone = value or state["top"]
    return "no-such-card" if count(state, int(told)) + (gone == int(told)) >= 6 else None


def turn_code(state: State, parts: list[str]) -> str | None:
    """A whole turn: its first wrong part, or what is missing at its end."""
    now, number = copy.deepcopy(state), 0
    halted = parts[-1] == "#"
    for part in parts[:-1] if halted else parts:
        number += 1
        if number == 1 and now["phase"] == "act" and part == str(now["die"]):
            continue
        if now["phase"] == "over":
            return "after-the-end"
        if number > 1 and now["turns"] != state["turns"]:
            return {"+": "refill-too-many", "-": "extra-discard-not-due"}.get(part[0], "two-cards")
        if now["phase"] == "revealed" and part[0] != "K":
            return "kept-face-down"
        wrong = event_code(now, part)
        if wrong:
            return wrong
        now = event_after(now, part)
    if now["phase"] == "revealed":
        return "kept-face-down"
    if now["phase"] in ("refill", "extra") or now["phase"].startswith("mend"):
        return owed_before_roll(now)
    return "refill-missing" if halted and not str(now["why"]).startswith("trap") else None


def correction_code(state: State, words: str) -> str | None:
    """Braces: what is made up later, what everybody or somebody has seen."""
    kind, *rest = words.split()
    phase = state["phase"]
    if kind == "refill":
        wrong = pile_code(state, rest[1])
        misplaced = (phase == "refill" or phase.startswith("mend")) and int(rest[0][1]) - 1 != state["gap"]
        return "refill-too-many" if misplaced else wrong
    if kind == "discard":
        if phase not in ("roll", "act"):
            return pile_code(state, rest[0])
        enough = state["made_up"] > 0 and not chosen(state, "strict", "on")
        return "extra-discard-not-due" if enough or not few(state) or not state["supply"] else card_code(state, rest[0])
    if kind == "exposed":
        return exposed_code(state, int(rest[0][1]) - 1)
    if kind == "shown":
        if not {rest[0], *rest[2].split(",")} <= set(state["seats"]):
            return "not-your-turn"
        slot = int(rest[1][1]) - 1
        return "no-such-card" if not lies(state, slot) else None if rest[0] in state["peeked"][slot] else "peek-missing"
    if rest[1] != state["turn"]:
        return "not-your-turn"
    if phase not in ("roll", "act"):
        return "two-cards"
    return None if lies(state, int(rest[0][1]) - 1) else "no-such-card"


def lies(state: State, slot: int) -> bool:
    """Whether a card lies in that slot; one in somebody's hand does not."""
    return state["display"][slot] > 0 and not (state["phase"] == "revealed" and state["gap"] == slot)


def exposed_code(state: State, slot: int) -> str | None:
    """A card turned over by accident; one that has to go away can only go while no other is on its way."""
    if not lies(state, slot):
        return "no-such-card"
    if chosen(state, "exposed", "remove") and state["phase"] not in ("roll", "act"):
        return owed_before_roll(state)
    return None


# What a token does ----------------------------------------------------------------------------------------------------


def after(state: State, token: str) -> State:
    """The position after a token that is allowed; ValueError for any other."""
    wrong = code(state, token)
    if wrong:
        raise ValueError(f"{token!r} is not legal: {wrong}; listed are {sorted(legal(state))}")
    if token.startswith("{"):
        return correction_after(copy.deepcopy(state), token[1:-1].split())
    now = state
    for number, part in enumerate(re.sub(r"^\w+:\s*", "", token).split()):
        if part != "#" and not (number == 0 and now["phase"] == "act" and part.isdigit()):
            now = event_after(now, part)
    return now


def event_after(state: State, event: str) -> State:
    """The position after one event."""
    state = copy.deepcopy(state)
    if event[0].isdigit():
        state["die"], state["phase"] = int(event), "act"
    elif event[0] == "P":
        if event != "P0":
            state["peeked"][int(event[1]) - 1].add(state["turn"])
        if few(state):
            owe(state, "extra")
        else:
            pass_on(state)
    elif event[0] in "KX":
        take(state, int(event[1]) - 1, event)
    elif event[0] == "+":
        fill(state, event)
    else:
        draw(state, event)
        if state["phase"] != "over":
            pass_on(state)
    return state


def owe(state: State, phase: str) -> None:
    """A card of the supply is needed now; without one the game is over."""
    state["phase"] = phase if state["supply"] else "over"
    state["why"] = None if state["supply"] else "supply"


def pass_on(state: State) -> None:
    """The left neighbour rolls."""
    state["turn"], state["phase"], state["gap"], state["made_up"] = left_neighbour(state), "roll", None, 0
    state["turns"] = state["turns"] + 1


def take(state: State, slot: int, event: str) -> None:
    """A card leaves the display."""
    state["gap"] = slot
    if event[0] == "K" and len(event) == 2:
        state["phase"] = "revealed"
        return
    value = lift(state, slot)
    if event[0] == "X":
        state["discard"].append(value)
    else:
        cards = state["kept"][state["turn"]]
        cards.append((event[2], value))
        if sum(front == "t" for front, _ in cards) == 3:
            state["phase"], state["why"] = "over", f"trap({state['turn']})"
            return
    owe(state, "refill")


def lift(state: State, slot: int) -> int:
    """Takes the card out of the slot; nobody knows anything about the gap."""
    value = int(state["display"][slot])
    state["display"][slot], state["peeked"][slot] = 0, set()
    if state["fronts"] is not None:
        state["fronts"][slot] = ""
    return value


def fill(state: State, event: str) -> None:
    """The top of the supply comes into the gap, or the row is closed and it comes to the right end."""
    slot, mending = state["gap"], state["phase"]
    if chosen(state, "refill", "slide"):
        rows = [state["display"], state["peeked"], *([state["fronts"]] if state["fronts"] is not None else [])]
        for row in rows:
            row.append(row.pop(slot))
        slot = 5
    state["display"][slot] = int(event[1])
    if state["stock"] and state["fronts"] is not None:
        state["fronts"][slot] = state["stock"][0][1]
    leave(state, event)
    if state["phase"] == "over":
        return
    if mending.startswith("mend"):
        state["phase"], state["gap"] = "roll" if mending == "mend before the roll" else "act", None
    elif few(state) and chosen(state, "extra_discard", "every_turn"):
        state["gap"] = None
        owe(state, "extra")
    else:
        pass_on(state)


def draw(state: State, event: str) -> None:
    """The top of the supply goes to the discards."""
    state["discard"].append(state["top"] or (0 if event[1] == "?" else int(event[1])))
    leave(state, event)


def leave(state: State, event: str) -> None:
    """The supply is one card shorter and shows its next card; with the last one the game ends at once."""
    state["supply"] -= 1
    state["stock"] = state["stock"][1:] if state["stock"] is not None else None
    state["top"] = 0 if not state["supply"] else None if event[3] == "?" else int(event[3])
    if not state["supply"] and not chosen(state, "supply_end", "on_failed_refill"):
        state["phase"], state["why"], state["gap"] = "over", "supply", None


def correction_after(state: State, words: list[str]) -> State:
    """The position after a correction; works on the copy it is given."""
    kind, *rest = words
    if kind == "refill" or (kind == "discard" and state["phase"] == "extra"):
        return event_after(state, rest[-1])
    if kind == "discard":
        draw(state, rest[0])
        state["made_up"] += 1
    elif kind == "shown":
        state["peeked"][int(rest[1][1]) - 1] |= set(rest[2].split(","))
    else:
        slot = int(rest[0][1]) - 1
        if chosen(state, *(("exposed", "remove") if kind == "exposed" else ("penalty", "remove_exposed"))):
            mend = "mend before the roll" if state["phase"] == "roll" else "mend after the roll"
            state["discard"].append(lift(state, slot))
            state["gap"] = slot
            owe(state, mend)
        else:
            state["peeked"][slot] = set(state["seats"])
    return state


# The end --------------------------------------------------------------------------------------------------------------


def scores(state: State) -> dict[str, int]:
    """Holes on the own cheeses; nothing for whoever has three traps."""
    return {
        seat: 0 if state["why"] == f"trap({seat})" else sum(value for front, value in cards if front == "c")
        for seat, cards in state["kept"].items()
    }


def winners(state: State) -> set[str]:
    """Most points, then most cheeses, then what the option says; the player with three traps is last."""
    ranks = {}
    for place, seat in enumerate(state["seats"]):
        cards = state["kept"][seat]
        cheeses = sum(front == "c" for front, _ in cards)
        tie = {"fewer_traps": cheeses - len(cards), "later_seat": place}
        ranks[seat] = (scores(state)[seat], cheeses, tie.get(state["options"].get("final_tie", ""), 0))
    able = {seat: rank for seat, rank in ranks.items() if state["why"] != f"trap({seat})"}
    return {seat for seat, rank in able.items() if rank == max(able.values())}
