"""Picture of a link to a season: its champion, or else the group and its number of matches."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from cards.catalogue.queries import catalogue
from cards.pictures.link_pictures import leaders_of, row_answer, some_leaders
from matches.groups.encounters import encounters_of
from matches.groups.queries import champions
from matches.play.queries import get_group


@require_safe
def link_picture(request: HttpRequest, key: str) -> HttpResponse:
    """Draw the season named by `?season=`, or the last finished one."""
    group, season_key = get_group(key), request.GET.get("season", "")
    members = list(group.members.all())
    played, cards = encounters_of(group, members=members), catalogue()
    ended = champions(group, played, members, timezone.localdate())
    champion = next((each for each in ended if season_key in ("", each.season.key)), None)
    if champion is None:
        text = ngettext("%(count)d match", "%(count)d matches", len(played)) % {"count": len(played)}
        return row_answer(some_leaders(cards, group.key), group.name, text)
    names = ", ".join(line.name for line in champion.lines)
    faces = leaders_of(cards, [line.people for line in champion.lines])
    return row_answer(faces or some_leaders(cards, group.key), names, f"{champion.season.name} · {group.name}")
