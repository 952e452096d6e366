"""What the table does about frames."""

from __future__ import annotations

from dataclasses import replace

from fake_referee import NOTHING, FakeReferee
from sitting import Sitting
from toy_readings import toy_frame, toy_reading

from companion.core.finding import Candidate, Choice, Irregular, Question, Settled, Unclear, Waiting
from companion.core.grid import Cell
from companion.core.messages import Answer, CameraLight, Cue, CueKind, Done, Enter, FrameRead, LineKind, Tick
from companion.core.reading import LikelyLook, NoReading, TileClaim
from companion.core.ruling import Ruling, Violation
from companion.journal.entry import EntryKind

LOST = FrameRead(NoReading(7, 0.0, "camera-lost", "The camera does not answer.", "Check its cable."))
A_OR_B = Unclear(Question("ann", "Which tile did you turn up?", (Choice("the sun", ("!sun",)), Choice("the moon", ("!moon",)),
                                                                  Choice("none", ()))))
TOO_FAR = Irregular(Ruling(">c", (Violation("too-far", "The pawn walks to a neighbouring cell.", "Walk", (Cell(0, 2),)),),
                           ("Put the pawn back on a.",)), (Cell(0, 2),), 5.0)


def test_a_legal_walk_is_played_after_a_second_of_rest() -> None:
    """A walk seen for a second is recorded, lit as legal with the changed cells, and passes the turn."""
    table = Sitting()
    assert table.say(toy_frame("b ?,?,?", 10.0)) == []
    assert table.say(toy_frame("b ?,?,?", 10.5)) == []
    assert table.say(toy_frame("b ?,?,?", 11.0, frame=9)) == [CueKind.LEGAL, CueKind.YOUR_TURN]
    assert table.cues == (Cue(CueKind.LEGAL, "ann", (Cell(0, 0), Cell(0, 1))), Cue(CueKind.YOUR_TURN, "ben"))
    (entry,) = table.entries
    assert (entry.kind, entry.text, entry.seat, entry.by) == (EntryKind.ACTION, ">b", "ann", None)
    assert entry.sentence == "Ann: walk to b"
    assert entry.evidence is not None and entry.evidence.frame == 9
    assert table.position == "at=b turn=ben ply=1 tiles=?,?,?"


def test_the_record_comes_before_the_cues_and_the_cues_before_the_page() -> None:
    """Effects are in the order in which they must be carried out."""
    table = Sitting(FakeReferee(Settled((">b",), 3.0)))
    table.say(toy_frame("b ?,?,?"))
    assert [type(effect).__name__ for effect in table.effects] == ["Record", "Show", "Publish"]


def test_a_chain_is_played_whole() -> None:
    """Several actions of one finding are recorded one by one and announced once."""
    table = Sitting(FakeReferee(Settled((">b", "!sun"), 3.0)))
    assert table.say(toy_frame("b ?,sun,?")) == [CueKind.LEGAL, CueKind.YOUR_TURN]
    assert [(entry.ply, entry.seat, entry.text) for entry in table.entries] == [(0, "ann", ">b"), (1, "ben", "!sun")]


def test_a_finding_the_rules_refuse_plays_nothing() -> None:
    """When the second action of a chain is illegal the first is not played either; the ruling is announced."""
    table = Sitting(FakeReferee(Settled((">b", ">b"), 3.0)))
    assert table.say(toy_frame("b ?,?,?")) == [CueKind.ILLEGAL]
    assert table.position == "at=a turn=ann ply=0 tiles=?,?,?"
    assert table.shot.trouble is not None and table.shot.trouble.violations[0].code == "too-far"


def test_nothing_is_judged_while_a_hand_is_near() -> None:
    """With a hand over the table the referee is not even asked, and the rest begins anew after it."""
    referee = FakeReferee()
    table = Sitting(referee)
    table.say(toy_frame("a ?,?,?", 1.0))
    table.say(toy_frame("b ?,?,?", 5.0, hand=True))
    assert table.shot.camera.light is CameraLight.AMBER and "hand" in table.shot.camera.words
    table.say(toy_frame("a ?,?,?", 6.0))
    assert [asked.waited_s for asked in referee.asked] == [0.0, 0.0]


