"""All generated parts of the manual, by path in ``docs/``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from punto.draw.phases import phases_svg
from punto.law.rulebook import built_in
from tools.manual import api, clauses, commands, decisions, errata, examples, game, layers, rulebooks, wagers

DOCS = Path(__file__).parents[2] / "docs"
Maker = Callable[[], str]

WHOLE: Mapping[str, Maker] = {
    **{f"rulebooks/{book}.md": partial(rulebooks.rulebook_page, book) for book in built_in()},
    **{f"pictures/felt-{book}.svg": partial(rulebooks.felt, book) for book in built_in()},
    "rulebooks/differences.md": rulebooks.differences_page,
    "api/index.md": api.index_page,
    **{f"api/{room}.md": partial(api.room_page, room) for room in api.ROOMS},
    "commands.md": commands.commands_page,
    "trace.md": clauses.trace_page,
    "examples.md": examples.examples_page,
    "wager-odds.md": wagers.wagers_page,
    "side-wagers.md": wagers.side_wagers_page,
    "errata.md": errata.errata_page,
    "pictures/wager-edges.svg": wagers.edges_svg,
    **{f"pictures/wager-{key}.svg": partial(wagers.wager_svg, key) for key in wagers.TITLES},
    "architecture.md": layers.architecture_page,
    "decisions/index.md": decisions.index_page,
    "pictures/layers.svg": layers.layers_svg,
    "pictures/wager-path.svg": layers.wager_svg,
    "pictures/phases.svg": phases_svg,
    "pictures/tableau.svg": game.tableau_svg,
    **{f"pictures/coup-{kind}.svg": partial(game.drawn_coup, kind) for kind in game.COUPS},
}
