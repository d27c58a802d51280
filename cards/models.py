"""Models of the catalogue, its rulings, its change log and private card texts."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Person
from cards.core.facts import BLUE_MOON, FAMILIES, Timing
from cards.core.rulings.facts import EDITIONS, ListKind, Trust
from common.random_keys import new_key

GAME = BLUE_MOON
RULINGS_BOOK = "rulings"


class Card(models.Model):
    """One card, or one gap: a card that is only known to exist.

    `here` names the columns that were entered on this site, by an editor or from a file. Loading the project’s own
    table doesn’t overwrite those.
    """

    game = models.CharField(_("Game"), max_length=16, default=GAME, editable=False)
    code = models.CharField(_("code"), max_length=80)
    slug = models.SlugField(_("URL"), max_length=80, editable=False)
    position = models.PositiveIntegerField(_("position in the catalogue"), editable=False, default=0)
    slot = models.CharField(_("gap it fills"), max_length=40, blank=True)
    name = models.CharField(pgettext_lazy("thing", "Name"), max_length=80, blank=True)
    name_de = models.CharField(_("German name"), max_length=80, blank=True)
    title = models.CharField(_("Title"), max_length=80, blank=True)
    people = models.CharField(_("People or faction"), max_length=24, blank=True)
    number = models.CharField(_("number"), max_length=4, blank=True)
    type = models.CharField(_("Type"), max_length=16, blank=True)
    fire = models.PositiveSmallIntegerField(_("fire"), null=True, blank=True)
    earth = models.PositiveSmallIntegerField(_("earth"), null=True, blank=True)
    icons = models.JSONField(_("Icons"), default=list, blank=True)
    moons = models.PositiveSmallIntegerField(_("moons"), null=True, blank=True)
    deck = models.CharField(_("deck indicator"), max_length=8, blank=True)
    family = models.CharField(_("family"), max_length=1, blank=True, choices=[(family, family) for family in FAMILIES])
    capacity = models.PositiveSmallIntegerField(_("capacity"), null=True, blank=True)
    extra_cards = models.PositiveSmallIntegerField(_("printed card limit"), null=True, blank=True)
    extra_moons = models.PositiveSmallIntegerField(_("printed moon limit"), null=True, blank=True)
    emissary = models.CharField(_("emissary set it belongs to"), max_length=40, blank=True, default="", db_default="")
    aliases = models.JSONField(_("Other names"), default=list, blank=True)
    timing = models.CharField(
        _("Timing"),
        max_length=24,
        blank=True,
        choices=[(timing.value, timing.value) for timing in Timing if timing.value],
    )
    summary = models.TextField(_("power in our own words"), blank=True)
    notes = models.TextField(_("Notes"), blank=True)
    # Facts that only this game has, named as in its facts class (`cards.games`).
    attributes = models.JSONField(_("attributes"), default=dict, blank=True)
    source = models.CharField(_("Source"), max_length=200, blank=True)
    known = models.BooleanField(_("known"), editable=False, default=False)
    complete = models.BooleanField(_("complete"), editable=False, default=False)
    here = models.JSONField(_("filled in on this site"), default=list, editable=False)

    class Meta:
        ordering: ClassVar = ["game", "position"]
        verbose_name = _("card")
        verbose_name_plural = _("cards")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "code"], name="card_code_once_a_game"),
            models.UniqueConstraint(fields=["game", "slug"], name="card_slug_once_a_game"),
            models.CheckConstraint(
                condition=Q(fire__isnull=True) | Q(fire__lte=20), name="card_fire_within_what_is_printed"
            ),
            models.CheckConstraint(
                condition=Q(earth__isnull=True) | Q(earth__lte=20), name="card_earth_within_what_is_printed"
            ),
            models.CheckConstraint(
                condition=Q(moons__isnull=True) | Q(moons__lte=9), name="card_moons_within_what_is_printed"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["game", "position"], name="card_in_catalogue_order"),
            models.Index(fields=["game", "people", "type"], name="card_by_people_and_type"),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.name or self.name_de}".strip()


class CatalogueVersion(models.Model):
    """Version of a game’s catalogue, or of the book of rulings; rises with every change of the facts’ `digest`."""

    game = models.CharField(max_length=16, unique=True)
    number = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    changed = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.game} {self.number}"


class SavedSearch(models.Model):
    """A saved query with a name."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="searches")
    name = models.CharField(pgettext_lazy("thing", "Name"), max_length=80)
    query = models.CharField(max_length=1024)

    class Meta:
        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["person", "name"], name="saved_search_name_once")]

    def __str__(self) -> str:
        return self.name


