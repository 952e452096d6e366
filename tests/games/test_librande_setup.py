"""Setting Maze up: what people say, what is wrong with it, and the text forms of positions and records."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.errors import NotationError, SetupError
from companion.games import find
from companion.games.librande_maze.write_record import shown_record

GAME = find("librande-maze")


def test_the_usual_opening() -> None:
    """Without answers the Barbarian and the Druid sit at opposite corners, with empty hands and nine treasures."""
    state = GAME.start(GAME.setup({}))
    assert GAME.write_position(state).startswith("1=BA@a1; 3=DR@g7; maze BASE; dragon d4; treasure c3 d3.e e3 c4 d4.w")
    assert (GAME.actor(state), len(state.deck)) == ("1", 38)


def test_everybody_is_asked_and_named() -> None:
    """Characters, first player, options, names and starting hands are taken from the answers."""
    answers = {"chars": "1=MR 2=WZ 4=SO", "first": "2", "opt": "start-hand=3 tie-3p=shared", "names": "1=Ann 2=Bo 4=Cy"}
    state = GAME.start(GAME.setup(answers))
    assert GAME.actor(state) == "2"
    assert [seat.id for seat in GAME.seats(state)] == ["1", "2", "4"]
    assert (state.hands, len(state.deck), state.terms.names) == ((("?",) * 3,) * 3, 29, ("Ann", "Bo", "Cy"))


IMPOSSIBLE = [
    ({"chars": "1=BA 3=BA"}, "setup-hero-twice"),
    ({"chars": "1=BA 2=DR"}, "setup-players"),
    ({"dragon": "d4 d5"}, "setup-dragon"),
    ({"dragon": "e4"}, "setup-dragon"),
    ({"treasure": "c3 d3.e e3 c4 d4.w e4 c5 d5 e5x2"}, "setup-treasure"),
    ({"t:b1": "I0"}, "setup-tile-kind"),
    ({"1": "BA@a2", "3": "DR@g7"}, "setup-hero"),
    ({"1": "BA@a1{hand=HA}", "3": "DR@g7"}, "setup-spells"),
    ({"discard": "HA"}, "setup-spells"),
    ({"spent": "silence"}, "setup-curses"),
]


@pytest.mark.parametrize(("answers", "code"), IMPOSSIBLE, ids=[str(answers) for answers, _ in IMPOSSIBLE])
def test_an_impossible_setup_is_refused(answers: dict[str, str], code: str) -> None:
    """Each sort of mistake has its code."""
    with pytest.raises(SetupError) as caught:
        GAME.start(GAME.setup(answers))
    assert {problem.split(":")[0] for problem in caught.value.problems} == {code}


def test_all_problems_are_told_at_once() -> None:
    """Two Dragons, ten treasures, a character twice: three sentences."""
    answers = {"chars": "1=BA 3=BA", "dragon": "d4 d5", "treasure": "c3 d3.e e3 c4 d4.w e4 c5 d5 e5 a1"}
    with pytest.raises(SetupError) as caught:
        GAME.start(GAME.setup(answers))
    found = {problem.split(":")[0] for problem in caught.value.problems}
    assert found == {"setup-hero-twice", "setup-dragon", "setup-treasure"}


UNREADABLE = [
    ("1=BA@a1; 3=DR@g9", "line 1, column 15: 'g9': there is no such space"),
    ("1=BA@a1; 3=DR@g7\ndragon a1", "line 2, column 8: 'a1': the Dragon is never on a home corner"),
    ("1=BA@a1; 3=DR@g7; undo slide 3 E", "write slide 2 E"),
    ("1=BA@a1{hand=HA,XX}; 3=DR@g7", "line 1, column 17: 'XX': there is no such card"),
    ("1=BA@a1{hand=AM}; 3=DR@g7{hand=AM}", "column 32: 'AM': 2 copies of AM are named; there are 1"),
    ("1=BA@a1; 3=DR@g7; opt tie-3p=coin", "column 23: 'tie-3p=coin': tie-3p is one of latest-among-leaders"),
    ("1=BA@a1; 3=DR@g7; do: mv:b1 mv:b7", "line 1, column 29: 'mv:b7': this action of the field 'do' is not allowed"),
    ("1=BA@a1; 3=DR@g7; t:a1=T0", "the fixed tile of a1 is L1"),
    ("1=BA@a1; 3=DR@-", "exactly a removed character is off the board"),
    ("1=BA@d4; 3=DR@g7", "the tile there has no such space; it has d4.e and d4.w"),
    ("1=BA@a1; 3=DR@g7; treasure c3 c3.n", "column 31: 'c3.n'"),
    ("1=BA@a1", "a position has at least two players"),
    ("1=BA@a1; 3=BA@g7", "the character BA is played by seat 1 already"),
    ("1=BA@a1; 3=DR@g7; draon d4", "there is no field of that name; the names are chars"),
]


@pytest.mark.parametrize(("text", "why"), UNREADABLE, ids=[text for text, _ in UNREADABLE])
def test_an_unreadable_position_points_at_its_place(text: str, why: str) -> None:
    """The message names line, column and token, and what would be right."""
    with pytest.raises(NotationError) as caught:
        GAME.read_position(text)
    assert why in str(caught.value)


@pytest.mark.parametrize("token", ["mv:h1", "cs:ZZ", "sl:4", "pw:fly>c3", "re:5=-", "dr=XX", "tk:c3", "pw:curse:plague@3", "x"])
def test_an_unreadable_token_says_how_it_is_written(token: str) -> None:
    """The refusal holds the token and a form that would do."""
    with pytest.raises(NotationError, match=r"is written|is no card|there is no power|an action begins"):
        GAME.read(token)


def played(seed: int, chars: str, limit: int = 120) -> tuple[object, list[object]]:
    """The start and the actions of a random game whose cards are dealt."""
    rng = Random(seed)
    start = GAME.start(GAME.setup({"chars": chars}))
    deck = list(GAME.deck(start))
    rng.shuffle(deck)
    start = state = GAME.deal(start, deck)
    done: list[object] = []
    while len(done) < limit and (listed := GAME.actions(state)):
        done.append(rng.choice(listed))
        state = GAME.play(state, done[-1])
    return start, done


@pytest.mark.parametrize("chars", ["1=WT 3=WZ", "1=SO 2=WL 4=TH", "1=BA 2=DR 3=MR 4=WR"])
def test_records_replay_bit_for_bit(chars: str) -> None:
    """A written record is read back with the same start and leads to the same state."""
    start, done = played(5, chars)
    record = GAME.read_record(GAME.write_record(start, done))
    first, second = start, record.start
    for action, line in zip(done, record.lines, strict=True):
        first, second = GAME.play(first, action), GAME.play(second, GAME.read(line.text))
    assert (record.start, second, hash(second)) == (start, first, hash(first))


@pytest.mark.parametrize("seat", [None, "1", "4"])
def test_the_record_a_seat_may_read_names_no_hidden_card(seat: str | None) -> None:
    """Two games that differ only in what this seat cannot know give it the same record, and it replays."""
    start, done = played(8, "1=SO 2=WL 4=TH", 60)
    text = shown_record(start, done, seat)
    assert GAME.write_record(start, done) != text
    record = GAME.read_record(text)
    state = record.start
    for line in record.lines:
        state = GAME.play(state, GAME.read(line.text))
    hidden = [hand for other, hand in zip(state.terms.seats, state.hands, strict=True) if other != seat]
    assert state.deck.count("?") == len(state.deck) and any("?" in hand for hand in hidden)


HEAD = "chars: 1=BA 3=TH\ndragon e3\n"
BROKEN_RECORDS = [
    (HEAD + "1.1: dr dg:d3 end\n3.3: ps", "line 4, column 1: '3': turn 2 was to follow"),
    (HEAD + "1.1: dr dg:d3 end #atk:3", "line 3, column 19: '#atk:3': behind the action before it belongs: no note"),
    (HEAD + "1.1: dr dg:d3 end | 1=2", "line 3, column 21: '1=2': the turns so far give 1=0"),
    (HEAD + "1.1: dr dgd3 end", "line 3, column 9: 'dgd3': an action begins with"),
    (HEAD + "1.1: dr\nnext", "line 4, column 1: 'next': a record has a position, then turns"),
    (
        "chars: 1=BA 3=TH\ntreasure: c3\n1.1: dr",
        "line 2, column 1: 'treasure': 1 treasures take part, on the board and on piles; there are 9",
    ),
    (
        "chars: 1=BA 3=TH\ndeck: 30\n1.1: dr",
        "line 2, column 1: 'deck': 30 cards take part in hands, deck and discard pile; there are 38",
    ),
]


@pytest.mark.parametrize(("text", "why"), BROKEN_RECORDS, ids=[why for _, why in BROKEN_RECORDS])
def test_a_broken_record_points_at_line_column_and_token(text: str, why: str) -> None:
    """What cannot be read or cannot be true is refused with its place."""
    with pytest.raises(NotationError) as caught:
        GAME.read_record(text)
    assert why in str(caught.value)


def test_a_forgotten_end_is_taken_from_the_next_players_action() -> None:
    """The line of the next seat ends the turn before it; a line of the wrong seat is judged as such (R77)."""
    record = GAME.read_record(HEAD + "1.1: dr\n2.3: dr end\n3.3: dr")
    assert [line.text for line in record.lines] == ["dr", "end", "dr", "end", "3:dr"]
    state = record.start
    for line in record.lines[:4]:
        state = GAME.play(state, GAME.read(line.text))
    assert [found.code for found in GAME.rule(state, GAME.read("3:dr")).violations] == ["not-your-turn"]
