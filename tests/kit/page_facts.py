"""A made-up game for the pages: four by four cells, two kinds of tile, two kinds of piece, a nest and two own places."""

from __future__ import annotations

from dataclasses import replace

from companion.core.catalogue import Catalogue, Layout, PieceKind, TileKind, ZoneSpec
from companion.core.drawing import arc, disc, line, rectangle
from companion.core.finding import Choice, Question
from companion.core.grid import Cell, Facing, Zone
from companion.core.messages import (
    AskedQuestion,
    CameraLight,
    CameraStatus,
    DemoState,
    DemoWay,
    Dot,
    LineKind,
    LogLine,
    PanelState,
    Snapshot,
)
from companion.core.ruling import Violation
from companion.core.scene import Look, PieceAt, Scene, TileAt
from companion.core.view import LegalAction, Receipt, Seat, SeatScore, View

PAPER = rectangle(0, 0, 100, 100, "#e8d9b5")
ROAD = TileKind(
    "road",
    {"up": 2, "down": 1},
    ("down",),
    "road",
    {"up": (PAPER, line(((50, 0), (50, 100)), "#bb5522", 20)), "down": (disc((50, 50), 30, "#778899"),)},
)
BEND = TileKind(
    "bend",
    {"up": 4, "down": 1},
    ("down",),
    "bend",
    {"up": (PAPER, arc((100, 0), (100, 50), 90, "#2255bb", 20)), "down": (disc((50, 50), 30, "#778899"),)},
)
FOX = PieceKind("fox", 20, 30, True, (), "fox", "F", "#c85a1e")
HEN = PieceKind("hen", 20, 30, True, (), "hen", "H", "#fafafa")
CORN = PieceKind("corn", 5, 8, False, ("fox",), "corn", "", "#f2c230", (disc((50, 50), 45, "#f2c230", "#8a6200", 6),))
EGG_SIDES = {"whole": (disc((50, 50), 45, "#fff8e8"),), "hatched": (disc((50, 50), 30, "#fff8e8"),)}
EGG = PieceKind("egg", 5, 8, False, (), "egg", "", "#fff8e8", EGG_SIDES["whole"], tuple(EGG_SIDES), EGG_SIDES)
CATALOGUE = Catalogue((ROAD, BEND), (FOX, HEN, CORN, EGG))


def square(x: float, y: float) -> tuple[tuple[float, float], ...]:
    return ((x, y), (x + 50, y), (x + 50, y + 50), (x, y + 50))


LAYOUT = Layout(
    4,
    4,
    (55, 55),
    50,
    2,
    (
        ZoneSpec("den", "nest", square(0, -54), "den", False, (Cell(0, 0),), (Facing.S,)),
        ZoneSpec("own-P1", "hand", square(-150, 60), "own tile of P1", True),
        ZoneSpec("own-P2", "hand", square(320, 60), "own tile of P2", True),
    ),
)

SEATS = (Seat("P1", "Ada", ("fox",), "#c85a1e"), Seat("P2", "Bo", ("hen",), "#3366cc"))
BACK = Look(None, "down")
SCENE = Scene(
    (
        *(TileAt(cell, BACK) for cell in LAYOUT.cells() if cell not in (Cell(3, 1), Cell(2, 1))),
        TileAt(Cell(3, 1), Look("road", "up", 0)),
        TileAt(Cell(2, 1), Look("bend", "up", 3)),
        TileAt(Zone("own-P1"), BACK),
    ),
    (
        PieceAt("fox", Cell(3, 1), Facing.N),
        PieceAt("corn", Cell(3, 1), on="fox"),
        PieceAt("hen", Zone("den"), Facing.S),
        PieceAt("corn", Cell(0, 3)),
        PieceAt("corn", Cell(0, 3)),
    ),
)

LEGAL = (
    LegalAction(">b2n", "Run to b2", (Cell(2, 1),), "Move"),
    LegalAction(">c3e", "Run to c3", (Cell(1, 2),), "Move"),
    LegalAction("b3=road", "Put the road on b3", (Cell(1, 1), Zone("own-P1")), "Place"),
)
LOG = (
    LogLine(1, 0, LineKind.LEGAL, "P1", ">b1n", "Ada's fox ran to b1.", (), (Cell(3, 1),)),
    LogLine(
        2,
        1,
        LineKind.ILLEGAL,
        "P2",
        ">a4s",
        "Bo's hen left its path.",
        (Violation("left-path", "The hen changed to another path.", "Move 4", (Cell(0, 0),)),),
        (Cell(0, 0),),
        ("Put the hen back into the den.",),
    ),
    LogLine(3, 1, LineKind.PUT_RIGHT, "P2", "", "The hen is back."),
)
SECRET_OF_ADA, SECRET_OF_BO = "blue bend with a scratch", "red road with a coffee stain"
SECRETS = {"P1": SECRET_OF_ADA, "P2": SECRET_OF_BO}


def view(seat: str | None = None) -> View:
    """The position as that seat knows it; the own tile of a seat is for its eyes alone."""
    scores = (SeatScore("P1", 1.5, (Receipt("corn in the den", 1.5, Zone("den"), 3),)), SeatScore("P2", 0))
    private = (("Your own tile", SECRETS[seat]),) if seat else ()
    return View(
        "toy", seat, 3, 2, "P1", "fox", "Move your fox along its path.", SCENE, scores, LEGAL, ("Two roads are left.",), private
    )


def snapshot(**changes: object) -> Snapshot:
    """A game in its second turn; `changes` replace fields."""
    base = Snapshot(
        number=1,
        game="toy",
        title="Fox and Hen",
        seats=SEATS,
        views={None: view(), "P1": view("P1"), "P2": view("P2")},
        log=LOG,
        camera=CameraStatus(
            CameraLight.AMBER, "A hand is over the board", "Take the hand away.", 7, (Cell(2, 2),), (Cell(2, 3),)
        ),
        simulated=True,
    )
    return replace(base, **changes)  # type: ignore[arg-type]


QUESTION = AskedQuestion(
    4, Question(None, "Which way did the fox run?", (Choice("To b2", (">b2n",)), Choice("To c3", (">c3e",))), (Cell(2, 1),))
)
PANEL = PanelState(
    (Dot("status", "#00c040"), Dot("seat 1", "#ff3020", "blink", "P1"), Dot("seat 2", "#000000", "off", "P2")), "chime", 3
)
DEMO = DemoState(
    True, None, (DemoWay("second-step", "Move twice"), DemoWay("wrong-tile", "Take a foreign tile")), "", (1.0, 4.0), 1.0
)
