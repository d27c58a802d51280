"""Picture of a link to a draft: its peoples, which everybody may know, and no card that is dealt."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from cards.catalogue.queries import catalogue
from cards.games.labels import people_word
from cards.pictures.link_pictures import leaders_of, row_answer
from drafts.table.rows import load, setup_of


@require_safe
def link_picture(request: HttpRequest, key: str) -> HttpResponse:
    """The picture of a draft, the same before, during and after it."""
    draft = load(key).draft
    setup = setup_of(draft)
    players = ngettext("%(count)d player", "%(count)d players", setup.players) % {"count": setup.players}
    peoples = ", ".join(map(people_word, setup.peoples))
    said = f"{players} · {peoples}" if peoples else players
    return row_answer(leaders_of(catalogue(), setup.peoples), draft.name, said)
