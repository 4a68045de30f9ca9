"""The page is light: its files on the first visit, nothing but data on the second, fonts with every character."""

from typing import Any

from playwright.sync_api import Page

from tests.page.test_browser import TABLE, Visitor, browser, floor, until, visitor
from tools.page.fonts import FONTS, chinese

__all__ = ["browser", "floor", "visitor"]  # fixtures of the other file
KILOBYTES = 350
FONT_KILOBYTES = 250


class Traffic:
    """The requests of a page that reach the network, with their size in bytes."""

    def __init__(self, page: Page) -> None:
        self.asked: dict[str, str] = {}
        self.bytes: dict[str, float] = {}
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._sent)
        session.on("Network.requestServedFromCache", lambda event: self._kept(event["requestId"]))
        session.on("Network.responseReceived", self._came)
        session.on("Network.loadingFinished", self._over)

    def _sent(self, event: dict[str, Any]) -> None:
        self.asked[event["requestId"]] = event["request"]["url"]

    def _kept(self, request: str) -> None:
        self.asked.pop(request, None)

    def _came(self, event: dict[str, Any]) -> None:
        if event["response"].get("fromDiskCache"):
            self._kept(event["requestId"])

    def _over(self, event: dict[str, Any]) -> None:
        self.bytes[event["requestId"]] = event["encodedDataLength"]

    def take(self) -> dict[str, float]:
        """Return the addresses and sizes so far, and begin anew."""
        found = {url: self.bytes.get(request, 0) for request, url in self.asked.items() if url.startswith("http")}
        self.asked.clear()
        self.bytes.clear()
        return found


def test_a_table_is_light_and_the_second_visit_asks_for_data_alone(floor: str, visitor: Visitor) -> None:
    page = visitor()
    traffic = Traffic(page)
    page.goto(f"{floor}#/table/{TABLE}")
    until(page, "table.now.seats.length && document.querySelector('.cell')")
    page.wait_for_load_state("networkidle")
    first = traffic.take()
    sizes = {url: size for url, size in first.items() if "/api/" not in url}
    assert sum(sizes.values()) < KILOBYTES * 1024, sorted((round(size), url) for url, size in sizes.items())[-5:]
    page.goto("about:blank")
    page.goto(f"{floor}#/table/{TABLE}")
    until(page, "table.now.seats.length && document.querySelector('.cell')")
    second = {url.removeprefix(floor).partition("?")[0] for url in traffic.take()}
    assert {url for url in second if not url.startswith("api/")} <= {"", f"#/table/{TABLE}"}


def test_the_fonts_are_small_licensed_and_have_the_characters_of_the_texts() -> None:
    fonts = sorted(FONTS.glob("*.woff2"))
    assert len(fonts) == 4
    assert sum(one.stat().st_size for one in fonts) < FONT_KILOBYTES * 1024
    for one in fonts:
        licence = one.with_name(one.stem.removesuffix("-name") + ".LICENSE.txt")
        assert "SIL Open Font License" in licence.read_text("utf-8")
    listed = (FONTS / "noto-serif-sc.txt").read_text("utf-8")
    missing = set(chinese()) - set(listed)  # a few new ones are shown in a font of the system
    assert len(missing) <= len(listed) // 20, "write the fonts again: tools/page/fonts.py"
