"""What lies on the table: tiles and their pictures, nests, the setup and its problems, scenes, views without secrets."""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.errors import IllegalActionError, NotationError, SetupError
from companion.core.grid import Cell, Facing, Zone
from companion.core.scene import Look, PieceAt, Scene, TileAt
from companion.games.mice_in_a_maze import GAME
from companion.games.mice_in_a_maze.geometry import make_nests
from companion.games.mice_in_a_maze.state import State
from companion.games.mice_in_a_maze.tiles import TILES, check, open_look, open_tile, tile_from_look, turns_for

SHARED = Path(os.environ.get("COMPANION_SHARED", "../shared"))
ADVANCED = {"players": "P1=R P2=Y P3=B", "owners": "P1=R,K P2=Y,O P3=B,P", "marbles": "yes"}


# Tiles ----------------------------------------------------------------------------------------------------------------


def test_the_tiles() -> None:
    """There are 56 tiles, one cross and one curve for each pair of colours, and the checker finds nothing wrong."""
    assert Counter(row.kind for row in TILES.values()) == {"X": 28, "C": 28}
    assert check(list(TILES.values())) == []


def test_the_checker_can_fail() -> None:
    """A missing, doubled, strange or contradictory row is named."""
    rows = list(TILES.values())
    assert check(rows[1:]) == ["tile 'XRO' is missing; add its row"]
    assert len(check([*rows, rows[0]])) == 2
    assert any("none of this game" in text for text in check([*rows[1:], replace(rows[0], code="XRR")]))
    assert any("make them agree" in text for text in check([replace(rows[0], colour1="Y"), *rows[1:]]))
    assert any("picture_turns" in text for text in check([replace(rows[0], picture_turns=4), *rows[1:]]))


def test_looks_and_tiles() -> None:
    """Every tile in every turn has a look of its own, and the look gives the tile back."""
    looks = {open_look(code, turns): open_tile(code, turns) for code in TILES for turns in range(TILES[code].period)}
    assert len(looks) == 28 * 2 + 28 * 4
    assert all(tile_from_look(look) == tile for look, tile in looks.items())
    assert tile_from_look(Look("back", "down", 0)) is None and tile_from_look(Look("chamber", "up", 0)) is None


def test_shapes() -> None:
    """A cross is always +; a curve shows one of two shapes."""
    assert [turns_for("XRB", shape) for shape in "+/\\"] == [0, None, None]
    assert [turns_for("CRB", shape) for shape in "+/\\"] == [None, 1, 0]


LETTERS = {
    "red": "R", "orange": "O", "yellow": "Y", "green": "G", "blue": "B", "purple": "P", "white": "W", "black": "K",
}  # fmt: skip


def joins(code: str, turns: int) -> dict[str, frozenset[str]]:
    """Which edges each colour joins, worked out from the definition of the code alone."""
    at_zero = ("NS", "EW") if code[0] == "X" else ("NE", "SW")
    turned = [frozenset("NESW"[("NESW".index(edge) + turns) % 4] for edge in pair) for pair in at_zero]
    return dict(zip(code[1:], turned, strict=True))


def test_pictures_agree_with_the_photographs() -> None:
    """In all 56 tiles and all four turns, each colour joins the edges that the picture's geometry says."""
    session = SHARED / "photos/mice-a/session.json"
    if not session.exists():
        if os.environ.get("CI") == "true":
            pytest.fail(f"{session} is missing; set COMPANION_SHARED")
        pytest.skip(f"{session} is not there; set COMPANION_SHARED to the folder with the photographs")
    kinds = json.loads(session.read_text(encoding="utf-8"))["geometry"]["kinds"]
    for row in TILES.values():
        for turns in range(4):
            shown = open_look(row.code, turns)
            found = {
                LETTERS[path["colour"]]: frozenset("NESW"[("NESW".index(edge) + shown.turns) % 4] for edge in path["joins"])
                for path in kinds[row.picture]["paths"]
            }
            assert found == joins(row.code, turns), (row.code, turns)


