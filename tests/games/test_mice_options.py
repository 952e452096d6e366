"""Every option changes what it says, and nothing is changed without it."""

from __future__ import annotations

import pytest

from companion.core.catalogue import Option
from companion.core.errors import NotationError
from companion.core.grid import Cell, Zone
from companion.games.mice_in_a_maze import GAME
from companion.games.mice_in_a_maze.geometry import NAMES, spot_word
from companion.games.mice_in_a_maze.options import OPTIONS
from companion.games.mice_in_a_maze.place import near, takeable
from companion.games.mice_in_a_maze.state import State


def after(options: str, position: str, actions: str = "") -> State:
    """The state after lawful actions under some options."""
    state = GAME.read_position(f"options: {options}; {position}" if options else position)
    for token, _ in GAME.split(actions):
        state = GAME.play(state, GAME.read(token))
    return state


def legal(state: State) -> list[str]:
    return [GAME.write(action) for action in GAME.actions(state)]


def mice(state: State) -> str:
    return " ".join(spot_word(mouse.spot) + "*" * mouse.cargo for mouse in state.mice)


def names(cells: tuple[int, ...]) -> str:
    return " ".join(NAMES[cell] for cell in cells)


CHAMBER = "tiles: d5=+ d6=+; mice: R=d6s Y=Nf"
MEETING = "tiles: c5=+ c4=+ c3=+; mice: R=c5s Y=c4e* B=c3s"


def test_chamber_exit() -> None:
    """Any exit but the entry; with `opposite` straight on."""
    assert legal(after("", CHAMBER)) == [">d4e", ">d4s", ">d4w"]
    assert legal(after("chamber_exit=opposite", CHAMBER)) == [">d4s"]


def test_edge() -> None:
    """A path out takes the mouse off; with `turn-around` it turns on the last tile, its own one too, and keeps its cheese."""
    position = "tiles: a4=+ a5=\\ a3=+; mice: R=a4n* Y=Nf"
    assert mice(after("", position, ">out")) == "hand Nf"
    assert after("", position, ">out").pile == 8
    state = after("edge=turn-around", position, ">a5s a2=+ - f7=+")
    assert mice(state) == "a5s* Nf" and legal(state) == [">a2s"]
    assert mice(after("edge=turn-around", "tiles: a5=+; mice: R=a5w Y=Nf", ">a5e")) == "a5e Nf"


def test_edge_in_a_frozen_maze() -> None:
    """Who can only run to and fro between edges of a frozen maze delivers nothing; who runs out may come back anywhere."""
    board = "board: +++++++ | +++++++ | +++++++ | +++#+++ | +++++++ | +++++++ | +++++++; hands: R=up; mice: R=hand"
    assert after("", board).ended is None
    outs = "board: +++++++ | +++++++ | +++++++ | +++#+++ | +++++++ | +++++++ | +++++++; hands: R=up; mice: R=Nb"
    assert after("", outs).ended == after("edge=turn-around", outs).ended == "frozen"


def test_exchange() -> None:
    """Mice met in passing swap; with `end-only` those on the last segment alone, while loose cheese is still taken."""
    position = "tiles: c5=+ c4=+ c3=+; mice: R=c5s Y=c4s* B=c3s; loose: c4/ew"
    assert mice(after("", position, ">c3s")) == "c3s c4s c3s*"
    assert mice(after("exchange=end-only", position, ">c3s")) == "c3s c4s* c3s"
    loose = "tiles: c5=+ c4=+ c3=+; mice: R=c5s Y=c4e* B=Sf; loose: c4/ns"
    assert mice(after("exchange=end-only", loose, ">c3s")) == "c3s* c4e* Sf"


def test_meeting() -> None:
    """A mouse on the other path of a tile is not met; with `tile` it is."""
    assert mice(after("", MEETING, ">c3s")) == "c3s c4e* c3s"
    assert mice(after("meeting=tile", MEETING, ">c3s")) == "c3s c4e c3s*"


def test_behind() -> None:
    """In a nest or the Chamber nothing lies behind; with `through` the way the mouse came by does."""
    chamber, corner = "tiles: d5=+ d6=+; mice: R=d6s Y=Nf", "tiles: a7=+ b7=+; mice: R=b7w Y=Nf"
    assert names(near(after("", chamber, ">d4e"))) == "e4"
    assert names(near(after("behind=through", chamber, ">d4e"))) == "d5 d6 d7 e4"
    assert names(near(after("", corner, ">Na"))) == "a6 a7"
    assert names(near(after("behind=through", corner, ">Na"))) == "a6 a7 b7 c7"


