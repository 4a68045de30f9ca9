"""Every HTTP endpoint, in one table."""

from punto.server.endpoints import Endpoint
from punto.server.routes import (
    auth,
    cage,
    filings,
    inventory,
    mine,
    odds,
    people,
    pit,
    public,
    school,
    surveillance,
    tables,
    teaching,
)

ENDPOINTS: tuple[Endpoint, ...] = (
    *tables.ENDPOINTS,
    *teaching.ENDPOINTS,
    *surveillance.ENDPOINTS,
    *pit.ENDPOINTS,
    *filings.ENDPOINTS,
    *inventory.ENDPOINTS,
    *people.ENDPOINTS,
    *cage.ENDPOINTS,
    *cage.COUPON_ENDPOINTS,
    *odds.ENDPOINTS,
    *public.ENDPOINTS,
    *school.ENDPOINTS,
    *auth.ENDPOINTS,
    *mine.ENDPOINTS,
    *public.HEALTH_ENDPOINTS,
)
