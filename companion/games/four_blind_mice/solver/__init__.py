"""The shortest route to the uncovered coin, or the proof that there is none.

    solve(puzzle_of(state))             the first of the shortest routes, or none and why
    solve(puzzle_of(state), limit=5)    the same, but no longer than five: is a bid of five possible?
    exactly(puzzle_of(state), 5)        the first route with exactly five moves

The same puzzle has the same answer on every computer: of all shortest routes the one that comes first when they are compared
slide by slide, mice in the order R K G B, directions in the order N E S W.

What happens inside: the past of a demonstration is a small machine (`memory`), made from the engine's own functions for turns,
straight back and cost; how near the claimant can be at best is a set of cells (`bound`); a depth-first search settles most
puzzles before any array is touched (`short`); for the others, three interchangeable mice are one arrangement (`triples`) and all
memories that reach it at one number one set (`sets`): these go breadth first (`levels`, `spread`), and what they reached
shows the way to the first route (`trace`); where the past of every mouse matters packed states do (`arrays`, `wide`, `seen`);
what was found is played out under the whole rules (`replay`); `search` decides who looks when.

**The answer must not leak.**  While people think, announce and demonstrate, neither a number nor a route nor "there is none"
may be known to anything that people can see or time.  So:

- Nothing but the composition root and the command line may import this package: no engine, view, label, legal list, table,
  page or lamp (a house test looks).  `bid-too-low` uses the general bound of the rules alone.
- The runtime asks after the puzzle is over (the coin won or removed), for the position it began with, and shows the answer
  only if the option `show_optimum` is on.  It may ask sooner only on a thread or process of its own whose end nobody waits for
  and nothing reacts to, neither lamps nor page nor window nor the time until an announcement is confirmed: solving takes from a
  fraction of a millisecond to seconds, and how long it takes tells how hard the puzzle is.
- The window closes and thinking ends by the clock and by what people say; never because nothing shorter exists or nothing at
  all.  The option `announce_unsolvable` is the one exception the rules know: then, and only then, "there is none" may be told
  while people think, after a delay that is the same for every puzzle.
"""

from companion.games.four_blind_mice.solver.from_state import puzzle_of
from companion.games.four_blind_mice.solver.puzzle import OverspentError, Puzzle, Slide, Solution
from companion.games.four_blind_mice.solver.search import exactly, solve

__all__ = ["OverspentError", "Puzzle", "Slide", "Solution", "exactly", "puzzle_of", "solve"]
