"""Who plays, who scores what, in which order and by which options: the part of a position that never changes."""

from __future__ import annotations

from dataclasses import replace

from companion.core.word import Word
from companion.games.mice_in_a_maze.geometry import COLOURS, Nests, layout_ports, make_nests
from companion.games.mice_in_a_maze.options import ELSEWHERE, OPTIONS, Options, option_problem
from companion.games.mice_in_a_maze.position import Field
from companion.games.mice_in_a_maze.state import Player, Terms, make_terms

Fields = dict[str, Field]
Colours = tuple[str, ...]

MOST_PLAYERS = 8


def read_terms(fields: Fields) -> Terms:
    """The terms the fields describe."""
    options, nests, option_order = _read_options(fields.get("options"))
    plays, scores = _read_sides(fields.get("players")), _read_sides(fields.get("owners"))
    mice = _read_mice_letters(fields, plays, scores)
    players = _make_players(fields, mice, plays, scores)
    order = _read_order(fields.get("order"), option_order, mice)
    ordered = tuple(replace(player, mice=tuple(sorted(player.mice, key=order.index))) for player in players)
    return make_terms(options, nests, ordered, order)


def _read_options(field: Field | None) -> tuple[Options, Nests, Word | None]:
    values: dict[str, Word] = {}
    for key, value in field.pairs() if field else ():
        names = {option.name for option in OPTIONS}
        problem = option_problem(key.text, value.text)
        if problem:
            (value if key.text in names else key).bad(problem)
        if key.text in values:
            key.bad("this option is given twice; keep one of them")
        values[key.text] = value
    kept = {name: word.text for name, word in values.items() if name not in ELSEWHERE}
    return Options(**kept), _read_nests(values), values.get("order")


def _read_nests(values: dict[str, Word]) -> Nests:
    """The nests of the options `layout` and `colours`."""
    layout = values["layout"].text if "layout" in values else "every-other"
    ring = values["colours"].text if "colours" in values else COLOURS
    try:
        layout_ports(layout)
    except ValueError as error:
        values["layout"].bad(str(error))
    try:
        return make_nests(layout, ring)
    except ValueError as error:
        values["colours"].bad(str(error))


def _read_sides(field: Field | None) -> dict[str, Colours]:
    """`P1=R,P P2=Y,B`: colours of each player, every colour once."""
    sides: dict[str, Colours] = {}
    taken: set[str] = set()
    for key, value in field.pairs() if field else ():
        if key.text not in {f"P{number}" for number in range(1, MOST_PLAYERS + 1)}:
            key.bad("players are called P1, P2 and so on")
        if key.text in sides:
            key.bad("this player is given twice; list all colours together")
        colours = tuple(value.text.split(","))
        for colour in colours:
            if colour not in tuple(COLOURS) or colour in taken:
                value.bad(f"each of {' '.join(COLOURS)} belongs to one player at most, parted by commas; {colour!r} does not fit")
            taken.add(colour)
        sides[key.text] = colours
    return sides


def _read_mice_letters(fields: Fields, plays: dict[str, Colours], scores: dict[str, Colours]) -> Colours:
    """The playing mice; without the field `mice` the colours played, or the first colour of every owner."""
    field = fields.get("mice")
    if field is None:
        letters = [colour for colours in plays.values() for colour in colours] or [colours[0] for colours in scores.values()]
        if not letters:
            Word("mice", 1, 1).bad("this field is required; write where every mouse stands, such as mice: R=Nb Y=c5n*")
        return tuple(letters)
    letters = []
    for key, _ in field.pairs():
        if key.text not in tuple(COLOURS):
            key.bad(f"there is no such mouse; the mice are {' '.join(COLOURS)}")
        if key.text in letters:
            key.bad("this mouse is given twice; it stands in one place")
        letters.append(key.text)
    if not letters:
        field.name.bad("at least one mouse must play")
    return tuple(letters)


def _make_players(fields: Fields, mice: Colours, plays: dict[str, Colours], scores: dict[str, Colours]) -> tuple[Player, ...]:
    if not plays:
        plays = _guess_players(mice, scores)
    _check_mice(fields, mice, plays)
    players = []
    for seat in sorted(set(plays) | set(scores)):
        played = plays.get(seat, ())
        scored = scores.get(seat, ()) if scores else ()
        missing = tuple(colour for colour in played if colour not in scored)
        others = {colour for other, colours in scores.items() if other != seat for colour in colours}
        if set(missing) & others:
            fields["owners"].value.bad(f"{seat} plays {', '.join(sorted(set(missing) & others))}, so nobody else may score it")
        players.append(Player(seat, played, (*missing, *scored) if missing else scored))
    return tuple(players)


def _guess_players(mice: Colours, scores: dict[str, Colours]) -> dict[str, Colours]:
    """Whoever scores a mouse plays it; where nobody does, one player for each mouse, P1 first."""
    owned = {colour for colours in scores.values() for colour in colours}
    if scores and set(mice) <= owned:
        return {seat: tuple(mouse for mouse in mice if mouse in colours) for seat, colours in scores.items()}
    return {f"P{number}": (mouse,) for number, mouse in enumerate(mice, start=1)}


def _check_mice(fields: Fields, mice: Colours, plays: dict[str, Colours]) -> None:
    played = {mouse for colours in plays.values() for mouse in colours}
    if played != set(mice):
        odd = ", ".join(sorted(played ^ set(mice)))
        fields["players" if "players" in fields else "mice"].value.bad(
            f"'players' and 'mice' must name the same mice; {odd} stands in one of them only"
        )


def _read_order(field: Field | None, option: Word | None, mice: Colours) -> Colours:
    if field is None and option is None:
        return mice
    if field is not None and option is not None:
        option.bad("the order is given in the field 'order' already; keep one of them")
    letters = tuple(word.text for word in field.words()) if field else tuple(option.text if option else "")
    if sorted(letters) != sorted(mice):
        wrong = field.value if field else option or Word("order", 1, 1)
        wrong.bad(f"the order names each playing mouse once: {' '.join(mice)}")
    return letters
