"""One package per game, each a pure engine that imports `companion.core` alone; `catalogue of games` is `companion.games.find`."""
