"""All that can be asked by HTTP, in one table."""

from punto.server.endpoints import Endpoint
from punto.server.routes import open_books, people, tables, watching

ENDPOINTS: tuple[Endpoint, ...] = (*tables.ENDPOINTS, *open_books.ENDPOINTS, *people.ENDPOINTS, *watching.ENDPOINTS)
