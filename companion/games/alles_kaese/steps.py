"""What one action changes, for actions that are known to be lawful."""

from __future__ import annotations

from companion.games.alles_kaese.actions import Discard, Keep, Peek, Refill, Remove, Roll, Step
from companion.games.alles_kaese.state import LAST_TRAP, SLOTS, Phase, State, card, changed, put, traps

ACT, ROLL, REVEALED, REFILL, EXTRA, OVER = Phase.ACT, Phase.ROLL, Phase.REVEALED, Phase.REFILL, Phase.EXTRA, Phase.OVER
MENDS = (Phase.MEND_ROLL, Phase.MEND_ACT)


def perform_step(state: State, step: Step) -> State:
    """The state after a part of a turn."""
    if isinstance(step, Roll):
        return changed(state, phase=ACT, die=step.value, ply=state.ply + 1)
    if isinstance(step, Keep):
        return _keep(state, step)
    if isinstance(step, Peek):
        return _peek(state, step.slot)
    if isinstance(step, Remove):
        return _remove(state, step.slot)
    return _refill(state, step) if isinstance(step, Refill) else discard(state, step)


def _keep(state: State, step: Keep) -> State:
    slot, seat = step.slot, state.seat
    if not step.front:
        return changed(state, phase=REVEALED, slot=slot, ply=state.ply + 1)
    cards = (*state.kept[seat], card(state.display[slot], step.front))
    kept = (*state.kept[:seat], cards, *state.kept[seat + 1 :])
    if step.front == "t" and traps(cards) == LAST_TRAP:
        gone = without_card(state, slot)
        return changed(gone, kept=kept, phase=OVER, ended="trap", slot=slot, ply=state.ply + 1)
    return _gap(changed(without_card(state, slot), kept=kept), slot)


def _remove(state: State, slot: int) -> State:
    gone = without_card(state, slot)
    return _gap(changed(gone, discard=(*state.discard, state.display[slot])), slot)


def without_card(state: State, slot: int) -> State:
    """The display without the card of that slot, and without what was known of it."""
    fronts = state.fronts
    if fronts:
        fronts = (*fronts[:slot], "", *fronts[slot + 1 :])
    return changed(state, display=put(state.display, slot, 0), peeked=put(state.peeked, slot, 0), fronts=fronts)


def _gap(state: State, slot: int) -> State:
    """A gap is to be filled; with an empty supply it cannot be, and the game is over."""
    if state.supply:
        return changed(state, phase=REFILL, slot=slot, ply=state.ply + 1)
    return changed(state, phase=OVER, ended="supply", slot=slot, ply=state.ply + 1)


def _peek(state: State, slot: int) -> State:
    peeked = state.peeked if slot < 0 else put(state.peeked, slot, state.peeked[slot] | 1 << state.seat)
    if not state.terms.few:
        return next_turn(state, peeked)
    if state.supply:
        return changed(state, peeked=peeked, phase=EXTRA, ply=state.ply + 1)
    return changed(state, peeked=peeked, phase=OVER, ended="supply", ply=state.ply + 1)


def next_turn(state: State, peeked: tuple[int, ...] | None = None) -> State:
    """The left neighbour is to roll."""
    return changed(
        state,
        peeked=state.peeked if peeked is None else peeked,
        seat=(state.seat + 1) % len(state.terms.players),
        phase=ROLL, slot=-1, made_up=0, number=state.number + 1, ply=state.ply + 1,
    )  # fmt: skip


def _refill(state: State, step: Refill) -> State:
    """The top card fills the gap; with `refill=slide` the row is closed and it goes to the right end."""
    slot, display, peeked, fronts = state.slot, state.display, state.peeked, state.fronts
    if state.terms.options.refill == "slide":
        display, peeked = _closed(display, slot), _closed(peeked, slot)
        fronts = fronts and (*fronts[:slot], *fronts[slot + 1 :], "")
        slot = SLOTS - 1
    if fronts and state.stock:
        fronts = (*fronts[:slot], "t" if state.stock[0] & 1 else "c", *fronts[slot + 1 :])
    after = changed(
        state, display=put(display, slot, step.value), peeked=put(peeked, slot, 0), fronts=fronts,
        stock=state.stock[1:], supply=state.supply - 1, top=_top(state, step.top),
    )  # fmt: skip
    if not after.supply and state.terms.at_once:
        return changed(after, phase=OVER, ended="supply", slot=-1, ply=state.ply + 1)
    if state.phase in MENDS:
        phase = ROLL if state.phase is Phase.MEND_ROLL else ACT
        return changed(after, phase=phase, slot=-1, ply=state.ply + 1)
    if not state.terms.every_turn:
        return next_turn(after)
    if after.supply:
        return changed(after, phase=EXTRA, slot=-1, ply=state.ply + 1)
    return changed(after, phase=OVER, ended="supply", slot=-1, ply=state.ply + 1)


def _closed(items: tuple[int, ...], slot: int) -> tuple[int, ...]:
    return (*items[:slot], *items[slot + 1 :], 0)


def _top(state: State, told: int) -> int:
    """The new top: an empty supply shows none, whatever was told."""
    return told if state.supply > 1 else 0


def discard(state: State, step: Discard, late: bool = False) -> State:
    """The top card goes to the discards; that ends the turn unless it was only made up `late`."""
    value = state.top if state.top > 0 else step.value
    after = changed(
        state, discard=(*state.discard, value), stock=state.stock[1:], supply=state.supply - 1, top=_top(state, step.top)
    )
    if not after.supply and state.terms.at_once:
        return changed(after, phase=OVER, ended="supply", slot=-1, ply=state.ply + 1)
    if late:
        return changed(after, made_up=state.made_up + 1, ply=state.ply + 1)
    return next_turn(after)
