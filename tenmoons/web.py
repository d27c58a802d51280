"""A web process of several, `python -m tenmoons.web --port 8001`: uvicorn with what the site needs.

It takes uvicorn’s options, such as `--host` and `--forwarded-allow-ips`; the last one given counts.
"""

import sys

from click import IntRange
from uvicorn.main import main

# Maximum bytes of an uncompressed WebSocket message; uvicorn would accept 16 MB.
MAX_SOCKET_MESSAGE_BYTES = 16_384
CONNECTION_CLASS = "tenmoons.serving.connection:MeteredClientConnection"
UVICORN_OPTIONS = (
    f"tenmoons.asgi:application --http {CONNECTION_CLASS} --proxy-headers --lifespan off --timeout-graceful-shutdown 10"
    f" --ws-max-size {MAX_SOCKET_MESSAGE_BYTES}"
)

if __name__ == "__main__":
    # Uvicorn would load the site first, fail, and then wait for its threads.
    [port] = [option for option in main.params if option.name == "port"]
    port.type = IntRange(0, 65535)
    main([*UVICORN_OPTIONS.split(), *sys.argv[1:]])
