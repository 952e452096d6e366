"""The page in a real browser: sizes, taps, news as they happen, a lost connection; a clean console throughout."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random

import page_facts
import pytest
from fake_feed import FakeFeed

from companion.core.grid import Cell, Facing, Zone
from companion.core.messages import Answer, Correct, Correction, Done, Enter, LineKind, LogLine, PointAt, ShownWindow
from companion.core.scene import Look, PieceAt, Scene, TileAt
from webui import WebConfig, create_app
from webui.serve import Server, serve

playwright = pytest.importorskip("playwright.sync_api", reason="the python package playwright is not installed")
expect = playwright.expect

pytestmark = pytest.mark.browser

SIZES = {
    "telephone": (390, 844),
    "television": (1920, 1080),
    "small television": (1280, 720),
    "narrowest": (320, 640),
    "tablet": (820, 1180),
}
ONE_SCREEN = ("television", "small television")
NOISE = re.compile(r"Failed to load resource|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED")
"""What a browser says by itself when the server is gone."""


@dataclass
class Table:
    """A served game, the browser that looks at it, and what the browser complained of."""

    feed: FakeFeed
    server: Server
    browser: playwright.Browser
    complaints: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.port}/"

    @contextmanager
    def page(self, size: tuple[int, int] = (390, 844), path: str = "", **settings: object) -> Iterator[playwright.Page]:
        """A page that is live."""
        context = self.browser.new_context(viewport={"width": size[0], "height": size[1]}, **settings)
        page = context.new_page()
        page.on("console", lambda message: self.complaints.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(self.address + path)
        page.wait_for_selector("#live[data-state=on]")
        # A page that the browser takes for hidden has no news, as it should.
        page.bring_to_front()
        yield page
        context.close()


@pytest.fixture
def lay(chromium: playwright.Browser) -> Iterator[Callable[..., Table]]:
    """Serves a game in which these fields of the snapshot are changed; in the end the console must be clean."""
    tables: list[Table] = []

    def start(**changes: object) -> Table:
        feed = FakeFeed(page_facts.snapshot(**changes))
        app = create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT, WebConfig(heartbeat_s=1))
        tables.append(Table(feed, serve(app, "127.0.0.1", 0), chromium))
        return tables[-1]

    yield start
    for table in tables:
        table.server.close()
    assert [complaint for table in tables for complaint in table.complaints] == []


TOO_WIDE = "[...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1).length"
TOO_SMALL = """() => [...document.querySelectorAll('button, summary')].filter(e => e.checkVisibility())
    .map(e => [e.textContent.trim(), e.getBoundingClientRect()]).filter(([, r]) => r.height < 43.9 || r.width < 43.9)
    .map(([text, r]) => `${text} ${r.width} x ${r.height}`)"""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES)
def test_the_page_fits_every_screen(lay: Callable[..., Table], size: str, language: str) -> None:
    """Nothing is wider than the screen and nothing to tap is small, also when there is trouble and a question; on a
    television nothing is higher than the screen either, and the board is large.  German words are long."""
    width, height = SIZES[size]
    table = lay()
    with table.page(SIZES[size], locale=language) as page:
        for trouble in (False, True):
            if trouble:
                table.feed.publish(trouble=page_facts.LOG[1], question=page_facts.QUESTION)
                page.wait_for_selector(".trouble h2")
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert page.evaluate(TOO_WIDE) == 0
            assert page.evaluate(TOO_SMALL) == []
            if size in ONE_SCREEN:
                assert page.evaluate("document.documentElement.scrollHeight") == height
                assert page.locator("#board").bounding_box()["height"] > 0.75 * height


def test_a_language_is_picked_by_a_tap_and_stays(lay: Callable[..., Table]) -> None:
    """The page comes back in it, its news too; another browser at the table goes on in its own."""
    table = lay()
    with table.page() as page, table.page(locale="sv-SE") as other:
        page.locator("#menu summary").click()
        page.get_by_role("button", name="Deutsch").click()
        page.wait_for_selector("html[lang=de] #live[data-state=on]")
        table.feed.publish(trouble=page_facts.LOG[1])
        expect(page.get_by_text("Das ist nicht erlaubt")).to_be_visible()
        expect(other.get_by_text("Så får man inte göra")).to_be_visible()
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", "de")


def test_tapping_an_action_shows_its_places_and_a_second_tap_enters_it(lay: Callable[..., Table]) -> None:
    """The cell lights up on the board, the lamps are told, and "Enter it" sends the action."""
    table = lay()
    with table.page() as page:
        page.get_by_role("button", name="Put the road on b3").click()
        expect(page.locator('.mark.point[data-place="1,1"]')).to_be_attached()
        assert page.locator(".mark.point").count() == 2
        expect(page.locator("svg.preview")).to_be_visible()
        page.get_by_role("button", name="Enter it").click()
        assert table.feed.expect(2) == [PointAt((Cell(1, 1), Zone("own-P1"))), Enter("b3=road")]
        expect(page.locator(".mark.point")).to_have_count(0)


def test_a_chosen_action_stays_chosen_while_news_come_in(lay: Callable[..., Table]) -> None:
    """New facts do not take the choice away; when the action is no longer legal it goes."""
    table = lay()
    with table.page() as page:
        page.get_by_role("button", name="Run to c3").click()
        view = page_facts.view()
        table.feed.publish(views={None: replace(view, legal=(*view.legal[1:], view.legal[0]))})
        expect(page.locator("[data-action]").first).to_have_text("Run to c3")
        expect(page.locator('[data-action][aria-pressed="true"]')).to_have_text("Run to c3")
        expect(page.get_by_role("button", name="Enter it")).to_be_visible()
        table.feed.publish(views={None: replace(view, legal=view.legal[:1])})
        expect(page.get_by_role("button", name="Enter it")).to_have_count(0)
        expect(page.locator(".mark.point")).to_have_count(0)


def test_a_time_is_counted_down_by_the_page(lay: Callable[..., Table]) -> None:
    """Minutes and seconds up to the end that was sent once; the last ten seconds stand out; what is over says so."""
    window = ShownWindow("a", None, "For more numbers", 90.0, 90.0)
    table = lay(windows=(window,))
    with table.page(SIZES["narrowest"]) as page:
        expect(page.locator("#part-clock .left")).to_have_text(re.compile("^1:(30|2[0-9])$"))
        assert page.evaluate(TOO_WIDE) == 0
        table.feed.publish(windows=(replace(window, ends_s=9.0),))
        expect(page.locator("#part-clock .left.soon")).to_have_text(re.compile("^0:0[0-9]$"))
        table.feed.publish(windows=(replace(window, ends_s=None, over=True),))
        expect(page.locator("#part-clock .state")).to_have_text("Time is up")


def test_a_ruling_appears_as_it_is_given(lay: Callable[..., Table]) -> None:
    """A new line of the log is on top, and what somebody folded open stays open."""
    table = lay()
    with table.page() as page:
        page.locator("#part-scores summary").first.click()
        expect(page.get_by_text("corn in the den")).to_be_visible()
        view = replace(page_facts.view(), scores=(replace(page_facts.view().scores[0], points=2.5), page_facts.view().scores[1]))
        line = LogLine(4, 2, LineKind.LEGAL, "P1", ">b2n", "Ada's fox ran to b2.", (), (Cell(2, 1),))
        table.feed.publish(log=(*page_facts.LOG, line), views={None: view})
        expect(page.locator("#part-log li .sentence").first).to_have_text("Ada's fox ran to b2.")
        expect(page.locator("#part-scores .points").first).to_have_text("2½")
        expect(page.get_by_text("corn in the den")).to_be_visible()
        expect(page.locator('.mark.last[data-place="2,1"]')).to_be_attached()


def test_pieces_walk_and_tiles_turn_instead_of_being_drawn_anew(lay: Callable[..., Table]) -> None:
    """The same node moves; a tile that is turned over changes its drawing; what is gone goes."""
    table = lay()
    with table.page() as page:
        page.evaluate("document.querySelector('[data-kind=fox]').dataset.known = 'yes'")
        look = Look("road", "up", 1)
        tiles = (TileAt(Cell(0, 0), look), *page_facts.SCENE.tiles[1:])
        table.feed.publish(views={None: replace(page_facts.view(), scene=Scene(tiles, (PieceAt("fox", Cell(0, 0), Facing.E),)))})
        expect(page.locator("#pieces > g")).to_have_count(1)
        fox = page.locator("[data-kind=fox]")
        expect(fox).to_have_attribute("data-known", "yes")
        assert fox.evaluate("node => node.style.transform").startswith("translate(32.5px, 27.5px) rotate(90deg)")
        assert (
            page.locator('.tile[data-place="0,0"]').evaluate("node => node.style.transform").endswith("rotate(90deg) scale(0.5)")
        )


DRAWN = """() => [...document.querySelectorAll('#pieces > g')].map(
    node => [node.dataset.kind, node.firstElementChild.getAttribute('href'), node.at.x, node.at.y, (node.at.angle + 720) % 360]
)"""


def test_what_news_make_of_the_pieces_is_what_a_page_fetched_now_shows(lay: Callable[..., Table]) -> None:
    """Pieces that come, go, walk and lie on another side: a page that was there all the while shows nothing else."""
    table, random = lay(), Random(7)
    with table.page() as page:
        for number in range(2, 10):
            sides = random.choices(("whole", "hatched"), k=random.randrange(4))
            eggs = [PieceAt("egg", Cell(0, random.randrange(3)), face=side) for side in sides]
            birds = [PieceAt(kind, Cell(1, random.randrange(3)), random.choice([*Facing])) for kind in ("fox", "hen")]
            scene = Scene(page_facts.SCENE.tiles, (*eggs, *birds[: random.randrange(3)]))
            table.feed.publish(views={None: replace(page_facts.view(), scene=scene)})
            expect(page.locator("body")).to_have_attribute("data-id", re.compile(f"-{number}$"))
            with table.page() as fetched_now:
                assert page.evaluate(DRAWN) == fetched_now.evaluate(DRAWN)


def test_a_question_is_answered_and_done_is_said(lay: Callable[..., Table]) -> None:
    """Answer buttons send the answer's number; Done sends Done; take-back wants a second tap."""
    table = lay(question=page_facts.QUESTION)
    with table.page() as page:
        page.get_by_role("button", name="To c3", exact=True).click()
        page.get_by_role("button", name="Done").click()
        page.get_by_role("button", name="Take back").click()
        expect(page.get_by_role("button", name="Tap again to take back")).to_be_visible()
        assert table.feed.expect(2) == [Answer(4, 1), Done()]


