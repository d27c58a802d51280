"""API of picks in advance: the card a seat takes if its time runs out."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from common.api.bodies import body_of
from drafts.table import services
from drafts.table.api_common import seat_operation
from drafts.table.identity import who_of
from drafts.table.serializers import PlanAnswer, PlanRequest


class PlanAhead(APIView):
    """Pick in advance, used when time runs out: read and choose."""

    @seat_operation("drafts_planned", "What my seat has chosen in advance", responses=PlanAnswer)
    def get(self, request: Request, key: str) -> Response:
        """Only the seat itself sees it."""
        return Response({"card": services.planned_by(key, who=who_of(request, key))})

    @seat_operation("drafts_plan", "Choose in advance", request=PlanRequest, responses=PlanAnswer)
    def post(self, request: Request, key: str) -> Response:
        """Counts when the time for this packet runs out; an empty card takes it back."""
        data, who = body_of(PlanRequest, request), who_of(request, key)
        place = {"number_of_round": data["round"], "number": data["number"]}
        seen = services.plan_pick(key, who=who, card=data["card"], **place)
        return Response({"card": services.planned(seen)})
