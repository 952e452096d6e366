"""Learn from taught pieces how a direction shows: the models of `vision.facing`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.sprites import View, heading_of, spun
from vision.facing import GRID, PATCH, SIDE, STEPS, body_tones, features, turned_small
from vision.facing_belief import log_shares, quarters
from vision.heading_net import HeadingNet, view_of
from vision.light import Array
from vision.missing_net import MissingNet
from vision.noticed import TAKEN
from vision.rider_net import Riding
from vision.rig import FacingModel, Sprite
from vision.tones import halved

FLOOR = 0.06
"""Least variance of a feature: two pieces of one shape still differ by this much."""
RIDGE = 30.0
JITTER_PX = 2.5
"""The rule is taught with pieces shifted by up to this much, since they are not found more exactly."""
BELIEVED = (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5)
"""What a log-likelihood of the network of headings may count, from nothing to half as much again as it says."""
KNOWS = 0.15
"""What the network of riders says of taught pieces may come to so many nats of negative log-likelihood each, or it does not know
such pieces.  (.022 to .089 on rendered tables, on the given mice and on copies of them; .174 on a copy far out of focus.)"""
SEES, MISTAKES = 0.8, 0.01
"""Such a share of the taught pieces the network of missing ones sees, and of such a share at most it says that others
stand there, or it is not asked.  (.89 to 1, and 0 to .005, on twenty-nine tables.)"""


def facing_models(views: Sequence[View], sprites: Sequence[Sprite]) -> dict[float, FacingModel]:
    """One model for all directed pieces of one height (mm): they share their shape, only the paint differs."""
    bodies = {sprite.kind: body_tones(sprite.picture[0], sprite.cover[0]) for sprite in sprites}
    riders = {kind for view in views for kind, _, _ in view.riders}
    directed = {view.taught.piece.kind for view in views if view.taught.piece.facing is not None}
    models, net, riding, missing = {}, HeadingNet(), Riding(sprites, riders), MissingNet(sprites, riders, directed)
    for height in sorted({view.height_mm for view in views if view.taught.piece.facing is not None}):
        group = [view for view in views if view.height_mm == height and view.taught.piece.facing is not None]
        patches = [features(*view.wide, bodies[view.taught.piece.kind]) for view in group]
        headings = [heading_of(view.taught) for view in group]
        model = learn(patches, headings, [view.seen for view in group])
        trusted = believed([_told(net, view) for view in group], headings)
        ridden = [riding.told(view.taught.piece.kind, view.wide[0], view.wide[2]) for view in group]
        known = knows(ridden, [bool(view.riders) for view in group])
        models[height] = replace(model, believed=trusted, riders_known=known, found=finds(missing, group))
    return models


def knows(told: Sequence[float | None], carry: Sequence[bool]) -> bool:
    """Whether the network of riders is right about taught pieces, some of which `carry` something and some nothing, by the log
    odds that it `told` of each, None of a piece that it cannot be asked about."""
    if None in told or all(carry) or not any(carry):
        return False
    lost = np.logaddexp(0, np.where(carry, -1.0, 1.0) * np.asarray(told, dtype=np.float64))
    return float(lost.mean()) < KNOWS


def finds(net: MissingNet, views: Sequence[View]) -> bool:
    """Whether the network of missing pieces sees taught ones, and no others in their places."""
    if len(net.kinds) < 2:
        return False
    asked = [(view, kind) for view in views for kind in net.kinds]
    says = net.told(np.concatenate([net.views_of(net.kinds, halved(view.wide[0]), halved(view.wide[2])) for view in views]))
    odds, own = np.array([odds for odds, _ in says]), np.array([view.taught.piece.kind == kind for view, kind in asked])
    return bool((odds[own] > 0).mean() >= SEES and (odds[~own] > TAKEN).mean() <= MISTAKES)


def believed(told: Sequence[NDArray[np.float64]], headings: Sequence[float]) -> float:
    """How far the network is to be believed of pieces that look like these: what makes the truth likeliest, by what it `told`
    (4,) of each and how they head, degrees.  It knows many mice; it may take the ears of others for a tail."""
    right = quarters(np.asarray(headings) % 360)
    stack = np.stack(told)

    def fits(share: float) -> float:
        return float(log_shares(share * stack)[np.arange(len(right)), right].sum())

    return max(BELIEVED, key=fits)


def _told(net: HeadingNet, view: View) -> NDArray[np.float64]:
    """What the network tells of a taught piece."""
    picture, cover, bare = view.wide
    return net.told(view_of(picture, bare, cover, np.ones_like(cover) if view.seen is None else view.seen))


def learn(
    patches: Sequence[Array], headings: Sequence[float], seen: Sequence[Array | None] | None = None
) -> FacingModel:  # fmt: skip
    """The model from features (PATCH, PATCH, 5) of pieces and their headings, degrees; left and right are taken to be alike.

    `seen` (PATCH, PATCH) is 0 where another piece lies on top.
    """
    whole = np.ones((PATCH, PATCH), np.float32)
    shown = [whole if each is None else each for each in seen or [None] * len(patches)]
    both = [*zip(patches, shown, strict=True)]
    both += [(np.ascontiguousarray(patch[:, ::-1]), np.ascontiguousarray(each[:, ::-1])) for patch, each in both]
    degrees = [*headings, *(-heading for heading in headings)]
    told = np.stack([spun(each, -heading) for (_, each), heading in zip(both, degrees, strict=True)])
    mean, weight = _template([spun(patch, -heading) for (patch, _), heading in zip(both, degrees, strict=True)], told)
    centre, rule = _rule(both, degrees)
    quarters = [int((heading + 45) // 90 % 4) for heading in degrees]
    return FacingModel(mean, weight, centre, rule, len(patches), tuple(quarters.count(quarter) for quarter in range(4)))


def _template(upright: Sequence[Array], seen: Array) -> tuple[Array, Array]:
    low = (PATCH - SIDE) // 2
    inner = slice(low, low + SIDE)
    soft = [np.asarray(cv2.GaussianBlur(patch, (0, 0), 1.0), dtype=np.float32) for patch in upright]
    stack = np.stack([patch[inner, inner] for patch in soft])
    value, told = stack[..., :3], np.ones_like(stack[..., :3])
    told[..., 0] = stack[..., 4]
    told = told * seen[:, inner, inner, None] + np.float32(1e-3)
    mean = (value * told).sum(axis=0) / told.sum(axis=0)
    variance = (told * (value - mean) ** 2).sum(axis=0) / told.sum(axis=0)
    somewhere = seen[:, inner, inner].max(axis=0)[..., None]
    return mean.astype(np.float32), (somewhere / (variance + FLOOR)).astype(np.float32)


def _rule(patches: Sequence[tuple[Array, Array]], headings: Sequence[float]) -> tuple[Array, Array]:
    """Ridge regression from small features, in many turns, some part hidden in half of them, to the direction."""
    chance = np.random.default_rng(1)
    y, x = np.mgrid[:GRID, :GRID]
    values, tolds, wanted = [], [], []
    for (patch, seen), heading in zip(patches, headings, strict=True):
        for step in range(STEPS):
            degrees = 360.0 * step / STEPS
            du, dv = chance.uniform(-JITTER_PX, JITTER_PX, 2)
            value, told = turned_small(patch, seen, degrees, (float(du), float(dv)))
            if chance.random() < 0.5:
                u, v = chance.uniform(GRID * 0.3, GRID * 0.7, 2)
                reach = chance.uniform(1.0, 2.2)
                told = told * (np.hypot(x - u, y - v) > reach)[..., None]
            values.append(value)
            tolds.append(told)
            wanted.append((np.cos(np.radians(heading - degrees)), np.sin(np.radians(heading - degrees))))
    value, told = np.stack(values), np.stack(tolds)
    centre = (value * told).sum(axis=0) / np.maximum(told.sum(axis=0), 1e-3)
    rows = ((value - centre) * told).reshape(len(value), -1).astype(np.float64)
    dual = np.linalg.solve(rows @ rows.T + RIDGE * np.eye(len(rows)), np.array(wanted))
    return centre.astype(np.float32), (rows.T @ dual).astype(np.float32)
