"""The Mouse Trap cards on a table: setting up, what is seen and what stays hidden, dealing, simulated players."""

from __future__ import annotations

import json
from random import Random

import pytest
from law_scenes import seen_from
from trap_positions import LAYOUT_A, OPENING_MAZE, OPENINGS

from companion.core.errors import NotationError, SetupError
from companion.core.game import TABLE
from companion.core.grid import Cell, Facing, Zone
from companion.core.scene import Look, PieceAt, Scene, TileAt
from companion.games.mouse_trap_cards import GAME
from companion.games.mouse_trap_cards.state import State
from companion.simulated.choosing import chooser

OPENING = GAME.read_position(OPENINGS[0])


def problems(answers: dict[str, str], scene: Scene | None = None) -> list[str]:
    with pytest.raises(SetupError) as error:
        GAME.start(GAME.setup(answers, scene))
    return [problem.split(":")[0] for problem in error.value.problems]


def test_a_game_without_answers_is_the_usual_opening() -> None:
    """Nobody has to say anything: two players and the maze of the first opening."""
    assert GAME.start(GAME.setup({})) == OPENING


@pytest.mark.parametrize("players", ["A,B", "A,B,C", "A,B,C,D", "A,B,C,D,E"])
def test_every_number_of_players(players: str) -> None:
    """Two to five players can play, each with a place at the table; names are what people call them."""
    state = GAME.start(GAME.setup({"players": players, "names": "B=Ben", "turn": "B"}))
    fronts = {zone.name for zone in GAME.layout_of(state).zones if zone.role == "front"}
    assert (GAME.actor(state), len(fronts)) == ("B", players.count(",") + 1)
    assert [seat.name for seat in GAME.seats(state)][1] == "Ben"


def test_all_problems_of_a_setup_are_told_at_once() -> None:
    """Too many players, a hidden Safe card, two of a single card, wedges and cards in the wrong place, all in one refusal."""
    maze = OPENING_MAZE.removeprefix("maze: ").replace("SAFE", "MV3:u")
    answers = {"players": "A,B,C,D,E,F", "maze": maze, "cheese": "a4=1", "mouse": "a1N", "disc": "F1", "phase": "draw"}
    found = problems(answers)
    assert found == ["setup-players", "setup-safe", "setup-cards", "setup-cheese", "setup-mouse", "setup-draw", "setup-draw"]
    assert problems({"players": "A"}) == ["setup-players"]


def test_the_maze_is_read_from_the_table() -> None:
    """Without a word about the maze the cards that show are taken, with their turns; what is below stays unknown."""
    scene = GAME.scene(GAME.read_position(f"{LAYOUT_A}; phase: start"))
    state = GAME.start(GAME.setup({}, scene))
    assert [card.up for card in state.maze][:4] == ["GO:STRB", "STRB", "TRAP", "GO:GUTB"]
    assert {card.down for card in state.maze} == {None}
    assert state.maze[6].turns == 3


def test_what_lies_wrong_on_the_table_is_told() -> None:
    """A missing card, another one than told, wedges beside the pile, the mouse in the maze and an open action card."""
    scene = GAME.scene(OPENING)
    tiles = tuple(tile for tile in scene.tiles if tile.place != Cell(0, 0))
    tiles = tuple(tile._replace(look=Look("maze-01", "front")) if tile.place == Cell(0, 1) else tile for tile in tiles)
    odd = (PieceAt("wedge", Cell(2, 2), None, None, "up"), PieceAt("mouse", Cell(3, 2), Facing.N))
    wrong = Scene((*tiles, TileAt(Zone("show"), Look("act-move-F1", "front"))), (*scene.pieces, *odd))
    found = problems({"maze": OPENING_MAZE.removeprefix("maze: ")}, wrong)
    assert found == ["setup-maze", "setup-cards", "setup-cheese", "setup-mouse", "setup-draw"]


def test_wrong_answers_and_setups_of_other_games_are_refused() -> None:
    """Names for nobody and unknown fields are named; a setup of another game is a programming error."""
    with pytest.raises(NotationError, match="names are written"):
        GAME.setup({"names": "Q=Quentin"})
    with pytest.raises(NotationError, match="no field of that name"):
        GAME.setup({"weather": "fine"})
    with pytest.raises(TypeError, match="setup"):
        GAME.start("nothing")


# What is seen and what is not --------------------------------------------------------------------------------------------


def test_cards_with_the_same_picture_look_alike() -> None:
    """Which of the cards that show Trapped lies where is not to be seen: each looks like the first one of the deck."""
    swapped = LAYOUT_A.replace("M10F", "M00").replace("M08F", "M10F").replace("M00", "M08F")
    one, other = (GAME.read_position(f"{maze}; mouse: a1E") for maze in (LAYOUT_A, swapped))
    assert one != other
    assert GAME.scene(one) == GAME.scene(other)
    assert GAME.scene(one).tile(Cell(0, 2)) == Look("maze-03", "back")


