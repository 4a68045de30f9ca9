"""The page in a real browser at a real floor: what a guest, a dealer and somebody without a mouse can do."""

import json
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect, sync_playwright

from tests.page.floor import PASSWORD, STAFF_TOKEN

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE = 30_000
START = 180  # seconds for a floor to start, on a machine under load
expect.set_options(timeout=PATIENCE)
TABLE, SQUEEZE, WOODEN = "MB-7", "MD-11", "W-1"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser that ends with this file: while it runs, no other test of its worker can have an event loop."""
    if CHROMIUM is None:
        pytest.fail("no Chromium on the path: apt-get install chromium", pytrace=False)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def opened(*arguments: str) -> Iterator[str]:
    """Run a floor in a process of its own."""
    port = free_port()
    with subprocess.Popen([sys.executable, "-m", "tests.page.floor", str(port), *arguments]) as process:
        address = f"http://127.0.0.1:{port}/"
        end = time.monotonic() + START
        while not (ready := answers(address)) and time.monotonic() < end and process.poll() is None:
            time.sleep(0.05)
        try:
            assert ready, f"the floor did not start within {START} s: {arguments}"
            yield address
        finally:
            process.terminate()


def answers(address: str) -> bool:
    try:
        with urlopen(address + "healthz") as answer:
            return bool(answer.status == 200)
    except (URLError, ConnectionError):
        return False


@pytest.fixture(scope="module")
def floor() -> Iterator[str]:
    yield from opened("md-mini-payout", "ma-midi-squeeze")


@pytest.fixture(scope="module")
def physical() -> Iterator[str]:
    yield from opened("physical", "--desk")


@pytest.fixture(scope="module")
def rapid() -> Iterator[str]:
    """Tables that play a shoe in seconds: MB-5 shoe after shoe, MB-03 from a continuous shoe."""
    yield from opened("md-mini-classic", "ma-mini-continuous", "--rapid")


Visitor = Callable[..., Page]
# A visitor who knows the game: no guided round is offered.
KNOWS = "if (location.host && !sessionStorage.new) localStorage.setItem('guided', 'yes')"


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Visitor]:
    """Somebody new with a browser; what goes wrong in a page fails the test."""
    contexts, faults = [], list[str]()

    def come(width: int = 1440, height: int = 900, **how: Any) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            locale=how.pop("locale", "en-GB"),
            **how,
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(KNOWS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        return page

    yield come
    for context in contexts:
        context.close()
    assert faults == []


def test_a_view_that_loads_slowly_does_not_replace_one_that_was_chosen_later(floor: str, visitor: Visitor) -> None:
    page, held = visitor(), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.goto(f"{floor}#/rules")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rulebooks")
    page.route("**/views/records.js", hold)
    page.evaluate("location.hash = '#/watch/MB-7'")
    while not held:  # the view's module is asked for, and does not come yet
        page.wait_for_timeout(20)
    page.evaluate("location.hash = '#/school'")
    expect(page.get_by_role("heading", level=1)).to_have_text("School")
    held[0].continue_()
    page.evaluate("import(new URL('records.js', document.querySelector('script[src]').src).href).then(() => true)")
    page.wait_for_timeout(300)
    expect(page.get_by_role("heading", level=1)).to_have_text("School")


def test_a_demo_offers_duties_by_the_staff_link_alone(floor: str, visitor: Visitor) -> None:
    page = visitor()
    for room in ("pit", "watch/MB-7"):
        page.goto(f"{floor}#/{room}")
        expect(page.get_by_label("Password")).to_be_visible()
        expect(page.locator("[data-try]")).to_have_count(0)
    expect(page.get_by_role("button", name="As an auditor")).to_have_count(0)
    page.goto(f"{floor}#/pit")
    expect(page.get_by_text("use the staff link")).to_be_visible()
    page.goto(f"{floor}?staff={STAFF_TOKEN}#/pit")
    expect(page).to_have_url(f"{floor}#/pit")  # the token is not left in the address
    page.get_by_role("button", name="As a floorperson").click()
    expect(page.locator(".login")).to_have_count(0)
    page.goto(f"{floor}#/watch/MB-7")
    page.reload()
    page.get_by_role("button", name="As an auditor").click()
    expect(page.get_by_label("Password")).to_have_count(0)


def asks(page: Page, what: str) -> Any:
    """Look into the table of a page."""
    return page.evaluate(f"(() => {{ const table = document.querySelector('punto-table'); return {what}; }})()")


SEEN = "table && JSON.stringify([table.you, table.expected, table.now?.phase, table.online, table.dataset.sit])"


def until(page: Page, what: str) -> None:
    """Wait for something about the table; asked from outside, since the page's policy lets no text become a program."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        if asks(page, f"table && ({what})"):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never came: {what}; {asks(page, SEEN)}: {page.inner_text('body')[-400:]!r}")


