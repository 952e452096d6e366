"""Calibrating and teaching on the owner's desk: the corners of the board, one arrangement after the other, what was learnt."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from flask import Flask, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.core.errors import CompanionError
from companion.core.grid import Place
from companion.core.scene import Scene
from webui.errors import Refused, refusal
from webui.feed import Feed
from webui.present import Presenter

Step = Literal["idle", "corners", "lay", "ready", "working", "learnt"]
Doing = Literal["", "looking", "learning", "trying", "saving"]
Points = tuple[tuple[float, float], ...]

FARTHEST_PX = 20_000.0


@dataclass(frozen=True, slots=True)
class Sketch:
    """Grid and zones as lines over the picture (px), and the height of the camera (mm)."""

    lines: tuple[Points, ...] = ()
    zones: tuple[Points, ...] = ()
    height_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Misfit:
    """Something that does not lie as it was asked for; `wrong` is a word of the table `teach-wrong`."""

    wrong: str
    place: Place
    kind: str


@dataclass(frozen=True, slots=True)
class TeachFacts:
    """Where the course stands; `serial` grows with every change of it.

    `number` of `count` pictures were taken; `scene` is what shall be laid for the next, `pieces` only its pieces are new.
    `drawings` and `pieces_learnt` say how much was seen of how much; `read` how much of its own pictures the taught eye reads.
    """

    step: Step
    serial: int
    simulated: bool = False
    has_rig: bool = False
    picture: int = 0
    size: tuple[int, int] = (0, 0)
    corners: Points = ()
    sketch: Sketch = field(default_factory=Sketch)
    number: int = 0
    count: int = 0
    scene: Scene | None = None
    pieces: bool = False
    misfits: tuple[Misfit, ...] = ()
    drawings: tuple[int, int] = (0, 0)
    pieces_learnt: tuple[tuple[str, int, int], ...] = ()
    doing: Doing = ""
    read: tuple[int, int] = (0, 0)
    trouble: str = ""


class Teacher(Protocol):
    """The course; safe to call from any thread, and every call returns at once: work is done elsewhere.

    CompanionError or ValueError with a sentence where something cannot be done now.
    """

    def facts(self) -> TeachFacts: ...

    def picture(self) -> bytes | None:
        """The newest frame as JPEG; None when there is none."""
        ...

    def corners(self, points: Points) -> Sketch:
        """The corners of the grid lie there, for the time being; how the table would lie then."""
        ...

    def begin(self) -> None:
        """Open the camera, let the game wait, and go on where the course was left."""
        ...

    def confirm(self) -> None:
        """The corners are right: from now on the rig has them."""
        ...

    def take(self, anyway: bool) -> None:
        """Take the picture; `anyway`: also if something does not lie as asked."""
        ...

    def drop(self) -> None:
        """Forget the last picture."""
        ...

    def forget(self) -> None:
        """Forget all pictures."""
        ...

    def finish(self) -> None:
        """Learn from the pictures; a rig that proves good replaces the one in use."""
        ...

    def leave(self) -> None:
        """The game goes on; the course stays where it is."""
        ...


class TeachPages:
    """The addresses of the course; `holds` says whether the owner asks."""

    def __init__(self, teacher: Teacher, feed: Feed, presenter: Callable[[], Presenter], holds: Callable[[], bool]) -> None:
        """`presenter` speaks the language of a request."""
        self._teacher, self._feed, self._presenter, self._holds = teacher, feed, presenter, holds
        self._acts: Mapping[str, Callable[[], None]] = {
            "begin": teacher.begin,
            "confirm": teacher.confirm,
            "take": lambda: teacher.take(False),
            "take-anyway": lambda: teacher.take(True),
            "drop": teacher.drop,
            "forget": teacher.forget,
            "finish": teacher.finish,
            "leave": teacher.leave,
        }

    def install(self, app: Flask) -> None:
        app.add_url_rule("/table/teach", "teach", self.page)
        app.add_url_rule("/table/teach/picture", "teach_picture", self.picture)
        app.add_url_rule("/table/teach/<act>", "teach_act", self.act, methods=["POST"])
        app.add_url_rule("/api/teach", "teach_state", self.state)
        app.add_url_rule("/api/teach/corners", "teach_corners", self.corners, methods=["POST"])

    def page(self) -> ResponseReturnValue:
        """The step that is to be done now."""
        self._prove()
        return self._page()

    def _page(self, trouble: str = "", status: int = 200) -> Response:
        facts = self._teacher.facts()
        snapshot = self._feed.latest().snapshot
        presenter = self._presenter()
        board, catalogue, words = presenter.board, presenter.catalogue, presenter.words
        named = presenter.place_namer(snapshot)
        wrong = {"trouble": tuple(misfit.place for misfit in facts.misfits)}
        svg = board.svg(facts.scene, board.marks(wrong), named, words) if facts.scene is not None else ""
        labels = {kind.name: kind.label for kind in catalogue.pieces} | {kind.name: kind.label for kind in catalogue.tiles}

        def label(kind: str) -> str:
            return words.plain(labels.get(kind) or kind)

        page = render_template(
            "teach.html",
            facts=facts,
            svg=svg,
            trouble=trouble or facts.trouble,
            snapshot=snapshot,
            label=label,
            place=named,
            sketch=json.dumps(_sketch_json(facts.sketch)),
            corners=json.dumps(facts.corners),
        )
        return make_response(page, status)

    def picture(self) -> ResponseReturnValue:
        self._prove()
        data = self._teacher.picture()
        if data is None:
            raise Refused(404, "refused.no-picture", "refused.no-picture-yet", "refused.wait")
        return Response(data, mimetype="image/jpeg")

    def state(self) -> ResponseReturnValue:
        """How far it is, for a page that waits."""
        self._prove()
        facts = self._teacher.facts()
        return {"serial": facts.serial, "step": facts.step, "doing": facts.doing, "picture": facts.picture}

    def corners(self) -> ResponseReturnValue:
        self._prove()
        if request.mimetype != "application/json":
            raise Refused(415, "refused.unchanged", "refused.body-type", "refused.send-json", {"found": repr(request.mimetype)})
        points = _points(request.get_json(silent=True))
        try:
            return _sketch_json(self._teacher.corners(points))
        except (CompanionError, ValueError) as error:
            raise Refused(409, "refused.no-corners", "", "", said=str(error)) from error

    def act(self, act: str) -> ResponseReturnValue:
        self._prove()
        if act not in self._acts:
            raise refusal(404, request.path, request.method)
        try:
            self._acts[act]()
        except (CompanionError, ValueError) as error:
            return self._page(str(error), 409)
        return redirect("/table" if act == "leave" else "/table/teach", 303)

    def _prove(self) -> None:
        if not self._holds():
            raise Refused(403, "refused.undone", "refused.desk-only", "refused.enter-code")


def _points(body: object) -> Points:
    """Four points from JSON: [[x, y], ...]."""
    rows = body if isinstance(body, list) else []
    points = tuple((float(row[0]), float(row[1])) for row in rows if _is_point(row))
    if len(points) != 4 or len(rows) != 4:
        raise Refused(400, "refused.no-corners", "refused.four-points", "refused.reload")
    return points


def _is_point(row: object) -> bool:
    if not isinstance(row, list) or len(row) != 2:
        return False
    return all(type(part) in (int, float) and math.isfinite(part) and abs(part) < FARTHEST_PX for part in row)


def _sketch_json(sketch: Sketch) -> dict[str, object]:
    return {"lines": sketch.lines, "zones": sketch.zones, "height": round(sketch.height_mm / 10)}