def test_a_wrong_reading_is_put_right_in_two_taps(lay: Callable[..., Table]) -> None:
    """One tap says that it is wrong, the second what it really was; the likeliest is on top."""
    offered = (Correction(1, "Run to c3", (">c3e",)), Correction(1, "Run to b2", (">b2n",)))
    table = lay(log=page_facts.LOG[:1], corrections=offered)
    with table.page(SIZES["narrowest"]) as page:
        page.get_by_text("I do not agree").click()
        expect(page.locator(".corrections button")).to_have_text(["Run to c3", "Run to b2"])
        assert page.evaluate(TOO_WIDE) == 0 and page.evaluate(TOO_SMALL) == []
        page.locator(".corrections button").first.click()
        assert table.feed.expect(1) == [Correct(1, 0)]


def test_a_player_is_made_to_cheat(lay: Callable[..., Table]) -> None:
    """One button a way; the chosen one says that it is for the next turn."""
    table = lay()
    with table.page() as page:
        page.get_by_role("button", name="Take a foreign tile").click()
        table.feed.publish(demo=replace(page_facts.DEMO, pending="wrong-tile"))
        expect(page.get_by_role("button", name="Take a foreign tile ▸ next turn")).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Pause").click()
        page.get_by_role("button", name="4×").click()
        assert table.feed.expect_demo(3) == [("cheat", "wrong-tile"), ("running", False), ("speed", 4.0)]


