"""Models of house formats. A declaration never changes: decks made for it stay what they were."""

from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from common.keys import new_key
from decks.core.legality.deck import House
from decks.core.legality.house import house_of


class HouseFormat(models.Model):
    """A format of one's own; everybody who has its key may use it."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="formats", verbose_name=_("owner"))
    name = models.CharField(_("name"), max_length=60)
    declaration = models.JSONField(_("declaration"))
    listed = models.BooleanField(_("listed for everybody"), default=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-created"]
        verbose_name = _("declared format")
        verbose_name_plural = _("declared formats")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The page of the format."""
        return reverse("decks:format", args=[self.key])

    @property
    def house(self) -> House:
        """The format as decks are judged by it."""
        return house_of({**self.declaration, "key": self.key, "name": self.name})
