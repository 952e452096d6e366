"""Every refusal of the web server: what was attempted, why it was refused, what to do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Refused(Exception):  # noqa: N818 - it is an answer to the visitor, not a fault of the program
    """A request that is not served; `status` is the HTTP status, the texts are for people."""

    status: int
    what: str
    why: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.what}: {self.why}; {self.remedy}"

    def as_json(self) -> dict[str, dict[str, str]]:
        """The one shape of every error answer."""
        return {"error": {"what": self.what, "why": self.why, "remedy": self.remedy}}


WORDS_OF_STATUS: dict[int, tuple[str, str, str]] = {
    400: ("The request could not be read.", "It does not follow the protocol.", "Reload the page and try again."),
    403: ("This is not open to you.", "It belongs to somebody else.", "Go back to the shared page."),
    404: ("There is no such page.", "The address {path} leads nowhere.", "Go to / for the board."),
    405: ("This address does not do that.", "{path} does not answer {method}.", "Reload the page and try again."),
    413: ("The request was not read.", "It is larger than 1 MiB.", "Send less; the page never needs this much."),
    500: ("The page failed.", "This is a mistake in the program, not yours.", "Reload the page; the game itself goes on."),
}


def refusal(status: int, path: str, method: str) -> Refused:
    """The refusal for an HTTP status that the framework raised by itself."""
    what, why, remedy = WORDS_OF_STATUS.get(status, WORDS_OF_STATUS[400])
    return Refused(status, what, why.format(path=path, method=method), remedy)
