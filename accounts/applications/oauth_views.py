"""Views of OAuth: the consent page and the tokens of applications.

Loaded at the first request (`tenmoons.lazy_urls`), because the library is large.
"""

from hashlib import sha256
from typing import Any
from urllib.parse import urldefrag, urlsplit

from django.conf import settings
from django.db import DataError, transaction
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from oauth2_provider.http import OAuth2ResponseRedirect
from oauth2_provider.models import Grant, RefreshToken
from oauth2_provider.views import AuthorizationView, RevokeTokenView, TokenView

from accounts.applications.forms import redirect_url_error
from accounts.applications.tokens import is_already_authorized
from accounts.models import Person
from common.rate_limits import caller_kind_and_name, spend_budget


@method_decorator(never_cache, name="dispatch")
class AuthorizeApplication(AuthorizationView):  # type: ignore[misc]
    """Consent page: asks whether an application may act for the member, and redirects back to it."""

    template_name = "accounts/applications/consent.html"
    http_method_names = ["get", "head", "post", "options"]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Return 400 for characters that no URL may have."""
        try:
            answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        except (ValueError, DataError):
            return self.form_invalid(None)
        return answer

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Ask, or redirect at once if the member has authorised the application before.

        Always ask after a form of this site, such as the log-in: its content policy would block the redirect.
        """
        sent = request.GET.copy()
        sent.pop("approval_prompt", None)
        request.GET = sent  # type: ignore[assignment]
        response: Any = super().get(request, *args, **kwargs)
        authorization = getattr(response, "context_data", None) or {}
        if "form" not in authorization:
            return response  # type: ignore[no-any-return]
        application, scopes, back = authorization["application"], authorization["scopes"], authorization["redirect_uri"]
        from_here = request.headers.get("Sec-Fetch-Site") == "same-origin"
        if not from_here and is_already_authorized(request.user, application, scopes, back):  # type: ignore[arg-type]
            form = self.form_class(self.get_initial() | {"allow": True})
            return self.form_valid(form) if form.is_valid() else self.form_invalid(form)
        return self._complete_consent_page(response, application, back)

    def _complete_consent_page(self, response: Any, application: Any, back: str) -> HttpResponseBase:
        """Allow the redirect in the page’s content policy, which browsers also apply to the redirect after its form."""
        parts = urlsplit(back)
        origin = f"{parts.scheme}://{parts.netloc}" if parts.netloc and "[" not in parts.netloc else f"{parts.scheme}:"
        response._csp_update = {"form-action": [origin]}
        made_by = Person.objects.filter(user=application.user_id).select_related("user").first() or application.user
        response.context_data["made_by"] = getattr(made_by, "display_name", made_by)
        response.context_data["goes_to"] = parts.hostname or parts.scheme
        return response  # type: ignore[no-any-return]

    def form_invalid(self, form: Any) -> HttpResponseBase:
        """Return 400 for a form that was tampered with."""
        wrong = {"error": "invalid_request", "description": ""}
        return self.render_to_response({"error": wrong}, status=400)  # type: ignore[no-any-return]

    def redirect(self, redirect_to: str, application: Any) -> HttpResponseBase:
        """Redirect back, only to a URL that could be registered."""
        usable = redirect_url_error(urldefrag(redirect_to)[0]) is None
        return OAuth2ResponseRedirect(redirect_to, [urlsplit(redirect_to).scheme] if usable else [])  # type: ignore[no-any-return]


class _OAuthEndpoint(View):
    """Mixin for endpoints of programs: limits the rate, returns errors as JSON (RFC 6749, 5.2)."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        seconds = spend_budget("log_in", caller_kind_and_name(request)[1])
        if seconds:
            return JsonResponse({"error": "temporarily_unavailable"}, status=429, headers={"Retry-After": str(seconds)})
        try:
            before = _is_code_unused(request)
            with transaction.atomic():
                # Refuse the second of two simultaneous calls: the library would see theft and revoke all tokens.
                if before and not _is_code_unused(request, lock=True):
                    return JsonResponse({"error": "invalid_grant"}, status=400)
                return super().post(request, *args, **kwargs)  # type: ignore[misc,no-any-return]
        except (ValueError, DataError):
            return JsonResponse({"error": "invalid_request"}, status=400)


def _is_code_unused(request: HttpRequest, *, lock: bool = False) -> bool:
    """Return whether the code or refresh token of a call is unused; `lock` locks its row."""
    rows: Any = Grant.objects.filter(code=request.POST.get("code", ""))
    if token := request.POST.get("refresh_token"):
        checksum = sha256(token.encode(errors="replace")).hexdigest()
        rows = RefreshToken.objects.filter(token_checksum=checksum, revoked=None)
    return bool(rows.select_for_update() if lock else rows)


class OAuthToken(_OAuthEndpoint, TokenView):  # type: ignore[misc]
    """Token endpoint, for the grant types of the settings only."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.POST.get("grant_type") not in settings.OAUTH2_PROVIDER["OAUTH2_GRANT_TYPES_SUPPORTED"]:
            return JsonResponse({"error": "unsupported_grant_type"}, status=400)
        return super().post(request, *args, **kwargs)


class RevokeOAuthToken(_OAuthEndpoint, RevokeTokenView):  # type: ignore[misc]
    """Revocation endpoint (RFC 7009)."""
