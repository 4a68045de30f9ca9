"""The description of all that can be asked by HTTP, made of the table of endpoints and the types that answer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from punto.server.endpoints import DUTIES, JSON, Endpoint, Faulty, Nothing

_TEMPLATE = "#/components/schemas/{name}"
_PLACE = re.compile(r"{(\w+)(?::\w+)?}")
USUAL = {"nobody": (), "somebody": (401,), **dict.fromkeys(DUTIES, (401, 403))}
STATUSES = {
    400: "the question could not be understood",
    401: "log in first",
    403: "that is not for you, or comes from another site",
    404: "there is no such thing",
    409: "that cannot be done now",
    413: "the body is too long",
    422: "the submission is not lawful; its review says why",
    421: "it is kept elsewhere",
    429: "too many questions; ask again later",
    503: "too much to do; ask again",
}


def description(endpoints: Iterable[Endpoint], version: str) -> dict[str, Any]:
    """Return the OpenAPI document."""
    shown = tuple(endpoints)
    kinds = [kind for one in shown for kind in (one.answer, one.body) if kind not in (None, bytes)]
    queries = [one.query for one in shown]
    made, parts = msgspec.json.schema_components([*kinds, Faulty], ref_template=_TEMPLATE)
    schemas = dict(zip(map(id, kinds), made, strict=False))
    paths: dict[str, dict[str, Any]] = {}
    for one, query in zip(shown, queries, strict=True):
        path = _PLACE.sub(r"{\1}", one.path)
        paths.setdefault(path, {})[one.method.lower()] = _operation(one, query, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Punto: a floor of baccarat tables", "version": version},
        "paths": paths,
        "components": {
            "schemas": dict(sorted(parts.items())),
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "punto-session"},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _operation(one: Endpoint, query: type[msgspec.Struct], schemas: dict[int, Any]) -> dict[str, Any]:
    content = {"schema": schemas[id(one.answer)]} if one.answer is not bytes else {"schema": {"type": "string"}}
    fault = {"application/json": {"schema": {"$ref": "#/components/schemas/Faulty"}}}
    refuses = {400, 401, 429, *USUAL[one.needs], *one.refuses, *({403, 413} if one.method == "POST" else ())}
    refuses |= ({421} if 404 in refuses else set()) | ({503} if one.computes else set())
    operation: dict[str, Any] = {
        "summary": one.says,
        "operationId": f"{one.method.lower()}{re.sub(r'[^a-z]+', '-', one.path)}".rstrip("-"),
        "parameters": [*_places(one.path), *_parameters(query)],
        "responses": {
            "200": {"description": one.says, "content": {one.media.partition(";")[0]: content}},
            **{str(status): {"description": STATUSES[status], "content": fault} for status in sorted(refuses)},
        },
    }
    if one.body is not None and one.body is not Nothing:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas[id(one.body)]}}}
    if one.needs != "nobody":
        operation["security"] = [{"session": []}, {"bearer": []}]
    return operation


def _places(path: str) -> list[dict[str, Any]]:
    whole = {name for name, kind in re.findall(r"{(\w+):(\w+)}", path) if kind == "int"}
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "integer", "minimum": 0} if name in whole else {"type": "string", "minLength": 1},
        }
        for name in _PLACE.findall(path)
    ]


def _parameters(query: type[msgspec.Struct]) -> list[dict[str, Any]]:
    if query is Nothing:
        return []
    (_,), parts = msgspec.json.schema_components([query], ref_template=_TEMPLATE)
    shape = parts[query.__name__]
    required = shape.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": schema}
        for name, schema in shape["properties"].items()
    ]
