# Python 3.9 or later, standard library only.
import base64
import hashlib
import hmac
import json
import time

TOLERANCE_SECONDS = 5 * 60


def verify_webhook(secret: str, headers: dict, body: bytes) -> dict:
    """Returns the event. Raises ValueError when the message is not from the registry, or is too old.

    secret: as the registry showed it, with whsec_ in front
    headers: by their names in small letters
    body: the bytes as they arrived, before anything parsed them
    """
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("The message is too old, or its clock is wrong.")

    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # Several while a secret is changed; one of them must be right.
    given = headers.get("webhook-signature", "").encode().split(b" ")
    if not any(hmac.compare_digest(expected, signature) for signature in given):
        raise ValueError("The signature does not match.")
    return json.loads(body)
