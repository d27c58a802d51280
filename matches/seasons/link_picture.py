"""Picture of a link to a season: its name and how much was played."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from cards.catalogue.queries import catalogue
from cards.pictures.link_pictures import row_answer, some_leaders
from matches.groups.encounters import encounters_of
from matches.play.queries import get_group


@require_safe
def link_picture(request: HttpRequest, key: str) -> HttpResponse:
    """The picture of a group's season."""
    group = get_group(key)
    played = len(encounters_of(group))
    said = ngettext("%(count)d match", "%(count)d matches", played) % {"count": played}
    return row_answer(some_leaders(catalogue(), group.key), group.name, said)
