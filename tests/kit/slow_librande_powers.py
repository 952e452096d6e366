"""The nine characters of Maze by the letter of the rules: free abilities, two-point abilities, Hypnotic Eyes."""

from __future__ import annotations

import re

from slow_librande_spells import aims, cast, check_seat, eyes_of, give, room, take, wasteful
from slow_librande_table import (
    EDGE,
    HOMES,
    SQUARES,
    State,
    beside,
    connected,
    direction_to,
    distance,
    is_space,
    passage,
    run,
    sees,
    spaces_of,
    steps,
    tunnels,
)
from slow_librande_text import COPIES, CURSES, known
from slow_librande_turn import (
    at,
    attack,
    carry,
    check_draw,
    check_free,
    check_step,
    check_undo_dragon,
    check_wall,
    contact,
    dragon_step,
    dragon_went,
    dragon_words,
    draws,
    go,
    move,
    refuse,
    ridden,
    seat_of,
    slide_line,
)


def own(state: State, char: str) -> None:
    refuse(state["players"][state["turn"]]["char"] != char, "power-not-yours")


def drag_free(word: str) -> None:
    refuse("*" in word, "no-drag-with-power")


def me(state: State) -> dict[str, object]:
    return state["players"][state["turn"]]  # type: ignore[no-any-return]


def other(state: State) -> None:
    state["last"] = ("other",)


# Barbarian, Druid, Mind Reaper ------------------------------------------------------------------------------------------


def rush(state: State, word: str) -> None:
    move(state, word, 0)


def charge(state: State, word: str) -> None:
    own(state, "BA")
    target, drag = word.rstrip("*"), word.endswith("*")
    refuse(not is_space(state, target), "bad-space")
    space = str(me(state)["space"])
    direction = direction_to(space[:2], target[:2])
    refuse(direction is None, "power-condition")
    refuse(not sees(state, space[:2], target[:2]), "move-through-wall")
    refuse(drag and not state["treasure"].get(space), "drag-no-treasure")
    go(state, 2)
    if drag:
        carry(state, space, target)
    me(state)["space"] = target
    other(state)


def call(state: State, word: str) -> None:
    dragon_step(state, word, 0)


def rampage(state: State, target: str) -> None:
    own(state, "DR")
    refuse(target not in SQUARES, "bad-space")
    refuse(state["dragon-moved"], "dragon-moved-twice")
    here = state["dragon"]
    direction = direction_to(here, target)
    refuse(direction is None, "power-condition")
    assert direction
    path = run(state, here, direction)
    refuse(target not in path, "dragon-blocked-by-wall")
    refuse(target in HOMES.values(), "dragon-home-corner")
    check_undo_dragon(state, target)
    go(state, 2)
    state["dragon-moved"] = True
    dragon_went(state, target)
    attack(state, tuple(path[: path.index(target) + 1]))
    contact(state)


def shift(state: State, word: str) -> None:
    slide_line(state, word, 0)


def portal(state: State, target: str) -> None:
    own(state, "MR")
    refuse(target not in SQUARES, "bad-space")
    refuse(state["dragon-moved"], "dragon-moved-twice")
    refuse(state["dragon"] not in EDGE, "power-condition")
    refuse(target in HOMES.values(), "dragon-home-corner")
    refuse(target not in EDGE or target == state["dragon"], "power-condition")
    check_undo_dragon(state, target)
    go(state, 2)
    state["dragon-moved"] = True
    dragon_went(state, target)
    contact(state)


# Sorceress, Thief -------------------------------------------------------------------------------------------------------


def demand(state: State, word: str) -> None:
    seat, card, said = re.fullmatch(r"@(.+)=(\w+)(?::([yn]))?", word).groups()  # type: ignore[union-attr]
    cards = [kind for kind in COPIES if kind == card or (name_only(state) and kind[:2] == card)]
    refuse(not cards, "card-not-held")
    check_seat(state, state["turn"], seat)
    check_free(state, "SO")
    refuse(not room(state, state["turn"]), "hand-full")
    hand = state["players"][seat]["hand"]
    held = [kind for kind in cards if kind in hand]
    if "?" in hand and not held:
        refuse(said is None, "demand-answer-wrong")
        refuse(said == "y" and all(known(state)[kind] >= COPIES[kind] for kind in cards), "card-count-impossible")
    else:
        refuse(said == ("n" if held else "y"), "demand-answer-wrong")
    go(state)
    state["free"] = True
    if held or said == "y":
        # Of several kinds with that name the first goes; where no copy is known, nobody knows which it was.
        kind = held[0] if held else cards[0] if len(cards) == 1 else "?"
        take(state, seat, kind)
        give(state, state["turn"], kind)
    other(state)


