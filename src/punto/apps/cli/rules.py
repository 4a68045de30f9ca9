"""``punto rules``: rulebooks, their differences, and their checks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from punto.apps.cli import Near
from punto.apps.cli.clauses import coverage, trace
from punto.apps.cli.output import (
    WIDTH,
    books_options,
    edition_of,
    json_option,
    library_option,
    print_json,
    print_table,
    read_text,
    write_whole,
)
from punto.apps.cli.waiting import waiting
from punto.law.comparison import facts, terms_of, written
from punto.law.finding import Finding
from punto.law.rulebook import (
    FOLDER,
    KINDS,
    Provision,
    Rulebook,
    RulebookError,
    built_in,
    documents,
    topic_of,
    topics,
    topics_of,
)
from punto.library import Edition, Library, Located, Rulebooks
from punto.library.editions import File, read_file

if TYPE_CHECKING:
    from punto.law.schema import Head
    from punto.library.examine import Examined

SOURCES = {"document": "", "excerpts": "from excerpts of the document", "own": ""}  # as a list shows them
NEW_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")


@click.group(cls=Near)
def command() -> None:
    """Show, compare and check rulebooks; print their schema, or a skeleton for a new one."""


command.add_command(coverage)
command.add_command(trace)

# ---------------------------------------------------------------- list


@command.command("list")
@library_option
@json_option
def list_rulebooks(library: Library, as_json: bool) -> None:
    """List the rulebooks with all their editions. Those that cannot be used are named on standard error."""
    listed = []
    for edition in (one for rulebook in library.ids() for one in library.found(rulebook).editions):
        try:
            listed.append((edition, edition.rulebook))
        except RulebookError as error:
            click.echo(f"punto: {error}", err=True)
    for found in library.findings():
        click.echo(f"punto: {found}", err=True)
    if as_json:
        print_json([_head(book) | _from_outside(edition) for edition, book in listed])
        return
    for edition, book in listed:
        click.echo(f"{book.id:20}{book.title}, {len(book.provisions)} provisions")
        about = (book.document, book.in_force, *filter(None, (SOURCES[book.source],)), *_from_outside(edition).values())
        click.echo(f"{'':20}{'; '.join(about)}")


def _head(book: Rulebook) -> dict[str, str]:
    return {
        "id": book.id,
        "title": book.title,
        "document": book.document,
        **({"edition": book.edition} if book.edition else {}),
        **({"source": book.source} if book.source != "document" else {}),
        "in-force": book.in_force,
        "digest": book.digest,
    }


def _from_outside(edition: Edition) -> dict[str, str]:
    return {} if edition.file.parent == FOLDER else {"file": str(edition.file)}


# ---------------------------------------------------------------- show


@command.command("show")
@click.argument("rulebook", metavar="ID|FILE")
@click.option("--kind", type=click.Choice(KINDS), help="only provisions of this kind")
@click.option("--section", default="", metavar="SECTION", help="only sections that begin like this: 12, 12(f), .07")
@books_options
@json_option
def show(rulebook: str, kind: str | None, section: str, books: Rulebooks, as_json: bool) -> None:
    """Show the provisions of a rulebook, section by section."""
    book = edition_of(rulebook, books).rulebook
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
    """Return whether a provision matches: section 1 does not include 12, but 12 includes 12(i)."""
    rest = one.section.removeprefix(section)
    within = one.section.startswith(section) and not (section[-1:].isdigit() and rest[:1].isdigit())
    return within and kind in (None, topic_of(one.key).kind)


def _provision(one: Provision) -> dict[str, Any]:
    topic = topic_of(one.key)
    return {
        "key": one.key,
        "section": one.section,
        "kind": topic.kind,
        "demand": topic.said(one),
        "terms": dict(one.terms),
    }


def _say(one: Provision) -> None:
    topic = topic_of(one.key)
    click.echo(f"\n§ {one.section}  {one.key} ({topic.kind})")
    click.echo(click.wrap_text(topic.said(one), WIDTH, "    ", "    "))
    for line in written(one.terms):
        click.echo(f"      {line}")


# ---------------------------------------------------------------- diff


@command.command("diff")
@click.argument("one")
@click.argument("other")
@books_options
@json_option
def diff(one: str, other: str, books: Rulebooks, as_json: bool) -> None:
    """Compare two rulebooks: key facts first, then provision by provision.

    Each is an id, an id and a day (ma-mini@2024-07-01: the edition in force then), or a file. Sections that differ only
    in their numbers are omitted.
    """
    left, right = edition_of(one, books).rulebook, edition_of(other, books).rulebook
    every = [topic.key for topic in topics_of(left, right)]
    keys = [key for key in every if terms_of(left, key) != terms_of(right, key)]
    same = len(every) - len(keys)
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
    for name, book, others in ((one, left, right), (other, right, left)):
        _say_own(name, book, [key for key in keys if key in book and key not in others])
    click.echo(f"{len(keys)} provisions differ, {same} say the same.")


def _say_own(name: str, book: Rulebook, keys: Sequence[str]) -> None:
    """Print the provisions that the other rulebook does not have."""
    if not keys:
        return
    click.echo(f"Only in {name}:")
    for key in keys:
        click.echo(f"  § {book.section(key)}  {key}")
        click.echo(click.wrap_text(topic_of(key).said(book.provisions[key]), WIDTH, "      ", "      "))
    click.echo()


def _place(book: Rulebook, key: str) -> dict[str, Any] | None:
    return {"section": book.section(key), "terms": terms_of(book, key)} if key in book else None


def _side(book: Rulebook, other: Rulebook, key: str) -> str:
    """Return one side of a difference: only the terms that differ."""
    theirs = other.provisions[key].terms
    own = {name: value for name, value in book.provisions[key].terms.items() if theirs.get(name) != value}
    return "\n".join((f"§ {book.section(key)}", *written(own)))


# ---------------------------------------------------------------- check, schema, new


@command.command("check")
@click.argument("rulebooks", nargs=-1, required=True, metavar="FILE|ID...")
@books_options
@json_option
def check(rulebooks: tuple[str, ...], books: Rulebooks, as_json: bool) -> None:
    """Report all findings of rulebooks, by file or id, also against the audit. Exit with 1 if there is one.

    For an id, all editions are checked, and whether their files, names and dates fit together.
    """
    with waiting("checking"):
        checks = [each for name in rulebooks for each in _examined(name, books)]
    if as_json:
        documents = [_checked(name, one) for name, one in checks]
        print_json(documents[0] if len(documents) == 1 else documents)
    else:
        for name, one in checks:
            for finding in one.findings:
                click.echo(f"{name}:{finding}")
            click.echo(f"{name}: {_verdict(one)}")
    if any(one.findings for _, one in checks):
        raise click.exceptions.Exit(1)


def _examined(name: str, books: Rulebooks) -> list[tuple[str, Examined]]:
    """Examine a file or one edition; or all editions of an id, and its unusable files."""
    from punto.library.examine import Examined, examine_with

    library = books.library
    if name not in library:
        path = Path(name)
        said = read_file(File(path, path.resolve().parent)) if path.is_file() else ""
        if isinstance(said, Located):
            return [(name, Examined(None, (said.finding,), audited=False))]
        edition = edition_of(name, books)
        return [(name, examine_with(edition.text, _beside(edition.file.with_name("audit.csv"))))]
    editions, findings = library.found(name)
    done = {one.file: library.examined(one) for one in editions}
    for file, finding in findings:
        one = done.get(file, Examined(None, (), audited=False))
        done[file] = one._replace(findings=(*one.findings, finding))
    return [(name if file.parent == FOLDER else str(file), one) for file, one in done.items()]


def _beside(path: Path) -> Iterator[tuple[Path, str | Finding]]:
    if path.is_file():
        yield path, read_text(str(path))


def _verdict(one: Examined) -> str:
    number = len(one.findings)
    if number:
        return f"{number} finding{'s' if number > 1 else ''}"
    source = SOURCES[one.law.rulebook.source] if one.law else ""
    return "; ".join(filter(None, ("sound", source, "" if one.audited else "no audit for this document")))


def _checked(name: str, one: Examined) -> dict[str, Any]:
    head = one.law.rulebook if one.law else None
    return {
        "rulebook": head.id if head else name,
        "edition": _edition(head) if head else "",
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


def _edition(head: Head) -> str:
    """Name an edition by its date, or as its head says it."""
    return str(head.edition or (head.in_force if isinstance(head.in_force, str) else head.in_force.from_))


@command.command("schema")
@click.option("--schema", "number", type=click.IntRange(1, 2), default=1, help="the schema that the rulebook names (1)")
def schema(number: int) -> None:
    """Print the JSON Schema of a rulebook, for editors."""
    from punto.law.json_schema import json_schema

    print_json(json_schema({key: topic.demand for key, topic in topics().items()}, number))


@command.command("new")
@click.option(
    "--from", "source", metavar="ID|FILE", help="the rulebook to start from (one in which all wagers are data)"
)
@click.option("-o", "--output", required=True, metavar="FOLDER", help="folder to write; its name becomes the id")
@books_options
def new(source: str | None, output: str, books: Rulebooks) -> None:
    """Write the skeleton of a new rulebook: every provision explained, every section left to fill in.

    The folder above it is what --rulebooks takes. A skeleton of schema 1 has the wagers of the documents and no others.
    """
    from punto.law.json_schema import skeleton

    own = next(name for name in built_in() if name not in documents())
    old, folder = edition_of(source or own, books), Path(output)
    if old.rulebook.id == folder.name or not NEW_ID.fullmatch(folder.name) or folder.name in built_in():
        raise click.UsageError(f"invalid id {folder.name!r}: name the folder like xx-mini, and not like a built-in one")
    file = folder / "rulebook.toml"
    if file.exists():
        raise click.UsageError(f"{file} exists already")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"{folder}: cannot be written: {error.strerror or error}") from None
    demands = {key: topic.demand for key, topic in topics().items()}
    write_whole(str(file), skeleton(old.text, folder.name, demands))
    click.echo(f"written: {file}")
    if old.rulebook.checked.law is not None and old.rulebook.law.rulebook.schema == 1:
        click.echo("schema 1: only the wagers of the built-in documents; for others leave out --from", err=True)