MAX_GAME_KEY = 16


class _RulingsEntry(models.Model):
    """Base of every row of the book: its game, key, position, and whether it was added on this site.

    Loading the project’s own tables doesn’t touch what was added or changed here.
    """

    game = models.CharField(_("Game"), max_length=MAX_GAME_KEY)
    key = models.CharField(_("number"), max_length=40)
    position = models.PositiveIntegerField(_("position in the table"), editable=False, default=0)
    here = models.BooleanField(_("added or changed on this site"), default=False, editable=False)

    class Meta:
        abstract = True
        ordering: ClassVar = ["game", "position", "key"]

    def __str__(self) -> str:
        return self.key


class RulingTopic(_RulingsEntry):
    """Topic of some rulings; the key is in its URL."""

    title = models.CharField(_("Title"), max_length=120)

    class Meta(_RulingsEntry.Meta):
        verbose_name = _("ruling topic")
        verbose_name_plural = _("ruling topics")
        constraints: ClassVar = [models.UniqueConstraint(fields=["key"], name="topic_once")]


class RulingReading(_RulingsEntry):
    """Our reading where sources contradict each other; the key is the number of the rule."""

    title = models.CharField(_("Title"), max_length=120)
    text = models.TextField(_("interpretation"))

    class Meta(_RulingsEntry.Meta):
        verbose_name = _("interpretation of conflicting sources")
        verbose_name_plural = _("interpretations of conflicting sources")
        constraints: ClassVar = [models.UniqueConstraint(fields=["key"], name="reading_once")]


class Ruling(_RulingsEntry):
    """One question and its answer."""

    topic = models.CharField(_("Topic"), max_length=40)
    question = models.TextField(_("question"))
    answer = models.TextField(_("answer"))
    edition = models.CharField(_("Edition"), max_length=8, choices=[(key, key) for key in EDITIONS])
    cards = models.JSONField(_("cards"), default=list, blank=True)
    icons = models.JSONField(_("Icons"), default=list, blank=True)
    types = models.JSONField(_("card types"), default=list, blank=True)
    timings = models.JSONField(_("timing classes"), default=list, blank=True)
    source = models.CharField(_("Source"), max_length=120)
    place = models.CharField(_("place in the source"), max_length=200, blank=True)
    trust = models.CharField(_("reliability"), max_length=8, choices=[(trust.value, trust.value) for trust in Trust])
    readings = models.JSONField(_("interpretations"), default=list, blank=True)
    see = models.JSONField(_("See also"), default=list, blank=True)
    note = models.TextField(_("Note"), blank=True)

    class Meta(_RulingsEntry.Meta):
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        constraints: ClassVar = [models.UniqueConstraint(fields=["key"], name="ruling_once")]


class Erratum(_RulingsEntry):
    """One change to one card."""

    card = models.CharField(_("Card"), max_length=80)
    kinds = models.JSONField(_("what it changes"), default=list, blank=True)
    text = models.TextField(_("change in our own words"))
    source = models.CharField(_("Source"), max_length=120)
    place = models.CharField(_("place in the source"), max_length=200, blank=True)
    readings = models.JSONField(_("interpretations"), default=list, blank=True)
    note = models.TextField(_("Note"), blank=True)

    class Meta(_RulingsEntry.Meta):
        verbose_name = _("erratum")
        verbose_name_plural = _("errata")
        constraints: ClassVar = [models.UniqueConstraint(fields=["key"], name="erratum_once")]


