"""Which language a page speaks: what its own script says, else what was picked here, else what the browser asks for."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from flask import Flask, Response, redirect, request
from flask.typing import ResponseReturnValue

from webui.errors import Refused
from webui.words import FIRST, Words, languages

COOKIE = "companion_language"
A_YEAR_S = 365 * 24 * 3600


def asked_language() -> str:
    """The language of the answer to this request; whatever is no language of ours counts as not said."""
    for said in (request.args.get("lang"), request.cookies.get(COOKIE)):
        if said in languages():
            return said
    # Not `best_match`: to it somebody who reads Finland's Swedish, and English if need be, would rather read English.
    wished = (said.partition("-")[0].lower() for said, quality in request.accept_languages if quality > 0)
    return next((code for code in wished if code in languages()), FIRST)


class Languages:
    """The words of every language, and the address under which one is picked."""

    def __init__(self, words: Mapping[str, Words]) -> None:
        self._words = words

    @property
    def now(self) -> Words:
        """The words of this request's language."""
        return self._words[asked_language()]

    def install(self, app: Flask) -> None:
        app.add_url_rule("/language", "language", self.pick, methods=["POST"])
        app.context_processor(self._context)
        app.after_request(_told_caches)

    def pick(self) -> ResponseReturnValue:
        """Keep the picked language in this browser and go back to where it was picked."""
        wanted = request.form.get("language", "")
        if wanted not in self._words:
            raise Refused(400, "refused.unchanged", "refused.no-language", "refused.choose-one",
                          {"value": repr(wanted[:20]), "known": ", ".join(self._words)})  # fmt: skip
        answer = redirect(_own_address(request.form.get("to", "")), 303)
        # Lax: it is no secret, and whoever follows a link from elsewhere shall find the pages in their language.
        answer.set_cookie(COOKIE, wanted, max_age=A_YEAR_S, httponly=True, samesite="Lax", path="/")
        return answer

    def _context(self) -> dict[str, object]:
        """What every page may use."""
        words = self.now
        return {
            "words": words,
            "say": words.say,
            "told": words.told,
            "picks": [(code, known.say("page.language")) for code, known in self._words.items()],
            "back_to": _here(),
        }


def _here() -> str:
    """Where to come back to: this page, or the nearest one that can be asked for again."""
    if request.method == "GET":
        return request.full_path.rstrip("?")
    return "/table" if request.path.startswith("/table") else "/"


def _own_address(address: str) -> str:
    """The address if it is a path of this program, else the board: nobody is sent to another site."""
    parts = urlsplit(address)
    plain = address.isprintable() and address.startswith("/") and not address.startswith("//") and "\\" not in address
    return address if plain and not parts.scheme and not parts.netloc else "/"


def _told_caches(answer: Response) -> Response:
    """The same address answers in several languages, by header and cookie."""
    if request.endpoint != "static":
        answer.vary.update(("Accept-Language", "Cookie"))
    return answer
