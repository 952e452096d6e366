"""Alles Käse! in writing: tokens, positions and records, and what is refused with its place."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.errors import NotationError
from companion.games.alles_kaese import GAME
from companion.games.alles_kaese.state import Phase

TOKENS = (
    *("1", "6", "P1", "P0", "K3", "K3c", "K6t", "X3", "+4^6", "+4^?", "+4^0", "-4^6", "-?^?", "2 K5c +4^6", "4 P3 -5^6 -6^1"),
    *("5 K2t #", "K2t #", "A: 4", "Anna: 4 P3 -5^6", "{refill D3 +2^6}", "{discard -2^?}", "{exposed D2}", "{shown B D2 A,C}"),
    "{back D2 B}",
)


@pytest.mark.parametrize("token", TOKENS)
def test_tokens_round_trip(token: str) -> None:
    """What is read is written the same again."""
    assert GAME.write(GAME.read(token)) == token


@pytest.mark.parametrize(
    "token",
    ["", "7", "P7", "K0", "X0", "K3x", "+7^1", "+?^?", "+4", "+4^7", "2 K5c 4", "#", "A: B: 4", "A: {exposed D2}",
     "{exposed D7}", "{a remark}", "{refill D3 -2^6}", "{discard +2^6}", "hello"],
)  # fmt: skip
def test_other_tokens_are_refused(token: str) -> None:
    """Each is named with what could be written instead."""
    with pytest.raises(NotationError):
        GAME.read(token)


def test_turns_are_found_in_a_line() -> None:
    """A die or a seat begins a turn, semicolons and line ends part them, remarks are left out, corrections stand alone."""
    text = "2 K5c +4^6 B: 3 P1 4 P3;P2 {well done}\n{exposed D2} 5 K2t # {shown B D2 A}"
    assert [token for token, _ in GAME.split(text)] == [
        "2 K5c +4^6", "B: 3 P1", "4 P3", "P2", "{exposed D2}", "5 K2t #", "{shown B D2 A}",
    ]  # fmt: skip
    assert all(text[column:].startswith(token.split()[0]) for token, column in GAME.split(text))


def test_the_example_of_a_position() -> None:
    """Fields in any order; turn, roll, kept cards, traps and looks are as written."""
    state = GAME.read_position("n: 4; turn: B; display: 415263; top: 2; supply: 14; die: 4; kept: A=c6 B=t1,t2; peeked: D1=B")
    assert (state.player, state.phase, state.die, state.supply, len(state.discard)) == ("B", Phase.ACT, 4, 14, 13)
    assert (state.kept[0], state.kept[1], state.peeked) == ((12,), (3, 5), (2, 0, 0, 0, 0, 0))
    assert [GAME.write(action) for action in GAME.actions(state)] == ["K1", "X1"]


def test_fields_are_parted_by_blanks_and_lines_and_may_hold_remarks() -> None:
    """Three blanks, a line end or a semicolon part fields; text in round brackets is skipped."""
    plain = GAME.read_position("players: A,B; display: 351622; top: 4; kept: A=c3")
    assert GAME.read_position("players: A,B (two of us)   display: 351622\ntop: 4; kept: A=c3 (first)") == plain


def test_a_do_field_plays_whole_turns() -> None:
    """Turns of `do` are played; the die of the position is repeated by the first."""
    text = "n: 4; display: 351622; top: 4; die: 2; do: 2 K5c +4^6 ; 1 X3 +6^1"
    written = GAME.write_position(GAME.read_position(text))
    assert written.startswith("players: A,B,C,D; turn: C; display: 356642; top: 1; supply: 18")


@pytest.mark.parametrize(
    ("text", "place", "token"),
    [
        ("display: 351622", (1, 1), ""),
        ("n: 7; display: 351622", (1, 4), "7"),
        ("n: 3; display: 35162", (1, 16), "35162"),
        ("n: 3; display: 35-6-2", (1, 16), "35-6-2"),
        ("n: 3; display: 351622; rubbish: 1", (1, 24), "rubbish"),
        ("n: 3; display: 351622; n: 3", (1, 24), "n"),
        ("n: 3; display: 351622; players: A,B", (1, 4), "3"),
        ("players: A,B,A; display: 351622", (1, 14), "A"),
        ("n: 3\ndisplay: 351622\nturn: X", (3, 7), "X"),
        ("n: 3; display: 351622; kept: A=c7", (1, 32), "c7"),
        ("n: 3; display: 351622; kept: A=t1,t2,t3,t4", (1, 30), "A=t1,t2,t3,t4"),
        ("n: 3; display: 351622; peeked: D7=A", (1, 32), "D7"),
        ("n: 3; display: 351622; top: 7", (1, 29), "7"),
        ("n: 3; display: 351622; supply: 0; top: 3", (1, 40), "3"),
        ("n: 3; display: 444444; top: 4", (1, 16), "444444"),
        ("n: 3; display: 351622; supply: 31", (1, 32), "31"),
        ("n: 3; display: 351622; supply: 20; discard: 12", (1, 45), "12"),
        ("n: 3; display: 351622; phase: refill", (1, 31), "refill"),
        ("n: 3; display: 3-1622; phase: roll", (1, 31), "roll"),
        ("n: 3; display: 351622; over: trap(A)", (1, 30), "trap(A)"),
        ("n: 5; display: 351622; die: 4; phase: extra", (1, 39), "extra"),
        ("n: 3; display: 351622; opt: peek=maybe", (1, 29), "peek=maybe"),
        ("n: 3; display: 351622; data: traps_per_value=1,2,3", (1, 30), "traps_per_value=1,2,3"),
        ("n: 3; display: 351622; top: 4; do: 2 K5c", (1, 36), "2 K5c"),
        ("n: 4; display: 351622; top: 4; do: 4 P1 ;\n2 K9", (2, 3), "K9"),
        ("n: 3; display: 351622; stock: 4c 6t", (1, 31), "4c 6t"),
    ],
)
def test_bad_positions_are_refused_with_their_place(text: str, place: tuple[int, int], token: str) -> None:
    """Line, column and token of the first thing that cannot be."""
    with pytest.raises(NotationError) as error:
        GAME.read_position(text)
    assert ((error.value.line, error.value.column), error.value.token) == (place, token)


@pytest.mark.parametrize(
    "text",
    [
        "players: A,B; display: 35-622; top: 1; supply: 9; phase: refill; die: 1; discard_top: 1",
        "players: A,B; display: 35-622; top: 1; supply: 9; phase: mend; shown: 3",
        "players: A,B; display: 35-622; top: 1; supply: 9; phase: mend; die: 3",
        "players: A,B; display: 351622; top: 1; supply: 9; die: 3; phase: revealed(D1)",
        "players: A,B; display: 351622; top: 1; supply: 9; die: 4; phase: extra; peeked: D1=A,B",
        "players: A,B; display: 351622; supply: 0",
        "players: A,B; display: 35162-; supply: 0; phase: supply; opt: supply_end=on_failed_refill",
        "players: A,B; display: 351622; supply: 0; die: 4; opt: supply_end=on_failed_refill strict memory_mode=on",
        "players: A,B; display: 35162-; top: 4; kept: B=t2,c4,t3,t4; fronts: cttct-",
        "players: A,B; display: 351622; top: 4; supply: 2; fronts: cttct?; stock: 4c 6t; data: traps_per_value=flat",
        "players: A,B; display: 351622; top: 4; supply: 28; discard: 1?",
    ],
)
def test_positions_of_every_phase_round_trip(text: str) -> None:
    """Written and read again, a position of any phase is the same state."""
    state = GAME.read_position(text)
    assert GAME.read_position(GAME.write_position(state)) == state


def test_spoilt_positions_are_read_or_refused() -> None:
    """Whatever character is lost, added or changed, a text is a position or refused with its place; nothing else happens."""
    rng, refused = Random(1), 0
    whole = "players: A,B; turn: B; display: 35-622; top: 4; supply: 9; discard_top: 1; kept: A=c3,t2 B=c6; peeked: D2=A; die: 1"
    for _ in range(600):
        place, other = rng.randrange(len(whole)), rng.choice("0123456789ABct=,;:-? ()\n")
        text = whole[:place] + rng.choice((other, other + whole[place], "")) + whole[place + 1 :]
        try:
            state = GAME.read_position(text)
        except NotationError as error:
            refused += 1
            assert error.line in (1, 2) and error.column >= 1
        else:
            assert GAME.read_position(GAME.write_position(state)) == state
    assert refused > 200


# Records --------------------------------------------------------------------------------------------------------------

HEADER = "players=A,B,C start=A display=351622 top=4"


def test_a_record_may_stand_in_one_line() -> None:
    """Semicolons part turns as line ends do; numbers, seats, remarks and blank lines are optional."""
    long = GAME.read_record(f"{HEADER}\n\n1 A: 2 K5c +4^6\n2 B: 2 K6t +6^1 {{oh}}\n")
    short = GAME.read_record(f"{HEADER}\n2 K5c +4^6; B: 2 K6t +6^1")
    assert [line.text for line in long.lines] == [line.text for line in short.lines] == ["2 K5c +4^6", "2 K6t +6^1"]
    assert [line.line for line in long.lines] == [3, 4]


def test_a_header_has_options_at_its_end() -> None:
    """Names and values behind the header's own are options."""
    state = GAME.read_record(f"{HEADER} refill=slide peek=optional").start
    assert (state.terms.options.refill, state.terms.options.peek, state.supply) == ("slide", "optional", 30)


