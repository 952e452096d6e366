"""What one viewer is shown: the published facts cut down to their view, as the templates and the page's script need them."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from companion.core.catalogue import Catalogue
from companion.core.finding import Question
from companion.core.game import CLOCK, TABLE
from companion.core.grid import Place, place_json
from companion.core.lesson import Lesson, lesson_of_rule, lesson_of_step
from companion.core.messages import LineKind, LogLine, Snapshot
from companion.core.scene import ABSENT, Scene
from companion.core.view import LegalAction, View
from webui.board_svg import Board
from webui.feed import Published
from webui.words import Words, named

PARTS = ("banner", "turn", "clock", "question", "acts", "private", "legal", "camera", "lamps", "scores", "log", "demo", "words")
"""The parts of the page that are drawn by the server and replaced one by one; each has a template `part_<name>.html`."""

LONGEST_LOG = 60

UNNAMED = "Player "
"""How a game calls somebody who gave no name, before the number or letter of the seat."""

LATELY = 4
"""So many states of affairs stay drawn for each viewer."""

SHORT = 3
"""A group with a name no longer than this is named after a cell."""

Render = Callable[[str, Mapping[str, object]], str]
"""Fills the template of that name."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A page's content for one viewer at one moment."""

    number: int
    parts: Mapping[str, str]
    board: Mapping[str, object]
    picture: int


class Presenter:
    """Makes what is shown from what is published; remembers the newest ones for each viewer, since many watch the same."""

    def __init__(self, board: Board, render: Render, lessons: Sequence[Lesson] = (), words: Words | None = None) -> None:
        """`words` are those of the one language this presenter speaks."""
        self.board, self.catalogue, self.layout = board, board.catalogue, board.layout
        self.lessons = tuple(lessons)
        self.words = words or Words()
        self._render = render
        self._lock = threading.Lock()
        self._lately: dict[str | None, tuple[tuple[Published, Shown], ...]] = {}

    def shown(self, published: Published, seat: str | None) -> Shown:
        """The content for that seat (None: the shared page)."""
        with self._lock:
            lately = self._lately.get(seat, ())
            known = next((shown for other, shown in lately if _same_but_picture(other, published)), None)
            if known is not None:
                return Shown(published.number, known.parts, known.board, published.picture)
            shown = Shown(published.number, self._parts(published, seat), self._board(published, seat), published.picture)
            # Two changes may follow each other at once: with one remembered, pages that wake up for the first and for the
            # second would have it drawn anew for each other in turn.
            self._lately[seat] = ((published, shown), *lately[: LATELY - 1])
            return shown

    def svg(self, published: Published, seat: str | None) -> str:
        view = self._view(published.snapshot, seat)
        return self.board.svg(view.scene, self._marks(published.snapshot, seat), self.place_namer(published.snapshot), self.words)

    def context(self, published: Published, seat: str | None) -> dict[str, object]:
        """What every template may use."""
        snapshot, view = published.snapshot, self._view(published.snapshot, seat)
        names, question, words = self.names(snapshot), snapshot.question, self.words
        people = tuple(names.values())
        return {
            "words": words,
            "say": words.say,
            "told": self.teller(snapshot),
            "plain": lambda text: words.plain(text, people),
            "snapshot": snapshot,
            "view": view,
            "seat": seat,
            "names": names,
            "panel": published.panel,
            "demo": published.demo,
            "picture": published.picture,
            "actor": next((s for s in snapshot.seats if s.id == view.actor), None),
            "groups": legal_groups(view, words),
            "log": tuple(reversed(snapshot.log[-LONGEST_LOG:])),
            "latest": latest_ruling(snapshot),
            "actors": self.actors,
            "whisper": snapshot.whispers.get(seat, "") if seat else "",
            "asked": question.question if question and may_answer(question.question, seat) else None,
            "asked_number": question.number if question else 0,
            "asked_elsewhere": question is not None and not may_answer(question.question, seat),
            "asked_seat": question.question.seat if question else None,
            "kinds": {kind.name: kind for kind in self.catalogue.pieces},
            "symbol": self.board.symbols.pieces,
            "places": self.places_of(snapshot),
            "lesson": lesson_of_step(self.lessons, view.step),
            "lesson_of": self.lesson_of,
            "names_of": lambda seats: [names.get(seat, seat) for seat in seats],
            "place": self.place_namer(snapshot),
            "places_json": lambda places: json.dumps([place_json(p) for p in places], separators=(",", ":")),
            "heading": lambda group: escape(names.get(group, "")) or words.told(heading(self.catalogue, group), people),
            "words_of": BoardWords(self.catalogue, words, self.place_namer(snapshot)),
        }

    def names(self, snapshot: Snapshot) -> dict[str, str]:
        """What people call the seats; who gave no name is called by a number."""
        return {seat.id: self.called(seat.name) for seat in snapshot.seats}

    def called(self, name: str) -> str:
        """A seat's name on the page; only one that the game made up is translated."""
        return self.words.plain(name) if name.startswith(UNNAMED) else name

    def teller(self, snapshot: Snapshot) -> Callable[[str], Markup]:
        """A function that tells what others said in this language, with people's names in the labels of their places."""
        names = self.names(snapshot)
        labels = [(zone.label, named(zone.label, names)) for zone in self.layout.zones]
        changed = [(label, called) for label, called in labels if label != called]

        def told(text: str) -> Markup:
            for label, called in changed:
                text = text.replace(label, called) if label in text else text
            return self.words.told(text, names.values())

        return told

    @property
    def actors(self) -> dict[str, str]:
        """Who acts beside the seats."""
        return {TABLE: self.words.say("log.table"), CLOCK: self.words.say("log.clock")}

    def place_namer(self, snapshot: Snapshot) -> Callable[[Place], str]:
        """A function that names a place as people do."""
        names = self.names(snapshot)
        return lambda place: self.words.place_name(place, self.layout, names)

    def places_of(self, snapshot: Snapshot) -> Callable[[Iterable[Place]], str]:
        """The same for several places."""
        name = self.place_namer(snapshot)
        return lambda places: self.words.listed(name(place) for place in places)

    def lesson_of(self, rule: str) -> Lesson | None:
        """The lesson about that section of the rulebook."""
        return lesson_of_rule(self.lessons, rule)

    def _parts(self, published: Published, seat: str | None) -> dict[str, str]:
        context = self.context(published, seat)
        return {name: self._render(f"part_{name}.html", context).strip() for name in PARTS}

    def _board(self, published: Published, seat: str | None) -> dict[str, object]:
        view = self._view(published.snapshot, seat)
        return self.board.as_json(view.scene, self._marks(published.snapshot, seat))

    def _marks(self, snapshot: Snapshot, seat: str | None) -> dict[str, str]:
        question = snapshot.question
        latest = latest_ruling(snapshot)
        marked: dict[str, tuple[Place, ...]] = {
            "last": latest.places if latest and latest.kind is not LineKind.ILLEGAL else (),
            "point": snapshot.pointed,
            "asked": question.question.places if question and may_answer(question.question, seat) else (),
            "unsure": snapshot.camera.unsure,
            "hidden": snapshot.camera.hidden,
            "trouble": snapshot.trouble.places or _violated(snapshot.trouble) if snapshot.trouble else (),
        }
        return self.board.marks(marked)

    @staticmethod
    def _view(snapshot: Snapshot, seat: str | None) -> View:
        """The view of that seat and of nobody else; a seat without one gets the public view."""
        return snapshot.views.get(seat) or snapshot.views[None]


