"""Views: a person's language, nickname and API tokens."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import blocks
from accounts.forms import ApiTokenForm, NicknameForm
from accounts.identity import get_or_create_person, person_of
from accounts.language import LANGUAGE_CODES, save_language
from accounts.models import ApiToken, User
from accounts.scopes import TOKEN_SCOPES
from accounts.tasks import LOG_INS_KEPT_FOR
from common.error_responses import errors_as_messages
from common.errors import Conflict, NotAllowed
from common.form_refusals import errors_added_to, status_of_forms
from common.links import safe_local_path
from common.text import gettext_noop

MAX_LOG_INS_LISTED = 100


@csrf_exempt
@require_POST
def choose_language_view(request: HttpRequest) -> HttpResponse:
    """Choose the language of the site and return to the same page.

    The form is on every page, also on cached pages without a CSRF token, so `Sec-Fetch-Site` replaces the token.
    """
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise NotAllowed(gettext_noop("Please change the language on a page of this site."))
    wanted = request.POST.get("language", "")
    response = redirect(safe_local_path(request, request.POST.get("next", "")) or "home")
    if wanted in LANGUAGE_CODES:
        save_language(request, response, wanted)
    else:
        messages.error(request, _("That language isn’t available."))
    return response


@require_POST
def change_nickname_view(request: HttpRequest) -> HttpResponse:
    form = NicknameForm(request.POST, instance=get_or_create_person(request))
    if form.is_valid():
        form.save()
        messages.success(request, _("Others now see you as %(name)s.") % {"name": form.instance.display_name})
    else:
        messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
    return redirect("mine")


@never_cache
@require_safe
def blocked_people_page(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    rows = person.blocks.select_related("person__user") if person is not None else ()
    return render(request, "accounts/blocked.html", {"rows": rows})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def block_view(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """Ask whether to block the opponent of a game or match; with POST, block them."""
    by = person_of(request)
    person = blocks.opponent_to_block(by, kind, key)
    if request.method != "POST":
        return render(request, "accounts/block.html", {"name": person.display_name})
    with errors_as_messages(request, (Conflict,)):
        blocks.block_opponent(by, kind, key)
        messages.success(request, _("%(name)s blocked.") % {"name": person.display_name})
    return redirect("accounts:blocked")


@never_cache
@require_POST
def unblock_view(request: HttpRequest, pk: int) -> HttpResponse:
    blocks.unblock(person_of(request), pk)
    messages.success(request, _("Unblocked."))
    return redirect("accounts:blocked")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def api_tokens_page(request: HttpRequest) -> HttpResponse:
    """Show the member's tokens and a form for a new one, whose secret is shown once."""
    assert isinstance(request.user, User)
    form = ApiTokenForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        data = {"name": form.cleaned_data["name"], "scopes": form.scopes, "expires": form.expires}
        with errors_added_to(form):
            token, secret = ApiToken.issue(user=request.user, **data)
            return render(request, "accounts/token.html", {"token": token, "secret": secret})
    mine = [
        (token, [TOKEN_SCOPES[word] for word in token.scopes.split() if word in TOKEN_SCOPES])
        for token in request.user.api_tokens.all()
    ]
    return render(request, "accounts/tokens.html", {"form": form, "tokens": mine}, status=status_of_forms(form))


@never_cache
@login_required
@require_safe
def log_ins_page(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    context = {"log_ins": request.user.log_ins.all()[:MAX_LOG_INS_LISTED], "retention_days": LOG_INS_KEPT_FOR.days}
    return render(request, "accounts/log_ins/index.html", context)


@login_required
@require_POST
def revoke_token_view(request: HttpRequest, pk: int) -> HttpResponse:
    token = get_object_or_404(ApiToken, pk=pk, user=request.user)
    token.delete()
    messages.success(request, _("The token %(name)s no longer works.") % {"name": token.name})
    return redirect("accounts:tokens")
