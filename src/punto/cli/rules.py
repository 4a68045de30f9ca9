"""``punto rules``: the rulebooks for people, side by side, and which test proves which section."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from punto.cli import Near
from punto.cli.output import WIDTH, json_option, print_json, print_table, read_text, rulebook_id, write_whole
from punto.comparison import facts, terms_of, written
from punto.rulebook import KINDS, Provision, Rulebook, built_in, load, text_of, topics

if TYPE_CHECKING:
    from punto.agreement import Examined

NEW_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")


@click.group(cls=Near, invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """The rulebooks: list, show, diff, check, coverage; the schema and a skeleton for new ones."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


# ---------------------------------------------------------------- list


@command.command("list")
@json_option
def list_rulebooks(as_json: bool) -> None:
    """Say which rulebooks there are."""
    books = [load(rulebook) for rulebook in built_in()]
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
    for rulebook in built_in():
        own = [place for place in record.places if place.rulebook == rulebook]
        by_kind = [[place for place in own if topics()[place.key].kind == kind] for kind in KINDS]
        counts = [f"{sum(place in record.proofs for place in some)} of {len(some)}" for some in (*by_kind, own)]
        rows.append((rulebook, *counts))
    print_table(("rulebook", *KINDS, "all"), rows, numbers=len(KINDS) + 1)
    click.echo(f"\n{covered} of {places} places are proved by tests that passed at commit {record.commit or '(none)'}.")


# ---------------------------------------------------------------- check, schema, new


@command.command("check")
@click.argument("rulebooks", nargs=-1, required=True, metavar="FILE|ID...")
@json_option
def check(rulebooks: tuple[str, ...], as_json: bool) -> None:
    """Report every finding of rulebooks, by file or id, also against the audit. Exit 1 if there is one."""
    from punto.agreement import examine

    checks = {name: examine(text_of(name) if name in built_in() else _file(name)) for name in rulebooks}
    if as_json:
        documents = [_checked(name, one) for name, one in checks.items()]
        print_json(documents[0] if len(documents) == 1 else documents)
    else:
        for name, one in checks.items():
            for finding in one.findings:
                click.echo(f"{name}:{finding}")
            click.echo(f"{name}: {_verdict(one)}")
    if any(one.findings for one in checks.values()):
        raise click.exceptions.Exit(1)


def _file(name: str) -> str:
    """Read a rulebook from a file; a name without a file is answered with the nearest id."""
    if not Path(name).exists() and name != "-" and not Path(name).suffix:
        rulebook_id(name)
    return read_text(name)


def _verdict(one: Examined) -> str:
    number = len(one.findings)
    if number:
        return f"{number} finding{'s' if number > 1 else ''}"
    return "sound" if one.audited else "sound; no audit for this document"


def _checked(name: str, one: Examined) -> dict[str, Any]:
    head = one.law.rulebook if one.law else None
    return {
        "rulebook": head.id if head else name,
        "edition": head.in_force if head else "",
        "sound": not one.findings,
        "audited": one.audited,
        "findings": [
            {
                "code": str(each.code),
                "path": each.path,
                "line": each.line,
                "section": each.section,
                "message": each.message,
                "allowed": list(each.allowed),
            }
            for each in one.findings
        ],
    }


@command.command("schema")
@click.option("--schema", "number", type=click.IntRange(1, 2), default=1, help="the schema that the rulebook names (1)")
def schema(number: int) -> None:
    """Print the JSON Schema of a rulebook, for editors."""
    from punto.law.json_schema import json_schema

    print_json(json_schema({key: topic.demand for key, topic in topics().items()}, number))


@command.command("new")
@click.option("--from", "source", type=rulebook_id, required=True, metavar="ID", help="the rulebook to start from")
@click.option("-o", "--output", required=True, metavar="FOLDER", help="folder to write; its name becomes the id")
def new(source: str, output: str) -> None:
    """Write the skeleton of a new rulebook: every provision explained, every section left to fill in."""
    from punto.law.skeleton import skeleton

    folder = Path(output)
    if not NEW_ID.fullmatch(folder.name) or folder.name in built_in():
        raise click.UsageError(f"invalid id {folder.name!r}: name the folder like xx-mini, and not like a built-in one")
    file = folder / "rulebook.toml"
    if file.exists():
        raise click.UsageError(f"{file} exists already")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"{folder}: cannot be written: {error.strerror or error}") from None
    demands = {key: topic.demand for key, topic in topics().items()}
    write_whole(str(file), skeleton(text_of(source), folder.name, demands))
    click.echo(f"written: {file}")
