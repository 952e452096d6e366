"""Tokens, positions and records of the Mouse Trap card game: what is written is read back, what cannot be read is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from trap_positions import LAYOUT_A, OPENINGS

from companion.core.errors import NotationError
from companion.games.mouse_trap_cards import GAME
from companion.games.mouse_trap_cards.write_record import write_record

TOKENS = [
    "@N",
    "@E!",
    "@b2W",
    "@c3S!",
    "+c2",
    "+-",
    "d:",
    "d:LR2",
    "d:TRAP",
    "d:F1/B2",
    "d:FLIPE:LR",
    "d:TURNE:FB",
    "d:PLACE2",
    "d-F1",
    ">W",
    "/b3",
    "/b3=TRAP",
    "/b3=MV2:lr@1",
    "/-",
    "%b3:1",
    "%-",
    "~",
    "=",
    "B:=",
    "Anna:d:F1",
]
RECORD = (Path(__file__).parent / "trap_game.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("token", TOKENS)
def test_tokens_round_trip(token: str) -> None:
    """Every kind of token is read and written the same."""
    assert GAME.write(GAME.read(token)) == token


@pytest.mark.parametrize(
    "token",
    ["", "x", "@", "@Q", "@e5N", "+e1", "+", "d", "d-", "d-XY", "d:XY", "d:F1/F2", "d:SAFE", ">", ">X", ">NE", "/", "/b3=",
     "/b3=XX", "/b3=F1",
     "%b3", "%b3:4", "==", "~~", "A:B:=", "/b3=TRAP@4"],
)  # fmt: skip
def test_what_is_no_token_is_refused(token: str) -> None:
    """The refusal names the token and says what would be one."""
    with pytest.raises(NotationError) as error:
        GAME.read(token)
    assert error.value.why


def test_comments_and_separators_are_skipped() -> None:
    """Blanks and `;` part actions, comments in braces are no actions, columns are kept."""
    assert GAME.split("@E ; +c2 {oops d:F3} d:F1") == (("@E", 0), ("+c2", 5), ("d:F1", 21))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("mouse: a1E", "maze"),
        (f"{LAYOUT_A}", "mouse"),
        (f"{LAYOUT_A.replace('M06F@0', 'M17F@0')}; mouse: a1E", "M17F@0"),
        (f"{LAYOUT_A.replace('M06F@0', 'M01F@0')}; mouse: a1E", "M01F@0"),
        (f"{LAYOUT_A.replace('M06F@0', 'MV0:u/?@0')}; mouse: a1E", "MV0:u/?@0"),
        (f"{LAYOUT_A.replace('M06F@0', '')}; mouse: a1E", "M07F@0"),
        (f"{LAYOUT_A}; mouse: e1E", "e1E"),
        (f"{LAYOUT_A}; mouse: a1E; cheese: a9=1", "a9=1"),
        (f"{LAYOUT_A}; mouse: a1E; cheese: b1=x", "x"),
        (f"{LAYOUT_A}; mouse: a1E; cheese: b1=40; risk: 3", "b1=40"),
        (f"{LAYOUT_A}; mouse: a1E; players: A,B; safe: 1,2,3", "1,2,3"),
        (f"{LAYOUT_A}; mouse: a1E; turn: C", "C"),
        (f"{LAYOUT_A}; mouse: a1E; phase: lunch", "lunch"),
        (f"{LAYOUT_A}; mouse: a1E; disc: F3,F3", "F3"),
        (f"{LAYOUT_A}; mouse: a1E; disc: F9", "F9"),
        (f"{LAYOUT_A}; mouse: a1E; draw: 0", "0"),
        (f"{LAYOUT_A}; mouse: a1E; mouse: a1E", "mouse"),
        (f"{LAYOUT_A}; mouse: a1E; colour: red", "colour"),
        (f"{LAYOUT_A}; mouse: a1E; data: M01=SAFE", "M01=SAFE"),
        (f"{LAYOUT_A}; mouse: a1E; do: d:F1 d:F1", "d:F1"),
        (f"{LAYOUT_A}; mouse: a1E; phase: over", "over"),
    ],
)  # fmt: skip
def test_a_wrong_position_is_refused_at_its_word(text: str, word: str) -> None:
    """Line, column and token of what cannot be read are named, and what to write instead."""
    with pytest.raises(NotationError) as error:
        GAME.read_position(text)
    line = text.splitlines()[error.value.line - 1] if text else ""
    assert word in error.value.token
    assert line[error.value.column - 1 :].startswith(error.value.token[:1]) or error.value.token in ("maze", "mouse")


def test_fields_may_be_parted_in_three_ways() -> None:
    """Semicolons, three blanks and line ends part fields, and rows of the maze may have lines of their own."""
    rows = LAYOUT_A.replace(" | ", "\n")
    one = GAME.read_position(f"{LAYOUT_A}; mouse: a1E; safe: 7,5; risk: 1")
    assert GAME.read_position(f"{LAYOUT_A}   mouse: a1E   safe: 7,5\nrisk: 1") == one
    assert GAME.read_position(f"safe: 7,5\nmouse: a1E\n{rows}\nrisk: 1") == one


def test_the_safe_counts_begin_with_the_player_in_turn() -> None:
    """`safe` is written from the player in turn to the left."""
    state = GAME.read_position(f"{LAYOUT_A}; mouse: a1E; players: A,B,C; turn: B; safe: 1,2,3")
    assert [(score.seat, score.points) for score in GAME.scores(state)] == [("A", 3), ("B", 1), ("C", 2)]


def test_the_example_position_lists_its_arrows() -> None:
    """The position shown with the notation lists the two arrows of its card; a flip is listed without what it would show."""
    state = GAME.read_position(f"{LAYOUT_A}; mouse: a1E; safe: 7,5; risk: 1; do: d:LR2")
    assert [GAME.write(action) for action in GAME.actions(state)] == [">N", ">S"]
    state = GAME.read_position(f"{LAYOUT_A}; mouse: c2S; do: d:FLIPB")
    assert [GAME.write(action) for action in GAME.actions(state)] == ["/c3"]


def test_a_sign_of_nothing_may_be_written() -> None:
    """Where nothing can be flipped the chain ends by itself; `/-` may be written and changes nothing but the count of actions."""
    state = GAME.read_position(f"{LAYOUT_A}; mouse: a1S; do: d:FLIPF")
    assert [GAME.write(action) for action in GAME.actions(state)] == ["d:", "="]
    after = GAME.play(state, GAME.read("/-"))
    assert (after.maze, after.phase, after.ply) == (state.maze, state.phase, state.ply + 1)


def test_an_empty_draw_pile_is_shuffled() -> None:
    """With no card left `~` is the way to go on; a card drawn without it means the same."""
    state = GAME.read_position(f"{LAYOUT_A}; mouse: a1S; draw: 0; disc: F1,TRAP")
    assert [GAME.write(action) for action in GAME.actions(state)] == ["~", "="]
    shuffled = GAME.play(state, GAME.read("~"))
    assert (shuffled.draw, shuffled.discard, shuffled.phase) == (2, (), "draw")
    assert GAME.read_position(GAME.write_position(shuffled)).left == shuffled.left
    assert GAME.play(state, GAME.read("d:F1")).draw == 1 and not GAME.rule(state, GAME.read("d:F2")).legal


def test_records_round_trip() -> None:
    """A written record is read with the same start and the same end, drawn cards and flips in one token."""
    record = GAME.read_record(RECORD)
    text = write_record(record.start, [GAME.read(line.text) for line in record.lines])
    again = GAME.read_record(text)
    assert (again.start, [line.text for line in again.lines]) == (record.start, [line.text for line in record.lines])
    assert text.splitlines()[-1] == "END:win(A)"


def test_a_record_joins_what_was_told_in_two_steps() -> None:
    """Drawing and telling the card, flipping and telling the side, are one token each in a record."""
    start = GAME.read_position(OPENINGS[0])
    steps = ["@N", "+a3", "d:", "d:FLIPF", "/c2", "/c2=PLACE", "="]
    text = write_record(start, [GAME.read(token) for token in steps])
    assert "1 A: @N +a3 d:FLIPF /c2=PLACE = | 0/0" in text


@pytest.mark.parametrize(
    ("old", "new", "token"),
    [
        ("| 3/0\n2", "| 4/0\n2", "4/0"),
        ("END:win(A)", "END:win(B)", "B"),
        ("END:win(A)", "END:draw-all", "END:draw-all"),
        ("5 A:", "6 A:", "6"),
        ("5 A:", "5 Q:", "Q"),
        ("d:F3 =", "d:F3 ?", "?"),
        ("5 A: @E +a4 d:F3 = | 8/0\n", "", "END:win(A)"),
        ("start=A", "start=C", "C"),
        ("5 A:", "five A:", "five"),
        ("start=A", "start=A pile: 12", "12"),
    ],
)  # fmt: skip
def test_a_wrong_record_is_refused_at_its_word(old: str, new: str, token: str) -> None:
    """Wrong counts, ends, numbers, seats and tokens are named with their line."""
    with pytest.raises(NotationError) as error:
        GAME.read_record(RECORD.replace(old, new))
    assert error.value.token.startswith(token)


def test_an_illegal_action_of_a_record_is_left_to_the_judge() -> None:
    """A record with a broken rule can be read; the ruling comes when it is replayed."""
    record = GAME.read_record(RECORD.replace("5 A: @E", "5 B: @E"))
    assert next(line.text for line in record.lines if line.line == 10) == "B:@E"


def test_cards_nobody_saw_are_known_by_what_is_left() -> None:
    """Of three cards left two were drawn unseen: they lie below the top of the discards, and only the third can still come."""
    deck = "F1,F1,F2,F2,F3,B1,B2,L1,L2,R1,R2,FB2,LR1,LR2,FLR1,FLBR1,TRAP,TRAP,PLACE,TAKE,TURN"
    state = GAME.read_position(f"{LAYOUT_A}; mouse: a1S; disc: {deck}")
    after = GAME.play(state, GAME.read("d-END"))
    assert (after.draw, after.discard[-3:], after.phase) == (1, ("FLIPF", "FLIPB", "TURN"), state.phase)
    assert GAME.rule(after, GAME.read("d:END")).legal and not GAME.rule(after, GAME.read("d:FLIPF")).legal
    refused = ("d-TAKE", "d-TRAP")
    assert not any(GAME.rule(state, GAME.read(token)).legal for token in refused)
