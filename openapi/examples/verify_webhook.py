# Python 3.9 or later, standard library only.
import base64
import hashlib
import hmac
import json
import time

TOLERANCE_SECONDS = 5 * 60


def verify_webhook(secret: str, headers: dict, body: bytes) -> dict:
    """Returns the event. Raises ValueError if the message is not from the registry or is too old.

    secret: as the registry showed it, with whsec_ in front
    headers: with lowercase names
    body: the bytes exactly as they arrived, before any parsing
    """
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("The message is too old, or its clock is wrong.")

    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # Several while a secret is being changed; one must match.
    given = headers.get("webhook-signature", "").encode().split(b" ")
    if not any(hmac.compare_digest(expected, signature) for signature in given):
        raise ValueError("The signature does not match.")
    return json.loads(body)