def seated(page: Page, floor: str, table: str) -> None:
    """Sit down as a guest, and wait until there is time enough to wager."""
    page.goto(f"{floor}#/table/{table}/sit")
    until(page, "table.you.seat !== null")


def betting(page: Page) -> None:
    """Wait for a coup's beginning; a cut that is offered is declined, a hand handed back."""
    for _ in range(300):
        if asks(page, "table.betting && table.left.seconds >= 2"):
            return
        for button in ("[data-what='decline-cut']", "[data-does='back']", "[data-choice='take']"):
            with suppress(Error):  # the table may go on before the click arrives
                if page.locator(button).count():
                    page.locator(button).first.click(timeout=2_000)
        page.wait_for_timeout(100)
    raise AssertionError("betting never began")


def bets(page: Page, lay: Callable[[], object], what: str) -> None:
    """Lay chips until they lie there: where bets are closed before they do, it is done again in the next coup."""
    for _ in range(6):
        betting(page)
        lay()
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end and asks(page, "table.betting") and not asks(page, what):
            page.wait_for_timeout(50)
        if asks(page, what):
            return
    raise AssertionError(f"never lay there: {what}; {asks(page, SEEN)}")


def in_time(page: Page, act: Callable[[], object], what: str) -> bool:
    """Do something while bets are open and wait for its effect; return False if they were closed before."""
    try:
        act()
    except Error:
        if asks(page, "table.betting"):
            raise
        return False
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end and asks(page, "table.betting"):
        if asks(page, what):
            return True
        page.wait_for_timeout(50)
    assert not asks(page, "table.betting"), f"never came: {what}; {asks(page, SEEN)}"
    return False


# The middle of an area, or why there is none: found in one look, so that no layout changes in between.
MIDDLE = """(area) => {
  const found = document.querySelector(area);
  if (!found) return { why: "not there" };
  found.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = found.getBoundingClientRect();
  if (!width || !height) return { why: `no size: ${found.outerHTML.slice(0, 200)}` };
  return { x: x + width / 2, y: y + height / 2 };
}"""


def tap(page: Page, area: str) -> None:
    """Press the middle of a betting area, as a finger does, even below its chips."""
    end = time.monotonic() + PATIENCE / 1000
    while "why" in (place := page.evaluate(MIDDLE, area)):
        assert time.monotonic() < end, f"{area} was never shown, {place['why']}; {asks(page, SEEN)}"
        page.wait_for_timeout(50)
    page.mouse.click(place["x"], place["y"])


def laid(page: Page, chip: str, *wagers: str) -> Callable[[], object]:
    """Return how a chip is laid on some areas of the drawn felt, by clicks."""

    def lay() -> None:
        page.get_by_role("button", name=chip, exact=True).click()
        for wager in wagers:
            tap(page, f".cell.mine[data-wager={wager}]")

    return lay


