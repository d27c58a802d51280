"""Merkle tree with SHA-256. Leaves and inner nodes have different prefixes; the root covers table and set-up.

    leaf  = H("tenmoons leaf 1" | index | card | salt)      node = H("tenmoons node 1" | left | right)
    seat  = H("tenmoons seat 2" | its number | name | salt)
    setup = H("tenmoons setup 2" | players | packet and direction of each round | all seats)
    setup = H("tenmoons setup 3" | way | players | all seats), for ways in which answers decide what a seat sees
    root  = H("tenmoons root 2" | table | number of cards | setup | top)

Roots of older drafts don’t cover the set-up: H("tenmoons root 1" | table | number of cards | top).

Each hashed part follows its length in four bytes. A node without a neighbour moves up unchanged.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import TypeVar

MerkleHash = bytes
HexOrBytes = TypeVar("HexOrBytes", bytes, str)


def sha256_of_parts(*parts: bytes) -> MerkleHash:
    """Hash the parts, each after its length, so that different lists of parts never hash the same bytes."""
    hashed = hashlib.sha256()
    for part in parts:
        hashed.update(len(part).to_bytes(4, "big") + part)
    return hashed.digest()


def leaf_salt(secret: bytes, index: int) -> bytes:
    """Return the salt of a leaf, 32 bytes; it reveals neither the secret nor another salt."""
    return hmac.digest(secret, b"tenmoons salt 1" + index.to_bytes(4, "big"), "sha256")


def leaf_hash(index: int, card: str, salt: bytes) -> MerkleHash:
    return sha256_of_parts(b"tenmoons leaf 1", index.to_bytes(4, "big"), card.encode(), salt)


def parent_hash(left: MerkleHash, right: MerkleHash) -> MerkleHash:
    return sha256_of_parts(b"tenmoons node 1", left, right)


def seat_salt(secret: bytes, number: int) -> bytes:
    """Return the salt of a seat, 32 bytes."""
    return hmac.digest(secret, b"tenmoons seat salt 2" + number.to_bytes(4, "big"), "sha256")


def seat_digest(number: int, name: str, salt: bytes) -> MerkleHash:
    """Return the digest of a seat with the name at the deal."""
    return sha256_of_parts(b"tenmoons seat 2", number.to_bytes(4, "big"), name.encode(), salt)


def setup_digest(players: int, rounds: Iterable[tuple[int, str]], seats: Iterable[MerkleHash]) -> MerkleHash:
    """Return the digest of players, packet size and direction of each round, and who sits where."""
    each = (part for packet, direction in rounds for part in (packet.to_bytes(4, "big"), direction.encode()))
    return sha256_of_parts(b"tenmoons setup 2", players.to_bytes(4, "big"), *each, *seats)


def way_digest(way: str, players: int, seats: Iterable[MerkleHash]) -> MerkleHash:
    """Return the digest of a set-up without rounds: the way of sharing the cards, and who sits where."""
    return sha256_of_parts(b"tenmoons setup 3", way.encode(), players.to_bytes(4, "big"), *seats)


def commitment_root(table: str, size: int, top: MerkleHash, setup: MerkleHash = b"") -> MerkleHash:
    """Return the commitment; with an empty `setup`, an older draft’s."""
    if not setup:
        return sha256_of_parts(b"tenmoons root 1", table.encode(), size.to_bytes(4, "big"), top)
    return sha256_of_parts(b"tenmoons root 2", table.encode(), size.to_bytes(4, "big"), setup, top)


def tree_levels(leaves: Sequence[MerkleHash]) -> list[list[MerkleHash]]:
    """Return the levels of the tree, from the leaves to the last level, which only has the top."""
    rows = [list(leaves)]
    while len(rows[-1]) > 1:
        below = rows[-1]
        above = [parent_hash(below[index], below[index + 1]) for index in range(0, len(below) - 1, 2)]
        rows.append(above + below[len(above) * 2 :])
    return rows


def merkle_tree_of(order: Sequence[str], secret: bytes) -> Sequence[Sequence[MerkleHash]]:
    return tree_levels([leaf_hash(index, card, leaf_salt(secret, index)) for index, card in enumerate(order)])


def shuffle_commitment(table: str, order: Sequence[str], secret: bytes, setup: MerkleHash = b"") -> str:
    """Return the commitment to the order of all cards and the set-up, in 64 hexadecimal digits."""
    return commitment_root(table, len(order), merkle_tree_of(order, secret)[-1][0], setup).hex()


def merkle_path(tree: Sequence[Sequence[HexOrBytes]], index: int) -> tuple[HexOrBytes, ...]:
    """Return the neighbours on the path from a leaf to the top: bytes or digits, as in the tree."""
    steps = list[HexOrBytes]()
    for level in tree[:-1]:
        beside = index ^ 1
        if beside < len(level):
            steps.append(level[beside])
        index //= 2
    return tuple(steps)


def root_from_path(start: MerkleHash, index: int, size: int, way: Sequence[MerkleHash]) -> MerkleHash | None:
    """Return the top that a leaf’s path leads to; None if the path has the wrong length."""
    at, rest = start, list(way)
    while size > 1:
        if index ^ 1 < size:
            if not rest:
                return None
            beside = rest.pop(0)
            at = parent_hash(beside, at) if index % 2 else parent_hash(at, beside)
        index, size = index // 2, (size + 1) // 2
    return None if rest else at
