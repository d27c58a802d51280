"""Views: home, *Play*, the site search, the style guide, and files that browsers request at fixed URLs."""

import re
from datetime import timedelta
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.identity import person_of
from boards.shipped_lessons import shipped_lessons
from cards.catalogue.queries import all_data_versions, catalogue, current_catalogues
from cards.core.facts import CardFacts
from cards.core.rulings import RulingQuery
from cards.core.search import parse_query
from cards.models import GAME
from cards.rulings.presenters import answer_context, rule_or_ruling_url
from cards.rulings.queries import answer_ruling_query, cards_with_codes, current_rulings_book
from cards.rulings.services import save_unanswered_question
from cards.search.queries import find_cards, owned_copies_for
from cards.translations import reader_language
from common.links import is_loopback_request
from common.page_cache import cached_page
from decks.deck.queries import decks_matching_search
from drafts.table.queries import is_draft_code
from matches.events.calendar.queries import current_events, versions_of_upcoming_events
from matches.play.queries import demo_events, demo_groups, has_demo, running_events_of, top_groups_of_person
from online.setup.my_games import add_fight, finished_games, running_games
from online.setup.presenters import new_game_context
from tenmoons.demo.living_site import get_or_create_demo_draft
from tenmoons.help_site.search import GUIDE_DOCUMENTS, search_help_pages
from tenmoons.my_account.next_step import deck_to_play, next_steps_of, running_match
from tenmoons.pages.new import newest_for_home
from tenmoons.pages.today import todays_pick_context

# Read once per request, for the version of the page and for the reader’s own packet.
_VERSIONS_ATTRIBUTE = "_data_versions"
MAX_DEMO_ROWS = 3


def _home_page_versions(request: HttpRequest) -> tuple[object, ...] | None:
    """Return the versions of the home page’s data; None for a new visitor who sees the demo."""
    if person_of(request) is None and has_demo():
        return None
    versions = all_data_versions()
    setattr(request, _VERSIONS_ATTRIBUTE, versions)
    return timezone.localdate(), versions, versions_of_upcoming_events(), *newest_for_home()


def _hand_of_today_html(request: HttpRequest) -> str:
    """Render today’s packet for a reader who picks from it or has picked; nothing without a catalogue."""
    versions = {game: (number, digest) for game, number, digest in getattr(request, _VERSIONS_ATTRIBUTE, ())}
    context = todays_pick_context(request, catalogue(now=versions.get(GAME)))
    return render_to_string("drafts/_hand_of_today.html", context) if context["today"] else ""


def _own_part_of_home(request: HttpRequest) -> str:
    person = person_of(request)
    steps = [*next_steps_of(person)] or [*filter(None, [deck_to_play(person)])]
    own = {"steps": steps, "my_events": running_events_of(person), "my_clubs": top_groups_of_person(person)}
    return render_to_string("_own_home.html", own) if any(own.values()) else ""


@require_safe
@cached_page(_home_page_versions, first=_own_part_of_home, today=_hand_of_today_html)
def home_page(request: HttpRequest) -> HttpResponse:
    """Show the home page; a new visitor sees the demo, if there is one."""
    context: dict[str, object] = {"first_lesson": next(iter(shipped_lessons()))}
    if settings.SHARED_URL and is_loopback_request(request):
        # Only people at the machine itself need to tell others the address.
        context["shared_url"] = settings.SHARED_URL
    if person_of(request) is None and (groups := demo_groups()):
        context |= {"demo_groups": groups, "demo_events": demo_events()[: MAX_DEMO_ROWS - len(groups)]}
    context |= {"events_now": current_events(), "newest": newest_for_home()}
    own = {"own_part": _own_part_of_home(request), "hand_of_today": _hand_of_today_html(request)}
    return render(request, "home.html", context | own)


@require_safe
def play_page(request: HttpRequest) -> HttpResponse:
    """Show my running game or match, a new game, and everything that is played with real cards."""
    person = person_of(request)
    games, match = running_games(person), running_match(person)
    running = add_fight(games.pop(0)) if games and games[0].my_turn else None
    context = {
        "running": running,
        "other_games": games,
        "finished_games": finished_games(person),
        "match": match,
        "my_events": running_events_of(person),
        "my_clubs": top_groups_of_person(person),
        "events_now": current_events(),
    }
    new_game = new_game_context(request, filled="" if running or match else "computer")
    return render(request, "play.html", new_game | context)


