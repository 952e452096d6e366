"""Every refusal of the web server: what was attempted, why it was refused, what to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from webui.words import Words


@dataclass(slots=True)
class Refused(Exception):  # noqa: N818 - it is an answer to the visitor, not a fault of the program
    """A request that is not served; `status` is the HTTP status, the texts are keys of the page's words for people."""

    status: int
    what: str
    why: str
    remedy: str
    values: Mapping[str, object] = field(default_factory=dict)
    said: str = ""
    """Why, where others said it in English: it stands in the place of `why`, and may say what to do."""

    def __str__(self) -> str:
        return "{what} {why} {remedy}".format(**self.told(Words())).rstrip()

    def told(self, words: Words) -> dict[str, str]:
        """What, why and remedy in that language."""
        keys = {"what": self.what, "why": self.why, "remedy": self.remedy}
        told = {name: words.say(key, **self.values) if key else "" for name, key in keys.items()}
        return {**told, "why": words.plain(self.said)} if self.said else told

    def as_json(self, words: Words) -> dict[str, dict[str, str]]:
        """The one shape of every error answer."""
        return {"error": self.told(words)}


KEYS_OF_STATUS: dict[int, tuple[str, str, str]] = {
    400: ("refused.unread", "refused.protocol", "refused.reload"),
    403: ("refused.closed", "refused.others", "refused.shared-page"),
    404: ("refused.nowhere", "refused.leads-nowhere", "refused.to-the-board"),
    405: ("refused.other-method", "refused.no-method", "refused.reload"),
    413: ("refused.not-read", "refused.too-large", "refused.send-less"),
    500: ("refused.failed", "refused.our-mistake", "refused.goes-on"),
}


def refusal(status: int, path: str, method: str) -> Refused:
    """The refusal for an HTTP status that the framework raised by itself."""
    what, why, remedy = KEYS_OF_STATUS.get(status, KEYS_OF_STATUS[400])
    return Refused(status, what, why, remedy, {"path": path, "method": method})
