"""Report as PDF, set by typst with its own fonts: no system fonts, clock or packages."""

from __future__ import annotations

import json
from dataclasses import fields
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, Literal

from punto.report.blocks import Block, Report, Section
from punto.report.par import ReportError

CREATED = 0  # seconds since 1970: a sheet is identified by digests and signatures, not by its printing date


def pdf(report: Report) -> bytes:
    """Return a report as PDF; the same report gives the same bytes."""
    return _set(report, "pdf")[0]


def pictures(report: Report, dots_per_inch: int = 100) -> list[bytes]:
    """Return a report's pages as PNG."""
    return _set(report, "png", dots_per_inch)


def need_typst() -> None:
    """Raise ``ReportError`` if typst is missing, before any computation."""
    if find_spec("typst") is None:
        raise ReportError("typst is required for PDF: pip install 'punto[report]'")


def _set(report: Report, form: Literal["pdf", "png"], dots_per_inch: int | None = None) -> list[bytes]:
    need_typst()
    import typst

    source = files("punto.report").joinpath("templates", "report.typ").read_bytes()
    made: bytes | list[bytes] = typst.compile(
        source,
        format=form,
        ppi=dots_per_inch,
        sys_inputs={"report": json.dumps(_plain(report), ensure_ascii=False)},
        ignore_system_fonts=True,
        timestamp=CREATED,
    )
    return [made] if isinstance(made, bytes) else made  # one image per page


def _plain(report: Report) -> dict[str, Any]:
    return {
        "title": report.title,
        "subtitle": report.subtitle,
        "running": report.running,
        "head": [_block(block) for block in report.head],
        "sections": [_section(section) for section in report.sections],
    }


def _section(section: Section) -> dict[str, Any]:
    return {
        "number": section.number,
        "title": section.title,
        "fresh": section.fresh,
        "blocks": [_block(block) for block in section.blocks],
        "inner": [_section(part) for part in section.inner],
    }


def _block(block: Block) -> dict[str, Any]:
    values = {field.name: getattr(block, field.name) for field in fields(block)}
    return {"kind": block.kind} | {
        name: sorted(value) if isinstance(value, frozenset) else value for name, value in values.items()
    }
