"""What was done in two actions and is on record as one, or the other way round, is neither missing nor made up."""

from __future__ import annotations

import pytest
from paper_evening import PaperEvening

from companion.games import find
from companion.simulated.retold import tells, untold


@pytest.mark.parametrize(
    ("written", "done", "missing"),
    [
        ([], ["@S"], 1),
        (["@S", "d:R1"], ["@S", "d:", "d:R1"], 0),
        (["@S", "d:", "d:R1"], ["@S", "d:R1"], 0),
        (["@S", "d:"], ["@S", "d:", "d:R1"], 1),
        (["@S", "d:R1", ">E"], ["@S", "d:", "d:R1"], -1),
        (["@S", "d:R1"], ["@S", "d:"], 0),
    ],
)
def test_how_many_actions_the_record_lacks_does_not_depend_on_how_they_were_told(
    written: list[str], done: list[str], missing: int
) -> None:
    assert untold(written, done) == missing


def test_an_answer_is_true_of_a_card_that_was_drawn_and_then_looked_at() -> None:
    assert tells(["d:F3"], ["d:", "d:F3"]) and tells(["d:", "d:F3"], ["d:F3"]) and tells(["d:F3"], ["d:F3", ">E"])
    assert not tells(["d:F2"], ["d:", "d:F3"]) and not tells(["d:F3", ">E"], ["d:", "d:F3"])


def test_a_simulated_game_with_cards_goes_on_after_the_first_card_without_help() -> None:
    evening = PaperEvening(find("mouse-trap-cards"), {}, seed=1).run(400)
    assert evening.actions > 15 and not evening.helped and not evening.false_rulings