class CardList(_RulingsEntry):
    """One version of a list of restricted or banned cards; the key is the version."""

    kind = models.CharField(_("Kind"), max_length=12, choices=[(kind.value, kind.value) for kind in ListKind])
    title = models.CharField(_("Title"), max_length=120)
    issued = models.DateField(_("issue date"), null=True, blank=True)
    current = models.BooleanField(_("in force"), default=False)
    rule = models.CharField(_("Rule"), max_length=16, blank=True)
    source = models.CharField(_("Source"), max_length=120)
    note = models.TextField(_("Note"), blank=True)

    class Meta(_RulingsEntry.Meta):
        verbose_name = _("card list")
        verbose_name_plural = _("card lists")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["key"], name="list_once"),
            models.UniqueConstraint(
                fields=["game", "kind"], condition=models.Q(current=True), name="one_list_of_a_kind_in_force"
            ),
        ]


class ListEntry(_RulingsEntry):
    """One card of a list, as the list prints it; `version` is the key of the list."""

    version = models.CharField(_("List"), max_length=40)
    card = models.CharField(_("Card"), max_length=80)
    printed = models.CharField(_("as printed"), max_length=120)
    set = models.CharField(_("Set"), max_length=80, blank=True)
    number = models.CharField(_("number"), max_length=8, blank=True)
    note = models.TextField(_("Note"), blank=True)

    class Meta(_RulingsEntry.Meta):
        verbose_name = _("list entry")
        verbose_name_plural = _("list entries")
        constraints: ClassVar = [models.UniqueConstraint(fields=["key"], name="list_entry_once")]


class Way(models.TextChoices):
    """How a change was made."""

    FORM = "form", _("on the card’s page")
    ADMIN = "admin", _("in the admin")
    FILE = "file", _("from an uploaded table")
    COMMAND = "command", _("by load_catalogue")


class CatalogueChange(models.Model):
    """Change of one field: written in the same transaction, never changed or deleted afterwards.

    `code` is that of the card after the change; `card` finds it even if that changes. `version` is that of the
    catalogue after it. `undoes` is the change that this one reverts.
    """

    game = models.CharField(_("Game"), max_length=16)
    table = models.CharField(_("Table"), max_length=20, default="card")
    code = models.CharField(_("code"), max_length=80)
    card = models.ForeignKey("cards.Card", null=True, blank=True, on_delete=models.SET_NULL, related_name="changes")
    field = models.CharField(_("field"), max_length=40)
    before = models.TextField(_("before"), blank=True)
    after = models.TextField(_("after"), blank=True)
    way = models.CharField(_("method"), max_length=8, choices=Way.choices)
    person = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="catalogue_changes", verbose_name=_("by")
    )
    name = models.CharField(_("name at the time"), max_length=150, blank=True)
    when = models.DateTimeField(_("When"), auto_now_add=True)
    version = models.PositiveIntegerField(_("version"), default=0)
    undoes = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="undone")

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name = _("catalogue change")
        verbose_name_plural = _("catalogue changes")
        indexes: ClassVar = [models.Index(fields=["game", "code"], name="change_by_code")]

    def __str__(self) -> str:
        return f"{self.code} {self.field}"


class TextPack(models.Model):
    """Card texts of an owner, for them and people they invite; anyone who has the `secret` may join."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="text_packs")
    name = models.CharField(pgettext_lazy("thing", "Name"), max_length=80)
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
    """A person who was invited and can read a pack."""

    pack = models.ForeignKey(TextPack, on_delete=models.CASCADE, related_name="readers")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="texts_to_read")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["pack", "person"], name="reader_once_a_pack")]

    def __str__(self) -> str:
        return f"{self.pack_id} {self.person_id}"


class CardWitness(models.Model):
    """Testimony of an owner about a card that nobody else has seen: typed facts, or two sentences in their own words.

    `slot` is the code of the gap. `credit` is the name for the credits.
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


class UnansweredQuestion(models.Model):
    """A question without an answer, stored without its author: `day` last typed, and `times` typed."""

    text = models.CharField(_("Question"), max_length=200)
    language = models.CharField(_("Language"), max_length=7)
    day = models.DateField(_("Day"))
    times = models.PositiveIntegerField(_("Times"), default=1)

    class Meta:
        ordering: ClassVar = ["-day", "-times", "pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["text", "language"], name="question_once_a_language")]
        verbose_name = _("Unanswered question")
        verbose_name_plural = _("Unanswered questions")

    def __str__(self) -> str:
        return self.text