def test_a_guest_sits_bets_and_is_paid(floor: str, visitor: Visitor) -> None:
    page = visitor()
    page.goto(floor)
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()
    page.locator(f"[data-sit='{TABLE}']").click()
    until(page, "table.you.seat !== null")
    page.get_by_role("button", name="Sound", exact=True, pressed=False).click()  # off, until now
    expect(page.get_by_role("button", name="Sound", exact=True, pressed=True)).to_be_visible()
    until(page, "table.account?.standing?.since")
    assert asks(page, "table.chip >= table.limits.banker.least"), "the chosen chip is enough for a wager"
    page.evaluate("document.querySelector('punto-table').drawer.open('rules')")
    expect(page.locator(".clockface")).to_contain_text("closes")  # next to the drawer
    page.locator("dialog [data-close]").click()
    bought = asks(page, "table.own.chips - table.net")
    three = laid(page, "$100", "banker", "player", "tie")  # one of them is paid, or all but one stand
    bets(page, three, "Object.keys(table.own.stakes).length === 3")
    before = asks(page, "table.own.chips")
    expect(page.locator("#assertive")).to_have_text("No more bets")
    until(page, "table.now.settled && table.now.settled.paid.includes(table.you.seat)")
    expect(page.locator(".felt .call")).to_have_text(re.compile("wins|Tie hand"))
    expect(page.locator(".resultline")).to_contain_text("This coup")
    assert asks(page, "table.own.chips") > before
    until(page, f"table.net === table.own.chips - {bought}")  # without another wager
    assert asks(page, "table.proofs.failed === null && table.proofs.proved >= 4")
    assert asks(page, "table.now.outcomes.length") == page.locator(".roads .wide-only circle + text").count()


def test_reload_and_a_lost_line_lose_nothing(floor: str, visitor: Visitor) -> None:
    page = visitor()
    seated(page, floor, TABLE)
    bets(page, laid(page, "$100", "banker"), "table.own.stakes.banker === 10000")
    page.reload()
    until(page, "table.you.seat !== null && (table.own.stakes.banker === 10000 || table.now.settled || table.last)")
    seen = asks(page, "table.now.version")
    page.context.set_offline(True)
    page.evaluate("document.querySelector('punto-table').live.renew()")
    expect(page.locator(".n-lost")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".n-lost")).to_have_count(0)
    assert asks(page, "table.now.version") >= seen


def test_two_at_one_table_see_the_same_and_only_one_sees_the_squeezed_card(floor: str, visitor: Visitor) -> None:
    holder, other = visitor(), visitor(390, 844)
    seated(holder, floor, SQUEEZE)
    seated(other, floor, SQUEEZE)
    bets(holder, laid(holder, "$500", "banker"), "table.own.stakes.banker === 50000")
    holder.locator(".heldcard").first.wait_for()
    faces = asks(holder, "table.held")
    assert faces
    assert asks(other, "Object.keys(table.held).length") == 0
    place = next(iter(faces))
    assert asks(other, f"table.now.places.{place}") is None
    card = holder.locator(".heldcard").first
    card.focus()
    card.press("ArrowUp")
    expect(card).to_have_attribute("aria-label", re.compile("a corner lifted"))
    card.press("Enter")
    assert "of" in (card.get_attribute("aria-label") or "")
    holder.get_by_role("button", name="Hand back").click()
    until(other, f"table.now.places.{place} === '{faces[place]}' || table.now.outcomes.length > 0")


def test_a_wager_without_a_mouse(floor: str, visitor: Visitor) -> None:
    page = visitor()
    seated(page, floor, TABLE)

    def lay() -> None:
        page.locator("[data-chip='2500']").focus()
        page.keyboard.press("Enter")
        page.locator(".cell.mine[data-wager=player]").focus()
        for _ in range(2):
            page.keyboard.press("Enter")
        asks(page, "table.refresh()")  # another look at the table forgets no chip that is on its way

    bets(page, lay, "table.own.stakes.player === 5000")
    assert page.evaluate("document.activeElement.dataset.wager") == "player", "the focus stays where it was"


def test_a_phone_bets_by_touch_and_undoes_it(floor: str, visitor: Visitor) -> None:
    page = visitor(390, 844, has_touch=True)
    seated(page, floor, TABLE)

    def lay() -> None:
        page.locator("[data-chip='10000']").tap()
        page.locator("button.spot[data-wager=banker]").tap()

        page.get_by_role("button", name="Double").tap()

    def undo() -> None:
        page.get_by_role("button", name="Undo").tap(timeout=2000)

    for _ in range(6):
        bets(page, lay, "table.own.stakes.banker === 20000")
        doubled = in_time(page, undo, "table.own.stakes.banker === 10000")  # the last act, which doubled
        if doubled and in_time(page, undo, "!table.own.stakes.banker"):
            break
    else:
        raise AssertionError("bets were closed each time before all was undone")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out at the side"


