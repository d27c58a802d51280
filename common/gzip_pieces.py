"""Gzip files joined of pieces that were compressed before: what is the same for all is compressed once."""

import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

_HEAD, _END = b"\x1f\x8b\x08\0\0\0\0\0\0\xff", b"\x03\0"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a file: compressed up to the edge of a byte, so that another can follow, its checksum and its size."""

    packed: bytes
    checksum: int
    size: int


def piece_of(text: bytes, level: int = 6) -> Piece:
    """A piece of its own; at level 0 as it stands, so that its length tells nothing of what stands beside it."""
    packer = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    return Piece(packer.compress(text) + packer.flush(zlib.Z_FULL_FLUSH), zlib.crc32(text), len(text))


def gzip_of(pieces: Iterable[Piece]) -> bytes:
    """The file of all pieces, one after the other."""
    parts, checksum, size = [_HEAD], 0, 0
    for piece in pieces:
        # A checksum of two texts is that of the second, changed as the first one's is by as many zeros.
        zeros = bytes(piece.size)
        checksum = zlib.crc32(zeros, checksum) ^ zlib.crc32(zeros) ^ piece.checksum
        size += piece.size
        parts.append(piece.packed)
    return b"".join([*parts, _END, struct.pack("<LL", checksum, size)])
