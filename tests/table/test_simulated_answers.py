"""Simulated players answer as honest people do: what is true, or not at all."""

from __future__ import annotations

import dataclasses

from paper_evening import PaperEvening

from companion.core.finding import Choice, Question
from companion.core.messages import Answer, AskedQuestion
from companion.games.mice_in_a_maze import GAME

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