def test_the_picture_follows_and_its_layer_can_be_chosen(lay: Callable[..., Table]) -> None:
    """A new number fetches a new picture; the plain one is a tap away."""
    table = lay()
    with table.page() as page:
        with page.expect_request("**/picture/seen?n=2"):
            table.feed.publish(picture=True)
        with page.expect_request("**/picture/camera?n=2"):
            page.get_by_role("button", name="Picture", exact=True).click()
        expect(page.locator("#picture")).to_have_attribute("alt", "The table from above, as the camera sees it")


def test_a_layer_chosen_while_a_picture_is_lost_is_fetched(lay: Callable[..., Table]) -> None:
    """The picture on its way never comes: the layer chosen meanwhile is asked for all the same."""
    table, held = lay(), list[playwright.Route]()
    with table.page() as page:
        page.route("**/picture/seen?n=2", lambda route: held.append(route))
        with page.expect_request("**/picture/seen?n=2"):
            table.feed.publish(picture=True)
        page.get_by_role("button", name="Picture", exact=True).click()
        with page.expect_request("**/picture/camera?n=2"):
            held[0].abort()
    table.complaints[:] = [complaint for complaint in table.complaints if not NOISE.search(complaint)]


def test_a_lost_connection_is_said_and_mended(lay: Callable[..., Table]) -> None:
    """The server goes and comes back, with other news: the page says so and catches up by itself."""
    table = lay()
    with table.page() as page:
        port = table.server.port
        table.server.close()
        expect(page.get_by_text("Connection lost. Trying again …")).to_be_visible()
        page.get_by_role("button", name="Done").click()
        expect(page.get_by_role("alert").filter(has_text="Not sent")).to_be_visible()
        line = LogLine(9, 9, LineKind.LEGAL, "P2", "x", "Bo's hen came home.")
        feed = FakeFeed(page_facts.snapshot(log=(line,)))
        table.server = serve(create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT), "127.0.0.1", port)
        expect(page.locator("#part-log .sentence")).to_have_text(["Bo's hen came home."], timeout=15_000)
        expect(page.locator("#live")).to_have_attribute("data-state", "on")
    table.complaints[:] = [complaint for complaint in table.complaints if not NOISE.search(complaint)]


