"""Keys and a time for tests."""

from punto.anchor.notes import FLOOR, WITNESS, PrivateKey

KEY = PrivateKey("floor.example/main", FLOOR, bytes(range(32)))
OTHER_KEY = PrivateKey("floor.example/main", FLOOR, bytes(32))
CLERK = PrivateKey("witness.example", WITNESS, bytes(range(32, 64)))
NOW = 1_763_500_000
