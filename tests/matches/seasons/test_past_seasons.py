"""Import of past seasons: preview, twins, names, faults and the command."""

from __future__ import annotations

import io
import json
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import User
from common.errors import Conflict, Invalid, NotAllowed
from matches.core.names import similar_names
from matches.core.seasons.csv_import import Preview, rows
from matches.groups import people
from matches.groups.encounters import encounters_of
from matches.groups.queries import load_group
from matches.models import Group, PastResult, SeasonImport
from matches.seasons import import_services
from matches.seasons.import_services import SubmittedFile
from tests.html import flat
from tests.matches.builders import group_match, made_group, person
from tests.matches.seasons.past_matches import SEASON, WRONG

pytestmark = pytest.mark.django_db


@pytest.fixture
def group(roland: User) -> Group:
    return made_group(roland, "Elinor")


def kept(group: Group, text: str = SEASON, **names: str) -> SeasonImport:
    return import_services.import_season(by=group.owner, key=group.key, file=SubmittedFile(text, "spring.csv", names))


def page(group: Group) -> str:
    return reverse("matches:season_import", args=[group.key])


def test_a_past_season_stands_in_the_table_with_its_draw(group: Group) -> None:
    row = kept(group)
    assert (row.count, row.known, PastResult.objects.count()) == (4, 0, 4)
    lines = load_group(group.key).standings
    assert [(line.name, line.row.won, line.row.drawn, line.row.lost, line.row.crystals_for) for line in lines] == [
        ("Roland", 2, 1, 0, 12),
        ("Elinor", 1, 1, 2, 8),
        ("Mira", 0, 0, 1, 0),
    ]
    assert group.members.get(name="Mira").person is None
    first = encounters_of(group)[0]
    assert (first.day and first.day.isoformat(), first.decks[0].people, len(first.bouts)) == ("2025-03-14", "Vulca", 3)


def test_a_doubled_line_is_kept_once_where_the_owner_says_so(group: Group, roland_client: Client) -> None:
    line = "2025-03-14,Roland,Elinor,5,3\n"
    typed = {"text": f"date,player,opponent,crystals,opponent_crystals\n{line}{line}", "do": "look"}
    looked = roland_client.post(page(group), typed)
    assert 'name="once"' in looked.text and "Save 2 matches" in flat(looked.content)
    looked = roland_client.post(page(group), {**typed, "once": "on"})
    assert "Save 1 match" in flat(looked.content) and "checked" in looked.text.split('name="once"')[1].split(">")[0]
    roland_client.post(page(group), {**typed, "once": "on", "do": "keep"})
    assert PastResult.objects.count() == 1


def test_the_same_file_again_brings_nothing_and_more_lines_only_the_new_ones(group: Group) -> None:
    kept(group)
    with pytest.raises(Conflict, match="Everything in this file is already in the group"):
        kept(group)
    more = kept(group, SEASON + "2025-04-04,Elinor,Roland,w3 w0,,,Spring league,4\n")
    assert (more.count, more.known, PastResult.objects.count()) == (1, 4, 5)


def test_one_wrong_line_keeps_everything_out_and_every_fault_is_named(group: Group) -> None:
    with pytest.raises(Invalid) as error:
        kept(group, WRONG)
    assert [(detail.line, detail.field) for detail in error.value.details] == [(6, "date"), (6, "opponent")]
    assert not PastResult.objects.exists() and not group.members.filter(name="Mira").exists()


def test_what_was_played_on_the_site_is_known_in_a_file_made_from_it(group: Group, client: Client) -> None:
    kept(group)
    group_match(group, "Roland", "Elinor", ("a", 3), ("a", 0))
    file = client.get(reverse("matches:season_file", args=[group.key, "results.csv"])).content.decode()
    preview = import_services.preview_import(by=group.owner, key=group.key, file=SubmittedFile(file))
    assert (len(preview.new), len(preview.known), len(preview.wrong)) == (0, 5, 0)


def test_an_import_is_taken_back_with_the_guests_it_brought_and_stays_written_down(group: Group) -> None:
    row = kept(group)
    import_services.undo_import(by=group.owner, key=group.key, pk=row.pk)
    row.refresh_from_db()
    assert row.taken_back is not None and row.taken_back_by == group.owner and row.text == SEASON
    assert not PastResult.objects.exists()
    assert [member.name for member in group.members.all()] == ["Elinor", "Roland"]
    with pytest.raises(Conflict):
        import_services.undo_import(by=group.owner, key=group.key, pk=row.pk)
    assert kept(group).count == 4