def test_behind_after_a_return() -> None:
    """A mouse that was put back into a nest came by no way, and one that left the Chamber has forgotten its way in."""
    assert names(near(after("behind=through", "tiles: a7=+; mice: R=hand Y=Nf", "+Na"))) == "a6 a7"
    state = after("behind=through", "tiles: d5=+ d6=+; mice: R=d6s", ">d4e e4=+ >e4e")
    assert names(near(state)) == "f4"


def test_fallback() -> None:
    """With an open own tile and nothing near: any face-down tile, or with `strict` none."""
    blocked = "mice: R=d4s Y=Nf; hands: R=up; marbles: d3"
    assert takeable(after("", blocked, "-")).kind == "fallback"
    assert legal(after("fallback=strict", blocked, "-")) == ["--"]


def test_fallback_strict_with_an_open_tile() -> None:
    """With `strict` an empty open tile on the path is enough for the fallback."""
    position = "turn: R; step: 2; tiles: c5=+ c4=+ c3=+; mice: R=c4s Y=Nf; hands: R=up; marbles: c6 c2"
    assert takeable(after("fallback=strict", position)).kind == "fallback"


def test_no_tile() -> None:
    """With a face-down own tile and nothing to take the step is skipped; with `anywhere` any empty tile is replaced open."""
    position = "tiles: a4=+ a5=\\; mice: R=a4n Y=Nf; loose: a5/sw"
    assert legal(after("", position, ">out")) == ["--"]
    state = after("no_tile=anywhere", position, ">out")
    assert takeable(state).kind == "anywhere" and len(takeable(state).cells) == 48
    assert GAME.scene(after("no_tile=anywhere", position, ">out g1=+")).tile(Cell(6, 6)).face == "up"


def test_hands() -> None:
    """Two players have one tile each; with `mouse` one for each mouse, which keep their own face."""
    players = "players: P1=R,B P2=Y,O; mice: R=b6n Y=Nf O=Nf B=Sf; order: R Y O B; tiles: b6=+ b7=+ b5=+"
    shared = after("", players.replace("Y=Nf", "Y=E6"), ">Nb b7=+s")
    assert shared.terms.holders == ("P1", "P2") and [hand.up for hand in shared.hands] == [True, False]
    single = after("two_player_hands=mouse", players.replace("Y=Nf", "Y=E6"), ">Nb b7=+s")
    assert single.terms.holders == ("P1a", "P1b", "P2a", "P2b")
    assert [hand.up for hand in single.hands] == [True, False, False, False]
    names = [tile.place.name for tile in GAME.scene(single).tiles if isinstance(tile.place, Zone) and tile.look.face == "up"]
    assert names == ["hand-P1"] and GAME.read_position(GAME.write_position(single)).hands == single.hands


def test_take_look() -> None:
    """With `blind` the page tells the player to choose before looking; what is lawful stays the same."""
    position = "tiles: b6=+; mice: R=b6n Y=Nf"
    plain, blind = after("", position, "-"), after("take_look=blind", position, "-")
    assert legal(plain) == legal(blind)
    assert "before you look" in GAME.view(blind, None).step and "before you look" not in GAME.view(plain, None).step


def test_memory_aid() -> None:
    """A tile that everybody saw put face down is shown only with `on`."""
    position = "mice: R=d4s Y=Nf; hands: R=up; handtiles: R=XRB; marbles: d3"
    words = "The red-blue cross lies face down at g1."
    assert words in GAME.view(after("memory_aid=on", position, "- g1#h"), None).notes
    assert words not in GAME.view(after("", position, "- g1#h"), None).notes


def test_marble_start() -> None:
    """A mouse at the start of a marble's run is safe; with `hit` it is removed."""
    position = "step: 3:c4; tiles: c5=+ c4=+; mice: R=Nb Y=c5s; marbles: c5s"
    assert mice(after("", position, "~c5s>c4s")) == "Nb c5s"
    assert mice(after("marble_start=hit", position, "~c5s>c4s")) == "Nb hand"


def test_nest_safe() -> None:
    """Mice in a nest are safe from a marble that ends there; with `no` they are all removed."""
    position = "step: 3:b7; tiles: b7=+ b6=+; mice: R=Nb Y=Nb B=Nf; marbles: b6n"
    assert mice(after("", position, "~b6n>Nb")) == "Nb Nb Nf"
    assert mice(after("nest_safe=no", position, "~b6n>Nb")) == "hand hand Nf"


