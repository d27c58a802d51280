"""Picture of a link to an event: its name, day and place, how many play, at its end the winner."""

from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from cards.catalogue.queries import catalogue
from cards.pictures.link_pictures import row_answer, some_leaders
from matches.events.queries import recent_view
from matches.models import Event


@require_safe
def link_picture(request: HttpRequest, key: str) -> HttpResponse:
    view = recent_view(key)
    event = view.event
    if event.status == Event.Status.FINISHED and view.champion:
        text = _("Winner: %(name)s") % {"name": view.champion.name}
    else:
        players = len(view.players)
        parts = [
            date_format(event.first_day) if event.first_day else "",
            event.venue,
            ngettext("%(count)d player", "%(count)d players", players) % {"count": players} if players else "",
        ]
        text = " · ".join(part for part in parts if part) or str(event.get_format_display())
    return row_answer(some_leaders(catalogue(), event.key), event.name, text)