def name_only(state: State) -> bool:
    return bool(state["opt"]["demand"] == "name-only")


def asked_for(state: State) -> list[str]:
    """What a Demand may name."""
    return list(dict.fromkeys(card[:2] if name_only(state) else card for card in COPIES))


def command(state: State, word: str) -> None:
    own(state, "SO")
    seat, *path = re.split(">", word.lstrip("@"))
    check_seat(state, state["turn"], seat)
    refuse(any(not is_space(state, space) for space in path), "bad-space")
    refuse(not connected(state, at(state, state["turn"]), at(state, seat)), "out-of-range")
    victim = state["players"][seat]
    refuse(victim["char"] == "WR" and victim["st"] == "ok", "target-intangible")
    space = victim["space"]
    for target in path:
        check_step(state, seat, space, target)
        space = target
    go(state, 2)
    victim["space"] = space
    other(state)


def eyes(state: State, target: str) -> None:
    refuse(not is_space(state, target), "bad-space")
    refuse(seat_of(state, "SO") in (None, state["turn"]), "power-not-yours")
    refuse(eyes_of(state) is None, "power-condition")
    check_step(state, state["turn"], str(me(state)["space"]), target)
    go(state)
    me(state)["space"] = target


def leap(state: State, word: str) -> None:
    target = word.rstrip("*")
    refuse(not is_space(state, target), "bad-space")
    check_free(state, "TH")
    drag_free(word)
    here, there, mouths = str(me(state)["space"])[:2], target[:2], tunnels(state)
    fits = (here in mouths and there in EDGE) or (here in EDGE and there in mouths)
    refuse(not fits or target == me(state)["space"], "power-condition")
    go(state)
    state["free"] = True
    me(state)["space"] = target
    other(state)


def pocket(state: State, word: str) -> None:
    own(state, "TH")
    seat = word.lstrip("@")
    check_seat(state, state["turn"], seat)
    refuse(at(state, seat) != at(state, state["turn"]), "power-condition")
    refuse(not state["players"][seat]["pile"], "theft-no-treasure")
    go(state, 2)
    state["players"][seat]["pile"] -= 1
    me(state)["pile"] += 1  # type: ignore[operator]
    other(state)


# Warlock, Witch, Wizard, Wraith -----------------------------------------------------------------------------------------


def bargain(state: State, word: str) -> None:
    own(state, "WL")
    check_draw(state)
    go(state, 2)
    named = [card for card in word.lstrip("=").split(",") if card]
    draws(state, min(2, 6 - len(state["players"][state["turn"]]["hand"])), named)
    state["drew"] = True
    other(state)


def curse(state: State, word: str) -> None:
    name, seat = word.lstrip(":").split("@")
    refuse(name not in CURSES, "no-such-target")
    check_seat(state, state["turn"], seat)
    check_free(state, "WT")
    refuse(state["players"][seat]["curse"], "already-cursed")
    refuse(name in state["spent"], "curse-spent")
    go(state)
    state["free"] = True
    state["players"][seat]["curse"] = name
    state["spent"] |= {name}
    if len(state["spent"]) == len(CURSES):
        state["spent"] = set()
    other(state)


def scavenge(state: State, word: str) -> None:
    own(state, "WT")
    card = word.lstrip("=")
    pile = state["discard"] if state["opt"]["discard"] == "open" else state["discard"][-1:]
    refuse(card not in pile, "card-not-in-discard")
    refuse(not room(state, state["turn"]), "hand-full")
    go(state, 2)
    place = max(n for n, found in enumerate(state["discard"]) if found == card)
    del state["discard"][place]
    give(state, state["turn"], card)
    other(state)


def study(state: State, word: str) -> None:
    check_free(state, "WZ")
    check_draw(state)
    go(state)
    draws(state, 1, [word.lstrip("=")] if word else [])
    state["free"] = state["drew"] = True
    other(state)


def echo(state: State, word: str) -> None:
    cast(state, word.lstrip("="), echo=True)


def shadow(state: State, word: str) -> None:
    target = word.rstrip("*")
    refuse(not is_space(state, target), "bad-space")
    refuse(state["under"] == "leadfoot" and state["moves"] >= 1, "cursed-leadfoot")
    check_free(state, "WR")
    drag_free(word)
    space = str(me(state)["space"])
    direction = direction_to(space[:2], target[:2])
    refuse(direction is None or beside(space[:2], direction) != target[:2], "move-not-adjacent")
    assert direction
    refuse(passage(state, space[:2], direction), "power-condition")
    check_wall(state, state["turn"], space, target)
    go(state, 1)
    state["free"] = True
    state["moves"] += 1
    me(state)["space"] = target
    other(state)


