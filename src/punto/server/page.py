"""The page as files: compressed once, and kept by browsers under an address that changes with their content.

The addresses begin with a digest of the whole page. A browser never asks for such a file again; only the first document
is revalidated on each visit. It names one style sheet, which is all of them in their order.
"""

from __future__ import annotations

import gzip
import re
from hashlib import sha256
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(str(files("punto").joinpath("page")))
KEPT = "public, max-age=31536000, immutable"
SHEETS, SHEET = re.compile(r'<link rel="stylesheet" href="(look/[\w.-]+)">\n'), "look/all.css"
COMPRESSED = (".js", ".css", ".svg", ".html")


class Page(StaticFiles):
    """Static files of the page: under their digest for good, under their own names revalidated on every use."""

    def __init__(self, folder: Path = FOLDER) -> None:
        super().__init__(directory=folder, html=True)
        self._folder = folder
        self._digest = _digest(folder)
        self._packed: dict[str, bytes] = {}
        index = (folder / "index.html").read_text("utf-8")
        self._sheets = tuple(SHEETS.findall(index))
        self._index = self._addressed(index)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file of the page."""
        kept, _, name = path.partition("/")
        if kept == self._digest and name:
            return await self._under_digest(name, scope)
        if path in (".", "index.html"):
            return self._packed_response("index.html", self._index, scope, "no-cache")
        response = await super().get_response(path, scope)
        response.headers.setdefault("cache-control", "no-cache")
        return response

    async def _under_digest(self, name: str, scope: Scope) -> Response:
        if name == SHEET:
            sheets = (self._folder / one for one in self._sheets)
            return self._packed_response(name, b"".join(one.read_bytes() for one in sheets), scope, KEPT)
        response = await super().get_response(name, scope)
        if response.status_code != 200:
            return response
        if name.endswith(COMPRESSED):
            return self._packed_response(name, (self._folder / name).read_bytes(), scope, KEPT)
        response.headers["cache-control"] = KEPT
        return response

    def _packed_response(self, name: str, body: bytes, scope: Scope, cache: str) -> Response:
        headers = {"cache-control": cache, "vary": "accept-encoding"}
        asked = Headers(scope=scope)
        tag = f'"{self._digest}"'
        if cache != KEPT:
            headers["etag"] = tag
            if asked.get("if-none-match") == tag:
                return Response(status_code=304, headers=headers)
        if "gzip" in asked.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            body = self._packed.get(name) or self._pack(name, body)
        return Response(body, headers=headers, media_type=guess_type(name)[0])

    def _pack(self, name: str, body: bytes) -> bytes:
        self._packed[name] = gzip.compress(body, 9, mtime=0)
        return self._packed[name]

    def _addressed(self, index: str) -> bytes:
        """Return the document with the addresses of this content, and one style sheet instead of many."""
        first = SHEETS.search(index)
        if first:
            index = (
                index[: first.start()]
                + f'<link rel="stylesheet" href="{SHEET}">\n'
                + SHEETS.sub("", index[first.end() :])
            )
        return re.sub(
            r'(href|src)="(?=(?:look|art|views|draw|game|i18n|net|fonts)/)', rf'\1="/{self._digest}/', index
        ).encode()


def _digest(folder: Path) -> str:
    """Return a short digest of all files of the page, by name and content."""
    found = sha256()
    for one in sorted(folder.rglob("*")):
        if one.is_file():
            found.update(f"{one.relative_to(folder).as_posix()}\n{one.stat().st_size}\n".encode())
            found.update(one.read_bytes())
    return found.hexdigest()[:16]
