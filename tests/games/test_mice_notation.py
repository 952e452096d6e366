"""Tokens, positions and records: what is written is read again, and what cannot be read is pointed at."""

from __future__ import annotations

import pytest

from companion.core.errors import NotationError
from companion.games.mice_in_a_maze import GAME
from companion.games.mice_in_a_maze.geometry import EXITS, NAMES, PORTS, Spot, read_spot, spot_word
from companion.games.mice_in_a_maze.tiles import TILES

TOKENS = (
    "-", "o", "--", ">c5n", ">d4e", ">Nb", ">W7", ">out", ">d4s&d4:Y", ">c5n&c4:Y&d4:K", "+Nb", "+W7", "b6=XRB0", "b6=XRB1h",
    "b6=CWK3s", "b6=+", "b6=/h", "b6=\\s", "c6#", "c6#h", "c6#s", "~c5>out", "~c2n>d4s ~c4s>out", "~W2>e2e", "~d4e>Nb", "~",
    "END:all", "END:frozen", "END:repeat", "END:stuck", "END:agreed", "Y:>c4s", "K:--", "B:~c5>out",
)  # fmt: skip

UNREADABLE = (
    "", "x", ">", ">c9n", ">c5x", ">hand", ">c5", ">Nz", ">c5n&", ">c5n&c4", ">c5n&c4:X", "+out", "+hand", "b6=", "b6=XBR0",
    "b6=XRB4", "b6=XRB",
    "b6", "h6=+", "b6=.", "b6=+x", "~c5", "~c5>hand", "~hand>c5n", "~d4>out", "END:", "END:soon", "R:", "R:END:agreed",
    "R:Y:-", "X:-", "c5n", "~c5>out c6=+",
)  # fmt: skip


@pytest.mark.parametrize("token", TOKENS)
def test_tokens(token: str) -> None:
    """What is written is read as the same action, and written the same way."""
    action = GAME.read(token)
    assert GAME.write(action) == token and GAME.read(GAME.write(action)) == action


@pytest.mark.parametrize("token", UNREADABLE)
def test_unreadable_tokens(token: str) -> None:
    """A text that is no token is refused with the text and what would do."""
    with pytest.raises(NotationError) as caught:
        GAME.read(token)
    assert caught.value.why and caught.value.token in token


def test_half_turns_of_a_cross() -> None:
    """A cross looks the same after a half turn: 2 and 3 are read as 0 and 1; a curve keeps its turns."""
    assert [GAME.write(GAME.read(f"b6=XRB{q}")) for q in range(4)] == ["b6=XRB0", "b6=XRB1", "b6=XRB0", "b6=XRB1"]
    assert [GAME.write(GAME.read(f"b6=CRB{q}")) for q in range(4)] == [f"b6=CRB{q}" for q in range(4)]


def test_marbles_are_sorted() -> None:
    """Marbles are read in any order and written sorted by their start, capital letters first."""
    assert GAME.write(GAME.read("~c4s>out ~c2n>d4s ~W2>e2e")) == "~W2>e2e ~c2n>d4s ~c4s>out"


def test_splitting() -> None:
    """Tokens are parted by blanks or `;`; marbles in a row are one action; every action knows its column."""
    assert GAME.split("- ; b6=+  ~c5>out ; ~c4>out;-") == (("-", 0), ("b6=+", 4), ("~c5>out ~c4>out", 10), ("-", 28))


def test_spots() -> None:
    """Every place has one word, and the word names it."""
    spots = [Spot("tile", cell, edge) for cell in range(49) if cell != 24 for edge in range(4)]
    spots += [*EXITS, *PORTS.values(), *(Spot("down", cell) for cell in range(49)), Spot("hand"), Spot("out")]
    words = [spot_word(spot) for spot in spots]
    assert [read_spot(word) for word in words] == spots and len(set(words)) == len(words)


@pytest.mark.parametrize("code", TILES)
def test_every_tile_in_a_position(code: str) -> None:
    """Every tile is read and written in every turn, crosses with their turns below two."""
    for turns in range(TILES[code].period):
        text = f"b6={code}{turns}"
        assert f"tiles: {text};" in GAME.write_position(GAME.read_position(f"mice: R=Nb; tiles: {text}"))


