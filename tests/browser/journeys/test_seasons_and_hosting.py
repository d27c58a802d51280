"""The fifteen journeys, 10 and 13 to 15: a season, and the people who run a site, script it and change it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, ROOT, Site, Visitor
from tests.browser.steps import heading, run_on_site

Visitors = Callable[..., Visitor]
# Ten players, 23 games with known peoples.
SEASON = """
from datetime import date, timedelta
from accounts.models import Person
from matches.groups import services
from matches.seasons.import_services import SubmittedFile, import_season
names = ["Roland", "Elinor", *(f"Player {n}" for n in range(3, 11))]
owner = Person.objects.create(nickname="Roland")
group = services.create_group(by=owner, name="The club", me="Roland", members=names[1:])
lines = ["date,player,opponent,games,people,opponent_people,event,round"]
for n in range(12):
    day = date(2025, 1, 10) + timedelta(days=14 * n)
    games = "w2 w1" if n % 3 else "l1 w3 w0"
    lines.append(f"{day},{names[n % 5]},{names[5 + (n * 3) % 5]},{games},Vulca,Flit,,")
import_season(by=owner, key=group.key, file=SubmittedFile("\\n".join(lines) + "\\n"))
print(group.key)
"""


def test_10_a_season(visitor: Visitors, site: Site) -> None:
    """Who leads, who beats whom, how it moved, and how little two dozen games say about Vulca."""
    key = run_on_site(site, SEASON).splitlines()[-1]
    reader = visitor(PHONE)
    page = reader.goes_to(f"/matches/groups/{key}/")
    heading(page, "The club")
    page.get_by_role("link", name="Season, ratings, head-to-head").click()
    standings = page.get_by_role("region", name="Standings", exact=True).get_by_role("row")
    expect(standings.first).to_have_accessible_name("# Player Points Crystals W-D-L")
    expect(standings.nth(1)).to_have_accessible_name("1 tied Elinor 3 15:2 3-0-0")
    expect(standings.nth(3)).to_have_accessible_name("3 Player 3 3 10:0 2-0-0")
    expect(page.get_by_role("heading", name="Crystals over time")).to_be_visible()
    expect(page.get_by_role("region", name="Ratings")).to_contain_text("few matches")
    reader.fits()
    page.get_by_role("region", name="Head-to-head").get_by_role("link").first.click()
    heading(page, "–")
    reader.fits()
    page.go_back()
    page.get_by_role("link", name="Peoples and cards").click()
    peoples = page.get_by_role("region", name="Peoples", exact=True)
    expect(peoples).to_contain_text("Vulca")
    expect(
        page.get_by_text(
            "The bar is the 95% Wilson interval: any win rate within it could have led to this result. "
            "The mark is one half. Below"
        )
    ).to_be_visible()
    reader.fits()


KEEPER = """
from django.conf import settings
from django.test import Client
from accounts.models import User
from tests.accounts.staff import with_second_factor
user = User.objects.filter(username="Keeper").first()
user = user or with_second_factor(User.objects.create_superuser("Keeper", password="a long one"))
client = Client()
client.force_login(user)
name = settings.SESSION_COOKIE_NAME
print(f"{name}={client.cookies[name].value}")
"""


def signed_in(visitor: Visitor, site: Site) -> Visitor:
    """Log in as the site’s operator."""
    name, session = run_on_site(site, KEEPER).splitlines()[-1].split("=")
    visitor.context.add_cookies([{"name": name, "value": session, "url": visitor.url}])
    return visitor


def command(site: Site, *words: str) -> None:
    """Run a command of the operator’s guide."""
    run = [sys.executable, "manage.py", *words]
    done = subprocess.run(run, cwd=ROOT, env=site.environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.thorough  # tests/site creates and reads backups, and reads the page
def test_13_the_host_of_a_clubs_site(visitor: Visitors, site: Site, tmp_path: Path) -> None:
    """One backup and one restore, and one page that says how the site is."""
    keeper = signed_in(visitor(PHONE), site)
    page = keeper.goes_to("/mine/")
    page.get_by_role("link", name="Site status").click()
    heading(page, "Site status")
    expect(page.get_by_role("heading", name="Errors in the last hour")).to_be_visible()
    keeper.fits()
    saved = tmp_path / "monday.zip"
    command(site, "backup", str(saved))
    command(site, "restore", str(saved), "--check")
    assert saved.stat().st_size > 10_000


def test_14_the_tinkerer(visitor: Visitors, site: Site) -> None:
    """From the page of the API to a token that works; the documented bot itself plays in `tests/drafts`."""
    tinkerer = signed_in(visitor(PHONE), site)
    page = tinkerer.goes_to("/help/")
    page.get_by_text("For developers", exact=True).click()
    page.get_by_role("main").get_by_role("link", name="API", exact=True).first.click()
    page.wait_for_url("**/api/docs/")
    page = tinkerer.goes_to("/mine/")
    page.get_by_text("Account", exact=True).click()
    page.get_by_role("link", name="API tokens").click()
    page.get_by_label("What’s it for?").fill("my bot")
    tinkerer.fits()
    page.get_by_role("button", name="Create token").click()
    heading(page, "Your new token")
    token = page.get_by_role("code").first.inner_text()
    tinkerer.fits()
    answer = page.request.get(f"{tinkerer.url}/api/v1/drafts/", headers={"Authorization": f"Bearer {token}"})
    assert answer.ok
    page.get_by_role("link", name="I’ve copied it").click()
    page.get_by_text("Account", exact=True).click()
    page.get_by_role("link", name="API tokens").click()
    expect(page.get_by_role("region", name="My tokens")).to_contain_text("my bot")


def test_15_the_next_maintainer(visitor: Visitors) -> None:
    """The guide is found in the site by what one wants to do; its worked steps are followed in `tests/site`."""
    reader = visitor(PHONE)
    page = reader.goes_to("/")
    page.get_by_role("link", name="You", exact=True).click()
    page.get_by_role("contentinfo").get_by_role("link", name="Help").click()
    page.get_by_role("searchbox").first.fill("add a house format")
    page.keyboard.press("Enter")
    page.get_by_role("main").get_by_role("link", name=re.compile("house format", re.IGNORECASE)).first.click()
    expect(page.get_by_role("heading", name="Add a house format")).to_be_in_viewport()
    expect(page.get_by_role("heading", name="Add a search key")).to_be_attached()
    reader.fits()
