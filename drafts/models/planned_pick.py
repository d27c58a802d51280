"""Model of picks chosen in advance."""

from django.db import models


class Plan(models.Model):
    """The card a seat takes of a packet if its time runs out; nobody but that seat ever sees it."""

    seat = models.OneToOneField("drafts.Seat", on_delete=models.CASCADE, related_name="plan")
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    card = models.CharField(max_length=40)

    def __str__(self) -> str:
        return f"plan of seat {self.seat_id}"
