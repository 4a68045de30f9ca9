"""All that can be asked by HTTP, in one table."""

from punto.server.endpoints import Endpoint
from punto.server.routes import open_books, people, pit, surveillance, tables, watching

ENDPOINTS: tuple[Endpoint, ...] = tuple(
    endpoint for room in (tables, surveillance, pit, open_books, people, watching) for endpoint in room.ENDPOINTS
)