# Positions ------------------------------------------------------------------------------------------------------------

POSITIONS = (
    "turn: R; tiles: b7=XRY0 b6=COP0 c6=XRP0; mice: R=c6e Y=E6; hands: R=up",
    "players: P1=R,B P2=Y,O; owners: P1=R,B,G,K P2=Y,O,W,P; order: R Y O B; mice: R=c5n* Y=d4e O=hand B=E7; tiles: c5=/",
    "options: two_player_hands=mouse; players: P1=R,B P2=Y,O; "
    "order: R Y O B; mice: R=Nb Y=E6 O=Nf B=Sf; hands: R=up; handtiles: R=XRK O=CRK",
    "mice: R=Nb Y=E6; step: 2; loose: e2/ew e2/ew; tiles: e2=+; marbles: c3 W2 d4e e2e",
    "mice: R=Nb Y=E6; step: 3:c4; tiles: c4=+; marbles: c5 c3",
    "mice: R=Nb; row7: ? ? XRB ? . ? ?; row4: ? ? ? # ? ? CYG; tiles: e7=XRO1; handtiles: P1=CRO",
    "mice: R=Nb; board: .+/.\\.. | ....... | ....... | ...#... | ....... | ....... | ......+; "
    "nests: Nb=1,2 Sd=1,1,1 NW=2; pile: 2",
)


@pytest.mark.parametrize("text", POSITIONS)
def test_positions(text: str) -> None:
    """A position is written so that reading it gives the same state."""
    state = GAME.read_position(text)
    assert GAME.read_position(GAME.write_position(state)) == state


def test_fields_in_any_layout() -> None:
    """Fields are parted by `;`, three blanks or a line end, in any order; `do` plays on."""
    one = GAME.read_position("turn: R; tiles: b7=+ b6=\\ c6=+; mice: R=c6e Y=E6")
    two = GAME.read_position("mice: R=c6e Y=E6   tiles: b7=+ b6=\\ c6=+\n\n  turn: R")
    assert one == two
    played = GAME.read_position("mice: R=c6e Y=E6; tiles: c6=+; do: -; d6=+")
    assert (played.letter, played.step, played.ply) == ("Y", 1, 2)


def test_defaults() -> None:
    """What a position leaves out: one player a mouse, the order of the mice, eight cheeses, hands down, everything covered."""
    state = GAME.read_position("mice: Y=E6 R=Nb")
    assert [(player.id, player.mice) for player in state.terms.players] == [("P1", ("Y",)), ("P2", ("R",))]
    assert [player.scores for player in state.terms.players] == [("Y",), ("R",)]
    assert (state.terms.order, state.letter, state.step, state.pile) == (("Y", "R"), "Y", 1, 8)
    assert not any(hand.up for hand in state.hands) and {tile.shape for tile in state.tiles} == {".", "#"}


def test_owners_say_who_plays() -> None:
    """Without `players` whoever scores a mouse plays it; without `mice` they stand at home."""
    state = GAME.read_position("turn: P; owners: P1=R,K P2=P,B")
    assert [player.mice for player in state.terms.players] == [("R",), ("P",)]
    assert [spot_word(mouse.spot) for mouse in state.mice] == ["Nb", "Sb"] and state.letter == "P"


