"""What one seat, or the public screen, may know of a state."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.errors import NotationError
from companion.core.view import LegalAction, Seat, View
from companion.games.librande_maze.actions import (
    Action,
    Answer,
    Ask,
    By,
    Cast,
    DragonMove,
    Draw,
    End,
    Move,
    Pass,
    PickUp,
    Power,
    Shove,
    Slide,
    Take,
)
from companion.games.librande_maze.art_cards import SEAT_INKS
from companion.games.librande_maze.board import NAMES
from companion.games.librande_maze.cards import UNKNOWN
from companion.games.librande_maze.catalogue import hero_kind
from companion.games.librande_maze.notation import write
from companion.games.librande_maze.read_token import read
from companion.games.librande_maze.scene import scene
from companion.games.librande_maze.score import outcome, scores
from companion.games.librande_maze.state import (
    DOWN,
    EYES,
    FROZEN,
    MAIN,
    REMOVED,
    TELEKINESIS,
    THEFT,
    WINDOW,
    Spell,
    State,
    Trace,
)
from companion.games.librande_maze.turn import actions, actor
from companion.games.librande_maze.words import (
    DIRECTIONS,
    action_places,
    card_words,
    hero_name,
    hero_of,
    label,
    line_words,
    part_of,
    private_label,
    space_words,
)

GAME_ID = "librande-maze"


def seats(state: State) -> tuple[Seat, ...]:
    """The players with their heroes, each in the colour of the home corner."""
    terms = state.terms
    return tuple(
        Seat(seat, terms.names[player] if terms.names and terms.names[player] else f"Player {seat}", (hero_kind(hero.code),), ink)
        for player, (seat, hero, ink) in enumerate(
            (seat, hero, SEAT_INKS[int(seat) - 1]) for seat, hero in zip(terms.seats, terms.heroes, strict=True)
        )
    )


# What is known to whom -----------------------------------------------------------------------------------------------


def known_to(state: State, seat: str | None) -> State:
    """The state with every card removed that the seat may not know: the deck, and other people's hands."""
    open_hands = set(_open_hands(state, seat))
    hands = tuple(hand if player in open_hands else (UNKNOWN,) * len(hand) for player, hand in enumerate(state.hands))
    return state._replace(hands=hands, deck=(UNKNOWN,) * len(state.deck))


def _open_hands(state: State, seat: str | None) -> Iterator[int]:
    """The players whose hands this seat may see: its own, an open partner's, that of the victim of its Theft."""
    terms = state.terms
    if seat is None or seat not in terms.index:
        return
    player = terms.index[seat]
    yield player
    if terms.teams and terms.options.partner_hands == "open":
        yield (player + 2) % 4
    if state.phase == THEFT and state.stack and state.stack[-1].seat == player:
        yield state.stack[-1].target


def view(state: State, seat: str | None) -> View:
    """The position as the seat may know it; everything but the list of its own choices comes from `known_to` alone."""
    known, over, decides = known_to(state, seat), outcome(state), actor(state)
    return View(
        game=GAME_ID, seat=seat, ply=state.ply, turn=state.number, actor=decides,
        piece=None if decides is None else hero_kind(state.terms.heroes[state.terms.index[decides]].code),
        step="The game is over." if over else step_words(known), scene=scene(known), scores=scores(known),
        legal=tuple(_legal(state, seat, decides)), notes=tuple(_notes(known)), private=tuple(_private(known, seat)), outcome=over,
    )  # fmt: skip


# What may be done ----------------------------------------------------------------------------------------------------


def _legal(state: State, seat: str | None, decides: str | None) -> Iterator[LegalAction]:
    """The choices of the seat whose decision it is, those one looks for first at the top; everybody else sees those that
    depend on no hidden card."""
    own = seat is not None and seat == decides
    for action in sorted(actions(state), key=_rank):
        if own or is_public(action):
            words = private_label(state, action) if own else label(state, action)
            yield LegalAction(write(action), words, action_places(state, action), group_of(state, action))


def is_public(action: Action) -> bool:
    """Whether everybody can tell that this action is possible: hands decide about casts, answers and some powers."""
    if isinstance(action, Power):
        return not isinstance(action.what, Ask)
    if isinstance(action, Answer | Take):
        return not action.card
    return isinstance(action, Move | Draw | Shove | Slide | DragonMove | PickUp | Pass | End)


def public_text(text: str) -> str:
    """A token as everybody may read it: without the cards drawn or stolen."""
    try:
        action = read(text)
    except NotationError:
        return text
    return write(public(action))


def may_be_told(state: State, text: str, seat: str | None) -> bool:
    """Whether that seat may read a token that was refused and why: of hidden cards only those in its own hand are judged."""
    try:
        action = read(text)
    except NotationError:
        # What looks like no token may name a card all the same; whoever wrote it learns nothing about others.
        return seat is not None
    inner = action.action if isinstance(action, By) else action
    if is_public(inner) and public(inner) == inner:
        return True
    return seat is not None and seat == (action.seat if isinstance(action, By | Answer) else state.seat)


def public(action: Action) -> Action:
    """The action without the cards that only one player or two know."""
    if isinstance(action, By):
        inner = public(action.action)
        return action if isinstance(inner, By) else By(action.seat, inner)
    if isinstance(action, Draw):
        return Draw()
    if isinstance(action, Power) and isinstance(action.what, Draw):
        return Power(action.name, Draw())
    return Take(UNKNOWN) if isinstance(action, Take) and action.card else action


