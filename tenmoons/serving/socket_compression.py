"""Socket compression: messages to browsers that are short go out as they are.

Compressing a message gives up the interpreter twice. Where pages are drawn at the same moment the event loop then waits
for them each time, six times for one pick of a table of six, for a message that would be a hundred bytes shorter.
Leaving single messages uncompressed is part of permessage-deflate (RFC 7692, 6.1).
"""

from collections.abc import Sequence

from uvicorn.protocols.websockets import websockets_sansio_impl
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

# What somebody has picked takes 100 to 200 bytes, a packet with a hand 300 to 2,000.
MIN_COMPRESSED_BYTES = 256


class LongMessagesDeflate(PerMessageDeflate):
    """permessage-deflate of one connection that compresses only messages of MIN_COMPRESSED_BYTES and more."""

    def __init__(self, deflate: PerMessageDeflate) -> None:
        self._deflate = deflate

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        """A frame as it was received."""
        return self._deflate.decode(frame, max_size=max_size)

    def encode(self, frame: Frame) -> Frame:
        """The frame as it is sent."""
        return frame if frame.fin and len(frame.data) < MIN_COMPRESSED_BYTES else self._deflate.encode(frame)


class LongMessagesFactory(ServerPerMessageDeflateFactory):
    """Negotiates as the library does."""

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """Answer what the browser offers."""
        answered, deflate = super().process_request_params(params, accepted_extensions)
        return answered, LongMessagesDeflate(deflate)


def compress_long_messages_only() -> None:
    """From now on, for every socket of this process."""
    websockets_sansio_impl.ServerPerMessageDeflateFactory = LongMessagesFactory  # type: ignore[attr-defined]
