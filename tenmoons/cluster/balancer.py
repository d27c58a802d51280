"""One address for several web processes, as a reverse proxy gives: `python -m tenmoons.cluster.balancer PORT TO TO …`.

Connections go to the processes in turn; one that does not answer is passed over, and while none does, a connection
waits a little. Bytes are handed through unread, so sockets pass as pages do. Loopback only, for one machine; on a
server this is the work of the reverse proxy (deploy/).
"""

from __future__ import annotations

import asyncio
import itertools
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

HOST = "127.0.0.1"
# How long a connection waits for a web process to come back, in seconds.
PATIENCE = 10.0
_SORRY = b"No web process of the site answers just now. Try again in a moment.\n"
UNAVAILABLE = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nConnection: close\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\nContent-Length: " + str(len(_SORRY)).encode() + b"\r\n\r\n" + _SORRY
)
Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Balancer:
    """Hands connections on."""

    def __init__(self, ports: Sequence[int], *, patience: float = PATIENCE) -> None:
        self.ports = ports
        self.patience = patience
        self._turn = itertools.count()
        self._open: set[asyncio.Task[None]] = set()

    async def listen(self, port: int) -> asyncio.Server:
        """Begin to take connections."""
        return await asyncio.start_server(self._arrived, HOST, port)

    def _arrived(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            found = await self._found()
            if found is None:
                writer.write(UNAVAILABLE)
                await writer.drain()
                return
            await self._joined((reader, writer), found)
        except (OSError, asyncio.IncompleteReadError):
            pass  # one of the two has gone; the other is told by its end
        finally:
            writer.close()

    async def _found(self) -> Stream | None:
        """A line to a process that takes connections; None when for long none does."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self.patience
        while True:
            first = next(self._turn)
            for step in range(len(self.ports)):
                with suppress(OSError):
                    return await asyncio.open_connection(HOST, self.ports[(first + step) % len(self.ports)])
            if loop.time() >= until:
                return None
            await asyncio.sleep(0.1)

    async def _joined(self, one: Stream, other: Stream) -> None:
        """Carry both ways until both have ended."""
        try:
            await asyncio.gather(_carry(one[0], other[1]), _carry(other[0], one[1]))
        finally:
            other[1].close()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    with suppress(OSError, RuntimeError):
        writer.write_eof()


async def main(port: int, ports: Sequence[int]) -> None:
    """Serve until told to end."""
    server = await Balancer(ports).listen(port)
    ended = asyncio.Event()
    for one in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(one, ended.set)
    async with server:
        await ended.wait()
        server.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), [int(one) for one in sys.argv[2:]]))
