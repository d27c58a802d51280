"""Devices: name of browser and system, and the network without its last part; pure."""

import ipaddress

# The first match decides: browsers also name others in their header.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("FxiOS", "Firefox"),
    ("Firefox", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
    ("curl", "curl"),
    ("Python", "Python"),
    ("python", "Python"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
IPV4_BITS, IPV6_BITS = 24, 48


def device_of(user_agent: str) -> tuple[str, str]:
    """Return browser and system; "" for an unknown one.

    >>> device_of("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0")
    ('Firefox', 'Linux')
    >>> device_of("curl/8.5.0")
    ('curl', '')
    """
    browser = next((name for word, name in BROWSERS if word in user_agent), "")
    system = next((name for word, name in SYSTEMS if word in user_agent), "")
    return browser, system


def network_of(address: str) -> str:
    """Return the network of an IP address; "" for anything else.

    >>> network_of("203.0.113.77"), network_of("2001:db8:1:2::7"), network_of("nowhere")
    ('203.0.113.0/24', '2001:db8:1::/48', '')
    """
    try:
        ip_address = ipaddress.ip_address(address)
    except ValueError:
        return ""
    bits = IPV4_BITS if ip_address.version == 4 else IPV6_BITS
    return str(ipaddress.ip_network((ip_address, bits), strict=False))