def test_a_guest_who_has_played_since_stays_when_the_import_is_taken_back(group: Group) -> None:
    row = kept(group)
    people.restore_members(by=group.owner, key=group.key, member_pks=[group.members.get(name="Mira").pk])
    group_match(group, "Mira", "Elinor", ("a", 3), ("a", 0))
    import_services.undo_import(by=group.owner, key=group.key, pk=row.pk)
    assert group.members.filter(name="Mira").exists()


def test_who_a_name_is_need_not_be_said_twice(group: Group) -> None:
    text = SEASON.replace("Elinor", "Elinorr")
    with pytest.raises(Invalid):
        kept(group, text)
    kept(group, text, Elinorr="Elinor")
    assert not group.members.filter(name="Elinorr").exists()
    assert not import_services.preview_import(by=group.owner, key=group.key, file=SubmittedFile(text)).wrong


def test_only_the_owner_reads_a_season_in(group: Group, stranger: User, stranger_client: Client) -> None:
    for by in (None, person(stranger)):
        with pytest.raises(NotAllowed):
            import_services.preview_import(by=by, key=group.key, file=SubmittedFile(SEASON))
        with pytest.raises(NotAllowed):
            import_services.import_season(by=by, key=group.key, file=SubmittedFile(SEASON))
    row = kept(group)
    back = reverse("matches:season_take_back", args=[group.key, row.pk])
    for visitor in (stranger_client, Client()):
        assert visitor.get(page(group)).status_code == 403
        assert visitor.post(page(group), {"text": SEASON, "do": "keep"}).status_code == 403
        assert visitor.post(back).status_code == 403
    assert PastResult.objects.count() == 4


def test_the_page_shows_every_line_and_keeps_only_when_told(group: Group, roland_client: Client) -> None:
    looked = roland_client.post(page(group), {"text": SEASON, "do": "look"}).content.decode()
    assert "4 new matches" in looked and "Save 4 matches" in looked and not PastResult.objects.exists()
    answer = roland_client.post(page(group), {"text": SEASON, "do": "keep"}, follow=True)
    assert "4 past matches added to the group." in answer.content.decode() and PastResult.objects.count() == 4
    again = roland_client.post(page(group), {"text": SEASON, "do": "keep"})
    assert again.status_code == 409 and "Everything in this file is already in the group." in again.content.decode()


def test_a_half_good_file_stays_in_the_box_with_what_is_wrong(group: Group, roland_client: Client) -> None:
    upload = SimpleUploadedFile("spring.csv", WRONG.encode("utf-8-sig"), "text/csv")
    answer = roland_client.post(page(group), {"file": upload, "do": "keep"})
    shown = answer.content.decode()
    assert answer.status_code == 400 and "1 line with a problem" in shown and "isn’t a date. Write it" in shown
    assert "tomorrow,Roland,,w2" in shown and 'value="spring.csv"' in shown and not PastResult.objects.exists()


def test_who_is_who_is_chosen_on_the_page(group: Group, roland_client: Client) -> None:
    text = SEASON.replace("Elinor", "Elinorr")
    asked = roland_client.post(page(group), {"text": text, "do": "look"}).content.decode()
    assert "please choose" in asked and "is Elinor" in asked
    said = {"name-1": "Elinorr", "who-1": "=Elinor", "name-2": "Mira", "who-2": "new"}
    assert roland_client.post(page(group), {"text": text, "do": "keep", **said}).status_code == 302
    assert sorted(group.members.values_list("name", flat=True)) == ["Elinor", "Mira", "Roland"]


@pytest.mark.parametrize("text", ["", "\x00", "date;player", "no,such,thing\n1,2,3", '"open', "x" * 5000])
def test_what_is_no_file_is_said_in_place(group: Group, roland_client: Client, text: str) -> None:
    answer = roland_client.post(page(group), {"text": text, "do": "look"})
    assert answer.status_code == 400 and "errorlist" in answer.content.decode()


