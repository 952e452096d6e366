"""The web application: which address answers what, to whom."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast, get_args

from flask import Flask, Response, g, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.core.catalogue import Catalogue, Layout
from companion.core.lesson import Lesson, paragraphs
from webui.board_svg import Board
from webui.commands import Asker, parse, parse_demo
from webui.desk import Desk, DeskPages, Owner
from webui.errors import Refused, refusal
from webui.feed import Feed, Layer
from webui.join import Invitation, invitation, reachable
from webui.language import Languages
from webui.lookback import Book
from webui.phrases import Table
from webui.present import Presenter
from webui.quiet_pages import QuietPages
from webui.seats import COOKIE, Seats
from webui.security import install as install_security
from webui.shapes import safe_colour
from webui.stream import EventStream, Streams, payload
from webui.teaching import Teacher, TeachPages
from webui.words import Words, languages

LONGEST_CODE = 20
BODY_LIMIT = 1 << 20
"""The longest request body in bytes."""

GZIP_LEVEL = 3
"""Little work for most of the gain: a page is packed anew for every visitor."""


@dataclass(frozen=True, slots=True)
class WebConfig:
    """`hosts`: names this machine answers to besides its addresses and localhost; `streams`: pages that are live at once;
    `lan`: the name or address by which phones reach this computer (empty: they cannot).

    `clock` is the table's, by which windows of the rules end; a table that has none needs none.
    """

    hosts: frozenset[str] = frozenset()
    streams: int = 24
    lan: str = ""
    heartbeat_s: float = 10.0
    clock: Callable[[], float] = lambda: 0.0


@dataclass(frozen=True, slots=True)
class Shelf:
    """What there is beside the game itself: its moments (None: only the newest is known), its lesson, the owner's desk.

    `tables` are the phrase books: for each language what translates the sentences of the game and of the table.
    """

    book: Book | None = None
    lessons: Sequence[Lesson] = ()
    desk: Desk | None = None
    owner: Owner | None = None
    tables: Mapping[str, Sequence[Table]] = field(default_factory=dict)
    teacher: Teacher | None = None


def create_app(
    feed: Feed, catalogue: Catalogue, layout: Layout, config: WebConfig | None = None, shelf: Shelf | None = None
) -> Flask:
    """The pages of one table; `app.extensions["streams"].close()` ends its event streams."""
    shelf = shelf or Shelf()
    settings = config or WebConfig()
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = BODY_LIMIT
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["colour"] = safe_colour

    def render(name: str, context: object) -> str:
        return app.jinja_env.get_template(name).render(context)

    board = Board(catalogue, layout)
    spoken = {code: Words(code, shelf.tables.get(code, ())) for code in languages()}
    presenters = {code: Presenter(board, render, told_lessons(shelf, code), words) for code, words in spoken.items()}
    language = Languages(spoken)
    site = _Site(app, feed, presenters, language, settings)
    app.extensions["streams"] = site.streams
    install_security(app, settings.hosts)
    language.install(app)
    site.install()
    pages: DeskPages | None = None
    if shelf.desk is not None:
        pages = DeskPages(shelf.desk, shelf.owner or Owner(), feed, site.seats, site.presenter)
        pages.install(app)
        if shelf.teacher is not None:
            TeachPages(shelf.teacher, feed, site.presenter, pages.holds).install(app)
    QuietPages(feed, site.presenter, site.joining, shelf.book, site.asked_seat,
               lambda: pages is not None and pages.holds()).install(app)
    app.jinja_env.globals["has_teacher"] = shelf.teacher is not None
    app.jinja_env.globals["has_desk"] = shelf.desk is not None
    return app


def told_lessons(shelf: Shelf, code: str) -> list[Lesson]:
    """The game's lesson in that language; what is not translated stays English."""
    said: dict[str, Mapping[str, str]] = {}
    for table in shelf.tables.get(code, ()):
        lessons = table.get("lessons")
        said.update(lessons if isinstance(lessons, Mapping) else {})
    return [replace(lesson, title=said[lesson.key]["title"], text=paragraphs(said[lesson.key]["text"]), language=code)
            if lesson.key in said else lesson for lesson in shelf.lessons]  # fmt: skip