def lobby_of(floor: str) -> dict[str, Any]:
    """What the lobby says of every table."""
    with urlopen(f"{floor}api/tables") as answer:
        return {one["table"]: one for one in json.load(answer)["tables"]}


def reaches(floor: str, table: str, shoe: int, coup: int) -> None:
    """Wait until a table has come to a coup of a shoe."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end and (one := lobby_of(floor)[table]) and (one["shoe"], one["number"]) < (shoe, coup):
        time.sleep(0.1)


@pytest.mark.parametrize("table, shoe, coup", [("MB-5", 2, 3), ("MB-5", 3, 3), ("MB-03", 1, 60)])
def test_a_table_opened_late_proves_the_cards_of_the_shoe_that_is_played(
    rapid: str, visitor: Visitor, table: str, shoe: int, coup: int
) -> None:
    reaches(rapid, table, shoe, coup)
    page = visitor()
    page.goto(f"{rapid}#/table/{table}")
    until(page, "table.proofs.proved >= 8 && table.calls.length >= 10")
    for _ in range(10):  # while coups and shoes go on
        proved, turned, failed = asks(
            page, "[table.proofs.proved, table.proofs.turned.length, table.proofs.failed?.place ?? null]"
        )
        assert failed is None
        assert proved <= turned
        assert turned <= 8 * 52 or table == "MB-03"  # a continuous shoe never ends
        page.wait_for_timeout(100)
    assert "not the one promised" not in page.inner_text(".side")
    asks(page, "table.drawer.open('fair')")  # the button moves too fast to be clicked
    assert page.locator("dialog .proofs li").count() >= 8


def test_a_receipt_of_a_later_shoe_proves_its_cards(rapid: str, visitor: Visitor) -> None:
    reaches(rapid, "MB-5", 2, 2)
    for table, shoe, coup in (("MB-5", 2, 1), ("MB-03", 1, 20)):
        reaches(rapid, table, shoe, coup + 1)
        page = visitor()
        page.goto(f"{rapid}#/receipt/{table}/{shoe}/{coup}")
        for check in (0, 1, 2):  # counts, cards, amounts
            expect(page.locator(".checks li").nth(check)).to_have_class("holds")


# Everything that comes before the first coup, each step as often as its document wants it: the button pressed least
# often so far, and what a player takes rather than declines.
PREPARE = """async (most) => {
  const made = {}, prefer = ["Cut here", "Take the shoe"], never = "Cover card came out";
  for (let tries = 0; tries < most; tries++) {
    if (document.querySelector(".due .big").textContent === "Players are wagering") return true;
    const key = document.querySelector(".keys [data-key='2h']");
    const found = [...document.querySelectorAll("main .dueacts [data-act]")].filter((one) => one.textContent !== never);
    const name = (one) => one.textContent, liked = found.find((one) => prefer.some((word) => name(one).endsWith(word)));
    const next = liked ?? found.sort((a, b) => (made[name(a)] ?? 0) - (made[name(b)] ?? 0))[0];
    if (key) key.click();
    else if (next) { made[name(next)] = (made[name(next)] ?? 0) + 1; next.click(); }
    await new Promise((resolve) => setTimeout(resolve, 12));
  }
  return false;
}"""


def at_desk(page: Page, floor: str, table: str, name: str) -> None:
    """Come in as somebody of the house, at a desk."""
    page.goto(f"{floor}#/desk/{table}")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.locator(".due .big").wait_for()


def another(dealer: Page, floor: str, table: str) -> Page:
    """Lou, at another desk of the same table: for what one person may not do alone."""
    assert dealer.context.browser is not None
    page = dealer.context.browser.new_context(reduced_motion="reduce").new_page()
    at_desk(page, floor, table, "Lou")
    return page


def prepare(dealer: Page, other: Page) -> None:
    """Make the shoe ready: one person does what is due, and another verifies what that person has inspected."""
    expect(dealer.locator(".due .how")).to_contain_text("decks for defects, at least")
    for _ in range(40):
        if dealer.evaluate(PREPARE, 60):
            return
        if dealer.inner_text(".due .big") == "Verify the decks":
            other.evaluate(PREPARE, 1)
    raise AssertionError(dealer.inner_text(".due"))


def press(dealer: Page, *words: str) -> None:
    """Do what is due, and see that it was that."""
    for word in words:
        expect(dealer.locator(".due .big")).to_have_text(word)
        dealer.locator("main [data-act]").first.click()


def to_the_payment(dealer: Page, guest: Page, floor: str) -> None:
    """Deal a coup at the desk, with a card that leaves the shoe in error, up to where its winner is paid."""
    seated(guest, floor, WOODEN)
    at_desk(dealer, floor, WOODEN, "Kit")
    expect(dealer.locator(".due .big")).to_have_text("Inspect the decks")
    other = another(dealer, floor, WOODEN)
    prepare(dealer, other)
    other.context.close()
    assert "No more bets" not in dealer.inner_text(".due") + dealer.inner_text("main"), "nobody has wagered yet"
    until(guest, "table.betting")
    guest.locator("[data-chip='10000']").click()
    tap(guest, ".spot[data-wager=banker], .cell.mine[data-wager=banker]")
    until(guest, "table.own.stakes.banker === 10000")
    press(dealer, "No more bets", "Deal to P1", "Deal to B1", "Deal to P2")
    dealer.get_by_role("button", name="Something went wrong").click()
    dealer.get_by_role("button", name=re.compile("left the shoe in error")).click()
    expect(dealer.locator(".due .tag.warn")).to_contain_text("The coup is held")
    press(dealer, "Was the card seen?", "Deal to B2", "Tuck the Banker’s Hand under the shoe")
    expect(dealer.locator(".keys")).to_be_visible()
    for card in ("5d", "ks"):  # as a scanner types them
        dealer.keyboard.type(card)
        dealer.keyboard.press("Enter")
    for card in ("Qd", "8c"):
        dealer.locator(f"[data-key='{card}']").click()
    for _ in range(40):
        if "Seat 4" in dealer.inner_text(".due .big"):
            break
        dealer.locator("main [data-act]").first.click(timeout=5_000)
        dealer.wait_for_timeout(80)


def test_a_dealer_runs_a_coup_with_keys_and_an_irregularity(physical: str, visitor: Visitor) -> None:
    dealer, guest = visitor(), visitor(390, 844)
    to_the_payment(dealer, guest, physical)
    expect(dealer.locator(".payline.now")).to_contain_text("1 × $100")
    expect(dealer.locator(".payline.now")).to_contain_text("Vigorish $5")
    dealer.get_by_role("button", name="Paid").click()
    until(guest, "table.now.outcomes.length === 1 && table.own.chips > 0")
    assert asks(guest, "table.now.outcomes[0].outcome") == "B"


ROOMS = {
    "#/": "punto-lobby",
    f"#/table/{TABLE}": "punto-table",
    "#/odds": "punto-odds",
    "#/rules": "punto-rules",
    "#/editor": "punto-editor",
    f"#/receipt/{TABLE}/1/1": "punto-receipt",
    "#/school": "punto-school",
    "#/watch": "punto-wall",
    f"#/watch/{TABLE}": "punto-records",
}
UNNAMED = """[...document.querySelectorAll('button, a[href], input, select, textarea, [role=button], [role=img], img')]
  .filter(e => e.offsetParent !== null || e instanceof SVGElement)
  .filter(e => !(e.getAttribute('aria-label') || e.getAttribute('alt') || e.labels?.length || e.textContent.trim()))
  .map(e => e.outerHTML.slice(0, 120))"""
SMALL_TARGETS = """[...document.querySelectorAll('button, a.btn, select')].map(e => [e, e.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < 24 || box.height < 24)).map(([e]) => e.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("locale, width", [("en-GB", 1024), ("zh-CN", 390)])
def test_every_room_has_a_heading_names_and_no_side_scroll(
    floor: str, visitor: Visitor, locale: str, width: int
) -> None:
    page = visitor(width, 844, locale=locale)
    page.goto(floor)
    for room, element in ROOMS.items():
        page.evaluate(f"location.hash = '{room}'")
        page.locator(f"{element} h1").wait_for()
        page.wait_for_timeout(300)
        assert page.locator("h1").count() == 1, room
        assert page.evaluate(UNNAMED) == [], room
        assert page.evaluate(SMALL_TARGETS) == [], room
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), room
    assert page.evaluate("document.documentElement.lang") == ("zh-Hans" if locale == "zh-CN" else "en")
