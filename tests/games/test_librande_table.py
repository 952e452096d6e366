"""What the table of Maze shows, what each seat may know of it, and reading it before a game."""

from __future__ import annotations

import pytest

from companion.core.errors import SetupError
from companion.core.game import Seen
from companion.core.grid import Cell, Facing, Zone
from companion.core.scene import Look, PieceAt, Scene, TileAt
from companion.games.librande_maze import GAME
from companion.games.librande_maze.setup_scene import SETUP_CODES, scene_fields, scene_problems
from companion.games.librande_maze.violations import VIOLATIONS

START = "1=BA@a1; 3=WT@g7"


def scene_of(position: str) -> Scene:
    return GAME.scene(GAME.read_position(position))


# The scene -----------------------------------------------------------------------------------------------------------


def test_a_token_stands_on_its_half_and_lies_when_frozen() -> None:
    """Which half of a web square, and which pose, can be seen."""
    scene = scene_of("1=BA@d3.s{st=frozen}; 3=WT@g7; turn 3")
    assert PieceAt("hero-barbarian", Cell(2, 3), None, None, "down", Facing.S) in scene.pieces
    assert PieceAt("hero-witch", Cell(6, 6), None, None, "up") in scene.pieces


def test_a_removed_token_lies_in_its_area() -> None:
    """Off the board it is still on the table."""
    scene = scene_of("1=BA@-{st=removed}; 3=WT@g7; turn 3")
    assert PieceAt("hero-barbarian", Zone("hand-1")) in scene.pieces


def test_treasures_lie_on_spaces_and_shelves() -> None:
    """Nine in all: what lies on the board and what has been won."""
    scene = scene_of("1=BA@a1{pile=2}; 3=WT@g7; treasure c3x2 d4.w e5")
    chests = [piece for piece in scene.pieces if piece.kind == "chest"]
    assert chests.count(PieceAt("chest", Cell(2, 2))) == 2
    assert chests.count(PieceAt("chest", Zone("shelf-1"))) == 2
    assert PieceAt("chest", Cell(3, 3), side=Facing.W) in chests


def test_only_the_top_of_the_spent_spells_shows() -> None:
    """Of the deck a back is seen, of the spent spells the last."""
    scene = scene_of(f"{START}; discard FZc,TFc")
    assert scene.tile(Zone("discard")) == Look("spell-TFc", "up")
    assert scene.tile(Zone("deck")) == Look(None, "down")


def test_spent_curses_bear_cubes() -> None:
    """The reference card lies on the table when the Witch plays."""
    scene = scene_of(f"{START}; spent silence")
    assert PieceAt("cube", Zone("curse-silence")) in scene.pieces


# Views ---------------------------------------------------------------------------------------------------------------

SECRET = "1=WZ@c1{hand=FZs,PR}; 2=TH@g1{hand=AM}; 3=BA@c5{pile=2 hand=HA}"


def test_a_hand_is_on_its_owners_page_only() -> None:
    """Names of cards stand nowhere but in the owner's view."""
    state = GAME.read_position(SECRET)
    assert ("Your spells", "Super Freeze, Protect") in GAME.view(state, "1").private
    for seat in (None, "2", "3"):
        view = GAME.view(state, seat)
        told = " ".join([view.step, *view.notes, *(a.label + a.text for a in view.legal), *(b for a, b in view.private)])
        assert "Freeze" not in told and "FZs" not in told


def test_other_seats_see_what_can_be_done_without_cards() -> None:
    """The screen lists steps, slides and powers of the player in turn, and says how many spells everybody holds."""
    state = GAME.read_position(SECRET)
    own, screen = GAME.view(state, "1"), GAME.view(state, None)
    assert {"cs:FZs@2", "cs:FZs@3"} <= {action.text for action in own.legal}
    assert {action.group for action in screen.legal} >= {"Move", "Slide row 4", "Slide column b", "Draw", "Turn"}
    assert not [action for action in screen.legal if action.text.startswith("cs:")]
    assert "The Barbarian holds 1 spell." in screen.notes


def test_in_a_window_nobody_learns_who_could_answer() -> None:
    """Two hands of the same size give everybody else the same view, whether an answer is among them or not."""
    position = "1=WZ@c1{{hand=FZs}}; 2=TH@g1; 3=BA@c5{{hand={}}}; do: cs:FZs@3"
    states = [GAME.read_position(position.format(card)) for card in ("PR", "HA")]
    told = [[GAME.view(state, seat) for seat in (None, "1", "2")] for state in states]
    assert told[0] == told[1]
    assert told[0][0].actor == "3" and "may answer" in told[0][0].step


