"""Static files that were collected after a process had started."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import RequestFactory

from tenmoons.serving.static_storage import CollectedFiles, GzippedManifestStorage


@pytest.mark.django_db  # the end of an answer looks after connections
def test_a_process_finds_files_that_were_collected_after_its_start(
    tmp_path: Path, settings: LazySettings, rf: RequestFactory
) -> None:
    settings.STATIC_ROOT, settings.WHITENOISE_AUTOREFRESH, settings.WHITENOISE_USE_FINDERS = tmp_path, False, False
    storage = GzippedManifestStorage(location=tmp_path, base_url="/static/")
    serves = CollectedFiles(lambda request: HttpResponse(status=404))
    with pytest.raises(ValueError, match=r"a\.css"):
        storage.url("a.css")
    assert serves(rf.get("/static/a.1.css")).status_code == 404
    (tmp_path / "a.1.css").write_text("body {}")
    (tmp_path / storage.manifest_name).write_text(json.dumps({"paths": {"a.css": "a.1.css"}, "version": "1.1"}))
    assert storage.url("a.css") == "/static/a.1.css"
    found = serves(rf.get("/static/a.1.css"))
    found.close()
    assert found.status_code == 200
    assert serves(rf.get("/static/../secret_key")).status_code == 404
