"""Personal data: export, preview of a deletion, deletion.

Every app has a module of this name with `export_data` (only the person's own data, never a secret of others),
`deletion_effects` (shown before the deletion) and `delete_data`. This module covers the account.
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

from accounts.models import ApiToken, Block, LogIn, Person
from common.text import gettext_noop

ExportedData = dict[str, Any]


@dataclass(frozen=True, slots=True)
class DeletionOptions:
    """Choices when deleting an account: whether the name and shared data stay."""

    keep_name: bool = True
    keep_shared: bool = True


@dataclass(frozen=True, slots=True)
class DeletionEffect:
    """One sentence about an effect of the deletion; `sad` if nobody will be able to continue the thing."""

    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    sad: bool = False


def deletion_effect(template: str, count: int) -> Iterator[DeletionEffect]:
    if count:
        yield DeletionEffect(template, {"count": count})


def former_player_label() -> str:
    return gettext("a former player")


def former_name(taken: Iterable[str]) -> str:
    """Return a name for a person who has left, numbered if necessary to differ from the names `taken`."""
    used, plain = {name.casefold() for name in taken}, former_player_label()
    names = (plain if number == 1 else f"{plain} {number}" for number in range(1, len(used) + 2))
    return next(name for name in names if name.casefold() not in used)


def names_used_by(person: Person) -> set[str]:
    username = person.user.username if person.user is not None else ""
    return {person.display_name, person.nickname, username} - {""}


def replace_names(text: str, names: Iterable[str], *, new: str, others: Iterable[str] = ()) -> str:
    """Replace these names in a text by `new`, but keep longer names of other people that contain them.

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
        {"name": block.person.display_name, "created": block.created}
        for block in person.blocks.select_related("person__user")
    ]
    if user is None:
        return exported

    def rows(model: Any, *names: str) -> list[dict[str, Any]]:
        return list(model.objects.filter(user=user).values(*names))

    return exported | {
        "username": user.username,
        "joined": user.date_joined,
        "last_login": user.last_login,
        "first_name": user.first_name,
        "last_name": user.last_name,
        "email": user.email,
        "email_addresses": rows(EmailAddress, "email", "verified", "primary"),
        "log_ins": rows(LogIn, "at", "way", "succeeded", "browser", "system", "network"),
        "second_steps": rows(Authenticator, "type", "created_at", "last_used_at"),
        "browsers": rows(UserSession, "user_agent", "ip", "created_at", "last_seen_at"),
        "tokens": rows(ApiToken, "name", "prefix", "created", "last_used"),
        "applications": rows(Application, "name", "client_id", "redirect_uris", "created"),
        "let_in": rows(AccessToken, "application__name", "scope", "created", "updated", "expires"),
        "renewals": rows(RefreshToken, "application__name", "created", "revoked"),
    }


def deletion_effects(person: Person) -> Iterator[DeletionEffect]:
    """Yield what deleting the account does; the row of the person stays."""
    if person.user is not None:
        yield DeletionEffect(gettext_noop("Your account, its email addresses and its tokens are deleted immediately."))
    yield DeletionEffect(
        gettext_noop("People you played with can still see your matches, standings and finished drafts.")
    )


def delete_data(person: Person, options: DeletionOptions) -> None:
    """Delete the account; the person keeps their name only if the options say so."""
    user = person.user
    person.nickname = person.display_name[:60] if options.keep_name else ""
    person.user, person.language, person.left = None, "", timezone.now()
    person.save(update_fields=["user", "nickname", "language", "left"])
    person.push_devices.all().delete()
    Block.objects.filter(Q(by=person) | Q(person=person)).delete()
    if user is not None:
        user.delete()