def test_hit_cheese() -> None:
    """The cheese of a mouse that is hit stays on its path; with `pile` it goes back to the Chamber."""
    position = "step: 3:c4; tiles: c5=+ c4=+; mice: R=Nb Y=c4n*; marbles: c5s"
    stays, pile = after("", position, "~c5s>c4s"), after("hit_cheese=pile", position, "~c5s>c4s")
    assert (len(stays.loose), stays.pile) == (1, 7)
    assert (len(pile.loose), pile.pile) == (0, 8)


def test_marble_next() -> None:
    """A marble in a nest rolls on in anybody's turn; with `owner` when the same player is in turn again."""
    position = "step: 3:b7; tiles: b7=+ b6=+ f7=+; mice: R=E6 Y=Sf; marbles: b6n"
    assert legal(after("", position, "~b6n>Nb - f1=+")) == ["~Nb>b6s"]
    state = after("marble_next=owner", position, "~b6n>Nb - f1=+")
    assert state.letter == "R" and state.step == 1
    assert legal(after("marble_next=owner", position, "~b6n>Nb - f1=+ - g6=+")) == ["~Nb>b6s"]


def test_frozen_repeat() -> None:
    """The third occurrence of a position ends a frozen game, the position given being the first; a number sets another."""
    position = (
        "board: +++++++ | +++++++ | +++++++ | +++#\\++ | +++\\/++ | +++++++ | +++++++; hands: R=up; mice: R=d4e*; pile: 7"
    )
    free = "frozen_choice=free"
    assert after(free, position, ">d4e --").ended is None
    assert after(free, position, ">d4e -- >d4e --").ended == "repeat"
    assert after(f"{free} frozen_repeat=2", position, ">d4e --").ended == "repeat"


def test_frozen_choice() -> None:
    """In a frozen maze a loaded mouse must choose an exit that leads to a nest."""
    position = (
        "board: +++++++ | +++++++ | +++++++ | +++#\\++ | +++\\/++ | +++++++ | +++++++; hands: R=up; mice: R=d4e*; pile: 7"
    )
    assert legal(after("", position)) == [">d4n", ">d4w"]
    assert legal(after("frozen_choice=free", position)) == [">d4n", ">d4e", ">d4w"]


@pytest.mark.parametrize("layout", ["central-three", "custom:Nb,Nc,Nd,E6,E5,E4,Sf,Se,Sd,W2,W3,W4"])
def test_layout(layout: str) -> None:
    """The nests of another layout lie at its ports, and the corners stay."""
    state = after(f"layout={layout}", "mice: R=hand Y=hand")
    ports = [text[1:] for text in legal(state)]
    assert len(ports) == 20 and {"Na", "W7", "Ng", "E7"} <= set(ports)
    assert ("Nc" in ports) and ("Nf" not in ports)
    zones = {zone.name: zone for zone in GAME.layout_of(state).zones}
    for nest in state.terms.nests.all:
        assert {Cell(port.cell // 7, port.cell % 7) for port in nest.ports} == set(zones[nest.zone.name].beside)


def test_colours() -> None:
    """The ring of colours says which nest is whose."""
    state = after("colours=YROGBPWK", "mice: R=hand Y=hand")
    assert spot_word(state.terms.nests.home("Y")) == "Nb"
    assert [nest.colours for nest in state.terms.nests.all][:4] == [("Y",), ("Y", "R"), ("R",), ("R", "O")]


def test_order() -> None:
    """The order may be given as an option or as a field, but not as both."""
    assert after("order=YR", "mice: R=Nb Y=Nf").terms.order == ("Y", "R")
    with pytest.raises(NotationError, match="keep one of them"):
        after("order=YR", "order: Y R; mice: R=Nb Y=Nf")


@pytest.mark.parametrize("option", OPTIONS, ids=[option.name for option in OPTIONS])
def test_bad_values_are_refused(option: Option) -> None:
    """A value that an option does not have is refused, with the place of the bad word."""
    with pytest.raises(NotationError) as caught:
        GAME.read_position(f"mice: R=Nb Y=Nf; options: {option.name}=rubbish")
    assert (caught.value.line, caught.value.column, caught.value.token) == (1, 28 + len(option.name), "rubbish")


def test_positions_keep_their_options() -> None:
    """What is not the default is written with the position and read again."""
    text = "chamber_exit=opposite edge=turn-around frozen_repeat=5"
    state = after(f"{text} layout=central-three colours=YROGBPWK", "mice: R=Nc Y=Nd")
    again = GAME.read_position(GAME.write_position(state))
    assert again == state
    assert "options: layout=central-three colours=YROGBPWK " + text in GAME.write_position(state)