@require_safe
def redirect_to_demo_draft(request: HttpRequest) -> HttpResponse:
    """Redirect to the demo’s draft with a free seat; 404 if there is no demo."""
    if not (key := get_or_create_demo_draft()):
        raise Http404
    return redirect("drafts:detail", key)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Serve `security.txt` (RFC 9116); 404 if SECURITY_CONTACT is not set."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    until = (timezone.now() + timedelta(days=180)).strftime("%Y-%m-%dT00:00:00Z")
    lines = [f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {until}", "Preferred-Languages: en, de"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def redirect_to_favicon(request: HttpRequest) -> HttpResponse:
    """Redirect a URL that browsers request on their own."""
    return redirect(static("img/moon.svg"), permanent=not settings.DEBUG)


# One card of each kind: shields and an icon, a leader, long text, no values, a gap in the catalogue.
SAMPLE_CARDS = ("Mutant 106", "Vulca 00", "Terrah 24", "Inter 404", "Hyla slot 1")
SAMPLE_CARDS_OF_OTHER_GAMES = 3
TOKENS = (
    "bg", "surface", "surface-2", "line", "edge", "text", "muted", "moon", "on-moon", "fire", "earth", "good", "bad",
    "warn",
)  # fmt: skip


class _SampleForm(forms.Form):
    name = forms.CharField(label="A field", help_text="What is asked for, in a sentence.")
    wrong = forms.RegexField(r"\d+", label="A field with a mistake")
    kind = forms.ChoiceField(label="A choice", choices=[("a", "One"), ("b", "Other")])
    text = forms.CharField(label="More lines", widget=forms.Textarea, required=False)
    agreed = forms.BooleanField(label="A tick", required=False)


@require_safe
def style_guide_page(request: HttpRequest) -> HttpResponse:
    games = current_catalogues()
    ours, other = games["bluemoon"], [book for game, book in games.items() if game != "bluemoon"]
    cards: list[CardFacts] = [ours[code] for code in SAMPLE_CARDS]
    cards += [card for book in other for card in list(book)[:SAMPLE_CARDS_OF_OTHER_GAMES]]
    form = _SampleForm({"name": "Roland", "wrong": "seven", "kind": "a"})
    return render(request, "help/style.html", {"cards": cards, "packet": cards[:3], "form": form, "tokens": TOKENS})


MAX_QUERY_LENGTH = 200
MAX_CARDS_FOUND, MAX_DECKS_FOUND, MAX_PLACES_FOUND = 8, 6, 4
# A key and an operator, which show that a query is a card search.
_CARD_CONDITION = re.compile(r"\w[:=<>!]|[<>=|]")


@require_safe
def site_search_page(request: HttpRequest) -> HttpResponse:
    """Show the site’s results for some words; the code of a draft redirects to it. A very long query is cut."""
    query = " ".join(request.GET.get("q", "").split())[:MAX_QUERY_LENGTH]
    if is_draft_code(code := query.replace(" ", "").lower()):
        return redirect("drafts:detail", code)
    if numbered := rule_or_ruling_url(query):
        return redirect(numbered)
    return render(request, "search.html", {"q": query} | (_search_context(request, query) if query else {}))


def _search_context(request: HttpRequest, query: str) -> dict[str, object]:
    """Return the answer, cards and decks for a query; cards come first if it is a name or has conditions."""
    reading = parse_query(query)
    cards = find_cards(reading, owned_copies_for(request, reading)).cards
    now, catalogues = current_rulings_book(), current_catalogues()
    question = "" if _CARD_CONDITION.search(query) else query
    found = answer_ruling_query(RulingQuery(text=question), now, catalogues)
    named = cards_with_codes(found.cards or found.perhaps, catalogues)
    codes = [card.code for card in named] if len(named) == 1 else []
    decks = decks_matching_search(query, codes, person_of(request))[:MAX_DECKS_FOUND]
    places = search_help_pages(query, reader_language(), only=GUIDE_DOCUMENTS).hits[:MAX_PLACES_FOUND]
    if found.nearest and not (cards or decks or places):
        save_unanswered_question(question, reader_language())
    return {
        "cards": list(cards[:MAX_CARDS_FOUND]) or named[:MAX_CARDS_FOUND],
        "total": len(cards) or len(named),
        "cards_url": f"{reverse('cards:index')}?{urlencode({'q': query})}",
        "cards_first": not question or (len(found.cards) == 1 and len(cards) > 0),
        "decks": decks,
        "places": places,
        "nothing_fits": found.best is None,
        **(answer_context(question, found, now, catalogues) if question else {}),
    }
