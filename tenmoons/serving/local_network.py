"""Local network: the private addresses of this machine, a QR code for the terminal, and whether a port is free."""

import ipaddress
import socket
from io import StringIO

import segno

# Nothing is sent there; the system only says from which of its addresses it would reach each.
_PROBE_ADDRESSES = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")


def private_addresses() -> list[str]:
    """Return this machine's private IPv4 addresses, that of its usual route first; empty without a network."""
    addresses: list[str] = []
    for probe in _PROBE_ADDRESSES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            try:
                line.connect((probe, 9))
            except OSError:
                continue
            addresses.append(str(line.getsockname()[0]))
    return [address for address in dict.fromkeys(addresses) if is_shareable_address(address)]


def is_shareable_address(address: str) -> bool:
    """Return whether others in the same network, and nobody outside, can open an address.

    >>> is_shareable_address("192.168.1.20"), is_shareable_address("127.0.0.1"), is_shareable_address("93.184.216.34")
    (True, False, False)
    """
    parsed = ipaddress.ip_address(address)
    return parsed.is_private and not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)


def terminal_qr(url: str) -> str:
    """Return a QR code in half blocks, about 15 lines high."""
    out = StringIO()
    segno.make(url, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()


def is_port_in_use(host: str, port: int) -> bool:
    """Return whether another program listens at an address."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return True
    return False
