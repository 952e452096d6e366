"""Scores while the game goes on, and how it ends: treasures of a seat, of a team, and ties of three players."""

from __future__ import annotations

from companion.core.ruling import Outcome
from companion.core.view import Receipt, SeatScore
from companion.games.librande_maze.state import State

TEAMS = (("1", "3"), ("2", "4"))


def scores(state: State) -> tuple[SeatScore, ...]:
    """The treasures on each pile."""
    return tuple(
        SeatScore(seat, float(pile), (Receipt("treasures", float(pile)),) if pile else ())
        for seat, pile in zip(state.terms.seats, state.piles, strict=True)
    )


def team_totals(state: State) -> dict[tuple[str, ...], int]:
    """The treasures of each team, empty where everybody plays alone."""
    if not state.terms.teams:
        return {}
    return {team: sum(state.piles[state.terms.index[seat]] for seat in team) for team in TEAMS}


def winners(state: State) -> tuple[str, ...]:
    """The seats that win as the piles lie."""
    seats, piles, lasts = state.terms.seats, state.piles, state.lasts
    if state.terms.teams:
        totals = team_totals(state)
        return tuple(sorted(seat for team, total in totals.items() if total == max(totals.values()) for seat in team))
    leaders = [player for player, pile in enumerate(piles) if pile == max(piles)]
    rule = state.terms.options.tie_3p
    if len(leaders) > 1 and len(seats) == 3 and rule != "shared":
        among = leaders if rule == "latest-among-leaders" else range(len(seats))
        leaders = [max(among, key=lambda player: lasts[player])]
    return tuple(seats[player] for player in leaders)


def outcome(state: State) -> Outcome | None:
    """How the game ended; None while it goes on."""
    if state.ended is None:
        return None
    best = winners(state)
    points = {seat: float(pile) for seat, pile in zip(state.terms.seats, state.piles, strict=True)}
    return Outcome(best, state.ended, points, f"The last treasure has been taken. {_words(state, best)}")


def _words(state: State, best: tuple[str, ...]) -> str:
    heroes = [f"the {state.terms.heroes[state.terms.index[seat]].name}" for seat in best]
    total = sum(state.piles[state.terms.index[seat]] for seat in best)
    if state.terms.teams:
        return f"{' and '.join(heroes).capitalize()} win with {total} treasures together."
    if len(best) > 1:
        return f"{' and '.join(heroes).capitalize()} share the win."
    return f"{heroes[0].capitalize()} wins with {total} treasure{'s' if total != 1 else ''}."
