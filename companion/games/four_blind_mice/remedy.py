from companion.games.four_blind_mice.actions import Action
from companion.games.four_blind_mice.state import State


def remedy(state: State, action: Action, code: str) -> tuple[str, ...]:
    return ("x",)


def sentence(state: State, action: Action, code: str) -> str:
    return ""