def test_what_is_covered_is_not_spoken_about() -> None:
    """Neither a move nor a broken rule is announced while a place it is about is hidden."""
    table = Sitting(FakeReferee(Settled((">b",), 3.0), TOO_FAR))
    assert table.say(toy_frame("b ?,?,?", 1.0, hidden=[Cell(0, 0)])) == []
    assert table.say(toy_frame("c ?,?,?", 2.0, hidden=[Cell(0, 2)])) == []
    assert table.entries == [] and "covers" in table.shot.camera.words


def test_a_covered_place_that_does_not_matter_does_not_stop_play() -> None:
    """A hidden cell that the move does not touch changes nothing."""
    table = Sitting(FakeReferee(Settled((">b",), 3.0)))
    assert table.say(toy_frame("b ?,?,?", hidden=[Cell(0, 2)])) == [CueKind.LEGAL, CueKind.YOUR_TURN]


def test_waiting_is_said_in_words_only() -> None:
    """A waiting referee's words stand on the page; no lamp, no line."""
    table = Sitting(FakeReferee(Waiting("The mouse has not moved yet.")))
    assert table.say(toy_frame("a ?,?,?")) == []
    assert table.shot.camera.words == "The mouse has not moved yet." and table.entries == []


def test_a_question_is_asked_once_and_answered() -> None:
    """The same doubt in frame after frame asks once; the answer plays its actions and names who gave it."""
    table = Sitting(FakeReferee(A_OR_B, A_OR_B, A_OR_B))
    assert table.say(toy_frame("a sun,?,?", 1.0)) == [CueKind.UNSURE]
    assert table.say(toy_frame("a sun,?,?", 2.0)) == []
    assert table.say(toy_frame("b sun,?,?", 3.0)) == []
    assert table.shot.question is not None and table.shot.question.number == 1
    assert table.say(Answer(1, 0, "ann")) == [CueKind.LEGAL, CueKind.YOUR_TURN]
    assert (table.entries[0].kind, table.entries[0].by) == (EntryKind.ANSWER, "ann")
    assert table.shot.question is None


def test_a_question_is_withdrawn_when_a_later_reading_settles_it() -> None:
    """Once the camera sees for itself the question is gone, and a late answer changes nothing."""
    table = Sitting(FakeReferee(A_OR_B, NOTHING))
    table.say(toy_frame("a sun,?,?", 1.0))
    table.say(toy_frame("a ?,?,?", 2.0))
    assert table.shot.question is None
    table.say(Answer(1, 0, "ann"))
    assert table.kinds == ["note"] and table.position == "at=a turn=ann ply=0 tiles=?,?,?"


def test_an_answer_that_nothing_happened_is_not_asked_for_again() -> None:
    """As long as the table looks the same the given answer stands, and the pages say what is out of step."""
    table = Sitting(FakeReferee(A_OR_B, A_OR_B, A_OR_B))
    table.say(toy_frame("a sun,?,?", 1.0))
    table.say(Answer(1, 2, "ann"))
    assert table.say(toy_frame("a sun,?,?", 2.0)) == []
    assert table.shot.desynchronised == ("The answer given stands; the camera still sees something else there.",)


def test_an_answer_does_not_speak_of_what_looks_otherwise_since_it_was_asked_for() -> None:
    """The camera comes to like a moon in c a little better while people are asked about a: their answer does not deny it."""
    referee = FakeReferee(A_OR_B, A_OR_B, A_OR_B)
    table = Sitting(referee)
    asked = toy_reading("a sun,?,?", 1.0)
    claim = next(one for one in asked.tiles if one.place == Cell(0, 2))
    moon = next(one for one in toy_reading("a ?,?,moon").tiles if one.place == Cell(0, 2)).best
    doubtful = TileClaim(claim.place, (LikelyLook(moon, -0.1), LikelyLook(claim.best, -2.5)))
    now = replace(asked, time_s=2.0, tiles=tuple(doubtful if one is claim else one for one in asked.tiles))
    for message in (FrameRead(asked), FrameRead(now), Answer(1, 2, "ann"), FrameRead(replace(now, time_s=3.0))):
        table.say(message)
    looks = {one.place: one.best for one in referee.asked[-1].reading.tiles}
    assert looks[Cell(0, 2)] == moon and looks[Cell(0, 0)] != asked.tiles[0].best


