"""Mail of leagues: that the day of a match is over, to its two players as far as they want mails."""

from celery import shared_task

from drafts.reminders.mail import write_mail
from matches.models import Pairing


@shared_task(name="matches.tasks.write_overdue")
def write_overdue(pk: int) -> int:
    """Write to the two of a match; returns how many mails went out."""
    rows = Pairing.objects.select_related("round__event", "a__person__user", "b__person__user")
    row = rows.filter(pk=pk, b__isnull=False).first()
    if row is None or row.b is None:
        return 0
    event = row.round.event
    notified = 0
    for player, opponent in ((row.a, row.b), (row.b, row.a)):
        words = {"event": event, "player": player, "opponent": opponent, "day": row.day or row.round.day}
        notified += write_mail(player.person, "matches/mail", path=event.get_absolute_url(), context=words)
    return notified
