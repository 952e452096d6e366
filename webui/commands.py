"""What a page may ask for: one closed table from the command's name to the message it becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.core.catalogue import Layout
from companion.core.grid import Cell, Place, Zone
from companion.core.messages import Answer, AsRecorded, Command, Correct, Dispute, Done, Enter, PointAt, TakeBack, TakeOver
from webui.errors import Refused
from webui.feed import DemoName, DemoValue, Published

LONGEST_ACTION = 200
MOST_PLACES = 200

Body = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, and what lies before them: their proved seat (None: the shared page), the newest facts, the table."""

    seat: str | None
    published: Published
    layout: Layout


def parse(body: object, asker: Asker) -> Command:
    """The command in a JSON body; Refused with the reason when there is none."""
    fields = _object(body)
    name = fields.get("command")
    if not isinstance(name, str) or name not in COMMANDS:
        raise bad("refused.no-command", "refused.use-one", name=repr(name), known=", ".join(COMMANDS))
    known, build = COMMANDS[name]
    _only(fields, ("command", "seat", *known))
    return build(fields, asker)


def parse_demo(body: object, published: Published) -> tuple[DemoName, DemoValue]:
    """A command to the simulated players; Refused with the reason when it is none."""
    fields = _object(body)
    demo = published.demo
    if demo is None:
        raise Refused(409, "refused.unchanged", "refused.real-table", "refused.start-demo")
    _only(fields, ("name", "value"))
    name, value = fields.get("name"), fields.get("value")
    if name == "cheat":
        ways = [way.id for way in demo.ways]
        return "cheat", str(_one_of(value, ways, "refused.no-such-way"))
    if name == "running":
        if not isinstance(value, bool):
            raise bad("refused.not-boolean", "refused.reload", value=repr(value))
        return "running", value
    if name == "speed":
        speed = _one_of(value, list(demo.speeds), "refused.no-such-speed")
        assert isinstance(speed, int | float)
        return "speed", float(speed)
    raise bad("refused.no-demo-command", "refused.use-one", name=repr(name), known="cheat, running, speed")


def bad(why: str, remedy: str, **values: object) -> Refused:
    """The refusal of a command, for reasons in the page's words by their keys."""
    return Refused(400, "refused.unchanged", why, remedy, values)


def _object(body: object) -> Body:
    if not isinstance(body, dict):
        raise bad("refused.no-object", "refused.send-object", example='{"command": "done"}')
    return body


def _only(fields: Body, known: tuple[str, ...]) -> None:
    strange = sorted(set(fields) - set(known))
    if strange:
        raise bad("refused.strange-field", "refused.known-fields", name=repr(strange[0]), known=", ".join(known))


def _one_of(value: object, allowed: list[str] | list[float], why: str) -> object:
    # `True == 1.0` in Python, but true is no speed.
    if isinstance(value, bool) or value not in allowed:
        raise bad(why, "refused.choose-one", value=repr(value), known=", ".join(map(str, allowed)))
    return value


def _whole(fields: Body, name: str) -> int:
    value = fields.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise bad("refused.not-whole", "refused.reload", name=name, value=repr(value))
    return value


def _answer(fields: Body, asker: Asker) -> Command:
    number, choice = _whole(fields, "question"), _whole(fields, "choice")
    asked = asker.published.snapshot.question
    if asked is None or asked.number != number:
        raise Refused(409, "refused.no-answer", "refused.question-closed", "refused.look-again", {"number": number})
    if asked.question.seat is not None and asked.question.seat != asker.seat:
        raise Refused(403, "refused.no-answer", "refused.for-somebody-else", "refused.own-page")
    if not 0 <= choice < len(asked.question.choices):
        raise bad("refused.no-choice", "refused.choose-number", number=choice, most=len(asked.question.choices) - 1)
    return Answer(number, choice, asker.seat)


def _enter(fields: Body, asker: Asker) -> Command:
    action = fields.get("action")
    if not isinstance(action, str) or not action.strip() or len(action) > LONGEST_ACTION or not action.isprintable():
        raise bad("refused.no-notation", "refused.from-the-list", most=LONGEST_ACTION)
    return Enter(action, asker.seat)


def _point(fields: Body, asker: Asker) -> Command:
    places = fields.get("places")
    if not isinstance(places, list) or len(places) > MOST_PLACES:
        raise bad("refused.too-many-places", "refused.how-places", most=MOST_PLACES)
    return PointAt(tuple(_place(item, asker.layout) for item in places), asker.seat)


def _place(item: object, layout: Layout) -> Place:
    if isinstance(item, str) and any(zone.name == item for zone in layout.zones):
        return Zone(item)
    if isinstance(item, list) and len(item) == 2 and all(type(part) is int for part in item):
        cell = Cell(item[0], item[1])
        if 0 <= cell.row < layout.rows and 0 <= cell.col < layout.cols:
            return cell
    raise bad("refused.no-place", "refused.how-places", value=repr(item))


Build = Callable[[Body, Asker], Command]

COMMANDS: Mapping[str, tuple[tuple[str, ...], Build]] = {
    "answer": (("question", "choice"), _answer),
    "done": ((), lambda fields, asker: Done(asker.seat)),
    "take-back": ((), lambda fields, asker: TakeBack(asker.seat)),
    "take-over": ((), lambda fields, asker: TakeOver(asker.seat)),
    "as-recorded": ((), lambda fields, asker: AsRecorded(asker.seat)),
    "dispute": (("line",), lambda fields, asker: Dispute(_whole(fields, "line"), asker.seat)),
    "correct": (("line", "choice"), lambda fields, asker: Correct(_whole(fields, "line"), _whole(fields, "choice"), asker.seat)),
    "enter": (("action",), _enter),
    "point": (("places",), _point),
}
"""Name -> (its fields, what makes the message of them)."""
