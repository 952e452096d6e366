"""Two games that differ only in what a viewer may not know give that viewer the same bytes on every address."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from law_table import LAWS
from served_game import named

from companion.app.book import GameBook
from companion.core.messages import Command, Enter, PanelState
from companion.games import GAMES, find
from companion.games.lessons import lessons_of
from companion.games.phrases import tables_of
from companion.referee.referee import Referee
from companion.table.table import Table, unrecorded
from webui import Shelf, WebConfig, create_app
from webui.feed import DemoName, DemoValue, Layer, Published
from webui.language import COOKIE

OURS = {"Origin": "http://localhost"}
WALK, LANGUAGES = 30, ("en", "de")


@dataclass
class World:
    """A table without threads: a command is obeyed while its request is answered."""

    table: Table[Any, Any]
    number: int = 1
    obeyed: list[Command] = field(default_factory=list)

    def latest(self) -> Published:
        return Published(self.table.snapshot(), PanelState(), None, self.number)

    def wait(self, after: int, timeout_s: float) -> Published | None:
        return self.latest() if self.number > after else None

    def submit(self, command: Command) -> None:
        self.number += 1
        self.table.handle(command, float(self.number))

    def picture(self, layer: Layer) -> bytes | None:
        return None

    def demo_command(self, name: DemoName, value: DemoValue) -> None:
        """Nobody is simulated."""


def browser(game: Any, position: str, seat: str | None, language: str = "en") -> tuple[World, FlaskClient]:
    """The pages of a game in that position, and the browser of that seat (None: a visitor) in that language."""
    state = game.read_position(position)
    stored = unrecorded(game, state, named(game.seats(state)))
    table: Table[Any, Any] = Table(game, stored, Referee(game))
    world = World(table)
    shelf = Shelf(GameBook(game, table, stored), lessons_of(game.id), tables=tables_of(game.id))
    app = create_app(world, game.catalogue, game.layout_of(state), WebConfig(heartbeat_s=0.01), shelf)
    # The one thing that is meant to differ between two runs of the program.
    app.extensions["streams"].run = "run"
    web = app.test_client()
    web.set_cookie(COOKIE, language)
    if seat is not None:
        assert web.post(f"/seat/{seat}", headers=OURS).status_code == 303
    return world, web


def told(web: FlaskClient, seat: str | None, seats: Sequence[str]) -> Iterator[tuple[str, int, bytes]]:
    """Everything that a viewer can be told: pages, data, stream, looking back, files, and refusals."""
    query = f"?seat={seat}" if seat else ""
    paths = ["/", *(f"/seat/{one}" for one in seats), f"/api/snapshot{query}", "/join", "/how", f"/review{query}"]
    paths += [f"/review?at={at}{query.replace('?', '&')}" for at in range(3)]
    paths += [f"/review/{name}" for name in ("record.txt", "actions.csv", "scores.csv")]
    paths += [f"/api/snapshot?seat={one}" for one in seats if one != seat]
    for path in paths:
        answer = web.get(path)
        yield path, answer.status_code, answer.data
    with web.get(f"/events{query}") as stream:
        events = stream.iter_encoded()
        yield "/events", stream.status_code, next(events) + next(events)


def position_after(game: Any, seed: int) -> Any:
    """A state of a game played at random."""
    law, rng = LAWS[game.id], Random(seed)
    state = game.read_position(rng.choice(law.positions))
    for _ in range(rng.randrange(WALK)):
        if not (actions := game.actions(state)):
            break
        state = game.play(state, game.read(law.informed(game.write(rng.choice(actions)), rng)))
    return state


def acted(game: Any, world: World, web: FlaskClient, seat: str | None) -> None:
    """The viewer enters nonsense, then something legal if it is theirs, and takes it back: all of it leaves lines in the log."""
    speaks = {"seat": seat} if seat else {}
    legal = [action.text for action in game.view(world.table.state, seat).legal]
    mine = seat is not None and game.actor(world.table.state) == seat
    for command in ({"action": "?!"}, *({"action": text} for text in legal[:1] if mine)):
        assert web.post("/api/command", json={"command": "enter", **command, **speaks}, headers=OURS).status_code == 202
    assert web.post("/api/command", json={"command": "take-back", **speaks}, headers=OURS).status_code == 202


@pytest.mark.parametrize("seed", range(len(LANGUAGES)))
@pytest.mark.parametrize("game_id", GAMES)
def test_two_worlds_look_the_same_over_http(game_id: str, seed: int) -> None:
    """Before and after the viewer has acted, every answer is byte-equal; in another language too."""
    game, rng = find(game_id), Random(f"worlds {seed}")
    state = position_after(game, seed)
    seats = [one.id for one in game.seats(state)]
    for seat in (None, *seats[:2]):
        texts = LAWS[game_id].secrets(game.write_position(state), seat, rng)
        worlds = [browser(game, text, seat, LANGUAGES[seed]) for text in texts]
        for act in (False, True):
            for world, web in worlds:
                if act:
                    acted(game, world, web, seat)
            one, other = (list(told(web, seat, seats)) for _, web in worlds)
            assert [here[0] for here, there in zip(one, other, strict=True) if here != there] == []


def test_the_check_can_fail() -> None:
    """One more line in the log of one world is seen on the page, in the data, in the stream and in the files."""
    game = find(GAMES[0])
    position = game.write_position(game.start(game.setup({})))
    (_, web), (world, other) = browser(game, position, None), browser(game, position, None)
    world.submit(Enter("?!"))
    different = {here[0] for here, there in zip(told(web, None, ()), told(other, None, ()), strict=True) if here != there}
    assert {"/", "/api/snapshot", "/events", "/review/actions.csv", "/review/record.txt"} <= different