def test_zones_agree_with_the_layout() -> None:
    """Every nest and hand of a state has a zone in the layout of the table, with the same exits."""
    zones = {zone.name: zone for zone in GAME.layout.zones}
    for nest in make_nests().all:
        spec = zones[nest.zone.name]
        assert {Facing(port.facing) for port in nest.ports} == set(spec.exits)
        assert {Cell(port.cell // 7, port.cell % 7) for port in nest.ports} == set(spec.beside)
    assert {tile.place for tile in GAME.scene(opening()).tiles if isinstance(tile.place, Zone)} <= {
        zone.place for zone in GAME.layout.zones if zone.holds_tile
    }


# Setting up -----------------------------------------------------------------------------------------------------------


def opening(**answers: str) -> State:
    """The standard opening."""
    return GAME.start(GAME.setup(ADVANCED | answers))


def test_opening() -> None:
    """All is covered, every mouse at home with its nose to the maze, eight cheeses, eight marbles around the Chamber."""
    scene = GAME.scene(opening())
    assert Counter(tile.look for tile in scene.tiles) == {Look(None, "down", 0): 51, Look("chamber", "up", 0): 1}
    assert PieceAt("mouse-red", Zone("N1"), Facing.S) in scene.pieces
    assert [piece.place for piece in scene.pieces if piece.kind == "cheese"] == [Cell(3, 3)] * 8
    marbles = {piece.place for piece in scene.pieces if piece.kind == "marble"}
    assert marbles == {Cell(row, col) for row in (2, 3, 4) for col in (2, 3, 4)} - {Cell(3, 3)}


def test_opening_as_it_lies_is_playable() -> None:
    """The scene of the opening has no problem as a setup."""
    assert GAME.start(GAME.setup(ADVANCED, GAME.scene(opening()))) == opening()


@pytest.mark.parametrize("count", [2, 3, 4])
def test_numbers_of_players(count: int) -> None:
    """Two players play two mice each in the order P1 P2 P2 P1, three and four play one."""
    answers = {
        2: {"players": "P1=R,B P2=Y,O", "order": "R Y O B", "mice": "R=Nb Y=E6 O=Nf B=Sf"},
        3: {"players": "P1=R P2=Y P3=B"},
        4: {"players": "P1=R P2=Y P3=B P4=K"},
    }[count]
    state = GAME.start(GAME.setup(answers))
    assert len(GAME.seats(state)) == count
    turns = [GAME.actor(replace(state, turn=number)) for number in range(len(state.mice))]
    assert turns == (["P1", "P2", "P2", "P1"] if count == 2 else [f"P{number + 1}" for number in range(count)])


def broken(**changes: object) -> Scene:
    """The opening scene with everything wrong at once."""
    scene = GAME.scene(opening())
    tiles = [tile for tile in scene.tiles if tile.place not in (Cell(0, 0), Cell(3, 3), Zone("hand-P2"))]
    tiles = [TileAt(tile.place, Look(None, "up", 0)) if tile.place in (Cell(0, 1), Zone("hand-P1")) else tile for tile in tiles]
    pieces = [piece for piece in scene.pieces if piece.kind in ("cheese", "marble")][1:-1]
    pieces += [PieceAt("mouse-red", Zone("N1"), Facing.N), PieceAt("mouse-yellow", Cell(2, 2), Facing.N)]
    pieces += [PieceAt("mouse-white", Cell(1, 1), Facing.N), PieceAt("cheese", Zone("N3"))]
    return Scene(tuple(tiles), tuple(pieces))


def test_all_problems_at_once() -> None:
    """Everything wrong with a setup is told at once, with its code and what to do."""
    with pytest.raises(SetupError) as caught:
        GAME.start(GAME.setup(ADVANCED, broken()))
    codes = Counter(problem.split(":")[0] for problem in caught.value.problems)
    assert codes == {
        "setup-tile-open": 2, "setup-chamber-down": 1, "setup-cheese-count": 2, "setup-marbles": 1,
        "setup-mouse-home": 3, "setup-nose": 1, "setup-hand": 2,
    }  # fmt: skip
    assert all(problem.endswith(".") for problem in caught.value.problems)


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ({"players": "P1=R"}, "setup-players"),
        ({"players": "P1=R P2=Y"}, "setup-players"),
        ({"players": "P1=R,Y P2=O,B", "order": "R Y O B"}, "setup-players"),
        ({"players": "P1=R P2=Y P3=B", "owners": "P1=R,K,W P2=Y P3=B"}, "setup-players"),
        ({"players": "P1=R P2=Y P3=B", "tiles": "c5=+"}, "setup-tile-open"),
        ({"players": "P1=R P2=Y P3=B", "mice": "R=Nf Y=E6 B=Sf"}, "setup-mouse-home"),
        ({"players": "P1=R P2=Y P3=B", "marbles": "c5"}, "setup-marbles"),
        ({"players": "P1=R P2=Y P3=B", "nests": "Nb=1"}, "setup-cheese-count"),
        ({"players": "P1=R P2=Y P3=B", "hands": "R=up"}, "setup-hand"),
    ],
)
def test_answers_that_are_no_opening(answers: dict[str, str], code: str) -> None:
    """What people say must be the opening the rules begin with."""
    with pytest.raises(SetupError) as caught:
        GAME.start(GAME.setup(answers))
    assert any(problem.startswith(f"{code}:") for problem in caught.value.problems)


