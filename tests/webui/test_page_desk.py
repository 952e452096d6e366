"""The owner's desk: the code is exchanged once, guessing is slow, and what is wished for is passed on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat

import page_facts
import pytest
from browsing import OURS
from fake_desk import FakeDesk
from fake_feed import FakeFeed
from flask.testing import FlaskClient

from companion.games import GAMES, find
from companion.games.parties import PARTIES, party
from webui import Shelf, create_app
from webui.desk import COOKIE, Owner
from webui.errors import Refused
from webui.guessing import FREE_GUESSES, PAUSE_S

CODE = "123456"


@pytest.fixture
def desk() -> FakeDesk:
    return FakeDesk()


@pytest.fixture
def web(desk: FakeDesk) -> FlaskClient:
    """The owner's browser."""
    app = create_app(FakeFeed(), page_facts.CATALOGUE, page_facts.LAYOUT, shelf=Shelf(desk=desk, owner=Owner(CODE)))
    opened = app.test_client()
    assert opened.post("/table/claim", data={"code": CODE}, headers=OURS).status_code == 303
    return opened


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(web: FlaskClient) -> None:
    """HttpOnly and SameSite=Strict; the code itself is nowhere in it."""
    cookie = web.post("/table/claim", data={"code": CODE}, headers=OURS).headers["Set-Cookie"]
    assert cookie.startswith(f"{COOKIE}=") and "HttpOnly" in cookie and "SameSite=Strict" in cookie
    assert CODE not in cookie


def test_guessing_is_slowed_down() -> None:
    """After a few wrong codes none is looked at for a while, not even the right one; then it works again."""
    times: Iterator[float] = chain(repeat(0.0, 2 * FREE_GUESSES + 1), repeat(PAUSE_S + 1))
    owner = Owner(CODE, clock=lambda: next(times))
    assert [owner.claim("000000") for _ in range(FREE_GUESSES)] == [None] * FREE_GUESSES
    with pytest.raises(Refused) as refused:
        owner.claim(CODE)
    assert refused.value.status == 429
    while next(times) == 0.0:
        pass
    assert owner.holds(owner.claim(CODE))


def test_what_is_wished_for_is_passed_on(web: FlaskClient, desk: FakeDesk) -> None:
    """Each form becomes one call; what cannot be done is said on the desk with 409."""
    start = {"game": "toy", "people": "2", "name-0": "Ada", "name-1": "", "option toy hens": "many", "option other x": "1"}
    assert web.post("/table/do/start", data=start, headers=OURS).status_code == 200
    assert web.post("/table/do/resume", data={"number": "1"}, headers=OURS).status_code == 200
    assert web.post("/table/do/lamps", data={"brightness": "0.25", "quiet": "yes"}, headers=OURS).status_code == 303
    assert desk.asked == [("start", "toy", ("Ada", ""), {"hens": "many"}), ("resume", 1), ("lamps", 0.25, True)]
    wrong = web.post("/table/do/start", data={**start, "game": "chess"}, headers=OURS)
    assert wrong.status_code == 409 and "There is no game" in wrong.text
    for body in ({"brightness": "2"}, {"brightness": "nan"}, {}):
        assert web.post("/table/do/lamps", data=body, headers=OURS).status_code == 409


def test_the_desk_shows_games_health_and_record(web: FlaskClient) -> None:
    """What can be started comes from the desk's own facts; the doctor is asked only when wanted."""
    text = web.get("/table").text
    assert "Fox and Hen" in text and "How many hens." in text and "no camera" not in text
    assert "plug one in" in web.get("/table?health=1").text
    assert web.get("/table/backup").data.startswith(b"SQLite format 3")


def test_the_owner_frees_a_seat(web: FlaskClient) -> None:
    """Whoever held it is out, and another device may sit down."""
    ada, other = web.application.test_client(), web.application.test_client()
    assert ada.post("/seat/P1", headers=OURS).status_code == 303
    web.post("/table/do/free-seat", data={"seat": "P1"}, headers=OURS)
    assert ada.get("/seat/P1").status_code == 200 and "Only you" not in ada.get("/seat/P1").text
    assert other.post("/seat/P1", headers=OURS).status_code == 303
    assert ada.get("/seat/P1").status_code == 403


@pytest.mark.parametrize("game_id", GAMES)
def test_every_number_of_people_can_sit_down(game_id: str) -> None:
    """The answers for each party set a game up with so many seats, under the names they gave."""
    game = find(game_id)
    for count in PARTIES[game_id]:
        names = [f"Name {number}" for number in range(count)]
        seats = game.seats(game.start(game.setup(party(game_id, names))))
        assert [seat.name for seat in seats] == [name.replace(" ", "_") for name in names]
    with pytest.raises(ValueError, match="cannot play"):
        party(game_id, ["A"] * 20)
