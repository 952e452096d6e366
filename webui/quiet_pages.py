"""The quiet pages: the list of seats, how to play, looking back at the game, and the game as files."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import Flask, Response, render_template, request
from flask.typing import ResponseReturnValue

from companion.core.lesson import Lesson, lesson_of_step
from webui.errors import Refused, refusal
from webui.feed import Feed
from webui.lookback import Book, Moment, actions_csv, bg_stats_link, lines_at, marked, public_lines, scores_csv
from webui.present import Presenter

FILES = {"record.txt": "text/plain", "actions.csv": "text/csv", "scores.csv": "text/csv"}
"""The files a game can be taken along as, with their types."""


class QuietPages:
    """`install` adds the addresses; `presenter` speaks the language of a request, `asked_seat` proves the seat a request speaks
    for, `joining` is what the list of seats shows; `is_owner` tells whether the owner of the table asks."""

    def __init__(
        self,
        feed: Feed,
        presenter: Callable[[], Presenter],
        joining: Callable[[], dict[str, object]],
        book: Book | None,
        asked_seat: Callable[[object], str | None],
        is_owner: Callable[[], bool] = lambda: False,
    ) -> None:
        self._feed, self._presenter_now, self._joining, self._book = feed, presenter, joining, book
        self._asked_seat, self._is_owner = asked_seat, is_owner

    def install(self, app: Flask) -> None:
        app.add_url_rule("/join", "join", self.join)
        app.add_url_rule("/how", "how", self.how)
        app.add_url_rule("/review", "review", self.review)
        app.add_url_rule("/review/<name>", "taken_along", self.taken_along)
        app.add_url_rule("/review/evidence/<int:line>", "evidence", self.evidence)
        app.add_url_rule("/picture/of/<int:line>", "picture_of", self.picture_of)

    @property
    def _presenter(self) -> Presenter:
        return self._presenter_now()

    def join(self) -> ResponseReturnValue:
        """Everybody's seat, free or taken."""
        return render_template("join.html", **self._joining())

    def how(self) -> ResponseReturnValue:
        """The lesson of this game; what is being done now is marked."""
        snapshot = self._feed.latest().snapshot
        lessons: Sequence[Lesson] = self._presenter.lessons
        now = lesson_of_step(lessons, snapshot.views[None].step)
        symbols = self._presenter.board.symbols
        return render_template("how.html", snapshot=snapshot, lessons=lessons, now=now, symbols=symbols, drawn=self._drawn)

    def _drawn(self, kind: str) -> tuple[str, str]:
        """The symbol of a kind of piece or tile, and its name."""
        catalogue, symbols = self._presenter.catalogue, self._presenter.board.symbols
        for piece in catalogue.pieces:
            if piece.name == kind:
                return symbols.pieces[kind], self._presenter.words.plain(piece.label or kind)
        label = next((tile.label for tile in catalogue.tiles if tile.name == kind), "") or kind
        return symbols.of_tile(kind), self._presenter.words.plain(label)

    def review(self) -> ResponseReturnValue:
        """One moment of the game: the board as it lay, what was done, what was ruled, and the points by then."""
        seat = self._asked_seat(request.args.get("seat"))
        snapshot = self._feed.latest().snapshot
        moment = self._moment(seat)
        lines = lines_at(snapshot, moment)
        presenter = self._presenter
        names, board, named = presenter.names(snapshot), presenter.board, presenter.place_namer(snapshot)
        page = render_template(
            "review.html",
            snapshot=snapshot,
            moment=moment,
            seat=seat,
            owner=self._is_owner(),
            lines=lines,
            names=names,
            actors=presenter.actors,
            told=presenter.teller(snapshot),
            places=presenter.places_of(snapshot),
            svg=board.svg(moment.view.scene, board.marks(marked(lines)), named, presenter.words),
            link=bg_stats_link(snapshot),
            files=tuple(FILES),
            lesson=presenter.lesson_of,
            pictures=(lambda line: (None, None)) if self._book is None else self._book.pictures,
        )
        return Response(page, mimetype="text/html", headers={"Vary": "Cookie"})

    def picture_of(self, line: int) -> ResponseReturnValue:
        """What the camera saw at a ruling.  Whoever may see the camera's picture of now may see that of then: it shows the table
        from above, and nothing that lies face down."""
        data = None if self._book is None else self._book.picture(line)
        if data is None:
            raise Refused(404, "refused.no-picture", "refused.no-picture-then", "refused.look-board")
        return Response(data, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})

    def evidence(self, line: int) -> ResponseReturnValue:
        """All that a ruling rested on, for whoever it concerns and for the owner of the table."""
        seat, snapshot = self._asked_seat(request.args.get("seat")), self._feed.latest().snapshot
        told = next((one for one in snapshot.log if one.number == line), None)
        concerned = told is not None and seat is not None and told.seat == seat
        if not concerned and not self._is_owner():
            raise Refused(403, "refused.not-shown", "refused.not-concerned", "refused.own-page")
        text = None if self._book is None else self._book.evidence(line)
        if text is None:
            raise Refused(404, "refused.not-shown", "refused.no-evidence", "refused.look-board")
        headers = {"Content-Disposition": f'attachment; filename="{snapshot.game}-evidence-{line}.json"',
                   "Cache-Control": "private, no-store"}
        return Response(text, content_type="application/json; charset=utf-8", headers=headers)

    def _moment(self, seat: str | None) -> Moment:
        wanted = request.args.get("at", type=int)
        if self._book is not None:
            return self._book.moment(wanted, seat)
        views = self._feed.latest().snapshot.views
        view = views.get(seat) or views[None]
        return Moment(view.ply, view.ply, view)

    def taken_along(self, name: str) -> ResponseReturnValue:
        """The game as a file; what is secret is left out as long as it is."""
        if name not in FILES:
            raise refusal(404, request.path, request.method)
        snapshot = self._feed.latest().snapshot
        if name == "record.txt":
            text = (self._book.record() if self._book is not None else None) or public_lines(snapshot)
        else:
            text = actions_csv(snapshot) if name == "actions.csv" else scores_csv(snapshot, snapshot.views[None])
        headers = {"Content-Disposition": f'attachment; filename="{snapshot.game}-{name}"'}
        return Response(text, content_type=f"{FILES[name]}; charset=utf-8", headers=headers)
