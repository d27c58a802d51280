"""The tables of this app, by subject."""

from drafts.models.draft import Deal, Draft, Pick, Seat
from drafts.models.mail_opt_out import Quiet
from drafts.models.paper import PaperSeat, PaperTable
from drafts.models.planned_pick import Plan
from drafts.models.seat_notes import MAX_NOTES, Note, Refusal
from drafts.models.sharing import PacketQuestion, QuestionAnswer, SharedSeat
from drafts.models.todays_answer import TodaysAnswer
