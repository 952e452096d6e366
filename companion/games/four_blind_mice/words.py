from companion.core.grid import Place
from companion.games.four_blind_mice.actions import Action
from companion.games.four_blind_mice.state import State


def action_places(state: State, action: Action) -> tuple[Place, ...]:
    return ()
