"""Local network: the private addresses of this machine, a QR code for the terminal, and whether a port can be used."""

import errno
import ipaddress
import socket
from io import StringIO

import segno

ALL_INTERFACES = "0.0.0.0"
# Nothing is sent there; the system only says from which of its addresses it would reach each.
_PROBE_ADDRESSES = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")


def private_addresses() -> list[str]:
    """Return this machine’s private IPv4 addresses, that of its default route first; empty without a network."""
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


def listening_problem(host: str, port: int) -> str:
    """Return why this machine can’t listen at an address, with what to do; empty where it can.

    >>> listening_problem("127.0.0.1", 80000)
    'Port 80000 doesn’t exist. Choose one from 1 to 65535 with --port.'
    """
    if not 0 < port < 2**16:
        return f"Port {port} doesn’t exist. Choose one from 1 to 65535 with --port."
    try:
        for family, kind, protocol, _name, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
            with socket.socket(family, kind, protocol) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return f"Another program is using port {port}. Choose another one: --port {port % (2**16 - 1) + 1}"
        if error.errno == errno.EACCES:
            return f"You can’t use port {port} ({error.strerror}). Choose one from 1024 up: --port 8000"
        return f"This machine can’t listen at {host} ({error.strerror}). Choose one of its addresses with --host."
    return ""


def url_at(host: str, port: int) -> str:
    """Return the URL of an address of this machine; for all addresses, that of this machine alone.

    >>> url_at("0.0.0.0", 8000), url_at("::", 8000), url_at("2001:db8::1", 80)
    ('http://127.0.0.1:8000', 'http://[::1]:8000', 'http://[2001:db8::1]:80')
    """
    host = {ALL_INTERFACES: "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
