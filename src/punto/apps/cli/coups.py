"""Text output of coups, in a list and one in full, and of events as a role sees them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import msgspec

from punto.apps.cli.output import near, print_table
from punto.core.money import dollars
from punto.views.views import Unlisted, Viewer, view

if TYPE_CHECKING:
    from punto.record.log_reader import ParsedLog
    from punto.views.history import CoupHistory, Step


# ---------------------------------------------------------------- a list


def summary(coup: CoupHistory) -> dict[str, Any]:
    """Return the JSON summary of a coup."""
    result = coup.result
    return {
        "table": coup.table,
        "shoe": coup.shoe,
        "coup": coup.coup,
        "number": coup.number,
        "kind": coup.kind,
        "finished": coup.finished,
        "void": coup.void,
        "began": coup.began,
        "ended": coup.ended,
        "staked": sum(stake.cents for stake in coup.wagers),
        "won": sum(one.net for one in coup.results),
        "cards": {dealt.place: dealt.card for dealt in coup.cards},
        "winner": result.winner if result else None,
        "call": result.call if result else None,
    }


def listed(coups: list[CoupHistory]) -> None:
    """Print one line per coup."""
    if not coups:
        click.echo("History: no coup was played.")
        return
    number = "one coup" if len(coups) == 1 else f"{len(coups)} coups, in the order they were played"
    click.echo(f"History of table {coups[0].table}: {number}")
    click.echo()
    rows = [
        (
            str(coup.shoe),
            str(coup.number),
            str(coup.coup),
            _time(coup.ended)[:16],
            _hand(coup, "P"),
            _hand(coup, "B"),
            coup.result.winner if coup.result else "void" if coup.void else "not settled",
            dollars(sum(stake.cents for stake in coup.wagers)),
            dollars(sum(one.net for one in coup.results)),
        )
        for coup in coups
    ]
    print_table(("shoe", "coup", "table's", "ended", "Player", "Banker", "result", "staked", "won"), rows, numbers=2)


def _hand(coup: CoupHistory, side: str) -> str:
    hand = " ".join(dealt.card or "?" for dealt in coup.cards if dealt.place.startswith(side))
    if coup.result is None:
        return hand
    return f"{hand} = {coup.result.player if side == 'P' else coup.result.banker}"


# ---------------------------------------------------------------- a coup


def told(coup: CoupHistory) -> None:
    """Print everything known about a coup."""
    end = ", void" if coup.void else "" if coup.finished else ", not finished"
    click.echo(f"History: table {coup.table}, shoe {coup.shoe}, coup {coup.number} (the table's {coup.coup}){end}")
    click.echo(f"{_time(coup.began)} to {_time(coup.ended)}, a {coup.kind} hand; a record, nothing here is live")
    _wagers(coup)
    _cards(coup)
    _lines(coup)
    _balances(coup)
    _steps(coup)


def _section(text: str) -> str:
    return f"§ {text}" if text else ""


def _wagers(coup: CoupHistory) -> None:
    click.echo()
    click.echo("Wagers" if coup.wagers else "No wagers.")
    for stake in coup.wagers:
        coupon = f" with a coupon of {dollars(stake.coupon)}" if stake.coupon else ""
        click.echo(f"  seat {stake.seat} {stake.who}: {stake.wager} {dollars(stake.cents)}{coupon}")


def _cards(coup: CoupHistory) -> None:
    dealt = "  ".join(f"{card.place} {card.card or 'face down'}" for card in coup.cards)
    click.echo()
    click.echo(f"Cards, as they were dealt\n  {dealt}" if dealt else "No cards.")


def _lines(coup: CoupHistory) -> None:
    click.echo()
    for money in coup.house_money:
        rides = f", {dollars(money.rides)} rides on {money.on}" if money.rides else ""
        title = money.wager.replace("-", " ").title()
        click.echo(
            f"{title}, seat {money.seat}: {money.category}, {dollars(money.stake)} staked, "
            f"{dollars(money.payout)} paid{rides}  {_section(money.section)}"
        )
    if coup.result is None:
        click.echo("Void: every wager went back." if coup.void else "Not settled.")
        return
    click.echo(f"{coup.result.call}  {_section(coup.result.section)}")
    for line in coup.result.lines:
        vigorish = f", {dollars(line.vigorish)} vigorish" if line.vigorish else ""
        marked = f", {dollars(line.marked // 1000)} vigorish marked" if line.marked else ""
        click.echo(
            f"  seat {line.seat} {line.wager}: {line.category}, {dollars(line.stake)} staked, {dollars(line.paid)} paid"
            f"{vigorish}{marked}  {_section(line.section)}".rstrip()
        )
    for award in coup.awards:
        click.echo(
            f"  seat {award.seat} {award.category} award: {dollars(award.cents)} of the {award.meter} meter, "
            f"its run {award.run}  {_section(award.section)}"
        )


def _balances(coup: CoupHistory) -> None:
    if not coup.balances:
        return
    click.echo()
    click.echo("Balances")
    earlier = {one.seat: one.collected for one in coup.results}
    for each in coup.balances:
        bought = f", {dollars(each.bought)} bought" if each.bought else ""
        taken = f", {dollars(each.taken)} taken away" if each.taken else ""
        collected = earlier.get(each.seat, 0)
        net, vigorish = each.won + collected, f", {dollars(collected)} vigorish collected" if collected else ""
        won = f"{dollars(abs(net))} {'won' if net >= 0 else 'lost'}"
        chips = f"{dollars(each.before)} before{bought}{taken}, {won}{vigorish}, {dollars(each.after)} after"
        click.echo(f"  seat {each.seat} {each.who}: {chips}")


def _steps(coup: CoupHistory) -> None:
    click.echo()
    if coup.preparation:
        first, last = coup.preparation[0].n, coup.preparation[-1].n
        click.echo(f"Before it: events {first} to {last}, in full with --json")
    click.echo("Step by step")
    rows = [(str(step.n), _time(step.at)[11:], _actor(step), step.words, _section(step.section)) for step in coup.steps]
    print_table(("n", "time", "by", "what", "section"), rows)


def _actor(step: Step) -> str:
    return f"{step.by} {step.who}"


def _time(at: int) -> str:
    try:
        return datetime.fromtimestamp(at / 1000, UTC).isoformat(sep=" ", timespec="seconds").removesuffix("+00:00")
    except (ValueError, OverflowError, OSError):  # beyond the range of calendars
        return str(at)


# ---------------------------------------------------------------- events


TABLES = tuple(str(viewer) for viewer in Viewer if viewer is not Viewer.OWNER)


class Sight(NamedTuple):
    """The visible part of an event."""

    n: int
    at: int
    shown: bytes


def viewer_of(name: str) -> Viewer:
    """Parse a role; an unknown one is rejected with the nearest."""
    if name not in TABLES:
        raise click.UsageError(f"--view-as: no role is called {name!r}{near(name, TABLES)}")
    return Viewer(name)


def say_view(
    reading: ParsedLog, stream: str, viewer: Viewer, seat: int | None, wanted: Collection[int] | None, as_json: bool
) -> None:
    """Print the events of a table, or some of them, as seen by a viewer."""
    try:
        seen = [one for one in _seen(reading, stream, viewer, seat) if wanted is None or one.n in wanted]
    except Unlisted as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        for one in seen:
            click.echo(f'{{"n":{one.n},"time":{one.at},{one.shown.decode()[1:]}')
        return
    at = "" if seat is None else f" at seat {seat}"
    click.echo(f"{stream} as {_article(viewer)} {viewer}{at} sees it: {len(seen)} events\n")
    rows = [(str(one.n), _clock(one.at), *_words(msgspec.json.decode(one.shown))) for one in seen]
    print_table(("n", "time", "event", "what is seen", "section"), rows)


def _seen(reading: ParsedLog, stream: str, viewer: Viewer, seat: int | None) -> Iterator[Sight]:
    for _, record, batch in reading.entries:
        if record.stream != stream:
            continue
        stored = msgspec.json.decode(record.body, type=dict[str, msgspec.Raw])
        for n, event in enumerate(msgspec.json.decode(stored["events"], type=list[msgspec.Raw]), record.n):
            shown = view(bytes(event), viewer, seat)
            if shown is not None:
                yield Sight(n, batch.command.at, shown)


def _article(viewer: Viewer) -> str:
    return {"floor": "the", "surveillance": "the", "system": "the", "auditor": "an"}.get(viewer, "a")


def _clock(at: int) -> str:
    try:
        return datetime.fromtimestamp(at / 1000, UTC).strftime("%H:%M:%S")
    except (ValueError, OverflowError, OSError):  # beyond the range of calendars
        return str(at)


def _words(shown: dict[str, Any]) -> tuple[str, str, str]:
    tag, section = shown.pop("event"), shown.pop("section", "")
    moves = [f"{debit} to {credit} {dollars(cents)}" for debit, credit, cents, *_ in shown.pop("postings", [])]
    told = [f"{name} {_value(value)}" for name, value in shown.items()]
    return tag.partition("/")[0], "; ".join([", ".join(told), *moves]).removeprefix("; "), section and f"§ {section}"


def _value(value: Any) -> str:
    match value:
        case dict():
            return " ".join(f"{name} {_value(each)}" for name, each in value.items() if name != "section")
        case list():
            return " / ".join(map(_value, value))
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)
