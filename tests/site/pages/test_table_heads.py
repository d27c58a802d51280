"""The heads of tables: texts on the left, figures on the right."""

from __future__ import annotations

from django.template import Context, Template


def test_columns_of_figures_are_marked_and_heads_are_escaped() -> None:
    page = Template('{% column_heads 1 "Who" points %}').render(Context({"points": "<i>"}))
    assert page == '<thead><tr><th scope="col">Who</th><th scope="col" class="r">&lt;i&gt;</th></tr></thead>'