def test_nests_that_cannot_lie_so() -> None:
    """Nests of which two have one colour are a problem among all others."""
    with pytest.raises(SetupError) as caught:
        GAME.start(GAME.setup({"players": "P1=R", "options": "colours=RRYGBPWK chamber_exit=opposite"}))
    assert [problem.split(":")[0] for problem in caught.value.problems] == ["setup-nests", "setup-players"]


def test_a_heap_that_people_counted() -> None:
    """Cheeses in a heap cannot be counted from above: when people say there are eight, seeing some is enough."""
    scene = GAME.scene(opening())
    others = [piece for piece in scene.pieces if piece.kind != "cheese"]
    seen = Scene(scene.tiles, (*others, PieceAt("cheese", Cell(3, 3))))
    with pytest.raises(SetupError, match="setup-cheese-count"):
        GAME.start(GAME.setup(ADVANCED, seen))
    assert GAME.start(GAME.setup(ADVANCED | {"pile": "8"}, seen)).pile == 8


def test_names_of_players() -> None:
    """People have names; a name for nobody is refused, as is an unknown answer."""
    assert [seat.name for seat in GAME.seats(opening(names="P1=Anna P3=Ben"))] == ["Anna", "Player 2", "Ben"]
    with pytest.raises(NotationError):
        opening(names="P4=Anna")
    with pytest.raises(NotationError):
        opening(nonsense="1")


def test_start_wants_its_own_setup() -> None:
    """A setup of something else is a mistake of the program."""
    with pytest.raises(TypeError, match="setup"):
        GAME.start("nonsense")


# Scenes ---------------------------------------------------------------------------------------------------------------


def test_scene_of_a_game_under_way() -> None:
    """Open tiles, a loaded mouse, one off the table, a loose cheese, delivered ones, an open hand tile, a marble in a nest."""
    state = GAME.read_position(
        "mice: R=b6n* Y=hand; tiles: b6=XOB1 c6=/ d6=CWK3; hands: R=up; handtiles: R=CRK; "
        "loose: c6/es; nests: NE=1,1; marbles: W2"
    )
    scene = GAME.scene(state)
    assert scene.tile(Cell(1, 1)) == Look("cross-blue-orange", "up", 0)
    assert scene.tile(Cell(1, 2)) == Look(None, "up", 0)
    assert scene.tile(Cell(1, 3)) == Look("curve-black-white", "up", 1)
    assert scene.tile(Zone("hand-P1")) == Look("curve-red-black", "up", 0)
    assert PieceAt("cheese", Cell(1, 1), None, "mouse-red") in scene.pieces
    assert not any(piece.kind == "mouse-yellow" for piece in scene.pieces)
    assert Counter(piece.place for piece in scene.pieces if piece.kind == "cheese") == {
        Cell(3, 3): 4, Cell(1, 1): 1, Cell(1, 2): 1, Zone("NE"): 2,
    }  # fmt: skip
    assert PieceAt("marble", Zone("W5")) in scene.pieces


def test_what_is_face_down_is_not_in_the_scene() -> None:
    """A face-down tile looks the same whether the engine knows it or not."""
    secret = GAME.read_position("mice: R=Nb Y=E6; row7: XRB ? ? ? ? ? ?; handtiles: P1=CRK")
    assert GAME.scene(secret) == GAME.scene(GAME.read_position("mice: R=Nb Y=E6"))


# Views ----------------------------------------------------------------------------------------------------------------


ONE = "mice: R=b6n Y=E6; tiles: b6=+; step: 2; row5: XRB CRB ? ? ? ? ?; row7: ? XYG ? ? ? ? ?; handtiles: P1=CRK P2={}"
OTHER = "mice: R=b6n Y=E6; tiles: b6=+; step: 2; row5: CYK ? ? ? ? ? ?; handtiles: P1=CRK P2={}"


def test_secrets_make_no_difference() -> None:
    """Positions that differ only in what lies face down look the same to the public and to everybody not entitled."""
    one, other = GAME.read_position(ONE.format("XRO")), GAME.read_position(OTHER.format("COB"))
    assert one != other
    assert GAME.view(one, None) == GAME.view(other, None)
    assert GAME.view(one, "P1") == GAME.view(other, "P1")
    assert GAME.view(one, "P2") != GAME.view(other, "P2")


def test_owners_see_their_tile() -> None:
    """The own hand tile is shown to its owner, with the placements it allows, and to nobody else."""
    state = GAME.read_position(ONE.format("XRO"))
    own = GAME.view(state, "P1")
    assert own.private == (("Your tile", "red-black curve (face down)"),)
    assert "b7=CRK2h" in [action.text for action in own.legal]
    assert [action.text for action in GAME.view(state, None).legal][:3] == ["b5=+", "b5=/", "b5=\\"]
    assert GAME.view(state, None).private == () and "CRK" not in repr(GAME.view(state, "P2"))


