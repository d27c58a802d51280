"""What `drawonce` keeps depends on its values alone: names, keys and tokens of forms are each reader's own."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.utils.safestring import mark_safe
from django.utils.translation import override

from common.templatetags import draw_once

BLOCK = """{% load draw_once i18n %}{% drawonce ready=ready filled name=name key=key %}
  <form action="{% url "drafts:detail" key %}">{% csrf_token %}
    {{ name }} {% if ready %}{% translate "ready" %}{% endif %}{{ secret|default:"" }}</form>
{% enddrawonce %}"""


def drawn(template: Template, **given: object) -> str:
    return template.render(Context({"ready": True, "name": "Roland", "key": "one", "csrf_token": "first"} | given))


def test_texts_and_tokens_are_filled_in_for_each_reader_and_nothing_else_of_them_is_there() -> None:
    template = Template(BLOCK)
    first = drawn(template, secret="of the first reader")
    assert 'action="/drafts/one/"' in first
    assert 'value="first"' in first
    assert "Roland ready" in first
    assert "of the first reader" not in first
    second = drawn(template, name="<b>Elinor", key="two", csrf_token="second")
    assert second == first.replace("/one/", "/two/").replace('"first"', '"second"').replace("Roland", "&lt;b&gt;Elinor")


def test_each_value_and_each_language_is_drawn_for_itself() -> None:
    template = Template(BLOCK)
    assert "ready" in drawn(template)
    assert "ready" not in drawn(template, ready=False)
    with override("de"):
        assert "bereit" in drawn(template)
    kind = Template("{% load draw_once %}{% drawonce text=text %}{{ text }}{% enddrawonce %}")
    assert kind.render(Context({"text": mark_safe("<i>")})) == "<i>"
    assert kind.render(Context({"text": "<i>"})) == "&lt;i&gt;"


def test_it_is_drawn_once() -> None:
    drawings = []

    class Counted:
        def __str__(self) -> str:
            drawings.append(1)
            return "drawn"

    template, counted = Template("{% load draw_once %}{% drawonce a=a %}{{ a }}{% enddrawonce %}"), Counted()
    assert [template.render(Context({"a": counted})) for _time in range(3)] == ["drawn"] * 3
    assert len(drawings) == 1


def test_where_choices_are_many_the_oldest_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_once, "MAX_CACHED_MARKUPS", 2)
    drawings: list[int] = []

    class Counted:
        def __init__(self, number: int) -> None:
            self.number = number

        def __str__(self) -> str:
            drawings.append(self.number)
            return str(self.number)

    template = Template("{% load draw_once %}{% drawonce a=a %}{{ a }}{% enddrawonce %}")
    first, second, third = Counted(1), Counted(2), Counted(3)
    values = (first, second, second, third, third, second, first)
    assert [template.render(Context({"a": value})) for value in values] == ["1", "2", "2", "3", "3", "2", "1"]
    assert drawings == [1, 2, 3, 1]


def test_a_name_without_a_value_has_that_of_the_page() -> None:
    template = Template("{% load draw_once %}{% drawonce look filled name %}{{ look }} {{ name }}{% enddrawonce %}")
    assert template.render(Context({"look": "day", "name": "Roland"})) == "day Roland"


def test_words_without_a_name_are_refused() -> None:
    with pytest.raises(TemplateSyntaxError, match="names with their values"):
        Template("{% load draw_once %}{% drawonce 'look' %}{% enddrawonce %}")


def test_rows_are_drawn_each_with_its_texts_and_what_they_lack_is_of_the_page() -> None:
    line = "{{ place }} {% if won %}<b>{{ name }}</b>{% else %}{{ name }}{% endif %} {{ score }} {{ half }};"
    names = "{% fill name=each.who.name %}{% fill score=each.score|default:0 half=each.halves.1|add:each.more %}"
    block = "{% load draw_once %}{% draweach each in rows %}{% by won=each.won place %}"
    template = Template(f"{block}{names}{line}{{% enddraweach %}}")
    rows = [
        SimpleNamespace(who=SimpleNamespace(name="<Roland>"), won=True, score=5, halves=(2, 3), more=4),
        SimpleNamespace(who=None, won=False, score=mark_safe("<i>2</i>"), halves=(1, 1), more=0),
    ]
    assert drawn(template, rows=rows, place="1") == "1 <b>&lt;Roland&gt;</b> 5 7;1  <i>2</i> 1;"
    assert drawn(template, rows=[], place="1") == ""
