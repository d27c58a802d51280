"""Webhook delivery: one POST signed as Standard Webhooks say."""

import base64
from datetime import UTC, datetime

from standardwebhooks import Webhook

from common.outbound import http

ID = "webhook-id"
TIMESTAMP = "webhook-timestamp"
SIGNATURE = "webhook-signature"
SECRET_PREFIX = "whsec_"


def signed_headers(secret: str, body: bytes, *, notice: str, timestamp: datetime) -> dict[str, str]:
    """The three headers of Standard Webhooks. A secret without prefix is older than these; its bytes are the key."""
    if not secret.startswith(SECRET_PREFIX):
        secret = base64.b64encode(secret.encode()).decode()
    signature = Webhook(secret).sign(notice, timestamp, body.decode())
    return {ID: notice, TIMESTAMP: str(int(timestamp.timestamp())), SIGNATURE: signature}


def post(url: str, body: bytes, *, secret: str, notice: str) -> int:
    """Send it and return the status of the answer. Raises `PrivateAddress`, or `OSError` where nobody answers."""
    headers = signed_headers(secret, body, notice=notice, timestamp=datetime.now(UTC))
    return http.post(url, body, {"Content-Type": "application/json", **headers})
