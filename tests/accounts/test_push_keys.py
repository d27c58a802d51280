"""The key of the sender of push messages, and their encryption by the example of the standard."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from django.conf import LazySettings
from django.core.exceptions import ImproperlyConfigured

from accounts.push import vapid
from accounts.push.delivery import encrypt_for_browser
from tests.push_service import base64url, unbase64url


def written(key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey, encoding: Encoding) -> bytes:
    return key.private_bytes(encoding, PrivateFormat.PKCS8, NoEncryption())


def test_a_key_is_taken_in_every_way_it_is_written(settings: LazySettings) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    point = base64url(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    number = key.private_numbers().private_value.to_bytes(32, "big")
    for text in (base64url(number), base64url(written(key, Encoding.DER)), written(key, Encoding.PEM).decode()):
        settings.VAPID_KEY = text
        assert vapid.vapid_public_key() == point


@pytest.mark.parametrize(
    "text",
    [
        "no key",
        base64url(bytes(32)),
        base64url(b"x" * 31),
        written(ec.generate_private_key(ec.SECP384R1()), Encoding.PEM).decode(),
        written(rsa.generate_private_key(65537, 2048), Encoding.PEM).decode(),
    ],
    ids=["words", "zero", "short", "another curve", "RSA"],
)
def test_what_is_no_key_of_the_curve_stops_with_a_sentence(settings: LazySettings, text: str) -> None:
    settings.VAPID_KEY = text
    with pytest.raises(ImproperlyConfigured, match="VAPID_KEY is no key"):
        vapid.vapid_public_key()


def test_a_message_is_encrypted_as_the_standard_shows() -> None:
    """The example of RFC 8291, appendix A."""
    number = int.from_bytes(unbase64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    sent = encrypt_for_browser(
        b"When I grow up, I want to be a watermelon",
        point=unbase64url("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        secret=unbase64url("BTBZMqHH6r4Tts7J_aSIgg"),
        sender=ec.derive_private_key(number, ec.SECP256R1()),
        salt=unbase64url("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert base64url(sent) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
        "jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
