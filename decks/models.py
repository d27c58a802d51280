"""Models of decks: decks, history, editors, public decks, the collection, house formats, background searches."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Person
from cards.core.facts import BLUE_MOON, FAMILIES
from common.lazy_sentences import lazy_sentences
from common.random_keys import new_key, new_secret
from decks.core.legality.decklist import Edition, Format, HouseRules
from decks.core.legality.games import GAME_RULES
from decks.core.legality.house import house_rules_from_data


class HouseFormat(models.Model):
    """A format declared by a person; everyone who has its key may use it."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="formats", verbose_name=_("owner"))
    name = models.CharField(pgettext_lazy("thing", "Name"), max_length=60)
    declaration = models.JSONField(_("Definition"))
    listed = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-created"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("decks:format", args=[self.key])

    @property
    def house(self) -> HouseRules:
        return house_rules_from_data({**self.declaration, "key": self.key, "name": self.name})


# The columns that a deck’s list contains, in addition to name, format and cards.
BESIDE = ("edition", "leader", "inquisitor", "emissary", "family", "match")
MAX_DECK_NAME = 120
MAX_NOTES = 10_000
MAX_FOLDER_NAME = 40
# The formats and editions of decks in words.
FORMATS = lazy_sentences("cards", "deck_formats")
EDITIONS = {Edition.LEGENDS.value: _("Legends (2014)"), Edition.FIRST.value: _("First edition (2004)")}
_EMPTY_NOTES = models.Value({}, models.JSONField())


class Pool(models.Model):
    """Cards that a person may build a deck from, such as the picks of a draft. Only the owner ever sees it."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="pools", verbose_name=_("owner"))
    game = models.CharField(_("Game"), max_length=16, default=BLUE_MOON)
    name = models.CharField(pgettext_lazy("thing", "Name"), max_length=MAX_DECK_NAME)
    codes = models.JSONField(_("cards"))
    source = models.CharField(_("Source"), max_length=80, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-created"]
        verbose_name = _("pool")
        verbose_name_plural = _("pools")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("decks:pool", args=[self.key])


class Deck(models.Model):
    """A deck as its owner wants it, legal or not.

    `version` rises by one with every change; saving names the version that was changed, so that two tabs can’t silently
    overwrite each other. Cards beside the deck are stored by code, like the cards in it.
    """

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("only me")
        LINK = "link", _("anyone with the link")
        PUBLIC = "public", _("everyone (listed publicly)")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="decks", verbose_name=_("owner"))
    name = models.CharField(pgettext_lazy("thing", "Name"), max_length=MAX_DECK_NAME)
    game = models.CharField(_("Game"), max_length=16, default=BLUE_MOON)
    format = models.CharField(_("Format"), max_length=16, choices=[*FORMATS.items()], default=Format.CUSTOM.value)
    edition = models.CharField(_("Edition"), max_length=16, choices=[*EDITIONS.items()], default=Edition.LEGENDS.value)
    leader = models.CharField(_("Leader"), max_length=40, blank=True)
    inquisitor = models.CharField(_("Inquisitor"), max_length=40, blank=True)
    emissary = models.CharField(_("Emissary"), max_length=40, blank=True)
    family = models.CharField(
        _("Buka family"), max_length=1, blank=True, choices=[(family, family) for family in FAMILIES]
    )
    options = models.JSONField(_("options"), default=dict, blank=True)
    match = models.BooleanField(_("For a match of several games"), default=False)
    notes = models.TextField(_("Notes"), blank=True, max_length=MAX_NOTES, help_text=_("In Markdown."))
    visibility = models.CharField(_("Visible to"), max_length=8, choices=Visibility.choices, default=Visibility.LINK)
    # The visibility before the staff hid the deck, which makes it private; empty if they haven’t.
    visibility_before = models.CharField(max_length=8, blank=True, default="", db_default="", editable=False)
    pool = models.ForeignKey(
        Pool, null=True, blank=True, on_delete=models.SET_NULL, related_name="decks", verbose_name=_("Pool")
    )
    tags = models.JSONField(_("Tags"), default=list, blank=True)
    maybe = models.JSONField(_("maybe list"), default=list, blank=True)
    # The owner’s notes on cards, by code; a word that begins with # is a tag.
    card_notes = models.JSONField(_("Notes on cards"), default=dict, blank=True, db_default=_EMPTY_NOTES)
    # The owner’s folder, by name; private. Empty if in none.
    folder = models.CharField(_("folder"), max_length=MAX_FOLDER_NAME, blank=True, default="", db_default="")
    # Archived by its owner: only in the list of their old decks.
    archived = models.BooleanField(_("archived"), default=False, db_default=False)
    built = models.BooleanField(_("built now"), default=False)
    # Its key on the site where it was made, if it was imported from a file; empty if it was made here.
    origin = models.CharField(max_length=16, blank=True, default="", db_default="", editable=False)
    forked_from = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="forks", verbose_name=_("copied from")
    )
    version = models.PositiveIntegerField(default=1, editable=False)
    # The version whose contents it shows: its own, or the version an undo went back to.
    shows = models.PositiveIntegerField(default=1, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["-updated"]
        verbose_name = _("deck")
        verbose_name_plural = _("decks")
        indexes: ClassVar = [
            models.Index(fields=["visibility", "-updated"], name="deck_listed"),
            models.Index(fields=["owner", "-updated"], name="deck_of_owner"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("decks:deck", args=[self.key])

    @property
    def is_hidden(self) -> bool:
        return bool(self.visibility_before)

    @property
    def has_leader(self) -> bool:
        """Return whether its game has leaders and moons."""
        return GAME_RULES[self.game].has_leader

    @property
    def has_engine(self) -> bool:
        return GAME_RULES[self.game].has_engine


class DeckCard(models.Model):
    """A line of a deck. It stores a card’s code, not a foreign key, so that decks outlive catalogue changes."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="cards")
    code = models.CharField(_("Card"), max_length=80)
    copies = models.PositiveSmallIntegerField(_("copies"), default=1)
    position = models.PositiveSmallIntegerField(_("position"))

    class Meta:
        ordering: ClassVar = ["position", "pk"]
        verbose_name = _("deck card")
        verbose_name_plural = _("deck cards")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deck", "code"], name="deck_card_once"),
            models.CheckConstraint(condition=Q(copies__gte=1) & Q(copies__lte=99), name="deck_card_1_to_99_copies"),
        ]

    def __str__(self) -> str:
        return f"{self.copies}x {self.code}"


