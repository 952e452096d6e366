"""Every word the pages say, in one table, and the names of places, points and colours."""

from __future__ import annotations

import colorsys
from collections.abc import Iterable, Mapping

from companion.core.catalogue import Layout
from companion.core.grid import Cell, Facing, Place

ENGLISH: Mapping[str, str] = {
    "page.program": "Tabletop Companion",
    "page.skip": "Skip to the actions",
    "page.no-script": "This page needs JavaScript to follow the game. Below is the table as it was when you opened it.",
    "page.simulated": "Simulated table: frames are drawn, lamps are mock pins",
    "page.home": "Back to the board",
    "live.connecting": "Connecting …",
    "live.on": "Live",
    "live.polling": "Live, asking every two seconds",
    "live.lost": "Connection lost. Trying again …",
    "live.failed": "Not sent: the program did not answer. Check that it runs, then tap again.",
    "board.title": "The board as the companion knows it",
    "board.words": "The board in words",
    "board.pieces": "Pieces",
    "board.tiles": "Tiles",
    "board.none": "None.",
    "board.piece-at": "{piece}: {place}",
    "board.facing": "looking {facing}",
    "board.face": "showing {face}",
    "board.side": "on its {side} side",
    "board.carried": "carried by the {carrier}",
    "board.tile-at": "{tile}: {place}",
    "board.turned": "turned {turns} × 90° clockwise",
    "board.face-hidden": "{count} places show the same back: {places}",
    "facing.0": "to the far side",
    "facing.1": "to the right",
    "facing.2": "to the near side",
    "facing.3": "to the left",
    "side.0": "far",
    "side.1": "right",
    "side.2": "near",
    "side.3": "left",
    "turn.heading": "Turn {turn}",
    "turn.table": "The table decides",
    "turn.over": "The game is over",
    "turn.piece": "with the {piece}",
    "turn.latest": "Latest ruling",
    "turn.done": "Done",
    "turn.back": "Take back",
    "turn.back-sure": "Tap again to take back",
    "dispute.heading": "I do not agree",
    "dispute.really": "The camera was wrong. What really happened:",
    "dispute.back": "Take the last action back",
    "dispute.keep": "The table is right: go on from what lies there",
    "dispute.note": "Go on, but write it down",
    "over.won": "{names} won",
    "over.shared": "{names} share the win",
    "over.nobody": "Nobody won",
    "trouble.heading": "This is not allowed",
    "trouble.where": "Look at {places}",
    "trouble.right": "How to put it right",
    "trouble.keep": "The table is right: go on from what lies there",
    "trouble.keep-sure": "Tap again: go on from what lies there",
    "trouble.desynchronised": "Record and table differ",
    "rule.cite": "Rulebook: {rule}",
    "question.heading": "A question",
    "question.for": "A question for {name}",
    "question.elsewhere": "{name} has to answer a question.",
    "question.open": "Answer as {name}",
    "legal.heading": "What {name} may do",
    "legal.heading-none": "What may be done",
    "legal.none": "Nothing to choose now.",
    "legal.count": "{count} choices",
    "legal.count-one": "1 choice",
    "legal.group": "Other",
    "legal.any": "Choose one",
    "legal.enter": "Enter it",
    "legal.hint": "Tap one: its places light up. Or tap a place on the board.",
    "legal.judge-only": "Hints are off. Tap a place on the board to enter by hand what was done there.",
    "legal.region": "Actions",
    "legal.at": "Only:",
    "legal.all": "Show all",
    "clock.heading": "Time",
    "clock.length": "{seconds} seconds in all",
    "clock.still": "Stands still with {seconds} s left",
    "clock.over": "Time is up",
    "clock.anew": "The program was started again meanwhile: the whole time runs anew.",
    "scores.heading": "Points",
    "scores.none": "No points yet.",
    "scores.at": "at {place}",
    "scores.ply": "action {ply}",
    "scores.turn": "in turn",
    "scores.seat": "{name}'s own page",
    "private.heading": "Only for you, {name}",
    "private.none": "Nothing that only you may know.",
    "private.leave": "Give this seat back",
    "mine.heading": "Menu",
    "mine.pages": "Pages",
    "mine.screen": "Big screen",
    "mine.hints": "Hints",
    "mine.judge": "Judge only",
    "mine.moves": "Legal moves",
    "mine.teach": "Teach me",
    "mine.confirm": "Ask before an action is entered",
    "mine.how": "How to play",
    "mine.review": "Look back",
    "mine.desk": "Owner's desk",
    "join.heading": "Join with a phone",
    "join.open": "Take a seat",
    "join.choose": "{title}: which seat is yours?",
    "join.free": "free",
    "join.taken": "taken",
    "join.code": "Code of your seat, from the big screen",
    "join.code-open": "Sit down",
    "join.code-wrong": "No free seat has that code.",
    "join.codes": "Codes of free seats",
    "how.heading": "How to play {title}",
    "how.now": "this is happening now",
    "how.none": "There is no lesson for this game yet; the rulebook has it all.",
    "how.more": "How this works",
    "review.heading": "Looking back: {title}",
    "review.first": "To the start",
    "review.back": "Back",
    "review.on": "On",
    "review.last": "To the newest action",
    "review.count": "{at} of {count}",
    "review.start": "The game begins.",
    "review.before": "Before",
    "review.after": "When this was ruled",
    "review.alt-before": "The table from above at the line before, as the camera saw it",
    "review.alt-after": "The table from above when this was ruled, as the camera saw it",
    "review.scores": "Points at this moment",
    "review.take": "Take the game along",
    "files.record.txt": "Record",
    "files.actions.csv": "Actions as a table",
    "files.scores.csv": "Points as a table",
    "review.bg-stats": "BG Stats",
    "desk.code": "Code",
    "desk.code-text": "Enter the code that the program printed where it was started.",
    "desk.code-wrong": "That is not the code.",
    "desk.open": "Open the desk",
    "desk.now": "On the table: {title}",
    "desk.free": "Free this seat",
    "desk.lamps": "Lights and sounds",
    "desk.brightness": "Brightness",
    "desk.quiet": "No sounds",
    "desk.set": "Set",
    "desk.new": "Start a game",
    "desk.new-text": "The game on the table ends and stays on record; it can be resumed below.",
    "desk.people": "{least} to {most} people",
    "desk.how-many": "People",
    "desk.names": "Names in the order of the seats",
    "desk.name": "Name {number}",
    "desk.options": "Choices of the rules ({count})",
    "desk.start": "Start {title}",
    "desk.record": "Games on record",
    "desk.lines": "{count} lines",
    "desk.finished": "over",
    "desk.resume": "Go on",
    "desk.backup": "Back the record up",
    "desk.restore": "Restore a backup",
    "desk.restore-text": "It is examined first. The record of now is kept beside it, and the game on the table ends.",
    "desk.restore-file": "File of a backup",
    "desk.restore-sending": "Sending …",
    "desk.restore-script": "This needs JavaScript.",
    "desk.health": "Health",
    "desk.examine": "Examine this computer",
    "desk-is.ok": "Well:",
    "desk-is.note": "Note:",
    "desk-is.broken": "Broken:",
    "desk.end": "End the program",
    "desk.end-text": "Nothing is lost: the game can be resumed.",
    "desk-wait.start": "The game begins …",
    "desk-wait.resume": "The game is taken up again …",
    "desk-wait.restore": "The backup is put in place …",
    "desk-wait.end": "The program ends. Good night!",
    "desk.teach": "Calibrate and teach the camera",
    "teach.heading": "Calibrate and teach",
    "teach.back": "Back to the desk",
    "teach-step.corners": "The corners of the board",
    "teach-step.lay": "Pictures of what you lay",
    "teach-step.learn": "Learning",
    "teach.idle": "The companion learns where the board lies and how your things look. The game on the table waits meanwhile.",
    "teach.has-rig": "The camera was taught already. Confirming the corners is enough where only the camera was moved.",
    "teach.no-rig": "Nobody has taught the camera yet: every action is entered by hand.",
    "teach.begin": "Begin",
    "teach.go-on": "Go on: {number} of {count} pictures are there",
    "teach.corners-text": "Put each ring on an outer corner of the grid, on the table. Then the white lines lie on the grid.",
    "teach.corners-keys": "Drag a ring, or choose it with Tab and move it with the arrow keys (with Shift: farther).",
    "teach.height": "The camera is about # cm above the table.",
    "teach.new-picture": "A new picture",
    "teach.confirm": "The lines are right",
    "teach-corner.ul": "Upper left corner",
    "teach-corner.ur": "Upper right corner",
    "teach-corner.lr": "Lower right corner",
    "teach-corner.ll": "Lower left corner",
    "teach.picture-of": "Picture {number} of {count}",
    "teach.lay-tiles": "Lay the tiles as drawn, without any piece.",
    "teach.lay-pieces": "Leave the tiles as they lie. Take all pieces off and put these on, each in the middle of its place.",
    "teach.lay-nothing": "Take everything off the board.",
    "teach.lay-how": "Then take your hands away and tap the button.",
    "teach.laid-simulated": "The simulated people have laid it already.",
    "teach.take": "Take the picture",
    "teach.take-anyway": "It lies as drawn: take it anyway",
    "teach.drop": "Take the last picture again",
    "teach.misfits": "That does not lie as drawn yet:",
    "teach.misfits-more": "and {count} more places",
    "teach-wrong.missing": "{place}: no {kind} is seen there",
    "teach-wrong.unasked": "{place}: something changed that was not asked for",
    "teach-wrong.other-tile": "{place}: this is not the {kind} that lay in an earlier picture",
    "teach-wrong.turned": "{place}: the {kind} lies in another turn",
    "teach.ready": "All pictures are there",
    "teach.ready-text": "The companion learns from them and tries what it has learnt. Only what proves good is used.",
    "teach.finish": "Learn from them",
    "teach-doing.looking": "Taking the picture …",
    "teach-doing.learning": "Learning …",
    "teach-doing.trying": "Trying what was learnt …",
    "teach-doing.saving": "Keeping it …",
    "teach.patience": "This page goes on by itself.",
    "teach.done": "Learnt",
    "teach.done-text": "It reads {right} of {places} things in its own pictures rightly, and is in use from now on.",
    "teach.play": "Go on with the game",
    "teach.learnt": "What was learnt, what is still missing",
    "teach.drawings": "Drawings seen often enough: {have} of {want}",
    "teach.piece": "{piece}: {have} of {want} pictures",
    "teach.forget": "Begin anew",
    "teach.forget-text": "All pictures go; the corners stay.",
    "teach.leave": "Leave",
    "teach.leave-text": "You can leave at any time: nothing is lost, and you go on where you were. The game is judged again.",
    "notes.heading": "Good to know",
    "camera.heading": "Camera",
    "camera.green": "Good",
    "camera.amber": "Wait",
    "camera.red": "Problem",
    "camera.raw": "Picture",
    "camera.seen": "What was seen",
    "camera.alt-camera": "The table from above, as the camera sees it",
    "camera.alt-seen": "The table from above, with what was recognised drawn on it",
    "camera.hidden": "Covered: {places}",
    "camera.unsure": "Not sure: {places}",
    "lamps.heading": "Lamps",
    "lamps.mock": "mock pins",
    "lamps.sound": "Last sound: {sound}",
    "lamps.silent": "No sound yet",
    "pattern.steady": "on",
    "pattern.blink": "blinking",
    "pattern.pulse": "pulsing",
    "pattern.off": "off",
    "log.heading": "Rulings",
    "log.none": "Nothing has happened yet.",
    "log.table": "The table",
    "log.clock": "The clock",
    "log.legal": "Allowed",
    "log.illegal": "Not allowed",
    "log.put-right": "Put right",
    "log.correction": "Corrected",
    "log.note": "Note",
    "log.over": "Game over",
    "log.places": "at {places}",
    "demo.heading": "Make a player cheat",
    "demo.pause": "Pause",
    "demo.go": "Go on",
    "demo.speed": "Speed",
    "demo.times": "{speed}×",
    "demo.pending": "next turn",
    "demo.told": "What the player really did: {told}",
    "seat.claim-heading": "Sit down as {name}?",
    "seat.claim-text": "Only one device can hold this seat. It will show what only {name} may know.",
    "seat.claim": "Yes, I am {name}",
    "seat.taken-heading": "{name}'s seat is taken",
    "seat.taken-text": "Another device holds this seat. Its owner can give it back at the end of that page.",
}


