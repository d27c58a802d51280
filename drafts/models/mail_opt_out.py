"""Model of people who do not want mail."""

from django.db import models

from accounts.models import Person


class Quiet(models.Model):
    """Somebody who wants no reminder by mail; their pages still say what waits for them."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, primary_key=True, related_name="+")

    def __str__(self) -> str:
        return str(self.person)