class DeckChange(models.Model):
    """One version of a deck, with all its contents (`decks.deck.versions` reads the JSON).

    `shows` is the version whose contents it has: its own, or the version that an undo, redo or restore went back to.
    `before` is the version shown before it was made, for undo.
    """

    class Kind(models.TextChoices):
        CREATED = "created", _("created")
        CARDS = "cards", _("cards")
        SETTINGS = "settings", _("settings")
        WRITTEN = "written", _("rewritten")
        FILLED = "filled", _("filled automatically")
        HELPED = "helped", _("suggestion applied")
        COPIED = "copied", _("Copied")
        UNDONE = "undone", _("undone")
        REDONE = "redone", _("redone")
        RESTORED = "restored", _("restored")

    deck = models.ForeignKey("decks.Deck", on_delete=models.CASCADE, related_name="changes", verbose_name=_("deck"))
    version = models.PositiveIntegerField(_("version"))
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="deck_changes")
    when = models.DateTimeField(_("When"), auto_now_add=True)
    kind = models.CharField(_("What"), max_length=8, choices=Kind.choices)
    contents = models.JSONField()
    shows = models.PositiveIntegerField()
    before = models.PositiveIntegerField(null=True)

    class Meta:
        ordering: ClassVar = ["-version"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["deck", "version"], name="deck_change_once")]

    def __str__(self) -> str:
        return f"{self.deck_id} v{self.version}"


class VersionName(models.Model):
    """The name the owner gave to a version of a deck."""

    deck = models.ForeignKey("decks.Deck", on_delete=models.CASCADE, related_name="version_names")
    version = models.PositiveIntegerField(_("version"))
    name = models.CharField(pgettext_lazy("thing", "Name"), max_length=60)

    class Meta:
        ordering: ClassVar = ["-version"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["deck", "version"], name="deck_version_named_once")]

    def __str__(self) -> str:
        return self.name


class DeckEditor(models.Model):
    """Editor of another person’s deck: may change its cards, settings and notes, but not its sharing."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    deck = models.ForeignKey("decks.Deck", on_delete=models.CASCADE, related_name="editors", verbose_name=_("deck"))
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="edited_decks")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["since", "pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["deck", "person"], name="deck_editor_once")]

    def __str__(self) -> str:
        return str(self.person)


class EditingLink(models.Model):
    """The secret link that makes people editors of a deck. Deleting the row ends it; a new row is another link."""

    deck = models.OneToOneField(
        "decks.Deck", on_delete=models.CASCADE, related_name="editing_link", verbose_name=_("deck")
    )
    secret = models.CharField(max_length=40, unique=True, default=new_secret, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.deck_id)


MAX_GUIDE_TEXT = 20_000
MAX_LANGUAGE_CODE = 8


class DeckAuthor(models.Model):
    """Author of public decks; the key is that of their page, so that its URL contains no account name."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    person = models.OneToOneField(
        Person, on_delete=models.CASCADE, related_name="deck_author", verbose_name=_("person")
    )

    def __str__(self) -> str:
        return str(self.person)

    def get_absolute_url(self) -> str:
        return reverse("decks:author", args=[self.key])


