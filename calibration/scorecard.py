"""How right readings are, and how right they say they are: counted against labelled pictures.

Truth and readings are in the form of recordings (`vision.jsonl`).  What nobody taught is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

CONFIDENT = 0.9
BINS = 10
Entry = Mapping[str, Any]
Where = str | tuple[int, int]


def place_of(entry: Entry) -> Where:
    """The cell or the name of the zone."""
    cell = entry.get("cell")
    return str(entry.get("zone")) if cell is None else (int(cell[0]), int(cell[1]))


def side_of(entry: Entry) -> Any:
    """The face or value that a piece shows."""
    return entry.get("face", entry.get("value"))


@dataclass(slots=True)
class Scorecard:
    """Counts by name, what went wrong in words, all claims: (probability, whether it was so), and how far the worst corner of the
    board was off in each picture."""

    counts: Counter[str] = field(default_factory=Counter)
    mistakes: list[str] = field(default_factory=list)
    claims: list[tuple[float, bool, str]] = field(default_factory=list)
    corner_px: list[float] = field(default_factory=list)

    def add(self, other: Scorecard) -> None:
        """Take over the counts of another card."""
        self.counts.update(other.counts)
        self.mistakes += other.mistakes
        self.claims += other.claims
        self.corner_px += other.corner_px

    def share(self, wrong: str, of: str) -> float:
        """Hundredths."""
        return 100 * self.counts[wrong] / self.counts[of] if self.counts[of] else 0.0

    def miscalibrated(self, what: str = "") -> float:
        """The expected calibration error over all claims (of one sort), in hundredths."""
        bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
        for p, right, sort in self.claims:
            if sort.startswith(what):
                bins[min(int(p * BINS), BINS - 1)].append((p, right))
        whole = sum(map(len, bins))
        return 100 * sum(abs(sum(p - right for p, right in own)) for own in bins) / max(whole, 1)

    def told(self, sort: str, p: float, right: bool, words: str) -> None:
        """A claim that was made."""
        self.claims.append((p, right, sort))
        self.counts["confident wrong"] += not right and p >= CONFIDENT
        if not right:
            self.mistakes.append(f"{words} p={p:.2f}")


@dataclass(frozen=True, slots=True)
class Examiner:
    """Marks readings.  `period(kind, face)`: quarter turns that change nothing, 1 where turns are not scored; `nameless`:
    faces that show no kind; `untaught(entry)`: whether nobody could know how that looks."""

    period: Callable[[str, str], int]
    nameless: Collection[str]
    untaught: Callable[[Entry], bool]

    def mark(self, name: str, truth: Entry, reading: Entry, hidden: Collection[Where] = ()) -> Scorecard:
        """The card of one picture without hands: what is hidden there is hidden needlessly."""
        card = Scorecard()
        card.counts["pictures"] += 1
        cells = {place_of(tile) for tile in truth["tiles"] if tile.get("cell") is not None}
        unsure = {place_of({"cell": cell}) for cell in reading["unsure"]}
        card.counts["needlessly hidden"] += len(set(hidden))
        self._tiles(card, name, truth, reading, unsure)
        self._cards(card, name, truth, reading, cells)
        self._pieces(card, name, truth, reading, unsure | set(hidden))
        card.counts["whole"] += not card.mistakes
        return card

    def _tiles(self, card: Scorecard, name: str, truth: Entry, reading: Entry, unsure: set[Where]) -> None:
        seen = {place_of(tile): tile for tile in reading["tiles"] if tile.get("cell") is not None}
        for tile in truth["tiles"]:
            where = place_of(tile)
            if tile.get("cell") is None or self.untaught(tile):
                continue
            card.counts["tiles"] += 1
            if where in unsure:
                card.counts["tiles unsure"] += 1
                continue
            got = seen.get(where, {"kind": None, "face": None, "p": 1.0})
            right = self._same(tile, got)
            card.counts["tiles wrong"] += not right
            card.told("tile", got["p"], right, f"{name} {where}: {_words(tile)} read {_words(got)}")

    def _same(self, tile: Entry, got: Entry) -> bool:
        if tile["face"] != got["face"]:
            return False
        if tile["face"] in self.nameless:
            return True
        period = self.period(tile["kind"], tile["face"])
        return bool(tile["kind"] == got["kind"] and (tile["turns"] - got["turns"]) % period == 0)

    def _cards(self, card: Scorecard, name: str, truth: Entry, reading: Entry, cells: set[Where]) -> None:
        """Cards beside the grid, as many of each kind as lie there; those mostly covered need not be seen."""
        laid = [tile for tile in truth["tiles"] if tile.get("cell") is None and tile["face"] not in self.nameless]
        strange = {place_of(tile) for tile in laid if self.untaught(tile)}
        laid = [tile for tile in laid if place_of(tile) not in strange]
        left = Counter((place_of(tile), tile["kind"]) for tile in laid)
        wanted = Counter((place_of(tile), tile["kind"]) for tile in laid if tile.get("covered", 0) <= 0.5)
        for got in reading["tiles"]:
            key = (place_of(got), got["kind"])
            if got.get("cell") is not None or key[0] in strange or got["face"] in self.nameless:
                continue
            right = left[key] > 0
            left[key] -= 1
            wanted[key] -= 1
            card.told("card", got["p"], right, f"{name} {key[0]}: {_words(got)} invented")
        card.counts["cards"] += sum(tile.get("covered", 0) <= 0.5 for tile in laid)
        for key, count in wanted.items():
            if count > 0:
                card.counts["cards missed"] += count
                card.mistakes.append(f"{name} {key[0]}: {key[1]} missed")

    def _pieces(self, card: Scorecard, name: str, truth: Entry, reading: Entry, skip: set[Where]) -> None:
        skip = skip | {place_of(piece) for piece in truth["pieces"] if self.untaught(piece)}
        pool = [piece for piece in reading["pieces"] if place_of(piece) not in skip]
        for piece in truth["pieces"]:
            card.counts["pieces"] += 1
            if place_of(piece) in skip:
                card.counts["pieces unsure"] += 1
                continue
            match = [got for got in pool if _standing(got) == _standing(piece)]
            if not match:
                card.counts["pieces missed"] += 1
                card.mistakes.append(f"{name} {place_of(piece)}: {_words(piece)} missed")
                continue
            got = next((got for got in match if got.get("facing") == piece.get("facing")), match[0])
            pool.remove(got)
            right = piece.get("facing") is None or got.get("facing") == piece["facing"]
            card.counts["facings"] += piece.get("facing") is not None
            card.counts["facings wrong"] += not right
            words = f"{name} {place_of(piece)}: {_words(piece)} facing {piece.get('facing')} read {got.get('facing')}"
            card.told("piece", got["p"], right, words)
        for got in pool:
            card.counts["pieces invented"] += 1
            card.told("piece", got["p"], False, f"{name} {place_of(got)}: {_words(got)} invented")


def _standing(piece: Entry) -> tuple[Any, ...]:
    return piece["kind"], place_of(piece), side_of(piece)


def _words(entry: Entry) -> str:
    return " ".join(str(entry[key]) for key in ("kind", "face", "value", "turns") if entry.get(key) is not None)


def columns() -> tuple[str, ...]:
    """Heads of `row`."""
    kinds = ("tiles %", "unsure %", "cards %", "pieces %", "facings %")
    return ("pictures", "unread", "whole", *kinds, "hidden", "sure & wrong", "calibration %", "corner px")


def row(card: Scorecard) -> Iterator[str]:
    """The figures of a card."""
    counts = card.counts
    yield str(counts["pictures"])
    yield str(counts["unread"])
    yield str(counts["whole"])
    yield f"{card.share('tiles wrong', 'tiles'):.2f}"
    yield f"{card.share('tiles unsure', 'tiles'):.2f}"
    yield f"{card.share('cards missed', 'cards'):.2f}"
    wrong = counts["pieces missed"] + counts["pieces invented"]
    yield f"{100 * wrong / max(counts['pieces'], 1):.2f}"
    yield f"{card.share('facings wrong', 'facings'):.2f}"
    yield str(counts["needlessly hidden"])
    yield str(counts["confident wrong"])
    yield f"{card.miscalibrated():.2f}"
    yield f"{max(card.corner_px, default=0.0):.2f}"
