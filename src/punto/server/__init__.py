"""The server: a floor on the network, as ``docs/protocol.md`` describes it.

messages   types of the socket messages; OpenAPI and JSON Schemas are generated from these types channels   one channel
for each table: events are encoded once for each role and sent to every connection outbox     a connection's bounded
queue; a slow client is disconnected, and resumes from its last event socket     a table's socket: joining, commands,
heartbeats, limits routes     HTTP endpoints: lobby, rules, history, odds, drawings app        the application of all of
these
"""
