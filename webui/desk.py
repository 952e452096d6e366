"""The owner's desk: start and resume games, seats, lamps and sounds, health, the record; behind a code that is exchanged once."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from flask import Flask, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.core.catalogue import Option
from companion.core.errors import CompanionError
from webui.errors import Refused, refusal
from webui.feed import Feed
from webui.guessing import Guessing
from webui.present import Presenter
from webui.seats import Seats

COOKIE = "companion_owner"
MOST_NAMES = 8
LONGEST_FIELD = 2000


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that can be started: how many may play, and the choices of its rules."""

    id: str
    title: str
    people: tuple[int, ...]
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """A game on record: its number, its title, who plays, how many lines, whether it is over."""

    number: int
    title: str
    players: tuple[str, ...]
    lines: int
    finished: bool


@dataclass(frozen=True, slots=True)
class Health:
    """One line of the doctor's list; `state` is ok, note or broken."""

    name: str
    state: str
    found: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class DeskFacts:
    offers: tuple[Offer, ...]
    kept: tuple[Kept, ...]
    brightness: float
    quiet: bool


class Desk(Protocol):
    """What the owner may do; CompanionError or ValueError with a sentence where it cannot be done."""

    def facts(self) -> DeskFacts: ...

    def health(self) -> tuple[Health, ...]:
        """The doctor's list; takes some seconds."""
        ...

    def start(self, game: str, names: tuple[str, ...], options: Mapping[str, str]) -> None:
        """End this game (it stays on record) and begin another."""
        ...

    def resume(self, number: int) -> None: ...

    def lamps(self, brightness: float, quiet: bool) -> None: ...

    def backup(self) -> bytes:
        """The whole record as one file."""
        ...

    def receive(self, at: int, of: int, part: bytes) -> bool:
        """The bytes from `at` on of a backup that is `of` bytes long; with the last of them it is examined and restored: True."""
        ...

    def end(self) -> None:
        """End the program."""
        ...


