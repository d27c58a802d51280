"""E-mail address of a person: mail goes only to one they have confirmed."""

from allauth.account.models import EmailAddress

from accounts.models import Person


def confirmed_address(person: Person | None) -> str:
    """Return the confirmed address of a member, the primary one first; "" if there is none. At most one query.

    An address that was only typed at sign-up may be somebody else's.
    """
    if person is None or person.user is None or not person.user.is_active:
        return ""
    addresses = EmailAddress.objects.filter(user=person.user, verified=True).order_by("-primary", "pk")
    return addresses.values_list("email", flat=True).first() or ""
