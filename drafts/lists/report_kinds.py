"""Reports about card lists. Only its owner can open the page of a hidden list; drafts made from it stay."""

from functools import partial

from accounts.models import Person
from accounts.reports.kinds import Reportable, ReportKind, add_report_kind, hide_row
from common.text import gettext_noop
from drafts.lists.queries import may_read_card_list
from drafts.models import CardList


def register_report_kinds() -> None:
    hide_list = partial(hide_row, CardList)
    add_report_kind(ReportKind("list", gettext_noop("Card list"), _list_as_thing, _may_see_card_list, hide_list))


def _reported_list(target: str) -> CardList | None:
    return CardList.objects.select_related("owner__user").filter(key=target).first()


def _list_as_thing(target: str) -> Reportable | None:
    row = _reported_list(target)
    if row is None:
        return None
    return Reportable("list", target, row.name, row.get_absolute_url(), row.owner_id, row.hidden is not None, row.name)


def _may_see_card_list(target: str, person: Person | None) -> bool:
    row = _reported_list(target)
    return row is not None and may_read_card_list(row, person)
