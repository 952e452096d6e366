"""The shortest way to put a broken rule right, one sentence a step."""

from __future__ import annotations

from companion.games.librande_maze.actions import Action, Answer, By, Cast, DragonMove, Draw, Move, PickUp, Power, Shove, Slide
from companion.games.librande_maze.board import NAMES, NONE
from companion.games.librande_maze.state import EYES, MAIN, TELEKINESIS, THEFT, WINDOW, State
from companion.games.librande_maze.words import card_words, doer, hero_name, line_words, space_words

DIRECTIONS = ("north", "east", "south", "west")


def remedy(state: State, action: Action, code: str) -> tuple[str, ...]:
    """What people should do instead, given what they did."""
    if code == "game-over":
        return ("Leave the table as it lies.",)
    back = way_back(state, action)
    return (*back, *_advice(state, action, code), *_whose(state, code))


def way_back(state: State, action: Action) -> tuple[str, ...]:
    """How to undo what was done, from the state in which it was done."""
    player = doer(state, action)
    if isinstance(action, By):
        action = action.action
    what = action.what if isinstance(action, Power) else action
    name = hero_name(state, player)
    if isinstance(what, Move):
        return (put_hero(state, player), *(("Put the treasure back on its space.",) if what.drag else ()))
    if isinstance(what, Cast) and not isinstance(action, Power):
        return (f"{name} takes {card_words(what.card)} back into the hand.", *_cast_back(state, what))
    if isinstance(what, Answer) and what.card:
        return (f"{name} takes {card_words(what.card)} back into the hand; the others may still answer.",)
    if isinstance(what, Draw):
        return ("Put the drawn spell back on top of the deck; nobody else looks at it.",)
    if isinstance(what, Slide):
        return (f"Slide {line_words(what.line)} back {DIRECTIONS[(what.direction + 2) % 4]}, with everything on it.",)
    if isinstance(what, DragonMove):
        return (f"Put the Dragon back on {NAMES[state.dragon]}.",)
    if isinstance(what, PickUp):
        return (f"Put the treasure back from the shelf of {name} to where it lay.",)
    return ("Put the treasure back on its space.",) if isinstance(what, Shove) and what.start >= 0 else ("Take that back.",)


def _cast_back(state: State, action: Cast) -> tuple[str, ...]:
    """What a spell moved goes back too."""
    if action.start >= 0:
        return (f"Put the treasure back on {space_words(action.start)}.",)
    return (put_hero(state, state.turn),) if action.space >= 0 else ()


def put_hero(state: State, player: int) -> str:
    """The sentence that sends a token where it belongs."""
    name, space = hero_name(state, player), state.spaces[player]
    if space == NONE:
        return f"Put the {name} into its own area beside the board."
    return f"Put the {name} back on {space_words(space)}."


_ADVICE = {
    "cobweb-costs-a-step": "Cross the web first: that is two steps and costs two action points.",
    "undo-slide": "Sliding the line on in the same direction is allowed.",
    "undo-dragon": "The Dragon may go on in any other direction.",
    "protect-wrong-spell": "Only an Anti-Magic stops this spell.",
    "dragon-home-corner": "Choose another square for the Dragon.",
    "not-enough-action-points": "End the turn.",
    "drag-too-many": "Say which treasure stays.",
    "walking-wall": "Ask the Barbarian for leave, or go elsewhere.",
}


def _advice(state: State, action: Action, code: str) -> tuple[str, ...]:
    advice = _ADVICE.get(code)
    return (advice,) if advice is not None else ()


def _whose(state: State, code: str) -> tuple[str, ...]:
    """Whose decision it is, where somebody else acted or something is unfinished."""
    if code not in ("not-your-turn", "skipped-player-acted", "unresolved-effect") and not code.startswith("response-"):
        return ()
    return (f"{whose_words(state)}.",)


def whose_words(state: State) -> str:
    """Who has to decide what."""
    if state.phase in (WINDOW, EYES) and state.asked:
        name = hero_name(state, state.asked[0])
        return f"{name} may use Hypnotic Eyes" if state.phase == EYES else f"{name} may answer now"
    name = hero_name(state, state.turn)
    if state.phase == THEFT:
        return f"{name} has to say what the Theft takes"
    if state.phase == TELEKINESIS:
        return f"{name} goes on with the Telekinesis"
    return f"It is the turn of the {name}" if state.phase == MAIN else "The game is over"
