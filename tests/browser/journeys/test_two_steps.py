"""Two-step log-in in a browser: set up an app, log in with its code and with a recovery code; a passkey."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Site, Visitor
from tests.browser.steps import has_its_scripts, heading

Visitors = Callable[..., Visitor]
PASSWORD = "seven green otters"


def code_of(secret: str, *, steps: int = 0) -> str:
    """Return what the app shows now, or this many half minutes later."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30 + steps)))


def signs_up(visitor: Visitor, name: str) -> Page:
    """Sign up a new member and open the two-step page, after confirming the password."""
    page = visitor.page
    page.goto(f"{visitor.url}/accounts/signup/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.locator("main form").get_by_role("button").first.click()
    opens_two_steps(page, name)
    return page


def opens_two_steps(page: Page, name: str) -> None:
    """Open it from one’s own page, where the account is folded."""
    heading(page, name)
    page.get_by_text("Account", exact=True).click()
    page.get_by_role("link", name="Two-step login").click()


def confirms(page: Page) -> None:
    """Type the password again before the account changes."""
    heading(page, "Confirm it’s you")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()


def logs_out(page: Page) -> None:
    """Log out by the button on one’s own page, then go to the log-in."""
    page.get_by_role("link", name="My page").click()
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("link", name="You", exact=True).click()
    page.get_by_role("link", name="Log in").click()


def logs_in(page: Page, name: str) -> None:
    """Do the first step."""
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    heading(page, "Log in: second step")


@pytest.mark.thorough  # tests/accounts/test_second_factor sets up an app and logs in by its code and a recovery code
def test_an_app_and_a_recovery_code_let_a_member_in(visitor: Visitors) -> None:
    member = visitor(PHONE)
    page = signs_up(member, "Otter")
    page.get_by_role("link", name="Set up an app").click()
    confirms(page)
    secret = page.locator("main code").inner_text()
    member.fits()
    page.get_by_label("Authenticator code").fill(code_of(secret))
    page.get_by_role("button", name="Use this app").click()
    heading(page, "Recovery codes")
    recovery = page.locator("main code").first.inner_text()
    page.get_by_role("link", name="Two-step login").click()
    for code in (code_of(secret, steps=1), recovery):
        logs_out(page)
        logs_in(page, "Otter")
        page.get_by_label("Code from your app").fill(code)
        page.get_by_role("button", name="Log in", exact=True).click()
        opens_two_steps(page, "Otter")


@pytest.mark.thorough
def test_a_passkey_logs_in_alone(visitor: Visitors, site: Site) -> None:
    member = visitor(PHONE, fresh=True)
    member.url = f"http://localhost:{site.port}"  # a passkey belongs to a name, not to an IP address
    devtools = member.context.new_cdp_session(member.page)
    devtools.send("WebAuthn.enable")
    key = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options = key | {"isUserVerified": True, "automaticPresenceSimulation": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page = signs_up(member, "Heron")
    page.get_by_role("link", name="Add a passkey").click()
    confirms(page)
    page.get_by_label("Use it on its own to log in, without username and password").check()
    has_its_scripts(page)
    page.get_by_role("button", name="Add a passkey").click()
    heading(page, "Recovery codes")
    page.get_by_role("link", name="Two-step login").click()
    expect(page.get_by_role("listitem").filter(has_text="Passkey 1")).to_be_visible()
    logs_out(page)
    expect(page.get_by_role("button", name="Log in with a passkey")).to_be_visible()
    has_its_scripts(page)
    page.get_by_role("button", name="Log in with a passkey").click()
    opens_two_steps(page, "Heron")
    logs_out(page)
    logs_in(page, "Heron")
    page.get_by_role("button", name="Use a passkey").click()
    opens_two_steps(page, "Heron")
    page.get_by_role("link", name="Rename or remove").click()
    page.get_by_role("link", name="Remove Passkey 1").click()
    confirms(page)
    page.get_by_role("button", name="Remove passkey").click()
    expect(page.get_by_text("None yet.")).to_be_visible()
