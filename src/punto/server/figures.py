"""Figures for whoever runs a floor: counted here, read by Prometheus. No person, table or token is a label."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Figures:
    """What a floor counts."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.questions = self._counter("questions", "questions by HTTP", "path", "status")
        self.commands = self._counter("commands", "commands of people", "do", "answer")
        self.dropped = self._counter("lines_dropped", "lines that were ended here", "why")
        self.coups = self._counter("coups", "coups that were settled")
        self.records = self._counter("records", "records that were told")
        self.answered = Histogram(
            "punto_command_seconds", "from a command to its answer", registry=self.registry, buckets=SECONDS
        )
        self.lines = self._gauge("lines", "lines that are open")
        self.tables = self._gauge("tables", "tables that are kept here")

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"punto_{name}", words, labels, registry=self.registry)

    def _gauge(self, name: str, words: str) -> Gauge:
        return Gauge(f"punto_{name}", words, registry=self.registry)

    def text(self) -> bytes:
        """Return all figures as Prometheus reads them."""
        return generate_latest(self.registry)