def test_a_broken_rule_is_announced_once_and_put_right() -> None:
    """An illegal walk is named with code, places and remedy, once; the pawn put back gives the all-clear."""
    table = Sitting()
    for time in (1.0, 2.0, 3.0, 4.0):
        table.say(toy_frame("c ?,?,?", time))
    (entry,) = table.entries
    assert (entry.kind, entry.violations[0].code, entry.remedy) == (EntryKind.IRREGULAR, "too-far", ("Put the pawn back on a.",))
    assert table.shot.trouble is not None and table.shot.trouble.places == (Cell(0, 2),)
    table.say(toy_frame("a ?,?,?", 5.0))
    assert table.say(toy_frame("a ?,?,?", 6.0)) == [CueKind.PUT_RIGHT, CueKind.YOUR_TURN]
    assert table.shot.trouble is None and table.shot.log[-1].kind is LineKind.PUT_RIGHT


def test_a_legal_explanation_ends_a_trouble() -> None:
    """From an illegal place straight to a legal one: put right and legal are both announced, in that order."""
    table = Sitting()
    for text, time in (("c ?,?,?", 1.0), ("c ?,?,?", 2.0), ("b ?,?,?", 3.0)):
        table.say(toy_frame(text, time))
    assert table.say(toy_frame("b ?,?,?", 4.0)) == [CueKind.PUT_RIGHT, CueKind.LEGAL, CueKind.YOUR_TURN]
    assert table.kinds == ["irregular", "put-right", "action"]


def test_a_flickering_explanation_does_not_chatter() -> None:
    """About one look of the table only one broken rule is announced, whatever comes to the referee's mind next."""
    other = Irregular(Ruling("", (Violation("pawn-gone", "The pawn must stand.", "Walk"),)), (Cell(0, 0),), 4.0)
    table = Sitting(FakeReferee(TOO_FAR, other, TOO_FAR, other, other))
    spoken = [table.say(toy_frame("c ?,?,?", float(time))) for time in range(3)]
    assert spoken == [[CueKind.ILLEGAL], [], []]
    assert table.say(toy_frame("- ?,?,?", 3.0)) == [CueKind.ILLEGAL]


def test_done_is_passed_on_until_it_was_heard() -> None:
    """Done survives the hand that pressed it, ends with the finding it leads to, and lapses after ten seconds."""
    referee = FakeReferee(NOTHING, Waiting("hm"), Settled((">b",), 3.0))
    table = Sitting(referee)
    table.say(toy_frame("a ?,?,?", 1.0), now=1.0)
    table.say(Done("ann"), now=2.0)
    table.say(toy_frame("b ?,?,?", 2.0, hand=True), now=2.5)
    for time in (3.0, 4.0, 5.0):
        table.say(toy_frame("b ?,?,?", time), now=time)
    assert [asked.done for asked in referee.asked] == [False, True, True, False]
    table.say(Done("ann"), now=6.0)
    table.say(toy_frame("b ?,?,?", 17.0), now=17.0)
    assert not referee.asked[-1].done