def test_view_says_what_to_do() -> None:
    """A view names game, turn, actor, piece, step, scores, notes and the end."""
    state = GAME.read_position("mice: R=b6n* Y=hand; tiles: b6=+; marbles: d4e W2")
    view = GAME.view(state, None)
    assert (view.game, view.turn, view.actor, view.piece, view.step) == ("mice-in-a-maze", 1, "P1", "mouse-red", "Red: move.")
    assert "Yellow is off the table." in view.notes and "Red carries a cheese." in view.notes
    assert any("leaves east" in note for note in view.notes)
    over = GAME.view(GAME.play(state, GAME.read("END:agreed")), None)
    assert (over.actor, over.legal, over.outcome is not None and over.outcome.why) == (None, (), "agreed")


def test_receipts_add_up() -> None:
    """A seat's points are the sum of its receipts, which say where and when."""
    state = GAME.read_position("owners: P1=R,O P2=Y,K; mice: R=b7n* Y=E6; tiles: b7=+; nests: NW=1 Nd=1,2 W6=1; turn: R")
    state = GAME.play(state, GAME.read(">Nb"))
    scores = {score.seat: score for score in GAME.scores(state)}
    assert (scores["P1"].points, scores["P2"].points) == (0.5 + 3 + 2, 0.5 + 1)
    assert all(sum(receipt.points for receipt in score.receipts) == score.points for score in scores.values())
    last = scores["P1"].receipts[-1]
    assert (last.text, last.points, last.place, last.ply) == ("cheese in the red nest: 2", 2, Zone("N1"), 0)


# Playing --------------------------------------------------------------------------------------------------------------


def test_rest() -> None:
    """People may leave the table before a move and before a placement, not while marbles have to roll."""
    state = GAME.read_position("mice: R=b6e Y=Nf; tiles: a6=+ b6=+ c7=+; marbles: c5")
    rests = [GAME.at_rest(state)]
    for token in ("-", "c6=+", "~c5>out"):
        state = GAME.play(state, GAME.read(token))
        rests.append(GAME.at_rest(state))
    assert rests == [True, True, False, True]


def test_illegal_actions_are_refused() -> None:
    """`play` refuses what is not lawful, with the action, the code and the turn."""
    state = GAME.read_position("mice: R=b6e Y=Nf; tiles: b6=+")
    with pytest.raises(IllegalActionError, match="'>c6e' is not allowed in turn 1 of R, step 1: no-open-path"):
        GAME.play(state, GAME.read(">c6e"))


def test_stuck() -> None:
    """A round in which no mouse moves, no tile is placed and no marble rolls ends the game."""
    state = GAME.read_position("mice: R=d4s Y=d4n; marbles: d3 d5")
    for token in ("-", "--", "-"):
        state = GAME.play(state, GAME.read(token))
    assert state.ended is None
    assert GAME.play(state, GAME.read("--")).ended == "stuck"


def test_equal_partners() -> None:
    """Of partners who carry the same the first in turn order is meant; another one is named."""
    state = GAME.read_position("mice: R=d6s* Y=d4w B=d4e; tiles: d5=+ d6=+; pile: 0; nests: Nb=1,1,1,1,2,2,2; turn: R")
    assert [GAME.write(action) for action in GAME.actions(state)][::3] == [">d4e", ">d4e&d4:B"]
    assert GAME.play(state, GAME.read(">d4e")) == GAME.play(state, GAME.read(">d4e&d4:Y"))
    assert GAME.play(state, GAME.read(">d4e&d4:B")).mice[2].cargo


def test_labels() -> None:
    """Every kind of action has plain words for a button."""
    state = GAME.read_position("mice: R=c5s Y=E6; tiles: c5=+ c4=+; marbles: W2 c3")
    words = {token: GAME.label(state, GAME.read(token)) for token in (
        "-", "o", ">c4s", ">d4e&d4:Y", ">out", "+Nb", "c6=CRB1h", "c6=\\", "c6#", "--", "~c3>out", "END:agreed", "Y:-",
    )}  # fmt: skip
    assert words == {
        "-": "Red stays: no open path",
        "o": "Red stays: the path is a loop",
        ">c4s": "Red runs to c4, nose south",
        ">d4e&d4:Y": "Red runs to the Chamber, nose east; swaps with Yellow in the Chamber",
        ">out": "Red leaves the maze: take the mouse off the table",
        "+Nb": "Red comes back to the red nest at Nb, nose south",
        "c6=CRB1h": "Replace c6 with the red-blue curve (/), turned 1 (your tile)",
        "c6=\\": "Replace c6 with a curve (\\)",
        "c6#": "Change a face-down tile away from the path for another, face down",
        "--": "No tile can be taken",
        "~c3>out": "The marble on c3 rolls out of the maze",
        "END:agreed": "Everybody agrees to stop",
        "Y:-": "Yellow: Yellow stays: no open path",
    }
