"""Report as one self-contained HTML file, for screen and print."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from punto.report.blocks import Report


@cache
def _template() -> Template:
    loader = PackageLoader("punto.report", "templates")
    setting = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    setting.filters["css_text"] = css_text
    return setting.get_template("report.html.jinja")


def css_text(words: str) -> Markup:
    """Escape text for a quoted string of a style sheet."""
    plain = (letter if letter.isascii() and letter.isalnum() else f"\\{ord(letter):x} " for letter in words)
    return Markup("".join(plain))


def html(report: Report) -> str:
    """Return a report as HTML."""
    style = files("punto.report").joinpath("templates", "report.css").read_text(encoding="utf-8")
    return _template().render(report=report, style=Markup(style), drawn=Markup)