def _same_but_picture(one: Published, other: Published) -> bool:
    """Whether nothing but the camera picture is new; a snapshot is large, and frozen: the same one is the same object."""
    return one.snapshot is other.snapshot and one.panel == other.panel and one.demo == other.demo


def _violated(line: LogLine) -> tuple[Place, ...]:
    return tuple(place for violation in line.violations for place in violation.places)


def may_answer(question: Question, seat: str | None) -> bool:
    """Whether this viewer may see and answer the question: its words may hold what only one seat may know."""
    return question.seat is None or question.seat == seat


def latest_ruling(snapshot: Snapshot) -> LogLine | None:
    """The newest line of the log that is not a mere note."""
    return next((line for line in reversed(snapshot.log) if line.kind is not LineKind.NOTE), None)


def legal_groups(view: View, words: Words) -> dict[str, list[LegalAction]]:
    """The legal actions under the headings people think in, in the engine's order."""
    groups: dict[str, list[LegalAction]] = {}
    for action in view.legal:
        groups.setdefault(action.group or words.say("legal.group"), []).append(action)
    # A heading for each single action helps nobody.
    alone = len(groups) > 1 and all(len(actions) == 1 for actions in groups.values())
    return {words.say("legal.any"): list(view.legal)} if alone else groups


def heading(catalogue: Catalogue, group: str) -> str:
    """A group's name as a heading: a piece's letter becomes its name, the name of a cell stays as it is on the board."""
    group = next((kind.label for kind in catalogue.pieces if kind.label and group in (kind.letter, kind.name)), group)
    return group if len(group) <= SHORT else group[0].upper() + group[1:]


@dataclass(frozen=True, slots=True)
class BoardWords:
    """The board as sentences, for those who cannot see the drawing."""

    catalogue: Catalogue
    words: Words
    place: Callable[[Place], str]

    def pieces(self, scene: Scene) -> list[str]:
        say, lines = self.words.say, []
        for piece in scene.pieces:
            line = say("board.piece-at", piece=self._piece(piece.kind), place=self.place(piece.place))
            if piece.facing is not None:
                line += ", " + say("board.facing", facing=self.words.facing_name(piece.facing))
            if piece.side is not None:
                line += ", " + say("board.side", side=say(f"side.{int(piece.side)}"))
            if piece.face is not None:
                line += ", " + say("board.face", face=self.words.plain(piece.face))
            if piece.on is not None:
                line += ", " + say("board.carried", carrier=self._piece(piece.on))
            lines.append(line)
        return lines

    def tiles(self, scene: Scene) -> list[str]:
        """Every tile whose kind is seen, then one line for all that show a common back."""
        say, lines, backs = self.words.say, list[str](), list[str]()
        for tile in scene.tiles:
            if tile.look == ABSENT:
                continue
            place = self.place(tile.place)
            if tile.look.kind is None or tile.look.kind == self.catalogue.back:
                backs.append(place)
                continue
            line = say("board.tile-at", tile=self._tile(tile.look.kind), place=place)
            lines.append(line + (", " + say("board.turned", turns=tile.look.turns) if tile.look.turns else ""))
        if backs:
            lines.append(say("board.face-hidden", count=len(backs), places=self.words.listed(backs)))
        return lines

    def _piece(self, kind: str) -> str:
        return self.words.plain(next((known.label for known in self.catalogue.pieces if known.name == kind), "") or kind)

    def _tile(self, kind: str) -> str:
        return self.words.plain(next((known.label for known in self.catalogue.tiles if known.name == kind), "") or kind)