def test_a_record_may_begin_with_a_position() -> None:
    """Lines of fields come first; the rest are turns and corrections."""
    record = GAME.read_record("n: 3; turn: B\ndisplay: 351622\ntop: 4\n{exposed D1}\n2 X5 +4^?\n")
    assert (record.start.player, [line.text for line in record.lines]) == ("B", ["{exposed D1}", "2 X5 +4^?"])


@pytest.mark.parametrize(
    ("body", "place", "token"),
    [
        ("1 A: 2 K5c +4^6\n3 B: 2 K6t +6^1", (3, 1), "3"),
        ("1 A: 2 K9c +4^6", (2, 8), "K9c"),
        ("1 A: 2 K5c +4^6\nEND:supply", (3, 1), "END:supply"),
        ("5 K2t +4^6; 2 X5 +6^?; 2 X6 +3^?; score=1/2/3", (2, 35), "score=1/2/3"),
    ],
)
def test_bad_records_are_refused_with_their_place(body: str, place: tuple[int, int], token: str) -> None:
    """A turn out of order, a token that is none, an end that is not reached."""
    with pytest.raises(NotationError) as error:
        GAME.read_record(f"{HEADER}\n{body}")
    assert ((error.value.line, error.value.column), error.value.token) == (place, token)


def test_wrong_scores_and_winners_of_a_record_are_noticed() -> None:
    """The last line must say what the turns give."""
    start = "n: 2; display: 351622; top: 1; supply: 1; kept: A=c4 B=c5,c3"
    assert len(GAME.read_record(f"{start}\n4 P1 -1^0\nEND:supply score=4/8 win=B").lines) == 1
    for wrong in ("END:trap(A)", "score=4/9", "win=A"):
        with pytest.raises(NotationError, match="the turns give"):
            GAME.read_record(f"{start}\n4 P1 -1^0\n{wrong}")


def test_turns_after_an_illegal_one_are_read_unjudged() -> None:
    """The reader gives all turns to the judge, who stops at the first that breaks a rule."""
    record = GAME.read_record(f"{HEADER}\n4 P1\n2 K5c +9^1".replace("+9^1", "+4^1") + "\nEND:supply score=9 win=A")
    assert [line.text for line in record.lines] == ["4 P1", "2 K5c +4^1"]


def test_an_unfinished_turn_is_written_as_it_stands() -> None:
    """A record of a game that stopped in the middle of a turn ends with what was done."""
    start = GAME.read_record(HEADER).start
    actions = [GAME.read(token) for token in ("2", "K5", "K5c")]
    assert GAME.write_record(start, actions) == f"{HEADER}\n1 A: 2 K5c\n"  # type: ignore[attr-defined]
