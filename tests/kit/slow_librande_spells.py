"""Spells and answers of Maze by the letter of the rules: targets, windows, what a spell does when it stands."""

from __future__ import annotations

import re
from typing import Any

from slow_librande_table import State, all_spaces, in_range, is_space, sees, steps
from slow_librande_text import COPIES, known
from slow_librande_turn import AllowedError, BrokenError, at, carry, clockwise, go, lost_turns, refuse, seat_of, status, walled

AIMED = ("FZ", "SW", "TF")
PROTECTABLE = AIMED


# Hands ----------------------------------------------------------------------------------------------------------------


def check_held(state: State, seat: str, card: str) -> None:
    """The card is in the hand, or may be among its unknown cards."""
    hand = state["players"][seat]["hand"]
    refuse(card not in COPIES, "card-not-held")
    if card not in hand:
        refuse("?" not in hand, "card-not-held")
        refuse(known(state)[card] >= COPIES[card], "card-count-impossible")


def holds(state: State, seat: str) -> list[str]:
    """Every card this hand may hold."""
    hand = state["players"][seat]["hand"]
    count = known(state)
    return [card for card in COPIES if card in hand or ("?" in hand and count[card] < COPIES[card])]


def take(state: State, seat: str, card: str) -> None:
    hand = state["players"][seat]["hand"]
    hand.remove(card if card in hand else "?")


def give(state: State, seat: str, card: str) -> None:
    state["players"][seat]["hand"] = sorted([*state["players"][seat]["hand"], card])


def room(state: State, seat: str) -> bool:
    return state["opt"]["hand-limit"] == "draws-only" or len(state["players"][seat]["hand"]) < 6


def eyes_of(state: State) -> str | None:
    """The Sorceress's seat while she may still use Hypnotic Eyes, and there is a step to make."""
    seat = seat_of(state, "SO")
    if seat is None or seat == state["turn"] or state["acted"] or state["stack"] or state["pending"] or state["over"]:
        return None
    mover = state["players"][state["turn"]]
    seen = mover["char"] != "WR" and sees(state, at(state, seat), at(state, state["turn"]))
    free = any(not walled(state, state["turn"], mover["space"], target) for target in steps(state, mover["space"]))
    return seat if seen and free else None


# Targets ----------------------------------------------------------------------------------------------------------------


def check_seat(state: State, by: str, target: str | None) -> None:
    """Another player in the maze."""
    refuse(target not in state["players"], "no-such-target")
    refuse(target == by, "target-is-self")
    assert target
    refuse(state["players"][target]["space"] is None, "target-not-in-maze")
    down = state["players"][target]["st"].startswith("down")
    refuse(down and state["opt"]["recovering-targetable"] == "no", "target-not-in-maze")


def check_player(state: State, by: str, target: str, name: str, reach: str, size: int) -> None:
    """The rules of 5.5 for a Freeze, Switch or Theft; `size` is the caster's hand without the card cast."""
    victim, here = state["players"][target], at(state, by)
    there, char = at(state, target), victim["char"]
    refuse(not in_range(state, reach, here, there), "out-of-range")
    able = victim["st"] == "ok"
    refuse(able and char == "TH" and state["tiles"][there][0] == "Lt", "target-hidden")
    refuse(able and char == "MR" and sees(state, there, here), "target-mind-fog")
    refuse(able and char == "WR" and name == "SW", "target-intangible")
    if name == "FZ":
        refuse(not able and state["opt"]["freeze-stacking"] == "no", "freeze-already-skipping")
    if name == "TF":
        refuse(not victim["pile"] and not victim["hand"], "theft-nothing-to-steal")
        full = size >= 6 and state["opt"]["hand-limit"] == "all"
        refuse(not victim["pile"] and full, "hand-full")


def check_teleport(state: State, by: str, space: str, reach: str) -> None:
    refuse(not in_range(state, reach, at(state, by), space[:2]), "out-of-range")
    refuse(space == state["players"][by]["space"], "teleport-nowhere")


