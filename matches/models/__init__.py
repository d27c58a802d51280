"""The tables of this app, by subject."""

from matches.core.names import NAME_LENGTH
from matches.models.events import (
    REASON_LENGTH,
    Claim,
    EntryRequest,
    Event,
    Pairing,
    Pod,
    Registration,
    Role,
    Round,
    new_code,
    usual_order,
)
from matches.models.matches import (
    CLUB_FIELDS,
    LINK_LENGTH,
    MAX_CRYSTAL_CARDS,
    NOTE_LENGTH,
    SHEET_FIELDS,
    DeckChanges,
    DecksShown,
    Edition,
    Fixture,
    Game,
    GameCorrection,
    GameDeck,
    GameEnd,
    GameEvent,
    Group,
    Match,
    MatchPenalty,
    Member,
    Penalty,
    Side,
    Withdrawal,
    draw_side,
    new_seed,
)
from matches.models.notices import (
    OFF,
    PRIVATE_ADDRESS_STATUS,
    Announcement,
    AuditLogEntry,
    JudgeNote,
    Webhook,
    WebhookNotice,
)
from matches.models.seasons import (
    SEASON_FIELDS,
    GroupDraft,
    GroupLogEntry,
    Invitation,
    PastResult,
    Season,
    SeasonImport,
)
