"""Web Push, by the example of RFC 8291, and signatures that a service would accept."""

import os

import http_ece
import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from herald.push import CURVE, PushKey, decoded, encoded, encrypted

TEXT = b"When I grow up, I want to be a watermelon"
BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
OURS = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decoded(text), "big"), CURVE)


def test_a_message_is_that_of_the_rfc() -> None:
    assert encoded(encrypted(TEXT, BROWSER, AUTH, decoded(SALT), private(OURS))) == BODY


def test_no_two_messages_are_alike() -> None:
    assert encrypted(TEXT, BROWSER, AUTH) != encrypted(TEXT, BROWSER, AUTH)


@pytest.mark.parametrize("key", ["", "AAAA", BROWSER[:-4], "A" + BROWSER[1:]])
def test_what_is_no_key_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        encrypted(TEXT, key, AUTH)


def test_a_service_can_verify_who_sends() -> None:
    """By another library for JSON Web Tokens."""
    key = PushKey(ec.generate_private_key(CURVE), "mailto:ops@example.org")
    sent = key.headers("https://push.example.com", "M" * 22, 1_800_000_000)
    scheme, _, rest = sent["Authorization"].partition(" ")
    parts = dict(each.strip().split("=", 1) for each in rest.split(","))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(parts["k"]))
    claims = jwt.decode(
        parts["t"],
        public,
        ["ES256"],
        audience="https://push.example.com",
        options={"verify_exp": False},
    )
    assert scheme == "vapid"
    assert claims == {
        "aud": "https://push.example.com",
        "exp": 1_800_043_200,
        "sub": "mailto:ops@example.org",
    }
    assert (sent["Topic"], sent["TTL"], sent["Content-Encoding"]) == (
        "M" * 22,
        "86400",
        "aes128gcm",
    )


def test_another_library_reads_what_a_browser_would() -> None:
    browser = ec.generate_private_key(CURVE)
    form = serialization.PublicFormat.UncompressedPoint
    public = browser.public_key().public_bytes(serialization.Encoding.X962, form)
    for length in (0, 1, 70, 3000):
        text = os.urandom(length)
        body = encrypted(text, encoded(public), AUTH)
        assert http_ece.decrypt(body, private_key=browser, auth_secret=decoded(AUTH)) == text


def test_a_key_of_another_curve_is_refused() -> None:
    pem = ec.generate_private_key(ec.SECP384R1()).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    with pytest.raises(ValueError, match="P-256"):
        PushKey.load(pem, "mailto:ops@example.org")