def check_pull(state: State, by: str, words: str, reach: str) -> None:
    """One mini-move of Telekinesis."""
    one, other = words.split(">")
    refuse(not is_space(state, one) or not is_space(state, other), "bad-space")
    refuse(not state["treasure"].get(one), "tk-no-treasure")
    refuse(not in_range(state, reach, at(state, by), one[:2]), "out-of-range")
    refuse(other not in steps(state, one), "tk-bad-step")


def surcharge(state: State, by: str, name: str, target: str | None) -> int:
    """Evil Eye: spells aimed at an able Witch by a player in her line of sight cost one more."""
    witch = seat_of(state, "WT")
    return int(name in AIMED and witch is not None and target == witch and sees(state, at(state, witch), at(state, by)))


def cast(state: State, word: str, echo: bool = False) -> None:
    """cs, and Echo."""
    card, tilde, arg = re.fullmatch(r"(\w+)(~?)(?:@(.+))?", word).groups()  # type: ignore[union-attr]
    by, name, reach = state["turn"], card[:2], card[2:]
    me = state["players"][by]
    if echo:
        refuse(me["char"] != "WZ", "power-not-yours")
        refuse(state["discard"][-1:] != [card], "card-not-in-discard")
    else:
        check_held(state, by, card)
    refuse(name in ("AM", "PR"), "response-only")
    if arg is None and name not in ("HA", "AM", "PR") and wasteful(state) and no_target(state, word, echo):
        name = "waste"
    refuse(name == "HA" and arg, "no-such-target")
    if name in AIMED:
        check_seat(state, by, arg)
    elif name in ("TP", "TK"):
        refuse(arg is None or any(not is_space(state, space) for space in arg.split(">")), "bad-space")
    refuse(state["under"] == "silence", "cursed-silence")
    if tilde:
        refuse(me["char"] != "WL", "power-not-yours")
        refuse(state["free"], "free-ability-used")
        refuse(reach not in ("c", "l"), "power-condition")
        reach = "l" if reach == "c" else "c"
    if name in AIMED:
        check_player(state, by, arg, name, reach, len(me["hand"]) - (0 if echo else 1))
    elif name == "TP":
        check_teleport(state, by, arg, reach)
    elif name == "TK":
        check_pull(state, by, arg, reach)
    cost = 2 if echo else 0 if name == "HA" else 1
    go(state, cost + surcharge(state, by, name, arg))
    state["free"] = state["free"] or bool(tilde)
    if echo:
        state["discard"].pop()
    else:
        take(state, by, card)
        state["discard"].append(card)
    state["last"] = ("other",)
    aimed = arg if name in AIMED else None
    frame = {"card": card, "by": by, "aimed": aimed, "name": name, "arg": arg, "reach": reach, "echo": echo, "original": True}
    if name == "TF" and arg and state["opt"]["theft-choice"] == "on-cast":
        state["pending"] = {"kind": "choice", "frame": frame | {"loot": ""}}
    else:
        push(state, frame | {"loot": ""})


def no_target(state: State, word: str, echo: bool) -> bool:
    """Whether this card has no legal target, points left aside."""
    rich = {**state, "ap": 99, "opt": state["opt"] | {"fizzle-casts": "no"}, "trial": True}
    for aim in aims(state, word[:3].rstrip("~")):
        try:
            cast(rich, word + aim, echo)
        except AllowedError:
            return False
        except BrokenError:
            continue
    return True


# Windows ----------------------------------------------------------------------------------------------------------------


def push(state: State, frame: dict[str, Any]) -> None:
    state["stack"].append(frame)
    ask(state, frame)
    settle(state)


def ask(state: State, frame: dict[str, Any]) -> None:
    """Opens the window on a spell: who is to be asked, in order."""
    order = [frame["aimed"]] if frame["aimed"] else []
    order += [seat for seat in clockwise(state, frame["by"]) if seat not in order]
    players = state["players"]
    frame["asked"] = [s for s in order if s != frame["by"] and players[s]["st"] == "ok" and players[s]["hand"]]
    frame["passed"] = []


