"""All that can be asked by HTTP, in one table."""

from punto.server.endpoints import Endpoint
from punto.server.routes import cage, coupons, odds, open_books, people, pit, school, surveillance, tables, watching

_ROOMS = (tables, surveillance, pit, cage, coupons, odds, open_books, school, people, watching)
ENDPOINTS: tuple[Endpoint, ...] = tuple(endpoint for room in _ROOMS for endpoint in room.ENDPOINTS)