class _Site:
    """The addresses of one application."""

    def __init__(
        self, app: Flask, feed: Feed, presenters: Mapping[str, Presenter], language: Languages, config: WebConfig
    ) -> None:
        self.app = app
        self.feed = feed
        self.presenters, self.language = presenters, language
        self.config = config
        self.seats = Seats()
        self.streams = Streams(config.streams)

    def install(self) -> None:
        add = self.app.add_url_rule
        add("/", "screen", self.screen)
        add("/seat/<seat>", "seat", self.seat_page)
        add("/seat/<seat>", "claim", self.claim, methods=["POST"])
        add("/join", "claim_by_code", self.claim_by_code, methods=["POST"])
        add("/seat/<seat>/leave", "leave", self.leave, methods=["POST"])
        add("/events", "events", self.events)
        add("/api/snapshot", "snapshot", self.snapshot)
        add("/api/command", "command", self.command, methods=["POST"])
        add("/api/demo", "demo", self.demo, methods=["POST"])
        add("/picture/<layer>", "picture", self.picture)
        self.app.register_error_handler(Refused, self._refused)
        self.app.register_error_handler(HTTPException, self._http_error)

    def presenter(self) -> Presenter:
        """The presenter of this request's language."""
        return self.presenters[self.language.now.code]

    # Pages -----------------------------------------------------------------------------------------------------------

    def screen(self) -> ResponseReturnValue:
        """The shared page: what everybody may know."""
        return self._page(None)

    def seat_page(self, seat: str) -> ResponseReturnValue:
        """The page of one seat, to whoever holds it; to others an offer to sit down, or a refusal."""
        name = self._seat_name(seat)
        if self._holds(seat):
            return self._page(seat)
        taken = seat in self.seats.taken()
        page = render_template("claim.html", seat=seat, name=name, taken=taken)
        return make_response(page, 403 if taken else 200)

    def joining(self) -> dict[str, object]:
        """What the list of seats shows."""
        snapshot = self.feed.latest().snapshot
        names = self.presenter().names(snapshot)
        return {"snapshot": snapshot, "names": names, "taken": self.seats.taken(), "join": self.invitation()}

    def claim_by_code(self) -> ResponseReturnValue:
        """A typed code is exchanged once for the seat."""
        names = self.presenter().names(self.feed.latest().snapshot)
        seat = self.seats.seat_of(request.form.get("code", "")[:LONGEST_CODE], names)
        if seat is None:
            return make_response(render_template("join.html", **self.joining(), wrong=True), 401)
        return self.claim(seat)

    def claim(self, seat: str) -> ResponseReturnValue:
        name = self._seat_name(seat)
        token = self.seats.claim(seat, request.cookies.get(COOKIE))
        if token is None:
            return make_response(render_template("claim.html", seat=seat, name=name, taken=True), 403)
        answer = redirect(url_for("seat", seat=seat), 303)
        # No `secure`: a table at home is reached over plain http, where such a cookie would never come back.
        answer.set_cookie(COOKIE, token, httponly=True, samesite="Strict", path="/")
        return answer

    def leave(self, seat: str) -> ResponseReturnValue:
        self._seat_name(seat)
        self._prove(seat)
        self.seats.leave(request.cookies.get(COOKIE))
        answer = redirect(url_for("screen"), 303)
        answer.delete_cookie(COOKIE, httponly=True, samesite="Strict", path="/")
        return answer

    def _page(self, seat: str | None) -> Response:
        published, presenter = self.feed.latest(), self.presenter()
        shown = presenter.shown(published, seat)
        snapshot = published.snapshot
        page = render_template(
            "page.html",
            parts=shown.parts,
            svg=presenter.svg(published, seat),
            seat=seat,
            seat_name=presenter.names(snapshot).get(seat or "", ""),
            snapshot=snapshot,
            picture=shown.picture,
            wide=presenter.board.wide,
            join=None if seat else self.invitation(),
            codes=self.codes(presenter),
            now=f"{self.config.clock():.3f}",
            id=f"{self.streams.run}-{shown.number}",
        )
        answer = Response(page, mimetype="text/html")
        if request.accept_encodings.best_match(["gzip"]):
            # The drawings of all kinds travel inside the page: four fifths of it, and they shrink to a tenth.
            answer.set_data(gzip.compress(page.encode(), GZIP_LEVEL))
            answer.headers["Content-Encoding"] = "gzip"
        answer.vary.add("Accept-Encoding")
        return answer

    def invitation(self) -> Invitation | None:
        """Where phones find this table; None where they cannot."""
        base = reachable(request.host_url, self.config.lan)
        return None if base is None else invitation(base)

    def codes(self, presenter: Presenter) -> Mapping[str, str]:
        """The names of those whose seats are free, with the code of each."""
        names = presenter.names(self.feed.latest().snapshot)
        return {names[seat]: code for seat, code in self.seats.codes(names).items()}

    def _codes_shown(self) -> Callable[[], Mapping[str, str]]:
        """A function that draws the codes for the big screen; nothing where phones cannot join."""
        if self.invitation() is None:
            return dict
        # The stream goes on when the request is over: nothing in it may ask for the request.
        drawn, presenter = self.app.jinja_env.get_template("part_codes.html"), self.presenter()
        return lambda: {"codes": drawn.render({"codes": self.codes(presenter), "say": presenter.words.say}).strip()}

    # Live ------------------------------------------------------------------------------------------------------------

    def events(self) -> ResponseReturnValue:
        """The event stream of the shared page, or of `?seat=` to whoever holds that seat."""
        seat, token = self.asked_seat(request.args.get("seat")), request.cookies.get(COOKIE)
        if not self.streams.enter():
            raise Refused(503, "refused.not-live", "refused.all-live", "refused.ask-snapshot", {"count": self.config.streams})
        gone = request.environ.get("waitress.client_disconnected", lambda: False)
        known = request.headers.get("Last-Event-ID") or request.args.get("after", "")
        body = EventStream(
            self.streams,
            self.feed,
            self.presenter(),
            seat,
            known,
            self.config.heartbeat_s,
            lambda: seat is None or self.seats.holds(seat, token),
            gone,
            self._codes_shown() if seat is None else dict,
        )
        return Response(body, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})

    def snapshot(self) -> ResponseReturnValue:
        """Everything on the page as JSON; 304 when the caller's ETag is still the newest."""
        seat = self.asked_seat(request.args.get("seat"))
        beside = self._codes_shown()() if seat is None else {}
        told = payload(self.presenter().shown(self.feed.latest(), seat), self.streams.run, beside)
        text = json.dumps(told, separators=(",", ":"))
        answer = Response(text, mimetype="application/json", headers={"Cache-Control": "private, no-cache"})
        answer.set_etag(hashlib.sha256(text.encode()).hexdigest()[:32])
        return answer.make_conditional(request)

    def picture(self, layer: str) -> ResponseReturnValue:
        """The newest camera picture as JPEG; the page adds the picture's number, so that no old one is shown."""
        if layer not in get_args(Layer):
            raise refusal(404, request.path, request.method)
        data = self.feed.picture(cast(Layer, layer))
        if data is None:
            raise Refused(404, "refused.no-picture", "refused.no-picture-yet", "refused.wait")
        return Response(data, mimetype="image/jpeg")

    # Changes -----------------------------------------------------------------------------------------------------------

    def command(self) -> ResponseReturnValue:
        """A command to the table: 202, since the table thread decides about it later."""
        body = _json_body()
        seat = self.asked_seat(body.get("seat") if isinstance(body, dict) else None)
        published = self.feed.latest()
        self.feed.submit(parse(body, Asker(seat, published, self.presenter().layout)))
        return {"taken": True}, 202

    def demo(self) -> ResponseReturnValue:
        name, value = parse_demo(_json_body(), self.feed.latest())
        self.feed.demo_command(name, value)
        return {"taken": True}, 202

    # Seats -------------------------------------------------------------------------------------------------------------

    def _seat_name(self, seat: str) -> str:
        names = self.presenter().names(self.feed.latest().snapshot)
        if seat not in names:
            raise refusal(404, request.path, request.method)
        return names[seat]

    def _holds(self, seat: str) -> bool:
        return self.seats.holds(seat, request.cookies.get(COOKIE))

    def _prove(self, seat: str) -> None:
        if not self._holds(seat):
            raise Refused(403, "refused.not-shown", "refused.not-your-seat", "refused.sit-down", {"seat": seat})

    def asked_seat(self, seat: object) -> str | None:
        """The seat a request speaks for, proved by its cookie; None for the shared page."""
        if seat is None:
            return None
        if not isinstance(seat, str):
            raise Refused(400, "refused.not-read", "refused.seat-no-text", "refused.reload", {"value": repr(seat)})
        self._prove(seat)
        return seat

    # Refusals ----------------------------------------------------------------------------------------------------------

    def _refused(self, error: Refused) -> ResponseReturnValue:
        """The one shape of every error: JSON for scripts, a small page for people."""
        g.refused, words = error, self.language.now
        if request.path.startswith(("/api/", "/events", "/picture/")) or request.mimetype == "application/json":
            return error.as_json(words), error.status
        return render_template("message.html", error=error.told(words)), error.status

    def _http_error(self, error: HTTPException) -> ResponseReturnValue:
        if error.code is None or error.code < 400:
            return error.get_response()
        answer = make_response(self._refused(refusal(error.code, request.path, request.method)))
        allow = error.get_response().headers.get("Allow")
        if allow:
            answer.headers["Allow"] = allow
        return answer


def _json_body() -> object:
    """The JSON body of a request that changes something."""
    if request.mimetype != "application/json":
        found = request.mimetype or "no content type"
        raise Refused(415, "refused.unchanged", "refused.body-type", "refused.send-json", {"found": repr(found)})
    try:
        body: object = json.loads(request.get_data(cache=False))
    except (ValueError, RecursionError) as error:
        values = {"error": str(error)}
        raise Refused(400, "refused.unchanged", "refused.no-json", "refused.send-one-object", values) from error
    return body
