"""Hidden hands of Maze: what a seat, the screen, the log and the record show never depends on cards nobody showed them."""

from __future__ import annotations

import re
from random import Random

import law_librande_maze
import pytest
import slow_librande
import slow_librande_text
from duel_librande import shape_of
from librande_positions import opening, scattered
from slow_librande_text import COPIES

from companion.games import find
from companion.games.librande_maze.write_record import shown_record

GAME = find("librande-maze")


def busy(rng: Random) -> str:
    """A random position, mostly one in which a spell waits for answers or has not been carried out."""
    state = slow_librande.read(scattered(rng))
    casts = [token for token in sorted(slow_librande.legal(state)) if token.startswith(("cs:TF", "cs:TK", "cs:FZ", "cs:SW"))]
    text = slow_librande_text.write(state)
    return f"{text}; do: {rng.choice(casts)}" if casts else text


@pytest.mark.parametrize("number", range(30))
def test_what_is_seen_does_not_depend_on_hidden_cards(number: int) -> None:
    """Two deals that a seat cannot tell apart give it the same view, the same actor and the same scene."""
    rng = Random(number)
    text = busy(rng)
    for seat in (None, *slow_librande.read(text)["players"]):
        one, other = (GAME.read_position(dealt) for dealt in law_librande_maze.secrets(text, seat, rng))
        assert GAME.view(one, seat) == GAME.view(other, seat)
        assert (GAME.actor(one), GAME.scene(one)) == (GAME.actor(other), GAME.scene(other))


@pytest.mark.parametrize("number", range(10))
def test_no_view_names_a_card_of_another_hand(number: int) -> None:
    """Whatever is written on a page names only cards of its own seat, cards that lie open, and cards to choose from blindly."""
    rng = Random(100 + number)
    text = law_librande_maze.secrets(busy(rng), None, rng)[0]
    state, slow = GAME.read_position(text), slow_librande.read(text)
    for seat in (None, *slow["players"]):
        view = GAME.view(state, seat)
        opened = [slow["pending"]["victim"]] if slow["turn"] == seat and (slow["pending"] or {}).get("kind") == "theft" else []
        own = [card for name in [seat, *opened] if name for card in slow["players"][name]["hand"]]
        casts = {match[1] for item in view.legal if (match := re.match(r"(?:cs:|tf:|re:.=)([A-Z]{2}[scl]?)", item.text))}
        assert casts <= set(own)


@pytest.mark.parametrize("number", range(6))
def test_the_public_record_does_not_depend_on_the_deck(number: int) -> None:
    """Two games with the same actions on the table and another deck leave the same record to everybody who drew nothing."""
    rng = Random(number)
    text = opening(rng, 2 + number % 3)
    one, other = (GAME.read_position(dealt) for dealt in law_librande_maze.secrets(text, None, rng))
    start, tokens = one, []
    for _ in range(30):
        listed = [GAME.write(action) for action in GAME.actions(one)]
        draws = [token for token in listed if token in ("dr", "pw:study", "pw:bargain")]
        token = rng.choice(draws or [token for token in listed if shape_of(token) in BOARD])
        one, tokens = GAME.play(one, GAME.read(token)), [*tokens, token]
    actions = [GAME.read(token) for token in tokens]
    assert {"dr", "pw:study", "pw:bargain"} & set(tokens)
    assert shown_record(start, actions, None) == shown_record(other, actions, None)
    assert re.findall(r"dr=|study=|bargain=", shown_record(start, actions, None)) == []


BOARD = {"mv", "sl", "dg", "ps", "end"}


@pytest.mark.parametrize("card", COPIES)
def test_the_log_names_no_card_that_was_drawn_or_stolen(card: str) -> None:
    """Of a draw and of a stolen card the log says that it happened, of a cast which card it was."""
    for token in (f"dr={card}", f"tf:{card}", f"pw:study={card}", f"pw:bargain={card},HA"):
        assert card not in GAME.public_text(token).replace("pw:bargain", "")  # type: ignore[attr-defined]
    assert card in GAME.public_text(f"re:3={card}")  # type: ignore[attr-defined]