def test_the_thief_alone_sees_the_hand_before_him() -> None:
    """While a Theft is carried out the caster's page shows what there is to take."""
    state = GAME.read_position("1=WZ@c1{hand=TFs}; 2=TH@g1; 3=BA@c5{pile=2 hand=HA}; do: cs:TFs@3 re:3=-")
    assert ("Spells of the Barbarian", "Haste") in GAME.view(state, "1").private
    assert [action.label for action in GAME.view(state, "1").legal if action.text == "tf:HA"] == ["Wizard takes Haste"]
    assert "Haste" not in " ".join(action.label for action in GAME.view(state, None).legal)


def test_labels_name_no_drawn_or_stolen_card() -> None:
    """What stands in the log is for everybody."""
    state = GAME.read_position(START)
    assert GAME.label(state, GAME.read("dr=FZc")) == "Barbarian draws a spell"
    assert GAME.label(state, GAME.read("tf:FZc")) == "Barbarian takes a spell"


@pytest.mark.parametrize(
    ("token", "words"),
    [
        ("mv:c3*", "Barbarian moves to c3 and takes a treasure along"),
        ("mv:d3.s", "Barbarian crosses the web to the south half of d3"),
        ("sl:4E+1", "Barbarian slides row 4 east, its tile turned a quarter clockwise"),
        ("sl:bN", "Barbarian slides column b north"),
        ("dg:d3+1", "Barbarian moves the Dragon to d3 with 1 treasure"),
        ("cs:TKc@e3>d3.e", "Barbarian casts Connect Telekinesis: a treasure from e3 to the east half of d3"),
        ("cs:FZl~@3", "Barbarian casts Line Freeze as Connect on the Witch"),
        ("re:3=-", "Witch does not answer"),
        ("pw:rush>c2", "Barbarian uses Rush: moves to c2"),
        ("3:mv:g6", "Witch moves to g6"),
        ("end", "Barbarian ends the turn"),
    ],
)
def test_actions_in_words(token: str, words: str) -> None:
    """Everything that can be written can be said."""
    state = GAME.read_position("1=BA@d3.e; 3=WT@g7")
    assert GAME.label(state, GAME.read(token)) == words


# Candidates ------------------------------------------------------------------------------------------------------------


def offered(position: str, seen: Seen) -> list[str]:
    return [GAME.write(action) for action in GAME.candidates(GAME.read_position(position), seen)]


def test_a_slide_is_offered_with_the_turn_that_is_seen() -> None:
    """Seven tiles say which line slid, the one that came back in says how it was turned."""
    state = GAME.read_position("1=WZ@a1; 3=WT@g7")
    after = GAME.scene(GAME.play(state, GAME.read("sl:4E+1")))
    before = {tile.place: tile.look for tile in GAME.scene(state).tiles}
    tiles = {tile.place: (tile.look,) for tile in after.tiles if tile.look != before[tile.place]}
    chests = tuple((piece.place, None) for piece in after.pieces if piece.kind == "chest")
    seen = Seen(tiles, {"dragon": ((Cell(3, 4), None),), "chest": chests})
    assert offered("1=WZ@a1; 3=WT@g7", seen)[0] == "sl:4E+1"


def test_what_leaves_no_trace_is_named_only_where_it_leads_on() -> None:
    """Where nothing has changed one action stands for all that cannot be seen; a step may have begun with a web."""
    position = "1=WZ@d3.s; 3=WT@g7"
    assert offered(position, Seen()) == ["end", "mv:d3.e"]
    assert "mv:d3.e" in offered(position, Seen({}, {"hero-wizard": ((Cell(2, 4), None),)}))


def test_the_end_of_a_turn_is_guessed_when_no_points_are_left() -> None:
    """Then the next player may have acted already; before, only another player's token says so."""
    seen = Seen({}, {"dragon": ((Cell(3, 2), None),)})
    assert "end" in offered("1=WZ@a1; 3=WT@g7; ap 0", seen)
    assert "end" not in offered("1=WZ@a1; 3=WT@g7; ap 1; used acted", seen)
    other = Seen({}, {"hero-witch": ((Cell(5, 6), None),)})
    assert "end" in offered("1=WZ@a1; 3=WT@g7; ap 1; used acted", other)


