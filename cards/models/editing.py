"""Models of editing: the change log of the catalogue, and private card texts with those who may read them."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from common.keys import new_key


class Way(models.TextChoices):
    """The way a change was made."""

    FORM = "form", _("on the page of the card")
    ADMIN = "admin", _("in the admin")
    FILE = "file", _("from an uploaded table")
    COMMAND = "command", _("by load_catalogue")


class CatalogueChange(models.Model):
    """Change of one field: written in the same transaction, never changed or deleted afterwards.

    `code` is what the card was called after the change; `card` finds it again when that changes. `version` is that of
    the catalogue after it. `undoes` is the change that this one takes back.
    """

    game = models.CharField(_("game"), max_length=16)
    table = models.CharField(_("table"), max_length=20, default="card")
    code = models.CharField(_("code"), max_length=80)
    card = models.ForeignKey("cards.Card", null=True, blank=True, on_delete=models.SET_NULL, related_name="changes")
    field = models.CharField(_("field"), max_length=40)
    before = models.TextField(_("before"), blank=True)
    after = models.TextField(_("after"), blank=True)
    way = models.CharField(_("way"), max_length=8, choices=Way.choices)
    person = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="catalogue_changes", verbose_name=_("by")
    )
    name = models.CharField(_("name at the time"), max_length=150, blank=True)
    when = models.DateTimeField(_("when"), auto_now_add=True)
    version = models.PositiveIntegerField(_("version"), default=0)
    undoes = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="undone")

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name = _("change of the catalogue")
        verbose_name_plural = _("changes of the catalogue")
        indexes: ClassVar = [models.Index(fields=["game", "code"], name="change_by_code")]

    def __str__(self) -> str:
        return f"{self.code} {self.field}"


class TextPack(models.Model):
    """Card texts that somebody owns, for themself and those they invite; anyone who has the `secret` may join."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="text_packs")
    name = models.CharField(_("name"), max_length=80)
    secret = models.CharField(max_length=43, unique=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["name", "pk"]

    def __str__(self) -> str:
        return self.key


class TextPackText(models.Model):
    """The text of one card in a pack."""

    pack = models.ForeignKey(TextPack, on_delete=models.CASCADE, related_name="texts")
    code = models.CharField(max_length=80)
    text = models.TextField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["pack", "code"], name="text_once_a_pack")]
        indexes: ClassVar = [models.Index(fields=["code"], name="text_by_code")]

    def __str__(self) -> str:
        return self.code


class TextPackReader(models.Model):
    """Somebody who was invited and may read a pack."""

    pack = models.ForeignKey(TextPack, on_delete=models.CASCADE, related_name="readers")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="texts_to_read")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["pack", "person"], name="reader_once_a_pack")]

    def __str__(self) -> str:
        return f"{self.pack_id} {self.person_id}"


class CardWitness(models.Model):
    """What somebody who owns a card that nobody has seen says of it: typed facts, or two sentences in own words.

    `slot` is the code of the gap. `credit` is the name they want to be thanked by.
    """

    slot = models.CharField(max_length=80, db_index=True)
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="card_witnesses")
    facts = models.JSONField(default=dict)
    said = models.CharField(max_length=300, blank=True)
    credit = models.CharField(max_length=80, blank=True)
    when = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["slot", "person"], name="one_witness_a_person")]

    def __str__(self) -> str:
        return f"{self.slot} {self.pk}"
