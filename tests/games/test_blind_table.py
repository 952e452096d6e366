"""Four Blind Mice: set-up, records, scenes, views, slips, and what nobody may know."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.errors import IllegalActionError, NotationError, SetupError
from companion.core.game import TABLE, Seen
from companion.core.grid import Cell, Zone
from companion.core.scene import PieceAt, Scene
from companion.games.four_blind_mice import GAME
from companion.games.four_blind_mice.catalogue import CATALOGUE, COIN_FACES
from companion.games.four_blind_mice.state import DECK, DRAWN, State

FULL = "players: P1,P2,P3; mice: R=c2 K=d7 G=f2 B=g7; covered: b3A b5:0 c4A c6:0 e4A e6:0 g3A f5:0"
T = FULL.replace(" f5:0", "")
DEMO = f"{T}; target: f5:0 R; bids: P2=4@35 P1=6@20"
RECORD = """players=P1,P2,P3,P4,P5 start=P4 goal=2
+b3A +b5:0 +c4A +c6:0 +e4A +e6:0 +g3A +f5:0
+R:c2 +K:d7 +G:f2 +B:g7
?f5=R b:P1=6@20 b:P2=3@35
m:P2 RN KW GN x:bid-exceeded
m:P1 RN RE RNf5*
?e4 ?e4=K b:P3=4@12
-e4
?b3=G
"""


def played(text: str, tokens: str) -> State:
    """The state after these tokens."""
    state = GAME.read_position(text)
    for token, _ in GAME.split(tokens):
        state = GAME.play(state, GAME.read(token))
    return state


def faces(scene: Scene, place: Cell | Zone) -> list[str | None]:
    return [piece.face for piece in scene.pieces_at(place) if piece.kind == "coin"]


# Setting up ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(1, 13))
def test_any_number_of_players_can_start(players: int) -> None:
    """One to twelve players begin with an empty board; the thirteenth in the count uncovers first."""
    names = [f"P{number}" for number in range(1, players + 1)]
    state = GAME.start(GAME.setup({"players": ",".join(names)}))
    assert [seat.id for seat in GAME.seats(state)] == names and len(GAME.actions(state)) == 36
    for token in [*FULL.partition("covered: ")[2].split(), "R:c2", "K:d7", "G:f2", "B:g7"]:
        state = GAME.play(state, GAME.read(f"+{token}"))
    assert (GAME.actor(state), state.phase) == (names[12 % players], "uncover")


def test_a_table_that_is_laid_already_can_be_taken_over() -> None:
    """What the camera sees at the start is the set-up: all pieces, none, or some coins."""
    names = {"players": "P1,P2,P3", "names": "P1=Anna P3=Cleo"}
    laid = GAME.scene(GAME.read_position(FULL))
    state = GAME.start(GAME.setup(names, laid))
    assert GAME.scene(state) == laid and GAME.actor(state) == "P1" and GAME.seats(state)[2].name == "Cleo"
    some = Scene((), tuple(piece for piece in laid.pieces if piece.kind == "coin")[:5])
    assert GAME.actor(GAME.start(GAME.setup(names, some))) == "P3"
    assert GAME.scene(GAME.start(GAME.setup(names, Scene((), ())))) == Scene((), ())


def test_everything_wrong_with_a_table_is_said_at_once() -> None:
    """A coin on the edge, two that touch, a suit showing, a coin missing and a mouse twice are all named, each with its cell."""
    laid = GAME.scene(GAME.read_position(FULL)).pieces
    wrong = [piece for piece in laid if piece.place not in (Cell(2, 4), Cell(3, 1), Cell(4, 2))]
    wrong += [PieceAt("coin", Cell(0, 0), face="ace"), PieceAt("coin", Cell(5, 2), face="sun"), PieceAt("pawn-red", Cell(1, 1))]
    with pytest.raises(SetupError) as caught:
        GAME.start(GAME.setup({"players": "P1,P2"}, Scene((), tuple(wrong))))
    problems = "\n".join(caught.value.problems)
    for words in ("a8 at the edge", "b3 and c3 touch", "c3 shows its suit", "two red mice", "before all coins lie"):
        assert words in problems
    assert len(caught.value.problems) == 5


def test_what_is_said_and_what_lies_there_are_compared() -> None:
    """A coin said to be an Ace that shows a Null, and a mouse elsewhere, are two problems."""
    said = {"players": "P1", "mice": "R=c2 K=d7 G=f2 B=g7", "covered": "b3A b5:0 c4A c6:0 e4A e6:0 g3A f5:0"}
    other = GAME.scene(GAME.read_position(FULL.replace("b3A b5:0", "b3:0 b5A").replace("B=g7", "B=f7")))
    with pytest.raises(SetupError) as caught:
        GAME.start(GAME.setup(said, other))
    assert len(caught.value.problems) == 3 and GAME.start(GAME.setup(said)).phase == "uncover"


def test_setups_of_other_games_and_games_under_way_are_refused() -> None:
    """Only a set-up of this game starts it, and only at its beginning."""
    with pytest.raises(TypeError):
        GAME.start("a set-up")
    with pytest.raises(SetupError, match="setup-start"):
        GAME.start(GAME.setup({"players": "P1,P2", "mice": "R=c2 K=d7 G=f2 B=g7", "covered": "b3A", "score": "P1=1"}))
    with pytest.raises(SetupError, match="setup-cells"):
        GAME.start(GAME.setup({"placed": "b3A b5:0 c4A c6:0 e4A e6:0 g3A f5:0", "mice": "R=c3"}))


# Positions and records ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("mice: R=c2", "R=c2"),
        ("mice: R=c9 K=d7 G=f2 B=g7", "c9"),
        ("mice: R=c2 K=c2 G=f2 B=g7", "R=c2 K=c2 G=f2 B=g7"),
        (f"{T}; target: a5 R", "b3A b5:0 c4A c6:0 e4A e6:0 g3A"),
        (f"{T}; target: f5 X", "X"),
        (f"{T}; target: f5", "f5"),
        (f"{T}; phase: demo", "demo"),
        (f"{T}; phase: later", "later"),
        (f"{T}; turn: P4", "P4"),
        (f"{T}; target: f5 R; bids: P1=2@4", "P1=2@4"),
        (f"{T}; target: f5 R; phase: think; bids: P1=5@4 P1=6@5", "P1=6@5"),
        (f"{T}; target: f5 R; do: RN RS", "RS"),
        (f"{T}; target: f5 R; do: RN\nnonsense", "nonsense"),
        (f"{T}; score: P1=2", "P1=2"),
        (f"{T}; won: P1=AR,AR", "P1=AR,AR"),
        (f"{T}; out: 3", "3"),
        ("mice: R=c2 K=d7 G=f2 B=g7; covered: b3A b5A c4A c6A e4A", "b3A b5A c4A c6A e4A"),
        ("mice: R=c2 K=d7 G=f2 B=g7; covered: b3x", "b3x"),
        (f"{T}; colour: red", "colour"),
        (f"{T}; turn: P1; turn: P2", "turn"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, token: str) -> None:
    """The refusal points at the word that is wrong, with line and column, and says why."""
    with pytest.raises(NotationError) as caught:
        GAME.read_position(text)
    error = caught.value
    assert error.token == token and error.why and text.splitlines()[error.line - 1][error.column - 1 :].startswith(token[:3])


def test_a_record_is_read_and_written_again() -> None:
    """A record with failures, an unsolved puzzle whose bidder said no more, and a header gives the same actions when written."""
    record = GAME.read_record(RECORD)
    tokens = [line.text for line in record.lines]
    assert GAME.actor(record.start) == "P4" and tokens[17:19] == ["KW", "GN x:bid-exceeded"]
    assert tokens[-5:] == ["b:P3=4@12", "m:P3", "x:gave-up", "-e4", "?b3=G"] and record.lines[-2].line == 8
    text = GAME.write_record(record.start, [GAME.read(token) for token in tokens])
    again = GAME.read_record(text)
    assert [line.text for line in again.lines] == tokens and again.start == record.start
    assert text.startswith("players=P1,P2,P3,P4,P5 start=P4 goal=2\n")


def test_a_record_says_how_the_game_ended() -> None:
    """The end that the actions lead to is no action; any other is ruled on."""
    start = f"{T.replace(' b3A', '')}; target: f5:0 G; opt: min_turns=0; bids: P1=5@3; score: P1=2 P2=1".replace("b5:0 c4A ", "")
    for end, lines in (("end:goal", 1), ("end:empty", 2)):
        assert len(GAME.read_record(f"{start}\nGNf5* {end}").lines) == lines
    state = played(start, "GN")
    assert GAME.write_record(GAME.read_position(start), [GAME.read("GN")]).endswith("GN\nend:goal\n")
    assert GAME.outcome(state) is not None and GAME.actor(state) is None


@pytest.mark.parametrize("text", ["players=P1 +b3A nonsense", "players +b3A", "players=P1 start=P2\n+b3A", "goal=x +b3A"])
def test_records_that_cannot_be_read_are_refused(text: str) -> None:
    """A word that is no token, and a header that names nobody, are refused."""
    with pytest.raises(NotationError):
        GAME.read_record(text)


NO_TOKENS = (
    *("RX", "Rc3", "+d4B", "+X:c3", "?d4=X", "b:P1", "b:P1=x", "m:", "x:no-move", "RN x:nothing", "-z9", "end:x"),
    *("p:RN,XX", "P1:RN", ""),
)


@pytest.mark.parametrize("token", NO_TOKENS)
def test_tokens_that_are_none_are_refused(token: str) -> None:
    """The refusal says what a token looks like."""
    with pytest.raises(NotationError, match=r"such as|is no|ends by|fails by|stands the slide"):
        GAME.read(token)


# What is seen ------------------------------------------------------------------------------------------------------------


def test_coins_show_their_values_then_their_suits() -> None:
    """A covered coin shows its value, the uncovered one its suit; won and removed coins lie beside the board, suit up."""
    state = played(f"{T}; target: f5:0 R; bids: P1=5@3", "")
    assert faces(GAME.scene(state), Cell(3, 5)) == ["sun"] and faces(GAME.scene(state), Cell(5, 1)) == ["ace"]
    won = played(f"{T}; target: f5:0 R; bids: P1=5@3", "RN RE RN ?b3=K -b3")
    assert faces(GAME.scene(won), Zone("won")) == ["sun"] and faces(GAME.scene(won), Zone("out")) == ["moon"]
    assert GAME.scene(won).pieces_at(Cell(3, 5)) == (PieceAt("pawn-red", Cell(3, 5)),)


def test_a_mouse_stands_on_the_coin() -> None:
    """A mouse that rests on the uncovered coin is said to stand on it."""
    state = played(f"{T}; target: f5:0 R", "KE BS BW KS")
    assert PieceAt("pawn-black", Cell(3, 5), on="coin") in GAME.scene(state).pieces


def test_the_catalogue_draws_every_face() -> None:
    """Each face of a coin and each mouse has a drawing of its own."""
    coin = CATALOGUE.piece("coin")
    drawings = [coin.face_drawings[face] for face in COIN_FACES] + [kind.drawing for kind in CATALOGUE.pieces[1:]]
    assert coin.faces == COIN_FACES and all(drawings) and len(set(drawings)) == 10
    assert "".join(kind.letter for kind in CATALOGUE.pieces[1:]) == "RKGB"


def test_a_turned_coin_is_offered_with_every_suit_it_can_have() -> None:
    """Who sees a coin turned is offered its possible suits; a suit whose Null has gone is not among those of a Null."""
    state = GAME.read_position(f"{T}; won: P1=0R; score: P1=1")
    offered = [GAME.write(action) for action in GAME.candidates(state, Seen())]
    assert [token for token in offered if token.startswith("?b5=")] == ["?b5=K", "?b5=G", "?b5=B"]
    assert [token for token in offered if token.startswith("?b3=")] == ["?b3=R", "?b3=K", "?b3=G", "?b3=B"]


def test_only_slides_that_can_be_seen_are_candidates() -> None:
    """A mouse seen on another cell is explained by the slide that leads there."""
    state = GAME.read_position(DEMO)
    seen = Seen(pieces={"pawn-red": ((Cell(5, 2), None),)})
    assert [GAME.write(action) for action in GAME.candidates(state, seen)] == ["RNc3"]


def test_the_last_coin_taken_away_tells_of_a_route_given_up() -> None:
    """Nobody has moved a mouse and the coin is gone: the route was given up, also where no coin is left to be seen."""
    state = GAME.read_position(
        "players: P1,P2,P3; turn: P2; phase: demo; covered: -; mice: R=d2 K=f3 G=e5 B=f7; target: b6A R; bids: P3=3@1; "
        "clock: 61; score: P2=1 P3=1; won: P2=AG P3=0G; out: 5; removed: 0B 0R AK AB 0K"
    )
    assert "x:gave-up" in [GAME.write(action) for action in GAME.candidates(state, Seen(pieces={"coin": ()}))]
    assert "x:gave-up" not in [GAME.write(action) for action in GAME.candidates(state, Seen())]


STOPS = ("stopped-short", "ran-through", "diagonal")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("players: P1,P2; placed: b2A b4:0 b6A d3A", {"on-edge", "adjacent", "wrong-piece", "suit-looked-at"}),
        ("placed: b2A b4:0 b6A d3A d5:0 f2:0 f4A f6:0; mice: R=d7", {"on-edge", "adjacent", "wrong-piece", "suit-looked-at"}),
        (FULL, {"coin-moved"}),
        (f"opt: replace=on; {FULL}; fresh: b3; known: b3=R", {"coin-moved", "fresh-cheese"}),
        (f"{T}; target: f5:0 R; phase: think; bids: P1=4@3", {"coin-moved", "second-uncover", "touched-while-thinking"}),
        (f"{DEMO}; do: RN", {"coin-moved", "second-uncover", "no-move", "straight-back", "wrong-mouse", *STOPS}),
        (f"{DEMO}; do: RN KW GN", {"coin-moved", "bid-exceeded", "second-uncover", "no-move", "straight-back"}),
        (
            f"{T}; target: f5:0 G; bids: P1=6@20; clock: 80",
            {"coin-moved", "second-uncover", "not-restored", "too-few-turns", *STOPS},
        ),
        (f"{T}; target: f5:0 R; phase: remove", {"coin-moved", "coin-not-removed", "second-uncover"}),
        (f"opt: replace=on; {T}; target: f5:0 R; phase: replace; bids: P1=4@3; score: P1=1",
         {"adjacent", "coin-moved", "on-edge", "second-uncover"}),
    ],
)  # fmt: skip
def test_what_families_do_wrong(text: str, codes: set[str]) -> None:
    """Each phase has its slips; each has a table of its own that lawful play cannot leave, or leaves no trace."""
    state = GAME.read_position(text)
    found = list(GAME.slips(state))
    assert {slip.violations[0].code for slip in found} == codes
    assert all(slip.remedy for slip in found)


def test_a_slip_is_recognised_from_what_is_seen() -> None:
    """A mouse set down one cell short is among the few slips that explain what is seen."""
    state = GAME.read_position(DEMO)
    seen = Seen(pieces={"pawn-green": ((Cell(1, 5), None),)})
    moved = [slip for slip in GAME.slips(state, seen) if slip.scene != GAME.scene(state)]
    assert [(slip.action, slip.violations[0].code, slip.intended) for slip in moved if slip.intended] == [
        ("GNf7", "stopped-short", "GN")
    ]
    assert moved[0].remedy == ("Put Green on f8.",)


def test_after_the_end_nobody_slips() -> None:
    """A game that is over has no slips and no legal actions."""
    state = GAME.read_position(f"{FULL}; ended: time")
    assert (list(GAME.slips(state)), GAME.actions(state), GAME.view(state, None).step) == ([], (), "The game is over.")


# What nobody may know ----------------------------------------------------------------------------------------------------


def test_nobody_sees_the_suits_of_covered_coins() -> None:
    """A table that knows all suits shows the same view to everybody, turns up the right suit and no other."""
    state = GAME.read_position(FULL)
    order = list(DECK)
    Random(3).shuffle(order)
    truth = GAME.deal(state, order)
    assert GAME.deck(truth) == () and set(GAME.deck(state)) == set(DECK)
    assert all(GAME.view(truth, seat) == GAME.view(state, seat) for seat in (None, "P1", "P2", "P3"))
    turned, shown = (GAME.play(each, GAME.read("?f5")) for each in (truth, state))
    assert (GAME.actor(turned), len(GAME.actions(turned)), len(GAME.actions(shown))) == (TABLE, 1, 4)
    assert GAME.view(turned, "P1").legal == GAME.view(shown, "P1").legal
    assert len(GAME.actions(GAME.deal(shown, order))) == 1
    with pytest.raises(ValueError, match="no coin of value"):
        GAME.deal(state, ["AR"])


def test_views_say_nothing_of_routes() -> None:
    """A puzzle without any route and one with a short one look alike while everybody thinks, but for the cells."""
    easy = GAME.read_position(f"{T}; target: f5:0 R; phase: think")
    walled = GAME.read_position("players: P1,P2,P3; mice: R=c3 K=d7 G=f2 B=g7; covered: b3A c4:0 d3A c2:0 f6A g3A e6:0;"
                                " target: e4:0 R; phase: think")  # fmt: skip
    one, other = (GAME.view(state, "P1") for state in (easy, walled))
    assert [item.text for item in one.legal][:-1] == [item.text for item in other.legal][:-1]
    assert one.notes == other.notes and one.step.replace("f5", "e4") == other.step
    assert [GAME.write(action) for action in GAME.actions(easy)][:3] == ["b:P1=3", "b:P2=3", "b:P3=3"]


def test_a_final_round_on_an_empty_board_draws_a_coin() -> None:
    """All coins are gathered up; the next player puts one on the board, and the points stay."""
    text = "players: P1,P2; mice: R=c2 K=d7 G=f2 B=g7; score: P1=1 P2=1; out: 5; target: f5:0 R; phase: remove"
    state = played(text, "-f5")
    assert (state.phase, state.match.aside, GAME.scene(state).pieces_at(Zone("won"))) == (DRAWN, 8, ())
    state = GAME.play(state, GAME.read("+e5A"))
    assert [score.points for score in GAME.scores(state)] == [1, 1] and [GAME.write(a) for a in GAME.actions(state)] == ["?e5"]


def test_an_illegal_action_cannot_be_played() -> None:
    """The refusal names the action, the phase and the broken rule."""
    with pytest.raises(IllegalActionError, match="'RNc4' is not allowed in puzzle 1, phase demo: ran-through"):
        GAME.play(GAME.read_position(DEMO), GAME.read("RNc4"))


TOKENS = (
    *("+d4A", "+e2:0", "+e2", "+R:c3", "?f5", "?f5=R", "b:P2=5@43", "m:P2", "p:RN,RE", "RNf5*", "RN x:no-move"),
    *("x:gave-up", "-f5", "P2:?f5=R", "end:time", "end:goal"),
)


@pytest.mark.parametrize("token", TOKENS)
def test_every_action_has_words(token: str) -> None:
    """Each token has a label, whatever the phase, and places that lie on the table."""
    state, action = GAME.read_position(DEMO), GAME.read(token)
    assert GAME.label(state, action) and GAME.write(action) == token
    ruling = GAME.rule(state, action)
    assert ruling.legal or all(isinstance(place, Cell) for place in ruling.violations[0].places)
