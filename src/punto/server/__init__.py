"""The server: a floor on the network, as ``docs/protocol.md`` tells it.

messages   what goes over the wire, as types; OpenAPI and JSON Schemas are made of the same
hub        one room for each table: events are encoded once for each role and handed to every line
line       a listener's bounded queue; who reads too slowly is dropped, and comes back with what it has seen
socket     a table's socket: joining, commands, heartbeats, limits
routes     the plain answers: lobby, rules, history, odds, drawings
app        all of it in one application
"""