def test_heaps_are_counted_to_three() -> None:
    """Four wedges on a card look like three; the exact number is told in words."""
    state = GAME.read_position(f"{LAYOUT_A}; mouse: a1E; cheese: c3=4; safe: 7,0; risk: 2")
    scene = GAME.scene(state)
    assert len(scene.pieces_at(Cell(1, 2))) == 3
    assert [piece.face for piece in scene.pieces_at(Zone("front-S"))] == ["up"] * 3 + ["down"] * 2
    assert any(note.startswith("4 wedges lie on c3") for note in GAME.view(state, None).notes)


def test_piles_show_their_top() -> None:
    """The draw pile shows a back while there are cards, the discards their last card, the place in play the drawn one."""
    state = GAME.read_position(f"{LAYOUT_A}; mouse: a1E; draw: 1; disc: F1,TRAP; do: d:LR2")
    shown = {tile.place.name: tile.look for tile in GAME.scene(state).tiles if isinstance(tile.place, Zone)}
    assert shown == {"discard": Look("act-trapped", "front"), "show": Look("act-move-LR2", "front")}
    assert GAME.catalogue.tile("act-move-LR2").label == "Move 2 left or right"


def test_what_came_up_is_the_tables_answer() -> None:
    """After a flip of an unknown card the table answers; people are offered what they may know, not what a dealer knows."""
    start = GAME.read_position(f"{OPENING_MAZE}; mouse: b3E; do: d:FLIPB")
    dealt = GAME.deal(start, GAME.deck(start))
    told, truth = (GAME.play(state, GAME.read("/a3")) for state in (start, dealt))
    assert (GAME.actor(told), GAME.at_rest(told)) == (TABLE, False)
    assert [item.text for item in GAME.view(truth, None).legal] == [item.text for item in GAME.view(told, "A").legal]
    assert [GAME.write(action) for action in GAME.actions(truth)] == ["/a3=TURNT"]


def test_what_the_companion_alone_was_told_is_not_listed() -> None:
    """Where cards may come down either way, a card known by name only offers nothing that would give its back away."""
    state = GAME.read_position(f"opt: flip_axis=any; {LAYOUT_A}; mouse: c2S; do: d:FLIPB /c3")
    assert GAME.view(state, None).legal == ()
    assert [GAME.write(action) for action in GAME.actions(state)] == ["/c3=FLIPF@3", "/c3=FLIPF@1"]


def test_labels_tell_no_hidden_side() -> None:
    """A flip is labelled with its cell alone, whatever is below."""
    for maze in (LAYOUT_A, LAYOUT_A.replace("M13F@3", "MV3:u/?@3")):
        state = GAME.read_position(f"{maze}; mouse: c2S; do: d:FLIPB")
        assert [GAME.label(state, action) for action in GAME.actions(state)] == ["Flip c3"]


def test_what_is_accounted_for_cannot_come_up_again() -> None:
    """Three of the four Trapped cards are told apart; the last one's other side is the one that is left."""
    maze = LAYOUT_A.replace("M10F@0", "TRAP/?@0").replace("M04F@0", "M03B@0").replace("M03F@0", "M04F@0").replace("M09B", "M09F")
    state = GAME.read_position(f"{maze}; mouse: c3S; do: d:FLIPB /c4")
    assert [GAME.write(action) for action in GAME.actions(state)] == ["/c4=PLACE"]


# Explaining, dealing, playing ---------------------------------------------------------------------------------------------


def explained(position: str, tokens: str) -> list[str]:
    """The candidates for one step, given the table after these tokens."""
    state = after = GAME.read_position(position)
    for token in tokens.split():
        after = GAME.play(after, GAME.read(token))
    return [GAME.write(action) for action in GAME.candidates(state, seen_from(GAME.scene(state), GAME.scene(after)))]


def test_a_drawn_card_is_read_from_the_table() -> None:
    """The card that lies in play, or on the discards after a move, is among the explanations; others are not."""
    assert explained(f"{LAYOUT_A}; mouse: a1E", "d:LR2") == ["d:LR2", "="]
    assert explained(f"{LAYOUT_A}; mouse: a1E; disc: F1", "d:F1") == ["d:F1", "="]
    assert explained(f"{LAYOUT_A}; mouse: a1E", "d:") == ["d:", "="]


def test_a_card_below_the_last_one_is_known_by_its_trace() -> None:
    """A wedge more in front of the player, or a mouse that one card does not bring there, tells of a card covered since."""
    assert "d:TAKE" in explained(f"{LAYOUT_A}; mouse: a1E", "d:TAKE d:LR2")
    assert "d:TAKE" not in explained(f"{LAYOUT_A}; mouse: a1E", "d:LR2")
    assert "d:R1" in explained(f"{LAYOUT_A}; mouse: c2N", "d:R1 d:L2")
    assert "d:R1" not in explained(f"{LAYOUT_A}; mouse: c2N", "d:L2")


