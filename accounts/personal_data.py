"""Personal data: export, preview of a deletion, deletion.

Every app has a module of this name with `export_data` (only the person's own, never a secret of others),
`deletion_effects` (what a deletion will do, shown beforehand) and `delete_data` (do it). This one covers the account.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from oauth2_provider.models import AccessToken, Application, RefreshToken

from accounts.models import Block, Person
from common.text import gettext_noop

ExportedData = dict[str, Any]


@dataclass(frozen=True, slots=True)
class DeletionOptions:
    """Choices when deleting an account: whether the name and shared data stay."""

    keep_name: bool = True
    keep_shared: bool = True


@dataclass(frozen=True, slots=True)
class DeletionEffect:
    """One sentence about an effect of the deletion; `sad` if nobody will be able to continue with something."""

    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    sad: bool = False


def counted_effect(template: str, count: int) -> Iterator[DeletionEffect]:
    """Yield the sentence unless `count` is 0."""
    if count:
        yield DeletionEffect(template, {"count": count})


def former_player_label() -> str:
    """Return the name displayed for somebody who no longer wants to be named."""
    return gettext("a former player")


def former_name(taken: Iterable[str]) -> str:
    """Return a name for somebody who has left that isn’t among those `taken`: numbered if necessary."""
    used, plain = {name.casefold() for name in taken}, former_player_label()
    names = (plain if number == 1 else f"{plain} {number}" for number in range(1, len(used) + 2))
    return next(name for name in names if name.casefold() not in used)


def names_of(person: Person) -> set[str]:
    username = person.user.username if person.user is not None else ""
    return {person.display_name, person.nickname, username} - {""}


def replace_names(text: str, names: Iterable[str], *, new: str, others: Iterable[str] = ()) -> str:
    """Replace these names in a text by `new`; a longer name of somebody else that contains one stays.

    >>> replace_names("Ann 5 : 2 Ann Lee", ["Ann"], new="somebody", others=["Ann Lee"])
    'somebody 5 : 2 Ann Lee'
    """
    gone = {name for name in names if name.strip()}
    every = sorted({*gone, *(name for name in others if name.strip())}, key=len, reverse=True)
    if not gone:
        return text
    pattern = "|".join(map(re.escape, every))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda match: new if match[0] in gone else match[0], text)


def export_data(person: Person) -> ExportedData:
    """Return name, addresses, and tokens without secrets and digests."""
    user = person.user
    exported: ExportedData = {"nickname": person.nickname, "language": person.language, "since": person.created}
    exported["notified_devices"] = list(person.push_devices.values("name", "kinds", "language", "created", "last_told"))
    exported["decisions_about_reports"] = list(
        person.moderations.values("kind", "target", "title", "did", "words", "at")
    )
    exported["blocked"] = [
        {"name": row.person.display_name, "created": row.created}
        for row in person.blocks.select_related("person__user")
    ]
    if user is not None:
        exported["username"], exported["joined"], exported["last_login"] = (
            user.username,
            user.date_joined,
            user.last_login,
        )
        exported["first_name"], exported["last_name"], exported["email"] = user.first_name, user.last_name, user.email
        exported["email_addresses"] = list(
            EmailAddress.objects.filter(user=user).values("email", "verified", "primary")
        )
        exported["log_ins"] = list(user.log_ins.values("at", "way", "succeeded", "browser", "system", "network"))
        exported["second_steps"] = list(
            Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")
        )
        exported["browsers"] = list(
            UserSession.objects.filter(user=user).values("user_agent", "ip", "created_at", "last_seen_at")
        )
        exported["tokens"] = list(user.api_tokens.values("name", "prefix", "created", "last_used"))
        exported["applications"] = list(
            Application.objects.filter(user=user).values("name", "client_id", "redirect_uris", "created")
        )
        exported["let_in"] = list(
            AccessToken.objects.filter(user=user).values("application__name", "scope", "created", "updated", "expires")
        )
        exported["renewals"] = list(
            RefreshToken.objects.filter(user=user).values("application__name", "created", "revoked")
        )
    return exported


def deletion_effects(person: Person) -> Iterator[DeletionEffect]:
    """Yield what deleting the account does; the row of the person stays without it."""
    if person.user is not None:
        yield DeletionEffect(gettext_noop("Your account, its email addresses and its tokens are deleted immediately."))
    yield DeletionEffect(
        gettext_noop("People you played with can still see your matches, standings and finished drafts.")
    )


def delete_data(person: Person, options: DeletionOptions) -> None:
    """Delete the account; the person keeps their name or none."""
    user = person.user
    person.nickname = person.display_name[:60] if options.keep_name else ""
    person.user, person.language, person.left = None, "", timezone.now()
    person.save(update_fields=["user", "nickname", "language", "left"])
    person.push_devices.all().delete()
    Block.objects.filter(Q(by=person) | Q(person=person)).delete()
    if user is not None:
        user.delete()
