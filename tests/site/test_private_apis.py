"""The private APIs of libraries that the site uses, each by name: an upgrade that changes one fails here first.

A digest is that of the source: where one differs, read what changed, check the module that is named, then accept it.
"""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows import login
from allauth.core.internal import ratelimit
from asgiref.sync import sync_to_async
from celery import Celery
from celery.beat import EmbeddedService
from celery.worker import WorkController
from channels_redis import pubsub, utils
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.core.handlers.asgi import ASGIHandler
from django.db import connection
from django.db.models import query
from django.http import FileResponse
from kombu.transport.memory import Channel
from reportlab.pdfgen.canvas import Canvas
from rest_framework.request import Request

from accounts.models import Person
from tests.packages import PACKAGES

# Who uses what: the module of the site, the owner, the names it needs there.
USED: list[tuple[str, object, tuple[str, ...]]] = [
    ("live.redis_layer", pubsub.RedisPubSubChannelLayer, ("_get_layer",)),
    ("live.redis_layer", pubsub.RedisSingleShardConnection, ("_do_receiving", "_ensure_receiver", "_ensure_redis")),
    ("live.redis_layer", pubsub.RedisSingleShardConnection, ("_receive_message",)),
    ("live.redis_layer", utils, ("_close_redis", "_wrap_close")),
    ("tenmoons.serving.one_thread_handler", ASGIHandler, ("read_body", "create_request", "send_response")),
    ("tenmoons.serving.one_thread_handler", ASGIHandler, ("load_middleware", "get_response", "chunk_size")),
    ("tenmoons.serving.one_thread_handler", FileResponse, ("block_size",)),
    ("tenmoons.serving.embedded_worker", Celery, ("WorkController",)),
    ("tenmoons.serving.embedded_worker", WorkController, ("start", "stop")),
    ("tenmoons.monitoring.task_metrics", Channel, ("queues",)),
    ("tenmoons.monitoring.trace", SessionBase, ("_get_session",)),
    ("accounts.adapter", DefaultAccountAdapter, ("_get_login_attempts_cache_key", "_rollback_login_failed_rl_usage")),
    ("accounts.adapter", ratelimit, ("consume",)),
    ("accounts.log_ins.services", login, ("get_authentication_records",)),
]
# What is overridden or repeated here, with the digest of the source that was read.
COPIED: list[tuple[str, Callable[..., Any], str]] = [
    ("live.redis_layer", pubsub.RedisPubSubChannelLayer._get_layer, "1862b87a25ac"),
    ("live.redis_layer", pubsub.RedisSingleShardConnection._do_receiving, "a822736dcb87"),
    ("live.redis_layer", pubsub.RedisSingleShardConnection._ensure_redis, "ba228d3cee71"),
    ("tenmoons.serving.one_thread_handler", ASGIHandler.handle, "98faeb5bef80"),
    ("tenmoons.serving.one_thread_handler", ASGIHandler.create_request, "5eae59c66960"),
]


# What only an instance has; the tests at the end of this module check it there.
OF_OBJECTS = {"_args", "_code", "_kwargs", "_layers", "_lock", "_prefetched_objects_cache", "_receive_task", "_request"}
# Names with an underscore that Django and Python document for everybody.
DOCUMENTED = {"_base_manager", "_meta", "_replace"}
ROOT = Path(__file__).resolve().parent.parent.parent
TAKEN = re.compile(r"""[\w\])]\.(_[a-z]\w*)|(?:get|has|set)attr\([^,]+, "(_\w+)\"""")
OWN = re.compile(r"""(?:def|class) (_\w+)|\b(_\w+)(?:: [^=\n]+)? = |\.(_\w+)(?=[^=\n(]*= )|\n    +(_\w+): |"(_\w+)\"""")


def test_every_private_name_of_a_library_is_named_here() -> None:
    files = [path for app in PACKAGES for path in (ROOT / app).rglob("*.py") if path.parent.name != "migrations"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    taken = {name for names in TAKEN.findall(text) for name in names if name}
    own = {name for names in OWN.findall(text) for name in names if name} | {path.stem for path in files}
    listed = {name for _module, _owner, names in USED for name in names} | OF_OBJECTS | DOCUMENTED
    assert taken - own - listed == set()


@pytest.mark.parametrize(("module", "owner", "names"), USED)
def test_what_a_module_uses_is_there(module: str, owner: object, names: tuple[str, ...]) -> None:
    missing = [name for name in names if not hasattr(owner, name)]
    assert not missing, f"{module} uses {missing} of {owner}"


@pytest.mark.parametrize(
    ("module", "function", "digest"), COPIED, ids=lambda argument: getattr(argument, "__qualname__", "")
)
def test_what_a_module_repeats_is_as_it_was_read(module: str, function: Callable[..., Any], digest: str) -> None:
    present = hashlib.sha256(inspect.getsource(function).encode()).hexdigest()[:12]
    assert present == digest, f"{function.__qualname__} has changed; compare {module}"


def test_the_arguments_of_the_embedded_worker_are_known() -> None:
    # WorkController accepts any keyword and passes it on, so an unknown one would be silently ignored.
    known = {
        *inspect.signature(WorkController.setup_defaults).parameters,
        *inspect.signature(WorkController).parameters,
    }
    assert {"pool_cls", "concurrency", "hostname"} <= known
    assert "max_interval" in inspect.signature(EmbeddedService).parameters
    assert "kwargs.pop('thread'" in inspect.getsource(EmbeddedService)


async def test_the_state_of_a_connection_has_the_names_that_are_reset() -> None:
    layer = pubsub.RedisPubSubChannelLayer(hosts=["redis://127.0.0.1:1/0"])
    loop_layer = layer._get_layer()
    shard = loop_layer._shards[0]
    assert asyncio.get_running_loop() in layer._layers
    assert {"_lock", "_redis", "_pubsub", "_receive_task", "_subscribed_to", "host", "channel_layer"} <= set(
        vars(shard)
    )
    assert hasattr(layer, "_args") and hasattr(layer, "_kwargs") and hasattr(loop_layer, "channels")


@pytest.mark.django_db
async def test_a_loaded_session_keeps_its_account_where_the_log_looks() -> None:
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    await sync_to_async(session.__setitem__)(SESSION_KEY, "7")
    assert session._session_cache[SESSION_KEY] == "7"  # type: ignore[attr-defined]
    assert SESSION_KEY == "_auth_user_id"


def test_a_request_of_the_api_has_its_own_request_inside(rf: Any) -> None:
    plain = rf.get("/")
    assert Request(plain)._request is plain


def test_a_row_knows_what_was_read_with_it() -> None:
    assert Person()._state.fields_cache == {}
    assert "_prefetched_objects_cache" in inspect.getsource(query.prefetch_one_level)


def test_a_connection_takes_wrappers_and_knows_how_a_moment_is_stored(db: None) -> None:
    assert isinstance(connection.execute_wrappers, list)
    assert callable(connection.ops.adapt_datetimefield_value)


def test_a_canvas_holds_its_page_as_a_list_of_operators() -> None:
    canvas = Canvas("unused.pdf")
    canvas.drawString(0, 0, "Roland")
    assert any("Roland" in line for line in canvas._code)  # type: ignore[attr-defined]
