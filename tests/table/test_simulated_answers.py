"""Simulated players answer as honest people do: what is true, or not at all."""

from __future__ import annotations

import dataclasses

from paper_evening import PaperEvening

from companion.core.finding import Choice, Question
from companion.core.messages import Answer, AskedQuestion
from companion.games import find
from companion.games.mice_in_a_maze import GAME
from companion.referee.referee import Referee
from companion.simulated.table_talk import TableTalk

COVERED = (
    "players: P1,P2,P3; turn: P2; phase: uncover; covered: g6A e5A f4:0 g3A b2:0 d2A f7:0; mice: R=c4 K=c6 G=e3 B=d7; out: 1; "
    "removed: 0B"
)
NOTHING = Choice("Nothing happened yet", ())


def just_done() -> tuple[PaperEvening, str]:
    """An evening at which somebody has just done one of several things, of which the companion does not know, and what."""
    evening = PaperEvening(GAME, {"players": "P1=R P2=Y P3=B", "marbles": "no"}, 3)
    while not (unknown(evening) and len(GAME.actions(evening.table.state)) > 1):
        evening.step()
    return evening, evening.director._done_actions[-1]


def unknown(evening: PaperEvening) -> bool:
    """Whether one act is done, the hand gone, and the companion still to learn of it."""
    known = evening.snapshot.views[None].ply if evening.snapshot else evening.director.truth.ply
    return evening.director._gesture is None and evening.director.truth.ply == known + 1


def answered(evening: PaperEvening, *choices: Choice) -> list[str]:
    """The label of what the players answer when they are asked that."""
    assert evening.snapshot is not None
    asked = AskedQuestion(evening.director._answered + 1, Question(None, "Which was it?", choices))
    says = evening.director.step(evening.now_s + 0.1, dataclasses.replace(evening.snapshot, question=asked)).says
    return [choices[command.choice].label for command in says if isinstance(command, Answer)]


def test_players_say_what_they_did() -> None:
    """Whatever stands first, the answer that is true is given."""
    evening, done = just_done()
    assert answered(evening, NOTHING, Choice("this", (done,))) == ["this"]


def test_players_give_no_answer_where_none_is_true() -> None:
    """Another act, or none at all, was not what happened: nobody says so."""
    evening, done = just_done()
    state = evening.table.state
    others = [GAME.write(action) for action in GAME.actions(state) if GAME.write(action) != done]
    assert others and answered(evening, NOTHING, *(Choice(token, (token,)) for token in others)) == []


def test_nobody_says_that_another_coin_was_looked_at() -> None:
    """A coin about to be turned over leaves no trace, whichever it is: the table looks alike, yet the answer is another."""
    game = find("four-blind-mice")
    state = game.read_position(COVERED)
    talk = TableTalk(game, state, Referee(game))
    talk.played("?d2")
    asked = Question(None, "Which was it?", (Choice("f7", ("?f7",)), Choice("nothing", ())))
    talk.table._facts = dataclasses.replace(talk.table.facts, question=AskedQuestion(1, asked))
    assert talk.honest_answer() is None


def test_who_slid_a_line_and_turned_a_tile_says_that_the_line_was_slid() -> None:
    """The lawful act within a mistake was done: it is the true answer, and once it is on record the rest is still to be named."""
    maze = find("librande-maze")
    evening = PaperEvening(maze, {}, 1)
    evening.director.cheat("tile-turned-in-place")
    slip = None
    while slip is None or not slip.intended:
        evening.step()
        if slip is not None and evening.director._slip is None:
            evening.director.cheat("tile-turned-in-place")
        slip = evening.director._slip
    while evening.director._gesture is not None:
        evening.step()
    meant = Choice("slid", (slip.intended,))
    assert answered(evening, Choice("No, only looked", ()), meant) == ["slid"]
