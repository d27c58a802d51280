"""E-mail address of a person: only one they have confirmed may be written to."""

from allauth.account.models import EmailAddress

from accounts.models import Person


def confirmed_address(person: Person | None) -> str:
    """The confirmed address of a member, the primary one first; "" when there is none. At most one query.

    An address that was only typed at sign-up may be somebody else's, who never asked to be written to.
    """
    if person is None or person.user is None or not person.user.is_active:
        return ""
    addresses = EmailAddress.objects.filter(user=person.user, verified=True).order_by("-primary", "pk")
    return addresses.values_list("email", flat=True).first() or ""
