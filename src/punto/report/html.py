"""A report as one HTML file that needs nothing else: style, figures and words, for the screen and for paper."""

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
    return setting.get_template("report.html.jinja")


def html(report: Report) -> str:
    """Set a report."""
    style = files("punto.report").joinpath("templates", "report.css").read_text(encoding="utf-8")
    return _template().render(report=report, style=Markup(style), drawn=Markup)
