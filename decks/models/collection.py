"""Models of the shelf: the boxes a person owns, alone or together with others (DECK-20)."""

from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from common.keys import new_key


class Shelf(models.Model):
    """Boxes that belong together; its key is the invitation to share them."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    owner = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="own_shelf", verbose_name=_("owner"))
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("shelf")
        verbose_name_plural = _("shelves")

    def __str__(self) -> str:
        return str(self.owner)

    def get_absolute_url(self) -> str:
        """The invitation to share it."""
        return reverse("decks:join_shelf", args=[self.key])


class ShelfMember(models.Model):
    """Somebody who takes their cards from another's shelf; at most one, else nobody could say where a card is."""

    shelf = models.ForeignKey(Shelf, on_delete=models.CASCADE, related_name="members")
    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="shared_shelf")
    joined = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("member of a shelf")
        verbose_name_plural = _("members of shelves")

    def __str__(self) -> str:
        return str(self.person)


class ShelfBox(models.Model):
    """Number of boxes of a set on a shelf, by the set's mark."""

    shelf = models.ForeignKey(Shelf, on_delete=models.CASCADE, related_name="boxes")
    mark = models.CharField(_("set"), max_length=8)
    count = models.PositiveSmallIntegerField(_("boxes"))

    class Meta:
        verbose_name = _("box on a shelf")
        verbose_name_plural = _("boxes on shelves")
        constraints: ClassVar = [models.UniqueConstraint(fields=["shelf", "mark"], name="shelf_box_once")]

    def __str__(self) -> str:
        return f"{self.count}x {self.mark}"