def test_a_cast_is_offered_when_its_card_lies_open() -> None:
    """The spent spells say which spell it was."""
    position = "1=WZ@c3{hand=?,?}; 3=WT@g7; ap 2"
    seen = Seen({Zone("discard"): (Look("spell-FZs", "up"),)})
    assert [token for token in offered(position, seen) if token.startswith("cs:")][:1] == ["cs:FZs@3"]
    assert not [token for token in offered(position, Seen()) if token.startswith("cs:")]


# Before a game -----------------------------------------------------------------------------------------------------------


def test_the_table_says_who_plays_what_and_where_everything_lies() -> None:
    """Tiles, heroes, treasures and Dragon are read; nobody has to type them."""
    state = GAME.read_position("1=BA@a1; 3=WT@g7")
    fields = scene_fields(GAME.scene(state))
    assert fields["chars"] == "1=BA 3=WT" and fields["dragon"] == "d4"
    assert fields["treasure"] == "c3 d3.e e3 c4 d4.w e4 c5 d5 e5"
    assert fields["maze"].split()[:3] == ["L1", "L3", "T1"]
    assert list(scene_problems(state, GAME.scene(state))) == []


def test_a_game_starts_from_what_lies_there() -> None:
    """The table's own maze and characters are those of the first state."""
    shown = GAME.scene(GAME.read_position("2=MR@g1; 4=SO@a7; t:d2=Tw2"))
    state = GAME.start(GAME.setup({"opt": "seats-2p=adjacent"}, shown))
    assert [seat.id for seat in GAME.seats(state)] == ["2", "4"] and GAME.scene(state) == shown


def test_every_problem_of_a_table_is_told_at_once() -> None:
    """Two dragons, ten treasures, a character twice, a hole, a card on the spent spells: five sentences, not one."""
    good = scene_of(START)
    tiles = [*(tile for tile in good.tiles if tile.place != Cell(1, 1)), TileAt(Zone("discard"), Look("spell-HA", "up"))]
    more = (PieceAt("dragon", Cell(0, 3)), PieceAt("chest", Cell(5, 5)), PieceAt("hero-witch", Cell(5, 0), face="up"))
    broken = Scene(tuple(tiles), (*good.pieces, *more))
    with pytest.raises(SetupError) as error:
        GAME.start(GAME.setup({}, broken))
    told = " ".join(error.value.problems)
    for code in ("setup-tile-missing", "setup-dragon", "setup-treasure", "setup-hero-twice", "setup-spells"):
        assert code in told


def test_a_treasure_on_a_web_needs_a_half() -> None:
    """On the line nobody can tell to whom it is nearer."""
    good = scene_of(START)
    pieces = [piece for piece in good.pieces if (piece.kind, piece.place) != ("chest", Cell(3, 3))]
    state = GAME.read_position(START)
    problems = dict(scene_problems(state, Scene(good.tiles, (*pieces, PieceAt("chest", Cell(3, 3))))))
    assert "choose a half" in problems["token-on-cobweb"]


def test_the_codes_of_a_setup_are_violations() -> None:
    """Each has a sentence and a section in the one table of codes."""
    assert {code for code, _, _ in SETUP_CODES} <= set(VIOLATIONS)


@pytest.mark.parametrize(
    ("token", "told"),
    [("dr=FZc", "dr"), ("pw:bargain=HA,PR", "pw:bargain"), ("tf:HA", "tf:?"),
     ("tf:t", "tf:t"), ("cs:HA", "cs:HA"), ("1:dr=HA", "1:dr")],
)
def test_the_log_names_no_drawn_or_stolen_card(token: str, told: str) -> None:
    """The record knows it, the pages that everybody reads do not."""
    assert GAME.public_text(token) == told


def test_what_is_no_action_stays_as_it_is() -> None:
    """A corrupted token is shown as it stands in the record."""
    assert GAME.public_text("tk>>") == "tk>>"


def test_cards_that_may_lie_buried_come_last() -> None:
    """However many spells may lie below the one that is seen, casts of that one are offered before any of theirs."""
    position = "1=BA@a1{hand=?}; 3=WT@g7; ap 1; used drew acted"
    seen = Seen({Zone("discard"): (Look("spell-TPs", "up"),)}, {"hero-barbarian": ((Cell(4, 1), None),)})
    casts = [token.split("@")[0] for token in offered(position, seen) if token.startswith("cs:")]
    assert casts and casts == sorted(casts, key=lambda card: card != "cs:TPs")
