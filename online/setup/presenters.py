"""What the pages show on which a game is started or accepted."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.identity import person_of
from cards.core.facts import CardFacts
from common.links import absolute_url
from online.games.services import FRIEND
from online.models import Game, GameSeat
from online.setup.forms import LEVEL_LABELS, DeckForm, NewGameForm
from online.setup.offered_decks import chosen_deck, own_decks, published_decks


def new_game_context(
    request: HttpRequest, form: NewGameForm | None = None, *, filled: str = "computer"
) -> dict[str, object]:
    """Return the context of a new game; `filled` is the button that stands out, empty if another does."""
    level = request.GET.get("level", "")
    if form is None:
        known = level in LEVEL_LABELS and level != FRIEND
        form = NewGameForm(initial={"level": level if known else "club"}, person=person_of(request))
    context = deck_context(request, form)
    if not form.is_bound:
        form.initial |= context["deck"].terms
    return {"level": level, "filled": FRIEND if filled and level == FRIEND else filled} | context


def deck_context(request: HttpRequest, form: DeckForm, *others: CardFacts) -> dict[str, Any]:
    """Return the chosen deck and those that can take its place, and the cards that aren't played with their whole text.

    `others` are such cards of the other deck.
    """
    person = person_of(request)
    own = own_decks(person)
    given = (f"{kind}:{request.GET[kind]}" for kind in ("deck", "people") if kind in request.GET)
    deck = chosen_deck(form["deck"].value() or next(given, ""), person, own)
    groups = ((_("My decks"), own), (_("Decks of the peoples"), published_decks()))
    return {
        "form": form,
        "deck": deck,
        "deck_groups": [group for group in groups if group[1]],
        "in_part": list(dict.fromkeys((*deck.in_part, *others))),
    }


def terms_in_words(game: Game) -> str:
    """Return the terms of a game in one line: edition, clock, and what else is agreed."""
    more = (field.verbose_name for field in game._meta.fields if getattr(game, field.name) is True)
    terms = (game.get_edition_display(), game.get_clock_display(), *more)
    return " · ".join(str(term) for term in terms)


def waiting_context(request: HttpRequest, game: Game, seat: GameSeat) -> dict[str, object]:
    """Return the context of a game whose player waits for the other: a link, or in a match the opponent's name."""
    opponent = ""
    if game.match is not None:
        opponent = game.match.name_b if seat.name == game.match.name_a else game.match.name_a
    link = reverse("online:join", args=[game.key, game.join_key])
    return {
        "game": game,
        "seat": seat,
        "terms": terms_in_words(game),
        "opponent": opponent,
        "link": "" if opponent else absolute_url(request, link),
    }
