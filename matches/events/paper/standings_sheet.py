"""Standings for a club’s board: the winner, the playoff, the final ranking, and the table after the rounds."""

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from common.i18n import translated
from common.paper.tables import PdfTable, tables_as_pdf
from matches.events.bracket_queries import final_places, round_name, table_name
from matches.events.paper.wording import head_lines, printed_name, stage_of
from matches.events.placings import elimination_placings, explained_columns, placing_headings
from matches.events.read_models import LoadedEvent, StandingsPlace

_WIDTHS = (28, 136, 46, 50, 66, 185)
_MAX_CROSS_TABLE_COLUMNS = 12
_KNOCKOUT_WIDTHS = (48, 200, 143, 50, 70)


def standings_pdf(loaded: LoadedEvent) -> bytes:
    """Return the final ranking and the playoff, if any, and the table of the rounds with a reason for each place."""
    champion, final = loaded.champion, final_places(loaded)
    headline = _("Winner: %(name)s") % {"name": printed_name(champion)} if champion else ""
    if loaded.bracket_tree:
        return tables_as_pdf(
            loaded.event.name, head_lines(loaded, stage_of(loaded)), [_elimination_table(loaded)], headline=headline
        )
    tables = []
    if final:
        inside = [
            final_row for final_row in final if final_row.place.last <= 2 * len(loaded.cut_rounds[0].bracket_tables)
        ]
        rows = [(final_row.place.label, printed_name(final_row.player)) for final_row in inside]
        strong = [n for n, final_row in enumerate(inside) if champion is not None and final_row.player == champion]
        tables.append(PdfTable(("#", _("Player")), rows, (48, 463), _("Final ranking"), strong=strong))
        tables.append(_playoff_table(loaded))
    title = _("Standings before the playoff") if final else ""
    head = ("#", _("Player"), _("Points"), _("W-D-L"), _("Crystals"), _("Why"))
    tables.append(
        PdfTable(head, [_place_row(standing) for standing in loaded.standings], _WIDTHS, title, figures=(0, 2, 3, 4))
    )
    tables.append(PdfTable(("", ""), [*explained_columns(loaded.event)], (110, 401), _("What the columns mean")))
    if loaded.event.is_league and loaded.rounds:
        tables += [*_cross_tables(loaded), _league_matches_table(loaded)]
    return tables_as_pdf(loaded.event.name, head_lines(loaded, stage_of(loaded)), tables, headline=headline)


def _elimination_table(loaded: LoadedEvent) -> PdfTable:
    """Return the places of an elimination event by the round reached; the tree is on a separate sheet."""
    placings = elimination_placings(loaded)
    strong = [n for n, placing in enumerate(placings) if placing.player == loaded.champion]
    cells = [(placing.cells[0], printed_name(placing.player), *placing.cells[2:]) for placing in placings]
    return PdfTable(placing_headings(), cells, _KNOCKOUT_WIDTHS, _("Final ranking"), figures=(3, 4), strong=strong)


def _place_row(standing: StandingsPlace) -> tuple[object, ...]:
    row = standing.line
    record = f"{row.won}-{row.drawn}-{row.lost}"
    crystals = f"{row.crystals_for}:{row.crystals_against}"
    name = printed_name(standing.player)
    name = _("%(name)s (dropped)") % {"name": name} if standing.player.dropped else name
    return row.place, name, row.points, record, crystals, translated(standing.why)


def _league_matches_table(loaded: LoadedEvent) -> PdfTable:
    """Return every match of a league by round, with its day and result."""
    rows = []
    for round_ in loaded.rounds:
        for pairing in (pairing for pairing in round_.pairings if pairing.b is not None and not pairing.is_void):
            day = date_format(pairing.day) if pairing.day else ""
            score = f"{pairing.crystals[0]} : {pairing.crystals[1]}" if pairing.outcome is not None else "–"
            text = _("doesn’t count") if pairing.is_struck else _("not played") if pairing.forfeit else ""
            names = [printed_name(player) for player in pairing.players]
            rows.append((round_.row.number, day, names[0], score, text, names[-1]))
    head = (_("Round"), _("Date"), _("Player"), "", "", _("Player"))
    return PdfTable(head, rows, (44, 82, 140, 40, 65, 140), _("All matches"), figures=(0, 3))


def _cross_tables(loaded: LoadedEvent) -> Iterator[PdfTable]:
    """Yield cross tables of a league, with as many columns as fit on a sheet."""
    rows = loaded.cross_table
    many = len(rows)
    most = -(-many // -(-many // _MAX_CROSS_TABLE_COLUMNS))
    for index in range(0, many, most):
        numbers = range(index, min(index + most, many))
        crossed = enumerate(rows, start=1)
        lines = [(n, printed_name(player), *(cells[m] for m in numbers)) for n, (player, cells) in crossed]
        head = ("#", _("Player"), *(str(n + 1) for n in numbers))
        widths = (28, 123, *[360 // max(most, 8)] * len(numbers))
        title = _("Head-to-head") if index == 0 else ""
        yield PdfTable(head, lines, widths, title, figures=(0, *range(2, len(head))))


def _playoff_table(loaded: LoadedEvent) -> PdfTable:
    rows = []
    for round_ in loaded.cut_rounds:
        for index, pairing in enumerate((*round_.tables_in_bracket_order, round_.third_place_table)):
            if pairing is None:
                continue
            score = f"{pairing.crystals[0]} : {pairing.crystals[1]}" if pairing.outcome is not None else "–"
            label = translated(table_name(loaded, round_, pairing)) if pairing.for_third else ""
            label = translated(round_name(loaded, round_)) if index == 0 else label
            rows.append((label, printed_name(pairing.a), score, printed_name(pairing.b) if pairing.b else ""))
    return PdfTable(("", "", "", ""), rows, (100, 170, 50, 190), _("Playoff"), figures=(2,))
