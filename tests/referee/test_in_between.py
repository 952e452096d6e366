"""Acts in the middle, looks in between, eyes that err: innocent explanations that the judge must think of."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from readings import reading_of

from companion.core.finding import Irregular, Settled, Unclear, Waiting
from companion.core.grid import Cell, Facing, Zone
from companion.core.reading import LikelyLook, PieceClaim, Reading, TileClaim
from companion.core.scene import Look, PieceAt, Scene
from companion.games import find
from companion.games.mice_in_a_maze.slip_parts import with_look
from companion.referee.answers import Answers
from companion.referee.case import build_case
from companion.referee.chains import Chain
from companion.referee.laid import alike_from_above
from companion.referee.referee import Referee
from companion.referee.scoring import Evidence, Group
from companion.referee.settings import Settings
from companion.simulated.noise import Noise, SceneEye
from companion.table.between import Between
from companion.table.rest import Rest
from companion.table.untouched import unlike

BLIND, MICE, TRAP = find("four-blind-mice"), find("mice-in-a-maze"), find("mouse-trap-cards")
SHOWS_A_ROUTE = (
    "players: P1,P2,P3; turn: P1; phase: demo; covered: c6:0 e6:0 b5:0 c4A e4A b3A g3A; mice: R=c2 K=d7 G=f2 B=g7; "
    "target: f5:0 R; bids: P1=3@10; clock: 70"
)
FALLBACK = "turn: R; step: 2; tiles: b5=XOP0 c5=XRB0; mice: R=c5e Y=E6"
SURE = Noise(doubtful=0.0, ghosts=0.0)
SLEEVE_OVER_THE_DRAGON = (
    "1=BA@a1{hand=? pile=1 last=4}; 3=DR@e3{hand=? pile=7 last=8}; maze L1 I1 T1 Tw1 T1 L2 L2 | L1 L3 I0 Tw1 L2 Tw3 L2 | T0 Lt1 "
    "T0 Iw1 T1 I1 T2 | I1 I0 T1 I0 Lw2 T1 Iw0 | T0 L3 T3 Lw2 T2 L1 T2 | Iw0 L1 L1 L3 T1 Lt3 L0 | L0 I1 T3 I1 T3 I1 L3; "
    "dragon c1; treasure d3.w; turn 3; ap 2; deck 38"
)

NEAR_THE_DRAGON = (
    "1=BA@c5{hand=?,?,? pile=2 last=2}; 3=DR@f7{hand=?,?,?}; maze L1 I1 T1 L0 T1 L2 L2 | L1 L3 I0 I1 L2 Tw3 L2 | T0 Lt1 T0 Tw1 "
    "T1 I1 T2 | Iw0 I1 I0 Tw1 I0 Lw2 T1 | T0 L3 T3 Iw1 T2 L1 T2 | L1 Iw0 L1 L1 T1 T1 Lt3 | L0 I1 T3 Lw2 T3 I1 L3; dragon d5; "
    "treasure e3 d4.e e4 c5 d5.w e5 e6; turn 3; ap 2; deck 32"
)

CAUGHT = (
    "players: A,B; turn: A; phase: start; maze: MV3:u/?@2 TRAP/?@3 PLACE/?@0 MV1:u/?@1 | GO:STRB/?@0 END/?@3 END/?@0 MV1:u/?@1 | "
    "TRAP/?@1 TRAP/?@3 GO:GUTB/?@3 MV2:u/?@3 | GUTB/?@0 MV2:lr/?@2 SAFE/?@2 WASH/?@0; mouse: d1W; cheese: c4=4; safe: 5,3; "
    "pile: 30; draw: 7; disc: R2,LR2,FLR1,FLIPB,TAKE,B1,FB2,END,B2,L2,R1,LR1,L1,F1,F1,TRAP,FLBR1"
)
"""Three to the west from Safe takes up what lies on a1 and ends in a trap: that wedge goes back into the pile."""


def seen(game, scene) -> Reading:
    """An honest reading of that scene by an eye that is sure."""
    state = game.start(game.setup({}))
    return SceneEye(game.catalogue, game.layout_of(state), Random(1), SURE).read(scene)


def test_a_tile_laid_down_with_the_own_tile_still_to_be_turned_is_half_an_act() -> None:
    """After the short wait nobody is told that the own tile shows the wrong face: perhaps it is turned next."""
    start = MICE.read_position(FALLBACK)
    end = MICE.play(start, MICE.read("b5=XGW0h"))
    half = with_look(MICE.scene(end), Zone("hand-P1"), MICE.scene(start).tile(Zone("hand-P1")))
    reading = reading_of(half, MICE.catalogue, MICE.layout)
    judge = Referee(MICE).judge
    assert isinstance(judge(start, reading, 2.0), Waiting)
    late = judge(start, reading, 4.5)
    assert isinstance(late, Irregular) and late.ruling.violations[0].code == "hand-face-wrong"


def test_one_tile_that_is_probably_misread_accuses_nobody() -> None:
    """An own tile that looks turned over, by an eye that leaves one in a thousand for what lay there: it looks at fifty."""
    start = MICE.read_position("turn: R; tiles: b5=XOP0 c5=XRB0; mice: R=c5e Y=E6")
    reading = reading_of(MICE.scene(start), MICE.catalogue, MICE.layout)
    place = Zone("hand-P2")
    wrong = TileClaim(place, (LikelyLook(Look("cross-green-white", "up", 0), -0.001), LikelyLook(Look("back", "down", 0), -6.9)))
    tiles = tuple(wrong if claim.place == place else claim for claim in reading.tiles)
    judge = Referee(MICE).judge
    assert not isinstance(judge(start, replace(reading, tiles=tiles), 5.0), Irregular)
    sure = replace(wrong, looks=wrong.looks[:1])
    tiles = tuple(sure if claim.place == place else claim for claim in reading.tiles)
    assert isinstance(judge(start, replace(reading, tiles=tiles), 5.0), Irregular)


def test_a_card_seen_in_between_is_not_forgotten() -> None:
    """Two cards drawn one after the other: the first is covered by now, but was seen for a moment."""
    state = TRAP.start(TRAP.setup({}))
    for token in ("@N", "+c2"):
        state = TRAP.play(state, TRAP.read(token))
    first = TRAP.play(state, TRAP.read("d:TAKE"))
    second = TRAP.play(first, TRAP.read("d:F1"))
    looks = (seen(TRAP, TRAP.scene(first)),)
    told = Referee(TRAP).judge(state, seen(TRAP, TRAP.scene(second)), 5.0, False, looks)
    assert isinstance(told, Settled) and told.actions == ("d:TAKE", "d:F1")


def test_looks_in_between_are_kept_until_the_record_changes() -> None:
    """A look counts when two pictures show it; a new state begins with none."""
    state, reading = object(), Reading(1, 0.0, (), ())
    between = Between().moved_on(state, Rest(reading)).lies(reading, 0.0).moved_on(state, Rest())
    assert between.looks == ()
    between = between.moved_on(state, Rest(reading)).lies(reading, 0.0).lies(reading, 0.2).moved_on(state, Rest())
    assert between.looks == (reading,)
    assert between.moved_on(object(), Rest()).looks == ()


def test_a_heap_shows_which_sides_are_up() -> None:
    """Of five pieces in a heap three may be hidden; that some of them lie face down would be seen."""
    claim = PieceClaim("wedge", Zone("front-S"), (-9.0, -9.0, -9.0, -0.01, -9.0), None, None, (("up", -0.001), ("down", -9.0)))
    evidence = Evidence(Reading(1, 0.0, (), (claim,)))
    all_up, some_down = (evidence.piece("wedge", claim.place, Group(5, None, ("up",) * (5 - n) + ("down",) * n)) for n in (0, 2))
    assert all_up >= -1.0 and some_down <= -5.0


def test_what_was_played_settles_only_what_lies_so() -> None:
    """Where the table still looks otherwise than the record has it, it may still be judged."""
    here, there = Cell(0, 0), Cell(0, 1)
    reading = Reading(1, 0.0, (), (PieceClaim("mouse", there, (-9.0, -0.01)),))
    assert unlike(reading, Scene((), (PieceAt("mouse", here),))) == {here, there}
    assert unlike(reading, Scene((), (PieceAt("mouse", there),))) == frozenset()


def test_nobody_is_asked_whether_a_covered_piece_went_there_and_back() -> None:
    """A sleeve lies over the Dragon: that it was called away and came back is no account worth a question about a step."""
    maze = find("librande-maze")
    state = maze.read_position(SLEEVE_OVER_THE_DRAGON)
    end = maze.play(state, maze.read("mv:d3.e"))
    eye = SceneEye(maze.catalogue, maze.layout_of(state), Random(2), SURE)
    told = Referee(maze).judge(state, eye.read(maze.scene(end), (), (Cell(0, 2), Cell(3, 1), Cell(5, 1))), 0.6)
    assert isinstance(told, Settled) and told.actions == ("mv:d3.e",)


def test_the_side_of_a_cell_at_which_a_piece_stands_shows_nothing() -> None:
    """Such a step has to be told, as all has that leaves no trace; a step to another cell has not."""
    piece = PieceAt("hero", Cell(1, 1), side=Facing.W)
    before = Scene((), (piece,))
    assert alike_from_above(Scene((), (piece._replace(side=Facing.E),)), before)
    assert not alike_from_above(Scene((), (piece._replace(place=Cell(1, 2)),)), before)


def test_who_laid_a_wedge_that_nobody_saw_is_asked_where() -> None:
    """A wedge on d1 that the eye doubts at thirty to one: laid on a1, it would have been taken up again and lost in a trap."""
    start = TRAP.read_position(CAUGHT)
    on_safe = TRAP.play(start, TRAP.read("@W"))
    laid = TRAP.play(on_safe, TRAP.read("+d1"))
    end = TRAP.play(TRAP.play(laid, TRAP.read("d:")), TRAP.read("d:F3"))
    doubted = PieceClaim("wedge", Cell(3, 3), (-0.03, -3.4, -12.0))
    reading = seen(TRAP, TRAP.scene(end))
    pieces = tuple(doubted if (one.kind, one.place) == ("wedge", Cell(3, 3)) else one for one in reading.pieces)
    told = Referee(TRAP).judge(start, replace(reading, pieces=pieces), 5.0, False, (seen(TRAP, TRAP.scene(on_safe)),))
    assert isinstance(told, Unclear)
    assert {choice.actions[1:2] for choice in told.question.choices} >= {("+d1",), ("+a1",)}


def test_a_route_that_was_given_up_was_no_mistake_put_right() -> None:
    """Two mice were run and stand again where they stood: what lay there on the way tells that it was done, not undone."""
    start = BLIND.read_position(SHOWS_A_ROUTE)
    shown = BLIND.play(BLIND.play(start, BLIND.read("RNc3")), BLIND.read("GNf8"))
    told = Referee(BLIND).judge(start, seen(BLIND, BLIND.scene(start)), 5.0, False, (seen(BLIND, BLIND.scene(shown)),))
    assert isinstance(told, Settled) and {*told.actions[:2]} == {"RNc3", "GNf8"} and told.actions[2:] == ("x:gave-up",)


def test_who_is_asked_finds_also_what_leaves_out_an_act_that_one_look_showed() -> None:
    """A card seen in one look only, and covered by the next: whoever did not draw it is offered the same without it."""
    start = TRAP.start(TRAP.setup({}))
    settings = Referee(TRAP).settings
    case = build_case(TRAP, settings, start, seen(TRAP, TRAP.scene(start)))
    root, end = case.root, Scene((), ())

    def account(tokens: tuple[str, ...], log_p: float, scene: Scene = end) -> Chain:
        return Chain(tokens, start, scene, 0.0, log_p, 0, root)

    most, other = account(("d:F1", "d:L2", "d:END"), -1.0), account(("d:F1", "d:L2", "d:END", "@N"), -1.2)
    less, seldom = account(("d:F1", "d:END"), -4.6), account(("d:END",), -9.0)
    elsewhere = account(("d:F1",), -1.5, root.scene)
    answers = Answers(TRAP, settings, replace(case, chains=(most, other, elsewhere, less, seldom, root)))
    assert answers.with_less([most, other]) == [most, other, less]


def test_a_question_tells_every_first_act_also_of_accounts_of_the_looks_before() -> None:
    """Six cards may have been looked at after a 6, or a 5 was rolled; nobody is offered "nothing" who rolled a 5."""
    kaese = find("alles-kaese")
    before = kaese.read_position("n: 3; display: 151155; top: 4")
    root = chain_of(kaese, before, ())
    account = chain_of(kaese, before, ("6",))
    ways = [chain_of(kaese, before, ("6", f"P{slot}"), account) for slot in range(1, 6)]
    case = build_case(kaese, Settings(), before, seen(kaese, kaese.scene(before)))
    choices = Answers(kaese, Settings(), case).alike(root, [*ways, chain_of(kaese, before, ("5",), chain_of(kaese, before, ()))])
    assert [choice.actions for choice in choices[:2]] == [("6",), ("5",)]


def chain_of(game, state, tokens, parent=None) -> Chain:
    """A chain of these actions, each with beginnings of its own."""
    for token in tokens:
        state = game.play(state, game.read(token))
    return Chain(tuple(tokens), state, game.scene(state), 0.0, 0.0, 0, parent)


def test_a_hero_caught_by_a_dragon_that_went_back_accuses_nobody() -> None:
    """The Dragon catches the Barbarian and is called back where it stood: the hero on a1 was not moved out of turn."""
    maze = find("librande-maze")
    before = after = maze.read_position(NEAR_THE_DRAGON)
    for token in ("pw:rampage>c5", "pw:call>d5", "end"):
        after = maze.play(after, maze.read(token))
    finding = Referee(maze).judge(before, reading_of(maze.scene(after), maze.catalogue, maze.layout_of(after)), 5.0)
    assert isinstance(finding, Unclear) and any(choice.tells for choice in finding.question.choices)