def test_without_a_free_stream_the_page_asks(chromium: playwright.Browser) -> None:
    """Where all streams are taken the page says so and gets its news by asking."""
    feed = FakeFeed()
    app = create_app(feed, page_facts.CATALOGUE, page_facts.LAYOUT, WebConfig(streams=0))
    with serve(app, "127.0.0.1", 0) as server:
        page = chromium.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/")
        page.wait_for_selector("#live[data-state=polling]")
        feed.publish(log=(LogLine(5, 5, LineKind.LEGAL, "P1", "x", "Ada asked and got it."),))
        expect(page.locator("#part-log .sentence")).to_have_text(["Ada asked and got it."])
        page.close()


def test_a_hidden_tab_gives_its_stream_back(lay: Callable[..., Table]) -> None:
    """Hidden: no stream; shown again: live again, with what has happened since."""
    table = lay()
    streams = table.server._app.extensions["streams"]
    with table.page() as page:
        show = """hidden => {
            Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
            document.dispatchEvent(new Event('visibilitychange'));
        }"""
        page.evaluate(show, True)
        deadline = 200
        while streams.open and deadline:
            page.wait_for_timeout(25)
            deadline -= 1
        assert streams.open == 0
        table.feed.publish(log=(LogLine(5, 5, LineKind.LEGAL, "P1", "x", "While you were away."),))
        page.evaluate(show, False)
        expect(page.locator("#part-log .sentence")).to_have_text(["While you were away."])


def test_a_seat_is_claimed_and_shows_what_is_private(lay: Callable[..., Table]) -> None:
    """From the shared page to one's own in three taps; a second device is turned away."""
    table = lay()
    with table.page() as page:
        page.locator("#part-scores summary").first.click()
        page.get_by_role("link", name="Ada's own page").click()
        page.get_by_role("button", name="Yes, I am Ada").click()
        expect(page.get_by_text(page_facts.SECRET_OF_ADA)).to_be_visible()
        page.wait_for_selector("#live[data-state=on]")
        page.get_by_role("button", name="Done").click()
        assert table.feed.expect(1) == [Done("P1")]
        other = table.browser.new_page()
        assert other.goto(f"{table.address}seat/P1").status == 403
        other.close()


def test_giving_a_seat_back_is_not_cut_off_by_the_page_itself(lay: Callable[..., Table]) -> None:
    """The seat is free before the answer is here: the page, refused its news, waits for the answer all the same."""
    table, held = lay(), list[playwright.Route]()
    with table.page() as page:
        page.goto(f"{table.address}seat/P1")
        page.get_by_role("button", name="Yes, I am Ada").click()
        page.wait_for_selector("#live[data-state=on]")
        page.route("**/leave", lambda route: held.append(route))
        page.evaluate("document.querySelector('form[action$=leave]').submit()")
        with page.expect_response("**/api/snapshot*"):
            page.context.request.post(
                f"{table.address}seat/P1/leave", headers={"Origin": table.address.rstrip("/")}, max_redirects=0
            )
        with page.expect_response("**/api/snapshot*") as refused:
            pass
        assert refused.value.status == 403
        held[0].fulfill(status=200, body="Given back", content_type="text/plain")
        expect(page.get_by_text("Given back")).to_be_visible()
    table.complaints[:] = [complaint for complaint in table.complaints if not NOISE.search(complaint)]


def test_the_keyboard_is_enough(lay: Callable[..., Table]) -> None:
    """The first Tab offers to skip to the actions; from there an action is chosen and entered without a mouse."""
    table = lay()
    with table.page((1280, 720)) as page:
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the actions")).to_be_focused()
        page.keyboard.press("Enter")
        for key in ("Tab", "Tab", "Enter", "Tab", "Enter"):
            page.keyboard.press(key)
        assert table.feed.expect(2)[1:] == [Enter(">b2n")]


def test_no_motion_for_those_who_want_none(lay: Callable[..., Table]) -> None:
    """With reduced motion pieces jump and nothing blinks."""
    with lay(trouble=page_facts.LOG[1]).page(reduced_motion="reduce") as page:
        assert page.locator("#pieces > g").first.evaluate("node => getComputedStyle(node).transitionDuration") in ("0s", "0s, 0s")
        assert page.locator(".mark.trouble .ring").evaluate("node => getComputedStyle(node).animationName") == "none"