def settle(state: State) -> None:
    """Resolves every spell that nobody is left to be asked about, the innermost first."""
    while state["stack"] and not state["stack"][-1]["asked"]:
        frame = state["stack"].pop()
        if frame["original"]:
            under_deck(state, frame)
            stands(state, frame)
            continue
        stopped = state["stack"].pop()
        under_deck(state, stopped)
        if state["stack"]:
            ask(state, state["stack"][-1])


def under_deck(state: State, frame: dict[str, Any]) -> None:
    """An echoed card goes under the deck when its window is over, however that ends."""
    if frame["original"] and frame["echo"]:
        state["deck"].append(frame["card"])


def passes(state: State, seat: str) -> None:
    """This seat and those before it in the list pass."""
    skip(state, state["stack"][-1], seat)
    settle(state)


def skip(state: State, frame: dict[str, Any], seat: str) -> None:
    """This seat need not be asked any more, nor those before it, unless all may speak at once."""
    first = state["opt"]["answer-order"] == "first-come"
    gone = [seat] if first else frame["asked"][: frame["asked"].index(seat) + 1]
    frame["passed"] += gone
    frame["asked"] = [other for other in frame["asked"] if other not in gone]


def all_pass(state: State) -> None:
    while state["stack"]:
        passes(state, state["stack"][-1]["asked"][-1])


def answer(state: State, word: str) -> None:
    """re:SEAT=CARD and re:SEAT=-"""
    seat, card = word.split("=")
    eyes = eyes_of(state)
    if eyes and word == f"{eyes}=-":
        go(state)
        state["acted"] = True
        return
    refuse(not state["stack"], "response-nothing-to-answer")
    frame = state["stack"][-1]
    refuse(seat not in state["players"], "no-such-target")
    refuse(frame["by"] == seat, "response-own-spell")
    refuse(state["players"][seat]["st"] != "ok", "response-while-incapacitated")
    refuse(seat in frame["passed"], "response-out-of-order")
    refuse(seat not in frame["asked"], "card-not-held")
    if card == "-":
        go(state)
        passes(state, seat)
        return
    check_held(state, seat, card)
    check_answer(state, seat, card, frame)
    go(state)
    take(state, seat, card)
    state["discard"].append(card)
    push(state, {"card": card, "by": seat, "aimed": frame["by"], "original": False})


def check_answer(state: State, seat: str, card: str, frame: dict[str, Any]) -> None:
    """What this seat may play against the spell on top."""
    char = state["players"][seat]["char"]
    ward = char == "WZ" and sees(state, at(state, seat), at(state, frame["by"]))
    refuse(card not in ("AM", "PR") and not ward, "not-a-response-card")
    if card == "AM" or (card == "PR" and char == "WL"):
        return
    refuse(not frame["original"] or frame["name"] not in PROTECTABLE, "protect-wrong-spell")
    refuse(frame["aimed"] != seat, "protect-not-target")


# Effects ----------------------------------------------------------------------------------------------------------------


def stands(state: State, frame: dict[str, Any]) -> None:
    """A spell takes effect."""
    name, by, arg = frame["name"], frame["by"], frame["arg"]
    players = state["players"]
    if name == "HA":
        state["ap"] += 1
    elif name == "FZ":
        st = players[arg]["st"]
        players[arg]["st"] = "frozen" if st == "ok" else status(st.rstrip("0123456789"), lost_turns(st) + 1)
    elif name == "SW":
        players[by]["space"], players[arg]["space"] = players[arg]["space"], players[by]["space"]
    elif name == "TP":
        players[by]["space"] = arg
    elif name == "TF":
        if frame["loot"]:
            rob(state, by, arg, frame["loot"])
        elif players[arg]["pile"] or (players[arg]["hand"] and room(state, by)):
            state["pending"] = {"kind": "theft", "victim": arg}
    elif name == "TK":
        carry(state, *arg.split(">"))
        state["pending"] = {"kind": "telekinesis", "reach": frame["reach"], "left": 2}


