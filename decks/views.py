"""Views of decks and pools: showing, starting, copying, deleting."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import get_or_create_person, person_of
from accounts.models import Person
from boards.pages.addresses import deck_url
from cards.catalogue.queries import card_by_slug, catalogue
from cards.core.facts import PEOPLES, CardFacts, Catalogue, People
from cards.games.labels import indicator_name, people_label
from cards.record_registry import record_of_deck
from common.error_responses import status_of_error
from common.errors import Invalid, Missing
from common.headers import allow_offline_copy
from common.i18n import translated
from common.links import absolute_url
from common.text import tidy_name
from decks.collection.queries import shelf_contents_of
from decks.core.building import complete_from_pool, initial_deck
from decks.core.building.best_of_pool import best_deck_from_pool
from decks.core.collection import shortages_by_decks
from decks.core.legality import GAME_RULES, DeckList, Entry, Format, Status
from decks.core.text import format_deck, format_picks_as_text
from decks.deck import services
from decks.deck.choice import DeckChoice, chosen_deck, deck_choice_groups
from decks.deck.judging import judge_deck_list
from decks.deck.presenters import (
    DeckVerdict,
    card_groups,
    card_order_choices,
    cards_beside_deck,
    deck_format_name,
    export_formats_by_kind,
    leaders_in,
    listed_deck,
    people_of,
    sorted_groups,
    summary_strip,
    verdict_of,
)
from decks.deck.queries import (
    DECKS_LISTED,
    decklist_with_notes,
    decks_editable_by,
    decks_of,
    judged_decks,
    pool_of_owner,
    pools_of,
    visible_deck,
    visible_source_of,
)
from decks.exchange.box_papers import MAX_CARDS_PRINTED
from decks.forms import NewDeckForm
from decks.games import DECK_GAMES
from decks.guides.services import guide_in_language, guides_of
from decks.history.presenters import change_applied
from decks.hooks import evening_of_pool
from decks.markdown import markdown_as_html
from decks.models import EDITIONS, Deck, Pool
from decks.permissions import editing_person, require_deck_owner
from decks.public.queries import author_page_key, is_liked_by
from game.shipped_evidence import shipped_evidence

MAX_PEOPLES_IN_NAME = 3  # peoples in the name of a draft deck
EMPTY_DECK_CHOICE = "none"  # the value of `fill` for starting without a card of the pool


@require_safe
def deck_page(request: HttpRequest, key: str) -> HttpResponse:
    person = person_of(request)
    row = visible_deck(key, person)
    cards, contents = catalogue(row.game), decklist_with_notes(row)
    mine = row.owner == person
    edits = mine or editing_person(row, person) is not None
    by, verdict = request.GET.get("by", ""), verdict_of(judge_deck_list(contents, cards), cards)
    groups = card_groups(contents.entries, cards, verdict.own_cards(contents.codes))
    context = {
        "row": row,
        "deck": contents,
        "mine": mine,
        "edits": edits,
        "groups": sorted_groups(groups, by, row.game),
        "by": by,
        "orders": card_order_choices(row.game),
        "beside": cards_beside_deck(contents, cards),
        "people": people_of(contents, cards),
        "format": deck_format_name(contents),
        "exports": export_formats_by_kind(),
        "next_step": _main_button(row, verdict, mine=mine, edits=edits),
        "applied": change_applied(row, verdict) if edits and request.GET.get("applied") == str(row.version) else "",
        "evening": evening_of_pool(row.pool, person) if mine and row.pool is not None else None,
        "most_printed": MAX_CARDS_PRINTED,
        "edition": "" if "edition" in DECK_GAMES[row.game].settings_without else EDITIONS[contents.edition.value],
        "verdict": verdict,
        "strip": summary_strip(contents, cards, verdict),
        "text": format_deck(contents, cards),
        "link": absolute_url(request, row.get_absolute_url()),
        "notes": markdown_as_html(row.notes, cards),
        "source": visible_source_of(row, person),
        "board": deck_url([entry.code for entry in contents.entries]) if GAME_RULES[row.game].has_engine else "",
    } | _guide_and_author_context(request, row, person, cards, edits=edits)
    if mine and row.built:
        shelf = shelf_contents_of(person, cards)
        context |= {"counted": shelf.has_boxes, "clashes": shortages_by_decks(shelf.shortages_of(row.key))}
    page = render(request, "decks/deck/detail.html", context)
    return allow_offline_copy(page) if mine else page


def _main_button(row: Deck, verdict: DeckVerdict, *, mine: bool, edits: bool) -> str:
    """Return the one filled button of a deck."""
    if not edits:
        return "copy"
    if verdict.report.status is Status.ILLEGAL:
        return "fix" if verdict.size.have else "add"
    return "play" if mine and row.has_engine and verdict.report.status is Status.LEGAL else "edit"


def _guide_and_author_context(
    request: HttpRequest, row: Deck, person: Person | None, cards: Catalogue, *, edits: bool
) -> dict[str, object]:
    """Return what others see in addition to the cards: the guide and, for a public deck, likes and author."""
    guide = guide_in_language(guides_of(row, hidden=edits), request.GET.get("guide", ""), str(get_language()))
    context: dict[str, object] = {"guide": guide, "author": author_page_key(row.owner), "public": False}
    if guide is not None:
        names = dict(settings.LANGUAGES)
        context["guide_html"] = markdown_as_html(guide.chosen.text, cards)
        context["guide_languages"] = [(other.language, names[other.language]) for other in guide.others]
    if row.visibility == Deck.Visibility.PUBLIC:
        listing = getattr(row, "listing", None)
        context |= {
            "public": True,
            "listing": listing,
            "liked": is_liked_by(row, person),
            "record": record_of_deck(row.pk),
        }
    return context


@require_http_methods(["GET", "HEAD", "POST"])
def new_deck_page(request: HttpRequest) -> HttpResponse:
    """Choose a people and a start, or a deck to copy; with a card in the URL, which is added at once, also one of your
    decks for it."""
    if typed := request.POST.get("copy", ""):
        return _create_copy_of_choice(request, typed)
    card = card_by_slug(request.GET["card"]) if "card" in request.GET else None
    rules = GAME_RULES.get(request.POST.get("game", ""))
    if rules is not None and not rules.has_leader:
        contents = DeckList(name=_("New deck"), game=rules.key, format=rules.usual_format)
        return _create_deck_and_redirect(request, contents, card)
    cards = catalogue()
    form = NewDeckForm(request.POST or None, initial=_new_deck_initial(request, card))
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        full = data["start"] == "box"
        contents = initial_deck(People(data["people"]), cards, format_=Format(data["format"]), full=full)
        contents = replace(contents, name=tidy_name(data["name"]) or indicator_name(data["people"][0]))
        return _create_deck_and_redirect(request, contents, card)
    return _new_deck_response(request, form, card, status=400 if form.errors else 200)


@require_safe
def people_deck_page(request: HttpRequest, people: str) -> HttpResponse:
    """Show the preconstructed deck of a people, to start from it."""
    chosen, cards = next((one for one in PEOPLES if one.value.lower() == people.lower()), None), catalogue()
    if chosen is None:
        raise Http404(_("We couldn’t find that people."))
    contents = initial_deck(chosen, cards, format_=Format.CUSTOM, full=True)
    verdict = verdict_of(judge_deck_list(contents, cards), cards)
    context = {"people": chosen, "groups": card_groups(contents.entries, cards), "verdict": verdict}
    return render(request, "decks/deck/people.html", context)


def _new_deck_response(
    request: HttpRequest,
    form: NewDeckForm,
    card: CardFacts | None = None,
    *,
    typed: str = "",
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    person = person_of(request)
    choice = DeckChoice(
        id="copied",
        name="copy",
        action=reverse("decks:create"),
        groups=deck_choice_groups(person),
        method="post",
        hidden={},
        typed=typed,
        refusal=refusal,
    )
    peoples = [(people, leader) for people, leader in zip(PEOPLES, leaders_in(catalogue()), strict=False)]
    context = {"form": form, "peoples": peoples, "card": card, "choice": choice}
    context["pools"] = [] if card else pools_of(person)[:DECKS_LISTED]
    context["own"] = decks_editable_by(person).filter(game=card.game)[:DECKS_LISTED] if card else []
    return render(request, "decks/deck/new.html", context, status=status)


def _create_copy_of_choice(request: HttpRequest, typed: str) -> HttpResponse:
    """Copy the chosen deck; an unreadable choice is shown again."""
    try:
        source = chosen_deck(request, typed, person_of(request))
    except (Invalid, Missing) as error:
        form = NewDeckForm(initial=_new_deck_initial(request, None))
        return _new_deck_response(request, form, typed=typed, refusal=translated(error), status=status_of_error(error))
    if source.people is None:
        return _copy_and_redirect(request, source.row)
    return _create_deck_and_redirect(request, replace(source.deck, name=source.row.name), None)


def _create_deck_and_redirect(request: HttpRequest, contents: DeckList, card: CardFacts | None) -> HttpResponse:
    person = get_or_create_person(request, making="deck")
    row = services.create_deck(owner=person, contents=services.DeckContents(deck=contents))
    if card is not None and card.game == row.game:
        services.put_card(key=row.key, who=person, code=card.code, present=True)
    return redirect("decks:edit", row.key)


def _new_deck_initial(request: HttpRequest, card: CardFacts | None) -> dict[str, str]:
    wanted = card.people.lower() if card else request.GET.get("people", "").lower()
    people = next((people.value for people in PEOPLES if people.value.lower() == wanted), "")
    return {"people": people, "format": Format.CUSTOM.value, "start": "box"}


@require_safe
def pool_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show drafted cards to the person who drafted them, and nobody else."""
    row, cards = pool_of_owner(key, person_of(request)), catalogue()
    entries = [Entry(code, row.codes.count(code)) for code in dict.fromkeys(row.codes)]
    context = {
        "pool": row,
        "groups": card_groups(entries, cards),
        "decks": [
            listed_deck(entry, cards)
            for entry in judged_decks(decks_of(row.owner).filter(pool=row)[:DECKS_LISTED], cards)
        ],
        "text": format_picks_as_text(tuple(row.codes), cards),
    }
    return render(request, "decks/deck/pool.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def delete_pool_view(request: HttpRequest, key: str) -> HttpResponse:
    person = person_of(request)
    row = pool_of_owner(key, person)
    if request.method == "POST":
        services.delete_pool(key=key, person=person)
        messages.success(request, _("“%(name)s” was deleted.") % {"name": row.name})
        return redirect("decks:index")
    return render(request, "decks/deck/delete.html", {"row": row, "is_pool": True})


@require_POST
def create_deck_from_pool(request: HttpRequest, key: str) -> HttpResponse:
    """Create a draft deck from a pool: of the ticked cards, a sensible 30, or the 30 with the highest measured
    value."""
    row = pool_of_owner(key, person_of(request))
    fill, picked = request.POST.get("fill", ""), _codes_in_pool(request.POST.getlist("card"), row.codes)
    fill = fill or ("" if picked else request.POST.get("otherwise") or request.POST.get("mine", ""))
    chosen = _suggested_codes(row.codes, fill) if fill else picked
    if not chosen and fill != EMPTY_DECK_CHOICE:
        messages.info(request, _("No cards chosen yet. Let us choose 30, or build the deck yourself."))
        return redirect(row)
    contents = DeckList(name=_name_of_pool_deck(row, chosen), format=Format.DRAFT, entries=tuple(map(Entry, chosen)))
    deck = services.create_deck(owner=row.owner, contents=services.DeckContents(deck=contents, pool=row))
    # The draft’s page sends `otherwise`: a legal deck opens its page, which leads on to its match.
    ready = judge_deck_list(decklist_with_notes(deck), catalogue()).status is Status.LEGAL
    if ready and "mine" in request.POST and (evening := evening_of_pool(row, row.owner)) is not None:
        # The same form starts the match of the evening.
        return redirect("matches:evening", evening.draft_key, preserve_request=True)
    return redirect("decks:deck" if ready and "otherwise" in request.POST else "decks:edit", deck.key)


def _name_of_pool_deck(pool: Pool, chosen: Sequence[str]) -> str:
    """Return the name of a deck built from a pool, which distinguishes it from others: who, when, and which peoples."""
    cards = catalogue()
    peoples = Counter(cards[code].people for code in chosen or pool.codes if code in cards)
    *first, last = [people_label(people) for people, _count in peoples.most_common()] or [""]
    peoples_text = _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last} if first else last
    if len(peoples) > MAX_PEOPLES_IN_NAME:
        peoples_text = _("%(count)d peoples") % {"count": len(peoples)}
    parts = (pool.owner.display_name, date_format(localtime(pool.created), "j M"), peoples_text)
    return tidy_name(", ".join(part for part in parts if part))


