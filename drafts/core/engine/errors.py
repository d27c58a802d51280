"""Errors of picks: each says which rule stands against the pick, none says anything of another's card."""

from common.errors import Conflict, Missing


class NoSuchSeat(Missing):
    """There is no such seat at this table."""


class NotYourPacket(Conflict):
    """The pick answers another packet than the one in front of the seat (DRAFT-07)."""


class NotInPacket(Conflict):
    """The card is not in the packet in front of the seat (DRAFT-06)."""


class AlreadyPicked(Conflict):
    """The seat has kept a card of this packet and waits until all have (DRAFT-19)."""


class DraftOver(Conflict):
    """Everything has been dealt and kept (DRAFT-11)."""


class NoPacketYet(Conflict):
    """The seat waits for a packet to be passed to it (DRAFT-19, flow queued)."""
