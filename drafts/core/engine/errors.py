"""Errors of picks. None of them reveals anything about another seat’s cards."""

from common.errors import Conflict, Missing


class NoSuchSeat(Missing):
    """The draft has no seat of that number."""


class NotYourPacket(Conflict):
    """The pick is for another packet than the one in front of the seat (DRAFT-07)."""


class NotInPacket(Conflict):
    """The card is not in the packet in front of the seat (DRAFT-06)."""


class AlreadyPicked(Conflict):
    """The seat has already picked from this packet (DRAFT-19)."""


class DraftOver(Conflict):
    """All picks have been made (DRAFT-11)."""


class NoPacketYet(Conflict):
    """The seat is waiting for a packet (DRAFT-19, when packets queue)."""
