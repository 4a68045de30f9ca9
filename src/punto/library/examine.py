"""Examination of a rulebook: its own findings, and its differences from the audit of its document."""

from __future__ import annotations

from collections.abc import Container, Iterable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from punto.audit import AuditError, Document, covering, load, names, of_text
from punto.law.check import check_text
from punto.law.finding import Code, Finding, Lines
from punto.law.rulebook import parse
from punto.law.schema import Law
from punto.library.agreement import Difference, differences


class Examined(NamedTuple):
    """The findings of a rulebook text, its law if it has none, and whether an audit covers this text."""

    law: Law | None
    findings: tuple[Finding, ...]
    audited: bool


def examine(text: str, audit: Document | None = None) -> Examined:
    """Check the TOML of a rulebook, and compare it with the given audit of its document, or with a built-in one."""
    (law, found), digest = check_text(text), sha256(text.encode()).hexdigest()
    audited = covering(digest) is not None or (audit is not None and digest in audit.texts)
    if audit is None and law is not None and law.rulebook.id in names():
        audit = load(law.rulebook.id)
    if law is not None and audit is not None:
        book, at = parse(text), Lines(text)
        try:
            differ = tuple(differences(book, audit))
        except (ValueError, LookupError, TypeError) as error:  # an outside audit may lack any row
            differ = (Difference("$", f"the audit cannot be compared: {error}"),)
        found = tuple(Finding(Code.AUDIT_DIFFERS, key, at.of((key,)), book.section(key), said) for key, said in differ)
    return Examined(law, found, audited)


def examine_with(text: str, audits: Iterable[tuple[Path, str | Finding]], others: Container[str] = ()) -> Examined:
    """Examine a rulebook text with the audits next to it; an unreadable audit is a finding.

    An audit that lists the digest of another edition and not of this one is about that one alone.
    """
    found, faults = list[Examined](), list[Finding]()
    digest = sha256(text.encode()).hexdigest()
    for path, said in audits:
        if isinstance(said, Finding):
            words = f"the audit cannot be read: {path} {said.message}"
            faults.append(said._replace(code=Code.AUDIT_DIFFERS, message=words))
            continue
        try:
            audit = of_text(str(path), said)
        except AuditError as error:
            faults.append(Finding(Code.AUDIT_DIFFERS, "$", 1, "", f"the audit cannot be read: {error}"))
            continue
        if digest in audit.texts or not any(one in others for one in audit.texts):
            found.append(examine(text, audit))
    examined = found[-1] if found else examine(text)
    return examined._replace(findings=(*examined.findings, *faults))