class Owner:
    """Who may sit at the desk: whoever knows the code that was printed where the program was started."""

    def __init__(self, code: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        self.code = code or f"{secrets.randbelow(10**6):06d}"
        self._lock, self._guessing = threading.Lock(), Guessing(clock)
        self._tokens: set[bytes] = set()

    def claim(self, guess: str) -> str | None:
        """A token for the right code, None for a wrong one; Refused while guessing is slowed down."""
        with self._lock:
            self._guessing.may_try()
            right = hmac.compare_digest(guess.replace(" ", "").encode(), self.code.encode())
            self._guessing.tried(right)
            if not right:
                return None
            token = secrets.token_urlsafe(32)
            self._tokens.add(hashlib.sha256(token.encode()).digest())
            return token

    def holds(self, token: str | None) -> bool:
        with self._lock:
            return token is not None and hashlib.sha256(token.encode()).digest() in self._tokens


class DeskPages:
    """The addresses of the desk."""

    def __init__(self, desk: Desk, owner: Owner, feed: Feed, seats: Seats, presenter: Callable[[], Presenter]) -> None:
        """`presenter` speaks the language of a request."""
        self._presenter = presenter
        self._desk, self._owner, self._feed, self._seats = desk, owner, feed, seats
        self._acts: Mapping[str, Callable[[MultiDict[str, str]], None]] = {
            "start": self._start,
            "resume": lambda form: desk.resume(_whole(form, "number")),
            "lamps": lambda form: desk.lamps(_share(form, "brightness"), form.get("quiet") == "yes"),
            "free-seat": lambda form: seats.free(form.get("seat", "")),
            "end": lambda form: desk.end(),
        }

    def install(self, app: Flask) -> None:
        app.add_url_rule("/table", "table", self.table)
        app.add_url_rule("/table/claim", "claim_table", self.claim, methods=["POST"])
        app.add_url_rule("/table/backup", "backup", self.backup)
        app.add_url_rule("/api/restore", "restore", self.restore, methods=["POST"])
        app.add_url_rule("/table/do/<act>", "act", self.act, methods=["POST"])

    def table(self) -> ResponseReturnValue:
        """The desk, to its owner; to others the question for the code."""
        if not self.holds():
            return make_response(render_template("desk_claim.html", wrong=False), 401)
        return self._page()

    def _page(self, trouble: str = "", status: int = 200) -> Response:
        published = self._feed.latest()
        health = self._desk.health() if request.args.get("health") else None
        page = render_template(
            "desk.html",
            facts=self._desk.facts(),
            snapshot=published.snapshot,
            names=self._presenter().names(published.snapshot),
            called=self._presenter().called,
            taken=self._seats.taken(),
            codes=self._seats.codes(seat.id for seat in published.snapshot.seats),
            picture=published.picture,
            health=health,
            trouble=trouble,
        )
        return make_response(page, status)

    def claim(self) -> ResponseReturnValue:
        token = self._owner.claim(request.form.get("code", "")[:20])
        if token is None:
            return make_response(render_template("desk_claim.html", wrong=True), 401)
        answer = redirect("/table", 303)
        answer.set_cookie(COOKIE, token, httponly=True, samesite="Strict", path="/")
        return answer

    def backup(self) -> ResponseReturnValue:
        self._prove()
        headers = {"Content-Disposition": 'attachment; filename="games.sqlite"'}
        return Response(self._desk.backup(), mimetype="application/vnd.sqlite3", headers=headers)

    def restore(self) -> ResponseReturnValue:
        """A part of a backup.  It comes in parts so that no request is ever larger than any other may be."""
        self._prove()
        if request.mimetype != "application/octet-stream":
            values = {"found": repr(request.mimetype)}
            raise Refused(415, "refused.not-restored", "refused.body-type", "refused.choose-file", values)
        at, of = request.args.get("at", type=int), request.args.get("of", type=int)
        if at is None or of is None:
            raise Refused(400, "refused.not-restored", "refused.no-part", "refused.reload")
        try:
            done = self._desk.receive(at, of, request.get_data(cache=False))
        except (CompanionError, ValueError, OSError) as error:
            raise Refused(409, "refused.not-restored", "", "", said=str(error)) from error
        return {"done": done}, 200 if done else 202

    def act(self, act: str) -> ResponseReturnValue:
        self._prove()
        if act not in self._acts:
            raise refusal(404, request.path, request.method)
        try:
            self._acts[act](request.form)
        except (CompanionError, ValueError) as error:
            return self._page(str(error), 409)
        # A game that starts takes the server with it for a moment: this page says so and comes back by itself.
        return render_template("desk_wait.html", act=act) if act in ("start", "resume", "end") else redirect("/table", 303)

    def _start(self, form: MultiDict[str, str]) -> None:
        names = tuple(form.get(f"name-{number}", "")[:40] for number in range(min(_whole(form, "people"), MOST_NAMES)))
        prefix = f"option {form.get('game', '')} "
        options = {key.removeprefix(prefix): value[:LONGEST_FIELD] for key, value in form.items() if key.startswith(prefix)}
        self._desk.start(form.get("game", ""), names, options)

    def holds(self) -> bool:
        """Whether the browser that asks has exchanged the code."""
        return self._owner.holds(request.cookies.get(COOKIE))

    def _prove(self) -> None:
        if not self.holds():
            raise Refused(403, "refused.undone", "refused.desk-only", "refused.enter-code")


def _whole(form: MultiDict[str, str], name: str) -> int:
    value = form.get(name, type=int)
    if value is None:
        raise ValueError(f"{name} must be a whole number, not {form.get(name)!r}.")
    return value


def _share(form: MultiDict[str, str], name: str) -> float:
    value = form.get(name, type=float)
    if value is None or not 0 <= value <= 1:
        raise ValueError(f"{name} must be a number from 0 to 1, not {form.get(name)!r}.")
    return value
