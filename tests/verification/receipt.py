"""Check a receipt of a floor without Punto: python receipt.py RECEIPT KEY [LOG]"""

import sys
from base64 import b64decode
from hashlib import sha256, sha512
from pathlib import Path

P = 2**255 - 19  # Ed25519, as RFC 8032 defines it
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]


def need(holds: bool, words: str) -> None:
    if not holds:
        raise ValueError(words)


def add(a: Point, b: Point) -> Point:
    """Add two points of the curve."""
    e, f = (a[1] - a[0]) * (b[1] - b[0]), (a[1] + a[0]) * (b[1] + b[0])
    g, h = 2 * a[3] * b[3] * D, 2 * a[2] * b[2]
    return (f - e) * (h - g) % P, (h + g) * (f + e) % P, (h - g) * (h + g) % P, (f - e) * (f + e) % P


def times(number: int, point: Point) -> Point:
    """Multiply a point."""
    made = (0, 1, 1, 0)
    while number:
        if number & 1:
            made = add(made, point)
        point, number = add(point, point), number >> 1
    return made


def point(data: bytes) -> Point:
    """Decode a point."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P)
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    need((x * x - square) % P == 0 and y < P, "this is not a key")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point(bytes.fromhex("58" + "66" * 31))


def signed(key: bytes, text: bytes, signature: bytes) -> bool:
    """Verify a signature: S B = R + h A."""
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    h = int.from_bytes(sha512(r + key + text).digest(), "little") % Q
    left, right = times(s, BASE), add(point(r), times(h, point(key)))
    same = all((left[n] * right[2] - right[n] * left[2]) % P == 0 for n in (0, 1))
    return len(signature) == 64 and s < Q and same


def checked(note: str, key: str) -> tuple[int, bytes, str]:
    """Give size, root and time of a checkpoint that this key has signed."""
    name, ident, secret = key.strip().split("+", 2)
    kind, public = b64decode(secret)[:1], b64decode(secret)[1:]
    need(sha256(f"{name}\n".encode() + kind + public).hexdigest()[:8] == ident, "the key does not fit its id")
    text, _, lines = note.rpartition("\n\n")
    found = [b64decode(line.split(" ")[2]) for line in lines.splitlines() if line.startswith(f"— {name} ")]
    mine = [one[4:] for one in found if one[:4].hex() == ident]
    need(bool(mine), f"{name} has not signed this checkpoint")
    message, signature, when = f"{text}\n".encode(), mine[0], text.split("\n")[3]
    if kind == b"\x04":  # a witness: its own time first, in eight bytes
        when = f"time {int.from_bytes(signature[:8], 'big')}"
        message, signature = f"cosignature/v1\n{when}\n".encode() + message, signature[8:]
    need(signed(public, message, signature), f"the signature of {name} is wrong")
    return int(text.split("\n")[1]), b64decode(text.split("\n")[2]), when


def root(leaf: bytes, number: int, size: int, proof: list[bytes]) -> bytes:
    """Follow a proof from a leaf to the root (RFC 9162, 2.1.3.2)."""
    need(0 <= number < size, "the leaf is outside the tree")
    made, last = sha256(b"\x00" + leaf).digest(), size - 1
    for step in proof:
        need(last > 0, "the proof is too long")
        if number & 1 or number == last:
            made = sha256(b"\x01" + step + made).digest()
            while not number & 1 and number:
                number, last = number >> 1, last >> 1
        else:
            made = sha256(b"\x01" + made + step).digest()
        number, last = number >> 1, last >> 1
    need(last == 0, "the proof is too short")
    return made


def found(log: bytes, stream: str, n: str, said: str) -> int:
    """Find the line of a record in a log, and hash its bytes again."""
    before = b"0" * 64
    for number, line in enumerate(log.split(b"\n")[1:-2], 2):
        body = line[84:-1]
        if body.startswith(b'{"stream":"%s",' % stream.encode()):
            before = sha256(b"punto-log/1\n" + before + b"\n" + body).hexdigest().encode()
            if body.startswith(b'{"stream":"%s","n":%s,' % (stream.encode(), n.encode())):
                need(before == said.encode(), f"line {number} is another record than the receipt's")
                return number
    raise ValueError("the log does not have this record")


def main(receipt: str, key: str, log: str = "") -> None:
    """Check a receipt, and print what it proves."""
    head, _, note = Path(receipt).read_text("utf-8").partition("\n\n")
    first, extra, index, *proof = head.split("\n")
    need(first == "c2sp.org/tlog-proof@v1", "this is not a receipt")
    leaf, number = b64decode(extra.split(" ")[1]), int(index.split(" ")[1])
    kind, stream, n, said = leaf.decode().splitlines()
    need(kind == "punto-leaf/1", "this leaf is not a record of Punto")
    size, top, when = checked(note, key)
    need(root(leaf, number, size, [b64decode(line) for line in proof]) == top, "the proof does not lead to the root")
    print(f"{stream} event {n}, hash {said}: record {number + 1} of {size}, {when}")
    if log:
        print(f"in the log: line {found(Path(log).read_bytes(), stream, n, said)}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (ValueError, IndexError) as broken:
        sys.exit(f"{broken}")