def rob(state: State, by: str, victim: str, loot: str) -> None:
    """A Theft chosen blind takes what is there of it; what is not there is not taken."""
    if loot == "t" and state["players"][victim]["pile"]:
        state["players"][victim]["pile"] -= 1
        state["players"][by]["pile"] += 1
    elif loot == "?" or (loot != "t" and loot in holds(state, victim)):
        steal(state, by, victim, loot)


def steal(state: State, by: str, victim: str, card: str) -> None:
    hand = state["players"][victim]["hand"]
    if not hand or not room(state, by):
        return
    if card == "?":
        # Any card of the hand may have gone: none of those left is known any more.
        hand[:] = ["?"] * len(hand)
    take(state, victim, card)
    give(state, by, card)


def theft(state: State, word: str) -> None:
    """tf:t, tf:CARD and, where hands are not known, tf:?"""
    if state["pending"]["kind"] == "choice":
        choose(state, word)
        return
    by, victim = state["turn"], state["pending"]["victim"]
    pile, hand = state["players"][victim]["pile"], state["players"][victim]["hand"]
    if word == "t":
        refuse(not pile, "theft-no-treasure")
        go(state)
        state["players"][victim]["pile"] -= 1
        state["players"][by]["pile"] += 1
    else:
        if word == "?":
            refuse(not hand, "theft-no-such-card")
        elif word not in hand:
            refuse(word not in COPIES or "?" not in hand, "theft-no-such-card")
            refuse(known(state)[word] >= COPIES[word], "card-count-impossible")
        refuse(not room(state, by), "hand-full")
        go(state)
        steal(state, by, victim, word)
    state["pending"] = None


def choose(state: State, word: str) -> None:
    """What a Theft shall take, said before the answers."""
    frame = state["pending"]["frame"]
    player = state["players"][frame["arg"]]
    if word == "t":
        refuse(not player["pile"], "theft-no-treasure")
    else:
        refuse(not player["hand"] or (word != "?" and word not in COPIES), "theft-no-such-card")
        refuse(not room(state, state["turn"]), "hand-full")
    go(state)
    state["pending"] = None
    push(state, frame | {"loot": word})


def pull(state: State, word: str) -> None:
    """tk:FROM>TO and tk:-"""
    pending = state["pending"]
    if word == "-":
        go(state)
        state["pending"] = None
        return
    check_pull(state, state["turn"], word, pending["reach"] if state["opt"]["tk-range"] == "each" else "s")
    go(state)
    carry(state, *word.split(">"))
    pending["left"] -= 1
    if not pending["left"]:
        state["pending"] = None


# What might be played -------------------------------------------------------------------------------------------------


def aims(state: State, card: str) -> list[str]:
    """Every target a card could be cast at, legal or not."""
    name = card[:2]
    if name == "HA":
        return [""]
    if name in AIMED:
        return [f"@{seat}" for seat in state["players"]]
    if name == "TP":
        return [f"@{space}" for space in all_spaces(state)]
    return [f"@{words}" for words in pulls(state)] if name == "TK" else []


def pulls(state: State) -> list[str]:
    return [f"{one}>{other}" for one, number in state["treasure"].items() if number for other in steps(state, one)]


def spell_tokens(state: State) -> list[str]:
    found = []
    for card in holds(state, state["turn"]):
        targets = [*aims(state, card), *[""] * wasteful(state)]
        found += [f"cs:{card}{aim}" for aim in targets]
        if state["players"][state["turn"]]["char"] == "WL":
            found += [f"cs:{card}~{aim}" for aim in targets]
    return found


def wasteful(state: State) -> bool:
    return bool(state["opt"]["fizzle-casts"] == "yes")


def answer_tokens(state: State, seat: str) -> list[str]:
    return [f"re:{seat}=-", *(f"re:{seat}={card}" for card in holds(state, seat))]


def theft_tokens(state: State) -> list[str]:
    if state["pending"]["kind"] == "choice":
        return ["tf:t", *(f"tf:{card}" for card in COPIES)]
    victim = state["pending"]["victim"]
    hidden = ["tf:?"] if "?" in state["players"][victim]["hand"] else []
    return ["tf:t", *hidden, *(f"tf:{card}" for card in COPIES if card in state["players"][victim]["hand"])]