class DeckListing(models.Model):
    """Search columns of a public deck, computed from the deck (`decks.deck.listing`) and never edited.

    `deck_version` and `catalogue` say what it was computed from; a periodic task renews outdated rows. `moons` is null
    if they don’t count or are unknown. `rating` is the lower end of the confidence interval of won games, so that few
    games don’t lead a list. A deck that is no longer public keeps its row, so that `since` stays true; the deck itself
    decides whether it is listed.
    """

    deck = models.OneToOneField("decks.Deck", on_delete=models.CASCADE, primary_key=True, related_name="listing")
    since = models.DateTimeField()
    deck_version = models.PositiveIntegerField()
    catalogue = models.PositiveIntegerField()
    people = models.CharField(_("People"), max_length=16, blank=True)
    house = models.CharField(max_length=16, blank=True)
    status = models.CharField(_("Deck check"), max_length=8)
    size = models.PositiveSmallIntegerField(_("cards"))
    moons = models.PositiveSmallIntegerField(_("Moons used"), null=True)
    words = models.TextField()
    tags = models.TextField(_("Tags"), blank=True)
    codes = models.TextField(blank=True)
    likes = models.PositiveIntegerField(default=0)
    copies = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(_("Games"), default=0)
    wins = models.PositiveIntegerField(_("Games won"), default=0)
    rating = models.FloatField(default=0)
    counted = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["-since"], name="listing_new"),
            models.Index(fields=["-likes", "-since"], name="listing_liked"),
            models.Index(fields=["-rating", "-since"], name="listing_record"),
        ]

    def __str__(self) -> str:
        return str(self.deck_id)


class DeckLike(models.Model):
    """One member likes one deck, once."""

    deck = models.ForeignKey("decks.Deck", on_delete=models.CASCADE, related_name="likes", verbose_name=_("deck"))
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="liked_decks")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["deck", "person"], name="deck_liked_once")]

    def __str__(self) -> str:
        return f"{self.person_id} · {self.deck_id}"


class DeckGuide(models.Model):
    """Guide to playing a deck, in Markdown, one per language; saving names the version that was changed."""

    deck = models.ForeignKey("decks.Deck", on_delete=models.CASCADE, related_name="guides", verbose_name=_("deck"))
    language = models.CharField(_("Language"), max_length=MAX_LANGUAGE_CODE, choices=settings.LANGUAGES)
    text = models.TextField(_("Guide"), max_length=MAX_GUIDE_TEXT)
    version = models.PositiveIntegerField(default=1, editable=False)
    hidden = models.DateTimeField(_("hidden by the moderators"), null=True, blank=True, editable=False)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["deck", "language"], name="deck_guide_once")]

    def __str__(self) -> str:
        return f"{self.deck_id} · {self.language}"


class Shelf(models.Model):
    """Boxes that belong together; its key is the invitation to share them."""

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    owner = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="own_shelf", verbose_name=_("owner"))
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.owner)

    def get_absolute_url(self) -> str:
        return reverse("decks:join_shelf", args=[self.key])


class ShelfMember(models.Model):
    """Member of another person’s shelf; of at most one shelf, or a card could be in two places."""

    shelf = models.ForeignKey(Shelf, on_delete=models.CASCADE, related_name="members")
    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="shared_shelf")
    joined = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.person)


class ShelfBox(models.Model):
    """Number of boxes of a set on a shelf."""

    shelf = models.ForeignKey(Shelf, on_delete=models.CASCADE, related_name="boxes")
    mark = models.CharField(_("Set"), max_length=8)
    count = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["shelf", "mark"], name="shelf_box_once")]

    def __str__(self) -> str:
        return f"{self.count}x {self.mark}"


class SearchJob(models.Model):
    """One search, or some hundred games, for one deck; or many simulated drafts. `result` is the best result so far.

    `asked_from` is the digest of an address: addresses take turns, and each may have only so many waiting jobs.
    """

    class Kind(models.TextChoices):
        COMPLETE = "complete", _("complete the deck")
        STRENGTH = "strength", _("strength")
        SWAPS = "swaps", _("One-card swaps")
        MATCH = "match", _("Against another deck")
        DRAFTS = "drafts", _("simulated drafts")  # the only kind without a deck

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("searching")
        DONE = "done", _("done")
        CANCELLED = "stopped", _("stopped")
        FAILED = "failed", _("failed")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    deck = models.ForeignKey("decks.Deck", null=True, blank=True, on_delete=models.CASCADE, related_name="searches")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="deck_searches")
    asked_from = models.CharField(max_length=16, blank=True, default="", db_default="", editable=False)
    deck_version = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.COMPLETE, db_default=Kind.COMPLETE)
    wishes = models.JSONField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    percent = models.PositiveSmallIntegerField(default=0)
    cancelled = models.BooleanField(default=False)
    result = models.JSONField(null=True)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["-created"]

    def __str__(self) -> str:
        return self.key

    @property
    def own_deck(self) -> Deck:
        assert self.deck is not None
        return self.deck

    @property
    def over(self) -> bool:
        return self.state not in (self.State.WAITING, self.State.RUNNING)