def phase(state: State, word: str) -> None:
    own(state, "WR")
    target = word.rstrip("*")
    refuse(not is_space(state, target), "bad-space")
    drag_free(word)
    space = str(me(state)["space"])
    direction = direction_to(space[:2], target[:2])
    refuse(direction is None or distance(space[:2], target[:2]) > 3, "power-condition")
    assert direction
    here = space[:2]
    while here != target[:2]:
        here = str(beside(here, direction))
        check_wall(state, state["turn"], space, target if here == target[:2] else here)
    go(state, 2)
    me(state)["space"] = target
    other(state)


POWERS = {
    "rush": rush, "charge": charge, "call": call, "rampage": rampage, "shift": shift, "portal": portal, "demand": demand,
    "command": command, "eyes": eyes, "leap": leap, "pocket": pocket, "bargain": bargain, "curse": curse, "scavenge": scavenge,
    "study": study, "echo": echo, "shadow": shadow, "phase": phase,
}  # fmt: skip


def power(state: State, words: str) -> None:
    """A token `pw:` without its head."""
    name, rest = re.fullmatch(r"([a-z]+)(.*)", words).groups()  # type: ignore[union-attr]
    POWERS[name](state, rest.lstrip(">"))


# What might be played ---------------------------------------------------------------------------------------------------


def power_tokens(state: State) -> list[str]:
    """Tokens of the powers of the character in turn that are worth a trial."""
    return {
        "BA": barbarian, "DR": druid, "MR": mind_reaper, "SO": sorceress, "TH": thief, "WL": warlock, "WT": witch, "WZ": wizard,
        "WR": wraith,
    }[str(me(state)["char"])](state)  # fmt: skip


def reach_of(state: State, squares: list[str], head: str) -> list[str]:
    return [f"{head}>{space}" for square in squares for space in spaces_of(state, square)]


def barbarian(state: State) -> list[str]:
    here = str(me(state)["space"])
    one = [f"pw:rush>{space}" for space in steps(state, here)]
    two = reach_of(state, [square for d in "NESW" for square in run(state, here[:2], d)], "pw:charge")
    return [word + drag for word in one + two for drag in ("", "*")]


def druid(state: State) -> list[str]:
    near = [beside(state["dragon"], direction) for direction in "NESW"]
    found = [f"pw:call>{word}" for target in near if target for word in dragon_words(state, target)]
    return found + [f"pw:rampage>{square}" for direction in "NESW" for square in run(state, state["dragon"], direction)]


def mind_reaper(state: State) -> list[str]:
    lines = [(line, d) for line in "246" for d in "EW"] + [(line, d) for line in "bdf" for d in "NS"]
    slides = [f"pw:shift>{line}{d}" + f"+{k}" * bool(k) for line, d in lines for k in range(4)]
    found = [word for token in slides for word in ridden(state, token)]
    return found + [f"pw:portal>{square}" for square in EDGE]


def sorceress(state: State) -> list[str]:
    found = []
    for seat, player in state["players"].items():
        if seat != state["turn"] and player["space"]:
            found += [f"pw:demand@{seat}={card}{said}" for card in asked_for(state) for said in answers(state, seat, card)]
            for one in steps(state, player["space"]):
                found += [f"pw:command@{seat}>{one}", *(f"pw:command@{seat}>{one}>{two}" for two in steps(state, one))]
    return found


def answers(state: State, seat: str, card: str) -> tuple[str, ...]:
    """How a Demand is listed: without an answer where the hand tells it."""
    hand = state["players"][seat]["hand"]
    held = any(card == (kind[:2] if name_only(state) else kind) for kind in hand)
    return (":y", ":n") if "?" in hand and not held else ("",)


def thief(state: State) -> list[str]:
    return reach_of(state, [*EDGE, *(square for square in tunnels(state) if square not in EDGE)], "pw:leap") + [
        f"pw:pocket@{seat}" for seat in state["players"]
    ]


def warlock(state: State) -> list[str]:
    return ["pw:bargain"]


def witch(state: State) -> list[str]:
    found = [f"pw:curse:{name}@{seat}" for name in CURSES for seat in state["players"]]
    return found + [f"pw:scavenge={card}" for card in sorted(set(state["discard"]))]


def wizard(state: State) -> list[str]:
    top = state["discard"][-1:]
    return ["pw:study", *(f"pw:echo={card}{aim}" for card in top for aim in [*aims(state, card), *[""] * wasteful(state)])]


def wraith(state: State) -> list[str]:
    here = str(me(state)["space"])[:2]
    near = [square for square in (beside(here, d) for d in "NESW") if square]
    far = [square for square in SQUARES if direction_to(here, square) and distance(here, square) <= 3]
    return reach_of(state, near, "pw:shadow") + reach_of(state, far, "pw:phase")

