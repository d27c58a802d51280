"""Static files: those collected after a process had started, and styles and scripts as they are sent."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.files.storage import FileSystemStorage
from django.http import HttpResponse
from django.test import RequestFactory

from tenmoons.serving.static_storage import CollectedFilesMiddleware, GzippedManifestStorage, minify_file


@pytest.mark.django_db  # the end of an answer closes connections
def test_a_process_finds_files_that_were_collected_after_its_start(
    tmp_path: Path, settings: LazySettings, rf: RequestFactory
) -> None:
    settings.STATIC_ROOT, settings.WHITENOISE_AUTOREFRESH, settings.WHITENOISE_USE_FINDERS = tmp_path, False, False
    storage = GzippedManifestStorage(location=tmp_path, base_url="/static/")
    serves = CollectedFilesMiddleware(lambda request: HttpResponse(status=404))
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


def test_a_named_file_is_without_what_only_people_read_and_the_written_one_stays(tmp_path: Path) -> None:
    written = {
        "css/a.css": '/* Why. */\n.a > .b,\n.c {\n  color: red;\n  content: "? ";\n}\n',
        "js/a.js": "// Why.\nif (a)\n  /* One\n     more. */\n  say(`http://${b}`); // here\n",
        "admin/a.js": "  // Not ours.\n",
    }
    for name, text in written.items():
        for folder in ("source", "made"):  # the second is what was copied before the names are assigned
            (tmp_path / folder / name).parent.mkdir(parents=True)
            (tmp_path / folder / name).write_text(text)
    source, storage = FileSystemStorage(tmp_path / "source"), GzippedManifestStorage(tmp_path / "made", "/static/")
    list(storage.post_process({name: (source, name) for name in written}))
    assert (tmp_path / "made" / "js" / "a.js").read_text() == written["js/a.js"]
    made = {name: (tmp_path / "made" / storage.hashed_files[name]).read_text() for name in written}
    assert made == {
        "css/a.css": '.a>.b,.c{color:red;content:"? "}',
        "js/a.js": "if(a)\nsay(`http://${b}`);",
        "admin/a.js": written["admin/a.js"],
    }


@pytest.mark.parametrize("path", [*Path("static/css").rglob("*.css"), *Path("static/js").rglob("*.js")], ids=str)
def test_no_text_in_a_style_or_script_is_changed(path: Path) -> None:
    written = path.read_text()
    sent = minify_file(path.name, written)
    texts = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|url\([^)]*\)|(?<=[(,=:])/(?:[^/\\\n]|\\.)+/')
    assert len(sent) < len(written)
    assert [text for text in texts.findall(sent) if text not in written] == []