def _codes_in_pool(wanted: Iterable[str], available: Iterable[str]) -> tuple[str, ...]:
    """Return the wanted cards that are in the pool, each once."""
    there = set(available)
    return tuple(code for code in dict.fromkeys(wanted) if code in there)


def _suggested_codes(available: Sequence[str], fill: str) -> Sequence[str]:
    """Return thirty cards of a pool: a sensible choice, with `fill` “best” the most valuable cards by measurement; or
    none."""
    if fill == EMPTY_DECK_CHOICE:
        return ()
    cards = catalogue()
    if fill == "best":
        return best_deck_from_pool(available, cards.by_code, shipped_evidence())
    return complete_from_pool(available, cards)


@never_cache
@require_safe
def suggested_deck_json(request: HttpRequest, key: str) -> JsonResponse:
    """Return thirty cards of a pool by code, for a page that ticks them; `fill` as for a deck that is made at once."""
    row = pool_of_owner(key, person_of(request))
    return JsonResponse({"cards": list(_suggested_codes(row.codes, request.GET.get("fill", "")))})


@require_POST
def copy_deck_view(request: HttpRequest, key: str) -> HttpResponse:
    return _copy_and_redirect(request, visible_deck(key, person_of(request)))


def _copy_and_redirect(request: HttpRequest, source: Deck) -> HttpResponse:
    owner = get_or_create_person(request, making="deck")
    row = services.copy_deck(source=source, owner=owner, named=_("%(name)s (copy)"))
    messages.success(request, _("This copy is yours to edit."))
    return redirect("decks:edit", row.key)


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, key: str) -> HttpResponse:
    person = person_of(request)
    row = require_deck_owner(visible_deck(key, person), person)
    if request.method == "POST":
        services.delete_deck(key=key, person=person)
        messages.success(request, _("“%(name)s” was deleted.") % {"name": row.name})
        return redirect("decks:index")
    return render(request, "decks/deck/delete.html", {"row": row})
