"""What an eye tells once is one piece of evidence: of a heap's sides, and of what lies unchanged from one look to the next."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from readings import reading_of

from companion.core.finding import Irregular, Settled
from companion.core.grid import Cell, Zone
from companion.core.reading import LikelyLook, TileClaim
from companion.core.scene import ABSENT, Scene
from companion.games import find
from companion.referee.chains import Chain
from companion.referee.once import Once
from companion.referee.referee import Referee
from companion.simulated.noise import Noise, SceneEye

TRAP, LIBRANDE, KAESE = find("mouse-trap-cards"), find("librande-maze"), find("alles-kaese")
MAZE = "M13F@2 M10F@3 M16F@0 M02B@1 | M06F@0 M12F@3 M11F@0 M15F@1 | M08F@1 M09F@3 M04F@3 M07B@3 | M05F@0 M14F@2 M01F@2 M03F@0"
ONE_SAFE = f"players: A,B; turn: B; maze: {MAZE}; mouse: d1S; safe: 1,0; risk: 3; draw: 23; disc: R1"

A_HERO_IS_AWAY = (
    "1=BA@-{hand=?,?,?,?,?,? st=removed}; 3=DR@e4{hand=?,?,?,?,? pile=3 last=3}; maze L1 I1 T1 I1 T1 I1 L2 | L1 L3 I0 Tw1 L2 L2 "
    "L2 | T0 Lt1 T0 I0 T1 Tw3 T2 | Iw0 I1 Iw1 Tw1 I0 I1 T0 | T0 L3 T3 L1 T2 Lw2 T2 | L3 T0 Lt1 L2 Iw0 Lw2 L1 | L0 I1 T3 L1 T3 T1 "
    "L3; dragon c3; treasure c3 d3 e3 d4.e c5x2; turn 3; ap 1; used dragon-moved acted; last dragon c2>c3; deck 24; "
    "discard HA,HA,HA"
)
"""The Dragon can still be called; when the turn ends the Barbarian comes back."""


def test_the_sides_of_a_heap_are_told_once() -> None:
    """Three wedges turned face up, and an eye that errs about the side they show: nobody has taken the safe one away."""
    state = TRAP.read_position(ONE_SAFE)
    reading = reading_of(TRAP.scene(TRAP.play(state, TRAP.read("="))), TRAP.catalogue, TRAP.layout_of(state))
    faces = (("down", -0.004), ("up", -6.3))
    heaps = [claim for claim in reading.pieces if isinstance(claim.place, Zone) and claim.place.name.startswith("front")]
    assert len(heaps) == 1
    wrong = replace(heaps[0], faces=faces)
    pieces = tuple(wrong if claim is heaps[0] else claim for claim in reading.pieces)
    assert not isinstance(Referee(TRAP).judge(state, replace(reading, pieces=pieces), 5.0), Irregular)


def test_a_tile_turned_on_the_way_may_look_like_the_one_that_lay_there() -> None:
    """A line slid, and one of its tiles turned so that its place looks as before: that is named, not taken for a slide."""
    state = LIBRANDE.start(LIBRANDE.setup({}))
    before = LIBRANDE.scene(state)
    slips = [slip for slip in LIBRANDE.slips(state) if slip.intended and slip.violations[0].code == "tile-turned-in-place"]
    slip = next(one for one in slips if all(one.scene.tile(at) == before.tile(at) for at in one.violations[0].places))
    told = Referee(LIBRANDE).judge(state, reading_of(slip.scene, LIBRANDE.catalogue, LIBRANDE.layout_of(state)), 5.0)
    assert isinstance(told, Irregular) and told.ruling.violations[0].code == "tile-turned-in-place"


def test_the_same_look_twice_is_no_surer_than_once() -> None:
    """A die that reads as five to one a 5 reads so in both looks: that nothing stirred in between tells nothing about it."""
    state = KAESE.read_position("players: A,B,C; turn: B; display: 351622; top: 2; supply: 29; discard: 4; shown: 4")
    reading = reading_of(KAESE.scene(KAESE.play(state, KAESE.read("5"))), KAESE.catalogue, KAESE.layout_of(state))
    die = next(claim for claim in reading.pieces if claim.kind == "die")
    doubtful = replace(die, faces=(("5", -0.15), ("3", -2.6), ("6", -4.0)))
    look = replace(reading, pieces=tuple(doubtful if claim is die else claim for claim in reading.pieces))
    again = replace(look, frame=1, pieces=tuple(replace(claim) for claim in look.pieces))
    alone, twice = (Referee(KAESE).judge(state, look, 5.0, False, between) for between in ((), (again,)))
    assert isinstance(alone, Settled) and isinstance(twice, Settled) and alone.actions == twice.actions == ("5",)
    assert twice.margin == pytest.approx(alone.margin)
    assert not isinstance(Referee(KAESE).judge(state, look, 0.5, False, (again,)), Settled)


def test_a_card_read_anew_below_a_mouse_makes_its_nose_no_surer() -> None:
    """The facing of a mouse is claimed twice alike, the card it stands on is not: of the facing that is told once."""
    state = TRAP.read_position(f"players: A,B; turn: A; phase: start; maze: {MAZE}; mouse: c1N; draw: 20; disc: R1,LR2,F2,TRAP")
    reading = reading_of(TRAP.scene(TRAP.play(state, TRAP.read("@W"))), TRAP.catalogue, TRAP.layout_of(state))
    doubtful = (-5.0, -2.4, -5.0, -0.12)
    mouse = next(claim for claim in reading.pieces if claim.kind == "mouse")
    look = replace(reading, pieces=tuple(replace(one, log_p_facings=doubtful) if one is mouse else one for one in reading.pieces))
    tiles = tuple(replace(one, floor=-11.0) if one.place == mouse.place else one for one in look.tiles)
    again = replace(look, frame=1, tiles=tiles)
    alone, twice = (Referee(TRAP).judge(state, look, 5.0, False, between) for between in ((), (again,)))
    assert isinstance(alone, Settled) and isinstance(twice, Settled) and alone.actions == twice.actions == ("@W",)
    assert twice.margin == pytest.approx(alone.margin)


def test_an_act_half_done_costs_no_account_less_than_another() -> None:
    """The Dragon is called, then the hero lifted that comes back as the turn ends: that it ended first nobody has seen."""
    start = LIBRANDE.read_position(A_HERO_IS_AWAY)
    called = LIBRANDE.play(start, LIBRANDE.read("pw:call>c2"))
    ended = LIBRANDE.play(called, LIBRANDE.read("end"))
    scene = LIBRANDE.scene(called)
    lifted = Scene(scene.tiles, tuple(piece for piece in scene.pieces if piece.kind != "hero-barbarian"))
    looks = [replace(reading_of(one, LIBRANDE.catalogue, LIBRANDE.layout_of(start)), frame=number)
             for number, one in enumerate((scene, lifted, LIBRANDE.scene(ended)))]
    told = Referee(LIBRANDE).judge(start, looks[2], 5.0, False, (looks[0], looks[1]))
    assert isinstance(told, Settled) and told.actions == ("pw:call>c2", "end")


def test_a_broken_rule_seen_twice_is_as_plain_as_seen_once() -> None:
    """The top of the discards lies front up in two looks that say the same: that it lay so before proves nothing."""
    place, told = Zone("discard"), "players: A,B,C; turn: B; display: 351622; top: 2; supply: 29; discard: 4; shown: 4"
    state = KAESE.read_position(told)
    slip = next(slip for slip in KAESE.slips(state) if slip.violations[0].code == "discards-searched")
    reading = reading_of(slip.scene, KAESE.catalogue, KAESE.layout_of(state))
    claim = TileClaim(place, (LikelyLook(slip.scene.tile(place), -0.001), LikelyLook(KAESE.scene(state).tile(place), -7.5)))
    look = replace(reading, tiles=tuple(claim if one.place == place else one for one in reading.tiles),
                   look=1, touched=frozenset({place}))
    again = replace(look, frame=1, tiles=tuple(replace(one) for one in look.tiles))
    alone, twice = (Referee(KAESE).judge(state, look, 5.0, False, between) for between in ((), (again,)))
    assert isinstance(alone, Irregular) and isinstance(twice, Irregular)
    assert twice.margin == pytest.approx(alone.margin)


def test_a_mouse_put_down_as_it_stood_may_have_been_turned() -> None:
    """No trace is so unlikely that the facing of a mouse, read by 4.3 nats, is kept in mind: it may explain what comes later."""
    state = TRAP.read_position(f"players: A,B; turn: A; phase: start; maze: {MAZE}; mouse: c1N; draw: 20; disc: R1,LR2,F2,TRAP")
    end = state
    for token in ("@S", "+c2", "d:LR1"):
        end = TRAP.play(end, TRAP.read(token))
    reading = reading_of(TRAP.scene(end), TRAP.catalogue, TRAP.layout_of(state))
    wrong = (-0.03, -4.7, -4.33, -4.7)
    pieces = tuple(replace(claim, log_p_facings=wrong) if claim.kind == "mouse" else claim for claim in reading.pieces)
    told = Referee(TRAP).judge(state, replace(reading, pieces=pieces), 5.0)
    assert any(one.actions[:1] == ("@S",) for one in getattr(told, "considered", ()))


def test_a_broken_rule_is_fitted_to_every_look_in_which_it_may_have_lain_there() -> None:
    """A hero left behind by its line: a look before the last that was read anew speaks for that as well, not the last alone."""
    state = LIBRANDE.read_position(A_HERO_IS_AWAY.replace("treasure c3 d3", "treasure d3 d3"))
    slip = next(slip for slip in LIBRANDE.slips(state) if slip.violations[0].code == "rider-left-behind")
    layout, margins = LIBRANDE.layout_of(state), list[float]()
    sure = Noise(doubtful=0.0, ghosts=0.0)
    looks = [SceneEye(LIBRANDE.catalogue, layout, Random(seed), sure).read(slip.scene) for seed in (1, 2)]
    for between in (looks[1:], looks):
        told = Referee(LIBRANDE).judge(state, replace(looks[1], frame=3), 5.0, False, tuple(between))
        assert isinstance(told, Irregular) and told.ruling.violations[0].code == "rider-left-behind"
        margins.append(told.margin)
    assert margins[1] > margins[0] + 2


@pytest.mark.parametrize("told", [(-0.13, -2.44), (-0.09, -2.84)])
def test_what_was_doubtful_before_a_slip_is_no_plainer_once_that_was_put_right(told: tuple[float, float]) -> None:
    """An eye takes the top of the discards for another, two cards are taken away and laid down again: it has told that once."""
    place = Zone("discard")
    state = KAESE.read_position("players: A,B,C; turn: B; display: 351622; top: 2; supply: 29; discard: 4; shown: 4")
    slip = next(slip for slip in KAESE.slips(state) if slip.violations[0].code == "discards-searched")
    clear = reading_of(KAESE.scene(state), KAESE.catalogue, KAESE.layout_of(state))
    looks = (LikelyLook(slip.scene.tile(place), told[0]), LikelyLook(KAESE.scene(state).tile(place), told[1]))
    before = replace(clear, tiles=tuple(TileClaim(place, looks) if one.place == place else one for one in clear.tiles))
    gone = tuple(TileClaim(one.place, (LikelyLook(ABSENT, -0.001),)) if isinstance(one.place, Cell) and one.place.col in (0, 2)
                 else one for one in before.tiles)
    between = (before, replace(before, frame=1, tiles=gone))
    finding = Referee(KAESE).judge(state, replace(before, frame=2), 5.0, False, between)
    assert isinstance(finding, Settled) and finding.actions == ()
    weighed = {one.codes or one.actions: one.log_p for one in reversed(finding.considered)}
    assert weighed[()] - weighed["discards-searched",] == pytest.approx(3.8 + told[1] - told[0])


def test_the_last_action_of_an_account_may_have_been_done_after_the_look_before() -> None:
    """A card is misread in two looks between which a turn ended: that it is misread costs that act no more than doing nothing."""
    state, place = TRAP.read_position(ONE_SAFE), Cell(3, 3)
    eye = SceneEye(TRAP.catalogue, TRAP.layout_of(state), Random(1), Noise(doubtful=0.0, ghosts=0.0))
    states = (state, TRAP.play(state, TRAP.read("=")))
    scenes = [TRAP.scene(one) for one in states]
    looks_like = scenes[0].tile(Cell(0, 0)), scenes[0].tile(place)
    wrong = TileClaim(place, (LikelyLook(looks_like[0], -0.004), LikelyLook(looks_like[1], -5.6)))
    before, now = (replace(look, tiles=tuple(replace(wrong) if one.place == place else one for one in look.tiles))
                   for look in map(eye.read, scenes))
    nothing = Chain((), state, scenes[0], 0.0, 0.0, 0)
    ended = Chain(("=",), states[1], scenes[1], -0.4, 0.0, 0, nothing)
    told = Once((nothing, ended), before, now)
    given = {chain.tokens: chain.history for chain in told.chains((nothing, ended))}
    assert given["=",] == given[()] > 0