def test_the_command_judges_keeps_and_says(group: Group, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    good.write_text(SEASON, encoding="utf-8")
    bad.write_text(WRONG, encoding="utf-8")
    out = io.StringIO()
    call_command("import_season", str(good), "--group", group.key, "--dry-run", "--json", stdout=out)
    assert json.loads(out.getvalue())["new"] == 4 and not PastResult.objects.exists()
    out = io.StringIO()
    call_command("import_season", str(good), "--group", group.key, stdout=out)
    assert "new guest: Mira" in out.getvalue() and "imported: 4" in out.getvalue()
    for file, more in ((good, []), (bad, []), (bad, ["--dry-run"])):
        said = io.StringIO()
        with pytest.raises(SystemExit) as left:
            call_command("import_season", str(file), "--group", group.key, *more, stdout=said, stderr=said)
        assert left.value.code == 1
    assert "line 6: date: “tomorrow” isn’t a date." in said.getvalue()
    for file_, group_key, code in ((tmp_path / "none.csv", group.key, 3), (good, "nothing", 1)):
        with pytest.raises(SystemExit) as left:
            call_command("import_season", str(file_), "--group", group_key, stderr=io.StringIO())
        assert left.value.code == code


def test_a_name_for_the_command(group: Group, tmp_path: Path) -> None:
    file = tmp_path / "spring.csv"
    file.write_text(SEASON.replace("Elinor", "Elinorr"), encoding="utf-8")
    call_command("import_season", str(file), "--group", group.key, "--name", "Elinorr=Elinor", stdout=io.StringIO())
    assert group.members.count() == 3


def test_a_file_of_equal_lines_takes_one_mark_a_line(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    marks = Mock(wraps=import_services._line_mark)
    monkeypatch.setattr(import_services, "_line_mark", marks)
    header = "date,player,opponent,crystals\n"
    row = kept(group, header + "2025-03-14,Roland,Elinor,5:3\n" * 300)
    assert row.count == 300 and marks.call_count == 300
    more = kept(group, header + "2025-03-14,Roland,Elinor,5:3\n" * 302)
    assert (more.count, more.known, PastResult.objects.count(), marks.call_count) == (2, 300, 302, 602)


def test_a_file_is_judged_before_the_lock_is_taken_and_again_where_the_group_has_changed(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[bool] = []
    real, depth = import_services._check_file, len(connection.savepoint_ids)

    def judged(group: Group, file: SubmittedFile) -> Preview:
        held.append(len(connection.savepoint_ids) > depth)
        preview = real(group, file)
        if len(held) == 3:  # somebody else sends the same file at this moment
            monkeypatch.setattr(import_services, "_check_file", real)
            kept(group)
            monkeypatch.setattr(import_services, "_check_file", judged)
        return preview

    monkeypatch.setattr(import_services, "_check_file", judged)
    assert kept(group).count == 4 and held == [False]
    import_services.undo_import(by=group.owner, key=group.key, pk=SeasonImport.objects.get().pk)
    held += [False]
    with pytest.raises(Conflict, match="Everything in this file is already in the group"):
        kept(group)
    assert held[2:] == [False, True]


def test_the_games_of_one_long_match_are_joined_once(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Mock(wraps=rows.crystals_of_games)
    monkeypatch.setattr(rows, "crystals_of_games", counted)
    text = "date,player,opponent,winner,dragons\n" + "2025-03-14,Roland,Elinor,Roland,2\n" * 200
    preview = import_services.preview_import(by=group.owner, key=group.key, file=SubmittedFile(text))
    assert len(preview.new) == 1 and sum(len(said.args[0]) for said in counted.call_args_list) < 5 * 200


@pytest.mark.parametrize("score", ["6:7", "10:7", "5:5"])
def test_a_match_to_any_target_is_kept(group: Group, score: str) -> None:
    assert kept(group, f"date,player,opponent,crystals\n2025-03-14,Roland,Elinor,{score}\n").count == 1


def test_a_file_with_very_many_new_names_is_not_compared_for_ever(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Mock(wraps=similar_names)
    monkeypatch.setattr("matches.core.seasons.csv_import.preview.similar_names", asked)
    monkeypatch.setattr("matches.core.seasons.csv_import.preview._MAX_PAIRS_COMPARED", 100)
    text = "date,player,opponent,crystals\n" + "".join(f"2025-03-14,One {n},Other {n},5:3\n" for n in range(150))
    assert kept(group, text).count == 150 and asked.call_count == 50
    assert group.members.filter(guest=True).count() == 300
