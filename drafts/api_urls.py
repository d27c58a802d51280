"""URLs of the API of drafts."""

from django.urls import path

from drafts.archive import api as archive_api
from drafts.archive import coach_api
from drafts.counts import api as counts_api
from drafts.lists import api as lists_api
from drafts.paper import api as paper_api
from drafts.sharing import api as sharing_api
from drafts.table import api
from drafts.watching import api as watching_api

app_name = "drafts_api"
urlpatterns = [
    path("drafts/", api.DraftList.as_view(), name="drafts"),
    path("drafts/preflight/", api.SetupCheck.as_view(), name="preflight"),
    path("drafts/statistics/", archive_api.PickStatisticsDetail.as_view(), name="statistics"),
    path("drafts/statistics/cards/", counts_api.CardCountsDetail.as_view(), name="cards"),
    path("drafts/waiting/", archive_api.WaitingPacketList.as_view(), name="waiting"),
    path("drafts/lists/", lists_api.CardLists.as_view(), name="lists"),
    path("drafts/lists/<slug:key>/", lists_api.CardListDetail.as_view(), name="list"),
    path("drafts/paper/", paper_api.PaperDraftList.as_view(), name="papers"),
    path("drafts/paper/<slug:key>/", paper_api.PaperDraftDetail.as_view(), name="paper"),
    path("drafts/paper/<slug:key>/step/", paper_api.AdvancePaperDraft.as_view(), name="paper_step"),
    path("drafts/paper/<slug:key>/pools/<int:number>/", paper_api.PaperPoolDetail.as_view(), name="paper_pool"),
    path("drafts/watch/<slug:key>/", watching_api.WatchedDraftDetail.as_view(), name="watch"),
    path("drafts/shared/<slug:key>/", sharing_api.SharedPoolDetail.as_view(), name="shared"),
    path("drafts/<slug:key>/", api.DraftDetail.as_view(), name="draft"),
    path("drafts/<slug:key>/join/", api.JoinDraft.as_view(), name="join"),
    path("drafts/<slug:key>/start/", api.StartDraft.as_view(), name="start"),
    path("drafts/<slug:key>/picks/", api.PickCard.as_view(), name="picks"),
    path("drafts/<slug:key>/plan/", api.PlannedPickDetail.as_view(), name="plan"),
    path("drafts/<slug:key>/wishlist/", api.WishlistDetail.as_view(), name="wishlist"),
    path("drafts/<slug:key>/pause/", api.PauseDraft.as_view(), name="pause"),
    path("drafts/<slug:key>/resume/", api.ResumeDraft.as_view(), name="resume"),
    path("drafts/<slug:key>/ready/", api.SetReady.as_view(), name="ready"),
    path("drafts/<slug:key>/shuffle/", api.ShuffleSeats.as_view(), name="shuffle"),
    path("drafts/<slug:key>/agree/", api.ChangeTerms.as_view(), name="agree"),
    path("drafts/<slug:key>/step-in/", api.BecomeHost.as_view(), name="step_in"),
    path("drafts/<slug:key>/link/", api.RenewSeatLink.as_view(), name="link"),
    path("drafts/<slug:key>/notes/", api.SeatNotesDetail.as_view(), name="notes"),
    path("drafts/<slug:key>/seats/<int:number>/move/", api.MoveSeat.as_view(), name="move"),
    path("drafts/<slug:key>/seats/<int:number>/send-away/", api.RemovePlayer.as_view(), name="send_away"),
    path("drafts/<slug:key>/seats/<int:number>/host/", api.HandOverHost.as_view(), name="hand_over"),
    path("drafts/<slug:key>/log/", archive_api.SeatLogDetail.as_view(), name="log"),
    path("drafts/<slug:key>/log.txt", archive_api.SeatLogTextDownload.as_view(), name="log_text"),
    path("drafts/<slug:key>/coach/", coach_api.DraftReviewDetail.as_view(), name="coach"),
    path("drafts/<slug:key>/hint/", coach_api.PracticeHintDetail.as_view(), name="hint"),
    path("drafts/<slug:key>/pool/", archive_api.DraftedPoolDetail.as_view(), name="pool"),
    path("drafts/<slug:key>/pool/deck/", archive_api.SuggestPoolDeck.as_view(), name="pool_deck"),
    path("drafts/<slug:key>/pool.csv", archive_api.PoolCsvDownload.as_view(), name="pool_csv"),
    path("drafts/<slug:key>/open-log/", archive_api.OpenDraftLog.as_view(), name="open_log"),
    path("drafts/<slug:key>/hand-in/", archive_api.HandInDeck.as_view(), name="hand_in"),
    path("drafts/<slug:key>/compare/", archive_api.OpenComparison.as_view(), name="compare"),
    path("drafts/<slug:key>/partners/", api.PartnerCards.as_view(), name="partners"),
    path("drafts/<slug:key>/again/", archive_api.RepeatDraft.as_view(), name="again"),
    path("drafts/<slug:key>/share/", sharing_api.OwnPoolShareDetail.as_view(), name="share"),
    path("drafts/<slug:key>/watching/", watching_api.WatchingDetail.as_view(), name="watching"),
    path("drafts/<slug:key>/proof/", archive_api.ShuffleProofDetail.as_view(), name="proof"),
    path("drafts/<slug:key>/abort/", api.AbortDraft.as_view(), name="abort"),
    path("drafts/<slug:key>/seats/<int:number>/leave/", api.LeaveSeat.as_view(), name="leave"),
    path("drafts/<slug:key>/take-back/", api.TakeSeatBack.as_view(), name="take_back"),
]
