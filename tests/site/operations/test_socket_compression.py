"""Messages to browsers: long ones are compressed, short ones go out as they are."""

from __future__ import annotations

from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.frames import Frame, Opcode

from tenmoons.serving.socket_compression import MIN_COMPRESSED_BYTES, LongMessagesFactory


def pair() -> tuple[PerMessageDeflate, PerMessageDeflate]:
    """The two ends of a connection whose browser offers what Chromium offers."""
    answered, server = LongMessagesFactory().process_request_params([("client_max_window_bits", None)], [])
    client = ClientPerMessageDeflateFactory(client_max_window_bits=True).process_response_params(answered, [])
    return server, client


def test_long_messages_are_compressed_and_short_ones_are_not_in_any_order() -> None:
    server, client = pair()
    for length in (MIN_COMPRESSED_BYTES - 1, MIN_COMPRESSED_BYTES, 5, 3_000, 0, 3_000):
        sent = server.encode(Frame(Opcode.TEXT, b"pick" * (length // 4) + b"s" * (length % 4)))
        assert sent.rsv1 is (length >= MIN_COMPRESSED_BYTES)
        assert len(sent.data) <= length
        received = client.decode(sent)
        assert (len(received.data), received.rsv1) == (length, False)


def test_what_a_browser_compresses_is_read_whatever_its_length() -> None:
    server, client = pair()
    for text in (b"{}", b'{"want":"changes"}', b"x" * 3_000):
        assert server.decode(client.encode(Frame(Opcode.TEXT, text)), max_size=4_000).data == text
