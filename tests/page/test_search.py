"""The manual's search, opened from the disk: what stands in for a worker there speaks as a worker does."""

import shutil
from pathlib import Path

from playwright.sync_api import Browser

from tests.page.test_browser import browser

__all__ = ["browser"]  # a fixture

ROOT = Path(__file__).parents[2]

WORKER = """
self.onmessage = (event) => { event.data.words.push("heard"); postMessage(event.data.words) }
"""
PAGE = """<!doctype html><body><script src="iframe-worker.js"></script><script>
const order = ["asked"]
const asked = { words: ["squeeze"] }
const worker = new Worker("worker.js")
worker.onmessage = (event) => {
  order.push("answered")
  worker.terminate()
  document.title = JSON.stringify([order, event.data, asked.words, document.querySelectorAll("iframe").length])
}
worker.postMessage(asked)
order.push("went on")
</script></body>"""


def test_it_answers_later_and_with_copies(tmp_path: Path, browser: Browser) -> None:
    shutil.copy(ROOT / "docs" / "look" / "iframe-worker.js", tmp_path)
    (tmp_path / "worker.js").write_text(WORKER)
    (tmp_path / "index.html").write_text(PAGE)
    page = browser.new_page()
    page.goto(f"file://{tmp_path}/index.html")
    page.wait_for_function("document.title")
    title = page.title()
    page.close()
    assert title == '[["asked","went on","answered"],["squeeze","heard"],["squeeze"],0]'
