"""What it means that somebody pressed Done although the table looks as it did: an act without a trace, one that the eye missed,
or something that the rules still ask for."""

from __future__ import annotations

from typing import Any, TypeVar

from companion.core.finding import Choice, Irregular, Question, Unclear, Waiting
from companion.core.game import Game
from companion.core.grid import Place, place_order
from companion.core.ruling import Ruling
from companion.referee.answers import PUT_BACK, what_happened
from companion.referee.case import Case
from companion.referee.chains import Chain
from companion.referee.changes import change
from companion.referee.doubts import MOST_SIBLINGS
from companion.referee.explain import place_names, told
from companion.referee.scoring import Scorer
from companion.referee.settings import Settings

S = TypeVar("S")
CERTAIN = 99.0
"""The margin of what the rules force: nothing else could have happened."""

OUT_OF_TURN = "not-your-turn"
"""The code of an act of somebody whose turn it is not."""

STIRRED = 2.0
"""So much more (nats) may speak against an act where all that it changes lies where something stirred."""

MOST_WAYS = 12
"""So many acts are answers to what happened where only the eye may have misread it."""


def traceless(game: Game[S, Any], root: Chain[S]) -> list[Chain[S]]:
    """Every lawful act that leaves the table as it is: whoever says "done" may have done one of them."""
    found = dict[S, Chain[S]]()
    for action in game.actions(root.state)[:MOST_SIBLINGS] if game.actor(root.state) is not None else ():
        state = game.play(root.state, action)
        if game.scene(state) == root.scene and state not in found and game.at_rest(state):
            found[state] = Chain((game.write(action),), state, root.scene, 0.0, root.fit, 0, root, action)
    return list(found.values())


def doubtful_acts(game: Game[S, Any], settings: Settings, case: Case[S]) -> list[Chain[S]]:
    """The lawful acts that would look otherwise, and that the eye holds for about as likely as that nothing does; or that it may
    have missed, as all that they change lies where something stirred and nothing taken up explains it."""
    least, stirred = case.root.fit - settings.margins.settle, stirred_at(case)
    return [act for act in _faint_acts(game, settings, case) if act.scene != case.scene
            and (act.fit > least or stirred.issuperset(change(case.scene, act.scene).places))]


def stirred_at(case: Case[S]) -> frozenset[Place]:
    """Where something stirred that nothing taken up explains, as far as anybody knows."""
    reading = case.evidence.reading
    return (reading.touched or frozenset()) - reading.settled if reading.look else frozenset()


def done_misread(game: Game[S, Any], settings: Settings, case: Case[S]) -> Unclear | None:
    """Somebody says "done", and the eye may have misread the little that a lawful act has changed: then it is asked for."""
    acts = _faint_acts(game, settings, case)
    if not acts:
        return None
    root = case.root
    places = tuple(sorted({place for act in acts for place in change(root.scene, act.scene).places}, key=place_order))
    # Of those that are called the same the likeliest stands for all.
    ways = {told(game, root.state, act): act.tokens for act in reversed(acts)}
    choices = [Choice(words, tokens) for words, tokens in reversed(ways.items())][:MOST_WAYS]
    text = what_happened(place_names(game.layout, places))
    return Unclear(Question(game.actor(root.state), text, (*choices, PUT_BACK), places), case.considered)


def _faint_acts(game: Game[S, Any], settings: Settings, case: Case[S]) -> list[Chain[S]]:
    """The lawful acts that would be about as likely as a broken rule, likeliest first: little speaks against what they leave."""
    root, priors, found = case.root, settings.priors, list[Chain[S]]()
    scorer, least = Scorer(case.evidence, case.scene), root.fit + priors.slip - settings.margins.accuse
    touched = case.evidence.reading.touched or frozenset()
    for action in game.actions(root.state)[:MOST_SIBLINGS] if game.actor(root.state) is not None else ():
        state = game.play(root.state, action)
        scene = game.scene(state)
        act = Chain((game.write(action),), state, scene, priors.action, scorer.score(scene), 0, root, action)
        changed = change(root.scene, scene).places
        if act.log_p > (least - STIRRED if changed and touched.issuperset(changed) else least):
            found.append(act)
    return sorted(found, key=lambda act: -act.log_p)


def done_too_early(game: Game[S, Any], case: Case[S]) -> Irregular | Unclear | Waiting | None:
    """Somebody says "done" although the rules still ask for something: name what is missing, or ask where something stirred."""
    if case.covered:
        return Waiting(f"Something covers {place_names(game.layout, case.covered)}.", case.covered)
    for slip in game.slips(case.root.state, None):
        # What somebody else may have done without a trace nobody has said.
        if slip.scene == case.scene and slip.action and slip.violations[0].code != OUT_OF_TURN:
            if stirred := tuple(sorted(stirred_at(case), key=place_order)):
                # Something was done there that the eye does not see, perhaps all that there was to do.
                text = what_happened(place_names(game.layout, stirred))
                return Unclear(Question(game.actor(case.root.state), text, (PUT_BACK,), stirred), case.considered)
            ruling = Ruling(slip.action, slip.violations, slip.remedy)
            return Irregular(ruling, slip.violations[0].places, CERTAIN, case.considered)
    return None
