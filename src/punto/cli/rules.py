"""``punto rules``: the rulebooks for people, side by side, and which test proves which section."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from punto.cli import Near
from punto.cli.output import WIDTH, json_option, print_json, print_table, rulebook_id
from punto.comparison import facts, terms_of, written
from punto.rulebook import IDS, KINDS, Provision, Rulebook, load, topics


@click.group(cls=Near, invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """The rulebooks: list, show, diff, coverage."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


# ---------------------------------------------------------------- list


@command.command("list")
@json_option
def list_rulebooks(as_json: bool) -> None:
    """Say which rulebooks there are."""
    books = [load(rulebook) for rulebook in IDS]
    if as_json:
        print_json([_head(book) for book in books])
        return
    for book in books:
        click.echo(f"{book.id:20}{book.title}, {len(book.provisions)} provisions")
        click.echo(f"{'':20}{book.document}; {book.in_force}")


def _head(book: Rulebook) -> dict[str, str]:
    return {
        "id": book.id,
        "title": book.title,
        "document": book.document,
        "in-force": book.in_force,
        "digest": book.digest,
    }


# ---------------------------------------------------------------- show


@command.command("show")
@click.argument("rulebook", type=rulebook_id)
@click.option("--kind", type=click.Choice(KINDS), help="only provisions of this kind")
@click.option("--section", default="", metavar="SECTION", help="only sections that begin like this: 12, 12(f), .07")
@json_option
def show(rulebook: str, kind: str | None, section: str, as_json: bool) -> None:
    """Print what RULEBOOK demands, section by section."""
    book = load(rulebook)
    chosen = [one for one in book.provisions.values() if _asked_for(one, kind, section)]
    if not chosen:
        raise click.UsageError(f"{rulebook} has no such provision in a section {section or 'at all'}")
    if as_json:
        print_json(_head(book) | {"facts": facts(book), "provisions": [_provision(one) for one in chosen]})
        return
    click.echo(f"{book.title} ({book.id})\n{book.document}; {book.in_force}")
    if not kind and not section:
        click.echo()
        for name, value in facts(book).items():
            click.echo(click.wrap_text(f"{name:16} {value}", WIDTH, "  ", " " * 19))
    for one in chosen:
        _say(one)


def _asked_for(one: Provision, kind: str | None, section: str) -> bool:
    """Section 1 is not 12, but 12(i) is in 12."""
    rest = one.section.removeprefix(section)
    within = one.section.startswith(section) and not (section[-1:].isdigit() and rest[:1].isdigit())
    return within and kind in (None, topics()[one.key].kind)


def _provision(one: Provision) -> dict[str, Any]:
    topic = topics()[one.key]
    return {
        "key": one.key,
        "section": one.section,
        "kind": topic.kind,
        "demand": topic.demand,
        "terms": dict(one.terms),
    }


def _say(one: Provision) -> None:
    topic = topics()[one.key]
    click.echo(f"\n§ {one.section}  {one.key} ({topic.kind})")
    click.echo(click.wrap_text(topic.demand, WIDTH, "    ", "    "))
    for line in written(one.terms):
        click.echo(f"      {line}")


# ---------------------------------------------------------------- diff


@command.command("diff")
@click.argument("one", type=rulebook_id)
@click.argument("other", type=rulebook_id)
@json_option
def diff(one: str, other: str, as_json: bool) -> None:
    """Print where two rulebooks differ: key facts first, then provision by provision.

    Sections that merely have other numbers are left out.
    """
    left, right = load(one), load(other)
    keys = [key for key in topics() if terms_of(left, key) != terms_of(right, key)]
    same = sum(key in left and key in right for key in topics() if key not in keys)
    glance = {name: (value, facts(right)[name]) for name, value in facts(left).items() if value != facts(right)[name]}
    if as_json:
        differ = {key: [_place(left, key), _place(right, key)] for key in keys}
        print_json({"rulebooks": [one, other], "facts": glance, "provisions": differ, "same": same})
        return
    if glance:
        print_table(("at a glance", one, other), [(name, *values) for name, values in glance.items()])
        click.echo()
    both = [key for key in keys if key in left and key in right]
    if both:
        rows = [(key, _side(left, right, key), _side(right, left, key)) for key in both]
        print_table(("provision", one, other), rows)
        click.echo()
    for book, others in ((left, right), (right, left)):
        _say_own(book, [key for key in keys if key in book and key not in others])
    click.echo(f"{len(keys)} provisions differ, {same} say the same.")


def _say_own(book: Rulebook, keys: Sequence[str]) -> None:
    """Print the provisions that the other rulebook does not have."""
    if not keys:
        return
    click.echo(f"Only in {book.id}:")
    for key in keys:
        click.echo(f"  § {book.section(key)}  {key}")
        click.echo(click.wrap_text(topics()[key].demand, WIDTH, "      ", "      "))
    click.echo()


def _place(book: Rulebook, key: str) -> dict[str, Any] | None:
    return {"section": book.section(key), "terms": terms_of(book, key)} if key in book else None


def _side(book: Rulebook, other: Rulebook, key: str) -> str:
    """Write one side of a difference: only the terms that differ."""
    theirs = other.provisions[key].terms
    own = {name: value for name, value in book.provisions[key].terms.items() if theirs.get(name) != value}
    return "\n".join((f"§ {book.section(key)}", *written(own)))


# ---------------------------------------------------------------- coverage


@command.command("coverage")
@json_option
def coverage(as_json: bool) -> None:
    """Say which places of the documents the recorded tests prove."""
    from punto.trace import coverage as recorded

    record = recorded()
    places, covered = len(record.places), len(record.proofs)
    if as_json:
        print_json({"places": places, "covered": covered, "commit": record.commit, "open": [*map(list, record.open)]})
        return
    rows = []
    for rulebook in IDS:
        own = [place for place in record.places if place.rulebook == rulebook]
        by_kind = [[place for place in own if topics()[place.key].kind == kind] for kind in KINDS]
        counts = [f"{sum(place in record.proofs for place in some)} of {len(some)}" for some in (*by_kind, own)]
        rows.append((rulebook, *counts))
    print_table(("rulebook", *KINDS, "all"), rows, numbers=len(KINDS) + 1)
    click.echo(f"\n{covered} of {places} places are proved by tests that passed at commit {record.commit or '(none)'}.")