BAD = (
    ("turn: R", 1, 1, "mice"),
    ("", 1, 1, "mice"),
    ("mice: R=Nb; mouse: Y=Nf", 1, 13, "mouse"),
    ("mice: R=Nb\nmice: Y=Nf", 2, 1, "mice"),
    ("mice: R=Nb; rubbish", 1, 13, "rubbish"),
    ("mice: R=Nb Y", 1, 12, "Y"),
    ("mice: R=Nb X=Nf", 1, 12, "X"),
    ("mice: R=Nb R=Nf", 1, 12, "R"),
    ("mice: R=Nc", 1, 9, "Nc"),
    ("mice: R=c5n", 1, 9, "c5n"),
    ("mice: R=c5; tiles: c5=+", 1, 9, "c5"),
    ("mice: R=Nb*", 1, 9, "Nb*"),
    ("mice: R=hand*", 1, 9, "hand*"),
    ("mice: R=zz", 1, 9, "zz"),
    ("mice: R=Nb; turn: Y", 1, 19, "Y"),
    ("mice: R=Nb; turn: R R", 1, 19, "R R"),
    ("mice: R=Nb; order: R Y", 1, 20, "R Y"),
    ("mice: R=Nb; step: 4", 1, 19, "4"),
    ("mice: R=Nb; step: 3:c6", 1, 21, "c6"),
    ("mice: R=Nb; tiles: c5=XRB0 c6=XRB1", 1, 31, "XRB1"),
    ("mice: R=Nb; tiles: c5=XRB0 c5=XRO0", 1, 28, "c5"),
    ("mice: R=Nb; tiles: d4=+", 1, 20, "d4"),
    ("mice: R=Nb; tiles: c5=?", 1, 23, "?"),
    ("mice: R=Nb; tiles: c5=XBR0", 1, 23, "XBR0"),
    ("mice: R=Nb; board: ....... | .......", 1, 20, "....... | ......."),
    ("mice: R=Nb; board: ....... | ....... | ....... | ...#... | ...x... | ....... | .......", 1, 63, "x"),
    ("mice: R=Nb; board: ....... | ....... | ....... | ....... | ....... | ....... | .......", 1, 53, "."),
    ("mice: R=Nb; row7: ? ?", 1, 19, "? ?"),
    ("mice: R=Nb; row7: . ? ? ? ? ? ?", 1, 19, "."),
    ("mice: R=Nb; row7: XRB ? ? ? ? ? ?; handtiles: R=XRB", 1, 49, "XRB"),
    ("mice: R=Nb; handtiles: Y=XRB", 1, 24, "Y"),
    ("mice: R=Nb; hands: R=sideways", 1, 22, "sideways"),
    ("mice: R=Nb; hands: R=up P1=down", 1, 25, "P1"),
    ("mice: R=Nb; marbles: c3n", 1, 22, "c3n"),
    ("mice: R=Nb; marbles: c3; tiles: c3=+", 1, 22, "c3"),
    ("mice: R=Nb; marbles: d4", 1, 22, "d4"),
    ("mice: R=Nb; loose: c3/ns", 1, 23, "ns"),
    ("mice: R=Nb; loose: c3/ne; tiles: c3=+", 1, 23, "ne"),
    ("mice: R=Nb; loose: c3", 1, 20, "c3"),
    ("mice: R=Nb; nests: Nc=1", 1, 20, "Nc"),
    ("mice: R=Nb; nests: Nb=3", 1, 23, "3"),
    ("mice: R=Nb; nests: Nb=1,1,1,1,2,2,2,2,2", 1, 20, "Nb=1,1,1,1,2,2,2,2,2"),
    ("mice: R=Nb; pile: 7", 1, 19, "7"),
    ("mice: R=Nb; options: colour=x", 1, 22, "colour"),
    ("mice: R=Nb; options: edge=out edge=out", 1, 31, "edge"),
    ("mice: R=Nb Y=Nf; owners: P1=R P2=R", 1, 34, "R"),
    ("mice: R=Nb; players: P9=R", 1, 22, "P9"),
    ("mice: R=Nb; players: P1=R,Y", 1, 22, "P1=R,Y"),
    ("mice: R=Nb; do: >c5n", 1, 17, ">c5n"),
    ("mice: R=Nb; do: -\n wrong", 2, 2, "wrong"),
    ("mice: R=Nb\n\n   tiles:  b7=+ b6=%", 3, 20, "%"),
)


@pytest.mark.parametrize(("text", "line", "column", "token"), BAD, ids=[case[0][:60] for case in BAD])
def test_bad_positions(text: str, line: int, column: int, token: str) -> None:
    """A position that cannot be read is refused with line, column and token of the first bad word."""
    with pytest.raises(NotationError) as caught:
        GAME.read_position(text)
    error = caught.value
    assert (error.line, error.column, error.token) == (line, column, token)
    assert f"line {line}, column {column}" in str(error) and error.why


