"""API of tokens: created by a script with a password and the second step, and what the sent token may do."""

from datetime import timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from rest_framework import serializers, status
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api_access import SentToken
from accounts.log_ins.services import record_log_in
from accounts.models import ApiToken, LogIn, User
from accounts.scopes import TOKEN_SCOPES
from accounts.second_factor.forms import SecondFactorCodeForm
from accounts.second_factor.staff import has_second_factor
from common.api.bodies import valid_body
from common.api.operations import operation
from common.api.pagination import page_of
from common.errors import NotAllowed, TooMany
from common.text import gettext_noop

DEFAULT_TOKEN_DAYS, MAX_TOKEN_DAYS = 90, 365


class NewTokenSerializer(serializers.Serializer[Any]):
    """Request for a token: name and password of the account, and what the token may do."""

    username = serializers.CharField(max_length=150, help_text="The username you log in with.")
    password = serializers.CharField(max_length=1000, trim_whitespace=False)
    code = serializers.CharField(max_length=20, required=False, default="", allow_blank=True)
    name = serializers.CharField(max_length=60, help_text="What the token is for, as shown on your page.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=list(TOKEN_SCOPES)), min_length=1, max_length=len(TOKEN_SCOPES)
    )
    days = serializers.IntegerField(min_value=1, max_value=MAX_TOKEN_DAYS, required=False, default=DEFAULT_TOKEN_DAYS)


class TokenSerializer(serializers.Serializer[Any]):
    """A token, without its secret."""

    name = serializers.CharField(help_text="What it is for.")
    prefix = serializers.CharField(help_text="The beginning of the token, as shown on your page.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=list(TOKEN_SCOPES)), help_text="What the token can be used for."
    )
    created = serializers.DateTimeField(help_text="When it was created.")
    expires = serializers.DateTimeField(allow_null=True, help_text="When it expires; null for never.")


class MadeTokenSerializer(TokenSerializer):
    """A new token. Its secret is only in this response."""

    token = serializers.CharField(help_text="The secret. Send it as `Authorization: Bearer …`.")


def _token_data(row: SentToken) -> dict[str, Any]:
    named = {name: getattr(row, name) for name in ("name", "prefix", "created", "expires")}
    return named | {"scopes": row.scopes.split()}


class ApiTokens(APIView):
    """Tokens: list your own, and create one with a name and a password, ignoring session and token."""

    is_of_the_caller = True

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Return none for a name and a password."""
        return [] if self._is_password_request else super().get_authenticators()

    @property
    def budget(self) -> str:
        """Return the budget: passwords can be tried less often."""
        return "log_in" if self._is_password_request else ""

    @property
    def _is_password_request(self) -> bool:
        return getattr(self.request, "method", "") == "POST"

    @operation("tokens", "tokens_list", page=TokenSerializer)
    def get(self, request: Request) -> Response:
        """Return your tokens, without their secrets."""
        api_tokens = ApiToken.objects.filter(user=request.user.pk)
        return page_of(request, api_tokens, TokenSerializer, _token_data)

    @operation("tokens", "tokens_create", request=NewTokenSerializer, created=MadeTokenSerializer)
    def post(self, request: Request) -> Response:
        """Create a token with your name and password, and return it. With two-step login, the code is required, too."""
        sent = valid_body(NewTokenSerializer, request)
        user = _user_by_password(request._request, sent["username"], sent["password"])
        _check_second_factor_code(request._request, user, sent["code"])
        expires = timezone.now() + timedelta(days=sent["days"])
        scopes = " ".join(scope for scope in TOKEN_SCOPES if scope in sent["scopes"])
        api_token, secret = ApiToken.issue(user=user, name=sent["name"], scopes=scopes, expires=expires)
        record_log_in(request._request, user, LogIn.Way.SCRIPT, succeeded=True)
        answer = Response(
            MadeTokenSerializer(_token_data(api_token) | {"token": secret}).data, status=status.HTTP_201_CREATED
        )
        answer["Location"] = "/api/v1/tokens/current/"
        answer["Cache-Control"] = "no-store"
        return answer


def _user_by_password(request: HttpRequest, username: str, password: str) -> User:
    """Return the account; attempts are counted together with those of the page."""
    try:
        user = get_adapter(request).authenticate(request, username=username, password=password)
    except ValidationError as error:
        raise TooMany(gettext_noop("Too many attempts. Try again in a few minutes."), {"seconds": 300}) from error
    if not isinstance(user, User):
        raise NotAllowed(gettext_noop("Wrong username or password."))
    return user


def _check_second_factor_code(request: HttpRequest, user: User, code: str) -> None:
    if not has_second_factor(user):
        return
    if not code:
        raise NotAllowed(gettext_noop("This account uses two-step login. Send the code as well."), field="code")
    form = SecondFactorCodeForm(data={"code": code}, user=user)
    if not form.is_valid():
        raise NotAllowed(gettext_noop("That code is wrong or has expired."))
    form.authenticator.record_usage()


class CurrentToken(APIView):
    """The token a call is made with."""

    is_of_the_caller = True

    @operation("tokens", "tokens_read", response=TokenSerializer)
    def get(self, request: Request) -> Response:
        """Return the token of this request: its name, scopes and expiry."""
        return Response(TokenSerializer(_token_data(_token_of_request(request))).data)

    @operation("tokens", "tokens_delete")
    def delete(self, request: Request) -> None:
        """Revoke the token of this request."""
        _token_of_request(request).delete()


def _token_of_request(request: Request) -> SentToken:
    if not isinstance(request.auth, SentToken):
        raise NotAllowed(gettext_noop("Send the token in question (Authorization: Bearer …)."))
    return request.auth