TO_AND_FRO = (
    "maze: MV3:u/?@2 TRAP/?@3 PLACE/?@0 MV1:u/?@1 | GO:STRB/?@0 END/?@3 END/?@0 MV1:u/?@1 | TRAP/?@1 TRAP/?@3 GO:GUTB/?@3 "
    "MV2:u/?@3 | GUTB/?@0 MV2:lr/?@2 SAFE/?@1 WASH/TRAP@2; cheese: b1=1"
)


def test_a_mouse_that_stands_where_it_stood_may_have_been_away() -> None:
    """A card that goes on may lead it there and back; a turn that ends in a trap sends it to Safe, where it may have stood."""
    assert ">W" in explained(f"{TO_AND_FRO}; mouse: d1W; do: d:FB2", ">W >E")
    trapped = f"{TO_AND_FRO.replace('b1=1', 'a1=1')}; mouse: c1E; phase: draw"
    assert "d:L1" in explained(trapped, "d:L1 @E") and "d:R1" not in explained(trapped, "d:L1 @E")


def test_the_last_card_of_the_pile_is_known_without_being_seen() -> None:
    """Laid down and shuffled with all others before anybody looked, it is the one that is left; of two nobody knows which."""
    deck = "TAKE,F3,FB2,TURN,B2,R1,LR2,FLR1,LR1,FLIPB,PLACE,END,TRAP,F2,TRAP,FLIPF,F1,L2,R2,F2,F1,FLBR1,L1"
    assert "d:B1" in explained(f"{LAYOUT_A}; mouse: a1E; draw: 1; disc: {deck}", "d: d:B1 ~")
    assert "d:B1" not in explained(f"{LAYOUT_A}; mouse: a1E; draw: 2; disc: {deck.removesuffix(',L1')}", "d: d:B1")[1:]


def test_a_wedge_below_the_mouse_is_thought_of_first() -> None:
    """Where the mouse stands now a wedge may have lain that it has taken since."""
    assert explained(f"{LAYOUT_A}; mouse: c2N; phase: cheese", "+d2 d:R1")[0] == "+d2"


def test_a_flip_is_read_from_the_table() -> None:
    """The side that came up is read from the picture and told with the flip; unseen, the flip alone is offered."""
    start = f"{LAYOUT_A.replace('M13F@3', 'MV3:u/?@3')}; mouse: c2S; do: d:FLIPB"
    assert explained(start, "/c3=FLIPF") == ["/c3=FLIPF", "/c3=FLIPF@3"]
    assert explained(start, "/c3") == ["/c3"]


def test_a_wedge_is_found_where_it_lies() -> None:
    """Of all cards that allow cheese only those with a wedge more, or a stack that cannot be counted, are offered."""
    start = f"{LAYOUT_A}; mouse: a1E; phase: cheese; cheese: b3=3"
    assert explained(start, "+c2") == ["+b3", "+c2"]
    assert explained(start, "") == ["+b3"]


def test_dealing_fits_what_shows() -> None:
    """Whatever the order of the deck, every card dealt shows what lies there; too short a deck is refused."""
    for seed in range(10):
        deck = list(GAME.deck(OPENING))
        Random(seed).shuffle(deck)
        truth = GAME.deal(OPENING, deck)
        assert len({card.name for card in truth.maze}) == 16
        assert [card.up for card in truth.maze] == [card.up for card in OPENING.maze]
    with pytest.raises(ValueError, match="shuffled deck"):
        GAME.deal(OPENING, deck[:3])


def test_simulated_players_finish_a_game() -> None:
    """Players who choose what promises most, with chance choosing blindly, come to an end."""
    state: State = GAME.deal(OPENING, GAME.deck(OPENING))
    choose = chooser(GAME, Random(2))
    for _ in range(3000):
        if GAME.outcome(state) is not None:
            break
        state = GAME.play(state, choose(state, GAME.actions(state)))
    assert GAME.outcome(state) is not None
    assert GAME.promise(state, TABLE) == 0 and GAME.promise(state, state.seat) > 0


def test_the_command_line_lists_what_is_legal(capsys: pytest.CaptureFixture[str]) -> None:
    """`companion legal --json` names the actor and each action with its words."""
    from companion.cli import main

    assert main(["legal", "--json", "mouse-trap-cards", f"{LAYOUT_A}; mouse: a1E; risk: 1; safe: 7,5"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["actor"], [item["text"] for item in found["actions"]], found["scores"]) == ("A", ["d:", "="], {"A": 7, "B": 5})