def say(key: str, **values: object) -> str:
    """The words of that key with the placeholders filled in; KeyError for an unknown key or a missing value."""
    return ENGLISH[key].format(**values)


def cell_name(cell: Cell, layout: Layout) -> str:
    """A cell as players call it."""
    return layout.cell_name(cell)


def place_name(place: Place, layout: Layout, names: Mapping[str, str]) -> str:
    """A cell's name or a zone's label; the id of a seat in a label becomes the name people use."""
    if isinstance(place, Cell):
        return cell_name(place, layout)
    label = next((zone.label for zone in layout.zones if zone.name == place.name), "") or place.name
    return " ".join(names.get(word, word) for word in label.split())


def listed(items: Iterable[str], most: int = 60) -> str:
    """Names in a row with commas; a long list ends in how many more there are."""
    known = list(items)
    return ", ".join(known[:most]) + (f" and {len(known) - most} more" if len(known) > most else "")


def joined(items: Iterable[str]) -> str:
    """Names as in a sentence: one, one and another, one, two and three."""
    known = list(items)
    return known[0] if len(known) == 1 else ", ".join(known[:-1]) + " and " + known[-1] if known else ""


def facing_name(facing: Facing) -> str:
    return say(f"facing.{int(facing)}")


def points_text(points: float) -> str:
    """Points with halves as people write them: 3, 2½, −1."""
    whole, half = int(abs(points)), abs(points) % 1
    text = f"{abs(points):g}" if half not in (0, 0.5) else f"{whole or ('' if half else 0)}{'½' if half else ''}"
    return f"−{text}" if points < 0 else text


def colour_name(colour: str) -> str:
    """A lamp's colour in one word, for those who cannot see it."""
    try:
        r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    except ValueError:
        return ""
    hue, light, saturation = colorsys.rgb_to_hls(r, g, b)
    if light < 0.12:
        return "dark"
    if saturation < 0.2 or light > 0.93:
        return "white"
    return next(name for end, name in _HUES if hue * 360 < end)


_HUES = (
    (18, "red"),
    (45, "orange"),
    (70, "yellow"),
    (165, "green"),
    (200, "turquoise"),
    (260, "blue"),
    (320, "purple"),
    (361, "red"),
)
