"""Adapter of allauth: how people sign up and log in on this site."""

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Account adapter: refuses a `next` that is no address, where allauth itself stops with an error."""

    def is_safe_url(self, url: str | None) -> bool:
        """Whether somebody may be sent on to this address after signing in.

        >>> AccountAdapter().is_safe_url("https://[::1")
        False
        """
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False
