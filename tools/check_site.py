"""Check the built manual: the browser loads nothing from other hosts, and no link dangles.

Everything *loaded* (scripts, styles, images, fonts, frames) must be a file of the site; a *link* may lead elsewhere,
but a link inside the site must reach a page, and its fragment an element.
"""

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# element: the attributes whose address the browser loads by itself
LOADED = {
    "script": ("src",),
    "img": ("src", "srcset"),
    "source": ("src", "srcset"),
    "iframe": ("src",),
    "embed": ("src",),
    "object": ("data",),
    "audio": ("src",),
    "video": ("src", "poster"),
    "track": ("src",),
    "input": ("src",),
    "image": ("href", "xlink:href"),
    "use": ("href", "xlink:href"),
}
# a <link> of one of these only describes the page; any other is loaded
SAYS_ONLY = {"alternate", "author", "canonical", "help", "license", "me", "next", "prev", "edit"}
CSS_ADDRESS = re.compile(r"""url\(\s*["']?(?P<url>[^"')]+)["']?\s*\)|@import\s+["'](?P<import>[^"']+)["']""")
COMMENT = re.compile(r"/\*.*?\*/", re.S)


class Page(HTMLParser):
    """The resources, links and anchors of one page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.linked: list[str] = []
        self.anchors: set[str] = set()
        self.draws_mermaid = False
        self._in_style = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value for name, value in attrs if value is not None}
        self._in_style = tag == "style"
        self.anchors.update(found[name] for name in ("id", "name") if name in found)
        self.draws_mermaid |= "mermaid" in found.get("class", "").split()
        self.loaded.extend(addresses_in_css(found.get("style", "")))
        for name in LOADED.get(tag, ()):
            if name in found:
                self.loaded.extend(candidates(found[name]) if name == "srcset" else [found[name]])
        if tag in {"a", "area"} and "href" in found:
            self.linked.append(found["href"])
        if tag == "link" and "href" in found:
            fetched = set(found.get("rel", "").lower().split()) - SAYS_ONLY
            (self.loaded if fetched else self.linked).append(found["href"])

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.loaded.extend(addresses_in_css(data))

    def handle_endtag(self, tag: str) -> None:
        self._in_style = False


def candidates(srcset: str) -> list[str]:
    """Return the addresses of an image in several sizes."""
    return [part.split()[0] for part in srcset.split(",") if part.strip()]


def addresses_in_css(text: str) -> list[str]:
    """Return the addresses that a style sheet loads."""
    return [match["url"] or match["import"] for match in CSS_ADDRESS.finditer(COMMENT.sub("", text))]


def complaints(site: Path) -> list[str]:
    """Return everything that is wrong with the site, one line each."""
    pages = {
        path.resolve(): Page(path.read_text())
        for pattern in ("*.html", "*.svg")
        for path in sorted(site.rglob(pattern))
    }
    found = [f"{path.relative_to(site.resolve())}: {line}" for path in pages for line in of_page(path, pages, site)]
    for sheet in sorted(site.rglob("*.css")):
        for address in addresses_in_css(sheet.read_text()):
            found.extend(f"{sheet.relative_to(site)}: {line}" for line in of_loaded(address, sheet, site))
    return found


def of_page(path: Path, pages: dict[Path, Page], site: Path) -> Iterator[str]:
    page = pages[path]
    if page.draws_mermaid:
        yield "a mermaid diagram, which the theme draws with a script from another host; ship an SVG"
    for address in page.loaded:
        yield from of_loaded(address, path, site)
    for address in page.linked:
        yield from of_linked(address, path, pages, site)


def of_loaded(address: str, source: Path, site: Path) -> Iterator[str]:
    parts = urlsplit(address)
    if parts.scheme == "data":
        return
    if parts.scheme or parts.netloc:
        yield f"loads {address} from another host"
    elif not target(parts.path, source, site).is_file():
        yield f"loads {address}, which is not there"


def of_linked(address: str, source: Path, pages: dict[Path, Page], site: Path) -> Iterator[str]:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return
    there = target(parts.path, source, site)
    if not there.is_file():
        yield f"links to {address}, which is not there"
    elif parts.fragment and there in pages and unquote(parts.fragment) not in pages[there].anchors:
        yield f"links to {address}, where nothing is called #{parts.fragment}"


def target(path: str, source: Path, site: Path) -> Path:
    """Return the file that a path in a source refers to, as a web server resolves it."""
    base = site if path.startswith("/") else source.parent
    there = (base / unquote(path).lstrip("/")).resolve() if path else source.resolve()
    return there / "index.html" if there.is_dir() else there


def main() -> int:
    site = Path(sys.argv[1] if len(sys.argv) > 1 else "site")
    if not (site / "index.html").is_file():
        print(f"{site} holds no manual; build it first: make docs")
        return 1
    found = complaints(site)
    print("\n".join(found) if found else f"{site}: every page is whole and asks nobody for anything")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