# Records --------------------------------------------------------------------------------------------------------------

def test_record() -> None:
    """A record gives its position and every action with the line it stands on."""
    record = GAME.read_record("mice: R=c6e Y=E6\ntiles: c6=+\n\n1 R: - d6=+ | P1=0 P2=0\n2 Y: - g6=/\nEND:agreed\n")
    assert [(line.line, line.text) for line in record.lines] == [(4, "-"), (4, "d6=+"), (5, "-"), (5, "g6=/"), (6, "END:agreed")]
    assert record.start == GAME.read_position("mice: R=c6e Y=E6; tiles: c6=+")


def test_record_of_a_whole_ending() -> None:
    """The eighth cheese ends the game with the move; the END and final lines agree and are no actions."""
    text = (
        "mice: R=d7n* Y=E6; nests: Nb=1,1,1,1,2,2,2; tiles: d7=+\n1 R: >Nd | P1=11(10)\nEND:all\n"
        "final: P1=11(10) P2=0(0)   winners: P1\n"
    )
    assert [line.text for line in GAME.read_record(text).lines] == [">Nd"]


def test_record_with_another_mouse() -> None:
    """A turn of the wrong mouse keeps its name, so that the judge can say whose turn it is."""
    record = GAME.read_record("mice: R=c6e Y=E6; tiles: c6=+\n1 Y: - g6=/\n")
    assert [line.text for line in record.lines] == ["Y:-", "g6=/"]


def test_record_without_a_marble() -> None:
    """A turn that leaves out a marble that had to roll is charged with it on its own line."""
    text = "mice: R=b6e Y=Nf; tiles: a6=+ b6=+ c7=+; marbles: c5\n1 R: - c6=+\n2 Y: - f7=+\n"
    assert [(line.line, line.text) for line in GAME.read_record(text).lines][2] == (2, "~")


BAD_RECORDS = (
    ("mice: R=c6e; tiles: c6=+\n1 R: - d6=+\n3 R: - d6=+\n", 3, 1, "3"),
    ("mice: R=c6e; tiles: c6=+\n1 R: - d6=% \n", 2, 8, "d6=%"),
    ("mice: R=c6e; tiles: c6=+\n1 R: - d6=+ | P1=2\n", 2, 15, "P1=2"),
    ("mice: R=c6e; tiles: c6=+\n1 R: - d6=+ | P7=0\n", 2, 15, "P7=0"),
    ("mice: R=c6e; tiles: c6=+\n1 R: - d6=+ | none\n", 2, 15, "none"),
    ("mice: R=c6e; tiles: c6=+\n1 R:\n", 2, 3, "1 R:"),
    ("mice: R=c6e; tiles: c6=+\n1 R: - d6=+\nwhat\n", 3, 1, "what"),
    ("mice: R=c6e; tiles: c6=+\n1 R: - d6=+\nEND:soon\n", 3, 1, "END:soon"),
    ("mice: R=c6e; tiles: c6=+\n1 R: - d6=+\nEND:agreed\nfinal: P1=0   winners: P2\n", 4, 24, "P2"),
    ("mice: R=c6x\n1 R: - d6=+\n", 1, 9, "c6x"),
)


@pytest.mark.parametrize(("text", "line", "column", "token"), BAD_RECORDS, ids=[case[3] for case in BAD_RECORDS])
def test_bad_records(text: str, line: int, column: int, token: str) -> None:
    """A record that cannot be read, or that claims what its turns do not give, is refused with the place."""
    with pytest.raises(NotationError) as caught:
        GAME.read_record(text)
    assert (caught.value.line, caught.value.column, caught.value.token) == (line, column, token)


def test_names_of_cells() -> None:
    """Cells are named by file and rank, in reading order from the far left."""
    assert (NAMES[0], NAMES[6], NAMES[24], NAMES[42], NAMES[48]) == ("a7", "g7", "d4", "a1", "g1")