def test_done_beside_what_people_said_asks_and_accuses_nobody() -> None:
    """Under a word that still stands Done is passed on where the judge would wait for ever, or sees nothing done, and only a
    question comes of it."""
    question = Unclear(Question("ann", "What happened at c?", (Choice("a walk", (">b",)), Choice("nothing", ()))))
    waiting, asks = Waiting("off the table"), [CueKind.UNSURE]
    for before, told, cues in ((waiting, question, asks), (waiting, TOO_FAR, []), (NOTHING, question, asks)):
        referee = FakeReferee(NOTHING)
        table = Sitting(referee)
        table.say(toy_frame("a moon,?,?", 1.0), now=1.0)
        table.say(Enter("!sun", "ann"), now=1.0)
        table.say(toy_frame("a moon,?,star", 2.0), now=2.0)
        table.say(Done("ann"), now=2.5)
        referee.tell(before, told)
        assert table.say(toy_frame("a moon,?,star", 3.0), now=3.0) == cues
        assert [asked.done for asked in referee.asked[-2:]] == [False, True]


def test_done_is_said_of_one_look() -> None:
    """Once a look was judged with Done, the next way the table lies is not what was called done."""
    referee = FakeReferee(NOTHING)
    table = Sitting(referee)
    table.say(toy_frame("a ?,?,?", 1.0), now=1.0)
    table.say(Done("ann"), now=1.0)
    for time, look in ((1.5, "a ?,?,?"), (2.0, "a ?,?,?"), (2.5, "b ?,?,?"), (3.0, "b ?,?,?")):
        table.say(toy_frame(look, time), now=time)
    assert [asked.done for asked in referee.asked] == [False, True, True, False, False]


def test_people_are_not_asked_twice_about_one_look() -> None:
    """What the eye still sees otherwise after an answer is asked about only if lawful play explains more of it."""
    other = Question("ben", "What happened at c?", (Choice("a walk", (">b",)), Choice("nothing", ())))
    play, none = Candidate(("!sun",), -1.0), Candidate((), -4.0)
    broken, lawful = Unclear(other, (none, Candidate(("!sun",), -1.0, ("too-far",)))), Unclear(other, (play, none))
    asked = []
    for finding in (broken, lawful):
        table = Sitting(FakeReferee(A_OR_B, finding))
        table.say(toy_frame("a sun,?,?", 1.0))
        table.say(Answer(1, 0, "ann"))
        table.say(toy_frame("a sun,?,?", 2.0))
        asked.append(table.shot.question is not None)
    assert asked == [False, True]


def test_a_lost_camera_is_a_line_with_a_remedy_and_play_goes_on() -> None:
    """The page says what is wrong with the camera and what to do; moving pictures are no alarm."""
    table = Sitting()
    table.say(LOST)
    assert (table.shot.camera.light, table.shot.camera.remedy) == (CameraLight.RED, "Check its cable.")
    table.say(FrameRead(NoReading(8, 0.0, "moving", "The picture moves.", "Wait.")))
    assert table.shot.camera.light is CameraLight.AMBER


def test_frames_that_stop_coming_are_noticed() -> None:
    """Five seconds after the last frame the camera counts as lost."""
    table = Sitting()
    table.say(toy_frame("a ?,?,?"), now=100.0)
    table.say(Tick(), now=104.0)
    assert table.shot.camera.light is not CameraLight.RED
    table.say(Tick(), now=106.0)
    assert table.shot.camera.light is CameraLight.RED and "cable" in table.shot.camera.remedy


def test_the_same_news_is_published_once() -> None:
    """A frame that changes nothing but its number gives no new snapshot."""
    table = Sitting()
    for number in range(3, 9):
        table.say(toy_frame("a ?,?,?", 5.0 + number, frame=number))
    assert len(table.shots) == 3, "the first page, waiting, matching"


def test_the_end_of_the_game_is_announced() -> None:
    """The last action leads to a line and a cue, and frames are no longer judged."""
    referee = FakeReferee(Settled(("!star",), 3.0))
    table = Sitting(referee, start="at=c turn=ann ply=7 tiles=sun,moon,?")
    assert table.say(toy_frame("c sun,moon,star")) == [CueKind.LEGAL, CueKind.OVER]
    assert (table.entries[-1].kind, table.entries[-1].text) == (EntryKind.OVER, "all-up")
    table.say(toy_frame("a sun,moon,star", 9.0))
    assert len(referee.asked) == 1 and table.shot.camera.words == "The game is over."