_GROUPS: dict[type, str] = {
    Move: "Move", PickUp: "Treasure", Draw: "Draw", DragonMove: "Dragon", Pass: "Turn", End: "Turn", Answer: "Answer",
    Take: "Theft", Shove: "Telekinesis",
}  # fmt: skip


_RANKS = (Answer, Take, Shove, Move, PickUp, DragonMove, Draw, Pass, End, Power, Cast)


def _rank(action: Action) -> int:
    return _RANKS.index(type(action)) if type(action) in _RANKS else len(_RANKS)


def group_of(state: State, action: Action) -> str:
    """The heading under which people look for an action."""
    if isinstance(action, Slide):
        return f"Slide {line_words(action.line)}"
    if isinstance(action, Cast):
        return f"Cast {card_words(action.card)}"
    if isinstance(action, Power):
        part = part_of(state, action)
        name = part.name if part is not None else "Power"
        return f"{name}: {hero_of(state, action.what.seat)}" if isinstance(action.what, Ask) else name
    return _GROUPS.get(type(action), "Other")


# Words ---------------------------------------------------------------------------------------------------------------


def step_words(state: State) -> str:
    """What has to be decided now, and by whom."""
    name = hero_name(state, state.turn)
    if state.phase == EYES and state.asked:
        return f"{hero_name(state, state.asked[0])} may move the {name} one space; otherwise the {name} begins."
    if state.phase == WINDOW and state.asked:
        return f"{hero_name(state, state.asked[0])} may answer: {spell_words(state, state.stack[-1])}."
    if state.phase == THEFT:
        return f"{name}: take a treasure or a spell of the {hero_name(state, state.stack[-1].target)}."
    if state.phase == TELEKINESIS:
        return f"{name}: move a treasure once more, or stop; {state.steps} steps are left."
    points = f"{state.ap} action point{'' if state.ap == 1 else 's'}"
    return f"{name}: {points} left." if state.ap else f"{name}: no action points left; end the turn."


def spell_words(state: State, spell: Spell) -> str:
    """A spell that waits for answers: who cast what at whom."""
    name = hero_name(state, spell.seat)
    words = f"{name} casts {card_words(spell.card)}" if spell.card else f"{name} uses a power"
    return f"{words} on the {hero_name(state, spell.target)}" if spell.target >= 0 else words


_STATUS = {
    FROZEN: "The {name} is frozen and loses the next turn.",
    REMOVED: "The {name} is off the board and loses two turns.",
    DOWN: "The {name} recovers at home and loses one more turn.",
}


def _notes(state: State) -> Iterator[str]:
    terms = state.terms
    for player, status in enumerate(state.status):
        if status in _STATUS:
            yield _STATUS[status].format(name=hero_name(state, player))
    for player, hand in enumerate(state.hands):
        yield f"The {hero_name(state, player)} holds {len(hand)} spell{'' if len(hand) == 1 else 's'}."
    for player, curse in enumerate(state.curses):
        if curse:
            yield f"The curse {curse} waits for the {hero_name(state, player)}."
    if state.curse:
        yield f"The curse {state.curse} is at work in this turn.{_seconds(state)}"
    yield from (f"{spell_words(state, spell)}." for spell in state.stack)
    yield from _limits(state)
    if terms.teams:
        sums = [sum(won for player, won in enumerate(state.piles) if player % 2 == team) for team in (0, 1)]
        yield f"Seats 1 and 3 have {sums[0]} treasures together, seats 2 and 4 have {sums[1]}."
    yield f"{len(state.treasure)} treasures are left on the board; the deck holds {len(state.deck)} spells."


def _seconds(state: State) -> str:
    curse = state.terms.curse(state.curse)
    return f" It must be finished within {curse.amount} seconds." if curse is not None and curse.does == "time-limit" else ""


def _limits(state: State) -> Iterator[str]:
    """What this turn has used up, and what the Undo Rule forbids."""
    if state.ban is not None:
        yield ban_words(state.ban)
    if state.phase != MAIN:
        return
    used = [
        words
        for words, done in (
            ("a spell has been drawn", state.drew),
            ("the Dragon has been moved", state.dragon_moved),
            ("the Dragon has been slid", state.dragon_slid),
            ("the free ability has been used", state.free_used),
        )
        if done
    ]
    if used:
        yield f"In this turn {', '.join(used)}."


def ban_words(ban: Trace) -> str:
    """What the Undo Rule forbids in this turn."""
    if ban.kind == "slide":
        way = DIRECTIONS[(ban.direction + 2) % 4]
        return f"{line_words(ban.line).capitalize()} may not be slid {way}: that undoes the last action."
    if ban.kind == "dragon":
        return f"The Dragon may not go from {NAMES[ban.end]} back to {NAMES[ban.start]}: that undoes the last action."
    moved = ", ".join(f"{NAMES[end // 5]} to {space_words(start)}" for _, start, end in ban.moved)
    return f"What the last action moved may not go back: {moved}."


def _private(state: State, seat: str | None) -> Iterator[tuple[str, str]]:
    if seat is None or seat not in state.terms.index:
        return
    own = state.terms.index[seat]
    for player in dict.fromkeys(_open_hands(state, seat)):
        words = "Your spells" if player == own else f"Spells of the {hero_name(state, player)}"
        yield (words, hand_words(state.hands[player]))


def hand_words(hand: tuple[str, ...]) -> str:
    """A hand in words; cards that nobody entered are counted."""
    known = [card_words(card) for card in hand if card != UNKNOWN]
    unknown = len(hand) - len(known)
    parts = [*known, *([f"{unknown} not known to the companion"] if unknown else [])]
    return ", ".join(parts) or "none"
