"""Anchored logs: a Merkle tree over all records of a floor, signed checkpoints of it, and witnesses that keep them.

A hash chain in a database proves nothing against the owner of the database. A checkpoint states, at one time, the
number of records of a floor and one hash of all of them. Once another party has it, no record before it can be changed,
removed or inserted without another hash.
"""
