"""Papers of a kit as PDF, for the person who sorts the packets: instructions, list of cards, and labels."""

from typing import Any

from django.utils.translation import gettext as _

from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from cards.games.labels import displayed_name
from cards.translations import german_name
from common.i18n import translated_table
from common.paper import sheet
from drafts.paper.services import PacketKit, SortedPacket

_PAGE_TOP_Y, _WRITABLE_WIDTH = sheet.PAGE_HEIGHT - sheet.MARGIN, sheet.PAGE_WIDTH - 2 * sheet.MARGIN
_COLUMN_WIDTH = _WRITABLE_WIDTH / 2
_WARNING_COLOUR = (0.61, 0.11, 0.11)  # dark red
# Number and height, in points, of the rows of cards and of labels in each of the two columns of a page.
_LINES_A_COLUMN, _LINE_HEIGHT = 45, 15.6
_LABELS_A_COLUMN, _LABEL_HEIGHT = 8, 86.0
_QR_CODE_SIDE = 84.0


def packet_kit_pdf(made: PacketKit, link: str) -> bytes:
    words, table = translated_table("drafts", "kit"), made.paper.table
    rows = _cards_with_packets(made)
    lists = [rows[index : index + 2 * _LINES_A_COLUMN] for index in range(0, len(rows), 2 * _LINES_A_COLUMN)]
    labels = [
        made.packets[index : index + 2 * _LABELS_A_COLUMN]
        for index in range(0, len(made.packets), 2 * _LABELS_A_COLUMN)
    ]
    paper = sheet.PdfPaper(f"{words['title']} · {table.name}", pages=1 + len(lists) + len(labels))
    _draw_instructions(paper, made, words, link)
    for part in lists:
        paper.next_page()
        y = sheet.draw_head(paper.canvas, _PAGE_TOP_Y, words["list"], [], width=sheet.PAGE_WIDTH)
        for place, row in enumerate(part):
            column, line = divmod(place, _LINES_A_COLUMN)
            x = sheet.MARGIN + column * (_COLUMN_WIDTH + 8)
            _draw_card_line(paper, row, x, y - (line + 1) * _LINE_HEIGHT)
    for some in labels:
        paper.next_page()
        y = sheet.draw_head(paper.canvas, _PAGE_TOP_Y, words["labels"], [], width=sheet.PAGE_WIDTH)
        for place, packet in enumerate(some):
            line, column = divmod(place, 2)
            x = sheet.MARGIN + column * _COLUMN_WIDTH
            _draw_packet_label(paper, packet, x, y - (line + 1) * _LABEL_HEIGHT)
    return paper.finish_file()


def _cards_with_packets(made: PacketKit) -> list[tuple[CardFacts, str]]:
    """Return every card with the code of its packet, in catalogue order, as the cards lie on the table."""
    rows = [(card, packet.code) for packet in made.packets for card in packet.cards]
    rows += [(card, _("box")) for card in made.leftover]
    place = {card.code: index for index, card in enumerate(catalogue())}
    return sorted(rows, key=lambda row: place[row[0].code])


def _draw_instructions(paper: sheet.PdfPaper, made: PacketKit, words: dict[str, Any], link: str) -> None:
    canvas, table = paper.canvas, made.paper.table
    count = words["count"] % {"count": len(made.packets)}
    y = sheet.draw_head(canvas, _PAGE_TOP_Y, words["title"], [f"{table.name} · {count}"], width=sheet.PAGE_WIDTH) - 18
    canvas.setFillColorRGB(*_WARNING_COLOUR)
    sheet.write_text(canvas, sheet.MARGIN, y, words["secret"], size=12, width=_WRITABLE_WIDTH, bold=True)
    canvas.setFillGray(0)
    for number, step in enumerate(translated_table("drafts", "kit_steps").values(), start=1):
        y -= 10
        for index, line in enumerate(sheet.wrap_text(step, 11, _WRITABLE_WIDTH - 20)):
            y -= 15
            if not index:
                sheet.write_text(canvas, sheet.MARGIN, y, f"{number}.", size=11, width=20, bold=True)
            sheet.write_text(canvas, sheet.MARGIN + 20, y, line, size=11, width=_WRITABLE_WIDTH - 20)
    y -= _QR_CODE_SIDE + 40
    canvas.roundRect(sheet.MARGIN, y, _WRITABLE_WIDTH, _QR_CODE_SIDE + 20, 6)
    sheet.draw_qr(canvas, link, sheet.PAGE_WIDTH - sheet.MARGIN - _QR_CODE_SIDE - 10, y + 10, _QR_CODE_SIDE)
    room = _WRITABLE_WIDTH - _QR_CODE_SIDE - 36
    sheet.write_text(
        canvas, sheet.MARGIN + 14, y + _QR_CODE_SIDE - 4, words["commitment"], size=11, width=room, bold=True
    )
    parts = [table.commitment[position : position + 8] for position in range(0, len(table.commitment), 8)]
    for index in range(2):
        row_text = "  ".join(parts[4 * index : 4 * index + 4])
        sheet.write_text(canvas, sheet.MARGIN + 14, y + _QR_CODE_SIDE - 26 - 17 * index, row_text, size=13, width=room)
    canvas.setFillGray(sheet.GREY_TONE)
    sheet.write_text(canvas, sheet.MARGIN + 14, y + 18, link, size=8, width=room, smallest=4)


def _draw_card_line(paper: sheet.PdfPaper, row: tuple[CardFacts, str], x: float, y: float) -> None:
    canvas, (card, packet), right = paper.canvas, row, x + _COLUMN_WIDTH - 8
    canvas.setFillGray(sheet.GREY_TONE)
    sheet.write_text(canvas, x, y, card.code, size=9.5, width=58)
    canvas.setFillGray(0)
    sheet.write_text(canvas, x + 62, y, german_name(card) or displayed_name(card), size=9.5, width=_COLUMN_WIDTH - 112)
    sheet.write_text_right(canvas, right, y, packet, size=10.5, width=40, bold=True)
    sheet.draw_line(canvas, x, y - 4, right, grey=sheet.LIGHT_GREY_TONE, thick=0.3)


def _draw_packet_label(paper: sheet.PdfPaper, packet: SortedPacket, x: float, y: float) -> None:
    canvas, top = paper.canvas, y + _LABEL_HEIGHT
    canvas.setStrokeGray(sheet.LIGHT_GREY_TONE)
    canvas.setLineWidth(0.5)
    canvas.rect(x, y, _COLUMN_WIDTH, _LABEL_HEIGHT)
    sheet.write_text_right(canvas, x + _COLUMN_WIDTH - 10, top - 32, packet.code, size=26, width=60, bold=True)
    sheet.write_name(canvas, x + 10, top - 26, packet.player, size=14, width=_COLUMN_WIDTH - 80, bold=True)
    round_, size = _("Round %(number)s"), _("%(count)d cards, face down")
    sheet.write_text(canvas, x + 10, y + 24, round_ % {"number": packet.round}, size=10, width=_COLUMN_WIDTH - 20)
    sheet.write_text(canvas, x + 10, y + 10, size % {"count": len(packet.cards)}, size=10, width=_COLUMN_WIDTH - 20)
